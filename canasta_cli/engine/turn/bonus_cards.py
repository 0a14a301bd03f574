"""Bonus cards: those that a player gets after the turn that opens."""

from canasta_cli.engine.view import View
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of

TALON = ("talon.cards", "talon.stock", "talon.aside", "talon.with_pile")


def bonus_number(ruleset: Ruleset, *, theirs: bool) -> int:
    """The number of bonus cards; ``theirs`` is true if the other side opened first."""
    return (ruleset.talon.second if theirs else ruleset.talon.first) or 0


def set_aside(ruleset: Ruleset) -> int:
    """The number of bonus cards set aside at the deal."""
    return sum(bonus_number(ruleset, theirs=each) for each in (False, True) if ruleset.talon.aside)


def bonus_cards(view: View, ruleset: Ruleset) -> str:
    """Format the number of bonus cards, with both numbers if the other side's melds are unknown."""
    first, second = ruleset.talon.first, ruleset.talon.second
    if view.their_melds is None:
        return f"{count_of(first or 0, 'bonus card')} ({second} if the other side opened first)"
    return count_of(bonus_number(ruleset, theirs=bool(view.their_melds)), "bonus card")
