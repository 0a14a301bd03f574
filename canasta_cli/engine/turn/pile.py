"""The discard pile: if it is frozen against a side, and what is left of it when a turn has begun."""

from functools import lru_cache

from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Portion, RankOnPile, Unopened
from canasta_cli.values import NamedTuple


class Frozen(NamedTuple):
    """The state of the pile for a side: frozen or not, and why.

    ``because`` continues “the pile is …”; ``unknown`` is the missing fact that decides it.
    """

    frozen: bool | None
    because: str = ""
    unknown: Fact | None = None


@lru_cache(maxsize=64)
def _freezing_ranks(book: Book) -> frozenset[Rank]:
    """Collect the ranks that freeze the pile."""
    pile, wild_ranks = book.ruleset.ranks.pile, book.ruleset.wild_ranks
    freezing = {rank for rank in Rank if pile[rank] is RankOnPile.FREEZES} - {*wild_ranks.wild}
    return frozenset(freezing.union(wild_ranks.wild if book.ruleset.pile.wild_freezes else ()))


def freezes(card: Card, ruleset: Ruleset) -> bool:
    """True if a card in the pile freezes it until the pile is taken."""
    return card.rank in _freezing_ranks(ruleset.book)


def frozen_against(view: View, ruleset: Ruleset) -> Frozen:
    """Find out if the pile is frozen against the side that would take it."""
    pile, opened = ruleset.pile, view.has_opened
    if pile.always_frozen:
        return Frozen(True, "always frozen in this game")
    unopened = opened is not True and pile.unopened is Unopened.FROZEN
    if unopened and opened is False:
        return Frozen(True, "frozen until the side opens")
    # Of a pile given as not frozen only the top card may be known: it freezes the pile from now on.
    known = view.known_pile is not None
    if view.frozen is None or known:
        freezing = _freezing_ranks(ruleset.book)
        for card in view.pile:
            if card.rank in freezing:
                return Frozen(True, f"frozen by the {card.rank.noun} in it")
    if view.frozen:
        return Frozen(True, "frozen by a card in it")
    if view.frozen is None and not known:
        return Frozen(None, unknown=Fact.FROZEN)
    return Frozen(None, unknown=Fact.OPENED) if unopened else Frozen(False)


class PileLeft(NamedTuple):
    """The pile on which a turn discards: its top card, its size, and if it is frozen.

    It is frozen against the side as it is after its melds: opened by them, or not. ``None`` is unknown;
    for ``top`` it can also mean that there is no card.
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
        opened = now.replace(opened=True) if play.placements else now
        return PileLeft(view.top, view.pile_size, frozen_against(opened, ruleset).frozen)
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
    if view.known_pile:
        rest = view.known_pile[:-most]
        return PileLeft(rest[-1], len(rest), None)
    return PileLeft(None, None if size is None else size - most, None)
