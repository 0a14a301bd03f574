"""Words with their places, so that a message can point at what was typed."""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from canasta_cli.errors import NotationError

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
        """The rest of the word behind its first ``count`` characters."""
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
        """Raise the error for ``length`` characters of the word from ``at`` on (by default all)."""
        start = self.start + at
        end = self.end if length is None else min(start + length, self.end)
        raise NotationError(
            message, text=self.line, start=start, end=end, expected=expected, example=example
        )


def words(line: str) -> Iterator[Token]:
    """The words of a line; a part in double quotes keeps its spaces."""
    if len(line) > LONGEST_LINE:
        raise NotationError(
            f"a line of {len(line)} characters is too long to be a hand of cards",
            text=line[:40],
            start=0,
            end=40,
            expected=f"at most {LONGEST_LINE} characters",
            example='"7xK QQQ2 2x3R out"',
        )
    for match in _WORD.finditer(line):
        yield Token(line, match.start(), match.end())


def whole(text: str) -> Token:
    """A whole line as one token."""
    return Token(text, 0, len(text))
