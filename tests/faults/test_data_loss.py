"""Mistakes on the command line destroy nothing, and exports are complete."""

import errno
import io
import json
import os
import re
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main

NEW = ("new", "Ann", "Bob", "Cat", "Dan", "--name", "friday")


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own folder, database and game."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    assert main(list(NEW)) == 0


def test_an_export_never_takes_the_place_of_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "link.toml").symlink_to(tmp_path / "canasta.db")
    for file in ("canasta.db", "link.toml"):
        assert main(["export", "-o", file, "--format", "toml", "--force"]) == 4
        assert "is the database itself" in capsys.readouterr().err
    assert main(["score"]) == 0


@pytest.mark.parametrize("file", ["canasta.db", "copy.db"])
@pytest.mark.parametrize(
    "line",
    [
        ["export", "--format", "toml", "--output"],
        ["rules", "book", "classic", "--format", "html", "--output"],
        ["rules", "new"],
    ],
    ids=" ".join,
)
def test_no_text_takes_the_place_of_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: list[str], file: str
) -> None:
    assert main(["backup", "copy.db"]) == 0
    before = (tmp_path / file).read_bytes()
    assert main([*line, file, "--force"]) == 4
    assert (tmp_path / file).read_bytes() == before
    assert re.search("is (a|the) database", capsys.readouterr().err)


def test_an_export_writes_through_a_link_and_keeps_the_rights_of_a_file(tmp_path: Path) -> None:
    target, link = tmp_path / "target.toml", tmp_path / "link.toml"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert main(["export", "-o", str(link), "--force"]) == 0
    assert link.is_symlink()
    assert target.read_text().startswith("canasta = 1")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_to_nothing_is_in_the_way_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.toml").symlink_to(tmp_path / "nothing")
    assert main(["export", "-o", "link.toml"]) == 4
    assert not (tmp_path / "nothing").exists()


PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only some systems have named pipes")


@PIPES
def test_an_export_into_a_pipe_goes_to_its_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert main(["export", "-o", str(pipe), "--force"]) == 0
    reader.join(timeout=30)
    assert read
    assert read[0].startswith("canasta = 1")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("kind", ["a folder", pytest.param("not a file", marks=PIPES)])
@pytest.mark.parametrize(
    "line",
    ["next", "score", "hand KKK AAA", "new Ann Bob", "doctor", "export --all", "restore good.db --yes",
     "backup copy.db"],
)  # fmt: skip
def test_what_is_not_a_file_is_not_a_database(
    line: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe in particular is not waited for."""
    assert main(["backup", "good.db"]) == 0
    if kind == "a folder":
        (tmp_path / "other.db").mkdir()
    else:
        os.mkfifo(tmp_path / "other.db")
    assert main([*line.split(), "--db", "other.db"]) > 2
    said = capsys.readouterr().err
    assert f"other.db is {kind}\n" in said
    assert "a bug" not in said


def test_a_penalty_that_waits_for_its_hand_goes_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (["hand", "7xK out", "left:1x4"], ["penalty", "Them", "illegal-take"]):
        assert main(line) == 0
    for file in ("friday.canasta.toml", "friday.json"):
        assert main(["export", "-o", file]) == 0
        fix_environment(monkeypatch, str(tmp_path / f"{file}.db"))
        assert main(["import", file]) == 0
        capsys.readouterr()
        assert main(["next", "--json"]) == 0
        (pending,) = json.loads(capsys.readouterr().out)["pending"]
        assert (pending["side"], pending["award"]) == ("Them", "penalty:illegal-take")
        fix_environment(monkeypatch, str(tmp_path / "canasta.db"))


WRONG_PENDING = (
    ("pending = 3", "pending must be a table of sides"),
    ('pending = { Bob = "penalty:5" }', "pending must be a table of sides"),
    ('pending = { Us = "KKK" }', "Us: pending may contain only penalties and bonuses"),
    ("pending = { Us = 5 }", "pending: Us must be a tally in quotes"),
)


@pytest.mark.parametrize(("line", "says"), WRONG_PENDING)
def test_what_waits_for_a_hand_is_penalties_of_sides(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "-o", "g.canasta.toml"]) == 0
    file = tmp_path / "g.canasta.toml"
    file.write_text(file.read_text().replace("canasta = 1\n", f"canasta = 1\n{line}\n"))
    assert main(["verify", str(file)]) == 3
    assert says in "".join(capsys.readouterr())


def test_no_penalty_waits_in_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "natural:9 points:900 red:4 out", "left:1x4"]) == 0
    assert main(["penalty", "Us", "5"]) == 4
    assert "game friday is over" in capsys.readouterr().err


def test_a_key_that_stands_twice_in_json_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hand", "7xK out", "left:1x4"]) == 0
    assert main(["export", "-o", "g.json"]) == 0
    file = tmp_path / "g.json"
    file.write_text(file.read_text().replace('"Us": "7xK out"', '"Us": "KKK", "Us": "7xK out"'))
    assert main(["verify", str(file)]) == 3
    assert "“Us” appears twice" in "".join(capsys.readouterr())


def test_a_history_without_its_beginning_is_data_that_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "canasta.db")) as journal:
        journal.executescript(
            "DROP TRIGGER journal_is_never_changed; DROP TRIGGER journal_is_never_shortened;"
            "DELETE FROM journal WHERE number = 1"
        )
    for line in (["score"], ["hand", "7xK out", "left:1x4"], ["undo"]):
        assert main(line) == 3
        assert "the entries of game friday are incomplete" in capsys.readouterr().err


def test_a_folder_that_nobody_may_look_into_is_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    for line in (["score"], ["doctor"], ["minimum", "0"]):
        # Only while the command runs: pytest itself asks for files too.
        with monkeypatch.context() as patch:
            patch.setattr("canasta_cli.journal.file.os.stat", forbidden)
            status = main(line)
        assert status == 3
        assert f"can't access {tmp_path / 'canasta.db'}: Permission denied" in (
            capsys.readouterr().err
        )


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_that_is_closed_is_no_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no object for such a stream."""
    monkeypatch.setattr(sys, name, None)
    assert main(["score"]) == 0
    opened = getattr(sys, name)
    opened.close()


class _Full(io.StringIO):
    """A file on a disk that is full."""

    def __init__(self, beside: int) -> None:
        super().__init__()
        self.beside = beside

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fileno(self) -> int:
        return self.beside


def test_an_answer_that_finds_no_room_is_said_to_be_unwritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open(tmp_path / "beside", "w", encoding="utf-8") as beside:
        monkeypatch.setattr(sys, "stdout", _Full(beside.fileno()))
        assert main(["score"]) == 74
        monkeypatch.undo()
    said = capsys.readouterr().err
    assert said == "canasta: can't write the answer: No space left on device\n"
