"""Make values of different kinds unequal, even if their fields are equal."""

from typing import Any, TypeVar

C = TypeVar("C", bound=type[Any])
_tuple: Any = tuple


def _equal(self: object, other: object) -> bool:
    return type(self) is type(other) and bool(_tuple.__eq__(self, other))


def _unequal(self: object, other: object) -> bool:
    return type(self) is not type(other) or bool(_tuple.__ne__(self, other))


# The hash stays that of a tuple, which is as fast as before: equal values have equal hashes.
_METHODS = {"__eq__": _equal, "__ne__": _unequal, "__hash__": _tuple.__hash__}


def distinct(kind: C) -> C:
    """Decorate a ``NamedTuple`` class: its values equal only values of the same class.

    As plain tuples, ``GoOut()`` and ``StockEnds()`` would be equal.
    """
    for name, method in _METHODS.items():
        setattr(kind, name, method)
    return kind
