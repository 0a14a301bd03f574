"""Format the legal turns of a hand, or their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.turn import write_turn
from canasta_cli.show.keys import Keys
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.model.turn import Turn


UNTRIED = "The hand has too many possible turns to try them all."


def moves_blocks(
    turns: tuple[Turn, ...], basis: str, *, only_count: bool, is_complete: bool, drawn: bool
) -> Blocks:
    """Format the number of turns, then each turn; ``drawn``: no turn with a draw is missing."""
    number = f"{'' if is_complete else 'at least '}{count_of(len(turns), 'legal turn')}"
    head = Text(f"{number} ({basis})", Style.GOOD if turns else Style.BAD)
    if not (turns or is_complete):
        head = Text(UNTRIED, Style.NOTICE)
    text = "Turns that draw from the stock are not included: give the drawn cards with --drawn."
    notice = () if drawn else (Text(text, Style.NOTICE),)
    if only_count:
        return (head, *notice)
    return (head, *(Text(write_turn(turn), indent=2) for turn in turns), *notice)


MOVES_KEYS = Keys(
    "canasta moves",
    {
        "count": "The number of legal turns, or of those found, if there may be more.",
        "complete": "False if there may be more turns.",
        "moves": "The turns, in notation; not with --count.",
    },
)


def moves_json(
    turns: tuple[Turn, ...], *, only_count: bool, is_complete: bool
) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta moves``."""
    listed = {} if only_count else {"moves": [write_turn(turn) for turn in turns]}
    return {"count": len(turns), "complete": is_complete, **listed}
