"""Suits, which matter only where there are runs, and are asked for only there."""

from canasta_cli.engine.rule import Reason
from canasta_cli.model.cards import Cards
from canasta_cli.model.melds import Meld, unsuited_run
from canasta_cli.rules.schema import Ruleset


def suits_told(melds: tuple[Meld, ...], ruleset: Ruleset) -> Reason | None:
    """Whether every meld that can only be a run has its suit."""
    lacking = [meld for meld in melds if unsuited_run(meld.cards)]
    if not ruleset.melds.runs or not lacking:
        return None
    return Reason(
        False,
        "{meld} is a run only in one suit, and its suit was not told",
        {"meld": lacking[0]},
        remedy="name the suit: 4H5H6H, or H:4-T for a run of hearts from four to ten",
    )


def without_suits(cards: Cards, ruleset: Ruleset) -> bool:
    """Whether some card lacks a suit where suits may make a run."""
    return ruleset.melds.runs and any(card.rank.natural and not card.suit for card in cards)
