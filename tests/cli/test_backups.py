"""Backups are checked before they take their names; a restored one replaces the database at once."""

import json
import os
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest
from command_line import on_terminal, record
from next_version import next_version

from canasta_cli.cli import main
from canasta_cli.journal import backup, schema
from canasta_cli.journal.schema import connect_any
from canasta_cli.journal.store import Journal
from canasta_cli.quick import quick_answer

Capture = pytest.CaptureFixture[str]
NEW = ["new", "Ann", "Bob", "Cat", "Dan", "--name"]
HAND = ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]
PAGE = 4096


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The database of the commands, in the working folder."""
    lines = (shlex.join(["canasta", *line]) for line in ([*NEW, "friday"], HAND))
    record(monkeypatch, tmp_path, *lines)
    monkeypatch.chdir(tmp_path)
    for line in (["backup", "good.db"], ["note", "later"]):
        assert main(line) == 0
    capsys.readouterr()
    return tmp_path / "canasta.db"


def _games(capsys: Capture, *more: str) -> list[str]:
    capsys.readouterr()
    assert main(["games", "--json", *more]) == 0
    return [game["name"] for game in json.loads(capsys.readouterr().out)["games"]]


def _zero(file: Path, page: int) -> None:
    with open(file, "r+b") as opened:
        opened.seek((page - 1) * PAGE)
        opened.write(bytes(PAGE))


@pytest.mark.parametrize("page", [0, 1, 4, 5, 9, 14, 20])
def test_a_damaged_database_does_not_overwrite_a_good_backup(
    page: int, file: Path, capsys: Capture
) -> None:
    before = Path("good.db").read_bytes()
    if page:
        _zero(file, page)
    else:
        os.truncate(file, 0)
    assert main(["backup", "good.db", "--force"]) in (3, 4)
    assert Path("good.db").read_bytes() == before
    assert "canasta" in capsys.readouterr().err
    assert sorted(os.listdir()) == ["canasta.db", "canasta.db.backups", "good.db"]
    assert main(["restore", "good.db", "--yes"]) == 0
    assert _games(capsys) == ["friday"]


def test_another_database_does_not_overwrite_a_backup(file: Path, capsys: Capture) -> None:
    file.unlink()
    assert main([*NEW, "new"]) == 0
    assert main(["backup", "good.db", "--force"]) == 4
    assert "good.db has entries that the database lacks, up to entry 2" in capsys.readouterr().err
    assert _games(capsys, "--db", "good.db") == ["friday"]


def test_a_later_backup_overwrites_an_earlier_one(file: Path) -> None:
    assert file.exists()
    assert main(["backup", "good.db", "--force"]) == 0
    assert main(["backup", "good.db", "--force"]) == 0


def test_a_folder_is_refused_with_an_example_of_a_file(file: Path, capsys: Capture) -> None:
    os.mkdir("copies")
    assert main(["backup", "copies", "--force"]) == 4
    assert capsys.readouterr().err.splitlines() == [
        "canasta: copies names a folder",
        "Name a file. Example: canasta backup copies/canasta.db",
    ]
    assert main(["backup", "nowhere/"]) == 4
    assert main(["backup", "copies/canasta.db"]) == 0
    assert file.exists()


def test_restore_compares_the_files_game_by_game(file: Path, capsys: Capture) -> None:
    assert main([*NEW, "sunday"]) == 0
    capsys.readouterr()
    assert main(["restore", "good.db", "--dry-run"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "Entries that only one of them has:",
        "game    backup  now",
        "friday       0    1",
        "sunday       0    1",
    ]
    assert main(["restore", "good.db", "-n", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["backup"]["only"] == {}
    assert answer["database"]["only"] == {"friday": 1, "sunday": 1}
    assert (answer["restored"], answer["aside"]) == (False, None)
    assert _games(capsys) == ["friday", "sunday"]
    assert file.exists()


def test_restore_keeps_the_database_as_it_was(file: Path, capsys: Capture) -> None:
    assert main([*NEW, "sunday"]) == 0
    capsys.readouterr()
    assert main(["restore", "good.db", "--yes", "--json"]) == 0
    aside = json.loads(capsys.readouterr().out)["aside"]
    assert os.path.dirname(aside) == str(file.parent)
    assert _games(capsys) == ["friday"]
    assert _games(capsys, "--db", aside) == ["friday", "sunday"]
    assert main(["restore", aside, "--yes"]) == 0
    assert _games(capsys) == ["friday", "sunday"]
    assert main(["doctor"]) == 0


@pytest.mark.parametrize(("answers", "status"), [(("yes",), 0), (("no",), 1), ((), 130)])
def test_restore_asks_on_a_terminal(
    answers: tuple[str, ...],
    status: int,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    assert main([*NEW, "sunday"]) == 0
    with on_terminal(monkeypatch, *answers):
        assert main(["restore", "good.db"]) == status
    assert _games(capsys) == (["friday"] if status == 0 else ["friday", "sunday"])
    assert file.exists()


def test_restore_without_a_terminal_needs_yes(file: Path, capsys: Capture) -> None:
    for line in (["restore", "good.db"], ["restore", "good.db", "--json"]):
        assert main(line) == 4
        assert "add --yes" in capsys.readouterr().err
    assert file.exists()


REFUSED = (
    ("missing.db", 3, "there is no file missing.db"),
    ("canasta.db", 4, "is the database itself"),
    ("empty.db", 4, "empty.db has no entries"),
    ("text.db", 3, "is not a database of canasta"),
    ("damaged.db", 4, "damaged.db is damaged and can't be restored"),
)


@pytest.mark.parametrize(("name", "status", "says"), REFUSED)
def test_a_bad_backup_is_not_restored(
    name: str, status: int, says: str, file: Path, capsys: Capture
) -> None:
    Path("empty.db").touch()
    Path("text.db").write_text("Dear Ann" * 99)
    Path("damaged.db").write_bytes(Path("good.db").read_bytes())
    _zero(Path("damaged.db"), 9)
    before = file.read_bytes()
    assert main(["restore", name, "--yes"]) == status
    assert says in capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.parametrize("is_open", [False, True])
def test_restore_replaces_a_database_without_a_log(
    file: Path, capsys: Capture, *, is_open: bool
) -> None:
    """A copy that was put in place by hand has none, and can't get one while others have it open."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        if is_open:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM journal").fetchall()
            other.execute("COMMIT")
        assert main(["restore", "good.db", "--yes", "--json"]) == 0
    aside = json.loads(capsys.readouterr().out)["aside"]
    assert _games(capsys, "--db", aside) == ["friday"]
    assert main(["log", "--db", aside]) == 0
    assert "later" in capsys.readouterr().out
    assert main(["log"]) == 0
    assert "later" not in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["missing", "empty", "byte", "text", "header", "cut"])
def test_restore_replaces_whatever_is_there(kind: str, file: Path, capsys: Capture) -> None:
    content = file.read_bytes()
    if kind == "missing":
        file.unlink()
    else:
        file.write_bytes(
            {
                "empty": b"",
                "byte": b"S",
                "text": b"Dear Ann" * 999,
                "header": bytes(100) + content[100:],
                "cut": content[: 3 * PAGE],
            }[kind]
        )
    capsys.readouterr()
    assert main(["restore", "good.db", "--yes", "--json"]) == 0
    aside = json.loads(capsys.readouterr().out)["aside"]
    assert (aside is None) == (kind in ("missing", "empty"))
    if kind in ("text", "header"):
        assert len(Path(aside).read_bytes()) == len(content[:7992] if kind == "text" else content)
    assert _games(capsys) == ["friday"]
    assert main(["hand", *HAND[1:]]) == 0
    assert main(["doctor"]) == 0


def test_an_open_program_sees_the_restored_database(file: Path, capsys: Capture) -> None:
    assert main([*NEW, "sunday"]) == 0
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT count(*) FROM summary_game").fetchone() == (2,)
        assert main(["restore", "good.db", "--yes"]) == 0
        assert other.execute("SELECT count(*) FROM summary_game").fetchone() == (1,)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert _games(capsys) == ["friday"]


CHECKING = (
    *(["undo"], ["redo"], ["export"], ["export", "-o", "x.json"], ["score"], ["log"], ["show"]),
    *(HAND, ["note", "x"], ["deal"], ["penalty", "Us", "5"], ["amend", "1", "Us+=3R"]),
)


@pytest.mark.parametrize("line", CHECKING, ids=" ".join)
def test_a_command_that_reads_the_entries_of_a_game_checks_them(
    line: list[str], file: Path, capsys: Capture
) -> None:
    _change(file, 3)
    assert main(line) == 3
    assert f"entry 3 of {file} was changed after it was recorded" in capsys.readouterr().err


def test_only_an_export_of_everything_checks_the_other_games(file: Path, capsys: Capture) -> None:
    for line in ([*NEW, "sunday"], HAND, ["note", "two"]):
        assert main(line) == 0
    _change(file, 3)
    assert main(["undo"]) == 0
    assert main(["export"]) == 0
    capsys.readouterr()
    assert main(["export", "--all", "--format", "csv"]) == 3
    said = capsys.readouterr()
    assert "sunday" in said.out
    assert "friday" not in said.out
    assert f"entry 3 of {file} was changed" in said.err


def test_a_missing_entry_of_a_game_is_noticed(file: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER journal_is_never_shortened")
        connection.execute("DELETE FROM journal WHERE number = 2")
    assert main(["score"]) == 3
    assert "or the one before it is missing" in capsys.readouterr().err


def test_only_sealed_totals_are_shown_without_the_entries(file: Path, capsys: Capture) -> None:
    _change(file, 3)
    assert quick_answer(["next"])
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE summary_side SET total = total + 1")
    assert not quick_answer(["next"])
    assert main(["next"]) == 3
    assert f"entry 3 of {file} was changed" in capsys.readouterr().err


def test_an_undo_checks_the_newest_link(file: Path, capsys: Capture) -> None:
    for line in ([*NEW, "sunday"], ["note", "one", "-g", "friday"]):
        assert main(line) == 0
    _change(file, 4)
    capsys.readouterr()
    assert main(["undo", "-g", "friday"]) == 3
    assert f"entry 4 of {file} was changed" in capsys.readouterr().err


def _change(file: Path, entry: int) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER journal_is_never_changed")
        connection.execute("UPDATE journal SET at = 'now' WHERE id = ?", (entry,))


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("damage", ["newer", "cut", "zeroed"])
def test_force_does_not_overwrite_a_database_that_cannot_be_read(damage: str) -> None:
    other = Path("other.db")
    assert main([*NEW, "sunday", "--db", str(other)]) == 0
    if damage == "newer":
        with closing(sqlite3.connect(other)) as opened:
            opened.execute("PRAGMA user_version = 99")
    elif damage == "cut":
        os.truncate(other, 50_000)
    else:
        _zero(other, 1 + 1)
        _zero(other, 1 + 2)
    before = other.read_bytes()
    assert main(["backup", str(other), "--force"]) == 4
    assert other.read_bytes() == before


@pytest.mark.usefixtures("file")
def test_a_copy_is_not_made_beside_a_log_that_is_left_of_another_file(capsys: Capture) -> None:
    Path("bk.db-wal").write_bytes(b"left")
    assert main(["backup", "bk.db"]) == 4
    assert "bk.db-wal exists" in capsys.readouterr().err
    assert not Path("bk.db").exists()


@pytest.mark.usefixtures("file")
def test_a_conversion_makes_a_backup_even_if_they_are_turned_off(capsys: Capture) -> None:
    for line in ([*NEW, "old"], ["config", "backups", "no"]):
        assert main([*line, "--db", "club.db"]) == 0
    with next_version():
        assert main(["note", "hi", "--db", "club.db"]) == 0
        said = capsys.readouterr().err
    (copy,) = Path("club.db.backups").iterdir()
    assert f"a copy of the old one: {copy.resolve()}\n" in said
    assert _games(capsys, "--db", str(copy)) == ["old"]


SECOND = """
import fcntl, sys
from canasta_cli.cli import main
lock = fcntl.flock
fcntl.flock = lambda *given: (print("waits", flush=True), lock(*given))
sys.exit(main(["backup", "bk.db", "--force", "--db", "second.db"]))
"""


@pytest.mark.skipif(os.name == "nt", reason="programs take turns as POSIX has it")
def test_of_two_backups_to_one_file_at_once_the_second_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*NEW, "sunday", "--db", "second.db"]) == 0
    assert main([*NEW, "old", "--db", "old.db"]) == 0
    started: list[subprocess.Popen[bytes]] = []

    def copy(connection: sqlite3.Connection, part: str) -> None:
        started.append(subprocess.Popen([sys.executable, "-c", SECOND], stdout=subprocess.PIPE))
        assert started[0].stdout is not None
        assert started[0].stdout.readline() == b"waits\n"
        _copy(connection, part)

    _copy = backup._copy  # noqa: SLF001 - the moment at which the other program comes
    with monkeypatch.context() as patch:
        patch.setattr(backup, "_copy", copy)
        assert main(["backup", "bk.db", "--force"]) == 0
    started[0].communicate()
    assert started[0].returncode == 4
    with closing(sqlite3.connect("bk.db")) as copied:
        assert copied.execute("SELECT name FROM summary_game").fetchall() == [("friday",)]
    assert file.exists()


def test_restore_refuses_if_something_was_recorded_while_it_asked(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def agree(*_: object, **__: object) -> bool:
        return main([*HAND, "--force"]) == 0

    monkeypatch.setattr("canasta_cli.cli.session.sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("canasta_cli.cli.session.sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("canasta_cli.cli.form.agree", agree)
    assert main(["restore", "good.db"]) == 4
    assert f"{file} has changed since it was compared" in capsys.readouterr().err
    assert main(["show", "2"]) == 0
    assert not [*Path().glob("canasta-replaced-*")]


@pytest.mark.parametrize(
    "line", [["restore", "good.db"], ["change", "--target", "900"], ["delete"]]
)
def test_an_interrupted_question_says_that_nothing_was_done(
    line: list[str], file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with on_terminal(monkeypatch, "^C"):
        assert main(line) == 130
    word = "restored" if line[0] == "restore" else "recorded"
    assert f"Nothing was {word}." in capsys.readouterr().err
    assert file.exists()


def test_restoring_a_file_that_cannot_be_written_to_leaves_no_copy(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def read_only(path: str, mode: str, *more: float) -> sqlite3.Connection:
        return connect_any(path, "ro" if path == str(file) else mode, *more)

    monkeypatch.setattr(backup, "connect_any", read_only)
    assert main(["restore", "good.db", "--yes"]) == 4
    assert "is read-only" in capsys.readouterr().err
    assert not [*Path().glob("canasta-replaced-*")]


def test_a_full_disk_is_named_with_the_copy_that_was_wanted(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def full(_: Journal) -> NoReturn:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        with schema.sqlite_errors(_.path):
            raise error

    monkeypatch.setattr(backup, "faults", full)
    assert main(["backup", "bk.db"]) == 4
    said = capsys.readouterr().err
    assert "bk.db can't grow: the disk is full" in said
    assert ".part" not in said
    assert file.exists()


def test_the_doctor_names_hard_links(file: Path, capsys: Capture) -> None:
    os.link(file, "second-name.db")
    assert main(["doctor"]) == 0
    assert "the file has 2 names (hard links)" in capsys.readouterr().out


@pytest.mark.usefixtures("file")
def test_suggested_commands_name_the_database_of_the_option(capsys: Capture) -> None:
    other = Path("our club.db")
    assert main([*NEW, "sunday", "--db", str(other)]) == 0
    assert main(["note", "one", "--db", str(other)]) == 0
    _change(other, 2)
    capsys.readouterr()
    assert main(["score", "--db", str(other)]) == 3
    assert "canasta doctor --db 'our club.db'\n" in capsys.readouterr().err
    assert main(["doctor", "--db", str(other)]) == 1
    said = capsys.readouterr().out
    assert "canasta restore --db 'our club.db' 1 puts back" in said
    assert main(["score", "--db", ""]) == 2
    assert "--db needs a file name" in capsys.readouterr().err
