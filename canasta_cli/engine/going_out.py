"""Rules ``out.*``: what a side needs to go out."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.grading import lacking
from canasta_cli.engine.rule import Reason, Rule
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, canastas


class GoingOut(NamedTuple):
    """A side that goes out, with the canastas it has then, those of the same turn included."""

    canastas: Counter[Grade]


def _enough(case: GoingOut, ruleset: Ruleset) -> Reason:
    needs = ruleset.out.needs
    missing = lacking(needs, case.canastas)
    return Reason(
        not missing,
        "going out needs {needs}; this side has {canastas}",
        {
            "needs": " and ".join(canastas(need.number, need.of) for need in needs),
            "canastas": case.canastas.total(),
        },
        needed=sum(need.number for need in needs),
        have=case.canastas.total(),
        remedy="complete "
        + " and ".join(f"{canastas(need.number, need.of)} more" for need in missing),
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
