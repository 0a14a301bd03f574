"""The keys typed for a hand besides its cards and numbers: an evening has many hands."""

import re
import shlex

import pytest
from command_line import fix_environment, on_terminal

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.scorekeeper.scorebook import load_game

FOUR, THREE = ("Ann", "Bob", "Cat", "Dan"), ("Ann", "Bob", "Cat")
ON_ONE_LINE, GUIDED = 6, 14
# What stands in braces is free: the cards and numbers of a side. The first line follows ``canasta
# hand`` itself, and every line ends with Enter.
ONE_LINE: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "four players": ("classic", FOUR, (" {7xK QQQ2 2x3R} / {AAA 5555-JJ4}", "")),
    "no spaces": ("classic", FOUR, (" {7xK QQQ2 2x3R}/{AAA 5555-JJ4}", "")),
    "counts": ("classic", FOUR, (" {natural:1 points:260}/{points:110 minus:25}", "")),
    "three players": ("three-player", THREE, (" {7xK 7xQ 3R}/{7xA-JJ4}/{9999-6}", "", "")),
    "at the first question": ("classic", FOUR, ("", "{7xK QQQ2 2x3R} / {AAA 5555-JJ4}", "")),
    "three players, at the first question": (
        "three-player", THREE, ("", "{7xK 7xQ 3R}/{7xA-JJ4}/{9999-6}", "a", ""),
    ),
    "books": ("hand-and-foot", FOUR, (" {natural:2 mixed:2 wild:1 points:900}/{888-JJ4}", "")),
}  # fmt: skip
QUESTIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "four players": (
        "classic", FOUR, ("{7xK QQQ2}", "{2}", "", "{AAA 5555}", "", "{JJ4}", ""),
    ),
    "counts": (
        "classic", FOUR, ("{1n}", "{265}", "{2}", "", "{110}", "", "{-25}", ""),
    ),
    "three players": (
        "three-player", THREE,
        ("{7xK 7xQ}", "{1}", "", "{7xA}", "", "{JJ4}", "{9999}", "", "{-6}", "a", ""),
    ),
    "three players, counts": (
        "three-player", THREE,
        ("{2n}", "{300}", "{1}", "", "{1n}", "{150}", "", "{-25}", "{1n}", "{80}", "", "{-5}", "", ""),
    ),
    "modern american": (
        "modern-american", FOUR, ("{7xK 7xQ}", "{2 1}", "", "{7xJ 4444}", "", "{K95}", ""),
    ),
    "books": (
        "hand-and-foot", FOUR, ("{2c 2d 1w 900}", "{2}", "", "{1d 200}", "", "{JJ4 foot 55K}", ""),
    ),
}  # fmt: skip


def keys(lines: tuple[str, ...]) -> int:
    """Count the keys of typed lines, each with its Enter, except those in braces."""
    return sum(len(re.sub(r"{.*?}", "", line)) + 1 for line in lines)


def play(
    rules: str, players: tuple[str, ...], lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Record a hand by typing lines, the first of them after ``canasta hand``."""
    main(["new", *players, "--rules", rules])
    first, *answers = (line.replace("{", "").replace("}", "") for line in lines)
    with on_terminal(monkeypatch, *answers):
        assert main(["hand", *shlex.split(first)]) == 0
    with open_scorebook(None) as book:
        (hand,) = load_game(book.journal, None).standing.hands
    assert any(tally.went_out for tally in hand.hand.tallies)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")


@pytest.mark.parametrize("name", ONE_LINE)
def test_a_hand_on_one_line_needs_six_keys_besides_the_cards(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, players, lines = ONE_LINE[name]
    play(rules, players, lines, monkeypatch)
    typed = lines if lines[0] else lines[1:]
    assert keys(typed) <= ON_ONE_LINE


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_guided_hand_needs_fourteen_keys_besides_the_cards(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, players, lines = QUESTIONS[name]
    play(rules, players, ("", *lines), monkeypatch)
    assert keys(lines) <= GUIDED
