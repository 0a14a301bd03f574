"""Counted cards that the generator plays from; adding and removing cards returns a copy."""

from collections.abc import Iterable, Mapping

from canasta_cli.model.cards import Card
from canasta_cli.rules.schema import Ruleset

Handful = Mapping[Card, int]


def handful(cards: Iterable[Card]) -> Handful:
    """Count some cards."""
    return plus({}, cards)


def plus(hand: Handful, cards: Iterable[Card]) -> Handful:
    """Return the hand with more cards."""
    more = dict(hand)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more


def minus(hand: Handful, cards: Iterable[Card]) -> Handful:
    """Return the hand without some cards; cards that it doesn't have are ignored."""
    rest = dict(hand)
    for card in cards:
        if rest.get(card, 0) > 1:
            rest[card] -= 1
        else:
            rest.pop(card, None)
    return rest


def every(hand: Handful) -> tuple[Card, ...]:
    """List the cards one by one."""
    return tuple([card for card, number in hand.items() for _ in range(number)])


def size(hand: Handful) -> int:
    """Count the cards."""
    return sum(hand.values())


def told_apart(cards: Iterable[Card], ruleset: Ruleset) -> list[Card]:
    """Drop the suits that don't matter: only natural cards in games with sequences keep theirs."""
    runs = ruleset.melds.runs
    return [card if runs and card.rank.natural else Card(card.rank) for card in cards]
