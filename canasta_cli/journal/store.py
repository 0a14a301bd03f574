"""The journal: records appended and read, one transaction at a time.

Every record carries a hash over itself and the hash of the record before it, whatever the game.
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
from canasta_cli.journal.schema import PATIENCE, AsItLies, connect, trouble
from canasta_cli.model.history import Began, Entry, Record

BEFORE_ALL = "0" * 64
"""What stands for the hash of the record before the first."""


class GameLine(NamedTuple):
    """A game in one line of a list. ``id`` is its number in the journal, for the program only."""

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
    """How a side stands: its total, what it needs to meld next, and how far it has to go."""

    place: int
    side: str
    total: int
    minimum: str
    to_target: int | None


class HandSummary(NamedTuple):
    """What one hand brought one side, and its total after it."""

    hand: int
    dealer: str
    place: int
    side: str
    points: int
    total: int
    tally: str
    forced: bool


class Summary(NamedTuple):
    """A game in figures, for programs that cannot count a hand."""

    name: str
    ruleset: str
    players: str
    started: str
    over: bool
    archived: bool
    winner: str | None
    sides: tuple[SideSummary, ...]
    hands: tuple[HandSummary, ...]


def digest(previous: str, row: tuple[int, int, int, str, str, str]) -> str:
    """The hash of a record (id, game, number, at, what, data) that follows one of another hash."""
    # As a JSON list no two different records give the same text.
    text = json.dumps((previous, *row), ensure_ascii=False, separators=(",", ":"))
    return str(_sha256()(text.encode()).hexdigest())


@cache
def _sha256() -> Callable[[bytes], Any]:
    """SHA-256 without OpenSSL, where Python has its own: loading that is a fifth of a start."""
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
    """What can be asked of the journal, inside a transaction or outside one."""

    def __init__(self, path: str, connection: sqlite3.Connection, seconds: float) -> None:
        self.path = path
        self.connection = connection
        self.seconds = seconds

    def games(self) -> tuple[GameLine, ...]:
        """Every game, in the order in which they began."""
        with trouble(self.path, self.seconds):
            rows = self.connection.execute(
                "SELECT game, name, ruleset, players, started, over, winner, archived,"
                " game IS (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'current')"
                " FROM summary_game ORDER BY game"
            ).fetchall()
        return tuple(_line(*row) for row in rows)

    def find(self, name: str) -> GameLine | None:
        """The game of exactly this name."""
        # Not by SQL: a name typed in a broken encoding cannot even be handed to SQLite.
        return next((line for line in self.games() if line.name == name), None)

    def current(self) -> GameLine | None:
        """The game that a command without a name is about."""
        return next((line for line in self.games() if line.current), None)

    def records(self, game: int) -> tuple[Record, ...]:
        """The history of a game, oldest first; empty for an unknown one."""
        with trouble(self.path, self.seconds):
            rows = self.connection.execute(
                "SELECT number, at, what, data FROM journal WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        return tuple(self._record(*row) for row in rows)

    def summary(self, game: int) -> Summary | None:
        """What the summary tables say of a game; ``None`` where they say nothing."""
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
                f"entry {number} of this game in {self.path} cannot be used: {error.message}",
                remedy=error.remedy or "See what is wrong, and where, with: canasta doctor",
            ) from error


class Journal(Reading):
    """An open journal. Close it, or use it in a ``with`` statement."""

    @classmethod
    def open(
        cls, path: str, *, create: bool, seconds: float = PATIENCE, examine: bool = False
    ) -> Self:
        """Open a file; a missing one is made if ``create``, and otherwise read as empty.

        ``seconds`` is how long to wait for other programs; ``examine`` opens also a journal that has
        lost its version. Raises
        :class:`~canasta_cli.errors.UnusableData` for a file that is no journal, is damaged or
        newer, and :class:`~canasta_cli.errors.Refused` for one that cannot be had now.
        """
        return cls(path, connect(path, create=create, seconds=seconds, examine=examine), seconds)

    def close(self) -> None:
        """Let go of the file."""
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
        """Read and write alone: everything inside is recorded together at the end, or nothing.

        Once this is left without an error, neither a kill nor a power cut loses the records.
        """
        with trouble(self.path, self.seconds):
            if isinstance(self.connection, AsItLies) and self.connection.reason:
                raise self.connection.reason
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield Writing(self.path, self.connection, self.seconds)
                self.connection.execute("COMMIT")
            except BaseException:
                # A full disk may have ended the transaction already.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise


class Writing(Reading):
    """The journal while nobody else may write to it."""

    def begin(self, began: Began, at: str) -> int:
        """Record that a game began, and give its id. Raises ``Refused`` for a name taken."""
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
        """Record an entry of a game, and give it back as it will be read."""
        (latest,) = self.connection.execute(
            "SELECT max(number) FROM journal WHERE game = ?", (game,)
        ).fetchone()
        if latest is None:
            raise Refused(f"{self.path} holds no game of the id {game}")
        return self._append(game, latest + 1, entry, at)

    def _append(self, game: int, number: int, entry: Entry, at: str) -> Record:
        what, data = to_row(entry)
        # Read back before it is kept: what could not be read would close the whole game.
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
        return record

    def make_current(self, game: int) -> None:
        """From here on, a command without a name is about this game."""
        self.connection.execute(
            "INSERT OR REPLACE INTO setting (name, value) VALUES ('current', ?)", (str(game),)
        )

    def summarise(self, game: int, summary: Summary) -> None:
        """Replace what stands about a game in the summary tables.

        Raises :class:`~canasta_cli.errors.Refused` if its name is another game's.
        """
        run = self.connection.execute
        if run(
            "SELECT 1 FROM summary_game WHERE name = ? AND game <> ?", (summary.name, game)
        ).fetchone():
            raise Refused(
                f"there is a game “{summary.name}” already", remedy="Choose another name."
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
