"""The lines of a stream of any length, of which only a bounded part is ever held in memory."""

import io
from collections.abc import Iterator
from typing import BinaryIO

from canasta_cli.untrusted import LONGEST_TEXT

# A character is at most four bytes; no more of a line is kept than shows that it is too long.
LONGEST_LINE = 4 * LONGEST_TEXT
Line = tuple[int, bytes]


class Lines:
    """Iterate over lines with their numbers, from 1. Empty lines may come as one piece.

    ``number`` counts the lines passed so far. Of a line that is too long only the first
    ``longest`` bytes come, and one more.
    """

    def __init__(self, stream: BinaryIO, longest: int = LONGEST_LINE) -> None:
        # A test may put a BytesIO in place of standard input, which has no peek.
        self._stream = stream if isinstance(stream, io.BufferedReader) else _buffered(stream)
        self._longest = longest
        self._blank = False
        self._next: list[Line] = []
        self.number = 0

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        if self._next:
            return self._next.pop()
        begin = self.number + 1
        if self._blank and (blank := self._run_of_empty_lines()):
            return begin, blank
        line = self._stream.readline(self._longest + 1)
        if not line:
            raise StopIteration
        self.number = begin
        self._blank = line.isspace()
        rest = line
        while len(rest) > self._longest and not rest.endswith(b"\n"):
            rest = self._stream.readline(self._longest + 1)
        return begin, line

    def give_back(self, *lines: Line) -> None:
        """Have these lines come next, in this order."""
        self._next += reversed(lines)

    def first(self) -> Line:
        """Return the first line that is not empty; at the end of the stream, an empty one."""
        found = next((line for line in self if line[1].strip()), None)
        return found or (self.number + 1, b"")

    def skip_to(self, mark: bytes) -> None:
        """Pass over lines that can't contain a mark, buffer by buffer, or over none."""
        while not self._next and (waiting := self._stream.peek()):
            end = 0 if mark in waiting else waiting.rfind(b"\n") + 1
            if not end:
                return
            self._pass(end)

    def _run_of_empty_lines(self) -> bytes:
        """Return the empty lines that wait in the buffer: one by one, a billion would take minutes."""
        waiting = self._stream.peek()
        return self._pass(waiting.rfind(b"\n") + 1) if waiting.isspace() else b""

    def _pass(self, count: int) -> bytes:
        piece = self._stream.read(count)
        self.number += len(piece) - len(piece.translate(None, b"\n"))
        return piece


def _buffered(stream: BinaryIO) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(stream.read()))
