"""Entries are found by their hashes wherever they stand in a file."""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from canasta_cli.journal import salvage
from canasta_cli.journal.salvage import find_rows
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted

PAGE = 4096


@pytest.fixture
def long(full: Journal, at: str) -> Journal:
    """Two games with notes that go beyond a page, and beyond several."""
    with full.writing() as writing:
        for size in (3000, 4000, 4061, 5000, 20_000):
            writing.append(1, Noted("ü" * (size // 2)), at)
        for each in range(100):
            writing.append(2, Noted(f"remark {each} " + "x" * 200), at)
    return full


def _all(journal: Journal) -> list[tuple[object, ...]]:
    return journal.connection.execute("SELECT * FROM journal ORDER BY id").fetchall()


def _ids(path: str) -> list[int]:
    return [row.id for row in find_rows(path).rows]


def test_every_entry_of_a_sound_file_is_found(long: Journal) -> None:
    assert [tuple(row) for row in find_rows(long.path).rows] == _all(long)
    assert find_rows(long.path).newest == 115


def test_entries_are_found_without_any_structure_of_the_file(long: Journal, tmp_path: Path) -> None:
    rows = _all(long)
    long.close()
    content = Path(long.path).read_bytes()
    for place in range(0, len(content), PAGE):
        # The header of a page, and the places of its rows.
        content = content[:place] + b"\xff" * 8 + content[place + 8 :]
    (tmp_path / "x.db").write_bytes(content)
    found = [tuple(row) for row in find_rows(str(tmp_path / "x.db")).rows]
    # What continues on other pages has lost the number of the next one.
    assert found == [row for row in rows if len(str(row[5]).encode()) < 3900]


def test_entries_in_the_log_are_found(long: Journal, tmp_path: Path) -> None:
    with Journal.open(long.path, create=False) as other, other.writing() as writing:
        writing.append(1, Noted("newest"), "2026-01-31T19:30:00+00:00")
        for ending in ("", "-wal"):
            shutil.copy(long.path + ending, f"{tmp_path}/copy.db{ending}")
    with closing(sqlite3.connect(long.path)):
        assert _ids(str(tmp_path / "copy.db"))[-1] == 115
    with open(tmp_path / "copy.db", "r+b") as file:
        file.write(b"\0" * PAGE)
    assert _ids(str(tmp_path / "copy.db"))[:10] == list(range(1, 11))


def test_blocks_that_the_disk_does_not_give_count_as_empty(
    long: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    long.close()

    class Failing(io.FileIO):
        """A file whose second to fifth blocks can't be read."""

        def read(self, size: int | None = -1) -> bytes:
            if PAGE <= self.tell() < 5 * PAGE:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return super().read(size) or b""

    def open_failing(path: str, mode: str, **_: object) -> object:
        return Failing(path) if path == long.path else open(path, mode)

    monkeypatch.setattr(salvage, "open", open_failing, raising=False)
    assert len(_ids(long.path)) > 80


def test_an_entry_with_another_content_is_found_only_as_changed(long: Journal) -> None:
    run = long.connection.execute
    run("DROP TRIGGER journal_is_never_changed")
    run("""UPDATE journal SET data = '{"text":"other"}' WHERE id = 20""")
    assert [row.id for row in find_rows(long.path).rows if not row.is_intact] == [20]


@pytest.mark.parametrize(
    "content", [b"", b"x", b"text\n" * 9999, b"SQLite format 3\0" * 600, bytes(9)]
)
def test_nothing_is_found_in_other_files(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    assert find_rows(str(tmp_path / "x")) == ([], 0, {})


@pytest.mark.parametrize("size", [512, 1024, 65_536])
def test_entries_are_found_in_pages_of_any_size(
    size: int, began: Callable[..., Began], at: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "x.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("CREATE TABLE x (y)")
        connection.execute("DROP TABLE x")
    with Journal.open(path, create=True) as journal, journal.writing() as writing:
        game = writing.begin(began(), at)
        for length in (10, 400, 900, 3000, 70_000):
            writing.append(game, Noted("x" * length), at)
    with open(path, "r+b") as file:
        # The schema: SQLite itself finds no table any more.
        file.seek(100)
        file.write(b"\0" * 8)
    assert _ids(path) == [1, 2, 3, 4, 5, 6]
    assert os.listdir(tmp_path) == ["x.db"]
