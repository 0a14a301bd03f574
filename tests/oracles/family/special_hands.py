"""Recognize special hands of the modern American games by the number of cards of each rank."""

from collections import Counter
from collections.abc import Iterable

RANKS = "456789TJQKA"
STRAIGHT = "straight"
ONE_OF_EACH = Counter([*RANKS, "2", "3", "W"])


def is_special(hand: Iterable[str], patterns: Iterable[str]) -> bool:
    """True if these cards together are one of a game's special hands.

    A pattern lists its sets: ``NN`` is a pair of any natural rank, ``DD`` a pair of deuces or of
    jokers, ``SS`` any of these, ``MM`` two wild cards, and ``AA`` two aces. Sets have different ranks.
    """
    held = Counter("3" if card in {"3B", "3R"} else card for card in hand)
    return any(
        held == ONE_OF_EACH if pattern == STRAIGHT else _fits(pattern.split(), held)
        for pattern in patterns
    )


def _fits(sets: list[str], held: Counter[str]) -> bool:
    """True if each set matches a rank of the hand, with no cards left over."""
    if not sets:
        return not held
    first, *others = sets
    kind, size = first[0], len(first)
    if kind == "M":
        wild = held["2"] + held["W"]
        naturals = Counter({card: n for card, n in held.items() if card in RANKS})
        return wild == size and naturals.total() + wild == held.total() and _fits(others, naturals)
    can = {"N": RANKS, "D": "2W", "S": RANKS + "2W"}.get(kind, kind)
    for card in can:
        if held[card] == size:
            # Matching wild cards form at most one of the sets.
            once = kind == "S" and card not in RANKS
            rest = [each.replace("S", "N") for each in others] if once else others
            if _fits(rest, Counter({other: n for other, n in held.items() if other != card})):
                return True
    return False
