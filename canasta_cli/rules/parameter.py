"""How a parameter is stated, and the groups that parameters stand in."""

from typing import Any, ClassVar, NamedTuple, TypeVar, cast, dataclass_transform

from canasta_cli.rules.kinds import AnyKind, Kind

T = TypeVar("T")


class Param(NamedTuple):
    """A parameter's statement. ``unit`` is points, cards, players, canastas or hands, if any."""

    default: object
    kind: AnyKind
    says: str
    unit: str


def param(kind: Kind[T], says: str, *, default: object, unit: str = "") -> T:
    """State a parameter; the group that holds it turns the statement into a field."""
    return cast("T", Param(default, kind, says, unit))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(param,))
class Group:
    """Parameters that belong together, as an immutable value.

    Like a frozen dataclass; made by hand because eleven generated classes would take a tenth of
    the time that a short command has.
    """

    params: ClassVar[dict[str, Param]] = {}
    says: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.params = {name: value for name, value in vars(cls).items() if isinstance(value, Param)}
        for name, statement in cls.params.items():
            setattr(cls, name, statement.default)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if name not in self.params:
                raise TypeError(f"{type(self).__name__} has no parameter {name}")
        self.__dict__.update({name: getattr(type(self), name) for name in self.params} | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.items()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"
