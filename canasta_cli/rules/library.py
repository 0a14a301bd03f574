"""The packaged rulesets by name, and their sources."""

import os
from functools import cache

from canasta_cli.errors import NotUnderstood
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.load import from_data, packaged
from canasta_cli.rules.names import near
from canasta_cli.rules.schema import Ruleset

_FOLDER = os.path.join(os.path.dirname(__file__), "rulesets")
_ENDING = ".toml"
_COMPILED = "canasta_cli.rules.rulesets.compiled"
_SOURCES = "sources"
DEFAULT = "classic"


class Source(NamedTuple):
    """A source of rules: its key, its title, and where to find it."""

    key: str
    title: str
    where: str


@cache
def names() -> tuple[str, ...]:
    """Return the names of the rulesets: the classic family by players, then the rest."""
    found = {
        file.removesuffix(_ENDING)
        for file in os.listdir(_FOLDER)
        if file.endswith(_ENDING) and file != _SOURCES + _ENDING
    }
    order = _order()
    return (*(name for name in order if name in found), *sorted(found - set(order)))


def _order() -> tuple[str, ...]:
    with open(os.path.join(_FOLDER, "order.txt"), encoding="utf-8") as lines:
        return tuple(line.strip() for line in lines if line.strip())


@cache
def ruleset(name: str) -> Ruleset:
    """Return a packaged ruleset by its name, or by an unambiguous beginning of it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an unknown or ambiguous name.
    """
    found = name if name in names() else _beginning(name)
    return _compiled(found) or packaged(_text(found), found, ruleset)


def compiled_text(data: dict[str, object]) -> str:
    """Return the module into which the build compiles a ruleset, from its data."""
    return f"RULES = {data!r}\n"


def _compiled(name: str) -> Ruleset | None:
    """Load the ruleset that the build compiled, much faster; ``None`` in a checkout."""
    from importlib import import_module

    try:
        return from_data(import_module(f"{_COMPILED}.{name}").RULES)
    except ModuleNotFoundError:
        return None


def _beginning(name: str) -> str:
    matching = [each for each in names() if name and each.startswith(name.lower())]
    if len(matching) == 1:
        return matching[0]
    if matching:
        lines = (f"  {each}: {_in_a_line(ruleset(each))}" for each in matching)
        raise NotUnderstood(
            "\n".join((f"“{name}” could be one of these:", *lines)),
            fix="Type the full name. Compare two: canasta rules diff A B",
        )
    raise NotUnderstood(
        f"there is no ruleset “{name}”.{near(name, names())}",
        fix="To list them: canasta rules",
    )


def _in_a_line(rules: Ruleset) -> str:
    """Describe a ruleset by its title and the first sentence about it."""
    return f"{rules.title}. {' '.join(rules.about.split()).partition('. ')[0].rstrip('.')}."


def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, name + _ENDING), encoding="utf-8") as file:
        return file.read()


@cache
def sources() -> dict[str, Source]:
    """Return every source by its key."""
    import tomllib

    return {
        key: Source(key, entry["title"], entry.get("where", ""))
        for key, entry in tomllib.loads(_text(_SOURCES)).items()
    }
