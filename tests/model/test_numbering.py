"""The hand and turn that each entry is about."""

from canasta_cli.model.deal import Deal, TurnSaid
from canasta_cli.model.game import Hand
from canasta_cli.model.history import (
    Amended,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandTallied,
    LeftAmended,
    Record,
    Renamed,
    Shown,
    TurnAmended,
    Turned,
)
from canasta_cli.model.numbering import places
from canasta_cli.model.tally import Award, Sign, Tally
from canasta_cli.model.turn import GoOut, Turn

BEGAN = Began("friday", ("Ann", "Bob"), (), "Bob", {"name": "two-player"})
HAND = Hand((Tally(), Tally()))
SAID = TurnSaid(Turn((GoOut(),), "Ann"))


def _names(*entries: Entry) -> list[str]:
    records = [Record(number, "", entry) for number, entry in enumerate(entries, start=1)]
    found = places(records)
    return [found[each.number].name if each.number in found else "-" for each in records]


def test_hands_and_turns_are_counted_from_one() -> None:
    played = (Dealt(Deal()), Turned(SAID), Turned(SAID), Shown(()))
    assert _names(BEGAN, HandTallied(HAND), *played, Renamed("x"), Dealt(Deal()), Turned(SAID)) == [
        "-", "1", "2", "2.1", "2.2", "2", "-", "3", "3.1",
    ]  # fmt: skip


def test_an_amendment_is_about_the_hand_or_turn_that_it_changes() -> None:
    amended = (Amended(1, HAND), TurnAmended(2, 5, SAID), LeftAmended(3, ()))
    assert _names(BEGAN, HandTallied(HAND), *amended) == ["-", "1", "1", "2.5", "3"]


def test_a_penalty_is_about_the_hand_that_it_counts_with() -> None:
    penalty = Awarded("Ann", Award(Sign.PENALTY, 100))
    assert _names(BEGAN, penalty, HandTallied(HAND), penalty) == ["-", "1", "1", "2"]
