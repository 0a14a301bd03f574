"""Correct the cards left at the end of a hand that was recorded turn by turn."""

import pytest
from command_line import Answers, answering, fix_environment

from canasta_cli.cli import main


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> Answers:
    """Type a command on a terminal, in a game with a hand of which Bob and Dan had cards left."""
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    main(["deal", "--upcard", "9"])
    main(["turn", "end", "stock", "--force"])
    main(["left", "Bob=444", "Dan=2x5", "--force"])
    capsys.readouterr()
    return answering(monkeypatch, capsys)


def test_only_the_cards_of_the_named_players_change(run: Answers) -> None:
    _, out, _ = run(command=("amend", "1.left", "Bob=K", "--force"))
    assert "the cards left are now: Bob: K, Dan: 2x5\n" in out
    _, out, _ = run(command=("amend", "1.left", "Cat=Q", "--force", "--json"))
    assert '"left": {"Bob": "K", "Cat": "Q", "Dan": "55"}' in out


def test_the_fix_of_a_correction_is_a_correction(run: Answers) -> None:
    _, out, _ = run(command=("amend", "1.left", "Bob=K"))
    assert "Fix: give all the cards: canasta amend 1.left Ann=… Bob=… Cat=… Dan=…." in out
    assert "canasta left" not in out
    _, out, _ = run(command=("amend", "1.left", "Dan=minus:20"))
    assert "canasta amend 1.left Ann=… Bob=… Cat=… Dan=minus:20." in out
    assert "Example: canasta amend 1.left Bob=A4" in run(command=("amend", "1.left", "Bob"))[2]


def test_an_article_before_a_card_left_may_be_an_ace(run: Answers) -> None:
    status, _, err = run(command=("amend", "1.left", "Bob=a 4", "--force"))
    assert status == 2
    assert "“a 4” could be one card, or an ace and another" in err
    assert "Write 1x4 for one card, or A4 for both" in err


def test_what_is_removed_was_recorded_so_that_digits_are_its_cards(run: Answers) -> None:
    main(["hand", "7xK out", "AAA left:1x5"])
    assert run(command=("amend", "2", "Them-=left:5"))[0] == 0
    _, _, err = run(command=("amend", "2", "Them+=left:5"))
    assert "Them: is 5 a five, or 5 cards?" in err


def test_players_left_out_of_the_edited_line_keep_their_cards(run: Answers) -> None:
    _, out, _ = run("Bob=44K", command=("amend", "1.left", "--force"))
    assert "the cards left are now: Bob: 44K, Dan: 2x5\n" in out
    _, out, _ = run("Bob=44K Dan=", command=("amend", "1.left", "--force"))
    assert "the cards left are now: Bob: 44K, Dan: none\n" in out


@pytest.mark.parametrize("typed", [("Bob=444",), ("Dan=2x5", "Bob=444")])
def test_cards_left_that_stay_as_they_were_are_not_recorded(
    typed: tuple[str, ...], run: Answers
) -> None:
    status, _, err = run(command=("amend", "1.left", *typed, "--force"))
    assert status != 0
    assert "nothing changed; nothing was recorded\n" in err
    assert "amend" not in run(command=("log",))[1].lower()


@pytest.mark.parametrize("points", ["minus:45", "-45", "−45"])
def test_cards_left_that_nobody_listed_are_points(points: str, run: Answers) -> None:
    _, out, _ = run(command=("amend", "1.left", f"Bob={points}", "--force"))
    assert "the cards left are now: Bob: minus:45, Dan: 2x5\n" in out


def test_a_hand_in_play_names_what_can_be_corrected_in_it(run: Answers) -> None:
    main(["deal"])
    _, _, err = run(command=("amend", "2"))
    assert "hand 2 is still in play" in err
    assert "canasta amend 2.TURN (see canasta log), or undo it: canasta undo\n" in err
