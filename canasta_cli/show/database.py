"""Format the database: its health, its copies, and the defaults of options in it.

The commands ``doctor``, ``backup``, ``restore`` and ``config`` call it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.show.keys import Answer, key
from canasta_cli.show.layout import BLANK, Block, Grid, Style, Text
from canasta_cli.show.standing import WarningInHand, game_warnings
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.health import (
        Backup,
        BackupsFound,
        Contents,
        Health,
        Restoring,
    )

REBUILD = "canasta doctor --rebuild"
_NO_BACKUP = (
    "No sound backup of it was found. To put back one that you made: canasta restore FILE\n"
    "Without one, see “If the database is damaged” in: canasta man"
)
_MAKES = "rebuilds the summary tables, triggers and views from the entries."


def health_blocks(health: Health) -> Iterator[Block]:
    """Format the file, its version and contents, and every fault."""
    yield Text(f"canasta {health.program}")
    yield Text(f"database: {health.database}")
    if not health.exists and not health.faults:
        yield Text("It doesn't exist yet; canasta new creates it.", indent=2)
        return
    if health.exists:
        counts = [f"format {health.version}"]
        if health.games is not None and health.records is not None:
            counts.append(count_of(health.games, "game"))
            counts.append(count_of(health.records, "entry", "entries"))
        yield Text(", ".join(counts), indent=2)
    yield Text(_backups_text(health.backups), indent=2)
    yield from (Text(notice, Style.NOTICE) for notice in health.notices)
    yield from game_warnings(health.warnings)
    if health.barred and not health.faults:
        yield Text("Every entry is intact.")
        yield Text(f"Warning: nothing can be recorded now: {health.barred}", Style.NOTICE)
    elif health.is_sound:
        none = "No other problems found." if health.warnings else "No problems found."
        yield Text(none, Style.GOOD)
    yield from (Text(f"Problem: {fault.text}", Style.BAD) for fault in health.faults)
    if health.rebuilds:
        yield Text(f"Fix: {REBUILD} {_MAKES}")
    if health.is_damaged:
        yield from map(Text, way_out_text(health.way_out).splitlines())


def way_out_text(backup: Backup | None, other: str = "") -> str:
    """Format the way out of damage: the backup to restore, or where to look if there is none.

    ``other`` is what to do if it may be no damage.
    """
    if backup is None:
        return other or _NO_BACKUP
    made = f"the backup of {backup.made}, and shows what that lacks."
    restores = f"canasta restore {backup.number} puts back {made}"
    return f"{other}\nIf it is damaged: {restores}" if other else f"Fix: {restores}"


def _backups_text(backups: BackupsFound) -> str:
    if backups.unread:
        return f"automatic backups: {backups.unread}"
    made = f"the newest of {backups.newest}" if backups.number else ""
    found = [count_of(backups.number, "automatic backup") if made else "no automatic backup", made]
    off = "" if backups.are_wanted else "turned off with canasta config backups"
    return ", ".join(filter(None, [*found, off]))


class BackupAnswer(Answer, of="backup"):
    """canasta backup."""

    file: str = key("The file.", str)


class BackupInList(Answer):
    """A backup in the list of canasta restore."""

    number: int = key("Its number, which canasta restore takes.")
    file: str = key("The file.")
    at: str = key("When it was made, in UTC.")
    replaced: bool = key("True for the database as it was before a restore.")
    games: int = key("The number of games.")
    entries: int = key("The number of entries.")
    newest: str | None = key(
        "The game of the newest entry; null if there is none.", lambda it: it.newest or None
    )
    error: str | None = key("Why it can't be read; null if it can.", lambda it: it.error or None)


class BackupsAnswer(Answer, of="restore"):
    """canasta restore without a file."""

    backups: Sequence[BackupInList] = key("The backups, newest first.", BackupInList.of_each)


def backups_blocks(backups: Sequence[Backup], database: str) -> Iterator[Block]:
    """Format the list of the backups, newest first, and how to go back to one."""
    if not backups:
        yield Text(f"There is no automatic backup of {database}.")
        yield Text("To put back one that you made: canasta restore FILE")
        return
    for replaced, title in (
        (False, f"Backups of {database}, newest first:"),
        (True, "As it was before a restore:"),
    ):
        rows = [
            (str(each.number), each.made, _holds(each))
            for each in backups
            if each.replaced == replaced
        ]
        if rows:
            yield from (Text(title), Grid(("", "made", "holds"), rows, (0, 1, 2)))
    yield Text(f"To see what it changes: canasta restore {backups[0].number} --dry-run")
    yield Text(f"To go back to it: canasta restore {backups[0].number}")


def _holds(backup: Backup) -> str:
    if backup.error:
        return "can't be read"
    counts = f"{count_of(backup.games, 'game')}, {count_of(backup.entries, 'entry', 'entries')}"
    return f"{counts}; the last in {backup.newest}" if backup.newest else counts


def restoring_blocks(restoring: Restoring) -> Iterator[Block]:
    """Format what a backup and the database have, and what only one of them has."""
    backup, present = restoring.backup, restoring.present
    only, lacking = backup.only, present.only or {}
    yield from _contents(backup)
    yield from _contents(present)
    if only is None:
        yield from _lacking(present, lacking)
    elif games := [*dict.fromkeys((*only, *lacking))]:
        rows = ((name, str(only.get(name, 0)), str(lacking.get(name, 0))) for name in games)
        yield Text("Entries that only one of them has:")
        yield Grid(("game", "backup", "now"), rows)
    else:
        yield Text("Both have the same entries.")
    yield from restored_blocks(restoring)


def _lacking(damaged: Contents, lacking: Mapping[str, int]) -> Iterator[Block]:
    """Format what a backup lacks of the readable part of a damaged database."""
    if lacking:
        title = "Entries that can still be read in it, and that the backup lacks:"
        yield Text(title, Style.NOTICE)
        yield Grid(("game", "entries"), ((name, str(number)) for name, number in lacking.items()))
    elif damaged.entries:
        yield Text("The backup has every entry that can still be read in it.")
    else:
        yield Text("What the backup lacks is not known.", Style.NOTICE)


def _contents(contents: Contents) -> Iterator[Block]:
    says = f"{count_of(contents.games, 'game')}, {count_of(contents.entries, 'entry', 'entries')}"
    yield Text(contents.file)
    if contents.error:
        yield Text(contents.error, indent=2)
    yield Text(f"still readable: {says}" if contents.error else says, indent=2)


def restored_blocks(restoring: Restoring) -> Iterator[Block]:
    """Format that a backup was restored; nothing if it was not."""
    if restoring.aside is not None:
        yield Text("Restored.", Style.GOOD)
    if restoring.aside:
        yield Text(f"The database as it was: {restoring.aside}")


class DatabaseContents(Answer):
    """The contents of a database."""

    file: str = key("The file.")
    games: int = key("The number of games.")
    entries: int = key("The number of entries.")
    only: dict[str, int] | None = key(
        "The number of entries that the other file lacks, by the name of the game; null if that can't be "
        "read completely."
    )
    error: str | None = key(
        "Why it can't be read completely; null if it can.", lambda it: it.error or None
    )


class RestoreAnswer(Answer, of="restore"):
    """canasta restore."""

    backup: DatabaseContents = key("The backup.", lambda it: DatabaseContents(it.backup))
    database: DatabaseContents = key(
        "The database as it was.", lambda it: DatabaseContents(it.present)
    )
    restored: bool = key(
        "True if the backup was put in its place.", lambda it: it.aside is not None
    )
    aside: str | None = key(
        "The copy of the database as it was; null if there is none.", lambda it: it.aside or None
    )


class DatabaseState(Answer):
    """The database."""

    file: str = key("The file.", lambda it: it.database)
    exists: bool = key("False before the first game.")
    version: int | None = key("The version of its format; null if there is none.")
    games: int | None = key("The number of games; null if unknown.")
    records: int | None = key("The number of entries; null if unknown.")


class BackupsInHealth(Answer):
    """The automatic backups of a database."""

    number: int = key("How many there are.")
    newest: str | None = key(
        "When the newest was made, in local time; null if there is none.",
        lambda it: it.newest or None,
    )
    wanted: bool = key("False if they are turned off.", lambda it: it.are_wanted)


class HealthAnswer(Answer, of="doctor"):
    """canasta doctor."""

    ok: bool = key("True if there is no fault.", lambda it: it.is_sound)
    program: str = key("The version of the program.")
    database: DatabaseState = key("The database.", DatabaseState)
    faults: Sequence[str] = key("What is wrong.", lambda it: [fault.text for fault in it.faults])
    rebuild: bool = key("True if --rebuild corrects a fault.", lambda it: it.rebuilds)
    backups: BackupsInHealth = key("The automatic backups.", lambda it: BackupsInHealth(it.backups))
    restore: int | None = key(
        "The number of the backup with which canasta restore corrects the faults; null if none does.",
        lambda it: it.way_out and it.way_out.number,
    )
    notices: Sequence[str] = key("What is remarkable, but not wrong.")
    warnings: Sequence[WarningInHand] = key(
        "The warnings about all games.",
        lambda it: [WarningInHand(each, game=game) for game, each in it.warnings],
    )
    barred: str | None = key(
        "Why nothing can be recorded; null if it can.", lambda it: it.barred or None
    )


# The defaults of options.


class Setting(NamedTuple):
    """A default that can be chosen: its name, its meaning, its value while none is chosen.

    ``read`` returns the value to keep for the word typed; ``chosen`` is what the database has.
    """

    name: str
    about: str
    usual: str
    read: Callable[[str], str]
    chosen: str | None = None

    @property
    def value(self) -> str:
        """The value that is in force."""
        return self.usual if self.chosen is None else self.chosen

    @property
    def origin(self) -> str:
        """Where the value comes from."""
        return "default" if self.chosen is None else "database"


class SettingInList(Answer):
    """A setting of canasta config."""

    name: str = key("The name of the setting.")
    value: str = key("Its value.")
    origin: str = key("`database`, or `default`.")


class ConfigAnswer(Answer, of="config"):
    """canasta config."""

    settings: Sequence[SettingInList] = key("The settings.", SettingInList.of_each)


def config_blocks(settings: Sequence[Setting]) -> Iterator[Block]:
    """Format the settings as a table, with the meaning of each below it."""
    rows = ((each.name, each.value, each.origin) for each in settings)
    yield from (Grid(("setting", "value", "from"), rows, (0, 1, 2)), BLANK)
    yield from (Text(f"{each.name}: {each.about}", Style.QUIET) for each in settings)
