"""The parts of a journal's file: compare them with what this version makes, and restore them.

The table ``journal`` contains the entries and is never changed here. All other parts can be rebuilt.
"""

import re
import sqlite3
from collections.abc import Iterator

from canasta_cli.journal import schema
from canasta_cli.journal.figures import COVERS
from canasta_cli.journal.quick import NEXT
from canasta_cli.journal.schema import (
    JOURNAL,
    MIGRATIONS_TABLE,
    model,
    record_migrations,
    sqlite_errors,
)
from canasta_cli.journal.store import Reading, Writing
from canasta_cli.journal.summary import KEYS
from canasta_cli.values import NamedTuple

# sqlite-utils keeps one of these tables for itself, SQLite the others for ANALYZE.
_FOREIGN = re.compile(rf"{MIGRATIONS_TABLE}|sqlite_stat\d")


class Fault(NamedTuple):
    """Something that is wrong with a journal.

    ``derived`` if ``doctor --rebuild`` corrects it; ``damage`` of the file may make that fail.
    """

    text: str
    derived: bool = False
    damage: bool = False


class Part(NamedTuple):
    """A table, index, trigger or view: which table it belongs to, and its SQL."""

    kind: str
    name: str
    table: str
    sql: str


class Column(NamedTuple):
    """A column of a table: its type as declared, and whether it may be empty."""

    name: str
    kind: str
    optional: bool


def parts(connection: sqlite3.Connection) -> dict[tuple[str, str], Part]:
    """Return every part of a file, by kind and name, apart from those of SQLite and its libraries."""
    # Indexes without SQL are those of keys, and follow from their tables.
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    )
    found = [Part(*(_text(value) for value in row)) for row in rows]
    return {(part.kind, part.name): part for part in found if not _is_foreign(part)}


def _is_foreign(part: Part) -> bool:
    return part.kind in ("table", "index") and bool(_FOREIGN.fullmatch(part.table))


def _text(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)


def expected_parts(version: int = schema.VERSION) -> dict[tuple[str, str], Part]:
    """Return the parts that a file of a version has."""
    connection = model(version=version)
    try:
        return parts(connection)
    finally:
        connection.close()


def columns(table: str) -> tuple[Column, ...]:
    """Return the columns of a table as this version creates it."""
    connection = model()
    try:
        rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    finally:
        connection.close()
    return tuple(
        Column(name, kind, not required and not key) for _, name, kind, required, _, key in rows
    )


def shape_faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Yield everything that differs from a file of its version.

    An older file may have derived tables of later versions, which are made again when it is converted.
    """
    version = schema.version_of(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != schema.APPLICATION:
        yield Fault(
            f"the file's application id is {application} instead of {schema.APPLICATION}",
            derived=True,
        )
    if version < 1:
        yield Fault(f"the file's version is {version} instead of {schema.VERSION}", derived=True)
        version = schema.VERSION
    found, expected = parts(connection), expected_parts(version)
    later = {} if version == schema.VERSION else expected_parts()
    for key, part in expected.items():
        derived = not _is_recorded(part)
        if key not in found:
            yield Fault(f"the {_describe(part)} is missing", derived)
        elif found[key] != part:
            yield Fault(f"the {_describe(part)} is not as canasta made it", derived)
    for key, part in found.items():
        if key not in expected and key not in later:
            yield Fault(f"the {_describe(part)} does not belong here", derived=part.kind != "table")
    if not _migrations_hold(connection, version):
        yield Fault("the list of the file's versions is not as canasta made it", derived=True)


def _is_recorded(part: Part) -> bool:
    """Return whether a part can't be rebuilt: the journal, and what SQLite creates for it."""
    return part.kind != "trigger" and (part.table == JOURNAL or part.name == "sqlite_sequence")


def is_restorable(reading: Reading) -> bool:
    """Return whether the journal's own table is as this version creates it, so that the rest can be rebuilt.

    Raises :class:`~canasta_cli.errors.CanastaError` for a file that cannot be read.
    """
    with sqlite_errors(reading.path, reading.seconds):
        found = parts(reading.connection)
    return all(
        found.get(key) == part for key, part in expected_parts().items() if _is_recorded(part)
    )


def _describe(part: Part) -> str:
    beside = f" on {part.table}" if part.kind in ("trigger", "index") else ""
    return f"{part.kind} {part.name}{beside}"


def _migrations_hold(connection: sqlite3.Connection, version: int = schema.VERSION) -> bool:
    try:
        rows = connection.execute(
            f"SELECT name FROM {MIGRATIONS_TABLE} WHERE migration_set = 'canasta' ORDER BY id"  # noqa: S608
        ).fetchall()
    except sqlite3.Error:
        return False
    return rows == [(name,) for name, _ in schema.MIGRATIONS[:version]]


def restore_parts(writing: Writing) -> None:
    """Rebuild every part that differs and has no entries; remove parts that do not belong here.

    The summary tables are empty afterwards. Other tables that do not belong here stay.
    """
    connection = writing.connection
    run = connection.execute
    expected = expected_parts()
    derived = {part.name for part in expected.values() if not _is_recorded(part)}
    for key, part in reversed(parts(connection).items()):
        intact = expected.get(key) == part and part.name not in (*KEYS, COVERS, NEXT)
        if not intact and (part.kind != "table" or part.name in derived):
            run(f"DROP {part.kind} IF EXISTS {_quoted(part.name)}")
    there = parts(connection)
    for key, part in expected.items():
        if key not in there and not _is_recorded(part):
            run(part.sql)
    if not _migrations_hold(connection):
        kinds = run("SELECT type FROM sqlite_master WHERE name = ?", (MIGRATIONS_TABLE,)).fetchall()
        for (kind,) in kinds:
            run(f"DROP {kind} {MIGRATIONS_TABLE}")
        record_migrations(connection)
    _restore_counter(connection)
    run(f"PRAGMA user_version = {schema.VERSION}")
    run(f"PRAGMA application_id = {schema.APPLICATION}")


def counter(connection: sqlite3.Connection) -> int | None:
    """Return the number of the newest entry ever made, as SQLite keeps it; ``None`` if it is lost."""
    rows = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchall()
    if len(rows) == 1 and isinstance(rows[0][0], int):
        return rows[0][0]
    return None


def _restore_counter(connection: sqlite3.Connection) -> None:
    run = connection.execute
    (last,) = run("SELECT max(id) FROM journal").fetchone()
    if last is None or (counter(connection) or 0) >= last:
        return
    run("DELETE FROM sqlite_sequence WHERE name = 'journal'")
    run("INSERT INTO sqlite_sequence (name, seq) VALUES ('journal', ?)", (last,))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
