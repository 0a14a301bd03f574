"""A ruleset: the value of every parameter and its source."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import WildRanks, wild_ranks
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.groups import Deal, Deck, Melds, Opening, Seats
from canasta_cli.rules.groups_beyond import Special, Talon, Unfinished
from canasta_cli.rules.groups_counted import Bonus, End, Out, Penalty, Threes
from canasta_cli.rules.groups_piles import Discard, Pile, Stock
from canasta_cli.rules.groups_ranks import Ranks
from canasta_cli.rules.parameter import Group, Param


class Origin(NamedTuple):
    """The origin of a value: its status, the keys of its sources, and a remark."""

    status: str
    sources: tuple[str, ...] = ()
    note: str = ""


STATUSES = ("seen", "inherited", "inferred", "unknown", "house")


class _Values(NamedTuple):
    name: str
    base: str
    title: str
    about: str
    seats: Seats
    deck: Deck
    ranks: Ranks
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


class Book:
    """A cache key for a ruleset, compared by identity.

    Comparing over a hundred parameters would take longer than judging again.
    """

    __slots__ = ("ruleset",)

    def __init__(self, ruleset: "Ruleset") -> None:
        self.ruleset = ruleset


class Ruleset(_Values):
    """One game's rules, every value resolved; ``base`` names the packaged ruleset it extends."""

    @cached_property
    def book(self) -> Book:
        """The cache key of these rules."""
        return Book(self)

    @cached_property
    def wild_ranks(self) -> WildRanks:
        """The wild ranks: jokers, and those that have the property."""
        return wild_ranks((Rank.JOKER, *[rank for rank in Rank if self.ranks.wild[rank]]))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The parameters that no source gives and no house rule sets."""
        return tuple(path for path in PARAMETERS if self.origins[path].status == "unknown")

    @property
    def house(self) -> tuple[str, ...]:
        """The parameters that house rules set."""
        return tuple(path for path in PARAMETERS if self.origins[path].status == "house")

    def value(self, path: str) -> object:
        """Return the value of a parameter by dotted name. Raises ``KeyError`` for an unknown name."""
        group, _, name = path.partition(".")
        if path not in PARAMETERS:
            raise KeyError(path)
        found: Group = getattr(self, group)
        return found.get(name)


GROUPS: dict[str, type[Group]] = {
    "seats": Seats,
    "deck": Deck,
    "ranks": Ranks,
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
    """Build a ruleset from values by dotted name; missing ones have their defaults."""
    groups: dict[str, Any] = {
        group: kind(
            **{key: values[f"{group}.{key}"] for key in kind.params if f"{group}.{key}" in values}
        )
        for group, kind in GROUPS.items()
    }
    return Ruleset(name=name, base=base, title=title, about=about, origins=origins, **groups)
