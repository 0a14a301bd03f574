"""Summaries and figures of games in the database, for other programs, to find games, and for lists of games.

The score-keeper writes them, and ``upkeep`` compares them with the entries.
"""

import sqlite3
from typing import Any

from canasta_cli.journal.file import TITLE, players_of, sealed_row, sides_of
from canasta_cli.model.game import Ending
from canasta_cli.model.history import Began
from canasta_cli.values import NamedTuple

# Summaries of games in the database, for other programs and to find games by name.

HANDS = "summary_hand"
"""The table with a row for each side in each finished hand."""


OVER: dict[Ending | None, int] = {
    None: 1,
    Ending.LEADER: 1,
    Ending.UNFINISHED: 2,
    Ending.ABANDONED: 3,
}
"""The value of the column ``over`` of a game that is over; 0 of one that goes on."""
ARCHIVED, DELETED = 1, 2
"""The values of the column ``archived``; 0 of other games."""


class GameLine(NamedTuple):
    """A game in one line of a list. ``id`` is its number in the journal, for internal use.

    ``ending``: it ended without being played to its end.
    """

    id: int
    name: str
    ruleset: str
    players: str
    started: str
    over: bool
    winner: str | None
    archived: bool
    current: bool
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


FORMER = 100
"""The first seat of those who no longer sit in the game."""


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
    over: int
    archived: int
    winner: str | None
    sides: tuple[SideSummary, ...]
    hands: tuple[HandSummary, ...]
    seats: tuple[PlayerSummary, ...] = ()
    next: NextSummary | None = None
    since: int = 0


class SealedSummary(NamedTuple):
    """The figures of a game that is not over, as sealed after its newest entry (``covers``).

    ``hands`` is the number of finished hands.
    """

    covers: int
    hands: int
    totals: tuple[int, ...]
    seats: tuple[PlayerSummary, ...]


def summary_of_new(began: Began) -> Summary:
    """Return the summary of a game without any hand."""
    return Summary(
        name=began.name,
        ruleset=str(began.ruleset.get("name", "")),
        players=", ".join(began.players),
        started=began.date,
        over=0,
        archived=0,
        winner=None,
        sides=(),
        hands=(),
    )


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
    """True if a row has values of the right types, and a place among the sides."""
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
