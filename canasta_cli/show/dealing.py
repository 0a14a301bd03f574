"""What came of a deal."""

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
    """What was dealt, and who begins; or what stands against it."""
    now = result.now
    if now is None:
        head = Text("The cards cannot have been dealt so. Nothing was recorded.", Style.BAD)
        return (head, *verdict_blocks(result.verdict))
    position = now.position
    up = f"{position.pile[-1].symbol} is turned up" if position.pile else "nobody named the upcard"
    up = up if position.pile_size else "no card is turned up"
    dealer = position.players[-1]
    head = Text(f"Hand {now.seats.number}: {dealer} deals, {up}.", Style.TITLE)
    foot = position.feet[0].size
    each = count_of(position.hands[0].size, "card") + (f" and a foot of {foot}" if foot else "")
    dealt = Text(f"{each} each; stock: {count_of(position.stock, 'card')}.")
    dry = () if result.recorded else (DRY,)
    return (head, dealt, *dry, *next_blocks(position, now.table.ruleset))


def deal_json(result: DealRecorded) -> Mapping[str, Any]:
    """The keys of ``canasta deal``: the table as it lies, and what stands against it."""
    verdict = result.verdict
    return {
        **(table_json(result.now) if result.now else {}),
        "recorded": result.recorded,
        "deal": [finding_json(verdict, finding) for finding in verdict.refused],
    }
