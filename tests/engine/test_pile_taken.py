"""What comes with the pile, and what is left of it: compared with piles of which every card is laid out."""

from collections import Counter
from random import Random

from looping import for_each_case

from canasta_cli.engine.view import Taken, pile_taken, without
from canasta_cli.model.cards import FOUR_TO_ACE, Card, Cards, Suit
from canasta_cli.model.turn import Take
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed

MOST_CARDS = 7
RANKS = tuple(FOUR_TO_ACE)
NO_PAIR = Cards()


def _taken(pile: list[Card | None], number: int) -> Taken:
    """Take a number of cards from a pile in which ``None`` is an unknown card, the top card last."""
    left, (*hand, _) = pile[: len(pile) - number], pile[len(pile) - number :]
    return Taken(
        tuple([card for card in hand if card]),
        hand.count(None),
        tuple([card for card in left if card]),
        left.count(None),
    )


@for_each_case("most", [None, 1, 3, 5])
def test_the_top_card_brings_as_many_others_as_the_rules_say(most: int | None) -> None:
    rules = changed(ruleset("classic"), {"pile.take": "whole" if most is None else most})
    for known in range(MOST_CARDS):
        cards = tuple([Card(rank) for rank in RANKS[:known]])
        for buried in range(MOST_CARDS):
            size = known + buried
            if size:
                number = size if most is None else min(most, size)
                expected = _taken([*[None] * buried, *cards], number)
                top = cards[-1] if cards else Card(RANKS[-1])
                assert pile_taken(Take(top, NO_PAIR), cards, buried, rules) == expected


def test_a_card_in_the_pile_brings_those_above_it_where_a_part_is_taken() -> None:
    rules = changed(ruleset("classic"), {"pile.take": "part"})
    for known in range(MOST_CARDS):
        cards = tuple([Card(rank) for rank in RANKS[:known]])
        for buried in range(MOST_CARDS):
            for at, card in enumerate(cards):
                found = pile_taken(Take(card, NO_PAIR), cards, buried, rules)
                assert found == Taken(cards[at + 1 :], 0, cards[:at], buried)
        # The only unknown card lies under the known ones.
        other = pile_taken(Take(Card(RANKS[-1]), NO_PAIR), cards, 1, rules)
        assert other == Taken(cards, 0, (), 0)


def test_cards_are_removed_with_their_suits_or_by_their_ranks() -> None:
    chance = Random(1)
    for _ in range(300):
        suits: list[Suit | None] = chance.choice([[None], list(Suit)])
        cards = [Card(chance.choice(RANKS[:3]), chance.choice(suits)) for _ in range(6)]
        named: list[Suit | None] = chance.choice([[None], suits])
        taken = [Card(chance.choice(RANKS[:3]), chance.choice(named)) for _ in range(3)]
        left, unexpected = without(Cards(cards), Cards(taken))
        if named == suits:
            assert Counter(left) == Counter(cards) - Counter(taken)
            assert Counter(unexpected) == Counter(taken) - Counter(cards)
        else:
            held, gone = (Counter(card.rank for card in some) for some in (cards, taken))
            assert Counter(left.by_rank()) == held - gone
            assert Counter(unexpected.by_rank()) == gone - held
