"""Compare scores of Samba and its relatives with an independent oracle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looping import for_each_case
from sampling import tries

from canasta_cli.engine.points import minimum as minimum_of
from canasta_cli.engine.score import count_hand
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset
from oracles.family.random_tallies import random_tallies
from oracles.family.scoring import GAMES, minimum, possible, score

PLAYERS = (("Ann", "Cat"), ("Bob", "Dan"))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=tries(50, 100, "EXAMPLES"), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_engine_and_oracle_agree_on_scores(name: str, seed: int) -> None:
    """Compare the points of both sides, and whether the hand is possible."""
    texts = random_tallies(random.Random(seed), GAMES[name])
    counted = count_hand(tuple(map(read_tally, texts)), PLAYERS, ruleset(name))
    refused = [f.rule for verdict in (*counted.sides, counted.table) for f in verdict.refused]
    assert counted.possible == possible(texts, GAMES[name]), (texts, refused)
    if counted.possible:
        assert [sheet.total for sheet in counted.sheets] == [
            score(text, GAMES[name]) for text in texts
        ], texts


@pytest.mark.parametrize("name", GAMES)
@given(total=st.integers(-5000, 16_000))
def test_engine_and_oracle_agree_on_minimums(name: str, total: int) -> None:
    assert minimum_of(total, 1, ruleset(name)).points == minimum(total, GAMES[name])


@for_each_case("name", GAMES)
def test_many_random_hands_are_possible(name: str) -> None:
    """The comparison finds nothing if most random hands are impossible."""
    hands = [random_tallies(random.Random(seed), GAMES[name]) for seed in range(200)]
    assert sum(possible(hand, GAMES[name]) for hand in hands) > 40
