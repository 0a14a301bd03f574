"""A penalty, a substitute and a note without arguments: a terminal asks, and elsewhere it is an error."""

import pytest
from command_line import Answers, in_a_game

from canasta_cli.cli import main


@pytest.fixture
def ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> Answers:
    """Type a command on a terminal, in a game of four."""
    return in_a_game(monkeypatch, capsys, tmp_path)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (("them", "4"), "Them: -50 in hand 1 (pile taken without a meld)"),
        (("bob", "illegal-take"), "Them: -50 in hand 1 (pile taken without a meld)"),
        (("them", "", "Illegal take"), "Them: -50 in hand 1 (pile taken without a meld)"),
        (("Them", "back", "Us", "120"), "Us: -120 in hand 1 (penalty)"),
    ],
)
def test_a_penalty_asks_against_whom_and_for_what(
    answers: tuple[str, ...], says: str, ask: Answers
) -> None:
    status, out, _ = ask(*answers, command=("penalty",))
    assert status == 0
    assert "A penalty against which side? Us / Them" in out
    assert "  4 illegal-take: 50\n" in out
    assert ("Please type an answer, or a number from 1 to 4" in out) is ("" in answers)
    assert says in out


def test_what_is_given_is_not_asked(ask: Answers) -> None:
    status, out, _ = ask("a lot", "100", command=("penalty", "Bob"))
    assert status == 0
    assert "which side" not in out
    assert "“a lot” is not a number of points" in out
    assert "Them: -100 in hand 1 (penalty)" in out


def test_a_substitute_asks_who_leaves_and_who_comes(ask: Answers) -> None:
    status, out, _ = ask("cat", "Eve", command=("sub",))
    assert status == 0
    assert "Who leaves? Ann / Bob / Cat / Dan" in out
    assert "Eve plays for Cat from hand 1 of friday on." in out


def test_a_note_asks_for_its_text(ask: Answers) -> None:
    status, out, _ = ask("Bob dealt twice", command=("note",))
    assert status == 0
    assert "The note on the game?" in out
    assert "Noted in friday: Bob dealt twice" in out


@pytest.mark.usefixtures("ask")
@pytest.mark.parametrize(
    ("command", "what"), [("penalty", "side"), ("sub", "player"), ("note", "text")]
)
def test_a_script_is_told_what_is_missing(
    command: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 2
    assert f"the {what} is missing" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("penalty", "", "100"), ("sub", "Ann", ""), ("note", "")])
def test_an_empty_argument_is_an_error(command: tuple[str, ...], ask: Answers) -> None:
    status, out, err = ask(command=command)
    assert status == 2
    assert "?" not in out
    assert err
