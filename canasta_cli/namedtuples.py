"""``NamedTuple`` as in ``typing``, for classes that are defined six times as fast.

A short command defines about seventy of them, and ``typing`` checks every annotation and compiles the
text of every ``__new__``. Here, a class copies a function that takes as many arguments, which was compiled
with this module, and renames its arguments. Instances behave alike and are created as fast. Type
checkers see ``typing.NamedTuple``.
"""

__all__ = ["NamedTuple"]

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import FunctionType
    from typing import Any, ClassVar, Self

_new: "Callable[..., Any]" = tuple.__new__
# The function that takes the class and this number of arguments.
_TEMPLATES: "tuple[Any, ...]" = (
    lambda _cls: _new(_cls, ()),
    lambda _cls, a: _new(_cls, (a,)),
    lambda _cls, a, b: _new(_cls, (a, b)),
    lambda _cls, a, b, c: _new(_cls, (a, b, c)),
    lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
    lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
    lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
    lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
    lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
    lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j: _new(_cls, (a, b, c, d, e, f, g, h, i, j)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k)),
)
_Function: "type[FunctionType]" = type(_TEMPLATES[0])


def _getter(index: int) -> object:
    """Return the attribute for the field at an index, as fast as the standard library's if possible."""
    try:
        from _collections import _tuplegetter  # type: ignore[import-not-found]
    except ImportError:
        from operator import itemgetter

        return property(itemgetter(index))
    return _tuplegetter(index, f"Alias for field number {index}")


_GETTERS: list[object] = []
"""The attributes for the first fields; they are the same in every class."""


class Fields(tuple):  # type: ignore[type-arg]
    """The methods of every named tuple."""

    __slots__ = ()
    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[Mapping[str, object]]

    @classmethod
    def _make(cls, iterable: "Iterable[object]") -> "Self":
        made: Self = _new(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes: object) -> "Self":
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    __replace__ = _replace

    def _asdict(self) -> "dict[str, object]":
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        values = zip(self._fields, self, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values)})"

    def __getnewargs__(self) -> "tuple[object, ...]":
        return tuple(self)


def _constructor(fields: "tuple[str, ...]", defaults: "Iterable[object]", name: str) -> object:
    """Return the ``__new__`` of a class."""
    if len(fields) < len(_TEMPLATES):
        template = _TEMPLATES[len(fields)]
    else:
        text = ", ".join(fields)
        # Compiled as in the standard library; the names are those of a class in our own code.
        template = eval(f"lambda _cls, {text}: _new(_cls, ({text}))", {"_new": _new})  # noqa: S307
    code = template.__code__.replace(co_varnames=("_cls", *fields), co_name="__new__")
    made = _Function(code, template.__globals__, "__new__", tuple(defaults))
    made.__qualname__ = f"{name}.__new__"
    return made


def _annotations(namespace: "dict[str, Any]") -> "dict[str, object]":
    """Return the annotations in the body of a class, by their names."""
    # From Python 3.14 on, a function returns them; 1 asks for their values.
    late = namespace.get("__annotate__") or namespace.get("__annotate_func__")
    found: dict[str, object] = late(1) if late else namespace.get("__annotations__", {})
    return found


class _Meta(type):
    """Define a named tuple: an ordinary class, so that subclasses of it are ordinary classes too."""

    def __new__(cls, name: str, bases: "tuple[type, ...]", namespace: "dict[str, Any]") -> "Any":
        if "__classcell__" in namespace:
            # Newer versions of typing refuse it too.
            raise TypeError(f"{name} can't use super() or __class__ in a method")
        fields = tuple(_annotations(namespace))
        defaults = {field: namespace[field] for field in fields if field in namespace}
        _GETTERS.extend(map(_getter, range(len(_GETTERS), len(fields))))
        namespace.update(zip(fields, _GETTERS, strict=False))
        namespace |= {
            "__slots__": (),
            "__match_args__": fields,
            "_fields": fields,
            "_field_defaults": defaults,
            "__new__": _constructor(fields, defaults.values(), namespace["__qualname__"]),
        }
        return type(name, (Fields, *bases[1:]), namespace)


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = type.__new__(_Meta, "NamedTuple", (), {})
