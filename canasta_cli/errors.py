"""Errors: each has an exit status and the parts of its message.

Nothing here prints. The command line turns an error into one message and one status.
"""

from __future__ import annotations

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

DEPENDS = 6
BUG = 70
INTERRUPTED = 130
"""Exit statuses of an answer IT DEPENDS, after a bug in the program, and after Ctrl-C."""


class CanastaError(Exception):
    """An error to show: one sentence, and a fix if there is one.

    ``fix`` is a second sentence: how to fix the problem, or what to type instead.
    """

    status: ClassVar[int] = 4

    def __init__(self, message: str, *, fix: str = "") -> None:
        """Store the sentence and the fix separately, since JSON shows them separately."""
        super().__init__(message)
        self.message = message
        self.fix = fix

    def facts(self) -> dict[str, str]:
        """Return the parts of the error under the keys of ``--json``."""
        return {"error": self.message, **({"fix": self.fix} if self.fix else {})}


class NotUnderstood(CanastaError):
    """A command line with a mistake: wrong usage, an unknown name, a value of the wrong kind."""

    status = 2


class NotInstalled(NotUnderstood):
    """Optional libraries that are missing; the fix installs them for the Python that runs the program."""

    def __init__(self, message: str, *libraries: str) -> None:
        """Name the libraries as pip knows them."""
        import sys

        python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
        super().__init__(message, fix=f"To install: {python} -m pip install {' '.join(libraries)}")


class Unclear(NotUnderstood):
    """A line with several meanings that differ in the answer; the fix has a way to write each."""


class NotationError(NotUnderstood):
    """Text that can't be read as cards, melds, a tally or a turn.

    ``text`` is the whole line as typed, ``start`` and ``end`` bound the token in it,
    ``expected`` is a sentence about what is valid there (its full stop is added here),
    ``example`` a line that works; it may be part of ``expected``.
    """

    def __init__(
        self, message: str, *, text: str, start: int, end: int, expected: str, example: str
    ) -> None:
        """Describe the error in ``text[start:end]``."""
        fix = expected if example in expected else f"{expected}; for example {example}"
        super().__init__(message, fix=fix if fix.endswith("?") else f"{fix}.")
        self.text = text
        self.start = start
        self.end = end
        self.expected = expected
        self.example = example

    @property
    def token(self) -> str:
        """The part of the text that can't be read, as it was typed."""
        return self.text[self.start : self.end]

    def facts(self) -> dict[str, str]:
        """Return the parts of the error; the place is counted from 1."""
        return {
            "error": self.message,
            "token": self.token,
            "place": str(self.start + 1),
            "expected": self.expected,
            "example": self.example,
        }


class UnusableData(CanastaError):
    """Data that can't be used: a faulty database, game file or ruleset."""

    status = 3


class NoLongerKept(UnusableData):
    """Data of an earlier version with a feature that no longer exists, which it names. It is not damaged."""


SEVERAL_STOCKS = "canasta no longer keeps games with several stocks"
MID_HAND = "canasta no longer keeps substitutes who come in the middle of a hand"


class StockNamed(NotationError):
    """A turn that names the stock from which a card is drawn, as an earlier version wrote it."""


class RulesetError(UnusableData):
    """A ruleset that can't be used; ``problems`` lists every fault with its line."""

    def __init__(self, message: str, problems: tuple[str, ...] = (), *, fix: str = "") -> None:
        """Report all faults at once, so that the file can be corrected in one go."""
        super().__init__("\n".join((message, *(f"  {problem}" for problem in problems))), fix=fix)
        self.problems = problems


class Refused(CanastaError):
    """A request that the current state doesn't allow: an unknown game, a finished one, nothing to undo."""

    status = 4


class AnswerLost(CanastaError):
    """A command that recorded something but could not write its answer; a retry would record it twice."""

    status = 5


class AnswerUnwritten(CanastaError):
    """An answer that could not be written, of a command that recorded nothing."""

    status = 74
