"""The hand and turn that each entry is about."""

from canasta_cli.model.game import Award, Hand, Sign, Tally
from canasta_cli.model.history import (
    Amended,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlaceInLog,
    Record,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    TurnAmended,
    Turned,
    Undone,
    about,
    dropped_penalties,
    places,
    read_history,
)
from canasta_cli.model.turn import Deal, GoOut, RecordedTurn, Turn

BEGAN = Began("friday", ("Ann", "Bob"), (), "Bob", {"name": "two-player"})
HAND = Hand((Tally(), Tally()))
FINED = Awarded("Ann", Award(Sign.PENALTY, 100))
SAID = RecordedTurn(Turn((GoOut(),), "Ann"))


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


def test_swapped_sides_are_about_all_their_hands() -> None:
    assert _names(SidesSwapped(1, 1), SidesSwapped(2, 4)) == ["1", "2-4"]
    swapped = PlaceInLog(2, last=4)
    assert [hand for hand in range(1, 6) if swapped.includes(hand)] == [2, 3, 4]
    assert [hand for hand in range(1, 6) if PlaceInLog(2, 7).includes(hand)] == [2]


def test_a_penalty_is_about_the_hand_that_it_counts_with() -> None:
    assert _names(BEGAN, FINED, HandTallied(HAND), FINED) == ["-", "1", "1", "2"]


def test_dropped_penalties_are_found_by_their_number_in_the_hand() -> None:
    entries: list[Entry] = [BEGAN, FINED, FINED, FINED, HandTallied(HAND), FINED]
    entries += [PenaltyDropped(*each) for each in ((1, 2), (1, 2), (2, 1), (9, 9))]
    records = [Record(at, "", entry) for at, entry in enumerate(entries, start=1)]
    assert dropped_penalties(records[:7]) == {3}
    assert dropped_penalties(records) == {3, 4, 6}
    assert places(records)[7].name == "1"


def test_once_a_hand_is_dropped_later_hands_have_the_number_before_theirs() -> None:
    kept = (HandTallied(HAND), FINED, HandTallied(HAND), HandTallied(HAND), Noted("x", 3))
    swapped = (SidesSwapped(1, 2), SidesSwapped(2, 3), SidesSwapped(2, 2))
    assert _names(*kept, *swapped, HandDropped(2), FINED, HandTallied(HAND)) == [
        "1", "-", "-", "2", "2", "1", "2", "-", "-", "3", "3",
    ]  # fmt: skip


def test_penalties_dropped_before_a_hand_is_dropped_stay_dropped() -> None:
    entries: list[Entry] = [HandTallied(HAND), HandTallied(HAND), FINED, HandTallied(HAND)]
    entries += [PenaltyDropped(3, 1), HandDropped(1), FINED, PenaltyDropped(3, 1)]
    records = [Record(at, "", entry) for at, entry in enumerate(entries, start=1)]
    assert dropped_penalties(records) == {3, 7}


def test_entries_about_a_hand_include_undone_corrections_of_it_and_later_changes_of_the_rules() -> (
    None
):
    entries: list[Entry] = [
        BEGAN, RulesChanged({}), FINED, HandTallied(HAND), HandTallied(HAND), Amended(1, HAND),
        SidesSwapped(1, 2), Undone(2), RulesChanged({}), Renamed("x"), HandTallied(HAND), Undone(1),
    ]  # fmt: skip
    records = tuple(Record(at, "", entry) for at, entry in enumerate(entries, start=1))
    in_force = read_history(records).in_force
    found = {
        hand: [(record.number, undone) for record, undone in about(records, in_force, hand)]
        for hand in (1, 2, 3)
    }
    assert found == {
        1: [(3, False), (4, False), (6, True), (7, True), (9, False)],
        2: [(5, False), (7, True), (9, False)],
        3: [],
    }
