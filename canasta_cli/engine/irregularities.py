"""Irregularities that a tally may name, and what the ruleset makes them cost."""

from typing import NamedTuple

from canasta_cli.rules.schema import PARAMETERS, Ruleset

KEPT_RED_THREE = "undeclared-red-three"


class Topic(NamedTuple):
    """An irregularity: the name that players type, and the parameter that values it."""

    name: str
    path: str

    @property
    def says(self) -> str:
        """What went wrong, in the words of the parameter."""
        words = PARAMETERS[self.path].says
        return f"{words[0].upper()}{words[1:]}."


TOPICS: dict[str, Topic] = {
    topic.name: topic
    for topic in (
        Topic(KEPT_RED_THREE, "penalty.undeclared_red_three"),
        Topic("cannot-go-out", "penalty.cannot_go_out"),
        Topic("out-against-no", "penalty.out_against_no"),
        Topic("illegal-take", "penalty.illegal_take"),
    )
}


def penalty(topic: str, ruleset: Ruleset) -> int | None:
    """Points that an irregularity costs; ``None`` if the ruleset puts no number to it."""
    if topic not in TOPICS:
        return None
    value = ruleset.value(TOPICS[topic].path)
    return value if isinstance(value, int) else None
