"""Melds that should have become canastas, and cards that should have been melded."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from canasta_cli.engine.melds.canastas import exists, grade_among
from canasta_cli.model.cards import FOUR_TO_ACE, Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.grades import OF_RANKS, Grade
from canasta_cli.rules.schema import Book, Ruleset


class Unfinished(NamedTuple):
    """A kind of unfinished meld that costs points: its name, words, and the price of each grade."""

    name: str
    says: str
    prices: Mapping[Grade, str]


def _natural(rank: Rank) -> Unfinished:
    path = f"ranks.{rank.value}.unfinished"
    return Unfinished(
        f"unfinished.{rank.many}",
        f"unfinished {rank.many}",
        {OF_RANKS[rank, Grade.NATURAL]: path, OF_RANKS[rank, Grade.MIXED]: f"{path}_mixed"},
    )


def _wild(rank: Rank) -> Unfinished:
    return Unfinished(
        f"unfinished.wild-{rank.many}",
        f"unfinished wild meld of {rank.many}",
        {OF_RANKS[rank, Grade.WILD]: f"ranks.{rank.value}.unfinished"},
    )


OF_ONE_RANK = tuple([_natural(rank) for rank in (*FOUR_TO_ACE, Rank.DEUCE)])
# Special before general.
WILD_MELDS = (
    *[_wild(rank) for rank in (Rank.DEUCE, Rank.JOKER, *FOUR_TO_ACE)],
    Unfinished("unfinished.wild", "unfinished wild meld", {Grade.WILD: "unfinished.wild"}),
)


def _prices(kinds: Iterable[Unfinished], ruleset: Ruleset) -> dict[Grade, int]:
    """Map the grades of unfinished melds to their prices, if they have one under a ruleset."""
    return {
        grade: value
        for kind in kinds
        for grade, path in kind.prices.items()
        if exists(grade, ruleset) and isinstance(value := ruleset.value(path), int)
    }


@lru_cache(maxsize=64)
def _all_prices(book: Book) -> Mapping[Grade, int]:
    return _prices((*OF_ONE_RANK, *WILD_MELDS), book.ruleset)


def _grade(meld: Meld, prices: Mapping[Grade, int], ruleset: Ruleset) -> Grade | None:
    """The most special grade with a price that an unfinished meld would have as a canasta."""
    if not prices or meld.size >= ruleset.melds.canasta:
        return None
    return grade_among(meld, prices, ruleset)


def cost(melds: Iterable[Meld], ruleset: Ruleset) -> int:
    """Add up the prices of unfinished melds, in points."""
    prices = _all_prices(ruleset.book)
    grades = (_grade(meld, prices, ruleset) for meld in melds)
    return sum([prices[grade] for grade in grades if grade is not None])


def is_priced(kind: Unfinished, ruleset: Ruleset) -> bool:
    """True if unfinished melds of a kind cost points."""
    return bool(_prices((kind,), ruleset))


def costs(kind: Unfinished, melds: Iterable[Meld], ruleset: Ruleset) -> list[int]:
    """List the price of each unfinished meld of a kind, in points.

    A meld of wild cards has the price of the most special kind that has one.
    """
    at = WILD_MELDS.index(kind) if kind in WILD_MELDS else None
    prices = _prices((kind,) if at is None else WILD_MELDS[: at + 1], ruleset)
    grades = (_grade(meld, prices, ruleset) for meld in melds)
    return [prices[grade] for grade in grades if grade is not None and grade in kind.prices]


def many(rank: Rank, hands: Iterable[Cards], ruleset: Ruleset) -> int:
    """Count the hands that have more cards of a rank than a hand may keep."""
    held = ruleset.ranks.held[rank]
    return 0 if held is None else sum(hand.of(rank) > held.over for hand in hands)


def open_melds(melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Find the melds that keep the side from going out."""
    size, grades = ruleset.melds.canasta, ruleset.out.finished
    return tuple(meld for meld in melds if meld.size < size and grade_among(meld, grades, ruleset))
