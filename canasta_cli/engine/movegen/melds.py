"""Generate melds and lay-offs: everything that some cards of a hand can be laid as.

The searches for initial melds, ways to go out and legal turns choose from these lists, one for each
group of ranks: the cards of different groups compete only for wild cards. Their numbers are packed into
one integer. A bunch is within another if ``most - part & guard == guard``, where ``most`` has the guard
bits set.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.movegen.effort import MOST_OF_GROUP
from canasta_cli.engine.placement import Placement, add_to_table, place_of
from canasta_cli.engine.points import points_of
from canasta_cli.engine.rule import Fact
from canasta_cli.model.cards import Card, Cards, LayOff, Meld, Onto, Rank, together
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import SameRank, ThreeMelds
from canasta_cli.values import NamedTuple

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


class Laying:
    """One way to lay cards of a group.

    ``melded`` are the melds and lay-offs, ``laid`` the melds that they make or change, ``melds`` all
    melds of the group after that. ``cards`` counts the cards laid, ``wilds`` the wild ones among them,
    and ``spent`` has those of each wild rank, packed; ``points`` are the card values. ``only_out`` is
    true if a meld is legal only when going out.
    """

    __slots__ = (
        "cards",
        "laid",
        "melded",
        "melds",
        "only_out",
        "points",
        "ruleset",
        "spent",
        "wilds",
    )

    def __init__(
        self,
        melded: tuple[MeldOrLayOff, ...],
        laid: tuple[Placement, ...],
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        *,
        only_out: bool = False,
    ) -> None:
        self.melded, self.laid, self.melds, self.ruleset = melded, laid, melds, ruleset
        self.only_out = only_out
        cards = together([lay.cards for lay in melded])
        wilds = ruleset.wild_ranks.each(cards)
        self.cards, self.wilds, self.spent = cards.size, sum(wilds), pack(wilds)
        self.points = points_of(cards, ruleset)


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


@lru_cache(maxsize=64)
def groups_by_rank(book: Book) -> Mapping[Rank, Group]:
    """Find the group of each rank that has one."""
    found: dict[Rank, Group] = dict.fromkeys(book.ruleset.wild_ranks.wild, ())
    return found | {rank: group for group in groups(book) for rank in group}


def group_of(meld: Meld, book: Book) -> Group | None:
    """Find the group whose cards may be laid off on a meld; ``None`` for a sequence."""
    of_rank = groups_by_rank(book)
    if meld.rank is not None:
        return of_rank.get(meld.rank)
    found = {of_rank.get(card.rank) for card in meld.naturals} or {()}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=20_000)
def layings(
    group: Group,
    lying: tuple[Meld, ...],
    own: tuple[tuple[Card, int], ...],
    wilds: Numbers,
    book: Book,
) -> tuple[Laying, ...]:
    """List every way to lay some of the cards of a group, none first, few cards before many.

    ``own`` are the cards of its ranks, ``wilds`` those of each wild rank. Melds that are legal only
    when going out are listed too. Of ways that result in the same melds, only the one with the
    fewest lay-offs is listed.
    """
    have = (*[number for _, number in own], *wilds)
    search = _group(group, lying, (*[card for card, _ in own], *wild_cards(book)), book)
    return tuple(search.as_one(have)) if search.is_one else search.as_several(have)


def lay_offs_in(melded: tuple[MeldOrLayOff, ...]) -> int:
    """Count the lays that add to a meld on the table."""
    return sum([isinstance(lay, LayOff) for lay in melded])


def sequences_laid(
    melded: tuple[MeldOrLayOff, ...], lying: tuple[Meld, ...], ruleset: Ruleset
) -> Laying | None:
    """Return sequences as a laying; ``None`` if a new one joins another, or a lay-off finds none."""
    laid, melds = add_to_table(melded, lying, ruleset)
    new = [each for each in laid if each.before is None]
    if len(new) + lay_offs_in(melded) != len(melded) or any(each.stray for each in laid):
        return None
    return Laying(melded, laid, melds, ruleset)


class Some(tuple[Laying, ...]):
    """Some of the ways to lay cards of a group: there are too many to list them all."""

    __slots__ = ()


class _Lay(NamedTuple):
    """A new meld or a lay-off, the numbers of its cards, and the meld that it makes or changes."""

    lay: MeldOrLayOff
    share: Numbers
    placement: Placement
    only_out: bool


class _Down(NamedTuple):
    """Cards laid, all melds of the group after that, and the numbers of its cards that are left."""

    lays: tuple[_Lay, ...]
    melds: tuple[Meld, ...]
    left: Numbers

    def has_for(self, lay: _Lay) -> bool:
        """True if there are cards left for one more lay."""
        return all([wants <= has for wants, has in zip(lay.share, self.left, strict=True)])

    def plus(self, lay: _Lay) -> "_Down":
        """Return this with one more lay."""
        left = tuple([has - takes for has, takes in zip(self.left, lay.share, strict=True)])
        return _Down((*self.lays, lay), (*self.melds, lay.placement.after), left)

    def laying(self, ruleset: Ruleset) -> Laying:
        """Return the lays as a laying."""
        return Laying(
            tuple([each.lay for each in self.lays]),
            tuple([each.placement for each in self.lays]),
            self.melds,
            ruleset,
            only_out=any([each.only_out for each in self.lays]),
        )


class _Group:
    """The melds of a group, and the kinds of its ``cards``, the wild ranks last.

    A new meld needs one of the first ``own`` kinds.
    """

    __slots__ = ("_ones", "cards", "is_one", "lying", "own", "ruleset")

    def __init__(
        self, group: Group, lying: tuple[Meld, ...], cards: tuple[Card, ...], book: Book
    ) -> None:
        self.lying, self.cards, self.ruleset = lying, cards, book.ruleset
        self.own = len(cards) - (len(wild_cards(book)) if group else 0)
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
            return Laying((), (), self.lying, self.ruleset)
        lay = self._lay(0 if self.lying else None, share)
        return None if lay is None else _Down((), (), share).plus(lay).laying(self.ruleset)

    def as_several(self, have: Numbers) -> tuple[Laying, ...]:
        """List every way to lay cards on several melds and as new ones, each result once."""
        found: dict[object, _Down] = {}
        every = list(islice(self._every(have), MOST_OF_GROUP + 1))
        for down in sorted(every, key=_lay_offs):
            found.setdefault(frozenset(Counter(down.melds).items()), down)
        listed = [down.laying(self.ruleset) for down in sorted(found.values(), key=_order)]
        return (Some if len(every) > MOST_OF_GROUP else tuple)(listed)

    def _every(self, have: Numbers) -> Iterator[_Down]:
        """Yield every choice of lay-offs, with every choice of new melds beside them."""
        downs = [_Down((), (), have)]
        for place, meld in enumerate(self.lying):
            lays = self._lays(place, have)
            downs = [
                more
                for down in downs
                for more in (
                    down._replace(melds=(*down.melds, meld)),
                    *[down.plus(lay) for lay in lays if down.has_for(lay)],
                )
            ]
        # If a second meld of a rank must wait for a canasta, it exists then.
        large_first = sorted(self._lays(None, have), key=lambda lay: -lay.placement.after.size)
        for down in downs:
            yield from self._beside(large_first, down)

    def _beside(self, new: list[_Lay], down: _Down) -> Iterator[_Down]:
        """Yield the lays with every choice of separate new melds beside them, including none."""
        yield down
        for at, lay in enumerate(new):
            meld, melds = lay.placement.after, list(down.melds)
            if down.has_for(lay) and (not melds or place_of(meld, melds, self.ruleset) is None):
                yield from self._beside(new[at:], down.plus(lay))

    def _lays(self, place: int | None, have: Numbers) -> list[_Lay]:
        """List the legal ways to lay some cards on a meld on the table, or as a new one."""
        every = product(*(range(number + 1) for number in have))
        return [lay for share in every if any(share) and (lay := self._lay(place, share))]

    def _lay(self, place: int | None, share: Numbers) -> _Lay | None:
        """Return cards laid on a meld on the table, or as a new one; ``None`` if that is illegal."""
        if place is None and not any(share[: self.own]):
            return None
        kinds = zip(self.cards, share, strict=True)
        cards = Cards([card for card, number in kinds for _ in range(number)])
        before = None if place is None else self.lying[place]
        after = Meld(before.cards + cards if before else cards, self.ruleset.wild_ranks)
        verdict = judge_meld(after, self.ruleset)
        if verdict.legal is False:
            return None
        lay = after if place is None else LayOff(name_of(place, self.lying), cards)
        return _Lay(lay, share, Placement(before, cards, after), Fact.OUT in verdict.unknown)


def name_of(at: int, lying: Sequence[Meld]) -> Onto:
    """Name a meld among those of its group: its rank, and its number among several of that rank.

    A meld of both threes is named by either, one of wild cards by no rank.
    """
    meld = lying[at]
    rank = meld.rank or (meld.naturals[0].rank if meld.naturals else None)
    alike = [place for place, each in enumerate(lying) if each.rank is meld.rank]
    return Onto(rank, which=alike.index(at) + 1 if len(alike) > 1 else None)


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
    return sum([each.placement.before is not None for each in down.lays])


def _order(down: _Down) -> tuple[int, Numbers, int, list[tuple[int, Numbers]]]:
    """The sort key: few cards before many, those of low ranks first."""
    # Of kinds in their order, more of the first ones come first.
    shares = [each.share for each in down.lays]
    each = [(sum(share), tuple([-number for number in share])) for share in shares]
    return -sum(down.left), down.left, len(each), each
