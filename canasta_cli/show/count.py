"""The count of one side's tally without a game."""

from collections.abc import Mapping
from typing import Any

from canasta_cli.engine.hand import HandCount
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.show.sheet import (
    against_blocks,
    against_json,
    sheet_blocks,
    sheet_json,
    unknown,
    unknown_blocks,
)


def count_blocks(counted: HandCount, whence: str) -> Blocks:
    """The sheet, and what stands against the tally if anything does."""
    sheet = sheet_blocks("Total", counted.sheets[0])
    ruleset = counted.table.ruleset
    rests = unknown_blocks(unknown(counted.sheets[0], ruleset), ruleset)
    head = (*sheet, Text(f"counted {whence}", Style.QUIET), *rests)
    if counted.possible:
        return head
    return (*head, *against_blocks(counted, ("",), forced=False))


def count_json(counted: HandCount) -> Mapping[str, Any]:
    """The keys of ``canasta count``."""
    return {
        "ruleset": counted.table.ruleset.name,
        **sheet_json(counted.sheets[0]),
        "unknown": list(unknown(counted.sheets[0], counted.table.ruleset)),
        "legal": counted.possible,
        "findings": against_json(counted, ("",)),
    }
