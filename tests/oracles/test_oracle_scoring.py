"""Compare scores of the classic games with an independent oracle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import tries

from canasta_cli.engine.points import minimum as minimum_of
from canasta_cli.engine.score import count_hand
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset
from oracles.random_tallies import random_tallies
from oracles.scoring import RULES, minimum, possible, scores

NAMES = "ABCDEF"


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=tries(50, 150), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_engine_and_oracle_agree_on_scores(name: str, seed: int) -> None:
    """Compare the points of every side, and whether the hand is possible."""
    texts = random_tallies(random.Random(seed), RULES[name])
    rules = ruleset(name)
    letters = iter(NAMES)
    players = tuple(tuple(next(letters) for _ in range(size)) for size in rules.seats.sides)
    renamed = [text.replace("Ann", "A").replace("Bob", "B").replace("Cat", "C") for text in texts]
    counted = count_hand(tuple(map(read_tally, renamed)), players, rules)
    assert possible(texts, RULES[name]) in (counted.possible, None), texts
    if counted.possible:
        assert [sheet.total for sheet in counted.sheets] == scores(texts, RULES[name]), texts


@pytest.mark.parametrize("name", RULES)
@given(total=st.integers(-5000, 12_000))
def test_engine_and_oracle_agree_on_minimums(name: str, total: int) -> None:
    assert minimum_of(total, 1, ruleset(name)).points == minimum(total, RULES[name])
