"""A ruleset that tells which of its parameters somebody looks at."""

from typing import cast

from canasta_cli.rules.schema import GROUPS, Book, Ruleset


class _Group:
    """A group of parameters that notes which of them somebody looks at."""

    def __init__(self, name: str, group: object, seen: set[str]) -> None:
        self._name, self._group, self._seen = name, group, seen

    def __getattr__(self, key: str) -> object:
        self._seen.add(f"{self._name}.{key}")
        return getattr(self._group, key)


class Watched:
    """A ruleset that notes which of its parameters somebody looks at."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> object:
        value = getattr(self._rules, name)
        return _Group(name, value, self.seen) if name in GROUPS else value

    @property
    def book(self) -> Book:
        """The key of what is kept: another one, so that it is looked at anew."""
        return Book(cast("Ruleset", self))

    def value(self, path: str) -> object:
        """A parameter by its dotted name."""
        self.seen.add(path)
        return self._rules.value(path)
