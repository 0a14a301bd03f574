"""Replay a hand recorded turn by turn, every turn on its own, without the short cut for plain turns."""

from typing import NamedTuple

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import Step, start, steps
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal
from canasta_cli.rules.schema import Ruleset


class Replay(NamedTuple):
    """A replayed hand: the table before the first turn, and every step."""

    start: Position
    steps: tuple[Step, ...]

    @property
    def now(self) -> Position:
        """The table after the last turn."""
        return self.steps[-1].after if self.steps else self.start


def replay(deal: Deal, seats: Seating, ruleset: Ruleset) -> Replay:
    """Apply every turn of a hand in order; each is judged when its verdict is read."""
    first = start(deal, seats, ruleset)
    return Replay(first, tuple(steps(first, deal, ruleset)))
