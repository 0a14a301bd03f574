"""What came of reading a turn, or what was left, otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.history import TurnAmended
from canasta_cli.notation.deal import write_hands
from canasta_cli.notation.turn import write_turn
from canasta_cli.show.finding import finding_blocks, message
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text
from canasta_cli.show.log import left_text
from canasta_cli.show.standing import next_blocks

if TYPE_CHECKING:
    from canasta_cli.model.history import LeftAmended
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.later import Broken
    from canasta_cli.scorekeeper.mending import Amendment


def amended_blocks(result: Amendment) -> Blocks:
    """What was mended as it is read now, and what does not hold with it."""
    blocks: list[Block] = [Text(_head(result.entry), Style.TITLE)]
    for number, finding in result.against:
        where = f"Turn {number}" if number <= result.turns else "The hands as they were shown"
        blocks += finding_blocks(finding, result.table.ruleset, where)
    blocks += broken_blocks(result.broken, result.table.ruleset, forced=result.stands)
    if not result.stands:
        says = "Not recorded: the hand would not hold. --force records it all the same."
        if not result.against:
            says = "Not recorded. --force records it, and marks those turns."
        blocks.append(Text(says, Style.NOTICE))
    elif not result.recorded:
        blocks.append(DRY)
    else:
        blocks += [BLANK, *next_blocks(result.table.standing)]
    return tuple(blocks)


def broken_blocks(broken: tuple[Broken, ...], ruleset: Ruleset, *, forced: bool) -> Blocks:
    """Turns of later hands that do not hold with an amendment, each with what is against it."""
    if not broken:
        return ()
    says = (
        "With it these turns stand by force:" if forced else "With it these turns would not hold:"
    )
    blocks: list[Block] = [Text(says, Style.NOTICE)]
    for hand, turn, finding in broken:
        blocks += finding_blocks(finding, ruleset, f"Hand {hand}, turn {turn}", mend=False)
    return tuple(blocks)


def broken_json(broken: tuple[Broken, ...]) -> list[Mapping[str, Any]]:
    """The same as keys."""
    return [
        {"hand": hand, "turn": turn, "rule": finding.rule, "message": message(finding)}
        for hand, turn, finding in broken
    ]


def _head(entry: TurnAmended | LeftAmended) -> str:
    if isinstance(entry, TurnAmended):
        return f"Hand {entry.hand}, turn {entry.number} is now: {write_turn(entry.said.turn)}"
    return f"Hand {entry.hand} ended with: {left_text(entry.left)}"


def amended_json(result: Amendment) -> Mapping[str, Any]:
    """The keys of ``canasta amend HAND.TURN`` and ``canasta amend HAND.left``."""
    entry = result.entry
    mended = (
        {"turn": entry.number, "text": write_turn(entry.said.turn)}
        if isinstance(entry, TurnAmended)
        else {"left": write_hands(entry.left)}
    )
    return {
        "hand": entry.hand,
        **mended,
        "recorded": result.recorded,
        "against": [
            {"turn": number, "rule": finding.rule, "message": message(finding)}
            for number, finding in result.against
        ],
        "broken": broken_json(result.broken),
    }
