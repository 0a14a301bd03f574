"""Hands of which some cards are unknown: the same numbers as when all are known, and no refusal.

The cards that players draw and pick up are given in their turns.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from random_hands import EXAMPLES, SMALL, TRIED, random_hand, seats_of, seeds
from replaying import Replay, replay

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.verification import DealtCase, judge_deal
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.model.turn import Deal, RecordedTurn


def _known_in_part(deal: Deal, whole: Replay) -> Iterator[Deal]:
    """Yield a deal without its upcard, its stock or its feet, and without all of them."""
    turns = tuple([RecordedTurn(step.ruling.play.turn) for step in whole.steps])
    deal = deal._replace(turns=turns)
    no_feet = tuple([hand._replace(foot=NO_CARDS) for hand in deal.hands])
    # Of several upcards, or one that puts cards under it, the number is known only with them; a three
    # is laid out when the pile is taken.
    counted = whole.start.pile_size > 1 or any(card.rank.three for card in deal.upcards)
    upcards = deal.upcards if counted else ()
    yield deal._replace(upcards=upcards)
    yield deal._replace(stock=None)
    yield deal._replace(hands=no_feet)
    yield deal._replace(hands=no_feet, upcards=upcards, stock=None)


def _counted(position: Position) -> object:
    """The numbers of cards that everyone can count, and all that lies face up."""
    packets = (*position.hands, *position.feet, *position.bonus)
    return (
        [packet.size for packet in packets],
        position.pile_size,
        position.stock,
        position.melds,
        [threes.by_rank() for threes in position.threes],  # of those not seen, suits are unknown
        position.player,
        position.ending,
        position.alone,
    )


@pytest.mark.parametrize("name", [*TRIED, *SMALL])
@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_unknown_cards_change_no_number_and_refuse_nothing(name: str, seed: int) -> None:
    ruleset, game, deal, whole = random_hand(name, seed)
    for known in _known_in_part(deal, whole):
        part = replay(known, seats_of(game, ruleset), ruleset)
        assert judge_deal(DealtCase(known, part.start), ruleset).legal is not False
        for recorded, one, other in zip(known.turns, part.steps, whole.steps, strict=True):
            assert one.ruling.verdict.legal is not False, recorded.turn
            if known.stock is None and one.after.threes != other.after.threes:
                break  # a three came that the turn doesn't name: under the upcard, or for opening
            assert _counted(one.after) == _counted(other.after), recorded.turn
            shown = zip(reversed(one.after.pile), reversed(other.after.pile), strict=False)
            assert all(card.rank is same.rank for card, same in shown), recorded.turn
