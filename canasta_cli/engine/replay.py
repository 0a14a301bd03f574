"""How far a recorded game holds: every claim of it counted again."""

from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.closing import Closing, judge_left
from canasta_cli.engine.dealing import Dealt, judge_deal
from canasta_cli.engine.hand import count_hand_of
from canasta_cli.engine.played import Seating, replay, seating
from canasta_cli.engine.rule import Finding
from canasta_cli.engine.standing import Standing, standing
from canasta_cli.model.deal import Deal
from canasta_cli.model.game import Game
from canasta_cli.rules.schema import Ruleset


class Difference(NamedTuple):
    """Something that does not hold: in a hand (from 1; 0 for the game itself) and of a side, if of one.

    ``turn`` is the turn of a hand that was played, from 1, and one more than there are for what was
    shown at its end. ``expected`` and ``found`` are points where a score is wrong; ``finding`` is the rule that
    stands against a tally.
    """

    hand: int
    side: str | None
    what: str
    expected: int | None = None
    found: int | None = None
    finding: Finding | None = None
    turn: int = 0


def differences(game: Game, ruleset: Ruleset) -> tuple[Difference, ...]:
    """Everything in a game that its rules do not bear out, from the first hand on."""
    seats = tuple(_seats(game, ruleset))
    if seats:
        return seats
    stand = standing(game, ruleset)
    return (*_hands(stand), *_in_play(stand))


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
    totals = (0,) * len(names)
    for played in stand.hands:
        if played.hand.played is not None:
            seats = seating(stand.game, played.dealer, played.number, totals, stand.ruleset)
            yield from _turns(played.hand.played, seats, stand.ruleset)
        elif not played.hand.forced:
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
        totals = tuple(map(sum, zip(totals, played.points, strict=True)))


def _in_play(stand: Standing) -> Iterator[Difference]:
    """The hand that is not over yet."""
    deal = stand.game.deal
    if deal is not None:
        dealer = deal.dealer or stand.dealer
        number = len(stand.game.hands) + 1
        seats = seating(stand.game, dealer, number, stand.totals, stand.ruleset)
        yield from _turns(deal, seats, stand.ruleset)


def _turns(deal: Deal, seats: Seating, ruleset: Ruleset) -> Iterator[Difference]:
    """What the rules do not allow of a hand's turns, and of what was shown at its end."""
    played = replay(deal, seats, ruleset)
    for finding in judge_deal(Dealt(deal, played.start), ruleset).refused:
        yield Difference(seats.number, None, "", finding=finding)
    for number, (one, said) in enumerate(zip(played.steps, deal.turns, strict=True), start=1):
        if not said.forced:
            for finding in one.ruling.verdict.refused:
                yield Difference(seats.number, None, "", finding=finding, turn=number)
    if deal.left is not None and not deal.left_forced:
        for finding in judge_left(Closing(played.now, deal.left), ruleset).refused:
            yield Difference(seats.number, None, "", finding=finding, turn=len(deal.turns) + 1)
