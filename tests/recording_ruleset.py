"""A ruleset that records which parameters are read."""

from typing import cast

from canasta_cli.rules.schema import GROUPS, Book, Ruleset


class _Group:
    """A group of parameters that records which of them are read."""

    def __init__(self, name: str, group: object, read: set[str]) -> None:
        self._name, self._group, self._read = name, group, read

    def __getattr__(self, key: str) -> object:
        self._read.add(f"{self._name}.{key}")
        return getattr(self._group, key)


class RecordingRuleset:
    """A ruleset that records which of its parameters are read."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.parameters_read: set[str] = set()

    def __getattr__(self, name: str) -> object:
        value = getattr(self._rules, name)
        return _Group(name, value, self.parameters_read) if name in GROUPS else value

    @property
    def book(self) -> Book:
        """A new cache key, so that every parameter is read again."""
        return Book(cast("Ruleset", self))

    def value(self, path: str) -> object:
        """Return a parameter by its dotted name."""
        self.parameters_read.add(path)
        return self._rules.value(path)
