"""Files, house rules, the demonstration, the doctor and the manual."""

import csv
import io
import json
import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import main, upkeep
from canasta_cli.errors import Refused, UnusableData
from canasta_cli.files import read_file, write_file

FRIDAY = ("new", "Ann", "Bob", "Cat", "Dan", "--name", "friday")


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own folder and database."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)


def done(*line: str) -> None:
    """Run a command that must succeed."""
    assert main(list(line)) == 0


# Text files.
def test_a_file_is_read_whatever_its_beginning_and_line_ends(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfa\r\nb")
    assert read_file("x") == "a\r\nb"


UNREADABLE: tuple[tuple[str, str], ...] = (
    ("missing", "there is no file missing"),
    ("folder", "can't read folder: is a directory"),
    ("latin", "latin is not valid UTF-8"),
    ("a\0b", "'a\\x00b' is not a file name"),
)


@pytest.mark.parametrize(("name", "says"), UNREADABLE, ids=ascii)
def test_a_file_that_cannot_be_read_is_said_to_be_one(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin").write_bytes(b"\xe9\xe8\xff")
    with pytest.raises(UnusableData) as caught:
        read_file(name)
    assert caught.value.message.startswith(says)
    assert caught.value.fix


@pytest.mark.parametrize("path", ["long", "-"])
def test_a_file_is_read_only_up_to_a_bound(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta_cli.untrusted.LONGEST_TEXT", 10)
    (tmp_path / "long").write_text("x" * 11, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 11))
    with pytest.raises(UnusableData, match="is larger than 10 characters"):
        read_file(path)


def test_a_file_is_written_whole_with_the_rights_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file("new", "text\n", overwrite=False)
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_text(encoding="utf-8") == "text\n"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    with pytest.raises(Refused, match="new already exists"):
        write_file("new", "other", overwrite=False)
    write_file("new", "other", overwrite=True)
    assert (tmp_path / "new").read_text(encoding="utf-8") == "other"


def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").write_text("kept", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match="can't write old: no space left on device") as refused:
        write_file("old", "new", overwrite=True)
    assert refused.value.fix == "Free some space first."
    assert [each.name for each in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text(encoding="utf-8") == "kept"
    with pytest.raises(Refused, match="no such file or directory"):
        write_file("missing/file", "new", overwrite=True)


# Exports and imports.
ENDINGS = (
    ("a.canasta.toml", "canasta = 1"), ("a.json", "{"), ("a.CSV", "game,"),
    ("a.html", "<!"),
)  # fmt: skip


@pytest.mark.parametrize(("file", "begins"), ENDINGS)
def test_the_form_of_an_export_goes_by_the_ending_of_its_file(
    file: str, begins: str, tmp_path: Path
) -> None:
    done(*FRIDAY)
    done("export", "-o", file)
    assert (tmp_path / file).read_text(encoding="utf-8").startswith(begins)


def test_an_export_to_a_dash_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    done(*FRIDAY)
    capsys.readouterr()
    done("export", "-o", "-")
    assert capsys.readouterr().out.startswith("canasta = 1")


def test_all_games_go_into_a_folder_each_in_a_file_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games whose names would give the same file name are kept too, even with --force."""
    names = ("friday", "a/b", "a?b", "a-b", "...", "x" * 100, "x" * 101)
    for name in names:
        done("new", "Ann", "Bob", "--name", name)
    done("export", "--all", "--format", "toml", "-o", "games", "--force")
    capsys.readouterr()
    files = sorted((tmp_path / "games").iterdir())
    for number, file in enumerate(files):
        done("verify", str(file))
        done("import", str(file), "--db", str(tmp_path / f"{number}.db"))
    assert len(files) == len(names)


def test_a_folder_needs_no_ending_and_game_files_are_the_usual_form(tmp_path: Path) -> None:
    done(*FRIDAY)
    done("export", "--all", "-o", "games")
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["friday.canasta.toml"]


def test_all_games_go_into_one_csv(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        done("new", "Ann", "Bob", "--name", name)
        done("hand", "7xK out 7xQ", "")
    capsys.readouterr()
    done("export", "--all", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["game"] for row in rows] == ["one", "one", "two", "two"]


def test_a_folder_is_asked_for_and_must_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done(*FRIDAY)
    assert main(["export", "--all"]) == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["export", "--all", "--format", "toml", "-o", "file"]) == 4
    assert "can't make the folder file" in capsys.readouterr().err


RULES = {
    "house": 'extends = "classic"\n[end]\ntarget = 7000\n',
    "whole": 'title = "Whole"\n[end]\ntarget = 7000\n',
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES)
def test_a_game_by_rules_of_a_file_can_be_exported_and_brought_back(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game file stands alone: the rules file may be gone."""
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    done(*FRIDAY, "--rules", "mine.toml")
    done("hand", "7xK out", "AAA")
    done("export", "-o", "friday.canasta.toml")
    (tmp_path / "mine.toml").unlink()
    done("verify", "friday.canasta.toml")
    done("import", "friday.canasta.toml", "--db", "other.db")
    capsys.readouterr()
    done("export", "--db", "other.db")
    assert capsys.readouterr().out == (tmp_path / "friday.canasta.toml").read_text("utf-8")


BAD = 'canasta = 1\nrules = "{rules}"\nname = "x"\nplayers = {players}\n[sides]\n{sides}\n'
SEATS = (
    ("classic", '["A"]', 'A = ["A"]'),
    ("classic", '["A", "B"]', 'A = ["A"]\nB = ["B"]'),
    ("five-player", '["A", "B"]', 'A = ["A"]\nB = ["B"]'),
    ("three-player", '["A", "B", "C", "D"]', 'Us = ["A", "C"]\nThem = ["B", "D"]'),
)


@pytest.mark.parametrize(("rules", "players", "sides"), SEATS)
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["plain", "with --force"])
def test_a_file_with_other_seats_than_its_rules_is_answered(
    rules: str, players: str, sides: str, force: tuple[str, ...], tmp_path: Path
) -> None:
    """With or without --force, the difference is an answer, not a bug."""
    (tmp_path / "x.toml").write_text(
        BAD.format(rules=rules, players=players, sides=sides)
        + '[[hands]]\nA = ""\n'.replace("A", sides[:1] if sides.startswith("A") else "Us"),
        encoding="utf-8",
    )
    assert main(["verify", "x.toml"]) == 1
    assert main(["import", "x.toml", *force]) in (0, 1, 3, 4)
    assert main(["doctor"]) == 0
    assert main(["score"]) in (0, 4)


def test_an_import_by_force_marks_the_hands_that_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = BAD.format(rules="two-player", players='["A", "B"]', sides='A = ["A"]\nB = ["B"]')
    text += '[[hands]]\nA = "KK"\nscore = { A = 25 }\n[[hands]]\nB = "KKK"\n'
    text += '[[notes]]\nafter = 0\ntext = "before"\n[[notes]]\nafter = 1\ntext = "between"\n'
    text += '[[notes]]\nafter = 9\ntext = "behind"\n'
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    assert main(["import", "x.toml"]) == 1
    assert (
        "Not imported: games with differences. To import them, add --force."
        in capsys.readouterr().out
    )
    done("import", "x.toml", "--force")
    capsys.readouterr()
    done("score", "--json")
    hands = json.loads(capsys.readouterr().out)["hands"]
    assert [hand.get("forced", False) for hand in hands] == [True, False]
    assert [side["points"] for side in hands[0]["sides"]] == [20, 0]
    done("export", "--format", "json")
    notes = json.loads(capsys.readouterr().out)["notes"]
    assert [(note["after"], note["text"]) for note in notes] == [
        (0, "before"), (1, "between"), (2, "behind"),
    ]  # fmt: skip


def test_several_files_cannot_all_have_one_name() -> None:
    done(*FRIDAY)
    done("export", "-o", "a.json")
    assert main(["import", "a.json", "a.json", "--as", "x"]) == 2


# House rules and ruleset files.
@pytest.mark.parametrize("line", [("list",), ("show", "classic"), ("diff", "classic", "leaflet"),
                                  ("diff", "classic", "classic"), ("explain",),
                                  ("explain", "red-threes"), ("check", "mine.toml")])  # fmt: skip
def test_every_answer_about_rules_has_both_faces(
    line: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text(RULES["whole"], encoding="utf-8")
    done("rules", *line)
    assert capsys.readouterr().out.strip()
    done("rules", *line, "--json")
    assert json.loads(capsys.readouterr().out)


# The demonstration, the manual and the doctor.
def test_the_demonstration_runs_and_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for variable in (str(tmp_path / "own.db"), None):
        if variable is None:
            monkeypatch.delenv("CANASTA_DB")
        else:
            monkeypatch.setenv("CANASTA_DB", variable)
        done("demo")
        printed = capsys.readouterr()
        assert os.environ.get("CANASTA_DB") == variable
        assert printed.out.count("$ canasta ") == len(upkeep.LINES)
        assert "The game is over: " in printed.out
        assert "bug" not in printed.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("started", "found", "typed"),
    [
        ("/usr/bin/canasta", "/usr/bin/canasta", "canasta"),
        (".venv/bin/canasta", None, ".venv/bin/canasta"),
        ("canasta_cli/__main__.py", None, "canasta"),
    ],
)
def test_the_demonstration_ends_with_a_command_that_the_shell_finds(
    started: str,
    found: str | None,
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", [started, "demo"])
    monkeypatch.setattr("shutil.which", lambda _: found)
    done("demo")
    assert capsys.readouterr().out.endswith(f"To start your own game: {typed} new Ann Bob\n")


@for_each_case(
    ("name", "shown"),
    [
        ((), "canasta"),
        (("canasta",), "canasta"),
        (("notation",), "canasta-notation"),
        (("Facts",), "canasta-facts"),
        (("rules-file",), "canasta-rules"),
        (("game",), "canasta-game"),
        (("js",), "canasta-json"),
    ],
)
def test_the_manual_is_printed_as_text(
    name: tuple[str, ...], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done("man", *name)
    assert capsys.readouterr().out.startswith(f"NAME\n       {shown} - ")


@for_each_case(
    ("name", "command"),
    [
        ("hand", "hand"),
        ("check", "check"),
        ("rules", "rules"),
        ("Hand", "hand"),
        ("compl", "completion"),
    ],
)
def test_the_manual_of_a_command_is_its_help(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done(command, "--help")
    page = capsys.readouterr().out
    done("man", name)
    assert capsys.readouterr().out == page


@for_each_case(
    ("word", "near"), [("notatoin", "“notation”"), ("gam", "games or game"), ("zzz", "zzz")]
)
def test_an_unknown_page_is_answered_with_near_misses(
    word: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["man", word]) == 2
    assert near in capsys.readouterr().err


def _behind_the_back(sql: str) -> None:
    with closing(sqlite3.connect("canasta.db", isolation_level=None)) as connection:
        connection.executescript(sql)


def test_the_doctor_finds_a_summary_that_differs_and_writes_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done(*FRIDAY)
    done("hand", "7xK out", "AAA")
    with closing(sqlite3.connect("canasta.db")) as connection:
        tables = {
            name
            for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        }
        side = next(name for name in tables if "summary" in name and "side" in name)
    _behind_the_back(f"update {side} set total = 5")  # noqa: S608 - a table of this program
    assert main(["doctor"]) == 1
    assert "Fix: canasta doctor --rebuild" in capsys.readouterr().out
    done("doctor", "--rebuild")
    done("doctor", "--json")
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["ok"]
