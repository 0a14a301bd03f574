"""A file of house rules for a person to edit: every parameter commented out, with its words."""

from __future__ import annotations

import json

from canasta_cli.rules import library
from canasta_cli.rules.load import written
from canasta_cli.rules.schema import GROUPS, PARAMETERS, Ruleset


def rule_file(rules: Ruleset) -> str:
    """The text of a ruleset file that plays by ``rules``; what differs from its base stands open.

    Parameters that no source gives head the file, since a game cannot start without them; the
    value on their line only stands in for them.
    """
    base = library.ruleset(rules.base)
    lines = [
        f"# House rules over {rules.base}. Take the # off a line and change its value.",
        f'extends = "{rules.base}"',
        f"title = {toml_line(f'{rules.title}, as our house plays it')}",
        *_to_fill_in(rules.unknown),
    ]
    for group, kind in GROUPS.items():
        lines += ["", f"# {(kind.__doc__ or '').rstrip('.')}", f"[{group}]"]
        for name in kind.params:
            lines += _parameter(rules, base, f"{group}.{name}", name)
    return "\n".join(lines) + "\n"


def _parameter(rules: Ruleset, base: Ruleset, path: str, name: str) -> list[str]:
    statement = PARAMETERS[path]
    unit = f", in {statement.unit}" if statement.unit else ""
    says = f"# {statement.says}{unit} ({statement.kind.says})"
    if path in rules.unknown:
        return [
            says,
            "# FILL IN: no source gives it. Take the # off, with the value of your table:",
            f"# {name} = {toml_line(written(rules, path))}",
        ]
    mark = "# " if base.value(path) == rules.value(path) else ""
    return [says, f"{mark}{name} = {toml_line(written(rules, path))}"]


def _to_fill_in(unknown: tuple[str, ...]) -> list[str]:
    if not unknown:
        return []
    return [
        "",
        "# No source gives these values, and a game can start only when each has one. They are",
        "# marked FILL IN below:",
        *(f"#   {path}" for path in unknown),
    ]


def toml_line(value: object) -> str:
    """A value on one line, as the parameter's own words show it."""
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
