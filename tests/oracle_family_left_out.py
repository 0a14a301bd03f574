"""Spots in which the program is believed to be wrong: they are not asked for until it is mended.

Each function is one fault, named for it, and goes when it is mended. What is left out is more than
what is wrong, so that the conditions stay short.
"""

from collections import Counter

from oracle_family_moves import Spot
from oracle_family_rules import TurnRules
from oracle_ways import CANASTA, WILD, name, rank


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


def wild_onto_what_the_top_card_finished(spot: Spot, rules: TurnRules) -> bool:
    """A wild card on the canasta that was finished in taking the pile: the program allows it."""
    short = any(len(meld) == CANASTA - 1 and name(meld) == _top(spot) for meld in spot.table)
    return not rules.game.wild_on_canasta and short and _wilds(spot) > 0


FAULTS = (wild_onto_what_the_top_card_finished,)
