"""Entries are kept, and reported as recorded, even if the answer of a command is lost."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from command_line import fix_environment
from sampling import sample

from canasta_cli.cli import main, session
from canasta_cli.cli.session import HANDLER, SUBSTITUTES, open_streams

# Every command that records something, in an order in which each has something to record.
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("new", "Zoë ♥", "Bob", "東", "Dan", "--name", "fri “×·…” day"),
    ("hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
    ("deal", "--upcard", "9"),
    ("turn", "draw", "discard", "4"),
    ("turn", "end", "stock", "--force"),
    ("left", "Bob=A4", "--force"),
    ("undo",),
    ("redo",),
    ("amend", "1", "7xK QQQ2 3x3R out", "AAA 5555 left:JJ4"),
    ("note", "“a” — ♥ 東 é"),
    ("penalty", "Them", "100"),
    ("rename", "mon “×·…” day"),
    ("sub", "Bob", "Éve “×”"),
    ("players", "rename", "Éve “×”", "Eve"),
    ("finish", "--unfinished"),
    ("delete", "mon “×·…” day"),
    ("undo", "1", "-g", "mon “×·…” day"),
    ("import", "brought.canasta.toml"),
    ("use", "mon “×·…” day"),
)
FILE = """canasta = 1
rules = "two-player"
name = "brought …"
players = ["Ann", "Bob"]
[sides]
Ann = ["Ann"]
Bob = ["Bob"]
[[hands]]
Ann = "7xK 7xQ out"
score = { Ann = 1240, Bob = 0 }
"""
FULL = "/dev/full"
needs_full = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no full device here")


class Ended(NamedTuple):
    """The exit status of a process, and its output."""

    status: int
    out: str
    err: str


class Around(NamedTuple):
    """The surroundings of a process: an encoding, or streams that are closed or full."""

    encoding: str = "utf-8"
    stdout: str = ""
    stderr: str = ""
    closed_input: bool = False

    def run(self, line: Sequence[str], folder: Path) -> Ended:
        """Run the program in a process of its own."""
        environment = {
            **os.environ,
            "CANASTA_DB": str(folder / "canasta.db"),
            "PYTHONIOENCODING": self.encoding,
        }
        with (
            open(self.stdout or os.devnull, "wb") as out,
            open(self.stderr or os.devnull, "wb") as err,
        ):
            done = subprocess.run(
                [sys.executable, "-m", "canasta_cli", *line],
                check=False,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out if self.stdout else subprocess.PIPE,
                stderr=err if self.stderr else subprocess.PIPE,
                preexec_fn=partial(os.close, 0) if self.closed_input else None,
            )
        return Ended(
            done.returncode,
            (done.stdout or b"").decode(self.encoding),
            (done.stderr or b"").decode(self.encoding),
        )


def _records(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "canasta.db")) as journal:
        return journal.execute("SELECT what, data FROM journal ORDER BY id").fetchall()


def _run_all(folder: Path, *around: Around) -> dict[tuple[str, ...], Ended]:
    """Run all commands, each in one of these surroundings by turns."""
    (folder / "brought.canasta.toml").write_text(FILE, encoding="utf-8")
    return {line: each.run(line, folder) for line, each in zip(COMMANDS, cycle(around))}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """The records of these commands if no stream is closed or full."""
    folder = tmp_path_factory.mktemp("expected")
    (folder / "brought.canasta.toml").write_text(FILE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        patched.setenv("CANASTA_DB", str(folder / "canasta.db"))
        assert {main([*line]) for line in COMMANDS} == {0}
    return _records(folder)


AROUND = (
    Around("ascii"),
    Around("cp1252"),
    Around("cp437"),
    Around(closed_input=True, stderr=FULL),
)


@needs_full
@pytest.mark.parametrize("first", sample(range(len(AROUND)), len(AROUND)))
def test_an_encoding_or_another_broken_stream_does_not_change_what_is_recorded(
    first: int, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    for line, ended in _run_all(tmp_path, *AROUND[first:], *AROUND[:first]).items():
        assert ended.status == 0, (line, ended)
        assert ended.out, line
    assert _records(tmp_path) == expected


@needs_full
def test_a_lost_answer_is_reported_as_recorded_and_names_the_entry(
    expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    ended = _run_all(tmp_path, Around(stdout=FULL))
    assert {each.status for each in ended.values()} == {5}
    assert _records(tmp_path) == expected
    messages = [each.err.splitlines()[0].removeprefix("canasta: ") for each in ended.values()]
    lost = "; the answer could not be written"
    assert messages[0] == f"recorded as entry 1 of fri “×·…” day{lost}"
    assert messages[1] == f"recorded as entry 2 of fri “×·…” day{lost}"
    assert messages[11] == f"recorded as entry 12 of mon “×·…” day{lost}"
    assert messages[17] == f"recorded as entry 2 of brought …{lost}"
    assert messages[18] == f"recorded: mon “×·…” day is current{lost}"


@needs_full
@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("backup {}/bk.db", "copied to {}/bk.db"),
        ("restore {}/good.db --yes", "restored {}/good.db"),
    ],
)
def test_a_copy_that_was_made_is_reported_though_the_answer_is_lost(
    line: str, done: str, tmp_path: Path
) -> None:
    Around().run(COMMANDS[0], tmp_path)
    Around().run(["backup", f"{tmp_path}/good.db"], tmp_path)
    ended = Around(stdout=FULL).run(line.format(tmp_path).split(), tmp_path)
    assert ended.status == 5
    assert f"{done.format(tmp_path)}; the answer could not be written" in ended.err


@needs_full
def test_a_lost_answer_has_status_5_even_if_its_message_is_lost_too(tmp_path: Path) -> None:
    assert Around(stdout=FULL, stderr=FULL).run(COMMANDS[0], tmp_path).status == 5
    assert len(_records(tmp_path)) == 1


def test_a_closed_pipe_is_not_an_error(expected: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "brought.canasta.toml").write_text(FILE, encoding="utf-8")
    for line in (*COMMANDS, ("score",), ("--help",), ("man", "hand"), ("rules",)):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "canasta_cli", *line],
                check=False,
                cwd=tmp_path,
                env={**os.environ, "CANASTA_DB": str(tmp_path / "canasta.db")},
                stdout=writing,
                stderr=subprocess.PIPE,
            )
        finally:
            os.close(writing)
        assert (ended.returncode, ended.stderr) == (0, b""), line
    assert _records(tmp_path) == expected


@needs_full
def test_errors_keep_their_status_when_standard_error_is_full(tmp_path: Path) -> None:
    around = Around(stderr=FULL)
    for line, status in (
        (("nonsense",), 2),
        (("hand", "--jsno"), 2),
        (("count", "KKZ"), 2),
        (("import", "missing.toml"), 3),
        (("undo",), 4),
    ):
        assert around.run(line, tmp_path).status == status, line


@needs_full
def test_an_answer_that_does_not_fit_on_the_disk_is_an_error(tmp_path: Path) -> None:
    Around().run(COMMANDS[0], tmp_path)
    lines = (
        "minimum 0",
        "--help",
        "man hand",
        "minimum 0 --json",
        "next",
        "",
        "score",
        "note x --dry-run",
    )
    for line in lines:
        ended = Around(stdout=FULL).run(line.split(), tmp_path)
        assert ended.status == 74, line
        assert "can't write the answer: No space left on device" in ended.err


def test_a_read_only_standard_output_is_not_a_bug(tmp_path: Path) -> None:
    """Standard output may be open for reading only."""
    with open(os.devnull, "rb") as only_read:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_cli", "minimum", "0"],
            check=False,
            stdout=only_read,
            stderr=subprocess.PIPE,
            env={**os.environ, "CANASTA_DB": str(tmp_path / "canasta.db")},
        )
    assert done.returncode == 74
    assert b"can't write the answer" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_json_and_game_files_keep_names_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    Around().run(COMMANDS[0], tmp_path)
    around = Around(encoding)
    answer = json.loads(around.run(("next", "--json"), tmp_path).out)
    assert answer["game"] == "fri “×·…” day"
    assert [side["name"] for side in answer["sides"]] == ["Us", "Them"]
    error = json.loads(around.run(("next", "-g", "“é”", "--json"), tmp_path).err)
    assert "“é”" in error["error"]
    environment = {"CANASTA_DB": str(tmp_path / "canasta.db"), "PYTHONIOENCODING": encoding}
    exported = subprocess.run(
        [sys.executable, "-m", "canasta_cli", "export"],
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    assert exported.stdout.decode("utf-8") == Around().run(("export",), tmp_path).out


# Tests inside this process.
@pytest.fixture
def friday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which something can be recorded."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"]) == 0


def _raising(error: BaseException) -> Callable[..., None]:
    def emit(*_: object, **__: object) -> None:
        raise error

    return emit


LOST = "recorded as entry 2 of friday; the answer could not be written"


@pytest.mark.usefixtures("friday")
@pytest.mark.parametrize(
    ("error", "status"),
    [(KeyboardInterrupt(), 130), (ZeroDivisionError("oh"), 5), (OSError(5, "oh"), 5)],
    ids=repr,
)
def test_an_error_after_recording_is_reported_with_the_recorded_entry(
    error: BaseException,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    monkeypatch.setattr("canasta_cli.cli.options.formatted", _raising(error))
    assert main(["note", "x"]) == status
    message = capsys.readouterr().err
    assert LOST in message
    assert ("the details are in" in message) is isinstance(error, ZeroDivisionError)
    assert main(["note", "x", "--dry-run"]) in (130, 70, 74)
    assert "recorded as" not in capsys.readouterr().err


@pytest.mark.usefixtures("friday")
def test_a_lost_answer_is_an_error_in_json_with_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    monkeypatch.setattr("canasta_cli.cli.options.formatted", _raising(OSError(28, "No room")))
    assert main(["note", "x", "--json"]) == 5
    assert json.loads(capsys.readouterr().err)["error"] == LOST


@pytest.mark.usefixtures("friday")
def test_an_interrupt_before_the_commit_records_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    monkeypatch.setattr("canasta_cli.journal.store.Writing.append", _raising(KeyboardInterrupt()))
    assert main(["note", "x"]) == 130
    assert capsys.readouterr().err == "\n"


def test_several_games_of_an_import_are_named_by_the_last() -> None:
    from canasta_cli.journal.store import Committed

    words = session._in_words(Committed("monday", 3, 3))  # noqa: SLF001
    assert words == "recorded as entry 3 of monday, with 2 other games"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_every_character_can_be_written(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    open_streams()
    stream.write("“×…é東🃏\udcff")
    stream.flush()
    monkeypatch.undo()
    text = written.getvalue().decode(encoding)
    assert text[:1] == ("“" if encoding == "cp1252" else '"')
    assert text.endswith("\\u6771\\U0001f0cf\\udcff")


def test_substitutes_can_be_written_everywhere() -> None:
    assert all(text.isascii() and text for text in SUBSTITUTES.values())
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors=HANDLER)
