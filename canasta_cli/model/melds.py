"""Cards as somebody laid them on the table: not yet judged, and not yet joined to anything."""

from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, final

from canasta_cli.model.cards import Card, Cards, Rank, Suit


class Shape(Enum):
    """What the cards of a meld look like, before any ruleset has been asked about them."""

    SET = "set"
    RUN = "run"
    WILD = "wild"
    THREES = "threes"
    NOTHING = "nothing"


class Anatomy(NamedTuple):
    """What can be seen of some cards laid together."""

    naturals: tuple[Card, ...]
    wilds: int
    rank: Rank | None
    suit: Suit | None
    shape: Shape


# The same few melds are looked at again and again, in a replay by the million.
@lru_cache(maxsize=100_000)
def anatomy(cards: Cards) -> Anatomy:
    """Look at cards laid together, without asking any ruleset."""
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


def _shape(cards: Cards, ranks: set[Rank], suit: Suit | None) -> Shape:
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
    """Whether cards may be a run, if the suits that nobody named are the right ones."""
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
    """Cards laid together. Whether they may lie so is for the rules to say.

    ``size`` is how many cards there are, ``naturals`` are those that are not wild, ``wilds`` is how
    many others there are; ``rank`` and ``suit`` are those of all its natural cards, where they have
    one. By its ``shape`` it is a set, a run, wild cards only, threes, or none of these.
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
        """Look at the cards once: the rules ask for what is seen again and again."""
        self.cards = cards
        self.size = len(cards)
        self.naturals, self.wilds, self.rank, self.suit, self.shape = anatomy(cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def __repr__(self) -> str:
        return f"Meld({self.cards})"


class Onto(NamedTuple):
    """Which meld on the table is meant: by its rank, its suit (a run), or the wild one (neither).

    ``which`` tells two melds of a rank apart, from 1, where a ruleset allows two.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    which: int | None = None


class LayOff(NamedTuple):
    """Cards added to a meld that lies on the table already."""

    onto: Onto
    cards: Cards
