"""The kinds of parameter values: each reads what it writes, and rejects the rest with a message."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.rules.groups import GROUPS, Bonus, End
from canasta_cli.rules.parameter import (
    COLLECTIONS,
    EARNED,
    EMPTY_PILE,
    FLAG,
    GRADES,
    HELD,
    NEEDS,
    SCALE,
    SIZES,
    SPECIALS,
    TAKE,
    TIERS,
    TWO_OR_NONE,
    AnyKind,
    choice,
    plain,
    whole,
    whole_or_none,
)
from canasta_cli.rules.vocabulary import (
    LARGEST_VALUE,
    Basis,
    Earned,
    Earning,
    EmptyPile,
    Grade,
    HeldPenalty,
    Need,
    Portion,
    SpecialHand,
    Tier,
    WildsIn,
    canasta_name,
    canastas,
    grade_name,
)

points = st.integers(0, LARGEST_VALUE)
grades = st.lists(st.sampled_from(list(Grade)), min_size=1, max_size=3).map(tuple)
needs = st.lists(
    st.builds(Need, st.integers(0, 20), st.just(()) | grades), min_size=1, max_size=4
).map(tuple)
rests = st.tuples(points, st.integers(0, 20), st.just(()) | grades)


@st.composite
def tiers(draw: st.DrawFn) -> tuple[Tier, ...]:
    """Draw valid tiers: the lowest without a start, the others rising."""
    starts = sorted(draw(st.sets(points, max_size=4)))
    return tuple(Tier(start, *draw(rests)) for start in (None, *starts))


KINDS: tuple[tuple[str, AnyKind, st.SearchStrategy[Any]], ...] = (
    ("whole", whole(2, 12), st.integers(2, 12)),
    ("whole_or_none", whole_or_none(1), st.none() | st.integers(1, LARGEST_VALUE)),
    ("flag", FLAG, st.booleans()),
    ("choice", choice(Basis), st.sampled_from(list(Basis))),
    ("scale", SCALE, st.lists(points, min_size=1, max_size=64).map(tuple)),
    ("sizes", SIZES, st.lists(st.integers(1, 12), min_size=1, max_size=12).map(tuple)),
    ("needs", NEEDS, needs),
    ("tiers", TIERS, tiers()),
    (
        "earned",
        EARNED,
        st.sampled_from([Earned(what) for what in Earning if what is not Earning.CANASTAS])
        | st.builds(Earned, st.just(Earning.CANASTAS), st.integers(1, 20), st.just(()) | grades),
    ),
    ("grades", GRADES, st.just(()) | grades),
    ("two_or_none", TWO_OR_NONE, st.none() | st.tuples(*[st.integers(1, 20)] * 2)),
    ("take", TAKE, st.sampled_from(tuple(Portion)) | st.integers(1, 99)),
    ("empty_pile", EMPTY_PILE, st.sampled_from(tuple(EmptyPile)) | st.integers(1, 20)),
    ("held", HELD, st.none() | st.builds(HeldPenalty, st.integers(0, 48), points)),
    (
        "some_words",
        choice(WildsIn, WildsIn.ANY, WildsIn.NEVER),
        st.sampled_from([WildsIn.ANY, WildsIn.NEVER]),
    ),
    (
        "specials",
        SPECIALS,
        st.lists(
            st.builds(
                SpecialHand,
                st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True),
                st.lists(
                    st.sampled_from(["AA", "7", "3", "NNN", "DD", "MMMMM", "SS"]), min_size=1
                ).map(" ".join),
                points,
                st.booleans(),
            ),
            max_size=4,
            unique_by=lambda hand: hand.name,
        ).map(tuple),
    ),
)


@pytest.mark.parametrize(("kind", "values"), [row[1:] for row in KINDS], ids=[k[0] for k in KINDS])
@given(data=st.data())
def test_a_kind_reads_what_it_writes(
    kind: AnyKind, values: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    """Also through JSON; it is shown on one line."""
    value = data.draw(values)
    assert kind.read(kind.write(value)) == value
    assert kind.read(json.loads(json.dumps(kind.write(value)))) == value
    shown = kind.show(value)
    assert shown
    assert "\n" not in shown


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", [row[1] for row in KINDS], ids=[row[0] for row in KINDS])
@given(value=anything)
def test_a_kind_reads_anything_or_says_what_is_wrong(kind: AnyKind, value: object) -> None:
    try:
        read = kind.read(value)
    except ValueError as error:
        assert str(error)  # noqa: PT017 - the point is that no other error comes out
    else:
        assert kind.read(kind.write(read)) == read


REFUSED: tuple[tuple[AnyKind, object, str], ...] = (
    (whole(1, 4), 5, "expected a whole number from 1 to 4, not 5"),
    (whole(1, 4), 0, "expected a whole number from 1 to 4, not 0"),
    (whole(), True, "expected a whole number from 0 to 1,000,000, not true"),
    (whole(), "many", "expected a whole number from 0 to 1,000,000, not “many”"),
    (whole(), 1.5, "expected a whole number from 0 to 1,000,000, not 1.5"),
    (whole(), "none", "expected a whole number from 0 to 1,000,000, not “none”"),
    (whole_or_none(3, 9), 2, 'expected a whole number from 3 to 9, or "none", not 2'),
    (whole_or_none(), "no", 'expected a whole number from 0 to 1,000,000, or "none", not “no”'),
    (FLAG, 1, "expected true or false, not 1"),
    (FLAG, "yes", "expected true or false, not “yes”"),
    (choice(Basis), "hand", "“hand” is not one of total, deal"),
    (choice(Basis), ["total"], "is not one of total, deal"),
    (SCALE, [], "expected a list of 1 to 64 numbers, not []"),
    (SCALE, [0] * 65, "expected a list of 1 to 64 numbers"),
    (SCALE, 100, "expected a list of 1 to 64 numbers, not 100"),
    (SCALE, [100, -1], "expected a whole number from 0 to 1,000,000, not -1"),
    (SIZES, [2, 0], "expected a whole number from 1 to 12, not 0"),
    (SIZES, {"a": 2}, "expected a list of 1 to 64 numbers"),
    (NEEDS, [], "expected a list of 1 to 64 canasta requirements"),
    (NEEDS, 21, "expected a whole number from 0 to 20, not 21"),
    (NEEDS, True, "expected a list of 1 to 64 canasta requirements, not true"),
    (NEEDS, [2], "expected a table with the keys count and of, not 2"),
    (NEEDS, [{"number": 2}], "“number” is not one of count, of"),
    (NEEDS, [{"of": ["pure"]}], "“pure” is not one of natural, mixed"),
    (NEEDS, [{"of": "natural"}], "expected a list of 1 to 64 kinds of canasta"),
    (
        TIERS,
        [{"points": 50}, {"points": 90}],
        "every tier except the first needs “from”, and the first must not",
    ),
    (
        TIERS,
        [{"from": 0, "points": 50}],
        "every tier except the first needs “from”, and the first must not",
    ),
    (TIERS, [{}, {"from": 9}, {"from": 9}], "the tiers must be in rising order of “from”"),
    (TIERS, [{}, {"from": 9}, {"from": 5}], "the tiers must be in rising order of “from”"),
    (TIERS, [{"to": 5}], "“to” is not one of from, points, canastas, of"),
    (TIERS, [50], "expected a table with the keys from, points, canastas and of, not 50"),
    (EARNED, "luck", "“luck” is not one of nothing, meld, canastas, out-needs"),
    (EARNED, 0, "expected a whole number from 1 to 20, not 0"),
    (EARNED, {"what": 1}, "“what” is not one of count, of"),
    (GRADES, ["pure"], "“pure” is not one of natural, mixed"),
    (SPECIALS, [{"cards": "AA"}], "“name” is missing"),
    (SPECIALS, [{"name": "Pairs", "cards": "AA"}], "expected a name in lower-case letters"),
    (
        SPECIALS,
        [{"name": "pairs", "cards": "AB"}],
        "expected sets of cards such as AA DD NNN, not “AB”",
    ),
    (SPECIALS, [{"name": "pairs", "cards": "AA "}], "expected sets of cards"),
    (SPECIALS, [{"name": "pairs"}], "“cards” is missing"),
    (SPECIALS, [{"name": "a", "cards": "AA"}, {"name": "a", "cards": "77"}], "have the same name"),
    (SPECIALS, [{"name": "a", "cards": "AA", "wins": 1}], "expected true or false"),
    (EARNED, True, "true is not one of"),
    (TWO_OR_NONE, [4], "expected a list of two numbers, not [4]"),
    (TWO_OR_NONE, [4, 3, 2], "expected a list of two numbers, not [4, 3, 2]"),
    (TWO_OR_NONE, 4, "expected a list of 1 to 64 numbers, not 4"),
    (TAKE, "all", "“all” is not one of whole, part"),
    (TAKE, 0, "expected a whole number from 1 to 99, not 0"),
    (TAKE, True, "true is not one of whole, part"),
    (EMPTY_PILE, "safe", "“safe” is not one of free, dead"),
    (HELD, 1500, "expected a table with the keys over and points, not 1500"),
    (HELD, {"over": 2}, "“points” is missing"),
    (HELD, {"over": 2, "points": "x"}, "expected a whole number from 0 to 1,000,000, not “x”"),
    (choice(WildsIn, WildsIn.ANY), "never", "“never” is not one of any"),
)


@for_each_case(("kind", "value", "says"), REFUSED)
def test_a_kind_says_what_it_expected(kind: AnyKind, value: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        kind.read(value)


SHORT: tuple[tuple[AnyKind, object, object], ...] = (
    (NEEDS, 2, (Need(2),)),
    (NEEDS, [{}], (Need(1),)),
    (EARNED, 2, Earned(Earning.CANASTAS, 2)),
    (EARNED, "canastas", Earned(Earning.CANASTAS, 1)),
    (EARNED, {"of": ["sevens"]}, Earned(Earning.CANASTAS, 1, (Grade.SEVENS,))),
    (GRADES, "none", ()),
    (SPECIALS, "none", ()),
    (TIERS, [{"canastas": 1}], (Tier(None, 0, 1),)),
)


@for_each_case(("kind", "value", "read"), SHORT)
def test_the_short_forms_are_read(kind: AnyKind, value: object, read: object) -> None:
    assert kind.read(value) == read


SHOWN: tuple[tuple[AnyKind, object, str], ...] = (
    (whole(), 5000, "5,000"),
    (whole_or_none(), None, "none"),
    (whole_or_none(), 1500, "1,500"),
    (FLAG, True, "yes"),
    (FLAG, False, "no"),
    (choice(Basis), Basis.DEAL, "deal"),
    (SCALE, (100, 1200), "1: 100 · 2: 1,200"),
    (SIZES, (2, 3), "2 against 3"),
    (NEEDS, (Need(1),), "1 canasta"),
    (NEEDS, (Need(2), Need(1, (Grade.RUN,))), "2 canastas, including 1 sequence"),
    (NEEDS, (Need(2, (Grade.NATURAL, Grade.MIXED)),), "2 natural or mixed canastas"),
    (
        NEEDS,
        (Need(2, (Grade.NATURAL,)), Need(1, (Grade.MIXED,)), Need(1, (Grade.WILD_JOKERS,))),
        "2 natural canastas, 1 mixed canasta and 1 wild canasta of jokers",
    ),
    (
        NEEDS,
        (Need(2, (Grade.RUN, Grade.WILD, Grade.ACES)),),
        "2 sequence or wild canastas, or canastas of aces",
    ),
    (TIERS, (Tier(None, 50),), "50"),
    (TIERS, (Tier(None, 15), Tier(1500, 90)), "below 1,500: 15 · from 1,500: 90"),
    (TIERS, (Tier(None, 0, 1),), "1 canasta"),
    (TIERS, (Tier(None, 200, 1, (Grade.RUN,)),), "1 sequence and 200 points"),
    (EARNED, Earned(Earning.NOTHING), "nothing"),
    (EARNED, Earned(Earning.MELD), "a meld"),
    (EARNED, Earned(Earning.OUT_NEEDS), "the canastas needed to go out"),
    (EARNED, Earned(Earning.CANASTAS, 2), "2 canastas"),
    (EARNED, Earned(Earning.CANASTAS, 1, (Grade.SEVENS,)), "1 canasta of sevens"),
    (EARNED, Earned(Earning.NEVER), "never"),
    (GRADES, (), "none"),
    (GRADES, (Grade.SEVENS, Grade.WILD), "sevens, wild"),
    (GRADES, (Grade.RUN, Grade.SEVENS_MIXED), "sequence, mixed sevens"),
    (GRADES, (Grade.KINGS, Grade.WILD_DEUCES), "kings, wild deuces"),
    (TWO_OR_NONE, (4, 3), "4, then 3"),
    (TWO_OR_NONE, None, "none"),
    (TAKE, Portion.PART, "part"),
    (TAKE, 7, "7 cards"),
    (EMPTY_PILE, 5, "5 cards"),
    (HELD, HeldPenalty(2, 1500), "1,500 for more than 2"),
    (HELD, None, "none"),
    (SPECIALS, (), "none"),
    (
        SPECIALS,
        (SpecialHand("pairs", "AA 77", 2500), SpecialHand("dream", "NNNN", 8500, wins=True)),
        "pairs (AA 77): 2,500 · dream (NNNN): 8,500 and the game",
    ),
)


@for_each_case(("kind", "value", "words"), SHOWN)
def test_a_value_is_said_in_words(kind: AnyKind, value: object, words: str) -> None:
    assert kind.show(value) == words


@for_each_case("grade", Grade)
def test_every_grade_has_a_printed_name(grade: Grade) -> None:
    assert re.fullmatch(r"[a-z ]+", grade_name(grade))
    assert f"1 {canasta_name(grade)}" == canastas(1, (grade,))


def test_a_message_quotes_only_the_beginning_of_a_long_value() -> None:
    assert len(plain("x" * 1000)) <= 60
    assert plain("x" * 1000).endswith("…")


@for_each_case("group", GROUPS.values())
def test_a_group_of_parameters_is_a_value(group: Any) -> None:
    """It compares by its values, and rejects changes and unknown parameters."""
    assert group() == group()
    assert group() != object()
    with pytest.raises(AttributeError, match="cannot be changed"):
        group().anything = 1
    with pytest.raises(TypeError, match="stranger"):
        group(stranger=1)


def test_groups_differ_by_a_value_and_by_kind() -> None:
    longer = End().replace("target", 7000)
    assert longer != End()
    assert End() != Bonus()
    assert repr(longer) == "End(target=7000, deals=None, tie=<Tie.DRAW: 'draw'>)"


@pytest.mark.parametrize("kind", [GRADES, COLLECTIONS, SPECIALS], ids=lambda kind: kind.says)
def test_no_rows_are_spelt_none_and_read_so(kind: AnyKind) -> None:
    assert kind.read("none") == kind.read([]) == ()
    assert kind.write(()) == kind.show(()) == "none"
