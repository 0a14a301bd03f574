"""Check that values of different classes are unequal, even if their fields are equal."""

from itertools import chain, combinations
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from canasta_cli.model.cards import Cards
from canasta_cli.model.history import Entry, Record, Redone, Undone
from canasta_cli.model.turn import Clause, Discard, Draw, GoOut, StockEnds, Turn

KINDS = {union: get_args(union) for union in (Clause, Entry)}
PAIRS = [pair for kinds in KINDS.values() for pair in combinations(kinds, 2)]
values = st.text(max_size=3) | st.integers() | st.booleans() | st.none()
LONGEST = max(len(kind._fields) for kind in chain(*KINDS.values()))
fields = st.lists(values, min_size=LONGEST, max_size=LONGEST)


@given(fields)
def test_values_of_two_kinds_are_never_equal(drawn: list[Any]) -> None:
    """Not even if the tuples of their fields are: those of the shorter one are repeated here."""
    for pair in PAIRS:
        first, second = (kind._make(drawn[: len(kind._fields)]) for kind in pair)
        assert first != second
        assert not first == second  # noqa: SIM201 - both operators are defined
        assert len({first, second}) == 2


@given(fields, fields)
def test_values_of_one_kind_are_equal_if_their_fields_are(
    mine: list[Any], yours: list[Any]
) -> None:
    for kind in chain(*KINDS.values()):
        size = len(kind._fields)
        one, same, other = (kind._make(each[:size]) for each in (mine, list(mine), yours))
        assert one == same
        assert hash(one) == hash(same)
        assert (one == other) is (mine[:size] == yours[:size])
        assert (one != other) is (mine[:size] != yours[:size])


def test_turns_and_records_with_different_parts_are_unequal() -> None:
    assert Turn((GoOut(),)) != Turn((StockEnds(),))
    assert Turn((Draw(Cards(())),)) != Turn((Discard(Cards(())),))
    undone, redone = Record(2, "", Undone(1)), Record(2, "", Redone(1))
    assert undone != redone
