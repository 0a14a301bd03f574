"""Format the list of games, a new game, and statistics over many games.

The commands about several games call it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import grade_name
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, Blocks, Grid, Style, Text
from canasta_cli.show.standing import NEXT_KEYS, next_blocks, next_json
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing
    from canasta_cli.engine.game.stats import Best, Pair, PlayerStats, Stats
    from canasta_cli.rules.vocabulary import Grade
    from canasta_cli.scorekeeper.listing import ListedGame


# Format the list of games, and a new game.


def games_blocks(games: Sequence[ListedGame], archived: int = 0) -> Blocks:
    """Format one row per game, the current one marked; ``archived`` counts the hidden games."""
    if not games and archived:
        hidden = count_of(archived, "archived game")
        return (Text(f"No active games; {hidden}: canasta games --all"),)
    if not games:
        return (Text("No games yet. Start one: canasta new Ann Bob Cat Dan"),)
    grid = Grid(("game", "rules", "sides", "state"), _rows(games), (0, 1, 2, 3))
    shown = any(game.current for game in games)
    return (grid, Text("* current game", Style.QUIET)) if shown else (grid,)


def _rows(games: Sequence[ListedGame]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            f"{game.name} *" if game.current else game.name,
            game.ruleset,
            ", ".join(f"{side.name} {points(side.total)}" for side in game.sides),
            _state(game),
        )
        for game in games
    )


def _state(game: ListedGame) -> str:
    hands = count_of(game.hands, "hand")
    away = ", archived" if game.archived else ""
    if not game.figures.over:
        return hands + away
    won = "drawn" if game.winner is None else f"{game.winner} won"
    return f"{hands}, {won}{away}"


GAME_SIDE_KEYS = Keys(
    "A side in canasta games",
    {
        "name": "The name of the side.",
        "players": "The names of its players.",
        "total": "Its running total.",
    },
)
GAME_KEYS = Keys(
    "A game",
    {
        "name": "The name of the game.",
        "ruleset": "The name of the ruleset.",
        "current": "True for the current game.",
        "over": "True if the game is over.",
        "archived": "True if it is archived.",
        "hands_played": "The number of hands played.",
        "sides": Object("The sides.", GAME_SIDE_KEYS),
    },
)
GAMES_KEYS = Keys("canasta games", {"games": Object("The games.", GAME_KEYS)})
RENAMED_KEYS = Keys(
    "canasta rename",
    {"game": "The new name of the game.", "recorded": "True if it was recorded."},
)
ARCHIVED_KEYS = Keys(
    "canasta archive",
    {
        "game": "The name of the game.",
        "archived": "True if it is archived.",
        "recorded": "True if it was recorded.",
    },
)


def games_json(games: Sequence[ListedGame]) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta games``."""
    return {
        "games": [
            {
                "name": game.name,
                "ruleset": game.ruleset,
                "current": game.current,
                "over": game.figures.over,
                "archived": game.archived,
                "hands_played": game.hands,
                "sides": [
                    {"name": side.name, "players": list(side.players), "total": side.total}
                    for side in game.sides
                ],
            }
            for game in games
        ]
    }


def begun_blocks(standing: Standing, *, recorded: bool) -> Blocks:
    """Format a new game: its rules, its sides, and its first hand."""
    head = "Game" if recorded else "Not recorded (dry run): game"
    sides = "; ".join(
        side.name if side.players == (side.name,) else f"{side.name}: {listed(side.players)}"
        for side in standing.game.sides
    )
    return (
        Text(f"{head} {standing.game.name}, {standing.ruleset.title}", Style.TITLE),
        Text(sides),
        *_neighbours(standing),
        *_house(standing),
        *next_blocks(standing),
    )


def _neighbours(standing: Standing) -> Blocks:
    """Warn of partners who play one after the other: perhaps the order of play is wrong."""
    players = standing.game.players
    if standing.ruleset.seats.sitting_out:
        return ()
    for one, other in zip(players, (*players[1:], players[0]), strict=True):
        if standing.game.side(one) == standing.game.side(other):
            text = (
                f"{one} and {other} are partners, but sit side by side. Is the order of play right?"
            )
            return (Text(f"Warning: {text}", Style.NOTICE),)
    return ()


def _house(standing: Standing) -> Blocks:
    from canasta_cli.rules.load import shown
    from canasta_cli.rules.names import by_name

    rules = standing.ruleset
    return tuple(
        Text(f"house rule: {name} = {shown(rules, path)}", Style.NOTICE)
        for name, path in by_name(rules.house, rules)
    )


BEGUN_KEYS = Keys(
    "canasta new and canasta use",
    {
        "ruleset": "The name of the ruleset.",
        "house": "All house rules: their values by dotted name.",
        "players": "The names of the players, in order of play.",
        "recorded": "True if it was recorded.",
    },
    (NEXT_KEYS,),
)


def begun_json(standing: Standing, *, recorded: bool) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta new``."""
    from canasta_cli.show.finding import house_json

    return {
        "ruleset": standing.ruleset.name,
        "house": house_json(standing.ruleset, standing.ruleset.house),
        "players": list(standing.game.players),
        "recorded": recorded,
        **next_json(standing),
    }


# Format statistics over many games.


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
