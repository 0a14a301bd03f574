"""Fifty kinds of damage: the doctor names each, and each is repaired, or a backup put in its place.

Other changes, made through SQLite, are in ``changed_database.toml``.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from command_line import fix_environment

from canasta_cli.cli import main

Capture = pytest.CaptureFixture[str]
PAGE = 4096
HANDS = (
    ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
    ["hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"],
)
GAMES = ("friday", "saturday", "sunday", "monday")


class Damage(NamedTuple):
    """What is done to a database: to its bytes, or through SQLite with the triggers away.

    ``names`` is a part of what the doctor says.
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


def _flip(text: bytes, new: bytes) -> Callable[[bytearray], None]:
    """Replace every occurrence of a text."""

    def flip(content: bytearray) -> None:
        content[:] = content.replace(text, new)

    return flip


def _swapped_pages(content: bytearray) -> None:
    content[PAGE:] = content[2 * PAGE :] + content[PAGE : 2 * PAGE]


NOTADB, LOST, CHANGED = "not a database", "missing", "was changed after it was recorded"
TABLE = (
    Damage("the first 16 bytes", _fill(0, 16), NOTADB),
    Damage("the first 100 bytes", _fill(0, 100), NOTADB),
    Damage("the first page", _page(1), NOTADB),
    Damage("the first page, with ones", _page(1, 0xFF), NOTADB),
    Damage("text at the beginning", lambda c: c.__setitem__(slice(0, 20), b"Dear Ann, dear Bob, "), NOTADB),
    Damage("the list of tables", _fill(100, PAGE)),
    Damage("the page size", _fill(16, 18, 0x33), NOTADB),
    Damage("the page size, another", lambda c: c.__setitem__(slice(16, 18), b"\x02\x00")),
    Damage("the number of pages", _fill(28, 32, 0x7F)),
    Damage("the list of free pages", _fill(32, 40, 0x11)),
    Damage("the encoding", _fill(56, 60, 0x03)),
    Damage("the application id", _fill(68, 72, 0x01), "application id"),
    Damage("the version", _fill(60, 64), "version"),
    *(Damage(f"page {number}", _page(number), "") for number in range(2, 20)),
    Damage("page 4, with ones", _page(4, 0xFF)),
    Damage("the root of the entries", _fill(3 * PAGE, 3 * PAGE + 12)),
    Damage("the last page", _fill(-PAGE, -1), ""),
    Damage("the last half", lambda c: c.__delitem__(slice(len(c) // 2, None)), ""),
    Damage("the last byte", lambda c: c.pop(), ""),
    Damage("all but three pages", _cut(3 * PAGE), ""),
    Damage("cut within a page", _cut(20 * PAGE + 100), ""),
    Damage("a page more", lambda c: c.extend(bytes(PAGE)), "after the end"),
    Damage("bytes more", lambda c: c.extend(b"junk" * 9), "after the end"),
    Damage("pages in another order", _swapped_pages, ""),
    Damage("a letter in all hands", _flip(b"QQQ2", b"QQQ3"), CHANGED),
    Damage("a letter of a name", _flip(b'"name":"friday"', b'"name":"fribay"'), CHANGED),
    Damage("invalid text", _flip(b"a note", b"a \xff\xfe\xfdt"), "not valid UTF-8"),
    Damage("broken JSON", _flip(b'{"text"', b'["text"'), CHANGED),
    Damage("a kind of entry", _flip(b"note{", b"dote{"), CHANGED),
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
    Damage("another total", "UPDATE summary_side SET total = 4000", "different"),
)  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database with four games of two hands and a note."""
    file = tmp_path_factory.mktemp("damage") / "base.db"
    with pytest.MonkeyPatch.context() as monkeypatch:
        fix_environment(monkeypatch, str(file))
        for game in GAMES:
            for line in (["new", "Ann", "Bob", "Cat", "Dan", "--name", game], *HANDS):
                assert main(line) == 0
            assert main(["note", "a note"]) == 0
        yield file


def _damage(file: Path, damage: Damage) -> None:
    if not isinstance(damage.do, str):
        content = bytearray(file.read_bytes())
        damage.do(content)
        file.write_bytes(content)
        return
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        run = connection.execute
        run("PRAGMA secure_delete = ON")
        triggers = run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            run(f"DROP TRIGGER {name}")
        run(damage.do)
        for _, sql in triggers if "DROP" not in damage.do else ():
            run(sql)


def test_there_are_fifty_kinds() -> None:
    assert len({damage.what for damage in TABLE}) >= 50


@pytest.mark.parametrize("damage", TABLE, ids=[damage.what for damage in TABLE])
def test_damage_is_named_and_the_way_out_works(
    damage: Damage,
    base: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    file = tmp_path / "canasta.db"
    shutil.copy(base, file)
    shutil.copy(base, tmp_path / "good.db")
    fix_environment(monkeypatch, str(file))
    monkeypatch.chdir(tmp_path)
    _damage(file, damage)
    capsys.readouterr()
    status = main(["doctor"])
    said = "".join(capsys.readouterr())
    assert status in (1, 3)
    assert damage.names in said
    assert "bug in canasta" not in said
    if "canasta restore" not in said:
        assert "Fix: canasta doctor --rebuild" in said
        assert main(["doctor", "--rebuild"]) == 0
    else:
        assert main(["restore", "good.db", "--yes"]) == 0
    assert main(["new", "Ann", "Bob"]) == 0
    assert main(["doctor"]) == 0
