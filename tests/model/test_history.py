"""Undo, redo and amend: by example, and compared with a plain stack of entries."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from canasta_cli.model.game import (
    Arrival,
    Award,
    Ending,
    Figure,
    Game,
    Hand,
    Note,
    Out,
    Side,
    Sign,
    Tally,
)
from canasta_cli.model.history import (
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Deleted,
    Entry,
    Finished,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlayerRenamed,
    Record,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Turned,
    Undone,
    game_of,
    read_history,
)
from canasta_cli.model.turn import Deal, GoOut, RecordedTurn, Turn

AT = "2026-11-21T20:15:00+00:00"
SIDES = (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan")))
BEGAN = Began("friday", ("Ann", "Bob", "Cat", "Dan"), SIDES, "Dan", {"name": "classic"})


def test_a_record_reads_its_entry_once_and_only_when_it_is_asked_for() -> None:
    reads: list[Entry] = []

    def read() -> Entry:
        reads.append(Undone(2))
        return Undone(2)

    unread = Record(3, AT, read, Undone)
    assert (unread.kind, reads) == (Undone, [])
    known = Record(3, AT, Undone(2))
    assert unread == known
    assert hash(unread) == hash(known)
    assert repr(unread) == f"Record(3, {AT!r}, Undone(steps=2))"
    assert len(reads) == 1
    assert known != Record(3, AT, Undone(1))
    assert known != Record(3, AT, Redone(2))
    assert known != (3, AT, Undone(2))


def test_a_recorded_turn_is_parsed_once_and_only_when_it_is_read() -> None:
    parsed: list[Turn] = []

    def parse() -> Turn:
        parsed.append(Turn((GoOut(),), "Bob"))
        return parsed[-1]

    unread = RecordedTurn(parse, forced=True)
    assert unread.with_mark(forced=True) is unread
    assert not unread.with_mark(forced=False).forced
    assert parsed == []
    known = RecordedTurn(Turn((GoOut(),), "Bob"), forced=True)
    assert unread == known
    assert hash(unread) == hash(known)
    assert repr(unread) == repr(known)
    assert len(parsed) == 1
    assert known != RecordedTurn(Turn((GoOut(),), "Bob"))
    assert known != "Bob: out"


def test_the_turns_of_a_hand_are_a_sequence() -> None:
    turns = [RecordedTurn(Turn((), name)) for name in ("Ann", "Bob", "Cat")]
    records = recorded(BEGAN, Dealt(Deal("Dan")), *(Turned(turn) for turn in turns))
    deals = game_of(records).deal, game_of(records).deal
    assert deals[0] == deals[1]
    for deal in deals:
        assert deal is not None
        assert len(deal.turns) == 3
        assert (deal.turns[1], list(deal.turns[1:])) == (turns[1], turns[1:])
        assert deal.turns == tuple(turns)
        assert deal.turns != tuple(turns[:2])
        anything: object = "turns"
        assert deal.turns != anything
        assert hash(deal.turns) == hash(tuple(turns))


def scored(points: int) -> Hand:
    """Return a hand that is identified by its points."""
    return Hand((Tally(figures=(Figure("points", points),), out=Out.PLAIN), Tally()))


def recorded(*entries: Entry) -> tuple[Record, ...]:
    """Return the entries as numbered records."""
    return tuple(Record(number, AT, entry) for number, entry in enumerate(entries, start=1))


def points_of(game: Game) -> list[int]:
    """Return the points of the first side in each hand."""
    return [hand.tallies[0].figure("points") for hand in game.hands]


ONE, TWO, THREE = HandTallied(scored(5)), HandTallied(scored(10)), HandTallied(scored(15))


def test_undo_takes_back_the_newest_entry_and_redo_brings_it_back() -> None:
    assert points_of(game_of(recorded(BEGAN, ONE, TWO, Undone(1)))) == [5]
    assert points_of(game_of(recorded(BEGAN, ONE, TWO, Undone(1), Redone(1)))) == [5, 10]
    assert points_of(game_of(recorded(BEGAN, ONE, TWO, Undone(2), Redone(1)))) == [5]


def test_a_new_entry_ends_what_a_redo_can_bring_back() -> None:
    records = recorded(BEGAN, ONE, TWO, Undone(1), THREE)
    assert read_history(records).undone == ()
    assert points_of(game_of((*records, Record(6, AT, Redone(1))))) == [5, 15]


PENALTY = Award(Sign.PENALTY, 100)
TURN = Turned(RecordedTurn(Turn((GoOut(),), "Bob")))
PLAYED = (Dealt(Deal("Ann")), TURN, TURN, Shown(()))


def test_what_was_awarded_apart_stays_with_its_hand() -> None:
    amended = game_of(recorded(BEGAN, Awarded("Them", PENALTY), ONE, Amended(1, scored(100))))
    assert points_of(amended) == [100]
    assert amended.hands[0].tallies[1].awards == (PENALTY,)
    assert amended.pending == ()


@pytest.mark.parametrize("played", [True, False])
def test_a_dropped_penalty_no_longer_counts_with_its_hand(played: bool) -> None:
    other = PENALTY._replace(points=200)
    end = PLAYED if played else (ONE,)
    fined = recorded(BEGAN, Awarded("Them", PENALTY), Awarded("Them", other), *end)
    dropped = (*fined, Record(9, AT, PenaltyDropped(1, 1)))
    assert game_of(fined).hands[0].tallies[1].awards == (PENALTY, other)
    assert game_of(dropped).hands[0].tallies[1].awards == (other,)
    assert game_of((*dropped, Record(10, AT, Undone(1)))) == game_of(fined)


def test_a_penalty_is_dropped_before_the_end_of_its_hand() -> None:
    records = recorded(BEGAN, ONE, Awarded("Us", PENALTY), PenaltyDropped(2, 1), TWO)
    assert game_of(records) == game_of(recorded(BEGAN, ONE, TWO))


def test_a_penalty_that_is_not_there_cannot_be_dropped() -> None:
    records = recorded(BEGAN, Awarded("Us", PENALTY), ONE)
    for entry in (PenaltyDropped(1, 2), PenaltyDropped(1, 0), PenaltyDropped(3, 1)):
        assert game_of((*records, Record(9, AT, entry))) == game_of(records)


@pytest.mark.parametrize("over", [True, False])
def test_an_amendment_marks_turns_of_later_hands(over: bool) -> None:
    begun = recorded(BEGAN, ONE, *(PLAYED if over else PLAYED[:-1]))
    by_force = Amended(1, scored(100), ((2, 2), (2, 3)))
    after = game_of((*begun, Record(9, AT, by_force)))
    deal = after.hands[1].played if over else after.deal
    assert deal is not None
    assert deal.marked == ({2, 3} if over else {2})
    assert game_of((*begun, Record(9, AT, by_force), Record(10, AT, Undone(1)))) == game_of(begun)


def test_swapped_sides_exchange_their_tallies_but_not_their_separate_penalties() -> None:
    fined = recorded(BEGAN, ONE, Awarded("Them", PENALTY), TWO, THREE, Noted("late", 2, ("empty",)))
    after = game_of((*fined, Record(7, AT, SidesSwapped(1, 2, (2,)))))
    assert points_of(after) == [0, 0, 15]
    assert [hand.tallies[1].figure("points") for hand in after.hands] == [5, 10, 0]
    assert after.hands[1].tallies[1].awards == (PENALTY,)
    assert [hand.forced for hand in after.hands] == [False, True, False]
    assert after.notes[0].settles == ()
    assert game_of((*fined, Record(7, AT, SidesSwapped(1, 2)), Record(8, AT, Undone(1)))) == (
        game_of(fined)
    )
    assert game_of((*recorded(BEGAN, *PLAYED), Record(9, AT, SidesSwapped(0, 9)))) == game_of(
        recorded(BEGAN, *PLAYED)
    )


def test_a_dropped_hand_moves_the_hands_and_notes_after_it() -> None:
    noted = recorded(
        BEGAN, ONE, Noted("one", 1, ("a",)), TWO, Noted("two", 2, ("b",)), THREE, Noted("three", 3)
    )
    after = game_of((*noted, Record(8, AT, HandDropped(2))))
    assert points_of(after) == [5, 15]
    assert after.notes == (
        Note(1, "one", 0, 1, ("a",)), Note(1, "two"), Note(2, "three", 0, 2)
    )  # fmt: skip
    assert game_of((*noted, Record(8, AT, HandDropped(2)), Record(9, AT, Undone(1)))) == (
        game_of(noted)
    )
    assert points_of(game_of((*noted, Record(8, AT, HandDropped(4))))) == [5, 10, 15]


def test_marks_of_a_dropped_hand_are_of_the_new_numbers() -> None:
    begun = recorded(BEGAN, ONE, *PLAYED[:-1])
    after = game_of((*begun, Record(9, AT, HandDropped(1, ((1, 2),)))))
    assert after.deal is not None
    assert after.deal.marked == {2}


def test_a_change_of_the_rules_is_in_force_until_it_is_undone() -> None:
    samba, royal = ({"name": name} for name in ("samba", "royal"))
    records = recorded(BEGAN, ONE, RulesChanged(samba), RulesChanged(royal))
    assert read_history(records[:2]).rules == BEGAN.ruleset
    assert read_history(records).rules == royal
    assert read_history((*records, Record(5, AT, Undone(1)))).rules == samba
    assert read_history((*records, Record(5, AT, Undone(2)))).rules == BEGAN.ruleset


def test_after_a_change_of_the_rules_exactly_what_it_names_is_forced() -> None:
    by_force = HandTallied(scored(5)._replace(forced=True))
    illegal = Turned(TURN.recorded.with_mark(forced=True))
    begun = recorded(
        BEGAN, by_force, ONE, Dealt(Deal("Ann")), illegal, TURN, Shown((), True), *PLAYED[:2]
    )
    changed = game_of((*begun, Record(10, AT, RulesChanged({}, ((2, 0), (3, 2), (4, 1))))))
    assert [hand.forced for hand in changed.hands] == [False, True, False]
    played = changed.hands[2].played
    assert played is not None
    assert played.marked == {2}
    assert changed.deal is not None
    assert changed.deal.marked == {1}


def test_tallies_instead_of_turns_end_the_hand_in_play() -> None:
    begun = recorded(BEGAN, *PLAYED[:-1], Awarded("Them", PENALTY))
    stopped = game_of((*begun, Record(9, AT, ONE._replace(stopped=True))))
    assert stopped.deal is None
    assert points_of(stopped) == [5]
    assert stopped.hands[0].tallies[1].awards == (PENALTY,)
    undone = (*begun, Record(9, AT, ONE._replace(stopped=True)), Record(10, AT, Undone(1)))
    assert game_of(undone) == game_of(begun)


def test_what_an_amendment_says_of_a_hand_that_is_not_there_says_nothing() -> None:
    said = RecordedTurn(Turn((GoOut(),), "Bob"))
    for entry in (
        TurnAmended(1, 1, said),
        LeftAmended(1, ()),
        Amended(3, scored(1)),
        SidesSwapped(2, 3),
        Amended(1, scored(5), ((0, 1), (1, 1))),
    ):
        assert points_of(game_of(recorded(BEGAN, ONE, entry))) == [5]
    assert game_of(recorded(BEGAN, TurnAmended(1, 1, said))) == game_of(recorded(BEGAN))
    for without_a_deal in (TURN, Shown(())):
        assert game_of(recorded(BEGAN, without_a_deal)) == game_of(recorded(BEGAN))


def test_undoing_an_amendment_restores_what_it_amended() -> None:
    amended = recorded(BEGAN, ONE, TWO, Amended(1, scored(100)), Amended(1, scored(200)))
    assert points_of(game_of(amended)) == [200, 10]
    assert points_of(game_of((*amended, Record(6, AT, Undone(1))))) == [100, 10]
    assert points_of(game_of((*amended, Record(6, AT, Undone(2))))) == [5, 10]


def test_a_note_stands_after_the_hands_that_were_played() -> None:
    game = game_of(recorded(BEGAN, Noted("first"), ONE, Noted("then")))
    assert game.notes == (Note(0, "first"), Note(1, "then"))


def test_a_game_goes_by_its_last_name_and_undo_gives_the_old_one_back() -> None:
    records = recorded(BEGAN, Renamed("christmas"))
    assert game_of(records).name == "christmas"
    assert game_of((*records, Record(3, AT, Undone(1)))).name == "friday"


def test_a_deleted_game_that_lost_its_name_is_restored_under_the_new_one() -> None:
    records = recorded(BEGAN, Renamed("x"), Deleted(), Renamed("friday-2", aside=True), Undone(1))
    game = game_of(records)
    assert (game.name, game.deleted) == ("friday-2", False)
    assert game_of(records[:-1]).deleted
    assert game_of((*records, Record(6, AT, Undone(1)))).name == "friday-2"
    assert game_of((*records, Record(6, AT, Redone(1)))).deleted


def test_putting_a_game_away_is_not_undone_and_ends_no_redo() -> None:
    records = recorded(BEGAN, ONE, Undone(1), Archived(away=True))
    assert game_of(records).archived
    assert [record.entry for record in read_history(records).undone] == [ONE]
    assert game_of((*records, Record(5, AT, Undone(1)))).archived
    assert points_of(game_of((*records, Record(5, AT, Redone(1))))) == [5]
    assert not game_of((*records, Record(5, AT, Archived(away=False)))).archived


def test_nothing_of_the_beginning_can_be_undone() -> None:
    found = read_history(recorded(BEGAN, ONE))
    assert [record.entry for record in found.undoable] == [ONE]


def test_a_history_without_a_beginning_is_no_game() -> None:
    for records in (recorded(), recorded(ONE, Noted("lost"))):
        with pytest.raises(ValueError, match="“new”, which begins the game, is missing"):
            _ = read_history(records).rules
        with pytest.raises(ValueError, match="“new”, which begins the game, is missing"):
            game_of(records)


sides = st.sampled_from([(), ("We", "They")])
steps = st.integers(1, 4)
hands = st.builds(scored, st.integers(0, 200).map(lambda fives: 5 * fives))
names = st.text(min_size=1, max_size=5)
# In no other seat, and under no other name, is somebody called the same.
arrivals = st.builds(
    lambda hand, seat, name: Arrival(hand, seat, f"{name}, seat {seat}"),
    st.integers(1, 5),
    st.integers(0, 3),
    names,
)
entries = st.one_of(
    st.builds(HandTallied, hands),
    st.builds(Amended, st.integers(0, 5), hands),
    st.builds(Noted, st.text(max_size=5)),
    st.builds(
        Renamed,
        st.text(min_size=1, max_size=5),
        st.just(False),
        st.sampled_from(["", "2026-09-12"]),
    ),
    st.builds(Archived, st.booleans()),
    st.builds(Finished, st.sampled_from(tuple(Ending))),
    st.builds(
        lambda player, name, sides: PlayerRenamed(player, f"{name}, once {player}", sides=sides),
        st.sampled_from(BEGAN.players),
        names,
        sides,
    ),
    st.builds(Substituted, arrivals, st.text(max_size=3), sides),
    st.just(Deleted()),
    st.builds(Undone, steps),
    st.builds(Redone, steps),
    st.just(BEGAN),
)


@given(st.lists(entries, max_size=12))
def test_any_sequence_of_entries_is_some_game(found: list[Entry]) -> None:
    """Folding never crashes and loses no record: each is in force, undone, or an undo or redo."""
    records = recorded(BEGAN, *found)
    game_of(records)
    now = read_history(records)
    assert list(now.in_force) == sorted(now.in_force, key=lambda record: record.number)
    assert not {each.number for each in now.in_force} & {each.number for each in now.undone}
    assert all(
        not isinstance(record.entry, Began | Archived | Undone | Redone)
        for record in (*now.undoable, *now.undone)
    )


@given(st.lists(entries, max_size=10), steps)
def test_undo_then_redo_changes_nothing(found: list[Entry], number: int) -> None:
    records = recorded(BEGAN, *found)
    before = read_history(records)
    possible = min(number, len(before.undoable))
    moved = recorded(BEGAN, *found, *((Undone(possible), Redone(possible)) if possible else ()))
    assert read_history(moved) == before
    assert game_of(moved) == game_of(records)


@given(st.lists(entries, max_size=10))
@example([ONE, TWO, Undone(1), Noted("between"), Redone(1)])
def test_an_undo_takes_back_what_it_is_said_to_take_back(found: list[Entry]) -> None:
    """The newest entry that can be undone is then no longer in force."""
    records = recorded(BEGAN, *found)
    before, after = read_history(records), read_history(recorded(BEGAN, *found, Undone(1)))
    gone = {each.number for each in before.in_force} - {each.number for each in after.in_force}
    assert gone == {each.number for each in before.undoable[-1:]}


@given(st.lists(entries, max_size=10))
@example([ONE, TWO, Undone(1), Noted("between")])
def test_a_redo_brings_back_what_it_is_said_to_bring_back(found: list[Entry]) -> None:
    records = recorded(BEGAN, *found)
    before, after = read_history(records), read_history(recorded(BEGAN, *found, Redone(1)))
    back = {each.number for each in after.in_force} - {each.number for each in before.in_force}
    assert back == {each.number for each in before.undone[-1:]}


class Evening(RuleBasedStateMachine):
    """Histories compared with two plain stacks: entries done, and entries undone."""

    @initialize()
    def begin(self) -> None:
        """Start a game."""
        self.records = [Record(1, AT, BEGAN)]
        self.done: list[Entry] = []
        self.undone: list[Entry] = []

    def record(self, entry: Entry) -> None:
        """Append to the history."""
        self.records.append(Record(len(self.records) + 1, AT, entry))

    @rule(entry=st.builds(HandTallied, hands) | st.text(max_size=3).map(Renamed))
    def say(self, entry: Entry) -> None:
        """Record a hand or a new name."""
        self.record(entry)
        self.done.append(entry)
        self.undone.clear()

    @precondition(lambda self: any(isinstance(each, HandTallied) for each in self.done))
    @rule(data=st.data(), hand=hands)
    def amend(self, data: st.DataObject, hand: Hand) -> None:
        """Amend one of the hands."""
        played = sum(isinstance(each, HandTallied) for each in self.done)
        self.say(Amended(data.draw(st.integers(1, played)), hand))

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """Undo some entries, newest first."""
        number = data.draw(st.integers(1, len(self.done)))
        self.record(Undone(number))
        self.undone += [self.done.pop() for _ in range(number)]

    @precondition(lambda self: self.undone)
    @rule(data=st.data())
    def redo(self, data: st.DataObject) -> None:
        """Redo some of them, the last one undone first."""
        number = data.draw(st.integers(1, len(self.undone)))
        self.record(Redone(number))
        self.done += [self.undone.pop() for _ in range(number)]

    @invariant()
    def agrees(self) -> None:
        """The history agrees with the stacks."""
        now = read_history(self.records)
        assert [record.entry for record in now.undoable] == self.done
        assert [record.entry for record in now.undone] == self.undone
        expected: list[Hand] = []
        for entry in self.done:
            if isinstance(entry, HandTallied):
                expected.append(entry.hand)
            elif isinstance(entry, Amended):
                old = expected[entry.number - 1]
                entered = old.entered or old.tallies
                expected[entry.number - 1] = entry.hand._replace(entered=entered)
        assert list(game_of(self.records).hands) == expected


TestEvening = Evening.TestCase
