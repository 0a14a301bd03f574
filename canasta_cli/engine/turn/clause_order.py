"""The order of the clauses of a turn: a draw or the pile, then melds, then one end."""

from functools import lru_cache
from itertools import dropwhile

from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
)

_STARTS, _LATER = (Draw, Take), (MeldDown, Join, Discard)
_ENDS = (Discard, NoDiscard, ShowSpecial, StockEnds)


@lru_cache(maxsize=1_000)
def wrong_order(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses of these kinds in this order, and its fix."""
    # Cards that join the hand as a turn begins may be named before it.
    kinds = tuple(dropwhile((TakeBonus, TakeFoot).__contains__, kinds))
    if not kinds or kinds[0] is StockEnds:
        return None
    return _begun_wrong(kinds) or _ended_wrong(kinds[:-1])


def _begun_wrong(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with how a turn begins, and its fix."""
    starts = [place for place, kind in enumerate(kinds) if kind in _STARTS]
    if not starts or any(kind in _LATER for kind in kinds[: starts[0]]):
        return (
            "a turn begins with drawing from the stock or taking the pile",
            "draw first, then meld",
        )
    if len(starts) > 1:
        return "you may draw or take the pile only once in a turn", "leave out the second one"
    return None


def _ended_wrong(before: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses before the last one, and its fix."""
    if any(kind in _ENDS for kind in before):
        return "the turn is over after the discard", "put the discard last"
    if GoOut in before:
        return (
            "“out” must come last",
            "leave out the word “out”: discarding your last card is going out anyway",
        )
    return None
