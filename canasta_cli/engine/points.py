"""Card values, and the cards in the deck."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Book, Ruleset

# The parameter with the value of each rank. Red threes have none: they are paid by their number.
_VALUED = {
    Rank.JOKER: "deck.joker",
    Rank.DEUCE: "deck.deuce",
    Rank.ACE: "deck.ace",
    **dict.fromkeys(
        (Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING), "deck.high"
    ),
    **dict.fromkeys((Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN), "deck.low"),
    Rank.BLACK_THREE: "deck.black_three",
}
VALUED = tuple(dict.fromkeys(_VALUED.values()))


@lru_cache(maxsize=64)
def _values(book: Book) -> Mapping[Rank, int]:
    """Map each rank to its card value; cached, since it is needed for every card melded."""
    deck = book.ruleset.deck
    paid = {rank: getattr(deck, path.removeprefix("deck.")) for rank, path in _VALUED.items()}
    return {Rank.RED_THREE: 0} | paid


def value(rank: Rank, ruleset: Ruleset) -> int:
    """The card value of a rank, in points."""
    return _values(ruleset.book)[rank]


def worth(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """Add up the card values of some cards, in points."""
    values = _values(ruleset.book)
    return sum([values[card.rank] for card in cards])


def unit_of_points(ruleset: Ruleset) -> int:
    """The greatest number that divides every card value: usually five, at least one."""
    return gcd(*_values(ruleset.book).values()) or 1


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
