"""Check if a side has what its threes, or its melded cards, need to count for it."""

from canasta_cli.engine.melds.canastas import lacking
from canasta_cli.engine.score.figures import Found, has_melded
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Earned, Earning, Need, needed

_DEDUCTED = "deducted"


def earned(condition: Earned, found: Found, ruleset: Ruleset) -> bool:
    """True if a side meets the condition for its threes, or melded cards, to count for it."""
    match condition.what:
        case Earning.NOTHING:
            return True
        case Earning.MELD:
            return has_melded(found)
        case Earning.NEVER:
            return False
        case Earning.CANASTAS:
            return not lacking((Need(condition.number, condition.of),), found.canastas)
        case _:
            return not lacking(ruleset.out.needs, found.canastas)


def why_deducted(condition: Earned, ruleset: Ruleset) -> str:
    """Explain why a line of a sheet is deducted, naming what the side lacks."""
    match condition.what:
        case Earning.MELD:
            return f"{_DEDUCTED}: no meld"
        case Earning.CANASTAS:
            needs: tuple[Need, ...] = (Need(condition.number, condition.of),)
        case Earning.NEVER | Earning.NOTHING:
            return _DEDUCTED
        case _:
            needs = ruleset.out.needs
    return f"{_DEDUCTED}: {'no canasta' if needs == (Need(1),) else f'needs {needed(needs)}'}"
