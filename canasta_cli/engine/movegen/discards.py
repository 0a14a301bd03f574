"""Find the cards of a hand that may be discarded."""

from collections.abc import Iterator

from canasta_cli.engine.rule import Finding, Missing, Verdict
from canasta_cli.engine.turn.judge import verdict_on
from canasta_cli.engine.view import View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.turn import Discard, Turn
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset


class Discardable(NamedTuple):
    """A rank that may be discarded on the known facts; ``unknown`` are missing ones that matter."""

    rank: Rank
    unknown: tuple[Missing, ...] = ()


def discards(view: View, ruleset: Ruleset) -> tuple[Discardable, ...]:
    """List the ranks of a hand that may be discarded, in the order of the ranks."""
    found = _verdicts(view, ruleset)
    return tuple(Discardable(rank, v.unknown) for rank, v in found if v.legal is not False)


class Refused(NamedTuple):
    """A rank that may not be discarded, and the findings against it."""

    rank: Rank
    against: tuple[Finding, ...]


def refused_discards(view: View, ruleset: Ruleset) -> tuple[Refused, ...]:
    """List the ranks of a hand that may not be discarded, in the order of the ranks."""
    found = _verdicts(view, ruleset)
    return tuple(Refused(rank, v.refused) for rank, v in found if v.legal is False)


def _verdicts(view: View, ruleset: Ruleset) -> Iterator[tuple[Rank, Verdict]]:
    for rank in (view.hand or NO_CARDS).by_rank():
        yield rank, verdict_on(Turn((Discard(Cards((Card(rank),))),)), view, ruleset)
