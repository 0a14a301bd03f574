"""How far a recorded game holds: every claim of it counted again."""

from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.hand import count_hand_of
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.standing import Standing, standing
from canasta_cli.model.game import Game
from canasta_cli.rules.schema import Ruleset


class Difference(NamedTuple):
    """Something that does not hold: in a hand (from 1; 0 for the game itself) and of a side, if of one.

    ``expected`` and ``found`` are points where a score is wrong; ``finding`` is the rule that
    stands against a tally.
    """

    hand: int
    side: str | None
    what: str
    expected: int | None = None
    found: int | None = None
    finding: Finding | None = None


def differences(game: Game, ruleset: Ruleset) -> tuple[Difference, ...]:
    """Everything in a game that its rules do not bear out, from the first hand on."""
    seats = tuple(_seats(game, ruleset))
    if seats:
        return seats
    return tuple(_hands(standing(game, ruleset)))


def _seats(game: Game, ruleset: Ruleset) -> Iterator[Difference]:
    sizes = sorted(len(side.players) for side in game.sides)
    if sizes != sorted(ruleset.seats.sides):
        yield Difference(
            0,
            None,
            f"{ruleset.name} is played by sides of {_sizes(ruleset.seats.sides)} players, "
            f"not of {_sizes(tuple(sizes))}",
        )


def _sizes(sizes: tuple[int, ...]) -> str:
    return ", ".join(str(size) for size in sizes)


def _hands(stand: Standing) -> Iterator[Difference]:
    names = [side.name for side in stand.game.sides]
    for played in stand.hands:
        if not played.hand.forced:
            counted = count_hand_of(stand.game, played.hand.tallies, stand.ruleset)
            verdicts = (
                *zip(names, counted.sides, strict=True),
                (None, counted.table),
            )
            for name, verdict in verdicts:
                for finding in verdict.refused:
                    yield Difference(played.number, name, "", finding=finding)
        for name, points, claimed in zip(names, played.points, played.hand.claimed, strict=False):
            if claimed is not None and claimed != points:
                yield Difference(played.number, name, "score", points, claimed)
