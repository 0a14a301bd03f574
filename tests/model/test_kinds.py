"""Check that values of different classes are unequal, even if their fields are equal."""

from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_cli.model.cards import Cards
from canasta_cli.model.history import Entry, Record, Redone, Undone
from canasta_cli.model.turn import Clause, Discard, Draw, GoOut, StockEnds, Turn

KINDS = {union: get_args(union) for union in (Clause, Entry)}
PAIRS = [pair for kinds in KINDS.values() for pair in combinations(kinds, 2)]
values = st.text(max_size=3) | st.integers() | st.booleans() | st.none()


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda kind: kind.__name__)
@settings(max_examples=3)
@given(data=st.data())
def test_values_of_two_kinds_are_never_equal(one: Any, other: Any, data: st.DataObject) -> None:
    """Not even if the tuples of their fields are: those of the shorter one are repeated here."""
    size = max(len(one._fields), len(other._fields))
    fields = data.draw(st.lists(values, min_size=size, max_size=size))
    first, second = (kind._make(fields[: len(kind._fields)]) for kind in (one, other))
    assert first != second
    assert not first == second  # noqa: SIM201 - both operators are defined
    assert len({first, second}) == 2


@pytest.mark.parametrize("kind", [kind for kinds in KINDS.values() for kind in kinds])
@given(data=st.data())
def test_values_of_one_kind_are_equal_if_their_fields_are(kind: Any, data: st.DataObject) -> None:
    size = len(kind._fields)
    mine, yours = (data.draw(st.lists(values, min_size=size, max_size=size)) for _ in range(2))
    one, same, other = kind._make(mine), kind._make(list(mine)), kind._make(yours)
    assert one == same
    assert hash(one) == hash(same)
    assert (one == other) is (mine == yours)
    assert (one != other) is (mine != yours)


def test_turns_and_records_with_different_parts_are_unequal() -> None:
    assert Turn((GoOut(),)) != Turn((StockEnds(),))
    assert Turn((Draw(Cards(())),)) != Turn((Discard(Cards(())),))
    undone, redone = Record(2, "", Undone(1)), Record(2, "", Redone(1))
    assert undone != redone
