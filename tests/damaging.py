"""Damage a database in many ways, and check what the program then says and does.

``tests/faults/test_damage.py`` tries each kind of damage, ``python tests/endurance.py damage`` random bits.
"""

import io
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from typing import NamedTuple

from canasta_cli.cli import main
from canasta_cli.files import remove_leftovers
from canasta_cli.journal.file import LOGS

PAGE = 4096
HANDS = (
    ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
    ["hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"],
)
GAMES = ("friday", "saturday", "sunday", "monday")
Files = dict[str, bytes]
"""The bytes of a database and of its logs, by the endings of their names."""


class Said(NamedTuple):
    """What a command said: its exit status, its answer, and standard error."""

    status: int
    out: str
    err: str


class Damaged:
    """A database in a folder of its own, with an automatic backup that lacks its last three entries.

    ``sound`` are its files, and ``logged`` as long as these three are in its log. ``exported`` are the
    game files of an export of everything.
    """

    def __init__(self, folder: Path, clock: Callable[[str], object]) -> None:
        self.file = folder / "canasta.db"
        self.backups = folder / "canasta.db.backups"
        for game in GAMES:
            for line in (["new", "Ann", "Bob", "Cat", "Dan", "--name", game], *HANDS):
                assert self.run(*line).status == 0
            assert self.run("note", "a note").status == 0
        for line in (
            ["new", "Ann", "Bob"],
            ["deal", "--upcard", "9"],
            ["turn", "draw", "discard", "4"],
        ):
            assert self.run(*line).status == 0
        clock("2026-11-21T20:46:00+00:00")
        assert self.run("note", "in the backup").status == 0
        self.kept = len(self.hashes())
        with closing(sqlite3.connect(self.file)) as other:
            other.execute("SELECT count(*) FROM journal").fetchone()
            for number in range(3):
                assert self.run("note", f"not in the backup {number}").status == 0
            self.logged = self._content()
        self.sound = self._content()
        self.copies = {each.name: each.read_bytes() for each in self.backups.iterdir()}
        self.entries = self.hashes()
        self.answers = {line: self.run(*line) for line in QUESTIONS}
        assert self.run("export", "--all", "-o", "out").status == 0
        self.exported = {each.name: each.read_text() for each in (folder / "out").iterdir()}

    def run(self, *line: str) -> Said:
        """Run a command, and fail if it ends as a bug."""
        remove_leftovers.cache_clear()
        out, err = (
            io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True),
            io.StringIO(),
        )
        with redirect_stdout(out), redirect_stderr(err):
            status = main([*line])
        assert isinstance(out.buffer, io.BytesIO)
        said = Said(status, out.buffer.getvalue().decode(), err.getvalue())
        assert status in (0, 1, 3, 4), (line, said)
        assert "bug in canasta" not in said.err, (line, said)
        return said

    def _content(self) -> Files:
        files = {ending: Path(f"{self.file}{ending}") for ending in ("", *LOGS)}
        return {ending: file.read_bytes() for ending, file in files.items() if file.exists()}

    def put(self, files: Files) -> None:
        """Put files in the place of the database, and the backups as they were beside it."""
        for each in self.file.parent.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        for ending, content in files.items():
            Path(f"{self.file}{ending}").write_bytes(content)
        self.backups.mkdir()
        for name, content in self.copies.items():
            (self.backups / name).write_bytes(content)

    def hashes(self) -> list[str]:
        """Return the hashes of all entries of the database."""
        with closing(sqlite3.connect(self.file)) as connection:
            return [each for (each,) in connection.execute("SELECT hash FROM journal ORDER BY id")]


QUESTIONS: tuple[tuple[str, ...], ...] = (
    ("score", "-g", "friday"), ("next",), ("log", "-g", "sunday"),
    ("export", "--all", "--format", "csv"),
)  # fmt: skip
"""Commands whose answers are never others than before, apart from errors; lists read the summary tables."""
OTHERS = (
    ("undo",), ("hand", "KKK", "AAA", "-g", "friday"), ("restore",), ("restore", "1", "--dry-run"),
    ("export", "--all", "-o", "out"), ("backup", "x.db"), ("doctor", "--rebuild"), ("stats",),
    ("games",),
)  # fmt: skip


EVERY = bool(os.environ.get("EVERY_COMMAND"))
"""Run every command with each kind of damage, not some by turns."""
SOME = 4
_turn = count()


def check_damage(database: Damaged, files: Files, *, is_older: bool = False) -> Said:
    """Check what the program says about damaged files, and return what the doctor says.

    ``is_older``: SQLite reads an earlier state of the database, which no bytes tell from the newest one, or
    totals that somebody else has put there.
    """
    database.put(files)
    said = database.run("doctor")
    # It states no number of entries that it couldn't read.
    assert ", 0 entries" not in said.out or "all entries are missing" in said.out
    way = _check_way_out(database, said, is_older=is_older)
    turn = next(_turn)
    for number, line in enumerate((*QUESTIONS, *OTHERS)):
        if not EVERY and (number - turn) % SOME:
            continue
        database.put(files)
        answer = database.run(*line)
        if line in QUESTIONS and answer.status == 0 and not is_older:
            assert answer == database.answers[line] or "has backups" in answer.err, line
    if way != "canasta restore 1":
        database.put(files)
        assert database.run("restore", "1", "--yes").status == 0
        check_newest_backup(database)
    return said


def _check_way_out(database: Damaged, said: Said, *, is_older: bool) -> str:
    """Do what the doctor says, which must work, and return it; if it says nothing, nothing may be missing."""
    ways: list[str] = re.findall(
        r"canasta (?:doctor --rebuild|restore \d+)(?= )", said.out + said.err
    )
    if said.status == 0:
        assert not ways
        found = database.hashes()
        assert found == database.entries[: len(found)]
        assert is_older or found == database.entries
        return ""
    assert len(ways) == 1, said
    assert "No problems found" not in said.out
    done = database.run(*ways[0].split()[1:], *(["--yes"] if "restore" in ways[0] else []))
    assert done.status == 0, done
    if "restore" in ways[0]:
        check_newest_backup(database)
    else:
        assert database.run("doctor").status == 0
        assert database.hashes() == database.entries
    for line in (["note", "x", "-g", "friday"], ["new", "Ann", "Bob"]):
        assert database.run(*line).status == 0
    return ways[0]


def check_newest_backup(database: Damaged) -> None:
    """Check that the newest backup is in the place of the database."""
    found = database.run("doctor", "--json")
    assert found.status == 0, found
    assert json.loads(found.out)["database"]["records"] == database.kept
    assert database.hashes() == database.entries[: database.kept]
