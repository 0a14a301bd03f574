"""Number the entries of a history: the hand, and the turn of it, that each is about.

The log, corrections and the look at one hand ask it.
"""

from collections.abc import Iterable, Mapping

from canasta_cli.model.history import (
    Amended,
    Awarded,
    Dealt,
    Entry,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    Record,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Turned,
)
from canasta_cli.values import NamedTuple


class PlaceInLog(NamedTuple):
    """A hand, and one of its turns, both counted from 1; ``turn`` is 0 for the whole hand.

    ``last`` is the last of several hands; 0 for one.
    """

    hand: int
    turn: int = 0
    last: int = 0

    @property
    def name(self) -> str:
        """The place as ``amend`` names it: ``2``, ``2.7`` or ``2-4``."""
        if self.last > self.hand:
            return f"{self.hand}-{self.last}"
        return f"{self.hand}.{self.turn}" if self.turn else str(self.hand)

    def includes(self, hand: int) -> bool:
        """True if it is about a hand, counted from 1, or a part of it."""
        return self.hand <= hand <= max(self.hand, self.last)


def places(in_force: Iterable[Record]) -> dict[int, PlaceInLog]:
    """Map the numbers of entries in force to the hand and turn that each is about.

    A penalty is about the hand that it counts with. Entries about the whole game are left out, and so
    are those about a hand that was dropped.
    """
    hand, turn = 1, 0
    found: dict[int, PlaceInLog] = {}
    for record in in_force:
        match record.entry:
            case HandTallied() | Shown():
                found[record.number] = PlaceInLog(hand)
                hand, turn = hand + 1, 0
            case Turned():
                turn += 1
                found[record.number] = PlaceInLog(hand, turn)
            case Dealt() | Awarded():
                found[record.number] = PlaceInLog(hand)
            case HandDropped(number):
                found = _without(found, number)
                hand -= 1
            case _:
                place = _named_place(record.entry)
                if place is not None:
                    found[record.number] = place
    return found


def _named_place(entry: Entry) -> PlaceInLog | None:
    """Return the place that an entry itself names, so that it is about it even if it was undone."""
    match entry:
        case Amended(number) | LeftAmended(number) | PenaltyDropped(number):
            return PlaceInLog(number)
        case TurnAmended(number, at):
            return PlaceInLog(number, at)
        case SidesSwapped(number, last):
            return PlaceInLog(number, last=last)
        case Substituted(arrival):
            return PlaceInLog(arrival.hand, arrival.turn if arrival.turn > 1 else 0)
        case Noted(_, number) if number:
            return PlaceInLog(number)
        case _:
            return None


def _without(found: Mapping[int, PlaceInLog], dropped: int) -> dict[int, PlaceInLog]:
    """Return places as they are once a hand is dropped; entries about it alone have none."""
    return {
        number: place._replace(
            hand=place.hand - (place.hand > dropped), last=place.last - (place.last >= dropped)
        )
        for number, place in found.items()
        if place.hand != dropped or place.last > dropped
    }


def hands_by_entry(in_force: Iterable[Record]) -> dict[int, int]:
    """Map the numbers of the entries in force that ended a hand to the number of their hand, from 1."""
    in_force = tuple(in_force)
    numbered = places(in_force)
    return {
        record.number: numbered[record.number].hand
        for record in in_force
        if record.kind in (HandTallied, Shown) and record.number in numbered
    }


def dropped_penalties(in_force: Iterable[Record]) -> frozenset[int]:
    """Return the numbers of entries in force whose penalties were dropped later."""
    in_force = tuple(in_force)
    numbered = places(in_force)
    kept: dict[int, list[int]] = {}
    dropped: set[int] = set()
    for record in in_force:
        if isinstance(record.entry, Awarded):
            place = numbered.get(record.number)
            kept.setdefault(place.hand if place else 0, []).append(record.number)
        elif isinstance(record.entry, PenaltyDropped):
            number, place = record.entry.number, numbered.get(record.number)
            hand = place.hand if place else 0
            if 1 <= number <= len(kept.get(hand, ())):
                dropped.add(kept[hand].pop(number - 1))
    return frozenset(dropped)


def about(
    records: Iterable[Record], in_force: Iterable[Record], hand: int
) -> tuple[tuple[Record, bool], ...]:
    """List the entries about a hand, counted from 1, each with whether it was undone.

    A change of the rules is about every hand before it. Entries that were undone are listed if they
    name the hand themselves.
    """
    in_force = tuple(in_force)
    numbered = places(in_force)
    kept = {record.number for record in in_force}
    found: list[tuple[Record, bool]] = []
    for record in records:
        undone = record.number not in kept
        place = _named_place(record.entry) if undone else numbered.get(record.number)
        if place is not None and place.includes(hand):
            found.append((record, undone))
        elif found and not undone and isinstance(record.entry, RulesChanged):
            found.append((record, False))
    return tuple(found)
