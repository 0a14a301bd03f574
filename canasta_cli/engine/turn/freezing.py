"""Find out if the discard pile is frozen against a side."""

from functools import lru_cache

from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Rank
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import RankOnPile, Unopened


class Frozen(NamedTuple):
    """The state of the pile for a side: frozen or not, and why.

    ``because`` continues “the pile is …”; ``unknown`` is the missing fact that decides it.
    """

    frozen: bool | None
    because: str = ""
    unknown: Fact | None = None


@lru_cache(maxsize=64)
def _freezing(book: Book) -> frozenset[Rank]:
    """Collect the ranks that freeze the pile."""
    pile, wild_ranks = book.ruleset.ranks.pile, book.ruleset.wild_ranks
    freezing = {rank for rank in Rank if pile[rank] is RankOnPile.FREEZES} - {*wild_ranks.wild}
    return frozenset(freezing.union(wild_ranks.wild if book.ruleset.pile.wild_freezes else ()))


def freezes(card: Card, ruleset: Ruleset) -> bool:
    """True if a card in the pile freezes it until the pile is taken."""
    return card.rank in _freezing(ruleset.book)


def frozen_against(view: View, ruleset: Ruleset) -> Frozen:
    """Find out if the pile is frozen against the side that would take it."""
    unopened = ruleset.pile.unopened is Unopened.FROZEN
    # If only the top card is known, a pile given as not frozen may be frozen from now on.
    seen = view.pile if view.frozen is None or view.known_pile is not None else ()
    freezing_ranks = _freezing(ruleset.book)
    lying = [card for card in seen if card.rank in freezing_ranks]
    if ruleset.pile.always_frozen:
        found = Frozen(True, "always frozen in this game")
    elif view.has_opened is False and unopened:
        found = Frozen(True, "frozen until the side opens")
    elif lying:
        found = Frozen(True, f"frozen by the {lying[0].rank.noun} in it")
    elif view.frozen:
        found = Frozen(True, "frozen by a card in it")
    elif view.frozen is None and view.known_pile is None:
        found = Frozen(None, unknown=Fact.FROZEN)
    elif view.has_opened is None and unopened:
        found = Frozen(None, unknown=Fact.OPENED)
    else:
        found = Frozen(False)
    return found
