"""Format the end of a hand that was recorded turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.finding import finding_json
from canasta_cli.show.hand import hand_blocks, hand_json
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.show.verdict import verdict_blocks

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.closing import ClosedHand


def closed_blocks(result: ClosedHand) -> Blocks:
    """Format the reasons against the cards left, or the hand as counted."""
    head = f"Hand {result.hand.number} of {result.hand.before.game.name}"
    if not result.hand.accepted:
        return (
            Text(f"{head}: the cards left can't be right.", Style.BAD),
            *verdict_blocks(result.verdict),
            Text("Not recorded. To record it anyway, add --force.", Style.NOTICE),
        )
    forced = result.verdict.legal is False and result.hand.recorded
    marked = (
        (Text("Recorded with --force; the log marks it (forced).", Style.NOTICE),) if forced else ()
    )
    title, *rest = hand_blocks(result.hand)
    return (title, *verdict_blocks(result.verdict), *marked, *rest)


def closed_json(result: ClosedHand) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta left``: those of ``canasta hand``, and the reasons."""
    verdict = result.verdict
    return {
        **hand_json(result.hand),
        "left": [finding_json(verdict, finding) for finding in verdict.refused],
    }
