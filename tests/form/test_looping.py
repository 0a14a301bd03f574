"""A test of many values names each that is wrong."""

import os
from pathlib import Path

import pytest
from looping import for_each, for_each_case


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


def test_each_row_is_tried_with_each_of_the_other_table_and_with_fixtures_as_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CASE", raising=False)

    @for_each_case(("one", "two"), [(1, 2), (3, 4)])
    @for_each_case("three", ["a", "b"], name=str.upper)
    def fails_for_b(
        one: int,
        two: int,
        three: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        assert not list(tmp_path.iterdir())
        assert "CASE" not in os.environ
        assert capsys.readouterr().out == ""
        (tmp_path / "file").touch()
        monkeypatch.setenv("CASE", f"{one}{two}")
        print(three)  # noqa: T201
        assert three == "a"

    with pytest.raises(AssertionError) as caught:
        fails_for_b(tmp_path=tmp_path, monkeypatch=monkeypatch, capsys=capsys)
    first, *faults = str(caught.value).splitlines()
    assert first == "2 of 4:"
    assert [fault.partition(":")[0] for fault in faults] == ["(1, 2) B", "(3, 4) B"]
    assert "CASE" not in os.environ
