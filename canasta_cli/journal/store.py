"""The journal: append and read entries, one transaction at a time, and its chain of hashes.

The score-keeper records and loads games with it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import Any, ParamSpec, Self, TypeVar

from canasta_cli.errors import CanastaError, NoLongerKept, Refused, UnusableData
from canasta_cli.journal import schema
from canasta_cli.journal.entries import KINDS, from_row, kind_of, read_shallow, to_row
from canasta_cli.journal.file import (
    BEFORE_ALL,
    CURRENT,
    NEXT,
    SQLITE_ERRORS,
    TITLE,
    digest,
    identity,
    is_there,
    next_row,
    players_of,
    sealed_row,
    sides_of,
)
from canasta_cli.journal.schema import (
    COVERS,
    DELETED,
    DOCTOR,
    ENTRIES,
    HANDS,
    KEYED,
    KEYED_SINCE,
    OVER,
    RECORDED,
    SECONDS_FOR_LOCK,
    EmptyConnection,
    EntryRow,
    GameLine,
    NextSummary,
    PlayerSummary,
    ReadOnlyConnection,
    SealedSummary,
    Summary,
    connect,
    foreign_value,
    migrate,
    sqlite_errors,
    summary_rows,
)
from canasta_cli.model.history import Began, Entry, Record, read_history
from canasta_cli.values import NamedTuple

# The journal: append and read entries, one transaction at a time.
#
# Every entry has a hash of its content and of the hash of the entry before it, of any game.

P = ParamSpec("P")
T = TypeVar("T")

LARGEST_ID = 2**63 - 1
"""The largest number that SQLite can keep."""

CHOSEN = "config "
"""The beginning of the names of settings that are defaults, chosen with `canasta config`."""

BRIEFLY = 200
"""Milliseconds to wait for another program with what may be left out."""

_LINES = (
    "SELECT game, name, ruleset, players, started, over, winner, archived,"  # noqa: S608 - our words
    f" game IS {CURRENT} FROM summary_game"
)


class Committed(NamedTuple):
    """The last thing that a transaction recorded: ``number`` is the entry, ``None`` if there is none.

    ``games`` counts the games that it changed. ``aside`` are both names of each deleted game whose name
    another one got.
    """

    name: str
    number: int | None
    games: int
    aside: tuple[tuple[str, str], ...] = ()


# Two searches: with OR between them SQLite would read the entries of all games.
OF_GAME_AND_NEWEST = (
    "SELECT id FROM journal WHERE game = ?"
    " UNION SELECT id FROM journal WHERE id >= (SELECT max(id) - 1 FROM journal)"
)


LONGEST_RECORDER = 40
"""Letters in the name of a person who records."""


def is_recorder(name: object) -> bool:
    """True for a name that a person who records can have: printable, and not long."""
    return type(name) is str and 0 < len(name) <= LONGEST_RECORDER and name.isprintable()


def _line(path: str, game: int, *row: Any) -> GameLine:
    name, ruleset, players, started, over, winner, archived, current = row
    texts = (name, ruleset, players, started, "" if winner is None else winner)
    if type(game) is not int or not all(type(text) is str for text in texts):
        raise foreign_value(path)
    return GameLine(
        game,
        name,
        ruleset,
        players,
        started,
        bool(over),
        winner,
        bool(current),
        _ENDINGS.get(over),
        archived == DELETED,
    )


NOBODY: Mapping[int, str] = {}
_ENDINGS = {over: ending for ending, over in OVER.items() if over > 1}


class BadText(bytes):
    """Text in a database that is not valid UTF-8."""


def _any_text(raw: bytes) -> str | BadText:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return BadText(raw)


class Reader:
    """Read-only queries on the journal, usable inside or outside a transaction."""

    def __init__(self, path: str, connection: sqlite3.Connection, seconds: float) -> None:
        self.path = path
        self.connection = connection
        self.seconds = seconds

    def errors(self) -> AbstractContextManager[None]:
        """Turn errors of SQLite into those of this program."""
        return sqlite_errors(self.path, self.seconds)

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds. Raises :class:`~canasta_cli.errors.CanastaError`."""
        with self.errors():
            return self.connection.execute(query, values).fetchall()

    def row(self, query: str, *values: object) -> Any:
        """Return the first row that a query finds; ``None`` if there is none."""
        return next(iter(self.rows(query, *values)), None)

    def games(self) -> tuple[GameLine, ...]:
        """Return every game, in the order in which they began."""
        rows = self.rows(f"{_LINES} ORDER BY game")
        (last,) = self.row("SELECT max(game) FROM journal")
        lines = {line.id: line for line in (_line(self.path, *row) for row in rows)}
        if list(lines) != [*range(1, (last or 0) + 1)]:
            # The summary lacks some.
            games = _games(self)
            if not all(type(game) is int for game in games):
                raise foreign_value(self.path)
            unlisted = (game for game in games if game not in lines)
            lines |= {game: _line_from_entries(self, game) for game in unlisted}
        return tuple(lines[game] for game in sorted(lines))

    def listed(self) -> tuple[GameLine, ...]:
        """Return every game that was not deleted, in the order in which they began."""
        return tuple(line for line in self.games() if not line.deleted)

    def find(self, name: str) -> GameLine | None:
        """Return the game with exactly this name."""
        # SQLite does not accept a name typed in a broken encoding.
        valid = name.encode(errors="ignore").decode() == name
        line = self._listed("name", name) if valid else None
        return line or next((line for line in self.games() if line.name == name), None)

    def _listed(self, column: str, value: object) -> GameLine | None:
        """Return the only game with a value in the summary; ``None`` if it is not there."""
        row = self.row(f"{_LINES} WHERE {column} = ?", value)
        return row and _line(self.path, *row)

    def with_id(self, game: int | None) -> GameLine | None:
        """Return the game with an id, deleted or not; ``None`` if there is none."""
        line = None if game is None else self._listed("game", game)
        return line or next((line for line in self.games() if line.id == game), None)

    @property
    def version(self) -> int:
        """The version of the file."""
        return int(self.row("PRAGMA user_version")[0])

    @property
    def is_new(self) -> bool:
        """True if there is no file, or one that never had an entry."""
        return isinstance(self.connection, EmptyConnection)

    @contextmanager
    def snapshot(self) -> Iterator[Self]:
        """Read one state of the file, even while others write to it."""
        if self.connection.in_transaction:
            yield self
            return
        self.rows("BEGIN")
        try:
            yield self
        finally:
            # Some errors have ended the transaction already.
            self.connection.rollback()

    @contextmanager
    def lenient(self) -> Iterator[None]:
        """Read what can be read: text that is not valid UTF-8 as :class:`BadText`, and changed entries."""
        before = self.connection.text_factory
        self.connection.text_factory = _any_text
        try:
            yield
        finally:
            self.connection.text_factory = before

    def size(self) -> int:
        """Return the number of entries of all games together."""
        return int(self.row("SELECT count(*) FROM journal")[0])

    def current_id(self) -> int | None:
        """Return the id of the current game, even if there is no such game; ``None`` if there is none."""
        with suppress(*SQLITE_ERRORS):
            (game,) = self.connection.execute(f"SELECT {CURRENT}").fetchone()
            return None if game is None else int(game)
        return None

    def settings(self, prefix: str) -> dict[str, str]:
        """Return the settings whose names begin with a text; none if they can't be read."""
        with suppress(*SQLITE_ERRORS):
            rows = self.connection.execute(
                "SELECT name, value FROM setting WHERE substr(name, 1, ?) = ?",
                (len(prefix), prefix),
            ).fetchall()
            return {name: value for name, value in rows if type(value) is str}
        return {}

    def chosen(self) -> dict[str, str]:
        """Return the value chosen for each default; it is kept as a list, as earlier ones with several were."""
        found: dict[str, str] = {}
        for name, value in self.settings(CHOSEN).items():
            with suppress(ValueError, TypeError, LookupError):
                found[name.removeprefix(CHOSEN)] = str(json.loads(value)[0])
        return found

    def current(self, *, deleted: bool = False) -> GameLine | None:
        """Return the current game: the one used if a command names none, ``deleted``: even if it was."""
        line = self.with_id(self.current_id())
        return None if line is None or (line.deleted and not deleted) else line

    def newest(self) -> GameLine | None:
        """Return the game of the newest entry of the whole journal."""
        row = self.row("SELECT game FROM journal ORDER BY id DESC LIMIT 1")
        return self.with_id(row and row[0])

    def records(self, game: int) -> tuple[Record, ...]:
        """Return the history of a game, oldest first; empty for an unknown one.

        Raises :class:`~canasta_cli.errors.UnusableData` for an entry that is missing or was changed.
        """
        rows = self.rows(f"{ENTRIES} WHERE game = ? ORDER BY number", game)
        recorders = self._recorders(game)
        if self.connection.text_factory is _any_text:
            return tuple(self._record(*row[2:6], recorders=recorders) for row in rows)
        return self._intact_records([EntryRow(*row) for row in rows], recorders)

    def _recorders(self, game: int) -> dict[int, str]:
        """Return who sent the entries of a game from a page; an older file, or a damaged one, has no names."""
        with suppress(*SQLITE_ERRORS):
            rows = self.connection.execute(
                f"SELECT number, recorder FROM {RECORDED} WHERE game = ?",  # noqa: S608 - our own word
                (game,),
            ).fetchall()
            return {number: name for number, name in rows if is_recorder(name)}
        return {}

    def _intact_records(
        self, rows: list[EntryRow], recorders: Mapping[int, str] = NOBODY
    ) -> tuple[Record, ...]:
        records = tuple(self._record(*row[2:6], recorders=recorders) for row in rows)
        for place, row in enumerate(rows):
            is_next = not place or records[place - 1].number + 1 == records[place].number
            if not (is_next and row.is_intact):
                raise self._changed(row.id)
        return records

    def entries_left(self) -> tuple[list[EntryRow], bool]:
        """Return all entries that can be read, from both ends up to any damage, and whether these are all."""
        rows: dict[int, EntryRow] = {}
        are_all = False
        with self.lenient():
            for order in ("", " DESC"):
                with suppress(*SQLITE_ERRORS):
                    for row in self.connection.execute(f"{ENTRIES} ORDER BY id{order}"):
                        rows.setdefault(row[0], EntryRow(*row))
                    are_all = True
                    break
        return [row for _, row in sorted(rows.items())], are_all

    def whole_history(self, rows: list[EntryRow], *, are_all: bool) -> tuple[Record, ...]:
        """Return the history of a game from its entries, of which none may be missing or changed.

        ``are_all`` is false if the file has perhaps others that can't be read. Raises
        :class:`~canasta_cli.errors.UnusableData`.
        """
        records = self._intact_records(rows)
        last, newest = records[-1].number, self.newest_number(rows[0].game)
        if newest is None and not are_all:
            raise UnusableData(f"perhaps it has entries after entry {last}", fix=DOCTOR)
        if last < (newest or 0):
            raise UnusableData(f"its entries after entry {last} are missing", fix=DOCTOR)
        return records

    def check_links(self, game: int | None = None) -> None:
        """Check that all entries are there with right hashes; of one game, its own and the newest link.

        Raises :class:`~canasta_cli.errors.UnusableData`.
        """
        some = "" if game is None else f"WHERE id IN ({OF_GAME_AND_NEWEST})"
        last, previous = 0, BEFORE_ALL
        with self.errors():
            rows = self.connection.execute(
                f"{ENTRIES} {some} ORDER BY id", () if game is None else (game,)
            )
            for row in (EntryRow(*each) for each in rows):
                # Only among all entries none may be missing.
                is_linked = row.previous == previous if row.id == last + 1 else game is not None
                if not (is_linked and row.is_intact):
                    raise self._changed(row.id)
                last, previous = row.id, row.hash
        if game is None and last < (counter(self.connection) or 0):
            raise UnusableData(
                f"{self.path} lacks its newest entries, from entry {last + 1} on", fix=DOCTOR
            )

    def _changed(self, entry: int) -> UnusableData:
        return UnusableData(
            f"entry {entry} of {self.path} was changed after it was recorded,"
            " or the one before it is missing",
            fix=DOCTOR,
        )

    def newest_number(self, game: int) -> int | None:
        """Return the number of the newest entry of a game as its summary has it; ``None`` if that is gone."""
        with suppress(CanastaError):
            row = self.row(f"SELECT entry FROM {COVERS} WHERE game = ?", game)  # noqa: S608 - our own word
            if row and type(row[0]) is int:
                return row[0]
        return None

    def keyed(self, game: int, key: str) -> tuple[int, str] | None:
        """Return the number of the entry sent with a key, and what was asked then, as text; ``None`` for none.

        A file of an older version has no keys.
        """
        if self.version < KEYED_SINCE:
            return None
        exists = "SELECT 1 FROM journal AS j WHERE j.game = k.game AND j.number = k.number"
        row = self.row(
            f"SELECT number, request, EXISTS ({exists}) FROM {KEYED} AS k"  # noqa: S608 - our own words
            " WHERE game = ? AND key = ?",
            *(game, key),
        )
        if row is None:
            return None
        number, request, is_there = row
        if type(number) is not int or type(request) is not str or not is_there:
            raise foreign_value(self.path)
        return number, request

    def counted_games(self) -> dict[int, schema.CountedGame]:
        """Return the figures of the games whose summary covers their newest entry, by their ids.

        Files of every version that is read have these tables.
        """
        with self.errors():
            return schema.counted_games(self.connection)

    def sealed(self, line: GameLine) -> SealedSummary | None:
        """Return the figures of a game if they are sealed after its newest entry."""
        with suppress(*SQLITE_ERRORS):
            row = sealed_row(self.connection, line.id, line.name)
            if row is not None:
                following = NextSummary(*row[TITLE:-1]).hand
                totals = tuple(total for _, total, *_ in sides_of(self.connection, line.id))
                seats = (PlayerSummary(*seat) for _, *seat in players_of(self.connection, line.id))
                return SealedSummary(following - 1, totals, tuple(seats))
        return None

    def _record(
        self, number: int, at: str, what: str, data: str, *, recorders: Mapping[int, str]
    ) -> Record:
        if type(number) is not int or not type(at) is type(what) is type(data) is str:
            raise foreign_value(self.path)
        kind = KINDS.get(what) or self._read(number, kind_of, what)
        read = partial(self._read, number, read_shallow, what, data)
        return Record(number, at, read, kind, recorders.get(number, ""))

    def _read(self, number: int, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what is read from an entry, or raise an error that names it."""
        try:
            return read(*args, **kwargs)
        except NoLongerKept:
            raise
        except UnusableData as error:
            raise UnusableData(
                f"can't read entry {number} of this game in {self.path}: {error.message}",
                fix=f"{error.fix} {DOCTOR}".lstrip(),
            ) from error


def counter(connection: sqlite3.Connection) -> int | None:
    """Return the number of the newest entry ever made, as SQLite keeps it; ``None`` if it is lost."""
    rows = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchall()
    if len(rows) == 1 and isinstance(rows[0][0], int):
        return rows[0][0]
    return None


class Journal(Reader):
    """An open journal. Close it, or use it in a ``with`` statement."""

    committed: Committed | None = None
    """The last thing recorded through this journal, once it is committed."""
    converted: str = ""
    """The copy of the file as it was, if this journal converted it to this version."""
    not_backed_up: str = ""
    """Why an automatic backup that was due could not be made."""
    file: tuple[int, int] | None = None
    """The file that is open, whatever has its name now."""
    before_migration: Callable[["Journal"], str] = staticmethod(lambda _: "")
    """Copies a file of an older version before it is converted, and returns the path of the copy."""
    after_migration: Callable[["Writing"], object] = staticmethod(lambda _: None)
    """Counts all games again once the file is converted, since the summary tables are new then."""

    @classmethod
    def open(
        cls,
        path: str,
        *,
        create: bool = False,
        seconds: float = SECONDS_FOR_LOCK,
        examine: bool = False,
    ) -> Self:
        """Open a file; a missing one is created if ``create``, and otherwise read as empty.

        ``seconds`` is how long to wait for other programs; ``examine`` also opens a journal that has
        lost its version. Raises
        :class:`~canasta_cli.errors.UnusableData` for a file that is not a journal, is damaged or
        newer, and :class:`~canasta_cli.errors.Refused` for one that can't be opened now.
        """
        before = identity(path)
        journal = cls(path, connect(path, create=create, seconds=seconds, examine=examine), seconds)
        journal.file = before or identity(path)
        return journal

    @property
    def is_moved(self) -> bool:
        """Return whether the path no longer leads to the file that is open."""
        return self.file is not None and identity(self.path) != self.file

    def close(self) -> None:
        """Close the file. If it was moved, its log would stay behind, so that is added to it first."""
        if self.is_moved:
            with suppress(*SQLITE_ERRORS):
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.close()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Close the file meanwhile, and open what has its name afterwards; after an error nothing.

        Raises :class:`~canasta_cli.errors.Refused` if the file is no longer there, or lacks entries
        that it had: what was asked about may be another game of the same name.
        """
        seen = head(self)
        self.close()
        yield
        if self.file and not is_there(self.path):
            raise Refused(
                f"{self.path} is no longer there; nothing was recorded",
                fix="If it was moved, put it back, or name it: --db FILE",
            )
        again = Journal.open(self.path, seconds=self.seconds)
        self.connection, self.file = again.connection, again.file
        self._refuse_moved(seen is not None and not has_entry(self, seen))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def writing(self, *, keep: bool = True, convert: bool = True) -> Iterator["Writing"]:
        """Open an exclusive transaction: either everything in it is recorded, or nothing.

        Without ``keep`` nothing is recorded. Once it has ended without an error, the entries survive
        a crash or a power cut. A file of an older version is converted in the same transaction,
        after a copy of it was made beside it; without ``convert`` it is only copied.
        """
        with self.errors():
            if isinstance(self.connection, ReadOnlyConnection) and self.connection.reason:
                raise self.connection.reason
            is_older = self.version < schema.VERSION
            copy = self.before_migration(self) if keep and is_older else ""
            self.connection.execute("BEGIN IMMEDIATE")
            before = self.committed
            try:
                writing = Writing(self.path, self.connection, self.seconds)
                if convert and migrate(self.connection):
                    self.after_migration(writing)
                yield writing
                if keep:
                    self._refuse_moved(self.is_moved)
                    # Set first, since an interrupt may come just after the commit.
                    self.committed = writing.latest() or before
                self.connection.execute("COMMIT" if keep else "ROLLBACK")
                self.converted = copy or self.converted
            except BaseException as error:
                # A full disk may have ended the transaction already.
                if self.connection.in_transaction or isinstance(error, sqlite3.Error):
                    self.committed = before
                self.connection.rollback()
                raise

    def keep(self, name: str, value: str | None) -> bool:
        """Keep a setting, or drop it, and return whether that was possible at once."""
        run = self.connection.execute
        with suppress(CanastaError, sqlite3.Error):
            run(f"PRAGMA busy_timeout = {BRIEFLY}")
            try:
                with self.writing() as writing:
                    writing.set(name, value)
            finally:
                run(f"PRAGMA busy_timeout = {int(self.seconds * 1000)}")
            return True
        return False

    def _refuse_moved(self, is_moved: bool) -> None:
        if is_moved:
            raise Refused(
                f"{self.path} was moved or replaced meanwhile; nothing was recorded",
                fix="Look at what is there now, and try again.",
            )


class Writing(Reader):
    """The journal while no other program can write to it."""

    def __init__(self, path: str, connection: sqlite3.Connection, seconds: float) -> None:
        super().__init__(path, connection, seconds)
        # The last entry of each game touched, in the order of their last changes.
        self.entries: dict[int, int | None] = {}
        self.has_ended = False  # true once an entry has ended a game
        self.aside: list[tuple[str, str]] = []

    def latest(self) -> Committed | None:
        """Return what this transaction has recorded so far; ``None`` if nothing."""
        if not self.entries:
            return None
        game, number = next(reversed(self.entries.items()))
        row = self.row("SELECT name FROM summary_game WHERE game = ?", game)
        name = row[0] if row else str(game)
        return Committed(name, number, len(self.entries), tuple(self.aside))

    def begin(
        self, began: Began, entries: Sequence[Entry], at: str
    ) -> tuple[int, tuple[Record, ...]]:
        """Record a new game with all its entries, and return its id and its history, without a summary."""
        (latest,) = self.row("SELECT max(game) FROM journal")
        game = self._next(latest)
        return game, self._append(game, 1, (began, *entries), at)

    def append(self, game: int, entry: Entry, at: str) -> Record:
        """Record an entry of a game, and return it as a later read will."""
        (latest,) = self.row("SELECT max(number) FROM journal WHERE game = ?", game)
        if latest is None:
            raise Refused(f"{self.path} has no game with the id {game}")
        return self._append(game, self._next(latest), (entry,), at)[0]

    def _next(self, latest: object) -> int:
        """Return the number after the latest one; 1 if there is none."""
        if latest is None:
            return 1
        if type(latest) is not int or latest >= LARGEST_ID:
            raise foreign_value(self.path)
        return latest + 1

    def _append(
        self, game: int, number: int, entries: Sequence[Entry], at: str
    ) -> tuple[Record, ...]:
        """Record entries of a game, the first one with a number, each chained to the one before it."""
        records: list[Record] = []
        rows: list[tuple[int, int, str, str, str]] = []
        for each, entry in enumerate(entries, start=number):
            what, data = to_row(entry)
            # Read back first: an entry that can't be read would make the whole game unreadable. The first,
            # which is long, is in no notation.
            read = entry if type(entry) is Began else self._read(each, from_row, what, data)
            records.append(Record(each, at, read))
            rows.append((game, each, at, what, data))
        self.link(rows)
        if records:
            self.entries.pop(game, None)
            self.entries[game] = records[-1].number
        return tuple(records)

    def link(self, rows: Iterable[tuple[int, int, str, str, str]]) -> None:
        """Add rows (game, number, at, what, data) to the journal, each chained to the one before it."""
        latest, previous = self.row(
            "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'journal'),"
            " (SELECT hash FROM journal ORDER BY id DESC LIMIT 1)"
        )
        if previous is not None and type(previous) is not str:
            raise foreign_value(self.path)
        previous = previous or BEFORE_ALL
        linked: list[tuple[object, ...]] = []
        for each in rows:
            latest = self._next(latest)
            row = (latest, *each)
            link = digest(previous, row)
            linked.append((*row, previous, link))
            previous = link
        self.connection.executemany(
            "INSERT INTO journal (id, game, number, at, what, data, previous, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            linked,
        )

    def keep_key(self, game: int, number: int, key: str, request: str, recorder: str = "") -> None:
        """Note the key of an entry, so that it is recorded only once, and who sent it from a page."""
        self._insert(KEYED, [(game, key, number, request)])
        self._insert(RECORDED, [(game, number, recorder)] * bool(recorder))

    def make_current(self, game: int) -> None:
        """Make this the game that is used by commands without a name."""
        self.set("current", str(game))
        self.entries.setdefault(game, None)

    def set(self, name: str, value: str | None) -> None:
        """Set a value beside the entries, or drop it."""
        run = self.connection.execute
        if value is None:
            run("DELETE FROM setting WHERE name = ?", (name,))
        else:
            run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", (name, value))

    def summarise(self, game: int, summary: Summary) -> None:
        """Replace the summary of a game in its tables.

        Raises :class:`~canasta_cli.errors.Refused` if another game has its name.
        """
        run = self.connection.execute
        others = "SELECT 1 FROM summary_game WHERE name = ? AND game <> ?"
        if self.row(others, summary.name, game):
            raise Refused(f"there is already a game “{summary.name}”", fix="Choose another name.")
        for table, rows in summary_rows(game, summary).items():
            first = f" AND hand > {summary.since}" if table == HANDS else ""
            run(f"DELETE FROM {table} WHERE game = ?{first}", (game,))  # noqa: S608 - our own words
            self._insert(table, rows)
        self.cover(game, summary.name, summary.next)

    def cover(self, game: int, name: str, following: NextSummary | None) -> None:
        """Note that the summary of a game is right after its newest entry too.

        ``following`` is what ``canasta next`` shows; ``None`` if the game is over.
        """
        newest = "SELECT game, max(number) FROM journal WHERE game = ? GROUP BY game"
        self.connection.execute(f"INSERT OR REPLACE INTO {COVERS} {newest}", (game,))
        went_on = self.connection.execute(f"DELETE FROM {NEXT} WHERE game = ?", (game,)).rowcount  # noqa: S608 - our own words
        if following is not None:
            self._insert(NEXT, [next_row(self.connection, game, name, following)])
        elif went_on:
            self.has_ended = True

    def _insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            places = ", ".join("?" * len(rows[0]))
            self.connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608


# Games that the summary lacks, found through the journal alone.


def journal_lines(reading: Reader) -> Iterator[GameLine]:
    """Yield every game of the journal, in the order in which they began, without the summary.

    No game is shown as over, since no hand is counted. Games with ids that are not numbers are left
    out: :func:`~canasta_cli.journal.upkeep.faults` names their records.
    """
    return (_line_from_entries(reading, game) for game in _games(reading) if type(game) is int)


def _games(reading: Reader) -> list[Any]:
    # What is recorded about the file itself belongs to game 0.
    rows = reading.rows("SELECT DISTINCT game FROM journal WHERE game <> 0 ORDER BY game")
    return [game for (game,) in rows]


def name_begun(data: object) -> str:
    """Return the name in the entry that began a game; empty if it can't be read."""
    if not isinstance(data, str):
        return ""
    try:
        name = json.loads(data)["name"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return name if isinstance(name, str) else ""


def _line_from_entries(reading: Reader, game: int) -> GameLine:
    """Return the line of a game from its entries. Nothing is counted, so ``over`` is false."""
    current = reading.current_id() == game
    try:
        history = read_history(reading.records(game))
        rules, now = history.rules, history.game
    except (CanastaError, ValueError, LookupError):
        # List a game that can't be read too, so that commands name it.
        row = reading.row(
            "SELECT data FROM journal WHERE game = ? AND number = 1 AND what = 'new'", game
        )
        name = name_begun(row[0]) if row else ""
        return GameLine(game, name or f"#{game}", current=current)
    return GameLine(
        id=game,
        name=now.name,
        ruleset=str(rules.get("name", "")),
        players=", ".join(now.players),
        started=now.date,
        current=current,
        deleted=now.deleted,
    )


# The chain of hashes through all entries: find its newest link, and an earlier one.


class Head(NamedTuple):
    """The newest entry of a journal: its hash, and its number among all entries."""

    hash: str
    entry: int


def head(reading: Reader) -> Head | None:
    """Return the newest entry; ``None`` if there is none or it can't be read."""
    row = reading.row("SELECT id, hash FROM journal ORDER BY id DESC LIMIT 1")
    if row is None or not isinstance(row[0], int) or not isinstance(row[1], str):
        return None
    return Head(row[1], row[0])


def has_entry(reading: Reader, newest: Head) -> bool:
    """Return whether a journal has an entry that was the newest one of some journal."""
    query = "SELECT 1 FROM journal WHERE id = ? AND hash = ?"
    return reading.row(query, newest.entry, newest.hash) is not None
