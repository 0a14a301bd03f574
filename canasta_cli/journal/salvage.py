"""Read every entry that a damaged file still has, and the record of what was missing.

An entry proves itself by its hash, so entries are also looked for outside of the file's structure: the
bytes before the two hashes of a row are the same in every file.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from typing import Any

from canasta_cli.errors import UnusableData
from canasta_cli.journal.file import LOGS
from canasta_cli.journal.schema import ENTRIES, EntryRow, connect_any
from canasta_cli.journal.store import Reader
from canasta_cli.values import NamedTuple

SALVAGED = "salvaged"
"""The kind of the entry, of game 0, that says from what a database was salvaged."""

_BLOCK = 4096
_HASHES = b"\x81\x0d\x81\x0d"
# The end of the header of a row: two texts of 64 characters.
_HEADERS = range(10, 24)
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_CONSTANTS = {0: None, 8: 0, 9: 1}
_TEXT = 13
_LONGEST = 9
_SIZES = {2**bits for bits in range(9, 17)}


Linked = tuple[int, int, str, str, str]
"""The values of a row of the journal apart from its place: game, number, time, kind and data."""


class Loss(NamedTuple):
    """The newest entry that was found in a damaged file, and in sentences what is missing."""

    head: str
    entry: int
    lacks: tuple[str, ...]


def loss_row(loss: Loss, at: str) -> Linked:
    """Return what a salvaged database lacks as the first row of its journal."""
    return (0, 1, at, SALVAGED, json.dumps(loss, ensure_ascii=False))


def read_loss(data: str) -> Loss:
    """Return what a salvaged database lacks. Raises :class:`~canasta_cli.errors.UnusableData`."""
    try:
        head, entry, lacks = json.loads(data)
        return Loss(str(head), int(entry), tuple(map(str, lacks)))
    except (ValueError, TypeError) as error:
        raise UnusableData(f"the entry “{SALVAGED}” can't be read: {error}") from None


def losses(connection: sqlite3.Connection) -> Iterator[Loss]:
    """Yield what was missing each time a database was salvaged, the last time first."""
    for (data,) in connection.execute("SELECT data FROM journal WHERE game = 0 ORDER BY id"):
        with suppress(UnusableData):
            yield read_loss(data)


class Found(NamedTuple):
    """The entries of a file that can be read, by their numbers; ``newest`` is the highest number ever used.

    ``names`` are those of the games in the summary.
    """

    rows: list[EntryRow]
    newest: int
    names: dict[int, str]


def find_rows(path: str) -> Found:
    """Return every entry of a file that can be read.

    If two have the same number, an intact one is returned, rather as SQLite reads it.
    """
    whole = os.path.realpath(path)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        for ending in ("", *LOGS):
            with open(copy + ending, "wb") as part:
                if os.path.exists(whole + ending):
                    part.writelines(_blocks(whole + ending))
        # SQLite would remove the log of an empty file.
        content = b"" if os.path.getsize(copy) else _content(copy + LOGS[0])
        rows, newest, names = _queried(copy)
        # A log that SQLite could not add is searched too.
        for file in filter(os.path.exists, (copy, *(copy + ending for ending in LOGS))):
            content += _content(file)
    found = {row.id: row for row in rows if not row.is_intact}
    found |= {row.id: row for row in _scanned(content)}
    found |= {row.id: row for row in rows if row.is_intact}
    return Found([row for _, row in sorted(found.items())], max(newest, *found, 0), names)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _blocks(path: str) -> Iterator[bytes]:
    """Yield a file in blocks, with zeros for those that the disk does not give."""
    with open(path, "rb", buffering=0) as file:
        for place in range(0, os.path.getsize(path), _BLOCK):
            block = b"\0" * _BLOCK
            with suppress(OSError):
                file.seek(place)
                block = file.read(_BLOCK)
            yield block


def _queried(path: str) -> Found:
    """Return the entries as SQLite reads them, from both ends up to damage."""
    rows: dict[Any, EntryRow] = {}
    names: dict[int, str] = {}
    newest = 0
    with (
        closing(connect_any(path, "rw")) as connection,
        Reader(path, connection, 0).lenient(),
    ):
        for order in ("", "DESC"):
            with suppress(sqlite3.Error):
                for row in connection.execute(f"{ENTRIES} ORDER BY id {order}"):
                    rows[row[0]] = EntryRow(*row)
        with suppress(sqlite3.Error):
            for (number,) in connection.execute("SELECT seq FROM sqlite_sequence"):
                newest = number if isinstance(number, int) else newest
        with suppress(sqlite3.Error):
            names.update(connection.execute("SELECT game, name FROM summary_game"))
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Found([row for row in rows.values() if row.has_types], newest, names)


def _scanned(content: bytes) -> Iterator[EntryRow]:
    """Yield every intact entry whose row stands anywhere in a file, in a table or not."""
    # 1 stands for 65,536, which two bytes can't hold; a damaged size is not that of any page.
    declared = int.from_bytes(content[16:18])
    sizes = {_BLOCK, 65_536 if declared == 1 else declared} & _SIZES
    place = content.find(_HASHES)
    while place >= 0:
        end = place + len(_HASHES)
        for length in _HEADERS:
            start = end - length
            if start > 0 and content[start : start + 2] == bytes((length, 0)):
                for size in sizes:
                    yield from _rows_at(content, start, end, size)
        place = content.find(_HASHES, place + 1)


def _rows_at(content: bytes, start: int, end: int, size: int) -> Iterator[EntryRow]:
    """Yield the row whose header stands at a place, if it is one."""
    kinds, place = [], start + 1
    while place < end:
        kind, place = _number(content, place)
        kinds.append(kind)
    lengths = [_length(kind) for kind in kinds]
    if len(kinds) != len(EntryRow._fields) or None in lengths:
        return
    whole = end - start + sum(length or 0 for length in lengths)
    payload = _payload(content, start, whole, size)
    for before in range(1, _LONGEST + 1):
        number, after = _number(content, start - before)
        if start >= before and after == start:
            values = _values(payload[end - start :], kinds)
            row = values and EntryRow(number, *values[1:])
            if row and row.has_types and row.is_intact:
                yield row


def _number(content: bytes, place: int) -> tuple[int, int]:
    """Return a number as SQLite writes it, seven bits in a byte, and the place after it."""
    value = 0
    for each in range(_LONGEST - 1):
        byte = content[place + each] if place + each < len(content) else 0
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the bit of the last byte
            return value, place + each + 1
    return value, place + _LONGEST


def _length(kind: int) -> int | None:
    """Return the bytes of a value of a kind; ``None`` for one that the journal never has."""
    if kind >= _TEXT and kind % 2:
        return (kind - _TEXT) // 2
    return 0 if kind in _CONSTANTS else _INTEGERS.get(kind)


def _values(raw: bytes, kinds: Iterable[int]) -> list[Any]:
    """Return the values of a row; nothing if a text is not valid."""
    values: list[Any] = []
    for kind in kinds:
        length = _length(kind) or 0
        value, raw = raw[:length], raw[length:]
        try:
            values.append(
                value.decode()
                if kind >= _TEXT
                else _CONSTANTS.get(kind, int.from_bytes(value, signed=True))
            )
        except UnicodeDecodeError:
            return []
    return values


def _payload(content: bytes, start: int, whole: int, size: int) -> bytes:
    """Return the bytes of a row, also if it continues on other pages."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if whole <= most:
        return content[start : start + whole]
    local = least + (whole - least) % (size - 4)
    local = local if local <= most else least
    payload = content[start : start + local]
    page = int.from_bytes(content[start + local : start + local + 4])
    while page and len(payload) < whole:
        place = (page - 1) * size
        payload += content[place + 4 : place + size][: whole - len(payload)]
        if place >= len(content):
            break
        page = int.from_bytes(content[place : place + 4])
    return payload
