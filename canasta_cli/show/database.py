"""Format the database: its health, and its copies.

The commands ``doctor``, ``backup`` and ``restore`` call it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from canasta_cli.show.keys import Keys, itself, key, optional
from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text
from canasta_cli.show.standing import WarningKeys, game_warnings
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import Contents, Head, Health, Restoring

REBUILD = "canasta doctor --rebuild"
REPAIRS = "To go back to a backup: canasta restore FILE"
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
    blocks += game_warnings(health.warnings)
    blocks += _since(health)
    if health.barred and not health.faults:
        blocks.append(Text("Every entry is intact."))
        barred = f"Warning: nothing can be recorded now: {health.barred}"
        blocks.append(Text(barred, Style.NOTICE))
    elif health.is_sound:
        none = "No other problems found." if health.warnings else "No problems found."
        blocks.append(Text(none, Style.GOOD))
    blocks += [Text(f"Problem: {fault.text}", Style.BAD) for fault in health.faults]
    if health.rebuilds:
        blocks.append(Text(f"Fix: {REBUILD} {_MAKES}"))
    if not all(fault.derived for fault in health.faults):
        blocks.append(Text(REPAIRS))
    return tuple(blocks)


def head_text(head: Head) -> str:
    """Format the newest hash of the journal, to be noted and checked later."""
    return f"head: {head.short} at entry {head.entry}"


class HeadKeys(Keys):
    """The head of a database."""

    hash: str = key("The hash of the newest entry, which depends on all entries before it.")
    entry: int = key("The number of that entry.")


class BackupKeys(Keys, of="backup"):
    """canasta backup."""

    file: str = key("The file.")
    head: HeadKeys | None = key("Its head; null if it is empty.", itself)
    removed: list[str] = key("The names of the older copies that --keep removed.")


def backup_blocks(file: str, head: Head | None, removed: Sequence[str]) -> Blocks:
    """Format a copy of the database, and the older copies that were removed."""
    blocks = [Text(f"Copied to {file}.")]
    blocks += [Text(head_text(head))] if head else []
    blocks += [Text(f"Removed an older copy: {each}") for each in removed]
    return tuple(blocks)


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


class DatabaseContentsKeys(Keys):
    """The contents of a database."""

    file: str = key("The file.")
    games: int = key("The number of games.")
    entries: int = key("The number of entries.")
    head: HeadKeys | None = key("Its head; null if it is empty, or can't be read.")
    only: dict[str, int] = key(
        "The number of entries that the other file lacks, by the name of the game."
    )
    error: str | None = key(
        "Why it can't be read completely; null if it can.", lambda it: it.error or None
    )


class RestoreKeys(Keys, of="restore"):
    """canasta restore."""

    backup: DatabaseContentsKeys = key("The backup.")
    database: DatabaseContentsKeys = key("The database as it was.", lambda it: it.present)
    restored: bool = key(
        "True if the backup was put in its place.", lambda it: it.aside is not None
    )
    aside: str | None = key(
        "The copy of the database as it was; null if there is none.", lambda it: it.aside or None
    )


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


class DatabaseKeys(Keys):
    """The database."""

    file: str = key("The file.", lambda it: it.database)
    exists: bool = key("False before the first game.")
    version: int | None = key("The version of its format; null if there is none.")
    games: int | None = key("The number of games; null if unknown.")
    records: int | None = key("The number of entries; null if unknown.")


class SinceKeys(Keys):
    """A known head."""

    head: str = key("The hash given with --since.")
    entry: int | None = key("The number of its entry; null if no entry has it.")


class HealthKeys(Keys, of="doctor"):
    """canasta doctor."""

    ok: bool = key("True if there is no fault.", lambda it: it.is_sound)
    program: str = key("The version of the program.")
    database: DatabaseKeys = key("The database.", itself)
    head: HeadKeys | None = key("Its head; null if it is empty.")
    faults: list[str] = key("What is wrong.", lambda it: [fault.text for fault in it.faults])
    rebuild: bool = key("True if --rebuild corrects a fault.", lambda it: it.rebuilds)
    notices: list[str] = key("What is remarkable, but not wrong.")
    warnings: list[WarningKeys] = key(
        "The warnings about all games.",
        lambda it: [WarningKeys.json(each, game=game) for game, each in it.warnings],
    )
    barred: str | None = key(
        "Why nothing can be recorded; null if it can.", lambda it: it.barred or None
    )
    since: SinceKeys = optional("The answer to --since, only with it.")
