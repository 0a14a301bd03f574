"""List every way to put cards of a hand into melds, new or on the table, by the melding rules."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Any, NamedTuple

from canasta_cli.engine.handful import Handful, every, handful, minus
from canasta_cli.engine.melds.points_shown import points_alone
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.movegen.reach import Place, Reach, reach, wilds_of
from canasta_cli.engine.movegen.sequences import run_choices
from canasta_cli.engine.points import points_of
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, MeldOnTable, Onto, Shape
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import SameRank

Mix = Callable[[list[Any]], None]
"""Reorders the branches of the generator in place."""


def in_order(_: list[Any]) -> None:
    """Keep the canonical order: stock before pile, few cards before many, low ranks first."""


class Slot(NamedTuple):
    """A meld that cards may go to: one on the table, or a new one of a rank or of wild cards."""

    rank: Rank | None
    lying: Cards = NO_CARDS
    which: int | None = None


class Trying(NamedTuple):
    """Options of the search: the order of the choices, and the lays to leave out.

    ``barred`` may grow during the search: a caller can add the lays of a refused choice, and no
    later choice has them. ``most_runs`` limits the number of choices of sequences tried.
    """

    mix: Mix
    barred: Container[MeldOrLayOff] = ()
    most_runs: int | None = None


class Missing(NamedTuple):
    """The requirements still to be met: ``points`` to lay, or the whole hand, ``cards`` in number.

    ``or_all`` is true if the whole hand is enough without the points, ``all_of_it`` if nothing less
    is enough, since some cards may be melded only when going out. Only cards that can be shown
    from ``shown`` have points; ``None`` is the whole hand. ``free`` is true if laying nothing is
    allowed as well.
    """

    points: int
    cards: int
    free: bool = True
    or_all: bool = True
    all_of_it: bool = False
    shown: Handful | None = None

    @property
    def nothing(self) -> bool:
        """True if enough has been laid."""
        whole = self.cards <= 0
        return (whole or not self.all_of_it) and (self.points <= 0 or (self.or_all and whole))


def fillings(
    hand: Handful,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    trying: Trying,
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield every choice of lays that meets the requirements: sequences, then sets of the rest."""
    if not ruleset.melds.runs:
        yield from _sets(hand, melds, ruleset, missing, trying)
        return
    runs = list(islice(run_choices(Cards(every(hand)), melds, ruleset), trying.most_runs))
    trying.mix(runs)
    for melded, rest in runs:
        cards = tuple(card for lay in melded for card in lay.cards)
        still = missing._replace(
            points=missing.points - points_of(_shown(cards, missing), ruleset),
            cards=missing.cards - len(cards),
        )
        free = still.nothing if melded else missing.free
        still = still._replace(free=free)
        for sets in _sets(handful(rest), melds, ruleset, still, trying):
            yield (*melded, *sets)


def _sets(
    hand: Handful,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    trying: Trying,
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield every choice of sets that meets the requirements, each slot filled within the rules."""
    by_rank = _slots(hand, melds, ruleset)
    trying.mix(by_rank)
    # If a rank has several slots, cards in one may make the cards in another legal.
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
    """The input of a search: the slots in order, and those that are ``alone`` in their rank."""

    slots: list[Slot]
    alone: set[Slot]
    hand: Handful
    missing: Missing
    book: Book
    trying: Trying


class _Search(_Slots):
    """One search, with a bound on what its slots can take."""

    def bars(self, slot: Slot, lay: MeldOrLayOff) -> bool:
        """True if a lay doesn't need to be tried any more."""
        return slot in self.alone and lay in self.trying.barred

    @cached_property
    def reach(self) -> Reach:
        """The bound on what each slot can take of the hand; computed when needed, which is rare."""
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
) -> Iterator[tuple[MeldOrLayOff, ...]]:
    """Yield the choices that lay something, skipping branches that can't meet the requirements."""
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


# Slots for new melds: one for each rank, and one of no rank for wild cards alone.
_NEW = {rank: Slot(rank) for rank in (*NATURALS, Rank.BLACK_THREE, None)}


def _slots(hand: Handful, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[list[Slot]]:
    """List the slots for cards of the hand, rank by rank, melds on the table first."""
    # If a second meld must wait for a canasta, the rules decide when it may be made.
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
    """The most new wild melds: several if melds are separate, else one once others are canastas."""
    least, canasta = ruleset.melds.smallest, ruleset.melds.canasta
    if ruleset.melds.same_rank is SameRank.APART:
        return held // least
    return held >= least + sum(max(canasta - len(cards), 0) for cards in lying)


def _ranks(hand: Handful) -> Mapping[Rank | None, int]:
    """Count the cards of each rank."""
    counts: dict[Rank | None, int] = {}
    for card, number in hand.items():
        counts[card.rank] = counts.get(card.rank, 0) + number
    return counts


def _by_rank(melds: tuple[Meld, ...]) -> Mapping[Rank | None, list[Cards]]:
    """Map each rank to the melds that its cards can join, ``None`` to melds of wild cards."""
    lying: dict[Rank | None, list[Cards]] = {}
    for meld in melds:
        if meld.shape is Shape.WILD or (meld.rank is not None and meld.shape is not Shape.RUN):
            lying.setdefault(meld.rank, []).append(meld.cards)
    return lying


def _can_reach(missing: Missing, first: int, hand: Handful, search: _Search) -> bool:
    """True if the slots from ``first`` on can still meet the requirements."""
    if missing.points <= 0 and not missing.all_of_it:
        return True
    most = search.reach(first, _held(search.slots[first], hand), wilds_of(every(hand)))
    whole = most.cards >= missing.cards
    if missing.all_of_it and not whole:
        return False
    return (missing.or_all and whole) or most.points >= missing.points


def _shown(cards: tuple[Card, ...], missing: Missing) -> tuple[Card, ...]:
    """Keep the cards that were in the hand before the pile was taken."""
    if missing.shown is None:
        return cards
    return tuple((Counter(cards) & Counter(missing.shown)).elements())


def _counted(slot: Slot, cards: tuple[Card, ...], missing: Missing, book: Book) -> int:
    """The most points that the cards of a slot can count for the initial meld."""
    if missing.shown is None or slot.lying:
        return points_of(_shown(cards, missing), book.ruleset)
    return points_alone(_shown(cards, missing), book.ruleset)


def _lay(slot: Slot, cards: Cards) -> MeldOrLayOff:
    return LayOff(Onto(slot.rank, which=slot.which), cards) if slot.lying else Meld(cards)


def _options(slot: Slot, hand: Handful, book: Book) -> tuple[tuple[Card, ...], ...]:
    """List the choices of cards of a hand that a slot may take, few before many, none first."""
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
    """True if the slot may take the cards, when going out or in any turn."""
    meld = Meld(slot.lying + Cards(cards))
    return judge_meld(MeldOnTable(meld, going_out=going_out), book.ruleset).legal is True
