"""Numbers of cards of each wild rank, packed into one integer: the searches compare them in loops.

A bunch is within another if ``most - part & guard == guard``, where ``most`` has the guard bits set.
"""

from collections.abc import Iterable
from functools import lru_cache

from canasta_cli.model.cards import Card
from canasta_cli.rules.schema import Book

_WIDTH = 16


@lru_cache(maxsize=64)
def wild_cards(book: Book) -> tuple[Card, ...]:
    """List a card of each wild rank of a ruleset, without a suit, in the order of the ranks."""
    return tuple([Card(rank) for rank in book.ruleset.wild_ranks.wild])


def pack(numbers: Iterable[int]) -> int:
    """Pack the numbers of cards of each wild rank."""
    packed = shift = 0
    for number in numbers:
        packed += number << shift
        shift += _WIDTH
    return packed


def guard_of(kinds: int) -> int:
    """Return the guard bits of packed numbers of some wild ranks: the highest bit of each."""
    return pack([1 << _WIDTH - 1] * kinds)
