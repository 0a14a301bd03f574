"""The parts of a tally as fields: what they are under a ruleset, and the tally of their values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_cli.engine.items import count, figure_names
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.model.game import Tally
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.tallies import CHOICE, COUNT, Field, Value, fields, tally

RULESETS = library.names()


def _by_name(name: str) -> dict[str, Field]:
    return {field.name: field for field in fields(library.ruleset(name))}


@pytest.mark.parametrize("name", RULESETS)
def test_there_is_a_field_for_each_figure_of_a_ruleset(name: str) -> None:
    found = _by_name(name)
    assert set(figure_names(library.ruleset(name))) <= set(found)
    assert len(found) == len(fields(library.ruleset(name)))


def test_fields_are_in_the_words_of_the_game() -> None:
    assert _by_name("samba")["run"].many == "sequences"
    assert _by_name("hand-and-foot")["natural"].one == "clean book"
    assert "dirty" in _by_name("hand-and-foot")["mixed"].also
    assert _by_name("classic")["natural"].many == "natural canastas"
    assert _by_name("modern-american")["sevens"].many == "canastas of sevens"


def test_only_some_games_have_feet_partners_for_one_hand_and_special_hands() -> None:
    for name, part in (("hand-and-foot", "foot"), ("three-player", "alone"), ("cuban", "black")):
        assert part in _by_name(name)
        assert part not in _by_name("classic")
    assert "special:pairs" in _by_name("modern-american")["out"].choices


VALUES: tuple[tuple[dict[str, Value], str], ...] = (
    ({}, ""),
    ({"melds": "7xK QQQ2", "red": 2, "out": "out"}, "7xK QQQ2 red:2 out"),
    ({"natural": 1, "mixed": "2", "points": 345, "minus": 25}, "natural:1 mixed:2 points:345 minus:25"),
    ({"natural": 0, "melds": "", "red": ""}, ""),
    ({"left": "JJ4 5", "foot": "55K"}, "left:JJ4 left:5 foot:55K"),
    ({"out": "special:pairs"}, "special:pairs"),
    ({"out": "concealed", "alone": "Ann"}, "concealed alone:Ann"),
    ({"stock": True}, "stock"),
    ({"stock": False}, ""),
    ({"penalty": 100, "bonus": 50}, "penalty:100 bonus:50"),
    ({"penalty": 0}, ""),
    ({"score": -20}, "score:-20"),
)  # fmt: skip


@pytest.mark.parametrize(("values", "text"), VALUES, ids=str)
def test_values_are_the_same_tally_as_its_notation(values: dict[str, Value], text: str) -> None:
    assert tally(values) == read_tally(text)


@pytest.mark.parametrize(
    "values",
    [{"natural": -1}, {"natural": "one"}, {"out": "away"}, {"left": "KZ"}, {"melds": "KZ"}],
)
def test_a_value_of_the_wrong_kind_is_refused(values: dict[str, Value]) -> None:
    with pytest.raises(CanastaError):
        tally(values)


def test_a_wrong_number_is_named() -> None:
    with pytest.raises(NotUnderstood, match="“x” is not a number of red"):
        tally({"red": "x"})


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict[str, Value], str]:
    """Draw values of some fields of a ruleset, and the same hand in notation."""
    name = draw(st.sampled_from(RULESETS))
    values: dict[str, Value] = {}
    words = []
    for field in fields(library.ruleset(name)):
        if field.kind == COUNT and draw(st.booleans()):
            values[field.name] = draw(st.integers(0, field.most or 5))
            words.append(f"{field.name}:{values[field.name]}")
        elif field.kind == CHOICE and draw(st.booleans()):
            values[field.name] = draw(st.sampled_from(field.choices))
            words.append(str(values[field.name]))
    for key in ("points", "minus", "penalty"):
        values[key] = draw(st.integers(1, 400)) * 5
        words.append(f"{key}:{values[key]}")
    melds = draw(st.lists(st.sampled_from(["7xK", "QQQ2", "AAA", "5555"]), unique=True))
    held = draw(st.lists(st.sampled_from(["JJ4", "W", "3B"]), unique=True))
    values |= {"melds": " ".join(melds), "left": " ".join(held)}
    return name, values, " ".join((*words, *melds, *(f"left:{word}" for word in held)))


@given(entries())
def test_a_hand_entered_as_fields_has_the_same_sheet_as_in_notation(
    entry: tuple[str, dict[str, Value], str],
) -> None:
    name, values, text = entry
    ruleset = library.ruleset(name)
    assert count(tally(values), ruleset) == count(read_tally(text), ruleset)


def test_no_values_are_an_empty_tally() -> None:
    assert tally({}) == Tally()
