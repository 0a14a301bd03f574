"""Format the missing facts of the table, with the options that give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact
from canasta_cli.words import either

if TYPE_CHECKING:
    from canasta_cli.engine.facts import Row

_IN_PLAY = {Fact.SUITS: "4H5H6H or H:4-T", Fact.DRAWN: "draw K"}
"""Examples of the facts that are written with the cards of a play."""
METAVARS = {
    "cards": "CARDS",
    "card": "CARD",
    "pile": "CARDS",
    "melds": "MELDS|none",
    "number": "N",
}
"""The values of an option in a help page, for each type of fact that has no words."""
_EXAMPLES = {
    **METAVARS,
    "pile": '"9 3B 5"',
    "melds": '"7777 QQ2" (or none)',
}


def options_of(row: Row) -> list[str]:
    """List the options that give a fact, by their names alone."""
    if not row.direct:
        return [option for fact in row.by for option in options_of(FACTS[fact])]
    if row.kind == "flag":
        return [f"--{word}" for word in row.words]
    return [f"--{row.fact.value}"]


def name_with_options(fact: Fact) -> str:
    """Format a missing fact in words, with every option that gives it: “your side's melds: --melds …”."""
    row = FACTS[fact]
    if row.kind == "play":
        return f"{row.says}: {_IN_PLAY[fact]}"
    needs = "" if row.direct else f"; give {either(FACTS[other].says for other in row.by)}"
    every = (*([row] if row.direct else []), *(FACTS[other] for other in row.by))
    return f"{row.says}{needs}: {either(each for row in every for each in _examples(row))}"


def _examples(row: Row) -> list[str]:
    """List what can be typed to give a fact."""
    if row.kind == "flag":
        return options_of(row)
    return [f"--{row.fact.value} {value}" for value in row.words or (_EXAMPLES[row.kind],)]


def options_in_words(fact: Fact) -> str:
    """Format the options that give a missing fact, as briefly as possible."""
    row = FACTS[fact]
    return f"{row.says} ({_IN_PLAY[fact]})" if row.kind == "play" else either(options_of(row))
