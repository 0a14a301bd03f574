"""Compute the chart of the totals hand by hand; the HTML page draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from canasta_cli.show.layout import inert, width
from canasta_cli.values import NamedTuple
from canasta_cli.words import points

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing

# The page scales the chart: on a phone a unit is about two thirds of a pixel. Labels are at most
# LETTER units high there, and each of their letters at most LETTER_WIDTH wide.
WIDTH, HEIGHT = 480, 270
LEFT, RIGHT, TOP, BOTTOM = 84, 112, 16, 32
LETTER, LETTER_WIDTH = 18, 10
LONGEST_NAME = (RIGHT - 8) // LETTER_WIDTH
STEPS = (100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 100_000, 1_000_000)
MOST_LINES = 7


class Frame(NamedTuple):
    """The scales of the chart: hands from left to right, totals from bottom to top."""

    hands: int
    lowest: int
    highest: int

    def across(self, hand: int) -> float:
        """Return the horizontal position of a hand; hand 0 is the start."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / max(self.hands, 1), 1)

    def down(self, total: int) -> float:
        """Return the vertical position of a total."""
        share = (total - self.lowest) / max(self.highest - self.lowest, 1)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def chart(standing: Standing) -> dict[str, Any]:
    """Return the values that the page draws: the lines of the sides, the grid, the target."""
    totals_of_sides = _totals_of_sides(standing)
    target = standing.ruleset.end.target
    every = [total for totals in totals_of_sides for total in totals]
    step = _step(min(every), max((*every, target or 0)))
    lowest = min(every) // step * step
    highest = -(-max((*every, target or 0)) // step) * step
    frame = Frame(len(standing.hands), lowest, highest)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "grid": [(frame.down(at), points(at)) for at in range(lowest, highest + 1, step)],
        "hands": [(frame.across(hand), hand) for hand in _marked(len(standing.hands))],
        "target": None if target is None else (frame.down(target), points(target)),
        "lines": [
            {
                "name": _cut(inert(side.name)),
                "points": " ".join(
                    f"{frame.across(hand)},{frame.down(total)}" for hand, total in enumerate(totals)
                ),
                "end": (frame.across(len(standing.hands)), frame.down(totals[-1])),
                "label": label,
                "total": points(totals[-1]),
            }
            for side, totals, label in zip(
                standing.game.sides, totals_of_sides, _labels(totals_of_sides, frame), strict=True
            )
        ],
    }


def _cut(name: str) -> str:
    """Return a name as long as the space beside the chart."""
    if width(name) <= LONGEST_NAME:
        return name
    while width(name) >= LONGEST_NAME:
        name = name[:-1]
    return f"{name}…"


def _labels(totals_of_sides: list[list[int]], frame: Frame) -> list[float]:
    """Return the height of the label of each side's line: at its end, but apart from the others."""
    ends = [frame.down(totals[-1]) for totals in totals_of_sides]
    order = sorted(range(len(ends)), key=lambda side: ends[side])
    gap = min(LETTER, (HEIGHT - TOP - BOTTOM) / max(len(ends) - 1, 1))
    labels = list(ends)
    lowest = float(TOP)
    for side in order:
        labels[side] = max(ends[side], lowest)
        lowest = labels[side] + gap
    highest = float(HEIGHT - BOTTOM)
    for side in reversed(order):
        labels[side] = round(min(labels[side], highest), 1)
        highest = labels[side] - gap
    return labels


def _totals_of_sides(standing: Standing) -> list[list[int]]:
    places = range(len(standing.game.sides))
    return [[0, *(played.after[place] for played in standing.hands)] for place in places]


def _step(lowest: int, highest: int) -> int:
    """Return the smallest round step that needs few lines."""
    return next((step for step in STEPS if (highest - lowest) / step < MOST_LINES), STEPS[-1])


def _marked(hands: int) -> range:
    """Return the hands that are labelled: all, or at intervals that leave space for their numbers."""
    label = (len(str(hands)) + 1) * LETTER_WIDTH
    return range(0, hands + 1, max(1, -(-hands * label // (WIDTH - LEFT - RIGHT))))
