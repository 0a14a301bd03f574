"""Defaults that ``canasta config`` chooses, and the commands that follow them."""

import json
import os
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fix_environment, run_line

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.cli.upkeep import SETTINGS
from canasta_cli.notation.tally import write_tally
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game

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


def settings(capsys: Capture) -> dict[str, tuple[str, str]]:
    """Return the value of each setting, and where it comes from."""
    (line,) = run_line("canasta config --json", capsys)
    found = json.loads(line)["settings"]
    return {each["name"]: (each["value"], each["origin"]) for each in found}


def test_without_a_database_there_are_defaults_and_no_file_is_made(
    database: Path, capsys: Capture
) -> None:
    found = settings(capsys)
    assert found == {"rules": ("classic", "default"), "backups": ("yes", "default")}
    assert not database.exists()
    assert main(["config", "rules", "--unset"]) == 0
    assert not database.exists()


# A file of rules has the house rules that are always played with.
OURS = 'extends = "samba"\n[end]\ntarget = 5000\n'


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of rules, which is the chosen ruleset."""
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text(OURS, encoding="utf-8")
    assert main(["config", "rules", "ours.toml"]) == 0
    return "ours.toml"


@pytest.mark.usefixtures("ours")
def test_new_games_have_the_chosen_rules_wherever_the_command_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir("/")
    run_line(FOUR, capsys)
    assert (game().ruleset.name, game().ruleset.end.target) == ("ours", 5000)


@pytest.mark.usefixtures("ours")
def test_options_decide_before_what_is_chosen(capsys: Capture) -> None:
    run_line(f"{FOUR} --rules classic", capsys)
    assert game().ruleset.name == "classic"
    run_line(f"{FOUR} --house end.target=6000 --name other", capsys)
    assert (game().ruleset.name, game().ruleset.end.target) == ("ours", 6000)


@pytest.mark.usefixtures("ours")
def test_a_table_has_the_chosen_rules(capsys: Capture) -> None:
    for heads, rules in (("Ann & Cat,Bob & Dan", "ours"), ("Ann,Bob", "two-player")):
        Path("a.csv").write_text(f"date,{heads}\n2026-01-02,500,200\n", encoding="utf-8")
        run_line(f"canasta import a.csv --as {rules}", capsys)
        assert (game().ruleset.name, game().ruleset.end.target) == (rules, 5000)
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
def test_a_number_in_amend_is_the_points_of_a_hand_recorded_by_them(
    typed: str, expected: tuple[str, str], capsys: Capture
) -> None:
    run_line(FOUR, capsys)
    run_line("canasta hand --points 10 20", capsys)
    assert main(["amend", "1", *shlex.split(typed), "--force"]) == 0
    assert tuple(map(write_tally, game().game.hands[0].tallies)) == expected


def test_a_number_beside_a_hand_of_cards_is_not_its_points(capsys: Capture) -> None:
    run_line(FOUR, capsys)
    run_line("canasta hand '7xK out' 'AAA left:Q'", capsys)
    assert main(["amend", "1", "Them=444 left:K"]) == 0
    assert write_tally(game().game.hands[0].tallies[1]) == "444 left:K"


@pytest.mark.usefixtures("ours")
def test_another_number_of_players_has_its_own_rules(capsys: Capture) -> None:
    run_line("canasta new Ann Bob", capsys)
    assert game().ruleset.name == "two-player"
    assert not game().ruleset.house


def test_questions_without_a_game_follow_the_chosen_rules(capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    capsys.readouterr()
    assert run_line("canasta minimum 7200", capsys) == [
        "With 7,200 points, you need 150 to open (samba rules)."
    ]


def test_a_game_keeps_its_rules_whatever_is_chosen_later(capsys: Capture) -> None:
    run_line(FOUR, capsys)
    main(["config", "rules", "samba"])
    run_line("canasta again --name other", capsys)
    assert game().ruleset.name == "classic"


WRONG = {
    "x": "there is no setting “x”. The settings are rules and backups.",
    "backups purple": "there is no value “purple”.",
    "backups yes no": "I don't understand “no” here",
    "sides A": "there is no setting “sides”",
    "rules classix": "there is no ruleset “classix”.",
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


def test_an_error_of_a_chosen_ruleset_names_config(ours: str, capsys: Capture) -> None:
    Path(ours).unlink()
    capsys.readouterr()
    lines = run_line(FOUR, capsys)
    assert "chosen with config. To drop: canasta config rules --unset" in lines[-2]
    assert main(["config", "rules", "--unset"]) == 0
    assert main(["new", "Ann", "Bob", "Cat", "Dan"]) == 0


def test_damaged_settings_count_as_not_chosen(database: Path, capsys: Capture) -> None:
    main(["config", "rules", "samba"])
    with sqlite3.connect(database) as connection:
        for value in ("", "{", "7", "[]", '["classic", 2]', None, b"\xff"):
            connection.execute("UPDATE setting SET value = ? WHERE name = 'config rules'", (value,))
            connection.commit()
            capsys.readouterr()
            assert main(["config"]) == 0
            assert "(classic rules)" in run_line("canasta minimum 40", capsys)[-1]


def test_two_terminals_choose_at_once(database: Path) -> None:
    """Each choice is one transaction, so none of them is lost."""
    start = "import sys; from canasta_cli.cli import main; sys.exit(main())"
    environment = {**os.environ, "CANASTA_DB": str(database)}
    lines = (("rules", "samba"), ("backups", "no"))
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
