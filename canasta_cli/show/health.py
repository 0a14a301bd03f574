"""What the doctor found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Health


def health_blocks(health: Health) -> Blocks:
    """Which files, which versions, and every fault."""
    blocks = [
        Text(f"canasta {health.program}"),
        Text(f"database: {health.database}"),
    ]
    if not health.exists:
        return (*blocks, Text("There is none yet: canasta new makes it.", indent=2))
    blocks.append(
        Text(
            f"version {health.version}, {count_of(health.games, 'game')}, "
            f"{count_of(health.records, 'record')}",
            indent=2,
        )
    )
    blocks += [Text(notice, Style.NOTICE) for notice in health.notices]
    if not health.faults:
        return (*blocks, Text("Everything recorded is sound.", Style.GOOD))
    blocks += [Text(f"FAULT: {fault}", Style.BAD) for fault in health.faults]
    return (*blocks, Text("Export what can be read, or go back to a backup."))


def health_json(health: Health) -> Mapping[str, Any]:
    """The keys of ``canasta doctor``."""
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
