"""Kinds of damage, far more than fifty: the doctor says nothing untrue, and no command ends as a bug.

The way out that the doctor names works, and ``canasta restore 1`` puts the newest automatic backup back. Other
changes, made through SQLite, are in ``changed_database.toml``.
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from command_line import fix_environment
from damaging import EVERY, GAMES, PAGE, Damaged, Files, Said, check_damage
from sampling import sample

from canasta_cli.journal.backup import _left, restore
from canasta_cli.journal.store import Journal


class Damage(NamedTuple):
    """What is done to the bytes of a database, or through SQLite with the triggers away.

    ``names`` is a part of what the doctor says; empty if it may find nothing, since SQLite reads around it.
    """

    what: str
    do: "Callable[[bytearray], object] | str"
    names: str = "damage"


def _fill(first: int, last: int, byte: int = 0) -> Callable[[bytearray], None]:
    """Overwrite bytes; negative places count from the end."""

    def fill(content: bytearray) -> None:
        start, end = (place % (len(content) + 1) for place in (first, last))
        content[start:end] = bytes([byte]) * (end - start)

    return fill


def _page(number: int, byte: int = 0) -> Callable[[bytearray], None]:
    return _fill((number - 1) * PAGE, number * PAGE, byte)


def _cut(size: int) -> Callable[[bytearray], None]:
    return lambda content: content.__delitem__(slice(size, None))


def _flip(place: int, bit: int = 0) -> Callable[[bytearray], None]:
    """Change one bit; negative places count from the end."""

    def flip(content: bytearray) -> None:
        content[place] ^= 1 << bit

    return flip


def _put(text: bytes, new: bytes) -> Callable[[bytearray], None]:
    """Replace every occurrence of a text."""

    def put(content: bytearray) -> None:
        content[:] = content.replace(text, new)

    return put


def _swapped_pages(content: bytearray) -> None:
    content[PAGE:] = content[2 * PAGE :] + content[PAGE : 2 * PAGE]


NOTADB, LOST, CHANGED = (
    "doesn't begin as a database",
    "missing",
    "was changed after it was recorded",
)
HARMLESS = "after the end of the database; they do no harm"
HEADER, CUT = "header has values that SQLite never writes", "is cut off"
TABLE = (
    Damage("the first 16 bytes", _fill(0, 16), NOTADB),
    Damage("the first 100 bytes", _fill(0, 100), NOTADB),
    Damage("the first page", _page(1), NOTADB),
    Damage("the first page, with ones", _page(1, 0xFF), NOTADB),
    Damage("text at the beginning", lambda c: c.__setitem__(slice(0, 20), b"Dear Ann, dear Bob, "), NOTADB),
    Damage("text only", lambda c: c.__setitem__(slice(None), b"Dear Ann" * 999), NOTADB),
    Damage("a bit of the first letter", _flip(0), NOTADB),
    Damage("the list of tables", _fill(100, PAGE)),
    Damage("the page size", _fill(16, 18, 0x33), HEADER),
    Damage("the page size, another", lambda c: c.__setitem__(slice(16, 18), b"\x02\x00")),
    Damage("the page size, doubled", lambda c: c.__setitem__(slice(16, 18), b"\x20\x00"), "wrong page size"),
    Damage("the format to write", _flip(18, 5), HEADER),
    Damage("the format to read", _flip(19, 5), HEADER),
    Damage("the number of pages", _fill(28, 32, 0x7F), CUT),
    Damage("the list of free pages", _fill(32, 40, 0x11)),
    Damage("the format of the schema", _flip(47, 4), HEADER),
    Damage("the encoding", _flip(59, 2), HEADER),
    Damage("the encoding, another", _fill(56, 60, 0x03), HEADER),
    Damage("the application id", _fill(68, 72, 0x01), "application id"),
    Damage("the version", _fill(60, 64), "version"),
    Damage("a version that is newer", _flip(60), "made by a newer version"),
    *(Damage(f"page {number}", _page(number), "") for number in sample(range(2, 40), 3)),
    Damage("page 4, with ones", _page(4, 0xFF)),
    Damage("the root of the entries", _fill(3 * PAGE, 3 * PAGE + 12)),
    Damage("a bit of the kind of a page", _flip(3 * PAGE, 1)),
    Damage("the last page", _fill(-PAGE, -1), ""),
    *(Damage(f"cut after page {number}", _cut(number * PAGE), CUT) for number in (1, 2, *range(5, 40, 5))),
    Damage("cut within a page", _cut(20 * PAGE + 100), CUT),
    Damage("the last byte", lambda c: c.pop(), CUT),
    Damage("cut within the header", _cut(50), CUT),
    Damage("a single byte", _cut(1), CUT),
    Damage("nothing left", _cut(0), "the file is empty"),
    Damage("a page more", lambda c: c.extend(bytes(PAGE)), HARMLESS),
    Damage("bytes more", lambda c: c.extend(b"junk" * 9), HARMLESS),
    Damage("pages in another order", _swapped_pages, ""),
    Damage("a letter in all hands", _put(b"QQQ2", b"QQQ3"), CHANGED),
    Damage("a letter of a name", _put(b'"name":"friday"', b'"name":"fribay"'), CHANGED),
    Damage("a bit of an entry", lambda c: _flip(c.index(b"not in the backup 1"), 2)(c), CHANGED),
    Damage("a bit of a hash", lambda c: _flip(c.index(b'a note"}') + 9, 0)(c), CHANGED),
    Damage("invalid text", _put(b"a note", b"a \xff\xfe\xfdt"), "not valid UTF-8"),
    Damage("broken JSON", _put(b'{"text"', b'["text"'), CHANGED),
    Damage("a kind of entry", _put(b"note{", b"dote{"), CHANGED),
    Damage("an entry deleted", "DELETE FROM journal WHERE id = 7", LOST),
    Damage("the first entry deleted", "DELETE FROM journal WHERE id = 1", LOST),
    Damage("the newest entry deleted", "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)", LOST),
    Damage("all entries deleted", "DELETE FROM journal", LOST),
    Damage("the entries dropped", "DROP TABLE journal", LOST),
    Damage("a wrong seal", "UPDATE summary_next SET seal = 'x' WHERE game = 1", "wrong seal"),
    Damage("a foreign row of a side", "INSERT INTO summary_side VALUES (77, 0, 'We', 5, '', 0)", "too many"),
    Damage("a foreign row about next", "UPDATE summary_next SET game = 77 WHERE game = 1", "don't exist"),
    Damage("a foreign row about entries", "INSERT INTO summary_covers VALUES (77, 1)", "don't exist"),
    Damage("rows after the last entry", "INSERT OR REPLACE INTO summary_covers VALUES (1, 99)", "don't exist"),
    Damage("the counter set back", "UPDATE sqlite_sequence SET seq = 3", "counter"),
    *(
        Damage(f"a letter of the {part}", _put(b"CREATE " + part.encode(), b"CREATG " + part.encode()), says)
        for part, says in {
            "TABLE journal ": "can't read the entries: no such table",
            "TABLE sqlite_sequence": "can't read the counter of the entries",
            "TABLE summary_side": "summary_side is not as canasta made it",
            "TRIGGER journal_is_never_replaced": "doctor --rebuild rebuilds",
            "VIEW games": "doctor --rebuild rebuilds",
        }.items()
    ),
    Damage("another total", "UPDATE summary_side SET total = 4000", "different"),
)  # fmt: skip


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    """A database with five games and an automatic backup that lacks its last three entries."""
    folder = tmp_path_factory.mktemp("damage")
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_environment(monkeypatch, str(folder / "canasta.db"))
        monkeypatch.chdir(folder)

        def clock(at: str) -> None:
            monkeypatch.setattr("canasta_cli.cli.session.now", lambda: at)

        yield Damaged(folder, clock)


def _changed(content: bytes, do: "Callable[[bytearray], object] | str") -> Files:
    if not isinstance(do, str):
        changed = bytearray(content)
        do(changed)
        return {"": bytes(changed)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.db"
        file.write_bytes(content)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            run = connection.execute
            triggers = run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                run(f"DROP TRIGGER {name}")
            run(do)
            for _, sql in triggers if "DROP" not in do else ():
                run(sql)
        return {"": file.read_bytes()}


@pytest.mark.parametrize("damage", sample(TABLE, 2), ids=lambda damage: damage.what)
def test_damage_is_named_and_the_way_out_works(damage: Damage, database: Damaged) -> None:
    is_older = isinstance(damage.do, str)
    said = check_damage(database, _changed(database.sound[""], damage.do), is_older=is_older)
    assert damage.names in said.out + said.err
    assert said.status in {"": (0, 1, 3), HARMLESS: (0,)}.get(damage.names, (1, 3))


# A bit in each part of the text in which SQLite keeps the tables, indexes, triggers and views.

PARTS = ("type", "name", "table", "statement", "end")


@pytest.mark.parametrize("first", range(len(PARTS) if EVERY else 1))
def test_a_bit_of_each_statement_of_the_schema_is_noticed(first: int, database: Damaged) -> None:
    content = database.sound[""]
    for number, (kind, name, table, sql) in enumerate(_schema(content)):
        start = content.index(f"{kind}{name}{table}".encode())
        statement = content.index(sql.encode(), start)
        place = {
            "type": start + number % len(kind),
            "name": start + len(kind) + number % len(name),
            "table": start + len(kind) + len(name) + number % len(table),
            "statement": statement + number % len(sql),
            "end": statement + len(sql) - 1,
        }[PARTS[(first + number) % len(PARTS)]]
        # The highest bit makes it invalid text.
        bit = 7 if number % 3 == 0 else number % 6
        files = _changed(content, _flip(place, bit))
        said = check_damage(database, files)
        assert said.status in (1, 3), (name, said)
        _check_export(database, files, said)


def _check_export(database: Damaged, files: Files, said: Said) -> None:
    """Check that an export of everything writes every game if the doctor could read every entry."""
    right, folder = database.exported, database.file.parent / "out"
    database.put(files)
    database.run("export", "--all", "-o", "out")
    written = {each.name: each.read_text() for each in folder.glob("*")}
    assert written.items() <= right.items()
    if f", {len(database.entries)} entries" in said.out:
        assert written == right, said


def _schema(content: bytes) -> list[tuple[str, str, str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content[:18] + b"\x01\x01" + content[20:])
        return connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchall()


# The log: SQLite drops what follows a wrong bit in it, and takes the log of another database for its own.

LOGS: dict[str, tuple[Callable[[bytearray], object], str]] = {
    "a bit of its header": (_flip(3), "has a damaged log"),
    "a bit of its page size": (_flip(10), "has a damaged log"),
    "a bit of its salt": (_flip(17), "has a damaged log"),
    "a bit of its checksum": (_flip(30), "has a damaged log"),
    "a bit of the head of a page": (_flip(32), "has a damaged log"),
    "a bit of the length of a transaction": (_flip(32 + 4), "has a damaged log"),
    "a bit of the salt of a page": (_flip(32 + 12), "has a damaged log"),
    "a bit of a page": (_flip(9000, 3), "has a damaged log"),
    "a bit of the last page": (_flip(-9, 3), "recorded only in part"),
    "its last byte": (lambda log: log.pop(), ""),
    "its last page": (_cut(-PAGE - 24), "recorded only in part"),
    "its second half": (_cut(30_000), "recorded only in part"),
    "all of it, zeros": (_fill(0, -1), "recorded only in part"),
    "all of it, text": (lambda log: log.__setitem__(slice(None), b"Dear Ann" * 999), "recorded only in part"),
}  # fmt: skip


@pytest.mark.parametrize(("do", "names"), LOGS.values(), ids=LOGS)
def test_a_damaged_log_is_named_and_never_read_as_whole(
    do: Callable[[bytearray], object], names: str, database: Damaged
) -> None:
    log = _changed(database.logged["-wal"], do)[""]
    said = check_damage(database, {**database.logged, "-wal": log}, is_older=True)
    assert names in said.out + said.err
    assert "No problems found" not in said.out or said.status == 0


def test_a_log_as_it_was_written_has_no_fault(database: Damaged) -> None:
    said = check_damage(database, database.logged)
    assert said.status == 0
    assert "log ends" not in said.out


@pytest.mark.parametrize("entries", [1, 2, 30])
@pytest.mark.parametrize("left", ["whole", "cut", "empty", "missing"])
def test_the_log_of_another_database_is_noticed(
    left: str, entries: int, database: Damaged, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    assert database.run("new", "Ann", "Bob", "--db", str(other)).status == 0
    with closing(sqlite3.connect(other)) as reader:
        reader.execute("SELECT count(*) FROM journal").fetchone()
        for number in range(entries):
            assert database.run("note", f"{number} " * 500, "--db", str(other)).status == 0
        log = Path(f"{other}-wal").read_bytes()
    content = database.sound[""]
    files = {
        "whole": {"": content, "-wal": log},
        "cut": {"": content[: 10 * PAGE], "-wal": log},
        "empty": {"": b"", "-wal": log},
        "missing": {"-wal": log},
    }
    said = check_damage(database, files[left], is_older=True)
    assert said.status in (1, 3)


def test_the_log_of_another_program_is_never_written_over_a_journal(
    database: Damaged, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        for name in "abc":
            other.execute(f"CREATE TABLE {name} (x)")
        log = (tmp_path / "other.db-wal").read_bytes()
    files = {"": database.sound[""], "-wal": log}
    said = check_damage(database, files)
    assert "the log of another program's database beside it" in said.err
    assert "Move that log away" in said.err
    torn = _changed(log, _fill(32 + 24, 32 + 24 + PAGE))[""]
    database.put({**files, "-wal": torn[: 32 + 24 + PAGE]})
    assert database.run("score", "-g", "friday").status == 0
    for line in (["next"], ["note", "x"], ["restore", "1", "--dry-run"], ["export", "--all"]):
        database.put(files)
        database.run(*line)
        assert database.file.read_bytes() == files[""]


def test_a_foreign_index_of_the_log_is_made_again(database: Damaged) -> None:
    for index in (bytes(32768), b"\xff" * 32768, b"x"):
        said = check_damage(database, {**database.logged, "-shm": index})
        assert said.status == 0


# What is left, and what a restore says about it.


def test_what_can_still_be_read_is_compared_with_the_backup(database: Damaged) -> None:
    # The index of the entries by game is gone, the entries themselves are not.
    files = _changed(database.sound[""], _fill(4 * PAGE, 5 * PAGE))
    database.put(files)
    said = database.run("restore", "1", "--dry-run")
    assert "is damaged" in said.out or "still readable" in said.out
    database.put(_changed(database.sound[""], _fill(16, 18, 0x33)))
    said = database.run("restore", "1", "--dry-run")
    assert "What the backup lacks is not known." in said.out


def test_entries_on_both_sides_of_the_damage_are_found(database: Damaged) -> None:
    content = database.sound[""]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content[:18] + b"\x01\x01" + content[20:])
        whole = connection.execute("SELECT count(*) FROM journal").fetchone()[0]
    places = [found.start() // PAGE for found in re.finditer(rb'"text":"a note"', content)]
    page = sorted(set(places))[1]
    database.put(_changed(content, _fill(page * PAGE, (page + 1) * PAGE)))
    assert 0 < len(_left(str(database.file))) < whole
    said = database.run("restore", "1", "--dry-run")
    assert re.search(r"still readable: \d+ games?, \d+ entries", said.out)


def test_a_restore_keeps_the_damaged_files_as_they_are(database: Damaged) -> None:
    for files in (
        _changed(database.sound[""], _cut(9 * PAGE)),
        _changed(database.sound[""], _flip(47, 4)),
        {**database.logged, "-wal": _changed(database.logged["-wal"], _flip(9000))[""]},
        {"-wal": database.logged["-wal"]},
    ):
        database.put(files)
        assert database.run("restore", "1", "--yes").status == 0
        kept = {
            ending: next(database.file.parent.glob(f"canasta-replaced-*.db{ending}")).read_bytes()
            for ending in files
        }
        assert kept == files


def test_a_restore_works_where_the_disk_no_longer_gives_the_file(
    database: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it can't be copied; it is moved."""
    files = _changed(database.sound[""], _cut(9 * PAGE))
    database.put(files)

    def broken(*_: object) -> None:
        raise OSError(5, os.strerror(5))

    monkeypatch.setattr("canasta_cli.journal.backup.shutil.copyfile", broken)
    aside = f"{database.file}.aside"
    with Journal.open(str(next(database.backups.iterdir())), create=False) as source:
        restore(source, str(database.file), aside)
    assert Path(aside).read_bytes() == files[""]
    assert database.run("doctor").status == 0


# Without a sound backup.


def test_a_damaged_backup_is_passed_over(database: Damaged) -> None:
    database.put(_changed(database.sound[""], _cut(9 * PAGE)))
    newest = max(database.backups.iterdir())
    newest.write_bytes(newest.read_bytes()[: 9 * PAGE])
    said = database.run("doctor")
    assert "Fix: canasta restore 2 puts back the backup of 2026-11-21 20:15, and" in said.err
    assert "1  2026-11-21 20:46  can't be read" in database.run("restore").out
    assert "is damaged and can't be restored" in database.run("restore", "1", "--yes").err
    assert database.run("restore", "2", "--yes").status == 0


def test_without_a_backup_the_doctor_names_the_manual(database: Damaged) -> None:
    for damage in (_cut(9 * PAGE), _put(b"QQQ2", b"QQQ3")):
        database.put(_changed(database.sound[""], damage))
        for copy in database.backups.iterdir():
            copy.unlink()
        said = database.run("doctor")
        assert said.status in (1, 3)
        assert "No sound backup of it was found." in said.out + said.err
        assert "canasta restore FILE" in said.out + said.err


WAYS = (
    "UPDATE journal SET data = replace(data, 'QQQ2', 'QQQ3') WHERE game = {game}",
    "UPDATE journal SET at = 'now' WHERE game = {game} AND number = 1",
    "DELETE FROM journal WHERE game = {game} AND number = 2",
    "DELETE FROM journal WHERE game = {game} AND number = 4",
    "DELETE FROM journal WHERE game = {game} AND number = 1",
    "DELETE FROM journal WHERE game = {game}",
)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_an_export_of_everything_writes_the_games_that_are_whole(
    number: int, database: Damaged
) -> None:
    """A row for each way in which one game is not whole; the others are written as they were."""
    spoiled, right = GAMES[number], database.exported
    for sql in WAYS:
        database.put(_changed(database.sound[""], sql.format(game=number + 1)))
        said = database.run("export", "--all", "-o", "out")
        assert said.status == 3
        assert spoiled in said.err
        found = {each.name: each.read_text() for each in (database.file.parent / "out").iterdir()}
        assert found == {name: text for name, text in right.items() if spoiled not in name}
        assert database.run("export", "-g", spoiled).status in (3, 4)


def test_an_export_of_a_file_that_is_cut_off_writes_the_games_that_are_whole(
    database: Damaged,
) -> None:
    folder, right = database.file.parent / "out", database.exported
    written = set()
    for page in range(1, len(database.sound[""]) // PAGE):
        database.put(_changed(database.sound[""], _cut(page * PAGE - page % 2)))
        said = database.run("export", "--all", "-o", "out")
        assert said.status == 3
        assert re.search("is cut off(, or its header has a wrong page size)?: it has", said.err)
        found = {each.name: each.read_text() for each in folder.glob("*")}
        assert found.items() <= right.items()
        named = [name for name in right if name.partition(".")[0] in said.err]
        assert not named or len(named) == len(right)
        written.add(len(found))
    # The last page may have entries of two games.
    *others, last = range(len(right))
    assert {*others} <= written <= {*others, last}
