"""Reading works on a full disk, where SQLite cannot keep its logs beside the file."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from journal_fixtures import begin

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted

Make = Callable[..., Began]


def _made(path: str, began: Began, at: str) -> None:
    with Journal.open(path, create=True) as journal, journal.writing() as writing:
        writing.make_current(begin(writing, began, at))


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """From now on, a connection that needs files beside the database ends in an error of SQLite."""

    def fill(code: int) -> None:
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect

        def refusing(name: str, **options: Any) -> sqlite3.Connection:
            if "immutable" in name:
                return connect(name, **options)
            error = sqlite3.OperationalError("no")
            error.sqlite_errorcode = code
            raise error

        monkeypatch.setattr(sqlite3, "connect", refusing)

    return fill


NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_CANTOPEN)


@pytest.mark.parametrize("code", NO_ROOM)
def test_a_journal_is_read_though_sqlite_can_make_no_file_beside_it(
    code: int, path: str, began: Make, at: str, full: Callable[[int], None]
) -> None:
    _made(path, began(), at)
    full(code)
    with Journal.open(path, create=False) as journal:
        assert [line.name for line in journal.games()] == ["friday"]
        assert len(journal.records(1)) == 1
    assert os.listdir(os.path.dirname(path)) == ["canasta.db"]


def test_recording_names_the_full_disk_and_not_the_way_in_which_the_file_was_read(
    path: str, began: Make, at: str, full: Callable[[int], None]
) -> None:
    _made(path, began(), at)
    full(sqlite3.SQLITE_FULL)
    with (
        Journal.open(path, create=False) as journal,
        pytest.raises(Refused, match="the disk is full; nothing was recorded"),
        journal.writing() as writing,
    ):
        writing.append(1, Noted("x"), at)


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_records_in_a_log_beside_the_file_are_not_read_past(
    ending: str, path: str, began: Make, at: str, full: Callable[[int], None]
) -> None:
    _made(path, began(), at)
    with open(path + ending, "wb") as log:
        log.write(b"newer records")
    full(sqlite3.SQLITE_FULL)
    with pytest.raises(Refused, match="the disk is full"):
        Journal.open(path, create=False)


def test_a_busy_file_is_not_read_past_its_writer(
    path: str, began: Make, at: str, full: Callable[[int], None]
) -> None:
    _made(path, began(), at)
    full(sqlite3.SQLITE_BUSY)
    with pytest.raises(Refused, match="is busy"):
        Journal.open(path, create=False)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 kB, where this user may mount one."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only the administrator of a Linux machine may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "none", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_journal_on_a_disk_without_a_free_byte_is_read(
    small_disk: Path, began: Make, at: str
) -> None:
    path = str(small_disk / "canasta.db")
    _made(path, began(), at)
    with open(small_disk / "filling", "wb", buffering=0) as filling, suppress(OSError):
        while True:
            filling.write(b"x" * 512)
    with Journal.open(path, create=False) as journal:
        assert [line.name for line in journal.games()] == ["friday"]
        with pytest.raises(Refused, match="nothing was recorded"), journal.writing() as writing:
            writing.append(1, Noted("x"), at)


def test_a_read_only_journal_behind_a_link_is_not_read_past_its_log(
    tmp_path: Path, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite keeps the log beside the file, not beside the link."""
    path, link = tmp_path / "folder" / "canasta.db", tmp_path / "link.db"
    with Journal.open(str(path), create=True) as journal:
        link.symlink_to(path)
        with journal.writing() as writing:
            begin(writing, began(), at)
        monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
        with Journal.open(str(link), create=False) as other:
            assert [line.name for line in other.games()] == ["friday"]
