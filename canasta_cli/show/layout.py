"""What an answer is made of: lines and grids, drawn plainly or in colour. Data in them stays data."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

LONGEST_CELL = 60
# Below it every letter takes one column, and the tables of the others need not be loaded.
FIRST_UNUSUAL = "\u0300"


class Style(Enum):
    """What a line is, as far as colour can say it; the value is how it is drawn in colour."""

    PLAIN = ""
    TITLE = "bold"
    GOOD = "bold green"
    BAD = "bold red"
    NOTICE = "yellow"
    QUIET = "dim"


class Text(NamedTuple):
    """One line; ``indent`` columns from the left, also where it wraps."""

    line: str
    style: Style = Style.PLAIN
    indent: int = 0


class Grid(NamedTuple):
    """Rows under heads. ``left`` are the columns that hold words; the others hold numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = (0,)
    indent: int = 0


BLANK = Text("")
DRY = Text("Not recorded (dry run).", Style.NOTICE)
Block = Text | Grid
Blocks = tuple[Block, ...]

_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def inert(text: str) -> str:
    """What somebody wrote, with everything that could steer a terminal made visible instead."""
    return text if text.isprintable() else text.translate(_visible())


@cache
def _visible() -> dict[int, str]:
    """What stands for each letter that could; all of them are letters that Python does not print."""
    pictures = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421", 0x0A: "↵"}
    others = dict.fromkeys((*range(128, 160), 8232, 8233, *range(55296, 57344)), "\ufffd")
    return pictures | others | {ord(mark): "\ufffd" for mark in _BIDI}


def short(text: str, most: int = LONGEST_CELL) -> str:
    """A text cut to a length that a table can bear."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if not text or max(text) < FIRST_UNUSUAL:
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in ("W", "F") else 1
        for letter in text
    )


def plain(blocks: Blocks) -> Iterator[str]:
    """The lines of an answer without colour or drawn boxes."""
    for block in blocks:
        if isinstance(block, Text):
            yield (" " * block.indent + inert(block.line)).rstrip()
        else:
            yield from _plain_grid(block)


def cells(grid: Grid) -> tuple[tuple[str, ...], ...]:
    """All rows of a grid with its heads, each cell inert and short."""
    rows = (grid.heads, *grid.rows) if any(grid.heads) else grid.rows
    return tuple(tuple(short(inert(cell)) for cell in row) for row in rows)


def grid_width(grid: Grid) -> int:
    """How many columns of a terminal a grid takes."""
    rows = cells(grid)
    widths = (max(width(row[place]) for row in rows) for place in range(len(grid.heads)))
    return grid.indent + sum(widths) + 2 * (len(grid.heads) - 1) if rows else 0


def records(grid: Grid) -> Iterator[tuple[str, str]]:
    """The cells of a grid one below the other, each with its head, where it is too wide to draw.

    The first cell of a row that says anything stands alone, without a head; where no column has a
    head, the others stand together below it.
    """
    headless = not any(grid.heads)
    for row in grid.rows:
        shown = [(head, inert(cell)) for head, cell in zip(grid.heads, row, strict=True) if cell]
        if headless and shown:
            yield "", shown[0][1]
            yield "  ", "  ".join(cell for _, cell in shown[1:])
            continue
        for place, (head, cell) in enumerate(shown):
            yield ("" if place == 0 else f"  {head}".rstrip(), cell)


def _plain_grid(grid: Grid) -> Iterator[str]:
    rows = cells(grid)
    if not rows:
        return
    widths = [max(width(row[place]) for row in rows) for place in range(len(grid.heads))]
    for row in rows:
        padded = (
            _padded(cell, widths[place], left=place in grid.left) for place, cell in enumerate(row)
        )
        yield (" " * grid.indent + "  ".join(padded)).rstrip()


def _padded(cell: str, columns: int, *, left: bool) -> str:
    space = " " * (columns - width(cell))
    return cell + space if left else space + cell
