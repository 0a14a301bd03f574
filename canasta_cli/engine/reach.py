"""How much the places of a table can still take: what tells the generator to leave a branch early."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from canasta_cli.engine.showing import Wilds
from canasta_cli.model.cards import Card, Rank


class Most(NamedTuple):
    """The most that can be laid: in points that count, and in cards."""

    points: int
    cards: int


NOTHING = Most(0, 0)
Reach = Callable[[int, Wilds], Most]
"""The most that the places from one of them on can take, with so many wild cards to go round."""


def reach(places: int, options: Callable[[int], Iterable[tuple[tuple[Card, ...], int]]]) -> Reach:
    """How far some places reach: ``options`` lists what each may take, with the points it counts.

    A wild card goes to one place only. A natural card goes wherever it may: where two places take
    one rank this says too much, and never too little.
    """

    @cache
    def table(place: int) -> dict[Wilds, Most]:
        return _table(options(place))

    @cache
    def most(first: int, wilds: Wilds) -> Most:
        if first == places:
            return NOTHING
        points = cards = 0
        for used, here in table(first).items():
            deuces, jokers = wilds.deuces - used.deuces, wilds.jokers - used.jokers
            if deuces >= 0 and jokers >= 0:
                further = most(first + 1, Wilds(deuces, jokers))
                points = max(points, here.points + further.points)
                cards = max(cards, here.cards + further.cards)
        return Most(points, cards)

    return most


def _table(options: Iterable[tuple[tuple[Card, ...], int]]) -> dict[Wilds, Most]:
    """The most that one place takes with each number of wild cards."""
    table: dict[Wilds, Most] = {}
    for cards, points in options:
        used = wilds_of(cards)
        so_far = table.get(used, NOTHING)
        table[used] = Most(max(so_far.points, points), max(so_far.cards, len(cards)))
    return table


def wilds_of(cards: Iterable[Card]) -> Wilds:
    """How many deuces and jokers there are among some cards."""
    deuces = jokers = 0
    for card in cards:
        if card.rank is Rank.DEUCE:
            deuces += 1
        elif card.rank is Rank.JOKER:
            jokers += 1
    return Wilds(deuces, jokers)
