"""Find the lines of the keys in a TOML text; the standard parser gives only those of syntax errors."""

import re

_TABLE = re.compile(r"\s*+(\[\[?+)([^\]]++)\]")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+(?:\s*\.\s*[\w-]+)*)\s*=""")
_ELEMENT = re.compile(r"\s*[\"']")
_LONG = ('"""', "'''")
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
        inside = next((mark for mark in _LONG if line.count(mark) % 2), "")
    return found
