"""Show an answer that is longer than the screen in the user's pager, as git does.

``PAGER`` names it; otherwise it is less. ``LESS`` is set if it is not set: leave at once what fits, keep
colours, leave the answer on the screen, and name the keys below it. An empty ``PAGER`` or ``cat`` stands
for none.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from typing import TextIO

from canasta_cli.show.layout import screen, width

USUAL = ("less", "more")
# The letters of less, then the prompt at the bottom of its screen; "$" ends it.
SETTINGS = {"LESS": r"FRXPsspace\: more, q\: leave$", "LV": "-c"}
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
    size = screen(terminal) if both_ends else None
    command = _command() if size else []
    if not (size and size[1] and command):
        yield
        return
    draft = _Draft(terminal)
    sys.stdout = draft
    try:
        yield
    finally:
        sys.stdout = terminal
    if _rows(text := draft.getvalue(), size[0]) < size[1] or not _show(text, command):
        terminal.write(text)


def _command() -> list[str]:
    """Return the words of the pager's command; none if there is no pager, or it is not wanted."""
    import shlex
    import shutil

    named = os.environ.get("PAGER")
    if os.environ.get("TERM", "dumb") == "dumb" or named == "cat":
        return []
    if named is None:
        return [found for name in USUAL if (found := shutil.which(name))][:1]
    try:
        return shlex.split(named)
    except ValueError:
        return []


def _rows(text: str, columns: int) -> int:
    """Count the lines of the screen that a text takes; long ones continue on the next."""
    lines = (width(_COLOURS.sub("", line)) for line in text.splitlines())
    return sum(max(1, -(-line // columns)) for line in lines)


def _show(text: str, command: list[str]) -> bool:
    """Show a text in a pager until the reader leaves it; return true if there was one."""
    import signal
    import subprocess

    encoded = text.encode(sys.stdout.encoding or "utf-8", sys.stdout.errors or "strict")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own choice
            command, stdin=subprocess.PIPE, env={**SETTINGS, **os.environ}
        )
        with suppress(BrokenPipeError):  # the reader has left before the end
            process.communicate(encoded)
        process.wait()
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True
