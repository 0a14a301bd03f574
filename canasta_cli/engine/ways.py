"""Ways to play from a hand, and what one rank can give to them as the rules of melding allow it."""

from functools import lru_cache
from typing import NamedTuple

from canasta_cli.engine.grading import grade
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import Lay
from canasta_cli.rules.schema import Book
from canasta_cli.rules.vocabulary import Grade

WILDS = (Rank.DEUCE, Rank.JOKER)
MOST_WAYS = 200
MOST_RUNS = 400
"""How many choices of runs are searched: more than a hand has, unless a great pile was taken."""


class Way(NamedTuple):
    """A way to open or to go out: the melds, and what they come to.

    ``takes`` is the top card of the pile where the way takes it; its value counts with the melds
    where the rules let it. ``cards`` and ``wilds`` are those of the hand.
    """

    melds: tuple[Lay, ...]
    value: int
    cards: int
    wilds: int
    takes: Card | None = None
    discard: Card | None = None
    bonus: int | None = None


class Part(NamedTuple):
    """A meld that one rank gives to a way, or wild cards alone: its cards, and what they come to."""

    rank: Rank | None
    naturals: int
    deuces: int
    jokers: int
    meld: Meld
    points: int
    grade: Grade | None

    @property
    def wilds(self) -> int:
        """How many wild cards it takes."""
        return self.deuces + self.jokers

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return self.naturals + self.deuces + self.jokers


def cards_of(rank: Rank | None, naturals: int, deuces: int, jokers: int) -> Cards:
    """So many naturals of a rank, deuces and jokers."""
    cards = [Card(rank)] * naturals if rank is not None else []
    return Cards([*cards, *[Card(Rank.DEUCE)] * deuces, *[Card(Rank.JOKER)] * jokers])


@lru_cache(maxsize=10_000)
def fits(rank: Rank | None, naturals: int, wilds: int, book: Book) -> bool:
    """Whether so many cards of a rank and so many wild ones can be a meld, if only in going out.

    The rules of melding say; none of them tells a deuce from a joker.
    """
    meld = Meld(cards_of(rank, naturals, wilds, 0))
    return judge_meld(Lying(meld, going_out=True), book.ruleset).legal is True


@lru_cache(maxsize=10_000)
def parts(rank: Rank | None, have: int, deuces: int, jokers: int, book: Book) -> tuple[Part, ...]:
    """Every meld of a rank, or of wild cards alone, that so many cards can make."""
    return tuple(
        _part(rank, naturals, two, wild, book)
        for naturals in (range(1, have + 1) if rank is not None else (0,))
        for two in range(deuces + 1)
        for wild in range(jokers + 1)
        if fits(rank, naturals, two + wild, book)
    )


@lru_cache(maxsize=10_000)
def _part(rank: Rank | None, naturals: int, deuces: int, jokers: int, book: Book) -> Part:
    cards = cards_of(rank, naturals, deuces, jokers)
    meld = Meld(cards)
    points, kind = worth(cards, book.ruleset), grade(meld, book.ruleset)
    return Part(rank, naturals, deuces, jokers, meld, points, kind)
