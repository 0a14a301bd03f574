"""Cards as laid on the table: not yet checked, and not yet joined to another meld."""

from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, final

from canasta_cli.model.cards import Card, Cards, Rank, Suit, unpacked
from canasta_cli.namedtuples import NamedTuple


class Shape(Enum):
    """The shape of a meld, independent of any ruleset."""

    SET = "set"
    RUN = "run"
    WILD = "wild"
    THREES = "threes"
    NOTHING = "nothing"

    __hash__ = object.__hash__


class Anatomy(NamedTuple):
    """The visible properties of cards laid together."""

    naturals: tuple[Card, ...]
    wilds: int
    rank: Rank | None
    suit: Suit | None
    shape: Shape


# Cached: the same few melds recur, in a replay by the million.
@lru_cache(maxsize=100_000)
def anatomy(packed: int) -> Anatomy:
    """Return the properties of packed cards laid together, independent of any ruleset."""
    cards = unpacked(packed)
    naturals = tuple(card for card in cards if not card.rank.wild)
    ranks = {card.rank for card in naturals}
    suits = {card.suit for card in naturals}
    suit = naturals[0].suit if len(suits) == 1 else None
    return Anatomy(
        naturals,
        len(cards) - len(naturals),
        naturals[0].rank if len(ranks) == 1 else None,
        suit,
        _shape(cards, ranks, suit),
    )


def _shape(cards: tuple[Card, ...], ranks: set[Rank], suit: Suit | None) -> Shape:
    if not ranks:
        return Shape.WILD if cards else Shape.NOTHING
    if all(rank.three for rank in ranks):
        return Shape.THREES
    if len(ranks) == 1:
        return Shape.SET
    orders = sorted(rank.order for rank in ranks)
    runs = (
        suit is not None
        and all(rank.natural for rank in ranks)
        and len(orders) == len(cards)
        and orders[-1] - orders[0] == len(orders) - 1
    )
    return Shape.RUN if runs else Shape.NOTHING


def unsuited_run(cards: Cards) -> bool:
    """Return whether cards may be a sequence, if their unknown suits are the right ones."""
    orders = sorted(card.rank.order for card in cards)
    suits = {card.suit for card in cards}
    return (
        len(cards) > 1
        and all(card.rank.natural for card in cards)
        and all(high - low == 1 for low, high in pairwise(orders))
        and None in suits
        and len(suits - {None}) <= 1
    )


@final
class Meld:
    """Cards laid together. Whether they are legal is for the rules to decide.

    ``size`` is the number of cards, ``naturals`` are those that are not wild, ``wilds`` is the
    number of the others; ``rank`` and ``suit`` are those of all its natural cards, if they share
    one. By its ``shape`` it is a set, a sequence, wild cards only, threes, or none of these.
    """

    __slots__ = ("cards", "naturals", "rank", "shape", "size", "suit", "wilds")

    cards: Final[Cards]
    size: Final[int]
    naturals: Final[tuple[Card, ...]]
    wilds: Final[int]
    rank: Final[Rank | None]
    suit: Final[Suit | None]
    shape: Final[Shape]

    def __init__(self, cards: Cards) -> None:
        """Precompute the properties of the cards, which the rules use in hot loops."""
        self.cards = cards
        self.size = cards.size
        self.naturals, self.wilds, self.rank, self.suit, self.shape = anatomy(cards.packed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def __repr__(self) -> str:
        return f"Meld({self.cards})"


class MeldOnTable(NamedTuple):
    """A meld as it is, or would be, on the table.

    ``going_out`` is true if the side goes out in the same turn; ``None`` if that is unknown.
    """

    meld: Meld
    going_out: bool | None = None


class Onto(NamedTuple):
    """The name of a meld on the table: by its rank, its suit (a sequence), or neither (wild).

    ``which`` distinguishes two melds of a rank, from 1, if a ruleset allows two.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    which: int | None = None


class LayOff(NamedTuple):
    """Cards added to a meld that is already on the table."""

    onto: Onto
    cards: Cards
