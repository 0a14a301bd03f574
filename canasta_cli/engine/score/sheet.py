"""The sheet of a side, its lines, and the scoring items that make the lines."""

from collections.abc import Callable, Iterator

from canasta_cli.engine.score.figures import Found
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class Line(NamedTuple):
    """One line of a sheet: a number of things, the points for each, and the points in all.

    ``each`` is ``None`` if the things differ in points. ``because`` names in a few words what is
    counted (``kings, aces``).
    """

    item: str
    number: int | None
    each: int | None
    points: int
    because: str = ""


def charged(item: str, number: int, each: int | None) -> Iterator[Line]:
    """Yield the line of things that cost points each, if there are any and the game charges for them."""
    if number and each is not None:
        yield Line(item, number, -each, -number * each)


class Sheet(NamedTuple):
    """The score of one side in a hand, line by line."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines, in points."""
        return sum(line.points for line in self.lines)


def _always(_: Ruleset) -> bool:
    return True


class Item(NamedTuple):
    """A scoring item: its id, name on a sheet, words, parameters that it reads, and lines.

    ``when`` is false for a ruleset that has no such item. Items that are alike, one for each rank,
    have the ``family`` by which they are listed: ``canasta.RANK``. ``says`` is empty for an
    irregularity, which is described by its parameter (:attr:`Irregularity.says`).
    """

    id: str
    name: str
    says: str
    reads: tuple[str, ...]
    lines: Callable[[Found, Ruleset], Iterator[Line]]
    when: Callable[[Ruleset], bool] = _always
    family: str = ""
