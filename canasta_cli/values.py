"""The classes of plain values and of choices, which are defined quickly, and values computed when first read.

Any module may use them; they use nothing of this package.
"""

from collections import _tuplegetter  # type: ignore[attr-defined] # as fast as can be
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import Enum
    from types import FunctionType
    from typing import ClassVar, NamedTuple

__all__ = ["Enum", "NamedTuple", "Sparse", "Unread", "distinct", "lazy"]

# `NamedTuple` as in `typing`, for classes that are defined six times as fast.
#
# A short command defines about seventy of them, and `typing` checks every annotation and compiles
# the text of every `__new__`. Here, a class copies a function that takes as many arguments, which
# was compiled with this module, and renames its arguments. Instances behave alike and are created
# as fast. Type checkers see `typing.NamedTuple`.

_new_tuple: "Callable[..., Any]" = tuple.__new__
# The function that takes the class and this number of arguments.
_TEMPLATES: "tuple[Any, ...]" = (
    lambda _cls: _new_tuple(_cls, ()),
    lambda _cls, a: _new_tuple(_cls, (a,)),
    lambda _cls, a, b: _new_tuple(_cls, (a, b)),
    lambda _cls, a, b, c: _new_tuple(_cls, (a, b, c)),
    lambda _cls, a, b, c, d: _new_tuple(_cls, (a, b, c, d)),
    lambda _cls, a, b, c, d, e: _new_tuple(_cls, (a, b, c, d, e)),
    lambda _cls, a, b, c, d, e, f: _new_tuple(_cls, (a, b, c, d, e, f)),
    lambda _cls, a, b, c, d, e, f, g: _new_tuple(_cls, (a, b, c, d, e, f, g)),
    lambda _cls, a, b, c, d, e, f, g, h: _new_tuple(_cls, (a, b, c, d, e, f, g, h)),
    lambda _cls, a, b, c, d, e, f, g, h, i: _new_tuple(_cls, (a, b, c, d, e, f, g, h, i)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j: _new_tuple(_cls, (a, b, c, d, e, f, g, h, i, j)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _new_tuple(
        _cls, (a, b, c, d, e, f, g, h, i, j, k)
    ),
)
_Function: "type[FunctionType]" = type(_TEMPLATES[0])


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
        made: Self = _new_tuple(cls, iterable)
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
        template = eval(f"lambda _cls, {text}: _new(_cls, ({text}))", {"_new": _new_tuple})  # noqa: S307
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


class _NamedTupleMeta(type):
    """Define a named tuple: an ordinary class, so that subclasses of it are ordinary classes too."""

    def __new__(cls, name: str, bases: "tuple[type, ...]", namespace: "dict[str, Any]") -> "Any":
        if "__classcell__" in namespace:
            # Newer versions of typing refuse it too.
            raise TypeError(f"{name} can't use super() or __class__ in a method")
        fields = tuple(_annotations(namespace))
        defaults = {field: namespace[field] for field in fields if field in namespace}
        more = range(len(_GETTERS), len(fields))
        _GETTERS.extend(_tuplegetter(index, f"Alias for field number {index}") for index in more)
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
    NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})


# `Enum` as in `enum`, for classes that are defined five times as fast.
#
# A short command defines some fifty of them, with two hundred members. `enum` prepares each member
# for much that is not used here: flags, mixed types, values computed one after the other. Here, a
# member is an object with a `name` and a `value`, both stored in it. Type checkers see `enum.Enum`.

_new_object: "Any" = object.__new__


class _EnumMeta(type):
    """Define an enumeration: every name in its body that is not a method or an attribute is a member."""

    __members__: "dict[str, Any]"
    _by_value: "dict[object, Any]"

    def __new__(
        cls, name: str, bases: "tuple[type, ...]", namespace: "dict[str, Any]"
    ) -> "_EnumMeta":
        values = {
            key: value
            for key, value in namespace.items()
            if not key.startswith("_") and not hasattr(value, "__get__")
        }
        for key in values:
            del namespace[key]
        members: dict[str, Any] = {}
        by_value: dict[object, Any] = {}
        namespace |= {"__members__": members, "_by_value": by_value}
        made = super().__new__(cls, name, bases, namespace)
        for key, value in values.items():
            member = _new_object(made)
            member.__dict__.update(name=key, value=value)
            # Members see those before them; a parent's __init__ is object's, which takes no value.
            if "__init__" in namespace:
                member.__init__(value)
            members[key] = by_value[value] = member
            setattr(made, key, member)
        return made

    def __call__(cls, value: object) -> "Any":
        """Return the member with a value; a member is its own. Raises ``ValueError``."""
        if type(value) is cls:
            return value
        try:
            return cls._by_value[value]
        except KeyError:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}") from None

    def __iter__(cls) -> "Iterator[Any]":
        return iter(cls.__members__.values())

    def __len__(cls) -> int:
        return len(cls.__members__)


class _Enum(metaclass=_EnumMeta):
    """The methods of members; they equal only themselves."""

    name: str
    value: "Any"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __reduce__(self) -> "tuple[Any, tuple[object]]":
        """Copy and unpickle to the member itself."""
        return type(self), (self.value,)


if TYPE_CHECKING:
    from enum import Enum
else:
    Enum = _Enum


# Make values of different kinds unequal, even if their fields are equal.

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


# Values that are read when one of them is first needed.

T = TypeVar("T")


def read_all(value: object) -> None:
    """Read at once whatever in a value is read only when it is needed: what can't be read is found now."""
    hash(value)  # every part of a value is in its hash


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


# Values with many attributes of which few are set, and attributes computed when first read.


class _Lazy:
    """An attribute that is computed when it is first read, and then stored.

    ``functools.cached_property`` takes a lock for that, which a judged turn pays for many times.
    """

    def __init__(self, compute: Callable[[Any], object]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object | None, owner: type) -> object:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value


if TYPE_CHECKING:
    from functools import cached_property as lazy
else:
    lazy = _Lazy


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

    def __hash__(self) -> int:
        # An attribute that is stored with its default value counts as one that is not stored.
        default = type(self)
        stored = self.__dict__.items()
        return hash(frozenset([item for item in stored if item[1] != getattr(default, item[0])]))
