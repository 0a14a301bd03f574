"""Parameters, and the groups that hold them."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from canasta_cli.model.cards import Rank
from canasta_cli.rules.group import ByRank, Group
from canasta_cli.rules.kinds import AnyKind, Kind
from canasta_cli.rules.ranks import name_of
from canasta_cli.values import NamedTuple

T = TypeVar("T")
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
class Declared(Group):
    """A group whose class declares its parameters."""

    params: ClassVar[dict[str, Param]] = {}

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
        super().__init__(**{name: getattr(type(self), name) for name in self.params} | values)
