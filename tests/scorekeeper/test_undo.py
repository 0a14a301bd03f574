"""Undo and redo across several games: the entry undone is always one the user can mean."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Noted, Redone, Undone
from canasta_cli.rules import library
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.games import Proposal, begin_game, use_game
from canasta_cli.scorekeeper.hands import add_note
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
MOVES = {Undone(1): "undo", Redone(1): "redo"}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """Two games; friday is the current one."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        book = Scorebook(journal, lambda: AT)
        for name in ("monday", "friday"):
            begin_game(book, Proposal(FOUR, library.ruleset("classic"), name=name))
            add_note(book, name, f"first of {name}")
        yield book


def _notes(now: LoadedGame) -> list[str]:
    return [each.text for each in now.game.notes]


def test_undo_takes_the_newest_entry_of_the_current_game(book: Scorebook) -> None:
    undo_or_redo(book, None, Undone(1))
    assert _notes(load_game(book.journal, "friday")) == []
    undo_or_redo(book, None, Redone(1))
    assert _notes(load_game(book.journal, "friday")) == ["first of friday"]


@pytest.mark.parametrize(("move", "word"), MOVES.items(), ids=MOVES.values())
@pytest.mark.parametrize("dry_run", [False, True])
def test_undo_without_a_game_is_refused_after_an_entry_in_another_game(
    move: Undone | Redone, word: str, dry_run: bool, book: Scorebook
) -> None:
    add_note(book, "monday", "second of monday")
    before = [load_game(book.journal, name).records for name in ("friday", "monday")]
    with pytest.raises(Refused) as refused:
        undo_or_redo(book._replace(dry_run=dry_run), None, move)
    assert refused.value.message == (
        "the newest entry belongs to game monday, but the current game is friday"
    )
    assert f"canasta {word} -g monday" in refused.value.fix
    assert f"canasta {word} -g friday" in refused.value.fix
    assert [load_game(book.journal, name).records for name in ("friday", "monday")] == before


def test_the_commands_to_choose_from_undo_as_many_entries_as_asked_for(book: Scorebook) -> None:
    add_note(book, "monday", "second of monday")
    with pytest.raises(Refused) as refused:
        undo_or_redo(book, None, Undone(2))
    assert "canasta undo 2 -g monday" in refused.value.fix


def test_undo_in_a_named_game_is_never_refused_because_of_another_game(book: Scorebook) -> None:
    add_note(book, "monday", "second of monday")
    undo_or_redo(book, "friday", Undone(1))
    assert _notes(load_game(book.journal, "friday")) == []
    undo_or_redo(book, "monday", Undone(1))
    assert _notes(load_game(book.journal, "monday")) == ["first of monday"]


def test_choosing_another_current_game_does_not_make_its_last_entry_the_newest(
    book: Scorebook,
) -> None:
    use_game(book, "monday")
    with pytest.raises(Refused, match="belongs to game friday, but the current game is monday"):
        undo_or_redo(book, None, Undone(1))


def test_the_newest_entry_of_the_journal_is_found_in_any_game(book: Scorebook) -> None:
    with book.journal.writing() as writing:
        for line in writing.games():
            writing.append(line.id, Noted("x"), AT)
            newest = writing.newest()
            assert newest is not None
            assert newest.name == line.name


def test_an_empty_journal_has_no_newest_entry(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "empty.db"), create=True) as journal:
        assert journal.newest() is None
