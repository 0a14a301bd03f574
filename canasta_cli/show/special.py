"""Whether cards are a special hand. No ruleset of the library pays one yet, and the answer says so."""

from collections.abc import Mapping
from typing import Any

from canasta_cli.model.cards import Cards
from canasta_cli.notation.cards import write_cards
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.layout import Blocks, Style, Text


def special_blocks(cards: Cards, rules: Ruleset, whence: str) -> Blocks:
    """One line: these rules know no special hands."""
    return (
        Text(f"ILLEGAL ({whence})", Style.BAD),
        Text(f"{write_cards(cards)} is no special hand: {rules.name} knows none.", indent=2),
        Text("rule tally.special", Style.QUIET, 4),
    )


def special_json(cards: Cards, rules: Ruleset) -> Mapping[str, Any]:
    """The keys of ``canasta check special``."""
    return {
        "legal": False,
        "ruleset": rules.name,
        "unknown": [],
        "findings": [
            {
                "rule": "tally.special",
                "ok": False,
                "message": f"{write_cards(cards)} is no special hand of these rules",
                "needed": None,
                "have": None,
                "source": [],
                "remedy": "go out in the ordinary way",
            }
        ],
        "value": 0,
        "canastas": [],
        "bonus": None,
        "special": None,
    }
