"""Find every way to go out in the classic games by brute force."""

from oracles.melds import Cards, Rules, Table, Way, left_in_hand, opens, table_after, ways_to_meld


def goes_out(rest: Cards, others: int, after: Table, rules: Rules) -> bool:
    """True if the player goes out: at most one card left, and enough canastas."""
    canastas = sum(len(cards) >= rules.canasta for cards in after.values())
    return len(rest) + others <= 1 and "3R" not in rest and canastas >= rules.needs


def ways_to_go_out(
    hand: Cards, table: Table, rules: Rules, opened: bool, drew_stock: bool, minimum: int
) -> set[tuple[Way, str | None]]:
    """Return every way to go out: the cards laid, and the last discard or ``None``."""
    found = set()
    needed = 0 if drew_stock and rules.exempt == "stock" else minimum
    for way in ways_to_meld(hand, table, rules, going_out=True):
        rest = left_in_hand(hand, way)
        may = goes_out(rest, 0, table_after(table, way), rules)
        if may and (opened or opens(way, rules, needed)):
            found.add((way, rest[0] if rest else None))
    return found
