"""Tables of measured figures as text, as Markdown and as JSON, and the options that choose one."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

Cells = tuple[str, ...]


class Line(NamedTuple):
    """A row of a table: its cells for people, and its figures for programs."""

    cells: Cells
    figures: Mapping[str, object]


Form = Callable[[Cells, Iterable[Line]], Iterator[str]]


def as_text(heads: Cells, lines: Iterable[Line]) -> Iterator[str]:
    """Yield the lines of a table for people, each as soon as it is measured."""
    yield _columns(heads)
    for line in lines:
        yield _columns(line.cells)


def _columns(cells: Cells) -> str:
    first, *others = cells
    return f"{first:36}{''.join(f' {cell:>14}' for cell in others)}".rstrip()


def as_markdown(heads: Cells, lines: Iterable[Line]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for line in lines:
        yield f"| {' | '.join(line.cells)} |"


def as_json(_: Cells, lines: Iterable[Line]) -> Iterator[str]:
    """Yield one JSON document."""
    yield json.dumps({"rows": [dict(line.figures) for line in lines]}, indent=2)


def met(value: bool | None) -> str:
    """Return the last cell of a row: whether its target is met; empty without one."""
    return {True: "met", False: "missed", None: ""}[value]


def add_forms(parser: argparse.ArgumentParser) -> None:
    """Add the options ``--json`` and ``--markdown``."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", dest="form", const=as_json)
    forms.add_argument("--markdown", action="store_const", dest="form", const=as_markdown)
    parser.set_defaults(form=as_text)


def print_table(form: Form, heads: Cells, lines: Iterable[Line]) -> None:
    """Print each line of a table at once."""
    for line in form(heads, lines):
        print(line, flush=True)
