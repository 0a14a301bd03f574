"""Format statistics over many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import grade_name
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Blocks, Grid, Style, Text
from canasta_cli.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.game.stats import Best, Pair, PlayerStats, Stats
    from canasta_cli.rules.vocabulary import Grade


def stats_blocks(stats: Stats) -> Blocks:
    """Format players first, then canastas, partners, and opponents."""
    if not stats.players:
        return (Text("No games yet. Start one: canasta new Ann Bob Cat Dan"),)
    blocks: tuple[Text | Grid, ...] = (
        Text("Players", Style.TITLE),
        Grid(
            ("", "games", "won", "hands", "per hand", "out", "concealed", "best hand"),
            tuple(_player_row(each) for each in stats.players),
        ),
        BLANK,
        Text("Canastas of each player's side", Style.TITLE),
        _canastas(stats.players),
    )
    if any(each.points_only for each in stats.players):
        says = "Hands of which only the points are known count without canastas."
        blocks = (*blocks, Text(says, Style.QUIET))
    for title, pairs in (("Partners", stats.partners), ("Opponents", stats.against)):
        if pairs:
            blocks = (*blocks, BLANK, Text(title, Style.TITLE), _pairs(pairs))
    return blocks


def _player_row(each: PlayerStats) -> tuple[str, ...]:
    best = (
        f"{points(each.best.points)} ({each.best.game}, hand {each.best.number})"
        if each.best
        else ""
    )
    won = f"{each.won} of {each.finished}" if each.finished else "-"
    average = "-" if each.average is None else points(round(each.average))
    return (
        each.player,
        points(each.games),
        won,
        points(each.hands),
        average,
        points(each.out),
        points(each.concealed),
        best,
    )


def _grades(players: tuple[PlayerStats, ...]) -> list[Grade]:
    """Return the grades of the canastas of some players, by name."""
    return sorted({grade for each in players for grade in each.canastas}, key=lambda g: g.value)


def _canastas(players: tuple[PlayerStats, ...]) -> Grid:
    grades = _grades(players)
    return Grid(
        ("", *(grade_name(grade) for grade in grades), "all"),
        tuple(
            (
                each.player,
                *(points(each.canastas[grade]) for grade in grades),
                points(each.canastas.total()),
            )
            for each in players
        ),
    )


def _pairs(pairs: tuple[Pair, ...]) -> Grid:
    return Grid(
        ("", "", "won"),
        tuple((pair.player, pair.other, f"{pair.won} of {pair.games}") for pair in pairs),
        left=(0, 1),
    )


BEST_KEYS = Keys(
    "A best hand",
    {
        "points": "The result of the hand.",
        "game": "The name of the game.",
        "hand": "The number of the hand.",
    },
)
PLAYER_KEYS = Keys(
    "A player in canasta stats",
    {
        "player": "The name of the player.",
        "games_played": "The number of games begun.",
        "finished": "The number of games finished.",
        "won": "The number of games won.",
        "hands_played": "The number of hands played.",
        "all_points": "The points of all hands, those of the player’s sides.",
        "average": "The points per hand; null before the first.",
        "canastas": "The number of canastas by grade.",
        "went_out": "How often the player’s side went out.",
        "went_out_concealed": "How often it went out concealed.",
        "points_only": "The number of hands of which only the points are known.",
        "best": Object("The best hand; null before the first.", BEST_KEYS),
    },
)
PAIR_KEYS = Keys(
    "Two players",
    {
        "player": "The name of the player.",
        "other": "The partner or opponent.",
        "games_played": "The number of games finished together.",
        "won": "The number of these that the player won.",
    },
)
STATS_KEYS = Keys(
    "canasta stats",
    {
        "players": Object("The players.", PLAYER_KEYS),
        "partners": Object("The partners.", PAIR_KEYS),
        "opponents": Object("The opponents.", PAIR_KEYS),
    },
)


def stats_json(stats: Stats) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta stats``."""
    return {
        "players": [
            {
                "player": each.player,
                "games_played": each.games,
                "finished": each.finished,
                "won": each.won,
                "hands_played": each.hands,
                "all_points": each.points,
                "average": each.average,
                "canastas": {grade.value: each.canastas[grade] for grade in _grades((each,))},
                "went_out": each.out,
                "went_out_concealed": each.concealed,
                "points_only": each.points_only,
                "best": _best(each.best) if each.best else None,
            }
            for each in stats.players
        ],
        "partners": list(map(_pair, stats.partners)),
        "opponents": list(map(_pair, stats.against)),
    }


def _best(best: Best) -> Mapping[str, Any]:
    """Return the JSON keys of the hand in which a player's side scored most."""
    return {"points": best.points, "game": best.game, "hand": best.number}


def _pair(pair: Pair) -> Mapping[str, Any]:
    """Return the JSON keys of two players' finished games together."""
    return {
        "player": pair.player,
        "other": pair.other,
        "games_played": pair.games,
        "won": pair.won,
    }
