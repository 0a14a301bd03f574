"""Our named tuples behave like those of ``typing``."""

import copy
import inspect
import pickle
import sys
import typing
from typing import Any, Generic, TypeVar

import pytest
from looping import for_each_case

from canasta_cli import values
from canasta_cli.values import NamedTuple

T = TypeVar("T")


class Ours(NamedTuple):
    """Text of the class."""

    first: int
    second: "str"
    third: tuple[int, ...] = ()
    fourth: str | None = None

    @property
    def doubled(self) -> int:
        """A property that reads a field."""
        return self.first * 2

    def count(self, value: object) -> int:
        """A method that uses the one of ``tuple``."""
        return tuple.count(self, value) + 100


class Theirs(typing.NamedTuple):
    """Text of the class."""

    first: int
    second: "str"
    third: tuple[int, ...] = ()
    fourth: str | None = None

    @property
    def doubled(self) -> int:
        """A property that reads a field."""
        return self.first * 2


class Empty(NamedTuple):
    """A class without fields."""


class Long(NamedTuple):
    """A class with more fields than there are templates."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int = 9
    j: int = 10
    k: int = 11
    l: int = 12  # noqa: E741 - as the others


class Box(NamedTuple, Generic[T]):
    """A generic class."""

    inner: T


class Sub(Ours):
    """A subclass, whose values may have attributes."""


def test_values_are_created_shown_compared_and_changed_alike() -> None:
    ours = Ours(1, second="x")
    theirs: Any = Theirs(1, second="x")
    assert repr(ours).replace("Ours", "Theirs") == repr(theirs)
    assert tuple(ours) == tuple(theirs) == (1, "x", (), None)
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(fourth="y") == theirs._replace(fourth="y")
    assert Ours._make((1, "x", (), None)) == ours
    if sys.version_info >= (3, 13):
        assert copy.replace(ours, fourth="y") == copy.replace(theirs, fourth="y")
    assert (ours.first, ours.second, ours.third, ours.fourth) == (1, "x", (), None)
    assert ours.doubled == 2
    assert ours.count(1) == 101
    match ours:
        case Ours(one, two, fourth=four):
            assert (one, two, four) == (1, "x", None)


def test_classes_are_described_alike() -> None:
    for name in ("_fields", "_field_defaults", "__match_args__", "__slots__", "__doc__"):
        assert getattr(Ours, name) == getattr(Theirs, name)
    assert inspect.signature(Ours).parameters.keys() == inspect.signature(Theirs).parameters.keys()
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    assert Ours.__new__.__qualname__ == "Ours.__new__"
    assert type(Ours) is type
    assert Ours.__module__ == __name__
    assert typing.get_args(Box[int]) == (int,)


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_wrong_arguments_are_refused(kind: Any) -> None:
    for arguments in ((1,), (1, "x", (), None, 5)):
        with pytest.raises(TypeError):
            kind(*arguments)
    with pytest.raises(TypeError):
        kind(1, "x", fifth=5)
    with pytest.raises(TypeError):
        kind._make((1, 2))
    with pytest.raises((TypeError, ValueError), match="fifth"):
        kind(1, "x")._replace(fifth=5)
    with pytest.raises(AttributeError):
        kind(1, "x").fifth = 5
    with pytest.raises(AttributeError):
        kind(1, "x").first = 5


@for_each_case(
    "value", [Ours(1, "x"), Empty(), Long(1, 2, 3, 4, 5, 6, 7, 8), Box("x"), Sub(1, "x", (2,))]
)
def test_values_are_copied_and_pickled(value: Any) -> None:
    assert type(copy.copy(value)) is type(value)
    pickled = pickle.loads(pickle.dumps(value))  # noqa: S301 - written here
    for other in (copy.deepcopy(value), pickled):
        assert type(other) is type(value)
        assert other == value


def test_a_class_may_have_no_fields_or_many() -> None:
    assert repr(Empty()) == "Empty()"
    assert Long(1, 2, 3, 4, 5, 6, 7, h=0, j=0) == (1, 2, 3, 4, 5, 6, 7, 0, 9, 0, 11, 12)


def test_a_subclass_is_an_ordinary_class() -> None:
    value = Sub(1, "x")
    value.__dict__["note"] = "kept"
    assert value._replace(first=2) == (2, "x", (), None)
    assert type(value._replace(first=2)) is Sub


def test_super_is_refused_in_every_version_of_python() -> None:
    with pytest.raises(TypeError, match="Other can't use super"):

        class Other(NamedTuple):
            one: int

            def __str__(self) -> str:
                return super().__str__()


def test_annotations_that_a_function_returns_are_read() -> None:
    """Python 3.14 creates such a function, with either name."""
    for name in ("__annotate__", "__annotate_func__"):
        namespace = {
            "__qualname__": "Other",
            "__module__": __name__,
            name: lambda version: {"one": int, "two": str} if version == 1 else {},
            "two": "x",
        }
        made: Any = values._NamedTupleMeta("Other", (NamedTuple,), namespace)  # noqa: SLF001
        assert (made._fields, made(7)) == (("one", "two"), (7, "x"))
