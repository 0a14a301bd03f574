"""All parameters, as they are declared; and rulesets from their values.

Loading this takes longer than a short answer: a compiled ruleset has its values without it.
"""

from collections.abc import Mapping
from typing import Any

from canasta_cli.rules.groups import Deal, Deck, Melds, Opening, Seats
from canasta_cli.rules.groups_beyond import Special, Talon, Unfinished
from canasta_cli.rules.groups_counted import Bonus, End, Out, Penalty, Threes
from canasta_cli.rules.groups_piles import Discard, Pile, Stock
from canasta_cli.rules.groups_ranks import Ranks
from canasta_cli.rules.parameter import Declared, Param
from canasta_cli.rules.schema import Origin, Ruleset

GROUPS: dict[str, type[Declared]] = {
    "seats": Seats,
    "deck": Deck,
    "ranks": Ranks,
    "deal": Deal,
    "melds": Melds,
    "opening": Opening,
    "pile": Pile,
    "stock": Stock,
    "discard": Discard,
    "threes": Threes,
    "out": Out,
    "bonus": Bonus,
    "penalty": Penalty,
    "end": End,
    "talon": Talon,
    "special": Special,
    "unfinished": Unfinished,
}
PARAMETERS: dict[str, Param] = {
    f"{group}.{name}": statement
    for group, kind in GROUPS.items()
    for name, statement in kind.params.items()
}


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
