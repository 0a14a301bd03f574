"""Whether cards are a special hand of the ruleset: which one, and what it pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.cards import write_cards
from canasta_cli.show.finding import finding_json
from canasta_cli.show.layout import Blocks, Text
from canasta_cli.show.verdict import WORDS, answer_blocks
from canasta_cli.show.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Verdict
    from canasta_cli.model.cards import Cards
    from canasta_cli.rules.rewards import SpecialHand


def special_blocks(found: SpecialHand | None, verdict: Verdict, whence: str) -> Blocks:
    """The verdict with the hand's name and what it pays, then every reason."""
    word, style = WORDS[verdict.legal]
    pays = ""
    if found is not None and verdict.legal is not False:
        pays = f": {found.name}, {points(found.points)} points"
        pays += " and the game" if found.wins else ""
    return (Text(f"{word}{pays} ({whence})", style), *answer_blocks(verdict))


def special_json(cards: Cards, found: SpecialHand | None, verdict: Verdict) -> Mapping[str, Any]:
    """The keys of ``canasta check special``."""
    return {
        "legal": verdict.legal,
        "ruleset": verdict.ruleset.name,
        "unknown": list(verdict.unknown),
        "findings": [finding_json(verdict, finding) for finding in verdict.findings],
        "cards": write_cards(cards),
        "value": 0,
        "canastas": [],
        "bonus": found.points if found else None,
        "special": found.name if found else None,
    }
