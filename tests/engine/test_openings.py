"""Openings under house rules: the search asks the rules, and has none of its own."""

import pytest
from looping import for_each_case

from canasta_cli.engine.movegen.initial_melds import openings, ways_to_open
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Rank
from canasta_cli.notation.cards import read_cards, write_meld
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

CLASSIC = ruleset("classic")
OPEN = changed(CLASSIC, {"pile.unopened": "open"})
PAIRS_ONLY = changed(OPEN, {"pile.natural_wild": False})
BLACK_MIXED = changed(CLASSIC, {"melds.black_threes": "always", "ranks.3B.wilds": "any"})
WITHOUT_TOP = changed(CLASSIC, {"opening.top_counts": False})


def _unopened(hand: str, minimum: int, *, frozen: bool | None = None) -> View:
    return View.of(
        hand=read_cards(hand),
        minimum=minimum,
        opened=False,
        melds=(),
        pile_size=3,
        frozen=frozen,
    )


@for_each_case(
    ("rules", "frozen", "possible"),
    [
        (OPEN, False, True),  # a natural and a wild card take a pile that is not frozen
        (OPEN, True, False),
        (OPEN, None, False),  # only openings that are certain are suggested
        (CLASSIC, False, False),  # frozen against a side that has not opened
        (PAIRS_ONLY, False, False),
    ],
)
def test_a_natural_and_a_wild_card_open_with_the_pile_if_it_is_not_frozen(
    rules: Ruleset, frozen: bool | None, possible: bool
) -> None:
    known = _unopened("KW456789", 50, frozen=frozen)
    assert openings(known, rules, top=Card(Rank.KING)).possible == possible


@pytest.mark.parametrize(("rules", "possible"), [(BLACK_MIXED, True), (CLASSIC, False)])
def test_wild_cards_are_melded_with_black_threes_if_the_rules_allow_it(
    rules: Ruleset, possible: bool
) -> None:
    assert openings(_unopened("3B3BW456789", 50), rules).possible == possible


def test_the_top_card_adds_no_points_to_an_opening_if_it_does_not_count() -> None:
    known = _unopened("KK456789", 30)
    assert openings(known, CLASSIC, top=Card(Rank.KING)).possible
    found = openings(known, WITHOUT_TOP, top=Card(Rank.KING))
    assert (found.possible, found.short) == (False, 10)


def test_openings_with_canastas_of_different_grades_are_distinguished() -> None:
    """Wild cards can join the fours, or be a separate meld; only a mixed canasta of fours opens."""
    rules = changed(
        CLASSIC,
        {
            "opening.tiers": [{"points": 220, "canastas": 1, "of": ["mixed"]}],
            "melds.wild_only": True,
            "melds.max_wilds": 7,
            "bonus.wild": 1000,
        },
    )
    hand = read_cards("444422222WW56")
    found = ways_to_open(View.of(hand=hand, total=0, opened=False, melds=()), rules)
    laid = [" ".join(map(write_meld, way.melds)) for way in found.ways if way.cards == 11]
    assert "444422222WW" in laid
    assert "4444222 22WW" in laid
    assert "4444 22222WW" not in laid
