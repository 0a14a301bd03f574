"""Checked copies of a journal: backups to a file, and putting one back in place.

Every copy is written under another name beside its target, checked, and only then put in its place.
"""

import errno
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from tempfile import TemporaryDirectory
from typing import Any

from canasta_cli.errors import CanastaError, Refused, UnusableData
from canasta_cli.files import is_database, way_to_write
from canasta_cli.journal.copies import (
    REPLACED,
    alone_beside,
    backups_of,
    dated,
    fail_if_busy,
    writing_to,
)
from canasta_cli.journal.file import (
    BESIDE,
    LOGS,
    SQLITE_ERRORS,
    has_only_log,
    is_checkpointed,
    make_file,
    make_folder,
    refuse_journal,
    refuse_log_beside,
    refuse_name_of_log,
)
from canasta_cli.journal.schema import (
    OBSTACLES,
    code_of,
    connect_any,
    keep_log_apart,
    read_cut_off,
    sqlite_errors,
)
from canasta_cli.journal.store import Head, Journal, Reader, has_entry, head, name_begun
from canasta_cli.journal.upkeep import check_bytes, faults, look_at
from canasta_cli.values import NamedTuple
from canasta_cli.words import quoted

_ELSEWHERE = "Name a file in a folder you can write to."


def backup(journal: Journal, target: str, *, overwrite: bool = False) -> Head | None:
    """Copy a journal as it is at one moment, even while others write to it; return the copy's head.

    The copy appears complete and sound, or not at all. Raises :class:`~canasta_cli.errors.Refused`
    if the journal is damaged, if the copy can't be made, or if the target exists: unless
    ``overwrite``, and then if it is a database with entries that this one lacks, or can't be read.
    """
    if not os.path.exists(journal.path):
        raise Refused(f"there is nothing to back up: {journal.path} does not exist")
    if journal.is_new:
        raise Refused(
            f"there is nothing to back up: {journal.path} has no entries",
            fix="If it had some, put a backup in its place: canasta restore",
        )
    over = journal if overwrite else None
    try:
        with alone_beside(target), writing_to(target) as part:
            _check_target(target, journal.path, over)
            _copy(journal.connection, part)
            with Journal.open(part, examine=True) as copy:
                wrong = [fault.text for fault in faults(copy) if not fault.derived]
                newest = head(copy)
            if wrong:
                raise Refused(
                    f"{journal.path} is damaged and was not copied: {wrong[0]}",
                    fix="See what is wrong with: canasta doctor",
                )
            _check_target(target, journal.path, over)
    except OSError as error:
        raise Refused(
            f"can't write {target}: {error.strerror}", fix=way_to_write(error, _ELSEWHERE)
        ) from error
    return newest


def _copy(connection: sqlite3.Connection, path: str) -> None:
    """Copy every page of a database to a file, sound or not."""
    try:
        with sqlite_errors(path), closing(connect_any(path, "rw")) as copy:
            connection.backup(copy, progress=fail_if_busy)
    except Refused as error:
        # The fix for the journal does not apply to the copy, unless the disk is full.
        is_full = getattr(error.__cause__, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
        raise Refused(error.message, fix=error.fix if is_full else _ELSEWHERE) from error


def _check_target(target: str, journal: str, over: Journal | None) -> None:
    refuse_journal(target, journal)
    refuse_name_of_log(target)
    if os.path.lexists(target):
        if over is None:
            raise Refused(f"{target} already exists", fix="Name another file, or add --force.")
        # No log would add anything to it.
        if is_checkpointed(target) and is_database(target):
            # To read it also removes the empty log of a reader that was killed.
            _refuse_loss(target, over)
    refuse_log_beside(target)


def _refuse_loss(file: str, journal: Journal) -> None:
    """Refuse to overwrite a database with entries that a journal lacks, or one that can't be read."""
    try:
        with Journal.open(file, examine=True) as other:
            newest = head(other)
    except CanastaError as error:
        raise Refused(
            f"{file} is a database that can't be read; it may have entries that would be lost",
            fix="Name another file, or move this one away.",
        ) from error
    if newest and not has_entry(journal, newest):
        raise Refused(
            f"{file} has entries that the database lacks, up to entry {newest.entry}",
            fix=f"Name another file. To see what it has: canasta restore {quoted(file)} --dry-run",
        )


def copy_whole(journal: Journal, file: str) -> None:
    """Copy an open database to a new file, sound or not. Raises :class:`~canasta_cli.errors.CanastaError`."""
    make_file(file)
    _copy(journal.connection, file)


def copy_aside(journal: Journal, at: str) -> str:
    """Copy an open database beside its path, even if the path leads elsewhere now; return the copy's path."""
    aside = dated(journal.path, os.path.dirname(journal.path), at, REPLACED)
    with writing_to(aside) as part:
        _copy(journal.connection, part)
    return aside


def _files(path: str) -> list[str]:
    whole = os.path.realpath(path)
    return [file for file in (whole, *(whole + log for log in LOGS)) if os.path.exists(file)]


class Contents(NamedTuple):
    """The entries that a journal has, and how many of them another one lacks, by the names of games.

    ``error`` is why it can't be read completely: its numbers are then those of the entries that can still be
    read, and ``only`` of the other one is ``None``, since nobody knows what is missing here.
    """

    file: str
    games: int
    entries: int
    head: Head | None
    only: dict[str, int] | None
    error: str = ""


class _Read(NamedTuple):
    """The entries of a journal without their hashes, the names of its games, its head, and any error."""

    rows: set[tuple[Any, ...]]
    names: dict[Any, str]
    head: Head | None = None
    error: str = ""


def compare_contents(file: str, other: str) -> tuple[Contents, Contents]:
    """Return what each of two journals has, and what of it the other one lacks; a missing file has nothing."""
    one, two = _entries(file), _entries(other)
    return _contents(file, one, two), _contents(other, two, one)


def _contents(file: str, mine: _Read, other: _Read) -> Contents:
    games = {game for game, *_ in mine.rows}
    lacking = sorted(mine.rows - other.rows, key=str)
    only = Counter(mine.names.get(game, f"#{game}") for game, *_ in lacking)
    whole = None if other.error else dict(only)
    return Contents(file, len(games), len(mine.rows), mine.head, whole, mine.error)


def _entries(file: str) -> _Read:
    try:
        check_bytes(file)
        with Journal.open(file, examine=True) as journal, journal.snapshot():
            with journal.lenient():
                rows = {
                    *journal.rows(
                        "SELECT game, number, at, what, data FROM journal WHERE game <> 0"
                    )
                }
            names: dict[Any, str] = {line.id: line.name for line in journal.games()}
            return _Read(rows, names, head(journal))
    except CanastaError as error:
        rows = _left(file)
        begun = {game: name_begun(data) for game, _, _, what, data in rows if what == "new"}
        names = {game: name for game, name in begun.items() if name}
        return _Read(rows, names, error=error.message)


def _left(file: str) -> set[tuple[Any, ...]]:
    """Return the entries that can be read in a damaged file, from both ends up to the damage.

    They are read in a copy, since SQLite changes a file and its log when it opens them.
    """
    with suppress(OSError, *SQLITE_ERRORS), TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        for each in _files(file):
            shutil.copyfile(each, copy + each.removeprefix(os.path.realpath(file)))
        with closing(connect_any(copy, "rw")) as connection:
            read_cut_off(connection)
            rows, _ = Reader(copy, connection, 0).entries_left()
            return {row[1:6] for row in rows if row.game}
    return set()


class Backup(NamedTuple):
    """A backup in the list of ``canasta restore``: its number there, its time, its contents.

    ``at`` is that time in UTC (ISO 8601), ``made`` in local time.
    ``replaced``: the database as it was before a restore. ``newest`` is the game of the newest entry.
    ``error`` is why it can't be read.
    """

    number: int
    file: str
    at: str
    made: str
    replaced: bool
    games: int = 0
    entries: int = 0
    newest: str = ""
    error: str = ""


def list_backups(path: str, at: str, local: Callable[[str], str]) -> Iterator[Backup]:
    """Yield the backups of a database that the program made by itself, the newest first.

    ``at`` is now; ``local`` formats a time in local time.
    """
    for number, copy in enumerate(backups_of(path, at), start=1):
        day, time = copy.at[:8], copy.at[9:15]
        made = f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}+00:00"
        replaced = f"-{REPLACED}{copy.at}" in os.path.basename(copy.file)
        found = Backup(number, copy.file, made, local(made), replaced)
        try:
            check_bytes(copy.file)
            with Journal.open(copy.file, examine=True) as journal:
                games, entries = journal.row(
                    "SELECT count(DISTINCT game), count(*) FROM journal WHERE game <> 0"
                )
                newest = journal.newest()
                yield found._replace(
                    games=games, entries=entries, newest=newest.name if newest else ""
                )
        except CanastaError as error:
            yield found._replace(error=error.message)


def restore(source: Journal, path: str, aside: str, seen: Contents | None = None) -> None:
    """Put the contents of a journal in the place of a database, which is first copied to ``aside``.

    Programs that have the database open see the new contents with their next question. After a crash
    there is the old database or the new one. Raises :class:`~canasta_cli.errors.Refused` if the database
    no longer has what was ``seen`` in it.
    """
    make_folder(path)
    make_file(path)
    try:
        with sqlite_errors(path, source.seconds):
            is_visible = has_only_log(path) or look_at(path).damage
            if is_visible or not _overwrite(source, path, aside, seen):
                _replace(source, path, aside)
    except OSError as error:
        fix = way_to_write(error, _ELSEWHERE)
        raise Refused(f"can't write {path} or {aside}: {error.strerror}", fix=fix) from error


def _overwrite(source: Journal, path: str, aside: str, seen: Contents | None) -> bool:
    """Replace a database in one transaction; return false if it is too damaged for that."""
    kept: list[str] = []

    def keep_once(status: int, *_: int) -> None:
        fail_if_busy(status)
        # The database is locked from the first page on, so nothing can be recorded between.
        if not kept:
            kept.append(aside)
            with closing(connect_any(path, "ro")) as present:
                if not present.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                    return
                if seen and not seen.error and head(Reader(path, present, 0)) != seen.head:
                    raise Refused(
                        f"{path} has changed since it was compared; nothing was restored",
                        fix="Compare them again.",
                    )
                with writing_to(aside) as part:
                    _copy(present, part)

    try:
        with closing(connect_any(path, "rw", source.seconds)) as present:
            present.execute("PRAGMA synchronous = EXTRA")
            present.execute("PRAGMA fullfsync = ON")
            # A file that can't be written to needs no copy.
            present.executescript("BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK")
            keep_log_apart(present)
            if present.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                # Without a log nothing can be read while it is locked.
                keep_once(sqlite3.SQLITE_OK)
            source.connection.backup(present, pages=1, progress=keep_once)
    except (*SQLITE_ERRORS, UnusableData) as error:
        if isinstance(error, sqlite3.Error) and code_of(error) in OBSTACLES:
            raise
        return False
    return True


def _replace(source: Journal, path: str, aside: str) -> None:
    """Replace a file that is too damaged for SQLite; nothing can be recorded in it meanwhile."""
    for file in _files(path):
        _set_aside(file, aside + file.removeprefix(os.path.realpath(path)))
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            os.remove(os.path.realpath(path) + ending)
    with writing_to(path) as part:
        _copy(source.connection, part)
    with closing(connect_any(path, "rw")) as present:
        keep_log_apart(present)


def _set_aside(file: str, aside: str) -> None:
    """Copy a file; one that the disk no longer gives completely is moved, which reads nothing of it."""
    try:
        with writing_to(aside) as part:
            shutil.copyfile(file, part)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        os.replace(file, aside)
