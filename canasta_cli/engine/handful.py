"""The cards that the generator plays from: each with how many there are, added and taken by copy."""

from collections.abc import Iterable, Mapping

from canasta_cli.model.cards import Card
from canasta_cli.rules.schema import Ruleset

Handful = Mapping[Card, int]


def handful(cards: Iterable[Card]) -> Handful:
    """Some cards, counted."""
    return plus({}, cards)


def plus(hand: Handful, cards: Iterable[Card]) -> Handful:
    """With more cards."""
    more = dict(hand)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more


def minus(hand: Handful, cards: Iterable[Card]) -> Handful:
    """Without some cards, as far as they are there."""
    rest = dict(hand)
    for card in cards:
        if rest.get(card, 0) > 1:
            rest[card] -= 1
        else:
            rest.pop(card, None)
    return rest


def every(hand: Handful) -> tuple[Card, ...]:
    """The cards one by one."""
    return tuple([card for card, number in hand.items() for _ in range(number)])


def size(hand: Handful) -> int:
    """How many cards there are."""
    return sum(hand.values())


def told_apart(cards: Iterable[Card], ruleset: Ruleset) -> list[Card]:
    """Cards as searches tell them apart: suits matter only where there are runs."""
    runs = ruleset.melds.runs
    return [card if runs and card.rank.natural else Card(card.rank) for card in cards]
