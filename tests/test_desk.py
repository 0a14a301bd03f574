"""What the site's pages ask of the engine: a game recorded in the browser is one of the command line."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
import website
from command_line import fix_environment
from make_fixtures import run

import canasta_cli as canasta

NEW = ("new", "--rules", "classic", "--")
FOUR = ("Ann", "Bob", "Cat", "Dan")
HAND = ["7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]


class Asking:
    """The desk as the worker calls it: texts in JSON, with a file of its own."""

    def __init__(self, folder: Path) -> None:
        desk = runpy.run_path(str(website.DOCS / "site" / "desk.py"))
        self.desk = desk["Desk"](str(folder / "games.db"))

    def __call__(self, name: str, **arguments: Any) -> Any:
        """Return the answer to a question, or the sentence of its error."""
        self.found = json.loads(self.desk.ask(json.dumps({"name": name, "arguments": arguments})))
        return self.found.get("answer", self.found.get("error"))

    def run(self, *words: str, typed: str = "") -> Any:
        """Have a command run, after which another game may be shown."""
        return self("run", words=words, typed=typed)


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    fix_environment(monkeypatch, str(tmp_path / "games.db"))
    return Asking(tmp_path)


def _record(ask: Asking, hand: int = 1, key: str = "a") -> Any:
    game = ask("state")["first"]
    return ask("record", tallies=HAND, hand=hand, key=key, game=game, sure=True)


def test_a_game_is_kept_and_goes_to_the_command_line_and_back(ask: Asking, tmp_path: Path) -> None:
    assert ask("state") == {}
    assert ask.run(*NEW, *FOUR) == {}
    assert ask.found["wrote"]
    assert _record(ask)["result"] == "recorded"
    assert [side["total"] for side in ask("state")["sides"]] == [920, 55]
    assert not ask.found["wrote"]
    saved, name = ask("export"), ask("state")["game"]
    game = canasta.loads(saved)
    assert (game.name, [side.total for side in game.standing.sides]) == (name, [920, 55])
    assert "920" in run("score")
    other = Asking(tmp_path)
    assert other.run("new", "--rules", "two-player", "--", "Eve", "Fay") == {}
    assert other.run("import", "-", typed=saved.replace(name, "friday")) == {}
    assert [side["total"] for side in other("state")["sides"]] == [920, 55]
    assert other.run("again") == {}
    assert [side["total"] for side in other("state")["sides"]] == [0, 0]


def test_a_hand_is_recorded_once_and_undone_once(ask: Asking) -> None:
    ask.run(*NEW, *FOUR)
    assert _record(ask)["result"] == "recorded"
    assert _record(ask)["result"] == "already"
    game = ask("state")["first"]
    assert ask("undo", hand=1, key="b", game=game)["message"] == "Hand 1 is undone."
    assert ask("state")["hands"] == []


def test_a_dispute_is_about_the_game_or_about_any_rules(ask: Asking) -> None:
    assert ask("check", rules="samba", answers=[])["question"]["asks"] == "Which dispute?"
    assert ask("check", rules="chess", answers=[]) == "There are no such rules."
    ask.run(*NEW, *FOUR)
    assert len(ask("check", answers=["1"])["answered"]) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("run", {"words": [*NEW, "Ann"]}, "Classic is for 4 players; 1 is named"),
        ("run", {"words": NEW}, "players"),
        ("run", {"words": [*NEW, "Ann", "Ann"]}, "named twice"),
        ("run", {"words": [*NEW, "Ann", "--help"]}, "classic"),
        ("run", {"words": ["import", "-"], "typed": "not a game"}, "the file: not a game file"),
        ("run", {"words": ["again"]}, "no current game"),
        ("record", {"tallies": [], "hand": 1}, "a hand is sent with its number"),
    ],
)
def test_what_a_page_sends_wrongly_is_one_sentence(
    name: str, arguments: dict[str, Any], says: str, ask: Asking
) -> None:
    if name == "record":
        ask.run(*NEW, *FOUR)
    found = ask(name, **arguments)
    assert isinstance(found, str)
    assert says.lower() in found.lower()
    assert "\n" not in found
    assert "wrote" not in ask.found
