"""Print an answer: as JSON, as plain text, or in colour. The only place that writes to standard output."""

import sys
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple, TextIO

from canasta_cli.show.layout import Blocks, Grid, Text, cells, grid_width, inert, plain, records
from canasta_cli.show.screen import narrow_columns

SCHEMA = 2
"""The version of the keys of JSON documents; any key that changes its meaning raises it."""


class OutputFormat(Enum):
    """The way in which answers are printed."""

    JSON = "json"
    PLAIN = "plain"
    COLOUR = "colour"


class Answer(NamedTuple):
    """An answer as text and as JSON; only the one that is needed is made."""

    text: Callable[[], Blocks]
    json: Callable[[], Mapping[str, object]]


def emit(answer: Answer, form: OutputFormat) -> None:
    """Print an answer to standard output."""
    if form is OutputFormat.JSON:
        sys.stdout.write(json_line(answer.json(), sys.stdout))
    elif form is OutputFormat.PLAIN:
        sys.stdout.write("".join(f"{line}\n" for line in plain(_blocks(answer))))
    else:
        _draw(_blocks(answer))


def _blocks(answer: Answer) -> Blocks:
    """Return the text of an answer, in the narrow layout if standard output needs it."""
    columns = narrow_columns(sys.stdout)
    if not columns:
        return answer.text()
    from canasta_cli.show.narrow import fitted

    return fitted(answer.text(), columns)


def json_line(document: Mapping[str, object], stream: TextIO) -> str:
    """Format a document as a line of JSON that a stream can encode without substitutes.

    Its first key is ``schema``, the version of the keys and their meanings.
    """
    from canasta_cli.notation.escapes import json_text

    encoding = (stream.encoding or "utf-8").lower().replace("-", "")
    return json_text({"schema": SCHEMA, **document}, ascii_only=encoding != "utf8") + "\n"


def _draw(blocks: Blocks) -> None:
    """Print with colour and tables. The library for that is loaded only here, for terminals."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text as Line

    console = Console(highlight=False, soft_wrap=False, force_terminal=True)
    for block in blocks:
        if isinstance(block, Text):
            line = Line(inert(block.line), style=block.style.value)
            console.print(Padding(line, (0, 0, 0, block.indent)) if block.indent else line)
        elif grid_width(block) > console.width:
            for head, cell in records(block):
                name = f"{head}: " if head.strip() else head
                console.print(Line(f"{name}{cell}", style="" if head else "bold"))
        else:
            console.print(Padding(_table(block, Table, Line), (0, 0, 0, block.indent)))


def _table(grid: Grid, table: Any, line: Any) -> Any:
    drawn = table(box=None, show_header=any(grid.heads), pad_edge=False, header_style="dim")
    for place, head in enumerate(grid.heads):
        left = place in grid.left
        drawn.add_column(line(inert(head)), justify="left" if left else "right", no_wrap=True)
    body = cells(grid)[1:] if any(grid.heads) else cells(grid)
    for row in body:
        drawn.add_row(*(line(cell, style=_cell_style(cell)) for cell in row))
    return drawn


def _cell_style(cell: str) -> str:
    return "red" if cell.startswith("-") and cell[1:2].isdigit() else ""
