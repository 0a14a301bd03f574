"""A test of many values names each that is wrong."""

import pytest
from looping import for_each


def test_every_value_for_which_a_test_fails_is_named() -> None:
    seen: list[int] = []

    @for_each((1, 2, 3, 4), lambda number: f"number {number}")
    def is_odd(number: int) -> None:
        seen.append(number)
        assert number % 2 == 1, "even"
        assert number != 3

    with pytest.raises(AssertionError) as caught:
        is_odd()
    assert seen == [1, 2, 3, 4]
    first, *faults = str(caught.value).splitlines()
    assert first == "3 of 4:"
    assert [fault.partition(":")[0] for fault in faults] == ["number 2", "number 3", "number 4"]
    assert faults[0].endswith(": AssertionError: even")


@pytest.mark.parametrize("fault", [KeyError("x"), pytest.fail.Exception("no")], ids=repr)
def test_any_error_is_a_fault(fault: BaseException) -> None:
    @for_each("ab")
    def fails(_: str) -> None:
        raise fault

    with pytest.raises(AssertionError, match="2 of 2"):
        fails()


def test_a_loop_over_nothing_proves_nothing() -> None:
    with pytest.raises(AssertionError):
        for_each(())
