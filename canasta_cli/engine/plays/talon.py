"""Cards that opening brings: extra ones at once, or bonus cards after the turn."""

from canasta_cli.engine.known import Known
from canasta_cli.engine.rule import Fact
from canasta_cli.model.turn import MeldDown, Take, Turn
from canasta_cli.rules.schema import Ruleset

TALON = ("talon.first", "talon.second", "talon.stock", "talon.aside", "talon.with_pile")


def extra_cards_after(turn: Turn, known: Known, ruleset: Ruleset) -> int | None:
    """The place of the clause that brings extra cards: the last melds of a turn that opens."""
    if not ruleset.opening.extra_cards or known.has_opened:
        return None
    melds = [at for at, told in enumerate(turn.clauses) if isinstance(told, MeldDown | Take)]
    return melds[-1] if melds else None


def bonus_due(
    known: Known, stock: int | None, ruleset: Ruleset, *, melds: bool, takes: bool
) -> bool | Fact:
    """Whether a turn earns bonus cards; where that is not known, the fact that would tell.

    ``melds`` and ``takes`` say whether it melds, and takes the pile; ``stock`` is what it leaves of
    the stock.
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
    """How many they are; ``theirs`` says whether the other side has opened before."""
    return (ruleset.talon.second if theirs else ruleset.talon.first) or 0


def set_aside(ruleset: Ruleset) -> int:
    """How many cards lie apart from the stock for them after the deal."""
    return sum(bonus_number(ruleset, theirs=each) for each in (False, True) if ruleset.talon.aside)


def bonus_cards(known: Known, ruleset: Ruleset) -> str:
    """How many they are: by whether the other side has opened, where that was told."""
    first, second = ruleset.talon.first, ruleset.talon.second
    if known.their_melds is None:
        return f"{first} bonus cards ({second} if the other side opened first)"
    return f"{bonus_number(ruleset, theirs=bool(known.their_melds))} bonus cards"
