"""The ways of taking the pile that cards may allow; whether one is legal, the rules say."""

from collections.abc import Iterator

from canasta_cli.engine.known import Known
from canasta_cli.engine.placing import runs_for
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import Onto
from canasta_cli.model.turn import Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun


def takings(top: Card, known: Known, ruleset: Ruleset) -> Iterator[Take]:
    """The ways to take the pile that the cards of a hand may allow: the pair, a wild card, a meld."""
    held = known.hand
    rank = top.rank
    own = None if held is None else held.of(rank)
    if own is None or own > 1:
        yield Take(top, Cards((Card(rank), Card(rank))))
    for wild in (Rank.DEUCE, Rank.JOKER):
        if (own is None or own) and (held is None or held.of(wild)):
            yield Take(top, Cards((Card(rank), Card(wild))))
    if any(meld.rank is rank for meld in known.melds or ()):
        yield Take(top, NO_CARDS, onto=Onto(rank))
    if ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER:
        whole = ruleset.pile.onto_run is OntoRun.PILE
        for onto in runs_for(top, known.melds or ()):
            yield Take(top, NO_CARDS, onto=onto, whole=whole)
