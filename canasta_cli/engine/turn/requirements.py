"""Find the requirements for the initial meld from the facts that are given."""

from canasta_cli.engine.known import Known
from canasta_cli.engine.rule import Fact, Unknown
from canasta_cli.engine.turn.minimum import minimum
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Tier


def asked_of(known: Known, ruleset: Ruleset) -> Tier | Unknown:
    """The requirements for a side's initial meld, or the missing fact that decides them."""
    if known.minimum is not None:
        return Tier(None, known.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return Unknown(Fact.DEAL) if known.deal is None else minimum(0, known.deal, ruleset)
    return Unknown(Fact.TOTAL) if known.total is None else minimum(known.total, 1, ruleset)
