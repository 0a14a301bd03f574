"""Cards as laid on the table: not yet checked, and not yet joined to another meld.

Which cards are wild depends on the game: a meld as it is written is :class:`MeldCards`, and in a game
with certain :class:`WildRanks` it is a :class:`Meld`.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Final, final

from canasta_cli.model.cards import Card, Cards, Rank, Suit, fields_of, unpacked
from canasta_cli.values import Enum, NamedTuple


class Shape(Enum):
    """The shape of a meld, which depends on the wild ranks."""

    SET = "set"
    RUN = "run"
    WILD = "wild"
    THREES = "threes"
    NOTHING = "nothing"

    __hash__ = object.__hash__


Anatomy = tuple[tuple[Card, ...], int, Rank | None, Suit | None, Shape]
"""The natural cards, number of wild cards, rank, suit and shape of cards laid together."""


@final
class WildRanks:
    """The wild ranks of a game. For the same ranks :func:`wild_ranks` returns the same object.

    ``wild`` are the wild ranks, ``natural`` those that can form sets, both in their order; threes are
    neither. ``sequential`` are the natural ranks that have a place in sequences, ``suited`` is a mask
    for their cards. ``anatomy`` returns the properties of packed cards laid together.
    """

    __slots__ = ("_fields", "_wild", "anatomy", "natural", "sequential", "suited", "wild")

    wild: tuple[Rank, ...]
    natural: tuple[Rank, ...]
    sequential: frozenset[Rank]
    suited: int
    anatomy: Callable[[int], Anatomy]

    def __init__(self, wild: frozenset[Rank]) -> None:
        self._wild = wild
        self._fields = fields_of(wild)
        self.wild = tuple([rank for rank in Rank if rank in wild])
        self.natural = tuple([rank for rank in Rank if not (rank in wild or rank.three)])
        self.sequential = frozenset([rank for rank in self.natural if rank.four_to_ace])
        self.suited = fields_of(self.sequential)
        # Cached: the same few melds recur, in a replay by the million.
        self.anatomy = lru_cache(maxsize=100_000)(partial(_anatomy, wild))

    def __contains__(self, rank: Rank) -> bool:
        return rank in self._wild

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
    """Return whether each card is one rank above the one before, from four up to ace."""
    orders = [card.rank.order if card.rank.four_to_ace else None for card in cards]
    return None not in orders and all(
        low is not None and high == low + 1 for low, high in pairwise(orders)
    )


def wild_ranks(wild: Iterable[Rank]) -> WildRanks:
    """Return the value for some wild ranks."""
    return _wild_ranks(frozenset(wild))


@cache
def _wild_ranks(wild: frozenset[Rank]) -> WildRanks:
    return WildRanks(wild)


USUAL = wild_ranks((Rank.DEUCE, Rank.JOKER))
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
        return isinstance(other, MeldCards) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

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
        """Return whether it names a meld of wild cards, perhaps by one of the wild ranks."""
        return self.suit is None and (self.rank is None or self.rank in wild_ranks)


class LayOff(NamedTuple):
    """Cards added to a meld that is already on the table."""

    onto: Onto
    cards: Cards


def is_run(cards: Cards) -> bool:
    """Return whether cards, if none is wild, are a sequence of one suit."""
    suits = {card.suit for card in cards}
    return cards.size > 1 and len(suits) == 1 and None not in suits and rising(cards)


def unsuited_run(cards: Cards, wild_ranks: WildRanks) -> bool:
    """Return whether cards may be a sequence, if their unknown suits are the right ones."""
    suits = {card.suit for card in cards}
    return (
        cards.size > 1
        and not wild_ranks.count(cards)
        and rising(cards)
        and None in suits
        and len(suits - {None}) <= 1
    )
