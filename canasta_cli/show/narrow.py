"""Fit an answer into a narrow screen: no word and no number is broken unless it is longer than a line."""

import re
from collections.abc import Iterator

from canasta_cli.show.layout import Block, Blocks, Grid, Style, Text, inert, width

GAP = 2
# Rows of a table that would take more lines than this are listed cell by cell instead.
HIGHEST_ROW = 3
# Indented text, and a column of words that wraps, keep at least this much space.
NARROWEST = 16
_WORD = re.compile(r"( *)([^ ]+)")
_Rows = tuple[tuple[str, ...], ...]


def fitted(blocks: Blocks, columns: int) -> Blocks:
    """Wrap the lines of an answer at ``columns``, and change the tables that are wider."""
    return tuple(piece for block in blocks for piece in _fitted(block, columns))


def _fitted(block: Block, columns: int) -> Iterator[Block]:
    if isinstance(block, Grid):
        yield from _grid(block, columns)
        return
    line = inert(block.line)
    start = len(line) - len(line.lstrip(" "))
    indent = max(0, min(block.indent + start, columns - NARROWEST))
    for piece in fill(line.strip(" "), columns - indent):
        yield Text(piece, block.style, indent)


def fill(text: str, columns: int) -> list[str]:
    """Fill lines of at most ``columns`` with the words of a text."""
    lines = [""]
    for space, word in _WORD.findall(text):
        if lines[-1] and width(lines[-1]) + len(space) + width(word) > columns:
            lines.append("")
        lines[-1] += f"{space}{word}" if lines[-1] else word
        while width(lines[-1]) > columns:
            head = _part(lines[-1], columns)
            lines[-1:] = [head, lines[-1][len(head) :]]
    return lines


def _part(word: str, columns: int) -> str:
    """Return the first part of a word that is longer than a line."""
    size = 1
    while size < len(word) and width(word[: size + 1]) <= columns:
        size += 1
    return word[:size]


def _grid(grid: Grid, columns: int) -> Iterator[Block]:
    heads = tuple(map(inert, grid.heads))
    rows = tuple(tuple(map(inert, row)) for row in grid.rows)
    whole = (heads, *rows)
    natural = [max(map(width, column)) for column in zip(*whole, strict=True)]
    space = columns - grid.indent - GAP * (len(heads) - 1)
    if sum(natural) <= space:
        yield grid
        return
    wrapped = _wrapped(whole, natural, space, grid.left)
    if wrapped is None:
        yield from _records(heads, rows, columns)
    else:
        first, *others = wrapped
        yield Grid(first, tuple(others), grid.left, grid.indent)


def _wrapped(
    rows: _Rows, natural: list[int], space: int, left: tuple[int, ...]
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


def _records(heads: tuple[str, ...], rows: _Rows, columns: int) -> Iterator[Block]:
    """List the cells of each row below its first one, each with its head."""
    for row in rows:
        shown = [(head, cell) for head, cell in zip(heads, row, strict=True) if cell]
        if not shown:
            continue
        yield from (Text(line, Style.TITLE) for line in fill(shown[0][1], columns))
        line = ""
        for head, cell in shown[1:]:
            item = f"{head}: {cell}" if head else cell
            if line and width(line) + GAP + width(item) > columns - GAP:
                yield from _indented(line, columns)
                line = ""
            line += f"{' ' * GAP}{item}" if line else item
        yield from _indented(line, columns) if line else ()


def _indented(line: str, columns: int) -> Iterator[Block]:
    return (Text(piece, indent=GAP) for piece in fill(line, columns - GAP))
