"""Who may read what canasta makes: its owner; what was there before stays as it is."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from journal_fixtures import begin

from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")


def _rights(path: str | Path) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """A user who lets everybody read and write by default."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_database_its_logs_and_its_folders_are_for_their_owner_only(
    tmp_path: Path, began: Callable[..., Began], at: str
) -> None:
    path = tmp_path / "one" / "two" / "canasta.db"
    with Journal.open(str(path), create=True) as journal:
        with journal.writing() as writing:
            begin(writing, began(), at)
        assert {each.name: _rights(each) for each in path.parent.iterdir()} == {
            "canasta.db": 0o600,
            "canasta.db-wal": 0o600,
            "canasta.db-shm": 0o600,
        }
    assert _rights(tmp_path / "one") == _rights(tmp_path / "one" / "two") == 0o700


def test_a_database_and_a_folder_that_were_there_keep_their_rights(
    tmp_path: Path, began: Callable[..., Began], at: str
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o775)
    path = folder / "canasta.db"
    path.touch(mode=0o664)
    with Journal.open(str(path), create=True) as journal, journal.writing() as writing:
        begin(writing, began(), at)
        assert _rights(f"{path}-wal") == 0o664
    assert (_rights(folder), _rights(path)) == (0o775, 0o664)
