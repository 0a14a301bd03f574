"""Cards, immutable bunches of them, and cards as laid on the table: not yet checked.

Every layer uses these values; they know no rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from operator import attrgetter
from typing import Final, final

from canasta_cli.errors import NotUnderstood
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of

# Cards, and immutable bunches of them.
#
# A red three and a black three are ranks of their own, since no variant of Canasta treats them
# alike. A suit may be unknown: in set games players don't read out suits.


class Suit(Enum):
    """A suit; the value is the letter it is written with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def red(self) -> bool:
        """True if the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(Enum):
    """A rank; the value is the symbol it is written with.

    ``order`` is its place in this list, from 0. A rank from ``four_to_ace`` has a place in
    sequences; the others are a ``three`` of either colour, deuces and jokers. Which ranks are wild
    is for the rules to decide. In words it is ``noun`` (``king``), ``one`` (``a king``), ``many`` (``kings``).
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
    three: bool
    four_to_ace: bool
    noun: str
    one: str
    many: str

    def __init__(self, symbol: str) -> None:
        """Precompute attributes used in hot loops."""
        self.noun = self.name.lower().replace("_", " ")
        self.one = f"{'an' if self.noun[0] in 'ae' else 'a'} {self.noun}"
        self.many = f"{self.noun}{'es' if self.noun[-1] == 'x' else 's'}"
        self.order = len(type(self).__members__)
        self.three = symbol in ("3B", "3R")
        self.four_to_ace = not (self.three or symbol in ("2", "W"))


FOUR_TO_ACE = tuple(rank for rank in Rank if rank.four_to_ace)


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
UNSUITED = {card: card if card.rank.three else Card(card.rank) for card in _CARDS.values()}
"""Each card without its suit; the suit of a three is its colour, which stays."""


def three(suit: Suit) -> Card:
    """Return the three of a suit: red or black like the suit."""
    return Card(Rank.RED_THREE if suit.red else Rank.BLACK_THREE, suit)


_WIDTH = 16
_FIELD = (1 << _WIDTH) - 1
MOST_CARDS = _FIELD >> 1
"""The most cards of a bunch: many times the largest deck."""
# The fields of the cards without a suit come first, so that bunches without suits are small numbers.
_BY_FIELD = tuple([_CARDS[rank, suit] for suit in (None, *Suit) for rank in Rank])
_PLACES = {card: place for place, card in enumerate(_BY_FIELD)}
_UNITS = tuple([1 << _WIDTH * _PLACES[card] for card in _CARDS.values()])
_SUIT_WIDTH = _WIDTH * len(Rank)
_SUITED = 1 << _SUIT_WIDTH
"""Packed cards from this number on have a card with a suit."""
# The highest bit of each field: a field that is taken too far borrows it.
_GUARD = sum([unit << _WIDTH - 1 for unit in _UNITS])
_GUARD_UNSUITED = _GUARD & (_SUITED - 1)
_BELOW_GUARD = _GUARD_UNSUITED - (_GUARD_UNSUITED >> _WIDTH - 1)
_RANK = tuple(
    [sum([_FIELD * _UNITS[_CARDS[rank, suit].order] for suit in (None, *Suit)]) for rank in Rank]
)
"""A mask for the cards of each rank."""


def fields_of(ranks: Iterable[Rank]) -> int:
    """Return a mask for the cards of some ranks in packed cards."""
    return sum([_RANK[rank.order] for rank in ranks])


_OF_SUIT = {suit: (_SUITED - 1) << _SUIT_WIDTH * place for place, suit in enumerate((None, *Suit))}
"""A mask for the cards of each suit, and for those without one."""
_THREES = fields_of((Rank.BLACK_THREE, Rank.RED_THREE))


_order = attrgetter("order")


@lru_cache(maxsize=2_000)
def unpacked(counts: int) -> tuple[Card, ...]:
    """List packed cards in order."""
    cards: list[Card] = []
    suited = counts >= _SUITED
    # From the highest field down: most bunches have few of all possible cards.
    while counts:
        place = (counts.bit_length() - 1) // _WIDTH
        number = counts >> place * _WIDTH
        counts ^= number << place * _WIDTH
        cards += [_BY_FIELD[place]] * number
    cards.reverse()
    if suited:
        cards.sort(key=_order)
    return tuple(cards)


@lru_cache(maxsize=2_000)
def _ranks_of(counts: int) -> Mapping[Rank, int]:
    """Count packed cards by rank."""
    found: dict[Rank, int] = {}
    for card in unpacked(counts):
        found[card.rank] = found.get(card.rank, 0) + 1
    return found


@final
class Cards:
    """An immutable bunch of cards; a card may occur several times.

    Two bunches are equal if they have the same cards, in any order. Their counts are ``packed`` into
    one integer with a field for each card, so that adding, removing and comparing bunches are single
    operations; ``size`` is the number of cards. They are iterated in the order in which cards are
    written. Raises :class:`~canasta_cli.errors.NotUnderstood` for more than ``MOST_CARDS`` cards.
    """

    __slots__ = ("packed", "size")

    packed: int
    size: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Take the cards in any order."""
        units = [_UNITS[card.order] for card in cards]
        self.packed, self.size = sum(units), len(units)
        if self.size > MOST_CARDS:
            raise _too_many(self.size)

    def __iter__(self) -> Iterator[Card]:
        return iter(unpacked(self.packed))

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __repr__(self) -> str:
        return f"Cards({' '.join(card.symbol for card in self)})"

    def __reduce__(self) -> tuple[type["Cards"], tuple[tuple[Card, ...]]]:
        """Copy and unpickle card by card."""
        return Cards, (tuple(self),)

    def __add__(self, other: "Cards") -> "Cards":
        size = self.size + other.size
        if size > MOST_CARDS:
            raise _too_many(size)
        return _bunch(self.packed + other.packed, size)

    def __sub__(self, other: "Cards") -> "Cards":
        """Return the bunch without the cards of another; those that it doesn't have are ignored."""
        packed = (self.packed | _GUARD) - other.packed
        # Fields that were not taken too far still have their guard: keep the bits below it.
        kept = packed & _GUARD
        packed &= kept - (kept >> _WIDTH - 1)
        return _bunch(packed, packed % _FIELD)

    def less(self, other: "Cards") -> "Cards | None":
        """Return the bunch without the cards of another; ``None`` if it doesn't have them all."""
        packed = (self.packed | _GUARD) - other.packed
        if packed & _GUARD != _GUARD:
            return None
        return _bunch(packed ^ _GUARD, self.size - other.size)

    def has(self, other: "Cards") -> bool:
        """True if all cards of another bunch are in this one; a suit is part of a card."""
        return (self.packed | _GUARD) - other.packed & _GUARD == _GUARD

    def may_differ(self, other: "Cards") -> bool:
        """True if another bunch has a card without a suit, and this one its rank with a suit."""
        if self.packed < _SUITED:
            return False
        without, suits = other.packed & _SUITED - 1, self.packed >> _SUIT_WIDTH
        if not without:
            return False
        suits |= suits >> 2 * _SUIT_WIDTH
        suits = (suits | suits >> _SUIT_WIDTH) & _SUITED - 1
        # A field that is not zero reaches its highest bit.
        return (without + _BELOW_GUARD) & (suits + _BELOW_GUARD) & _GUARD_UNSUITED != 0

    def of(self, rank: Rank) -> int:
        """Return the number of cards of a rank."""
        # The remainder is the sum of the fields, as that of a decimal number by nine.
        return (self.packed & _RANK[rank.order]) % _FIELD

    def within(self, fields: int) -> int:
        """Return the number of cards of the ranks of a mask, see :func:`fields_of`."""
        return (self.packed & fields) % _FIELD

    def only(self, fields: int) -> "Cards":
        """Return the cards of the ranks of a mask, see :func:`fields_of`."""
        packed = self.packed & fields
        return _bunch(packed, packed % _FIELD) if packed else NO_CARDS

    def all_of(self, suit: Suit | None) -> bool:
        """True if all cards have this suit, or all have none."""
        return self.packed & _OF_SUIT[suit] == self.packed

    def without_suits(self, suited: int = 0) -> "Cards":
        """Return the bunch without suits, except those of the ranks of a mask, see :func:`fields_of`."""
        packed, kept = self.packed & ~suited, self.packed & suited
        if packed < _SUITED:
            return self
        while packed:
            kept += packed & _SUITED - 1
            packed >>= _SUIT_WIDTH
        return _bunch(kept, self.size)

    def by_rank(self) -> Mapping[Rank, int]:
        """Return the number of cards of each rank, in the order of the ranks."""
        return _ranks_of(self.packed)

    @property
    def has_threes(self) -> bool:
        """True if there is a three of either colour."""
        return self.packed & _THREES != 0


def _too_many(number: int) -> NotUnderstood:
    return NotUnderstood(
        f"that makes {count_of(number, 'card')}; no deck has as many",
        fix="Look for a mistyped number of cards, as in 7xK.",
    )


def _bunch(packed: int, size: int) -> Cards:
    """Return the bunch with these counts."""
    cards = object.__new__(Cards)
    cards.packed, cards.size = packed, size
    return cards


NO_CARDS = Cards()


def together(bunches: Iterable[Cards]) -> Cards:
    """Combine several bunches into one."""
    packed = size = 0
    for cards in bunches:
        packed += cards.packed
        size += cards.size
    if size > MOST_CARDS:
        raise _too_many(size)
    return _bunch(packed, size)


# Cards as laid on the table: not yet checked, and not yet joined to another meld.
#
# Which cards are wild depends on the game: a meld as it is written is `MeldCards`, and in a game
# with certain `WildRanks` it is a `Meld`.


class Shape(Enum):
    """The shape of a meld, which depends on the wild ranks."""

    SET = "set"
    RUN = "run"
    WILD = "wild"
    THREES = "threes"
    NOTHING = "nothing"


Anatomy = tuple[tuple[Card, ...], int, Rank | None, Suit | None, Shape]
"""The natural cards, number of wild cards, rank, suit and shape of cards laid together."""


@final
class WildRanks(frozenset[Rank]):
    """The wild ranks of a game. For the same ranks :func:`wild_ranks` returns the same object.

    ``wild`` are the wild ranks, ``natural`` those that can form sets, both in their order; threes are
    neither. ``sequential`` are the natural ranks that have a place in sequences, ``suited`` is a mask
    for their cards. ``anatomy`` returns the properties of packed cards laid together.
    """

    __slots__ = ("_fields", "anatomy", "natural", "sequential", "suited", "wild")

    wild: tuple[Rank, ...]
    natural: tuple[Rank, ...]
    sequential: frozenset[Rank]
    suited: int
    anatomy: Callable[[int], Anatomy]

    def __init__(self, wild: frozenset[Rank]) -> None:
        self._fields = fields_of(wild)
        self.wild = tuple([rank for rank in Rank if rank in wild])
        self.natural = tuple([rank for rank in Rank if not (rank in wild or rank.three)])
        self.sequential = frozenset([rank for rank in self.natural if rank.four_to_ace])
        self.suited = fields_of(self.sequential)
        # Cached: the same few melds recur, in a replay by the million.
        self.anatomy = lru_cache(maxsize=100_000)(partial(_anatomy, wild))

    def __repr__(self) -> str:
        return f"WildRanks({' '.join(rank.value for rank in self.wild)})"

    def __reduce__(self) -> tuple[Callable[..., "WildRanks"], tuple[tuple[Rank, ...]]]:
        """Copy and unpickle to the same object."""
        return wild_ranks, (self.wild,)

    def count(self, cards: Cards) -> int:
        """Return the number of wild cards among some cards."""
        return cards.within(self._fields)

    def each(self, cards: Cards) -> tuple[int, ...]:
        """Return the number of cards of each wild rank among some cards."""
        return tuple([cards.of(rank) for rank in self.wild])


def _anatomy(wild: frozenset[Rank], packed: int) -> Anatomy:
    """Return the properties of packed cards laid together if some ranks are wild."""
    cards = unpacked(packed)
    naturals = tuple([card for card in cards if card.rank not in wild])
    ranks = {card.rank for card in naturals}
    suits = {card.suit for card in naturals}
    suit = naturals[0].suit if len(suits) == 1 else None
    return (
        naturals,
        len(cards) - len(naturals),
        naturals[0].rank if len(ranks) == 1 else None,
        suit,
        _shape(cards, naturals, ranks, suit),
    )


def _shape(
    cards: tuple[Card, ...], naturals: tuple[Card, ...], ranks: set[Rank], suit: Suit | None
) -> Shape:
    if not ranks:
        return Shape.WILD if cards else Shape.NOTHING
    if all(rank.three for rank in ranks):
        return Shape.THREES
    if len(ranks) == 1:
        return Shape.SET
    runs = suit is not None and len(naturals) == len(cards) and rising(cards)
    return Shape.RUN if runs else Shape.NOTHING


def rising(cards: Iterable[Card]) -> bool:
    """True if each card is one rank above the one before, from four up to ace."""
    orders = [card.rank.order if card.rank.four_to_ace else None for card in cards]
    return None not in orders and all(
        low is not None and high == low + 1 for low, high in pairwise(orders)
    )


def wild_ranks(wild: Iterable[Rank]) -> WildRanks:
    """Return the value for some wild ranks."""
    return _wild_ranks(frozenset(wild))


_wild_ranks = cache(WildRanks)
USUAL_WILD_RANKS = wild_ranks((Rank.DEUCE, Rank.JOKER))
"""Deuces and jokers, which are wild in most games."""


class MeldCards:
    """Cards laid together, as they are written. Which of them are wild is for the rules to decide.

    ``size`` is the number of cards. A meld with the same cards is equal, whatever is wild in it.
    """

    __slots__ = ("cards", "size")

    cards: Cards
    size: int

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.size = cards.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MeldCards) and self.cards.packed == other.cards.packed

    def __hash__(self) -> int:
        return hash(self.cards.packed)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.cards})"


@final
class Meld(MeldCards):
    """Cards laid together in a game with certain wild ranks. Whether they are legal is another question.

    ``naturals`` are the cards that are not wild, ``wilds`` is the number of the others; ``rank`` and
    ``suit`` are those of all its natural cards, if they share one. By its ``shape`` it is a set, a
    sequence, wild cards only, threes, or none of these.
    """

    __slots__ = ("naturals", "rank", "shape", "suit", "wild_ranks", "wilds")

    wild_ranks: Final[WildRanks]
    naturals: Final[tuple[Card, ...]]
    wilds: Final[int]
    rank: Final[Rank | None]
    suit: Final[Suit | None]
    shape: Final[Shape]

    def __init__(self, cards: Cards, wild_ranks: WildRanks) -> None:
        """Precompute the properties of the cards, which the rules use in hot loops."""
        self.cards = cards
        self.size = cards.size
        self.wild_ranks = wild_ranks
        anatomy = wild_ranks.anatomy(cards.packed)
        self.naturals, self.wilds, self.rank, self.suit, self.shape = anatomy

    @property
    def in_order(self) -> tuple[Card, ...]:
        """Return its cards as people name them: the natural cards, then the wild ones."""
        wilds = [card for card in self.cards if card.rank in self.wild_ranks]
        return (*self.naturals, *wilds)


def meld_under(wild_ranks: WildRanks, meld: MeldCards) -> Meld:
    """Return a meld as it is in a game with certain wild ranks."""
    if type(meld) is Meld and meld.wild_ranks is wild_ranks:
        return meld
    return Meld(meld.cards, wild_ranks)


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

    def is_wild(self, wild_ranks: WildRanks) -> bool:
        """True if it names a meld of wild cards, perhaps by one of the wild ranks."""
        return self.suit is None and (self.rank is None or self.rank in wild_ranks)


class LayOff(NamedTuple):
    """Cards added to a meld that is already on the table."""

    onto: Onto
    cards: Cards


def is_run(cards: Cards) -> bool:
    """True if cards, if none is wild, are a sequence of one suit."""
    suits = {card.suit for card in cards}
    return cards.size > 1 and len(suits) == 1 and None not in suits and rising(cards)


def unsuited_run(cards: Cards, wild_ranks: WildRanks) -> bool:
    """True if cards may be a sequence, if their unknown suits are the right ones."""
    suits = {card.suit for card in cards}
    return (
        cards.size > 1
        and not wild_ranks.count(cards)
        and rising(cards)
        and None in suits
        and len(suits - {None}) <= 1
    )
