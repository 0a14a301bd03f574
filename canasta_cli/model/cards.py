"""Cards, and immutable bunches of them.

A red three and a black three are ranks of their own, since no variant of Canasta treats them alike.
A suit may be unknown: in set games players don't read out suits.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import product
from operator import attrgetter
from typing import final


class Suit(Enum):
    """A suit; the value is the letter it is written with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    # A member equals only itself, and the default hash of enum members is slow.
    __hash__ = object.__hash__

    @property
    def red(self) -> bool:
        """Return whether the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(Enum):
    """A rank; the value is the symbol it is written with.

    ``order`` is its place in this list, from 0. A rank is ``wild`` (a deuce or a joker), a
    ``three`` of either colour, or ``natural``: from four up to ace, so that it can form a set.
    """

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

    _value_: str
    order: int
    wild: bool
    three: bool
    natural: bool

    def __init__(self, symbol: str) -> None:
        """Precompute attributes used in hot loops."""
        self.order = len(type(self).__members__)
        self.wild = symbol in ("2", "W")
        self.three = symbol in ("3B", "3R")
        self.natural = not (self.wild or self.three)

    __hash__ = object.__hash__

    @property
    def one(self) -> str:
        """The rank in words, for one card: ``a king``."""
        return _WORDS[self][0]

    @property
    def many(self) -> str:
        """The rank in words, for several cards: ``kings``."""
        return _WORDS[self][1]

    @property
    def noun(self) -> str:
        """The rank in words, without its article: ``king``."""
        return self.one.partition(" ")[2]


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


@final
class Card:
    """A card: its rank, and its suit if that is known. A joker has no suit.

    Every possible card exists once: equal cards are identical, so that comparing them is fast.
    ``order`` is the place in the order in which cards are written, ``symbol`` the card as it is
    written: ``K``, ``KH``, ``3R``, ``3D``, ``W``.
    """

    __slots__ = ("order", "rank", "suit", "symbol")

    rank: Rank
    suit: Suit | None
    order: int
    symbol: str

    def __new__(cls, rank: Rank, suit: Suit | None = None) -> "Card":
        """Return the card of a rank and a suit."""
        return _CARDS[rank, suit]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card can't be changed")

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit | None]]:
        """Copy and unpickle to the identical card."""
        return Card, (self.rank, self.suit)

    def __repr__(self) -> str:
        return f"Card({self.symbol})"


def _made(order: int, rank: Rank, suit: Suit | None) -> Card:
    card = object.__new__(Card)
    letter = "3" if suit and rank.three else rank.value
    facts = (order, rank, suit, letter + (suit.value if suit else ""))
    for name, value in zip(Card.__slots__, facts, strict=True):
        object.__setattr__(card, name, value)
    return card


_CARDS = {key: _made(order, *key) for order, key in enumerate(product(Rank, (None, *Suit)))}


def three(suit: Suit) -> Card:
    """Return the three of a suit: red or black like the suit."""
    return Card(Rank.RED_THREE if suit.red else Rank.BLACK_THREE, suit)


_in_order = attrgetter("order")


class Cards:
    """An immutable bunch of cards; a card may occur several times.

    Two bunches are equal if they have the same cards, in any order.
    """

    __slots__ = ("_by_rank", "_cards", "_hash")

    _cards: tuple[Card, ...]
    _by_rank: Mapping[Rank, int] | None
    _hash: int | None

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Take the cards in any order."""
        self._cards = tuple(sorted(cards, key=_in_order))
        # Computed on first use: many bunches never need them, others need them often.
        self._by_rank = self._hash = None

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self._cards == other._cards

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._cards)
        return self._hash

    def __repr__(self) -> str:
        return f"Cards({' '.join(card.symbol for card in self._cards)})"

    def __add__(self, other: "Cards") -> "Cards":
        if not self._cards or not other._cards:
            return self if self._cards else other
        return Cards(self._cards + other._cards)

    def of(self, rank: Rank) -> int:
        """Return the number of cards of a rank."""
        return self.by_rank().get(rank, 0)

    def by_rank(self) -> Mapping[Rank, int]:
        """Return the number of cards of each rank, in the order of the ranks."""
        if self._by_rank is None:
            counts: dict[Rank, int] = {}
            for card in self._cards:
                counts[card.rank] = counts.get(card.rank, 0) + 1
            self._by_rank = counts
        return self._by_rank

    @property
    def wilds(self) -> int:
        """The number of deuces and jokers."""
        return self.of(Rank.DEUCE) + self.of(Rank.JOKER)


NO_CARDS = Cards()


def together(bunches: Iterable[Cards]) -> Cards:
    """Combine several bunches into one."""
    first, *others = bunches = [bunch for bunch in bunches if bunch] or [NO_CARDS]
    return Cards([card for bunch in bunches for card in bunch]) if others else first
