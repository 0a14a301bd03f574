"""Find every way to open in the classic games by brute force."""

from oracles.going_out import goes_out
from oracles.melds import (
    NATURALS,
    Cards,
    Rules,
    Way,
    cards_laid,
    left_in_hand,
    opens,
    points_to_open,
    ways_to_meld,
)


def openings(
    hand: Cards, rules: Rules, minimum: int, top: str | None = None, drew_stock: bool = False
) -> set[Way]:
    """Return every way in which a side without melds can open.

    ``top`` is taken from a pile of one card with two natural cards, and is one of the cards laid. Two
    cards must stay, one to discard and one to keep, unless the player goes out; a player who goes out
    from the stock may need no minimum.
    """
    held = [*hand, top] if top else hand
    exempt = drew_stock and not top and rules.exempt == "stock"
    if top and (rules.unopened == "never" or top not in NATURALS):
        return set()

    def may_stand(way: Way) -> bool:
        rest, cards = left_in_hand(held, way), cards_laid(way)
        stays = len(rest) >= 2 and "3B" not in cards
        takes = not top or cards.count(top) >= 3
        out = goes_out(rest, 0, dict(way), rules)
        enough = opens(way, rules, 0 if exempt and out else minimum)
        return takes and enough and (stays or out)

    ways = ways_to_meld(held, {}, rules, going_out=True)
    return {way for way in ways if way and may_stand(way)}


def shortfall(hand: Cards, rules: Rules, minimum: int, top: str | None = None) -> int:
    """Return the points that the best possible melds lack for an opening."""
    ways = openings(hand, rules, 0, top)
    best = max((points_to_open(cards_laid(way), rules) for way in ways), default=0)
    return max(0, minimum - best)
