"""Format the result of ``canasta doctor``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text
from canasta_cli.show.standing import WARNING_KEYS, doctor_warnings, game_warnings_json
from canasta_cli.words import count_of, quoted

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Contents, Head, Health, Loss, Restoring, Salvage

REBUILD = "canasta doctor --rebuild"
REPAIRS = (
    "To go back to a backup: canasta restore FILE\n"
    "To save what can still be read: canasta doctor --salvage NEW.db"
)
_MAKES = "rebuilds the summary tables, triggers and views from the entries."


def health_blocks(health: Health) -> Blocks:
    """Format the file, its version and contents, and every fault."""
    blocks: list[Block] = [
        Text(f"canasta {health.program}"),
        Text(f"database: {health.database}"),
    ]
    if not health.exists and not health.faults:
        blocks.append(Text("It doesn't exist yet; canasta new creates it.", indent=2))
        return (*blocks, *_since(health))
    if health.exists:
        counts = f"{count_of(health.games, 'game')}, {count_of(health.records, 'entry', 'entries')}"
        blocks.append(Text(f"format {health.version}, {counts}", indent=2))
    if health.head:
        blocks.append(Text(head_text(health.head), indent=2))
    blocks += [Text(notice, Style.NOTICE) for notice in health.notices]
    for loss in health.losses:
        was = f"head: {loss.head[:12]} at entry {loss.entry}"
        blocks.append(Text(f"Salvaged from a damaged database ({was}).", Style.NOTICE))
        blocks += [Text(each, Style.NOTICE, indent=2) for each in loss.lacks]
    blocks += doctor_warnings(health.warnings)
    blocks += _since(health)
    if not health.faults:
        return (*blocks, *_sound(health))
    blocks += [Text(f"Problem: {fault.text}", Style.BAD) for fault in health.faults]
    if health.rebuilds:
        blocks.append(Text(f"Fix: {REBUILD} {_MAKES}"))
    if not all(fault.derived for fault in health.faults):
        # Nothing can be read from an empty file.
        blocks += map(Text, REPAIRS.splitlines()[: None if health.exists else 1])
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
    {
        "file": "The file.",
        "head": Object("Its head; null if it is empty.", HEAD_KEYS),
        "removed": "The names of the older copies that --keep removed.",
    },
)


def backup_blocks(file: str, head: Head | None, removed: Sequence[str]) -> Blocks:
    """Format a copy of the database, and the older copies that were removed."""
    blocks = [Text(f"Copied to {file}.")]
    blocks += [Text(head_text(head))] if head else []
    blocks += [Text(f"Removed an older copy: {each}") for each in removed]
    return tuple(blocks)


def backup_json(file: str, head: Head | None, removed: Sequence[str]) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta backup``."""
    return {"file": file, "head": head_json(head), "removed": list(removed)}


def restoring_blocks(restoring: Restoring) -> Blocks:
    """Format what a backup and the database have, and what only one of them has."""
    backup, present = restoring.backup, restoring.present
    blocks: list[Block] = [*_contents(backup), *_contents(present)]
    games = [*dict.fromkeys((*backup.only, *present.only))]
    if games:
        rows = tuple(
            (name, str(backup.only.get(name, 0)), str(present.only.get(name, 0))) for name in games
        )
        blocks.append(Text("Entries that only one of them has:"))
        blocks.append(Grid(("game", "backup", "now"), rows))
    elif not present.error:
        blocks.append(Text("Both have the same entries."))
    return (*blocks, *restored_blocks(restoring))


def _contents(contents: Contents) -> Blocks:
    says = f"{count_of(contents.games, 'game')}, {count_of(contents.entries, 'entry', 'entries')}"
    if contents.error:
        says = f"can't be read completely: {contents.error}"
    head = (Text(head_text(contents.head), indent=2),) if contents.head else ()
    return Text(contents.file), Text(says, indent=2), *head


def restored_blocks(restoring: Restoring) -> Blocks:
    """Format that a backup was restored; nothing if it was not."""
    if restoring.aside is None:
        return ()
    done = Text("Restored.", Style.GOOD)
    if not restoring.aside:
        return (done,)
    return done, Text(f"The database as it was: {restoring.aside}")


CONTENTS_KEYS = Keys(
    "The contents of a database",
    {
        "file": "The file.",
        "games": "The number of games.",
        "entries": "The number of entries.",
        "head": Object("Its head; null if it is empty, or can't be read.", HEAD_KEYS),
        "only": "The number of entries that the other file lacks, by the name of the game.",
        "error": "Why it can't be read completely; null if it can.",
    },
)
RESTORE_KEYS = Keys(
    "canasta restore",
    {
        "backup": Object("The backup.", CONTENTS_KEYS),
        "database": Object("The database as it was.", CONTENTS_KEYS),
        "restored": "True if the backup was put in its place.",
        "aside": "The copy of the database as it was; null if there is none.",
    },
)


def restoring_json(restoring: Restoring) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta restore``."""
    return {
        "backup": _contents_json(restoring.backup),
        "database": _contents_json(restoring.present),
        "restored": restoring.aside is not None,
        "aside": restoring.aside or None,
    }


def _contents_json(contents: Contents) -> Mapping[str, Any]:
    return {**contents._asdict(), "head": head_json(contents.head), "error": contents.error or None}


def head_json(head: Head | None) -> Mapping[str, Any] | None:
    """Return the JSON keys of a head, with the whole hash."""
    return None if head is None else {"hash": head.hash, "entry": head.entry}


LOSS_KEYS = Keys(
    "What a salvaged database lacks",
    {
        "head": Object("The newest entry that was found.", HEAD_KEYS),
        "lacks": "What is missing, in sentences.",
    },
)
SALVAGE_KEYS = Keys(
    "canasta doctor --salvage",
    {
        "file": "The new database.",
        "games": "The number of games in it.",
        "records": "The number of entries that were found.",
    },
    (LOSS_KEYS,),
)


def salvage_blocks(found: Salvage) -> Blocks:
    """Format what was saved from a damaged database, what is missing, and how to go on."""
    counts = f"{count_of(found.entries, 'entry', 'entries')} of {count_of(found.games, 'game')}"
    return (
        Text(f"Saved {counts} to {found.target}.", Style.GOOD),
        *(Text(each, Style.NOTICE) for each in found.loss.lacks or ("No entry is missing.",)),
        Text(f"To use it as the database: canasta restore {quoted(found.target)}"),
    )


def salvage_json(found: Salvage) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta doctor --salvage``."""
    return {
        "file": found.target,
        "games": found.games,
        "records": found.entries,
        **loss_json(found.loss),
    }


def loss_json(loss: Loss) -> Mapping[str, Any]:
    """Return the JSON keys of what a salvaged database lacks."""
    return {"head": {"hash": loss.head, "entry": loss.entry}, "lacks": list(loss.lacks)}


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
        "salvaged": Object("What was missing each time it was salvaged.", LOSS_KEYS),
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
        "rebuild": health.rebuilds,
        "notices": list(health.notices),
        "warnings": game_warnings_json(health.warnings),
        "salvaged": [loss_json(loss) for loss in health.losses],
        "barred": health.barred or None,
        **({"since": {"head": since.head, "entry": since.entry}} if since else {}),
    }
