"""Check that a journal is intact: its bytes, its parts, every entry, its summaries; and restore its parts.

The score-keeper calls it for the doctor, and backups for the copy that they made.
"""

import errno
import os
import re
import sqlite3
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import pairwise
from typing import Any

from canasta_cli.errors import CanastaError, NoLongerKept, UnusableData
from canasta_cli.files import DATABASE
from canasta_cli.journal import schema
from canasta_cli.journal.entries import from_row
from canasta_cli.journal.file import (
    BEFORE_ALL,
    FRAME,
    LOG_HEADER,
    LOGS,
    NEXT,
    SQLITE_ERRORS,
    TITLE,
    foreign_log,
    has_space,
    is_checkpointed,
    next_row,
)
from canasta_cli.journal.schema import (
    COVERS,
    ENTRIES,
    ENTRY_TYPES,
    JOURNAL,
    KEYED,
    KEYS,
    RECORDED,
    EntryRow,
    Summary,
    model,
    summary_rows,
)
from canasta_cli.journal.store import BadText, Journal, Reader, Writing, counter, name_begun
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

# The parts of a journal's file: compare them with what this version makes, and restore them.
#
# The table `journal` contains the entries and is never changed here. All other parts can be
# rebuilt.

# Left alone: tables that SQLite keeps for ANALYZE, and one of the library that made files before.
_FOREIGN = re.compile(r"sqlite_stat\d|_sqlite_migrations")


class Fault(NamedTuple):
    """Something that is wrong with a journal.

    ``derived`` if ``doctor --rebuild`` corrects it; ``is_amended`` if the text names the command that does.
    """

    text: str
    derived: bool = False
    is_amended: bool = False


class FilePart(NamedTuple):
    """A table, index, trigger or view: which table it belongs to, and its SQL."""

    kind: str
    name: str
    table: str
    sql: str


def parts(connection: sqlite3.Connection) -> dict[tuple[str, str], FilePart]:
    """Return every part of a file, by kind and name, apart from those of SQLite and its libraries."""
    # Indexes without SQL are those of keys, and follow from their tables.
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    )
    found = [FilePart(*(_text(value) for value in row)) for row in rows]
    return {
        (part.kind, part.name): part
        for part in found
        if part.kind not in ("table", "index") or not _FOREIGN.fullmatch(part.table)
    }


def _text(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)


@cache
def expected_parts(version: int = schema.VERSION) -> dict[tuple[str, str], FilePart]:
    """Return the parts that a file of a version has."""
    with closing(model(version=version)) as connection:
        return parts(connection)


def shape_faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Yield everything that differs from a file of its version."""
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
    for key, part in expected.items():
        derived = not _is_recorded(part)
        if key not in found:
            yield Fault(f"the {_name_of_part(part)} is missing", derived)
        elif found[key] != part:
            yield Fault(f"the {_name_of_part(part)} is not as canasta made it", derived)
    for key, part in found.items():
        if key not in expected:
            yield Fault(
                f"the {_name_of_part(part)} does not belong here", derived=part.kind != "table"
            )


def _is_recorded(part: FilePart) -> bool:
    """True if a part can't be rebuilt: the journal, and what SQLite creates for it."""
    return part.kind != "trigger" and (part.table == JOURNAL or part.name == "sqlite_sequence")


def is_restorable(reading: Reader) -> bool:
    """True if the journal's own table is as this version creates it, so that the rest can be rebuilt.

    Raises :class:`~canasta_cli.errors.CanastaError` for a file that cannot be read.
    """
    with reading.errors():
        found = parts(reading.connection)
    return all(
        found.get(key) == part for key, part in expected_parts().items() if _is_recorded(part)
    )


def _name_of_part(part: FilePart) -> str:
    beside = f" on {part.table}" if part.kind in ("trigger", "index") else ""
    return f"{part.kind} {part.name}{beside}"


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
            if part.kind in ("trigger", "view"):
                # SQLite doesn't know one whose SQL it can't parse; it has no pages, only this row.
                run("DELETE FROM sqlite_master WHERE (type, name) = (?, ?)", (part.kind, part.name))
    there = parts(connection)
    for key, part in expected.items():
        if key not in there and not _is_recorded(part):
            run(part.sql)
    _drop_wrong_rows(connection)
    _restore_counter(connection)
    run(f"PRAGMA user_version = {schema.VERSION}")
    run(f"PRAGMA application_id = {schema.APPLICATION}")


def _drop_wrong_rows(connection: sqlite3.Connection) -> None:
    """Drop what is said about entries that don't exist, and what the program never wrote in its place."""
    for table, texts in ((KEYED, ("key", "request")), (RECORDED, ("recorder",))):
        wrong = " OR ".join(f"typeof({text}) <> 'text'" for text in texts)
        connection.execute(
            f"DELETE FROM {table} WHERE {wrong} OR NOT EXISTS (SELECT 1 FROM journal AS j"  # noqa: S608 - our own words
            f" WHERE j.game = {table}.game AND j.number = {table}.number)"
        )


def _restore_counter(connection: sqlite3.Connection) -> None:
    run = connection.execute
    (last,) = run("SELECT max(id) FROM journal").fetchone()
    if last is None or (counter(connection) or 0) >= last:
        return
    run("DELETE FROM sqlite_sequence WHERE name = 'journal'")
    run("INSERT INTO sqlite_sequence (name, seq) VALUES ('journal', ?)", (last,))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# Check that a journal is intact: its file, its parts and every entry.

TYPES: dict[str, type] = {"INTEGER": int, "TEXT": str}
_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number with a fraction",
    str: "text",
    type(None): "nothing",
}


def faults(journal: Journal) -> tuple[Fault, ...]:
    """Return every fault of a journal in a sentence; empty if it is intact."""
    if journal.is_new:
        return ()
    with journal.errors(), journal.lenient(), journal.snapshot():
        return tuple(_faults(journal.connection))


def _faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    # Fail now if another program keeps the file locked.
    connection.execute("SELECT 1 FROM sqlite_master LIMIT 0").fetchall()
    yield from _damage(connection)
    try:
        yield from shape_faults(connection)
    except SQLITE_ERRORS as error:
        yield Fault(f"can't read the parts of the file: {error}")
    for table in ("setting", KEYED, RECORDED, *KEYS):
        yield from _wrong_types(connection, table)
    try:
        rows = [EntryRow(*row) for row in connection.execute(f"{ENTRIES} ORDER BY id")]
    except SQLITE_ERRORS as error:
        yield Fault(f"can't read the entries: {error}")
        return
    if not all(isinstance(row.id, int) for row in rows):
        yield Fault("the entries are not numbered")
        return
    names = _names(connection, rows)
    yield from _breaks(rows, names)
    yield from _lost(rows, connection)
    yield from _unreadable(rows, names)
    yield from _gaps(rows, names)


MOST_LINES = 5
"""The lines of SQLite about damage that are listed."""


def _damage(connection: sqlite3.Connection) -> Iterator[Fault]:
    found = list[str]()
    try:
        for (words,) in connection.execute("PRAGMA integrity_check"):
            # Some rows have many lines, under a title.
            found += (line for line in words.splitlines() if line != "ok" and line[:3] != "***")
    except SQLITE_ERRORS as error:
        found.append(str(error))
    for line in found[:MOST_LINES]:
        yield Fault(f"SQLite reports damage: {line}")
    if len(found) > MOST_LINES:
        more = count_of(len(found) - MOST_LINES, "more line")
        yield Fault(f"SQLite reports damage: {more} in its PRAGMA integrity_check")


@cache
def _columns(table: str) -> list[tuple[Any, ...]]:
    with closing(model()) as made:
        return made.execute(f"PRAGMA table_info({table})").fetchall()


def _wrong_types(connection: sqlite3.Connection, table: str) -> Iterator[Fault]:
    """Name the columns of a table beside the journal with values of another type."""
    columns = _columns(table)
    wrong: Counter[tuple[str, str]] = Counter()
    try:
        names = ", ".join(name for _, name, *_ in columns)
        for row in connection.execute(f"SELECT {names} FROM {table}"):  # noqa: S608 - our own words
            for (_, name, kind, required, _, key), value in zip(columns, row, strict=True):
                is_empty = value is None and not (required or key)
                if not is_empty and type(value) is not TYPES[kind]:
                    wrong[name, kind_of(value)] += 1
    except SQLITE_ERRORS:
        # Other columns, or damaged ones, are reported as faults of the shape.
        return
    for (name, kind), number in wrong.items():
        yield Fault(f"{table}.{name} contains {kind} ({count_of(number, 'row')})", derived=True)


def kind_of(value: object) -> str:
    """Return the kind of a value in words: ``text``, ``a blob``."""
    if isinstance(value, BadText):
        return "text that is not valid UTF-8"
    return _KINDS.get(type(value), "a blob")


def _names(connection: sqlite3.Connection, rows: list[EntryRow]) -> dict[Any, str]:
    """Return the names of the games by their numbers: from the summary, else as they began."""
    names: dict[Any, str] = {}
    with suppress(*SQLITE_ERRORS):
        listed = connection.execute("SELECT game, name FROM summary_game").fetchall()
        names = {game: name for game, name in listed if isinstance(name, str)}
    for row in rows:
        if row.what == "new" and row.game not in names and (name := name_begun(row.data)):
            names[row.game] = name
    return names


def _name_of_entry(row: EntryRow, names: dict[Any, str]) -> str:
    return f"entry {row.id} (game {names.get(row.game, row.game)}, number {row.number})"


def _breaks(rows: list[EntryRow], names: dict[Any, str]) -> Iterator[Fault]:
    """Yield the breaks in the chain of hashes."""
    before: EntryRow | None = None
    altered = False
    for row in rows:
        was_altered, altered = altered, not row.is_intact
        if row.id != (before.id if before else 0) + 1:
            yield Fault(f"an entry is missing before entry {row.id}")
        elif row.previous != (before.hash if before else BEFORE_ALL) and not altered:
            if before is None:
                altered = True
            elif not was_altered:
                # The entry was changed together with its hash.
                yield Fault(f"{_name_of_entry(before, names)} was changed after it was recorded")
        if altered:
            yield Fault(f"{_name_of_entry(row, names)} was changed after it was recorded")
        before = row


def _lost(rows: list[EntryRow], connection: sqlite3.Connection) -> Iterator[Fault]:
    """Yield a fault if the newest entries are missing, or the counter that would show it."""
    last = rows[-1].id if rows else 0
    try:
        newest = counter(connection)
    except SQLITE_ERRORS as error:
        yield Fault(f"can't read the counter of the entries: {error}")
        return
    if newest is None or newest < last:
        if last:
            yield Fault("the counter of the entries is lost", derived=True)
    elif newest > last:
        yield Fault(
            f"an entry is missing after entry {last}" if last else "all entries are missing"
        )


def _unreadable(rows: list[EntryRow], names: dict[Any, str]) -> Iterator[Fault]:
    for row in rows:
        if not row.has_types:
            columns = zip(row._fields, row, ENTRY_TYPES, strict=True)
            wrong = (
                f"{name} contains {kind_of(v)}" for name, v, kind in columns if type(v) is not kind
            )
            yield Fault(f"{_name_of_entry(row, names)} is not a valid entry: {', '.join(wrong)}")
            continue
        try:
            if row.game:
                with suppress(NoLongerKept):
                    from_row(row.what, row.data)
        except UnusableData as error:
            yield Fault(f"{_name_of_entry(row, names)} is not a valid entry: {error.message}")


def _gaps(rows: list[EntryRow], names: dict[Any, str]) -> Iterator[Fault]:
    """Yield gaps in the numbers of a game's entries, and games that don't begin with “new”.

    An entry of game 0 is about the file itself; a file that was once salvaged has one.
    """
    numbers: dict[Any, int] = {}
    for row in rows:
        expected = numbers.get(row.game, 0) + 1
        number: object = row.number
        numbers[row.game] = number if isinstance(number, int) else expected
        if number != expected:
            yield Fault(f"{_name_of_entry(row, names)} should have number {expected}")
        elif row.game and (expected == 1) is not (row.what == "new"):
            yield Fault(
                f"{_name_of_entry(row, names)} is out of place: only the first entry of a game is “new”"
            )


# Compare the summary tables, and the current game, with the entries.

Rows = dict[tuple[Any, ...], tuple[Any, ...]]

# As many names as a fault lists.
MOST_GAMES = 5


def summary_faults(
    reading: Reader, names: dict[int, str], summaries: dict[int, Summary]
) -> Iterator[Fault]:
    """Name every table with rows that are missing, different or too many.

    ``names`` are those of all games in the journal, ``summaries`` those counted from the entries. Rows
    of games that can't be read are not checked.
    """
    known: dict[int, Summary] = {}
    by_name: dict[str, int] = {}
    for game, summary in summaries.items():
        other = by_name.setdefault(summary.name, game)
        if other == game:
            known[game] = summary
        else:
            # The second has no summary, since names are unique there.
            yield Fault(f"games #{other} and #{game} are both called {summary.name}")
    for table, keys in KEYS.items():
        try:
            rows = reading.rows(f"SELECT * FROM {table}")  # noqa: S608 - our own words
        except CanastaError:
            # A missing table, or one with other columns, is a fault of the file's shape.
            continue
        expected: Rows = {
            tuple(row[key] for key in keys): tuple(row)
            for game, summary in known.items()
            for row in summary_rows(game, summary)[table]
        }
        if any(len(row) <= max(keys) for row in rows):
            continue
        unread = names.keys() - known.keys()
        there: Rows = {tuple(row[key] for key in keys): row for row in rows if row[0] not in unread}
        yield from _differences(table, expected, there, names)
    yield from _differences(NEXT, *_next_rows(reading, known), names)
    if names and reading.current_id() not in names:
        yield Fault("no game is marked as the current one", derived=True)


def seal_faults(reading: Reader, names: dict[int, str]) -> Iterator[Fault]:
    """Name wrong seals, and rows about games or entries that don't exist; all else must be right."""
    run = reading.connection.execute
    numbered = ((KEYED, "number"), (RECORDED, "number"))
    for table, entry in ((NEXT, "covers"), (COVERS, "entry"), *numbered):
        exists = f"SELECT 1 FROM journal AS j WHERE j.game = t.game AND j.number >= t.{entry}"  # noqa: S608
        rows = run(f"SELECT count(*) FROM {table} AS t WHERE NOT EXISTS ({exists})").fetchone()  # noqa: S608
        if rows[0]:
            what = f"{count_of(rows[0], 'row')} about entries that don't exist"
            yield Fault(f"{table} has {what}", derived=True)
    for row in run(f"SELECT * FROM {NEXT}").fetchall():  # noqa: S608 - our own word
        if name := names.get(row[0]):
            right = next_row(reading.connection, row[0], name, row[TITLE:-1])
            if row != right and row[:TITLE] == right[:TITLE]:
                yield Fault(f"{NEXT} has a wrong seal (game {name})", derived=True)


def _next_rows(reading: Reader, known: dict[int, Summary]) -> tuple[Rows, Rows]:
    """Return the expected and the actual rows of what ``canasta next`` shows.

    Only rows that would be used are compared: others may be missing, old, or made by another version.
    """
    expected: Rows = {}
    there: Rows = {}
    run = reading.connection
    # A table that is missing, or has other columns, is a fault of the file's shape.
    with suppress(*SQLITE_ERRORS):
        for row in run.execute(f"SELECT * FROM {NEXT}").fetchall():  # noqa: S608 - our own word
            summary = known.get(row[0])
            if summary is None or next_row(run, row[0], summary.name, row[3:-1]) != row:
                continue
            there[row[:1]] = row
            if summary.next is not None:
                # A row without a title is right: those of archived games had none.
                right = summary.next._replace(title=row[TITLE] and summary.next.title)
                expected[row[:1]] = next_row(run, row[0], summary.name, right)
    return expected, there


def _differences(table: str, expected: Rows, there: Rows, names: dict[int, str]) -> Iterator[Fault]:
    missing = [key for key in expected if key not in there]
    other = [key for key, row in there.items() if key in expected and row != expected[key]]
    extra = [key for key in there if key not in expected]
    counts = [
        f"{count_of(len(keys), 'row')} {word}"
        for keys, word in ((missing, "missing"), (other, "different"), (extra, "too many"))
        if keys
    ]
    if counts:
        games = dict.fromkeys(key[0] for key in (*missing, *other, *extra))
        known = [names.get(game, f"#{game}") for game in games]
        more = [count_of(len(known) - MOST_GAMES, "more game")] if len(known) > MOST_GAMES else []
        yield Fault(
            f"{table} has {listed(counts)} (game {listed([*known[:MOST_GAMES], *more])})",
            derived=True,
        )


# Find out whether the next entry can be recorded.

FREE_SPACE = 256 * 1024
"""Bytes that must be free beside the file: more than any one command has ever needed."""


def barred(journal: Journal) -> str:
    """Return why nothing can be recorded in an intact journal just now; empty if it can.

    What is written to try that is rolled back.
    """
    try:
        with journal.writing(keep=False) as writing:
            writing.connection.execute(f"PRAGMA user_version = {schema.VERSION}")
    except CanastaError as error:
        return error.message.removesuffix("; nothing was recorded")
    if has_space(journal.path, FREE_SPACE):
        return ""
    return f"{journal.path} has no room to grow: the disk is full"


# Damage that shows in the bytes of a database and its log, seen without SQLite, which would change both.
#
# The doctor names it, and a restore doesn't open such a file.

# The header of a database: https://sqlite.org/fileformat2.html#the_database_header

_HEADER = 100
_VERSIONS = {1, 2}  # of the formats to write and to read
_FORMATS = {1, 2, 3, 4}  # of the schema
_ENCODINGS = {1, 2, 3}
_SIZES = {1, *(2**bits for bits in range(9, 16))}  # of a page; 1 stands for 65,536
_FRACTIONS = b"\x40\x20\x20"


class Seen(NamedTuple):
    """What shows in the bytes of a database and its log.

    ``damage`` is a sentence without a subject; empty if there is none. ``has_rest``: the log ends with a
    transaction that is not complete. ``after_end`` are the bytes after the end of the database. ``fix`` is a
    fix of the damage besides a backup.
    """

    damage: str = ""
    fix: str = ""
    has_rest: bool = False
    after_end: int = 0


def look_at(path: str) -> Seen:
    """Look at the bytes of a database and its log; nothing is wrong with a file that is missing or empty."""
    if not os.path.isfile(path):
        # A pipe would be waited for.
        return Seen()
    try:
        with open(path, "rb") as file:
            header = file.read(_HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        return Seen(f"can't be read: {error.strerror}" if error.errno == errno.EIO else "")
    if not size:
        return Seen()
    if is_checkpointed(path):
        return _seen_in_file(header, size)
    if log := foreign_log(path):
        return Seen(schema.FOREIGN_LOG.format(log=log), schema.MOVE_LOG.format(log=log))
    # A log may have other pages than the file, also the first one.
    return _seen_in_log(path, _page_size(header))


def check_bytes(path: str) -> Seen:
    """Look at the bytes of a database before it is opened.

    Raises :class:`~canasta_cli.errors.UnusableData` for damage.
    """
    seen = look_at(path)
    if seen.damage:
        raise UnusableData(f"{path} {seen.damage}", fix=seen.fix or schema.DOCTOR)
    return seen


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4])


def _page_size(header: bytes) -> int:
    found = int.from_bytes(header[16:18])
    return 65_536 if found == 1 else found


def _seen_in_file(header: bytes, size: int) -> Seen:
    if header[: len(DATABASE)] != DATABASE[:size]:
        return Seen("is damaged: it doesn't begin as a database does")
    if size < _HEADER:
        return Seen(f"is cut off: only {count_of(size, 'byte')} of it are left")
    fits = (
        int.from_bytes(header[16:18]) in _SIZES
        and {*header[18:20]} <= _VERSIONS
        and header[21:24] == _FRACTIONS
        and (
            # Before the first table these are not set.
            _number(header, 40) == 0
            or (_number(header, 44) in _FORMATS and _number(header, 56) in _ENCODINGS)
        )
    )
    if not fits:
        return Seen("is damaged: its header has values that SQLite never writes")
    changes, pages, counted_for = (_number(header, at) for at in (24, 28, 92))
    whole = pages * _page_size(header)
    if counted_for != changes or size == whole:
        return Seen()
    if size > whole:
        return Seen(after_end=size - whole)
    # Another size of its pages may be all that is wrong: then nothing is missing.
    other = ", or its header has a wrong page size" if size / pages in _SIZES else ""
    return Seen(f"is cut off{other}: it has {size:,} of {whole:,} bytes")


# The log: https://sqlite.org/fileformat2.html#the_write_ahead_log
#
# SQLite reads it up to the first frame with a wrong checksum, and drops the rest. A program that was killed
# leaves such an end too, and a power cut a torn one: but only of its last transaction, since each is
# on the disk before the next begins. So a transaction after a wrong frame means damage.

_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_MASK = 2**32 - 1


class _Frame(NamedTuple):
    """A page in the log: its checksum is right after that of the frame before it; it ends a transaction."""

    is_right: bool
    commits: bool


def _seen_in_log(path: str, page: int) -> Seen:
    """Look at the log of a database with a size of pages; one that is missing is sound."""
    content = _read_log(path)
    if len(content) < LOG_HEADER:
        return Seen()
    magic, *_, one, two = struct.unpack(">IIII8xII", content[:LOG_HEADER])
    order = _MAGIC.get(magic, "")
    if order and _sums(content[:24], order, (0, 0)) == (one, two):
        frames = [*_frames(content, page, order, content[16:24], (one, two))]
        wrong = next((at for at, frame in enumerate(frames) if not frame.is_right), len(frames))
        rests = [frames[wrong:]]
        complete = wrong == len(frames) and all(each.commits for each in frames[-1:])
    else:
        # A damaged header has perhaps another order of bytes than the frames, or other salts.
        salts = content[LOG_HEADER + 8 : LOG_HEADER + 16]
        rests = [[*_frames(content, page, each, salts, (one, two))] for each in "<>"]
        complete = False
    if any(one.commits and two.is_right for rest in rests for one, two in pairwise(rest)):
        # Another program may have begun the log again while it was read.
        if content != _read_log(path):
            return _seen_in_log(path, page)
        name = f"{os.path.realpath(path)}{LOGS[0]}"
        return Seen(f"has a damaged log, {name}: what was recorded last can't be read")
    return Seen(has_rest=not complete)


def _read_log(path: str) -> bytes:
    with suppress(OSError), open(os.path.realpath(path) + LOGS[0], "rb") as file:
        return file.read()
    return b""


def _frames(
    content: bytes, page: int, order: str, salts: bytes, before: tuple[int, ...]
) -> Iterator[_Frame]:
    """Yield the frames of a log; those that an earlier use of the log has left have other salts."""
    size = FRAME + page
    for at in range(LOG_HEADER, len(content) - size + 1, size):
        head = content[at : at + FRAME]
        if head[8:16] == salts:
            summed = _sums(head[:8] + content[at + FRAME : at + size], order, before)
            before = struct.unpack(">II", head[16:24])
            yield _Frame(summed == before, commits=head[4:8] != bytes(4))


def _sums(data: bytes, order: str, before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the checksum of some bytes after that of those before them."""
    one, two = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
