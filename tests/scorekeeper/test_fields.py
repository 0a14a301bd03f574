"""The figures of a tally, in the words of a ruleset."""

import pytest
from looping import for_each_case

from canasta_cli.engine.items import figure_names
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.tallies import Field, fields, with_figures

RULESETS = library.names()


def _by_name(name: str) -> dict[str, Field]:
    return {field.name: field for field in fields(library.ruleset(name))}


@for_each_case("name", RULESETS)
def test_there_is_a_field_for_each_figure_of_a_ruleset(name: str) -> None:
    found = _by_name(name)
    assert set(figure_names(library.ruleset(name))) == set(found)
    assert len(found) == len(fields(library.ruleset(name)))


def test_fields_are_in_the_words_of_the_game() -> None:
    assert _by_name("samba")["run"].many == "sequences"
    assert _by_name("hand-and-foot")["natural"].one == "clean book"
    assert "dirty" in _by_name("hand-and-foot")["mixed"].also
    assert _by_name("classic")["natural"].many == "natural canastas"
    assert _by_name("modern-american")["sevens"].many == "canastas of sevens"


def test_only_some_games_count_black_threes_that_are_laid_out() -> None:
    assert "black" in _by_name("cuban")
    assert "black" not in _by_name("classic")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ({}, ""),
        ({"natural": 1, "points": 345, "minus": 25}, "natural:1 points:345 minus:25"),
        ({"natural": 0, "red": 2}, "red:2"),
    ],
    ids=str,
)
def test_numbers_are_the_same_tally_as_its_notation(numbers: dict[str, int], text: str) -> None:
    assert with_figures(numbers) == read_tally(text)
