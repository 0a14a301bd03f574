"""A partly known hand: cards come and go, and unseen ones may be those that make a play legal."""

import pytest
from looping import for_each_case

from canasta_cli.engine.game.whole_turn import rule_on_turn
from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.notation.cards import read_cards, read_meld, read_order
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset

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


@for_each_case(
    ("shown", "size", "legal"),
    [
        ("7", 2, None),
        ("77", 3, None),
        ("774", 4, False),
        ("7", 16, None),
        ("7", 17, False),
    ],
)
def test_unseen_cards_may_be_sevens_too(shown: str, size: int, legal: bool | None) -> None:
    """A seven may be discarded early if the hand has nothing else; the deck has 16 of them."""
    view = View.of(
        held=Held(read_cards(shown), size - len(read_cards(shown))),
        melds=(read_meld("KKKK"),),
        their_melds=(read_meld("QQQQ"),),
    )
    ruling = rule_on(read_turn("discard 7"), view, ruleset("pennies-from-heaven"))
    assert ruling.verdict.legal is legal


@for_each_case(
    ("shown", "size", "points", "enough"),
    [
        # The jacks are worth 30; tens with a deuce make 40 more, queens with a joker 70.
        ("457TTJJQQA", 10, 30, True),
        ("457TTJJQQA", 10, 35, False),
        ("457TTJJQQA", 11, 100, True),
        ("457TTJJQQA", 11, 105, False),
        ("457TTJJQQA", 12, 140, True),
        ("457TTJJQQA", 12, 145, False),
        # Sevens with a deuce make 30 more, but need the seven of the hand too.
        ("457TTJJQQA", 14, 170, True),
        ("45TTJJQQAA", 14, 145, False),
    ],
)
def test_an_unseen_card_counts_for_the_initial_meld_where_it_counts_most(
    shown: str, size: int, points: int, enough: bool
) -> None:
    """One seven, a deuce and a joker of the melds come from the pile; all else is from the hand."""
    view = View.of(
        held=Held(read_cards(shown), size - len(read_cards(shown))),
        pile=read_order("72WJ"),
        minimum=points,
        melds=(),
        stock=40,
        total=0,
    )
    turn = read_turn("take J with JJ meld 772 TT2 QQW discard 4")
    verdict = rule_on_turn(turn, view, ruleset("classic")).verdict
    refused = [finding.rule for finding in verdict.refused]
    assert ("opening.minimum" not in refused) is enough
