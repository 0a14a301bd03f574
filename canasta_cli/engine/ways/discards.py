"""Find the cards of a hand that may be discarded."""

from typing import NamedTuple

from canasta_cli.engine.known import Known
from canasta_cli.engine.plays.referee import verdict_on
from canasta_cli.engine.rule import Untold
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.turn import Discard, Turn
from canasta_cli.rules.schema import Ruleset


class Discardable(NamedTuple):
    """A rank that may be discarded on the known facts; ``unknown`` are missing ones that matter."""

    rank: Rank
    unknown: tuple[Untold, ...] = ()


def discards(known: Known, ruleset: Ruleset) -> tuple[Discardable, ...]:
    """List the ranks of a hand that may be discarded, in the order of the ranks."""
    found = []
    for rank in (known.hand or NO_CARDS).by_rank():
        verdict = verdict_on(Turn((Discard(Cards((Card(rank),))),)), known, ruleset)
        if verdict.legal is not False:
            found.append(Discardable(rank, verdict.unknown))
    return tuple(found)
