"""Format the result of ``canasta doctor``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Health


def health_blocks(health: Health) -> Blocks:
    """Format the file, its version and contents, and every fault."""
    blocks = [
        Text(f"canasta {health.program}"),
        Text(f"database: {health.database}"),
    ]
    if not health.exists:
        return (*blocks, Text("It doesn't exist yet; canasta new creates it.", indent=2))
    blocks.append(
        Text(
            f"version {health.version}, {count_of(health.games, 'game')}, "
            f"{count_of(health.records, 'entry', 'entries')}",
            indent=2,
        )
    )
    blocks += [Text(notice, Style.NOTICE) for notice in health.notices]
    if not health.faults:
        return (*blocks, Text("No problems found.", Style.GOOD))
    blocks += [Text(f"Problem: {fault}", Style.BAD) for fault in health.faults]
    return (*blocks, Text("Export the games that can be read, or go back to a backup."))


def health_json(health: Health) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta doctor``."""
    return {
        "ok": not health.faults,
        "program": health.program,
        "database": {
            "file": health.database,
            "exists": health.exists,
            "version": health.version,
            "games": health.games,
            "records": health.records,
        },
        "faults": list(health.faults),
        "notices": list(health.notices),
    }
