"""Defaults that ``canasta config`` chooses, and the commands that follow them."""

import json
import os
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fix_environment, on_terminal, run_line

from canasta_cli.cli import main
from canasta_cli.cli.config import SETTINGS
from canasta_cli.cli.session import open_scorebook
from canasta_cli.notation.tally import write_tally
from canasta_cli.quick import quick_answer
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game
from canasta_cli.show.answer import OutputFormat, output_format

FOUR = "canasta new Ann Bob Cat Dan"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    return tmp_path / "canasta.db"


def game() -> LoadedGame:
    """Return the current game."""
    with open_scorebook(None) as book:
        return load_game(book.journal, None)


def settings(capsys: Capture) -> dict[str, tuple[list[str], str]]:
    """Return the words of each setting, and where they come from."""
    (line,) = run_line("canasta config --json", capsys)
    found = json.loads(line)["settings"]
    return {each["name"]: (each["value"], each["origin"]) for each in found}


def test_without_a_database_there_are_defaults_and_no_file_is_made(
    database: Path, capsys: Capture
) -> None:
    found = settings(capsys)
    assert found["rules"] == (["classic"], "default")
    assert {origin for _, origin in found.values()} <= {"default", "NO_COLOR"}
    assert not database.exists()
    assert main(["config", "rules", "--unset"]) == 0
    assert not database.exists()


def test_the_environment_decides_before_the_database(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert settings(capsys)["colour"] == (["no"], "NO_COLOR")
    monkeypatch.delenv("NO_COLOR")
    main(["config", "colour", "no"])
    capsys.readouterr()
    assert settings(capsys)["colour"] == (["no"], "database")
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    assert settings(capsys)["colour"] == (["yes"], "CLICOLOR_FORCE")


@pytest.mark.parametrize(
    ("variable", "value", "shown"),
    [
        ("NO_COLOR", "0", "no"), ("NO_COLOR", "", None), ("FORCE_COLOR", "0", "yes"),
        ("CLICOLOR_FORCE", "0", None), ("TERM", "dumb", "no"),
    ],
)  # fmt: skip
def test_the_colour_shown_is_the_one_that_answers_have(
    variable: str, value: str, shown: str | None, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    found = (["yes"], "default") if shown is None else ([shown], variable)
    assert settings(capsys)["colour"] == found
    form = output_format(as_json=False)
    assert (form == OutputFormat.COLOUR) is (shown == "yes")


def test_new_games_have_the_chosen_rules_house_rules_and_sides(capsys: Capture) -> None:
    for line in ("rules samba", "house end.target=5000", "sides Reds Blues"):
        assert main(["config", *line.split()]) == 0
    run_line(FOUR, capsys)
    assert game().ruleset.name == "samba"
    assert game().ruleset.end.target == 5000
    assert [side.name for side in game().game.sides] == ["Reds", "Blues"]


def test_options_decide_before_what_is_chosen(capsys: Capture) -> None:
    for line in ("rules samba", "house end.target=5000", "sides Reds Blues"):
        main(["config", *line.split()])
    run_line(f"{FOUR} --rules classic --side We=Ann,Cat", capsys)
    assert game().ruleset.name == "classic"
    assert not game().ruleset.house
    assert [side.name for side in game().game.sides] == ["We", "Them"]
    run_line(f"{FOUR} --house end.target=6000 --name other", capsys)
    assert (game().ruleset.name, game().ruleset.end.target) == ("samba", 6000)


def test_a_table_has_the_chosen_rules_and_house_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in ("rules samba", "house end.target=5000"):
        main(["config", *line.split()])
    for heads, rules in (("Ann & Cat,Bob & Dan", "samba"), ("Ann,Bob", "two-player")):
        Path("a.csv").write_text(f"date,{heads}\n2026-01-02,500,200\n", encoding="utf-8")
        run_line(f"canasta import a.csv --as {rules}", capsys)
        assert game().ruleset.name == rules
        assert game().ruleset.end.target == 5000
        assert bool(game().ruleset.house) is (rules == "samba")
    run_line("canasta import a.csv --as other --rules two-player --house end.target=3000", capsys)
    assert game().ruleset.end.target == 3000


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("300 200", ("score:300", "score:200")),
        ("300 / -20", ("score:300", "score:-20")),
        ("Us=1,300", ("score:1300", "score:20")),
        ("'300 penalty:100' 200", ("score:300 penalty:100", "score:200")),
        ("Us+=penalty:100", ("score:10 penalty:100", "score:20")),
        ("'777 out' 444", ("777 out", "444")),
    ],
)
@pytest.mark.parametrize("chosen", ["yes", "no"])
def test_a_number_in_amend_is_the_points_of_a_hand_recorded_or_to_be_recorded_by_them(
    chosen: str, typed: str, expected: tuple[str, str], capsys: Capture
) -> None:
    main(["config", "points", chosen])
    run_line(FOUR, capsys)
    run_line("canasta hand --points 10 20", capsys)
    assert main(["amend", "1", *shlex.split(typed), "--force"]) == 0
    assert tuple(map(write_tally, game().game.hands[0].tallies)) == expected


def test_a_number_beside_a_hand_of_cards_is_not_its_points(capsys: Capture) -> None:
    run_line(FOUR, capsys)
    run_line("canasta hand '7xK out' 'AAA left:Q'", capsys)
    assert main(["amend", "1", "Them=444 left:K"]) == 0
    assert write_tally(game().game.hands[0].tallies[1]) == "444 left:K"


@pytest.mark.parametrize("chosen", ["yes", "no"])
def test_a_number_in_the_form_of_amend_is_the_points_of_a_hand(
    chosen: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    main(["config", "points", chosen])
    run_line(FOUR, capsys)
    run_line("canasta hand --points 10 20", capsys)
    with on_terminal(monkeypatch, "300", "", "yes"):
        assert main(["amend", "1"]) == 0
    assert write_tally(game().game.hands[0].tallies[0]) == "score:300"


def test_another_number_of_players_has_its_own_rules(capsys: Capture) -> None:
    for line in ("rules samba", "house end.target=5000", "sides Reds Blues"):
        main(["config", *line.split()])
    run_line("canasta new Ann Bob", capsys)
    assert game().ruleset.name == "two-player"
    assert not game().ruleset.house
    assert [side.name for side in game().game.sides] == ["Ann", "Bob"]


def test_questions_without_a_game_follow_the_chosen_rules(capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    main(["config", "house", "opening.tiers=[{points = 45}]"])
    capsys.readouterr()
    assert run_line("canasta minimum 7200", capsys) == [
        "With 7,200 points, you need 45 to open (samba rules)."
    ]
    assert "(samba rules)" in run_line("canasta minimum 7200 -r samba", capsys)[0]
    assert "150" in run_line("canasta minimum 7200 -r samba", capsys)[0]


def test_a_game_keeps_its_rules_whatever_is_chosen_later(capsys: Capture) -> None:
    run_line(FOUR, capsys)
    main(["config", "rules", "samba"])
    run_line("canasta again --name other", capsys)
    assert game().ruleset.name == "classic"


def test_rules_and_house_rules_may_be_files_wherever_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text('extends = "samba"\n[end]\ntarget = 7000\n', encoding="utf-8")
    Path("house.toml").write_text("[out]\nbonus = 50\n", encoding="utf-8")
    assert main(["config", "rules", "ours.toml"]) == 0
    assert main(["config", "house", "house.toml"]) == 0
    monkeypatch.chdir("/")
    run_line(FOUR, capsys)
    assert (game().ruleset.end.target, game().ruleset.out.bonus) == (7000, 50)


WRONG = {
    "x": "there is no setting “x”. The settings are rules, house, sides, colour, points and backups.",
    "colour purple": "there is no value “purple”.",
    "points yes no": "one value is expected, not yes and no",
    "rules classix": "there is no ruleset “classix”.",
    "rules classic samba": "one value is expected, not classic and samba",
    "house end.target": "“end.target” has no value",
    "house end.target=soon": "these house rules can't be used:",
    "sides Us": "give two different names",
    "sides Us us": "give two different names",
    "sides Us=Ann x": "“Us=Ann” can't be a side's name here",
    "sides Us dealer": "“dealer” can't be a side's name",
    "sides Us ' '": "a name is empty",
    "--unset": "--unset needs a setting, and no value",
    "rules samba --unset": "--unset needs a setting, and no value",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_setting_is_refused_in_one_message_and_changes_nothing(
    line: str, capsys: Capture
) -> None:
    before = settings(capsys)
    lines = run_line(f"canasta config {line}", capsys)
    assert lines[-1] == "[2]"
    assert WRONG[line] in " ".join(
        each.removeprefix("! canasta: ").removeprefix("! ") for each in lines
    )
    assert settings(capsys) == before


@pytest.mark.parametrize("line", ["rules classic", "rules --unset"])
def test_another_ruleset_drops_the_house_rules_and_says_so(line: str, capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    main(["config", "house", "end.target=7500", "out.bonus=50"])
    capsys.readouterr()
    run_line("canasta config rules samba", capsys)
    assert settings(capsys)["house"][1] == "database"
    lines = run_line(f"canasta config {line}", capsys)
    assert "! To choose them again: canasta config house end.target=7500 out.bonus=50" in lines
    assert settings(capsys)["house"] == ([], "default")


def test_an_error_of_a_chosen_ruleset_names_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    ours = Path("ours.toml")
    ours.write_text('extends = "five-player"\n', encoding="utf-8")
    main(["config", "rules", "ours.toml"])
    main(["config", "house", "seats.sides=[3,2]"])
    capsys.readouterr()
    ours.write_text('extends = "classic"\n', encoding="utf-8")
    for line in (FOUR, "canasta config rules ours.toml"):
        *_, fix, status = run_line(line, capsys)
        assert (fix.endswith("canasta config house --unset"), status) == (True, "[2]")
    ours.unlink()
    lines = run_line(FOUR, capsys)
    assert "chosen with config. To drop: canasta config rules --unset" in lines[-2]
    assert main(["config", "rules", "--unset"]) == 0
    assert main(["new", "Ann", "Bob", "Cat", "Dan"]) == 0


def test_three_names_of_sides_need_a_ruleset_with_three_sides(capsys: Capture) -> None:
    lines = run_line("canasta config sides A B C", capsys)
    assert lines[0] == "! canasta: these are 3 names; classic has 2 sides"
    main(["config", "rules", "six-player-three-teams"])
    assert main(["config", "sides", "A", "B", "C"]) == 0


def test_damaged_settings_count_as_not_chosen(database: Path, capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    with sqlite3.connect(database) as connection:
        for value in ("", "{", "7", "[]", '["classic", 2]', None, b"\xff"):
            connection.execute("UPDATE setting SET value = ? WHERE name = 'config rules'", (value,))
            connection.commit()
            capsys.readouterr()
            assert main(["config"]) == 0
            assert "(classic rules)" in run_line("canasta minimum 40", capsys)[-1]


def test_names_of_sides_may_be_odd(capsys: Capture) -> None:
    names = ["a,b:c", "שרה", 'O\'Neil "x"', "x" * 200]
    for one, other in (names[:2], names[2:]):
        assert main(["config", "sides", one, other]) == 0
        capsys.readouterr()
        assert settings(capsys)["sides"] == ([one, other], "database")
        main(["new", "Ann", "Bob", "Cat", "Dan"])
        assert [side.name for side in game().game.sides] == [one, other]


def test_colour_that_was_declined_is_declined_on_the_short_way_too(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    run_line(FOUR, capsys)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    for choice, coloured in (("yes", True), ("no", False)):
        main(["config", "colour", choice])
        capsys.readouterr()
        with on_terminal(monkeypatch):
            short = quick_answer(["next"])
            assert main(["next"]) == 0
        assert short is not None
        assert ("\x1b[" in short) is coloured
        assert capsys.readouterr().out == short
        with on_terminal(monkeypatch):
            main(["rules", "show", "samba", "--no-pager"])
        assert ("\x1b[" in capsys.readouterr().out) is coloured


def test_two_terminals_choose_at_once(database: Path) -> None:
    """Each choice is one transaction, so none of them is lost."""
    start = "import sys; from canasta_cli.cli import main; sys.exit(main())"
    environment = {**os.environ, "CANASTA_DB": str(database)}
    lines = (("rules", "samba"), ("sides", "A", "B"), ("points", "yes"), ("colour", "no"))
    running = [
        subprocess.Popen([sys.executable, "-c", start, "config", *line], env=environment)
        for line in lines
    ]
    assert [each.wait(120) for each in running] == [0] * len(lines)
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT name FROM setting WHERE name LIKE 'config %'").fetchall()
    assert len(rows) == len(lines)


def test_a_database_with_nothing_but_settings_is_sound(tmp_path: Path, capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    assert main(["doctor"]) == 0
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    capsys.readouterr()
    assert run_line("canasta games", capsys) == [
        "No games yet. Start one: canasta new Ann Bob Cat Dan"
    ]


def test_every_setting_is_explained() -> None:
    assert all(each.about.endswith(".") for each in SETTINGS)
