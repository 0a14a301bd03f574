"""A ruleset: the value of every parameter and its source.

The parameters are declared in ``groups``; here, only type checkers need them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from canasta_cli.model.cards import Rank, WildRanks, wild_ranks
from canasta_cli.rules.vocabulary import Group, LaidBlack, Partners
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.rules.groups import (
        Bonus,
        DealParameters,
        Deck,
        DiscardParameters,
        End,
        Melds,
        Opening,
        OutParameters,
        Penalty,
        PileParameters,
        Ranks,
        Seats,
        Special,
        Stock,
        Talon,
        Threes,
        UnfinishedParameters,
    )


class Origin(NamedTuple):
    """The origin of a value: its status, the keys of its sources, and a remark.

    ``sources`` were read, ``cited`` are sources that are said to state it, but were not checked.
    """

    status: str
    sources: tuple[str, ...] = ()
    note: str = ""
    cited: tuple[str, ...] = ()

    @property
    def giver(self) -> str:
        """The ruleset from which the value is inherited; empty if it is not, or not recorded."""
        if self.status != "inherited" or not self.note.startswith(FROM):
            return ""
        return self.note.removeprefix(FROM).partition(";")[0]


FROM = "from "
"""How the remark on an inherited value begins; the name of a ruleset follows."""
HOUSE = "house"
CITED = "cited"
STATUSES = ("seen", CITED, "inherited", "inferred", "unknown", HOUSE)
STATED = ("seen", CITED)
"""The statuses of values that a source about the game states."""
RULE = "rule."
"""How the row of a rule that reads no parameter begins: ``rule.hand.holds``."""


@lru_cache(maxsize=1000)
def read_origin(text: str) -> Origin:
    """Parse an origin: a status, keys of sources, those of sources after ``cited``, and a remark."""
    head, _, note = text.partition(": ")
    status, *keys = head.rstrip(":").split() or ["unknown"]
    if status == CITED:
        return Origin(status, (), note, tuple(keys))
    at = keys.index(CITED) if CITED in keys else len(keys)
    return Origin(status, tuple(keys[:at]), note, tuple(keys[at + 1 :]))


def part(name: str) -> int | None:
    """Return the place of a part in its value, from 1: 5 for ``opening.tiers[5]``; else ``None``."""
    at = name.partition("[")[2]
    return int(at[:-1]) if at else None


def part_of(path: str, at: int) -> str:
    """Name a part of a value by its place, from 1: ``opening.tiers[5]``."""
    return f"{path}[{at}]"


def whole(name: str) -> str:
    """Return the parameter that a part is of: ``opening.tiers`` for ``opening.tiers[5]``."""
    return name.partition("[")[0]


class _Values(NamedTuple):
    name: str
    base: str
    title: str
    about: str
    seats: Seats
    deck: Deck
    ranks: Ranks
    deal: DealParameters
    melds: Melds
    opening: Opening
    pile: PileParameters
    stock: Stock
    discard: DiscardParameters
    threes: Threes
    out: OutParameters
    bonus: Bonus
    penalty: Penalty
    end: End
    talon: Talon
    special: Special
    unfinished: UnfinishedParameters
    origins: Mapping[str, str]


class Ruleset(_Values):
    """One game's rules, every value resolved; ``base`` names the packaged ruleset it extends.

    ``origins`` has the row of each value as text: most of them are never looked at.

    As the key of a cache, a ruleset is found by its identity: comparing over a hundred parameters would
    take longer than judging again.
    """

    __hash__ = object.__hash__

    @cached_property
    def wild_ranks(self) -> WildRanks:
        """The wild ranks: jokers, and those that have the property."""
        return wild_ranks((Rank.JOKER, *[rank for rank in Rank if self.ranks.wild[rank]]))

    @property
    def description(self) -> str:
        """What the game is, on one line."""
        return " ".join(self.about.split())

    @property
    def one_alone(self) -> bool:
        """True if in each hand one player plays alone."""
        return self.seats.partners is Partners.ALONE

    @property
    def one_sits_out(self) -> bool:
        """True if one player of the larger side sits out each hand."""
        return self.seats.partners is Partners.SITTING_OUT

    @property
    def black_laid(self) -> bool:
        """True if black threes are laid out, at least those of a pile that was taken."""
        return self.threes.lay_black is not LaidBlack.NEVER

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The parameters that no source gives and no house rule sets."""
        return self._with("unknown")

    @cached_property
    def house(self) -> tuple[str, ...]:
        """The parameters that house rules set."""
        return self._with(HOUSE)

    @cached_property
    def all_filled(self) -> Ruleset:
        """The rules with no undocumented value left; always the same object, by which results are cached."""
        return self.filled(*self.unknown) if self.unknown else self

    def filled(self, *paths: str) -> Ruleset:
        """Return the rules with undocumented values as if house rules set those that stand for them."""
        return self._replace(origins={**self.origins, **dict.fromkeys(paths, HOUSE)})

    def with_values(self, values: Mapping[str, object]) -> Ruleset:
        """Return the rules with other values of some parameters."""
        groups: dict[str, Any] = {}
        for path, value in values.items():
            group, _, name = path.partition(".")
            groups[group] = groups.get(group, getattr(self, group)).replace(name, value)
        return self._replace(**groups)

    def _with(self, status: str) -> tuple[str, ...]:
        """List the parameters whose values have a status; every parameter has an origin."""
        # Few have one of these; each row begins with its status.
        paths = [path for path, row in self.origins.items() if row.startswith(status)]
        return tuple([path for path in paths if part(path) is None and not path.startswith(RULE)])

    def origin(self, name: str) -> Origin:
        """Return the origin of a parameter, of a part of its value, or of a rule.

        A part without a row of its own has the origin of the whole value.
        """
        row = self.origins.get(name) or self.origins.get(whole(name))
        # A game has no row of a rule that was added after it was recorded.
        return read_origin(row or "inferred")

    def value(self, path: str) -> object:
        """Return the value of a parameter by dotted name. Raises ``KeyError`` for an unknown name."""
        group, _, name = path.partition(".")
        if path not in self.origins:
            raise KeyError(path)
        found: Group = getattr(self, group)
        return found.get(name)
