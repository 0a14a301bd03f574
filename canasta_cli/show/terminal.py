"""Format an answer for a terminal: in colour, and no line wider than the terminal.

The escape codes are written by hand: loading a library for them takes longer than a short answer.
"""

import os
from collections.abc import Callable, Iterator

from canasta_cli.show.layout import (
    GAP,
    Blocks,
    Grid,
    Style,
    Text,
    cells,
    grid_width,
    inert,
    pad,
    records,
    width,
    widths,
)

USUAL_WIDTH = 80
RED = "31"


def coloured(blocks: Blocks) -> Iterator[str]:
    """Yield the lines of an answer for the terminal of this process."""
    simple = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    columns = USUAL_WIDTH if simple else terminal_width()
    return _lines(blocks, columns, _unpainted if simple else _painted)


def uncoloured(blocks: Blocks) -> Iterator[str]:
    """Yield the lines of an answer without colour, as wide as the terminal of this process."""
    return _lines(blocks, terminal_width(), _unpainted)


def _lines(blocks: Blocks, columns: int, paint: Callable[[str, str], str]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Text):
            for line in wrapped(inert(block.line), max(1, columns - block.indent)):
                yield " " * block.indent + paint(line, block.style)
        else:
            yield from _grid(block, columns, paint)


def _painted(text: str, style: str) -> str:
    """Add the codes of a style to a text."""
    return f"\x1b[{style}m{text}\x1b[0m" if style and text else text


def _unpainted(text: str, _: str) -> str:
    return text


def terminal_width() -> int:
    """Return the columns of the terminal: from ``COLUMNS``, else from the terminal itself, else 80."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or USUAL_WIDTH
        except OSError:
            continue
    return USUAL_WIDTH


def _grid(grid: Grid, columns: int, paint: Callable[[str, str], str]) -> Iterator[str]:
    """Yield the rows of a grid: its heads dim, negative numbers red; one below the other if too wide."""
    if grid_width(grid) > columns:
        for head, cell in records(grid):
            name = f"{head}: " if head.strip() else head
            for line in wrapped(f"{name}{cell}", columns):
                yield paint(line, Style.PLAIN if head else Style.TITLE)
        return
    rows = cells(grid)
    sizes = widths(rows)
    for at, row in enumerate(rows):
        style = Style.QUIET if at == 0 and any(grid.heads) else Style.PLAIN
        padded = (
            pad(cell, size, left=place in grid.left).replace(cell, paint(cell, _sign(cell)))
            for place, (cell, size) in enumerate(zip(row, sizes, strict=True))
        )
        yield " " * grid.indent + paint(GAP.join(padded).rstrip(), style)


def _sign(cell: str) -> str:
    """Return the style of a cell: red for a negative number."""
    return RED if cell.startswith("-") and cell[1:2].isdigit() else Style.PLAIN


def wrapped(text: str, columns: int) -> Iterator[str]:
    """Yield the lines of a text, broken between words, or inside a word that fits into no line."""
    line = ""
    for at, word in enumerate(text.split(" ")):
        longer = f"{line} {word}" if at else word
        if line.strip() and width(longer.rstrip()) > columns:
            yield line.rstrip()
            longer = word
        while width(longer.rstrip()) > columns:
            end = _fitting(longer, columns)
            yield longer[:end]
            longer = longer[end:]
        line = longer
    yield line.rstrip()


def _fitting(text: str, columns: int) -> int:
    """Return how many letters of a text fit into a number of columns; at least one."""
    end = 1
    while width(text[: end + 1]) <= columns:
        end += 1
    return end
