"""Run one test for each of many values, and name every value for which it fails."""

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import pytest

Fixtures = ParamSpec("Fixtures")
Each = TypeVar("Each")
FAULTS = (Exception, pytest.fail.Exception)


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
        @wraps(test)
        def looped(*args: Fixtures.args, **fixtures: Fixtures.kwargs) -> None:
            found: list[tuple[Each, BaseException]] = []
            for value in every:
                try:
                    test(value, *args, **fixtures)
                except FAULTS as fault:
                    found.append((value, fault))
            if found:
                faults = "\n".join(f"{name(value)}: {_line(fault)}" for value, fault in found)
                raise AssertionError(f"{len(found)} of {len(every)}:\n{faults}") from found[0][1]

        signature = inspect.signature(test)
        _, *others = signature.parameters.values()
        looped.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return looped

    return decorate


def _line(fault: BaseException) -> str:
    """Format where a test failed, and why."""
    place = traceback.extract_tb(fault.__traceback__)[1]
    reason = str(fault).partition("\n")[0] or place.line
    return f"line {place.lineno}: {type(fault).__name__}: {reason}"
