"""The tables: their versions, a connection to them, SQLite's errors in plain words, and summaries as rows.

The journal contains the entries, and only grows. The summary tables are derived, for other programs,
which can't count a hand, and for lists of games; they may be rewritten at any time.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from canasta_cli.errors import CanastaError, Refused, UnusableData
from canasta_cli.journal import file
from canasta_cli.journal.file import (
    SQLITE_ERRORS,
    address,
    digest,
    foreign_log,
    is_checkpointed,
    is_there,
    is_writable,
    make_file,
    make_folder,
)
from canasta_cli.model.game import Ending
from canasta_cli.values import NamedTuple

APPLICATION, VERSION = file.APPLICATION, file.VERSION
SECONDS_FOR_LOCK = 10.0
"""Seconds to wait for another program that is writing."""

TABLES = (
    # AUTOINCREMENT keeps the highest id ever used, which shows if the newest entry is missing.
    """CREATE TABLE journal (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        what TEXT NOT NULL,
        data TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        UNIQUE (game, number)
    )""",
    """CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal BEGIN
        SELECT RAISE(ABORT, 'the journal only grows: amend a hand, or undo it');
    END""",
    """CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal BEGIN
        SELECT RAISE(ABORT, 'the journal only grows: undo takes an entry back');
    END""",
    # INSERT OR REPLACE deletes without firing the trigger for DELETE.
    """CREATE TRIGGER journal_is_never_replaced BEFORE INSERT ON journal
    WHEN EXISTS (
        SELECT 1 FROM journal
        WHERE id = NEW.id OR (game = NEW.game AND number = NEW.number)
    ) BEGIN
        SELECT RAISE(ABORT, 'the journal only grows: this record was written already');
    END""",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT)",
    """CREATE TABLE summary_game (
        game INTEGER PRIMARY KEY,
        name TEXT UNIQUE NOT NULL,
        ruleset TEXT NOT NULL,
        players TEXT NOT NULL,
        started TEXT NOT NULL,
        over INTEGER NOT NULL,
        archived INTEGER NOT NULL,
        winner TEXT
    )""",
    """CREATE TABLE summary_side (
        game INTEGER NOT NULL,
        place INTEGER NOT NULL,
        side TEXT NOT NULL,
        total INTEGER NOT NULL,
        minimum TEXT NOT NULL,
        to_target INTEGER,
        PRIMARY KEY (game, place)
    )""",
    """CREATE TABLE summary_hand (
        game INTEGER NOT NULL,
        hand INTEGER NOT NULL,
        dealer TEXT NOT NULL,
        place INTEGER NOT NULL,
        side TEXT NOT NULL,
        points INTEGER NOT NULL,
        total INTEGER NOT NULL,
        tally TEXT NOT NULL,
        forced INTEGER NOT NULL,
        PRIMARY KEY (game, hand, place)
    )""",
    """CREATE VIEW games AS
    SELECT name, ruleset, players, started,
        (SELECT count(DISTINCT hand) FROM summary_hand AS h WHERE h.game = g.game) AS hands,
        over, winner, archived,
        game IS (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'current') AS current
    FROM summary_game AS g ORDER BY game""",
    """CREATE VIEW standings AS
    SELECT g.name AS game, s.side, s.total, s.minimum AS next_minimum, s.to_target
    FROM summary_side AS s JOIN summary_game AS g USING (game) ORDER BY game, s.place""",
    """CREATE VIEW score_sheet AS
    SELECT g.name AS game, h.hand, h.dealer, h.side, h.tally, h.points, h.total
    FROM summary_hand AS h JOIN summary_game AS g USING (game) ORDER BY game, h.hand, h.place""",
    # Has a row for a game only while canasta next has nothing unusual to show: journal/file.py.
    """CREATE TABLE summary_next (
        game INTEGER PRIMARY KEY,
        covers INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        title TEXT NOT NULL,
        target INTEGER,
        hand INTEGER NOT NULL,
        dealer TEXT NOT NULL,
        sitting_out TEXT,
        cards INTEGER NOT NULL,
        seal TEXT NOT NULL
    )""",
    """CREATE TABLE summary_player (
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        place INTEGER NOT NULL,
        player TEXT NOT NULL,
        hands INTEGER NOT NULL,
        points INTEGER NOT NULL,
        went_out INTEGER NOT NULL,
        concealed INTEGER NOT NULL,
        points_only INTEGER NOT NULL,
        canastas TEXT NOT NULL,
        best INTEGER,
        best_hand INTEGER,
        PRIMARY KEY (game, seat)
    )""",
    """CREATE TABLE summary_covers (
        game INTEGER PRIMARY KEY,
        entry INTEGER NOT NULL
    )""",
)

KEYED = "entry_key"
"""The table with the key under which an entry was sent, and with what was asked then."""

KEYED_SINCE = 4
"""The first version of files with that table."""

# One key stands for one entry of a game, and an entry has one key. It is no part of the entry: game
# files and hashes are the same without it.
KEYS_OF_ENTRIES = (
    """CREATE TABLE entry_key (
        game INTEGER NOT NULL,
        key TEXT NOT NULL,
        number INTEGER NOT NULL,
        request TEXT NOT NULL,
        PRIMARY KEY (game, key),
        UNIQUE (game, number)
    )""",
)

RECORDED = "entry_recorder"
"""The table with the name of the person whose page sent an entry."""

RECORDED_SINCE = 5
"""The first version of files with that table."""

# No column of the table before, which would be made again, without its keys, where a file of version 4
# is rebuilt.
RECORDERS_OF_ENTRIES = (
    """CREATE TABLE entry_recorder (
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        recorder TEXT NOT NULL,
        PRIMARY KEY (game, number)
    )""",
)

MIGRATIONS: dict[int, tuple[str, ...]] = {
    3: TABLES,
    KEYED_SINCE: KEYS_OF_ENTRIES,
    RECORDED_SINCE: RECORDERS_OF_ENTRIES,
}
"""The statements that make a file of each version from one of the version before, in order.

Never edited, since users have files made by each of them. The first makes a new file.
"""
OLDEST = next(iter(MIGRATIONS))
"""The oldest version of files that are read."""

JOURNAL = "journal"
"""The only table that can't be rebuilt."""


ENTRY_TYPES = (int, int, int, str, str, str, str, str)
"""The types of the values of an entry."""


class EntryRow(NamedTuple):
    """A row of the journal; in a damaged file its values can be of any type."""

    id: int
    game: int
    number: int
    at: str
    what: str
    data: str
    previous: str
    hash: str

    @property
    def is_intact(self) -> bool:
        """True if the row has the hash of its content and of the hash before it."""
        try:
            return bool(digest(self.previous, self[:6]) == self.hash)
        except (TypeError, ValueError):
            # A blob, or text that is not valid, never had a hash.
            return False

    @property
    def has_types(self) -> bool:
        """True if every value has the type of its column."""
        return tuple(map(type, self)) == ENTRY_TYPES


ENTRIES = f"SELECT {', '.join(EntryRow._fields)} FROM journal"  # noqa: S608 - our own words
"""The query for rows of the journal."""

DOCTOR = "Check the database with: canasta doctor"
NAME_ANOTHER = "Name another file: --db FILE"
_DOCTOR = "See what is wrong with: canasta doctor"
FOREIGN_LOG = "has the log of another program's database beside it: {log}"
MOVE_LOG = "Move that log away: {log}"


# For each error of SQLite: that of this program, its message after the name of the file, and its fix.
_TRANSLATIONS: dict[int, tuple[type[CanastaError], str, str]] = {
    sqlite3.SQLITE_BUSY: (
        Refused,
        "is busy: another program has been writing to it for {seconds:g} seconds",
        "Try again.",
    ),
    # SQLite gives up by itself, after about ten seconds.
    sqlite3.SQLITE_PROTOCOL: (
        Refused,
        "is busy: another program stopped while it was opening it",
        "Continue or end that program, and try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        Refused,
        "is read-only; nothing was recorded",
        "Make the file and its folder writable, or name another file: --db FILE",
    ),
    sqlite3.SQLITE_FULL: (
        Refused,
        "can't grow: the disk is full; nothing was recorded",
        "Free some space first.",
    ),
    sqlite3.SQLITE_IOERR: (
        Refused,
        "can't be read or written; nothing was recorded",
        "Check whether the disk is full or failing.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Refused,
        "can't be opened or created",
        "Name a file in a folder you can write to: --db FILE",
    ),
    sqlite3.SQLITE_NOTADB: (
        UnusableData,
        "is not a database of canasta",
        f"{NAME_ANOTHER}\nIf it was one: canasta doctor",
    ),
    sqlite3.SQLITE_CORRUPT: (UnusableData, "is damaged: {complaint}", _DOCTOR),
}
_TRANSLATIONS[sqlite3.SQLITE_LOCKED] = _TRANSLATIONS[sqlite3.SQLITE_BUSY]
_TRANSLATIONS[sqlite3.SQLITE_PERM] = _TRANSLATIONS[sqlite3.SQLITE_READONLY]
_UNEXPECTED = (UnusableData, "can't be used: {complaint}", _DOCTOR)
OBSTACLES = _TRANSLATIONS.keys() - {
    *(sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR)
}
"""The errors that have other reasons than damage of the file."""
# The errors that keep SQLite from writing its logs, although the file itself can be read.
_NO_LOGS = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}


@contextmanager
def sqlite_errors(path: str, seconds: float = SECONDS_FOR_LOCK) -> Iterator[None]:
    """Turn an error of SQLite into one that names a fix."""
    try:
        yield
    except SQLITE_ERRORS as error:
        kind, message, fix = _TRANSLATIONS.get(code_of(error), _UNEXPECTED)
        is_text = isinstance(error, UnicodeDecodeError)
        complaint = "a name in it is not valid text" if is_text else error
        words = message.format(seconds=seconds, complaint=complaint)
        raise kind(f"{path} {words}", fix=fix) from error


def foreign_value(path: str) -> UnusableData:
    """Return the error for a value of a kind that this program never writes."""
    return UnusableData(
        f"{path} contains values that canasta did not write",
        fix=DOCTOR,
    )


def code_of(error: Exception) -> int:
    """Return the kind of an SQLite error, without its higher bits; 0 for one of Python's own."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def connect(
    path: str, *, create: bool, seconds: float, examine: bool = False
) -> sqlite3.Connection:
    """Connect to a journal of this version; to an empty one in memory if there is no file.

    Only ``create`` creates a file; ``examine`` also opens one that has lost its version. Raises
    :class:`~canasta_cli.errors.UnusableData` for a file of another program,
    :class:`~canasta_cli.errors.Refused` for one that can't be opened now.
    """
    if not is_there(path):
        if not create:
            return _empty_journal()
        make_folder(path)
        make_file(path)
    if log := foreign_log(path):
        raise UnusableData(f"{path} {FOREIGN_LOG.format(log=log)}", fix=MOVE_LOG.format(log=log))
    with sqlite_errors(path, seconds):
        reason: sqlite3.Error | None = None
        # SQLite could not create the two files that it keeps beside it, or they would be as read-only
        # as the file itself and then block other users.
        if is_writable(path) or not _is_file_checkpointed(path):
            mode = "rwc" if create else "rw"
            try:
                return _ready(
                    connect_any(path, mode, seconds), path, create=create, examine=examine
                )
            except sqlite3.OperationalError as error:
                # A full disk does not prevent reading.
                if create or code_of(error) not in _NO_LOGS or not _is_file_checkpointed(path):
                    raise
                reason = error
        # Without creating any file beside the database.
        found = connect_any(path, "ro&immutable=1", seconds, factory=ReadOnlyConnection)
        connection = cast("ReadOnlyConnection", found)
        connection.reason = reason
        return _ready(connection, path, create=False, examine=examine)


def _is_file_checkpointed(path: str) -> bool:
    """True if there is a file, and none of the two that SQLite keeps beside it has newer entries."""
    return os.path.isfile(path) and is_checkpointed(path)


class ReadOnlyConnection(sqlite3.Connection):
    """A connection that only reads a file; ``reason`` is the error that kept SQLite from writing."""

    reason: sqlite3.Error | None = None


def connect_any(
    path: str, mode: str, seconds: float = SECONDS_FOR_LOCK, **more: Any
) -> sqlite3.Connection:
    """Connect to a file, whatever is in it; ``mode`` is that of SQLite's URIs."""
    connection: sqlite3.Connection = sqlite3.connect(
        address(path, mode), uri=True, timeout=seconds, isolation_level=None, **more
    )
    return connection


def _empty_journal() -> sqlite3.Connection:
    """Return an empty journal, for queries before anything was recorded."""
    connection = model(EmptyConnection)
    connection.execute("PRAGMA query_only = ON")
    return connection


class EmptyConnection(sqlite3.Connection):
    """A connection to no file, or to one that never had an entry."""


def model(
    kind: type[sqlite3.Connection] = sqlite3.Connection, version: int = VERSION
) -> sqlite3.Connection:
    """Create a database in memory with every part that a file of a version has."""
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=kind)
    _apply(connection, 0, version)
    connection.execute(f"PRAGMA user_version = {version}")
    return connection


def _ready(
    connection: sqlite3.Connection, path: str, *, create: bool, examine: bool
) -> sqlite3.Connection:
    """Return the connection once the file is known to be a journal of this version."""
    try:
        if examine:
            read_cut_off(connection)
        # The first also has the removal of a rollback journal on the disk, which is what commits in a
        # file without a write-ahead log; the second is for macOS, whose plain fsync leaves the data in
        # the disk's own cache.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA fullfsync = ON")
        # In one transaction: another program may be making the file.
        connection.execute("BEGIN")
        version = _version(connection, path, examine=examine)
        connection.rollback()
        if not version:
            if not create:
                connection.close()
                return _empty_journal()
            _create(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def read_cut_off(connection: sqlite3.Connection) -> None:
    """Have SQLite read what is left of a file that is cut off, which it refuses as a rule."""
    connection.execute("PRAGMA writable_schema = ON")


def _version(connection: sqlite3.Connection, path: str, *, examine: bool) -> int:
    """Return the version of a file; 0 for a new one. Raises ``UnusableData`` if it can't be used."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    is_marked = application == APPLICATION
    if is_marked or _is_unmarked_journal(connection):
        if version > VERSION:
            raise UnusableData(
                f"{path} was made by a newer version of canasta",
                fix="Use that version, or a newer one.",
            )
        if 1 <= version < OLDEST:
            raise UnusableData(
                f"{path} has format {version}; the oldest that canasta reads is format {OLDEST}",
                fix="Use the version that made it, or name another file: --db FILE",
            )
        if version >= 1 and is_marked:
            return int(version)
        # Our mark and the version are always written together.
        if not examine:
            lost = "version number" if is_marked else "application id"
            raise UnusableData(f"{path} has lost its {lost}", fix=_DOCTOR)
        return VERSION
    tables = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    if application == file.EXPORT:
        raise UnusableData(f"{path} is an export of games, not the database", fix=NAME_ANOTHER)
    if application or version or tables:
        raise UnusableData(f"{path} is another program's database", fix=NAME_ANOTHER)
    # SQLite treats a file of a single byte as empty, and would overwrite it.
    if os.path.getsize(path) == 1:
        raise sqlite3.DatabaseError("it is a single byte")
    return 0


def _is_unmarked_journal(connection: sqlite3.Connection) -> bool:
    """True if a file has the table of the entries, although another application id."""
    columns = connection.execute("PRAGMA table_info(journal)").fetchall()
    return tuple(name for _, name, *_ in columns) == EntryRow._fields


def _create(connection: sqlite3.Connection, path: str) -> None:
    """Make a new file a journal; a second program finds it done."""
    keep_log_apart(connection)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if not _version(connection, path, examine=False):
            migrate(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a file: the number of its last migration."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection) -> bool:
    """Convert a file to this version, inside the transaction that is open; false if it has it already."""
    since = version_of(connection)
    if since >= VERSION:
        return False
    _apply(connection, since, VERSION)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    return True


def _apply(connection: sqlite3.Connection, since: int, version: int) -> None:
    """Make a file of a version from one of an earlier version, ``since``; 0 is a new one."""
    # One by one: executing a script would end the transaction that holds the lock.
    for number, statements in MIGRATIONS.items():
        for statement in statements if since < number <= version else ():
            connection.execute(statement)


def keep_log_apart(connection: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log, so that readers and a writer never wait.

    If two programs try this at once, SQLite rejects one without waiting. A file that stays as it
    was is as safe, so giving up is not an error.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    deadline = time.monotonic() + patience / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if code_of(error) != sqlite3.SQLITE_BUSY:
                raise
            if time.monotonic() > deadline:
                return
            time.sleep(0.01)
        else:
            return


# Summaries of games in the database, for other programs and to find games by name.
#
# The score-keeper writes them, and ``upkeep`` compares them with the entries.

HANDS, COVERS = "summary_hand", "summary_covers"
"""The tables with a row for each side in each finished hand, and with the entry that each summary covers."""

OVER: dict[Ending | None, int] = {
    None: 1,
    Ending.LEADER: 1,
    Ending.UNFINISHED: 2,
    Ending.ABANDONED: 3,
}
"""The value of the column ``over`` of a game that is over; 0 of one that goes on."""
DELETED = 2
"""The value of the column ``archived`` of deleted games; 1 of those that an earlier version archived."""


class GameLine(NamedTuple):
    """A game in one line of a list. ``id`` is its number in the journal, for internal use.

    ``ending``: it ended without being played to its end.
    """

    id: int
    name: str
    ruleset: str = ""
    players: str = ""
    started: str = ""
    over: bool = False
    winner: str | None = None
    current: bool = False
    ending: Ending | None = None
    deleted: bool = False


class SideSummary(NamedTuple):
    """A side's total, its next initial meld, and the points it still needs to win."""

    place: int
    side: str
    total: int
    minimum: str
    to_target: int | None


class HandSummary(NamedTuple):
    """A side's points in one hand, and its total after it."""

    hand: int
    dealer: str
    place: int
    side: str
    points: int
    total: int
    tally: str
    forced: bool


class PlayerSummary(NamedTuple):
    """A player's figures in a game: the hands played, and points and more of the player's side.

    ``place`` is the index of the side. ``went_out``, ``concealed`` and ``points_only`` count hands.
    ``canastas`` is a JSON object: their number by grade. ``best`` are the most points in one hand,
    ``best_hand``.
    """

    seat: int
    place: int
    player: str
    hands: int = 0
    points: int = 0
    went_out: int = 0
    concealed: int = 0
    points_only: int = 0
    canastas: str = "{}"
    best: int | None = None
    best_hand: int | None = None


class NextSummary(NamedTuple):
    """The values that only ``canasta next`` shows: the title of the rules, and the next hand.

    ``title`` is empty if it shows anything unusual, such as a hand in play. ``target`` and
    ``sitting_out`` are ``None`` in games without them; each player gets ``cards``.
    """

    title: str
    target: int | None
    hand: int
    dealer: str
    sitting_out: str | None
    cards: int


class Summary(NamedTuple):
    """A game's totals and scores, for programs that read the database directly.

    ``over`` is a value of :data:`OVER`, ``archived`` also tells if the game was deleted. ``next`` is
    ``None`` if the game is over. ``since`` is the number of first hands that are left out of ``hands``,
    since their rows stay as they are.
    """

    name: str
    ruleset: str
    players: str
    started: str
    over: int = 0
    archived: int = 0
    winner: str | None = None
    sides: tuple[SideSummary, ...] = ()
    hands: tuple[HandSummary, ...] = ()
    seats: tuple[PlayerSummary, ...] = ()
    next: NextSummary | None = None
    since: int = 0


class SealedSummary(NamedTuple):
    """The figures of a game that is not over, as sealed after its newest entry.

    ``hands`` is the number of finished hands.
    """

    hands: int
    totals: tuple[int, ...]
    seats: tuple[PlayerSummary, ...]


def summary_rows(game: int, summary: Summary) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of the summary tables about a game, in the order of their keys."""
    return {
        "summary_game": [(game, *summary[:7])],
        "summary_side": [(game, *side) for side in summary.sides],
        HANDS: [(game, *hand) for hand in summary.hands],
        "summary_player": [(game, *player) for player in summary.seats],
    }


KEYS: dict[str, tuple[int, ...]] = {
    "summary_game": (0,),
    "summary_side": (0, 1),
    HANDS: (0, 1, 3),
    "summary_player": (0, 1),
}
"""The derived tables, and the columns that identify their rows."""


# The figures of all games in the summary tables, so that lists of games need not count every hand.
#
# A row of `summary_covers` says after which entry of its game the summary was made. A game whose
# summary does not cover its newest entry is left out here, and must be counted.


_COVERED = """SELECT c.game,
    (SELECT max(hand) FROM summary_hand AS h WHERE h.game = c.game)
FROM summary_covers AS c
WHERE entry = (SELECT max(number) FROM journal AS j WHERE j.game = c.game)"""
_SIDES = "SELECT game, side, total FROM summary_side ORDER BY game, place"
_PLAYERS = "SELECT * FROM summary_player ORDER BY game, seat"
_TYPES = (int, int, str, int, int, int, int, int, str)
_MAYBE = (int, type(None))


class CountedGame(NamedTuple):
    """The figures of one game: its finished hands, its sides with their totals, and its players."""

    hands: int
    sides: tuple[tuple[str, int], ...]
    players: tuple[PlayerSummary, ...]


def counted_games(connection: sqlite3.Connection) -> dict[int, CountedGame]:
    """Return the figures of every game whose summary covers its newest entry, by its id."""
    run = connection.execute
    hands: dict[int, int] = {game: number or 0 for game, number in run(_COVERED)}
    sides: dict[int, list[tuple[str, int]]] = {game: [] for game in hands}
    players: dict[int, list[PlayerSummary]] = {game: [] for game in hands}
    for game, side, total in run(_SIDES):
        if type(side) is not str or type(total) is not int:
            hands.pop(game, None)
        elif game in sides:
            sides[game].append((side, total))
    for game, *row in run(_PLAYERS):
        if not _is_valid(row, len(sides.get(game, ()))):
            hands.pop(game, None)
        else:
            players[game].append(PlayerSummary(*row))
    return {
        game: CountedGame(number, tuple(sides[game]), tuple(players[game]))
        for game, number in hands.items()
        if sides[game] and players[game]
    }


def _is_valid(row: list[Any], sides: int) -> bool:
    """True if a row has values of the right types, and a place among the sides."""
    *needed, best, hand = row
    return (
        tuple(map(type, needed)) == _TYPES
        and type(best) in _MAYBE
        and type(hand) in _MAYBE
        and 0 <= row[1] < sides
    )
