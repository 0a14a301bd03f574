"""Values that are read when one of them is first needed."""

import pytest

from canasta_cli.values import Unread


def _unread(source: str, calls: list[str], size: int | None = None) -> Unread[str]:
    def read(text: str) -> tuple[str, ...]:
        calls.append(text)
        return tuple(text)

    return Unread(source, read, size)


def test_nothing_is_read_before_a_value_is_needed_and_then_once() -> None:
    calls: list[str] = []
    values = _unread("KQ", calls, 2)
    assert len(values) == 2
    assert values
    assert calls == []
    assert (values[0], values[-1], values[:1], list(values)) == ("K", "Q", ("K",), ["K", "Q"])
    assert calls == ["KQ"]


def test_without_a_size_the_values_are_counted() -> None:
    calls: list[str] = []
    assert len(_unread("KQ", calls)) == 2
    assert not _unread("", calls)
    assert calls == ["KQ", ""]


def test_it_equals_a_tuple_of_the_same_values() -> None:
    calls: list[str] = []
    values = _unread("KQ", calls)
    assert values == ("K", "Q")
    assert values == ("K", "Q")
    assert values != ("K",)
    assert values != "KQ".lower()
    assert (hash(values), repr(values)) == (hash(("K", "Q")), repr(("K", "Q")))


def test_two_with_the_same_source_are_equal_without_being_read() -> None:
    def read(text: str) -> tuple[str, ...]:
        return tuple(text.split())

    assert Unread("K Q", read) == Unread("K Q", read)
    assert Unread("K Q", read)._values is None  # noqa: SLF001 - what is tested
    assert Unread("K Q", read) == Unread("K  Q", read)
    assert Unread("K Q", read) != Unread("K", read)
    assert Unread("KQ", read) != Unread("KQ", tuple)


def test_known_values_are_returned_without_reading_the_others() -> None:
    def read(text: str) -> tuple[str, ...]:
        return tuple(text)

    values = Unread("KQ", read, 2, ("J", "T"))
    assert len(values) == 4
    assert (values[2], values[3], values[-1], values[-2]) == ("J", "T", "T", "J")
    assert (values[2:], values[3:], values[4:]) == (("J", "T"), ("T",), ())
    assert values._values is None  # noqa: SLF001 - what is tested
    with pytest.raises(IndexError):
        values[4]
    assert Unread("KQ", read, 2, ("J", "T")) != Unread("KQ", read, 2, ("J",))
    assert (values[1], values[-3], values[1:3], values[::-1]) == (
        "Q",
        "Q",
        ("Q", "J"),
        ("T", "J", "Q", "K"),
    )
    assert values == ("K", "Q", "J", "T")
