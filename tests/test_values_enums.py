"""Our enumerations behave like those of ``enum``, as far as this program uses them."""

import copy
import enum
import pickle
from typing import Any

import pytest

from canasta_cli.values import Enum


class Ours(Enum):
    """Text of the class."""

    ONE = "one"
    TWO = "two"

    order: int

    def __init__(self, _: str) -> None:
        """Count the members before this one."""
        self.order = len(type(self).__members__)

    @property
    def upper(self) -> str:
        """The value in capitals."""
        return str(self.value).upper()


class Theirs(enum.Enum):
    """Text of the class."""

    ONE = "one"
    TWO = "two"


class Plain(Enum):
    """Members without attributes of their own."""

    NOTHING = "nothing"


def test_members_are_described_found_and_listed_alike() -> None:
    ours: Any
    theirs: Any
    for ours, theirs in zip(Ours, Theirs, strict=True):
        assert (ours.name, ours.value) == (theirs.name, theirs.value)
        assert repr(ours).replace("Ours", "Theirs") == repr(theirs)
        assert str(ours).replace("Ours", "Theirs") == str(theirs)
        assert Ours(ours.value) is Ours(ours) is ours
        assert ours in Ours
        assert ours not in Plain
        assert ours != theirs
        assert isinstance(ours, Ours)
    assert list(Ours.__members__) == list(Theirs.__members__)
    assert len(Ours) == len(Theirs)
    assert Ours.__doc__ == Theirs.__doc__
    assert [member.order for member in Ours] == [0, 1]
    assert Ours.TWO.upper == "TWO"
    assert {Ours.ONE: 1}[Ours.ONE] == 1
    match Ours("two"):
        case Ours.ONE:
            raise AssertionError
        case found:
            assert found is Ours.TWO


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_what_is_not_a_member_is_refused_alike(kind: Any) -> None:
    with pytest.raises(ValueError, match=f"'three' is not a valid {kind.__name__}"):
        kind("three")
    kind.note = "an attribute"
    assert kind.note == "an attribute"


@pytest.mark.parametrize("member", [Ours.ONE, Plain.NOTHING])
def test_there_is_one_of_each_member(member: Any) -> None:
    assert copy.copy(member) is copy.deepcopy(member) is member
    assert pickle.loads(pickle.dumps(member)) is member  # noqa: S301 - written here
