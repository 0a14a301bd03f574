"""What a page gets of a game: the score and the last hand, in the words of the game, and nothing secret."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import EVENING, NEXT_HAND, record, watched

from canasta_cli.journal.store import Journal
from canasta_cli.scorekeeper.games import LETTERS, link_of, links


def state_after(file: Path, *lines: str) -> Any:
    """Return what a page shows after some commands."""
    record(file, *lines)
    game = watched(file)
    assert game.refresh()
    game.close()
    return game.document


def test_the_state_has_what_the_table_asks_for(new_file: Path) -> None:
    state = state_after(new_file, *EVENING, "penalty Them illegal-take")
    us, them = state["sides"]
    assert (us["name"], us["who"], us["total"], us["to_open"]) == ("Us", "Ann and Cat", 1005, "50")
    assert (them["total"], them["to_target"], state["target"]) == (1315, 3685, 5000)
    assert (state["game"], state["title"]) == ("friday", "Classic Canasta")
    assert (state["dealer"], state["next_hand"], state["deals"]) == ("Bob", 3, None)
    assert [each["text"] for each in state["pending"]] == ["Them: -50 (pile taken without a meld)"]
    assert [[side["total"] for side in hand["sides"]] for hand in state["hands"]] == [
        [920, 55],
        [1005, 1315],
    ]
    assert state["result"] == ""
    assert not state["trouble"]


def test_the_last_hand_is_shown_line_by_line_as_on_a_sheet(new_file: Path) -> None:
    last = state_after(new_file, *EVENING)["last"]
    assert (last["hand"], last["dealer"], last["titles"]) == (2, "Ann", ["Us", "Them"])
    lines = [(line["name"], *line["points"]) for line in last["lines"]]
    assert lines[0] == ("melded cards", 110, 260)
    assert ("natural canastas (aces)", None, 500) in lines
    assert lines[-1] == ("cards left in hands", -25, None)
    sums = [sum(line[side] or 0 for line in lines if side) for side in (1, 2)]
    assert sums == [side["points"] for side in last["sides"]]


def test_a_corrected_hand_is_marked_until_the_correction_is_undone(new_file: Path) -> None:
    state = state_after(new_file, *EVENING, "amend 1 Them='AAA 5555 left:JJ'")
    assert [hand["corrected"] for hand in state["hands"]] == [True, False]
    state = state_after(new_file, "undo")
    assert [hand["corrected"] for hand in state["hands"]] == [False, False]


def test_a_game_without_a_hand_has_no_last_hand(new_file: Path) -> None:
    state = state_after(new_file, EVENING[0])
    assert (state["hands"], state["last"], state["next_hand"]) == ([], None, 1)


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("hand --points 5200 2685", "The game is over: Us (Ann and Cat) won by 2,205."),
        ("finish", "The game is over: Them (Bob and Dan) won by 310."),
        ("finish --unfinished", "The game is over: it was left unfinished."),
    ],
)
def test_who_won_is_said_in_a_sentence(line: str, result: str, new_file: Path) -> None:
    """Nothing is needed to open or to win any more."""
    record(new_file, EVENING[0], "hand --points 1005 1315")
    state = state_after(new_file, line)
    assert state["result"] == result
    assert [(side["to_open"], side["to_target"]) for side in state["sides"]] == [(None, None)] * 2


def test_the_words_are_those_of_the_game(new_file: Path) -> None:
    state = state_after(
        new_file, "new Ann Bob Cat Dan -r hand-and-foot", "hand '7xK 7xQ out' '5555' --force"
    )
    assert any("books" in line["name"] for line in state["last"]["lines"])
    assert state["deals"] == 4


def test_who_played_alone_and_who_sits_out_is_shown(new_file: Path) -> None:
    record(new_file, "new Ann Bob Cat -r three-player")
    state = state_after(
        new_file, "hand '7xK 8888 out alone:Ann' 'AAA left:JJ' 'QQQ left:KK' --force"
    )
    assert state["last"]["alone"] == "Ann"
    assert state["last"]["titles"] == ["Ann (alone)", "Bob (with Cat)", "Cat (with Bob)"]


def test_a_hand_in_play_shows_whose_turn_it_is_and_no_card(new_file: Path) -> None:
    """Not the cards that were dealt or drawn, nor the pile, though the file has them."""
    turns = ("turn draw QD meld KKK AAA discard JH", "turn draw discard 7")
    state = state_after(new_file, EVENING[0], "deal --upcard 9", *turns)
    assert state["playing"] == {"dealer": "Dan", "turns": 2, "over": False, "player": "Cat"}
    text = json.dumps(
        {name: value for name, value in state.items() if name not in ("game", "keys")}
    )
    assert not any(card in text for card in ("QD", "KKK", "AAA", "JH", "upcard", "stock"))


HOSTILE = ("<script>alert(1)</script>", "evil\u202egnp.exe", "שלום", "zero\u200bwidth")


def test_no_name_can_reverse_a_line_or_hide_a_letter(new_file: Path) -> None:
    names = " ".join(f"'{name}'" for name in HOSTILE)
    state = state_after(new_file, f"new {names} --name 'x\u202ey'")
    text = json.dumps(state, ensure_ascii=False)
    assert HOSTILE[0] in text, "the page shows it as text"
    assert HOSTILE[2] in text
    assert text.isprintable()


# A file that changes.


@pytest.fixture
def game_of_two(file: Path) -> Iterator[Any]:
    found = watched(file)
    assert found.refresh()
    yield found
    found.close()


def test_a_state_is_made_only_when_somebody_has_written(game_of_two: Any, file: Path) -> None:
    assert not game_of_two.refresh()
    record(file, NEXT_HAND)
    assert game_of_two.refresh()
    assert len(game_of_two.document["hands"]) == 3
    assert not game_of_two.refresh()


def test_it_stays_with_its_game_under_another_name(game_of_two: Any, file: Path) -> None:
    record(file, "rename saturday")
    assert game_of_two.refresh()
    assert game_of_two.document["game"] == "saturday"
    record(file, "new Eve Fay")
    assert not game_of_two.refresh()


def test_again_moves_the_page_on_if_the_game_is_over(game_of_two: Any, file: Path) -> None:
    with Journal.open(str(file), create=False) as journal:
        line = journal.find("friday")
        assert line is not None
        link_of(journal, line.id, "Bob")
        before = links(journal, line.id)
    record(file, "again --name other", "use friday")
    game_of_two.refresh()
    assert game_of_two.document["game"] == "friday"
    record(file, "finish", "again --name saturday")
    assert game_of_two.refresh()
    assert (game_of_two.document["game"], game_of_two.document["hands"]) == ("saturday", [])
    with Journal.open(str(file), create=False) as journal:
        now = journal.current()
        assert now is not None
        assert (links(journal, line.id), links(journal, now.id)) == ({}, before)
        assert {*before} == {"", "Bob"}
    record(file, "again -g friday --name third")
    assert not game_of_two.refresh()
    record(file, "rename sunday -g saturday")
    assert game_of_two.refresh()
    assert game_of_two.document["game"] == "sunday"


def test_again_moves_it_on_from_a_game_that_was_begun_by_mistake(
    game_of_two: Any, file: Path
) -> None:
    record(file, "finish", "again --name wrong", "again -g friday --name other")
    game_of_two.refresh()
    record(file, "delete wrong")
    assert game_of_two.refresh()
    assert game_of_two.document["trouble"]
    record(file, "again -g friday --seats Ann,Bob,Dan,Cat --name right")
    assert game_of_two.refresh()
    assert (game_of_two.document["game"], game_of_two.document["trouble"]) == ("right", False)
    record(file, "undo -g wrong")
    game_of_two.refresh()
    assert game_of_two.document["game"] == "right"


def test_a_backup_that_is_restored_is_noticed(game_of_two: Any, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    record(file, f"backup {copy}", NEXT_HAND)
    assert game_of_two.refresh()
    record(file, f"restore {copy} --yes")
    assert game_of_two.refresh()
    assert len(game_of_two.document["hands"]) == 2
    record(file, NEXT_HAND)
    assert game_of_two.refresh()


def test_another_file_in_its_place_is_noticed(game_of_two: Any, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    record(file, f"backup {copy}", NEXT_HAND)
    assert game_of_two.refresh()
    with Journal.open(str(file), create=False) as journal:
        journal.row("PRAGMA wal_checkpoint(TRUNCATE)")
    copy.replace(file)
    assert game_of_two.refresh()
    assert len(game_of_two.document["hands"]) == 2


def test_the_score_stays_while_the_file_is_gone(
    game_of_two: Any, file: Path, tmp_path: Path
) -> None:
    aside = tmp_path / "aside.db"
    shutil.move(file, aside)
    assert game_of_two.refresh()
    assert game_of_two.document["trouble"]
    assert "is no longer there" in game_of_two.trouble
    assert len(game_of_two.document["hands"]) == 2
    assert not game_of_two.refresh()
    shutil.move(aside, file)
    assert game_of_two.refresh()
    assert not game_of_two.document["trouble"]


def test_the_score_of_a_deleted_game_stays_with_a_remark(game_of_two: Any, file: Path) -> None:
    record(file, "delete friday")
    assert game_of_two.refresh()
    assert game_of_two.document["trouble"]
    record(file, "undo -g friday")
    assert game_of_two.refresh()
    assert not game_of_two.document["trouble"]


# The link.


def test_a_link_stays_the_same_until_a_new_one_is_made(new_file: Path) -> None:
    record(new_file, EVENING[0], "new Eve Fay --name duel")
    with Journal.open(str(new_file), create=False) as journal:
        first, second = journal.listed()
        link, kept = link_of(journal, first.id)
        assert kept
        assert len(link) == LETTERS
        assert link_of(journal, first.id) == (link, True)
        assert link_of(journal, second.id) != (link, True)
        new, _ = link_of(journal, first.id, renew=True)
        assert new != link
        assert link_of(journal, first.id) == (new, True)
    record(new_file, "doctor")


def test_a_link_is_only_for_now_if_the_file_is_read_only(new_file: Path) -> None:
    record(new_file, EVENING[0])
    with Journal.open(str(new_file), create=False) as journal:
        journal.connection.execute("PRAGMA query_only = ON")
        (line,) = journal.listed()
        link, kept = link_of(journal, line.id)
        assert not kept
        assert len(link) == LETTERS
