"""Nothing is lost with several programs at once, killed programs, full disks or read-only files."""

import os
import random
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import pytest
from journal_fixtures import begin, faults_of
from sampling import tries

from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted

PROGRAM = os.path.join(os.path.dirname(__file__), "program.py")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(PROGRAM)))

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills and limits as POSIX has them")


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start the separate program."""
    return subprocess.Popen(
        [sys.executable, PROGRAM, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": ROOT},
    )


def finish(*running: subprocess.Popen[str]) -> list[tuple[int, list[str]]]:
    """Return the exit status and the output lines of each program."""
    said = [process.communicate(timeout=200)[0].splitlines() for process in running]
    return [(process.returncode, lines) for process, lines in zip(running, said, strict=True)]


def holds(path: str, acknowledged: dict[str, set[int]]) -> None:
    """Check that the file is sound, its summary is up to date, and no acknowledged entry is missing."""
    assert faults_of(path) == ()
    with Journal.open(path, create=False) as journal:
        lines = {line.name: line for line in journal.games()}
        for name, numbers in acknowledged.items():
            records = journal.records(lines[name].id)
            assert {record.number for record in records} >= numbers
        for line in lines.values():
            records = journal.records(line.id)
            assert [record.number for record in records] == list(range(1, len(records) + 1))
            # The summary and the entry are written together, so they always agree.
            assert line.players == (str(len(records)) if len(records) > 1 else "Ann, Bob")


def test_programs_that_make_the_same_file_at_once_all_succeed(path: str) -> None:
    running = [start("append", path, f"game {number}", 3, 10) for number in range(6)]
    for status, lines in finish(*running):
        assert (status, lines[1:]) == (0, ["2", "3", "4"])
    holds(path, {f"game {number}": {1, 2, 3, 4} for number in range(6)})


def test_programs_that_write_the_same_game_at_once_lose_nothing(path: str) -> None:
    running = [start("append", path, "friday", 25, 10) for _ in range(4)]
    numbers = []
    for status, (_, *lines) in finish(*running):
        assert status == 0
        numbers += [int(line) for line in lines]
        assert lines == sorted(lines, key=int)
    assert sorted(numbers) == list(range(2, 102))
    holds(path, {"friday": set(numbers)})


def _killed(path: str, size: int, lines: int, seconds: float) -> set[int]:
    """Return the entry numbers that a writer printed before it was killed, some time after a line."""
    with start("append", path, "friday", 100_000, size) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        time.sleep(seconds)
        process.kill()
        said += process.stdout.readlines()
    # The first line is about the game, and an incomplete last one doesn't count.
    return {int(line) for line in said[1:] if line.endswith("\n")}


KILLS = tries(12, 32)


def test_a_kill_at_any_moment_loses_nothing_that_was_promised(path: str) -> None:
    chance = random.Random(3)
    promised: dict[str, set[int]] = {}
    for place in range(KILLS):
        # Change the file every few rounds, because checking a long one is slow.
        file = f"{path}.{place // 4}"
        Journal.open(file, create=True).close()
        # Long notes make the log long enough to be moved into the file.
        size, lines = chance.choice([(10, 2), (10, 8), (100_000, 40)])
        known = promised.setdefault(file, set())
        killed = _killed(file, size, lines, chance.uniform(0, 0.02))
        assert len(killed) >= lines - 1
        known |= killed
        holds(file, {"friday": known})


def test_a_kill_while_a_file_is_made_leaves_one_that_serves(path: str) -> None:
    began = time.monotonic()
    finish(start("append", path, "friday", 1, 10))
    usual, chance = time.monotonic() - began, random.Random(5)
    for place in range(8):
        file = f"{path}.{place}"
        promised = _killed(file, 10, 0, chance.uniform(usual / 4, usual))
        holds(file, {"friday": promised} if promised else {})
        ((status, lines),) = finish(start("append", file, "friday", 1, 10))
        assert (status, len(lines)) == (0, 2)


@pytest.mark.parametrize("limit", [150_000, 1_000_000])
def test_a_full_disk_is_refused_and_loses_nothing(path: str, limit: int) -> None:
    ((status, (game, *lines, last)),) = finish(start("fill", path, limit))
    assert (game, status) == ("game 1", 4)
    assert last.startswith("Refused 4 ")
    assert path in last
    assert "nothing was recorded" in last
    promised = {int(line) for line in lines}
    assert promised
    holds(path, {"friday": promised})
    ((status, lines),) = finish(start("append", path, "friday", 1, 10))
    assert (status, lines) == (0, ["game 1", str(max(promised) + 1)])


def test_a_disk_too_full_for_a_new_file_spoils_nothing(path: str) -> None:
    ((status, lines),) = finish(start("fill", path, 8192))
    assert status == 4
    assert lines[-1].startswith("Refused 4 ")
    ((status, lines),) = finish(start("append", path, "friday", 1, 10))
    assert (status, lines) == (0, ["game 1", "2"])


READABLE = stat.S_IRWXU | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH


@pytest.fixture
def public() -> Iterator[str]:
    """A folder that other users of the machine can access."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, READABLE)
        yield folder
        os.chmod(folder, READABLE)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o755), (0o444, 0o555)])
@pytest.mark.parametrize("in_use", [True, False])
def test_a_read_only_file_can_be_read(
    public: str,
    began: Callable[..., Began],
    at: str,
    *,
    file_mode: int,
    folder_mode: int,
    in_use: bool,
) -> None:
    path = os.path.join(public, "canasta.db")
    # A file that was there before keeps its rights, and the logs beside it get the same.
    os.close(os.open(path, os.O_CREAT, 0o644))
    with Journal.open(path, create=True) as journal:
        with journal.writing() as writing:
            game = begin(writing, began(), at)
            writing.append(game, Noted("x"), at)
        if not in_use:
            journal.close()
        os.chmod(path, file_mode)
        os.chmod(public, folder_mode)
        before = sorted(os.listdir(public))
        ((status, lines),) = finish(start("guest", path))
        assert sorted(os.listdir(public)) == before
    assert status == 4
    assert lines == ["friday 2", f"Refused 4 {path} is read-only; nothing was recorded"]


def test_an_up_to_date_file_is_opened_and_written_with_little(path: str) -> None:
    Journal.open(path, create=True).close()
    ((status, (*_, modules)),) = finish(start("modules", path))
    assert status == 0
    loaded = set(modules.split())
    assert {"sqlite3", "json"} <= loaded
    heavy = {"sqlite_utils", "pathlib", "platformdirs", "rich", "click", "dataclasses", "tempfile"}
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith("importlib.") and "_" not in name} & {
        "importlib.metadata",
        "importlib.resources",
    }
