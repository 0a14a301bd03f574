"""Canastas and the needs that they meet, compared with trying every assignment."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.engine.points import lacking
from canasta_cli.rules.vocabulary import Grade, Need

NATURAL = (Grade.NATURAL, Grade.ACES, Grade.SEVENS)
MIXED = (Grade.MIXED, Grade.SEVENS_MIXED)
WILD = (Grade.WILD, Grade.WILD_DEUCES, Grade.WILD_JOKERS)
EVERY = {Grade.NATURAL: NATURAL, Grade.MIXED: MIXED, Grade.WILD: WILD}

canastas = st.lists(st.sampled_from((*NATURAL, *MIXED, *WILD)), max_size=5)
graded = st.builds(
    Need,
    st.integers(1, 2),
    st.lists(st.sampled_from(tuple(Grade)), min_size=1, max_size=2, unique=True).map(tuple),
)


def _meets(canasta: Grade, need: Need) -> bool:
    return any(canasta in EVERY.get(grade, (grade,)) for grade in need.of)


def _fewest_missing(needs: tuple[Need, ...], have: list[Grade]) -> int:
    """The number of canastas missing, if each one meets at most one need, in the best order."""
    places = [need for need in needs for _ in range(need.number)]
    padded: list[Grade | None] = [*have, *[None] * len(places)]
    return min(
        sum(
            canasta is None or not _meets(canasta, need)
            for canasta, need in zip(order, places, strict=True)
        )
        for order in set(permutations(padded, len(places)))
    )


@given(needs=st.lists(graded, max_size=2).map(tuple), have=canastas)
def test_each_canasta_meets_one_need_and_as_many_as_possible_are_met(
    needs: tuple[Need, ...], have: list[Grade]
) -> None:
    missing = lacking(needs, Counter(have))
    assert sum(need.number for need in missing) == _fewest_missing(needs, have)
    assert {need.of for need in missing} <= {need.of for need in needs}


@given(number=st.integers(1, 4), have=canastas)
def test_any_canasta_counts_for_a_need_of_any(number: int, have: list[Grade]) -> None:
    """It counts even if it meets a need of its grade too: two canastas, including a wild one."""
    needs = (Need(number), Need(1, (Grade.WILD,)))
    missing = {need.of: need.number for need in lacking(needs, Counter(have))}
    assert missing.get((), 0) == max(number - len(have), 0)
    assert missing.get((Grade.WILD,), 0) == (not set(have) & set(WILD))


def test_a_canasta_that_two_needs_name_meets_one_of_them() -> None:
    needs = (Need(1, (Grade.NATURAL,)), Need(1, (Grade.NATURAL, Grade.MIXED)))
    assert len(lacking(needs, Counter((Grade.NATURAL,)))) == 1
    assert lacking(needs, Counter((Grade.NATURAL, Grade.NATURAL))) == ()


def test_a_canasta_gives_way_to_one_that_has_no_other_place() -> None:
    """Sevens may be natural, and mixed sevens may be sevens; so all three needs are met."""
    needs = (
        Need(1, (Grade.NATURAL,)),
        Need(1, (Grade.SEVENS, Grade.SEVENS_MIXED)),
        Need(1, (Grade.MIXED,)),
    )
    have = Counter((Grade.SEVENS, Grade.SEVENS_MIXED, Grade.MIXED))
    assert lacking(needs, have) == ()


@for_each_case("kind", [grade for grade in Grade if grade.general])
@for_each_case("general_first", [True, False])
def test_a_canasta_meets_the_need_that_names_its_grade(kind: Grade, *, general_first: bool) -> None:
    """The one of its general grade is still missing: it is easier to complete."""
    assert kind.general is not None
    general, special = Need(1, (kind.general,)), Need(1, (kind,))
    needs = (general, special) if general_first else (special, general)
    assert lacking(needs, Counter((kind,))) == (general,)
