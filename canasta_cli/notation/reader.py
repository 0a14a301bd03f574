"""Words with their positions, so that a message can point at them."""

import re
from collections.abc import Iterator
from typing import NoReturn

from canasta_cli.errors import NotationError
from canasta_cli.values import NamedTuple

LONGEST_LINE = 20_000
_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+')


class Token(NamedTuple):
    """A word of a line: ``line[start:end]``."""

    line: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The word as typed."""
        return self.line[self.start : self.end]

    def after(self, count: int) -> "Token":
        """Return the rest of the word after its first ``count`` characters."""
        return self._replace(start=min(self.start + count, self.end))

    def fail(
        self,
        message: str,
        *,
        expected: str,
        example: str,
        at: int = 0,
        length: int | None = None,
    ) -> NoReturn:
        """Raise an error about ``length`` characters of the word from ``at`` (default: all of them)."""
        start = self.start + at
        end = self.end if length is None else min(start + length, self.end)
        raise NotationError(
            message, text=self.line, start=start, end=end, expected=expected, example=example
        )


def words(line: str) -> Iterator[Token]:
    """Yield the words of a line; a part in double quotes keeps its spaces."""
    check_length(line)
    for match in _WORD.finditer(line):
        yield Token(line, match.start(), match.end())


def check_length(line: str) -> None:
    """Raise :class:`~canasta_cli.errors.NotationError` for a line that is too long."""
    if len(line) > LONGEST_LINE:
        raise NotationError(
            f"the line is too long: {len(line):,} of at most {LONGEST_LINE:,} characters",
            text=line[:40],
            start=0,
            end=40,
            expected="Write a shorter line",
            example='"7xK QQQ2 2x3R out"',
        )


def whole(text: str) -> Token:
    """Return a whole line as one token."""
    return Token(text, 0, len(text))
