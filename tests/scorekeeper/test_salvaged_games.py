"""A damaged database becomes a sound one with every entry that is left, and says what is missing."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main

Capture = pytest.CaptureFixture[str]
HAND = ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]
PLAYED = (
    ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"], HAND, ["note", "one"], HAND,
    ["note", "two"], ["undo"], ["hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"],
    ["new", "Ann", "Bob", "--name", "sunday"], ["note", "three"],
    ["deal", "--upcard", "9"], ["turn", "draw", "discard", "4"], ["turn", "draw", "discard", "5"],
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The database of the commands: entries 1 to 7 of friday, 8 to 12 of sunday."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    for line in PLAYED:
        assert main(line) == 0
    capsys.readouterr()
    return tmp_path / "canasta.db"


def _without(file: Path, *sql: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for trigger in ("changed", "shortened", "replaced"):
            connection.execute(f"DROP TRIGGER journal_is_never_{trigger}")
        # Deleted rows would be found in the file otherwise.
        connection.execute("PRAGMA secure_delete = ON")
        for statement in sql:
            connection.execute(statement)
        connection.execute("VACUUM")


def _salvage(capsys: Capture) -> tuple[int, dict[str, object]]:
    """Salvage, check that the doctor is content with the result, and return the answer."""
    capsys.readouterr()
    status = main(["doctor", "--salvage", "new.db", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert main(["doctor", "--json", "--db", "new.db"]) == 0
    (said,) = json.loads(capsys.readouterr().out)["salvaged"]
    assert said == {"head": answer["head"], "lacks": answer["lacks"]}
    return status, answer


def _totals(db: str, game: str, capsys: Capture) -> list[int]:
    capsys.readouterr()
    assert main(["next", "--json", "--db", db, "-g", game]) == 0
    return [side["total"] for side in json.loads(capsys.readouterr().out)["sides"]]


def test_a_sound_database_is_copied_with_a_new_chain(file: Path, capsys: Capture) -> None:
    status, answer = _salvage(capsys)
    assert (status, answer["records"], answer["games"], answer["lacks"]) == (0, 12, 2, [])
    for game in ("friday", "sunday"):
        assert _totals("new.db", game, capsys) == _totals(str(file), game, capsys)
    assert main(["turn", "draw", "discard", "6", "--db", "new.db"]) == 0


def test_an_undo_after_a_missing_note_still_undoes_the_note(file: Path, capsys: Capture) -> None:
    before = _totals(str(file), "friday", capsys)
    _without(file, "DELETE FROM journal WHERE id = 5")
    status, answer = _salvage(capsys)
    assert status == 1
    assert answer["lacks"] == [
        "Could not be read: entry 5.",
        "Game friday lacks its entry 5; check its score.",
    ]
    assert _totals("new.db", "friday", capsys) == before
    assert main(["log", "-g", "friday", "--db", "new.db"]) == 0
    assert "Entry 5 could not be read" in capsys.readouterr().out


def test_entries_of_a_game_without_its_beginning_are_set_aside(file: Path, capsys: Capture) -> None:
    _without(file, "DELETE FROM journal WHERE id = 8")
    _, answer = _salvage(capsys)
    assert (answer["games"], answer["records"]) == (1, 11)
    aside = [each for each in answer["lacks"] if each.startswith("Set aside")]  # type: ignore[attr-defined]
    assert len(aside) == 4
    assert aside[0].endswith('note {"text":"three"}')
    assert "game sunday, entry 2, " in aside[0]


def test_what_contradicts_the_entries_before_it_is_set_aside(file: Path, capsys: Capture) -> None:
    _without(
        file,
        """UPDATE journal SET what = 'amend left', data = '{"hand":9,"left":{}}' WHERE id = 11""",
    )
    _, answer = _salvage(capsys)
    assert [each.partition(",")[0] for each in answer["lacks"]] == [  # type: ignore[attr-defined]
        "Changed after they were recorded: entry 11.",
        "Set aside",
        "Set aside",
    ]
    assert main(["log", "-g", "sunday", "--db", "new.db"]) == 0
    assert "three" in capsys.readouterr().out


def test_a_game_of_which_nothing_is_left_is_named(file: Path, capsys: Capture) -> None:
    _without(file, "DELETE FROM journal WHERE game = 1")
    assert "Nothing is left of game friday." in str(_salvage(capsys)[1]["lacks"])


def test_entries_lost_at_the_end_are_known_by_the_counter(file: Path, capsys: Capture) -> None:
    _without(file, "DELETE FROM journal WHERE id > 10")
    assert _salvage(capsys)[1]["lacks"] == ["Could not be read: entries 11–12."]


def test_a_changed_entry_is_kept_and_named(file: Path, capsys: Capture) -> None:
    _without(file, "UPDATE journal SET data = replace(data, 'one', 'eleven') WHERE id = 3")
    status, answer = _salvage(capsys)
    assert (status, answer["lacks"]) == (1, ["Changed after they were recorded: entry 3."])
    assert main(["log", "-g", "friday", "--db", "new.db"]) == 0
    assert "eleven" in capsys.readouterr().out


def test_two_games_that_get_the_same_name_are_kept_apart(file: Path, capsys: Capture) -> None:
    for line in (["rename", "old", "-g", "friday"], ["rename", "friday", "-g", "sunday"]):
        assert main(line) == 0
    _without(file, "DELETE FROM journal WHERE what = 'rename' AND game = 1")
    _salvage(capsys)
    assert main(["games", "--json", "--db", "new.db"]) == 0
    names = [game["name"] for game in json.loads(capsys.readouterr().out)["games"]]
    assert names == ["friday", "friday-2"]


def test_a_salvaged_database_can_be_salvaged_again(file: Path, capsys: Capture) -> None:
    _without(file, "DELETE FROM journal WHERE id = 5")
    _, first = _salvage(capsys)
    assert main(["note", "later", "--db", "new.db"]) == 0
    capsys.readouterr()
    assert main(["doctor", "--salvage", "newer.db", "--db", "new.db"]) == 0
    assert main(["doctor", "--json", "--db", "newer.db"]) == 0
    both = json.loads(capsys.readouterr().out.splitlines()[-1])["salvaged"]
    assert [each["lacks"] for each in both] == [[], first["lacks"]]


def test_nothing_can_be_salvaged_from_an_empty_file(file: Path, capsys: Capture) -> None:
    file.write_bytes(b"")
    assert main(["doctor", "--salvage", "new.db"]) == 4
    assert "no entry of" in capsys.readouterr().err
    assert not (file.parent / "new.db").exists()


def test_nothing_can_be_salvaged_from_a_missing_file(file: Path, capsys: Capture) -> None:
    file.unlink()
    assert main(["doctor", "--salvage", "new.db"]) == 4
    assert f"there is no database {file}" in capsys.readouterr().err


def test_a_salvage_never_takes_the_place_of_a_file(file: Path, capsys: Capture) -> None:
    for target, says in ((str(file), "is the database itself"), ("there", "already exists")):
        Path("there").touch()
        assert main(["doctor", "--salvage", target]) == 4
        assert says in capsys.readouterr().err
    assert main(["doctor", "--salvage", "new.db", "--rebuild"]) == 2
    assert "--salvage writes another database" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_answer_names_the_next_step(
    columns: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert file.exists()
    assert main(["doctor", "--salvage", "new.db"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Saved 12 entries of 2 games to new.db.",
        "No entry is missing.",
        *(
            ["To use it as the database:", "canasta restore new.db"]
            if columns == "40"
            else ["To use it as the database: canasta restore new.db"]
        ),
    ]
    assert main(["restore", "new.db", "--yes"]) == 0
    assert "Both have the same entries." in capsys.readouterr().out
