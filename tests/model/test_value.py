"""Values: what the program asks of a named tuple, asked of its own."""

import copy
from typing import Generic, TypeVar

import pytest

from canasta_cli.model.value import Value

T = TypeVar("T")


class Point(Value):
    """A point."""

    across: int
    up: int = 0

    @property
    def sum(self) -> int:
        """Both together."""
        return self.across + self.up


class Only(Value, Generic[T]):
    """One thing of any kind."""

    it: T


def test_a_value_is_a_tuple_with_names() -> None:
    point = Point(1, up=2)
    assert point == (1, 2)
    assert (point.across, point.up, point.sum) == (1, 2, 3)
    assert Point(across=4) == Point._make([4, 0])
    assert hash(point) == hash((1, 2))
    assert repr(point) == "Point(across=1, up=2)"
    assert point._fields == ("across", "up")
    assert point._asdict() == {"across": 1, "up": 2}
    assert Only[str]("x").it == "x"


def test_a_value_matches_by_place_and_by_name() -> None:
    match Point(1, 2):
        case Point(1, up=up):
            assert up == 2
        case _:
            pytest.fail("it does not match")


def test_a_value_is_replaced_and_never_changed() -> None:
    point = Point(1)
    assert point._replace(up=5) == Point(1, 5)
    strange = {"down": 5}
    with pytest.raises(TypeError, match="Point has no down"):
        point._replace(**strange)
    for name in ("across", "down"):
        with pytest.raises(AttributeError):
            setattr(point, name, 5)


def test_a_value_comes_back_from_a_copy() -> None:
    point = copy.deepcopy(Point(1, 2))
    assert isinstance(point, Point)
    assert point == Point(1, 2)


def test_what_is_missing_or_strange_is_named() -> None:
    wrong: dict[str, dict[str, int]] = {"'across'": {}, "'down'": {"across": 1, "down": 2}}
    for complaint, fields in wrong.items():
        with pytest.raises(TypeError, match=rf"Point.__new__\(\) .*{complaint}"):
            Point(**fields)
