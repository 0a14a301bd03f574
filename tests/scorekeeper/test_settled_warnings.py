"""Warnings in a game: shown until an amendment removes their cause or a note settles them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Undone
from canasta_cli.notation.gamefile import write_game, write_json
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, replace_hand
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.files import check_text, import_games, to_file
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandInput, add_note, record_hand
from canasta_cli.scorekeeper.health import examine
from canasta_cli.scorekeeper.scorebook import Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
NOBODY, LITTLE = "nobody-out", "below-minimum:Us"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """One game with a normal hand, and one in which nobody went out."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="friday"))
        _record(book, "7xK out", "left:44")
        _record(book, "7xQ left:4", "AAA left:5")
        yield book


def _record(book: Scorebook, *tallies: str) -> None:
    record_hand(book, None, HandInput(tuple(map(read_tally, tallies))))


def _amend(book: Scorebook, number: int, *tallies: str) -> None:
    correct(book, None, replace_hand(number, tuple(map(read_tally, tallies))))


def _shown(book: Scorebook, name: str | None = None) -> list[tuple[int, str]]:
    found = load_game(book.journal, name).standing.warnings
    return [(each.hand, each.key) for each in found]


def test_a_warning_is_shown_until_the_hand_is_amended(book: Scorebook) -> None:
    assert _shown(book) == [(2, NOBODY)]
    _amend(book, 2, "7xQ left:4", "AAA left:5 stock")
    assert _shown(book) == []
    undo_or_redo(book, None, Undone(1))
    assert _shown(book) == [(2, NOBODY)]


def test_a_note_on_a_hand_settles_its_warnings_and_undo_shows_them_again(book: Scorebook) -> None:
    noted = add_note(book, None, "we stopped for tea", hand=2)
    assert [each.key for each in noted.settled] == [NOBODY]
    assert _shown(book) == []
    undo_or_redo(book, None, Undone(1))
    assert _shown(book) == [(2, NOBODY)]


def test_a_note_on_the_game_or_on_another_hand_settles_nothing(book: Scorebook) -> None:
    add_note(book, None, "a remark")
    assert add_note(book, None, "a remark", hand=1).settled == ()
    assert _shown(book) == [(2, NOBODY)]


def test_warnings_that_arise_after_the_note_are_shown(book: Scorebook) -> None:
    add_note(book, None, "we stopped for tea", hand=2)
    _amend(book, 2, "444 left:4", "AAA left:5")
    assert _shown(book) == [(2, NOBODY), (2, LITTLE)]
    undo_or_redo(book, None, Undone(1))
    assert _shown(book) == []


def test_a_warning_caused_by_the_amendment_of_another_hand_is_shown_despite_the_note(
    book: Scorebook,
) -> None:
    add_note(book, None, "we stopped for tea", hand=2)
    _amend(book, 1, "7xQ left:4", "AAA left:5")
    assert _shown(book) == [(1, NOBODY), (2, "identical")]


@pytest.mark.parametrize("hand", [0, 3])
def test_a_note_on_a_hand_that_does_not_exist_is_refused(hand: int, book: Scorebook) -> None:
    with pytest.raises(Refused, match=f"there is no hand {hand}"):
        add_note(book, None, "x", hand=hand)


@pytest.mark.parametrize("write", [write_game, write_json], ids=["toml", "json"])
def test_an_exported_game_has_the_same_warnings_when_it_is_imported(
    write: type, book: Scorebook
) -> None:
    add_note(book, None, "we stopped for tea", hand=2)
    _amend(book, 2, "444 left:4", "AAA left:5")
    add_note(book, None, "we do this now", hand=1)
    for _ in range(2):
        before = load_game(book.journal, "friday")
        text = write(to_file(before.standing))
        name = f"copy-{len(before.records)}"
        import_games(book, [check_text(text, "f", "x").renamed(name)])
        assert load_game(book.journal, name).game.notes == before.game.notes
        assert _shown(book) == _shown(book, "friday")
        add_note(book, "friday", "settled now", hand=2)


def test_a_note_in_a_file_that_names_no_warnings_settles_those_of_its_hand(book: Scorebook) -> None:
    text = write_game(to_file(load_game(book.journal, None).standing))
    text += '\n[[notes]]\nafter = 2\nhand = 2\ntext = "we stopped for tea"\n'
    import_games(book, [check_text(text, "f", "x").renamed("copy")])
    assert _shown(book) == []
    _amend(book, 2, "444 left:4", "AAA left:5")
    assert _shown(book) == [(2, NOBODY), (2, LITTLE)]


def test_doctor_lists_the_warnings_of_every_game(book: Scorebook) -> None:
    begin_game(book, Proposal(FOUR, library.ruleset("classic"), name="monday"))
    _record(book, "", "")
    found = examine(book, "canasta.db")
    assert [(game, each.hand, each.id) for game, each in found.warnings] == [
        ("friday", 2, "nobody-out"),
        ("monday", 1, "empty"),
    ]
    assert found.faults == ()
