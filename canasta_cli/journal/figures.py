"""The figures of all games in the summary tables, so that lists of games need not count every hand.

A row of ``summary_covers`` says after which entry of its game the summary was made. A game whose
summary does not cover its newest entry is left out here, and must be counted.
"""

import sqlite3
from typing import Any

from canasta_cli.journal.quick import TITLE, players_of, sealed_row, sides_of
from canasta_cli.journal.summary import NextSummary, PlayerSummary, SealedSummary
from canasta_cli.values import NamedTuple

COVERS = "summary_covers"
NAMES = ("summary_player", COVERS)
TABLES = (
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


def sealed(connection: sqlite3.Connection, game: int, name: str) -> SealedSummary | None:
    """Return the figures of a game if they are sealed after its newest entry; ``None`` if not."""
    row = sealed_row(connection, game, name)
    if row is None:
        return None
    following = NextSummary(*row[TITLE:-1]).hand
    totals = tuple(total for _, total, *_ in sides_of(connection, game))
    seats = tuple(PlayerSummary(*seat) for _, *seat in players_of(connection, game))
    return SealedSummary(row[1], following - 1, totals, seats)


def _is_valid(row: list[Any], sides: int) -> bool:
    """Return whether a row has values of the right types, and a place among the sides."""
    *needed, best, hand = row
    return (
        tuple(map(type, needed)) == _TYPES
        and type(best) in _MAYBE
        and type(hand) in _MAYBE
        and 0 <= row[1] < sides
    )


def cover(connection: sqlite3.Connection, game: int) -> None:
    """Note that the summary of a game covers its newest entry."""
    connection.execute(
        "INSERT OR REPLACE INTO summary_covers"
        " SELECT game, max(number) FROM journal WHERE game = ? GROUP BY game",
        (game,),
    )
