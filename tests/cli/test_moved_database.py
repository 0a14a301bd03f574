"""A database that is moved, copied or replaced by hand while the program is used loses no entry."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.journal.store import Writing

Capture = pytest.CaptureFixture[str]
NEW = ["new", "Ann", "Bob", "Cat", "Dan", "--name"]
HAND = ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]
ANSWERS = ("7xK QQQ2 out", "AAA 5555 left:JJ4", "yes")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The database of the commands, with a game and a hand, in the working folder."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    assert main([*NEW, "friday"]) == 0
    assert main(HAND) == 0
    capsys.readouterr()
    return tmp_path / "canasta.db"


@pytest.fixture
def lasting(file: Path) -> Iterator[Path]:
    """The same database while another program keeps it open, so that its log is not emptied."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM journal").fetchone()
        yield file


@contextmanager
def at_the_first_prompt(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *answers: str
) -> Iterator[None]:
    """Do something while the first question waits on the terminal, then give some answers."""
    left = [*answers]

    def typed(_: str = "") -> str:
        if len(left) == len(answers):
            act()
        return left.pop(0)

    with monkeypatch.context() as terminal:
        terminal.setattr(sys.stdin, "isatty", lambda: True)
        terminal.setattr(sys.stdout, "isatty", lambda: True)
        terminal.setattr("builtins.input", typed)
        yield


def _entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as journal:
        (number,) = journal.execute("SELECT count(*) FROM journal").fetchone()
        return int(number)


DIALOGUES = (
    (["hand"], (" / ".join(HAND[1:]), "", "yes")),
    (["hand", "7xK QQQ2", "AAA 5555 left:JJ4"], ("Us",)),
    (["amend", "1"], ("KKK out", "AAA left:JJ4", "force")),
    (["change", "--target", "3000"], ("yes",)),
    (["delete"], ("yes",)),
)


@pytest.mark.parametrize(("line", "answers"), DIALOGUES, ids=lambda each: str(each[0]))
def test_a_file_that_is_copied_while_a_question_waits_has_every_entry(
    line: list[str], answers: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy() -> None:
        assert main(["note", "from another terminal"]) == 0
        shutil.copy(file, "copy.db")

    with at_the_first_prompt(monkeypatch, copy, *answers):
        main(line)
    assert _entries(Path("copy.db")) == 3
    assert not Path("copy.db-wal").exists()


@pytest.mark.parametrize(("line", "answers"), DIALOGUES, ids=lambda each: str(each[0]))
def test_an_entry_goes_to_the_file_that_has_the_name_after_the_question(
    line: list[str],
    answers: tuple[str, ...],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    def replace() -> None:
        shutil.copy(file, "new.db")
        os.replace("new.db", file)

    with at_the_first_prompt(monkeypatch, replace, *answers):
        assert main(line) == 0
    capsys.readouterr()
    assert _entries(file) == 3
    assert main(["doctor"]) == 0


def test_a_file_that_is_gone_after_the_question_gets_no_entry(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    answers = DIALOGUES[0][1]
    with at_the_first_prompt(monkeypatch, lambda: file.rename("moved.db"), *answers):
        assert main(["hand"]) == 4
    assert f"{file} is no longer there; nothing was recorded" in capsys.readouterr().err
    assert not file.exists()
    assert _entries(Path("moved.db")) == 2


@pytest.mark.parametrize(("line", "answers"), DIALOGUES, ids=lambda each: str(each[0]))
def test_a_database_of_another_group_gets_no_entry_after_the_question(
    line: list[str],
    answers: tuple[str, ...],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    other = ["--db", "other.db"]
    # Games are named after their date, so those of two groups often have the same name.
    assert main(["new", "Eve", "Fay", "Gus", "Hal", "--name", "friday", *other]) == 0
    assert main([*HAND, *other]) == 0
    with at_the_first_prompt(monkeypatch, lambda: os.replace("other.db", file), *answers):
        assert main(line) == 4
    assert f"{file} was moved or replaced meanwhile" in capsys.readouterr().err
    assert _entries(file) == 2


@pytest.mark.parametrize(("line", "answers"), DIALOGUES[:2], ids=lambda each: str(each[0]))
def test_a_hand_is_not_for_a_new_game_that_got_the_name_of_the_game_at_the_question(
    line: list[str],
    answers: tuple[str, ...],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    def take_the_name() -> None:
        assert main(["rename", "sunday"]) == 0
        assert main(["new", "Eve", "Fay", "Gus", "Hal", "--name", "friday"]) == 0
        assert main(HAND) == 0

    with at_the_first_prompt(monkeypatch, take_the_name, *answers):
        assert main(line) == 4
    assert "friday is another game now; nothing was recorded" in capsys.readouterr().err
    assert _entries(file) == 5


@pytest.mark.parametrize(("line", "answers"), DIALOGUES[:4], ids=lambda each: str(each[0]))
def test_an_entry_is_for_the_game_that_was_current_at_the_question(
    line: list[str], answers: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*NEW, "sunday"]) == 0
    assert main(HAND) == 0
    assert main(["use", "friday"]) == 0
    assert file.exists()
    with at_the_first_prompt(monkeypatch, lambda: main(["use", "sunday"]), *answers):
        assert main(line) == 0
    with closing(sqlite3.connect(file)) as journal:
        assert journal.execute("SELECT game FROM journal ORDER BY id DESC").fetchone() == (1,)


def _meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something while the first entry after this is being recorded."""
    link = Writing.link
    done: list[object] = []

    def linked(writing: Writing, rows: list[tuple[int, int, str, str, str]]) -> None:
        link(writing, rows)
        if not done:
            done.append(act())

    monkeypatch.setattr(Writing, "link", linked)


def test_an_entry_is_refused_if_the_file_was_moved_before_it_was_kept(
    lasting: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    _meanwhile(monkeypatch, lambda: lasting.rename("moved.db"))
    assert main(["note", "later"]) == 4
    assert "was moved or replaced meanwhile; nothing was recorded" in capsys.readouterr().err
    assert _entries(Path("moved.db")) == 2


@pytest.mark.parametrize("replaced", [False, True])
def test_an_entry_is_rescued_if_the_file_was_moved_just_after_it_was_kept(
    lasting: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, *, replaced: bool
) -> None:
    def move() -> None:
        if replaced:
            shutil.copy(lasting, "new.db")
            os.replace("new.db", lasting)
        else:
            lasting.rename("moved.db")

    monkeypatch.setattr("canasta_cli.scorekeeper.hands.record", _then(move))
    assert main(HAND) == 5
    said = capsys.readouterr().err
    assert "recorded as entry 3 of friday, but" in said
    (saved,) = Path().glob("canasta-replaced-*.db")
    assert f"canasta restore {saved.absolute()}" in said
    assert _entries(saved) == 3
    if not replaced:
        assert not Path("canasta.db-wal").read_bytes()
        assert _entries(Path("moved.db")) == 3


def _then(act: Callable[[], object]) -> Callable[..., object]:
    from canasta_cli.scorekeeper.scorebook import record

    recording: Callable[..., object] = record

    def recorded(*args: object, **more: object) -> object:
        result = recording(*args, **more)
        act()
        return result

    return recorded


LINES: tuple[list[str], ...] = (
    [],
    ["next"],
    ["score"],
    ["games"],
    [*NEW, "sunday"],
    HAND,
    ["doctor"],
    ["backup", "bk.db"],
    ["import", "friday.canasta.toml"],
)


@pytest.mark.parametrize("size", [None, 0])
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_log_whose_file_is_gone_is_never_discarded(
    line: list[str], size: int | None, lasting: Path, capsys: Capture
) -> None:
    assert main(["export", "-o", "friday.canasta.toml"]) == 0
    assert main(["note", "later"]) == 0
    _lose(lasting, size)
    log = Path(f"{lasting}-wal")
    before = log.read_bytes()
    assert before
    capsys.readouterr()
    assert main(line) == 3
    said = capsys.readouterr().err
    assert f"{lasting} is {'missing' if size is None else 'empty'}, but its log" in said
    assert "canasta restore" in said
    assert log.read_bytes() == before


def _lose(file: Path, size: int | None) -> None:
    """Take a file away from beside its log, or empty it."""
    content = file.read_bytes()
    file.rename("away.db")
    if size is not None:
        file.write_bytes(content[:size])


@pytest.mark.parametrize("size", [None, 0])
def test_a_restore_keeps_such_a_log(size: int | None, lasting: Path, capsys: Capture) -> None:
    assert main(["backup", "good.db"]) == 0
    assert main(["note", "later"]) == 0
    _lose(lasting, size)
    before = Path(f"{lasting}-wal").read_bytes()
    assert main(["restore", "good.db", "--yes"]) == 0
    assert main(["doctor"]) == 0
    (kept,) = Path().glob("canasta-replaced-*.db-wal")
    assert kept.read_bytes() == before
    assert str(kept).removesuffix("-wal") in capsys.readouterr().out
