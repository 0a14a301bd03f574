"""What keeps the next entry from being recorded is shown, though the database is sound."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.journal import upkeep

NEW = ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"]


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, a database and a game with a remark for every test."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    assert main(NEW) == 0
    assert main(["note", "rain"]) == 0


def _answer(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str]:
    capsys.readouterr()
    return main(list(line)), capsys.readouterr().out


def test_a_journal_that_may_only_be_read_is_sound_but_nothing_can_be_recorded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    status, printed = _answer(capsys, "doctor")
    assert status == 0
    assert "No problems found" not in printed
    assert "Warning: nothing can be recorded now: " in printed
    found = json.loads(_answer(capsys, "doctor", "--json")[1])
    assert found["ok"]
    assert "is read-only" in found["barred"]


def test_a_disk_that_is_nearly_full_is_named_before_a_hand_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = shutil.disk_usage(".")._replace(free=upkeep.FREE_SPACE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: room)
    status, printed = _answer(capsys, "doctor")
    assert status == 0
    assert "No problems found" not in printed
    assert "the disk is full" in printed


@pytest.mark.parametrize("sql", ["", "PRAGMA journal_mode = WAL"])
def test_the_doctor_says_that_a_file_is_empty_and_a_game_can_begin_in_it(
    sql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        connection.execute(sql)
    (tmp_path / "new.db").touch()
    for line in (["doctor"], ["doctor", "--rebuild"]):
        status, printed = _answer(capsys, *line, "--db", "new.db")
        assert (status, "Problem: the file is empty" in printed) == (1, True)
        assert "To put back one that you made: canasta restore --db new.db FILE" in printed
    assert main([*NEW, "--db", "new.db"]) == 0
