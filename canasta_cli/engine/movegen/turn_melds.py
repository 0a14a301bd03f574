"""List what a turn can meld: every choice of sequences and sets that may meet its requirements."""

from collections import Counter
from collections.abc import Callable, Container, Iterator
from itertools import islice
from typing import Any

from canasta_cli.engine.melds.points_shown import points_alone
from canasta_cli.engine.movegen.melds import Laying
from canasta_cli.engine.movegen.sequences import run_choices
from canasta_cli.engine.movegen.shares import shares
from canasta_cli.engine.movegen.wild_counts import guard_of, pack
from canasta_cli.engine.points import points_of
from canasta_cli.model.cards import Cards, together
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset

Mix = Callable[[list[Any]], None]
"""Reorders the branches of the generator in place."""
Parts = tuple[tuple[MeldOrLayOff, ...], ...]
"""A choice of lays: those of sequences, and those of each group of ranks."""


def in_order(_: list[Any]) -> None:
    """Keep the canonical order: stock before pile, few cards before many, low ranks first."""


class Trying(NamedTuple):
    """Options of the search: the order of the choices, and the lays of a group to leave out.

    ``barred`` may grow during the search: a caller can add the lays of a refused choice, and no
    later choice has them. ``most_runs`` limits the number of choices of sequences tried.
    """

    mix: Mix
    barred: Container[tuple[MeldOrLayOff, ...]] = ()
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
    shown: Cards | None = None

    @property
    def nothing(self) -> bool:
        """True if enough has been laid."""
        whole = self.cards <= 0
        return (whole or not self.all_of_it) and (self.points <= 0 or (self.or_all and whole))

    def without(self, points: int, cards: int, *, only_out: bool = False) -> "Missing":
        """Return what is missing once cards are laid, perhaps some that are only when going out."""
        return self._replace(
            points=self.points - points,
            cards=self.cards - cards,
            all_of_it=self.all_of_it or only_out,
        )

    def counted(self, melded: tuple[MeldOrLayOff, ...], ruleset: Ruleset) -> int:
        """The most points that sets of a group can count for the initial meld."""
        return sum(
            [
                points_of(self.seen(lay.cards), ruleset)
                if isinstance(lay, LayOff)
                else points_alone(tuple(self.seen(lay.cards)), ruleset)
                for lay in melded
            ]
        )

    def seen(self, cards: Cards) -> Cards:
        """Keep the cards that were in the hand before the pile was taken."""
        return cards if self.shown is None else cards - (cards - self.shown)


def turn_melds(
    hand: Cards, melds: tuple[Meld, ...], ruleset: Ruleset, missing: Missing, trying: Trying
) -> Iterator[Parts]:
    """Yield every choice of lays that meets the requirements: sequences, then sets of the rest."""
    if not ruleset.melds.runs:
        yield from _Sets(hand, melds, ruleset, missing, trying).every()
        return
    runs = list(islice(run_choices(hand, melds, ruleset), trying.most_runs))
    trying.mix(runs)
    for melded, rest in runs:
        cards = together(lay.cards for lay in melded)
        still = missing.without(points_of(missing.seen(cards), ruleset), cards.size)
        free = still.nothing if melded else missing.free
        still = still._replace(free=free)
        for sets in _Sets(rest, melds, ruleset, still, trying).every():
            yield (melded, *sets)


class _Sets:
    """A search for the choices of sets that meet the requirements, group by group."""

    def __init__(
        self,
        hand: Cards,
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        missing: Missing,
        trying: Trying,
    ) -> None:
        wilds = ruleset.wild_ranks.each(hand)
        self._guard = guard_of(len(wilds))
        self.wilds = pack(wilds) | self._guard
        self.ruleset, self.missing, self.trying = ruleset, missing, trying
        groups = shares(Counter(hand), melds, ruleset)
        trying.mix(groups)
        self.groups = [group for group in groups if group.can_lay]
        self._most: dict[tuple[int, int], tuple[int, int]] = {}

    def every(self) -> Iterator[Parts]:
        """Yield every choice that meets the requirements."""
        branches = [True, False]
        self.trying.mix(branches)
        for nothing in branches:
            if not nothing:
                yield from self._from(0, self.wilds, self.missing)
            elif self.missing.free or self.missing.points <= 0:
                yield ()

    def _from(self, first: int, wilds: int, missing: Missing) -> Iterator[Parts]:
        """Yield the choices that lay something, skipping branches that can't meet the requirements.

        ``wilds`` has the wild cards that are left, packed, with their guard bits.
        """
        if first == len(self.groups) or not self._can_meet(missing, first, wilds):
            return
        barred = self.trying.barred
        layings = self._left(first, wilds)
        self.trying.mix(layings)
        for each in layings:
            if not each.cards:
                yield from self._from(first + 1, wilds, missing)
                continue
            if each.melded in barred:
                continue
            still = missing.without(self._points(each), each.cards, only_out=each.only_out)
            if still.nothing:
                yield (each.melded,)
            for more in self._from(first + 1, wilds - each.spent, still):
                yield (each.melded, *more)
                if each.melded in barred:
                    break

    def _left(self, group: int, wilds: int) -> list[Laying]:
        """List the layings of a group with the wild cards that are left."""
        layings, guard = self.groups[group].layings(self.ruleset), self._guard
        if wilds == self.wilds:
            return list(layings)
        return [each for each in layings if wilds - each.spent & guard == guard]

    def _points(self, laying: Laying) -> int:
        if self.missing.shown is None:
            return laying.points
        return self.missing.counted(laying.melded, self.ruleset)

    def _can_meet(self, missing: Missing, first: int, wilds: int) -> bool:
        """True if the groups from ``first`` on can still meet the requirements."""
        if missing.points <= 0 and not missing.all_of_it:
            return True
        points, cards = self._most_from(first, wilds)
        whole = cards >= missing.cards
        if missing.all_of_it and not whole:
            return False
        return (missing.or_all and whole) or points >= missing.points

    def _most_from(self, first: int, wilds: int) -> tuple[int, int]:
        """The most points, and the most cards, that the groups from ``first`` on can lay."""
        key = first, wilds
        if key not in self._most:
            points = cards = 0
            for each in self._left(first, wilds) if first < len(self.groups) else ():
                more = self._most_from(first + 1, wilds - each.spent)
                points = max(points, self._points(each) + more[0])
                cards = max(cards, each.cards + more[1])
            self._most[key] = points, cards
        return self._most[key]
