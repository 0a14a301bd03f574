"""The journal: append and read entries, one transaction at a time.

Every entry has a hash over itself and the hash of the entry before it, of whatever game.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import Any, NamedTuple, Self

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.journal.schema import PATIENCE, connect, trouble
from canasta_cli.model.history import Began, Entry, Record

BEFORE_ALL = "0" * 64
"""The previous hash of the first entry."""


class GameLine(NamedTuple):
    """A game in one line of a list. ``id`` is its number in the journal, for internal use."""

    id: int
    name: str
    ruleset: str
    players: str
    started: str
    over: bool
    winner: str | None
    archived: bool
    current: bool


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


class Summary(NamedTuple):
    """A game in figures, for programs that can't count a hand."""

    name: str
    ruleset: str
    players: str
    started: str
    over: bool
    archived: bool
    winner: str | None
    sides: tuple[SideSummary, ...]
    hands: tuple[HandSummary, ...]


class Committed(NamedTuple):
    """The last thing that a transaction recorded: ``number`` is the entry, ``None`` if there is none.

    ``games`` counts the games that it changed.
    """

    name: str
    number: int | None
    games: int


def digest(previous: str, row: tuple[int, int, int, str, str, str]) -> str:
    """Return the hash of an entry (id, game, number, at, what, data) after one with a given hash."""
    # As a JSON list, no two different entries give the same text.
    text = json.dumps((previous, *row), ensure_ascii=False, separators=(",", ":"))
    return str(_sha256()(text.encode()).hexdigest())


@cache
def _sha256() -> Callable[[bytes], Any]:
    """Return SHA-256 without OpenSSL if Python has its own: OpenSSL takes a fifth of the start."""
    for name in ("_sha2", "_sha256"):
        with suppress(ImportError):
            found: Callable[[bytes], Any] = import_module(name).sha256
            return found
    from hashlib import sha256

    return sha256


def _line(game: int, *row: Any) -> GameLine:
    name, ruleset, players, started, over, winner, archived, current = row
    return GameLine(
        game, name, ruleset, players, started, bool(over), winner, bool(archived), bool(current)
    )


class Reading:
    """Queries to the journal, inside a transaction or outside one."""

    def __init__(self, path: str, connection: sqlite3.Connection, seconds: float) -> None:
        self.path = path
        self.connection = connection
        self.seconds = seconds

    def games(self) -> tuple[GameLine, ...]:
        """Return every game, in the order in which they began."""
        with trouble(self.path, self.seconds):
            rows = self.connection.execute(
                "SELECT game, name, ruleset, players, started, over, winner, archived,"
                " game IS (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'current')"
                " FROM summary_game ORDER BY game"
            ).fetchall()
        return tuple(_line(*row) for row in rows)

    def find(self, name: str) -> GameLine | None:
        """Return the game with exactly this name."""
        # Not by SQL: SQLite does not accept a name typed in a broken encoding.
        return next((line for line in self.games() if line.name == name), None)

    def current(self) -> GameLine | None:
        """Return the game that is used by commands without a name."""
        return next((line for line in self.games() if line.current), None)

    def records(self, game: int) -> tuple[Record, ...]:
        """Return the history of a game, oldest first; empty for an unknown one."""
        with trouble(self.path, self.seconds):
            rows = self.connection.execute(
                "SELECT number, at, what, data FROM journal WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        return tuple(self._record(*row) for row in rows)

    def summary(self, game: int) -> Summary | None:
        """Return the summary of a game from its tables; ``None`` if it has none."""
        with trouble(self.path, self.seconds):
            run = self.connection.execute
            row = run("SELECT * FROM summary_game WHERE game = ?", (game,)).fetchone()
            sides = run(
                "SELECT * FROM summary_side WHERE game = ? ORDER BY place", (game,)
            ).fetchall()
            hands = run(
                "SELECT * FROM summary_hand WHERE game = ? ORDER BY hand, place", (game,)
            ).fetchall()
        if row is None:
            return None
        _, name, ruleset, players, started, over, archived, winner = row
        return Summary(
            name,
            ruleset,
            players,
            started,
            bool(over),
            bool(archived),
            winner,
            tuple(SideSummary(*side[1:]) for side in sides),
            tuple(HandSummary._make((*hand[1:8], bool(hand[8]))) for hand in hands),
        )

    def _record(self, number: int, at: str, what: str, data: str) -> Record:
        try:
            return Record(number, at, from_row(what, data))
        except UnusableData as error:
            raise UnusableData(
                f"can't read entry {number} of this game in {self.path}: {error.message}",
                remedy=error.remedy or "Check the journal with: canasta doctor",
            ) from error


class Journal(Reading):
    """An open journal. Close it, or use it in a ``with`` statement."""

    committed: Committed | None = None
    """The last thing recorded through this journal, once it is committed."""

    @classmethod
    def open(cls, path: str, *, create: bool, seconds: float = PATIENCE) -> Self:
        """Open a file; a missing one is created if ``create``, and otherwise read as empty.

        ``seconds`` is how long to wait for other programs. Raises
        :class:`~canasta_cli.errors.UnusableData` for a file that is not a journal, is damaged or
        newer, and :class:`~canasta_cli.errors.Refused` for one that can't be opened now.
        """
        return cls(path, connect(path, create=create, seconds=seconds), seconds)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator["Writing"]:
        """Read and write exclusively: everything inside is recorded together at the end, or nothing.

        After it ends without an error, neither a kill nor a power cut loses the entries.
        """
        with trouble(self.path, self.seconds):
            self.connection.execute("BEGIN IMMEDIATE")
            before = self.committed
            try:
                writing = Writing(self.path, self.connection, self.seconds)
                yield writing
                # Set first, since an interrupt may come just after the commit.
                self.committed = writing.latest() or before
                self.connection.execute("COMMIT")
            except BaseException as error:
                # A full disk may have ended the transaction already.
                if self.connection.in_transaction:
                    self.committed = before
                    self.connection.execute("ROLLBACK")
                elif isinstance(error, sqlite3.Error):
                    self.committed = before
                raise


class Writing(Reading):
    """The journal while no other program can write to it."""

    def __init__(self, path: str, connection: sqlite3.Connection, seconds: float) -> None:
        super().__init__(path, connection, seconds)
        # The last entry of each game touched, in the order of their last changes.
        self.entries: dict[int, int | None] = {}

    def latest(self) -> Committed | None:
        """Return what this transaction has recorded so far; ``None`` if nothing."""
        if not self.entries:
            return None
        game, number = next(reversed(self.entries.items()))
        row = self.connection.execute(
            "SELECT name FROM summary_game WHERE game = ?", (game,)
        ).fetchone()
        return Committed(row[0] if row else str(game), number, len(self.entries))

    def begin(self, began: Began, at: str) -> int:
        """Record the start of a game, and return its id. Raises ``Refused`` if the name is taken."""
        (latest,) = self.connection.execute("SELECT max(game) FROM journal").fetchone()
        game = (latest or 0) + 1
        self._append(game, 1, began, at)
        self.summarise(
            game,
            Summary(
                name=began.name,
                ruleset=str(began.ruleset.get("name", "")),
                players=", ".join(began.players),
                started=began.date,
                over=False,
                archived=False,
                winner=None,
                sides=(),
                hands=(),
            ),
        )
        return game

    def append(self, game: int, entry: Entry, at: str) -> Record:
        """Record an entry of a game, and return it as it will be read."""
        (latest,) = self.connection.execute(
            "SELECT max(number) FROM journal WHERE game = ?", (game,)
        ).fetchone()
        if latest is None:
            raise Refused(f"{self.path} has no game with the id {game}")
        return self._append(game, latest + 1, entry, at)

    def _append(self, game: int, number: int, entry: Entry, at: str) -> Record:
        what, data = to_row(entry)
        # Read back first: an entry that can't be read would make the whole game unreadable.
        record = self._record(number, at, what, data)
        latest, previous = self.connection.execute(
            "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'journal'),"
            " (SELECT hash FROM journal ORDER BY id DESC LIMIT 1)"
        ).fetchone()
        previous = previous or BEFORE_ALL
        row = ((latest or 0) + 1, game, number, at, what, data)
        self.connection.execute(
            "INSERT INTO journal (id, game, number, at, what, data, previous, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, previous, digest(previous, row)),
        )
        self.entries.pop(game, None)
        self.entries[game] = number
        return record

    def make_current(self, game: int) -> None:
        """Make this the game that is used by commands without a name."""
        self.connection.execute(
            "INSERT OR REPLACE INTO setting (name, value) VALUES ('current', ?)", (str(game),)
        )
        self.entries.setdefault(game, None)

    def summarise(self, game: int, summary: Summary) -> None:
        """Replace the summary of a game in its tables.

        Raises :class:`~canasta_cli.errors.Refused` if another game has its name.
        """
        run = self.connection.execute
        if run(
            "SELECT 1 FROM summary_game WHERE name = ? AND game <> ?", (summary.name, game)
        ).fetchone():
            raise Refused(
                f"there is already a game “{summary.name}”", remedy="Choose another name."
            )
        for table in ("summary_game", "summary_side", "summary_hand"):
            run(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608 - our own words
        run("INSERT INTO summary_game VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (game, *summary[:7]))
        self.connection.executemany(
            "INSERT INTO summary_side VALUES (?, ?, ?, ?, ?, ?)",
            ((game, *side) for side in summary.sides),
        )
        self.connection.executemany(
            "INSERT INTO summary_hand VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((game, *hand) for hand in summary.hands),
        )
