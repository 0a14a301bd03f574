"""What a tally makes one doubt, although it can be: said once, and recorded all the same."""

from collections.abc import Iterator

from canasta_cli.engine.counting.figures import MINUS, has_melded, on_table
from canasta_cli.engine.counting.figures import find as found_in
from canasta_cli.engine.games.standing import Standing
from canasta_cli.model.tally import Out, Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade


def doubts(before: Standing, tallies: tuple[Tally, ...]) -> Iterator[str]:
    """What somebody at the table may want to look at again, each in a sentence."""
    ruleset = before.ruleset
    somebody_out = any(tally.went_out for tally in tallies)
    rows = zip(before.game.sides, tallies, before.minimums, strict=True)
    for side, tally, tier in rows:
        melded = on_table(tally, ruleset)
        if _too_little(tally, melded, tier.points, ruleset):
            yield (
                f"{side.name} melded {melded} points in all, and needed {tier.points} "
                "for its first melds"
            )
        told_left = tally.left or tally.feet or tally.figure(MINUS)
        if somebody_out and not tally.went_out and not told_left:
            yield f"{side.name} did not go out and has no cards left; perhaps left: was forgotten"
    if not any(tally.cards or tally.figures for tally in tallies):
        yield "nothing was melded and nothing is left"


def _too_little(tally: Tally, melded: int, needed: int, ruleset: Ruleset) -> bool:
    """Less melded in the whole hand than the first melds ask for, where that can be told."""
    if ruleset.seats.alone or tally.out is Out.CONCEALED or tally.special is not None:
        return False
    found = found_in(tally, ruleset)
    if ruleset.opening.splash and found.canastas.total() > found.canastas[Grade.MIXED]:
        return False
    return has_melded(found) and melded < needed
