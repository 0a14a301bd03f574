"""Run the commands of every transcript on a screen of 40 columns: nothing is cut, and every number stays whole.

Numbers and names with digits are compared with the transcript, whose answers are wide. What programs
read (JSON and exported files) is the same at any width.
"""

import re
from pathlib import Path

import pytest
from command_line import fix_environment, run_line
from test_transcripts import FOLDER, TRANSCRIPTS, played

from canasta_cli.cli import canasta, main
from canasta_cli.cli.manual import manual_of
from canasta_cli.man.manual import as_text
from canasta_cli.man.page import Page
from canasta_cli.show.layout import Block, Grid, Text, plain, width
from canasta_cli.show.terminal import fitted

COLUMNS = 40
MANUAL = manual_of(canasta)
FOR_PROGRAMS = re.compile(r"\$ canasta .*--json|\$ canasta (export(?!.* -o)|completion)")
NUMBER = re.compile(r"\S*[0-9]\S*")


def answers(transcript: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a transcript, each with the lines of its answer."""
    found: list[tuple[str, list[str]]] = []
    file = False
    for line in transcript.splitlines():
        if line.startswith("< ") or (file and line == "."):
            file = line != "."
        elif line.startswith("$ "):
            found.append((line, []))
        elif not file and found and line.strip() and not line.startswith(("; ", "% ")):
            found[-1][1].append(line.removeprefix("! ").removeprefix("!"))
    return found


def _numbers(lines: list[str]) -> set[str]:
    """Return the words with digits that fit on one line, without the sign that ends a part."""
    words = {word.rstrip(";") for line in lines for word in NUMBER.findall(line)}
    return {word for word in words if width(word) <= COLUMNS - 8}


@pytest.mark.parametrize("page", MANUAL.pages, ids=lambda page: page.reference)
def test_every_page_of_the_manual_fits_a_narrow_screen(page: Page) -> None:
    wide, narrow = as_text(page).split(), as_text(page, COLUMNS).split("\n")
    assert [line for line in narrow if width(line) > COLUMNS] == []
    assert _numbers(wide) <= _numbers(narrow)


def test_a_demonstration_fits_a_narrow_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    assert main(["demo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    too_long = [line for line in lines if width(line) > COLUMNS]
    assert [line for line in too_long if not re.fullmatch(r' *"[^"]*"', line)] == []


TALL = ("games", "won", "hands")
CASES = (
    (
        "a table that fits stays as it is",
        Grid(("", "n"), (("kings", "5"),)),
        ["       n", "kings  5"],
    ),
    (
        "the widest column of words wraps, and numbers stay beside its first line",
        Grid(("", "", ""), (("natural canastas (kings)", "1", "1,500"),)),
        ["natural canastas  1  1,500", "(kings)"],
    ),
    (
        "a table of too many numbers is listed cell by cell",
        Grid(("", *TALL), (("Ann", "1,000", "999 of 9,999", "12,345"),)),
        ["Ann", "  games: 1,000", "  won: 999 of 9,999", "  hands: 12,345"],
    ),
    (
        "heads wrap above their numbers",
        Grid(("hand", "Ann and Bob", "Cat and Dan"), (("1", "1,860", "-20"),)),
        ["hand  Ann and  Cat and", "          Bob      Dan", "1       1,860      -20"],
    ),
    (
        "text keeps its indentation, and a word longer than the line is broken",
        Text("  one two " + "x" * 30, indent=2),
        ["    one two", f"    {'x' * 22}", f"    {'x' * 8}"],
    ),
    ("a wide character takes two columns", Text("猫" * 20), ["猫" * 13, "猫" * 7]),
)


@pytest.mark.parametrize(
    ("block", "lines"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_a_block_on_a_screen_of_26_columns(block: Block, lines: list[str]) -> None:
    assert [*plain(fitted((block,), 26))] == lines


@pytest.mark.parametrize(
    "file", TRANSCRIPTS, ids=lambda file: str(file.relative_to(FOLDER).with_suffix(""))
)
def test_every_answer_fits_a_narrow_screen(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.chdir(tmp_path)
    wide = file.read_text(encoding="utf-8")
    narrow = answers(played(wide, tmp_path, lambda line: run_line(line, capsys)))
    expected = answers(wide)
    assert [line for line, _ in narrow] == [line for line, _ in expected]
    too_long, cut = [], []
    for (line, now), (_, then) in zip(narrow, expected, strict=True):
        if FOR_PROGRAMS.match(line):
            continue
        too_long += [(line, each) for each in now if width(each) > COLUMNS]
        cut += [(line, word) for word in _numbers(then) - _numbers(now)]
    assert not too_long
    assert not cut
