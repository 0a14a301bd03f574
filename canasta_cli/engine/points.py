"""What cards and canastas are worth, the cards in the deck, and what a side needs: to open, and to go out.

Rules, scores and answers ask it. No rule is loaded with it, since totals are counted without any.

``minimum`` has the points to open; ``engine/game/standing.py`` asks it for each side.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from math import gcd

from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    Card,
    Meld,
    Rank,
    Shape,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import GENERAL, OF_RANKS, Basis, Grade, Need, Tier
from canasta_cli.values import NamedTuple
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


def points_to_open(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """Add up the card values that count for an initial meld, in points; threes may not."""
    if not ruleset.opening.threes:
        cards = [card for card in cards if not card.rank.three]
    return points_of(cards, ruleset)


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
def packs(ruleset: Ruleset) -> Mapping[Rank, int]:
    """Count the cards of each rank in the deck."""
    deck = ruleset.deck
    return {
        rank: deck.jokers if rank is Rank.JOKER else deck.packs * (2 if rank.three else 4)
        for rank in Rank
    }


def deck_size(ruleset: Ruleset) -> int:
    """Count the cards of the deck."""
    return sum(packs(ruleset).values())


def in_packs(rank: Rank, ruleset: Ruleset) -> int:
    """Count the cards of a rank in the deck."""
    return packs(ruleset)[rank]


def surpluses(
    counts: Mapping[Rank, int], suited: Iterable[Card], ruleset: Ruleset
) -> Iterator[tuple[Card, str, int, int]]:
    """Yield cards of which there are more than in the deck: one, their name, their number, the deck's.

    ``counts`` are by rank; of the cards that may be ``suited``, those with a suit are also counted by it.
    """
    for rank, have in counts.items():
        if have > (most := in_packs(rank, ruleset)):
            yield Card(rank), rank.many, have, most
    for card, have in Counter([card for card in suited if card.suit]).items():
        if have > ruleset.deck.packs:
            yield card, f"× {card.symbol}", have, ruleset.deck.packs


def everything(ruleset: Ruleset) -> int:
    """Add up the card values of the whole deck, in points."""
    return sum(number * value(rank, ruleset) for rank, number in packs(ruleset).items())


# The requirements for the initial meld.


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


# Grade canastas and unfinished melds, and find if a side has the canastas that it needs.

_OF_SHAPES = {
    Shape.RUN: (Grade.RUN,),
    Shape.WILD: (*(grade for grade in Grade if grade.general is Grade.WILD), Grade.WILD),
    Shape.THREES: (Grade.THREES,),
}
_ORDER = {grade: at for at, grade in enumerate(Grade)}
PAID = (
    *(f"bonus.{grade.value}" for grade in GENERAL),
    "ranks.*.canasta",
    "ranks.*.canasta_mixed",
)
"""The parameters that pay for canastas."""


def pay_parameter(grade: Grade) -> str:
    """Name the parameter that pays for a grade."""
    if grade.rank is None:
        return f"bonus.{grade.value}"
    mixed = "_mixed" if grade.general is Grade.MIXED else ""
    return f"ranks.{grade.rank.value}.canasta{mixed}"


def points_for(grade: Grade, ruleset: Ruleset) -> int | None:
    """Points for a canasta of a grade, without card values; ``None`` if the grade is not paid."""
    value = ruleset.value(pay_parameter(grade)) if exists(grade, ruleset) else None
    return value if isinstance(value, int) else None


def exists(grade: Grade, ruleset: Ruleset) -> bool:
    """True if the wild ranks of a game allow a grade: if deuces are wild, no natural one of deuces."""
    return grade.rank is None or (grade.rank in ruleset.wild_ranks) is (grade.general is Grade.WILD)


@lru_cache(maxsize=64)
def grades(ruleset: Ruleset) -> Mapping[Grade, int]:
    """Map the grades that a ruleset pays for to their points, natural and mixed first."""
    points = {grade: points_for(grade, ruleset) for grade in Grade}
    return {grade: each for grade, each in points.items() if each is not None}


def grade(meld: Meld, ruleset: Ruleset) -> Grade | None:
    """The grade of a meld; ``None`` if it is not a canasta.

    It is the most special of its grades for which the ruleset pays.
    """
    if meld.size < ruleset.melds.canasta:
        return None
    return grade_among(meld, grades(ruleset), ruleset)


def grade_among(meld: Meld, grades: Container[Grade], ruleset: Ruleset) -> Grade | None:
    """The most special of some grades that a meld has if it is, or were, a canasta; ``None``: none."""
    for each in _grades_of(meld):
        if each in grades and (
            each.rank is None
            or each.general is not Grade.WILD
            or _has_enough_of(each.rank, meld, ruleset)
        ):
            return each
    return None


def _grades_of(meld: Meld) -> tuple[Grade, ...]:
    """List the grades that a meld may have, special ones first."""
    if meld.shape is Shape.SET and meld.rank is not None:
        general = Grade.MIXED if meld.wilds else Grade.NATURAL
        return OF_RANKS[meld.rank, general], general
    return _OF_SHAPES.get(meld.shape, ())


def _has_enough_of(rank: Rank, meld: Meld, ruleset: Ruleset) -> bool:
    """True if a meld of wild cards has enough cards of a rank to be one of it."""
    return meld.cards.of(rank) >= (ruleset.ranks.canasta_from[rank] or meld.size)


def is_one_of(kind: Grade, of: tuple[Grade, ...]) -> bool:
    """True if a canasta of a grade is one of some grades: one of natural aces is a natural one."""
    return kind in of or (kind.general is not None and kind.general in of)


def lacking(needs: tuple[Need, ...], canastas: Mapping[Grade, int]) -> tuple[Need, ...]:
    """List the needs that a side's canastas don't meet, each with the number still missing.

    A canasta meets only one of the needs that name grades; it counts besides for a need of any
    canastas.
    """
    return _lacking(needs, frozenset(canastas.items()))


@lru_cache(maxsize=10_000)
def _lacking(needs: tuple[Need, ...], canastas: frozenset[tuple[Grade, int]]) -> tuple[Need, ...]:
    """List the needs not met; of canastas that several needs name, as many needs as possible are met."""
    places = [at for at, need in enumerate(needs) if need.of for _ in range(need.number)]
    met: dict[int, Grade] = {}

    def assign(kind: Grade, tried: set[int]) -> bool:
        """Find a place for a canasta, if need be by giving another one a new place."""
        fits = [each for each, at in enumerate(places) if is_one_of(kind, needs[at].of)]
        for place in sorted(fits, key=lambda each: kind not in needs[places[each]].of):
            if place not in tried:
                tried.add(place)
                if place not in met or assign(met[place], tried):
                    met[place] = kind
                    return True
        return False

    for kind, count in sorted(canastas, key=lambda each: _ORDER[each[0]]):
        for _ in range(min(count, len(places))):
            assign(kind, set())
    have, every = Counter(places[place] for place in met), sum([count for _, count in canastas])
    missing = (
        Need(need.number - (have[at] if need.of else every), need.of)
        for at, need in enumerate(needs)
    )
    return tuple(need for need in missing if need.number > 0)


def has_canasta_of(rank: Rank, melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """True if a side's melds include a canasta of a rank."""
    return any(meld.rank is rank and grade(meld, ruleset) is not None for meld in melds)


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
def _all_prices(ruleset: Ruleset) -> Mapping[Grade, int]:
    return _prices((*OF_ONE_RANK, *WILD_MELDS), ruleset)


def _priced_grade(meld: Meld, prices: Mapping[Grade, int], ruleset: Ruleset) -> Grade | None:
    """The most special grade with a price that an unfinished meld would have as a canasta."""
    if not prices or meld.size >= ruleset.melds.canasta:
        return None
    return grade_among(meld, prices, ruleset)


def cost(melds: Iterable[Meld], ruleset: Ruleset) -> int:
    """Add up the prices of unfinished melds, in points."""
    prices = _all_prices(ruleset)
    grades = (_priced_grade(meld, prices, ruleset) for meld in melds)
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
    grades = (_priced_grade(meld, prices, ruleset) for meld in melds)
    return [prices[grade] for grade in grades if grade is not None and grade in kind.prices]


def open_melds(melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Find the melds that keep the side from going out."""
    size, grades = ruleset.melds.canasta, ruleset.out.finished
    return tuple(meld for meld in melds if meld.size < size and grade_among(meld, grades, ruleset))
