"""Databases, game files and rules files of other versions: converted, read by renamed parameters, or refused.

``docs/formats.md`` lists the forms. Those of this version are in ``fixtures``: ``test_fixtures.py`` reads them.
"""

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment
from make_fixtures import FOLDER, database_name, games, run
from next_version import VERSION as NEXT
from next_version import next_version

from canasta_cli.cli import main
from canasta_cli.errors import RulesetError, UnusableData
from canasta_cli.journal.copies import backups_folder
from canasta_cli.journal.schema import MIGRATIONS, OLDEST, VERSION
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS, RENAMED
from canasta_cli.rules.load import changed, differences, from_data, load, to_data

# The hash of the statements of each migration, which are never edited: add another migration.
CHECKSUMS = {3: "76ff624dcc1b5760", 4: "d4001df9d85f09e5", 5: "b440509e28182a29"}

FORMAT_3 = "canasta-3-22.db"
"""The database of this folder in the format before keys, with a table of a library."""
FORMAT_4 = "canasta-4-22.db"
"""The database in the format before names of those who recorded an entry."""

# Names of parameters, and values, of versions before format 3, with what they said.
FORMER: dict[str, object] = {
    "bonus.aces": 1000,
    "deck.joker": 60,
    "discard.black_three_first": True,
    "discard.empty_pile": "safe",
    "melds.deuce_lock": True,
    "melds.wild_lock": True,
    "pile.blocked_by": ["7"],
    "pile.portion": "part",
    "seats.alone": False,
    "talon.first": 4,
    "threes.black_laid": True,
    "unfinished.held_most": 3,
}
each_former = pytest.mark.parametrize("name", FORMER)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the database of this version with many games."""
    copy = tmp_path / "canasta.db"
    shutil.copyfile(FOLDER / database_name(), copy)
    fix_environment(monkeypatch, str(copy))
    return copy


def _version(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _size(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM journal").fetchone()[0])


def _scores() -> list[object]:
    return [json.loads(run("score", "-g", game, "--json"))["sides"] for game in games()]


# Migrations.


def test_no_migration_was_edited() -> None:
    found = {
        number: hashlib.sha256("\n".join(statements).encode()).hexdigest()[:16]
        for number, statements in MIGRATIONS.items()
    }
    assert found == CHECKSUMS


def test_the_version_is_the_number_of_the_last_migration() -> None:
    assert [*MIGRATIONS] == [*range(OLDEST, VERSION + 1)]


def test_the_next_version_reads_a_database_as_it_is(database: Path) -> None:
    scores, before = _scores(), database.read_bytes()
    with next_version():
        assert _scores() == scores
        assert run("next", "-g", "classic")
        assert run("stats")
        found = json.loads(run("doctor", "--json"))
    assert found["faults"] == []
    assert any(f"format {VERSION}, of an earlier version" in notice for notice in found["notices"])
    assert database.read_bytes() == before
    assert [file.name for file in database.parent.iterdir()] == [database.name]


def test_its_first_entry_converts_a_database_beside_a_copy(database: Path) -> None:
    scores = _scores()
    with next_version():
        run("note", "opened again", "-g", "classic")
        run("undo", "-g", "classic")
        assert _scores() == scores
        assert json.loads(run("doctor", "--json"))["faults"] == []
    assert _version(database) == NEXT
    (copy,) = Path(backups_folder(str(database))).iterdir()
    assert _version(copy) == VERSION
    assert main(["score", "--db", str(database)]) == UnusableData.status
    assert main(["score", "--db", str(copy)]) == 0


def test_several_programs_may_convert_a_database_at_once(database: Path) -> None:
    size = _size(database)
    program = [sys.executable, str(Path(__file__).parents[1] / "next_version.py")]
    lines = [["note", f"from terminal {number}", "-g", "classic"] for number in range(4)]
    running = [subprocess.Popen([*program, *line], stdout=subprocess.DEVNULL) for line in lines]
    assert [each.wait() for each in running] == [0] * len(lines)
    assert _version(database) == NEXT
    assert _size(database) == size + len(lines)
    with next_version():
        assert json.loads(run("doctor", "--json"))["faults"] == []


def test_a_database_of_format_3_gets_keys_with_its_first_entry(database: Path) -> None:
    shutil.copyfile(FOLDER / FORMAT_3, database)
    before = database.read_bytes()
    hand = ("hand", "7xK out", "left:44", "-g", "stopped", "--key", "a", "--as-hand", "2", "--json")
    assert json.loads(run(*hand, "--dry-run"))["hand"] == 2
    assert json.loads(run("doctor", "--json"))["faults"] == []
    assert database.read_bytes() == before
    assert json.loads(run(*hand))["recorded"]
    assert _version(database) == VERSION
    assert json.loads(run(*hand))["already"] == "recorded"
    assert json.loads(run("doctor", "--json"))["faults"] == []
    run("restore", "1", "--yes")
    assert _version(database) == 3
    assert json.loads(run(*hand))["recorded"]


def test_a_rebuild_keeps_the_keys_of_a_database_of_format_4(database: Path) -> None:
    shutil.copyfile(FOLDER / FORMAT_4, database)

    def keys() -> list[object]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT * FROM entry_key").fetchall()

    before = keys()
    assert len(before) == 4
    run("doctor", "--rebuild")
    assert (keys(), _version(database)) == (before, VERSION)
    assert json.loads(run("doctor", "--json"))["faults"] == []


def test_a_table_of_the_library_that_made_a_database_is_left_alone(database: Path) -> None:
    shutil.copyfile(FOLDER / FORMAT_3, database)

    def rows() -> list[object]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT * FROM _sqlite_migrations").fetchall()

    before = rows()
    assert len(before) == 3
    run("note", "opened again", "-g", "classic")
    run("doctor", "--rebuild")
    with next_version():
        run("note", "converted", "-g", "classic")
        assert json.loads(run("doctor", "--json"))["faults"] == []
    assert rows() == before


@pytest.mark.parametrize("version", range(1, OLDEST))
def test_a_database_of_an_older_format_is_refused(
    version: int, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(FOLDER / database_name(), other := database.with_name("other.db"))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = database.read_bytes()
    says = f"canasta.db has format {version}; the oldest that canasta reads is format {OLDEST}\n"
    for line in (
        "next", "score -g classic", "games", "stats", "doctor", "doctor --rebuild", "note x", "undo",
        "new Ann Bob", "export --all --format csv", "backup copy.db", f"restore {database} --db {other} --yes",
    ):  # fmt: skip
        assert main(line.split()) == UnusableData.status
        printed = capsys.readouterr()
        assert printed.out == ""
        assert says in printed.err.partition("\n")[0] + "\n"
    assert main(["backup", str(database), "--db", str(other), "--force"]) == 4
    assert database.read_bytes() == before


# Renamed parameters.

OLD_NAMES = {
    "deck.wild_jokers": "deck.jokers",
    "ranks.*.worth": "ranks.*.points",
    "opening.steps": "opening.tiers",
}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some parameters that had other names, made up."""
    for old, new in OLD_NAMES.items():
        monkeypatch.setitem(RENAMED, old, new)


def test_no_former_name_is_that_of_a_parameter() -> None:
    assert not [name for name in RENAMED if name in PARAMETERS]


@pytest.mark.usefixtures("renamed")
def test_a_rules_file_may_have_former_names() -> None:
    old = """extends = "classic"
[deck]
wild_jokers = 6
[opening]
steps = [{ points = 20 }, { from = 1500, points = 90 }]
[ranks.4-7]
worth = 10
[sources]
"deck.wild_jokers" = "seen pagat: a house's own"
"opening.steps[2]" = "seen pagat"
"ranks.4.worth" = "seen pagat"
"""
    new = old
    for was, now in (("wild_jokers", "jokers"), ("steps", "tiers"), ("worth", "points")):
        new = new.replace(was, now)
    rules = load(old, "ours", library.ruleset)
    assert rules == load(new, "ours", library.ruleset)
    assert rules.value("deck.jokers") == 6
    assert rules.origin("ranks.4.points").status == "seen"
    assert rules.origin("opening.tiers[2]").status == "seen"


@pytest.mark.parametrize("name", ["threes.dealt", "opening.threes"])
def test_rules_recorded_before_a_parameter_was_added_have_its_default(name: str) -> None:
    """A game is played to its end as it began, also where the ruleset has another value now."""
    leaflet = library.ruleset("leaflet")
    data = json.loads(json.dumps(to_data(leaflet)))
    for table in ("values", "origins"):
        del data[table][name]
    read = from_data(data)
    assert read.value(name) == PARAMETERS[name].default
    assert read.origin(name).status == "inferred"
    assert differences(leaflet, read) in ((), (name,))


@pytest.mark.usefixtures("renamed")
def test_recorded_rules_and_house_rules_may_have_former_names() -> None:
    house = {"deck.jokers": 6, "ranks.K.points": 15}
    rules = changed(library.ruleset("classic"), house)
    assert rules == changed(
        library.ruleset("classic"), {"deck.wild_jokers": 6, "ranks.K.worth": 15}
    )
    data = json.dumps(to_data(rules))
    for was, now in ((".worth", ".points"), ("deck.wild_jokers", "deck.jokers")):
        data = data.replace(f'{now}"', f'{was}"')
    assert "ranks.K.worth" in data
    assert from_data(json.loads(data)) == rules


@pytest.mark.usefixtures("renamed")
def test_two_names_of_one_parameter_contradict_each_other() -> None:
    with pytest.raises(RulesetError, match=r"deck\.jokers sets deck\.jokers too"):
        changed(library.ruleset("classic"), {"deck.jokers": 6, "deck.wild_jokers": 8})


# What versions before format 3 wrote is refused, and named.


@each_former
def test_a_rules_file_with_a_former_name_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group, _, key = name.partition(".")
    file = tmp_path / "ours.toml"
    value = json.dumps(FORMER[name])
    file.write_text(f'extends = "classic"\n[{group}]\n{key} = {value}\n', encoding="utf-8")
    assert main(["rules", "check", str(file)]) == UnusableData.status
    assert f"line 3: {name}: " in capsys.readouterr().err


@each_former
def test_a_game_file_with_a_former_name_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "new.db"))
    text = (FOLDER / "scores.canasta.toml").read_text(encoding="utf-8")
    head, sides, rest = text.partition("[sides]")
    file = tmp_path / "old.canasta.toml"
    house = f'[house]\n"{name}" = {json.dumps(FORMER[name])}\n'
    file.write_text(head + house + sides + rest, encoding="utf-8")
    for command in ("verify", "import"):
        assert main([command, str(file)]) == UnusableData.status
        printed = capsys.readouterr()
        assert f"{name}: " in printed.out + printed.err
    assert not (tmp_path / "new.db").exists()


@each_former
def test_a_game_recorded_with_a_former_name_is_refused(
    name: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(json.dumps(to_data(library.ruleset("classic"))))
    data["values"][name] = FORMER[name]
    began = Began("old", ("Ann", "Bob"), (), "Bob", data, "2026-11-21")
    with Journal.open(str(database), create=False) as journal, journal.writing() as writing:
        writing.begin(began, (), "2026-11-21T20:15:00+00:00")
    says = f"the recorded rules “classic” are of another version of canasta: {name}: "
    for command in ("score", "log", "note x", "export", "undo"):
        assert main([*command.split(), "-g", "old"]) == UnusableData.status
        printed = capsys.readouterr()
        assert printed.out == ""
        assert says in printed.err.partition("\n")[0]
    assert main(["doctor"]) == 1
    assert f"Problem: can't read game old: {says}" in capsys.readouterr().out
    assert main(["score", "-g", "classic"]) == 0


Spoil = Callable[[str], str]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text.replace('"Bob, Eve"', '"""Bob"" the elder, Eve"'), "not a list of players"),
        (lambda text: text.replace("2,Anna", "2,Dan"), "the dealer Dan is not a player"),
    ],
    ids=["a name without quotation marks", "a dealer who left"],
)  # fmt: skip
def test_a_table_as_earlier_versions_wrote_it_is_refused(
    spoil: Spoil, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (FOLDER / "people.csv").read_text(encoding="utf-8")
    file = tmp_path / "people.csv"
    file.write_text(spoil(text), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    assert main(["import", str(file), "--db", str(tmp_path / "new.db")]) == UnusableData.status
    assert says in capsys.readouterr().err.partition("\n")[0]
