"""Find the requirements for the initial meld of a side."""

from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Tier


def minimum(total: int, deal: int, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld of a side with ``total`` points in deal ``deal``."""
    at = deal if ruleset.opening.basis is Basis.DEAL else total
    lowest, *others = ruleset.opening.tiers
    reached = [tier for tier in others if tier.start is not None and tier.start <= at]
    return reached[-1] if reached else lowest
