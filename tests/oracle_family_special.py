"""Special hands of the modern American games: whole hands told by how many they hold of each rank."""

from collections import Counter
from collections.abc import Iterable

RANKS = "456789TJQKA"
STRAIGHT = "straight"
ONE_OF_EACH = Counter([*RANKS, "2", "3", "W"])


def is_special(hand: Iterable[str], patterns: Iterable[str]) -> bool:
    """Whether these cards, all of them, are one of the hands that a game names.

    A pattern names its sets: ``NN`` is a pair of any natural rank, ``DD`` one of deuces or of jokers,
    ``SS`` either of them, ``MM`` wild cards as they come, and ``AA`` aces. Sets differ in rank.
    """
    held = Counter("3" if card in {"3B", "3R"} else card for card in hand)
    return any(
        held == ONE_OF_EACH if pattern == STRAIGHT else _fits(pattern.split(), held)
        for pattern in patterns
    )


def _fits(sets: list[str], held: Counter[str]) -> bool:
    """Whether each set is a rank of the hand, and nothing is left over."""
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
            # Wild cards that match make one of the sets, not two.
            once = kind == "S" and card not in RANKS
            rest = [each.replace("S", "N") for each in others] if once else others
            if _fits(rest, Counter({other: n for other, n in held.items() if other != card})):
                return True
    return False
