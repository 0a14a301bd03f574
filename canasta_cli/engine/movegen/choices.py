"""Search all choices of one laying for each group of a hand, exactly, by what the rules ask about melds.

The searches for initial melds and for ways to go out call it; ``Way`` is what they return.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush, merge
from itertools import accumulate, count
from typing import TypeVar

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.movegen.melds import Effort, Laying, guard_of, pack, wild_cards
from canasta_cli.engine.points import cost, grade, open_melds, points_of, value
from canasta_cli.engine.rule import Fact, Missing, RuleFinding, judge
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.laying import ADDING, BY_MELD, LAYING, is_locked, is_open
from canasta_cli.engine.turn.opening import CardsFromHand, satisfies, splashes
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Cards, Meld, Rank
from canasta_cli.model.turn import Clause, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Grade, SpecialHand, WildLock
from canasta_cli.values import Enum, NamedTuple, lazy

# Find what the rules of a whole play ask about melds, before the play is put together.
#
# A mark stands for everything that they ask about, besides canastas and points. Two choices of
# melds with the same number of cards, the same canastas and the same marks are equal to the rules,
# so a search may ask about one of them for all. A lay is barred if it is illegal whatever else is
# laid.

RULES_OF_ONE_LAY = play_topic(*LAYING, *BY_MELD)
"""Rules whose refusal no other lay of the turn can lift."""
_LOCKED = play_topic(*LAYING, *ADDING)


Barred = Callable[[tuple[MeldOrLayOff, ...]], bool]
"""A test for lays on one table that are illegal whatever else is laid; each is judged once."""


def barred_on(
    view: View, ruleset: Ruleset, clauses: tuple[Clause, ...] = (), then: View | None = None
) -> Barred:
    """Return the test for a table: true if a rule refuses some lays after the ``clauses`` of a turn.

    ``then`` is the table after them. If a rule refuses what they lay, other lays may lift that: no lay
    is barred.
    """

    @cache
    def barred(melded: tuple[MeldOrLayOff, ...]) -> bool:
        rules = _LOCKED if _locks(then or view, melded, ruleset) else RULES_OF_ONE_LAY
        play = Play(Turn((*clauses, *((MeldDown(melded),) if melded else ()))), view, ruleset)
        return judge(play, rules, ruleset).legal is False

    return (lambda _: False) if barred(()) else barred


def _locks(view: View, melded: tuple[MeldOrLayOff, ...], ruleset: Ruleset) -> bool:
    """True if a wild meld keeps wild cards from others, and the hand has too few to finish it beside these."""
    if ruleset.melds.wild_lock is WildLock.NONE or view.hand is None:
        return False
    # If the hand can finish the wild meld in this turn, that lifts the lock: no lay is barred by it.
    wild_ranks = ruleset.wild_ranks
    wilds = wild_ranks.count(view.hand) - sum([wild_ranks.count(lay.cards) for lay in melded])
    on_table = [meld for meld in view.melds or () if is_open(meld, ruleset)]
    return bool(on_table) and all(meld.size + wilds < ruleset.melds.canasta for meld in on_table)


class Mark(Enum):
    """A property of melds that a rule of opening, of adding or of going out asks about."""

    LAST = "may be melded only in the turn in which you go out"
    CONTAINED = "is what the initial meld must contain"
    SPLASH = "opens without a minimum"
    UNFINISHED = "must be finished before going out"
    LOCKING = "keeps wild cards from other melds until it is finished"
    LOCKED = "has wild cards that another meld may keep from it"
    ADDED = "adds to a meld that lay there, so that nothing is concealed"
    OWN = "would be a canasta without what lay there"
    WEAK = "could not lie without what lay there"


Marks = frozenset[Mark]


def _marks_of(each: CardsFromHand, ruleset: Ruleset) -> Iterator[Mark]:
    """Yield the marks of one meld laid, without those that no rule of the game asks about."""
    placement, wild_lock = each.placement, ruleset.melds.wild_lock
    if meld_is_legal(placement.after, ruleset, going_out=False) is False:
        yield Mark.LAST
    if ruleset.opening.contains is not Contains.ANYTHING and satisfies(
        each.own, placement.after, ruleset
    ):
        yield Mark.CONTAINED
    if placement.before is None and splashes(each.own, ruleset):
        yield Mark.SPLASH
    if wild_lock is not WildLock.NONE and is_locked(placement, wild_lock):
        yield Mark.LOCKED
    if ruleset.out.concealed > 0:
        alone = Meld(placement.added, ruleset.wild_ranks)
        if placement.before is not None:
            yield Mark.ADDED
        if grade(alone, ruleset) is not None:
            yield Mark.OWN
        if meld_is_legal(alone, ruleset, going_out=True) is not True:
            yield Mark.WEAK


def marks(laid: Iterable[CardsFromHand], on_table: tuple[Meld, ...], ruleset: Ruleset) -> Marks:
    """Find the marks of the melds laid, and of all melds on the table after that."""
    found = {mark for each in laid for mark in _marks_of(each, ruleset)}
    if open_melds(on_table, ruleset):
        found.add(Mark.UNFINISHED)
    if ruleset.melds.wild_lock is not WildLock.NONE and any(is_open(m, ruleset) for m in on_table):
        found.add(Mark.LOCKING)
    return frozenset(found)


# Ways to play from a hand: to open, or to go out.

MOST_WAYS = 200


class TakingInSearch(NamedTuple):
    """A meld with the top card of the pile, and the cards of the hand shown with that card."""

    meld: Meld
    shown: Cards


class Way(NamedTuple):
    """A way to open or to go out: the melds, their points, and the cards used.

    ``takes`` is the top card of the pile if the way takes it, and ``taking`` the meld with it; its
    value counts with the melds if the rules allow it. ``cards`` and ``wilds`` count cards of the
    hand. ``spared`` is the reason why less than the minimum opens, if it does. ``bonus`` is the pay
    for going out, ``gain`` everything that a way to go out adds to the side's sheet: cards,
    canastas and the bonus; ``joins`` are ranks whose sets are joined for it. ``special`` is set if
    the whole hand is shown at once. ``take`` is how a way to go out takes the pile, if it does.
    ``unknown`` are the facts that some rule is missing. If it is unknown if going out is concealed,
    ``bonus`` is ``None``, ``bonuses`` has both values, ``gain`` has the lower one, and
    ``bonus_needs`` are the facts that decide it.
    """

    melds: tuple[MeldOrLayOff, ...]
    value: int
    cards: int
    wilds: int
    takes: Card | None = None
    taking: TakingInSearch | None = None
    spared: str = ""
    discard: Card | None = None
    bonus: int | None = None
    gain: int = 0
    special: SpecialHand | None = None
    joins: tuple[Rank, ...] = ()
    take: Take | None = None
    unknown: tuple[Missing, ...] = ()
    bonuses: tuple[int, ...] = ()
    bonus_needs: tuple[Fact, ...] = ()


class NearMiss(NamedTuple):
    """A way that is almost legal, and the findings against it."""

    way: Way
    against: tuple[RuleFinding, ...]


class Ways(NamedTuple):
    """Ways in canonical order; if there are none, a near miss that is ``refused``, if there is one.

    ``more`` is true if there are more than are listed, ``untried`` if the hand has too many choices
    to try them all. ``unknown`` are missing facts that might allow ways.
    """

    ways: tuple[Way, ...]
    more: bool = False
    untried: bool = False
    unknown: tuple[Missing, ...] = ()
    refused: NearMiss | None = None

    @property
    def possible(self) -> bool | None:
        """True if a way is legal for certain; ``None`` if missing facts, or ways not tried, decide."""
        if any(not way.unknown for way in self.ways):
            return True
        return None if self.ways or self.unknown or self.untried else False


# Search all choices of one laying for each group of a hand, exactly, the best by a measure first.
#
# Groups compete only for wild cards, and the rules depend on a choice only by its result: the cards
# used, their points, and what `Result` has. So the search goes group by group and keeps, for each
# result, the best ways to reach it. It computes only the numbers of cards that are asked for.

T = TypeVar("T")
REFUSALS_UNTIL_GIVEN_UP = 3
"""The number of refusals after which a result is given up: the rules depend on it alone."""
OF_RESULTS = 12
"""The number of results, each added to a laying, that a search takes as one unit of work."""
_GRADES = tuple(Grade)
Places = tuple[int, ...]
"""The laying chosen in each group, as its index; choices with smaller ones come first."""
Pick = tuple[int, Places]
"""A choice: its points, negative so that the best is the least, and its layings."""


class Result(NamedTuple):
    """The properties of some layings that rules ask about, besides the numbers of cards and the points.

    ``canastas`` are the grades of the canastas of their groups, as indices; ``costs`` are the
    penalties for unfinished melds if the hand ends like that.
    """

    canastas: tuple[int, ...] = ()
    costs: int = 0
    marks: Marks = frozenset()

    def plus(self, other: "Result") -> "Result":
        """Return the result of both."""
        if self is _PLAIN:
            return other
        return self if other is _PLAIN else _together(self, other)


@lru_cache(maxsize=20_000)
def _together(one: Result, other: Result) -> Result:
    canastas = tuple(sorted((*one.canastas, *other.canastas)))
    return Result(canastas, one.costs + other.costs, one.marks | other.marks)


_PLAIN = Result()


class LayingOption(NamedTuple):
    """One laying of a group as the search sees it: the cards of the hand, the points, the result.

    ``spent`` has the wild cards of each rank, packed; ``bare`` are the points without theirs.
    """

    naturals: int
    wilds: int
    spent: int
    points: int
    bare: int
    result: Result


@lru_cache(maxsize=50_000)
def option_of(laying: Laying) -> LayingOption:
    """Return a laying as the search sees it, with its result for a hand that has all its cards."""
    ruleset, wild_ranks = laying.ruleset, laying.ruleset.wild_ranks
    grades = [kind for meld in laying.melds if (kind := grade(meld, ruleset)) is not None]
    own = [CardsFromHand(each, Meld(each.added, wild_ranks)) for each in laying.laid]
    result = Result(
        tuple(sorted(map(_GRADES.index, grades))),
        cost(laying.melds, ruleset),
        marks(own, laying.melds, ruleset),
    )
    plain = _PLAIN if result == _PLAIN else result
    naturals = [card for lay in laying.melded for card in lay.cards if card.rank not in wild_ranks]
    bare = points_of(naturals, ruleset)
    return LayingOption(len(naturals), laying.wilds, laying.spent, laying.points, bare, plain)


class LayingForm:
    """The options of a group, without their cards: groups with the same options share one form.

    ``melded`` is true if any of them lays cards, ``naturals`` is the most natural cards that one has,
    ``value`` the most points for each of them, ``more`` the most points without any, both besides
    wild cards.
    """

    __slots__ = ("_first", "melded", "more", "naturals", "options", "value")

    def __init__(self, options: tuple[LayingOption, ...]) -> None:
        self.options = options
        self.melded = any(each.naturals or each.wilds for each in options)
        self.naturals = max([each.naturals for each in options], default=0)
        self.value = max([-(-o.bare // o.naturals) for o in options if o.naturals], default=0)
        self.more = max([o.bare for o in options if not o.naturals], default=0)
        self._first: dict[int, list[tuple[int, LayingOption]]] = {}

    def first(self, keep: int) -> list[tuple[int, LayingOption]]:
        """List the options with their places, of equal ones only as many as a search keeps."""
        if keep not in self._first:
            found: dict[LayingOption, list[int]] = {}
            for place, each in enumerate(self.options):
                found.setdefault(each, []).append(place)
            self._first[keep] = [(at, o) for o, places in found.items() for at in places[:keep]]
        return self._first[keep]


@lru_cache(maxsize=20_000)
def form_of(options: tuple[LayingOption, ...]) -> LayingForm:
    """Return the form with these options, always the same one."""
    return LayingForm(options)


class Sum(NamedTuple):
    """The result of a whole choice: everything that decides if it is legal, besides its points."""

    cards: int
    wilds: int
    spent: int
    result: Result


_Cell = Mapping[tuple[int, Result], tuple[Pick, ...]]


class Choices:
    """All choices of an option in each of some forms, by the numbers of cards that they use.

    No more wild cards are used than ``wilds``, which has those of each rank. For each result the
    ``keep`` best choices are kept.
    """

    def __init__(
        self, forms: tuple[LayingForm, ...], wilds: tuple[int, ...], keep: int, ruleset: Ruleset
    ) -> None:
        self.ruleset, self.wilds, self.keep = ruleset, wilds, keep
        self._guard = guard_of(len(wilds))
        self._most = pack(wilds) | self._guard
        self._others = choices(forms[1:], wilds, keep, ruleset) if forms else None
        self.naturals = sum([form.naturals for form in forms])
        self.cells: dict[tuple[int, int], _Cell] = (
            {} if forms else {(0, 0): {(0, _PLAIN): ((0, ()),)}}
        )
        self._forms = forms

    @lazy
    def numbers(self) -> tuple[tuple[int, int, int], ...]:
        """The numbers of cards and of wild cards of choices, each with a bound on their points."""
        values = [form.value for form in self._forms for _ in range(form.naturals)]
        naturals = _rising(values, sum([form.more for form in self._forms]))
        each = zip(wild_cards(self.ruleset), self.wilds, strict=True)
        wilds = _rising(
            [value(card.rank, self.ruleset) for card, number in each for _ in range(number)], 0
        )
        return tuple(
            [
                (number + wild, wild, points + more)
                for number, points in enumerate(naturals)
                for wild, more in enumerate(wilds)
                if number or wild
            ]
        )

    def sums(
        self, cards: int, wilds: int, effort: Effort
    ) -> Iterator[tuple[Sum, tuple[Pick, ...]]]:
        """Yield the results of choices with these numbers of cards, each with its best choices.

        There are none if the effort is spent before they are found.
        """
        for (spent, result), picks in (self.cell(cards - wilds, wilds, effort) or {}).items():
            yield Sum(cards, wilds, spent, result), picks

    def cell(self, naturals: int, wilds: int, effort: Effort) -> _Cell | None:
        """Return the best choices by wild cards and result; ``None`` if the effort is spent before.

        A question pays for each cell once, also for one that is known from another question, so that its
        answer doesn't depend on those before.
        """
        key = naturals, wilds
        if self._others is None or (self, key) in effort.paid:
            return self.cells.get(key, {})
        ends = self._ends(self._others, naturals, wilds, effort)
        if ends is None or not effort.pay(sum([len(end) for *_, end in ends]) // OF_RESULTS):
            return None
        effort.paid.add((self, key))
        if key not in self.cells:
            self.cells[key] = self._search(ends)
        return self.cells[key]

    def every(self, naturals: int, wilds: int, spent: int, result: Result) -> Iterator[Places]:
        """Yield the layings of each choice with a result found, small ones first, not only the best."""
        others = self._others
        if others is None:
            yield ()
            return
        for place, each in enumerate(self._forms[0].options):
            rest, spare, left = naturals - each.naturals, wilds - each.wilds, spent - each.spent
            if spare < 0 or not 0 <= rest <= others.naturals:
                continue
            ends = [
                others.every(rest, spare, left, more)
                for still, more in others.cells.get((rest, spare), ())
                if still == left and each.result.plus(more) == result
            ]
            for places in merge(*ends):
                yield (place, *places)

    def _ends(
        self, others: "Choices", naturals: int, wilds: int, effort: Effort
    ) -> "list[tuple[int, LayingOption, _Cell]] | None":
        """List the options with what the other forms can add; ``None`` if the effort is spent before."""
        ends: list[tuple[int, LayingOption, _Cell]] = []
        for place, each in self._forms[0].first(self.keep):
            rest, spare = naturals - each.naturals, wilds - each.wilds
            if spare < 0 or not 0 <= rest <= others.naturals:
                continue
            end = others.cell(rest, spare, effort)
            if end is None:
                return None
            ends.append((place, each, end))
        return ends

    def _search(self, ends: "list[tuple[int, LayingOption, _Cell]]") -> _Cell:
        most, guard = self._most, self._guard
        found: dict[tuple[int, Result], list[Pick]] = {}
        for place, each, end in ends:
            for (spent, result), picks in end.items():
                now = spent + each.spent
                # More wild cards of some rank than the hand has: one subtraction compares all ranks.
                if most - now & guard != guard:
                    continue
                key = now, each.result.plus(result)
                ways = found.get(key)
                if ways is None:
                    ways = found[key] = []
                ways += [(points - each.points, (place, *places)) for points, places in picks]
        return {key: tuple(sorted(ways)[: self.keep]) for key, ways in found.items()}


@lru_cache(maxsize=1_000)
def choices(
    forms: tuple[LayingForm, ...], wilds: tuple[int, ...], keep: int, ruleset: Ruleset
) -> Choices:
    """Return the choices of some forms: hands share what they have in common."""
    return Choices(forms, wilds, keep, ruleset)


def _rising(values: list[int], start: int) -> list[int]:
    """Return the most that each number of some values can be in sum."""
    return list(accumulate(sorted(values, reverse=True), initial=start))


class Choice(NamedTuple):
    """One choice in one of several searches: its result and points, and the layings as indices."""

    search: int
    total: Sum
    points: int
    places: Places


Measure = Callable[[int, int, int], tuple[int, ...]]
"""The sort key of a choice, from its cards, wild cards and points: less is better, and more points
never worse."""
Enough = Callable[[int, int, bool], bool]
"""True if choices with a number of cards, and points, may be legal; with canastas, or without."""


_Entry = tuple[tuple[int, ...], int, Places, int, Sum | tuple[int, int, int], tuple[Pick, ...]]
"""A measure, search, layings and number to sort by; a result with its choices, the first of which
is to be tried, or a search and numbers of cards and wild cards."""


# Points of choices that are not computed yet are bounded from above. A measure never prefers fewer
# points, so when a choice comes off the heap, no better one is still hidden behind a bound.
def best_first(
    searches: Sequence[Choices],
    measure: Measure,
    enough: Enough,
    ask: Callable[[Choice], T | None],
    effort: Effort,
) -> Iterator[T]:
    """Yield the answers of ``ask`` for the choices that are accepted, in the order of a measure.

    Among equals the order is that of their layings. ``ask`` returns ``None`` for a choice that is
    refused. The search stops when the effort is spent.
    """
    refused: dict[tuple[int, Sum], int] = {}
    numbers = count()
    # Sorted by measure, search and layings; a number of cards, of which the choices are not known
    # yet, comes before those that it has.
    heap: list[_Entry] = [
        (measure(cards, wilds, bound), -1, (), next(numbers), (which, cards, wilds), ())
        for which, search in enumerate(searches)
        for cards, wilds, bound in search.numbers
        if enough(cards, bound, True)
    ]
    heapify(heap)
    while heap and not effort.stops():
        _, which, places, _, what, picks = heappop(heap)
        ends: Iterable[tuple[Sum, tuple[Pick, ...]]] = ()
        if isinstance(what, Sum):
            effort.spend(what.cards)
            answer = ask(Choice(which, what, -picks[0][0], places))
            if answer is not None:
                yield answer
            else:
                refused[which, what] = refused.get((which, what), 0) + 1
            if len(picks) > 1 and refused.get((which, what), 0) < REFUSALS_UNTIL_GIVEN_UP:
                ends = ((what, picks[1:]),)
        else:
            which, cards, wilds = what
            ends = searches[which].sums(cards, wilds, effort)
        for total, best in ends:
            effort.spend(1)
            points, places = -best[0][0], best[0][1]
            if enough(total.cards, points, bool(total.result.canastas)):
                at = measure(total.cards, total.wilds, points)
                heappush(heap, (at, which, places, next(numbers), total, best))
