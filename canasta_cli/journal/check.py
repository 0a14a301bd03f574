"""Check that a journal is intact: its file, its parts and every entry."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from canasta_cli.errors import UnusableData
from canasta_cli.journal.digest import BEFORE_ALL, digest
from canasta_cli.journal.entries import from_row
from canasta_cli.journal.location import is_checkpointed
from canasta_cli.journal.salvage import SALVAGED, read_loss
from canasta_cli.journal.schema import sqlite_errors
from canasta_cli.journal.shape import Fault, columns, counter, shape_faults
from canasta_cli.journal.store import BadText, Journal
from canasta_cli.journal.summary import KEYS
from canasta_cli.journal.unlisted import name_begun
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of

TYPES: dict[str, type] = {"INTEGER": int, "TEXT": str}
_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number with a fraction",
    str: "text",
    type(None): "nothing",
}


class _Row(NamedTuple):
    id: Any
    game: Any
    number: Any
    at: Any
    what: Any
    data: Any
    previous: Any
    hash: Any


def faults(source: Journal | str) -> tuple[Fault, ...]:
    """Return every fault of a journal in a sentence; empty if it is intact.

    Raises like :meth:`Journal.open` for a file that can't be opened at all.
    """
    if isinstance(source, str):
        with Journal.open(source, create=False, examine=True) as journal:
            return faults(journal)
    if source.is_new:
        return ()
    with (
        sqlite_errors(source.path, source.seconds),
        source.lenient_text(),
        source.snapshot(),
    ):
        return (*_after_end(source), *_faults(source.connection))


def _faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    # Fail now if another program keeps the file locked.
    connection.execute("SELECT 1 FROM sqlite_master LIMIT 0").fetchall()
    yield from _damage(connection)
    try:
        yield from shape_faults(connection)
    except sqlite3.DatabaseError as error:
        yield Fault(f"can't read the parts of the file: {error}")
    for table in ("setting", *KEYS):
        yield from _wrong_types(connection, table)
    try:
        rows = [
            _Row(*row)
            for row in connection.execute(
                "SELECT id, game, number, at, what, data, previous, hash FROM journal ORDER BY id"
            )
        ]
        newest = counter(connection)
    except sqlite3.DatabaseError as error:
        yield Fault(f"can't read the entries: {error}")
        return
    if not all(isinstance(row.id, int) for row in rows):
        yield Fault("the entries are not numbered")
        return
    names = _names(connection, rows)
    yield from _breaks(rows, names)
    yield from _lost(rows, newest)
    yield from _unreadable(rows, names)
    yield from _gaps(rows, names)


def _after_end(journal: Journal) -> Iterator[Fault]:
    """Yield a fault if the file is longer than its database; the next checkpoint cuts it off."""
    run = journal.connection.execute
    (pages,), (size,) = (run(f"PRAGMA page_{each}").fetchone() for each in ("count", "size"))
    more = os.path.getsize(journal.path) - pages * size
    if more > 0 and is_checkpointed(journal.path):
        yield Fault(f"the file has {more:,} bytes after the end of the database", derived=True)


def _damage(connection: sqlite3.Connection) -> Iterator[Fault]:
    try:
        for (words,) in connection.execute("PRAGMA integrity_check"):
            if words != "ok":
                yield Fault(f"SQLite reports damage: {words}", damage=True)
    except sqlite3.DatabaseError as error:
        yield Fault(f"SQLite reports damage: {error}", damage=True)


def _wrong_types(connection: sqlite3.Connection, table: str) -> Iterator[Fault]:
    """Name the columns of a table beside the journal with values of another type."""
    kinds = columns(table)
    wrong: dict[tuple[str, str], int] = {}
    try:
        names = ", ".join(column.name for column in kinds)
        for row in connection.execute(f"SELECT {names} FROM {table}"):  # noqa: S608 - our own words
            for column, value in zip(kinds, row, strict=True):
                if not _fits(value, column.kind, optional=column.optional):
                    key = column.name, kind_of(value)
                    wrong[key] = wrong.get(key, 0) + 1
    except sqlite3.DatabaseError:
        # Other columns, or damaged ones, are reported as faults of the shape.
        return
    for (name, kind), number in wrong.items():
        yield Fault(f"{table}.{name} contains {kind} ({count_of(number, 'row')})", derived=True)


def _fits(value: object, kind: str, *, optional: bool) -> bool:
    return (optional and value is None) or type(value) is TYPES[kind]


def kind_of(value: object) -> str:
    """Return the kind of a value in words: ``text``, ``a blob``."""
    if isinstance(value, BadText):
        return "text that is not valid UTF-8"
    return _KINDS.get(type(value), "a blob")


def _names(connection: sqlite3.Connection, rows: list[_Row]) -> dict[Any, str]:
    """Return the names of the games by their numbers: from the summary, else as they began."""
    names: dict[Any, str] = {}
    for row in rows:
        if row.what == "new" and name_begun(row.data):
            names[row.game] = name_begun(row.data)
    with suppress(sqlite3.DatabaseError):
        listed = connection.execute("SELECT game, name FROM summary_game").fetchall()
        names.update((game, name) for game, name in listed if isinstance(name, str))
    return names


def _describe(row: _Row, names: dict[Any, str]) -> str:
    return f"entry {row.id} (game {names.get(row.game, row.game)}, number {row.number})"


def _wrong_columns(row: _Row) -> list[str]:
    """Name the columns of a record with values of another type."""
    return [
        f"{column.name} contains {kind_of(value)}"
        for column, value in zip(columns("journal"), row, strict=True)
        if not _fits(value, column.kind, optional=False)
    ]


def _breaks(rows: list[_Row], names: dict[Any, str]) -> Iterator[Fault]:
    """Yield the breaks in the chain of hashes."""
    before: _Row | None = None
    altered = False
    for row in rows:
        was_altered, altered = altered, not _is_intact(row)
        if row.id != (before.id if before else 0) + 1:
            yield Fault(f"an entry is missing before entry {row.id}")
        elif row.previous != (before.hash if before else BEFORE_ALL) and not altered:
            if before is None:
                altered = True
            elif not was_altered:
                # The entry was changed together with its hash.
                yield Fault(f"{_describe(before, names)} was changed after it was recorded")
        if altered:
            yield Fault(f"{_describe(row, names)} was changed after it was recorded")
        before = row


def _is_intact(row: _Row) -> bool:
    """Return whether an entry still has the hash of its content."""
    try:
        return bool(digest(row.previous, row[:6]) == row.hash)
    except (TypeError, ValueError):
        # A blob, or text that is not valid, never had a hash.
        return False


def _lost(rows: list[_Row], newest: int | None) -> Iterator[Fault]:
    """Yield a fault if the newest entries are missing, or the counter that would show it."""
    last = rows[-1].id if rows else 0
    if newest is None or newest < last:
        if last:
            yield Fault("the counter of the entries is lost", derived=True)
    elif newest > last:
        yield Fault(
            f"an entry is missing after entry {last}" if last else "all entries are missing"
        )


def _unreadable(rows: list[_Row], names: dict[Any, str]) -> Iterator[Fault]:
    kinds = [TYPES[column.kind] for column in columns("journal")]
    for row in rows:
        if [type(value) for value in row] != kinds:
            yield Fault(
                f"{_describe(row, names)} is not a valid entry: {', '.join(_wrong_columns(row))}"
            )
            continue
        try:
            if _is_about_file(row):
                read_loss(row.data)
            else:
                from_row(row.what, row.data)
        except UnusableData as error:
            yield Fault(f"{_describe(row, names)} is not a valid entry: {error.message}")


def _is_about_file(row: _Row) -> bool:
    return bool(row.game == 0 and row.what == SALVAGED)


def _gaps(rows: list[_Row], names: dict[Any, str]) -> Iterator[Fault]:
    """Yield gaps in the numbers of a game's entries, and games that don't begin with “new”."""
    numbers: dict[Any, int] = {}
    for row in rows:
        expected = numbers.get(row.game, 0) + 1
        numbers[row.game] = row.number if isinstance(row.number, int) else expected
        if row.number != expected:
            yield Fault(f"{_describe(row, names)} should have number {expected}")
        elif (expected == 1) is not (row.what == "new") and not _is_about_file(row):
            yield Fault(
                f"{_describe(row, names)} is out of place: only the first entry of a game is “new”"
            )
