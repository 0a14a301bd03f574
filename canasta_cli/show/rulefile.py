"""Format a file of house rules to edit: every parameter commented out, with its description."""

from __future__ import annotations

import json
from textwrap import wrap

from canasta_cli.rules import library
from canasta_cli.rules.load import written
from canasta_cli.rules.schema import GROUPS, PARAMETERS, Ruleset

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
        lines += ["", f"# {(kind.__doc__ or '').rstrip('.')}", f"[{group}]"]
        for name in kind.params:
            lines += _parameter(rules, base, f"{group}.{name}", name)
    return "\n".join(lines) + "\n"


def _parameter(rules: Ruleset, base: Ruleset, path: str, name: str) -> list[str]:
    statement = PARAMETERS[path]
    allowed = f" ({statement.allowed})" if statement.allowed else ""
    text = wrap(statement.says + allowed, WIDTH, initial_indent="# ", subsequent_indent="#   ")
    if path in rules.unknown:
        return [
            *text,
            "# FILL IN: undocumented. Remove the # and set the value that you play with:",
            f"# {name} = {toml_line(written(rules, path))}",
        ]
    mark = "# " if base.value(path) == rules.value(path) else ""
    return [*text, f"{mark}{name} = {toml_line(written(rules, path))}"]


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
