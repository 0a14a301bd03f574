"""What a JSON answer says, key by key: its documents, their schema and canasta-json(5) follow from this.

    class PairKeys(Keys):
        "Two players."

        player: str = key("The name of the player.")
        games_played: int = key("The number of games finished together.", lambda it: it.games)
        hands: list[HandKeys] = key("Their hands.")

Such a class describes an object of JSON. Each key has its type, its meaning, and how to get its value from what
the object is about, here two players; without that it is the attribute of the same name. What the objects in a
value are follows from its type: each of the hands is written as ``HandKeys`` describes it.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Objects = list[Any] | tuple[Any, ...] | Mapping[Any, Any] | Iterator[Any] | None


Json = dict[str, Any]
V = TypeVar("V")


class KeyRow:
    """A key: its meaning and how to get its value, if that is not the attribute of the same name.

    ``by`` names what objects within it are found by, level by level. An ``optional`` key is left out if
    its value is empty.
    """

    __slots__ = ("by", "get", "kind", "name", "objects", "optional", "says")
    kind: str
    objects: type[Keys] | None

    def __init__(
        self,
        says: str,
        get: Callable[[Any], object] | None,
        name: str = "",
        by: tuple[str, ...] = (),
        *,
        optional: bool = False,
    ) -> None:
        self.says = says
        self.get = get
        self.name = name
        self.by = by
        self.optional = optional

    def value(self, subject: Any) -> object:
        """Return the value of the key of the object about a subject."""
        return getattr(subject, self.name) if self.get is None else self.get(subject)

    def written(self, value: Any) -> object:
        """Return a value with the objects that it consists of."""
        if self.objects is None or value is None:
            return value
        if self.kind.startswith("list"):
            return self.objects.many(value)
        if self.kind.startswith("dict"):
            return dict(zip(value, self.objects.many(value.values()), strict=True))
        return self.objects.many((value,))[0]

    def bind(self, name: str, owner: type[Keys]) -> None:
        """Note the name and type of the key, and the class of the objects of its value."""
        self.name = self.name or name
        self.kind = str(owner.__annotations__[name])
        found = re.search(r"\w+Keys\b", self.kind)
        self.objects = getattr(sys.modules[owner.__module__], found[0]) if found else None


class Part:
    """All keys of another object, about what ``get`` returns; left out if that is ``None``."""

    __slots__ = ("get", "keys", "optional")

    def __init__(self, keys: type[Keys], get: Callable[[Any], object], *, optional: bool) -> None:
        self.keys = keys
        self.get = get
        self.optional = optional


def itself(subject: Any) -> Any:
    """Return what the object is about, as the value of its only key."""
    return subject


def absent(_: object) -> Any:
    """Return nothing: an optional key for which this stands is there only if its value is given."""


# To a type checker, a row is the value of its key: what its getter returns must have the type of the key. Only
# objects are written as their ``Keys`` say, so that what they are about has another type.


@overload
def key(says: str, get: None = None, *, name: str = "", by: tuple[str, ...] = ()) -> Any: ...
@overload
def key(
    says: str, get: Callable[[Any], Objects], *, name: str = "", by: tuple[str, ...] = ()
) -> Any: ...
@overload
def key(says: str, get: Callable[[Any], V], *, name: str = "", by: tuple[str, ...] = ()) -> V: ...
def key(
    says: str,
    get: Callable[[Any], object] | None = None,
    *,
    name: str = "",
    by: tuple[str, ...] = (),
) -> Any:
    """Describe a key, as :class:`KeyRow` does; ``name`` is for one that is taken in Python."""
    return KeyRow(says, get, name, by)


@overload
def optional(says: str, get: None = None) -> Any: ...
@overload
def optional(says: str, get: Callable[[Any], Objects]) -> Any: ...
@overload
def optional(says: str, get: Callable[[Any], V]) -> V: ...
def optional(says: str, get: Callable[[Any], object] | None = None) -> Any:
    """Describe a key that is left out if its value is empty."""
    return KeyRow(says, get, optional=True)


ANSWERS: dict[str, list[type[Keys]]] = {}
"""The answers of each command with --json; the names of commands within ``check`` are left out."""


class Keys:
    """The keys of an object of JSON, in order; the docstring is its title.

    A class for a whole answer names the commands that it is the answer ``of``.
    """

    _rows: ClassVar[tuple[KeyRow | Part, ...]]

    def __init_subclass__(cls, of: str | tuple[str, ...] = ()) -> None:
        for command in (of,) if isinstance(of, str) else of:
            ANSWERS.setdefault(command, []).append(cls)

    @classmethod
    def all_rows(cls) -> tuple[KeyRow | Part, ...]:
        """Return the keys and parts, in order; found when first needed, since text needs none."""
        if "_rows" not in vars(cls):
            found = {
                name: each for name, each in vars(cls).items() if isinstance(each, KeyRow | Part)
            }
            for name, each in found.items():
                if isinstance(each, KeyRow):
                    each.bind(name, cls)
            cls._rows = tuple(found.values())
        return cls._rows

    @classmethod
    def json(cls, subject: Any, **given: object) -> Json:
        """Return the object about a subject.

        ``given`` are the values of keys that the subject doesn't know; they are never left out. A
        class may write its objects in another way.
        """
        document: Json = {}
        for row in cls.all_rows():
            if isinstance(row, Part):
                inner = row.get(subject)
                document |= {} if inner is None else row.keys.json(inner)
                continue
            if row.name in given:
                document[row.name] = row.written(given[row.name])
            elif (value := row.value(subject)) or not row.optional:
                document[row.name] = row.written(value)
        return document

    @classmethod
    def many(cls, subjects: Iterable[Any]) -> list[Json]:
        """Return the objects about several subjects; one that is an object already stays as it is."""
        return [each if isinstance(each, dict) else cls.json(each) for each in subjects]

    @classmethod
    def part(cls, get: Callable[[Any], object], *, optional: bool = False) -> Part:
        """Add all keys of this object to another, about what ``get`` returns; none if that is ``None``."""
        return Part(cls, get, optional=optional)
