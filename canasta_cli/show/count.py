"""Format the count of one side's tally without a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.house import house_blocks, house_json
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.show.sheet import against_blocks, against_json, sheet_blocks, sheet_json

if TYPE_CHECKING:
    from canasta_cli.engine.score.count import HandCount


def count_blocks(counted: HandCount, origin: str, house: tuple[str, ...] = ()) -> Blocks:
    """Format the sheet, the house rules it uses, and any reasons against the tally."""
    sheet = sheet_blocks("Total", counted.sheets[0])
    rests = (
        Text(f"counted under {origin}", Style.QUIET),
        *house_blocks(counted.table.ruleset, house),
    )
    if counted.possible:
        return (*sheet, *rests)
    return (*sheet, *rests, *against_blocks(counted, ("",), forced=False))


def count_json(counted: HandCount, house: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta count``."""
    return {
        "ruleset": counted.table.ruleset.name,
        **sheet_json(counted.sheets[0]),
        "house": house_json(counted.table.ruleset, house),
        "legal": counted.possible,
        "findings": against_json(counted, ("",)),
    }
