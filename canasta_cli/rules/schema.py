"""A ruleset: every parameter resolved, and where each value comes from."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from canasta_cli.rules.groups import Deal, Deck, Melds, Opening, Seats
from canasta_cli.rules.groups_beyond import Special, Talon, Unfinished
from canasta_cli.rules.groups_counted import Bonus, End, Out, Penalty, Threes
from canasta_cli.rules.groups_piles import Discard, Pile, Stock
from canasta_cli.rules.parameter import Group, Param


class Origin(NamedTuple):
    """Where a value comes from: its status, the keys of its sources, and a remark."""

    status: str
    sources: tuple[str, ...] = ()
    note: str = ""


STATUSES = ("seen", "inferred", "unknown", "house")


class Ruleset(NamedTuple):
    """One game's rules, every value resolved. ``base`` is the ruleset of the library it rests on."""

    name: str
    base: str
    title: str
    about: str
    seats: Seats
    deck: Deck
    deal: Deal
    melds: Melds
    opening: Opening
    pile: Pile
    stock: Stock
    discard: Discard
    threes: Threes
    out: Out
    bonus: Bonus
    penalty: Penalty
    end: End
    talon: Talon
    special: Special
    unfinished: Unfinished
    origins: Mapping[str, Origin]

    def value(self, path: str) -> object:
        """A parameter's value by its dotted name. Raises ``KeyError`` for an unknown name."""
        group, _, name = path.partition(".")
        if path not in PARAMETERS:
            raise KeyError(path)
        return getattr(getattr(self, group), name)

    @property
    def house(self) -> tuple[str, ...]:
        """The parameters that the house changed."""
        return tuple(path for path in PARAMETERS if self.origins[path].status == "house")

    @property
    def unknown(self) -> tuple[str, ...]:
        """The parameters that no source gives and the house has not filled."""
        return _unknown(Book(self))


class Book:
    """A ruleset as the key of what is kept about it: the very same one, not one that says the same.

    To look through a hundred parameters would take longer than to judge anew.
    """

    __slots__ = ("ruleset",)

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and self.ruleset is other.ruleset


# Asked with every verdict.
@lru_cache(maxsize=64)
def _unknown(book: Book) -> tuple[str, ...]:
    origins = book.ruleset.origins
    return tuple(path for path in PARAMETERS if origins[path].status == "unknown")


GROUPS: dict[str, type[Group]] = {
    "seats": Seats,
    "deck": Deck,
    "deal": Deal,
    "melds": Melds,
    "opening": Opening,
    "pile": Pile,
    "stock": Stock,
    "discard": Discard,
    "threes": Threes,
    "out": Out,
    "bonus": Bonus,
    "penalty": Penalty,
    "end": End,
    "talon": Talon,
    "special": Special,
    "unfinished": Unfinished,
}
PARAMETERS: dict[str, Param] = {
    f"{group}.{name}": statement
    for group, kind in GROUPS.items()
    for name, statement in kind.params.items()
}


def build(
    values: Mapping[str, object],
    origins: Mapping[str, Origin],
    *,
    name: str,
    base: str,
    title: str,
    about: str,
) -> Ruleset:
    """A ruleset from values by dotted name; what is not named has the default."""
    groups: dict[str, Any] = {
        group: kind(
            **{key: values[f"{group}.{key}"] for key in kind.params if f"{group}.{key}" in values}
        )
        for group, kind in GROUPS.items()
    }
    return Ruleset(name=name, base=base, title=title, about=about, origins=origins, **groups)
