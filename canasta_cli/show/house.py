"""Format the house rules that an answer uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from canasta_cli.rules.load import shown, written
from canasta_cli.show.layout import Blocks, Style, Text

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset


def house_blocks(ruleset: Ruleset, paths: tuple[str, ...]) -> Blocks:
    """Format house rules as one line: ``(house rule: end.target = 7,500)``; none if there are none."""
    if not paths:
        return ()
    values = ", ".join(f"{path} = {shown(ruleset, path)}" for path in paths)
    return (Text(f"(house rule: {values})", Style.NOTICE, 2),)


def house_json(ruleset: Ruleset, paths: tuple[str, ...]) -> Mapping[str, object]:
    """Return the values of house rules by dotted name."""
    return {path: written(ruleset, path) for path in paths}
