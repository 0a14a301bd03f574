"""Whether a side has what its threes, or its melded cards, need to count for it."""

from canasta_cli.engine.counting.figures import Found, has_melded
from canasta_cli.engine.melds.grading import lacking
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Earned, Earning, Need

AGAINST = "against the side: it has not earned them"


def earned(condition: Earned, found: Found, ruleset: Ruleset) -> bool:
    """Whether a side has what its threes need to count for it."""
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


def why(plus: bool) -> str:
    """What a line says of itself that counts against its side."""
    return "" if plus else AGAINST
