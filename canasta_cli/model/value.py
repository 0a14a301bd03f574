"""Plain values: named tuples that are cheap to make.

``class Card(Value)`` is a ``typing.NamedTuple``: to the type checker in so many words, and in all
that this program does with one. Python compiles the text of a constructor for each class of them;
for the hundred that a short command makes that takes as long as a bare interpreter's whole start.
Here all classes with equally many fields share one constructor, but for the names of its arguments.
"""

from collections.abc import Iterable
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

__all__ = ["Value"]

_GLOBALS = {"new": tuple.__new__}


@cache
def _constructor(fields: int) -> CodeType:
    """The code of a ``__new__`` for so many fields."""
    places = ", ".join(f"p{place}" for place in range(fields))
    made = eval(f"lambda cls, {places}: new(cls, ({places},))", _GLOBALS)  # noqa: S307 - our words
    code: CodeType = made.__code__
    return code


if TYPE_CHECKING:
    from typing import NamedTuple as Value
else:
    from collections import _tuplegetter as field

    class _Shaped(type):
        """The class of a class of values: what is annotated in it becomes the fields of a tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            made = super().__new__(cls, name, bases, {"__slots__": (), **namespace})
            fields = made._fields = made.__match_args__ = tuple(made.__annotations__)
            if fields:
                code = _constructor(len(fields)).replace(
                    co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("cls", *fields)
                )
                defaults = tuple(namespace[each] for each in fields if each in namespace)
                made.__new__ = FunctionType(code, _GLOBALS, argdefs=defaults)
            for place, each in enumerate(fields):
                setattr(made, each, field(place, None))
            return made

    class Value(tuple, metaclass=_Shaped):
        """A tuple whose places have names; it cannot be changed."""

        __slots__ = ()

        @classmethod
        def _make(cls, places: Iterable[Any]) -> "Value":
            return cls(*places)

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **fields: Any) -> "Value":
            made = tuple.__new__(type(self), map(fields.pop, self._fields, self))
            if fields:
                raise TypeError(f"{type(self).__name__} has no {', '.join(fields)}")
            return made

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            fields = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({fields})"
