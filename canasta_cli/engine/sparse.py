"""Values with many attributes of which few are set, and attributes computed when first read."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used as a decorator, like property
    """An attribute that is computed when it is first read, and then stored.

    ``functools.cached_property`` takes a lock for that, which a judged turn pays for many times.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[T]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> "T | lazy[T]":
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Sparse:
    """A value whose class has the default of each attribute, and which stores only the others.

    Copies are as cheap as what they store: a view of a table is copied at every clause of a turn.
    """

    def __init__(self, **attributes: Any) -> None:
        self.__dict__ = attributes

    def replace(self, **attributes: Any) -> Self:
        """Return a copy with other attributes."""
        new = object.__new__(type(self))
        new.__dict__ = self.__dict__ | attributes
        return new

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        names = self.__dict__.keys() | other.__dict__.keys()
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]
