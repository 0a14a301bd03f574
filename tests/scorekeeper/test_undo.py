"""Undo and redo across several games: the entry undone is always one the user can mean."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.entry import Noted
from canasta_cli.rules import library
from canasta_cli.scorekeeper.games import Proposal, begin_game, use_game
from canasta_cli.scorekeeper.hands import note
from canasta_cli.scorekeeper.scorebook import Desk, Table, table
from canasta_cli.scorekeeper.undo import Moved, redo, undo

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
MOVES = (undo, redo)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two games; friday is the current one."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        desk = Desk(journal, lambda: AT)
        for name in ("monday", "friday"):
            begin_game(desk, Proposal(FOUR, library.ruleset("classic"), name=name))
            note(desk, name, f"first of {name}")
        yield desk


def _notes(now: Table) -> list[str]:
    return [each.text for each in now.game.notes]


def test_undo_takes_the_newest_entry_of_the_current_game(desk: Desk) -> None:
    undo(desk, None, 1)
    assert _notes(table(desk.journal, "friday")) == []
    redo(desk, None, 1)
    assert _notes(table(desk.journal, "friday")) == ["first of friday"]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("dry_run", [False, True])
def test_undo_without_a_game_is_refused_after_an_entry_in_another_game(
    move: Callable[..., Moved], dry_run: bool, desk: Desk
) -> None:
    note(desk, "monday", "second of monday")
    before = [table(desk.journal, name).records for name in ("friday", "monday")]
    with pytest.raises(Refused) as refused:
        move(desk, None, 1, dry_run=dry_run)
    word = move.__name__
    assert refused.value.message == (
        "the newest entry belongs to game monday, but the current game is friday"
    )
    assert f"canasta {word} -g monday" in refused.value.remedy
    assert f"canasta {word} -g friday" in refused.value.remedy
    assert [table(desk.journal, name).records for name in ("friday", "monday")] == before


def test_the_commands_to_choose_from_undo_as_many_entries_as_asked_for(desk: Desk) -> None:
    note(desk, "monday", "second of monday")
    with pytest.raises(Refused) as refused:
        undo(desk, None, 2)
    assert "canasta undo 2 -g monday" in refused.value.remedy


def test_undo_in_a_named_game_is_never_refused_because_of_another_game(desk: Desk) -> None:
    note(desk, "monday", "second of monday")
    undo(desk, "friday", 1)
    assert _notes(table(desk.journal, "friday")) == []
    undo(desk, "monday", 1)
    assert _notes(table(desk.journal, "monday")) == ["first of monday"]


def test_choosing_another_current_game_does_not_make_its_last_entry_the_newest(desk: Desk) -> None:
    use_game(desk, "monday")
    with pytest.raises(Refused, match="belongs to game friday, but the current game is monday"):
        undo(desk, None, 1)


def test_the_newest_entry_of_the_journal_is_found_in_any_game(desk: Desk) -> None:
    with desk.journal.writing() as writing:
        for line in writing.games():
            writing.append(line.id, Noted("x"), AT)
            newest = writing.newest()
            assert newest is not None
            assert newest.name == line.name


def test_an_empty_journal_has_no_newest_entry(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "empty.db"), create=True) as journal:
        assert journal.newest() is None
