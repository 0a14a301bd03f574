"""Find the requirements for the initial meld from the facts that are given."""

from canasta_cli.engine.rule import Fact, Unknown
from canasta_cli.engine.turn.minimum import minimum
from canasta_cli.engine.view import View
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Tier


def asked_of(view: View, ruleset: Ruleset) -> Tier | Unknown:
    """The requirements for a side's initial meld, or the missing fact that decides them."""
    if view.minimum is not None:
        return Tier(None, view.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return Unknown(Fact.DEAL) if view.deal is None else minimum(0, view.deal, ruleset)
    return Unknown(Fact.TOTAL) if view.total is None else minimum(view.total, 1, ruleset)
