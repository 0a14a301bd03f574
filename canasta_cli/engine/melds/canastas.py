"""Grade canastas, and check if a side has the canastas that it needs."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from canasta_cli.model.cards import Rank, together
from canasta_cli.model.melds import Meld, Shape
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Grade, Need, SameRank

# All jokers of two packs, in one meld.
FOUR_JOKERS = 4


# The general grade of each special one.
_GENERAL = {
    Grade.WILD_DEUCES: Grade.WILD,
    Grade.WILD_JOKERS: Grade.WILD,
    Grade.SEVENS: Grade.NATURAL,
    Grade.SEVENS_MIXED: Grade.MIXED,
    Grade.ACES: Grade.NATURAL,
}
_ORDER = {grade: at for at, grade in enumerate(Grade)}


class Grading(NamedTuple):
    """A grade of canasta, the parameter that pays it, and a test if a meld has this grade."""

    grade: Grade
    pays: str
    fits: Callable[[Meld], bool]


def _natural_of(rank: Rank) -> Callable[[Meld], bool]:
    return lambda meld: meld.shape is Shape.SET and meld.wilds == 0 and meld.rank is rank


# Special before general: the first grade that fits and that the ruleset pays is the meld's grade.
GRADINGS: tuple[Grading, ...] = (
    Grading(
        Grade.WILD_DEUCES,
        "bonus.wild_deuces",
        lambda meld: meld.shape is Shape.WILD and meld.cards.of(Rank.JOKER) == 0,
    ),
    Grading(
        Grade.WILD_JOKERS,
        "bonus.wild_jokers",
        lambda meld: meld.shape is Shape.WILD and meld.cards.of(Rank.JOKER) >= FOUR_JOKERS,
    ),
    Grading(Grade.WILD, "bonus.wild", lambda meld: meld.shape is Shape.WILD),
    Grading(Grade.RUN, "bonus.run", lambda meld: meld.shape is Shape.RUN),
    Grading(Grade.SEVENS, "bonus.sevens", _natural_of(Rank.SEVEN)),
    Grading(
        Grade.SEVENS_MIXED,
        "bonus.sevens_mixed",
        lambda meld: meld.shape is Shape.SET and meld.wilds > 0 and meld.rank is Rank.SEVEN,
    ),
    Grading(Grade.ACES, "bonus.aces", _natural_of(Rank.ACE)),
    Grading(Grade.THREES, "bonus.threes", lambda meld: meld.shape is Shape.THREES),
    Grading(
        Grade.NATURAL,
        "bonus.natural",
        lambda meld: meld.shape is Shape.SET and meld.wilds == 0,
    ),
    Grading(Grade.MIXED, "bonus.mixed", lambda meld: meld.shape is Shape.SET),
)


def pays(grade: Grade, ruleset: Ruleset) -> int | None:
    """Points for a canasta of a grade, without card values; ``None`` if the grade is not paid."""
    value = ruleset.value(next(row.pays for row in GRADINGS if row.grade is grade))
    return value if isinstance(value, int) else None


def grades(ruleset: Ruleset) -> tuple[Grade, ...]:
    """List the grades that a ruleset pays for, natural and mixed first."""
    return tuple(grade for grade in Grade if pays(grade, ruleset) is not None)


def grade(meld: Meld, ruleset: Ruleset) -> Grade | None:
    """The grade of a meld; ``None`` if it is not a canasta."""
    if meld.size < ruleset.melds.canasta:
        return None
    return next((row.grade for row in _paid(ruleset.book) if row.fits(meld)), None)


@lru_cache(maxsize=64)
def _paid(book: Book) -> tuple[Grading, ...]:
    """List the grades that a ruleset pays for, special ones first."""
    return tuple(row for row in GRADINGS if pays(row.grade, book.ruleset) is not None)


def merged(melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return the melds as they are on the table: one for each rank if the ruleset merges them.

    In games where players become partners during a hand, no source says what happens to melds
    that would be illegal as one: they stay separate.
    """
    melds = tuple(melds)
    if ruleset.melds.same_rank is not SameRank.MERGED:
        return melds
    lying: dict[Rank | int, list[Meld]] = {}
    for place, meld in enumerate(melds):
        rank = meld.rank if meld.shape in (Shape.SET, Shape.THREES) else None
        lying.setdefault(place if rank is None else rank, []).append(meld)
    return tuple(meld for same in lying.values() for meld in _as_one(same, ruleset))


def _as_one(same: list[Meld], ruleset: Ruleset) -> Iterable[Meld]:
    if len(same) == 1:
        return same
    whole = Meld(together(meld.cards for meld in same))
    if ruleset.seats.alone:
        # Most counts need no rules of melding.
        from canasta_cli.engine.melds.meld_on_table import MeldOnTable
        from canasta_cli.engine.melds.validate import judge_meld

        if judge_meld(MeldOnTable(whole, True), ruleset).legal is False:
            return same
    return (whole,)


def is_one_of(kind: Grade, of: tuple[Grade, ...]) -> bool:
    """True if a canasta of a grade is one of some grades: one of natural aces is a natural one."""
    return kind in of or _GENERAL.get(kind) in of


def lacking(needs: tuple[Need, ...], canastas: Mapping[Grade, int]) -> tuple[Need, ...]:
    """List the needs that a side's canastas don't meet, each with the number still missing.

    A canasta meets only one of the needs that name grades; it counts besides for a need of any
    canastas.
    """
    if len([need for need in needs if need.of]) > 1:
        return _lacking_of_several(needs, frozenset(canastas.items()))
    missing = []
    for need in needs:
        have = _number_of(need, canastas.items())
        if have < need.number:
            missing.append(Need(need.number - have, need.of))
    return tuple(missing)


def _number_of(need: Need, canastas: Iterable[tuple[Grade, int]]) -> int:
    return sum([count for kind, count in canastas if not need.of or is_one_of(kind, need.of)])


@lru_cache(maxsize=10_000)
def _lacking_of_several(
    needs: tuple[Need, ...], canastas: frozenset[tuple[Grade, int]]
) -> tuple[Need, ...]:
    """The same for canastas that several needs may name: as many needs as possible are met."""
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
    have = Counter(places[place] for place in met)
    missing = (
        Need(need.number - (have[at] if need.of else _number_of(need, canastas)), need.of)
        for at, need in enumerate(needs)
    )
    return tuple(need for need in missing if need.number > 0)


def has_canasta_of(rank: Rank, melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """True if a side's melds include a canasta of a rank."""
    return any(meld.rank is rank and grade(meld, ruleset) is not None for meld in melds)
