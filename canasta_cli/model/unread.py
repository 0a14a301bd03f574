"""Values that are read when one of them is first needed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Unread(Sequence[T], Generic[T]):
    """A sequence that ``read`` reads from ``source`` when a value is first needed.

    A game in its tenth hand needs little of the first nine: most of it is never read. ``size`` is the
    number of values to read, ``None`` if only reading them tells. ``known`` are values after them; if
    the size is given, they are returned without reading the others. It equals a tuple of all values.
    """

    __slots__ = ("_known", "_read", "_size", "_source", "_values")

    def __init__(
        self,
        source: Any,
        read: Callable[[Any], Sequence[T]],
        size: int | None = None,
        known: tuple[T, ...] = (),
    ) -> None:
        self._source = source
        self._read = read
        self._size = size
        self._known = known
        self._values: tuple[T, ...] | None = None

    @property
    def values(self) -> tuple[T, ...]:
        """All values, read if they were not before."""
        if self._values is None:
            self._values = (*self._read(self._source), *self._known)
        return self._values

    def __len__(self) -> int:
        return len(self.values) if self._size is None else self._size + len(self._known)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        known, size = self._known, self._size
        if known and size is not None:
            if isinstance(at, slice):
                if (at.start or 0) >= size and at.stop is at.step is None:
                    return known[at.start - size :]
            elif at >= size:
                return known[at - size]
            elif -len(known) <= at < 0:
                return known[at]
        return self.values[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Unread) and self._read is other._read:
            # The same text, or the same entries, have the same values.
            if self._source == other._source and self._known == other._known:
                return True
            other = other.values
        return isinstance(other, Sequence) and self.values == tuple(other)

    def __hash__(self) -> int:
        return hash(self.values)

    def __repr__(self) -> str:
        return repr(self.values)
