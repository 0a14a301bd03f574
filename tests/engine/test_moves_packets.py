"""Legal turns that pick up a foot or show a special hand, listed completely."""

from random import Random

import playing_out
import pytest
from playing_out import moves
from sample_table import table

from canasta_cli.engine.game.random_play import random_deal
from canasta_cli.engine.view import EMPTY, UNKNOWN, Held, View
from canasta_cli.model.cards import NO_CARDS, USUAL_WILD_RANKS, Meld
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import TakeFoot
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.library import ruleset

HAND_AND_FOOT = ruleset("hand-and-foot")


def _table(hand: str, *melds: str, foot: bool = False) -> View:
    laid = tuple(Meld(read_cards(each), USUAL_WILD_RANKS) for each in melds)
    return table(read_cards(hand), laid).replace(foot=UNKNOWN if foot else EMPTY, partner_foot=True)


def test_a_foot_is_picked_up_only_if_the_hand_is_used_up() -> None:
    known = _table("K9", "KKKK", "9999", foot=True)
    all_known = known.replace(foot=Held(read_cards("4456")))
    found = list(moves(all_known, HAND_AND_FOOT, read_cards("K9")))
    with_foot = [turn for turn in found if any(isinstance(c, TakeFoot) for c in turn.clauses)]
    assert {write_turn(turn) for turn in with_foot} == {
        f"draw 9K meld 9:99 K:KK foot 4456 discard {card}" for card in "456"
    }
    assert all(len(turn.clauses[-1:]) == 1 for turn in found)
    # If the cards of the foot are unknown, these turns are not listed; the others are the same.
    others = [turn for turn in found if turn not in with_foot]
    assert list(moves(known, HAND_AND_FOOT, read_cards("K9"))) == others


def test_a_special_hand_is_listed_for_a_player_who_has_melded_nothing() -> None:
    rules = ruleset("modern-american-pagat")
    known = _table("445566778899T")
    found = [write_turn(turn) for turn in moves(known, rules, read_cards("T"))]
    assert found[-1] == "draw T special 445566778899TT"
    assert [text for text in found if "special" in text] == found[-1:]


def test_listing_turns_needs_the_hand_and_the_melds() -> None:
    for incomplete in (View.of(melds=()), View.of(hand=NO_CARDS)):
        with pytest.raises(ValueError, match="the hand and the melds of the side must be known"):
            next(moves(incomplete, HAND_AND_FOOT))


def test_a_random_hand_that_does_not_end_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset("classic")
    seats = Seating(("Ann", "Bob", "Cat", "Dan"), (0, 1, 0, 1), (0, 0), 1)
    deal = random_deal(seats, rules, Random(1).shuffle)
    monkeypatch.setattr(playing_out, "MOST_TURNS", 1)
    with pytest.raises(RuntimeError, match="did not end after 2 turns"):
        playing_out.play_out(deal, seats, rules, Random(1).choice)


def test_the_discard_of_an_opening_may_be_one_of_its_extra_cards() -> None:
    rules = ruleset("mexicana")
    known = _table("99KKKA")
    order = (*read_cards("9"), *read_cards("3H44567788TTJJQQ"))
    turns = moves(known.replace(order=order), rules, read_cards("9"))
    with_nines = [text for text in map(write_turn, turns) if "999" in text]
    assert with_nines == [f"draw 9 meld 999 KKK discard {card}" for card in "45678TJQA"]
    unseen = [write_turn(t) for t in moves(known, rules, read_cards("9")) if t.melded]
    assert unseen == ["draw 9 meld 999 KKK discard A"]
