"""Share out a hand to the groups of ranks that make sets, beside the melds that they can join."""

from collections.abc import Mapping

from canasta_cli.engine.movegen.melds import Group, Laying, Numbers, groups, layings, no_laying
from canasta_cli.engine.movegen.wild_counts import wild_cards
from canasta_cli.model.cards import Card, Rank
from canasta_cli.model.melds import Meld, Shape
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset

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

    def layings(self, ruleset: Ruleset, *, whole: bool = False) -> tuple[Laying, ...]:
        """List what the cards can be laid as; with ``whole``, all natural cards are laid."""
        if self.lying or self.can_lay:
            return layings(self.group, self.lying, self.own, self.wilds, ruleset.book, whole=whole)
        return (no_laying(ruleset.book),)


def shares(hand: Counts, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[Share]:
    """Share out a hand, beside the melds of the side, to the groups in their order."""
    wilds = tuple([hand.get(card, 0) for card in wild_cards(ruleset.book)])
    every = groups(ruleset.book)
    held: dict[Rank, tuple[tuple[Card, int], ...]] = {}
    for card, number in hand.items():
        held[card.rank] = (*held.get(card.rank, ()), (card, number))
    lying: dict[Group | None, tuple[Meld, ...]] = {}
    for meld in melds:
        group = group_of(meld, every)
        lying[group] = (*lying.get(group, ()), meld)
    none: tuple[tuple[Card, int], ...] = ()
    return [
        Share(group, lying.get(group, ()), sum([held.get(rank, ()) for rank in group], none), wilds)
        for group in every
    ]


def group_of(meld: Meld, every: tuple[Group, ...]) -> Group | None:
    """Find the group whose cards may be laid off on a meld; ``None`` for a sequence."""
    if meld.shape is Shape.THREES:
        ranks = {card.rank for card in meld.naturals}
        return next((group for group in every if ranks.issubset(group)), None)
    if meld.shape is Shape.WILD:
        return ()
    return (meld.rank,) if meld.rank and meld.shape is Shape.SET else None
