"""Format the points needed to open, and whether a game is over at some totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.game import Ending
from canasta_cli.rules.vocabulary import Basis, Tier, asked
from canasta_cli.show.keys import Answer, key, optional
from canasta_cli.show.layout import Blocks, Style, Text
from canasta_cli.words import capitalized, count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Outcome, Standing
    from canasta_cli.rules.schema import Ruleset


def minimum_blocks(total: int, deal: int | None, tier: Tier, origin: str) -> Blocks:
    """Format the minimum in one line, with the total that sets it, or ``deal`` if there is one."""
    return (Text(capitalized(_minimum(total, deal, tier, origin))),)


def _minimum(total: int, deal: int | None, tier: Tier, origin: str) -> str:
    where = f"with {count_of(total, 'point')}" if deal is None else f"in deal {deal}"
    return f"{where}, you need {asked(tier)} to open ({origin})."


class OpeningNeeds(Answer):
    """What an initial meld needs."""

    canastas: int = key("The number of canastas.")
    points: int = key("The number of points.")
    of: Sequence[str] = optional(
        "The grades that count, only if not all do.", lambda it: [grade.value for grade in it.of]
    )


MORE_THAN_POINTS = "All that it needs, only if that is more than points."


class MinimumAnswer(Answer, of="minimum"):
    """canasta minimum TOTAL."""

    ruleset: str = key("The name of the ruleset.")
    total: int = key("The running total.")
    minimum: int = key("The points that the initial meld needs.", lambda it: it.points)
    needs: OpeningNeeds | None = optional(
        MORE_THAN_POINTS, lambda it: OpeningNeeds(it) if it.canastas else None
    )


def minimums_blocks(standing: Standing, origin: str) -> Blocks:
    """Format one line for each side of the current game."""
    by_deal = standing.ruleset.opening.basis is Basis.DEAL
    deal = standing.game.next_hand if by_deal else None
    return tuple(
        Text(f"{side.name}: {_minimum(total, deal, tier, origin)}")
        for side, total, tier in zip(
            standing.game.sides, standing.totals, standing.minimums, strict=True
        )
    )


ENDED: dict[Ending | None, str] = {
    Ending.UNFINISHED: "left unfinished",
    Ending.ABANDONED: "abandoned",
}
"""The words for a game that ended without a winner or a draw."""


def winner_blocks(
    totals: tuple[int, ...],
    found: Outcome,
    ruleset: Ruleset,
    origin: str,
    names: Sequence[str],
) -> Blocks:
    """Format in one line whether the game is over, who won, and by how much.

    ``names`` are those of the sides, if these are known.
    """
    state = "over" if found.over or found.ending in ENDED else "not over"
    text = f"The game is {state}: {_because(totals, found, ruleset, names)} ({origin})."
    return (Text(text, Style.GOOD if found.over else Style.PLAIN),)


def _because(
    totals: tuple[int, ...], found: Outcome, ruleset: Ruleset, names: Sequence[str]
) -> str:
    target, most = ruleset.end.target, max(totals)
    if found.ending in ENDED:
        return f"it was {ENDED[found.ending]}"
    if found.over:
        if found.winner is None:
            return f"a draw at {points(most)}"
        who = names[found.winner] if names else "the side"
        return f"{who} with {points(totals[found.winner])} wins by {points(found.margin)}"
    if target is None:
        return f"it ends after {count_of(ruleset.end.deals or 0, 'hand')}"
    if most >= target:
        return f"play goes on after a tie at {points(most)}"
    leads = totals.count(most) < len(totals)
    needs = f"the leader needs {points(target - most)} more"
    return needs if leads else f"nobody leads at {points(most)}; the target is {points(target)}"


class WinnerAnswer(Answer, of="winner"):
    """canasta winner."""

    over: bool = key("True if the game is over.")
    winner: str | None = key(
        "The name of the side that has won, or for totals as arguments its number from 1 as a "
        "string; null for a tie, and before the game is over."
    )
    margin: int | None = key(
        "The points by which it won; null until the game is over.",
        lambda it: it.margin if it.over else None,
    )
    ending: str | None = optional(
        "`leader`, `unfinished` or `abandoned`, only if the players ended the game early.",
        lambda it: it.ending and it.ending.value,
    )


def winner_answer(found: Outcome, names: Sequence[str]) -> WinnerAnswer:
    """Return the answer of ``canasta winner``; ``names`` are those of the sides."""
    winner = None if found.winner is None else names[found.winner]
    return WinnerAnswer(found, winner=winner)
