"""Find every way to go out in games beyond the classic ones by brute force."""

from oracles.family.games import Game
from oracles.family.melds import Melds, Question, after, comparable, may_be_placed, placements
from oracles.family.requirements import may_go_out, opens


def ways_out(question: Question, game: Game) -> set[tuple[Melds, str]]:
    """Return every way to go out: the side's final melds, and the rank of the last discard, if any."""
    found = set()
    for laid, rest in placements(question.hand, question.table, game):
        last = "".join(rest.elements())
        if rest.total() > 1 or (not last and game.must_discard) or last in (*game.never_last, "3R"):
            continue
        may_meld = bool(question.table) or opens(laid, question, game, taken=None, out=True)
        first = game.extra_cards and not question.table and laid.cards
        fits = may_meld and not first and may_be_placed(laid, question, game, out=True)
        if fits and may_go_out(laid, question, game):
            melds = after(laid, question.table)
            found.add((tuple(sorted(map(comparable, melds))), last))
    return found
