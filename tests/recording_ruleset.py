"""A ruleset that records which parameters are read."""

from collections.abc import Iterator, Mapping

from canasta_cli.model.cards import Rank, WildRanks
from canasta_cli.rules.groups import GROUPS, PARAMETERS, Ranks
from canasta_cli.rules.schema import Ruleset

WILD = Ranks.properties["wild"].ranks
DERIVED = {
    "one_alone": "seats.partners",
    "one_sits_out": "seats.partners",
    "black_laid": "threes.lay_black",
}
"""The parameter behind each attribute that is computed from one."""


class _ByRank(Mapping[Rank, object]):
    """The values of a property by rank, which records the ranks that are looked at."""

    def __init__(self, name: str, values: Mapping[Rank, object], read: set[str]) -> None:
        self._name, self._values, self._read = name, values, read

    def __getitem__(self, rank: Rank) -> object:
        path = f"ranks.{rank.value}.{self._name}"
        # A rank that can't have the property has no parameter.
        self._read |= {path} & PARAMETERS.keys()
        return self._values[rank]

    def __iter__(self) -> Iterator[Rank]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class _Group:
    """A group of parameters that records which of them are read."""

    def __init__(self, name: str, group: object, read: set[str]) -> None:
        self._name, self._group, self._read = name, group, read

    def __getattr__(self, key: str) -> object:
        value = getattr(self._group, key)
        if GROUPS[self._name] is Ranks:
            return _ByRank(key, value, self._read)
        self._read.add(f"{self._name}.{key}")
        return value


class RecordingRuleset:
    """A ruleset that records which of its parameters are read."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.parameters_read: set[str] = set()

    def __getattr__(self, name: str) -> object:
        value = getattr(self._rules, name)
        self.parameters_read |= {DERIVED[name]} if name in DERIVED else set()
        return _Group(name, value, self.parameters_read) if name in GROUPS else value

    @property
    def wild_ranks(self) -> WildRanks:
        """The wild ranks, which depend on a property of ranks."""
        self.parameters_read |= {f"ranks.{rank.value}.wild" for rank in WILD}
        return self._rules.wild_ranks

    def value(self, path: str) -> object:
        """Return a parameter by its dotted name."""
        self.parameters_read.add(path)
        return self._rules.value(path)
