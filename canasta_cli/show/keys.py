"""What an answer says, key by key: the library's values, JSON, its schema and canasta-json(5) follow from this.

    class Pair(Answer):
        "Two players."

        player: str = key("The name of the player.")
        games_played: int = key("The number of games finished together.", lambda it: it.games)
        hands: Sequence[Hand] = key("Their hands.", lambda it: Hand.of_each(it.hands))

Such a class is an object of JSON. Each key has its type, its meaning, and how to get its value from what the
object is about, here two players; without that it is the attribute of the same name. ``Pair(two).player`` is
the value of a key, and ``Pair(two).to_json()`` the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar, overload

Json = dict[str, Any]
V = TypeVar("V")


class Row:
    """A key: its meaning and how to get its value, if that is not the attribute of the same name.

    ``by`` names what objects within it are found by, level by level. An ``optional`` key is left out
    of the document if its value is empty.
    """

    name: str
    owner: type[Answer]

    def __init__(
        self,
        says: str,
        get: Callable[[Any], object] | None,
        by: tuple[str, ...] = (),
        *,
        optional: bool = False,
    ) -> None:
        self.__doc__ = says
        self.get = get
        self.by = by
        self.optional = optional

    @property
    def says(self) -> str:
        """The meaning of the key."""
        return self.__doc__ or ""

    def __set_name__(self, owner: type[Answer], name: str) -> None:
        self.name, self.owner = name, owner

    def __get__(self, answer: Answer | None, owner: type[Answer]) -> Any:
        if answer is None:
            return self
        value = self._value(answer)
        return tuple(value) if isinstance(value, list) else value

    def _value(self, answer: Answer) -> object:
        if self.name in answer.given:
            return answer.given[self.name]
        subject = answer.subject_of(self.owner)
        return getattr(subject, self.name) if self.get is None else self.get(subject)

    def __set__(self, answer: Answer, value: object) -> None:
        raise AttributeError(f"{self.name} can't be changed: an answer stays as it is")


def absent(_: object) -> Any:
    """Return nothing: an optional key for which this stands is there only if its value is given."""


# To a type checker, a row is the value of its key: what its getter returns must have the type of the key.


@overload
def key(says: str, get: None = None, *, by: tuple[str, ...] = ()) -> Any: ...
@overload
def key(says: str, get: Callable[[Any], V], *, by: tuple[str, ...] = ()) -> V: ...
def key(says: str, get: Callable[[Any], object] | None = None, *, by: tuple[str, ...] = ()) -> Any:
    """Describe a key, as :class:`Row` does."""
    return Row(says, get, by)


@overload
def optional(says: str, get: None = None) -> Any: ...
@overload
def optional(says: str, get: Callable[[Any], V]) -> V: ...
def optional(says: str, get: Callable[[Any], object] | None = None) -> Any:
    """Describe a key that is left out of the document if its value is empty."""
    return Row(says, get, optional=True)


ANSWERS: dict[str, list[type[Answer]]] = {}
"""The answers of each command with --json; the names of commands within ``check`` are left out."""


MOST_SHOWN = 4
"""The number of keys that the representation of an answer shows."""


class Answer:
    """An object of JSON with its keys, in order; the docstring is its title.

    A class for a whole answer names the commands that it is the answer ``of``. One that extends another
    has its keys too; they are about what ``about`` returns, or else about the same. Two answers are equal
    if their documents are.
    """

    _about: ClassVar[Any] = None
    _rows: ClassVar[dict[str, Row]]

    def __init_subclass__(
        cls, of: str | tuple[str, ...] = (), about: Callable[[Any], Any] | None = None
    ) -> None:
        cls._about = about and staticmethod(about)
        for command in (of,) if isinstance(of, str) else of:
            found = (*ANSWERS.get(command, ()), cls)
            ANSWERS[command] = sorted(found, key=lambda each: each.__module__)

    def __init__(self, subject: Any, **given: object) -> None:
        """Answer about a subject; ``given`` are the values of keys that it doesn't know."""
        self.subject = subject
        self.given = given
        self._copied_keys: tuple[str, ...] | None = None

    def subject_of(self, kind: type[Answer]) -> Any:
        """Return what the keys of a class are about that this one extends."""
        subject = self.subject
        for each in type(self).__mro__:
            if each is kind:
                break
            if about := vars(each).get("_about"):
                subject = about(subject)
        return subject

    @classmethod
    def of_each(cls, subjects: Iterable[Any]) -> tuple[Self, ...]:
        """Return an answer about each of several subjects."""
        return tuple([cls(each) for each in subjects])

    @classmethod
    def rows_of(cls) -> dict[str, Row]:
        """Return the keys by name, in order: first those of the class that it extends."""
        if "_rows" not in vars(cls):  # found when first needed, since text needs none
            named = [each for kind in reversed(cls.__mro__) for each in vars(kind).items()]
            cls._rows = {name: each for name, each in named if isinstance(each, Row)}
        return cls._rows

    def to_json(self) -> Json:
        """Return the object of JSON: texts, numbers, lists and dictionaries.

        An optional key without a value is left out, unless the value was given.
        """
        values = {name: getattr(self, name) for name in self.rows_of()}
        return {name: plain(value) for name, value in values.items() if self._shows(name, value)}

    def _shows(self, name: str, value: object) -> bool:
        if self._copied_keys is not None:
            return name in self._copied_keys
        return name in self.given or not self.rows_of()[name].optional or bool(value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((type(self), repr(self.to_json())))

    def __reduce__(self) -> tuple[Callable[..., Answer], tuple[object, ...]]:
        """Copy to another process the values of all keys, without what they are about."""
        values = {name: getattr(self, name) for name in self.rows_of()}
        return _copy, (type(self), values, tuple(self.to_json()))

    def __repr__(self) -> str:
        values = ((name, getattr(self, name)) for name in self.rows_of())
        shown = [f"{name}={value!r}" for name, value in values if isinstance(value, int | str)]
        return f"<{' '.join((type(self).__name__, *shown[:MOST_SHOWN]))}>"


def _copy(kind: type[Answer], values: Mapping[str, object], keys: tuple[str, ...]) -> Answer:
    answer = kind(None, **values)
    answer._copied_keys = keys  # noqa: SLF001 - a function of the class
    return answer


def plain(value: object) -> Any:
    """Return a value as JSON has it: the document of an answer, also within lists and dictionaries."""
    if isinstance(value, Answer):
        return value.to_json()
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value
