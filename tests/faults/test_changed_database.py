"""What is done to a journal behind the program's back: the doctor names it, and no command ends as a bug.

The table of cases is ``changed_database.toml``. Each is done to a copy of a journal with four games.
"""

import json
import shutil
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import fix_environment
from sampling import sample, tries

from canasta_cli.cli import main
from canasta_cli.errors import BUG
from canasta_cli.journal.file import BEFORE_ALL, BESIDE, digest
from canasta_cli.journal.schema import TABLES
from canasta_cli.journal.store import Journal

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("changed_database.toml").read_text(encoding="utf-8")
)["case"]
SOME = tries(4, 1)
CASE = pytest.mark.parametrize("case", sample(CASES, 2), ids=lambda case: case["what"])
TRIGGERS = [statement for statement in TABLES if statement.startswith("CREATE TRIGGER")]

PLAYED = (
    ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"],
    ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
    ["note", "rain"],
    ["hand", "7x9 out", "KKK left:1x4"],
    ["new", "Ann", "Bob", "--name", "saturday"],
    ["deal", "--upcard", "9"],
    ["turn", "draw", "discard", "4"],
    ["new", "Ann", "Bob", "Cat", "Dan", "--name", "old"],
    ["note", "an old one"],
    ["new", "Ann", "Bob", "Cat", "Dan", "--name", "Zoë's"],
    ["use", "saturday"],
)  # fmt: skip
QUESTIONS: tuple[list[str], ...] = (
    [], ["next"], ["score", "-g", "friday"], ["log", "-g", "friday"], ["games"], ["stats"],
    ["pile"], ["export", "--all", "--format", "csv"], ["backup", "copy.db", "--force"],
    ["check", "meld", "KKK"], ["note", "x", "-g", "friday", "-n"],
)  # fmt: skip
WRITERS = (
    ["note", "x", "-g", "friday"], ["undo", "-g", "friday"], ["hand", "KKK", "AAA", "-g", "friday"],
    ["turn", "draw", "discard", "5"], ["use", "friday"], ["rename", "monday", "-g", "friday"],
    ["new", "Ann", "Bob"],
)  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A journal with four games: over two hands, being played, and two just begun."""
    file = tmp_path_factory.mktemp("tampering") / "base.db"
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_environment(monkeypatch, str(file))
        for line in PLAYED:
            assert main(line) == 0
        yield file


@pytest.fixture
def journal(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the journal to do anything with."""
    file = tmp_path / "canasta.db"
    shutil.copy(base, file)
    fix_environment(monkeypatch, str(file))
    monkeypatch.chdir(tmp_path)
    return file


def _tamper(file: Path, case: dict[str, Any]) -> None:
    """Do what a case says; to records as somebody would who hides it from the triggers."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        run = connection.execute
        if case.get("records"):
            for statement in TRIGGERS:
                run(f"DROP TRIGGER {statement.split()[2]}")
        connection.executescript(case["sql"])
        if case.get("records"):
            for statement in TRIGGERS:
                run(statement)


def _doctor(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str], str]:
    """The status of the doctor, the faults that it names, and its error."""
    capsys.readouterr()
    status = main(["doctor", "--json", *more])
    printed = capsys.readouterr()
    found = json.loads(printed.out)["faults"] if printed.out else []
    return status, found, printed.err


@CASE
def test_the_doctor_names_what_was_done(
    case: dict[str, Any], journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _tamper(journal, case)
    status, found, error = _doctor(capsys)
    assert status == case["status"]
    assert len(found) == len(case["finds"]), found
    for fault, begins in zip(found, case["finds"], strict=True):
        assert fault.startswith(begins)
    # The doctor reads what other commands refuse.
    assert found or case.get("error", "") in error


@CASE
def test_the_doctor_rebuilds_what_follows_from_the_records(
    case: dict[str, Any], journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _tamper(journal, case)
    records = _records(journal)
    status, found, _ = _doctor(capsys, "--rebuild")
    assert status == case["rebuilt"], found
    assert _records(journal) == records
    if status == 0:
        assert main(["note", "still here", "-g", "friday"]) == 0
        assert main(["new", "Ann", "Bob"]) == 0
        assert _doctor(capsys) == (0, [], "")


def _records(journal: Path) -> list[Any]:
    with closing(sqlite3.connect(journal)) as connection:
        connection.text_factory = bytes
        # Also beside a part of the schema that can't be parsed.
        connection.execute("PRAGMA writable_schema = ON")
        try:
            return connection.execute("SELECT * FROM journal ORDER BY 1").fetchall()
        except sqlite3.Error:
            return []


@CASE
def test_no_command_ends_as_a_bug_and_errors_of_the_journal_name_the_doctor(
    case: dict[str, Any], journal: Path, base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _tamper(journal, case)
    # Each command with some of the cases, by turns.
    at = CASES.index(case) % SOME
    for line in QUESTIONS[at::SOME]:
        _ends_well(line, case, capsys)
    for line in WRITERS[at::SOME]:
        for ending in ("", *BESIDE):
            Path(f"{journal}{ending}").unlink(missing_ok=True)
        shutil.copy(base, journal)
        _tamper(journal, case)
        _ends_well(line, case, capsys)


def _ends_well(line: list[str], case: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    status = main(line)
    printed = capsys.readouterr().err
    assert status in (0, 1, 2, 3, 4, 5, 6), (line, printed)
    assert "bug in canasta" not in printed, line
    if status in (3, 5):
        assert case.get("error", "canasta doctor") in printed, line


def test_every_sound_journal_can_be_written_to(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The doctor tries it, and leaves no trace of that."""
    before = _records(journal)
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "No other problems found."
    assert _records(journal) == before


def test_a_game_that_the_summary_lacks_is_found_through_the_journal(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _tamper(journal, {"sql": "DELETE FROM summary_game"})
    for line, says in (
        (["score", "-g", "fri"], "Game friday, Classic Canasta"),
        (["games", "--json"], '"old"'),
        (["next"], "Bob is next"),
        (["hand", "KKK", "AAA", "-g", "friday"], "friday"),
    ):
        capsys.readouterr()
        assert main(line) == 0
        assert says in capsys.readouterr().out
    assert main(["new", "Ann", "Bob", "--name", "old"]) == 4


def test_a_database_that_was_once_salvaged_keeps_its_scores(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first entry, of game 0, is about the damaged file that it came from."""
    other = tmp_path / "salvaged.db"
    with closing(sqlite3.connect(journal)) as connection:
        rows = connection.execute(
            "SELECT game, number, at, what, data FROM journal ORDER BY id"
        ).fetchall()
    about = (0, 1, rows[0][2], "salvaged", '["0123456789ab", 11, ["Could not be read: entry 5."]]')
    with Journal.open(str(other), create=True) as copy, copy.writing() as writing:
        writing.link([about, *rows])
        writing.make_current(2)
    assert main(["doctor", "--rebuild", "--db", str(other)]) == 0
    for line in (["score", "-g", "friday"], ["games"], ["stats"]):
        answers = []
        for database in (str(journal), str(other)):
            capsys.readouterr()
            assert main([*line, "--db", database]) == 0
            answers.append(capsys.readouterr().out.replace(database, ""))
        assert answers[0] == answers[1]
    assert main(["hand", "KKK", "AAA", "-g", "friday", "--db", str(other)]) == 0
    assert main(["doctor", "--db", str(other)]) == 0


FORGED = (
    ("a forged hand", "hand", '{"tallies":["KKK","AAA"]}'),
    ("a forged undo without end", "undo", '{"steps":Infinity}'),
    ("a forged undo of less than nothing", "undo", '{"steps":-3}'),
    ("a forged hand of nobody", "hand", '{"tallies":[]}'),
    ("a forged amendment", "amend", '{"number":-1,"tallies":["KKK",""]}'),
    ("a forged turn", "turn", '{"turn":"draw discard 4"}'),
    ("a forged deal of nonsense", "deal", '{"upcards":"ZZZ","hands":5}'),
    ("a forged name", "rename", '{"name":"saturday"}'),
)


@pytest.mark.parametrize(
    ("what", "data"), [each[1:] for each in FORGED], ids=[e[0] for e in FORGED]
)
def test_forged_records_with_fitting_hashes_never_end_as_a_bug(
    what: str, data: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The chain has no key: who knows it can write anything. Only a copy elsewhere shows that."""
    assert main(["backup", "elsewhere.db"]) == 0
    _forge(journal, what, data)
    for line in (*QUESTIONS, *WRITERS, ["doctor"], ["doctor", "--rebuild"]):
        assert main(line) != BUG, line
    capsys.readouterr()
    assert main(["restore", "elsewhere.db", "--dry-run"]) == 0
    assert "Entries that only one of them has:" in capsys.readouterr().out


def _forge(journal: Path, what: str, data: str) -> None:
    """Give record 2 another content, and every record from there on the hash that fits."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        run = connection.execute
        for statement in TRIGGERS:
            run(f"DROP TRIGGER {statement.split()[2]}")
        run("UPDATE journal SET what = ?, data = ? WHERE id = 2", (what, data))
        previous = BEFORE_ALL
        for row in run(
            "SELECT id, game, number, at, what, data FROM journal ORDER BY id"
        ).fetchall():
            values = (previous, digest(previous, row), row[0])
            run("UPDATE journal SET previous = ?, hash = ? WHERE id = ?", values)
            previous = values[1]
        for statement in TRIGGERS:
            run(statement)


def test_an_unexpected_error_is_a_bug_if_the_journal_is_sound(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Ann")

    monkeypatch.setattr("canasta_cli.show.standing.next_blocks", broken)
    assert main(["next"]) == BUG
    assert "this is a bug in canasta" in capsys.readouterr().err
    _tamper(journal, {"sql": "DROP VIEW games"})
    assert main(["next"]) == 3
    assert "canasta doctor" in capsys.readouterr().err
