"""Format what the players need next: totals, initial melds and dealer.

The values come from a counted game, or from the summary tables: both have the same words. So this
module loads next to nothing.
"""

from __future__ import annotations

from canasta_cli.show.layout import Grid, Style, Text
from canasta_cli.words import count_of, points

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def game_line(name: str) -> Text:
    """Format the name of the game, for the first line of an answer."""
    return Text(f"Game {name}", Style.TITLE)


AFTER_HAND = Text("After the hand: canasta hand. All commands: canasta --help", Style.QUIET)
"""What to type next between two hands."""


def welcome_line(name: str, rules: str) -> Text:
    """Format the name of the game and the title of its rules."""
    return Text(f"Game {name}, {rules}")


def sides_grid(
    names: Iterable[str],
    totals: Iterable[int],
    to_open: Iterable[str] | None,
    target: int | None,
    to_target: Iterable[int] | None,
) -> Grid:
    """Format the sides with their totals; the rest is left out if the game is over.

    ``to_target`` are the points that each still needs, ``None`` without a target.
    """
    heads: tuple[str, ...] = ("", "total")
    columns: list[Iterable[str]] = [names, map(points, totals)]
    if to_open is not None:
        heads = (*heads, "to open")
        columns.append(to_open)
        if to_target is not None:
            heads = (*heads, f"to {points(target or 0)}")
            columns.append(map(points, to_target))
    return Grid(heads, zip(*columns, strict=True))


def deal_line(hand: int, dealer: str, cards: int, sitting_out: str | None) -> Text:
    """Format who deals the next hand, and how many cards."""
    sits = f"; {sitting_out} sits out" if sitting_out else ""
    return Text(f"Hand {hand}: {dealer} deals, {count_of(cards, 'card')} each{sits}.")
