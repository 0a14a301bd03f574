"""The questions of ``canasta check`` alone: slips of notation, contradictions, answers of another kind."""

import pytest
from command_line import Answers, answering, fix_environment


@pytest.fixture
def ask(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type ``canasta check`` and then these answers; Ctrl-D after the last."""
    fix_environment(monkeypatch, f"{tmp_path}/canasta.db")
    return answering(monkeypatch, capsys, "check")


def screen(printed: str) -> str:
    """Return what was printed as one line."""
    return " ".join(printed.split())


def test_a_meld_of_two_ranks_is_asked_for_again_at_once(ask: Answers) -> None:
    _, out, _ = ask("out", "KKK44", "KKK 444", "^C")
    again = "44KKK has 2 ranks; a meld has one. If that is how it was played, type it again. What do you meld"
    assert again in screen(out)
    assert "Your last discard?" in out


def test_a_meld_of_two_ranks_typed_twice_is_the_play_in_question(ask: Answers) -> None:
    status, out, _ = ask("meld", "KKK44", "KKK44")
    assert status == 1
    assert "ILLEGAL (classic rules)\n  44KKK has 2 ranks; a meld has one." in out
    assert "Sources: " in out


def test_a_turn_with_a_meld_of_two_ranks_is_asked_for_again(ask: Answers) -> None:
    _, out, _ = ask("turn", "draw meld KKK44 discard 5", "^C")
    assert (
        "44KKK has 2 ranks; a meld has one. If that is how it was played, type it again."
        in screen(out)
    )


@pytest.mark.parametrize("kind", ["others", "table"])
def test_several_ranks_are_never_one_meld_on_the_table(kind: str, ask: Answers) -> None:
    before = ("add",) if kind == "table" else ("out", "KKK", "4", "")
    _, out, _ = ask(*before, "KKK774", "KKK774", "^C")
    refused = "477KKK has 3 ranks; a meld has one. Put a space between two melds: KKK 777."
    assert screen(out).count(refused) == 2


def test_a_sequence_in_doubt_is_a_play_and_no_slip(ask: Answers) -> None:
    _, out, _ = ask("meld", "H4H5H7", arguments=("-r", "samba"))
    assert "type it again" not in out
    assert "ILLEGAL" in out


def test_a_contradiction_is_one_of_answers_and_repeats_the_question(ask: Answers) -> None:
    _, out, _ = ask("out", "KKK 7:77", "4", "", "7x7", "^C")
    wrong = "These answers contradict each other: that makes 9 sevens; the deck has 8."
    assert wrong in screen(out)
    after = screen(out).partition(wrong)[2]
    assert "Your side's melds before this turn?" in after


@pytest.mark.parametrize("answer", ["no", "yes", "N"])
def test_yes_and_no_are_not_cards(answer: str, ask: Answers) -> None:
    _, out, _ = ask("discard", "3b", "no", answer, "KK", arguments=("-r", "cuban"))
    assert "Which cards are in your hand?" in out
    assert f"“{answer}” is not cards. Name all of them: KK774; or press Enter." in screen(out)


def test_help_explains_cards_added_to_a_meld(ask: Answers) -> None:
    _, out, _ = ask("out", "?", "^C")
    assert "7:77 adds two sevens to the sevens" in screen(out)
