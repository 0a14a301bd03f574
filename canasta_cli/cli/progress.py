"""A progress line for long answers, on standard error if that is a terminal."""

import os
import time
from collections.abc import Callable, Generator, Iterable
from typing import TextIO, TypeVar

T = TypeVar("T")

PATIENCE = 1.0
PAUSE = 0.2
CLEAR = "\r\x1b[K"


class Progress:
    """A progress line that is updated in place, and hidden while other output is printed."""

    def __init__(self, terminal: TextIO, output: TextIO) -> None:
        self.terminal = terminal
        self.beside = output
        self.watching = terminal.isatty() and os.environ.get("TERM") != "dumb"
        self.began = time.monotonic()
        self.written = 0.0
        self.shown = False

    def watch(
        self, items: Iterable[T], describe: Callable[[T], str], is_loud: Callable[[T], bool]
    ) -> Generator[T, None, None]:
        """Yield the things, and show after each the progress in ``describe``.

        The line is hidden before a thing that is ``is_loud``: one that prints to the same terminal.
        """
        try:
            for item in items:
                line = describe(item)
                if self.beside.isatty() or is_loud(item):
                    self._hide()
                yield item
                self._show(line)
        finally:
            self._hide()

    def _show(self, line: str) -> None:
        now = time.monotonic()
        if not self.watching or now - self.began < PATIENCE:
            return
        if not self.shown or now - self.written > PAUSE:
            self.terminal.write(f"{CLEAR}{line}")
            self.terminal.flush()
            self.shown, self.written = True, now

    def _hide(self) -> None:
        if self.shown:
            self.terminal.write(CLEAR)
            self.terminal.flush()
            self.shown = False
