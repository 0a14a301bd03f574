"""Load the cases in ``tests/cases``: rules as data that a card player can read and add to.

A case asks one question and gives the answer of its source. ``refused`` lists every rule that refuses
the play or the tallies; a reason that a player would not understand is not listed, and the key is then
``refused_includes``: others may refuse it too. The ruleset may be one of ``tests/rulesets``.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed, load
from canasta_cli.rules.schema import Ruleset

FOLDER = Path(__file__).parent / "cases"
FILES = {file.stem: file for file in FOLDER.parent.glob("rulesets/*.toml")}
"""The rulesets of the tests, by name."""


@cache
def rules_named(name: str) -> Ruleset:
    """Return a ruleset of the tests, or a packaged one."""
    if name not in FILES:
        return ruleset(name)
    return load(FILES[name].read_text(encoding="utf-8"), name, ruleset)


class Case(NamedTuple):
    """One case: its file and its keys."""

    file: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        """A unique name of the case."""
        return f"{self.file}:{self.data['id']}"

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the case, with its house rules."""
        house = self.data.get("house", {})
        base = rules_named(self.data["rules"])
        return changed(base, house) if house else base


def _with_file(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case whose question names the file of its ruleset, if that is one of the tests."""
    file = FILES.get(case["rules"])
    if file is None or "ask" not in case:
        return case
    return {**case, "ask": case["ask"].replace(f" -r {file.stem}", f" -r {file}")}


def cases(pattern: str) -> list[Case]:
    """Return every case of the files that match the pattern."""
    return [case for file in sorted(FOLDER.glob(pattern)) for case in _cases_in(file)]


@cache
def _cases_in(file: Path) -> list[Case]:
    """Return the cases of a file, which several modules ask."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return [Case(str(file.relative_to(FOLDER)), _with_file(case)) for case in table["case"]]
