"""The referee against an oracle of plays that was written from the rules without seeing it."""

import os
import random
from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_play import (
    RULES,
    can_go_out,
    may_discard,
    may_meld,
    may_take,
    meld_can_be,
    opening_possible,
    random_discard,
    random_lay,
    random_meld,
    random_opening,
    random_out,
    random_pickup,
    shortest_opening,
    shortfall,
)

from canasta_cli.engine.known import Drew, Known
from canasta_cli.engine.melding import MELDING, Lying
from canasta_cli.engine.openings import openings
from canasta_cli.engine.referee import rule_on
from canasta_cli.engine.rule import judge
from canasta_cli.engine.ways_out import ways_out
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto
from canasta_cli.model.turn import Discard, Lay, MeldDown, Take, Turn
from canasta_cli.rules.library import ruleset

EXAMPLES = settings(max_examples=int(os.environ.get("EXAMPLES", "30")), deadline=None)
seeds = st.integers(0, 2**32)
every_ruleset = pytest.mark.parametrize("name", RULES)


def _card(symbol: str) -> Card:
    return Card(Rank(symbol))


def _cards(symbols: Iterable[str]) -> Cards:
    return Cards(_card(symbol) for symbol in symbols)


def _table(melds: Mapping[str, Iterable[str]]) -> tuple[Meld, ...]:
    return tuple(Meld(_cards(cards)) for cards in melds.values())


def _lays(
    melds: Mapping[str, Iterable[str]], table: Mapping[str, Iterable[str]]
) -> tuple[Lay, ...]:
    """Melds by rank; onto a meld on the table where one of the rank lies there."""
    return tuple(
        LayOff(Onto(Rank(rank)), _cards(cards)) if rank in table else Meld(_cards(cards))
        for rank, cards in melds.items()
        if list(cards)
    )


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_melds(name: str, seed: int) -> None:
    cards, going_out = random_meld(random.Random(seed), RULES[name])
    verdict = judge(Lying(Meld(_cards(cards)), going_out), MELDING, ruleset(name))
    assert verdict.legal == meld_can_be(cards, RULES[name], going_out), cards


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_laying_down(name: str, seed: int) -> None:
    asked = random_lay(random.Random(seed), RULES[name])
    if not asked.melds:
        return
    known = Known(
        hand=_cards(asked.hand),
        melds=_table(asked.table),
        opened=asked.opened,
        minimum=asked.minimum,
        drew=Drew.STOCK if asked.drew_stock else Drew.PILE,
    )
    turn = Turn((MeldDown(_lays(asked.melds, asked.table)),))
    ruling = rule_on(turn, known, ruleset(name))
    refused = [finding.rule for finding in ruling.verdict.refused]
    assert ruling.verdict.legal == may_meld(asked, RULES[name]), (asked, refused)


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_taking_the_pile(name: str, seed: int) -> None:
    asked = random_pickup(random.Random(seed), RULES[name])
    if asked.onto is None and asked.top in asked.table:
        return  # asked without saying whether the top card is laid off
    if asked.pile_size == 1 == len(asked.hand) and ruleset(name).pile.one_card.value == "allowed":
        return  # two sources are silent here, and the oracle reads them as the others
    onto = Onto(Rank(asked.onto)) if asked.onto and Rank(asked.onto).natural else None
    if asked.onto and onto is None:
        return
    known = Known(
        hand=_cards(asked.hand),
        melds=_table(asked.table),
        opened=asked.opened,
        minimum=asked.minimum,
        frozen=asked.frozen,
        pile_size=asked.pile_size,
        top=_card(asked.top),
    )
    then = _lays(asked.then, {**asked.table, asked.top: [asked.top]})
    take = Take(_card(asked.top), _cards(asked.with_cards), onto, then=then)
    ruling = rule_on(Turn((take,)), known, ruleset(name))
    refused = [finding.rule for finding in ruling.verdict.refused]
    assert ruling.verdict.legal == may_take(asked, RULES[name]), (asked, refused)


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_discards(name: str, seed: int) -> None:
    card, hand, out = random_discard(random.Random(seed), RULES[name])
    canastas = Meld(_cards(["K"] * 7)), Meld(_cards(["Q"] * 7))
    known = Known(hand=_cards(hand), melds=canastas if out else (Meld(_cards("KKK")),))
    ruling = rule_on(Turn((Discard(_cards([card])),)), known, ruleset(name))
    assert ruling.verdict.legal == may_discard(card, hand, RULES[name], out), (card, hand, out)


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_openings(name: str, seed: int) -> None:
    """Never one missed, none that is not there, and the shortest is the shortest."""
    hand, minimum, top = random_opening(random.Random(seed), RULES[name])
    rules = RULES[name]
    known = Known(hand=_cards(hand), minimum=minimum, opened=False, melds=(), pile_size=1)
    found = openings(known, ruleset(name), top=_card(top) if top else None)
    tops = (None, top) if top else (None,)
    # The oracle counts the top card among the cards laid; a way counts those of the hand.
    laid = [(at, shortest_opening(hand, rules, minimum, at)) for at in tops]
    shortest = min((each - bool(at) for at, each in laid if each is not None), default=None)
    assert found.possible == any(opening_possible(hand, rules, minimum, at) for at in tops), hand
    if found.fewest_cards is not None:
        assert found.fewest_cards.cards == shortest
    else:
        assert found.short == min(shortfall(hand, rules, minimum, each) for each in tops)


@every_ruleset
@EXAMPLES
@given(seed=seeds)
def test_going_out(name: str, seed: int) -> None:
    hand, table, opened, drew_stock, minimum = random_out(random.Random(seed), RULES[name])
    known = Known(
        hand=_cards(hand),
        melds=_table(table),
        opened=opened,
        minimum=minimum,
        drew=Drew.STOCK if drew_stock else Drew.PILE,
    )
    found = ways_out(known, ruleset(name))
    expected = can_go_out(hand, table, RULES[name], opened, drew_stock, minimum)
    assert bool(found) == expected, (hand, table, [way.melds for way in found[:2]])


def test_nothing_is_no_hand() -> None:
    assert ways_out(Known(hand=NO_CARDS), ruleset("classic")) == ()
