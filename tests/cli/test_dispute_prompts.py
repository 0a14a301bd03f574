"""The questions of ``canasta check`` alone: slips of notation, contradictions, answers of another kind."""

import pytest
from command_line import Answers, answering, fix_environment
from looping import for_each_case

from canasta_cli.cli.disputes import (
    KINDS_OF_DISPUTE,
    MELD_HELP,
    MENU,
    OTHER_MELDS,
    QUESTIONS,
)


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


def test_a_meld_of_two_ranks_is_answered_with_its_fix(ask: Answers) -> None:
    status, out, _ = ask("meld", "KKK44")
    assert status == 1
    assert "ILLEGAL (classic rules)\n  44KKK has 2 ranks; a meld has one." in out
    assert "Fix: correct the mistyped card, or write each rank as a separate meld: 44 KKK." in out


@pytest.mark.parametrize(
    "answers",
    [("add", "KKK774", "7"), ("out", "KKK", "4", "", "KKK774")],
    ids=["added to", "others"],
)
def test_several_ranks_are_never_one_meld_on_the_table(
    answers: tuple[str, ...], ask: Answers
) -> None:
    _, out, _ = ask(*answers, "^C")
    assert "477KKK has 3 ranks; a meld has one." in screen(out)


def test_a_contradiction_is_one_of_answers_and_repeats_the_question(ask: Answers) -> None:
    _, out, _ = ask("out", "KKK 7:77", "4", "", "7x7", "^C")
    wrong = "These facts contradict each other: that makes 9 sevens; the deck has 8."
    assert wrong in screen(out)
    after = screen(out).partition(wrong)[2]
    assert "Your side's melds before this turn?" in after


@pytest.mark.parametrize("answer", ["no", "yes", "N"])
def test_yes_and_no_are_not_cards(answer: str, ask: Answers) -> None:
    _, out, _ = ask("discard", "3b", "no", answer, "KK", arguments=("-r", "cuban"))
    assert "Which cards are in your hand?" in out
    assert f"“{answer}” is not cards. Name all of them: KK774; or answer: don't know." in screen(
        out
    )


def test_help_explains_cards_added_to_a_meld(ask: Answers) -> None:
    _, out, _ = ask("out", "?", "^C")
    assert "7:77 adds two sevens to the sevens" in screen(out)


@pytest.mark.parametrize("rules", ["classic", "samba"])
def test_help_speaks_of_sequences_only_in_games_that_have_them(rules: str, ask: Answers) -> None:
    _, melds, _ = ask("meld", "?", arguments=("-r", rules))
    _, onto, _ = ask("add", "?", arguments=("-r", rules))
    has_sequences = rules == "samba"
    assert "Write each meld in one word: KKK2" in screen(melds)
    assert ("H:4-6 for a sequence" in screen(melds)) is has_sequences
    assert "Its cards, as in KKK2" in screen(onto)
    assert ("H for a sequence of hearts" in screen(onto), "H:4-T" in screen(onto)) == (
        has_sequences,
        has_sequences,
    )


def test_help_explains_each_question_and_no_other() -> None:
    rows = [
        MENU,
        OTHER_MELDS,
        *QUESTIONS.values(),
        *(row for kind in KINDS_OF_DISPUTE for row in kind.fields),
    ]
    explained: dict[str, str] = {}
    for row in rows:
        assert isinstance(row.help, str)
        assert len(row.help) > len("Cards: 9")
        if row.help != MELD_HELP:  # several questions ask for melds to lay down
            assert explained.setdefault(row.help, row.question) == row.question


@pytest.mark.parametrize(
    ("rules", "example", "enter"),
    [
        ("classic", "99 or 9W", "lay it off on a meld"),
        ("samba", "99", "lay it off on a meld"),
        ("uruguay", "99", "none"),
        ("hand-and-foot", "99", "none"),
    ],
)
def test_the_pile_is_offered_only_for_what_can_take_it_in_the_game(
    rules: str, example: str, enter: str, ask: Answers
) -> None:
    _, out, _ = ask("pile", "9", arguments=("-r", rules))
    question = f"Which cards from your hand go with it? For example {example} (Enter: {enter})"
    assert question in screen(out)


def test_a_pile_that_is_always_frozen_is_refused_without_cards_from_the_hand(ask: Answers) -> None:
    status, out, _ = ask("pile", "9", "", "yes", "45678", arguments=("-r", "hand-and-foot"))
    assert status == 1
    assert "always frozen in this game. You need two natural nines" in out


def test_help_on_the_pile_quotes_the_rulebook_of_the_game(ask: Answers) -> None:
    natural_pair = "You may take a frozen pile only with two natural cards of its top card's rank"
    for rules in ("classic", "samba"):
        _, out, _ = ask("pile", "9", "", "?", "^C", arguments=("-r", rules))
        assert natural_pair in screen(out)
    _, out, _ = ask("pile", "9", "?", "^C", arguments=("-r", "hand-and-foot"))
    assert "The pile is always frozen: you may take it only with two natural cards" in screen(out)


@pytest.mark.parametrize("typed", ["1", "pile", "TAKE", "it is frozen", "may I take the pile?"])
def test_a_dispute_is_found_by_its_number_a_word_or_a_sentence(typed: str, ask: Answers) -> None:
    assert "The top card of the pile?" in ask(typed, "^C")[1]


@for_each_case(
    ("typed", "asks"),
    [
        ("can I open the pile", "The top card of the pile?"),
        ("may she pick up with two kings", "The top card of the pile?"),
        ("may we open with KKK", "Which melds?"),
        ("can I throw a joker", "Which card?"),
        ("may she not discard a joker", "Which card?"),
        ("lay off a king", "Which meld on the table?"),
        ("who wins if both are over 5000", "The totals of all sides?"),
        ("may I pick up my foot", "The turn?"),
        ("can I freeze the pile with a deuce", "could be take the pile or discard."),
    ],
)
def test_a_sentence_is_about_what_it_names_first_of_all(
    typed: str, asks: str, ask: Answers
) -> None:
    assert asks in screen(ask(typed, "^C")[1])


def test_a_choice_is_shown_with_its_number_after_help_and_after_a_mistake(ask: Answers) -> None:
    _, out, _ = ask("?", "9", "^C")
    assert out.count("\n  8 is the game over?\n") == 3
    assert "Please answer a number from 1 to 8." in out


@pytest.mark.parametrize("nothing", ["none", "no", "nothing"])
def test_a_player_may_go_out_without_melds(nothing: str, ask: Answers) -> None:
    _, out, _ = ask("out", nothing, "4", "^C")
    assert "Your partner's answer" in out
    assert "is not a card" not in out


def record_one_hand(
    ask: Answers, rules: str, *scores: str, players: tuple[str, ...] = ("Ann", "Bob", "Cat", "Dan")
) -> None:
    """Begin a game and record its first hand."""
    assert ask(command=("new", *players, "--rules", rules))[0] == 0
    assert ask(command=("hand", "--points", *scores))[0] == 0


@pytest.mark.parametrize("answers", [("1", "T", "TT", "no", ""), ("2", "TTT", "no")])
def test_each_kind_of_dispute_takes_the_number_of_the_hand_from_the_game(
    answers: tuple[str, ...], ask: Answers
) -> None:
    record_one_hand(ask, "hand-and-foot", "500", "300")
    status, out, _ = ask(*answers)
    assert status == 1
    assert "Which hand of the game" not in out
    assert "Your melds are worth 30 points; you need 90 to open" in screen(out)
    assert "meld 60 more points" in screen(out)
    status, out, _ = ask(command=("check", "pickup", "T", "--with", "TT", "--unopened"))
    assert status == 1
    assert "you need 90 to open" in out


def test_the_number_of_the_hand_can_be_given_for_an_earlier_one(ask: Answers) -> None:
    record_one_hand(ask, "hand-and-foot", "500", "300")
    assert (
        "you need 50 to open"
        in ask(command=("check", "meld", "TTT", "--unopened", "--deal", "1"))[1]
    )


def test_facts_that_decide_are_asked_for_after_other_melds(ask: Answers) -> None:
    _, out, _ = ask("1", "T", "TT", "no", "AAA", "3", arguments=("-r", "hand-and-foot"))
    assert "Which hand of the game is this?" in out
    assert "Your melds are worth 90 points; you need 120 to open" in screen(out)


def test_a_later_hand_than_other_rules_have_is_their_last_one(ask: Answers) -> None:
    record_one_hand(ask, "classic", "500", "300")
    for scored in ("100", "110", "120", "130"):
        assert ask(command=("hand", "--points", scored, "50"))[0] == 0
    game = ask(command=("games", "--json"))[1].split('"name": "')[1].partition('"')[0]
    asked = ("check", "meld", "TTT", "--unopened", "-r", "hand-and-foot", "-g", game)
    assert "you need 150 to open" in ask(command=asked)[1]


def test_melds_that_the_opening_lacks_are_asked_for_too(ask: Answers) -> None:
    """In Modern American, the meld with the top card isn't the natural meld that opens."""
    question, rules = OTHER_MELDS.question, ("-r", "modern-american-pagat")
    begin = ("pile", "9", "99", "1")
    status, out, _ = ask(*begin, "", "", arguments=rules)
    assert (status, question in out) == (1, True)
    assert "yours doesn't without the top card" in screen(out)
    assert ask(*begin, "0", "KKKK JJJJ QQQQ", "no", arguments=rules)[0] == 0


def test_a_bare_pair_that_does_not_open_is_refused_for_the_points_to_open(ask: Answers) -> None:
    """The total is asked for, since the meld that the opening lacks doesn't say how much is needed."""
    _, out, _ = ask("pile", "9", "99", "no", "1640", "", arguments=("-r", "modern-american"))
    assert "0 points without the top card and the cards you take it with; you need" in screen(out)
    assert "canasta check pickup 9 --with 99 --unopened --total 1640" in screen(out)


def test_a_refusal_with_several_reasons_says_how_to_see_all(ask: Answers) -> None:
    _, out, _ = ask("meld", "7xK+22", arguments=("-r", "modern-american"))
    assert "To see" not in out
    _, out, _ = ask("pile", "9", "99", "no", "0", "", arguments=("-r", "modern-american"))
    assert out.endswith("-r modern-american\nTo see 1 more reason, add --why.\n")


def test_a_choice_below_a_question_for_text_is_offered_as_another_answer(ask: Answers) -> None:
    _, out, _ = ask("meld", "K22", "^C")
    assert "Or a number:\n  1 no kings" in out


def test_a_fact_that_decides_is_asked_for_again_once(ask: Answers) -> None:
    status, out, _ = ask("meld", "KKK", "", "", "", "")
    assert status == 6
    assert out.count("Has your side opened?") == 2
    assert "It depends on whether your side has opened and your side's total" in screen(out)


def test_a_settled_answer_asks_for_nothing_more(ask: Answers) -> None:
    status, out, _ = ask("meld", "KKK", "", "", "1")
    assert status == 0
    assert "Which cards are in your hand?" not in out


@pytest.mark.parametrize("answer", ["", "out"])
def test_the_hand_is_asked_for_if_a_yes_binds(answer: str, ask: Answers) -> None:
    turn = f"draw ask yes meld 555 discard 4 {answer}"
    _, out, _ = ask("turn", turn, "7xA", *([] if answer else ["555467"]))
    assert ("in your hand before this turn?" in out) is not bool(answer)
    assert ("so you must go out" in out) is not bool(answer)


def test_going_back_from_a_fact_asked_again_forgets_its_new_answer(ask: Answers) -> None:
    _, out, _ = ask("meld", "KKK", "", "", "no", "back", "", "")
    assert out.count("legal if your side has opened, or if") == 3


@pytest.mark.parametrize("answer", ["don’t know", "don't know", "plenty", "unknown, but plenty"])
def test_what_is_not_known_may_be_typed_as_people_write_it(answer: str, ask: Answers) -> None:
    status, out, _ = ask("discard", "3b", answer)
    assert status == 0
    assert "LEGAL (classic rules)" in out


def test_cards_added_to_black_threes_are_refused_as_a_play(ask: Answers) -> None:
    """Their name is no meld of one card."""
    _, out, _ = ask("add", "black three", "2")
    assert "contradict each other" not in out


def test_a_meld_that_cannot_lie_is_refused_where_it_is_asked_for(ask: Answers) -> None:
    _, out, _ = ask("add", "KKKQ", "KKK", "K")
    assert out.count("Which meld on the table?") == 2
    assert "contradict each other" not in out


def test_a_question_names_all_that_answers_it(ask: Answers) -> None:
    rules = ("-r", "hand-and-foot")
    _, out, _ = ask("go out", "KKK", "4", "I did not ask", "^C", arguments=rules)
    assert "Please answer yes, no or not asked." in out


def test_a_fix_names_no_option(ask: Answers) -> None:
    _, out, _ = ask("pile", "5", "H4H6", arguments=("-r", "samba"))
    assert "lay it off alone on your side's sequence: onto H." in screen(out)


@pytest.mark.parametrize(
    ("command", "question"),
    [
        ("pickup", "The top card of the pile?"),
        ("pass", "Was its last card a red three?"),
        ("can I pick it up?", "The top card of the pile?"),
        ("can we open", "Which melds?"),
        ("my partner said no", "What do you meld in this turn?"),
    ],
)
def test_the_menu_takes_the_name_of_a_command_or_a_word_of_it(
    command: str, question: str, ask: Answers
) -> None:
    _, out, _ = ask(command, "^C")
    assert question in screen(out)
