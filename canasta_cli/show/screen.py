"""The size of the screen that a stream writes to. Every answer loads it, so it imports nothing else."""

from __future__ import annotations

import os

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

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
