"""Record the parameters that are read while something is judged: no other can decide the answer."""

from collections.abc import Mapping
from typing import Any, cast

from canasta_cli.model.cards import Rank
from canasta_cli.rules.group import Group
from canasta_cli.rules.ranks import name_of
from canasta_cli.rules.schema import Ruleset

Reads = dict[str, None]
"""The names of parameters, in the order in which they were read first."""


class _ByRank(dict[Rank, object]):
    """The values of a property of ranks, which records the ranks that are asked for."""

    def __init__(self, values: Mapping[Rank, object], name: str, reads: Reads) -> None:
        super().__init__(values)
        self._names = {rank: name_of(rank.value, name) for rank in values}
        self._reads = reads

    def __getitem__(self, rank: Rank) -> object:
        self._reads[self._names[rank]] = None
        return super().__getitem__(rank)

    def get(self, rank: Rank, default: object = None) -> object:
        self._reads[self._names[rank]] = None
        return super().get(rank, default)

    def values(self) -> Any:
        return [self[rank] for rank in self]

    def items(self) -> Any:
        return [(rank, self[rank]) for rank in self]


class _Recorded:
    """A group of values, which records the parameters that are asked for."""

    def __init__(self, group: Group, name: str, reads: Reads) -> None:
        self._group, self._name, self._reads = group, name, reads

    def __getattr__(self, attribute: str) -> object:
        value = getattr(self._group, attribute)
        if isinstance(value, Mapping) and attribute != "usual":
            return _ByRank(value, attribute, self._reads)
        self._reads[f"{self._name}.{self._group.derived.get(attribute, attribute)}"] = None
        return value

    def get(self, name: str) -> object:
        self._reads[f"{self._name}.{name}"] = None
        return self._group.get(name)


def recording(ruleset: Ruleset) -> tuple[Ruleset, Reads]:
    """Return a ruleset with the same values, and the parameters that will have been read in it."""
    reads: Reads = {}
    groups = {
        name: cast("Any", _Recorded(value, name, reads))
        for name, value in ruleset._asdict().items()
        if isinstance(value, Group)
    }
    recorded = ruleset._replace(**groups)
    vars(recorded)["unknown"] = ruleset.unknown
    return recorded, reads
