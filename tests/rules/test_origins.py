"""The rows of ``[sources]``: statuses, sources that were not checked, parts of values, and rules."""

import pytest
from looping import for_each_case

from canasta_cli.errors import RulesetError
from canasta_cli.rules import library
from canasta_cli.rules.load import changed, from_data, load, to_data, write_origin
from canasta_cli.rules.schema import Origin, Ruleset, read_origin

HEAD = 'extends = "classic"\n'
TIERS = (
    "[opening]\ntiers = [{ points = 15 }, { from = 0, points = 50 }, { from = 900, points = 70 }]\n"
)


def _load(text: str) -> Ruleset:
    return load(HEAD + text, "mine", library.ruleset)


@for_each_case(
    ("text", "origin"),
    [
        ("seen pagat leaflet: a note", Origin("seen", ("pagat", "leaflet"), "a note")),
        (
            "seen pagat cited bicycle britannica: a note",
            Origin("seen", ("pagat",), "a note", ("bicycle", "britannica")),
        ),
        ("cited bicycle", Origin("cited", (), "", ("bicycle",))),
        (
            "inherited cited bicycle: from classic",
            Origin("inherited", (), "from classic", ("bicycle",)),
        ),
    ],
)
def test_a_row_names_the_sources_that_were_read_and_those_that_are_only_cited(
    text: str, origin: Origin
) -> None:
    assert read_origin(text) == origin
    assert write_origin(origin) == text


def test_a_part_has_its_own_row_or_that_of_the_whole_value() -> None:
    rules = _load(
        TIERS + '[sources]\n"opening.tiers" = "seen pagat"\n"opening.tiers[3]" = "cited bicycle"\n'
    )
    assert rules.origin("opening.tiers[3]") == Origin("cited", (), "", ("bicycle",))
    assert rules.origin("opening.tiers[2]") == Origin("seen", ("pagat",))
    assert from_data(to_data(rules)) == rules


def test_a_part_keeps_its_row_in_a_ruleset_that_takes_the_value_over() -> None:
    parent = _load(TIERS + '[sources]\n"opening.tiers[3]" = "seen pagat"\n')
    taken = load('extends = "parent"\n', "mine", lambda _: parent)
    assert taken.origin("opening.tiers[3]") == Origin("seen", ("pagat",))
    other = load(
        'extends = "parent"\n[opening]\ntiers = [{ points = 30 }]\n', "mine", lambda _: parent
    )
    assert other.origin("opening.tiers[3]") == Origin("house")
    house = changed(parent, {"opening.tiers": [{"points": 30}]})
    assert house.origin("opening.tiers[3]") == Origin("house")


@for_each_case(
    ("row", "says"),
    [
        ('"opening.tiers[9]"', "line 3: sources.opening.tiers[9]: opening.tiers has 4 parts"),
        ('"end.target[1]"', "line 3: sources.end.target[1]: end.target has 0 parts"),
        ('"opening.tiers[x]"', "named like opening.tiers[2]"),
        ('"rule.hand.hold"', "line 3: sources.rule.hand.hold: there is no such rule"),
    ],
)
def test_a_row_about_something_that_is_not_there_is_a_mistake(row: str, says: str) -> None:
    with pytest.raises(RulesetError) as error:
        _load(f'[sources]\n{row} = "seen pagat"\n')
    assert says in "\n".join(error.value.problems)


def test_the_row_of_a_rule_that_reads_no_parameter_is_inherited() -> None:
    """The leaflet describes its own game; a page about the classic game says nothing about Samba."""
    assert library.ruleset("classic").origin("rule.hand.holds").status == "seen"
    assert library.ruleset("leaflet").origin("rule.hand.holds") == Origin("seen", ("leaflet",))
    samba = library.ruleset("samba").origin("rule.hand.holds")
    assert (samba.status, samba.giver) == ("inherited", "classic")


def test_what_is_only_cited_about_the_game_stays_cited_where_it_is_taken_over() -> None:
    text = '[sources]\n"melds.canasta" = "seen pagat cited bicycle leaflet"\n'
    parent = _load(text)
    child = 'extends = "parent"\nmain_sources = ["leaflet"]\n'
    taken = load(child, "mine", lambda _: parent).origin("melds.canasta")
    assert taken == Origin("cited", (), "", ("leaflet",))
