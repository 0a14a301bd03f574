"""The manual and the demonstration fit a screen of 40 columns, as answers do in test_transcripts.py."""

import re
from itertools import product

import pytest
from golden.test_transcripts import COLUMNS, numbers
from looping import for_each, for_each_case

from canasta_cli.cli import canasta, main
from canasta_cli.cli.manual import manual_of, root
from canasta_cli.man.page import Page, as_text
from canasta_cli.show.layout import Block, Grid, Text, fitted, plain, width

MANUAL = manual_of(root(canasta))


@for_each(product(MANUAL.values(), (COLUMNS, 60)), lambda each: f"{each[0].file}, {each[1]}")
def test_every_page_of_the_manual_fits_a_narrow_screen(of: tuple[Page, int]) -> None:
    page, columns = of
    wide, narrow = as_text(page).split(), as_text(page, columns).split("\n")
    assert [line for line in narrow if width(line) > columns] == []
    assert numbers(wide) <= numbers(narrow)


def test_a_demonstration_fits_a_narrow_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    assert main(["demo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    too_long = [line for line in lines if width(line) > COLUMNS]
    assert [line for line in too_long if not re.fullmatch(r' *"[^"]*"', line)] == []


@pytest.mark.parametrize("columns", range(6))
def test_a_help_page_ends_on_any_screen(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["hand", "--help"]) == 0


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
    (
        "a command that fits on a line of its own is not broken",
        Text("To correct it: canasta amend 1. Or: canasta undo -g friday. Enter: none"),
        ["To correct it:", "canasta amend 1. Or:", "canasta undo -g friday.", "Enter: none"],
    ),
    (
        "a longer command is broken between words",
        Text("Type: canasta players rename Bob Robert"),
        ["Type: canasta players", "rename Bob Robert"],
    ),
    (
        "a canasta of cards is no command",
        Text("It is short of a canasta of kings"),
        ["It is short of a canasta", "of kings"],
    ),
    ("a wide character takes two columns", Text("猫" * 20), ["猫" * 13, "猫" * 7]),
)


@for_each_case(("block", "lines"), [case[1:] for case in CASES])
def test_a_block_on_a_screen_of_26_columns(block: Block, lines: list[str]) -> None:
    assert [*plain(fitted((block,), 26))] == lines
