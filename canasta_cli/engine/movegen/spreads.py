"""Search all choices of layings, group by group, in the order of a measure.

Groups compete only for wild cards. The search goes group by group and stores how each sum of
layings can be reached, and the most points that it can have. From these tables it builds the
choices, the best first, without starting one that leads nowhere.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple, TypeVar

from canasta_cli.engine.movegen.layings import NOTHING, Laying
from canasta_cli.engine.movegen.marks import Marks

T = TypeVar("T")
PATIENCE = 3
"""The number of refusals after which a sum is given up: the rules depend only on the sum itself."""


class Sum(NamedTuple):
    """The sum of some layings: everything that decides if they may be laid, and what they earn."""

    deuces: int = 0
    jokers: int = 0
    cards: int = 0
    canastas: tuple[int, ...] = ()
    costs: int = 0
    marks: Marks = frozenset()

    @property
    def wilds(self) -> int:
        """The number of wild cards used."""
        return self.deuces + self.jokers

    def plus(self, laying: Laying) -> "Sum":
        """Return the sum with one more laying."""
        canastas, marks = self.canastas, self.marks
        if laying.canastas:
            canastas = tuple(sorted((*canastas, *laying.canastas)))
        if laying.marks:
            marks |= laying.marks
        deuces, jokers = self.deuces + laying.deuces, self.jokers + laying.jokers
        cards, costs = self.cards + laying.cards, self.costs + laying.costs
        return Sum(deuces, jokers, cards, canastas, costs, marks)


class End(NamedTuple):
    """A sum, and the index of the spread that reaches it."""

    spread: int
    total: Sum


class Choice(NamedTuple):
    """One choice: a laying of every group, in their order, and their points together."""

    end: End
    points: int
    layings: tuple[Laying, ...]


Measure = Callable[[End, int], tuple[int, ...]]
"""The sort key of a choice, from its sum and points: smaller is better, more points never worse."""


class Spread(NamedTuple):
    """The layings of each group, and how each sum of the groups from an index on is reached.

    ``steps`` has a table for each group; ``most``, the most points that a sum can have, has one
    more, for what is laid beside them all.
    """

    groups: tuple[tuple[Laying, ...], ...]
    steps: tuple[dict[Sum, list[tuple[int, Sum]]], ...]
    most: tuple[dict[Sum, int], ...]


def spread(
    groups: tuple[tuple[Laying, ...], ...], deuces: int, jokers: int, first: Laying
) -> Spread:
    """Compute all sums of layings with the given wild cards; ``first`` is laid beside them."""
    most = [{Sum().plus(first): first.points}]
    steps: list[dict[Sum, list[tuple[int, Sum]]]] = []
    for layings in reversed(groups):
        ways: dict[Sum, list[tuple[int, Sum]]] = {}
        points_of: dict[Sum, int] = {}
        for place, laying in enumerate(layings):
            nothing = laying == NOTHING
            spare_deuces, spare_jokers = deuces - laying.deuces, jokers - laying.jokers
            for total, points in most[-1].items():
                if total.deuces > spare_deuces or total.jokers > spare_jokers:
                    continue
                now = total if nothing else total.plus(laying)
                if now not in ways:
                    ways[now], points_of[now] = [], 0
                ways[now].append((place, total))
                points_of[now] = max(points_of[now], points + laying.points)
        steps.append(ways)
        most.append(points_of)
    return Spread(groups, tuple(reversed(steps)), tuple(reversed(most)))


def ends(spreads: tuple[Spread, ...]) -> Iterator[tuple[End, int]]:
    """Yield all sums that some spreads reach, each with the most points that it can have."""
    for which, searched in enumerate(spreads):
        for total, most in searched.most[0].items():
            yield End(which, total), most


class _Path(NamedTuple):
    """A choice with its first groups decided; paths sort in the order in which they are tried."""

    measure: tuple[int, ...]
    spread: int
    places: tuple[int, ...]
    number: int
    end: End
    left: Sum
    points: int


def best_first(
    spreads: tuple[Spread, ...],
    wanted: Iterable[End],
    measure: Measure,
    enough: Callable[[End, int], bool],
    ask: Callable[[Choice], T | None],
) -> Iterator[T]:
    """Yield the answers of ``ask`` for the choices that are accepted, in the order of a measure.

    Among equals the order is canonical. The choices reach one of the ends that are ``wanted``, with
    ``enough`` points for it. ``ask`` returns ``None`` for a choice that is refused.
    """
    refused: dict[End, int] = {}
    numbers = count()
    heap = [
        _Path(measure(end, most), end.spread, (), next(numbers), end, end.total, 0)
        for end in wanted
        if enough(end, most := spreads[end.spread].most[0][end.total])
    ]
    heapify(heap)
    while heap:
        path = heappop(heap)
        searched = spreads[path.spread]
        if refused.get(path.end, 0) >= PATIENCE:
            continue
        if len(path.places) < len(searched.groups):
            for more, bound in _onward(path, searched):
                if enough(more.end, bound):
                    at = measure(more.end, bound)
                    heappush(heap, more._replace(measure=at, number=next(numbers)))
            continue
        answer = ask(_chosen(path, searched))
        if answer is None:
            refused[path.end] = refused.get(path.end, 0) + 1
        else:
            yield answer


def _onward(path: _Path, searched: Spread) -> Iterator[tuple[_Path, int]]:
    """Yield the path with one more group decided, in each way to its end, and its most points."""
    at = len(path.places)
    for place, left in searched.steps[at][path.left]:
        points = path.points + searched.groups[at][place].points
        more = path._replace(places=(*path.places, place), left=left, points=points)
        yield more, points + searched.most[at + 1][left]


def _chosen(path: _Path, searched: Spread) -> Choice:
    chosen = zip(searched.groups, path.places, strict=True)
    points = path.points + searched.most[-1][path.left]
    return Choice(path.end, points, tuple(layings[place] for layings, place in chosen))
