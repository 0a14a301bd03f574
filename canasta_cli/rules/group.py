"""Groups of values: what a ruleset consists of, without the declarations of its parameters.

The declarations are in ``groups*.py``. They take longer to load than most answers take, and only
wording, TOML and house rules need them: a compiled ruleset has its values in groups as they are here.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar

from canasta_cli.model.cards import Rank
from canasta_cli.rules.vocabulary import LaidBlack, Partners, Portion

T = TypeVar("T")
ByRank = Mapping[Rank, T]
"""The values of a property by rank; a rank that can't have the property has the value that means off."""


class Group:
    """An immutable group of related values, by the names of their parameters.

    Like a frozen dataclass, but written by hand: generating these classes would take a tenth of the
    running time of a short command. ``derived`` names the parameter behind each attribute that is
    computed from one. Groups with equal values are equal, compiled or not.
    """

    derived: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def get(self, name: str) -> object:
        """Return the value of a parameter by its name in the group; of a rank, such as ``7.canasta``."""
        rank, dot, key = name.partition(".")
        if not dot:
            return getattr(self, name)
        by_rank: ByRank[object] = getattr(self, key)
        return by_rank[Rank(rank)]

    def replace(self, name: str, value: object) -> Self:
        """Return the group with another value of one parameter."""
        rank, dot, key = name.partition(".")
        if dot:
            name, value = key, {**getattr(self, key), Rank(rank): value}
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__ | {name: value})
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"


class SeatValues(Group):
    """What follows from the partners."""

    partners: Partners
    derived: ClassVar[Mapping[str, str]] = {"alone": "partners", "sitting_out": "partners"}

    @property
    def alone(self) -> bool:
        """True if in each hand one player plays alone."""
        return self.partners is Partners.ALONE

    @property
    def sitting_out(self) -> bool:
        """True if one player of the larger side sits out each hand."""
        return self.partners is Partners.SITTING_OUT


class PileValues(Group):
    """What follows from the cards taken."""

    take: Portion | int
    derived: ClassVar[Mapping[str, str]] = {"portion": "take", "taken": "take"}

    @property
    def portion(self) -> Portion:
        """The part of the pile that is taken."""
        return self.take if isinstance(self.take, Portion) else Portion.WHOLE

    @property
    def taken(self) -> int | None:
        """The most cards taken from the pile, including the top card; ``None`` if there is no limit."""
        return None if isinstance(self.take, Portion) else self.take


class ThreeValues(Group):
    """What follows from when black threes are laid out."""

    lay_black: LaidBlack
    derived: ClassVar[Mapping[str, str]] = {
        "black_laid": "lay_black",
        "black_from_pile": "lay_black",
    }

    @property
    def black_laid(self) -> bool:
        """True if black threes are laid out, at least those of a pile that was taken."""
        return self.lay_black is not LaidBlack.NEVER

    @property
    def black_from_pile(self) -> bool:
        """True if only black threes of a pile that was taken are laid out."""
        return self.lay_black is LaidBlack.FROM_PILE


class TalonValues(Group):
    """What follows from the numbers of bonus cards."""

    cards: tuple[int, int] | None
    derived: ClassVar[Mapping[str, str]] = {"first": "cards", "second": "cards"}

    @property
    def first(self) -> int | None:
        """Bonus cards for the side that opens first; ``None`` if there are none."""
        return self.cards and self.cards[0]

    @property
    def second(self) -> int | None:
        """Bonus cards for a side that opens later; ``None`` if there are none."""
        return self.cards and self.cards[1]
