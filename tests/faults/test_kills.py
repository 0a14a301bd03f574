"""A kill at any moment leaves the old file or the new one, whatever was being written."""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from journal_fixtures import begin, faults_of
from next_version import VERSION, next_version

from canasta_cli.cli import main
from canasta_cli.journal.backup import backup, restore
from canasta_cli.journal.copies import back_up_before_conversion, backups_of
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted
from canasta_cli.scorekeeper.health import summarise_all

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX has them")
FIXTURES = Path(__file__).parents[1] / "golden" / "fixtures"
KILLS = int(os.environ.get("KILLS", "10"))


def _killed(work: Callable[[], object], seconds: float | None) -> float:
    """Do something in another process, killed by a timer of the system; return the time it took."""
    began = time.monotonic()
    child = os.fork()
    if not child:
        try:
            if seconds:
                # Without a handler, the signal ends the process wherever it is.
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_REAL, seconds)
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return time.monotonic() - began


def _size(path: str) -> int:
    """Return the number of entries of a sound file; -1 if there is none."""
    if not os.path.exists(path):
        return -1
    assert [fault for fault in faults_of(path) if not fault.derived] == []
    with Journal.open(path, create=False) as journal:
        return 0 if journal.is_new else journal.size()


def _tried(
    prepare: Callable[[], object], work: Callable[[], object], check: Callable[[], object]
) -> set[object]:
    """Kill some work at random moments of its time; return what was found afterwards."""
    chance, found = random.Random(11), set()
    prepare()
    # The first run also loads and compiles.
    _killed(work, None)
    prepare()
    usual = _killed(work, None)
    found.add(check())
    # At once, so that the old file is found too however fast the work is.
    for seconds in (1e-6, *(chance.uniform(0.001, usual) for _ in range(KILLS))):
        prepare()
        _killed(work, seconds)
        found.add(check())
    return found


@pytest.fixture
def files(tmp_path: Path, began: Callable[..., Began], at: str) -> tuple[str, str, str]:
    """A database of three entries, another of forty, and a file that doesn't exist."""
    small, large = str(tmp_path / "small.db"), str(tmp_path / "large.db")
    for path, size in ((small, 2), (large, 39)):
        with Journal.open(path, create=True) as journal, journal.writing() as writing:
            game = begin(writing, began(), at)
            for each in range(size):
                writing.append(game, Noted(f"{each} " * 1000), at)
    return small, large, str(tmp_path / "target.db")


def test_a_kill_during_a_backup_leaves_the_old_copy_or_the_new_one(
    files: tuple[str, str, str],
) -> None:
    _, large, target = files

    def work() -> None:
        with Journal.open(large, create=False) as journal:
            backup(journal, target, overwrite=True)

    def prepare() -> None:
        # An earlier state of the same database.
        shutil.copy(large, target)
        with closing(sqlite3.connect(target, isolation_level=None)) as connection:
            connection.execute("DROP TRIGGER journal_is_never_shortened")
            connection.execute("DELETE FROM journal WHERE id > 3")
            connection.execute("UPDATE sqlite_sequence SET seq = 3")

    assert _tried(prepare, work, lambda: _size(target)) == {3, 40}


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_kill_during_a_restore_leaves_the_old_database_or_the_new_one(
    files: tuple[str, str, str], *, is_damaged: bool
) -> None:
    small, large, target = files
    aside = target + ".aside"

    def prepare() -> None:
        for path in (target, aside):
            for ending in ("", "-wal", "-shm"):
                Path(path + ending).unlink(missing_ok=True)
        shutil.copy(small, target)
        if is_damaged:
            with open(target, "r+b") as file:
                file.write(b"Dear Ann, dear Bob")

    def work() -> None:
        with Journal.open(large, create=False) as source:
            restore(source, target, aside)

    def check() -> object:
        if is_damaged and Path(target).read_bytes()[:4] == b"Dear":
            return "old"
        found = _size(target)
        if found == 40:
            assert Path(aside).read_bytes()[:4] == b"Dear" if is_damaged else _size(aside) == 3
        return found

    assert _tried(prepare, work, check) == {"old" if is_damaged else 3, 40}


def test_a_kill_during_an_export_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    shutil.copy(FIXTURES / "canasta-3-22.db", tmp_path / "canasta.db")
    old, target = str(tmp_path / "old.db"), str(tmp_path / "target.db")
    assert main(["export", "-g", "people", "--format", "sqlite", "-o", old]) == 0

    def work() -> None:
        assert main(["export", "--all", "--format", "sqlite", "-o", target, "--force"]) == 0

    def check() -> object:
        with closing(sqlite3.connect(target)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return connection.execute("SELECT count(*) FROM games").fetchone()[0]

    assert _tried(lambda: shutil.copy(old, target), work, check) == {1, 12}


def test_a_kill_during_a_conversion_leaves_the_old_database_or_the_new_one(
    tmp_path: Path, at: str
) -> None:
    path = str(tmp_path / "canasta.db")

    def prepare() -> None:
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        shutil.copy(FIXTURES / "canasta-3-22.db", path)

    def work() -> None:
        with Journal.open(path, create=False) as journal:
            journal.before_migration = lambda older: back_up_before_conversion(older, at)
            journal.after_migration = summarise_all
            with journal.writing() as writing:
                writing.append(1, Noted("newest"), at)

    def check() -> tuple[int, int]:
        size = _size(path)
        with closing(sqlite3.connect(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            (copy,) = backups_of(path, at)
            assert _size(copy.file) == size - 1
        return size, version

    prepare()
    old, version = check()
    with next_version():
        assert _tried(prepare, work, check) == {(old, version), (old + 1, VERSION)}
