"""Every version reads the game files in ``tests/fixtures``: it verifies, imports and shows each game.

``make_fixtures.py`` wrote them. They are never changed; a newer format gets files of its own.
"""

import json
from pathlib import Path

import make_fixtures
import pytest
from command_line import fix_environment
from make_fixtures import ENDINGS, FOLDER, games, run

# The totals of each game when its files were written.
TOTALS = {
    "classic": [2770, 1065],
    "turns": [1515, 90],
    "scores": [6475, 1095],
    "three": [1035, 2180, 840],
    "two": [1340, 75],
    "american": [1050, 630],
    "foot": [4030, 590],
    "samba": [2990, 45],
    "archived": [670, 50],
}
FILES = sorted(file for file in FOLDER.iterdir() if file.name.endswith(ENDINGS))


def test_every_game_has_its_files_and_its_totals() -> None:
    assert set(games()) == set(TOTALS)
    assert {file.name for file in FILES} == {f"{game}{end}" for game in TOTALS for end in ENDINGS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_verified_imported_and_shown(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    game = file.name.partition(".")[0]
    verified = json.loads(run("verify", str(file), "--json"))
    assert verified["files"][0]["differences"] == []
    run("import", str(file))
    score = json.loads(run("score", "-g", game, "--json"))
    assert [side["total"] for side in score["sides"]] == TOTALS[game]
    for number in range(1, len(score["hands"]) + 1):
        assert f"Hand {number} of {game}" in run("show", str(number), "-g", game)
    for side in score["sides"]:
        assert side["name"] in run("next", "-g", game)
    for form in ("csv", "md", "html"):
        assert score["sides"][0]["name"] in run("export", "-g", game, "--format", form)


def test_the_commands_of_the_evenings_still_write_every_game(tmp_path: Path) -> None:
    make_fixtures.write(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in FILES}
    assert json.loads(run("verify", *map(str, tmp_path.iterdir()), "--json"))["ok"]
