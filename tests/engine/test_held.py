"""A partly known hand, while cards come and go."""

import pytest

from canasta_cli.engine.view import Held
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank

KINGS = Cards([Card(Rank.KING)] * 2)


@pytest.mark.parametrize("came", [0, 1, 4])
def test_cards_that_came_in_unseen_are_counted_once(came: int) -> None:
    """Three cards, then ``came`` cards, then a pile of unknown size."""
    hand = Held(NO_CARDS, 3).plus(NO_CARDS, came).plus(KINGS, None)
    assert hand.size is None
    assert hand.at_least == 3 + came + len(KINGS)


def test_a_card_that_was_not_named_comes_from_the_unseen_ones() -> None:
    hand = Held(NO_CARDS, 3).plus(KINGS).minus(Cards([Card(Rank.KING)] * 3))
    assert (hand.cards, hand.unseen) == (NO_CARDS, 2)
    assert not hand.lacks(KINGS)
    assert hand.lacks(Cards([Card(Rank.KING)] * 3)) == {Rank.KING: 3}
