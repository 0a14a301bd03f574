"""The rulesets that come with the program, by name, and the sources they rest on."""

import os
from functools import cache
from typing import NamedTuple

from canasta_cli.errors import NotUnderstood
from canasta_cli.rules.load import from_data, near, packaged
from canasta_cli.rules.schema import Ruleset

_FOLDER = os.path.join(os.path.dirname(__file__), "rulesets")
_ENDING = ".toml"
_SOURCES = "sources"
DEFAULT = "classic"


class Source(NamedTuple):
    """A text that rules were read in: its title, and where it is found."""

    key: str
    title: str
    where: str


@cache
def names() -> tuple[str, ...]:
    """The rulesets in the order of the list: the classic family by players, then the rest."""
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
    """A ruleset of the library.

    An unambiguous beginning of a name will do. Raises
    :class:`~canasta_cli.errors.NotUnderstood` for a name that the library does not hold.
    """
    found = name if name in names() else _beginning(name)
    return _compiled(found) or packaged(_text(found), found, ruleset)


def _compiled(name: str) -> Ruleset | None:
    """The ruleset as the build compiled it, which loads ten times faster; none in a checkout."""
    import json

    try:
        with open(os.path.join(_FOLDER, "compiled", f"{name}.json"), encoding="utf-8") as file:
            return from_data(json.load(file))
    except FileNotFoundError:
        return None


def _beginning(name: str) -> str:
    matching = [each for each in names() if name and each.startswith(name.lower())]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise NotUnderstood(
            f"“{name}” could be {' or '.join(matching)}", remedy="Give the whole name."
        )
    raise NotUnderstood(
        f"there is no ruleset “{name}”.{near(name, names())}",
        remedy="See them with: canasta rules",
    )


def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, name + _ENDING), encoding="utf-8") as file:
        return file.read()


@cache
def sources() -> dict[str, Source]:
    """Every source by its key."""
    import tomllib

    return {
        key: Source(key, entry["title"], entry.get("where", ""))
        for key, entry in tomllib.loads(_text(_SOURCES)).items()
    }
