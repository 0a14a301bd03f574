"""Where the database is looked for when the name, the home or the folder is unusual."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.errors import Refused
from canasta_cli.journal.file import journal_file
from canasta_cli.journal.store import Journal

NEW = ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"]
CANASTA = [sys.executable, "-m", "canasta_cli"]
ROOT = str(Path(__file__).parent.parent.parent)


def test_a_path_with_two_slashes_in_front_is_an_ordinary_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, f"/{tmp_path / 'x.db'}")
    assert main(NEW) == 0
    assert (tmp_path / "x.db").exists()
    assert main(["next"]) == 0
    monkeypatch.setenv("CANASTA_DB", "//no/such/x.db")
    capsys.readouterr()
    assert main(["next"]) == 4
    assert "there is no current game" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="only there can a name hold any byte")
def test_a_path_may_hold_bytes_that_are_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "caf\udce9 é%.db"))
    assert main(NEW) == 0
    assert main(["next"]) == 0
    assert os.listdir(os.fsencode(tmp_path)) == [
        "caf\udce9 é%.db".encode("utf-8", "surrogateescape")
    ]


@pytest.mark.skipif(os.name != "posix", reason="users are known by number only there")
def test_a_user_without_a_home_gets_one_message_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, "")
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 4_000_000)
    monkeypatch.chdir(tmp_path)
    for line in (["next"], ["doctor"], ["minimum", "0"], NEW, []):
        assert main(line) == 4
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("canasta: there is no home folder to keep games in")
        assert len(said.err.splitlines()) == 2
    assert os.listdir(tmp_path) == []
    assert main(["minimum", "0", "-r", "classic"]) == 0
    assert main([*NEW, "--db", "mine.db"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize(
    "line", [["next"], ["doctor"], ["minimum", "0"], NEW, ["export"], ["backup", "x.db"], []]
)
def test_a_deleted_working_folder_gets_one_message(line: list[str], tmp_path: Path) -> None:
    code = f"import os, sys; os.chdir({str(tmp_path)!r}); os.rmdir({str(tmp_path)!r}); "
    code += f"from canasta_cli.cli import main; sys.exit(main({line!r}))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "CANASTA_DB": "games.db", "PYTHONPATH": ROOT},
    )
    assert (run.returncode, run.stdout) == (4, "")
    assert run.stderr.startswith("canasta: games.db can't be found: the current folder no longer")
    assert len(run.stderr.splitlines()) == 2


def test_a_deleted_working_folder_does_not_matter_for_a_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", gone)
    assert journal_file(str(tmp_path / "x.db")) == str(tmp_path / "x.db")
    Journal.open(str(tmp_path / "x.db"), create=True).close()
    with pytest.raises(Refused, match="the current folder no longer exists"):
        journal_file("x.db")


@for_each_case("ending", ["-wal", "-journal", "-SHM"])
@for_each_case(
    "command",
    ["new --db {} A B", "score --db {}", "backup {}", "export --all --format sqlite -o {}"],
)
def test_the_name_of_a_log_is_refused_as_that_of_a_database(
    ending: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "A", "B"])
    name = str(tmp_path / f"other.db{ending}")
    assert main(command.format(name).split()) == 4
    assert f"{name} can't be a database" in capsys.readouterr().err
    assert not Path(name).exists()
