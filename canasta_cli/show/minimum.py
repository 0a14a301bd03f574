"""What an initial meld asks for, and whether a game is over at some totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import Tier, asked
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.games.standing import Outcome, Standing
    from canasta_cli.rules.schema import Ruleset


def minimum_blocks(total: int, deal: int | None, tier: Tier, whence: str) -> Blocks:
    """One line: the minimum, and what it goes by: the total, or ``deal`` where there is one."""
    at = f"at a total of {points(total)}" if deal is None else f"in deal {deal}"
    return (Text(f"Initial meld: {asked(tier)}, {at} ({whence})."),)


def minimum_json(total: int, tier: Tier, ruleset: Ruleset) -> Mapping[str, Any]:
    """The keys of ``canasta minimum``."""
    return {"ruleset": ruleset.name, "total": total, **tier_json(tier)}


def tier_json(tier: Tier) -> Mapping[str, Any]:
    """What an initial meld asks for; ``needs`` where it is more than points."""
    if not tier.canastas:
        return {"minimum": tier.points}
    of = {"of": [grade.value for grade in tier.of]} if tier.of else {}
    needs = {"canastas": tier.canastas, "points": tier.points, **of}
    return {"minimum": tier.points, "needs": needs}


def minimums_blocks(stand: Standing, whence: str) -> Blocks:
    """One line a side of the current game."""
    return tuple(
        Text(
            f"Initial meld of {side.name}: {asked(tier)}, at a total of {points(total)} ({whence})."
        )
        for side, total, tier in zip(stand.game.sides, stand.totals, stand.minimums, strict=True)
    )


def winner_blocks(totals: tuple[int, ...], found: Outcome, ruleset: Ruleset, whence: str) -> Blocks:
    """One line: over or not, who won, by how much."""
    return (
        Text(_sentence(totals, found, ruleset, whence), Style.GOOD if found.over else Style.PLAIN),
    )


def _sentence(totals: tuple[int, ...], found: Outcome, ruleset: Ruleset, whence: str) -> str:
    if found.over and found.winner is not None:
        winner = points(totals[found.winner])
        return f"The game is over: {winner} wins by {points(found.margin)} ({whence})."
    if found.over:
        return f"The game is over: a draw at {points(max(totals))} ({whence})."
    if ruleset.end.target is None:
        return f"The game is not over: it ends after {ruleset.end.deals} hands ({whence})."
    if max(totals) >= ruleset.end.target:
        return f"The game is not over: a tie at {points(max(totals))} is played on ({whence})."
    short = ruleset.end.target - max(totals)
    return f"The game is not over: the leader is {points(short)} short of the target ({whence})."


def winner_json(found: Outcome) -> Mapping[str, Any]:
    """The keys of ``canasta winner``: the winner counted from 1, none for a tie."""
    return {
        "over": found.over,
        "winner": None if found.winner is None else found.winner + 1,
        "margin": found.margin,
    }
