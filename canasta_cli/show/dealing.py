"""Format a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.finding import finding_json
from canasta_cli.show.layout import DRY, Blocks, Style, Text
from canasta_cli.show.table import next_blocks, table_json
from canasta_cli.show.verdict import verdict_blocks
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.dealing import DealRecorded


def deal_blocks(result: DealRecorded) -> Blocks:
    """Format the deal and who begins, or the reasons against the deal."""
    playing = result.playing
    if playing is None:
        head = Text(f"Game {result.game}: not recorded. This deal can't be right.", Style.BAD)
        return (head, *verdict_blocks(result.verdict))
    position = playing.position
    up = f"upcard {position.pile[-1].symbol}" if position.pile else "upcard unknown"
    up = up if position.pile_size else "no upcard"
    dealer = position.players[-1]
    head = Text(f"Hand {playing.seats.number} of {result.game}: {dealer} deals, {up}.", Style.TITLE)
    foot = position.feet[0].size
    each = count_of(position.hands[0].at_least, "card") + (f" and a foot of {foot}" if foot else "")
    dealt = Text(f"{each} each; stock: {count_of(position.stock, 'card')}.")
    dry = () if result.recorded else (DRY,)
    return (head, dealt, *dry, *next_blocks(position, playing.loaded.ruleset))


def deal_json(result: DealRecorded) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta deal``: the table, and the reasons against the deal."""
    verdict = result.verdict
    return {
        **(table_json(result.playing) if result.playing else {}),
        "recorded": result.recorded,
        "deal": [finding_json(verdict, finding) for finding in verdict.refused],
    }
