"""Irregularities: what a tally may name, what each costs, and what the sources say is to be done."""

from typing import NamedTuple

from canasta_cli.rules.schema import PARAMETERS, Ruleset

KEPT_RED_THREE = "undeclared-red-three"


class Irregularity(NamedTuple):
    """An irregularity: the name that players type, the parameter that values it, and what to do.

    ``path`` is ``None`` where no source puts a number to it. ``sources`` are those that ``todo``
    was read in.
    """

    name: str
    path: str | None
    todo: str
    sources: tuple[str, ...]

    @property
    def says(self) -> str:
        """What went wrong, in the words of the parameter, or of the remedy."""
        words = PARAMETERS[self.path].says if self.path else self.todo
        return f"{words[0].upper()}{words[1:]}."


# Only what was read in a source; what is merely remembered of the printed codes stays out.
_READ: tuple[Irregularity, ...] = (
    Irregularity(
        KEPT_RED_THREE,
        "penalty.undeclared_red_three",
        "a red three found in a hand when play ends costs the side; some tables let a forgotten one "
        "be laid out at the player's next turn",
        ("parlett", "kartenspiele"),
    ),
    Irregularity(
        "cannot-go-out",
        "penalty.cannot_go_out",
        "who asked, heard yes, and cannot go out pays",
        ("parlett",),
    ),
    Irregularity(
        "out-against-no",
        "penalty.out_against_no",
        "who tries to go out although the partner said no pays",
        ("parlett",),
    ),
    Irregularity(
        "illegal-take",
        "penalty.illegal_take",
        "who takes the pile and cannot use its top card legally pays",
        ("parlett",),
    ),
    Irregularity(
        "exposed-card",
        None,
        "the four-player code has a penalty for cards shown by accident (two players play without "
        "it); its amount was not found: let the table agree, and write penalty:POINTS",
        ("rummy-games-two", "bicycle-two"),
    ),
    Irregularity(
        "insufficient-opening",
        None,
        "the four-player code has a penalty for melds that do not reach the minimum (two players "
        "play without it); its amount was not found: take the melds back, or agree on points",
        ("rummy-games-two", "bicycle-two"),
    ),
    Irregularity(
        "wrong-deal",
        None,
        "hands of a wrong size: deal again",
        ("gamerules-answers",),
    ),
    Irregularity(
        "draw-out-of-turn",
        None,
        "no official penalty is known; agree among yourselves, or play on with the card shown",
        ("gamerules-answers",),
    ),
)
IRREGULARITIES: dict[str, Irregularity] = {topic.name: topic for topic in _READ}
TOPICS: dict[str, Irregularity] = {topic.name: topic for topic in _READ if topic.path is not None}


def penalty(topic: str, ruleset: Ruleset) -> int | None:
    """Points that an irregularity costs; ``None`` if the ruleset puts no number to it."""
    found = TOPICS.get(topic)
    value = ruleset.value(found.path) if found and found.path else None
    return value if isinstance(value, int) else None
