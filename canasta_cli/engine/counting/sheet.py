"""What counting makes: a sheet of lines; and the form of a scoring item, which makes them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from canasta_cli.engine.counting.figures import Found
from canasta_cli.rules.schema import Ruleset


class Line(NamedTuple):
    """One line of a sheet: so many, each worth so much where they are alike, points in all.

    ``because`` says in a few words what the line rests on (``kings, aces``).
    """

    item: str
    number: int | None
    each: int | None
    points: int
    because: str = ""


class Sheet(NamedTuple):
    """What one side scored in a hand, line by line."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points."""
        return sum(line.points for line in self.lines)


class Item(NamedTuple):
    """One thing that scores: its id, its name on a sheet, its words, what it reads, its lines."""

    id: str
    name: str
    says: str
    reads: tuple[str, ...]
    lines: Callable[[Found, Ruleset], Iterator[Line]]
