"""Rule ``out.canastas``: what a side needs to go out, in a tally and in a play alike."""

from collections import Counter
from typing import NamedTuple

from canasta_cli.engine.melds.grading import lacking
from canasta_cli.engine.rule import Fact, Reason, Rule, Topic, Unknown
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, Need, least
from canasta_cli.rules.vocabulary import needed as in_words


class GoingOut(NamedTuple):
    """A side that goes out: how many canastas it has, and whether they are the ones it needs.

    ``enough`` is ``None`` where the side's melds are not known; ``red_threes`` are those that it
    has laid out, ``missing`` the canastas that are still to be made, where kinds of them are asked.
    """

    have: int
    enough: bool | None
    red_threes: int | None = None
    missing: tuple[Need, ...] = ()


def with_canastas(counts: Counter[Grade], red_threes: int, ruleset: Ruleset) -> GoingOut:
    """A side whose canastas are known, those of the same turn included."""
    missing = lacking(ruleset.out.needs, counts)
    return GoingOut(counts.total(), not missing, red_threes, missing)


def _enough(case: GoingOut, ruleset: Ruleset) -> Reason | Unknown:
    if case.enough is None:
        return Unknown(Fact.MELDS)
    needs = ruleset.out.needs
    words = in_words(needs)
    kinds = ", ".join(
        f"{need.number} {' or '.join(grade.value for grade in need.of)}"
        for need in case.missing
        if need.of and not case.enough
    )
    return Reason(
        case.enough,
        "going out needs {needs}; this side has {have}" + (", missing: {missing}" if kinds else ""),
        {"needs": words, "have": case.have, "missing": kinds},
        needed=least(needs),
        have=case.have,
        remedy=f"complete {words} first, and keep a card until then",
    )


def _red_threes(case: GoingOut, ruleset: Ruleset) -> Reason | Unknown | None:
    if case.red_threes is None:
        return Unknown(Fact.RED_THREES)
    return Reason(
        case.red_threes >= case.have,
        "going out needs as many red threes laid out as canastas: {needed}; this side has {have}",
        {"needed": case.have, "have": case.red_threes},
        needed=case.have,
        have=case.red_threes,
        remedy="wait for a red three, and keep a card until then",
    )


GOING_OUT = Topic[GoingOut](
    Rule(
        "out.canastas",
        "A side goes out only with the canastas that the game asks for; "
        "they may be completed in the same turn.",
        ("out.needs",),
        _enough,
    ),
    Rule(
        "out.red-threes",
        "In some games a side goes out only with as many red threes as it has canastas.",
        ("out.red_threes",),
        _red_threes,
        when=lambda rules: rules.out.red_threes,
    ),
)
