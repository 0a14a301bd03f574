"""All parameters as they are declared, and the former names of those that were renamed.

Those who read or explain rulesets ask here; an answer from a compiled ruleset does not need it.
"""

from collections.abc import Mapping
from typing import Any

from canasta_cli.errors import SEVERAL_STOCKS
from canasta_cli.rules.groups import Ranks
from canasta_cli.rules.parameter import NONE, Declared, Param
from canasta_cli.rules.schema import Origin, Ruleset

# All parameters, as they are declared; and rulesets from their values.
#
# Loading this takes longer than a short answer: a compiled ruleset has its values without it.

# Each class of `groups` is entered there when it is defined.
GROUPS: dict[str, type[Declared]] = Ranks.groups
PARAMETERS: dict[str, Param] = {
    f"{group}.{name}": statement._replace(name=f"{group}.{name}")
    for group, kind in GROUPS.items()
    for name, statement in kind.params.items()
}

CUT: dict[str, tuple[object, str]] = {
    "deal.stocks": (NONE, SEVERAL_STOCKS),
    "deal.draw_from": ("each", SEVERAL_STOCKS),
    "stock.first_ends": (False, SEVERAL_STOCKS),
}
"""Parameters that no longer exist: the value that changed nothing, and why any other one is refused.

Games recorded with them have all of them, nearly always with these values.
"""


def build(
    values: Mapping[str, object],
    origins: Mapping[str, Origin],
    *,
    name: str,
    base: str,
    title: str,
    about: str,
) -> Ruleset:
    """Build a ruleset from values by dotted name; missing ones have their defaults."""
    groups: dict[str, Any] = {
        group: kind(
            **{key: values[f"{group}.{key}"] for key in kind.params if f"{group}.{key}" in values}
        )
        for group, kind in GROUPS.items()
    }
    return Ruleset(name=name, base=base, title=title, about=about, origins=origins, **groups)


RENAMED: dict[str, str] = {}
"""The names of today of renamed parameters, by their former names; kept for ever.

Databases, game files and rules files keep the names under which they were written. A property of ranks
is named for all of them: ``ranks.*.points``.
"""
