"""The quotes behind the values of packaged rulesets: what each source says, word for word.

``quotes/SOURCE.toml`` has a table for each ruleset, with a row for each line of its ``[sources]``.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from canasta_cli.rules import library
from canasta_cli.rules.load import names_in_row
from canasta_cli.rules.schema import Ruleset, whole
from canasta_cli.untrusted import parse_toml
from canasta_cli.values import NamedTuple

_FOLDER = os.path.join(os.path.dirname(__file__), "quotes")
_ENDING = ".toml"
NOTES = "notes:"
"""How the section begins if the quote is from this project's notes on a source, not from its text."""


class Quote(NamedTuple):
    """The words of a source about a value: the heading above it, and at most twelve of its words."""

    source: str
    section: str
    text: str


@cache
def tables(source: str) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return the rows of a source by ruleset: the section and the quote of each."""
    try:
        with open(os.path.join(_FOLDER, source + _ENDING), encoding="utf-8") as file:
            rows: Mapping[str, Any] = parse_toml(file.read())
    except FileNotFoundError:
        return {}
    return rows


def quoted() -> tuple[str, ...]:
    """Return the keys of the sources that have a file of quotes."""
    files = os.listdir(_FOLDER) if os.path.isdir(_FOLDER) else []
    return tuple(sorted(each.removesuffix(_ENDING) for each in files if each.endswith(_ENDING)))


@cache
def _quotes(source: str, ruleset: str) -> Mapping[str, Quote]:
    """Return the quotes of a source by the names of parameters, parts and rules."""
    rows = tables(source).get(ruleset, {})
    # A row about fewer ranks takes precedence.
    named = sorted(((names_in_row(row), row) for row in rows), key=lambda each: -len(each[0]))
    return {name: Quote(source, *rows[row]) for names, row in named for name in names}


def quotes(rules: Ruleset, name: str) -> Iterator[Quote]:
    """Yield the quotes of the sources that state a value, its part, or a rule."""
    for source in rules.origin(name).sources:
        for ruleset in _lineage(rules.base):
            found = _quotes(source, ruleset)
            quote = found.get(name) or found.get(whole(name))
            if quote is not None:
                yield quote
                break


@cache
def _lineage(name: str) -> tuple[str, ...]:
    """Return a packaged ruleset and those that it extends, one after the other."""
    parent = library.extends(name) if name in library.names() else None
    return (name,) if parent is None else (name, *_lineage(parent))
