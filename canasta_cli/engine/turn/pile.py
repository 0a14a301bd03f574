"""The discard pile: if it is frozen against a side, and what is left of it when a turn has begun."""

from functools import lru_cache

from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Rank
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Portion, RankOnPile, Unopened


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


class PileLeft(NamedTuple):
    """The pile on which a turn discards: its top card, its size, and if a card freezes it.

    ``None`` is unknown; for ``top`` it can also mean that there is no card.
    """

    top: Card | None
    size: int | None
    frozen: bool | None

    @property
    def lies(self) -> bool | None:
        """True if there is a pile at all; ``None`` if unknown."""
        return True if self.top is not None else None if self.size is None else self.size > 0


NOTHING_LEFT = PileLeft(None, 0, False)


def pile_left(play: Play, ruleset: Ruleset) -> PileLeft:
    """Return the pile as a play leaves it before the discard."""
    view, now = play.view, play.at_end
    if not play.took_pile:
        return PileLeft(view.top, view.pile_size, frozen_against(view, ruleset).frozen)
    if play.take is not None:
        frozen = None
        if now.known_pile is not None:
            frozen = any(freezes(card, ruleset) for card in now.pile)
        return PileLeft(now.top, now.pile_size, frozen)
    most, size = ruleset.pile.taken, view.pile_size
    if ruleset.pile.portion is Portion.PART:
        return PileLeft(None, None, None)
    if most is None or (size is not None and size <= most):
        return NOTHING_LEFT
    return PileLeft(None, None if size is None else size - most, None)
