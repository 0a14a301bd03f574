"""Copies of a journal made while others write; links followed, leftovers removed."""

import fcntl
import os
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from journal_fixtures import begin, faults_of

from canasta_cli.errors import Refused
from canasta_cli.journal import copies
from canasta_cli.journal.backup import backup, restore
from canasta_cli.journal.copies import back_up_before_conversion, backups_folder, has_backups
from canasta_cli.journal.file import BESIDE
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted

Make = Callable[..., Began]


def test_a_backup_holds_everything_while_another_writes(
    full: Journal, began: Make, at: str
) -> None:
    target = f"{full.path}.backup"
    with Journal.open(full.path, create=True) as other, other.writing() as writing:
        begin(writing, began("sunday"), at)
        backup(full, target)
    assert faults_of(target) == ()
    with Journal.open(target, create=False) as copy:
        assert [line.name for line in copy.games()] == ["friday", "saturday"]
        assert copy.records(1) == full.records(1)
    assert sorted(os.listdir(os.path.dirname(target)))[0:2] == ["canasta.db", "canasta.db-shm"]


def test_a_backup_is_a_journal_that_can_be_written_to(full: Journal, at: str) -> None:
    target = f"{full.path}.backup"
    backup(full, target)
    with Journal.open(target, create=True) as copy, copy.writing() as writing:
        assert writing.append(1, Noted("more"), at).number == 6
    assert faults_of(target) == ()


def test_a_backup_leaves_nothing_else_behind(full: Journal) -> None:
    folder = os.path.dirname(full.path)
    before = set(os.listdir(folder))
    backup(full, os.path.join(folder, "copy.db"))
    with pytest.raises(Refused, match="is the database itself"):
        backup(full, full.path, overwrite=True)
    with pytest.raises(Refused, match=r"can't write .*: No such file"):
        backup(full, os.path.join(folder, "none", "copy.db"))
    assert set(os.listdir(folder)) == before | {"copy.db"}


def test_a_backup_overwrites_only_when_told(full: Journal) -> None:
    target = f"{full.path}.backup"
    with open(target, "w", encoding="utf-8") as file:
        file.write("precious")
    with pytest.raises(Refused, match="backup already exists"):
        backup(full, target)
    with open(target, encoding="utf-8") as file:
        assert file.read() == "precious"
    backup(full, target, overwrite=True)
    assert faults_of(target) == ()


def test_a_backup_does_not_replace_a_journal_in_use(full: Journal) -> None:
    target = f"{full.path}.backup"
    backup(full, target)
    with Journal.open(target, create=True) as other:
        assert len(other.games()) == 2
        with pytest.raises(Refused, match="is in use"):
            backup(full, target, overwrite=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX has them")
@pytest.mark.parametrize("through_link", [False, True])
def test_a_backup_replaces_a_copy_whose_reader_was_killed(
    full: Journal, at: str, tmp_path: Path, *, through_link: bool
) -> None:
    copy = str(tmp_path / "copy.db")
    backup(full, copy)
    child = os.fork()
    if not child:
        with Journal.open(copy, create=False) as reader:
            reader.size()
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert os.path.getsize(f"{copy}-wal") == 0
    with full.writing() as writing:
        writing.append(1, Noted("newest"), at)
    target = str(tmp_path / "link.db") if through_link else copy
    if through_link:
        os.symlink(copy, target)
    backup(full, target, overwrite=True)
    assert faults_of(copy) == ()
    with Journal.open(copy, create=False) as again:
        assert again.size() == full.size()


def test_a_backup_of_nothing_is_refused(path: str) -> None:
    with (
        Journal.open(path, create=False) as journal,
        pytest.raises(Refused, match="there is nothing to back up"),
    ):
        backup(journal, f"{path}.backup")


def test_a_backup_that_cannot_be_put_in_place_leaves_nothing(full: Journal) -> None:
    target = f"{full.path}.backup"
    os.makedirs(target)
    with pytest.raises(Refused, match="can't write"):
        backup(full, target, overwrite=True)
    assert not [name for name in os.listdir(os.path.dirname(target)) if "part" in name]


def test_a_backup_follows_a_link_and_the_link_stays(full: Journal, tmp_path: Path) -> None:
    target, link = tmp_path / "usb" / "copy.db", tmp_path / "copy.db"
    target.parent.mkdir()
    link.symlink_to(target)
    with pytest.raises(Refused, match="already exists"):
        backup(full, str(link))
    backup(full, str(link), overwrite=True)
    assert link.is_symlink()
    assert faults_of(str(target)) == ()
    assert os.listdir(target.parent) == ["copy.db"]


def test_a_backup_through_a_link_does_not_replace_a_journal_in_use(
    full: Journal, tmp_path: Path
) -> None:
    target, link = tmp_path / "usb" / "copy.db", tmp_path / "copy.db"
    link.symlink_to(target)
    with Journal.open(str(target), create=True), pytest.raises(Refused, match="is in use"):
        backup(full, str(link), overwrite=True)


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_a_backup_never_takes_the_place_of_the_journal_or_its_logs(
    full: Journal, tmp_path: Path, ending: str
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(full.path + ending)
    for target in (full.path + ending, str(link)):
        with pytest.raises(Refused, match="is the database itself"):
            backup(full, target, overwrite=True)


@pytest.mark.parametrize("ending", BESIDE)
def test_a_backup_never_gets_the_name_of_a_log(full: Journal, tmp_path: Path, ending: str) -> None:
    # SQLite would remove it with the next entry.
    other = tmp_path / "other.db"
    backup(full, str(other))
    for database in (other, Path(full.path)):
        with pytest.raises(Refused, match=r"for a log of .*\.db|is the database itself"):
            backup(full, f"{database}{ending}", overwrite=True)
    assert sorted(os.listdir(tmp_path)) == ["folder", "other.db"]


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_a_backup_is_for_its_owner_only_and_keeps_the_rights_of_a_file(
    full: Journal, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    backup(full, str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.chmod(0o644)
    backup(full, str(target), overwrite=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_a_locked_database_is_not_restored_and_not_copied_for_ever(
    full: Journal, tmp_path: Path, at: str
) -> None:
    backup(full, str(tmp_path / "copy.db"))
    full.connection.execute("PRAGMA journal_mode = DELETE")
    with (
        closing(sqlite3.connect(full.path, isolation_level=None)) as other,
        Journal.open(str(tmp_path / "copy.db"), create=False, seconds=0.05) as source,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match=r"is busy: .* 0\.05 seconds"):
            restore(source, full.path, str(tmp_path / "aside.db"))
        with pytest.raises(Refused, match="is busy"):
            backup(full, str(tmp_path / "other.db"))
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "folder"]
    with full.writing() as writing:
        writing.append(1, Noted("still here"), at)


def test_a_disk_too_full_for_a_conversion_leaves_the_file(
    full: Journal, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "has_space", lambda _, size: size < 2**20 + 99_999)
    with pytest.raises(Refused, match=r"can't be converted .*: the disk is too full") as refused:
        back_up_before_conversion(full, at)
    assert refused.value.fix.startswith("Free 2 MB first")
    assert not has_backups(full.path)


def test_nothing_is_converted_without_a_whole_copy(full: Journal, at: str) -> None:
    full.connection.execute("DROP TRIGGER journal_is_never_changed")
    full.connection.execute("UPDATE journal SET at = 'now' WHERE id = 2")
    with pytest.raises(Refused, match=r"can't be converted .*: it is damaged"):
        back_up_before_conversion(full, at)
    Path(folder := backups_folder(full.path)).rmdir()
    Path(folder).write_text("mine")
    with pytest.raises(Refused, match=r"can't be converted .*: can't create .*: File exists"):
        back_up_before_conversion(full, at)


def test_two_conversions_in_one_second_have_a_copy_each(full: Journal, at: str) -> None:
    first, second = (back_up_before_conversion(full, at) for _ in range(2))
    assert second == first.replace("Z.db", "Z-2.db")
    assert faults_of(first) == faults_of(second) == ()


def test_a_copy_for_a_conversion_waits_for_that_of_another_program(
    full: Journal, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, folder = copies._copy_checked, os.open(os.path.dirname(full.path), os.O_RDONLY)  # noqa: SLF001

    def copy_alone(journal: Journal, target: str) -> None:
        with pytest.raises(BlockingIOError):
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        copy(journal, target)

    monkeypatch.setattr(copies, "_copy_checked", copy_alone)
    assert back_up_before_conversion(full, at)
    os.close(folder)
