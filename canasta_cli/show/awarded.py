"""Format penalties that were recorded separately: those of a hand, and one that was dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.tally import write_award
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Style, Text

if TYPE_CHECKING:
    from canasta_cli.model.game import Pending
    from canasta_cli.scorekeeper.penalties import Dropped


def award_text(penalty: Pending) -> str:
    """Format a penalty with its side: ``penalty:100 for Them``."""
    return f"{write_award(penalty.award)} for {penalty.side}"


def awarded_blocks(awarded: tuple[Pending, ...], hand: int, *, amended: bool) -> Blocks:
    """Number the penalties that count with a hand besides its tallies, as ``amend`` drops them."""
    if not awarded:
        return ()
    head = "These penalties stay with the hand:" if amended else "Recorded separately:"
    return (
        Text(head, Style.NOTICE),
        *(Text(f"{at}. {award_text(each)}", indent=2) for at, each in enumerate(awarded, start=1)),
        Text(f"To drop one: canasta amend {hand} --drop-penalty N", Style.QUIET),
    )


def awarded_json(awarded: Iterable[Pending]) -> list[Mapping[str, Any]]:
    """Return penalties as JSON."""
    return [{"side": each.side, "award": write_award(each.award)} for each in awarded]


def dropped_blocks(result: Dropped) -> Blocks:
    """Format the penalty that was dropped, those that stay, and the standing."""
    from canasta_cli.show.mending import broken_blocks
    from canasta_cli.show.standing import next_blocks

    hand, game = result.entry.hand, result.table.game
    verb = "Dropped from" if result.recorded else "Would drop from"
    verb = verb if result.stands else "Not dropped from"
    head = Text(f"{verb} hand {hand} of {game.name}: {award_text(result.penalty)}", Style.TITLE)
    blocks: list[Block] = [head]
    blocks += broken_blocks(result.broken, result.table.ruleset, forced=result.recorded)
    if not result.stands:
        says = "Not recorded. To record it anyway and mark those turns, add --force."
        return (*blocks, Text(says, Style.NOTICE))
    blocks += () if result.recorded else (DRY,)
    if hand <= len(game.hands):
        blocks += awarded_blocks(game.awarded(hand), hand, amended=True)
    return (*blocks, BLANK, *next_blocks(result.table.standing))


def dropped_json(result: Dropped) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta amend HAND --drop-penalty N``."""
    from canasta_cli.engine.game.warnings import warnings_of
    from canasta_cli.show.mending import broken_json
    from canasta_cli.show.standing import next_json
    from canasta_cli.show.warnings import warnings_json

    stand, hand = result.table.standing, result.entry.hand
    (dropped,) = awarded_json([result.penalty])
    return {
        **next_json(stand),
        "hand": hand,
        "dropped": dropped,
        "recorded": result.recorded,
        "penalties": awarded_json(stand.game.awarded(hand)),
        "broken": broken_json(result.broken),
        "warnings": warnings_json(warnings_of(stand, hand)),
    }
