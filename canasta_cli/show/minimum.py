"""Format the points needed to open, and whether a game is over at some totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.vocabulary import Tier, asked
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Outcome, Standing
    from canasta_cli.rules.schema import Ruleset


def minimum_blocks(total: int, deal: int | None, tier: Tier, origin: str) -> Blocks:
    """Format the minimum in one line, with the total that sets it, or ``deal`` if there is one."""
    at = f"at a total of {points(total)}" if deal is None else f"in deal {deal}"
    return (Text(f"Initial meld: {asked(tier)}, {at} ({origin})."),)


def minimum_json(total: int, tier: Tier, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta minimum``."""
    return {"ruleset": ruleset.name, "total": total, **tier_json(tier)}


NEEDS_KEYS = Keys(
    "What an initial meld needs",
    {
        "canastas": "The number of canastas.",
        "points": "The number of points.",
        "of": "The grades that count, only if not all do.",
    },
)
MINIMUM_KEYS = Keys(
    "canasta minimum TOTAL",
    {
        "ruleset": "The name of the ruleset.",
        "total": "The running total.",
        "minimum": "The points that the initial meld needs.",
        "needs": Object("All that it needs, only if that is more than points.", NEEDS_KEYS),
    },
)


def tier_json(tier: Tier) -> Mapping[str, Any]:
    """Return the JSON keys of an initial meld; ``needs`` if it needs more than points."""
    if not tier.canastas:
        return {"minimum": tier.points}
    of = {"of": [grade.value for grade in tier.of]} if tier.of else {}
    needs = {"canastas": tier.canastas, "points": tier.points, **of}
    return {"minimum": tier.points, "needs": needs}


def minimums_blocks(standing: Standing, origin: str) -> Blocks:
    """Format one line for each side of the current game."""
    return tuple(
        Text(f"{side.name}: initial meld {asked(tier)}, at a total of {points(total)} ({origin}).")
        for side, total, tier in zip(
            standing.game.sides, standing.totals, standing.minimums, strict=True
        )
    )


def winner_blocks(totals: tuple[int, ...], found: Outcome, ruleset: Ruleset, origin: str) -> Blocks:
    """Format in one line whether the game is over, who won, and by how much."""
    return (
        Text(_sentence(totals, found, ruleset, origin), Style.GOOD if found.over else Style.PLAIN),
    )


def _sentence(totals: tuple[int, ...], found: Outcome, ruleset: Ruleset, origin: str) -> str:
    if found.over and found.winner is not None:
        winner = points(totals[found.winner])
        return (
            f"The game is over: the side with {winner} wins by {points(found.margin)} ({origin})."
        )
    if found.over:
        return f"The game is over: a draw at {points(max(totals))} ({origin})."
    if ruleset.end.target is None:
        hands = count_of(ruleset.end.deals or 0, "hand")
        return f"The game is not over: it ends after {hands} ({origin})."
    if max(totals) >= ruleset.end.target:
        return (
            f"The game is not over: play goes on after a tie at {points(max(totals))} ({origin})."
        )
    short = ruleset.end.target - max(totals)
    return f"The game is not over: the leader needs {points(short)} more ({origin})."


WINNER_KEYS = Keys(
    "canasta winner",
    {
        "over": "True if the game is over.",
        "winner": "The name of the side that has won, or for totals as arguments its number from 1 as a "
        "string; null for a tie, and before the game is over.",
        "margin": "The points by which it won; null until the game is over.",
    },
)


def winner_json(found: Outcome, names: Sequence[str]) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta winner``; ``names`` are those of the sides."""
    return {
        "over": found.over,
        "winner": None if found.winner is None else names[found.winner],
        "margin": found.margin if found.over else None,
    }
