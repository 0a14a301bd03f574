"""Find every way to open in games beyond the classic ones by brute force."""

from oracles.family.games import Game
from oracles.family.melds import (
    RANKS,
    SMALLEST,
    WILD,
    Meld,
    Melds,
    Placement,
    Question,
    comparable,
    is_run,
    kind_of,
    kinds,
    may_be_placed,
    placements,
)
from oracles.family.requirements import may_go_out, opens


def _takes(meld: Meld, top: str, game: Game) -> bool:
    """True if a side that has not opened may take the pile with this meld of its top card."""
    if top in WILD:
        return game.wild_top and kind_of(meld) == "wild" and meld.count(top) > SMALLEST - 1
    fits = top in RANKS and top not in game.blocked and game.takes_unopened
    return fits and meld.count(top) >= SMALLEST and kind_of(meld) == top


def openings(question: Question, game: Game) -> set[tuple[bool, Melds]]:
    """Return every way to open: whether it takes the pile, and its melds."""
    found = set()
    for top in dict.fromkeys((None, question.top)):
        hand = (*question.hand, top) if top else question.hand
        for laid, rest in placements(hand, (), game):
            tops = [meld for meld in laid.new if top and not is_run(meld) and top in meld]
            for taken in dict.fromkeys(tops) if top else (None,):
                if laid.new and _may_open(laid, rest.total(), question, game, taken=taken):
                    found.add((top is not None, tuple(sorted(map(comparable, laid.new)))))
    return found


def _may_open(
    laid: Placement, left: int, question: Question, game: Game, *, taken: Meld | None
) -> bool:
    if taken is not None and not _takes(taken, question.top or "", game):
        return False
    spared = game.spared and not game.needs(kinds(laid.new, game))
    from_stock = taken is None and question.drew_stock
    spared = spared and (from_stock or game.spared_with_pile)
    out = left <= 1 and not game.extra_cards and not (spared and left == 1)
    if out and ((game.must_discard and not left) or not may_go_out(laid, question, game)):
        return False
    return may_be_placed(laid, question, game, out=out) and opens(
        laid, question, game, taken=taken, out=out
    )
