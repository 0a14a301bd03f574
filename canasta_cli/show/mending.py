"""What came of reading a turn otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.turn import write_turn
from canasta_cli.show.finding import message, remedy
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text
from canasta_cli.show.standing import next_blocks

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.mending import Amendment


def amended_blocks(result: Amendment) -> Blocks:
    """A turn as it is read now, and what does not hold with it."""
    head = f"Hand {result.hand}, turn {result.number} is now: {write_turn(result.said.turn)}"
    blocks: list[Block] = [Text(head, Style.TITLE)]
    for number, finding in result.against:
        where = f"Turn {number}" if number <= result.turns else "The hands as they were shown"
        blocks.append(Text(f"{where}: {message(finding)}.", Style.BAD, 2))
        blocks.append(Text(f"rule {finding.rule}. Remedy: {remedy(finding)}.", Style.QUIET, 4))
    if not result.stands:
        says = "Not recorded: the hand would not hold. --force records it all the same."
        blocks.append(Text(says, Style.NOTICE))
    elif not result.recorded:
        blocks.append(DRY)
    else:
        blocks += [BLANK, *next_blocks(result.table.standing)]
    return tuple(blocks)


def amended_json(result: Amendment) -> Mapping[str, Any]:
    """The keys of ``canasta amend HAND.TURN``."""
    return {
        "hand": result.hand,
        "turn": result.number,
        "text": write_turn(result.said.turn),
        "recorded": result.recorded,
        "against": [
            {"turn": number, "rule": finding.rule, "message": message(finding)}
            for number, finding in result.against
        ],
    }
