"""Suits, which matter only in games with sequences."""

from canasta_cli.engine.rule import Answer, refusal
from canasta_cli.model.cards import Cards
from canasta_cli.model.melds import Meld, unsuited_run
from canasta_cli.rules.schema import Ruleset


def suits_given(melds: tuple[Meld, ...], ruleset: Ruleset) -> Answer:
    """Refuse a meld that can only be a sequence and lacks its suit."""
    lacking = [meld for meld in melds if unsuited_run(meld.cards)]
    if not ruleset.melds.runs or not lacking:
        return None
    return refusal(
        "{meld} can only be a sequence, and its suit is missing",
        {"meld": lacking[0]},
        remedy="name the suit: 4H5H6H, or H:4-T for a sequence of hearts from four to ten",
    )


def without_suits(cards: Cards, ruleset: Ruleset) -> bool:
    """True if a card lacks a suit in a game with sequences."""
    return ruleset.melds.runs and any(card.rank.natural and not card.suit for card in cards)
