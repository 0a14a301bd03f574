"""Rare legal turns: the generator and the rules agree about them."""

import pytest
from casefiles import rules_named
from looping import for_each_case
from playing_out import moves
from sample_table import table

from canasta_cli.engine.game.whole_turn import rule_on_turn
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Meld
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed


def _table(hand: str, *melds: str, stock: int = 40, pile: str = "9") -> View:
    laid = tuple(Meld(read_cards(each), USUAL_WILD_RANKS) for each in melds)
    return table(read_cards(hand), laid).replace(stock=stock, pile=read_order(pile), buried=0)


@pytest.mark.parametrize(
    ("does", "expected"),
    [("nothing", ["draw 3R"]), ("meld", ["draw 3R", "draw 3R meld KKK"])],
)
def test_a_red_three_as_the_last_card_ends_the_hand(does: str, expected: list[str]) -> None:
    rules = changed(ruleset("classic"), {"stock.last_red_three": does})
    known = _table("KKK45", "QQQ", stock=1)
    found = [write_turn(turn) for turn in moves(known, rules, read_cards("3R"))]
    assert found == expected
    for text in ("draw 3R", "draw 3R meld KKK", "draw 3R discard 4"):
        ruling = rule_on_turn(read_turn(text), known, rules)
        assert (ruling.verdict.legal is True) is (text in expected), text


def test_a_red_three_drawn_with_another_card_does_not_end_the_hand() -> None:
    rules = ruleset("samba")
    known = _table("5H9C", "QQQ", stock=2)
    found = [write_turn(turn) for turn in moves(known, rules, read_cards("4S3R"))]
    assert found == [f"draw 4S3R discard {card}" for card in ("4S", "5H", "9C")]


def test_any_two_wild_cards_take_a_wild_card_if_the_rules_allow_it() -> None:
    house = {"pile.wild_top": "wild", "melds.wild_only": True, "pile.wild_freezes": False}
    rules = changed(ruleset("classic"), house)
    known = _table("22WW4", "KKK", pile="9 2")
    found = [write_turn(turn) for turn in moves(known, rules)]
    taken = {text.split(" meld ")[0].split(" discard ")[0] for text in found}
    assert taken == {"take 2 with 22", "take 2 with 2W", "take 2 with WW"}


def test_a_large_pile_with_a_dead_rank_on_top_is_refused_at_once() -> None:
    """The rank of the top card is dead, whatever else is melded from a hand of forty cards."""
    rules = ruleset("modern-american-league")
    pile = "5 6 7 8 9 T J Q K A " * 4 + "4"
    known = _table("4455", "KKKK", stock=0, pile=pile).replace(
        their_melds=(Meld(read_cards("4444444"), USUAL_WILD_RANKS),)
    )
    assert list(moves(known, rules)) == []


def test_a_canasta_that_opens_without_a_minimum_is_of_the_hand_not_of_the_pile() -> None:
    """Cards of the pile can't open, so the search doesn't try them for an opening."""
    rules = ruleset("modern-american-pagat")
    pile = "5 6 7 8 9 J Q K A " * 5 + "T"
    known = _table("TTKK44", stock=0, pile=pile).replace(opened=False)
    assert list(moves(known, rules)) == []


def test_cards_of_a_foot_picked_up_in_an_opening_can_be_melded() -> None:
    """The natural meld that an opening needs was laid before, so the foot needs none."""
    rules = changed(ruleset("hand-and-foot"), {"opening.contains": "natural"})
    known = _table("KKKQ", pile="9").replace(minimum=50, foot=Held(read_cards("K77884")))
    found = [write_turn(turn) for turn in moves(known, rules, read_cards("QQ"))]
    assert [text for text in found if " foot " in text and "K:K" in text] == [
        f"draw QQ meld QQQ KKK foot 47788K meld K:K discard {card}" for card in "478"
    ]


def test_a_card_of_the_foot_may_complete_the_canasta_needed_to_go_out() -> None:
    """Going out needs a mixed canasta, and the only card of the foot completes it."""
    rules = changed(ruleset("hand-and-foot"), {"deal.foot": 1})
    melds = ("222WWWW", "AAAAAA2", "JJJJ22", "9999999", "444444")
    known = _table("224444", *melds, pile="2").replace(foot=Held(read_cards("J")), total=1500)
    found = [write_turn(t) for t in moves(known, rules)]
    with_foot = [text for text in found if " foot " in text]
    assert with_foot == ["take 2 with 22 ask yes meld 4:4 444 foot J meld J:J out"]


# A ruleset with house rules, the table, the cards that come, and every legal turn.
EVERY_TURN = {
    "draw-and-meld-kings": (
        ruleset("classic"),
        _table("KK24", "777", pile="5 9"),
        read_cards("K"),
        [
            "draw K discard 4",
            "draw K discard K",
            "draw K discard 2",
            "draw K meld KKK discard 4",
            "draw K meld KKK discard 2",
            "draw K meld KK2 discard 4",
            "draw K meld KK2 discard K",
            "draw K meld 7:2 discard 4",
            "draw K meld 7:2 discard K",
        ],
    ),
    "take-to-open-with-an-empty-stock": (
        ruleset("classic"),
        _table("KK24", stock=0, pile="5 K"),
        None,
        [
            "take K with KK meld K:2 discard 4",
            "take K with KK meld K:2 discard 5",
        ],
    ),
    "going-out-with-the-pile-always-opens": (
        changed(ruleset("classic"), {"opening.exempt": "always"}),
        _table("99KKKKKK", stock=0, pile="K 9").replace(total=3000),
        None,
        [
            "take 9 with 99 meld 7xK out",
        ],
    ),
    "a-four-that-is-wild-goes-with-queens": (
        rules_named("fours"),
        _table("KK2", "QQQ"),
        read_cards("4"),
        [
            "draw 4 discard 4",
            "draw 4 discard K",
            "draw 4 discard 2",
            "draw 4 meld Q:4 discard K",
            "draw 4 meld Q:4 discard 2",
        ],
    ),
    "foot-with-the-first-canasta": (
        ruleset("pennies-from-heaven"),
        _table("KK", "KKK").replace(foot=Held(read_cards("44567"))),
        read_cards("KK"),
        [
            "draw KK discard K",
            "draw KK meld K:K discard K",
            "draw KK meld K:KK discard K",
            "draw KK meld K:KKKK foot 44567 discard 4",
            "draw KK meld K:KKKK foot 44567 discard 5",
            "draw KK meld K:KKKK foot 44567 discard 6",
        ],
    ),
}


@for_each_case("name", EVERY_TURN)
def test_every_legal_turn_of_a_known_hand_is_listed(name: str) -> None:
    rules, known, comes, expected = EVERY_TURN[name]
    assert [write_turn(turn) for turn in moves(known, rules, comes)] == expected
