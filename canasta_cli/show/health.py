"""Format the result of ``canasta doctor``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.show.warnings import WARNING_KEYS, doctor_warnings, game_warnings_json
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Head, Health

REBUILD = "canasta doctor --rebuild"
_MAKES = "rebuilds the summary tables, triggers and views from the entries."


def health_blocks(health: Health) -> Blocks:
    """Format the file, its version and contents, and every fault."""
    blocks: list[Block] = [
        Text(f"canasta {health.program}"),
        Text(f"database: {health.database}"),
    ]
    if not health.exists:
        blocks.append(Text("It doesn't exist yet; canasta new creates it.", indent=2))
        return (*blocks, *_since(health))
    blocks.append(
        Text(
            f"format {health.version}, {count_of(health.games, 'game')}, "
            f"{count_of(health.records, 'entry', 'entries')}",
            indent=2,
        )
    )
    if health.head:
        blocks.append(Text(head_text(health.head), indent=2))
    blocks += [Text(notice, Style.NOTICE) for notice in health.notices]
    blocks += doctor_warnings(health.warnings)
    blocks += _since(health)
    if not health.faults:
        return (*blocks, *_sound(health))
    blocks += [Text(f"Problem: {fault.text}", Style.BAD) for fault in health.faults]
    if any(fault.derived for fault in health.faults):
        blocks.append(Text(f"Fix: {REBUILD} {_MAKES}"))
    if not all(fault.derived for fault in health.faults):
        blocks.append(
            Text(
                "Fix for changed entries: go back to a backup, or export the games that can be read."
            )
        )
    return tuple(blocks)


def head_text(head: Head) -> str:
    """Format the newest hash of the journal, to be noted and checked later."""
    return f"head: {head.short} at entry {head.entry}"


HEAD_KEYS = Keys(
    "The head of a database",
    {
        "hash": "The hash of the newest entry, which depends on all entries before it.",
        "entry": "The number of that entry.",
    },
)
BACKUP_KEYS = Keys(
    "canasta backup",
    {"file": "The file.", "head": Object("Its head; null if it is empty.", HEAD_KEYS)},
)


def head_json(head: Head | None) -> Mapping[str, Any] | None:
    """Return the JSON keys of a head, with the whole hash."""
    return None if head is None else {"hash": head.hash, "entry": head.entry}


def _since(health: Health) -> Blocks:
    """Format whether an earlier head is still in the journal."""
    if health.since is None:
        return ()
    head, entry = health.since
    if entry is None:
        return (Text(f"Problem: head {head} is not in the database", Style.BAD),)
    after = health.records - entry
    more = f"; {count_of(after, 'entry', 'entries')} since then" if after else ""
    return (Text(f"Head {head} is in the database, at entry {entry}{more}.", Style.GOOD),)


def _sound(health: Health) -> Blocks:
    if health.barred:
        return (
            Text("Every entry is intact."),
            Text(f"Warning: nothing can be recorded now: {health.barred}", Style.NOTICE),
        )
    return (Text("No problems found.", Style.GOOD),) if health.is_sound else ()


DATABASE_KEYS = Keys(
    "The database",
    {
        "file": "The file.",
        "exists": "False before the first game.",
        "version": "The version of its format; null if there is none.",
        "games": "The number of games; null if unknown.",
        "records": "The number of entries; null if unknown.",
    },
)
SINCE_KEYS = Keys(
    "A known head",
    {
        "head": "The hash given with --since.",
        "entry": "The number of its entry; null if no entry has it.",
    },
)
HEALTH_KEYS = Keys(
    "canasta doctor",
    {
        "ok": "True if there is no fault.",
        "program": "The version of the program.",
        "database": Object("The database.", DATABASE_KEYS),
        "head": Object("Its head; null if it is empty.", HEAD_KEYS),
        "faults": "What is wrong.",
        "rebuild": "True if --rebuild corrects a fault.",
        "notices": "What is remarkable, but not wrong.",
        "warnings": Object("The warnings about all games.", WARNING_KEYS),
        "barred": "Why nothing can be recorded; null if it can.",
        "since": Object("The answer to --since, only with it.", SINCE_KEYS),
    },
)


def health_json(health: Health) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta doctor``."""
    since = health.since
    return {
        "ok": health.is_sound,
        "program": health.program,
        "database": {
            "file": health.database,
            "exists": health.exists,
            "version": health.version,
            "games": health.games,
            "records": health.records,
        },
        "head": head_json(health.head),
        "faults": [fault.text for fault in health.faults],
        "rebuild": any(fault.derived for fault in health.faults),
        "notices": list(health.notices),
        "warnings": game_warnings_json(health.warnings),
        "barred": health.barred or None,
        **({"since": {"head": since.head, "entry": since.entry}} if since else {}),
    }
