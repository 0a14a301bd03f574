"""Spots in which the program is believed to be wrong: they are not asked for until it is mended.

Each function is one fault, named for it, and goes when it is mended. What is left out is more than
what is wrong, so that the conditions stay short.
"""

from collections import Counter

from oracle_family_moves import Spot
from oracle_family_rules import TurnRules
from oracle_ways import CANASTA, RANKS, SMALLEST, WILD, kinds, name, rank


def left_out(spot: Spot, rules: TurnRules) -> bool:
    """Whether a spot may be one of those."""
    return any(fault(spot, rules) for fault in FAULTS)


def _top(spot: Spot) -> str:
    return rank(spot.pile[-1]) if spot.pile else ""


def _reach(spot: Spot) -> Counter[str]:
    """All the cards that may come into the hand in this turn."""
    return Counter(map(rank, (*spot.hand, *spot.drawn, *spot.pile, *(spot.foot or ()))))


def _wilds(spot: Spot) -> int:
    return sum(_reach(spot)[card] for card in WILD)


def first_melds_from_the_pile(spot: Spot, rules: TurnRules) -> bool:
    """First melds that are enough, or are melds, only with cards from under the top card.

    The program lets them make up the natural meld, the naturals that wild cards ask for, or the
    canasta after which another set is begun; and lays wild cards after that as if nothing lay.
    """
    if spot.table or not (rules.by_deal or rules.game.contains):
        return False
    own = Counter(map(rank, spot.hand))
    under = Counter(each for each in map(rank, spot.pile[:-1]) if each in (*RANKS, *WILD))
    comes = any(n >= SMALLEST or what == _top(spot) or own[what] for what, n in under.items())
    odd = _wilds(spot) > 0 or any(_reach(spot)[each] > CANASTA for each in RANKS)
    return comes and (odd or bool(rules.game.contains))


def more_wilds_with_a_wild_top(spot: Spot, rules: TurnRules) -> bool:
    """First melds that take a wild card: what is laid onto them from the hand is not counted."""
    return not spot.table and _top(spot) in WILD and rules.game.wild_top


def out_while_a_packet_waits(spot: Spot, rules: TurnRules) -> bool:
    """Going out before the packet was taken up that a first canasta brings: the program allows it."""
    waits = rules.foot == "canasta" and spot.foot is not None
    return waits and rules.game.needs(kinds(spot.table, rules.game))


def wild_onto_what_the_top_card_finished(spot: Spot, rules: TurnRules) -> bool:
    """A wild card on the canasta that was finished in taking the pile: the program allows it."""
    short = any(len(meld) == CANASTA - 1 and name(meld) == _top(spot) for meld in spot.table)
    return not rules.game.wild_on_canasta and short and _wilds(spot) > 0


FAULTS = (
    first_melds_from_the_pile,
    more_wilds_with_a_wild_top,
    out_while_a_packet_waits,
    wild_onto_what_the_top_card_finished,
)
