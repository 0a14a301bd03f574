"""Show an answer that is longer than the screen in the user's pager, as git does.

``PAGER`` names it; otherwise it is less. ``LESS`` is set if it is not set: leave at once what fits, keep
colours, leave the answer on the screen, and name the keys below it. An empty ``PAGER`` or ``cat`` stands
for none.
"""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TextIO

import click

from canasta_cli.show.layout import screen, width

# The letters of less, then its prompt: one at the end (?e), another before it. LESSSECURE: no key writes files.
_LESS = r"FRXPs?eEnd\. q\: leave:space\: more, q\: leave.$"
SETTINGS = {"LESS": _LESS, "LESSSECURE": "1", "LV": "-c"}
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class _Draft(StringIO):
    """Text that is written as if to the terminal, and kept until its length is known."""

    def __init__(self, terminal: TextIO) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        """Answer for the terminal: the text will be shown there."""
        return True

    def fileno(self) -> int:
        """Return the terminal's file number, by which its size is found."""
        return self._terminal.fileno()


@contextmanager
def paged() -> Iterator[None]:
    """Collect what is printed, then show it: in a pager if it is longer than the screen."""
    terminal = sys.stdout
    both_ends = sys.stdin.isatty() and terminal.isatty()
    size = screen(terminal) if both_ends and _is_wanted() else None
    if not (size and size[1]):
        yield
        return
    draft = _Draft(terminal)
    sys.stdout = draft
    try:
        yield
    finally:
        sys.stdout = terminal
    text = draft.getvalue()
    if _rows(text, size[0]) < size[1]:
        terminal.write(text)
        return
    os.environ.update({**SETTINGS, **os.environ})
    encoding = terminal.encoding or "utf-8"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        with click.get_pager_file(color=True) as pager:
            pager.write(text.encode(encoding, terminal.errors or "strict").decode(encoding))
    except (OSError, ValueError):  # ``PAGER`` can't be run, or can't be parsed
        terminal.write(text)
    finally:
        signal.signal(signal.SIGINT, before)


def _is_wanted() -> bool:
    """True unless the terminal has no pager, or the user wants none."""
    return os.environ.get("TERM", "dumb") != "dumb" and os.environ.get("PAGER") not in ("", "cat")


def _rows(text: str, columns: int) -> int:
    """Count the lines of the screen that a text takes; long ones continue on the next."""
    lines = (width(_COLOURS.sub("", line)) for line in text.splitlines())
    return sum(max(1, -(-line // columns)) for line in lines)
