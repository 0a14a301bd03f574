"""Recorded hands without some suits: nothing is refused that some choice of suits allows."""

from functools import partial
from random import Random

import pytest
from casefiles import rules_named
from hypothesis import given, settings
from random_hands import EXAMPLES, RULESETS, hand_of, random_hand, seats_of, seeds
from suit_oracle import is_consistent, is_simple, rewritten, with_suits

from canasta_cli.engine.game.verification import verified
from canasta_cli.model.cards import Card, Suit
from canasta_cli.model.game import Game
from canasta_cli.model.turn import Deal
from canasta_cli.rules.schema import Ruleset

SIMPLE = tuple(name for name in RULESETS if is_simple(rules_named(name)))
WITH_RUNS = tuple(name for name in SIMPLE if rules_named(name).melds.runs)


def _in_suits(name: str, seed: int) -> tuple[Ruleset, Game, Deal, Random]:
    """Play a hand at random, with the suit of every card."""
    ruleset, game, deal, _ = random_hand(name, seed)
    random = Random(seed)
    players = seats_of(game, ruleset).players
    return ruleset, game, with_suits(deal, players, ruleset, random), random


def _found(game: Game, deal: Deal, ruleset: Ruleset) -> list[object]:
    return [
        (each.turn, each.finding and each.finding.reason)
        for each in verified(game._replace(hands=(hand_of(game, deal),)), ruleset).differences
    ]


@pytest.mark.parametrize("name", SIMPLE)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_hand_is_right_whatever_suits_are_left_out(name: str, seed: int) -> None:
    ruleset, game, deal, random = _in_suits(name, seed)
    assert not _found(game, deal, ruleset)
    for share in (0.1, 0.5, 1.0):
        fewer = rewritten(deal, partial(_sometimes_unsuited, share, random))
        assert not _found(game, fewer._replace(left=deal.left), ruleset), share
        assert not _found(game, fewer, ruleset), share


def _sometimes_unsuited(share: float, random: Random, card: Card) -> Card:
    return _unsuited(card) if random.random() < share else card


def _unsuited(card: Card) -> Card:
    return Card(card.rank)


@pytest.mark.parametrize("name", WITH_RUNS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_a_hand_is_refused_only_if_no_choice_of_suits_fits(name: str, seed: int) -> None:
    """Some suits are left out and some are wrong; the oracle tries every choice of those left out."""
    ruleset, game, deal, random = _in_suits(name, seed)
    players = seats_of(game, ruleset).players
    for _ in range(4):
        left_out, wrong = random.random(), random.choice([0.01, 0.03])

        def other(card: Card, left_out: float = left_out, wrong: float = wrong) -> Card:
            if random.random() < left_out:
                return _unsuited(card)
            if card.suit is None or card.rank.three or random.random() >= wrong:
                return card
            return Card(card.rank, random.choice(list(Suit)))

        changed = rewritten(deal, other)
        found = _found(game, changed, ruleset)
        assert not (found and is_consistent(changed, players, ruleset)), (changed, found)
