"""Run one test for each of many values, and name every value for which it fails."""

import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest

Fixtures = ParamSpec("Fixtures")
Each = TypeVar("Each")
Test = Callable[..., None]
FAULTS = (Exception, pytest.fail.Exception)
Cases = list[tuple[object, dict[str, Any]]]
"""The name of each case, and its arguments."""


def for_each(
    values: Iterable[Each], name: Callable[[Each], object] = str
) -> Callable[[Callable[Concatenate[Each, Fixtures], None]], Callable[Fixtures, None]]:
    """Make a test of one value, its first argument, into one test of all values.

    It is collected and set up once, not once for each value. A failure names every value that is wrong,
    with the line and the reason; the first is shown in full.
    """
    every = tuple(values)
    assert every, "there is nothing to test"

    def decorate(
        test: Callable[Concatenate[Each, Fixtures], None],
    ) -> Callable[Fixtures, None]:
        argument = next(iter(inspect.signature(test).parameters))
        return _looped(test, [(name(value), {argument: value}) for value in every])

    return decorate


def for_each_case(
    names: str | tuple[str, ...], rows: Iterable[Any], name: Callable[[Any], object] = repr
) -> Callable[[Test], Test]:
    """Make a test with the arguments of a row into one test of all rows, as :func:`for_each` does.

    ``names`` are those of the arguments. Two of these above each other try each row of one with each of
    the other. ``capsys``, ``monkeypatch`` and ``tmp_path`` are as new for each case; other fixtures are
    shared.
    """
    arguments = (names,) if isinstance(names, str) else names
    one = isinstance(names, str)
    every = [(name(row), dict(zip(arguments, [row] if one else row, strict=True))) for row in rows]
    assert every, "there is nothing to test"

    def decorate(test: Test) -> Test:
        inner: Cases = getattr(test, "cases", [])
        if not inner:
            return _looped(test, every)
        both: Cases = [(f"{a} {b}", {**x, **y}) for a, x in every for b, y in inner]
        return _looped(inspect.unwrap(test), both)

    return decorate


def _looped(test: Test, cases: Cases) -> Test:
    """Return one test of all cases, which has the other arguments of a test."""

    @wraps(test)
    def looped(*args: Any, **fixtures: Any) -> None:
        found: list[tuple[object, BaseException]] = []
        for number, (name, arguments) in enumerate(cases):
            try:
                with _as_new(fixtures, number) as others:
                    test(*args, **arguments, **others)
            except FAULTS as fault:
                found.append((name, fault))
        if found:
            faults = "\n".join(f"{name}: {_line(fault)}" for name, fault in found)
            raise AssertionError(f"{len(found)} of {len(cases)}:\n{faults}") from found[0][1]

    signature = inspect.signature(test)
    others = [each for name, each in signature.parameters.items() if name not in cases[0][1]]
    looped.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
    looped.cases = cases  # type: ignore[attr-defined]
    return looped


@contextmanager
def _as_new(fixtures: Mapping[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Give a case nothing that an earlier one printed, patched or wrote."""
    others = dict(fixtures)
    if isinstance(capsys := others.get("capsys"), pytest.CaptureFixture):
        capsys.readouterr()
    if isinstance(folder := others.get("tmp_path"), Path):
        others["tmp_path"] = folder / str(number)
        others["tmp_path"].mkdir()
    with pytest.MonkeyPatch.context() as patch:
        if "monkeypatch" in others:
            others["monkeypatch"] = patch
        yield others


def _line(fault: BaseException) -> str:
    """Format where a test failed, and why."""
    place = traceback.extract_tb(fault.__traceback__)[1]
    reason = str(fault).partition("\n")[0] or place.line
    return f"line {place.lineno}: {type(fault).__name__}: {reason}"
