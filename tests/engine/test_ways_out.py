"""Ways out under house rules: the search asks the rules, and has none of its own."""

import pytest
from sample_table import table

from canasta_cli.engine.movegen.choices import Way
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.legal_turns import with_pile
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.taking import takings
from canasta_cli.engine.view import View
from canasta_cli.model.cards import USUAL_WILD_RANKS, LayOff, Meld
from canasta_cli.notation.cards import read_cards, read_order, write_meld
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import Ruleset

CLASSIC = ruleset("classic")
BLACK_MIXED = changed(CLASSIC, {"ranks.3B.wilds": "any"})
WILD_ONLY = changed(CLASSIC, {"melds.wild_only": True})
APART = changed(CLASSIC, {"melds.same_rank": "apart"})


def _out(hand: str, table: str, rules: Ruleset) -> tuple[Way, ...]:
    melds = tuple(Meld(read_cards(word), USUAL_WILD_RANKS) for word in table.split())
    return ways_out(View.of(hand=read_cards(hand), melds=melds, opened=True), rules).ways


def _laid(ways: tuple[Way, ...]) -> list[list[str]]:
    return [[write_meld(meld) for meld in way.melds] for way in ways]


@pytest.mark.parametrize(("rules", "possible"), [(BLACK_MIXED, True), (CLASSIC, False)])
def test_wild_cards_are_melded_with_black_threes_if_the_rules_allow_it(
    rules: Ruleset, possible: bool
) -> None:
    assert (["3B3BW"] in _laid(_out("3B3BW", "7777777", rules))) == possible


@pytest.mark.parametrize(("rules", "possible"), [(WILD_ONLY, True), (CLASSIC, False)])
def test_wild_cards_make_a_meld_of_their_own_if_the_rules_allow_it(
    rules: Ruleset, possible: bool
) -> None:
    assert (["KKK", "222W"] in _laid(_out("KKK222W", "7777222", rules))) == possible


def test_wild_cards_are_laid_off_on_a_meld_of_wild_cards() -> None:
    ways = _out("22KKK", "7777777 222W", WILD_ONLY)
    onto = [lay for way in ways for lay in way.melds if isinstance(lay, LayOff)]
    assert any(lay.onto.rank is None and len(lay.cards) == 2 for lay in onto)


def test_cards_join_the_meld_of_their_rank_and_its_limits_apply_to_all_of_it() -> None:
    assert _out("77", "77777", CLASSIC)
    assert not _out("72", "7777222", CLASSIC)[1:]  # four wild cards: only the discard is left


def test_a_second_set_of_a_rank_is_separate_if_the_rules_allow_it() -> None:
    """The set on the table has three wild cards, the most it may have; a new set may have one."""
    assert ["7772"] in _laid(_out("7772", "7777222", APART))
    assert ["7772"] not in _laid(_out("7772", "7777222", CLASSIC))


@pytest.mark.parametrize("table", ["7xK KKKKKK", "KKKKKK 7xK"])
def test_a_king_that_completes_a_second_canasta_earns_more(table: str) -> None:
    ways = _out("K", table, APART)
    gains = [way.gain for way in ways]
    assert len(set(gains)) == 3
    assert gains == sorted(gains, reverse=True)


def test_a_special_hand_of_cards_from_the_pile_is_no_way_out() -> None:
    rules = ruleset("modern-american-pagat")
    known = table(read_cards("66778899TTJKK"), ()).replace(pile=read_order("J Q Q K"), buried=0)
    taken = list(with_pile(takings(known, rules), known, rules))
    assert find_special(taken[0].hand, rules) is not None
    for start in taken:
        found = ways_out(known, rules, start)
        assert not any(way.special for way in found.ways)
        assert found.refused is None or found.refused.way.special is None


def test_ways_out_are_found_even_if_the_melds_are_unknown() -> None:
    assert ways_out(View.of(hand=read_cards("KKK2"), opened=True), CLASSIC).ways


def test_ways_out_are_sorted_by_what_they_earn() -> None:
    """A deuce added to a natural canasta makes it a mixed one, which earns less."""
    ways = _out("KKK2QQQ", "7777777", CLASSIC)
    earned = [way.gain for way in ways]
    assert earned == sorted(earned, reverse=True)
    spoiled = [way.gain for way in ways if "7:2" in map(write_meld, way.melds)]
    assert spoiled == [earned[0] - 200]


def test_penalties_for_unfinished_melds_reduce_what_a_way_earns() -> None:
    """A deuce added to three natural aces makes them mixed, which saves the penalty for aces."""
    rules = changed(CLASSIC, {"ranks.A.canasta": 2500, "ranks.A.unfinished": 1000})
    ways = _out("AAAQQQ2", "7777777", rules)
    laid = [" ".join(each) for each in _laid(ways)]
    assert laid[0] == "QQQ AAA2"
    assert ways[0].gain - ways[laid.index("QQQ2 AAA")].gain == 1000
    earned = [way.gain for way in ways]
    assert earned == sorted(earned, reverse=True)
