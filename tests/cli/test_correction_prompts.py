"""The questions of corrections: the form of ``amend``, changed rules, turns no longer recorded."""

import shlex
import sys
from pathlib import Path

import pytest
from command_line import Answers, answering, record

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.notation.tally import write_tally
from canasta_cli.scorekeeper.scorebook import load_game

HAND = ("7xK QQQ2 3R out", "AAA 5555 left:4JJ")


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type a command in a game of one hand, and then these answers; Ctrl-D after the last."""
    hand = shlex.join(["canasta", "hand", *HAND])
    record(monkeypatch, tmp_path, "canasta new Ann Bob Cat Dan --name friday", hand)
    return answering(monkeypatch, capsys, "amend", "1")


def tallies(hand: int = 1) -> tuple[str, ...]:
    """Return the tallies of a hand in the database."""
    with open_scorebook(None) as book:
        game = load_game(book.journal, None).game
    return tuple(write_tally(tally) for tally in game.hands[hand - 1].tallies)


def entries() -> int:
    """Return the number of entries in the database."""
    with open_scorebook(None) as book:
        return book.journal.size()


def test_each_side_is_asked_for_and_an_empty_answer_keeps_its_tally(ask: Answers) -> None:
    status, out, err = ask("7xK QQQ2 2x3R out", "", "y")
    assert (status, err) == (0, "")
    assert "Hand 1 of friday, dealt by Dan." in out
    assert out.index("Us (Ann and Cat):") < out.index("Them (Bob and Dan):")
    assert out.index("Us before: 7xK QQQ2 3R out") < out.index("Save?")
    assert "Recorded in friday. To undo it: canasta undo" in out
    assert tallies() == ("7xK QQQ2 3R3R out", HAND[1])


def test_without_readline_the_tally_is_shown_in_the_question(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    status, out, _ = ask("", "AAA", "y")
    assert status == 0
    assert "Us (Ann and Cat), now 7xK QQQ2 3R out:" in out
    assert tallies() == (HAND[0], "AAA")


def test_a_tally_as_it_was_changes_nothing(ask: Answers) -> None:
    before = entries()
    status, out, err = ask(HAND[0], "")
    assert (status, err) == (0, "Nothing was changed.\n")
    assert "Save?" not in out
    assert entries() == before


def test_the_word_none_makes_a_tally_empty(ask: Answers) -> None:
    assert ask("", "None", "y")[0] == 0
    assert tallies() == (HAND[0], "")


def test_a_no_records_nothing(ask: Answers) -> None:
    status, _, err = ask("", "AAA", "n")
    assert (status, err) == (1, "Nothing was recorded.\n")
    assert tallies() == HAND


@pytest.mark.parametrize("answers", [("^C",), ("7xA", "^C"), ("7xA", "", "^C"), ("7xA",)])
def test_ctrl_c_and_ctrl_d_record_nothing(answers: tuple[str, ...], ask: Answers) -> None:
    status, _, err = ask(*answers)
    assert status == 130
    assert "Nothing was recorded." in err
    assert tallies() == HAND


def test_what_cannot_be_read_is_asked_again(ask: Answers) -> None:
    status, out, err = ask("7xK nonsense", "naturals:1", "7xK out", "", "y")
    assert (status, err) == (0, "")
    assert "I don't understand “nonsense”" in out
    assert "“naturals:” is not a word of a tally" in out
    assert tallies() == ("7xK out", HAND[1])


def test_help_is_shown_and_back_returns_to_the_side_before(ask: Answers) -> None:
    status, out, _ = ask("?", "back", "7xA out", "back", "", "AAA", "y")
    assert status == 0
    assert "Cards: A K Q J T 9-4" in out
    assert "This is the first question" in out
    assert tallies() == (HAND[0], "AAA")


def test_a_hand_that_cannot_be_right_is_saved_only_by_force(ask: Answers) -> None:
    status, out, _ = ask("KK out", "", "n")
    assert status == 1
    assert "KK has 2 cards; a meld needs at least 3." in out
    assert "Save anyway?" in out
    assert tallies() == HAND
    assert ask("KK out", "", "force")[0] == 0
    assert tallies() == ("KK out", HAND[1])


def test_enter_does_not_save_a_hand_with_a_warning(ask: Answers) -> None:
    status, out, _ = ask("7xK", "", "", "back", "back", "7xK out", "", "")
    assert status == 0
    assert "Save? yes / no / back (Enter is off: see the warning)\n" in out
    assert "Please type yes, no or back; ? explains the question." in out
    assert tallies() == ("7xK out", HAND[1])


def test_enter_saves_an_amendment_that_has_only_an_earlier_warning(ask: Answers) -> None:
    assert ask("7xK", "", "yes")[0] == 0
    status, out, _ = ask("7xQ", "", "")
    assert status == 0
    assert "Warning: " in out
    assert "Save? yes / no / back (Enter: yes)\n" in out
    assert tallies() == ("7xQ", HAND[1])


def test_words_that_the_rules_lack_cannot_be_saved(ask: Answers) -> None:
    status, out, _ = ask("wild:1 points:300 out", "", "back", "7xK out", "", "n")
    assert status == 1
    before, _, after = out.partition("“wild:” can't be counted in this game.")
    assert after
    assert "Save" not in before
    assert tallies() == HAND


def test_counts_are_understood_as_in_the_questions_about_a_hand(ask: Answers) -> None:
    assert ask("1 natural 265, 2 red threes out", "", "y")[0] == 0
    assert tallies() == ("3R3R natural:1 points:265 out", HAND[1])


def test_words_typed_behind_the_tally_are_those_of_the_question(ask: Answers) -> None:
    status, out, _ = ask(f"{HAND[0]}?", "", f"{HAND[1]} back", "", f"{HAND[1]} none", "y")
    assert status == 0
    assert "All in one tally: 7xK QQQ2 2x3R out" in out
    assert tallies() == (HAND[0], "")


def test_back_from_the_last_question_keeps_what_was_typed(ask: Answers) -> None:
    status, out, _ = ask("7xK out", "AAA", "back", "back", "7xK QQQ out", "AAA", "y")
    assert status == 0
    assert out.count("Save?") == 2
    assert tallies() == ("7xK QQQ out", "AAA")


def test_a_tally_emptied_by_mistake_is_kept_by_enter_after_back(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    status, out, err = ask("", "none", "back", "", command=("amend", "1"))
    assert out.count(f"Them (Bob and Dan), now {HAND[1]}:") == 2
    assert (status, err) == (0, "Nothing was changed.\n")
    assert tallies() == HAND


def test_the_question_is_shown_again_after_a_mistake(ask: Answers) -> None:
    _, out, _ = ask("7xY", "^C")
    assert out.count("Us (Ann and Cat):") == 2


def test_a_dry_run_asks_nothing_at_the_end(ask: Answers) -> None:
    status, out, _ = ask("", "AAA", command=("amend", "1", "--dry-run"))
    assert status == 0
    assert "(not recorded)" in out
    assert tallies() == HAND


def test_for_a_program_nothing_is_asked(ask: Answers) -> None:
    status, out, err = ask(command=("amend", "1", "--json"))
    assert (status, out) == (2, "")
    assert "the correction is missing" in err


@pytest.mark.parametrize(
    ("words", "problem", "example"),
    [
        ("out", "“out” names no side", "canasta amend 1 Us+=3R"),
        ("+3R", "“+3R” names no side", "canasta amend 1 Us+=3R"),
        ("Them", "“Them” has no “+=” or “=” after it", "canasta amend 1 Them+=3R"),
        ("them 3R", "“them” has no “+=” or “=” after it", "canasta amend 1 Them+=3R"),
        ("Us+3R", "“Us” has no “+=” or “=” after it", "canasta amend 1 Us+=3R"),
        ("one-more", "“one-more” names no side", "canasta amend 1 Us+=3R"),
        ("Us 3R 3R", "“Us” has no “+=” or “=” after it", "canasta amend 1 Us+=3R"),
        ("Us + 3R", "“Us” has no “+=” or “=” after it", "canasta amend 1 Us+=3R"),
        ("Us and 3R", "“Us” has no “+=” or “=” after it", "canasta amend 1 Us+=3R"),
    ],
)
def test_a_change_without_its_side_is_answered_with_the_way_to_write_it(
    words: str, problem: str, example: str, ask: Answers
) -> None:
    status, out, err = ask(command=("amend", "1", *words.split()))
    assert (status, out) == (2, "")
    assert problem in err
    assert err.endswith(f"Example: {example}\n")


@pytest.mark.parametrize(
    "words",
    [
        ("Us", "+=3R"),
        ("Us", "+=", "3R"),
        ("Us+=", "3R"),
        ("Us=+3R",),
        ("Us = + 3R",),
        ("Us", "=+3R"),
    ],
)
def test_a_change_may_stand_apart_from_its_side_or_have_its_signs_swapped(
    words: tuple[str, ...], ask: Answers
) -> None:
    assert ask(command=("amend", "1", *words))[0] == 0
    assert tallies() == ("7xK QQQ2 3R3R out", HAND[1])


@pytest.mark.parametrize("words", [("Us-=out",), ("Us", "-=out"), ("Us", "-=", "out")])
def test_a_word_is_taken_out_with_a_sign_that_is_no_option(
    words: tuple[str, ...], ask: Answers
) -> None:
    assert ask(command=("amend", "1", *words))[0] == 0
    assert tallies()[0] == "7xK QQQ2 3R"


PLAYED = (["deal", "--upcard", "9"], ["turn", "draw", "discard", "5"])


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 1)])
def test_tallies_for_a_hand_in_play_ask_whether_to_stop_recording_turns(
    answer: str, status: int, ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in PLAYED:
        main(line)
    capsys.readouterr()
    before = entries()
    found, out, err = ask(answer, command=("hand", "7xK out", "left:1x4"))
    assert found == status
    assert "Stop recording turns and count the hand from these tallies?" in out
    assert (err == "Nothing was recorded.\n") is (answer == "n")
    assert entries() == before + (answer == "y")
    if answer == "y":
        assert tallies(2) == ("7xK out", "left:4")
        assert main(["turn", "draw", "discard", "6"]) == 4


def test_the_guided_hand_asks_first_whether_to_stop_recording_turns(
    ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in PLAYED:
        main(line)
    capsys.readouterr()
    assert ask("n", command=("hand",))[0] == 1
    status, out, _ = ask("y", "^C", command=("hand",))
    assert status == 130
    assert "Stop recording turns and count the hand from tallies that you type now?" in out
    assert out.index("Stop recording turns") < out.index("Hand 2 of friday")


@pytest.mark.parametrize("option", ["--json", "--stop-turns"])
def test_a_program_is_not_asked_whether_to_stop(
    option: str, ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in PLAYED:
        main(line)
    capsys.readouterr()
    status, out, err = ask(command=("hand", "7xK out", "left:1x4", option))
    assert "Stop recording" not in out
    assert status == (4 if option == "--json" else 0)
    assert ("--stop-turns" in err) is (option == "--json")


CHANGE = ("change", "--rules", "cardgames-io", "--house", "out.bonus=200")


@pytest.mark.parametrize("answer", ["y", "n", "^C"])
def test_a_change_of_rules_is_shown_and_confirmed(answer: str, ask: Answers) -> None:
    before = entries()
    status, out, err = ask(answer, command=CHANGE)
    assert status == {"y": 0, "n": 1, "^C": 130}[answer]
    assert out.index("hand 1, Us") < out.index("Change the rules of friday?")
    assert ("Recorded in friday." in out) is (answer == "y")
    assert (err == "Nothing was recorded.\n") is (answer == "n")
    assert entries() == before + (answer == "y")


FORBIDDING = ("change", "--house", "melds.max_wilds=0")


@pytest.mark.parametrize(("answer", "status"), [("", 1), ("y", 0)])
def test_a_change_that_the_hands_do_not_allow_is_made_if_the_user_agrees(
    answer: str, status: int, ask: Answers
) -> None:
    found, out, _ = ask(answer, command=FORBIDDING)
    assert found == status
    asked = out.index("anyway, and mark these hands? yes / no (Enter: no)")
    assert out.index("QQQ2") < out.index("No points change.") < asked
    assert "add --force" not in out
    assert ("Recorded in friday." in out) is (answer == "y")


def test_a_forced_change_is_not_asked_about(ask: Answers) -> None:
    status, out, _ = ask(command=(*FORBIDDING, "--force"))
    assert (status, "Change the rules" in out) == (0, False)


@pytest.mark.parametrize(("option", "status"), [("--json", 4), ("--dry-run", 0), ("--yes", 0)])
def test_scripts_are_not_asked_about_a_change(option: str, status: int, ask: Answers) -> None:
    found, out, err = ask(command=(*CHANGE, option))
    assert found == status
    assert "Change the rules" not in out
    assert ("add --yes" in err) is (option == "--json")


@pytest.mark.parametrize("change", ["Us+=QQQS", "Us=7xK QQQS out"])
def test_a_new_meld_with_suits_for_some_cards_is_refused(change: str, ask: Answers) -> None:
    status, _, err = ask(command=("amend", "1", change))
    assert (status, tallies()) == (2, HAND)
    assert "of which only QS has a suit" in err


def test_long_melds_are_counted_in_a_message(ask: Answers) -> None:
    status, _, err = ask(command=("amend", "1", "Us=7xK+KS out"))
    assert (status, tallies()) == (2, HAND)
    assert "Us: 7xK+KS is 8 cards, of which only KS has a suit" in err
    assert "write 8xK, or" in err


@pytest.mark.usefixtures("ask")
def test_redo_names_only_games_in_which_something_was_undone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["players", "rename", "Ann", "Anna"])
    main(["undo"])
    main(["new", "Eve", "Fay", "--name", "tuesday"])
    main(["players", "rename", "Bob", "Rob", "-g", "friday"])
    main(["undo", "-g", "friday"])
    capsys.readouterr()
    assert main(["redo"]) == 4
    err = capsys.readouterr().err
    assert "canasta redo -g friday" in err
    assert "-g tuesday" not in err


@pytest.mark.usefixtures("ask")
def test_an_empty_name_of_a_game_stands_for_its_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Eve", "Fay", "--name", "", "--date", "2026-11-20"]) == 0
    assert "Game 2026-11-20, " in capsys.readouterr().out


def test_a_hand_that_new_rules_made_wrong_is_not_said_to_be_recorded_by_force(ask: Answers) -> None:
    main([*FORBIDDING, "--force"])
    shown = ask(command=("score",))[1] + ask(command=("show", "1"))[1]
    assert "Hands marked ! break the rules of this game." in shown
    assert "This hand is recorded, although it can't be right:" in shown
    assert "--force" not in shown
