"""Every example works: game files verify, the script runs, the house rules can be played."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from canasta_cli.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.canasta.toml")), ids=lambda f: f.name)
def test_game_files_hold(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    assert f"{file}: ok (" in capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.canasta.toml")), ids=lambda f: f.name)
def test_one_changed_digit_is_found(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = file.read_text(encoding="utf-8")
    start = text.index("score = ")
    digit = next(i for i in range(start, len(text)) if text[i].isdigit() and text[i] != "9")
    changed = tmp_path / "changed.canasta.toml"
    changed.write_text(text[:digit] + "9" + text[digit + 1 :], encoding="utf-8")
    line = text[:start].count("\n") + 1
    assert main(["verify", str(changed)]) == 1
    assert f"line {line}: hand 1" in capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.canasta.toml")), ids=lambda f: f.name)
def test_importing_and_exporting_gives_the_same_file(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    assert main(["import", str(file)]) == 0
    capsys.readouterr()
    assert main(["export"]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")


def test_the_house_rules_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANASTA_DB", str(tmp_path / "canasta.db"))
    house = str(EXAMPLES / "house.toml")
    assert main(["rules", "check", house]) == 0
    assert main(["new", "Ann", "Bob", "Cat", "Dan", "--rules", house]) == 0
    # 180 + 2,000 for seven wild cards, 70 + 500 for the kings, 100 for going out; 2 x 100 against
    assert main(["hand", "22222WW 7xK out", "AAA left:3B3B"]) == 0
    assert "Us: 2,870" in capsys.readouterr().out


def test_the_script_of_an_evening_runs() -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = str(EXAMPLES / "evening.sh")
    run = subprocess.run(
        ["sh", script], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )
    assert "Hand 4: Cat deals" in run.stdout
    assert "friday.canasta.toml: ok (3 hands, classic)" in run.stdout


def test_games_played_at_random_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = str(EXAMPLES / "random_games.py")
    done = subprocess.run([sys.executable, script, "3"], capture_output=True, text=True, check=True)
    games = tmp_path / "games.jsonl"
    games.write_text(done.stdout, encoding="utf-8")
    assert len(done.stdout.splitlines()) == 3
    assert main(["verify", str(games)]) == 0
    assert "3 games in 1 file: 3 ok, 0 with differences" in capsys.readouterr().out
