"""Number the entries of a history: the hand, and the turn of it, that each is about."""

from collections.abc import Iterable
from typing import NamedTuple

from canasta_cli.model.history import (
    Amended,
    Awarded,
    Dealt,
    HandTallied,
    LeftAmended,
    Noted,
    Record,
    Shown,
    TurnAmended,
    Turned,
)


class Place(NamedTuple):
    """A hand, and one of its turns, both counted from 1; ``turn`` is 0 for the whole hand."""

    hand: int
    turn: int = 0

    @property
    def name(self) -> str:
        """The place as ``amend`` names it: ``2`` or ``2.7``."""
        return f"{self.hand}.{self.turn}" if self.turn else str(self.hand)


def places(in_force: Iterable[Record]) -> dict[int, Place]:
    """Map the numbers of entries in force to the hand and turn that each is about.

    A penalty is about the hand that it counts with. Entries about the whole game are left out.
    """
    hand, turn = 1, 0
    found: dict[int, Place] = {}
    for record in in_force:
        match record.entry:
            case HandTallied() | Shown():
                found[record.number] = Place(hand)
                hand, turn = hand + 1, 0
            case Turned():
                turn += 1
                found[record.number] = Place(hand, turn)
            case Dealt():
                turn = 0
                found[record.number] = Place(hand)
            case Awarded():
                found[record.number] = Place(hand)
            case Amended(number):
                found[record.number] = Place(number)
            case TurnAmended(number, at):
                found[record.number] = Place(number, at)
            case LeftAmended(number):
                found[record.number] = Place(number)
            case Noted(_, number) if number:
                found[record.number] = Place(number)
            case _:
                pass
    return found
