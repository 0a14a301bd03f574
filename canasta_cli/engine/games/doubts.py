"""Warnings about tallies that are possible but unlikely; the hand can still be recorded."""

from collections.abc import Iterator

from canasta_cli.engine.counting.figures import MINUS, has_melded, on_table
from canasta_cli.engine.counting.figures import find as found_in
from canasta_cli.engine.games.standing import Standing
from canasta_cli.model.tally import Out, Tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.words import count_of, points


def doubts(before: Standing, tallies: tuple[Tally, ...]) -> Iterator[str]:
    """Yield a sentence for each warning."""
    ruleset = before.ruleset
    somebody_out = any(tally.went_out for tally in tallies)
    rows = zip(before.game.sides, tallies, before.minimums, strict=True)
    for side, tally, tier in rows:
        melded = on_table(tally, ruleset)
        if _too_little(tally, melded, tier.points, ruleset):
            yield (
                f"{side.name} melded {count_of(melded, 'point')} but needed {points(tier.points)} to open"
            )
        told_left = tally.left or tally.feet or tally.figure(MINUS)
        if somebody_out and not tally.went_out and not told_left:
            yield f"{side.name} didn't go out, but no cards are listed as left"
    if not any(tally.cards or tally.figures for tally in tallies):
        yield "no melds and no cards left"


def _too_little(tally: Tally, melded: int, needed: int, ruleset: Ruleset) -> bool:
    """True if the side melded less in the whole hand than its initial meld needs."""
    if ruleset.seats.alone or tally.out is Out.CONCEALED or tally.special is not None:
        return False
    found = found_in(tally, ruleset)
    if ruleset.opening.splash and found.canastas.total() > found.canastas[Grade.MIXED]:
        return False
    return has_melded(found) and melded < needed
