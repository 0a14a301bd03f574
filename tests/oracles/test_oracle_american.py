"""Compare scores and special hands of the American games with an independent oracle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import tries

from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.score import count_hand
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from oracles.family.american import HANDS, SCORES, random_hand, random_side, special, written

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("name", SCORES)
@settings(max_examples=tries(100, 200), deadline=None)
@given(seed=seeds)
def test_engine_and_oracle_agree_on_scores(name: str, seed: int) -> None:
    side = random_side(random.Random(seed), name)
    rules = library.ruleset(name)
    players = tuple(str(number) for number in range(rules.seats.sides[0]))
    counted = count_hand((read_tally(written(side)),), (players,), rules)
    if counted.possible:
        assert counted.sheets[0].total == SCORES[name](side), written(side)


@pytest.mark.parametrize("name", HANDS)
@settings(max_examples=tries(150, 300), deadline=None)
@given(seed=seeds)
def test_engine_and_oracle_recognize_the_same_special_hands(name: str, seed: int) -> None:
    hand = random_hand(random.Random(seed))
    found = find_special(Cards(Card(Rank(card)) for card in hand), library.ruleset(name))
    expected = special(hand, name)
    assert (found is not None) == bool(expected), hand
    if found is not None:
        assert found.points == max(expected.values())
        assert found.name in expected


@pytest.mark.parametrize("name", HANDS)
@settings(max_examples=tries(50, 100), deadline=None)
@given(seed=seeds)
def test_a_special_hand_is_listed_among_the_ways_to_go_out(name: str, seed: int) -> None:
    hand = random_hand(random.Random(seed))
    known = View.of(
        hand=Cards(Card(Rank(card)) for card in hand), melds=(), opened=False, drew=Drew.STOCK
    )
    found = ways_out(known, library.ruleset(name)).ways
    shown = {way.special.name: way.gain for way in found if way.special}
    expected = special(hand, name)
    assert len(shown) == bool(expected), hand
    assert all(points == max(expected.values()) == expected[at] for at, points in shown.items())


def test_most_random_sides_are_possible() -> None:
    """The comparison finds nothing if most random sides are impossible."""
    for name in SCORES:
        rules = library.ruleset(name)
        players = tuple(str(number) for number in range(rules.seats.sides[0]))
        sides = [random_side(random.Random(seed), name) for seed in range(200)]
        counted = [count_hand((read_tally(written(s)),), (players,), rules) for s in sides]
        assert sum(each.possible for each in counted) > 120, name


def test_random_hands_include_every_special_hand() -> None:
    for name in HANDS:
        hands = [special(random_hand(random.Random(seed)), name) for seed in range(3000)]
        assert {each for found in hands for each in found} == set(HANDS[name])
