"""Parameters, and the groups that hold them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform

from canasta_cli.model.cards import Rank
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.kinds import AnyKind, Kind
from canasta_cli.rules.ranks import name_of

T = TypeVar("T")
ByRank = Mapping[Rank, T]
"""The values of a property by rank; a rank that can't have the property has the value that means off."""
OFF: tuple[object, ...] = (None, False, 0, ())
"""The values that mean that a game doesn't have something."""


class UsedIf(NamedTuple):
    """When games use a parameter: if one of ``paths`` has a value that is not among ``unless``.

    A path may be the parameter's own: then the game doesn't use it if it is off.
    """

    paths: tuple[str, ...]
    unless: tuple[object, ...] = OFF


def used_if(*paths: str, unless: object = OFF) -> UsedIf:
    """Declare when games use a parameter; ``unless`` is a value, or by default all that mean off."""
    return UsedIf(paths, OFF if unless is OFF else (unless,))


class Param(NamedTuple):
    """A parameter; ``unit`` is points, cards, players, canastas, hands or packs, if any.

    ``when`` tells which games use it; ``None``: all.
    """

    default: object
    kind: AnyKind
    says: str
    unit: str
    when: UsedIf | None = None

    @property
    def allowed(self) -> str:
        """Describe the values that are allowed; empty if the description does so."""
        if self.kind.choices and all(choice in self.says for choice in self.kind.choices):
            return ""
        if self.kind.says in self.says:
            return ""
        # The description may contain the unit already: “cards in a meld (from 1 to 10)”.
        number, _, bounds = self.kind.says.partition("a whole number from ")
        if number or not bounds or not self.unit:
            return self.kind.says
        if self.unit.rstrip("s") in self.says:
            return f"from {bounds}"
        most, also, none = bounds.partition(", or ")
        return f"{most} {self.unit}{also}{none}"


class Property(NamedTuple):
    """A property of ranks: a parameter for each of ``ranks``.

    ``off`` is the value of a rank like all others, but for those that are ``unlike``; games don't use
    an ``optional`` property of a rank for which it is off. ``defaults`` are the defaults of ranks with
    another one, ``kinds`` the kinds of ranks that can't have every value, and ``when`` tells otherwise
    which games use it.
    """

    kind: AnyKind
    says: str
    unit: str
    ranks: tuple[Rank, ...]
    off: object
    optional: bool
    defaults: Mapping[Rank, object]
    kinds: Mapping[Rank, AnyKind]
    when: Mapping[Rank, UsedIf]
    unlike: Mapping[Rank, object]

    def of(self, rank: Rank, name: str) -> Param:
        """Return the parameter of one rank; ``name`` is the property's."""
        own = UsedIf((name_of(rank.value, name),), (self.off,)) if self.optional else None
        return Param(
            self.defaults.get(rank, self.off),
            self.kinds.get(rank, self.kind),
            self.says,
            self.unit,
            self.when.get(rank, own),
        )


def of_ranks(  # noqa: PLR0913 - a declaration, in which each argument is named
    kind: Kind[T],
    says: str,
    *,
    ranks: tuple[Rank, ...],
    off: object,
    optional: bool = False,
    unit: str = "",
    defaults: Mapping[Rank, object] | None = None,
    kinds: Mapping[Rank, AnyKind] | None = None,
    when: Mapping[Rank, UsedIf] | None = None,
    unlike: Mapping[Rank, object] | None = None,
) -> ByRank[T]:
    """Declare a property of ranks; its group turns the declaration into parameters."""
    tables = (defaults or {}, kinds or {}, when or {}, unlike or {})
    return cast("ByRank[T]", Property(kind, says, unit, ranks, off, optional, *tables))


def param(
    kind: Kind[T], says: str, *, default: object, unit: str = "", when: UsedIf | None = None
) -> T:
    """Declare a parameter; its group turns the declaration into a field."""
    return cast("T", Param(default, kind, says, unit, when))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(param,))
class Group:
    """An immutable group of related parameters.

    Like a frozen dataclass, but written by hand: generating these classes would take a tenth of the
    running time of a short command. ``derived`` names the parameter behind each attribute that is
    computed from one.
    """

    params: ClassVar[dict[str, Param]] = {}
    derived: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        if "params" in vars(cls):
            return
        cls.params = {name: value for name, value in vars(cls).items() if isinstance(value, Param)}
        for name, statement in cls.params.items():
            setattr(cls, name, statement.default)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if name not in self.params:
                raise TypeError(f"{type(self).__name__} has no parameter {name}")
        self.__dict__.update({name: getattr(type(self), name) for name in self.params} | values)

    def get(self, name: str) -> object:
        """Return the value of a parameter by its name in the group."""
        return getattr(self, name)

    def replace(self, name: str, value: object) -> Self:
        """Return the group with another value of one parameter."""
        return type(self)(**{each: self.get(each) for each in self.params} | {name: value})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(map(self.get, self.params)))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"
