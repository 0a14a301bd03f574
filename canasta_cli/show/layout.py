"""Lines and grids, which answers consist of, and how an answer is printed: as JSON, as plain text or in colour.

All other modules of this folder build answers with it. Text in them is never markup, and no word or number is
broken unless it is longer than a line. Since every answer loads this module, it imports next to nothing, and
the escape codes are written by hand.
"""

from __future__ import annotations

import os
import sys
from functools import cache

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any, TextIO

    from canasta_cli.show.keys import Answer

# The size of the screen that a stream writes to.

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
        rows: Iterable[tuple[str, ...]],
        left: Collection[int] = (0,),
        indent: int = 0,
    ) -> None:
        self.heads = heads
        self.rows = tuple(rows)
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


def plain(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the lines of an answer without colour."""
    for block in blocks:
        if isinstance(block, Text):
            yield (" " * block.indent + inert(block.line)).rstrip()
        else:
            for row in _padded_rows(block):
                yield (" " * block.indent + GAP.join(row)).rstrip()


def _cells(grid: Grid) -> tuple[tuple[str, ...], ...]:
    """Return all rows of a grid with its heads, each cell inert and short."""
    rows = (grid.heads, *grid.rows) if any(grid.heads) else grid.rows
    return tuple(tuple(short(inert(cell)) for cell in row) for row in rows)


def _widths(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    """Return the number of terminal columns of each column of a grid's :func:`_cells`."""
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def grid_width(grid: Grid) -> int:
    """Return the number of terminal columns of a grid."""
    sizes = _widths(_cells(grid))
    return grid.indent + sum(sizes) + len(GAP) * (len(sizes) - 1)


def _padded_rows(grid: Grid) -> Iterator[list[str]]:
    """Yield the rows of a grid with its heads, each cell filled with spaces to the width of its column."""
    rows = _cells(grid)
    columns = _widths(rows)
    for row in rows:
        spaces = [" " * (columns[place] - width(cell)) for place, cell in enumerate(row)]
        yield [
            cell + space if place in grid.left else space + cell
            for place, (cell, space) in enumerate(zip(row, spaces, strict=True))
        ]


# An answer: as JSON, as plain text, or in colour.

if TYPE_CHECKING:
    Rows = tuple[tuple[str, ...], ...]
    MakeText = Callable[[], Iterable[Block]]
    MakeJson = Callable[[], Answer | dict[str, Any]]
    TwoForms = tuple[MakeText, MakeJson]
    """An answer as text and as JSON."""

SCHEMA = 3
"""The version of the keys of JSON documents; any key that changes its meaning raises it."""


def in_colour() -> bool:
    """True if answers are printed in colour: the terminal and the environment allow it."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return False
    forced = os.environ.get("CLICOLOR_FORCE", "0") != "0" or os.environ.get("FORCE_COLOR")
    return bool(forced) or (sys.stdout.isatty() and _knows_colour())


def _knows_colour() -> bool:
    """True if the terminal understands escape codes; old consoles of Windows do not."""
    names = ("WT_SESSION", "ConEmuANSI", "ANSICON", "TERM")
    return sys.platform != "win32" or any(map(os.environ.get, names))


def formatted(text: MakeText, json: MakeJson, *, as_json: bool) -> str:
    """Format an answer for standard output; only the one that is needed is made."""
    if as_json:
        return json_line(json(), sys.stdout)
    blocks, colour, columns = text(), in_colour(), narrow_columns(sys.stdout)
    if colour or columns or sys.stdout.isatty():
        blocks = fitted(blocks, columns or terminal_width())
    lines = _coloured(blocks) if colour else plain(blocks)
    return "".join(f"{line}\n" for line in lines)


def json_line(document: Answer | dict[str, Any], stream: TextIO) -> str:
    """Format a document as a line of JSON that a stream can encode without substitutes.

    Its first key is ``schema``, the version of the keys and their meanings.
    """
    from canasta_cli.words import json_text

    keys = document if isinstance(document, dict) else document.to_json()
    encoding = (stream.encoding or "utf-8").lower().replace("-", "")
    return json_text({"schema": SCHEMA, **keys}, ascii_only=encoding != "utf8") + "\n"


# Fit an answer to a screen, and colour it.

USUAL_WIDTH = 80
RED = "31"


def terminal_width() -> int:
    """Return the columns of the terminal: from ``COLUMNS``, else from the terminal itself, else 80."""
    if given := _set("COLUMNS"):
        return given
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or USUAL_WIDTH
        except OSError:
            continue
    return USUAL_WIDTH


def _coloured(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the lines of an answer in colour: the heads of a grid are dim, its negative numbers red."""
    for block in blocks:
        if isinstance(block, Text):
            yield " " * block.indent + _painted(inert(block.line), block.style)
            continue
        style = Style.QUIET if any(block.heads) else Style.PLAIN
        for row in _padded_rows(block):
            cells = [
                each.replace(number, _painted(number, RED))
                if (number := each.strip())[:1] == "-" and number[1:2].isdigit()
                else each
                for each in row
            ]
            yield " " * block.indent + _painted(GAP.join(cells).rstrip(), style)
            style = Style.PLAIN


def _painted(text: str, style: str) -> str:
    """Add the codes of a style to a text."""
    return f"\x1b[{style}m{text}\x1b[0m" if style and text else text


NARROW_GAP = 2
# Rows of a table that would take more lines than this are listed cell by cell instead.
HIGHEST_ROW = 3
# Indented text, and a column of words that wraps, keep at least this much space.
NARROWEST = 16


def fitted(blocks: Iterable[Block], columns: int) -> Blocks:
    """Wrap the lines of an answer at ``columns``, and change the tables that are wider."""
    return tuple(piece for block in blocks for piece in _fitted(block, columns))


def _fitted(block: Block, columns: int) -> Iterator[Block]:
    if isinstance(block, Grid):
        yield from _narrow_grid(block, columns)
        return
    line = inert(block.line)
    start = len(line) - len(line.lstrip(" "))
    indent = max(0, min(block.indent + start, columns - NARROWEST))
    for piece in fill(line.strip(" "), columns - indent):
        yield Text(piece, block.style, indent)


# A word with the spaces before it; a command after a colon, or after another word that introduces one, is
# taken as one word, up to the end of its sentence.
_WORD = r"( *)([^ ]+)"
_BEFORE = "|".join(f"(?<={each} )" for each in (":", ";", " by", " and", " then", " with"))
_COMMAND = rf"( *)((?:{_BEFORE})canasta (?:[^ ]*[^ .,;:)”] )*[^ ]+|[^ ]+)"


def fill(text: str, columns: int) -> list[str]:
    """Fill lines of at most ``columns`` with the words of a text; a command that fits stays whole."""
    import re  # the shortest answers, to a pipe, do without it

    pieces = re.findall(_COMMAND, text)
    words = [
        word
        for piece in pieces
        for word in ([piece] if width(piece[1]) <= columns else re.findall(_WORD, "".join(piece)))
    ]
    lines = [""]
    for space, word in words:
        if lines[-1] and width(lines[-1]) + len(space) + width(word) > columns:
            lines.append("")
        lines[-1] += f"{space}{word}" if lines[-1] else word
        if width(lines[-1]) > columns:
            lines[-1:] = _parts(lines[-1], columns)
    return lines


def _parts(word: str, columns: int) -> Iterator[str]:
    """Yield the parts of a word that is longer than a line."""
    while word:
        size = 1
        while size < len(word) and width(word[: size + 1]) <= columns:
            size += 1
        yield word[:size]
        word = word[size:]


def _narrow_grid(grid: Grid, columns: int) -> Iterator[Block]:
    if grid_width(grid) <= columns:
        yield grid
        return
    heads = tuple(map(inert, grid.heads))
    rows = tuple(tuple(map(inert, row)) for row in grid.rows)
    whole = (heads, *rows)
    natural = _widths(whole)
    space = columns - grid.indent - NARROW_GAP * (len(heads) - 1)
    wrapped = _wrapped(whole, natural, space, grid.left)
    if wrapped is None:
        yield from _records(heads, rows, columns)
    else:
        first, *others = wrapped
        yield Grid(first, others, grid.left, grid.indent)


def _wrapped(
    rows: Rows, natural: list[int], space: int, left: Collection[int]
) -> list[tuple[str, ...]] | None:
    """Wrap the heads of numbers, then the widest column of words; ``None`` if that is not enough."""
    sizes = [
        natural[place]
        if place in left
        else max(_longest_word(rows[0][place]), *(width(row[place]) for row in rows[1:]), 0)
        for place in range(len(natural))
    ]
    if (over := sum(sizes) - space) > 0:
        widest = max(left or (0,), key=lambda place: sizes[place])
        sizes[widest] -= over
        if sizes[widest] < max(NARROWEST, *(_longest_word(row[widest]) for row in rows)):
            return None
    for _ in range(space - sum(sizes)):
        place = max(range(len(sizes)), key=lambda at: natural[at] - sizes[at])
        sizes[place] += 1
    result: list[tuple[str, ...]] = []
    for row in rows:
        cells = [fill(cell, size) for cell, size in zip(row, sizes, strict=True)]
        height = max(map(len, cells))
        if height > HIGHEST_ROW:
            return None
        result += [
            tuple(cell[at] if at < len(cell) else "" for cell in cells) for at in range(height)
        ]
    return result


def _longest_word(text: str) -> int:
    return max(map(width, text.split()), default=0)


def _records(heads: tuple[str, ...], rows: Rows, columns: int) -> Iterator[Block]:
    """Yield the first cell of each row as a title, and below it the other cells, each with its head."""
    for row in rows:
        shown = [(head, cell) for head, cell in zip(heads, row, strict=True) if cell]
        if not shown:
            continue
        yield from (Text(line, Style.TITLE) for line in fill(shown[0][1], columns))
        line = ""
        for head, cell in shown[1:]:
            item = f"{head}: {cell}" if head else cell
            if line and width(line) + NARROW_GAP + width(item) > columns - NARROW_GAP:
                yield from _indented(line, columns)
                line = ""
            line += f"{' ' * NARROW_GAP}{item}" if line else item
        yield from _indented(line, columns) if line else ()


def _indented(line: str, columns: int) -> Iterator[Block]:
    return (Text(piece, indent=NARROW_GAP) for piece in fill(line, columns - NARROW_GAP))
