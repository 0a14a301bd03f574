"""Pool the tallies of partners for one hand, and count their sheets."""

from canasta_cli.engine.score.figures import BLACK, RED
from canasta_cli.engine.score.items import count
from canasta_cli.engine.score.sheet import Sheet
from canasta_cli.model.tally import Tally, join
from canasta_cli.rules.schema import Ruleset


def sheets(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Sheet, ...]:
    """Count a sheet for each tally of a hand, even an impossible one."""
    return tuple(count(tally, ruleset) for tally in pool(tallies, ruleset))


def pool(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Tally, ...]:
    """Return the tallies as they count: players who were not alone share all but their threes.

    A tally that has only a score keeps it.
    """
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.seats.alone or alone is None:
        return tallies
    shared = (tally for place, tally in enumerate(tallies) if place != alone)
    partners = join(tuple(tally for tally in shared if tally.score is None))
    return tuple(
        tally if place == alone or tally.score is not None else _with_own_threes(partners, tally)
        for place, tally in enumerate(tallies)
    )


def _with_own_threes(partners: Tally, own: Tally) -> Tally:
    """Return the partners' shared tally with one player's own threes, which are personal."""
    shared = (figure for figure in partners.figures if figure.name not in (RED, BLACK))
    personal = (figure for figure in own.figures if figure.name in (RED, BLACK))
    return partners._replace(threes=own.threes, figures=(*shared, *personal))
