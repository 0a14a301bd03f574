"""If a meld is legal is decided by its cards without the suits that don't matter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import EXAMPLES
from strategies import cards

from canasta_cli.engine.melds import judge_meld, meld_is_legal
from canasta_cli.model.cards import FOUR_TO_ACE, Card, Cards, Meld, Suit
from canasta_cli.rules import library

in_suit = st.builds(
    lambda low, size, suit: Cards([Card(rank, suit) for rank in FOUR_TO_ACE[low : low + size]]),
    st.integers(0, 9),
    st.integers(1, 8),
    st.sampled_from(list(Suit)),
)


@pytest.mark.parametrize("name", library.names())
@given(laid=cards | in_suit, going_out=st.sampled_from((True, False, None)))
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_meld_is_legal_if_its_verdict_says_so(
    name: str, laid: Cards, going_out: bool | None
) -> None:
    rules = library.ruleset(name)
    meld = Meld(laid, rules.wild_ranks)
    verdict = judge_meld(meld, rules, going_out=going_out)
    assert meld_is_legal(meld, rules, going_out=going_out) is verdict.legal
