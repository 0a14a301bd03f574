"""Compute how much can still be laid, so that the generator can leave a branch early."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from canasta_cli.engine.melds.points_shown import Wilds
from canasta_cli.model.cards import Card, Rank


class Most(NamedTuple):
    """The most that can be laid: in points that count, and in cards."""

    points: int
    cards: int


class Place(NamedTuple):
    """A place for cards of a rank, or for wild cards alone; the hand has ``held`` of that rank."""

    rank: Rank | None
    held: int


class Took(NamedTuple):
    """The number of cards that a place takes: natural cards, deuces and jokers."""

    naturals: int
    deuces: int
    jokers: int


NOTHING = Most(0, 0)
Options = Callable[[int], Iterable[tuple[tuple[Card, ...], int]]]
"""The choices of cards that a place may take, each with the points that it counts."""
Reach = Callable[[int, int, Wilds], Most]
"""The most that the places from an index on can take, with the natural and wild cards left."""


def reach(places: Sequence[Place], options: Options) -> Reach:
    """Return a function for the most that places can take; those of one rank are side by side."""

    @cache
    def table(place: int) -> dict[Took, int]:
        found: dict[Took, int] = {}
        for cards, points in options(place):
            took = _took(cards)
            found[took] = max(found.get(took, 0), points)
        return found

    @cache
    def most(first: int, left: int, wilds: Wilds) -> Most:
        if first == len(places):
            return NOTHING
        points = cards = 0
        for took, counted in table(first).items():
            deuces, jokers = wilds.deuces - took.deuces, wilds.jokers - took.jokers
            if took.naturals <= left and deuces >= 0 and jokers >= 0:
                further = onward(first + 1, left - took.naturals, Wilds(deuces, jokers))
                points = max(points, counted + further.points)
                cards = max(cards, sum(took) + further.cards)
        return Most(points, cards)

    def onward(first: int, left: int, wilds: Wilds) -> Most:
        if first < len(places) and places[first].rank is not places[first - 1].rank:
            left = places[first].held
        return most(first, left, wilds)

    return most


def _took(cards: tuple[Card, ...]) -> Took:
    wilds = wilds_of(cards)
    return Took(len(cards) - sum(wilds), *wilds)


def wilds_of(cards: Iterable[Card]) -> Wilds:
    """Count the deuces and jokers among some cards."""
    deuces = jokers = 0
    for card in cards:
        if card.rank is Rank.DEUCE:
            deuces += 1
        elif card.rank is Rank.JOKER:
            jokers += 1
    return Wilds(deuces, jokers)
