"""Format whether cards are a special hand of the ruleset, and its points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.cards import write_cards
from canasta_cli.show.layout import Blocks, Text
from canasta_cli.show.verdict import answer_blocks, headline, ruling_json
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.engine.turn.judge import Ruling
    from canasta_cli.model.cards import Cards


def special_blocks(ruling: Ruling, basis: str) -> Blocks:
    """Format the verdict with the hand's name and its points, then every reason."""
    found, verdict = ruling.special, ruling.verdict
    word, style = headline(ruling)
    pays = ""
    if found is not None and verdict.legal is not False:
        pays = f": {found.name}, {count_of(found.points, 'point')}"
        pays += " and the game" if found.wins else ""
    return (Text(f"{word}{pays} ({basis})", style), *answer_blocks(verdict))


def special_json(cards: Cards, ruling: Ruling) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta check special``: those of every check, and the cards."""
    return {**ruling_json(ruling), "cards": write_cards(cards)}
