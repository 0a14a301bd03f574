"""How much work commands do in a long game or a large journal: statements, hands and turns are counted."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from canasta_cli.engine import items
from canasta_cli.engine.game import replay, standing
from canasta_cli.journal import store
from canasta_cli.journal.entries import read_shallow
from canasta_cli.journal.schema import GameLine, SealedSummary
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Tally
from canasta_cli.model.history import Redone, Shown, Undone
from canasta_cli.model.turn import PlayerCards
from canasta_cli.notation import tally as tally_notation
from canasta_cli.notation import turn as deal_notation
from canasta_cli.notation import turn as turn_notation
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import amend_left, amend_turn, correct, replace_hand
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.files import check_text, import_games, to_file
from canasta_cli.scorekeeper.games import Proposal, begin_game, list_games, rename_game
from canasta_cli.scorekeeper.hands import HandInput, add_note, record_hand
from canasta_cli.scorekeeper.health import examine
from canasta_cli.scorekeeper.playing import record_deal, record_left, record_turn
from canasta_cli.scorekeeper.scorebook import Scorebook, find, load_game, load_sealed

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
HEAD = """canasta = 1
rules = "classic"
players = ["Ann", "Bob", "Cat", "Dan"]
[sides]
Us = ["Ann", "Cat"]
Them = ["Bob", "Dan"]
"""
TWO_MELDS = HandInput((read_tally("KKK"), read_tally("AAA")))
TALLIED = '[[hands]]\nUs = "7xK QQQ2 2x3R out"\nThem = "AAA 5555 left:JJ4"\n'
PLAYED = (
    '[[hands]]\nturns = ["draw discard 5", "draw discard 4"]\nupcard = "9"\nleft = { Ann = "A4" }\n'
)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A book with an empty database and a fixed clock."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        yield Scorebook(journal, lambda: AT)


def _statements(book: Scorebook, work: Callable[[], object]) -> int:
    """Count the statements that are executed for some work."""
    seen: list[str] = []
    book.journal.connection.set_trace_callback(seen.append)
    work()
    book.journal.connection.set_trace_callback(None)
    return len(seen)


def _count(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """Count the calls of a function; the list has one number, to be set back."""
    calls = [0]
    function = getattr(module, name)

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        return function(*args, **kwargs)

    monkeypatch.setattr(module, name, counted)
    return calls


def _import(book: Scorebook, *texts: str) -> None:
    """Import game files, named by their number in the journal."""
    first = len(book.journal.games())
    checked = [check_text(text, "file", f"game {first + at}") for at, text in enumerate(texts)]
    assert all(each.recorded for each in import_games(book, checked, force=True))


def _begin(book: Scorebook, name: str = "friday") -> None:
    begin_game(book, Proposal(FOUR, library.ruleset("classic"), name=name))


def _play(book: Scorebook, turns: int = 3) -> None:
    """Record a hand turn by turn."""
    record_deal(book, None, tuple(read_cards("9")))
    for number in range(turns):
        record_turn(book, None, read_turn(f"draw discard {'4567'[number % 4]}"))
    record_left(book, None, (PlayerCards("Ann", read_cards("A4")),), forced=True)


def test_an_import_does_the_same_work_for_each_game(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + 3 * TALLIED
    _import(book, text)
    calls = _count(monkeypatch, items, "sheets")
    few = _statements(book, lambda: _import(book, text))
    # Counted when the file is checked, and when the game is recorded.
    assert calls == [2 * 3]
    many = _statements(book, lambda: _import(book, *[text] * 10))
    assert calls == [2 * 3 * (1 + 10)]
    assert many - few < 9 * few
    longer = _statements(book, lambda: _import(book, HEAD + 5 * TALLIED))
    # An entry, with the trigger that guards it, and the rows of two sides for each hand more.
    assert longer - few == 2 * (2 + 2)


class _Compared(str):
    """A name that counts how often any such name is compared."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        _Compared.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_an_import_does_not_compare_every_name_with_every_other(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tuple(GameLine(at, _Compared(f"old {at}")) for at in range(100))
    monkeypatch.setattr(store.Reader, "games", lambda _: lines)
    checked = [check_text(HEAD, "file", f"game {at}") for at in range(20)]
    assert all(each.recorded for each in import_games(book, checked))
    assert _Compared.times < len(lines)


def test_lists_of_games_take_as_many_statements_for_many_games_as_for_one(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + TALLIED + PLAYED

    def listed() -> None:
        found, errors = list_games(book.journal, book.journal.games())
        assert (len(found), errors) == (len(book.journal.games()), [])

    _import(book, text)
    few = _statements(book, listed)
    _import(book, *[text] * 20)
    calls = _count(monkeypatch, items, "sheets")
    assert _statements(book, listed) == few
    assert calls == [0]


def test_a_list_from_the_summary_is_the_same_as_one_counted_from_the_entries(
    book: Scorebook,
) -> None:
    special = 'Them = "points:120 mixed:1 left:JJ4"\nUs = "7xK QQQ2 concealed"'
    _import(book, HEAD + 3 * TALLIED + PLAYED, HEAD, HEAD + f"[[hands]]\n{special}\n")
    _begin(book)
    record_hand(book, None, HandInput(tuple(map(read_tally, ("points:5000", "points:5000")))))
    _begin(book, "monday")
    record_hand(book, None, HandInput(tuple(map(read_tally, ("points:7000", "")))))
    add_note(book, None, "rain")
    rename_game(book, None, "tuesday")
    undo_or_redo(book, None, Undone(1))
    lines = book.journal.games()
    assert len(book.journal.counted_games()) == len(lines) == 5
    summed = list_games(book.journal, lines)
    book.journal.connection.execute("DELETE FROM summary_covers")
    assert book.journal.counted_games() == {}
    assert list_games(book.journal, lines) == summed


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE summary_covers SET entry = entry - 1",
        "UPDATE summary_side SET total = 'many'",
        "UPDATE summary_player SET canastas = '[]'",
        "UPDATE summary_player SET canastas = '{\"x\":1}'",
        "UPDATE summary_player SET place = 7",
        "UPDATE summary_player SET best = x'00'",
        "UPDATE summary_game SET winner = 'Nobody'",
        "DELETE FROM summary_player",
    ],
)
def test_a_summary_that_is_old_or_not_valid_is_not_used(book: Scorebook, change: str) -> None:
    _import(book, HEAD + 2 * TALLIED)
    right, _ = list_games(book.journal, book.journal.games())
    book.journal.connection.execute(change)
    assert list_games(book.journal, book.journal.games()) == (right, [])


def test_a_game_is_found_without_reading_the_lines_of_the_others(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _import(book, *[HEAD + TALLIED] * 5)
    _begin(book)
    _play(book)
    calls = _count(monkeypatch, store, "_line")
    works: tuple[Callable[[], object], ...] = (
        lambda: find(book.journal, None),
        lambda: find(book.journal, "game 3"),
        lambda: record_hand(book, None, HandInput(tuple(map(read_tally, ("KKK", "AAA"))))),
        lambda: undo_or_redo(book, None, Undone(1)),
    )
    for work in works:
        calls[0] = 0
        work()
        # Before the transaction, in it, and the game of the newest entry.
        assert 1 <= calls[0] <= 3


def test_a_hand_is_counted_without_counting_the_earlier_ones(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _import(book, HEAD + 3 * TALLIED)
    calls = _count(monkeypatch, items, "sheets")
    before, after = _rows(book), record_hand(book, None, TWO_MELDS).after
    assert calls == [1]
    # The rows of earlier hands stay as they are.
    assert _rows(book)[:6] == before
    assert len(_rows(book)) == 8
    assert after.standing == load_game(book.journal, None).standing


def _rows(book: Scorebook) -> list[tuple[Any, ...]]:
    query = "SELECT rowid, * FROM summary_hand ORDER BY game, hand, place"
    return book.journal.connection.execute(query).fetchall()


def test_after_an_undo_the_hands_are_counted_once_and_sealed_again(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _import(book, HEAD + 3 * TALLIED)
    undo_or_redo(book, None, Undone(1))
    calls = _count(monkeypatch, items, "sheets")
    record_hand(book, None, TWO_MELDS)
    assert calls == [1]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE summary_next SET covers = covers - 1",
        "UPDATE summary_next SET made_by = '0.0.1'",
        "UPDATE summary_next SET hand = hand + 1",
        "UPDATE summary_next SET seal = ''",
        "UPDATE summary_side SET total = total + 5",
        "UPDATE summary_side SET total = 'many'",
        "UPDATE summary_player SET points = points + 5",
        "UPDATE summary_player SET canastas = '[]'",
        "DELETE FROM summary_player WHERE seat = 1",
        "DELETE FROM summary_next",
        "DROP TABLE summary_player",
    ],
)
def test_a_hand_is_added_only_to_totals_whose_seal_fits(book: Scorebook, change: str) -> None:
    _import(book, HEAD + 2 * TALLIED)
    book.journal.connection.execute(change)
    loaded = load_sealed(book.journal, None)
    assert loaded.sealed is None
    assert loaded == load_game(book.journal, None)


def test_a_seal_and_the_entries_are_of_one_moment(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program records something between the two readings."""
    _import(book, HEAD + 2 * TALLIED)
    before, sealed = load_game(book.journal, None), Journal.sealed

    def record_meanwhile(journal: Journal, line: GameLine) -> SealedSummary | None:
        found = sealed(journal, line)
        monkeypatch.undo()
        with Journal.open(journal.path) as other:
            correct(Scorebook(other, lambda: AT), None, replace_hand(1, TWO_MELDS.tallies))
        return found

    monkeypatch.setattr(Journal, "sealed", record_meanwhile)
    loaded = load_sealed(book.journal, None)
    assert (loaded.records, loaded.standing) == (before.records, before.standing)
    assert load_game(book.journal, None).standing.totals != before.standing.totals


def test_finished_hands_are_never_replayed_nor_their_turns_parsed(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _begin(book)
    for _ in range(3):
        _play(book)
    applied = _count(monkeypatch, replay, "follow")
    judged = _count(monkeypatch, replay, "verdict_of_turn")
    parsed = _count(monkeypatch, turn_notation, "read_turn")
    loaded = load_game(book.journal, None)
    assert [hand.by_force for hand in loaded.game.hands] == [True] * 3
    add_note(book, None, "rain")
    assert (applied, judged, parsed) == ([0], [0], [0])
    record_deal(book, None, tuple(read_cards("9")))
    assert record_turn(book, None, read_turn("draw discard 4")).accepted
    applied[0] = judged[0] = parsed[0] = 0
    # Each command is a process of its own, which has read nothing yet.
    read_shallow.cache_clear()
    assert record_turn(book, None, read_turn("draw discard 5")).accepted
    # The first turn of this hand; the new one is judged, and read back before it is recorded.
    assert (applied, judged, parsed) == ([1], [1], [2])


def test_a_turn_takes_the_same_work_in_every_hand(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _begin(book)
    counted = _count(monkeypatch, items, "sheets")
    tallies = _count(monkeypatch, tally_notation, "read_tally")
    cards = _count(monkeypatch, deal_notation, "read_player")
    statements = []
    for _ in range(3):
        record_deal(book, None, tuple(read_cards("9")))
        # Each command is a process of its own, which has read nothing yet.
        read_shallow.cache_clear()
        counted[0] = tallies[0] = cards[0] = 0
        statements.append(
            _statements(book, lambda: record_turn(book, None, read_turn("draw discard 4")))
        )
        assert (counted, tallies, cards) == ([0], [0], [0])
        record_left(book, None, (PlayerCards("Ann", read_cards("A4")),), forced=True)
    assert len(set(statements)) == 1


def test_the_stored_tally_follows_amendments_and_undo(book: Scorebook) -> None:
    _begin(book)
    _play(book)
    _play(book)

    def stored() -> list[int]:
        loaded = load_game(book.journal, None)
        again = standing.standing(loaded.game, loaded.ruleset, standing.replayed)
        assert [hand.sheets for hand in again.hands] == [h.sheets for h in loaded.standing.hands]
        assert all(hand.from_turns for hand in loaded.game.hands)
        assert examine(book, "").faults == ()
        return [sum(hand.points) for hand in loaded.standing.hands]

    first = stored()
    correct(book, None, amend_left(1, (PlayerCards("Ann", read_cards("WW")),)), forced=True)
    left = stored()
    assert left[0] == first[0] - 100 + 25
    turn = amend_turn(2, 1, "draw meld KKKK 7777 discard A")
    assert correct(book, None, turn, forced=True).accepted
    melded = stored()
    assert melded[1] > left[1]
    undo_or_redo(book, None, Undone(1))
    assert stored() == left
    undo_or_redo(book, None, Undone(1))
    assert stored() == first
    undo_or_redo(book, None, Redone(2))
    assert stored() == melded


def test_an_exported_game_is_imported_with_the_same_tallies(book: Scorebook) -> None:
    from canasta_cli.notation.gamefile import write_game

    _begin(book)
    _play(book)
    before = load_game(book.journal, None)
    text = write_game(to_file(before.standing))
    _import(book, text.replace('name = "friday"', 'name = "again"'))
    after = load_game(book.journal, "again")
    assert after.game.hands[0].from_turns == before.game.hands[0].from_turns
    assert after.standing.totals == before.standing.totals


def test_doctor_names_a_stored_tally_that_the_turns_do_not_give(book: Scorebook) -> None:
    _begin(book)
    record_deal(book, None, tuple(read_cards("9")))
    left = (PlayerCards("Ann", read_cards("A4")),)
    wrong = Shown(left, forced=True, tallies=(read_tally("KKK left:A4"), Tally()))
    with book.journal.writing() as writing:
        writing.append(1, wrong, AT)
    found = [fault for fault in examine(book, "").faults if not fault.derived]
    assert [fault.text for fault in found] == [
        (
            "hand 1 of game friday has another tally than its turns "
            "(Us: KKK left:4A instead of left:4A); to store the right one, amend its end: "
            "canasta amend 1.left PLAYER=CARDS"
        )
    ]
    correct(book, None, amend_left(1, left), forced=True)
    assert examine(book, "").faults == ()


def test_tallies_that_do_not_fit_the_sides_make_the_game_unreadable(book: Scorebook) -> None:
    _begin(book)
    record_deal(book, None, tuple(read_cards("9")))
    with book.journal.writing() as writing:
        writing.append(1, Shown((), tallies=(Tally(),)), AT)
    assert any("don't fit the sides" in fault.text for fault in examine(book, "").faults)
