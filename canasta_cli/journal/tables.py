"""Write the tables of an export into a new database of their own, for Datasette, pandas and other programs.

The command ``export`` calls it. No journal is read or written here; ``show/export.py`` has the rows.
"""

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

from canasta_cli.errors import Refused
from canasta_cli.files import fill_file, is_database
from canasta_cli.journal.file import EXPORT, mark_of, refuse_log_beside, refuse_name_of_log

COLUMNS: dict[str, dict[str, type]] = {
    "games": {
        "id": int,
        "name": str,
        "date": str,
        "event": str,
        "rules": str,
        "house_rules": int,
        "target": int,
        "over": int,
        "ending": str,
    },
    "players": {"id": int, "name": str},
    "sides": {"id": int, "game_id": int, "place": int, "name": str, "total": int, "won": int},
    "hands": {"id": int, "game_id": int, "number": int, "dealer_id": int, "forced": int},
    "seats": {"hand_id": int, "player_id": int, "side_id": int},
    "scores": {"hand_id": int, "side_id": int, "tally": str, "points": int, "total": int},
    "lines": {
        "id": int,
        "hand_id": int,
        "side_id": int,
        "item": str,
        "name": str,
        "because": str,
        "count": int,
        "each": int,
        "points": int,
    },
}
"""The columns of each table; the first, or the first two if there is no id, are its key."""
_EMPTY = {"target", "ending", "count", "each"}
"""Columns that may have no value."""
_REFERS = {
    "game_id": "games",
    "player_id": "players",
    "dealer_id": "players",
    "side_id": "sides",
    "hand_id": "hands",
}

Tables = Mapping[str, Sequence[Sequence[object]]]
"""The rows of each table."""


def write_tables(path: str, tables: Tables, *, overwrite: bool) -> None:
    """Write a database with these tables, completely or not at all; the same rows give the same file.

    Raises :class:`~canasta_cli.errors.Refused` for the name of a log, and if the file exists: unless
    ``overwrite``, and then if it is a database that is not an export, or in use.
    """
    refuse_name_of_log(path)
    if os.path.exists(path) and not os.path.isfile(path):
        raise Refused(f"{path} is not a file", fix="Choose another name.")
    if overwrite and is_database(path) and not _is_export(path):
        raise Refused(f"{path} is a database, and not an export", fix="Choose another name.")
    refuse_log_beside(path)

    def fill(part: str) -> None:
        try:
            with closing(sqlite3.connect(part)) as connection:
                _fill(connection, tables)
        except sqlite3.Error as error:
            fix = "Name a file in a folder that you may write to."
            raise Refused(f"can't write {path}: {error}", fix=fix) from error

    fill_file(path, fill, overwrite=overwrite)


def _is_export(path: str) -> bool:
    with open(path, "rb") as file:
        return mark_of(file, 0) == EXPORT.to_bytes(4)


def _fill(connection: sqlite3.Connection, tables: Tables) -> None:
    # Loaded here: it takes longer than any other command of the program.
    from sqlite_utils import Database

    # The file is nobody's until it has its name, and is then on the disk.
    connection.execute("PRAGMA journal_mode = MEMORY")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA application_id = {EXPORT}")
    database = Database(connection, execute_plugins=False)
    with database.atomic():
        for name, columns in COLUMNS.items():
            table = database.create_table(
                name,
                columns,
                pk="id" if "id" in columns else tuple(columns)[:2],
                foreign_keys=[(each, _REFERS[each], "id") for each in columns if each in _REFERS],
                not_null=columns.keys() - _EMPTY - {"id"},
            )
            table.insert_all(dict(zip(columns, row, strict=True)) for row in tables[name])
        database.index_foreign_keys()
