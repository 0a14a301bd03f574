"""What came of showing what was left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.finding import finding_json
from canasta_cli.show.hand import hand_blocks, hand_json
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.show.verdict import verdict_blocks

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.closing import Closed


def closed_blocks(result: Closed) -> Blocks:
    """What stands against the hands as they were shown, or the hand as it counts."""
    if not result.hand.stands:
        return (
            Text("The hand cannot be closed so.", Style.BAD),
            *verdict_blocks(result.verdict),
            Text("Nothing was recorded. --force closes the hand all the same.", Style.NOTICE),
        )
    forced = result.verdict.legal is False and result.hand.recorded
    marked = (Text("Recorded by force, and marked.", Style.NOTICE),) if forced else ()
    return (*verdict_blocks(result.verdict), *marked, *hand_blocks(result.hand))


def closed_json(result: Closed) -> Mapping[str, Any]:
    """The keys of ``canasta left``: those of ``canasta hand``, and what was found."""
    verdict = result.verdict
    return {
        **hand_json(result.hand),
        "left": [finding_json(verdict, finding) for finding in verdict.refused],
    }
