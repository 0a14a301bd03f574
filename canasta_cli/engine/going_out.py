"""Rule ``out.canastas``: what a side needs to go out, in a tally and in a play alike."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.grading import lacking
from canasta_cli.engine.rule import Reason, Rule, Unknown
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, canastas


class GoingOut(NamedTuple):
    """A side that goes out: how many canastas it has, and whether they are the ones it needs.

    ``enough`` is ``None`` where the side's melds are not known.
    """

    have: int
    enough: bool | None


def with_canastas(counts: Counter[Grade], ruleset: Ruleset) -> GoingOut:
    """A side whose canastas are known, those of the same turn included."""
    return GoingOut(counts.total(), not lacking(ruleset.out.needs, counts))


def _enough(case: GoingOut, ruleset: Ruleset) -> Reason | Unknown:
    if case.enough is None:
        return Unknown("melds")
    needs = ruleset.out.needs
    words = " and ".join(canastas(need.number, need.of) for need in needs)
    return Reason(
        case.enough,
        "going out needs {needs}; this side has {have}",
        {"needs": words, "have": case.have},
        needed=sum(need.number for need in needs),
        have=case.have,
        remedy=f"complete {words} first, and keep a card until then",
    )


GOING_OUT: tuple[Rule[GoingOut], ...] = (
    Rule(
        "out.canastas",
        "A side goes out only with the canastas that the game asks for; "
        "they may be completed in the same turn.",
        ("out.needs",),
        _enough,
    ),
)
