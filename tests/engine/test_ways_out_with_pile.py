"""Compare ways to go out that take the pile with the generator of all legal turns."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing_out import moves
from sample_table import table
from sampling import tries

from canasta_cli.engine.game.random_play import whole_deck
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.melds import UNLIMITED, Effort
from canasta_cli.engine.table import add_to_table
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Cards, Meld
from canasta_cli.notation.cards import read_cards, read_order
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset

RULESETS = ("classic", "cardgames-io", "samba", "bolivia", "sevens", "modern-american-pagat")
EXAMPLES = tries(12, 25, "EXAMPLES")


def _known(hand: Cards, melds: tuple[Meld, ...], pile: tuple[Card, ...]) -> View:
    given = table(hand, melds)
    return given.replace(pile=pile, buried=0, red_threes=0, first_turn=False, asked=True)


def _table(rules: Ruleset, seed: int) -> View:
    """A side with canastas and a hand of few ranks, so that some hands can be played completely."""
    chance = Random(seed)
    cards = [card for card in whole_deck(rules) if not card.rank.three]
    ranks = chance.sample(sorted({c.rank for c in cards if c.rank.four_to_ace}, key=str), 5)
    melds = []
    for rank in ranks[:2]:
        laid = [card for card in cards if card.rank is rank][: chance.choice((4, 7, 7))]
        for card in laid:
            cards.remove(card)
        melds.append(Meld(Cards(laid), USUAL_WILD_RANKS))
    near = [card for card in cards if card.rank in ranks or card.rank in USUAL_WILD_RANKS]
    drawn = chance.sample(near, chance.randint(6, 11))
    pile = drawn[: chance.randint(1, 4)]
    return _known(Cards(drawn[len(pile) :]), tuple(melds), tuple(pile))


def _by_generator(known: View, rules: Ruleset) -> set[object]:
    """Find how the pile is taken, the melds after it and the discard, of turns that go out."""
    return {
        (write_turn(play.turn).split(" meld ")[0].split(" discard ")[0].split(" join ")[0].split(" out")[0],
         tuple(sorted(map(str, play.melds or ()))),
         None if play.discard is None else tuple(card.rank for card in play.discard.cards))
        for turn in moves(known, rules)
        for play in (Play(turn, known, rules, whole=True),)
        if play.goes_out
    }  # fmt: skip


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 2**32))
def test_the_search_goes_out_with_the_pile_exactly_if_the_generator_does(
    name: str, seed: int
) -> None:
    rules = ruleset(name)
    known = _table(rules, seed)
    found = [way for way in ways_out(known, rules).ways if way.take is not None]
    assert bool(found) == bool(_by_generator(known, rules)), (known.hand, known.pile, known.melds)


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 2**32))
def test_a_search_that_left_out_something_says_so(name: str, seed: int) -> None:
    rules = ruleset(name)
    known = _table(rules, seed)
    whole = ways_out(known, rules, effort=Effort(UNLIMITED))
    for most in (1, 10, 30, 100, 300, 1_000, 10_000):
        found = ways_out(known, rules, effort=Effort(most))
        assert found.untried or found.ways == whole.ways, most


def test_every_way_with_the_pile_is_listed_once() -> None:
    rules = ruleset("classic")
    melds = (
        Meld(read_cards("77777"), USUAL_WILD_RANKS),
        Meld(read_cards("555555"), USUAL_WILD_RANKS),
    )
    known = _known(read_cards("KKK44"), melds, read_order("7 7 5 4"))
    ways = ways_out(known, rules).ways
    turns = [
        (
            tuple(
                sorted(
                    map(
                        str,
                        add_to_table(
                            way.melds, (*melds, Meld(read_cards("444"), USUAL_WILD_RANKS)), rules
                        )[1],
                    )
                )
            ),
            way.discard,
        )
        for way in ways
    ]
    assert len(set(turns)) == len(turns) == len(_by_generator(known, rules))
    drew = ways_out(known.replace(drew=Drew.STOCK), rules)
    assert not drew.ways
