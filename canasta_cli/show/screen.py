"""The size of the screen that a stream writes to; loaded by every answer, so it imports little."""

import os
from typing import NamedTuple, TextIO

# Below this many columns every answer has the narrow layout.
NARROW = 60
LONGEST_NUMBER = 5


class Screen(NamedTuple):
    """The size of a terminal; ``lines`` is 0 if only the width is known."""

    columns: int
    lines: int


def screen(stream: TextIO) -> Screen | None:
    """Return the size of the terminal behind a stream; ``None`` if it is unknown.

    ``COLUMNS`` and ``LINES`` take precedence, also without a terminal.
    """
    columns, lines = _set("COLUMNS"), _set("LINES")
    try:
        size = os.get_terminal_size(stream.fileno())
        columns, lines = columns or size.columns, lines or size.lines
    except (OSError, ValueError):
        pass
    return Screen(columns, lines) if columns else None


def _set(variable: str) -> int:
    """Return the number in an environment variable, or 0."""
    value = os.environ.get(variable, "")[:LONGEST_NUMBER]
    return int(value) if value.isascii() and value.isdecimal() else 0


def narrow_columns(stream: TextIO) -> int:
    """Return the columns of a stream that needs the narrow layout; 0 if it doesn't."""
    found = screen(stream)
    return found.columns if found and found.columns < NARROW else 0
