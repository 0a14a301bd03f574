"""Format a file of house rules to edit: every parameter commented out, with its description."""

from __future__ import annotations

import json
import re
from textwrap import wrap
from typing import TYPE_CHECKING

from canasta_cli.model.cards import Rank
from canasta_cli.rules import library, vocabulary
from canasta_cli.rules.declared import GROUPS, PARAMETERS
from canasta_cli.rules.groups_ranks import Ranks
from canasta_cli.rules.library import written

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset

# A key that TOML allows without quotes.
BARE = re.compile(r"[\w-]+", re.ASCII)
# Columns of a line in the file.
WIDTH = 100


def rule_file(rules: Ruleset) -> str:
    """Format a ruleset as a file; values that differ from its base are not commented out.

    Undocumented parameters are listed at the top, since a game can't start without them; the
    value on their line is only a placeholder.
    """
    base = library.ruleset(rules.base)
    lines = [
        f"# House rules based on {rules.base}. To change a value, remove the # before its name.",
        f'extends = "{rules.base}"',
        f"title = {toml_line(f'{rules.title} with house rules')}",
        *_to_fill_in(rules.unknown),
    ]
    for group, kind in GROUPS.items():
        head = ["", f"# {(kind.__doc__ or '').rstrip('.')}"]
        if group == vocabulary.GROUP:
            lines += [*head, *_ranks(rules, base)]
            continue
        lines += [*head, f"[{group}]"]
        for name in kind.params:
            path = f"{group}.{name}"
            lines += [*_describe("", path), *_value(rules, base, path, name)]
    return "\n".join(lines) + "\n"


def _ranks(rules: Ruleset, base: Ruleset) -> list[str]:
    """Format the ranks: each property is described once, and ranks that are alike share a table."""
    lines = ["# Properties of a rank, not all of which every rank can have:"]
    for name, each in Ranks.properties.items():
        lines += _describe(f"{name}: ", vocabulary.name_of(each.ranks[0].value, name))
    lines.append(
        "# A table for a range or several ranks sets each of them. Add a table for any rank:"
    )
    lines += ["#   [ranks.K]", "#   canasta = 1000"]
    alike: dict[tuple[object, ...], list[Rank]] = {}
    for rank in Rank:
        row = tuple(
            (name, rules.value(path), base.value(path), path in rules.unknown)
            for name in Ranks.properties
            if (path := vocabulary.name_of(rank.value, name)) in PARAMETERS
        )
        alike.setdefault(row, []).append(rank)
    for same in alike.values():
        named = vocabulary.write_ranks(same, Rank)
        lines += ["", f"[ranks.{named}]" if BARE.fullmatch(named) else f'[ranks."{named}"]']
        for name in Ranks.properties:
            path = vocabulary.name_of(same[0].value, name)
            if path in PARAMETERS:
                lines += _value(rules, base, path, name)
    return lines


def _describe(before: str, path: str) -> list[str]:
    """Format what a parameter means."""
    statement = PARAMETERS[path]
    allowed = f" ({statement.allowed})" if statement.allowed else ""
    text = before + statement.says + allowed
    return wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#   ")


def _value(rules: Ruleset, base: Ruleset, path: str, name: str) -> list[str]:
    """Format the value of a parameter, commented out if it is that of the base."""
    if path in rules.unknown:
        return [
            "# FILL IN: undocumented. Remove the # and set the value that you play with:",
            f"# {name} = {toml_line(written(rules, path))}",
        ]
    mark = "# " if base.value(path) == rules.value(path) else ""
    return [f"{mark}{name} = {toml_line(written(rules, path))}"]


def _to_fill_in(unknown: tuple[str, ...]) -> list[str]:
    if not unknown:
        return []
    return [
        "",
        "# These values are undocumented. Set each of them before starting a game; they are",
        "# marked FILL IN below:",
        *(f"#   {path}" for path in unknown),
    ]


def toml_line(value: object) -> str:
    """Format a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(toml_line(each) for each in value)}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {toml_line(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    return str(value)
