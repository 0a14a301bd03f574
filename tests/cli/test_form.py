"""Fields of a form: choices, the meaning of Enter, and what is not an answer."""

from contextlib import nullcontext

import pytest
from looping import for_each_case

from canasta_cli.cli.form import NO_ENTER, YES_OR_NO, FormChoice, FormField, pick, to_save
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.layout import plain

SIDES = (FormChoice("Ann and Bob", 0), FormChoice("Cat and Dan", 1), FormChoice("Eve", 2))
SPELLED = (FormChoice("Jürgen", 0), FormChoice("O'Brien", 1), FormChoice("Anne-Marie", 2))


def shown(field: FormField[str, str]) -> list[str]:
    """Return the lines of a question."""
    return [*plain(tuple(field.asks()))]


@for_each_case(
    ("typed", "answer"),
    [("Eve", 2), ("c", 1), ("ANN AND", 0), ("dan", 1), ("it was Eve!", 2), ("b", 0)],
)
def test_a_choice_is_found_by_a_beginning_of_a_word_or_in_a_sentence(
    typed: str, answer: int
) -> None:
    assert pick(typed, SIDES) == answer


@for_each_case(
    ("typed", "answer"),
    [("jurgen", 0), ("obrien", 1), ("anne marie", 2), ("ANNEM", 2), ("o brien", 1), ("Jürgen", 0)],
)
def test_a_choice_is_found_without_its_accents_and_signs(typed: str, answer: int) -> None:
    assert pick(typed, SPELLED) == answer


@for_each_case(
    ("typed", "answer"),
    [
        ("not us, them", "Them"),
        ("Them, not us", "Them"),
        ("it wasn't us, it was them", "Them"),
        ("without us: them", "Them"),
        ("not us", ""),
        ("it wasn’t us!", ""),
    ],
)
def test_a_choice_after_a_not_is_not_meant(typed: str, answer: str) -> None:
    choices = [FormChoice(side, side) for side in ("Us", "Them")]
    with nullcontext() if answer else pytest.raises(NotUnderstood, match="please answer"):
        assert pick(typed, choices) == answer


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "please answer Ann and Bob, Cat and Dan or Eve"),
        ("x", "please answer Ann and Bob, Cat and Dan or Eve"),
        ("an", "“an” could be Ann and Bob or Anton"),
    ],
)
def test_a_text_that_is_no_choice_or_several_is_refused(typed: str, message: str) -> None:
    choices = (*SIDES, FormChoice("Anton", 3)) if typed == "an" else SIDES
    with pytest.raises(NotUnderstood) as error:
        pick(typed, choices)
    assert error.value.message == message


def test_numbered_choices_stand_on_lines_of_their_own() -> None:
    field = FormField(
        "melds",
        "Which melds?",
        read=str.upper,
        choices=(FormChoice("no kings", "none"), FormChoice("kings", "KKK")),
        numbered=True,
        enter="don't know",
        empty="",
    )
    asks = "Which melds? (Enter: don't know)"
    assert shown(field) == [asks, "  Or a number:", "  1 no kings", "  2 kings"]
    typed = ("1", "2", "3", "qqq", "", "Don't know", "unknown")
    assert [field.answer(text) for text in typed] == ["none", "KKK", "3", "QQQ", "", "", ""]


def test_enter_is_the_default_else_the_empty_answer_else_refused() -> None:
    field = FormField("left", "Left?", read=str.upper, empty="nothing", nothing="none at all")
    assert (field.answer(""), field.answer("none")) == ("nothing", "none at all")
    assert field._replace(default="jj").answer("") == "JJ"
    assert shown(field._replace(enter="nothing")) == ["Left? (Enter: nothing)"]
    assert field._replace(label="Left", default="jj").prompt == "Left [jj]: "
    with pytest.raises(NotUnderstood, match="please type"):
        field._replace(empty=None).answer("")


@pytest.mark.parametrize("typed", ["no idea", "Dunno", "I don’t know", "not sure"])
def test_who_does_not_know_is_not_taken_to_say_no(typed: str) -> None:
    field = FormField("opened", "Opened?", choices=YES_OR_NO, enter="don't know", empty="")
    assert field.answer(typed) == ""
    with pytest.raises(NotUnderstood):
        field._replace(enter="not asked").answer(typed)


def test_what_nobody_knows_is_no_answer_to_a_question_that_needs_one() -> None:
    field = FormField("left", label="Left in hands", read=str.upper, empty="")
    assert field.answer("unknown") == "UNKNOWN"


@pytest.mark.parametrize("typed", ["ok", "OK", "save", "that's right", "Correct.", "looks good"])
def test_ok_is_yes_where_yes_is_an_answer(typed: str) -> None:
    assert to_save(accepted=True).answer(typed) == "yes"
    for field, answer in ((to_save(accepted=False), typed), (to_save(accepted=True), "don't save")):
        with pytest.raises(NotUnderstood):
            field.answer(answer)


def test_what_is_saved_by_enter_is_neither_refused_nor_warned_of() -> None:
    assert shown(to_save(accepted=True)) == ["Save? yes / no (Enter: yes)"]
    assert shown(to_save(accepted=True, warned=True)) == [f"Save? yes / no ({NO_ENTER})"]
    assert shown(to_save(accepted=False)) == ["Save anyway? force / no"]
    assert shown(to_save(accepted=False, can_be_forced=False)) == ["This can't be saved. no"]
    for field in (to_save(accepted=True, warned=True), to_save(accepted=False)):
        with pytest.raises(NotUnderstood):
            field.answer("")
