"""Compare values together with their classes, for tests of round trips."""

from collections.abc import Mapping
from typing import Any

from canasta_cli.values import Unread


def exact(value: object) -> Any:
    """Return a value as nested pairs of class and contents, which are equal only if both are.

    By itself ``==`` takes a tuple for any named tuple with the same fields, and ``1`` for ``True``.
    """
    if isinstance(value, Unread):
        value = value.values
    if isinstance(value, tuple | list):
        return type(value), tuple(map(exact, value))
    if isinstance(value, Mapping):
        return type(value), {key: exact(each) for key, each in value.items()}
    return type(value), value
