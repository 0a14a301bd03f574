"""Lines and grids, which answers consist of, and the size of the screen. Text in them is never markup.

All other modules of this folder build answers with it; it imports nothing, since every answer loads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


# The size of the screen that a stream writes to. Every answer loads it, so it imports nothing else.

# Below this many columns every answer has the narrow layout.
NARROW = 60
LONGEST_NUMBER = 5


def screen(stream: TextIO) -> tuple[int, int] | None:
    """Return the columns and lines of the terminal behind a stream; ``None`` if they are unknown.

    ``COLUMNS`` and ``LINES`` take precedence, also without a terminal; then lines may be 0.
    """
    columns, lines = _set("COLUMNS"), _set("LINES")
    try:
        size = os.get_terminal_size(stream.fileno())
        columns, lines = columns or size.columns, lines or size.lines
    except (OSError, ValueError):
        pass
    return (columns, lines) if columns else None


def _set(variable: str) -> int:
    """Return the number in an environment variable, or 0."""
    value = os.environ.get(variable, "")[:LONGEST_NUMBER]
    return int(value) if value.isascii() and value.isdecimal() else 0


def narrow_columns(stream: TextIO) -> int:
    """Return the columns of a stream that needs the narrow layout; 0 if it doesn't."""
    found = screen(stream)
    return found[0] if found and found[0] < NARROW else 0


# Lines and grids, which answers consist of. Text in them is never interpreted as markup.
#
# The shortest commands load this module and little else, so its values are plain classes: defining
# a named tuple or an enumeration would take longer than the rest of the module.

LONGEST_CELL = 60
GAP = "  "
"""Between two columns of a grid."""
# Below it every letter takes one column, and unicodedata need not be loaded.
FIRST_UNUSUAL = "\u0300"


class Style:
    """The styles of a line; each value is the number of its colour or weight in a terminal (ANSI).

    Every colour is legible on a dark and on a light background; yellow is not.
    """

    PLAIN = ""
    TITLE = "1"
    GOOD = "1;32"
    BAD = "1;31"
    NOTICE = "35"
    QUIET = "2"


class Text:
    """One line in a :class:`Style`; ``indent`` columns from the left, also where it wraps."""

    __slots__ = ("indent", "line", "style")

    def __init__(self, line: str, style: str = Style.PLAIN, indent: int = 0) -> None:
        self.line = line
        self.style = style
        self.indent = indent


class Grid:
    """Rows under heads. ``left`` are the columns of words; the others are numbers."""

    __slots__ = ("heads", "indent", "left", "rows")

    def __init__(
        self,
        heads: tuple[str, ...],
        rows: tuple[tuple[str, ...], ...],
        left: tuple[int, ...] = (0,),
        indent: int = 0,
    ) -> None:
        self.heads = heads
        self.rows = rows
        self.left = left
        self.indent = indent


BLANK = Text("")
DRY = Text("Not recorded (dry run).", Style.NOTICE)
Block = Text | Grid
Blocks = tuple[Block, ...]


def inert(text: str) -> str:
    """Return a text with every character that could control a terminal replaced by a visible one."""
    return text if text.isprintable() else text.translate(_visible())


@cache
def _visible() -> dict[int, str]:
    """Return the replacements of these characters; Python considers none of them printable."""
    # Direction marks and characters without width: names could differ in them invisibly.
    unseen = (
        *(0xAD, 0x61C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)),
        *(*range(0x2060, 0x2070), *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)),
    )
    pictures = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421", 0x0A: "↵"}
    others = dict.fromkeys((*range(128, 160), 8232, 8233, *range(55296, 57344)), "\ufffd")
    return pictures | others | dict.fromkeys(unseen, "\ufffd")


def plain_markdown(text: str) -> str:
    """Escape everything in a text that is special in Markdown or HTML, addresses included."""
    shown = inert(text).replace("\\", "\\\\").replace("&", "&amp;").replace("<", "&lt;")
    for mark in "`*_{}[]#|>~!":
        shown = shown.replace(mark, f"\\{mark}")
    # Some readers make links of bare addresses.
    return shown.replace("://", "\\://").replace("www.", "www\\.")


def short(text: str, most: int = LONGEST_CELL) -> str:
    """Return a text, cut if it is too long for a table."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def width(text: str) -> int:
    """Return the number of terminal columns of a text."""
    if not text or max(text) < FIRST_UNUSUAL:
        return len(text)
    from unicodedata import category, east_asian_width

    # Letters, numbers and signs of most scripts have a width of their own.
    if all(category(letter)[0] in "LNPZ" for letter in text):
        return sum(2 if east_asian_width(letter) in ("W", "F") else 1 for letter in text)
    # Marks (Thai, Hindi) and emoji join others; loading the library takes a sixth of a short answer.
    from rich.cells import cell_len

    return cell_len(text)


def plain(blocks: Blocks) -> Iterator[str]:
    """Yield the lines of an answer without colour."""
    for block in blocks:
        if isinstance(block, Text):
            yield (" " * block.indent + inert(block.line)).rstrip()
        else:
            for row in padded_rows(block):
                yield (" " * block.indent + GAP.join(row)).rstrip()


def cells(grid: Grid) -> tuple[tuple[str, ...], ...]:
    """Return all rows of a grid with its heads, each cell inert and short."""
    rows = (grid.heads, *grid.rows) if any(grid.heads) else grid.rows
    return tuple(tuple(short(inert(cell)) for cell in row) for row in rows)


def widths(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    """Return the number of terminal columns of each column of a grid's :func:`cells`."""
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def grid_width(grid: Grid) -> int:
    """Return the number of terminal columns of a grid."""
    sizes = widths(cells(grid))
    return grid.indent + sum(sizes) + len(GAP) * (len(sizes) - 1)


def padded_rows(grid: Grid) -> Iterator[list[str]]:
    """Yield the rows of a grid with its heads, each cell filled with spaces to the width of its column."""
    rows = cells(grid)
    columns = widths(rows)
    for row in rows:
        spaces = [" " * (columns[place] - width(cell)) for place, cell in enumerate(row)]
        yield [
            cell + space if place in grid.left else space + cell
            for place, (cell, space) in enumerate(zip(row, spaces, strict=True))
        ]
