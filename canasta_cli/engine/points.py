"""Card values, and the cards in the deck."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Book, Ruleset

VALUED = ("ranks.*.points",)
WILD = "ranks.*.wild"
"""The parameters that decide which cards are wild."""


def value(rank: Rank, ruleset: Ruleset) -> int:
    """The card value of a rank, in points; red threes have none, since their number is paid."""
    return ruleset.ranks.points[rank]


def points_of(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """Add up the card values of some cards, in points."""
    values = ruleset.ranks.points
    return sum([values[card.rank] for card in cards])


def lowest(ruleset: Ruleset) -> int:
    """The lowest card value of a card of a set or of wild cards, in points."""
    return min(points for rank, points in ruleset.ranks.points.items() if not rank.three)


def unit_of_points(ruleset: Ruleset) -> int:
    """The greatest number that divides every card value: usually five, at least one."""
    return gcd(*ruleset.ranks.points.values()) or 1


@lru_cache(maxsize=64)
def packs(book: Book) -> Mapping[Rank, int]:
    """Count the cards of each rank in the deck."""
    deck = book.ruleset.deck
    return {
        rank: deck.jokers if rank is Rank.JOKER else deck.packs * (2 if rank.three else 4)
        for rank in Rank
    }


def in_packs(rank: Rank, ruleset: Ruleset) -> int:
    """Count the cards of a rank in the deck."""
    return packs(ruleset.book)[rank]


def in_packs_like(card: Card, ruleset: Ruleset) -> int:
    """Count the cards like this one in the deck: with a suit, one per pack."""
    return in_packs(card.rank, ruleset) if card.suit is None else ruleset.deck.packs


def everything(ruleset: Ruleset) -> int:
    """Add up the card values of the whole deck, in points."""
    return sum(number * value(rank, ruleset) for rank, number in packs(ruleset.book).items())
