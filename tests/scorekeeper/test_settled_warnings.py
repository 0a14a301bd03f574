"""Warnings in a game: shown until an amendment removes their cause or a note settles them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.engine.games.warnings import all_warnings
from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.notation.gamefile import write_game, write_json
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.files import bring_in, check_text, to_file
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.hands import HandSaid, note, record_hand
from canasta_cli.scorekeeper.health import examine
from canasta_cli.scorekeeper.scorebook import Desk, table
from canasta_cli.scorekeeper.undo import undo

AT = "2026-11-21T20:15:00+00:00"
FOUR = ("Ann", "Bob", "Cat", "Dan")
NOBODY, LITTLE = "nobody-out", "below-minimum:Us"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """One game with a normal hand, and one in which nobody went out."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        desk = Desk(journal, lambda: AT)
        begin_game(desk, Proposal(FOUR, library.ruleset("classic"), name="friday"))
        _record(desk, "7xK out", "left:44")
        _record(desk, "7xQ left:4", "AAA left:5")
        yield desk


def _record(desk: Desk, *tallies: str, number: int | None = None) -> None:
    record_hand(desk, None, HandSaid(tuple(map(read_tally, tallies)), number=number))


def _shown(desk: Desk, name: str | None = None) -> list[tuple[int, str]]:
    found = all_warnings(table(desk.journal, name).standing)
    return [(each.hand, each.key) for each in found]


def test_a_warning_is_shown_until_the_hand_is_amended(desk: Desk) -> None:
    assert _shown(desk) == [(2, NOBODY)]
    _record(desk, "7xQ left:4", "AAA left:5 stock", number=2)
    assert _shown(desk) == []
    undo(desk, None, 1)
    assert _shown(desk) == [(2, NOBODY)]


def test_a_note_on_a_hand_settles_its_warnings_and_undo_shows_them_again(desk: Desk) -> None:
    noted = note(desk, None, "we stopped for tea", hand=2)
    assert [each.key for each in noted.settled] == [NOBODY]
    assert _shown(desk) == []
    undo(desk, None, 1)
    assert _shown(desk) == [(2, NOBODY)]


def test_a_note_on_the_game_or_on_another_hand_settles_nothing(desk: Desk) -> None:
    note(desk, None, "a remark")
    assert note(desk, None, "a remark", hand=1).settled == ()
    assert _shown(desk) == [(2, NOBODY)]


def test_warnings_that_arise_after_the_note_are_shown(desk: Desk) -> None:
    note(desk, None, "we stopped for tea", hand=2)
    _record(desk, "444 left:4", "AAA left:5", number=2)
    assert _shown(desk) == [(2, NOBODY), (2, LITTLE)]
    undo(desk, None, 1)
    assert _shown(desk) == []


def test_a_warning_caused_by_the_amendment_of_another_hand_is_shown_despite_the_note(
    desk: Desk,
) -> None:
    note(desk, None, "we stopped for tea", hand=2)
    _record(desk, "7xQ left:4", "AAA left:5", number=1)
    assert _shown(desk) == [(1, NOBODY), (2, "identical")]


@pytest.mark.parametrize("hand", [0, 3])
def test_a_note_on_a_hand_that_does_not_exist_is_refused(hand: int, desk: Desk) -> None:
    with pytest.raises(Refused, match=f"there is no hand {hand}"):
        note(desk, None, "x", hand=hand)


@pytest.mark.parametrize("write", [write_game, write_json], ids=["toml", "json"])
def test_an_exported_game_has_the_same_warnings_when_it_is_imported(
    write: type, desk: Desk
) -> None:
    note(desk, None, "we stopped for tea", hand=2)
    _record(desk, "444 left:4", "AAA left:5", number=2)
    note(desk, None, "we do this now", hand=1)
    for _ in range(2):
        before = table(desk.journal, "friday")
        text = write(to_file(before.standing))
        (brought,) = bring_in(desk, [check_text(text, "f", "x")], f"copy-{len(before.records)}")
        assert brought.table is not None
        assert brought.table.game.notes == before.game.notes
        assert _shown(desk) == _shown(desk, "friday")
        note(desk, "friday", "settled now", hand=2)


def test_a_note_in_a_file_that_names_no_warnings_settles_those_of_its_hand(desk: Desk) -> None:
    text = write_game(to_file(table(desk.journal, None).standing))
    text += '\n[[notes]]\nafter = 2\nhand = 2\ntext = "we stopped for tea"\n'
    bring_in(desk, [check_text(text, "f", "x")], "copy")
    assert _shown(desk) == []
    _record(desk, "444 left:4", "AAA left:5", number=2)
    assert _shown(desk) == [(2, NOBODY), (2, LITTLE)]


def test_doctor_lists_the_warnings_of_every_game(desk: Desk) -> None:
    begin_game(desk, Proposal(FOUR, library.ruleset("classic"), name="monday"))
    _record(desk, "", "")
    found = examine(desk, "canasta.db")
    assert [(each.game, each.warning.hand, each.warning.id) for each in found.warnings] == [
        ("friday", 2, "nobody-out"),
        ("monday", 1, "empty"),
    ]
    assert found.faults == ()
