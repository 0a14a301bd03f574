"""Check whether a journal is as it was written."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.errors import UnusableData
from canasta_cli.journal.entries import from_row
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
    """Everything that is wrong with a journal, each in a sentence; empty if it is whole.

    Raises as :meth:`Journal.open` does for a file that cannot be opened at all.
    """
    if isinstance(source, str):
        with Journal.open(source, create=False) as journal:
            return faults(journal)
    connection = source.connection
    with trouble(source.path, source.seconds):
        # One transaction: the file as it is at one moment, whoever is writing.
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
        yield f"the records cannot be read: {error}"
        return
    yield from _breaks(rows, names, newest)
    yield from _unreadable(rows, names)
    yield from _gaps(rows, names)


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        for (words,) in connection.execute("PRAGMA integrity_check"):
            if words != "ok":
                yield f"SQLite finds damage: {words}"
    except sqlite3.DatabaseError as error:
        yield f"SQLite finds damage: {error}"


def _called(row: _Row, names: dict[int, str]) -> str:
    return f"record {row.id} (game {names.get(row.game, row.game)}, number {row.number})"


def _breaks(rows: list[_Row], names: dict[int, str], newest: int) -> Iterator[str]:
    """Where the chain of hashes does not hold."""
    before: _Row | None = None
    altered = False
    for row in rows:
        was_altered, altered = altered, digest(row.previous, row[:6]) != row.hash
        if row.id != (before.id if before else 0) + 1:
            yield f"a record is missing before record {row.id}"
        elif row.previous != (before.hash if before else BEFORE_ALL) and not altered:
            if before is None:
                altered = True
            elif not was_altered:
                # Somebody who knew about the hashes gave the altered record a fitting one.
                yield f"{_called(before, names)} was altered after it was written"
        if altered:
            yield f"{_called(row, names)} was altered after it was written"
        before = row
    last = before.id if before else 0
    if last < newest:
        yield f"a record is missing after record {last}" if last else "all records are missing"


def _unreadable(rows: list[_Row], names: dict[int, str]) -> Iterator[str]:
    for row in rows:
        try:
            from_row(row.what, row.data)
        except UnusableData as error:
            yield f"{_called(row, names)} is no entry: {error.message}"


def _gaps(rows: list[_Row], names: dict[int, str]) -> Iterator[str]:
    """Where the entries of a game are not numbered 1, 2, 3, beginning with its beginning."""
    numbers: dict[int, int] = {}
    for row in rows:
        expected = numbers.get(row.game, 0) + 1
        numbers[row.game] = row.number
        if row.number != expected:
            yield f"{_called(row, names)} should have the number {expected}"
        elif (expected == 1) is not (row.what == "new"):
            yield f"{_called(row, names)} is not where a game begins"
