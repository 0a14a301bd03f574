"""Choices of layings, group by group, in the order of a measure: an exact search.

Wild cards are the only thing that groups compete for. So the search goes group by group and keeps
how each sum of layings can be come by, and the most points that it can be worth; from there the
choices are read off, the best first, without ever making one that comes to nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple, TypeVar

from canasta_cli.engine.ways.layings import NOTHING, Laying
from canasta_cli.engine.ways.marks import Marks

T = TypeVar("T")
PATIENCE = 3
"""How often a sum is asked about that the rules refuse: what they ask is in the sum itself."""


class Sum(NamedTuple):
    """What layings come to together: what decides whether they may be laid, and what they earn."""

    deuces: int = 0
    jokers: int = 0
    cards: int = 0
    canastas: tuple[int, ...] = ()
    costs: int = 0
    marks: Marks = frozenset()

    @property
    def wilds(self) -> int:
        """How many wild cards they use."""
        return self.deuces + self.jokers

    def plus(self, laying: Laying) -> "Sum":
        """With one more laying."""
        canastas, marks = self.canastas, self.marks
        if laying.canastas:
            canastas = tuple(sorted((*canastas, *laying.canastas)))
        if laying.marks:
            marks |= laying.marks
        deuces, jokers = self.deuces + laying.deuces, self.jokers + laying.jokers
        cards, costs = self.cards + laying.cards, self.costs + laying.costs
        return Sum(deuces, jokers, cards, canastas, costs, marks)


class End(NamedTuple):
    """A sum that one of several spreads comes to."""

    spread: int
    total: Sum


class Choice(NamedTuple):
    """One choice: a laying of every group, in their order, and the points that they are worth."""

    end: End
    points: int
    layings: tuple[Laying, ...]


Measure = Callable[[End, int], tuple[int, ...]]
"""Small is good: by the sum, and by the points that a choice is worth; more points are never worse."""


class Spread(NamedTuple):
    """The layings of each group, and how each sum of those from a group on is come by.

    ``steps`` has a table for each group; ``most``, the most points that a sum can be worth, has one
    more, for what is laid beside them all.
    """

    groups: tuple[tuple[Laying, ...], ...]
    steps: tuple[dict[Sum, list[tuple[int, Sum]]], ...]
    most: tuple[dict[Sum, int], ...]


def spread(
    groups: tuple[tuple[Laying, ...], ...], deuces: int, jokers: int, first: Laying
) -> Spread:
    """All that layings can come to with so many wild cards; ``first`` is laid beside them."""
    most = [{Sum().plus(first): first.points}]
    steps: list[dict[Sum, list[tuple[int, Sum]]]] = []
    for layings in reversed(groups):
        ways: dict[Sum, list[tuple[int, Sum]]] = {}
        worth: dict[Sum, int] = {}
        for place, laying in enumerate(layings):
            nothing = laying == NOTHING
            spare_deuces, spare_jokers = deuces - laying.deuces, jokers - laying.jokers
            for total, points in most[-1].items():
                if total.deuces > spare_deuces or total.jokers > spare_jokers:
                    continue
                now = total if nothing else total.plus(laying)
                if now not in ways:
                    ways[now], worth[now] = [], 0
                ways[now].append((place, total))
                worth[now] = max(worth[now], points + laying.points)
        steps.append(ways)
        most.append(worth)
    return Spread(groups, tuple(reversed(steps)), tuple(reversed(most)))


def ends(spreads: tuple[Spread, ...]) -> Iterator[tuple[End, int]]:
    """All that some spreads come to, and the most points that each can be worth."""
    for which, searched in enumerate(spreads):
        for total, most in searched.most[0].items():
            yield End(which, total), most


class _Path(NamedTuple):
    """A choice of which the first groups are decided; in the order in which it is looked at."""

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
    """What comes of the choices that stand when asked about, in the order of a measure.

    Among equals the order is canonical. Those come to one of the ends that are ``wanted``, with
    points ``enough`` for it. ``ask`` gives nothing for a choice that does not stand.
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
    """The path with one more group decided, in every way that comes to its end; the most points."""
    at = len(path.places)
    for place, left in searched.steps[at][path.left]:
        points = path.points + searched.groups[at][place].points
        more = path._replace(places=(*path.places, place), left=left, points=points)
        yield more, points + searched.most[at + 1][left]


def _chosen(path: _Path, searched: Spread) -> Choice:
    chosen = zip(searched.groups, path.places, strict=True)
    points = path.points + searched.most[-1][path.left]
    return Choice(path.end, points, tuple(layings[place] for layings, place in chosen))
