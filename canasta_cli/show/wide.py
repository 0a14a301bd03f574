"""Format wide tables for a terminal with rich, in answers for which nobody waits between two deals."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from canasta_cli.show.layout import Blocks, Grid, Text, cells, grid_width, inert, records
from canasta_cli.show.terminal import terminal_width

# The styles of layout.Style as rich names them.
STYLES = {
    "": "",
    "1": "bold",
    "1;32": "bold green",
    "1;31": "bold red",
    "35": "magenta",
    "2": "dim",
}


def drawn(blocks: Blocks) -> str:
    """Return lines and tables in colour, as wide as the terminal of this process."""
    stream = StringIO()
    console = Console(
        file=stream, highlight=False, soft_wrap=False, force_terminal=True, width=terminal_width()
    )
    for block in blocks:
        if isinstance(block, Text):
            line = Line(inert(block.line), style=STYLES[block.style])
            console.print(Padding(line, (0, 0, 0, block.indent)) if block.indent else line)
        elif grid_width(block) > console.width:
            for head, cell in records(block):
                name = f"{head}: " if head.strip() else head
                console.print(Line(f"{name}{cell}", style="" if head else "bold"))
        else:
            console.print(Padding(_table(block), (0, 0, 0, block.indent)))
    return stream.getvalue()


def _table(grid: Grid) -> Table:
    table = Table(box=None, show_header=any(grid.heads), pad_edge=False, header_style="dim")
    for place, head in enumerate(grid.heads):
        justify = "left" if place in grid.left else "right"
        table.add_column(Line(inert(head)), justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for row in cells(grid)[any(grid.heads) :]:
        table.add_row(*(Line(cell, style=_sign(cell)) for cell in row))
    return table


def _sign(cell: str) -> str:
    return "red" if cell.startswith("-") and cell[1:2].isdigit() else ""
