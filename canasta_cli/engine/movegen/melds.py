"""Generate melds and lay-offs: everything that some cards of a hand can be laid as.

The searches for initial melds, ways to go out and legal turns choose from these lists, one for each
group of ranks: the cards of different groups compete only for wild cards. Their numbers are packed into
one integer. A bunch is within another if ``most - part & guard == guard``, where ``most`` has the guard
bits set.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from canasta_cli.engine.melds.placement import Placement, add_to_table, place_of
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.points import value
from canasta_cli.engine.rule import Fact
from canasta_cli.enums import Enum
from canasta_cli.model.cards import Card, Cards, Rank, together
from canasta_cli.model.melds import LayOff, Meld, Onto
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import SameRank, ThreeMelds

_WIDTH = 16


@lru_cache(maxsize=64)
def wild_cards(book: Book) -> tuple[Card, ...]:
    """List a card of each wild rank of a ruleset, without a suit, in the order of the ranks."""
    return tuple([Card(rank) for rank in book.ruleset.wild_ranks.wild])


def pack(numbers: Iterable[int]) -> int:
    """Pack the numbers of cards of each wild rank."""
    packed = shift = 0
    for number in numbers:
        packed += number << shift
        shift += _WIDTH
    return packed


def guard_of(kinds: int) -> int:
    """Return the guard bits of packed numbers of some wild ranks: the highest bit of each."""
    return pack([1 << _WIDTH - 1] * kinds)


Group = tuple[Rank, ...]
"""The ranks of a set: one, both threes in some games, or none for wild cards alone."""
Numbers = tuple[int, ...]


class _Built(NamedTuple):
    """What a laying lays, the melds that it makes or changes, and all melds of the group after it."""

    melded: tuple[MeldOrLayOff, ...] = ()
    laid: tuple[Placement, ...] = ()
    melds: tuple[Meld, ...] = ()


class Laying:
    """One way to lay cards of a group.

    ``cards`` counts the cards laid, ``wilds`` the wild ones among them, and ``spent`` has those of
    each wild rank, packed; ``points`` are the card values. ``only_out`` is true if a meld is legal
    only when going out. What is laid is built when it is read: most layings are only counted.
    """

    __slots__ = (
        "_built",
        "_group",
        "_shares",
        "_wilds",
        "cards",
        "only_out",
        "points",
        "spent",
        "wilds",
    )

    def __init__(
        self,
        group: "_Group",
        used: Numbers,
        shares: "_Shares" = (),
        built: _Built | None = None,
        *,
        only_out: bool = False,
    ) -> None:
        self._wilds = used[-group.kinds :]
        self.cards, self.wilds, self.spent = sum(used), sum(self._wilds), pack(self._wilds)
        self.points = sum([number * each for number, each in zip(used, group.values, strict=True)])
        self.only_out = only_out
        self._group, self._shares = group, shares
        self._built = built

    @property
    def naturals(self) -> int:
        """The number of cards laid that are not wild."""
        return self.cards - self.wilds

    @property
    def bare(self) -> int:
        """The card values without those of the wild cards."""
        values = self._group.values[-len(self._wilds) :]
        wilds = zip(self._wilds, values, strict=True)
        return self.points - sum([number * each for number, each in wilds])

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which it is laid."""
        return self._group.ruleset

    @property
    def melded(self) -> tuple[MeldOrLayOff, ...]:
        """The melds and lay-offs."""
        return self.built.melded

    @property
    def laid(self) -> tuple[Placement, ...]:
        """The melds made or changed."""
        return self.built.laid

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All melds of the group after it."""
        return self.built.melds

    @property
    def built(self) -> _Built:
        """What is laid."""
        if self._built is None:
            self._built = self._group.build(self._shares)
        return self._built


@lru_cache(maxsize=64)
def groups(book: Book) -> tuple[Group, ...]:
    """List the groups of ranks that make sets under a ruleset, wild cards last."""
    threes: dict[ThreeMelds, tuple[Group, ...]] = {
        ThreeMelds.NONE: ((Rank.BLACK_THREE,),),
        ThreeMelds.BY_COLOUR: ((Rank.BLACK_THREE,), (Rank.RED_THREE,)),
        ThreeMelds.TOGETHER: ((Rank.BLACK_THREE, Rank.RED_THREE),),
    }
    sets = [(rank,) for rank in book.ruleset.wild_ranks.natural]
    return (*sets, *threes[book.ruleset.melds.threes], ())


@lru_cache(maxsize=20_000)
def layings(
    group: Group,
    lying: tuple[Meld, ...],
    own: tuple[tuple[Card, int], ...],
    wilds: Numbers,
    book: Book,
    *,
    whole: bool = False,
) -> tuple[Laying, ...]:
    """List every way to lay some of the cards of a group, none first, few cards before many.

    ``own`` are the cards of its ranks, ``wilds`` those of each wild rank. Melds that are legal only
    when going out are listed too. Of ways that result in the same melds, only the one with the
    fewest lay-offs is listed.
    """
    have = (*[number for _, number in own], *wilds)
    search = _group(group, lying, (*[card for card, _ in own], *wild_cards(book)), book)
    found = search.as_one(have) if search.is_one else search.as_several(have)
    if whole and group:
        found = [each for each in found if each.naturals == sum(have[: len(own)])]
    return tuple(found)


@lru_cache(maxsize=64)
def no_laying(book: Book) -> Laying:
    """Return the laying of no cards."""
    cards = wild_cards(book)
    return Laying(_group((), (), cards, book), (0,) * len(cards))


def laid_off(melded: tuple[MeldOrLayOff, ...]) -> int:
    """Count the lays that add to a meld on the table."""
    return sum([isinstance(lay, LayOff) for lay in melded])


def sequences_laid(
    melded: tuple[MeldOrLayOff, ...], lying: tuple[Meld, ...], ruleset: Ruleset
) -> Laying | None:
    """Return sequences as a laying; ``None`` if a new one joins another, or a lay-off finds none."""
    laid, melds = add_to_table(melded, lying, ruleset)
    new = [each for each in laid if each.before is None]
    if len(new) + laid_off(melded) != len(melded) or any(each.stray for each in laid):
        return None
    cards = tuple(together(lay.cards for lay in melded))
    wilds = wild_cards(ruleset.book)
    group = _group((), lying, (*cards, *wilds), ruleset.book)
    used = (*[1 for _ in cards], *[0 for _ in wilds])
    return Laying(group, used, built=_Built(melded, laid, melds))


_Shares = tuple[tuple[int | None, Numbers], ...]
"""Numbers of cards added to melds on the table, by their places, and of new melds."""


class _Down(NamedTuple):
    """Cards laid: the melds of the group after that, and the numbers of its cards that are left."""

    shares: _Shares
    after: tuple[Meld, ...]
    left: Numbers
    only_out: bool = False

    def with_meld(self, place: int | None, share: Numbers, meld: Meld, ruleset: Ruleset) -> "_Down":
        """Return this with one more meld made or changed."""
        only_out = self.only_out or _may_lie(meld, ruleset) is _Lies.GOING_OUT
        left = _less(self.left, share)
        return _Down((*self.shares, (place, share)), (*self.after, meld), left, only_out)


class _Group:
    """The melds of a group, and the kinds of its ``cards``, the wild ranks last.

    ``kinds`` counts the wild ranks. A new meld needs one of the first ``own`` kinds; ``values`` are
    the points of each.
    """

    __slots__ = ("_ones", "cards", "group", "is_one", "kinds", "lying", "own", "ruleset", "values")

    def __init__(
        self, group: Group, lying: tuple[Meld, ...], cards: tuple[Card, ...], book: Book
    ) -> None:
        self.group, self.lying, self.cards, self.ruleset = group, lying, cards, book.ruleset
        self.kinds = len(wild_cards(book))
        self.own = len(cards) - (self.kinds if group else 0)
        self.values = tuple([value(card.rank, self.ruleset) for card in cards])
        # All cards of a rank are one meld in most games.
        merged = self.ruleset.melds.same_rank is SameRank.MERGED
        self.is_one = bool(group) and merged and len(lying) <= 1
        self._ones: dict[Numbers, Laying | None] = {}

    def as_one(self, have: Numbers) -> list[Laying]:
        """List every way to lay cards that are one meld, those that it has now included."""
        ones = self._ones
        for share in _shares(have):
            if share not in ones:
                ones[share] = self._one(share)
        return [each for share in _shares(have) if (each := ones[share]) is not None]

    def _one(self, share: Numbers) -> Laying | None:
        if not any(share):
            return Laying(self, share)
        if not self.lying and not any(share[: self.own]):
            return None
        meld = self._meld(together(each.cards for each in self.lying) + self._taken(share))
        lies = _may_lie(meld, self.ruleset)
        if lies is _Lies.NEVER:
            return None
        place = 0 if self.lying else None
        return Laying(self, share, ((place, share),), only_out=lies is _Lies.GOING_OUT)

    def as_several(self, have: Numbers) -> list[Laying]:
        """List every way to lay cards on several melds and as new ones, each result once."""
        found: dict[object, _Down] = {}
        for down in sorted(self.every(have), key=_lay_offs):
            found.setdefault(frozenset(Counter(down.after).items()), down)
        return [
            Laying(self, _less(have, down.left), down.shares, only_out=down.only_out)
            for down in sorted(found.values(), key=_order)
        ]

    def every(self, have: Numbers) -> Iterator[_Down]:
        """Yield every choice of lay-offs, with every choice of new melds beside them."""
        new = self._new_melds(have)
        for lay_offs in self._lay_offs(have):
            yield from self._beside(new, lay_offs)

    def _lay_offs(self, have: Numbers) -> list[_Down]:
        """List every choice of lay-offs on the melds on the table, including none."""
        found = [_Down((), (), have)]
        for place in range(len(self.lying)):
            found = [more for each in found for more in self._onto(place, each)]
        return found

    def _onto(self, place: int, before: _Down) -> Iterator[_Down]:
        """Yield the earlier lay-offs, with every choice of cards for one more meld."""
        meld = self.lying[place]
        for share in product(*(range(number + 1) for number in before.left)):
            if not any(share):
                yield before._replace(after=(*before.after, meld))
                continue
            after = self._meld(meld.cards + self._taken(share))
            if _may_lie(after, self.ruleset) is not _Lies.NEVER:
                yield before.with_meld(place, share, after, self.ruleset)

    def _new_melds(self, have: Numbers) -> tuple[tuple[Numbers, Meld], ...]:
        """List every meld that cards of a group can make, many cards before few."""
        every = product(*(range(number + 1) for number in have))
        melds = [
            (share, self._meld(self._taken(share))) for share in every if any(share[: self.own])
        ]
        lying = [each for each in melds if _may_lie(each[1], self.ruleset) is not _Lies.NEVER]
        return tuple(sorted(lying, key=lambda each: -each[1].size))

    def _beside(self, new: tuple[tuple[Numbers, Meld], ...], down: _Down) -> Iterator[_Down]:
        """Yield the lays with every choice of separate new melds beside them, including none.

        Large melds come first: if a second meld of a rank must wait for a canasta, it exists then.
        """
        yield down
        for at, (share, meld) in enumerate(new):
            if any(wants > has for wants, has in zip(share, down.left, strict=True)):
                continue
            if not down.after or place_of(meld, list(down.after), self.ruleset) is None:
                yield from self._beside(new[at:], down.with_meld(None, share, meld, self.ruleset))

    def build(self, shares: _Shares) -> _Built:
        """Return what is laid with these numbers."""
        melds = list(self.lying)
        melded: list[MeldOrLayOff] = []
        laid: list[Placement] = []
        for place, share in shares:
            cards = self._taken(share)
            if place is None:
                meld = self._meld(cards)
                melded.append(meld)
                laid.append(Placement(None, cards, meld))
                melds.append(meld)
            else:
                before, melds[place] = melds[place], self._meld(melds[place].cards + cards)
                melded.append(LayOff(self._name(place), cards))
                laid.append(Placement(before, cards, melds[place]))
        return _Built(tuple(melded), tuple(laid), tuple(melds))

    def _name(self, at: int) -> Onto:
        """Name a meld on the table: its rank, and its number among several of that rank."""
        rank = self.lying[at].rank
        alike = [place for place, meld in enumerate(self.lying) if meld.rank is rank]
        which = alike.index(at) + 1 if len(alike) > 1 else None
        # A meld of both threes is named by either.
        return Onto(rank or next(iter(self.group), None), which=which)

    def _meld(self, cards: Cards) -> Meld:
        return Meld(cards, self.ruleset.wild_ranks)

    def _taken(self, share: Numbers) -> Cards:
        """Return the cards with these numbers."""
        kinds = zip(self.cards, share, strict=True)
        return Cards([card for card, number in kinds for _ in range(number)])


@lru_cache(maxsize=10_000)
def _group(group: Group, lying: tuple[Meld, ...], cards: tuple[Card, ...], book: Book) -> _Group:
    return _Group(group, lying, cards, book)


@lru_cache(maxsize=10_000)
def _shares(have: Numbers) -> tuple[Numbers, ...]:
    """List every part of some cards, small ones first, then those with more of the first kinds."""
    every = product(*(range(number + 1) for number in have))
    return tuple(sorted(every, key=lambda share: (sum(share), [-number for number in share])))


def _lay_offs(down: _Down) -> int:
    """Count the lay-offs."""
    return sum([place is not None for place, _ in down.shares])


def _order(down: _Down) -> tuple[int, Numbers, int, list[tuple[int, Numbers]]]:
    """The sort key: few cards before many, those of low ranks first."""
    # Of kinds in their order, more of the first ones come first.
    each = [(sum(share), tuple([-number for number in share])) for _, share in down.shares]
    return -sum(down.left), down.left, len(each), each


class _Lies(Enum):
    """The turns in which a meld may be legal."""

    NEVER = "never"
    GOING_OUT = "only when going out"
    ANY = "in any turn"


def _may_lie(meld: Meld, ruleset: Ruleset) -> _Lies:
    found = judge_meld(meld, ruleset)
    if found.legal is False:
        return _Lies.NEVER
    return _Lies.GOING_OUT if Fact.OUT in found.unknown else _Lies.ANY


def _less(have: Numbers, share: Numbers) -> Numbers:
    return tuple([has - takes for has, takes in zip(have, share, strict=True)])
