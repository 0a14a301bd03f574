"""Cards that opening brings: extra cards at once, or bonus cards after the turn."""

from canasta_cli.engine.view import View, from_stock
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.model.turn import MeldDown, Take, Turn
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


def extra_cards_after(turn: Turn, view: View, ruleset: Ruleset) -> int | None:
    """The index of the clause that brings extra cards: the last melds of a turn that opens.

    ``None`` if the turn brings none.
    """
    if not ruleset.opening.extra_cards or view.has_opened:
        return None
    melds = [at for at, clause in enumerate(turn.clauses) if isinstance(clause, MeldDown | Take)]
    return melds[-1] if melds else None


def with_extra_cards(view: View, ruleset: Ruleset) -> View:
    """Return the view after the extra cards for opening; perhaps none if that is not known."""
    number = ruleset.opening.extra_cards
    held = view.next_stage()
    after = from_stock(held, number, NO_CARDS, ruleset)
    if view.has_opened is None:
        return after.replace(held=held.held.plus(NO_CARDS, None))
    return after
