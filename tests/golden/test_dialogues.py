"""Have each dialogue on a terminal again, with the same answers, and compare the whole screen.

A dialogue is a text file: ``$ canasta …`` is a command, followed by the screen. What stands after a
prompt (``> ``, or ``Left in hand: > ``) was typed; ``^C`` and ``^D`` are keys. ``; `` begins a comment.

``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_dialogues.py`` updates the files; read the difference before
you commit it.
"""

import os
import re
import sys
from collections.abc import Callable
from itertools import pairwise, takewhile
from pathlib import Path

import pytest
from command_line import TYPED, fix_environment, run_dialogue, run_line, typed_in
from sampling import sample
from suggested import refused

pytestmark = pytest.mark.usefixtures("judged_once")

# Heads of tables that are listed row by row on a narrow screen, and the end of a command on two lines.
HEADS = {"rules:", "sides:", "state:", "dealer:", "alone:", "\\"}
FOLDER = Path(__file__).parent / "dialogues"
DIALOGUES = sorted(FOLDER.glob("*.txt"))
Have = Callable[..., list[str]]
# The headline, the reason and its fix; below them may stand a line of sources or assumptions.
MOST_LINES = 3
MOST_ON_A_PHONE = 6
SAME_QUESTION = "The same question:"


@pytest.fixture
def have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Have:
    """Run a command on a terminal with some typed answers, and return its screen."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))

    def have(line: str, answers: list[str], *, always: bool = False) -> list[str]:
        if answers or always:
            return run_dialogue(line, answers, monkeypatch, capsys)
        with monkeypatch.context() as merged:
            merged.setattr(sys, "stderr", sys.stdout)
            return [each.rstrip() for each in run_line(line, capsys)]

    return have


def is_evening(file: Path) -> bool:
    """True for a dialogue of which each command is typed on a terminal."""
    return file.stem.startswith("evening")


def parts(text: str) -> list[list[str]]:
    """Split a file into its commands, each with its screen and the comments after it."""
    return [part.splitlines() for part in re.split(r"\n(?=\$ )", text)]


def test_there_are_dialogues() -> None:
    assert DIALOGUES


@pytest.mark.parametrize("file", sample(DIALOGUES, 2), ids=lambda file: file.stem)
def test_dialogue(
    file: Path, have: Have, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screens are as in the file, and every amendment that one suggests is accepted."""
    text = file.read_text(encoding="utf-8")
    today: list[str] = []
    wrong: list[str] = []
    for part in parts(text):
        head, *screen = part
        comments = [line for line in part if line.startswith(("; ", "#"))]
        if head.startswith("$ "):
            shown = have(head[2:], typed_in(screen), always=is_evening(file))
            today += ["", head, *shown]
            wrong.extend(refused(head[2:], shown, monkeypatch, capsys))
        today += comments
    printed = "\n".join(today).strip() + "\n"
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        file.write_text(printed, encoding="utf-8")
        return
    assert _lines(printed) == _lines(text)
    assert "\n".join(wrong) == ""


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


EVENINGS = [file for file in DIALOGUES if is_evening(file)]


def test_there_are_evenings() -> None:
    assert len(EVENINGS) >= 3


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_an_evening_fits_a_phone(file: Path, have: Have, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is longer than the screen, and every word is one of those on a wide screen."""
    monkeypatch.setenv("COLUMNS", "40")
    text = file.read_text(encoding="utf-8")
    known = set(text.split()) | HEADS
    for head, *screen in (part for part in parts(text) if part[0].startswith("$ ")):
        narrow = have(head[2:], typed_in(screen), always=True)
        lines = [line for line in narrow if not TYPED.match(line)]
        assert all(len(line) <= 40 for line in lines)
        assert sorted({word for line in lines for word in line.split()} - known) == []


MISHAP = "; Mishap: "
MISHAPS = 12


def corrected() -> list[tuple[str, str, str]]:
    """Return the mishaps of an evening, each with the screen before it and the command after it."""
    every = parts((FOLDER / "evening-mishaps.txt").read_text(encoding="utf-8"))
    return [
        (line.removeprefix(MISHAP), " ".join(" ".join(part).split()), then[0].removeprefix("$ "))
        for part, then in pairwise(every)
        for line in part
        if line.startswith(MISHAP)
    ]


def test_there_are_mishaps_of_every_kind() -> None:
    assert len(corrected()) >= MISHAPS


@pytest.mark.parametrize(
    ("mishap", "screen", "command"), corrected(), ids=[mishap for mishap, _, _ in corrected()]
)
@pytest.mark.usefixtures("have")
def test_the_screen_names_the_command_that_corrects_a_mishap(
    mishap: str, screen: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Up to names and cards: the words of the command, the number of the hand, options and ``Us+=out``."""
    shown = screen.replace(f"{MISHAP}{mishap}", "")
    words = command.split()
    name = " ".join(takewhile(lambda word: word.isdecimal() or re.fullmatch("[a-z]+", word), words))
    if name not in shown:
        assert "canasta --help" in shown
        assert f"  {words[1]} " in " ".join(run_line("canasta --help", capsys))
    assert all(word in shown for word in words if word.startswith("-") or "+=" in word)


def disputes(file: str = "disputes.txt") -> list[list[str]]:
    """Return the disputes of a file, each a command with its screen."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    return [part for part in parts(text) if part[0].startswith("$ ")]


def test_there_are_ten_common_disputes() -> None:
    assert len(disputes()) >= 10


@pytest.mark.parametrize(
    "part", sample(disputes(), 2), ids=lambda part: "-".join(typed_in(part))[:30]
)
def test_a_dispute_is_answered_in_three_lines(part: list[str]) -> None:
    answer = answer_on(part)
    lines = [line for line in answer if not line.lstrip().startswith(("Sources:", "Assuming"))]
    assert 1 <= len(lines) <= MOST_LINES
    assert all(len(line) <= 80 for line in answer)


@pytest.mark.parametrize(
    "part", sample(disputes(), 2), ids=lambda part: "-".join(typed_in(part))[:30]
)
@pytest.mark.usefixtures("have")
def test_the_command_at_the_end_gives_the_same_answer(
    part: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    at = part.index(SAME_QUESTION)
    command = " ".join(
        line.strip().removesuffix(" \\") for line in part[at + 1 :] if line.startswith("  ")
    )
    lines = run_line(command, capsys)
    assert [line for line in lines if not line.startswith("[")] == answer_on(part)


@pytest.mark.parametrize(
    "part", sample(disputes(), 2), ids=lambda part: "-".join(typed_in(part))[:30]
)
def test_a_dispute_is_answered_in_few_lines_on_a_phone(
    part: list[str], have: Have, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is longer than the screen, from the first question to the answer."""
    monkeypatch.setenv("COLUMNS", "40")
    screen = have(part[0][2:], typed_in(part))
    answer = answer_on(screen)
    sources = next((at for at, line in enumerate(answer) if "Sources:" in line), len(answer))
    assert 1 <= sources <= MOST_ON_A_PHONE
    assert all(len(line) <= 40 for line in screen[: screen.index(SAME_QUESTION)])


@pytest.mark.parametrize("play", ["pass", "pickup 9 --with 9W", "meld KKK QQ2", "out 3B3B3B"])
def test_what_decides_a_dispute_is_short_on_a_phone(
    play: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.setenv("COLUMNS", "40")
    lines = run_line(f"canasta check {play}", capsys)
    assert lines.pop() == "[6]"
    head = next(at for at, line in enumerate(lines) if line.startswith("  "))
    assert head <= (4 if play == "pass" else 3)
    sources = next((at for at, line in enumerate(lines) if "Sources:" in line), len(lines))
    assert sources <= (6 if play == "pass" else 9)
    assert len(lines) - sources <= 2


def answer_on(part: list[str]) -> list[str]:
    """Return the lines of the answer on a screen: from the last typed line to the command."""
    end = part.index(SAME_QUESTION)
    start = max(at for at, line in enumerate(part[:end]) if line.startswith(">"))
    return [line for line in part[start + 1 : end] if line]


def test_no_line_of_a_question_is_longer_than_a_phone(
    have: Have, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of common disputes are looked at with their answers."""
    monkeypatch.setenv("COLUMNS", "40")
    for part in disputes("settled.txt"):
        answers = [*typed_in(part)[:-1], "^D"]
        screen = have(part[0][2:], answers)
        assert all(len(line) <= 40 for line in screen)
