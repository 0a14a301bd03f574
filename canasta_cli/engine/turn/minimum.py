"""Find the requirements for the initial meld of a side."""

from typing import TYPE_CHECKING

from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Tier
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Unknown
    from canasta_cli.engine.view import View


def minimum(total: int, deal: int, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld of a side with ``total`` points in deal ``deal``."""
    at = deal if ruleset.opening.basis is Basis.DEAL else total
    lowest, *others = ruleset.opening.tiers
    reached = [tier for tier in others if tier.start is not None and tier.start <= at]
    return reached[-1] if reached else lowest


def highest(ruleset: Ruleset) -> int:
    """The highest minimum of any initial meld, in card points."""
    return max(tier.points for tier in ruleset.opening.tiers)


def required(view: "View", ruleset: Ruleset) -> "Tier | Unknown":
    """The requirements for a side's initial meld, or the missing fact that decides them."""
    # Most commands ask for a minimum at a known total only, and load no rules.
    from canasta_cli.engine.rule import Fact, Unknown

    if view.minimum is not None:
        return Tier(None, view.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return Unknown(Fact.DEAL) if view.deal is None else minimum(0, view.deal, ruleset)
    return Unknown(Fact.TOTAL) if view.total is None else minimum(view.total, 1, ruleset)


def beyond_last(deal: int | None, ruleset: Ruleset) -> str:
    """Format what is wrong with the number of a deal that a game does not have; empty if it has."""
    last = ruleset.end.deals
    if last is None or (deal or 0) <= last:
        return ""
    return f"deal {deal} is given, but a game has {count_of(last, 'deal')}"
