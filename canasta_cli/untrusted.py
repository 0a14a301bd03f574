"""Parse TOML, JSON and CSV that other people wrote: limits first, and the line of each key for messages.

Notation and rules read files through it; nobody else calls the standard parsers.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from canasta_cli.words import abridged, count_of

# Parse untrusted TOML and JSON. Limits are checked first, because the standard parsers have few.
#
# `tomllib` takes quadratic time and memory for a key of many parts, and both parsers raise many
# kinds of errors: `ValueError` for a number of too many digits, `RecursionError`, `MemoryError`.
# Here a text is scanned once, in linear time, before a parser sees it, and every such error becomes
# `Unreadable`.
#
# Text in quotes is limited only by the length of the file, so names and notes can contain anything.

LONGEST_TEXT = 4_000_000  # characters
# A game has at most 10,000 hands, and a table for each and for each note.
MOST_HEADERS = 20_000
MOST_ROWS = 20_000  # of CSV; each hand is counted again
MOST_LINES = 250_000  # of TOML; each costs its reader, empty or not
MOST_PARTS = 8  # of a dotted key; a ruleset has two
MOST_DEPTH = 24  # of lists and tables; a ruleset has four
MOST_DIGITS = 100  # of a number; also keeps it printable, which ends at 4,300
MOST_TOKENS = 600_000  # words, signs and quoted texts: bounds time and memory of the reader
LIMIT = "over a limit"
BOM = "\ufeff"

# A text in quotes in TOML, of each of its four kinds. Possessive repeats (++ and *+) never go back,
# so that each letter is looked at once.
QUOTED = (
    r'"""(?>[^"\\]++|\\.|"{1,2}+(?!"))*+"{0,5}+'
    r"|'''(?>[^']++|'{1,2}+(?!'))*+'{0,5}+"
    r'|"(?>[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
)
_KEY_GOES_ON = r"[ \t]*+[.=]"
# Half of a pair of UTF-16 is not a character: no file and no terminal can hold it.
_HALF = r"\\u[dD][89a-fA-F]"
_NUMERIC = tuple("0123456789+-")


class Unreadable(ValueError):
    """A text that can't be parsed: ``what`` continues “this file is …”; ``problem`` has the details."""

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(f"{what}: {problem}")
        self.what = what
        self.problem = problem


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a document in TOML. Raises :class:`Unreadable`."""
    import tomllib

    text = text.removeprefix(BOM).replace("\r\n", "\n")
    check_length(text)
    if text.count("\n") > MOST_LINES:
        raise Unreadable(LIMIT, f"more than {count_of(MOST_LINES, 'line')}")
    _Scan(text).toml()
    table: dict[str, Any] = _read(tomllib.loads, text, "TOML")
    return table


def parse_json(text: str) -> Any:
    """Parse a document in JSON in which no key appears twice. Raises :class:`Unreadable`."""
    import json

    text = text.lstrip(BOM)
    check_length(text)
    _Scan(text).json()
    document = _read(lambda whole: json.loads(whole, object_pairs_hook=_once), text, "JSON")
    if "\\u" in text and re.search(_HALF, text):
        _read(lambda whole: json.dumps(whole, ensure_ascii=False).encode(), document, "JSON")
    return document


def parse_csv(text: str) -> list[tuple[int, list[str]]]:
    """Parse a table in CSV: the first line of each row, and its cells. Raises :class:`Unreadable`.

    The first line of the table shows what separates the cells.
    """
    import csv
    from io import StringIO

    text = text.removeprefix(BOM)
    check_length(text)
    # A quoted heading may have a comma in it, such as the names of two partners.
    head = re.sub(r'"[^"\n]*+"', "", text.lstrip().partition("\n")[0])
    separator = max(";\t,", key=head.count)
    if text.count(separator) > MOST_TOKENS or text.count("\n") > MOST_ROWS:
        raise Unreadable(LIMIT, f"more than {MOST_TOKENS:,} cells or {MOST_ROWS:,} rows")
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            rows.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        unclosed = "a quotation mark is not closed"
        problem = unclosed if "unexpected end" in str(error) else str(error)
        raise Unreadable("not valid CSV", f"line {begins:,}: {problem}") from None
    return rows


def check_length(text: str) -> None:
    """Refuse a text that is too long. Raises :class:`Unreadable`."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(LIMIT, f"more than {count_of(LONGEST_TEXT, 'character')}")


def _read(reader: Callable[[Any], Any], text: object, language: str) -> Any:
    """Call a standard parser, and turn any exception into :class:`Unreadable`."""
    try:
        return reader(text)
    except RecursionError:
        raise Unreadable(LIMIT, "nested too deeply") from None
    except MemoryError:
        raise Unreadable(LIMIT, "it needs more memory than there is") from None
    except UnicodeEncodeError:
        problem = "a text has half of a surrogate pair (\\ud800 to \\udfff)"
    except Exception as error:  # noqa: BLE001 - of any class; nothing else is called here
        problem = _json_fault(error) if language == "JSON" else ""
        problem = abridged(problem or str(error) or type(error).__name__)
    raise Unreadable(f"not valid {language}", problem)


def _json_fault(error: Exception) -> str:
    """Describe a JSON error and its position; without the line if the text has only one."""
    says, text = getattr(error, "msg", ""), getattr(error, "doc", "")
    if not says:
        return ""
    says = says.removesuffix(" starting at").removesuffix(" at").replace("Expecting", "expected")
    number = getattr(error, "lineno", 1)
    line = f"line {number}, " if number > 1 or "\n" in text.strip() else ""
    return f"{says[:1].lower()}{says[1:]} ({line}column {getattr(error, 'colno', 1)})"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a table and refuse duplicate keys: otherwise one of two tallies would be lost."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"“{key}” appears twice")
        table[key] = value
    return table


@cache
def _toml_tokens() -> re.Pattern[str]:
    """Compile the pattern of TOML tokens, on first use only."""
    return re.compile(
        rf"(?P<string>{QUOTED}|#[^\n]*+)"
        r"|(?P<word>[\w+-]++)"
        r"|(?P<sign>[\[\]{}.,=\n])",
        re.DOTALL,
    )


@cache
def _json_tokens() -> re.Pattern[str]:
    """Compile the pattern of JSON tokens, on first use only."""
    return re.compile(
        r'(?P<string>"(?>[^"\\]++|\\.)*+"?)|(?P<word>[\w+.-]++)|(?P<sign>[\[\]{},:])', re.DOTALL
    )


class _Scan:
    """One pass over a text before it is parsed, counting what a reader would have to build."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.depth = 0
        self.tokens = 0

    def json(self) -> None:
        """Bound depth, digits and tokens of JSON."""
        text = self.text
        if (
            len(text) <= MOST_TOKENS
            and text.count("[") + text.count("{") <= MOST_DEPTH
            and '\\"' not in text
            and max(map(len, text.split('"')[::2])) <= MOST_DIGITS
        ):
            # Within every limit: even all that is outside of quotes is short, part by part.
            return
        for match in _json_tokens().finditer(self.text):
            self._token(match.start())
            kind, part = match.lastgroup, match[0]
            if kind == "sign":
                self._nest(part, match.start())
            elif kind == "word" and len(part) > MOST_DIGITS:
                self._refuse(match.start(), f"a number of more than {MOST_DIGITS} digits")

    def toml(self) -> None:
        """Bound depth, digits, tokens, parts of a key and headers of TOML."""
        parts, headers, fresh = 1, 0, True
        for match in _toml_tokens().finditer(self.text):
            self._token(match.start())
            kind, part = match.lastgroup, match[0]
            if kind == "word":
                if len(part) > MOST_DIGITS and self._is_number(part, match.end()):
                    self._refuse(match.start(), f"a number of more than {MOST_DIGITS} digits")
            elif part == ".":
                parts += 1
                if parts > MOST_PARTS:
                    self._refuse(match.start(), f"a key of more than {MOST_PARTS} parts")
            elif kind == "sign":
                parts = 1
                if fresh and part == "[" and not self.depth:
                    headers += 1
                    if headers > MOST_HEADERS:
                        self._refuse(match.start(), f"more than {MOST_HEADERS:,} tables")
                self._nest(part, match.start())
            fresh = part == "\n"

    def _token(self, at: int) -> None:
        self.tokens += 1
        if self.tokens > MOST_TOKENS:
            self._refuse(at, f"more than {MOST_TOKENS:,} words and signs")

    def _nest(self, sign: str, at: int) -> None:
        if sign in "[{":
            self.depth += 1
            if self.depth > MOST_DEPTH:
                self._refuse(at, "nested too deeply")
        elif sign in "]}":
            self.depth = max(0, self.depth - 1)

    def _is_number(self, word: str, end: int) -> bool:
        """True if a long word is a number, and not a key that consists of digits."""
        return word.startswith(_NUMERIC) and not re.compile(_KEY_GOES_ON).match(self.text, end)

    def _refuse(self, at: int, says: str) -> None:
        line = self.text.count("\n", 0, at) + 1
        raise Unreadable(LIMIT, f"{says} (at line {line:,})")


# Find the lines of the keys in a TOML text; the standard parser gives only those of syntax errors.

_TABLE = re.compile(r"\s*+(\[\[?+)([^\]]++)\]")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+(?:\s*\.\s*[\w-]+)*)\s*=""")
_ELEMENT = re.compile(r"\s*[\"']")
_LONG_QUOTES = ('"""', "'''")
_QUOTED = re.compile(r"""(["'])(.*?)\1""")


def _plain(name: str) -> str:
    """Return a key without the quotes around its parts: ``ranks."4-7"`` is ``ranks.4-7``."""
    return _QUOTED.sub(r"\2", name).replace(" ", "")


def lines_of(text: str) -> dict[tuple[str, int, str], int]:
    """Return the line, from 1, of each key: by table, by which table of that name (from 1), and by key.

    The key ``""`` is the line that opens the table; ``turns.3`` is the third string of a list
    with one string per line.
    """
    found: dict[tuple[str, int, str], int] = {}
    seen: dict[str, int] = {}
    table, which = "", 1
    inside = key = ""
    element = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if match := _TABLE.match(line):
            table = _plain(match[2])
            which = seen[table] = seen.get(table, 0) + 1
            found[table, which, ""] = number
        elif match := _KEY.match(line):
            key, element = _plain(match[1]), 0
            found.setdefault((table, which, key), number)
        elif _ELEMENT.match(line):
            element += 1
            found.setdefault((table, which, f"{key}.{element}"), number)
        inside = next((mark for mark in _LONG_QUOTES if line.count(mark) % 2), "")
    return found
