"""A dry run prints the same answer as the command, and leaves the database unchanged."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main

FILE = """canasta = 1
rules = "two-player"
name = "brought"
players = ["Ann", "Bob"]
[sides]
Ann = ["Ann"]
Bob = ["Bob"]
[[hands]]
Ann = "7xK 7xQ out"
score = { Ann = 1240, Bob = 0 }
"""
RECORDING: tuple[list[str], ...] = (
    ["new", "Ann", "Bob", "Cat", "Dan"],
    ["new", "Ann", "Bob", "Cat", "Dan", "--name", "other", "--rules", "leaflet"],
    ["hand", "7xK out", "AAA"],
    ["hand", "KK", "AAA", "--force"],
    ["hand", "KK", "AAA"],
    ["amend", "1", "7xA out", "KKK"],
    ["amend", "1", "7xA out", "KKK", "--dealer", "Bob"],
    ["amend", "2", "KK", "", "--force"],
    ["undo"],
    ["undo", "2"],
    ["redo"],
    ["note", "a remark"],
    ["use", "monday"],
    ["rename", "tuesday"],
    ["finish", "--unfinished"],
    ["delete", "monday"],
    ["import", "brought.canasta.toml"],
)


def _dump(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games; the current one has three hands and an undo."""
    file = tmp_path_factory.mktemp("recorded") / "canasta.db"
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_environment(monkeypatch, str(file))
        _record()
    return file


def _record() -> None:
    for line in (
        ["new", "Ann", "Bob", "--name", "old"],
        ["new", "Eve", "Fay", "--name", "monday"],
        ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"],
        ["hand", "7xK out", "AAA"],
        ["hand", "QQQ left:1x4", "7xQ out", "--force"],
        ["hand", "KKK", ""],
        ["undo"],
    ):
        assert main(line) == 0, line


@pytest.fixture
def database(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the recorded games, beside the file of another."""
    file = tmp_path / "canasta.db"
    shutil.copy(recorded, file)
    fix_environment(monkeypatch, str(file))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "brought.canasta.toml").write_text(FILE, encoding="utf-8")
    return file


@pytest.mark.parametrize("line", RECORDING, ids=" ".join)
def test_a_dry_run_records_nothing(
    line: list[str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _dump(database)
    status = main([*line, "--dry-run"])
    printed = capsys.readouterr()
    assert status == (1 if line == ["hand", "KK", "AAA"] else 0), printed.err
    assert printed.out
    assert _dump(database) == before
    assert sorted(each.name for each in database.parent.iterdir() if each.suffix == ".db") == [
        "canasta.db"
    ]


@pytest.mark.parametrize(
    "line",
    [
        ["rename", "tuesday"],
        ["finish"],
        ["delete", "monday"],
        ["undo"],
        ["redo"],
        ["hand", "KK", "AAA", "--force"],
        ["amend", "2", "KK", "", "--force"],
        ["turn", "take 9 with 9 discard 4", "--force"],
    ],
    ids=" ".join,
)
def test_a_dry_run_does_not_say_that_anything_was_recorded(
    line: list[str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database.exists()
    if line[0] == "turn":
        assert main(["deal", "--upcard", "9"]) == 0
    capsys.readouterr()
    assert main([*line, "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "not recorded" in printed.lower()
    for claim in (
        "Recorded",
        "Renamed",
        "Undone",
        "Redone",
        "is deleted",
        "Finished",
        "is restored",
        "marked",
    ):
        assert claim not in printed


@pytest.mark.parametrize("line", RECORDING, ids=" ".join)
def test_a_dry_run_in_json_answers_as_the_command_does(
    line: list[str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the keys that say whether something was recorded may differ."""
    dry_status = main([*line, "--dry-run", "--json"])
    dry = json.loads(capsys.readouterr().out)
    status = main([*line, "--json"])
    done = json.loads(capsys.readouterr().out)
    assert database.exists()
    assert dry_status == status
    for answer in (dry, done):
        answer.pop("recorded", None)
        answer.pop("imported", None)
    assert dry == done


def test_a_dry_run_by_force_shows_what_force_would_record(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no advice to add --force."""
    assert main(["hand", "KK", "AAA", "--force", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert database.exists()
    assert "add --force" not in printed
    assert "Hand 4: Cat deals" in printed


REFUSED: tuple[list[str], ...] = (
    ["rename", "monday"],
    ["undo", "9"],
    ["redo", "2"],
    ["amend", "7", "", ""],
    ["use", "nobody"],
    ["new", "Ann", "Bob", "--name", "monday"],
    ["new", "Ann"],
    ["hand", ""],
    ["note", " "],
)


@pytest.mark.parametrize("line", REFUSED, ids=" ".join)
def test_a_dry_run_refuses_what_the_command_refuses(
    line: list[str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dry_status = main([*line, "--dry-run"])
    dry = capsys.readouterr()
    before = _dump(database)
    assert (main(line), capsys.readouterr()) == (dry_status, dry)
    assert dry_status in (2, 4)
    assert _dump(database) == before


QUESTIONS: tuple[list[str], ...] = (
    ["score"], ["next"], ["log"], ["games"], ["stats"], ["minimum"], ["winner"],
    ["count", "7xK"], ["doctor"], ["export"], ["export", "--format", "html"], ["rules"], [],
    ["verify", "brought.canasta.toml"],
)  # fmt: skip


@pytest.mark.parametrize("line", QUESTIONS, ids=" ".join)
def test_a_question_changes_nothing(line: list[str], database: Path) -> None:
    before = _dump(database)
    assert main(line) == 0
    assert _dump(database) == before
