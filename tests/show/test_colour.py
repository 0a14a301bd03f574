"""Colour output has the same words as plain output, on wide and narrow terminals, with no line too long."""

import re
import sys
from pathlib import Path

import pytest
from command_line import fix_environment
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.show.layout import Grid, Style, Text, formatted, width

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
SIX = ["Annabel", "Benjamin", "Catherine", "Dominic", "Eleanor", "Ferdinand"]
LINES: tuple[tuple[str, ...], ...] = (
    ("score",),
    ("next",),
    ("log",),
    ("games",),
    ("stats",),
    ("minimum",),
    ("winner",),
    ("rules",),
    ("rules", "show", "six-player"),
    ("rules", "diff", "classic", "six-player"),
    ("rules", "explain"),
    ("rules", "explain", "meld.wilds"),
    ("count", "7xK", "QQQ2", "2x3R", "left:1x4", "out", "-r", "classic"),
    ("hand", "7xK 6xQ2 2x3R out", "AAA left:1x4", "3R left:1x5", "--dry-run"),
)


@pytest.fixture(autouse=True)
def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of three teams, after three hands."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", *SIX, "--rules", "six-player-three-teams", "--name", "friday"])
    main(["hand", "7xK 6xQ2 2x3R out", "AAA left:1x4", "3R left:1x5"])
    main(["hand", "KKK left:W", "7xA 6xJ2 out", "TTT 2x3R left:1x5"])
    main(["note", "Bob found the ace of hearts under the table"])
    capsys.readouterr()


def _printed(line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    main(list(line))
    return capsys.readouterr().out


def _coloured(
    line: tuple[str, ...],
    columns: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    monkeypatch.setenv("COLUMNS", columns)
    return _printed(line, capsys)


def _said(text: str) -> list[str]:
    """Return the words that must appear: numbers, names, ids; not column headings."""
    return [
        word
        for word in text.split()
        if (word in SIX or any(letter.isdigit() for letter in word)) and "…" not in word
    ]


@for_each_case("columns", ["80", "40"])
@for_each_case("line", LINES, name=" ".join)
def test_every_number_and_name_stands_there_in_colour(
    line: tuple[str, ...],
    columns: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is cut off on a narrow terminal: a number cut short is a wrong number."""
    expected = _printed(line, capsys)
    coloured = _coloured(line, columns, monkeypatch, capsys)
    squeezed = "".join(COLOURS.sub("", coloured).split())
    assert [word for word in _said(expected) if word not in squeezed] == []
    assert "…" not in coloured or "…" in expected


@for_each_case("columns", ["80", "40"])
@for_each_case("line", LINES, name=" ".join)
def test_no_line_is_wider_than_the_terminal(
    line: tuple[str, ...],
    columns: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    coloured = COLOURS.sub("", _coloured(line, columns, monkeypatch, capsys))
    assert max(width(each) for each in coloured.splitlines()) <= int(columns)


def test_the_rulesets_are_a_table_on_a_usual_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    lines = COLOURS.sub("", _coloured(("rules",), "80", monkeypatch, capsys)).splitlines()
    assert lines[0].split() == ["ruleset", "players", "packs", "to", "seen"]
    assert not [line for line in lines if "players:" in line]


def test_the_winner_is_green_and_what_is_against_a_side_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = _coloured(("winner", "9000", "1", "-r", "classic"), "80", monkeypatch, capsys)
    assert drawn.startswith("\x1b[1;32m")
    lines = _coloured(("count", "left:1x4", "-r", "classic"), "80", monkeypatch, capsys)
    assert "\x1b[31m-5\x1b[0m" in lines


def test_a_name_in_brackets_is_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    blocks = (Text("[red]x[/] :smile:", indent=2), Grid(("[b]", "n"), (("[i]y[/i]", "1"),)))
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    text = formatted(lambda: blocks, dict, as_json=False)
    printed = COLOURS.sub("", text)
    for words in ("[red]x[/] :smile:", "[b]", "[i]y[/i]"):
        assert words in printed


MANNERS: tuple[tuple[dict[str, str], bool, bool], ...] = (
    ({"CLICOLOR_FORCE": "1"}, False, True),
    ({"FORCE_COLOR": "1"}, False, True),
    ({"CLICOLOR_FORCE": "0"}, False, False),
    ({}, False, False),
    ({}, True, True),
    ({"TERM": "dumb"}, True, False),
    ({"NO_COLOR": "1"}, True, False),
    ({"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, True, False),
)


@for_each_case(("variables", "terminal", "colour"), MANNERS)
def test_colour_is_for_terminals_and_for_those_who_ask(
    variables: dict[str, str],
    terminal: bool,
    colour: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:

    for name in ("NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert bool(COLOURS.search(_printed(("score",), capsys))) is colour
    assert not COLOURS.search(_printed(("score", "--json"), capsys))


def test_a_sheet_on_a_narrow_terminal_keeps_each_item_with_its_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = _coloured(("count", "7xK", "AAA", "out", "-r", "classic"), "30", monkeypatch, capsys)
    lines = [COLOURS.sub("", line).rstrip() for line in drawn.splitlines()]
    at = lines.index("natural canastas (kings)")
    assert lines[at + 1] == "  1  × 500  500"


def test_every_colour_is_legible_on_dark_and_on_light_backgrounds() -> None:
    codes = [code for name, code in vars(Style).items() if name.isupper()]
    colours = {part for code in codes for part in code.split(";") if len(part) > 1}
    assert len(colours) == 3
    assert not colours & {"30", "33", "37", *map(str, range(90, 98))}
