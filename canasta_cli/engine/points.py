"""Card values, the cards in the deck, and the threes that are laid out instead of being kept or melded."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, fields_of
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Grade, LastRedThree

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


_RED = fields_of((Rank.RED_THREE,))
_BOTH = fields_of((Rank.RED_THREE, Rank.BLACK_THREE))


def is_laid_out(rank: Rank, ruleset: Ruleset, *, from_pile: bool = False) -> bool:
    """True if a card is laid out as soon as a player has it: red threes, in some games black ones.

    In some of those, only black threes from a pile that was taken (``from_pile``) are laid out.
    """
    return rank is Rank.RED_THREE or (
        rank is Rank.BLACK_THREE and _lays_black(ruleset, from_pile=from_pile)
    )


def _lays_black(ruleset: Ruleset, *, from_pile: bool) -> bool:
    threes = ruleset.threes
    return threes.black_laid and (from_pile or not threes.black_from_pile)


def laid_out(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that are laid out."""
    if not cards.has_threes:
        return NO_CARDS
    return cards.only(_BOTH if _lays_black(ruleset, from_pile=from_pile) else _RED)


def of_draw(named: Cards, stock: int | None, ruleset: Ruleset) -> tuple[Cards, Cards]:
    """Split the named cards of a draw into those laid out and those that stay in the hand.

    In some games a three that is the last card of the stock stays too: nothing can replace it.
    """
    if not named.has_threes:
        return NO_CARDS, named
    threes = laid_out(named, ruleset)
    last = ruleset.stock.last_red_three is LastRedThree.KEPT
    if last and ends_with_three(named, stock, ruleset):
        *others, three = threes
        return Cards(others), Cards((three,))
    return threes, kept(named, ruleset)


def ends_with_three(drawn: Cards, stock: int | None, ruleset: Ruleset) -> bool:
    """True if a draw brings nothing but threes and they are the last cards of the stock."""
    exhausted = stock is not None and 0 < stock <= len(drawn)
    return exhausted and not kept(drawn, ruleset)


def kept(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that stay in the hand."""
    threes = laid_out(cards, ruleset, from_pile=from_pile)
    return cards - threes if threes.size else cards
