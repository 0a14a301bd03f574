"""Games kept with features that are gone: refused in one line that names the feature, or read as before.

The files in ``fixtures/cut`` were written by the last version that had these features.
"""

import json
import lzma
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case
from make_fixtures import FOLDER, run

from canasta_cli.cli import main
from canasta_cli.errors import NoLongerKept
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.model.history import Began
from canasta_cli.rules import library
from canasta_cli.rules.groups import CUT, PARAMETERS
from canasta_cli.rules.load import changed, differences, from_data, load, to_data
from canasta_cli.untrusted import parse_toml

CUT_GAMES = FOLDER / "cut"
STOCKS = "canasta no longer keeps games with several stocks"
MID_HAND = "canasta no longer keeps substitutes who come in the middle of a hand"
EXCHANGED = "canasta no longer keeps exchanged seats"
# The totals that the games had.
READ = {
    "archived": [795, 905],
    "restored": [795, 905],
    "substitute": [795, 905],
    "newest": [770, 35],
}
# The parts of the games that are gone, and what is said of them. The last one is in a recorded turn.
REFUSED = {
    "stocks": f"deal.stocks: {STOCKS}",
    "first-ends": f"stock.first_ends: {STOCKS}",
    "stock-named": STOCKS,
    "mid-hand": MID_HAND,
    "exchanged": EXCHANGED,
}
every_refused = pytest.mark.parametrize("name", REFUSED)


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of the last version that had the features."""
    copy = tmp_path / "canasta.db"
    copy.write_bytes(lzma.decompress((CUT_GAMES / "canasta.db.xz").read_bytes()))
    fix_environment(monkeypatch, str(copy))
    return copy


def _totals(game: str) -> list[int]:
    return [side["total"] for side in json.loads(run("score", "-g", game, "--json"))["sides"]]


@for_each_case("name", READ)
def test_other_games_of_the_same_database_are_read_with_the_same_scores(name: str) -> None:
    assert _totals(name) == READ[name]
    run("note", "opened again", "-g", name)
    assert _totals(name) == READ[name]
    assert run("log", "-g", name)


def test_an_archived_game_is_one_like_any_other() -> None:
    run("hand", "7xK out", "left:1x4", "-g", "archived")
    run("undo", "-g", "archived")
    assert _totals("archived") == READ["archived"]
    listed = json.loads(run("games", "--json"))["games"]
    assert [game["hands_played"] for game in listed if game["name"] == "archived"] == [2]
    assert "     archived\n" in run("log", "-g", "archived")
    assert "     restored\n" in run("log", "-g", "restored")
    run("players", "rename", "Ann", "Anna", "-g", "archived")
    assert "Anna" in run("score", "-g", "archived")


def test_comments_in_a_game_file_are_passed_over(tmp_path: Path) -> None:
    """They were notes once."""
    run("export", "-g", "archived", "-o", str(tmp_path / "game.canasta.toml"))
    file = tmp_path / "game.canasta.toml"
    lines = [f"{line}  # a remark" for line in file.read_text("utf-8").splitlines()]
    file.write_text("\n".join(["# before", *lines, "# after"]), "utf-8")
    run("import", str(file), "--as", "again")
    assert _totals("again") == READ["archived"]
    assert "remark" not in run("export", "-g", "again")


def test_a_game_noted_as_a_copy_is_one_like_any_other() -> None:
    began = Began("copy", ("Ann", "Bob"), (), "Ann", to_data(CLASSIC), original=7)
    assert from_row(*to_row(began)) == began


@every_refused
@pytest.mark.parametrize("command", ["score", "next", "log", "export"])
def test_a_recorded_game_is_refused_in_one_line(
    name: str, command: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = database.read_bytes()
    assert main([command, "-g", name]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sum(REFUSED[name] in line for line in printed.err.splitlines()) == 1
    assert database.read_bytes() == before


# Where the files have the parts that are gone.
PLACES = {
    "stocks": "hand 1: turn 1: ",
    "first-ends": "stock.first_ends: ",
    "stock-named": "hand 1: turn 1: ",
    "mid-hand": "hand 1: ",
    "exchanged": "Bob and Ann would exchange their seats with hand 2; ",
}


@every_refused
@pytest.mark.parametrize("command", ["verify", "import"])
@pytest.mark.parametrize("ending", [".canasta.toml", ".json", ".jsonl"])
def test_a_file_is_refused_in_one_line_with_the_place(
    name: str, command: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{name}{ending}"
    toml = (CUT_GAMES / f"{name}.canasta.toml").read_text("utf-8")
    file.write_text(toml if ending == ".canasta.toml" else json.dumps(parse_toml(toml)), "utf-8")
    assert main([command, str(file)]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"canasta: {file}:")
    assert line.endswith(PLACES[name] + REFUSED[name].rpartition(": ")[2])


def test_a_table_is_refused_in_one_line_with_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    file = CUT_GAMES / "exchanged.csv"
    assert main(["import", str(file)]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"canasta: {file}: line 4: {PLACES['exchanged']}{EXCHANGED}"


def test_lists_have_every_game_and_the_doctor_names_those_that_cannot_be_opened() -> None:
    listed = json.loads(run("games", "--json"))["games"]
    assert {game["name"] for game in listed} == {*READ, *REFUSED}
    health = json.loads(run("doctor", "--json"))
    assert health["faults"] == []
    notice, older = health["notices"]
    assert "of an earlier version of canasta" in older
    for name, why in REFUSED.items():
        assert f"game {name} (" in notice
        assert why in notice


@pytest.mark.parametrize("command", [["games"], ["stats"], ["export", "--all", "--format", "csv"]])
def test_a_game_without_a_summary_is_passed_over_in_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run("doctor", "--rebuild")
    assert main(command) == 3
    printed = capsys.readouterr()
    assert "archived" in printed.out
    for name in ("stocks", "first-ends", "mid-hand", "exchanged"):
        (line,) = (each for each in printed.err.splitlines() if f"game {name}:" in each)
        assert REFUSED[name] in line


def test_backups_have_games_that_cannot_be_opened(database: Path) -> None:
    copy = database.with_name("copy.db")
    run("backup", str(copy))
    run("note", "an automatic backup comes first", "-g", "newest")
    (automatic,) = database.with_name("canasta.db.backups").iterdir()
    for file in (copy, automatic):
        run("restore", str(file), "--yes")
        assert len(json.loads(run("games", "--json"))["games"]) == len(READ) + len(REFUSED)
    assert _totals("newest") == READ["newest"]


@every_refused
@pytest.mark.parametrize("command", ["delete", "undo"])
def test_a_game_is_deleted_or_its_entry_undone_unless_that_needs_what_is_gone(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if (name, command) == ("stock-named", "delete"):  # its turn need not be read
        run("delete", name)
        return
    assert main([command, *([name] if command == "delete" else ["-g", name])]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert REFUSED[name] in line


def test_a_player_is_renamed_in_the_games_that_can_be_opened() -> None:
    run("players", "rename", "Ann", "Anna")
    run("undo")
    assert _totals("newest") == READ["newest"]


# Parameters that are gone.

CLASSIC = library.ruleset("classic")
OTHERS: dict[str, object] = {
    "deal.stocks": ["left", "right"],
    "deal.draw_from": "any",
    "stock.first_ends": True,
}
every_parameter = pytest.mark.parametrize("name", CUT)


def _recorded(name: str, value: object) -> dict[str, object]:
    """Return the rules as games recorded them when the parameter existed."""
    data = to_data(CLASSIC)
    values, origins = data["values"], data["origins"]
    assert isinstance(values, dict)
    assert isinstance(origins, dict)
    return {
        **data,
        "values": values | {name: value},
        "origins": origins | {name: "inferred: one stock"},
    }


@every_parameter
def test_a_value_that_changed_nothing_is_passed_over(name: str) -> None:
    off, _ = CUT[name]
    assert to_data(from_data(_recorded(name, off))) == to_data(CLASSIC)
    assert changed(CLASSIC, {name: off}) == CLASSIC
    (group, key), value = name.split("."), json.dumps(off)
    text = f'[{group}]\n{key} = {value}\n[sources]\n"{name}" = "house: agreed"\n'
    assert differences(CLASSIC, load(f'extends = "classic"\n{text}', "mine", library.ruleset)) == ()


@every_parameter
def test_another_value_is_refused_with_its_name(name: str) -> None:
    _, why = CUT[name]
    with pytest.raises(NoLongerKept) as refused:
        changed(CLASSIC, {name: OTHERS[name]})
    assert f"{name}: {why}" in str(refused.value)
    with pytest.raises(NoLongerKept, match=f"{name}: {why}"):
        from_data(_recorded(name, OTHERS[name]))
    (group, key), value = name.split("."), json.dumps(OTHERS[name])
    with pytest.raises(NoLongerKept) as refused:
        load(f"[{group}]\n{key} = {value}\n", "mine", library.ruleset)
    assert f"line 2: {name}: {why}" in str(refused.value)


def test_no_parameter_of_today_is_passed_over() -> None:
    assert OTHERS.keys() == CUT.keys()
    assert not CUT.keys() & PARAMETERS.keys()
