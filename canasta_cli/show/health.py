"""What the doctor found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import Blocks, Grid, Style, Text
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Head, Health

REBUILD = "canasta doctor --rebuild"
_MAKES = "writes everything again that follows from the records."


def health_blocks(health: Health) -> Blocks:
    """Which files, which versions, and every fault."""
    blocks: list[Text | Grid] = [
        Text(f"canasta {health.program}"),
        Text(f"database: {health.database}"),
    ]
    if not health.exists:
        blocks.append(Text("There is none yet: canasta new makes it.", indent=2))
        return (*blocks, *_since(health))
    blocks.append(
        Text(
            f"version {health.version}, {count_of(health.games, 'game')}, "
            f"{count_of(health.records, 'record')}",
            indent=2,
        )
    )
    if health.head:
        blocks.append(Text(head_text(health.head), indent=2))
    blocks += [Text(notice, Style.NOTICE) for notice in health.notices]
    blocks += _since(health)
    if not health.faults:
        return (*blocks, *_sound(health))
    blocks += [Text(f"FAULT: {fault.text}", Style.BAD) for fault in health.faults]
    if any(fault.derived for fault in health.faults):
        blocks.append(Text(f"Fix: {REBUILD} {_MAKES}"))
    if not all(fault.derived for fault in health.faults):
        blocks.append(Text("Export what can be read, or go back to a backup."))
    return tuple(blocks)


def head_text(head: Head) -> str:
    """The newest link of the chain of records, to be noted and asked for later."""
    return f"head: {head.short} at entry {head.entry}"


def head_json(head: Head | None) -> Mapping[str, Any] | None:
    """The keys of a head, the whole hash in it."""
    return None if head is None else {"hash": head.hash, "entry": head.entry}


def _since(health: Health) -> Blocks:
    """Whether the head that was asked about is there."""
    if health.since is None:
        return ()
    head, entry = health.since
    if entry is None:
        return (Text(f"FAULT: head {head} is not in the chain of records", Style.BAD),)
    after = health.records - entry
    more = f"; {count_of(after, 'entry', 'entries')} since then" if after else ""
    return (Text(f"Head {head} is in the chain, at entry {entry}{more}.", Style.GOOD),)


def _sound(health: Health) -> Blocks:
    if health.barred:
        return (
            Text("Every record is sound."),
            Text(f"Warning: nothing can be recorded now: {health.barred}", Style.NOTICE),
        )
    return (Text("No problems found.", Style.GOOD),) if health.is_sound else ()


def health_json(health: Health) -> Mapping[str, Any]:
    """The keys of ``canasta doctor``."""
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
        "barred": health.barred or None,
        **({"since": {"head": since.head, "entry": since.entry}} if since else {}),
    }
