"""Irregularities that a tally may name, and what the ruleset makes them cost."""

from canasta_cli.rules.schema import Ruleset

# The name that players type, and the parameter that values it.
TOPICS: dict[str, str] = {
    "undeclared-red-three": "penalty.undeclared_red_three",
    "cannot-go-out": "penalty.cannot_go_out",
    "out-against-no": "penalty.out_against_no",
    "illegal-take": "penalty.illegal_take",
}


def penalty(topic: str, ruleset: Ruleset) -> int | None:
    """Points that an irregularity costs; ``None`` if the ruleset puts no number to it."""
    path = TOPICS.get(topic)
    value = ruleset.value(path) if path else None
    return value if isinstance(value, int) else None
