"""Format the list of games, and a new game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import Blocks, Grid, Style, Text
from canasta_cli.show.standing import next_blocks, next_json
from canasta_cli.words import count_of, listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing


def games_blocks(stands: tuple[Standing, ...], current: str | None, archived: int = 0) -> Blocks:
    """Format one row per game, the current one marked; ``archived`` counts the hidden games."""
    if not stands and archived:
        hidden = count_of(archived, "archived game")
        return (Text(f"No active games; {hidden}: canasta games --all"),)
    if not stands:
        return (Text("No games yet. Start one: canasta new Ann Bob Cat Dan"),)
    grid = Grid(("game", "rules", "sides", "state"), _rows(stands, current), (0, 1, 2, 3))
    shown = any(stand.game.name == current for stand in stands)
    return (grid, Text("* current game", Style.QUIET)) if shown else (grid,)


def _rows(stands: tuple[Standing, ...], current: str | None) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            f"{stand.game.name} *" if stand.game.name == current else stand.game.name,
            stand.ruleset.name,
            ", ".join(
                f"{side.name} {points(total)}"
                for side, total in zip(stand.game.sides, stand.totals, strict=True)
            ),
            _state(stand),
        )
        for stand in stands
    )


def _state(stand: Standing) -> str:
    hands = count_of(len(stand.hands), "hand")
    away = ", archived" if stand.game.archived else ""
    if not stand.outcome.over:
        return hands + away
    winner = stand.outcome.winner
    won = "drawn" if winner is None else f"{stand.game.sides[winner].name} won"
    return f"{hands}, {won}{away}"


def games_json(stands: tuple[Standing, ...], current: str | None) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta games``."""
    return {
        "games": [
            {
                "name": stand.game.name,
                "ruleset": stand.ruleset.name,
                "current": stand.game.name == current,
                "over": stand.outcome.over,
                "archived": stand.game.archived,
                "hands": len(stand.hands),
                "sides": [
                    {"name": side.name, "players": list(side.players), "total": total}
                    for side, total in zip(stand.game.sides, stand.totals, strict=True)
                ],
            }
            for stand in stands
        ]
    }


def begun_blocks(stand: Standing, *, recorded: bool) -> Blocks:
    """Format a new game: its rules, its sides, and its first hand."""
    head = "Game" if recorded else "Not recorded (dry run): game"
    sides = "; ".join(
        side.name if side.players == (side.name,) else f"{side.name}: {listed(side.players)}"
        for side in stand.game.sides
    )
    return (
        Text(f"{head} {stand.game.name}, {stand.ruleset.title}", Style.TITLE),
        Text(sides),
        *_neighbours(stand),
        *_house(stand),
        *next_blocks(stand),
    )


def _neighbours(stand: Standing) -> Blocks:
    """Warn of partners who play one after the other: perhaps the order of play is wrong."""
    players = stand.game.players
    if stand.ruleset.seats.sitting_out:
        return ()
    for one, other in zip(players, (*players[1:], players[0]), strict=True):
        if stand.game.side(one) == stand.game.side(other):
            says = (
                f"{one} and {other} are partners, but sit side by side. Is the order of play right?"
            )
            return (Text(f"Warning: {says}", Style.NOTICE),)
    return ()


def _house(stand: Standing) -> Blocks:
    from canasta_cli.rules.load import shown

    return tuple(
        Text(f"house rule: {path} = {shown(stand.ruleset, path)}", Style.NOTICE)
        for path in stand.ruleset.house
    )


def begun_json(stand: Standing, *, recorded: bool) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta new``."""
    return {
        "ruleset": stand.ruleset.name,
        "house": list(stand.ruleset.house),
        "players": list(stand.game.players),
        "recorded": recorded,
        **next_json(stand),
    }
