"""The export as a database: tables that agree with the answers, written whole or not at all."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import fix_environment
from make_fixtures import FOLDER, database_name, games, run

from canasta_cli.cli import main
from canasta_cli.journal import tables
from canasta_cli.show.layout import inert

EXPORT = ("export", "--all", "--format", "sqlite", "-o")
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the database with games of every kind, in the working folder."""
    copy = tmp_path / "canasta.db"
    shutil.copyfile(FOLDER / database_name(), copy)
    fix_environment(monkeypatch, str(copy))
    monkeypatch.chdir(tmp_path)
    return copy


@pytest.fixture
def export(database: Path) -> Iterator[sqlite3.Connection]:
    """The export of all games."""
    run(*EXPORT, "games.db")
    with closing(sqlite3.connect(database.with_name("games.db"))) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def _rows(export: sqlite3.Connection, query: str, *values: object) -> list[dict[str, Any]]:
    return [dict(row) for row in export.execute(query, values)]


def test_the_tables_have_the_scores_of_every_game(export: sqlite3.Connection) -> None:
    for game in games():
        score = json.loads(run("score", "-g", game, "--json"))
        sides = _rows(
            export,
            "SELECT sides.* FROM sides JOIN games ON games.id = game_id WHERE games.name = ? ORDER BY place",
            game,
        )
        assert [(side["name"], side["total"]) for side in sides] == [
            (side["name"], side["total"]) for side in score["sides"]
        ]
        winner = [side["name"] for side in sides if side["won"]]
        assert winner == ([score["winner"]] if score["winner"] else [])
        hands = _rows(
            export,
            "SELECT number, players.name AS dealer, forced, hands.id FROM hands"
            " JOIN games ON games.id = game_id JOIN players ON players.id = dealer_id"
            " WHERE games.name = ? ORDER BY number",
            game,
        )
        totals = [0] * len(sides)
        for hand, counted in zip(hands, score["hands"], strict=True):
            assert hand["number"] == counted["hand"]
            assert hand["dealer"] == counted["dealer"]
            scores = _rows(
                export,
                "SELECT points, scores.total FROM scores JOIN sides ON sides.id = side_id"
                " WHERE hand_id = ? ORDER BY place",
                hand["id"],
            )
            points = [side["points"] for side in counted["sides"]]
            assert [each["points"] for each in scores] == points
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            assert [each["total"] for each in scores] == totals


def test_the_lines_of_a_hand_add_up_to_its_points(export: sqlite3.Connection) -> None:
    query = """SELECT points, coalesce((SELECT sum(points) FROM lines
        WHERE lines.hand_id = scores.hand_id AND lines.side_id = scores.side_id), 0) AS sum
        FROM scores"""
    rows = _rows(export, query)
    assert len(rows) > 50
    assert all(row["points"] == row["sum"] for row in rows)


def test_the_seats_give_the_statistics_of_every_player(export: sqlite3.Connection) -> None:
    query = """SELECT name, count(*) AS hands, sum(points) AS points FROM seats
        JOIN scores USING (hand_id, side_id) JOIN players ON players.id = player_id GROUP BY name"""
    found = {row["name"]: (row["hands"], row["points"]) for row in _rows(export, query)}
    stats = json.loads(run("stats", "--json"))["players"]
    assert found == {each["player"]: (each["hands_played"], each["all_points"]) for each in stats}


def test_every_reference_leads_to_a_row(export: sqlite3.Connection) -> None:
    assert export.execute("PRAGMA foreign_key_check").fetchall() == []
    assert [tuple(row) for row in export.execute("PRAGMA integrity_check")] == [("ok",)]
    for table in tables.COLUMNS:
        keys = export.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        columns = [row[1] for row in export.execute(f"PRAGMA table_info({table})")]
        assert columns == [*tables.COLUMNS[table]]
        assert {key[3] for key in keys} == {each for each in columns if each.endswith("_id")}


def test_the_same_games_give_the_same_file(database: Path) -> None:
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "canasta_cli", *EXPORT, f"{seed}.db"]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    first, second = (database.with_name(f"{seed}.db").read_bytes() for seed in ("1", "2"))
    assert first == second


@pytest.mark.usefixtures("database")
def test_one_game_is_exported_alone() -> None:
    run("export", "-g", "people", "-o", "people.sqlite")
    with closing(sqlite3.connect("people.sqlite")) as connection:
        assert connection.execute("SELECT name FROM games").fetchall() == [("people",)]
        players = connection.execute("SELECT name FROM players").fetchall()
    assert sorted(players) == [("Ann",), ("Anna",), ("Bob",), ("Cat",), ("Dan",), ("Eve",)]


@pytest.mark.usefixtures("database")
def test_a_game_without_hands_is_exported() -> None:
    run("new", "Ann", "Bob", "--name", "empty")
    run("export", "-o", "empty.sqlite")
    with closing(sqlite3.connect("empty.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM sides").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM lines").fetchone() == (0,)


def test_only_an_export_is_overwritten_and_only_with_force(database: Path, capsys: Capture) -> None:
    run(*EXPORT, "games.db")
    before = database.with_name("games.db").read_bytes()
    run("note", "more", "-g", "classic")
    assert main([*EXPORT, "games.db"]) == 4
    assert "games.db already exists" in capsys.readouterr().err
    run(*EXPORT, "games.db", "--force")
    assert database.with_name("games.db").read_bytes() == before
    run("backup", "copy.db")
    with closing(sqlite3.connect("recipes.db")) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    kept = {name: Path(name).read_bytes() for name in ("copy.db", "recipes.db", "canasta.db")}
    for name in kept:
        assert main([*EXPORT, name, "--force"]) == 4
    assert {name: Path(name).read_bytes() for name in kept} == kept
    Path("text.db").write_text("Dear Ann", encoding="utf-8")
    run(*EXPORT, "text.db", "--force")
    assert database.with_name("text.db").read_bytes() == before


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_no_export_is_written_beside_the_log_of_another_file(ending: str, capsys: Capture) -> None:
    Path(f"games.db{ending}").write_bytes(b"left")
    assert main([*EXPORT, "games.db"]) == 4
    assert f"games.db{ending} exists" in capsys.readouterr().err
    assert not Path("games.db").exists()


@pytest.mark.usefixtures("database")
def test_an_export_that_fails_leaves_the_file_as_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    run(*EXPORT, "games.db")
    before = Path("games.db").read_bytes()

    def fail(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("CREATE TABLE games (name TEXT)")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(tables, "_fill", fail)
    for name, more in (("games.db", ("--force",)), ("new.db", ())):
        assert main([*EXPORT, name, *more]) == 4
        assert f"can't write {name}: database or disk is full" in capsys.readouterr().err
    assert Path("games.db").read_bytes() == before
    assert sorted(os.listdir()) == ["canasta.db", "games.db"]


@pytest.mark.usefixtures("database")
def test_a_database_is_not_printed_and_needs_a_file(capsys: Capture) -> None:
    for more in ([], ["-o", "-"]):
        assert main(["export", "--format", "sqlite", *more]) == 2
        assert "a database can't be printed" in capsys.readouterr().err
    for name in (".", os.devnull):
        assert main([*EXPORT, name, "--force"]) == 4
        assert f"{name} is not a file" in capsys.readouterr().err


@pytest.mark.usefixtures("database")
def test_an_export_is_no_database_of_games(capsys: Capture) -> None:
    run(*EXPORT, "games.db")
    for line in (["games", "--db", "games.db"], ["restore", "games.db", "--yes"]):
        assert main(line) == 3
        assert "games.db is an export of games, not the database" in capsys.readouterr().err


@pytest.mark.usefixtures("database")
def test_what_is_damaged_is_named_and_the_other_games_are_exported(capsys: Capture) -> None:
    with closing(sqlite3.connect("canasta.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER journal_is_never_changed")
        connection.execute("UPDATE journal SET data = '{}' WHERE game = 2 AND number = 1")
    assert main([*EXPORT, "games.db"]) == 3
    assert "turns" in capsys.readouterr().err
    with closing(sqlite3.connect("games.db")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM games")]
    assert names == [game for game in games() if game != "turns"]


NAMES = (
    "'; DROP TABLE games; --",
    '"Bob"',
    "=1+1",
    "<script>alert(1)</script>",
    "\x1b[31mred",
    "right\u202eleft",
    "Zoë 猫",
    "sqlite_master",
)


def test_hostile_names_are_inert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        document = {
            "canasta": 1,
            "rules": "two-player",
            "name": f"{number} {name}",
            "event": name,
            "players": [name, "Ann"],
            "sides": {name: [name], "Us": ["Ann"]},
            "hands": [{name: "7xK 7xQ out", "Us": "left:4"}],
        }
        Path("game.json").write_text(json.dumps(document), encoding="utf-8")
        assert main(["import", "game.json"]) == 0, capsys.readouterr()
    imported = [game["name"] for game in json.loads(run("games", "--json"))["games"]]
    assert len(imported) == len(NAMES)
    run(*EXPORT, "games.db")
    with closing(sqlite3.connect("games.db")) as connection:
        found = [name for (name,) in connection.execute("SELECT name FROM games ORDER BY id")]
        texts = [text for row in connection.execute("SELECT name FROM sides") for text in row]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert found == [inert(name) for name in imported]
    assert all(text.isprintable() for text in texts)
