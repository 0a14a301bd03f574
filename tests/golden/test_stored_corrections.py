"""Corrections in forms that can no longer be typed are read with the same scores: their results are stored.

``fixtures/corrections`` has the commands of an evening as they were once typed, the entries that they
recorded, and the game file exported afterwards. None of them is ever changed.
"""

import json
from pathlib import Path

import pytest
from command_line import NOW, fix_environment
from make_fixtures import FOLDER, run

from canasta_cli.cli.session import open_scorebook
from canasta_cli.journal.entries import from_row
from canasta_cli.scorekeeper.scorebook import append_in, load_game

CORRECTIONS = FOLDER / "corrections"
# The points of each hand, and the totals, as that version showed them.
HANDS = [[575, 60], [50, 800], [725, 30], [610, 30], [-110, -200]]
TOTALS = [1850, 720]


@pytest.fixture(autouse=True)
def _database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))


def _check_scores() -> None:
    score = json.loads(run("score", "--json"))
    hands = [[side["points"] for side in hand["sides"]] for hand in score["hands"]]
    assert hands == HANDS
    assert [side["total"] for side in score["sides"]] == TOTALS


def test_stored_entries_give_the_same_scores_and_can_be_undone_and_redone() -> None:
    run("new", "Ann", "Bob", "Cat", "Dan", "--name", "friday")
    rows = (CORRECTIONS / "entries.txt").read_text(encoding="utf-8").splitlines()
    with open_scorebook() as book, book.journal.writing() as writing:
        for row in rows:
            what, _, data = row.partition(": ")
            append_in(writing, load_game(writing, None), from_row(what, data), NOW)
    _check_scores()
    assert json.loads(run("doctor", "--json"))["faults"] == []
    shown = run("log")
    assert "sides swapped in hands 2 and 3\n" in shown
    assert "Them: penalty:illegal-take (dropped from hand 3)\n" in shown
    run("undo", str(len(rows)))
    run("redo", str(len(rows)))
    _check_scores()


def test_a_game_file_has_the_results_of_its_corrections() -> None:
    file = str(CORRECTIONS / "corrected.canasta.toml")
    assert json.loads(run("verify", file, "--json"))["files"][0]["differences"] == []
    run("import", file)
    _check_scores()
