"""A red three that nobody recorded is added to a hand that was recorded turn by turn, in one command."""

import json

import pytest
from command_line import Answers, answering, fix_environment

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.notation.turn import write_turn
from canasta_cli.scorekeeper.scorebook import load_game

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> Answers:
    """Type a command on a terminal, in a game with a hand of five turns that the players ended."""
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    main(["deal", "--upcard", "7"])
    for line in ("8", "3R 5", "K", "6", "9"):
        assert main(["turn", line]) == 0
    main(["turn", "--force", "end", "stock"])
    main(["left", "--force", "Ann=44"])
    capsys.readouterr()
    return answering(monkeypatch, capsys)


def turns() -> list[str]:
    """Return the turns of the first hand."""
    with open_scorebook(None) as book:
        game = load_game(book.journal, None).game
    deal = game.deal or game.hands[0].played
    assert deal is not None
    return [write_turn(each.turn) for each in deal.turns]


def test_a_terminal_asks_who_laid_it_out(run: Answers) -> None:
    status, out, err = run("?", "5", "1", command=("amend", "1", "Us+=3R"))
    assert status == 0
    assert "Please answer a number from 1 to 2." in out + err
    assert "Who laid out 3R in hand 1? (Enter: nobody)\n" in out
    assert "  1 Ann: added to turn 5, draw discard 9\n" in out
    assert "  2 Cat: added to turn 3, draw discard K\n" in out
    assert "Hand 1 of friday, turn 5 is now: Ann: draw 3R discard 9\n" in out
    assert "-110" in out
    assert "To give it to Cat instead: canasta undo, then canasta amend 1 Cat+=3R\n" in out
    assert turns()[4] == "Ann: draw 3R discard 9"


@pytest.mark.parametrize("answer", ["", "back"])
def test_nothing_is_recorded_if_nobody_is_named(answer: str, run: Answers) -> None:
    before = turns()
    status, _, err = run(answer, command=("amend", "1", "Us+=3R"))
    assert status == 2
    assert "canasta amend 1.TURN" in err
    assert turns() == before


def test_a_player_may_be_named_instead_of_the_side(run: Answers) -> None:
    status, out, _ = run(command=("amend", "1", "Cat+=3R"))
    assert status == 0
    assert "turn 3 is now: Cat: draw 3R discard K" in out
    assert "To give it to" not in out


def test_a_dry_run_names_the_command_for_another_player(run: Answers) -> None:
    _, out, _ = run("1", command=("amend", "1", "Them+=3R3R", "--dry-run"))
    assert "turn 4 would be: Dan: draw 3R3R discard 6" in out
    assert "To give them to Bob instead: canasta amend 1 Bob+=3R3R" in out
    assert turns()[3] == "Dan: draw discard 6"


@pytest.mark.usefixtures("run")
def test_a_script_is_given_a_command_for_each_player(capsys: Capture) -> None:
    assert main(["amend", "1", "Us+=3R"]) == 2
    shown = capsys.readouterr().err
    assert "hand 1 was recorded turn by turn: 3R can be in a turn of Ann or Cat\n" in shown
    assert "Ann's turn 5 (draw discard 9): canasta amend 1 Ann+=3R\n" in shown
    assert "Cat's turn 3 (draw discard K): canasta amend 1 Cat+=3R\n" in shown
    assert main(["amend", "1", "Ann+=3R", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["turn"], answer["text"]) == (5, "Ann: draw 3R discard 9")


def test_a_hand_in_play_is_corrected_in_the_same_way(run: Answers) -> None:
    main(["deal", "--upcard", "7"])
    main(["turn", "8"])
    main(["turn", "3R 5"])
    status, out, _ = run(command=("amend", "2", "Them+=3R"))
    assert status == 0
    assert "turn 1 is now: Bob: draw 3R discard 8" in out
    assert "instead" not in out


def test_the_newest_turn_in_which_it_is_legal_gets_it(run: Answers) -> None:
    main(["amend", "1.1", "draw 3R3R discard 8"])
    status, out, err = run("no", command=("amend", "1", "Cat+=3R3R"))
    assert status == 1
    assert "that makes 5 red threes" in out + err
    assert "turn 3 would be: Cat: draw 3R3R discard K" in out


def test_a_substitute_is_named_as_then(run: Answers) -> None:
    main(["sub", "Cat", "Eve"])
    _, out, _ = run("2", command=("amend", "1", "Us+=3R"))
    assert "  2 Cat: added to turn 3, draw discard K\n" in out
    assert "turn 3 is now: Cat: draw 3R discard K" in out


def test_the_end_of_a_hand_and_other_changes_name_the_command(run: Answers) -> None:
    main(["deal"])
    main(["turn", "--force", "end", "stock"])
    _, out, _ = run(command=("left", "--force", "Ann=44"))
    assert "If a red three is missing: canasta amend 2 PLAYER+=3R\n" in out
    _, _, err = run(command=("amend", "1", "Us+=out"))
    assert "Add a red three: canasta amend 1 PLAYER+=3R\n" in err
    assert "Change a turn (canasta log lists them): canasta amend 1.TURN CLAUSE…\n" in err
