"""Quotes of the packaged rulesets: every source that was read is quoted, and nothing else."""

import tomllib
from pathlib import Path

from check_quotes import QUOTED as SOURCES
from check_quotes import contains
from looping import for_each, for_each_case

from canasta_cli.rules import library
from canasta_cli.rules.book import NOTES, quote_rows, quotes
from canasta_cli.rules.load import names_in_row
from canasta_cli.rules.schema import read_origin

FOLDER = Path(library.__file__).parent / "rulesets"
NAMES = library.names()
MOST_WORDS = 12
QUOTED = [(source, name) for source in SOURCES for name in quote_rows(source)]


def _read(name: str) -> dict[str, set[str]]:
    """Return the sources that were read about each parameter, part or rule, by the ruleset's rows."""
    rows = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["sources"]
    found: dict[str, set[str]] = {}
    # A row about fewer parameters takes precedence.
    for row in sorted(rows, key=lambda row: -len(names_in_row(row))):
        origin = read_origin(rows[row])
        read = set(origin.sources) if origin.status == "seen" else set()
        found.update(dict.fromkeys(names_in_row(row), read))
    return found


@for_each(NAMES)
def test_every_source_that_was_read_is_quoted(name: str) -> None:
    rules = library.ruleset(name)
    lacking = {}
    for row, sources in _read(name).items():
        found = {quote.source for quote in quotes(rules, row)}
        if sources - found:
            lacking[row] = sorted(sources - found)
    assert not lacking


@for_each(QUOTED, " for ".join)
def test_every_quote_belongs_to_a_row_that_names_its_source(quoted_for: tuple[str, str]) -> None:
    source, name = quoted_for
    assert source in library.sources()
    assert name in NAMES
    read = _read(name)
    for row in quote_rows(source)[name]:
        without = [path for path in names_in_row(row) if source not in read.get(path, ())]
        assert not without, row


@for_each(QUOTED, " for ".join)
def test_a_quote_has_a_section_and_at_most_twelve_words(quoted_for: tuple[str, str]) -> None:
    source, name = quoted_for
    for row, (section, text) in quote_rows(source)[name].items():
        assert section.removeprefix(NOTES).strip(), row
        assert 1 <= len(text.replace("…", " ").split()) <= MOST_WORDS, row


@for_each_case(
    ("quote", "found"),
    [
        ("Each player gets eleven cards", True),
        ("each player’s hand", True),
        ("gets … cards", True),
        ("cards … gets", False),
        ("gets twelve cards", False),
        ("two-thirds", True),
    ],
)
def test_a_quote_is_compared_by_its_words(quote: str, found: bool) -> None:
    text = "each  player gets\neleven cards; each player's hand … two – thirds"
    assert contains(text, quote) is found
