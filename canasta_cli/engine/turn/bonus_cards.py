"""Cards that opening brings: extra cards at once, or bonus cards after the turn."""

from canasta_cli.engine.known import Known
from canasta_cli.engine.rule import Fact
from canasta_cli.model.turn import MeldDown, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of

TALON = ("talon.first", "talon.second", "talon.stock", "talon.aside", "talon.with_pile")


def extra_cards_after(turn: Turn, known: Known, ruleset: Ruleset) -> int | None:
    """The index of the clause that brings extra cards: the last melds of a turn that opens.

    ``None`` if the turn brings none.
    """
    if not ruleset.opening.extra_cards or known.has_opened:
        return None
    melds = [at for at, told in enumerate(turn.clauses) if isinstance(told, MeldDown | Take)]
    return melds[-1] if melds else None


def bonus_due(
    known: Known, stock: int | None, ruleset: Ruleset, *, melds: bool, takes: bool
) -> bool | Fact:
    """True if a turn earns bonus cards; if that is unknown, the fact that decides it.

    ``melds`` is true if it melds, ``takes`` if it takes the pile; ``stock`` is the size of the
    stock after it.
    """
    talon, opened = ruleset.talon, known.has_opened
    if talon.first is None or opened is True or not melds or (takes and not talon.with_pile):
        return False
    if opened is None:
        return Fact.OPENED
    if talon.stock and stock is None:
        return Fact.STOCK
    return (stock or 0) >= talon.stock


def bonus_number(ruleset: Ruleset, *, theirs: bool) -> int:
    """The number of bonus cards; ``theirs`` is true if the other side opened first."""
    return (ruleset.talon.second if theirs else ruleset.talon.first) or 0


def set_aside(ruleset: Ruleset) -> int:
    """The number of bonus cards set aside at the deal."""
    return sum(bonus_number(ruleset, theirs=each) for each in (False, True) if ruleset.talon.aside)


def bonus_cards(known: Known, ruleset: Ruleset) -> str:
    """Format the number of bonus cards, with both numbers if the other side's melds are unknown."""
    first, second = ruleset.talon.first, ruleset.talon.second
    if known.their_melds is None:
        return f"{count_of(first or 0, 'bonus card')} ({second} if the other side opened first)"
    return count_of(bonus_number(ruleset, theirs=bool(known.their_melds)), "bonus card")
