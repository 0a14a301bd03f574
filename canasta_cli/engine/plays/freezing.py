"""Whether the discard pile is frozen against a side, as far as that is known."""

from typing import NamedTuple

from canasta_cli.engine.known import Known
from canasta_cli.engine.rule import Fact
from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import BlackThreePile, Unopened


class Frozen(NamedTuple):
    """Whether the pile is frozen against a side, and why; where nobody knows, what would tell."""

    frozen: bool | None
    because: str = ""
    unknown: Fact | None = None


def freezes(card: Card, ruleset: Ruleset) -> bool:
    """Whether a card in the pile freezes it, until somebody takes it."""
    if card.rank.natural:
        return False
    if card.rank.wild:
        return ruleset.pile.wild_freezes
    if card.rank is Rank.RED_THREE:
        return ruleset.pile.red_three_freezes
    return card.rank is Rank.BLACK_THREE and ruleset.pile.black_three is BlackThreePile.FREEZES


def frozen_against(known: Known, ruleset: Ruleset) -> Frozen:
    """Whether the pile is frozen against the side that would take it."""
    unopened = ruleset.pile.unopened is Unopened.FROZEN
    lying = (card for card in known.pile or () if freezes(card, ruleset))
    if ruleset.pile.always_frozen:
        found = Frozen(True, "it is frozen at all times")
    elif known.has_opened is False and unopened:
        found = Frozen(True, "the side has not opened")
    elif freezing := next(lying, None):
        found = Frozen(True, f"{freezing.rank.one} lies in it")
    elif known.frozen:
        found = Frozen(True, "a card in it freezes it")
    elif known.frozen is None and known.pile is None:
        found = Frozen(None, unknown=Fact.FROZEN)
    elif known.has_opened is None and unopened:
        found = Frozen(None, unknown=Fact.OPENED)
    else:
        found = Frozen(False)
    return found
