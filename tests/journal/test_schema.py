"""The file is created once, upgraded, and left unchanged if it belongs to another program."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import pytest
from journal_fixtures import begin
from looping import for_each_case

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal import schema
from canasta_cli.journal.copies import back_up_before_conversion
from canasta_cli.journal.schema import APPLICATION, VERSION, Summary, sqlite_errors
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began

Make = Callable[..., Began]


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _write(path: str, content: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


@contextmanager
def _beside(path: str) -> Iterator[sqlite3.Connection]:
    """Open the file as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        yield connection


def _made(path: str, began: Began, at: str) -> None:
    with Journal.open(path, create=True) as journal, journal.writing() as writing:
        begin(writing, began, at)


def test_a_new_file_is_of_this_version_and_marked_as_ours(journal: Journal) -> None:
    def ask(what: str) -> object:
        return journal.connection.execute(f"PRAGMA {what}").fetchone()[0]

    assert (ask("user_version"), ask("application_id")) == (VERSION, APPLICATION)
    assert (ask("journal_mode"), ask("synchronous")) == ("wal", 3)


def test_a_question_makes_no_file(path: str) -> None:
    with Journal.open(path, create=False) as journal:
        assert journal.games() == ()
        assert journal.current() is None
        assert journal.records(1) == ()
    assert not os.path.exists(os.path.dirname(path))


def test_nothing_can_be_recorded_without_a_file(path: str, began: Make, at: str) -> None:
    with (
        Journal.open(path, create=False) as journal,
        pytest.raises(Refused, match="is read-only"),
        journal.writing() as writing,
    ):
        begin(writing, began(), at)


@pytest.mark.parametrize("create", [True, False])
def test_an_empty_file_is_a_new_one(path: str, create: bool) -> None:
    _write(path, b"")
    with Journal.open(path, create=create) as journal:
        assert journal.games() == ()
    assert bool(_bytes(path)) is create


def test_a_path_may_hold_any_sign(path: str, began: Make, at: str) -> None:
    strange = os.path.join(path, "50% sure?", "a#b é.db")
    _made(strange, began(), at)
    assert os.path.exists(strange)
    with Journal.open(strange, create=False) as journal:
        assert len(journal.games()) == 1


def test_an_empty_file_that_is_read_only_has_no_games(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(path, b"")
    monkeypatch.setattr(schema, "is_writable", lambda _: False)
    with Journal.open(path) as journal:
        assert journal.is_new
        assert journal.games() == ()


def test_a_path_may_be_a_plain_name(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    os.makedirs(os.path.dirname(path))
    monkeypatch.chdir(os.path.dirname(path))
    Journal.open("canasta.db", create=True).close()
    Journal.open("canasta.db", create=False).close()
    assert os.path.exists(path)


def _add_migration(patch: pytest.MonkeyPatch, *statements: str) -> None:
    patch.setitem(schema.MIGRATIONS, VERSION + 1, statements)
    patch.setattr(schema, "VERSION", VERSION + 1)


def test_an_older_file_is_brought_up_to_date(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _made(path, began(), at)
    _add_migration(monkeypatch, "ALTER TABLE setting ADD COLUMN place TEXT")
    with Journal.open(path, create=False) as journal:
        assert journal.games()[0].name == "friday"
        assert journal.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        journal.before_migration = lambda older: back_up_before_conversion(older, at)
        with journal.writing():
            pass
        assert journal.connection.execute("SELECT place FROM setting").fetchall() == []
        assert journal.connection.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
        assert os.path.exists(journal.converted)


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _made(path, began(), at)
    with monkeypatch.context() as patch:
        _add_migration(patch, "CREATE TABLE good (x)", "CREATE TABLE setting (x)")
        with (
            Journal.open(path, create=True) as journal,
            pytest.raises(UnusableData, match="setting already exists"),
            journal.writing(),
        ):
            pass
    with Journal.open(path, create=True) as journal:
        assert journal.games()[0].name == "friday"
        tables = journal.connection.execute("SELECT name FROM sqlite_master").fetchall()
        assert ("good",) not in tables


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_file_is_left_alone(path: str, began: Make, at: str, create: bool) -> None:
    _made(path, began(), at)
    with _beside(path) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = _bytes(path)
    with pytest.raises(UnusableData, match=r"canasta\.db was made by a newer version of canasta"):
        Journal.open(path, create=create)
    assert _bytes(path) == before


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE recipe (name TEXT)", "PRAGMA user_version = 7", "PRAGMA application_id = 7"],
)
def test_another_programs_database_is_left_alone(path: str, statement: str) -> None:
    os.makedirs(os.path.dirname(path))
    with _beside(path) as other:
        other.execute(statement)
    before = _bytes(path)
    with pytest.raises(UnusableData, match=r"canasta\.db is another program's database"):
        Journal.open(path, create=True)
    assert _bytes(path) == before


def test_our_mark_alone_does_not_make_a_journal(path: str) -> None:
    os.makedirs(os.path.dirname(path))
    with _beside(path) as other:
        other.execute(f"PRAGMA application_id = {APPLICATION}")
        other.execute(f"PRAGMA user_version = {VERSION}")
    with (
        Journal.open(path, create=True) as journal,
        pytest.raises(UnusableData, match="can't be used: no such table"),
    ):
        journal.games()


@pytest.mark.parametrize("content", [b"x", b"Ann 500\nBob 300\n", b"\x00" * 5000, b"text\n" * 999])
@pytest.mark.parametrize("create", [True, False])
def test_a_file_that_is_no_database_is_left_alone(path: str, content: bytes, create: bool) -> None:
    _write(path, content)
    with pytest.raises(UnusableData, match=r"folder/canasta\.db "):
        Journal.open(path, create=create)
    assert _bytes(path) == content


@pytest.mark.parametrize("size", [1, 16, 99, 100, 512, 4096, 5000, 20480])
def test_a_truncated_file_is_said_to_be_damaged(path: str, began: Make, at: str, size: int) -> None:
    _made(path, began(), at)
    whole = _bytes(path)
    assert len(whole) > size
    _write(path, whole[:size])
    with pytest.raises(UnusableData):
        Journal.open(path, create=True)
    assert _bytes(path) == whole[:size]


def test_a_damaged_page_is_found_when_it_is_read(path: str, began: Make, at: str) -> None:
    _made(path, began(), at)
    whole = _bytes(path)
    _write(path, whole[:4096] + b"\xff" * (len(whole) - 4096))
    with (
        pytest.raises(UnusableData, match="is damaged"),
        Journal.open(path, create=False) as journal,
    ):
        journal.records(1)


def test_a_folder_is_no_journal(path: str) -> None:
    os.makedirs(path)
    for create in (True, False):
        with pytest.raises(Refused, match="is a folder"):
            Journal.open(path, create=create)


def test_a_file_that_another_program_keeps_for_itself_is_busy(
    path: str, began: Make, at: str
) -> None:
    _made(path, began(), at)
    with _beside(path) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match=r"is busy: .* for 0\.05 seconds") as caught:
            Journal.open(path, create=False, seconds=0.05)
    assert caught.value.fix == "Try again."
    with Journal.open(path, create=False) as journal:
        assert len(journal.games()) == 1


def test_a_file_that_cannot_have_a_log_apart_serves_as_it_is(
    path: str, began: Make, at: str
) -> None:
    """While another program reads the new file, SQLite can't change its journal mode."""
    _write(path, b"")
    with _beside(path) as other:
        other.execute("VACUUM")
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master").fetchall()
        with pytest.raises(Refused, match="busy"):
            Journal.open(path, create=True, seconds=0.05)
        other.execute("COMMIT")
    _made(path, began(), at)


class _Reluctant(sqlite3.Connection):
    """SQLite that can't change the journal mode: another program does it too, or the disk is full."""

    code = sqlite3.SQLITE_BUSY
    times = 3

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if "journal_mode" in sql and _Reluctant.times:
            _Reluctant.times -= 1
            error = sqlite3.OperationalError("no")
            error.sqlite_errorcode = self.code
            raise error
        return super().execute(sql, parameters)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL])
def test_a_file_is_given_its_log_as_soon_as_that_can_be(
    path: str, began: Make, at: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=_Reluctant))
    monkeypatch.setattr(_Reluctant, "code", code)
    monkeypatch.setattr(_Reluctant, "times", 3 if code == sqlite3.SQLITE_BUSY else 1)
    if code == sqlite3.SQLITE_FULL:
        with pytest.raises(Refused, match="disk is full"):
            Journal.open(path, create=True)
    _made(path, began(), at)
    with Journal.open(path, create=False) as journal:
        assert journal.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert _Reluctant.times == 0


def _nothing_writable(path: str, mode: int) -> bool:
    return mode != os.W_OK and os.path.exists(path)


def test_a_read_only_file_is_read_as_it_lies(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _made(path, began(), at)
    monkeypatch.setattr(os, "access", _nothing_writable)
    before = os.listdir(os.path.dirname(path))
    with Journal.open(path, create=True) as journal:
        assert [line.name for line in journal.games()] == ["friday"]
        assert os.listdir(os.path.dirname(path)) == before
        with pytest.raises(Refused, match="is read-only"), journal.writing() as writing:
            begin(writing, began("saturday"), at)


def test_a_read_only_file_is_read_in_company_while_it_is_in_use(
    journal: Journal, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", _nothing_writable)
    with journal.writing() as writing:
        begin(writing, began(), at)
    with Journal.open(journal.path, create=False) as other:
        assert [line.name for line in other.games()] == ["friday"]


def test_an_older_read_only_file_is_read_as_it_is(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _made(path, began(), at)
    before = _bytes(path)
    _add_migration(monkeypatch, "ALTER TABLE setting ADD COLUMN place TEXT")
    monkeypatch.setattr(os, "access", _nothing_writable)
    with Journal.open(path, create=False) as journal:
        assert [line.name for line in journal.games()] == ["friday"]
    assert _bytes(path) == before


def test_the_second_of_two_processes_finds_the_file_made(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(_: sqlite3.Connection) -> None:
        monkeypatch.undo()
        _made(path, began(), at)

    monkeypatch.setattr(schema, "keep_log_apart", meanwhile)
    with Journal.open(path, create=True) as journal:
        assert [line.name for line in journal.games()] == ["friday"]


def test_a_migration_whose_transaction_ended_by_itself_leaves_the_file_as_it_was(
    path: str, began: Make, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        insert = "INSERT OR ROLLBACK INTO good VALUES (1)"
        statements = ("CREATE TABLE good (x UNIQUE)", insert, insert)
        patch.setattr(schema, "MIGRATIONS", {VERSION: statements})
        with pytest.raises(UnusableData, match="UNIQUE constraint failed"):
            Journal.open(path, create=True)
    _made(path, began(), at)


def test_pythons_own_complaints_are_told_too(journal: Journal) -> None:
    journal.close()
    with pytest.raises(UnusableData, match=r"can't be used: .*closed"):
        journal.games()


@for_each_case(
    ("code", "error", "says"),
    [
        (sqlite3.SQLITE_FULL, Refused, "disk is full; nothing was recorded"),
        (sqlite3.SQLITE_IOERR_WRITE, Refused, "nothing was recorded"),
        (sqlite3.SQLITE_LOCKED, Refused, "is busy"),
        (sqlite3.SQLITE_PROTOCOL, Refused, "is busy: another program stopped"),
        (sqlite3.SQLITE_READONLY_DBMOVED, Refused, "is read-only"),
        (sqlite3.SQLITE_PERM, Refused, "is read-only"),
        (sqlite3.SQLITE_CORRUPT_VTAB, UnusableData, "is damaged"),
        (sqlite3.SQLITE_NOTADB, UnusableData, "is not a database of canasta"),
        (sqlite3.SQLITE_MISMATCH, UnusableData, "can't be used: oh"),
    ],
)
def test_every_complaint_becomes_a_sentence_with_the_file(
    code: int, error: type[Refused | UnusableData], says: str
) -> None:
    complaint = sqlite3.OperationalError("oh")
    complaint.sqlite_errorcode = code
    with pytest.raises(error, match=f"^games.db .*{says}"), sqlite_errors("games.db"):
        raise complaint


def test_the_views_show_the_summary(
    journal: Journal, began: Make, summary: Callable[..., Summary], at: str
) -> None:
    with journal.writing() as writing:
        writing.make_current(begin(writing, began("friday"), at))
        begin(writing, began("saturday"), at)
        writing.summarise(1, summary())

    def rows(view: str) -> list[object]:
        cursor = journal.connection.execute(f"SELECT * FROM {view}")  # noqa: S608
        return [tuple(column[0] for column in cursor.description), *cursor.fetchall()]

    players = "Ann, Bob, Cat, Dan"
    assert rows("games") == [
        ("name", "ruleset", "players", "started", "hands", "over", "winner", "archived", "current"),
        ("friday", "classic", players, "2026-01-31", 1, 1, "We", 0, 1),
        ("saturday", "classic", players, "2026-01-31", 0, 0, None, 0, 0),
    ]
    assert rows("standings") == [
        ("game", "side", "total", "next_minimum", "to_target"),
        ("friday", "We", 5100, "120", None),
        ("friday", "They", -35, "15", 5035),
    ]
    assert rows("score_sheet") == [
        ("game", "hand", "dealer", "side", "tally", "points", "total"),
        ("friday", 1, "Dan", "We", "7xK out", 5100, 5100),
        ("friday", 1, "Dan", "They", "left:A4", -35, -35),
    ]
