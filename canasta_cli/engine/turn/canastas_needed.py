"""Rules ``out.canastas`` and ``out.red-threes``: the needs for going out, in a tally or a play."""

from collections import Counter

from canasta_cli.engine.canastas import lacking
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Topic, Unknown
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade, Need, canastas, least
from canasta_cli.rules.vocabulary import needed as in_words
from canasta_cli.values import NamedTuple


class GoingOut(NamedTuple):
    """A side that goes out: the number of its canastas, and if they are the ones it needs.

    ``enough`` is ``None`` if the side's melds are unknown; ``red_threes`` counts those that it has
    laid out; ``missing`` are the canastas still needed, if the game asks for certain grades.
    """

    have: int
    enough: bool | None
    red_threes: int | None = None
    missing: tuple[Need, ...] = ()


def with_canastas(counts: Counter[Grade], red_threes: int, ruleset: Ruleset) -> GoingOut:
    """Build the case of a side whose canastas are known, including those of the same turn."""
    missing = lacking(ruleset.out.needs, counts)
    return GoingOut(counts.total(), not missing, red_threes, missing)


def _enough(case: GoingOut, ruleset: Ruleset) -> Answer:
    if case.enough is None:
        return Unknown(Fact.MELDS)
    needs = ruleset.out.needs
    words = in_words(needs)
    kinds = ", ".join(
        canastas(need.number, need.of)
        for need in case.missing
        if need.of and case.have and not case.enough
    )
    # If canastas of certain grades are missing, their number alone does not explain it.
    fewest = least(needs)
    counted = case.enough or case.have < fewest
    return Finding(
        case.enough,
        lambda: Reason(
            "to go out, a side needs {needs}; this side has {have}"
            + ("; still needed: {missing}" if kinds else ""),
            {"needs": words, "have": case.have or "none", "missing": kinds},
            needed=fewest if counted else None,
            have=case.have if counted else None,
            fix=f"complete {words}{',' if ',' in words else ''} before going out",
        ),
    )


def _red_threes(case: GoingOut, ruleset: Ruleset) -> Answer:
    if case.red_threes is None:
        return Unknown(Fact.RED_THREES)
    return Finding(
        case.red_threes >= case.have,
        lambda: Reason(
            "to go out, a side needs as many red threes as canastas; "
            "this side has {have:red three} and {needed:canasta}",
            needed=case.have,
            have=case.red_threes,
            fix="wait for a red three, and keep a card until then",
        ),
    )


GOING_OUT = Topic[GoingOut](
    Rule(
        "out.canastas",
        "A side may go out only with the canastas that the game asks for; "
        "they may be completed in the same turn.",
        ("out.needs",),
        _enough,
    ),
    Rule(
        "out.red-threes",
        "In some games a side may go out only with as many red threes as it has canastas.",
        ("out.red_threes",),
        _red_threes,
        when=lambda rules: rules.out.red_threes,
    ),
)
