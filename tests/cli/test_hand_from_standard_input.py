"""A hand of one line from standard input: the tallies of all sides, with a slash between them."""

import io
import sys
from pathlib import Path
from time import process_time

import pytest
from command_line import fix_environment

from canasta_cli.cli import main
from canasta_cli.cli.hand_arguments import split_line
from canasta_cli.cli.session import open_scorebook
from canasta_cli.scorekeeper.scorebook import load_game


@pytest.fixture(autouse=True)
def game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Start a game of two sides."""
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    capsys.readouterr()


def _recorded() -> list[tuple[int, ...]]:
    with open_scorebook(None) as book:
        return [played.points for played in load_game(book.journal, None).standing.hands]


@pytest.mark.parametrize(
    ("line", "arguments", "expected"),
    [
        ("7xK QQQ2 2x3R out / AAA 5555 left:JJ4\n", (), (920, 55)),
        ("\n7xK QQQ2 2x3R out / AAA 5555 left:JJ4", (), (920, 55)),
        ("Them=AAA 5555 left:JJ4 / Us=7xK QQQ2 2x3R out", (), (920, 55)),
        ("Them: AAA 5555 left:JJ4 / us 7xK QQQ2 2x3R out", (), (920, 55)),
        ("Us: 7xK QQQ2 2x3R out Them: AAA 5555 left:JJ4", (), (920, 55)),
        ("bob=AAA 5555 left:JJ4  Ann=7xK QQQ2 2x3R out", (), (920, 55)),
        ("Ann and Cat: 7xK QQQ2 2x3R out; Bob and Dan: AAA 5555 left:JJ4", (), (920, 55)),
        ("bob and dan=AAA 5555 left:JJ4 / Ann and Cat=7xK QQQ2 2x3R out", (), (920, 55)),
        ("Ann and Cat 7xK QQQ2 2x3R out / Bob and Dan AAA 5555 left:JJ4", (), (920, 55)),
        ("/ AAA left:1x4", (), (0, 55)),
        ("AAA left:1x4 /", (), (55, 0)),
        ("1,860 / -20", ("--points",), (1860, -20)),
    ],
)
def test_one_line_is_a_hand(
    line: str,
    arguments: tuple[str, ...],
    expected: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))
    assert main(["hand", "-", *arguments]) == 0
    assert _recorded() == [expected]


def test_a_line_of_blanks_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"Us: KKK{' ' * 18_000}AAA"))
    start = process_time()
    assert main(["hand", "-"]) == 2
    assert process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no tally for Them"),
        ("7xK out", "there is no tally for Them"),
        ("AAA / KKK / QQQ", "3 tallies for 2 sides"),
        ("AAA / KKK\nAAA / KKK\n", "standard input has 2 lines, but a hand is one line"),
    ],
)
def test_anything_else_records_nothing(
    text: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["hand", "-"]) == 2
    assert message in capsys.readouterr().err
    assert _recorded() == []


def test_on_a_terminal_the_line_is_typed_and_ends_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = io.StringIO("AAA left:1x4 / KKK left:1x5\nnot read\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["hand", "-"]) == 0
    assert _recorded() == [(55, 25)]


def test_a_slash_separates_except_in_a_name() -> None:
    assert split_line('KKK alone:"A / B" / AAA') == ['KKK alone:"A / B"', "AAA"]
    assert split_line("KKK/AAA") == ["KKK", "AAA"]
    assert split_line("A/B=KKK/C=AAA") == ["A/B=KKK", "C=AAA"]
