"""The status of a value that a ruleset takes from the ruleset it extends."""

import pytest

from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.load import load
from canasta_cli.rules.schema import Origin


def _origin(name: str, path: str) -> Origin:
    return library.ruleset(name).origin(path)


@pytest.mark.parametrize(
    ("name", "path", "origin"),
    [
        pytest.param(
            "two-player",
            "bonus.natural",
            ("inherited", "from classic"),
            id="nothing was read about two players",
        ),
        pytest.param(
            "brazilian",
            "pile.wild_top",
            ("inherited", "from bolivia; never taken when topped by a wild card"),
            id="read about Bolivia only",
        ),
        pytest.param(
            "sevens",
            "bonus.natural",
            ("inherited", "from classic; as in the classic game"),
            id="one line says that the rest is the same",
        ),
        pytest.param(
            "sevens", "bonus.run", ("inferred", "as in the classic game"), id="not read anywhere"
        ),
        pytest.param(
            "samba",
            "out.ask_when",
            (
                "inherited",
                "from classic; as in the classic game; the sources mention no change",
            ),
            id="no source of the variant mentions it",
        ),
        pytest.param("manzana", "seats.partners", ("inferred", ""), id="inferred for both games"),
    ],
)
def test_a_value_that_is_only_inherited_is_not_seen(
    name: str, path: str, origin: tuple[str, str]
) -> None:
    found = _origin(name, path)
    assert found.status == origin[0]
    assert not origin[1] or found.note == origin[1]


def test_an_inherited_value_is_seen_if_a_main_source_of_the_game_states_it() -> None:
    """The leaflet is one of the sources of the classic game, and describes its own."""
    assert _origin("leaflet", "bonus.natural") == Origin("seen", ("leaflet",))
    assert _origin("leaflet", "ranks.3B.left").sources == ("leaflet",)
    assert _origin("leaflet", "ranks.W.discard").status == "inherited"


def test_a_row_about_one_parameter_says_that_it_was_read() -> None:
    assert _origin("samba", "ranks.W.points").status == "seen"
    assert _origin("samba", "pile.wild_top").sources == ("open-rules-samba",)


@pytest.mark.parametrize("name", ["bolivia", "cuban"])
def test_a_pile_topped_by_a_wild_card_is_recorded_as_such(name: str) -> None:
    """It was recorded as what a wild card in the pile does."""
    assert _origin(name, "pile.wild_top").status == "seen"
    assert _origin(name, "pile.wild_freezes").status != "seen"


def test_the_leaflet_can_be_read_in_two_ways_about_the_upcard() -> None:
    """It says only that a discarded wild card freezes the pile."""
    for path in ("pile.wild_freezes", "ranks.3R.pile"):
        assert "is unclear about" in _origin("leaflet", path).note
    assert _origin("leaflet", "ranks.3R.pile").status == "inferred"


def test_a_file_of_your_own_keeps_the_statuses_of_the_game_it_changes() -> None:
    rules = load('extends = "classic"\n[end]\ntarget = 7500', "mine", library.ruleset)
    assert rules.origin("bonus.natural") == _origin("classic", "bonus.natural")
    assert rules.origin("end.target").status == "house"


def test_one_line_for_everything_in_a_file_of_your_own_does_not_make_it_seen() -> None:
    text = 'extends = "classic"\n[sources]\n"*" = "seen pagat: our book"'
    rules = load(text, "mine", library.ruleset)
    assert {rules.origin(path).status for path in PARAMETERS} == {"inherited", "inferred"}


def test_one_line_for_everything_may_name_the_house() -> None:
    text = 'extends = "classic"\n[sources]\n"*" = "house: agreed"'
    rules = load(text, "mine", library.ruleset)
    assert {rules.origin(path).status for path in PARAMETERS} == {"house"}
