"""What can go wrong, as facts: every error knows its exit status and the parts of its message.

Nothing here prints. The face of the program turns an error into one message and one status.
"""

from typing import ClassVar


class CanastaError(Exception):
    """Something a person has to be told: one sentence, and where there is one, a remedy.

    ``remedy`` is a second sentence: what to type, or what to do, instead.
    """

    status: ClassVar[int] = 4

    def __init__(self, message: str, *, remedy: str = "") -> None:
        """Keep the sentence and the remedy apart, so that JSON can show them apart."""
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def facts(self) -> dict[str, str]:
        """The parts of the error under the keys that ``--json`` shows."""
        return {"error": self.message, **({"remedy": self.remedy} if self.remedy else {})}


class NotUnderstood(CanastaError):
    """The line itself is off: usage, a name that no list holds, a value of the wrong kind."""

    status = 2


class NotationError(NotUnderstood):
    """A text that cannot be read as cards, melds, a tally or a turn.

    ``text`` is the whole line as typed, ``start`` and ``end`` bound the token in it,
    ``expected`` says what may stand there, ``example`` is a line that works.
    """

    def __init__(
        self, message: str, *, text: str, start: int, end: int, expected: str, example: str
    ) -> None:
        """Say what is wrong with ``text[start:end]``."""
        super().__init__(message, remedy=f"Expected {expected}. Example: {example}")
        self.text = text
        self.start = start
        self.end = end
        self.expected = expected
        self.example = example

    @property
    def token(self) -> str:
        """The part of the text that cannot be read, as it was typed."""
        return self.text[self.start : self.end]

    def facts(self) -> dict[str, str]:
        """The parts of the error, the place counted from 1."""
        return {
            "error": self.message,
            "token": self.token,
            "place": str(self.start + 1),
            "expected": self.expected,
            "example": self.example,
        }


class UnusableData(CanastaError):
    """Data that cannot be used: a database, a game file or a ruleset with something wrong in it."""

    status = 3


class RulesetError(UnusableData):
    """A ruleset that cannot be used; ``problems`` holds every fault, each with its line."""

    def __init__(self, message: str, problems: tuple[str, ...] = (), *, remedy: str = "") -> None:
        """Report all faults at once, since a person mends a file in one go."""
        super().__init__(
            "\n".join((message, *(f"  {problem}" for problem in problems))), remedy=remedy
        )
        self.problems = problems


class Refused(CanastaError):
    """The state of things does not allow it: an unknown game, a finished one, nothing to undo."""

    status = 4
