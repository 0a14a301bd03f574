"""Card values, the cards in the deck, and the threes that are laid out instead of being kept or melded."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Basis, Grade, Tier
from canasta_cli.words import count_of

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


def least_of_canasta(grade: Grade, ruleset: Ruleset) -> int:
    """The card points that the cards of a canasta are worth at least.

    A mixed canasta has a wild card, and only a wild one has nothing else.
    """
    values, wild_ranks, size = ruleset.ranks.points, ruleset.wild_ranks, ruleset.melds.canasta
    ranks = (grade.rank,) if grade.rank in wild_ranks.natural else wild_ranks.natural
    natural = min([values[rank] for rank in ranks])
    wild = min([values[rank] for rank in wild_ranks.wild], default=natural)
    general = grade.general or grade
    if general is Grade.MIXED:
        return natural + wild + (size - 2) * min(natural, wild)
    return size * (wild if general is Grade.WILD else natural)


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


def deck_size(ruleset: Ruleset) -> int:
    """Count the cards of the deck."""
    return sum(packs(ruleset.book).values())


def in_packs(rank: Rank, ruleset: Ruleset) -> int:
    """Count the cards of a rank in the deck."""
    return packs(ruleset.book)[rank]


def in_packs_like(card: Card, ruleset: Ruleset) -> int:
    """Count the cards like this one in the deck: with a suit, one per pack."""
    return in_packs(card.rank, ruleset) if card.suit is None else ruleset.deck.packs


def everything(ruleset: Ruleset) -> int:
    """Add up the card values of the whole deck, in points."""
    return sum(number * value(rank, ruleset) for rank, number in packs(ruleset.book).items())


def minimum(total: int, deal: int, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld of a side with ``total`` points in deal ``deal``."""
    at = deal if ruleset.opening.basis is Basis.DEAL else total
    lowest, *others = ruleset.opening.tiers
    reached = [tier for tier in others if tier.start is not None and tier.start <= at]
    return reached[-1] if reached else lowest


def highest(ruleset: Ruleset) -> int:
    """The highest minimum of any initial meld, in card points."""
    return max(tier.points for tier in ruleset.opening.tiers)


def beyond_last(deal: int | None, ruleset: Ruleset) -> str:
    """Format what is wrong with the number of a deal that a game does not have; empty if it has."""
    last = ruleset.end.deals
    if last is None or (deal or 0) <= last:
        return ""
    return f"deal {deal} is given, but a game has {count_of(last, 'deal')}"
