"""List what a turn can meld: every choice of sequences and sets that may meet its requirements.

A hand is shared out to the groups of ranks that make sets, beside the melds that they can join.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping

from canasta_cli.engine.movegen.effort import TURN, UNLIMITED, Effort
from canasta_cli.engine.movegen.melds import (
    Group,
    Laying,
    Numbers,
    Some,
    group_of,
    groups,
    groups_by_rank,
    guard_of,
    layings,
    pack,
    wild_cards,
)
from canasta_cli.engine.movegen.sequences import run_choices
from canasta_cli.engine.movegen.starts import Missing
from canasta_cli.engine.points import points_of
from canasta_cli.model.cards import Card, Cards, Meld, together
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple

Counts = Mapping[Card, int]
"""Cards of a hand with their numbers; without suits if the suits of sets don't matter."""


class Share(NamedTuple):
    """The part of a hand that a group can lay: the cards of its ranks, and the wild cards.

    ``own`` are its cards with their numbers, ``lying`` the melds on the table that they can join.
    """

    group: Group
    lying: tuple[Meld, ...]
    own: tuple[tuple[Card, int], ...]
    wilds: Numbers

    @property
    def can_lay(self) -> bool:
        """True if there are cards to lay."""
        return bool(self.own) or (any(self.wilds) and (not self.group or bool(self.lying)))

    def layings(self, ruleset: Ruleset) -> tuple[Laying, ...]:
        """List what the cards can be laid as."""
        return layings(self.group, self.lying, self.own, self.wilds, ruleset.book)


def shares(hand: Counts, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[Share]:
    """Share out a hand, beside the melds of the side, to the groups in their order."""
    book, wilds = ruleset.book, tuple([hand.get(card, 0) for card in wild_cards(ruleset.book)])
    own: dict[Group | None, tuple[tuple[Card, int], ...]] = {}
    for card, number in hand.items():
        group = groups_by_rank(book).get(card.rank)
        own[group] = (*own.get(group, ()), (card, number))
    lying: dict[Group | None, tuple[Meld, ...]] = {}
    for meld in melds:
        group = group_of(meld, book)
        lying[group] = (*lying.get(group, ()), meld)
    # Wild cards are shared out to all groups.
    own[()] = ()
    return [Share(g, lying.get(g, ()), own.get(g, ()), wilds) for g in groups(book)]


Parts = tuple[tuple[MeldOrLayOff, ...], ...]
"""A choice of lays: those of sequences, and those of each group of ranks."""


def turn_melds(
    hand: Cards,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    barred: Container[tuple[MeldOrLayOff, ...]] = (),
    effort: Effort | None = None,
) -> Iterator[Parts]:
    """Yield every choice of lays that meets the requirements: sequences, then sets of the rest.

    ``barred`` are lays of a group to leave out. It may grow during the search: a caller can add the
    lays of a refused choice, and no later choice has them. The choices end when the ``effort`` is spent.
    """
    effort = effort or Effort(UNLIMITED)
    if not ruleset.melds.runs:
        yield from _Sets(hand, melds, ruleset, missing, barred, effort).every()
        return
    for melded, rest in run_choices(hand, melds, ruleset):
        if effort.is_spent:
            return
        effort.spend(TURN)
        cards = together(lay.cards for lay in melded)
        still = missing.without(points_of(missing.seen(cards), ruleset), cards.size)
        free = still.nothing if melded else missing.free
        still = still._replace(free=free)
        for sets in _Sets(rest, melds, ruleset, still, barred, effort).every():
            yield (melded, *sets)


class _Sets:
    """A search for the choices of sets that meet the requirements, group by group."""

    def __init__(
        self,
        hand: Cards,
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        missing: Missing,
        barred: Container[tuple[MeldOrLayOff, ...]],
        effort: Effort,
    ) -> None:
        wilds = ruleset.wild_ranks.each(hand)
        self._guard = guard_of(len(wilds))
        self.wilds = pack(wilds) | self._guard
        self.ruleset, self.missing, self.barred = ruleset, missing, barred
        self.effort = effort
        groups = shares(Counter(hand), melds, ruleset)
        self.groups = [group for group in groups if group.can_lay]
        self._most: dict[tuple[int, int], tuple[int, int]] = {}

    def every(self) -> Iterator[Parts]:
        """Yield every choice that meets the requirements."""
        if self.missing.free or self.missing.points <= 0:
            yield ()
        yield from self._from(0, self.wilds, self.missing)

    def _from(self, first: int, wilds: int, missing: Missing) -> Iterator[Parts]:
        """Yield the choices that lay something, skipping branches that can't meet the requirements.

        ``wilds`` has the wild cards that are left, packed, with their guard bits.
        """
        if first == len(self.groups) or not self._can_meet(missing, first, wilds):
            return
        barred = self.barred
        for each in self._left(first, wilds):
            if self.effort.is_spent:
                return
            self.effort.spend(1)
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
        self.effort.spend(len(layings) // 8)
        self.effort.is_cut |= isinstance(layings, Some)
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
