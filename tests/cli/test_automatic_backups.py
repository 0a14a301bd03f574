"""Automatic backups: when they are made, which are kept, and that none keeps an entry from being recorded."""

import errno
import json
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment, set_time_zone
from journal_fixtures import faults_of

from canasta_cli.cli import main
from canasta_cli.journal import copies
from canasta_cli.journal.copies import KEPT, backups_folder
from canasta_cli.journal.store import Journal

Capture = pytest.CaptureFixture[str]
NEW = ["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"]
NOTE = ["note", "rain"]


class Table:
    """A table with a clock, whose commands record in a database with backups."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file, self.patch = file, monkeypatch

    def at(self, time: str, *line: str) -> None:
        """Record something at a time; it must be accepted."""
        self.patch.setattr("canasta_cli.cli.session.now", lambda: f"2026-11-{time}+00:00")
        assert main([*(line or NOTE)]) == 0

    def entries(self) -> dict[str, int]:
        """Return the number of entries in each backup, by its day and time; all must be sound."""
        found = {}
        for file in sorted(Path(backups_folder(str(self.file))).glob("*.db")):
            assert faults_of(str(file)) == ()
            with Journal.open(str(file), create=False) as copy:
                found[file.stem.partition("-202611")[2]] = copy.size()
        return found


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game that began at noon on 2026-11-20."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    found = Table(tmp_path / "canasta.db", monkeypatch)
    found.at("20T12:00:00", *NEW)
    return found


def test_a_new_database_has_nothing_to_back_up(table: Table) -> None:
    assert not Path(backups_folder(str(table.file))).exists()


EVENINGS = (
    ("the second entry", ("20T12:00:05",), {"20T120005Z": 1}),
    ("an entry of the next day", ("20T12:05:00", "21T09:00:00"), {"20T120500Z": 1, "21T090000Z": 2}),
    ("half an hour", ("20T12:05:00", "20T12:35:00"), {"20T120500Z": 1}),
    ("more than half an hour", ("20T12:05:00", "20T12:35:01"), {"20T120500Z": 1, "20T123501Z": 3}),
    ("a quick evening", (*(f"20T20:{minute}:00" for minute in range(10, 41)),), {"20T201000Z": 1}),
    ("midnight", ("20T23:50:00", "21T00:05:00", "21T00:10:00"), {"20T235000Z": 1, "21T000500Z": 2}),
    ("an hour after midnight", ("20T23:50:00", "21T00:50:00"), {"20T235000Z": 1, "21T005000Z": 2}),
    ("the clock set back", ("22T20:00:00", "21T20:00:00", "21T20:10:00", "21T20:31:00"),
     {"22T200000Z": 1, "21T200000Z": 2, "21T203100Z": 5}),
    ("a day later at the same time", ("20T12:05:00", "21T12:05:00"), {"20T120500Z": 1, "21T120500Z": 2}),
)  # fmt: skip


@pytest.mark.parametrize(("_", "times", "backups"), EVENINGS, ids=[each[0] for each in EVENINGS])
def test_a_backup_is_made_before_the_first_entry_of_a_day_and_each_half_hour(
    _: str, times: tuple[str, ...], backups: dict[str, int], table: Table
) -> None:
    for time in times:
        table.at(time)
    assert table.entries() == backups


def test_a_day_ends_at_midnight_where_the_table_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_time_zone(monkeypatch, "America/New_York")
    for time in ("20T23:50:00", "21T00:05:00", "21T04:50:00", "21T05:05:00"):
        table.at(time)
    # Midnight there is 05:00 UTC.
    assert table.entries() == {"20T235000Z": 1, "21T045000Z": 4, "21T050500Z": 4}


def test_the_end_of_a_game_is_backed_up_each_time(table: Table) -> None:
    table.at("20T12:05:00")
    table.at("20T12:06:00", "finish", "--abandon")
    table.at("20T12:07:00")
    table.at("20T12:08:00", "undo", "2")
    table.at("20T12:09:00", "hand", "--points", "6000", "0")
    assert table.entries() == {"20T120500Z": 1, "20T120600Z": 3, "20T120900Z": 6}


def test_what_is_not_an_entry_makes_no_backup(table: Table) -> None:
    table.at("21T12:00:00", "use", "friday")
    table.at("21T12:00:00", "config", "rules", "samba")
    table.at("21T12:00:00", "score")
    table.at("21T12:00:00", *NOTE, "--dry-run")
    assert table.entries() == {}


def test_an_evening_of_turns_is_backed_up_while_the_program_runs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One dialogue with a turn every ten minutes, past midnight."""
    times = [f"20T23:{m}0:00" for m in range(1, 6)] + [f"21T00:{m}0:00" for m in range(6)]
    cards = [*"456789TJQKA"]
    clock = ["20T23:00:00"]

    def typed(_: str = "") -> str:
        if not times:
            raise EOFError
        clock.append(times.pop(0))
        return f"draw discard {cards.pop(0)}"

    table.at("20T23:00:00", "deal", "--upcard", "9")
    monkeypatch.setattr("canasta_cli.cli.session.now", lambda: f"2026-11-{clock[-1]}+00:00")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", typed)
    assert main(["turn"]) == 0
    assert table.entries() == {
        "20T230000Z": 1,
        "20T234000Z": 6,
        "21T000000Z": 7,
        "21T004000Z": 12,
    }


def test_the_last_ten_are_kept(table: Table) -> None:
    for day in range(10, 30):
        table.at(f"{day}T12:00:00")
    assert [*table.entries()] == [f"{day}T120000Z" for day in range(30 - KEPT, 30)]


def test_a_clock_set_back_keeps_the_ten_that_were_made_last(table: Table) -> None:
    for day in (*range(20, 30), 1, 2, 3):
        table.at(f"{day:02}T12:00:00")
    assert [*table.entries()] == [f"{day:02}T120000Z" for day in (1, 2, 3, *range(23, 30))]


def test_backups_can_be_turned_off_and_on(table: Table) -> None:
    table.at("20T12:00:00", "config", "backups", "no")
    table.at("20T12:05:00")
    assert table.entries() == {}
    table.at("20T12:00:00", "config", "backups", "--unset")
    table.at("20T12:06:00")
    assert table.entries() == {"20T120600Z": 2}


DAMAGE = {
    "a changed entry": "DROP TRIGGER journal_is_never_changed; UPDATE journal SET at = 'now' WHERE id = 4",
    "a missing entry": "DROP TRIGGER journal_is_never_shortened; DELETE FROM journal WHERE id = 3",
    "no newest entry": "DROP TRIGGER journal_is_never_shortened; DELETE FROM journal WHERE id = 4",
    "a page": "",
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_database_is_not_backed_up_and_pushes_no_backup_out(
    damage: str, table: Table, capsys: Capture
) -> None:
    table.at("20T12:05:00")
    for line in ([*NEW[:5], "--name", "sunday"], NOTE):
        table.at("20T12:06:00", *line)
    folder = Path(backups_folder(str(table.file)))
    good = (folder / "canasta-20261120T120500Z.db").read_bytes()
    for day in range(10, 10 + KEPT):
        (folder / f"canasta-202611{day}T120500Z.db").write_bytes(good)
    before = {file: file.read_bytes() for file in folder.iterdir()}
    with closing(sqlite3.connect(table.file, isolation_level=None)) as connection:
        connection.executescript(damage)
    if not damage:
        _zero_root(table.file, "summary_hand")
    capsys.readouterr()
    for hour in (13, 14):
        table.at(f"25T{hour}:00:00", *NOTE, "-g", "friday")
        said = capsys.readouterr().err.splitlines()
        assert len(said) == 1
        assert said[0] == (
            f"Warning: no backup was made: {table.file} is damaged. See what is wrong with: canasta doctor"
        )
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def _zero_root(file: Path, table: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
    with open(file, "r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(bytes(4096))


def test_a_backup_with_entries_that_the_database_lacks_is_kept(table: Table) -> None:
    """The database was deleted and begun again, or an earlier backup restored."""
    for day in range(10, 15):
        table.at(f"{day}T12:00:00")
    kept = table.entries()
    table.file.unlink()
    table.at("15T12:00:00", *NEW)
    for day in range(16, 30):
        table.at(f"{day}T12:00:00")
    assert table.entries().items() >= kept.items()
    assert len(table.entries()) == len(kept) + KEPT


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("full disk", "No space left on device"),
        ("hardly any space", "the disk is too full"),
        ("a file in the way", "File exists"),
        ("a link to nowhere", "File exists"),
    ],
)
def test_an_entry_stands_if_no_backup_can_be_made(
    kind: str, why: str, table: Table, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    folder = Path(backups_folder(str(table.file)))
    if kind == "hardly any space":
        monkeypatch.setattr(copies, "has_space", lambda _, size: size < 2**20)
    elif kind == "a file in the way":
        folder.write_text("mine")
    elif kind == "a link to nowhere":
        folder.symlink_to("nowhere/at/all")
    else:
        monkeypatch.setattr("canasta_cli.files.os.open", _full)
    capsys.readouterr()
    table.at("20T12:05:00")
    printed = capsys.readouterr()
    assert "Noted in friday: rain" in printed.out
    assert len(printed.err.splitlines()) == 1
    assert printed.err.startswith("Warning: no backup was made: ")
    assert why in printed.err
    with Journal.open(str(table.file), create=False) as journal:
        assert journal.size() == 2


@pytest.mark.skipif(os.name == "nt", reason="names as POSIX has them")
@pytest.mark.parametrize(
    "name", ["our club", "a%20b?x#y", "[a]*.db", "(1+1)", "-n", "Zoë’s", ":memory:", ".db", "a.b.c", "x\ny"]
)  # fmt: skip
def test_a_database_of_any_name_is_backed_up(name: str, table: Table, tmp_path: Path) -> None:
    lines = (NEW, NOTE, NOTE, ["finish", "--abandon"])
    for line in lines:
        table.at("20T12:05:00", *line, f"--db={name}")
    folder = tmp_path / f"{name}.backups"
    assert len(os.listdir(folder)) == 2
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert table.entries() == {}


@pytest.mark.skipif(os.name == "nt", reason="bytes as POSIX has them")
def test_a_database_whose_name_is_not_text_is_backed_up(table: Table, tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff.db")
    for line in (NEW, NOTE):
        table.at("20T12:05:00", *line, "--db", name)
    assert len(os.listdir(tmp_path / f"{name}.backups")) == 1


def test_the_backups_are_beside_the_file_to_which_a_link_leads(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "other" / "link.db"
    link.parent.mkdir()
    link.symlink_to(table.file)
    monkeypatch.setenv("CANASTA_DB", str(link))
    table.at("20T12:05:00")
    assert table.entries() == {"20T120500Z": 1}
    assert os.listdir(link.parent) == ["link.db"]


def test_two_databases_of_one_folder_have_their_own_backups(table: Table, tmp_path: Path) -> None:
    shutil.copy(table.file, tmp_path / "canasta.sqlite")
    table.at("20T12:05:00")
    table.at("20T12:06:00", *NOTE, "--db", "canasta.sqlite")
    assert len(os.listdir(tmp_path / "canasta.sqlite.backups")) == 1
    assert table.entries() == {"20T120500Z": 1}


def test_a_backup_is_made_while_another_program_writes(table: Table) -> None:
    table.at("20T12:05:00")
    with closing(sqlite3.connect(table.file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM journal").fetchone()
        table.at("20T13:05:00")
    assert table.entries() == {"20T120500Z": 1, "20T130500Z": 3}


def test_another_file_in_the_folder_is_left_alone(table: Table) -> None:
    folder = Path(backups_folder(str(table.file)))
    folder.mkdir()
    names = ("mine.db", "canasta-old.db", "canasta-20200101T000000Z.db", "x.part")
    for name in names:
        (folder / name).write_text("mine")
    for day in range(10, 30):
        table.at(f"{day}T12:00:00")
    for name in names:
        assert (folder / name).read_text() == "mine"


def test_a_usual_entry_only_lists_the_folder(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.at("20T12:05:00")
    monkeypatch.setattr(copies, "_back_up", _full)
    table.at("20T12:20:00")


# The list of backups, and going back to one by its number.


def _said(capsys: Capture, *line: str) -> tuple[int, str]:
    capsys.readouterr()
    status = main([*line])
    return status, "".join(capsys.readouterr())


def test_restore_lists_the_backups_newest_first(table: Table, capsys: Capture) -> None:
    status, said = _said(capsys, "restore")
    assert (status, said.splitlines()[0]) == (0, f"There is no automatic backup of {table.file}.")
    for day in (20, 21, 22):
        table.at(f"{day}T20:00:00")
    table.at("22T20:10:00", *NEW[:5], "--name", "sunday")
    status, said = _said(capsys, "restore", "--json")
    listed = json.loads(said)["backups"]
    assert status == 0
    assert [each["number"] for each in listed] == [1, 2, 3]
    assert [each["at"] for each in listed] == [
        f"2026-11-{day}T20:00:00+00:00" for day in (22, 21, 20)
    ]
    assert [each["entries"] for each in listed] == [3, 2, 1]
    assert {each["newest"] for each in listed} == {"friday"}
    assert _said(capsys, "restore", "3", "--yes")[0] == 0
    _, said = _said(capsys, "restore")
    assert said.splitlines()[5:8] == [
        "As it was before a restore:",
        "   made              holds",
        "4  2026-11-22 20:10  2 games, 5 entries; the last in sunday",
    ]
    assert _said(capsys, "restore", "4", "--yes")[0] == 0
    with Journal.open(str(table.file), create=False) as journal:
        assert journal.size() == 5


def test_a_backup_dated_later_than_now_comes_last(table: Table, capsys: Capture) -> None:
    for day in (29, 21, 22):
        table.at(f"{day}T20:00:00")
    listed = json.loads(_said(capsys, "restore", "--json")[1])["backups"]
    assert [each["at"][8:10] for each in listed] == ["22", "21", "29"]


@pytest.mark.parametrize("word", ["0", "2", "007", "99999", "-1", "1.0"])
def test_a_number_that_is_not_in_the_list_is_refused(
    word: str, table: Table, capsys: Capture
) -> None:
    table.at("20T12:05:00")
    assert _said(capsys, "restore", "1", "--dry-run")[0] == 0
    status, said = _said(capsys, "restore", word, "--yes")
    assert status in (2, 3, 4)
    assert "in the list, which has 1" in said or "there is no file" in said or "-1" in said


def test_a_file_that_is_called_like_a_number_is_that_file(
    table: Table, tmp_path: Path, capsys: Capture
) -> None:
    table.at("20T12:05:00")
    (tmp_path / "1").write_text("mine")
    status, said = _said(capsys, "restore", "1", "--yes")
    assert (status, "is not a database" in said) == (3, True)


def test_a_folder_is_not_a_backup(table: Table, capsys: Capture) -> None:
    table.at("20T12:05:00")
    status, said = _said(capsys, "restore", backups_folder(str(table.file)), "--yes")
    assert (status, "is a folder" in said, "canasta restore" in said) == (4, True, True)


def test_a_folder_of_backups_that_cannot_be_read_is_not_an_empty_one(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    table.at("20T12:05:00")
    monkeypatch.setattr("canasta_cli.journal.copies.os.access", lambda *_: False)
    status, said = _said(capsys, "restore")
    assert (status, "can't read" in said) == (4, True)
    status, said = _said(capsys, "doctor")
    assert (status, "automatic backups: can't read" in said) == (0, True)


# What other commands say about backups.


@pytest.mark.parametrize("kind", ["missing", "empty"])
def test_every_command_names_the_backups_of_a_database_that_is_gone(
    kind: str, table: Table, capsys: Capture
) -> None:
    table.at("20T12:05:00")
    table.file.unlink()
    if kind == "empty":
        table.file.touch()
    for line in ([], ["games"], ["stats"], ["score"], ["hand", "KKK", "AAA"], ["doctor"]):
        status, said = _said(capsys, *line)
        assert "canasta restore" in said, line
        assert status in (0, 1, 4)
    status, said = _said(capsys, "doctor", "--json")
    answer = json.loads(said.splitlines()[0])
    assert (status, answer["ok"], answer["restore"]) == (1, False, 1)
    status, said = _said(capsys, *NEW)
    assert (status, said.count("has no entries, but has backups: canasta restore")) == (0, 1)
    status, said = _said(capsys, "doctor")
    assert "has entries that the database lacks: canasta restore 1 --dry-run" in said
    assert _said(capsys, "restore", "1", "--yes")[0] == 0


def test_the_doctor_says_whether_backups_are_made(table: Table, capsys: Capture) -> None:
    assert "  no automatic backup\n" in _said(capsys, "doctor")[1]
    table.at("20T12:05:00")
    assert "  1 automatic backup, the newest of 2026-11-20 12:05\n" in _said(capsys, "doctor")[1]
    table.at("20T12:06:00", "config", "backups", "no")
    assert "12:05, turned off with canasta config backups\n" in _said(capsys, "doctor")[1]
