"""Check that a journal is intact, and back it up."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal.entries import from_row
from canasta_cli.journal.location import refuse_journal
from canasta_cli.journal.schema import trouble
from canasta_cli.journal.store import BEFORE_ALL, Journal, digest


class _Row(NamedTuple):
    id: int
    game: int
    number: int
    at: str
    what: str
    data: str
    previous: str
    hash: str


def faults(source: Journal | str) -> tuple[str, ...]:
    """Return every fault of a journal in a sentence; empty if it is intact.

    Raises like :meth:`Journal.open` for a file that can't be opened at all.
    """
    if isinstance(source, str):
        with Journal.open(source, create=False) as journal:
            return faults(journal)
    connection = source.connection
    with trouble(source.path, source.seconds):
        # One transaction: a snapshot of the file, even while others write.
        connection.execute("BEGIN")
        try:
            connection.execute("SELECT 1 FROM journal LIMIT 0").fetchall()
            return tuple(_faults(connection))
        finally:
            connection.execute("ROLLBACK")


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    yield from _damage(connection)
    try:
        names = dict(connection.execute("SELECT game, name FROM summary_game"))
        rows = [
            _Row(*row)
            for row in connection.execute(
                "SELECT id, game, number, at, what, data, previous, hash FROM journal ORDER BY id"
            )
        ]
        kept = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
        (newest,) = kept.fetchone() or (0,)
    except sqlite3.DatabaseError as error:
        yield f"can't read the entries: {error}"
        return
    yield from _breaks(rows, names, newest)
    yield from _unreadable(rows, names)
    yield from _gaps(rows, names)


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        for (words,) in connection.execute("PRAGMA integrity_check"):
            if words != "ok":
                yield f"SQLite reports damage: {words}"
    except sqlite3.DatabaseError as error:
        yield f"SQLite reports damage: {error}"


def _called(row: _Row, names: dict[int, str]) -> str:
    return f"entry {row.id} (game {names.get(row.game, row.game)}, number {row.number})"


def _breaks(rows: list[_Row], names: dict[int, str], newest: int) -> Iterator[str]:
    """Yield the breaks in the chain of hashes."""
    before: _Row | None = None
    altered = False
    for row in rows:
        was_altered, altered = altered, digest(row.previous, row[:6]) != row.hash
        if row.id != (before.id if before else 0) + 1:
            yield f"an entry is missing before entry {row.id}"
        elif row.previous != (before.hash if before else BEFORE_ALL) and not altered:
            if before is None:
                altered = True
            elif not was_altered:
                # The entry was changed together with its hash.
                yield f"{_called(before, names)} was changed after it was recorded"
        if altered:
            yield f"{_called(row, names)} was changed after it was recorded"
        before = row
    last = before.id if before else 0
    if last < newest:
        yield f"an entry is missing after entry {last}" if last else "all entries are missing"


def _unreadable(rows: list[_Row], names: dict[int, str]) -> Iterator[str]:
    for row in rows:
        try:
            from_row(row.what, row.data)
        except UnusableData as error:
            yield f"{_called(row, names)} is not a valid entry: {error.message}"


def _gaps(rows: list[_Row], names: dict[int, str]) -> Iterator[str]:
    """Yield gaps in the numbers of a game's entries, and games that don't begin with “new”."""
    numbers: dict[int, int] = {}
    for row in rows:
        expected = numbers.get(row.game, 0) + 1
        numbers[row.game] = row.number
        if row.number != expected:
            yield f"{_called(row, names)} should have number {expected}"
        elif (expected == 1) is not (row.what == "new"):
            yield f"{_called(row, names)} is out of place: only the first entry of a game is “new”"


def backup(journal: Journal, target: str, *, overwrite: bool = False) -> None:
    """Copy a journal as it is at one moment, even while others write to it.

    The copy appears complete or not at all. Raises :class:`~canasta_cli.errors.Refused` if the
    target exists, unless ``overwrite``, or if the copy can't be made.
    """
    _check_target(journal, target, overwrite=overwrite)
    part = f"{target}.{os.getpid()}.part"
    try:
        with trouble(target):
            copy = sqlite3.connect(part)
            try:
                journal.connection.backup(copy)
            finally:
                copy.close()
        _check_target(journal, target, overwrite=overwrite)
        os.replace(part, target)
        _sync_folder(target)
    except OSError as error:
        raise Refused(f"can't write {target}: {error.strerror}") from error
    except Refused as error:
        # The remedy for the journal does not apply to the copy.
        raise Refused(error.message, remedy="Name a file in a folder you can write to.") from error
    finally:
        for left in (part, f"{part}-journal", f"{part}-wal", f"{part}-shm"):
            with suppress(OSError):
                os.unlink(left)


def _check_target(journal: Journal, target: str, *, overwrite: bool) -> None:
    if not os.path.exists(journal.path):
        raise Refused(f"there is nothing to back up: {journal.path} does not exist")
    if not os.path.lexists(target):
        return
    refuse_journal(target, journal.path)
    if not overwrite:
        raise Refused(f"{target} already exists", remedy="Name another file, or add --force.")
    # SQLite would take a log of the existing file for the log of the copy.
    for side in ("-wal", "-journal"):
        if os.path.exists(target + side):
            raise Refused(f"{target} is in use: {target}{side} exists", remedy="Name another file.")


def _sync_folder(target: str) -> None:
    """Write the file's name to the disk, if the system can open folders."""
    with suppress(OSError):
        folder = os.open(os.path.dirname(target) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
