"""Answers follow from their declarations: their values in Python, and their documents in JSON."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from canasta_cli.show.keys import Answer, absent, key, optional


class Player(NamedTuple):
    """A player to answer about."""

    name: str
    points: int
    partner: "Player | None" = None
    note: str = ""


class NameAnswer(Answer):
    """A name."""

    name: str = key("The name.")


class PlayerAnswer(NameAnswer):
    """A player."""

    total: int = key("The points.", lambda it: it.points)
    note: str | None = optional("A note, only if there is one.")
    first: bool | None = optional("True for the first one, only if given.", absent)


class PartnerAnswer(NameAnswer, about=lambda it: it.partner):
    """The points of a player, with the name of the partner."""

    points: int = key("The points.")


class TeamAnswer(Answer):
    """A team."""

    lead: NameAnswer | None = key("The first player.", lambda it: NameAnswer(it[0]) if it else None)
    all: Sequence[NameAnswer] = key("All players.", NameAnswer.of_each)
    by_name: dict[str, NameAnswer] = key(
        "Each by name.", lambda it: {each.name: NameAnswer(each) for each in it}
    )


ANN = Player("Ann", 5)


def test_a_key_is_the_attribute_of_its_name_or_what_its_function_returns() -> None:
    answer = PlayerAnswer(ANN)
    assert (answer.name, answer.total, answer.note, answer.first) == ("Ann", 5, "", None)
    assert answer.to_json() == {"name": "Ann", "total": 5}


def test_an_optional_key_is_left_out_if_it_is_empty_and_not_given() -> None:
    assert PlayerAnswer(Player("Ann", 5, note="new")).to_json()["note"] == "new"
    assert PlayerAnswer(ANN, first=False).to_json()["first"] is False
    assert "first" not in PlayerAnswer(ANN).to_json()


def test_a_key_that_is_given_stands_in_its_place() -> None:
    given = PlayerAnswer(ANN, total=7, note="")
    assert given.total == 7
    assert list(given.to_json().items()) == [("name", "Ann"), ("total", 7), ("note", "")]


def test_an_answer_that_extends_another_may_have_its_keys_about_something_else() -> None:
    answer = PartnerAnswer(Player("Bob", 3, ANN))
    assert answer.to_json() == {"name": "Ann", "points": 3}


def test_a_subject_without_the_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError, match="name"):
        PlayerAnswer(5).to_json()


def test_answers_within_an_answer_are_objects_of_its_document() -> None:
    assert TeamAnswer([ANN]).all[0].name == "Ann"
    assert TeamAnswer([ANN]).to_json() == {
        "lead": {"name": "Ann"},
        "all": [{"name": "Ann"}],
        "by_name": {"Ann": {"name": "Ann"}},
    }
    assert TeamAnswer([]).to_json() == {"lead": None, "all": [], "by_name": {}}


def test_an_answer_is_a_value() -> None:
    answer = PlayerAnswer(ANN)
    assert answer == PlayerAnswer(Player("Ann", 5, partner=ANN))
    assert answer not in (PlayerAnswer(ANN, total=7), NameAnswer(ANN))
    assert hash(answer) == hash(PlayerAnswer(ANN))
    assert repr(answer) == "<PlayerAnswer name='Ann' total=5 note=''>"
    with pytest.raises(AttributeError, match="total can't be changed"):
        answer.total = 7


def test_the_meaning_of_a_key_is_its_docstring() -> None:
    assert vars(PlayerAnswer)["total"].__doc__ == "The points."


def _name(it: Player) -> str:
    return it.name


class TypedAnswer(Answer):
    """Keys with getters of other types: the type checker needs each of these ``ignore``, or it complains."""

    right: str = key("A text.", _name)
    wrong: int = key("A number.", _name)  # type: ignore[assignment]  # the getter returns a text
    names: Sequence[NameAnswer] = key("Names.", PlayerAnswer.of_each)
    others: Sequence[PlayerAnswer] = key("Players.", NameAnswer.of_each)  # type: ignore[arg-type]  # names
    flag: bool = optional("A flag.", len)  # type: ignore[assignment]  # a number


def test_a_key_keeps_the_value_of_its_getter() -> None:
    """Types are for the type checker alone: what is written is what the getter returns."""
    answer = TypedAnswer([ANN])
    assert (answer.flag, answer.others) == (1, (NameAnswer(ANN),))
