"""Partners for one hand: what of their tallies counts together, and the sheets that follow."""

from canasta_cli.engine.counting.figures import BLACK, RED
from canasta_cli.engine.counting.items import count
from canasta_cli.engine.counting.sheet import Sheet
from canasta_cli.model.tally import Tally, join
from canasta_cli.rules.schema import Ruleset


def sheets(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Sheet, ...]:
    """A sheet for each tally of a hand, whether or not the hand can be."""
    return tuple(count(tally, ruleset) for tally in pool(tallies, ruleset))


def pool(tallies: tuple[Tally, ...], ruleset: Ruleset) -> tuple[Tally, ...]:
    """The tallies as they count: who was not alone shares all but the own red threes."""
    alone = next((place for place, tally in enumerate(tallies) if tally.alone), None)
    if not ruleset.seats.alone or alone is None:
        return tallies
    partners = join(tuple(tally for place, tally in enumerate(tallies) if place != alone))
    return tuple(
        tally if place == alone else _with_own_threes(partners, tally)
        for place, tally in enumerate(tallies)
    )


def _with_own_threes(partners: Tally, own: Tally) -> Tally:
    """Partners for a hand pool everything but their threes, which are personal."""
    shared = (figure for figure in partners.figures if figure.name not in (RED, BLACK))
    personal = (figure for figure in own.figures if figure.name in (RED, BLACK))
    return partners._replace(threes=own.threes, figures=(*shared, *personal))
