"""``canasta score --json`` has what a page of the score needs, and no card that the table can't see."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import fix_environment

from canasta_cli.cli import main

Score = Callable[..., Any]
FOUR = "new Ann Bob Cat Dan --name friday"
HAND = "hand '7xK QQQ2 2x3R out' 'AAA 5555 left:JJ4'"


@pytest.fixture
def score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Score:
    """Run commands in a new database, and return the answer of ``score --json``."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))

    def run(*lines: str) -> Any:
        for line in (*lines, "score --json"):
            capsys.readouterr()
            assert main(shlex.split(line)) == 0, line
        return json.loads(capsys.readouterr().out)

    return run


def test_it_has_the_seats_and_the_length_of_the_game(score: Score) -> None:
    found = score(FOUR)
    assert [(each["player"], each["side"], each["plays"]) for each in found["seats"]] == [
        ("Ann", "Us", True),
        ("Bob", "Them", True),
        ("Cat", "Us", True),
        ("Dan", "Them", True),
    ]
    assert (found["title"], found["target"], found["deals"]) == ("Classic Canasta", 5000, None)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", found["changed"])
    by_deals = score("new Ann Bob Cat Dan -r hand-and-foot")
    assert (by_deals["target"], by_deals["deals"]) == (None, 4)


def test_one_of_five_sits_out(score: Score) -> None:
    found = score("new Ann Bob Cat Dan Eve -r five-player")
    assert [each["player"] for each in found["seats"] if not each["plays"]] == [
        found["sitting_out"]
    ]


def test_a_substitute_sits_in_the_seat(score: Score) -> None:
    found = score(FOUR, HAND, "sub Bob Eve")
    assert [each["player"] for each in found["seats"]] == ["Ann", "Eve", "Cat", "Dan"]


def test_each_hand_has_the_totals_after_it(score: Score) -> None:
    found = score(FOUR, "hand --points 500 -20", "hand --points 30 400")
    assert [[side["total"] for side in hand["sides"]] for hand in found["hands"]] == [
        [500, -20],
        [530, 380],
    ]


@pytest.mark.parametrize(
    ("lines", "corrected"),
    [
        ((HAND,), [False]),
        ((HAND, "amend 1 Us+=3R"), [True]),
        ((HAND, "amend 1 Us+=3R", "undo"), [False]),
        ((HAND, "amend 1 --dealer Bob"), [True]),
        ((HAND, "hand --points 10 20", "amend 2 --swap"), [False, True]),
        ((HAND, "hand --points 10 20", "amend 2 --swap", "amend 1 --drop"), [True]),
        ((HAND, "change --house end.target=7500 --yes"), [False]),
        (("penalty Us 50", "amend 1 Us-=penalty:50", HAND), [False]),
        (("penalty Us 50", HAND, "amend 1 Us-=penalty:50"), [True]),
        (("deal", "turn 4", "amend 1.1 5", "turn end stock --force",
          "left Ann=A Bob=A Cat=A Dan=A --force"), [False]),
        (("deal", "turn 4", "turn end stock --force", "left Ann=A --force", "amend 1.1 5"), [True]),
    ],
    ids=lambda value: ", ".join(map(str, value)),
)  # fmt: skip
def test_a_hand_says_if_it_was_corrected_since(
    lines: tuple[str, ...], corrected: list[bool], score: Score
) -> None:
    assert [hand["corrected"] for hand in score(FOUR, *lines)["hands"]] == corrected


def test_a_pending_penalty_has_its_text(score: Score) -> None:
    found = score(FOUR, "penalty Them illegal-take", "penalty Us 100")
    assert [each["text"] for each in found["pending"]] == [
        "Them: -50 (pile taken without a meld)",
        "Us: -100 (penalty)",
    ]


def test_the_changes_of_a_game_move_its_time(score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    score(FOUR, HAND)
    later = "2031-02-03T04:05:06+00:00"
    monkeypatch.setattr("canasta_cli.cli.session.now", lambda: later)
    assert score("undo")["changed"] == later


def test_no_card_of_a_hand_in_play_is_in_it(score: Score) -> None:
    found = score(FOUR, "deal --upcard 9", "turn draw 3R meld KKK QQ2 discard 9")
    assert found["playing"] == {"dealer": "Dan", "turns": 1, "over": False, "player": "Bob"}
    text = json.dumps(found)
    assert not [card for card in ("KKK", "QQ2", "3R", "stock", "upcard") if card in text]
