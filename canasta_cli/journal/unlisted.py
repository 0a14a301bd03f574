"""Games that the summary lacks, found through the journal alone."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, Protocol

from canasta_cli.errors import CanastaError
from canasta_cli.journal.schema import foreign_value, sqlite_errors
from canasta_cli.journal.summary import GameLine
from canasta_cli.model.history import Record, game_of, rules_of


class Reading(Protocol):
    """The queries that are needed here; :mod:`canasta_cli.journal.store` has all."""

    path: str
    connection: sqlite3.Connection
    seconds: float

    def current_id(self) -> int | None:
        """Return the game that was made the current one last."""

    def records(self, game: int) -> tuple[Record, ...]:
        """Return the history of a game, oldest first."""


def journal_lines(reading: Reading) -> Iterator[GameLine]:
    """Yield every game of the journal, in the order in which they began, without the summary.

    No game is shown as over, since no hand is counted. Games with ids that are not numbers are left
    out: :func:`~canasta_cli.journal.check.faults` names their records.
    """
    current = reading.current_id()
    for game in _games(reading):
        if type(game) is int:
            yield _line(reading, game)._replace(current=game == current)


def with_unlisted(reading: Reading, lines: tuple[GameLine, ...]) -> tuple[GameLine, ...]:
    """Add the games of the journal that the summary lacks, in the order in which they began."""
    games = _games(reading)
    if not all(type(game) is int for game in games):
        raise foreign_value(reading.path)
    listed = {line.id: line for line in lines}
    current = reading.current_id()
    found = {
        game: _line(reading, game)._replace(current=game == current)
        for game in games
        if game not in listed
    }
    return tuple(line for _, line in sorted({**listed, **found}.items()))


def _games(reading: Reading) -> list[Any]:
    with sqlite_errors(reading.path, reading.seconds):
        # What is recorded about the file itself belongs to game 0.
        rows = reading.connection.execute(
            "SELECT DISTINCT game FROM journal WHERE game <> 0 ORDER BY game"
        )
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


def _first_name(reading: Reading, game: int) -> str:
    with sqlite_errors(reading.path, reading.seconds):
        row = reading.connection.execute(
            "SELECT data FROM journal WHERE game = ? AND number = 1 AND what = 'new'", (game,)
        ).fetchone()
    return name_begun(row[0]) if row else ""


def _line(reading: Reading, game: int) -> GameLine:
    """Return the line of a game from its entries. Nothing is counted, so ``over`` is false."""
    try:
        records = reading.records(game)
        rules, now = rules_of(records), game_of(records)
    except (CanastaError, ValueError, LookupError):
        # List a game that can't be read too, so that commands name it.
        name = _first_name(reading, game) or f"#{game}"
        return GameLine(game, name, "", "", "", False, None, False, False)
    return GameLine(
        id=game,
        name=now.name,
        ruleset=str(rules.get("name", "")),
        players=", ".join(now.players),
        started=now.date,
        over=False,
        winner=None,
        archived=now.archived,
        current=False,
    )
