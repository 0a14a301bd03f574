"""What cards are worth, and what the packs hold."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Book, Ruleset

# The parameter that gives a rank its value. A red three has none: it is paid by the number of them.
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
    """The card value of every rank: asked of every card that is laid down."""
    deck = book.ruleset.deck
    paid = {rank: getattr(deck, path.removeprefix("deck.")) for rank, path in _VALUED.items()}
    return {Rank.RED_THREE: 0} | paid


def value(rank: Rank, ruleset: Ruleset) -> int:
    """The card value of a rank in points."""
    return _values(ruleset.book)[rank]


def worth(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """The card values of some cards together, in points."""
    values = _values(ruleset.book)
    return sum([values[card.rank] for card in cards])


def unit_of_points(ruleset: Ruleset) -> int:
    """The points of which every card value is a multiple: five, as a rule; at least one."""
    return gcd(*_values(ruleset.book).values()) or 1


@lru_cache(maxsize=64)
def packs(book: Book) -> Mapping[Rank, int]:
    """How many cards of every rank the packs hold."""
    deck = book.ruleset.deck
    return {
        rank: deck.jokers if rank is Rank.JOKER else deck.packs * (2 if rank.three else 4)
        for rank in Rank
    }


def in_packs(rank: Rank, ruleset: Ruleset) -> int:
    """How many cards of a rank the packs hold."""
    return packs(ruleset.book)[rank]


def in_packs_like(card: Card, ruleset: Ruleset) -> int:
    """How many cards like this one the packs hold: of one suit, one a pack."""
    return in_packs(card.rank, ruleset) if card.suit is None else ruleset.deck.packs


def everything(ruleset: Ruleset) -> int:
    """The card values of all the packs together, in points."""
    return sum(number * value(rank, ruleset) for rank, number in packs(ruleset.book).items())
