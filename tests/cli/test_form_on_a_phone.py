"""The questions of a hand on a screen of 40 columns and 20 lines, with help, mistakes and ways back at each."""

import re
from collections import Counter
from itertools import chain, repeat
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import main

LINES, COLUMNS = 20, 40
# The five books that going out needs, and a side lacks, take a line more.
LINES_OF_BOOKS = 20
# A command, or a line of it that was broken behind its name.
COMMAND = re.compile(r"\bcanasta(?: [a-z]+)?")
ANSWERS = {
    "Canastas": ("7xK QQQ2", "AAA 5555"),
    "Books": ("7xK QQQ2", "AAA 5555"),
    "Card points": ("160", "80"),
    "Red threes": ("2", ""),
    "Left": ("", "JJ4"),
    "Alone": ("Ann",),
    "Out": ("Ann",),
    "Save": ("yes", "force"),
}
TRIED = ("?", "zz9", "back")
MOST = 100


class Screen:
    """A terminal on which each question is answered with help, nonsense and back before it is answered.

    ``screens`` has the lines that are shown between two answers.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.screens: list[list[str]] = []
        self.asked: Counter[str] = Counter()
        self.answers = {label: chain(texts, repeat(texts[-1])) for label, texts in ANSWERS.items()}

    def type(self, prompt: str = "") -> str:
        """Return what is typed after a prompt. Stops a form that asks without end."""
        self.look(prompt)
        if len(self.screens) > MOST:
            raise KeyboardInterrupt
        label = next(each for each in ANSWERS if prompt.strip().startswith(each))
        number = self.asked[label]
        self.asked[label] += 1
        if number < len(TRIED):
            return TRIED[number]
        # Enter keeps what was answered before.
        return "" if "[" in prompt and label != "Save" else next(self.answers[label])

    def look(self, prompt: str) -> None:
        """Keep the lines of the screen since the last answer."""
        self.screens.append([*self.capsys.readouterr().out.splitlines(), prompt])


def walk(
    rules: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> list[list[str]]:
    """Type a hand under some rules, and return its screens."""
    monkeypatch.setenv("COLUMNS", str(columns))
    players = ("Ann", "Bob") if rules == "two-player" else ("Ann", "Bob", "Cat", "Dan")
    main(["new", *players, "-r", rules, "--name", f"{rules}-{columns}"])
    capsys.readouterr()
    screen = Screen(capsys)
    with monkeypatch.context() as terminal:
        terminal.setattr("sys.stdin.isatty", lambda: True)
        terminal.setattr("sys.stdout.isatty", lambda: True)
        terminal.setattr("builtins.input", screen.type)
        assert main(["hand"]) == 0
    assert screen.asked["Save"] > len(TRIED)
    return screen.screens


@for_each_case(
    "rules", ["classic", "two-player", "samba", "bolivia", "hand-and-foot", "modern-american"]
)
def test_every_question_fits_the_screen_and_breaks_no_command(
    rules: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    narrow = walk(rules, monkeypatch, capsys, COLUMNS)
    wide = walk(rules, monkeypatch, capsys, 200)
    most = LINES_OF_BOOKS if rules == "hand-and-foot" else LINES
    # The answer that stands above the whole hand may scroll away.
    assert [each for each in narrow if len(below(each)) > most] == []
    assert [line for each in narrow for line in each if len(line) > COLUMNS] == []
    assert commands(narrow) == commands(wide)


def below(screen: list[str]) -> list[str]:
    """Return the lines below the last blank one: a question begins there, and so does the whole hand."""
    return screen[max((place for place, line in enumerate(screen) if not line), default=-1) + 1 :]


def commands(screens: list[list[str]]) -> list[str]:
    """Return the commands on some screens."""
    return [found for each in screens for line in each for found in COMMAND.findall(line)]
