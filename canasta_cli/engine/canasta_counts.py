"""Canastas that a tally gives as numbers: if the deck has the cards for them, and their least points.

The rules of tallies ask it. A canasta takes its seven cards (``melds.canasta``) from one rank and the wild
cards, so numbers are held against the deck as cards are: two packs have eight kings, enough for one
natural canasta of kings, or for two mixed ones, never for both kinds at once.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from canasta_cli.engine.melds import wilds_allowed
from canasta_cli.engine.points import PAID, VALUED, WILD, grades, in_packs, least_of_canasta, value
from canasta_cli.model.cards import FOUR_TO_ACE, Cards, Rank
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OF_RANKS, Grade, SameRank, WildsIn
from canasta_cli.values import NamedTuple

MAKING_CANASTAS = (
    *(WILD, "melds.canasta", "melds.min_naturals", "melds.max_wilds", "melds.wild_ratio"),
    *("ranks.*.wilds", "ranks.*.canasta_from", "melds.same_rank", "deck.packs", "deck.jokers"),
    *(*PAID, *VALUED),
)
"""The parameters that decide which cards make canastas, how many there are, and what they are worth."""
Numbers = Mapping[Grade, int]
"""The number of canastas of each grade."""


class _Need(NamedTuple):
    """The fewest wild cards and the fewest card points with which some canastas can be made."""

    wilds: int
    points: int


class _Use(NamedTuple):
    """One way to use a rank: how many canastas of the general grades it gives, and their need."""

    natural: int
    mixed: int
    need: _Need


def least_points(numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset) -> int | None:
    """The card points that canastas of ``sides`` sides are worth at least; ``None``: not enough cards.

    Cards in ``seen`` are elsewhere. Sequences are held only against the suits of the deck.
    """
    size, wild_ranks = ruleset.melds.canasta, ruleset.wild_ranks
    wilds = sum(_left(rank, seen, ruleset) for rank in wild_ranks.wild)
    others = {
        grade: number
        for grade, number in numbers.items()
        if (grade.general or grade) not in (Grade.NATURAL, Grade.MIXED)
    }
    if not all(number <= _most(grade, ruleset) for grade, number in others.items()):
        return None
    wild_canastas = sum(
        number for grade, number in others.items() if (grade.general or grade) is Grade.WILD
    )
    sets = _least_need(numbers, seen, sides, ruleset)
    if sets is None or sets.wilds + size * wild_canastas > wilds:
        return None
    return sets.points + sum(
        number * least_of_canasta(grade, ruleset) for grade, number in others.items()
    )


def most_canastas(grade: Grade, number: int, seen: Cards, sides: int, ruleset: Ruleset) -> int:
    """The most canastas of one grade that the deck has cards for, up to a number."""

    def lacks(more: int) -> bool:
        return least_points({grade: more}, seen, sides, ruleset) is None

    return bisect_left(range(1, number + 1), True, key=lacks)


def _left(rank: Rank, seen: Cards, ruleset: Ruleset) -> int:
    """The cards of a rank that are not elsewhere; none if more are seen than the deck has."""
    return max(in_packs(rank, ruleset) - seen.of(rank), 0)


def _most(grade: Grade, ruleset: Ruleset) -> int:
    """The most canastas of a grade that is neither natural nor mixed, in a deck used for nothing else."""
    size = ruleset.melds.canasta
    if grade is Grade.RUN:
        # Two sequences of seven don't fit between four and ace: each suit of a pack gives one.
        in_suit = len(FOUR_TO_ACE) // size
        return 4 * ruleset.deck.packs * in_suit
    if grade is Grade.THREES:
        threes = (Rank.RED_THREE, Rank.BLACK_THREE)
        return sum(in_packs(rank, ruleset) for rank in threes) // size
    if grade.rank is None:
        return sum(in_packs(rank, ruleset) for rank in ruleset.wild_ranks.wild) // size
    return in_packs(grade.rank, ruleset) // (ruleset.ranks.canasta_from[grade.rank] or size)


def _least_need(numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset) -> _Need | None:
    """The least that natural and mixed canastas need; ``None`` if the ranks don't have the cards."""
    natural, mixed = numbers.get(Grade.NATURAL, 0), numbers.get(Grade.MIXED, 0)
    best = {(0, 0): _Need(0, 0)}
    for rank in ruleset.wild_ranks.natural:
        uses = tuple(_uses(rank, numbers, seen, sides, ruleset))
        further: dict[tuple[int, int], _Need] = {}
        for (had, had_mixed), need in best.items():
            for use in uses:
                now = min(natural, had + use.natural), min(mixed, had_mixed + use.mixed)
                added = _Need(need.wilds + use.need.wilds, need.points + use.need.points)
                other = further.get(now, added)
                # The fewest of each, which may be two ways: too low rather than too high.
                further[now] = _Need(*map(min, added, other))
        best = further
    return best.get((natural, mixed))


def _uses(
    rank: Rank, numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset
) -> Iterator[_Use]:
    """Yield the numbers of canastas for which a rank has the cards; those paid by the rank are all in."""
    paid, have = grades(ruleset), _left(rank, seen, ruleset)
    size, merged = ruleset.melds.canasta, ruleset.melds.same_rank is SameRank.MERGED
    own, own_mixed = OF_RANKS[rank, Grade.NATURAL], OF_RANKS[rank, Grade.MIXED]
    most_wilds = _most_wilds(rank, ruleset)
    most = have // max(size - most_wilds, 1)
    most = min(most, sides) if merged else most
    for natural in range(min(most, have // size) + 1):
        for mixed in range(most - natural + 1):
            if own in paid and natural != numbers.get(own, 0):
                continue
            if own_mixed in paid and mixed != numbers.get(own_mixed, 0):
                continue
            left = have - size * natural
            wilds = max(mixed, size * mixed - left)
            if wilds <= mixed * most_wilds:
                points = natural * size * value(rank, ruleset) + mixed * least_of_canasta(
                    own_mixed, ruleset
                )
                general = natural * (own not in paid), mixed * (own_mixed not in paid)
                yield _Use(*general, _Need(wilds, points))


def _most_wilds(rank: Rank, ruleset: Ruleset) -> int:
    """The most wild cards in a canasta of a rank."""
    melds = ruleset.melds
    if ruleset.ranks.wilds[rank] is WildsIn.NEVER:
        return 0
    most = min(melds.max_wilds, melds.canasta - melds.min_naturals)
    fits = (
        wilds
        for wilds in range(most, 0, -1)
        if wilds_allowed(melds.canasta - wilds, wilds, melds.wild_ratio) >= wilds
    )
    return next(fits, 0)
