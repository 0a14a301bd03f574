"""Prompts for a hand on a terminal: each side in turn, until it is saved or not."""

import os
import pty
import re
import select
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from command_line import Answers, answering, fix_environment, record

from canasta_cli.cli import main
from canasta_cli.cli.amend import _AmendForm
from canasta_cli.cli.form import FormField
from canasta_cli.cli.guided import HandForm
from canasta_cli.cli.session import open_scorebook
from canasta_cli.scorekeeper.scorebook import load_game

CHANGE = "To change an answer: Us, Them, out (who went out) or swap (the sides)\n"
COLOURS = re.compile(rb"\x1b\[[0-9;?]*[a-z]")
COMPLETE = ("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4")
LINE = " / ".join(COMPLETE)
LINE_OF_THEM = "left:JJ4"
AGAIN = "If it is right anyway, type it again."
POINTS_TOO_LOW = (
    f"The card points are missing; the cards of 1 canasta are worth at least 35. {AGAIN}"
)
NO_CANASTA = f"To go out, a side needs 1 canasta; this side has none. {AGAIN}"


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answers:
    """Type ``canasta hand`` and then these answers; Ctrl-D after the last."""
    record(monkeypatch, tmp_path, "canasta new Ann Bob Cat Dan --name friday")
    return answering(monkeypatch, capsys, "hand")


def recorded() -> list[tuple[int, ...]]:
    """Return the points of the hands in the database, and 1 or 0 for forced or not."""
    with open_scorebook(None) as book:
        stand = load_game(book.journal, None).standing
    return [(*played.points, int(played.hand.forced)) for played in stand.hands]


def test_each_side_is_asked_for_and_counted_and_enter_saves(ask: Answers) -> None:
    status, out, err = ask("7xK QQQ2", "2", "", "AAA 5555", "", "JJ4", "")
    assert (status, err) == (0, "")
    found = [
        out.index(words)
        for words in (
            "Hand 1 of friday, dealt by Dan.",
            "Us (Ann and Cat)",
            "= 7xK QQQ2 · Us 620",
            "= 2 red threes · Us 820",
            "= nothing left for Us · Us 820",
            "Them (Bob and Dan)",
            "= AAA 5555 · Us 820, Them 80",
            "= no red threes for Them · Us 820, Them 80",
            "= 4JJ left (-25) · Us 820, Them 55",
            "= Us went out · Us 920, Them 55",
            "Us: 7xK QQQ2, 2 red threes, went out",
            f"Save? yes / no / concealed\n{CHANGE}",
        )
    ]
    assert found == sorted(found)
    assert recorded() == [(920, 55, 0)]


def test_canastas_and_points_are_asked_for_instead_of_cards(ask: Answers) -> None:
    assert ask("1 natural", "265", "", "25", "", "", "-25", "us", "yes")[0] == 0
    assert recorded() == [(840, -25, 0)]


@pytest.mark.parametrize("answer", ["y", "YES", " yes "])
def test_any_beginning_of_yes_will_do(answer: str, ask: Answers) -> None:
    assert ask(LINE, answer)[0] == 0
    assert len(recorded()) == 1


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((LINE, ""), (920, 55)),
        ((COMPLETE[0], "", COMPLETE[1], ""), (920, 55)),  # the partner may have cards left
        (("Them=AAA 5555 left:JJ4 / Us=7xK QQQ2 2x3R out", ""), (920, 55)),
        (("7xK QQQ2 2x3R/AAA 5555-JJ4", ""), (920, 55)),  # the cards show that Us went out
        (("7xK QQQ2 2x3R left:1x4 / AAA 5555 left:JJ4", "stock", ""), (815, 55)),
        (("score:1860 / score:-20", ""), (1860, -20)),
        (("score:1860", "score:-20", ""), (1860, -20)),
        (("7xK", "2x3R left:1x4", "", "", "JJ4", "stock", ""), (765, -25)),
        (("7xK", "", "left K", "", "", "JJ4", "neither side", "yes"), (560, -25)),
        (("7xK", "", "-4 out", "", "", "JJ4", ""), (665, -25)),
        (("7xK", "", "", "", "", "J bonus:50", "out", "Ann c", ""), (770, 40)),
        (("7xK", "", "", "", "", "J bonus:50", "out", "Ann, not concealed", ""), (670, 40)),
        (("7xK", "", "", "AAA", "", "Bob JJ4, Dan 9", ""), (670, 25)),
        (("Us: seven kings", "both", "none", "bob: AAA", "", "Dan 9 Bob: JJ4", "ok"), (870, 25)),
    ],
)
def test_the_notation_is_understood_at_every_prompt(
    answers: tuple[str, ...], expected: tuple[int, ...], ask: Answers
) -> None:
    assert ask(*answers)[0] == 0
    assert recorded() == [(*expected, 0)]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (("naturals:1",), "“naturals:” is not a word of a tally. Did you mean “natural”?"),
        (("KKZ",), "“Z” in “KKZ” is not a card."),
        (("1",), "“1” of which kind? Write 1 natural or 1 mixed."),
        (("1 wild",), "“wild” is not a kind of canasta in these rules; write natural or mixed."),
        (
            ("265 KKK",),
            "“265” between cards could be points; write points:265",
        ),
        (
            ("7xT 6669999",),
            "“6669999” between cards could be melds or points; write 666 9999 for melds, or points:6669999.",
        ),
        (
            ("KKK 5556",),
            "“5556” between cards could be melds or points; write 555 6 for melds, or points:5556.",
        ),
        (("AAA / KKK / QQQ",), "3 tallies for 2 sides."),
        (("AAA / QQZ",), "“Z” in “QQZ” is not a card."),
        (("AAA -45/KKK -4",), "Us: is 45 the cards 4 and 5, or 45 points?"),
        (
            ("555",),
            "Is 555 a meld, or 555 points? Write 3x5 for the meld or points:555 for the points.",
        ),
        (("back",), "This is the first question; Ctrl-C stops."),
        (
            ("KK",),
            "KK has 2 cards; a meld needs at least 3. If it is right anyway, type it again.",
        ),
    ],
)
def test_an_answer_that_is_not_understood_is_asked_again(
    answers: tuple[str, ...], message: str, ask: Answers
) -> None:
    status, out, _ = ask(*answers, LINE, "yes")
    assert status == 0
    assert " ".join(message.split()) in " ".join(out.split())
    assert recorded() == [(920, 55, 0)]


@pytest.mark.parametrize(
    ("before", "wrong", "message", "after"),
    [
        (("7xK",), "5", "The deck has only 4 red threes.", ("", "", LINE_OF_THEM, "")),
        (("7xK", ""), "QQ Z", "“Z” is not a card.", ("", LINE_OF_THEM, "")),
        (("1n", "240", ""), "xx points", "“xx” is not a number of points.", ("", LINE_OF_THEM, "")),
        (("1n",), "", POINTS_TOO_LOW, ("240", "", "", LINE_OF_THEM, "")),
        (("7xK", "", "-4", LINE_OF_THEM), "x", "Please answer Us, Them, stock or nobody.", ("us", "")),
        (("7xK", "", "", LINE_OF_THEM, "out"), "th", NO_CANASTA, ("us", "")),
        (("7xK", "", "", LINE_OF_THEM), "perhaps", "Please answer yes, no, concealed, Us, Them", ("yes",)),
    ],
)  # fmt: skip
def test_nothing_typed_before_a_wrong_answer_is_lost(
    before: tuple[str, ...], wrong: str, message: str, after: tuple[str, ...], ask: Answers
) -> None:
    status, out, _ = ask(*before, wrong, *after)
    assert status == 0
    assert message in " ".join(out.split())
    assert len(recorded()) == 1


def test_a_side_can_be_retyped_and_its_answers_are_kept_by_enter(ask: Answers) -> None:
    first = ("7xK QQQ2", "2", "-4", "AAA", "", "JJ4", "us")
    status, out, _ = ask(*first, "Us", "", "3", "", "them", "5555", "", "none", "yes")
    assert status == 0
    assert "  Canastas, points or cards [7xK QQQ2]: " in out
    assert recorded() == [(1015, 20, 0)]


def test_cards_replace_canastas_and_points_given_before(ask: Answers) -> None:
    ask("1n", "240", "", "", LINE_OF_THEM, "us", "7xK", "", "", "")
    assert recorded() == [(670, -25, 0)]


def test_back_returns_to_the_question_before(ask: Answers) -> None:
    status, out, _ = ask("7xA", "back", "7xK", "", "", LINE_OF_THEM, "back", "", "")
    assert status == 0
    assert "Out [Us]: " in out
    assert recorded() == [(670, -25, 0)]


def test_none_is_nothing_for_a_side_and_nobody_for_the_hand(ask: Answers) -> None:
    status, out, _ = ask("7xK", "none", "-4", "None", "NONE", "JJ4", "none", "yes")
    assert status == 0
    assert "= no red threes for Us" in out
    assert "= nothing melded for Them" in out
    assert "= nobody went out" in out
    assert recorded() == [(565, -25, 0)]


def test_what_the_cards_show_is_not_asked(ask: Answers) -> None:
    _, out, _ = ask("7xK", "", "", "AAA", "", "JJ4", "no")
    assert "Who went out?" not in out
    assert "= Us went out · Us 670, Them 35" in out


def test_what_the_cards_show_follows_a_retyped_side(ask: Answers) -> None:
    status, out, _ = ask("7xK-4/7xA", "us", "7xK-4", "them", "7xA-4", "stock", "")
    assert status == 0
    assert out.count("= Them went out") == 2
    assert recorded() == [(565, 635, 0)]


def test_back_from_the_end_asks_what_the_cards_show(ask: Answers) -> None:
    status, out, _ = ask("7xK/AAA-4", "back", "stock", "yes")
    assert status == 0
    assert "Who went out? Us / Them / stock / nobody (type “Us c” if concealed)" in out
    assert recorded() == [(570, 55, 0)]


def test_help_shows_seven_lines_in_the_words_of_the_ruleset(ask: Answers) -> None:
    _, out, _ = ask("?", LINE, "?", "no")
    lines = out.partition("cards: ")[2].splitlines()[:7]
    assert lines == [
        "  Cards: A K Q J T 9-4, 2 deuce, W joker",
        "  Melds: 7xK QQQ2",
        "  Or counted: 1 natural 2 mixed 265",
        "  Red threes: 2. Left: JJ4; or -25",
        "  One line: 7xK QQQ2 2x3R out / AAA -JJ4",
        "  For other rules: Ctrl-C, then canasta change",
        "  Enter: none.",
    ]


def test_no_records_nothing(ask: Answers) -> None:
    status, _, err = ask(LINE, "no")
    kept = "What you typed is kept. To continue or drop it: canasta hand\n"
    assert (status, err) == (1, kept + "Nothing was recorded.\n")
    assert recorded() == []


def test_a_hand_with_a_warning_is_not_saved_by_enter(ask: Answers) -> None:
    status, out, _ = ask("7xK left:1x5 / AAA left:1x4", "nobody", "", "yes")
    assert status == 0
    assert "Warning: nobody went out.\n" in out
    assert "Save? yes / no (Enter is off: see the warning)\n" in out
    assert "Please type yes, no, Us, Them, out or swap; ? explains the question." in out


def test_the_advice_of_a_warning_can_be_followed_where_it_stands(ask: Answers) -> None:
    status, out, _ = ask("7xK / AAA left:1x4", "nobody", "?", "out", "us", "")
    assert status == 0
    assert "out: change who went out" in out
    assert recorded() == [(670, 55, 0)]


def test_a_hand_that_cannot_be_is_shown_and_recorded_only_by_force(ask: Answers) -> None:
    status, out, _ = ask("KK left:1x4 / AAA", "stock", "yes", "force")
    assert status == 0
    assert "rule meld.smallest" in out
    assert f"Save anyway? force / no\n{CHANGE}" in out
    assert recorded() == [(15, 60, 1)]


def test_what_the_rules_do_not_know_cannot_be_forced(ask: Answers) -> None:
    """Force is not offered: it would record less than was typed."""
    us = [*["wild:1 points:300 out"] * 2, "", ""]
    status, out, _ = ask(*us, "AAA left:1x4", "force", "Us", COMPLETE[0], "", "yes")
    assert status == 0
    change = "To change an answer: Us, Them, out (who went out) or swap (the sides)"
    assert f"This can't be saved. no\n{change}\n" in out
    assert "Please answer no, Us, Them, out or swap." in out
    assert len(recorded()) == 1


def test_more_cards_than_the_deck_has_are_asked_again_however_often_they_are_typed(
    ask: Answers,
) -> None:
    status, out, _ = ask("9xQ", "9xQ", LINE, "yes")
    assert status == 0
    assert out.count("That makes 9 queens; the deck has 8") == 2
    assert AGAIN not in out


def test_what_is_against_all_sides_together_is_shown_before_the_question(ask: Answers) -> None:
    status, out, _ = ask("7xK out / KKK left:1x4", "no")
    assert status == 1
    assert out.index("10 kings; the deck has 8") < out.index("This can't be saved. no\n")


def test_more_cards_than_the_deck_has_are_no_reason_to_add_force(ask: Answers) -> None:
    ask(LINE, "yes")
    tallies = ("7xK out", "KKK left:1x4")
    for command in (("hand",), ("amend", "1")):
        status, out, _ = ask(command=(*command, *tallies))
        assert status == 1
        assert "10 kings; the deck has 8" in out
        more = "canasta change --house deck.packs=3 --house deck.jokers=6 --house 'threes.red="
        assert f"If you play with more packs: {more}" in " ".join(out.split())
        assert "force" not in out
    # It is recorded as before if it is forced.
    assert ask(command=("hand", *tallies, "--force"))[0] == 0


def test_force_given_beforehand_marks_only_what_cannot_be(ask: Answers) -> None:
    assert ask(LINE, "yes", arguments=("--force",))[0] == 0
    assert recorded() == [(920, 55, 0)]


def test_after_saving_only_the_sums_are_shown_again(ask: Answers) -> None:
    _, out, _ = ask(LINE, "yes")
    after = out.partition("Save [yes]: ")[2]
    assert "Us 920, Them 55\n" in after
    assert "melded cards" not in after


def test_after_saving_penalties_recorded_before_are_shown(ask: Answers) -> None:
    main(["penalty", "Us", "100"])
    _, out, _ = ask(LINE, "yes")
    assert "Us: 820" in out.partition("Save [yes]: ")[2]


def test_a_dealer_out_of_turn_is_named(ask: Answers) -> None:
    _, out, _ = ask(LINE, "yes", arguments=("--dealer", "Bob"))
    assert "dealt by Bob" in out


# Tallies on the command line.
UNENDED = ("7xK QQQ2 2x3R", "AAA 5555 left:JJ4")


def test_tallies_that_do_not_say_who_went_out_are_asked_about(ask: Answers) -> None:
    status, out, _ = ask("", arguments=UNENDED)
    assert status == 0
    assert "Out [Us]: " in out
    assert recorded() == [(920, 55, 0)]


@pytest.mark.parametrize(
    "arguments",
    [
        COMPLETE,
        (*UNENDED, "--force"),
        (*UNENDED, "--json"),
        ("--points", "920", "55"),
        ("7xK stock", "AAA"),
    ],
)
def test_what_is_said_or_forced_is_not_asked_about(
    arguments: tuple[str, ...], ask: Answers
) -> None:
    status, out, _ = ask(arguments=arguments)
    assert status == 0
    assert "Who went out?" not in out


IDENTICAL = "Warning: identical to hand 1.\nSave? yes / no (Enter is off: see the warning)\n"


@pytest.mark.parametrize("arguments", [COMPLETE, ("--points", "920", "55")])
def test_a_hand_typed_twice_on_one_line_is_asked_about(
    arguments: tuple[str, ...], ask: Answers
) -> None:
    _, out, _ = ask(arguments=arguments)
    assert "Save?" not in out
    status, out, err = ask("?", "", "back", "no", arguments=arguments)
    assert (status, err) == (1, "Nothing was recorded.\n")
    assert out.startswith(IDENTICAL)
    assert len(recorded()) == 1
    assert ask("yes", arguments=arguments)[0] == 0
    assert len(recorded()) == 2


@pytest.mark.parametrize("option", ["--force", "--json", "--dry-run"])
def test_a_hand_typed_twice_is_not_asked_about_if_nobody_can_answer_or_it_is_forced(
    option: str, ask: Answers
) -> None:
    ask(arguments=COMPLETE)
    status, out, _ = ask(arguments=(*COMPLETE, option))
    assert status == 0
    assert "Save?" not in out
    assert "identical to hand 1" in out


def test_a_hand_typed_twice_that_was_recorded_elsewhere_meanwhile_is_refused(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(arguments=COMPLETE)

    def typed(*_: str) -> str:
        main(["hand", "7xA out", "KKK left:1x4"])
        return "yes"

    monkeypatch.setattr("canasta_cli.cli.form.ask", typed)
    assert ask(arguments=COMPLETE)[0] == 4
    assert len(recorded()) == 2


def test_tallies_that_cannot_be_right_are_refused_without_a_question(ask: Answers) -> None:
    status, out, _ = ask(arguments=("KK", "AAA left:1x4"))
    assert status == 1
    assert "KK has 2 cards" in out
    assert "Who went out?" not in out


def test_a_wrong_dealer_is_refused_before_it_is_asked_who_went_out(ask: Answers) -> None:
    status, out, _ = ask(arguments=(*UNENDED, "--dealer", "Zoe"))
    assert status == 2
    assert "Who went out?" not in out


@pytest.mark.parametrize("answer", ["unknown", "Don't know", "not sure", "I don't remember"])
def test_who_went_out_is_asked_again_if_somebody_does_not_know_it(
    answer: str, ask: Answers
) -> None:
    status, out, _ = ask(answer, "Us", arguments=("7xK", "AAA"))
    assert status == 0
    assert "Please answer Us, Them, stock or nobody.\n" in out
    assert recorded() == [(670, 60, 0)]


@pytest.mark.parametrize(
    ("tallies", "answer", "expected"),
    [
        (("7xK out", "", "", "AAA 7xQ", "", "J"), "Them", (570, 720)),
        (("7xK out", "", "", *["AAA 7xQ out"] * 2, "", ""), "Them", (570, 730)),
        (("7xK stock", "", "", "AAA 7xQ", "", "J"), "Ann", (670, 620)),
    ],
)
def test_who_went_out_can_be_changed_where_a_tally_says_it(
    tallies: tuple[str, ...], answer: str, expected: tuple[int, int], ask: Answers
) -> None:
    status, out, _ = ask(*tallies, "out", answer, "yes")
    assert status == 0, out
    assert "Who went out?" in out
    assert recorded() == [(*expected, 0)]


@pytest.mark.parametrize("answer", ["nobody", "none"])
def test_that_it_is_not_known_who_went_out_is_an_answer(answer: str, ask: Answers) -> None:
    status, out, _ = ask("?", answer, arguments=("7xK", "AAA"))
    assert status == 0
    assert "nobody: the hand ended in another way, or it isn't known." in " ".join(out.split())
    assert "= nobody went out" in out
    assert "If Us went out: canasta amend 1 Us+=out\n" in out


@pytest.mark.parametrize("answers", [("^C",), ("x",), ("back", "^C")])
def test_stopping_at_the_question_who_went_out_records_nothing(
    answers: tuple[str, ...], ask: Answers
) -> None:
    status, _, err = ask(*answers, arguments=UNENDED)
    assert (status, err.strip()) == (130, "Nothing was recorded.")
    assert recorded() == []


def test_a_dry_run_asks_and_records_nothing(ask: Answers) -> None:
    status, out, _ = ask(LINE, "yes", arguments=("--dry-run",))
    assert status == 0
    assert "(not recorded)" in out
    assert recorded() == []


@pytest.mark.parametrize("answers", [(), ("7xK out",), (LINE,), (LINE, "^C"), ("^C",)])
def test_ctrl_d_and_ctrl_c_stop_and_record_nothing(answers: tuple[str, ...], ask: Answers) -> None:
    status, _, err = ask(*answers)
    assert (status, err.split("\n")[1]) == (130, "Nothing was recorded.")
    assert recorded() == []


def test_a_game_that_takes_no_tallies_is_refused_before_anything_is_typed(ask: Answers) -> None:
    main(["finish", "--unfinished"])
    assert ask()[0] == 4


def test_a_wrong_dealer_is_refused_before_anything_is_typed(ask: Answers) -> None:
    assert ask(arguments=("--dealer", "Zoe"))[0] == 2


def test_books_and_feet_are_asked_for_where_the_game_has_them(ask: Answers) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--rules", "hand-and-foot"])
    _, out, _ = ask("1c 900", "", "JJ4 foot 55K", "", "", "foot 5", "stock", "")
    assert "= 1 clean book, 900 card points melded · Us 1,400" in out
    assert "= 4JJ left, 55K in a foot (-45) · Us 1,355" in out
    assert recorded() == [(1355, -5, 0)]


def test_a_name_that_could_be_two_players_is_asked_again(ask: Answers) -> None:
    main(["new", "Ann", "Abe", "Cat", "Dan"])
    status, out, _ = ask("7xK", "3R", "left:44", LINE_OF_THEM, "a", "abe", "abe", "no")
    assert status == 1
    assert "“a” could be Ann or Abe." in out
    assert "= 3R · Us 670" in out
    assert "= Them went out" in out


def test_points_stand_side_by_side_on_the_narrowest_screen(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "28")
    _, out, _ = ask(LINE, "no")
    (line,) = (line for line in out.splitlines() if line.startswith("total"))
    assert (line.split(), len(line) <= 28) == (["total", "920", "55"], True)


def test_who_played_alone_is_asked_before_who_went_out(ask: Answers) -> None:
    main(["new", "Ann", "Bob", "Cat", "--rules", "three-player"])
    status, out, _ = ask("7xK", "", "", "7xA", "1", "-4", "", "", "JJ", "x", "b", "cat")
    assert status == 130
    assert "Please answer Ann, Bob, Cat or nobody." in out
    assert (
        "To go out, a side needs 2 canastas; this side has 1. If it is right anyway, type\nit again."
        in out
    )
    assert recorded() == []


def test_a_hand_recorded_meanwhile_by_another_terminal_is_not_recorded_twice(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving = HandForm.saving

    def meanwhile(form: HandForm) -> FormField[str, str] | None:
        with monkeypatch.context() as patch:
            patch.setattr(sys.stdin, "isatty", lambda: False)
            main(["hand", *COMPLETE])
        return saving(form)

    monkeypatch.setattr(HandForm, "saving", meanwhile)
    status, _, err = ask(LINE, "yes")
    assert status == 4
    assert "has changed meanwhile: the next hand is 2, not 1" in err
    assert len(recorded()) == 1


def test_an_amendment_of_a_hand_that_another_terminal_amends_meanwhile_is_refused(
    ask: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["hand", *COMPLETE])
    saving = _AmendForm.saving

    def meanwhile(form: _AmendForm) -> FormField[str, str] | None:
        with monkeypatch.context() as patch:
            patch.setattr(sys.stdin, "isatty", lambda: False)
            main(["amend", "1", "Us+=3R"])
        return saving(form)

    monkeypatch.setattr(_AmendForm, "saving", meanwhile)
    amended = ("7xK QQQ2 out", "")
    status, _, err = ask(*amended, command=("amend",), arguments=("1",))
    assert status == 4
    assert "hand 1 has changed meanwhile; nothing was amended" in err
    assert recorded() == [(1020, 55, 0)]


def test_the_help_names_the_special_hands_of_the_game(ask: Answers) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--rules", "modern-american-pagat"])
    _, out, _ = ask("?", "no")
    assert "special:garbage" in out


def test_a_question_lets_nothing_of_a_name_through(
    ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "Ann", "Bob", "Cat", "Dan", "--side", "\x1b[31mUs\u202e=Ann,Cat"])
    capsys.readouterr()
    _, out, err = ask(LINE, "what", "no")
    assert not {c for c in out + err if unicodedata.category(c) in ("Cc", "Cf") and c != "\n"}


def test_without_a_terminal_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    assert main(["hand"]) == 2
    assert "there is no tally for Us and Them" in capsys.readouterr().err


def test_in_a_real_terminal_it_asks_and_records(tmp_path: Path) -> None:
    """Through a pseudo-terminal: with colours, typed lines and Ctrl-D."""
    environment = {**os.environ, "CANASTA_DB": str(tmp_path / "a.db"), "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    start = [sys.executable, "-c", "import sys; from canasta_cli.cli import main; sys.exit(main())"]
    begin = [*start, "new", "Ann", "Bob", "Cat", "Dan"]
    subprocess.run(begin, env=environment, check=True, capture_output=True)
    for keys, expected in (
        ([b"7xK out\n", *[b"\n"] * 4, b"J4\n", b"\n"], 0),
        ([b"7xK out\n", b"\x04"], 130),
    ):
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [*start, "hand"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        ) as running:
            os.close(theirs)
            shown = ""
            for key in keys:
                shown += _until(ours, ": ")
                os.write(ours, key)
            shown += _until(ours, "")
            os.close(ours)
            try:
                assert running.wait(10) == expected, shown
            finally:
                running.kill()
        assert "Us 670" in shown


def _until(terminal: int, ending: str) -> str:
    """Read what a terminal shows up to a prompt or its end, for at most ten seconds."""
    shown = b""
    while select.select([terminal], [], [], 10)[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        shown += part
        if not part or (ending and COLOURS.sub(b"", shown).endswith(ending.encode())):
            break
    return COLOURS.sub(b"", shown).decode()


def test_swapped_sides_are_exchanged_before_the_hand_is_saved(ask: Answers) -> None:
    status, out, _ = ask("AAA", "", "-4", "7xK", "2", "", "swap", "")
    assert status == 0
    assert out.index("= Them went out") < out.index("= Us went out")
    assert recorded() == [(870, 55, 0)]


def test_who_went_out_is_asked_again_after_a_swap_unless_the_cards_show_it(ask: Answers) -> None:
    status, out, _ = ask("7xK -5 / AAA -4", "us", "swap", "them", "swap", "us", "")
    assert status == 0
    assert out.count("Who went out?") == 3
    assert recorded() == [(665, 55, 0)]


def test_more_cards_than_the_deck_has_is_the_first_reason(
    ask: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["change", "--rules", "hand-and-foot", "--yes"])
    capsys.readouterr()
    out = " ".join(ask("30xK", "^C")[1].split())
    assert "That makes 30 kings; the deck has 20. Count the cards again. For more packs" in out
    _, out, _ = ask(command=("hand", "30xK", ""))
    assert out.index("the deck has 20") < out.index("a meld may have at most 7")
