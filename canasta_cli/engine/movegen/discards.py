"""Judge each discard that a hand can make."""

from canasta_cli.engine.rule import Verdict
from canasta_cli.engine.turn.judge import verdict_on
from canasta_cli.engine.view import View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.turn import Discard, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class DiscardVerdict(NamedTuple):
    """A rank of a hand, and the verdict on discarding it."""

    rank: Rank
    verdict: Verdict


def discards(view: View, ruleset: Ruleset) -> tuple[DiscardVerdict, ...]:
    """List the ranks of a hand in their order, with the verdicts on discarding each of them."""
    ranks = (view.hand or NO_CARDS).by_rank()
    turns = [(rank, Turn((Discard(Cards((Card(rank),))),))) for rank in ranks]
    return tuple([DiscardVerdict(rank, verdict_on(turn, view, ruleset)) for rank, turn in turns])
