"""The tour of docs/library.md, the lines in the README and the examples run, and are all public library."""

import ast
import doctest
import importlib.util
import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sampling import tries

import canasta_cli as canasta
from canasta_cli.cli import main
from canasta_cli.engine.items import ITEMS

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
BLOCK = re.compile(r"```pycon\n(.*?)```", re.DOTALL)


def _program(name: str) -> Any:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tour_shows_what_the_library_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All blocks are run in order, as one session, in a folder with a game file and a database."""
    shutil.copy(EXAMPLES / "friday.canasta.toml", tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    begin = re.search(r"here `canasta (new[^`]*)` has made it", text)
    assert begin is not None
    assert main(begin[1].split()) == 0
    session = "\n".join(BLOCK.findall(text))
    tour = doctest.DocTestParser().get_doctest(session, {}, "library.md", "library.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(tour)
    assert result.attempted > 30
    assert result.failed == 0


def test_the_readme_shows_what_the_library_returns() -> None:
    (shown,) = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    lines = doctest.DocTestParser().get_doctest(shown, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner().run(lines)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_tour_names_everything_that_is_public() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", text))
    assert set(canasta.__all__) - {"__version__"} <= named


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_an_example_imports_only_the_public_library(path: Path) -> None:
    assert "canasta_cli" in _imported(path)
    assert not any(name.startswith("canasta_cli.") for name in _imported(path))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_an_example_says_how_to_run_it(path: Path) -> None:
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert f"python examples/{path.name}" in (words or "")


@pytest.mark.parametrize("name", ["classic", "samba"])
def test_the_bot_plays_a_hand_to_its_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _program("random_bot").main([name, "3"])
    printed = capsys.readouterr().out
    assert re.match(r"Ann: (draw|take) ", printed)
    assert re.search(r"^(\w+ went out|The stock ran out)\.\n\nUs: -?\d+$", printed, re.MULTILINE)


@pytest.mark.parametrize("name", ["classic", "modern-american"])
def test_the_bot_that_compares_turns_plays_hands_to_their_end(name: str) -> None:
    bot = _program("greedy_bot")
    game = canasta.Game(["Ann", "Bob", "Cat", "Dan"], canasta.ruleset(name))
    hands = tries(1, 2)
    for seed in range(hands):
        game = bot.play(game, bot.Random(seed))
    assert len(game.hands) == hands
    assert game.differences == ()


@pytest.mark.parametrize(
    ("hand", "turn"),
    [("55KKKAAA899", "take 5 with 55 meld AAA discard 8"), ("55KKKJJQQ89", None)],
)
def test_the_bot_that_compares_turns_takes_the_pile_if_it_may(hand: str, turn: str | None) -> None:
    rules, players = canasta.ruleset("classic"), ["Ann", "Bob", "Cat", "Dan"]
    position = canasta.Position.deal(rules, players, upcard="5", hands={"Ann": hand})
    bot = _program("greedy_bot")
    assert bot.choose(position, "none", 50) == turn
    assert turn or bot.choose(position, "4", 50).startswith("draw 4")


def test_the_bot_that_compares_turns_aims_at_the_minimum_of_its_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot, minimums = _program("greedy_bot"), set()

    def suggest(rules: canasta.Ruleset, hand: str, minimum: int | None = None) -> Any:
        minimums.add(minimum)
        return canasta.suggest_opening(rules, hand=hand, minimum=minimum)

    monkeypatch.setattr(bot, "suggest", suggest)
    game = canasta.Game(["Ann", "Bob", "Cat", "Dan"], canasta.ruleset("classic"))
    bot.play(game.with_hand("score:1500", "score:-20"), bot.Random(1))
    assert minimums == {90}


def test_a_bot_has_to_know_its_cards() -> None:
    position = canasta.Position.deal(
        canasta.ruleset("classic"), ["Ann", "Bob", "Cat", "Dan"], hands={"Ann": "KK445567899"}
    )
    bot = _program("random_bot")
    with pytest.raises(canasta.MissingFact):
        bot.choose(position, bot.Random(1))


def _posted(body: object) -> tuple[str, dict[str, Any]]:
    """Send a request to the application and return its status and answer."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    status: list[str] = []
    environ = {"CONTENT_LENGTH": str(len(sent)), "wsgi.input": io.BytesIO(sent)}
    parts = _program("pickup_api").application(environ, lambda says, _: status.append(says))
    return status[0], json.loads(b"".join(parts))


def test_the_web_handler_answers() -> None:
    status, found = _posted({"play": "take 5 with 5W", "frozen": True, "opened": True})
    assert (status, found["legal"]) == ("200 OK", False)
    against = [each["fix"] for each in found["findings"] if not each["ok"]]
    assert against == ["show two natural fives from your hand, or draw"]
    status, found = _posted({"play": "take 5 with 55", "frozen": True, "rules": "samba"})
    assert (status, found["legal"]) == ("200 OK", None)
    assert {"opened": True} in [each["facts"] for each in found["depends"] if each["legal"]]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "send a question"),
        (b"{", "send a question"),
        (["take 5"], "send a question"),
        ({}, "the turn is missing"),
        ({"play": "take 5 with 55", "frozn": True}, "there is no fact “frozn”"),
        ({"play": "take 5 with 55", "frozen": "yes"}, "frozen must be True or False"),
        ({"play": "take 5 with 55", "rules": "clasic"}, "there is no ruleset “clasic”"),
    ],
    ids=str,
)
def test_the_web_handler_explains_what_it_can_not_understand(body: object, says: str) -> None:
    status, found = _posted(body)
    assert status == "400 Bad Request"
    assert says in found["error"]


def test_the_statistics_of_a_season_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("friday", "turns", "duel"):
        shutil.copy(EXAMPLES / f"{name}.canasta.toml", tmp_path)
    (tmp_path / "broken.canasta.toml").write_text("canasta = 2", encoding="utf-8")
    wrong = (EXAMPLES / "friday.canasta.toml").read_text(encoding="utf-8")
    (tmp_path / "wrong.canasta.toml").write_text(
        wrong.replace("Us = 920", "Us = 930"), encoding="utf-8"
    )
    _program("season_stats").main(str(tmp_path))
    printed = capsys.readouterr()
    head, first, *others = printed.out.splitlines()
    assert head.split() == ["player", "games", "won", "hands", "points/hand", "canastas"]
    assert len(others) == 3
    games = [
        canasta.load(tmp_path / f"{name}.canasta.toml") for name in ("friday", "turns", "duel")
    ]
    both = [games[0], games[0], *games[1:]]
    points = [
        hand.sides[[first.split()[0] in side.players for side in game.sides].index(True)].points
        for game in both
        for hand in game.hands
        if first.split()[0] in game.players
    ]
    assert float(first.split()[4]) == round(sum(points) / len(points), 1)
    assert "broken.canasta.toml" in printed.err
    assert "the file says 930, the count is 920" in printed.err


def test_the_tour_lists_the_ids_of_all_lines_of_a_score() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    listed = re.findall(
        r"^\| `([\w.-]+)` \|", text.partition("The ids of the lines")[2], re.MULTILINE
    )
    items = [item.family or item.id for item in ITEMS]
    assert listed[: len(set(items))] == list(dict.fromkeys(items))
