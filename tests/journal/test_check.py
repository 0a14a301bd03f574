"""Errors in the database are found and named; backups work while others write."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal.check import backup, faults
from canasta_cli.journal.store import Journal, digest
from canasta_cli.model.history import Began, Noted

Make = Callable[..., Began]
TRIGGERS = ("journal_is_never_changed", "journal_is_never_shortened", "journal_is_never_replaced")


@pytest.fixture
def full(journal: Journal, began: Make, at: str) -> Journal:
    """Two games with alternating entries: friday has the odd numbers from 1 to 9."""
    with journal.writing() as writing:
        games = [writing.begin(began(name), at) for name in ("friday", "saturday")]
        for place in range(8):
            writing.append(games[place % 2], Noted(f"remark {place}"), at)
    return journal


def _tamper(journal: Journal, *statements: str) -> None:
    for trigger in TRIGGERS:
        journal.connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    for statement in statements:
        journal.connection.execute(statement)


def test_a_journal_as_it_was_written_has_no_faults(full: Journal) -> None:
    assert faults(full) == ()
    assert faults(full.path) == ()


def test_no_journal_has_no_faults(path: str) -> None:
    assert faults(path) == ()


HOLLOW = "the entry “{}” has missing or wrong values"
SEVENTH = "entry 7 (game friday, number 4)"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            'UPDATE journal SET data = \'{"text":"other"}\' WHERE id = 7',
            (f"{SEVENTH} was changed after it was recorded",),
        ),
        (
            "UPDATE journal SET at = '2020-01-01' WHERE id = 7",
            (f"{SEVENTH} was changed after it was recorded",),
        ),
        (
            "UPDATE journal SET hash = hex(zeroblob(32)) WHERE id = 7",
            (f"{SEVENTH} was changed after it was recorded",),
        ),
        (
            "UPDATE journal SET previous = hex(zeroblob(32)) WHERE id = 7",
            (f"{SEVENTH} was changed after it was recorded",),
        ),
        (
            "UPDATE journal SET data = '{}' WHERE id IN (1, 10)",
            (
                "entry 1 (game friday, number 1) was changed after it was recorded",
                "entry 10 (game saturday, number 5) was changed after it was recorded",
                f"entry 1 (game friday, number 1) is not a valid entry: {HOLLOW.format('new')}",
                f"entry 10 (game saturday, number 5) is not a valid entry: {HOLLOW.format('note')}",
            ),
        ),
        (
            'UPDATE journal SET data = \'{"text":"other"}\' WHERE id IN (6, 7)',
            (
                "entry 6 (game saturday, number 3) was changed after it was recorded",
                f"{SEVENTH} was changed after it was recorded",
            ),
        ),
        (
            "DELETE FROM journal WHERE id = 7",
            (
                "an entry is missing before entry 8",
                "entry 9 (game friday, number 5) should have number 4",
            ),
        ),
        (
            "DELETE FROM journal WHERE id = 1",
            (
                "an entry is missing before entry 2",
                "entry 3 (game friday, number 2) should have number 1",
            ),
        ),
        ("DELETE FROM journal WHERE id = 10", ("an entry is missing after entry 9",)),
        ("DELETE FROM journal", ("all entries are missing",)),
        (
            "UPDATE journal SET what = 'dance' WHERE id = 7",
            (
                f"{SEVENTH} was changed after it was recorded",
                (
                    f"{SEVENTH} is not a valid entry: “dance” is not a kind of entry that this "
                    "version of canasta knows"
                ),
            ),
        ),
        (
            "UPDATE journal SET game = 5, number = 1 WHERE id = 10",
            (
                "entry 10 (game 5, number 1) was changed after it was recorded",
                (
                    "entry 10 (game 5, number 1) is out of place: only the first entry of a game "
                    "is “new”"
                ),
            ),
        ),
    ],
)
def test_a_fault_is_named(full: Journal, statement: str, expected: tuple[str, ...]) -> None:
    _tamper(full, statement)
    assert faults(full) == expected


@pytest.mark.parametrize("number", [1, 7])
def test_a_fitting_hash_does_not_hide_an_altered_record(full: Journal, number: int) -> None:
    before = full.connection.execute(
        "SELECT previous, id, game, number, at, what FROM journal WHERE id = ?", (number,)
    ).fetchone()
    data = full.connection.execute("SELECT data FROM journal WHERE id = 2").fetchone()[0]
    _tamper(full)
    row = (*before[1:], data)
    full.connection.execute(
        "UPDATE journal SET data = ?, hash = ? WHERE id = ?",
        (data, digest(before[0], row), number),
    )
    found = faults(full)
    assert f"entry {number} (game friday" in found[0]
    assert "was changed after it was recorded" in found[0]


def test_a_first_record_that_follows_nothing_is_altered(full: Journal) -> None:
    row = full.connection.execute(
        "SELECT id, game, number, at, what, data FROM journal WHERE id = 1"
    ).fetchone()
    _tamper(full)
    other = "1" * 64
    full.connection.execute(
        "UPDATE journal SET previous = ?, hash = ? WHERE id = 1", (other, digest(other, row))
    )
    assert faults(full)[0] == "entry 1 (game friday, number 1) was changed after it was recorded"


def test_a_record_lost_at_the_end_stays_known_as_lost(full: Journal, at: str) -> None:
    _tamper(full, "DELETE FROM journal WHERE id = 10")
    with full.writing() as writing:
        writing.append(2, Noted("later"), at)
    assert faults(full) == ("an entry is missing before entry 11",)


def _spoil(full: Journal, name: str, size: int = 4096) -> None:
    """Overwrite the end of the page of a table or an index, or all of it."""
    (root,) = full.connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)
    ).fetchone()
    full.close()
    with open(full.path, "r+b") as file:
        file.seek(root * 4096 - size)
        file.write(b"\x7f" * size)


def test_damage_is_reported_as_a_fault(full: Journal) -> None:
    _spoil(full, "sqlite_autoindex_journal_1", size=2)
    found = faults(full.path)
    assert "SQLite reports damage: row 1 missing from index sqlite_autoindex_journal_1" in found


def test_records_that_are_damaged_are_reported_as_a_fault(full: Journal) -> None:
    _spoil(full, "journal")
    found = faults(full.path)
    assert found[0].startswith("SQLite reports damage: ")
    assert found[-1].startswith("can't read the entries: ")


def test_a_check_waits_no_longer_than_anybody(full: Journal) -> None:
    full.connection.execute("PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(full.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match=r"is busy: .* 0\.05 seconds"):
            faults(full)
    assert faults(full) == ()


def test_a_file_that_cannot_be_opened_is_no_fault_but_an_error(path: str) -> None:
    os.makedirs(os.path.dirname(path))
    with open(path, "wb") as file:
        file.write(b"text\n" * 99)
    with pytest.raises(UnusableData):
        faults(path)


def test_a_backup_holds_everything_while_another_writes(
    full: Journal, began: Make, at: str
) -> None:
    target = f"{full.path}.backup"
    with Journal.open(full.path, create=True) as other, other.writing() as writing:
        writing.begin(began("sunday"), at)
        backup(full, target)
    assert faults(target) == ()
    with Journal.open(target, create=False) as copy:
        assert [line.name for line in copy.games()] == ["friday", "saturday"]
        assert copy.records(1) == full.records(1)
    assert sorted(os.listdir(os.path.dirname(target)))[0:2] == ["canasta.db", "canasta.db-shm"]


def test_a_backup_is_a_journal_that_can_be_written_to(full: Journal, at: str) -> None:
    target = f"{full.path}.backup"
    backup(full, target)
    with Journal.open(target, create=True) as copy, copy.writing() as writing:
        assert writing.append(1, Noted("more"), at).number == 6
    assert faults(target) == ()


def test_a_backup_leaves_nothing_else_behind(full: Journal) -> None:
    folder = os.path.dirname(full.path)
    before = set(os.listdir(folder))
    backup(full, os.path.join(folder, "copy.db"))
    with pytest.raises(Refused, match="is the journal itself"):
        backup(full, full.path, overwrite=True)
    with pytest.raises(Refused, match="can't be opened or created"):
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
    assert faults(target) == ()


def test_a_backup_does_not_replace_a_journal_in_use(full: Journal) -> None:
    target = f"{full.path}.backup"
    backup(full, target)
    with Journal.open(target, create=True) as other:
        assert len(other.games()) == 2
        with pytest.raises(Refused, match="is in use"):
            backup(full, target, overwrite=True)


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


def test_a_check_lets_go_of_the_file(full: Journal) -> None:
    faults(full)
    assert not full.connection.in_transaction
    with pytest.raises(sqlite3.IntegrityError):
        full.connection.execute("DELETE FROM journal")
