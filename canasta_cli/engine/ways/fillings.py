"""Every way in which cards of a hand can go to melds, new or lying, as the rules of melding allow."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Any, NamedTuple

from canasta_cli.engine.handful import Handful, every, handful, minus
from canasta_cli.engine.melds.melding import Lying, judge_meld
from canasta_cli.engine.melds.showing import worth_alone
from canasta_cli.engine.values import worth
from canasta_cli.engine.ways.reach import Place, Reach, reach, wilds_of
from canasta_cli.engine.ways.run_ways import run_choices
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Lay
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import SameRank

Mix = Callable[[list[Any]], None]
"""Puts the branches of the generator into another order."""


def in_order(_: list[Any]) -> None:
    """The canonical order: the stock before the pile, few cards before many, low ranks first."""


class Slot(NamedTuple):
    """A meld that cards may go to: one that lies there, or a new one of a rank or of wild cards."""

    rank: Rank | None
    lying: Cards = NO_CARDS
    which: int | None = None


class Trying(NamedTuple):
    """How choices are gone through: in which order, and without which lays.

    Lays that are ``barred`` are in no choice from then on: who is given one that is refused may say
    so of its lays. ``most_runs`` limits how many choices of runs are tried.
    """

    mix: Mix
    barred: Container[Lay] = ()
    most_runs: int | None = None


class Missing(NamedTuple):
    """What must be laid: cards worth so many ``points``, or the whole hand: so many ``cards``.

    ``or_all`` says whether the whole hand will do without the points, ``all_of_it`` that nothing
    less will do: some cards lie only in going out.
    Only what can be shown from ``shown`` is worth anything, where that is not the whole hand.
    ``free`` says that nothing at all may be laid as well.
    """

    points: int
    cards: int
    free: bool = True
    or_all: bool = True
    all_of_it: bool = False
    shown: Handful | None = None

    @property
    def nothing(self) -> bool:
        """Whether enough has been laid."""
        whole = self.cards <= 0
        return (whole or not self.all_of_it) and (self.points <= 0 or (self.or_all and whole))


def fillings(
    hand: Handful,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    trying: Trying,
) -> Iterator[tuple[Lay, ...]]:
    """Every choice of lays that comes to what is missing: runs, and of the rest sets."""
    if not ruleset.melds.runs:
        yield from _sets(hand, melds, ruleset, missing, trying)
        return
    runs = list(islice(run_choices(Cards(every(hand)), melds, ruleset), trying.most_runs))
    trying.mix(runs)
    for lays, rest in runs:
        cards = tuple(card for lay in lays for card in lay.cards)
        still = missing._replace(
            points=missing.points - worth(_shown(cards, missing), ruleset),
            cards=missing.cards - len(cards),
        )
        free = still.nothing if lays else missing.free
        still = still._replace(free=free)
        for sets in _sets(handful(rest), melds, ruleset, still, trying):
            yield (*lays, *sets)


def _sets(
    hand: Handful,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    trying: Trying,
) -> Iterator[tuple[Lay, ...]]:
    """Every choice of sets that comes to what is missing, each slot as the rules let it be filled."""
    by_rank = _slots(hand, melds, ruleset)
    trying.mix(by_rank)
    # Where cards of a rank have several places, what is laid in one may mend what is in another.
    alone = {same[0] for same in by_rank if len(same) == 1}
    slots = [slot for same in by_rank for slot in same]
    search = _Search(slots, alone, hand, missing, ruleset.book, trying)
    branches = [True, False]
    trying.mix(branches)
    for nothing in branches:
        if not nothing:
            yield from _filled(0, hand, missing, search)
        elif missing.free or missing.points <= 0:
            yield ()


class _Slots(NamedTuple):
    """What is searched: the slots in the order in which they are filled, and those of one a rank."""

    slots: list[Slot]
    alone: set[Slot]
    hand: Handful
    missing: Missing
    book: Book
    trying: Trying


class _Search(_Slots):
    """One search, and how far its slots reach."""

    def bars(self, slot: Slot, lay: Lay) -> bool:
        """Whether a lay need not be tried any longer."""
        return slot in self.alone and lay in self.trying.barred

    @cached_property
    def reach(self) -> Reach:
        """How much the slots can take of the hand, each on its own; mostly nobody asks."""
        return reach(
            [Place(slot.rank, _held(slot, self.hand)) for slot in self.slots], self._options
        )

    def _options(self, place: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        slot = self.slots[place]
        for cards in _options(slot, self.hand, self.book):
            yield cards, _counted(slot, cards, self.missing, self.book)


def _held(slot: Slot, hand: Handful) -> int:
    return sum([number for card, number in hand.items() if card.rank is slot.rank])


def _filled(
    first: int, hand: Handful, missing: Missing, search: _Search
) -> Iterator[tuple[Lay, ...]]:
    """The choices that lay something; a branch that cannot come to what is missing is left."""
    if first == len(search.slots) or not _can_reach(missing, first, hand, search):
        return
    slot = search.slots[first]
    options = list(_options(slot, hand, search.book))
    search.trying.mix(options)
    for cards in options:
        if not cards:
            yield from _filled(first + 1, hand, missing, search)
            continue
        lay = _lay(slot, Cards(cards))
        if search.bars(slot, lay):
            continue
        points = missing.points - _counted(slot, cards, missing, search.book)
        still = missing._replace(points=points, cards=missing.cards - len(cards))
        if not _lies(slot, cards, search.book, going_out=False):
            still = still._replace(all_of_it=True)
        if still.nothing:
            yield (lay,)
        for more in _filled(first + 1, minus(hand, cards), still, search):
            yield (lay, *more)
            if search.bars(slot, lay):
                break


# Places for new melds: of a rank each, and one of no rank for wild cards alone.
_NEW = {rank: Slot(rank) for rank in (*NATURALS, Rank.BLACK_THREE, None)}


def _slots(hand: Handful, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[list[Slot]]:
    """Everywhere that cards of the hand may go, rank by rank, melds that lie there first."""
    # Where a second meld waits for a canasta, the rules say when it may be.
    apart = ruleset.melds.same_rank is not SameRank.MERGED
    every_lying, every_held = _by_rank(melds), _ranks(hand)
    by_rank: list[list[Slot]] = []
    for rank, new in _NEW.items():
        lying, held = every_lying.get(rank, ()), every_held.get(rank, 0)
        several = len(lying) > 1
        slots = [Slot(rank, cards, n if several else None) for n, cards in enumerate(lying, 1)]
        if held and (apart or not lying):
            slots += [new] * (max(held // (ruleset.melds.min_naturals or 1), 1) if apart else 1)
        if rank is None and ruleset.melds.wild_only:
            slots += [new] * _new_wild(lying, sum(wilds_of(every(hand))), ruleset)
        by_rank.append(slots)
    return by_rank


def _new_wild(lying: Sequence[Cards], held: int, ruleset: Ruleset) -> int:
    """How many new melds of wild cards there may be: one when the others are canastas, or apart."""
    least, canasta = ruleset.melds.smallest, ruleset.melds.canasta
    if ruleset.melds.same_rank is SameRank.APART:
        return held // least
    return held >= least + sum(max(canasta - len(cards), 0) for cards in lying)


def _ranks(hand: Handful) -> Mapping[Rank | None, int]:
    """How many cards of each rank there are."""
    counts: dict[Rank | None, int] = {}
    for card, number in hand.items():
        counts[card.rank] = counts.get(card.rank, 0) + number
    return counts


def _by_rank(melds: tuple[Meld, ...]) -> Mapping[Rank | None, list[Cards]]:
    """The melds that cards can be put to as those of a rank; under no rank those of wild cards."""
    lying: dict[Rank | None, list[Cards]] = {}
    for meld in melds:
        if meld.shape is Shape.WILD or (meld.rank is not None and meld.shape is not Shape.RUN):
            lying.setdefault(meld.rank, []).append(meld.cards)
    return lying


def _can_reach(missing: Missing, first: int, hand: Handful, search: _Search) -> bool:
    """Whether what is missing can still be laid with the slots from the first one on."""
    if missing.points <= 0 and not missing.all_of_it:
        return True
    most = search.reach(first, _held(search.slots[first], hand), wilds_of(every(hand)))
    whole = most.cards >= missing.cards
    if missing.all_of_it and not whole:
        return False
    return (missing.or_all and whole) or most.points >= missing.points


def _shown(cards: tuple[Card, ...], missing: Missing) -> tuple[Card, ...]:
    """Those of some cards that were in the hand before the pile was touched."""
    if missing.shown is None:
        return cards
    return tuple((Counter(cards) & Counter(missing.shown)).elements())


def _counted(slot: Slot, cards: tuple[Card, ...], missing: Missing, book: Book) -> int:
    """The most points that cards of a slot can count for an opening."""
    if missing.shown is None or slot.lying:
        return worth(_shown(cards, missing), book.ruleset)
    return worth_alone(_shown(cards, missing), book.ruleset)


def _lay(slot: Slot, cards: Cards) -> Lay:
    return LayOff(Onto(slot.rank, which=slot.which), cards) if slot.lying else Meld(cards)


def _options(slot: Slot, hand: Handful, book: Book) -> tuple[tuple[Card, ...], ...]:
    """The cards of a hand that a place may take, few before many; first none."""
    own = tuple([counted for counted in hand.items() if counted[0].rank is slot.rank])
    wild = tuple([counted for counted in hand.items() if counted[0].rank.wild])
    return _choices(slot, own, wild, book) if own or wild else ((),)


@lru_cache(maxsize=50_000)
def _choices(
    slot: Slot, own: tuple[tuple[Card, int], ...], wild: tuple[tuple[Card, int], ...], book: Book
) -> tuple[tuple[Card, ...], ...]:
    found = []
    for counts in product(*(range(n + 1) for _, n in (*own, *wild))):
        cards = tuple(
            card for (card, _), n in zip((*own, *wild), counts, strict=True) for _ in range(n)
        )
        if not cards or _lies(slot, cards, book, going_out=True):
            found.append(cards)
    return tuple(sorted(found, key=lambda cards: (len(cards), [card.order for card in cards])))


@lru_cache(maxsize=50_000)
def _lies(slot: Slot, cards: tuple[Card, ...], book: Book, *, going_out: bool) -> bool:
    """Whether the slot may take the cards, in going out or in any turn."""
    meld = Meld(slot.lying + Cards(cards))
    return judge_meld(Lying(meld, going_out=going_out), book.ruleset).legal is True
