"""Format the list of games, and a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Blocks, Grid, Style, Text
from canasta_cli.show.standing import NEXT_KEYS, next_blocks, next_json
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing
    from canasta_cli.scorekeeper.listing import ListedGame


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
