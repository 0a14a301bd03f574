"""Summaries of games in the database, for other programs and to find games by name."""

from typing import Any

from canasta_cli.model.history import Began
from canasta_cli.values import NamedTuple

HANDS = "summary_hand"
"""The table with a row for each side in each finished hand."""


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
    """What ``canasta next`` shows besides the rest: the title of the rules, and the next hand.

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

    ``next`` is ``None`` if the game is over. ``since`` is the number of first hands that are left out of
    ``hands``, since their rows stay as they are.
    """

    name: str
    ruleset: str
    players: str
    started: str
    over: bool
    archived: bool
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
        over=False,
        archived=False,
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
