"""Every answer shows one state of the database, whatever is recorded while it is read."""

import io
import itertools
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.journal import file as quickly_read
from canasta_cli.journal.store import Journal
from canasta_cli.quick import quick_answer

Capture = pytest.CaptureFixture[str]
ANSWERS: tuple[list[str], ...] = (
    ["next", "--json"], ["games", "--json"], ["stats", "--json"], ["score", "--json"],
    ["show", "1", "--json"], ["winner", "--json"], [],
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> str:
    """The database of the commands, with a game of two hands."""
    path = str(tmp_path / "canasta.db")
    fix_environment(monkeypatch, path)
    for line in (
        ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"],
        ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
        ["hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"],
    ):
        assert main(line) == 0
    capsys.readouterr()
    return path


def _recording() -> Callable[[str], None]:
    """Return a function that undoes the last hand, or redoes it, each time a question is asked."""
    lines = itertools.cycle([["undo"], ["redo"]])
    busy: list[bool] = []

    def record(statement: str) -> None:
        if not busy and statement.lstrip().startswith("SELECT"):
            busy.append(True)
            with redirect_stdout(io.StringIO()):
                assert main([*next(lines)]) == 0
            busy.clear()

    return record


def _both(capsys: Capture, answer: Callable[[], str | None]) -> set[str | None]:
    """Return the answers after the hand was undone and after it was redone."""
    found = set()
    for step in ("undo", "redo"):
        assert main([step]) == 0
        capsys.readouterr()
        found.add(answer())
    return found


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("line", ANSWERS, ids=" ".join)
def test_an_answer_shows_one_state_while_another_program_records(
    line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def answer() -> str:
        assert main(line) == 0
        return capsys.readouterr().out

    possible = _both(capsys, answer)
    record, opened = _recording(), Journal.open
    running: list[bool] = []

    def open_traced(path: str, **options: bool) -> Journal:
        journal = opened(path, **options)
        # The writer opens one too.
        if not running:
            running.append(True)
            journal.connection.set_trace_callback(record)
        return journal

    monkeypatch.setattr(Journal, "open", open_traced)
    for _ in range(3):
        running.clear()
        assert answer() in possible


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("moment", [1, 5, 20, 40, "BEGIN IMMEDIATE"])
@pytest.mark.parametrize(
    "lines",
    [(["undo"], ["new", "Eve", "Fay", "--name", "sunday"]), (["restore", "copy.db", "--yes"],)],
    ids=lambda lines: lines[0][0],
)
def test_the_doctor_finds_nothing_wrong_while_another_program_records(
    moment: int | str,
    lines: tuple[list[str], ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    """At one of its questions, or before it tries the next entry, another program does something."""
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "copy.db"]) == 0
    assert main(["new", "Gus", "Hal", "--name", "monday"]) == 0
    assert main(["use", "friday"]) == 0
    asked = 0

    def record(statement: str) -> None:
        nonlocal asked
        asked += statement.lstrip().startswith("SELECT")
        if moment in (asked, statement) and not others:
            opening.undo()
            others.append(statement)
            assert [main(line) for line in lines] == [0] * len(lines)

    def open_traced(path: str, **options: bool) -> Journal:
        journals.append(opened(path, **options))
        journals[0].connection.set_trace_callback(record)
        return journals[0]

    opened, journals, others = Journal.open, list[Journal](), list[str]()
    with monkeypatch.context() as opening:
        opening.setattr(Journal, "open", open_traced)
        assert main(["doctor"]) == 0
    assert others
    assert "No problems found." in capsys.readouterr().out


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("line", [["next", "--json"], []], ids=" ".join)
def test_a_quick_answer_shows_one_state(
    line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    possible = _both(capsys, lambda: quick_answer(line))
    assert None not in possible
    record, read = _recording(), quickly_read.quick_standing

    def traced(connection: sqlite3.Connection) -> quickly_read.Quick | None:
        connection.set_trace_callback(record)
        return read(connection)

    monkeypatch.setattr(quickly_read, "quick_standing", traced)
    for _ in range(3):
        assert quick_answer(line) in possible


@pytest.mark.parametrize("value", ["1abc", " 1", "+1", "1e0", "01", "1.0", "-1", "9" * 30, ""])
def test_a_current_game_that_canasta_did_not_write_is_none_on_both_paths(
    value: str, file: str, capsys: Capture
) -> None:
    assert quick_answer(["next"]) is not None
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE setting SET value = ? WHERE name = 'current'", (value,))
    connection.close()
    assert quick_answer(["next"]) is None
    assert main(["next"]) == 4
    assert "there is no current game" in capsys.readouterr().err
    assert main(["games", "--json"]) == 0
    assert '"current": true' not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="a locale of ASCII as on Linux")
def test_a_game_is_found_by_its_name_in_a_locale_of_ascii(file: str) -> None:
    assert main(["rename", "freitag-ü"]) == 0
    for name in ("freitag-ü", "FREITAG-Ü", "freitag-"):
        found = subprocess.run(
            [sys.executable, "-m", "canasta_cli", "next", "--json", "-g", name.encode()],
            env={"LC_ALL": "C", "PYTHONUTF8": "0", "CANASTA_DB": file},
            capture_output=True,
            check=True,
            text=True,
        )
        assert '"game": "freitag-\\u00fc"' in found.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="a locale of ASCII as on Linux")
@pytest.mark.parametrize(
    "line",
    [
        "new Zoë Bob --side Mädels=Zoë --side Buben=Bob --name freitag-ü --event Fünfte --dealer Zoë",
        "rename freitag-ü",
    ],
)
def test_names_are_recorded_as_typed_in_a_locale_of_ascii(
    line: str, file: str, capsys: Capture
) -> None:
    subprocess.run(
        [sys.executable, "-m", "canasta_cli", *(word.encode() for word in line.split())],
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "CANASTA_DB": file},
        check=True,
        capture_output=True,
    )
    capsys.readouterr()
    assert main(["export"]) == 0
    exported = capsys.readouterr().out
    words = ["freitag-ü", *(["Zoë", "Mädels", "Fünfte"] if "Zoë" in line else [])]
    assert [word for word in words if word not in exported] == []
