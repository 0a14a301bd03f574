"""Objects of JSON follow from their declarations."""

from typing import NamedTuple

import pytest

from canasta_cli.show.keys import KeyRow, Keys, absent, itself, key, optional


class Player(NamedTuple):
    """A player to write about."""

    name: str
    points: int
    partner: "Player | None" = None
    note: str = ""


class NameKeys(Keys):
    """A name."""

    name: str = key("The name.")


class PlayerKeys(Keys):
    """A player."""

    named = NameKeys.part(lambda it: it)
    total: int = key("The points.", lambda it: it.points)
    note: str = optional("A note, only if there is one.")
    first: bool = optional("True for the first one, only if given.", absent)
    reserved: int = key("The number of letters.", lambda it: len(it.name), name="if")


class PairKeys(Keys):
    """A player and a partner."""

    partner = NameKeys.part(lambda it: it.partner, optional=True)
    points: int = key("The points.")


def test_a_key_is_the_attribute_of_its_name_or_what_its_function_returns() -> None:
    assert PlayerKeys.json(Player("Ann", 5)) == {"name": "Ann", "total": 5, "if": 3}


def test_an_optional_key_is_left_out_if_it_is_empty_and_not_given() -> None:
    assert PlayerKeys.json(Player("Ann", 5, note="new"))["note"] == "new"
    assert PlayerKeys.json(Player("Ann", 5), first=False)["first"] is False
    assert "first" not in PlayerKeys.json(Player("Ann", 5))


def test_a_key_that_is_given_stands_in_its_place() -> None:
    given = PlayerKeys.json(Player("Ann", 5), total=7, note="")
    assert list(given.items()) == [("name", "Ann"), ("total", 7), ("note", ""), ("if", 3)]


def test_the_keys_of_an_optional_part_are_left_out_without_it() -> None:
    bob = Player("Bob", 3)
    assert PairKeys.many([Player("Ann", 5, bob), bob]) == [
        {"name": "Bob", "points": 5},
        {"points": 3},
    ]


def test_a_subject_without_the_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError, match="name"):
        PlayerKeys.json(5)


class TeamKeys(Keys):
    """A team."""

    lead: NameKeys | None = key("The first player.", lambda it: it[0] if it else None)
    all: list[NameKeys] = key("All players.", itself)
    by_name: dict[str, PairKeys] = key("Each with a partner.", lambda it: {p.name: p for p in it})


def test_the_type_of_a_key_says_which_objects_its_value_consists_of() -> None:
    ann = Player("Ann", 5)
    assert TeamKeys.json([ann]) == {
        "lead": {"name": "Ann"},
        "all": [{"name": "Ann"}],
        "by_name": {"Ann": {"points": 5}},
    }
    assert TeamKeys.json([]) == {"lead": None, "all": [], "by_name": {}}


def test_an_object_of_json_is_written_as_it_is() -> None:
    assert TeamKeys.json([], all=[{"name": "Bob"}])["all"] == [{"name": "Bob"}]


def _name(it: Player) -> str:
    return it.name


class TypedKeys(Keys):
    """Keys with getters of other types: the type checker needs each of these ``ignore``, or it complains."""

    right: str = key("A text.", _name)
    wrong: int = key("A number.", _name)  # type: ignore[assignment]  # the getter returns a text
    shown: int = key("A number.", str)  # type: ignore[assignment]  # a text
    flag: bool = optional("A flag.", len)  # type: ignore[assignment]  # a number


def test_a_key_keeps_the_value_of_its_getter() -> None:
    """Types are for the type checker alone: what is written is what the getter returns."""
    rows = {
        row.name: row.value("abc") for row in TypedKeys.all_rows()[2:] if isinstance(row, KeyRow)
    }
    assert rows == {"shown": "abc", "flag": 3}
