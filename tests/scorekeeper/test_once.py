"""A request with a key is recorded once, however often it is sent; one for a hand only as that hand."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from canasta_cli.errors import NotUnderstood, Refused, UnusableData
from canasta_cli.journal.store import Journal, Reader
from canasta_cli.model.history import Redone, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, drop_hand
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import (
    Already,
    HandInput,
    Sent,
    State,
    already,
    keyed,
    record_hand,
)
from canasta_cli.scorekeeper.playing import record_deal, record_turn
from canasta_cli.scorekeeper.scorebook import Repeated, Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
HANDS = (("7xK QQQ2 out", "AAA left:JJ4"), ("7x9 out", "KKK left:44"), ("7xA out", "555 left:K"))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """Two games without a hand; friday is the current one."""
    with _opened(tmp_path / "canasta.db") as book:
        yield book


@contextmanager
def _opened(file: Path) -> Iterator[Scorebook]:
    with Journal.open(str(file), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        for name in ("monday", "friday"):
            begin_game(book, Proposal(FOUR, library.ruleset("classic"), name=name))
        yield book


def _send(
    book: Scorebook,
    hand: int = 0,
    *,
    as_hand: int | None = None,
    key: str | None = None,
    game: str = "friday",
    recorder: str = "",
) -> int | Already:
    """Send a hand; return its number, or the entry that it recorded before."""
    given = HandInput(tuple(map(read_tally, HANDS[hand])), sent=Sent(as_hand, key, recorder))
    try:
        return record_hand(book, game, given).number
    except Repeated as repeated:
        return already(repeated)


def _hands(book: Scorebook, game: str = "friday") -> int:
    return len(load_game(book.journal, game).game.hands)


def _place(found: int | Already) -> tuple[str, str]:
    assert isinstance(found, Already)
    return found.text, found.state.value


def test_a_hand_with_a_key_is_recorded_once(book: Scorebook) -> None:
    assert [_send(book, 0, key="a"), _send(book, 1, key="b")] == [1, 2]
    assert _place(_send(book, 0, key="a")) == ("hand 1", "recorded")
    assert _place(_send(book, 1, key="b")) == ("hand 2", "recorded")
    assert _hands(book) == 2


def test_a_trial_sees_one_moment_while_the_same_hand_is_recorded(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two phones save at once: the trial of one must not take the hand of the other for another hand."""
    compared = Reader.keyed

    def record_meanwhile(reader: Reader, game: int, key: str) -> tuple[int, str] | None:
        found = compared(reader, game, key)
        monkeypatch.undo()
        with Journal.open(book.journal.path, create=False) as other:
            assert _send(Scorebook(other, lambda: AT), 0, as_hand=1, key="a") == 1
        return found

    monkeypatch.setattr(Reader, "keyed", record_meanwhile)
    assert _send(book.trial, 0, as_hand=1, key="a") == 1
    assert _place(_send(book, 0, as_hand=1, key="a")) == ("hand 1", "recorded")


def test_the_same_hand_without_a_key_is_recorded_again(book: Scorebook) -> None:
    assert [_send(book), _send(book)] == [1, 2]


def test_a_hand_that_was_undone_is_not_recorded_again(book: Scorebook) -> None:
    _send(book, 0, key="a")
    undo_or_redo(book, "friday", Undone(1))
    assert _place(_send(book, 0, key="a")) == ("hand 1", "undone")
    assert _hands(book) == 0
    undo_or_redo(book, "friday", Redone(1))
    assert _place(_send(book, 0, key="a")) == ("hand 1", "recorded")
    undo_or_redo(book, "friday", Undone(1))
    _send(book, 1, key="b")
    assert _place(_send(book, 0, key="a")) == ("hand 1", "undone")
    assert _hands(book) == 1


def test_a_hand_has_the_number_of_now_unless_it_was_dropped(book: Scorebook) -> None:
    for hand, key in enumerate("abc"):
        _send(book, hand, key=key)
    correct(book, "friday", drop_hand(2))
    assert [_place(_send(book, hand, key=key)) for hand, key in enumerate("abc")] == [
        ("hand 1", "recorded"),
        ("hand 2", "dropped"),
        ("hand 2", "recorded"),
    ]


def test_a_key_of_one_game_is_free_in_another(book: Scorebook) -> None:
    assert _send(book, 0, key="a") == _send(book, 1, key="a", game="monday") == 1


@pytest.mark.parametrize(
    ("then", "says"),
    [
        (lambda _: None, r"stands for something else: hand 1 of friday \(Us 720, Them 35\); nothing"),
        (lambda book: undo_or_redo(book, "friday", Undone(1)), r"hand 1 of friday, then undone; nothing"),
        (lambda book: correct(book, "friday", drop_hand(1)), r"hand 1 of friday, then dropped; n"),
    ],
)  # fmt: skip
def test_a_key_of_another_request_is_refused(
    book: Scorebook, then: Callable[[Scorebook], object], says: str
) -> None:
    _send(book, 0, key="a")
    then(book)
    before = book.journal.size()
    with pytest.raises(Refused, match=says):
        _send(book, 1, key="a")
    assert book.journal.size() == before


def test_a_hand_that_was_refused_leaves_its_key_free(book: Scorebook) -> None:
    impossible = HandInput(tuple(map(read_tally, ("KK out", ""))), sent=Sent(key="a"))
    assert not record_hand(book, "friday", impossible).recorded
    assert _send(book, 0, key="a") == 1


def test_a_dry_run_knows_keys_and_keeps_none(book: Scorebook) -> None:
    assert _send(book.trial, 0, key="a") == 1
    assert _send(book, 1, key="a") == 1
    assert _place(_send(book.trial, 1, key="a")) == ("hand 1", "recorded")


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "the key is empty"),
        ("k" * 65, "the key has 65 characters"),
        ("Zoë", "“ë” can't be in a key"),
        ("a\nb", "“\n” can't be in a key"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}", "can't be in a key"),
    ],
)
def test_a_key_is_a_short_line_of_ascii(book: Scorebook, key: str, says: str) -> None:
    with pytest.raises(NotUnderstood, match=says):
        _send(book, key=key)
    assert _hands(book) == 0


@pytest.mark.parametrize("key", ["1", "k" * 64, "a b", "'; DROP TABLE journal; --", "{%}"])
def test_any_other_key_is_kept_as_it_is(book: Scorebook, key: str) -> None:
    assert _send(book, key=key) == 1
    assert _place(_send(book, key=key)) == ("hand 1", "recorded")


def test_a_hand_is_recorded_only_as_the_hand_that_it_is_meant_as(book: Scorebook) -> None:
    assert _send(book, as_hand=1) == 1
    says = r"hand 1 of friday is already recorded: Us 720, Them 35; the next hand is 2"
    with pytest.raises(Refused, match=says):
        _send(book, 1, as_hand=1)
    with pytest.raises(Refused, match=r"the next hand of friday is 2, not 4"):
        _send(book, 1, as_hand=4)
    assert _hands(book) == 1
    assert _send(book, 1, as_hand=2) == 2


def test_a_repeated_hand_is_known_by_its_key_before_its_number_is_compared(book: Scorebook) -> None:
    assert _send(book, as_hand=1, key="a") == 1
    assert _place(_send(book, as_hand=1, key="a")) == ("hand 1", "recorded")


def test_a_hand_that_ended_the_game_is_known_too(book: Scorebook) -> None:
    given = HandInput((read_tally("score:8000"), read_tally("score:0")), sent=Sent(1, "a"))
    assert record_hand(book, "friday", given).after.standing.outcome.over
    with pytest.raises(Repeated):
        record_hand(book, "friday", given)


def test_a_turn_is_recorded_once_and_only_in_its_hand(book: Scorebook) -> None:
    _send(book)
    record_deal(book, "friday")
    assert record_turn(book, "friday", "4", sent=Sent(2, "a")).recorded
    with pytest.raises(Repeated) as repeated:
        record_turn(book, "friday", "4", sent=Sent(2, "a"))
    found = already(repeated.value)
    assert (found.text, found.state) == ("turn 1 of hand 2", State.RECORDED)
    with pytest.raises(Refused, match=r"hand 1 of friday is already .*; the hand in play is 2"):
        record_turn(book, "friday", "5", sent=Sent(1, "b"))
    assert record_turn(book, "friday", "4", sent=Sent(2, "b")).number == 2


def test_a_correction_is_made_once(book: Scorebook) -> None:
    for hand in range(3):
        _send(book, hand)
    once = keyed("a", "drop", 2)
    assert correct(book, "friday", drop_hand(2), once=once).recorded
    with pytest.raises(Repeated) as repeated:
        correct(book, "friday", drop_hand(2), once=once)
    assert _place(already(repeated.value)) == ("a dropped hand", "recorded")
    assert _hands(book) == 2


def test_the_file_itself_keeps_one_entry_for_a_key(book: Scorebook) -> None:
    _send(book, 0, key="a")
    _send(book, 1, key="b")
    with book.journal.writing() as writing:
        for key, number in (("a", 3), ("c", 2)):
            with pytest.raises(sqlite3.IntegrityError):
                writing.keep_key(2, number, key, "[]")
        writing.keep_key(2, 1, "c", "[]")


@pytest.mark.parametrize("entry", [(99, "[]"), (b"2", "[]"), (2, b"[]")])
def test_a_key_that_the_program_never_wrote_is_named(
    book: Scorebook, entry: tuple[int, str]
) -> None:
    _send(book, 1)
    with book.journal.writing() as writing:
        number, request = entry
        writing.keep_key(2, number, "a", request)
    with pytest.raises(UnusableData, match="contains values that canasta did not write"):
        _send(book, 0, key="a")


def test_who_sent_an_entry_stands_beside_it(book: Scorebook, tmp_path: Path) -> None:
    with _opened(tmp_path / "other.db") as other:
        _send(book, 0, key="a", recorder="Bob")
        _send(other, 0, key="a")
        rows = "SELECT * FROM journal"
        assert book.journal.rows(rows) == other.journal.rows(rows)
    assert _recorders(book) == ["", "Bob"]
    # Sent again, it stays the entry of the one who came first.
    assert _place(_send(book, 0, key="a", recorder="Dan")) == ("hand 1", "recorded")
    assert _recorders(book) == ["", "Bob"]


@pytest.mark.parametrize("name", ["x" * 41, "Bo\u202eb", "", b"Bob", "a\nb"])
def test_a_name_that_nobody_who_records_can_have_is_left_out(
    name: str | bytes, book: Scorebook
) -> None:
    _send(book, 0, key="a", recorder="Bob")
    with book.journal.writing() as writing:
        writing.connection.execute("UPDATE entry_recorder SET recorder = ?", (name,))
    assert _recorders(book) == ["", ""]


def _recorders(book: Scorebook) -> list[str]:
    return [each.recorder for each in load_game(book.journal, "friday").records]
