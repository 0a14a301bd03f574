"""Errors in the database are found and named."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from journal_fixtures import faults_of

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal.file import digest
from canasta_cli.journal.schema import TABLES
from canasta_cli.journal.store import Journal
from canasta_cli.journal.upkeep import faults
from canasta_cli.model.history import Began, Noted

Make = Callable[..., Began]
TRIGGERS = [statement for statement in TABLES if statement.startswith("CREATE TRIGGER")]


def _tamper(journal: Journal, *statements: str) -> None:
    """Change records while the triggers that guard them are away."""
    run = journal.connection.execute
    for trigger in TRIGGERS:
        run(f"DROP TRIGGER {trigger.split()[2]}")
    for statement in (*statements, *TRIGGERS):
        run(statement)


def _named(journal: Journal) -> tuple[str, ...]:
    return tuple(fault.text for fault in faults(journal))


def test_a_journal_as_it_was_written_has_no_faults(full: Journal) -> None:
    assert faults(full) == ()
    assert faults_of(full.path) == ()


def test_no_journal_has_no_faults(path: str) -> None:
    assert faults_of(path) == ()


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
    assert _named(full) == expected


@pytest.mark.parametrize("number", [1, 7])
def test_a_fitting_hash_does_not_hide_an_altered_record(full: Journal, number: int) -> None:
    before = full.connection.execute(
        "SELECT previous, id, game, number, at, what FROM journal WHERE id = ?", (number,)
    ).fetchone()
    data = full.connection.execute("SELECT data FROM journal WHERE id = 2").fetchone()[0]
    fitting = digest(before[0], (*before[1:], data))
    _tamper(full, f"UPDATE journal SET data = '{data}', hash = '{fitting}' WHERE id = {number}")  # noqa: S608
    found = _named(full)
    assert f"entry {number} (game friday" in found[0]
    assert "was changed after it was recorded" in found[0]


def test_a_first_record_that_follows_nothing_is_altered(full: Journal) -> None:
    row = full.connection.execute(
        "SELECT id, game, number, at, what, data FROM journal WHERE id = 1"
    ).fetchone()
    other = "1" * 64
    fitting = digest(other, row)
    _tamper(full, f"UPDATE journal SET previous = '{other}', hash = '{fitting}' WHERE id = 1")  # noqa: S608
    assert _named(full)[0] == "entry 1 (game friday, number 1) was changed after it was recorded"


def test_a_record_lost_at_the_end_stays_known_as_lost(full: Journal, at: str) -> None:
    _tamper(full, "DELETE FROM journal WHERE id = 10")
    with full.writing() as writing:
        writing.append(2, Noted("later"), at)
    assert _named(full) == ("an entry is missing before entry 11",)


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
    found = [fault.text for fault in faults_of(full.path)]
    assert "SQLite reports damage: row 1 missing from index sqlite_autoindex_journal_1" in found


def test_records_that_are_damaged_are_reported_as_a_fault(full: Journal) -> None:
    _spoil(full, "journal")
    found = [fault.text for fault in faults_of(full.path)]
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
        faults_of(path)


def test_a_check_lets_go_of_the_file(full: Journal) -> None:
    faults(full)
    assert not full.connection.in_transaction
    with pytest.raises(sqlite3.IntegrityError):
        full.connection.execute("DELETE FROM journal")
