"""Cards as far as they were named, and immutable bunches of them.

A red three and a black three are ranks of their own, since no form of Canasta treats them alike.
A suit may be unknown: in set games nobody reads suits out.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple


class Suit(Enum):
    """A suit; the value is the letter it is written with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def red(self) -> bool:
        """Whether hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(Enum):
    """A rank; the value is the symbol it is written with. The order is that of the lists."""

    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    BLACK_THREE = "3B"
    RED_THREE = "3R"
    DEUCE = "2"
    JOKER = "W"

    @property
    def order(self) -> int:
        """The place in the order of the lists, from 0."""
        return _ORDER[self]

    @property
    def wild(self) -> bool:
        """Whether a deuce or a joker."""
        return self is Rank.DEUCE or self is Rank.JOKER

    @property
    def three(self) -> bool:
        """Whether a three of either colour."""
        return self is Rank.BLACK_THREE or self is Rank.RED_THREE

    @property
    def natural(self) -> bool:
        """Whether a card of this rank can make a set of its own: four up to ace."""
        return _ORDER[self] <= _ORDER[Rank.ACE]

    @property
    def one(self) -> str:
        """The rank in words, as one card: ``a king``."""
        return _WORDS[self][0]

    @property
    def many(self) -> str:
        """The rank in words, as several cards: ``kings``."""
        return _WORDS[self][1]


_ORDER = {rank: place for place, rank in enumerate(Rank)}
_WORDS = {
    Rank.FOUR: ("a four", "fours"),
    Rank.FIVE: ("a five", "fives"),
    Rank.SIX: ("a six", "sixes"),
    Rank.SEVEN: ("a seven", "sevens"),
    Rank.EIGHT: ("an eight", "eights"),
    Rank.NINE: ("a nine", "nines"),
    Rank.TEN: ("a ten", "tens"),
    Rank.JACK: ("a jack", "jacks"),
    Rank.QUEEN: ("a queen", "queens"),
    Rank.KING: ("a king", "kings"),
    Rank.ACE: ("an ace", "aces"),
    Rank.DEUCE: ("a deuce", "deuces"),
    Rank.JOKER: ("a joker", "jokers"),
    Rank.BLACK_THREE: ("a black three", "black threes"),
    Rank.RED_THREE: ("a red three", "red threes"),
}
NATURALS = tuple(rank for rank in Rank if rank.natural)


class Card(NamedTuple):
    """One card: its rank, and its suit where that is known. A joker has no suit."""

    rank: Rank
    suit: Suit | None = None

    @property
    def order(self) -> tuple[int, str]:
        """The place in the order in which cards are written."""
        return _ORDER[self.rank], self.suit.value if self.suit else ""

    @property
    def symbol(self) -> str:
        """The card as it is written: ``K``, ``KH``, ``3R``, ``3D``, ``W``."""
        if self.suit is None:
            return self.rank.value
        return ("3" if self.rank.three else self.rank.value) + self.suit.value


def three(suit: Suit) -> Card:
    """The three of a suit: red or black as the suit is."""
    return Card(Rank.RED_THREE if suit.red else Rank.BLACK_THREE, suit)


# Every card there can be has its place, told once: bunches are sorted by the hundred thousand.
_PLACES = {
    card: place
    for place, card in enumerate(Card(rank, suit) for rank in Rank for suit in (None, *Suit))
}


class Cards:
    """An immutable bunch of cards in which one card may stand several times.

    Two bunches are equal when they hold the same cards, in whatever order they were named.
    """

    __slots__ = ("_cards", "_hash")

    _cards: tuple[Card, ...]
    _hash: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Take the cards in any order."""
        self._cards = tuple(sorted(cards, key=_PLACES.__getitem__))
        self._hash = hash(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self._cards == other._cards

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Cards({' '.join(card.symbol for card in self._cards)})"

    def __add__(self, other: "Cards") -> "Cards":
        if not self._cards or not other._cards:
            return self if self._cards else other
        return Cards((*self._cards, *other._cards))

    def of(self, rank: Rank) -> int:
        """How many cards of a rank are in the bunch."""
        return sum(card.rank is rank for card in self._cards)

    def by_rank(self) -> dict[Rank, int]:
        """How many cards of each rank there are, in the order of the ranks."""
        counts: dict[Rank, int] = {}
        for card in self._cards:
            counts[card.rank] = counts.get(card.rank, 0) + 1
        return counts

    @property
    def wilds(self) -> int:
        """How many deuces and jokers there are."""
        return sum(card.rank.wild for card in self._cards)


NO_CARDS = Cards()


def together(bunches: Iterable[Cards]) -> Cards:
    """All the cards of several bunches as one."""
    return Cards(card for bunch in bunches for card in bunch)
