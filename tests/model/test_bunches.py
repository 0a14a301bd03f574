"""Bunches of cards, sides and shapes of melds, under every ruleset."""

from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given
from looping import for_each_case
from strategies import cards

from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    MOST_CARDS,
    NO_CARDS,
    USUAL_WILD_RANKS,
    Card,
    Cards,
    Meld,
    Rank,
    Shape,
    Suit,
    three,
    together,
)
from canasta_cli.model.game import Game, Side

TABLE = Game(
    "friday",
    ("Ann", "Bob", "Cat", "Dan"),
    (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan"))),
    "Dan",
)


@given(cards, cards)
def test_a_bunch_is_its_cards_whatever_their_order(one: Cards, other: Cards) -> None:
    """Equal bunches are equal keys, and adding them keeps every card."""
    both = one + other
    assert both == other + one
    assert hash(both) == hash(other + one)
    assert together((one, other)) == both
    assert len(both) == len(one) + len(other)
    assert USUAL_WILD_RANKS.count(both) == USUAL_WILD_RANKS.count(one) + USUAL_WILD_RANKS.count(
        other
    )
    assert sum(both.by_rank().values()) == len(both)
    assert all(both.of(rank) == count for rank, count in both.by_rank().items())


def test_a_bunch_equals_no_other_kind_of_thing() -> None:
    assert Cards([Card(Rank.KING)]) != [Card(Rank.KING)]
    assert not NO_CARDS


def test_a_card_is_made_once_and_never_changed() -> None:
    king = Card(Rank.KING, Suit.HEARTS)
    assert Card(Rank.KING, Suit.HEARTS) is king is not Card(Rank.KING)
    assert deepcopy(king) is king
    with pytest.raises(AttributeError, match="can't be changed"):
        king.suit = None


def test_cards_are_written_in_the_order_of_their_ranks_and_suits() -> None:
    every = [Card(rank, suit) for rank in Rank for suit in (None, *Suit)]
    assert sorted(every, key=lambda card: card.order) == every
    assert [rank.order for rank in Rank] == list(range(len(Rank)))


def test_a_bunch_shows_its_cards_to_a_programmer() -> None:
    assert repr(Cards([Card(Rank.JOKER), Card(Rank.KING, Suit.HEARTS)])) == "Cards(KH W)"
    assert repr(NO_CARDS) == "Cards()"


def test_every_rank_has_words_for_one_and_for_several() -> None:
    assert len({rank.one for rank in Rank}) == len({rank.many for rank in Rank}) == len(Rank)


def test_a_rank_is_natural_wild_or_a_three_and_only_one_of_them() -> None:
    for rank in Rank:
        assert [rank in FOUR_TO_ACE, rank in USUAL_WILD_RANKS, rank.three].count(True) == 1
        assert rank.four_to_ace is (rank in FOUR_TO_ACE)


@for_each_case("suit", list(Suit))
def test_a_three_is_red_or_black_as_its_suit_is(suit: Suit) -> None:
    assert three(suit) == Card(Rank.RED_THREE if suit.red else Rank.BLACK_THREE, suit)
    assert three(suit).symbol == f"3{suit.value}"


@pytest.mark.parametrize(("player", "side"), [("Ann", "Us"), ("Dan", "Them")])
def test_a_game_knows_the_side_of_each_player(player: str, side: str) -> None:
    assert TABLE.side(player).name == side


def test_a_stranger_has_no_side() -> None:
    with pytest.raises(KeyError, match="Eve"):
        TABLE.side("Eve")


def test_no_cards_are_no_meld() -> None:
    assert Meld(NO_CARDS, USUAL_WILD_RANKS).shape is Shape.NOTHING
    assert Meld(NO_CARDS, USUAL_WILD_RANKS).rank is None
    assert Meld(NO_CARDS, USUAL_WILD_RANKS).suit is None


@given(cards, cards)
def test_removing_what_was_added_changes_nothing(one: Cards, other: Cards) -> None:
    both = one + other
    assert both.has(one)
    assert both - other == one
    assert len(both) == len(one) + len(other)
    assert all(both.of(rank) == one.of(rank) + other.of(rank) for rank in Rank)


@given(cards, cards)
def test_a_bunch_has_another_if_it_has_each_card_as_often(one: Cards, other: Cards) -> None:
    assert one.has(other) is all(list(one).count(card) >= list(other).count(card) for card in other)
    assert Counter(one - other) == Counter(one) - Counter(other)
    assert len(one - other) == len(list(one - other))


@given(cards)
def test_suits_are_those_of_the_cards(bunch: Cards) -> None:
    for suit in (None, *Suit):
        assert bunch.all_of(suit) is all(card.suit is suit for card in bunch)
    assert bunch.without_suits() == Cards([Card(card.rank) for card in bunch])


def test_more_cards_than_any_deck_has_are_refused() -> None:
    many = Cards([Card(Rank.KING)] * MOST_CARDS)
    assert many.of(Rank.KING) == MOST_CARDS
    with pytest.raises(NotUnderstood, match="no deck has as many"):
        many + many
    with pytest.raises(NotUnderstood, match="no deck has as many"):
        Cards([*many, Card(Rank.KING)])
