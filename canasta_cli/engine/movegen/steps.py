"""Choose a turn step by step: everything that can come next if the turn can still be finished legally.

Only the library calls it. A step begins the turn, melds the smallest possible meld or adds one card to a
meld, joins sets, picks up the foot, or ends the turn; it is a clause of the turn. So there are few of
them, and together they reach every legal turn.
"""

from collections.abc import Iterator

from canasta_cli.engine.movegen.legal_turns import (
    Begun,
    Comes,
    Start,
    beginnings,
    ended,
    finished,
    joined,
    laid_down,
    prepared,
    special_hand,
)
from canasta_cli.engine.movegen.melds import UNLIMITED, Effort, next_lays
from canasta_cli.engine.table import joinable
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import View
from canasta_cli.model.turn import ENDS, Clause, MeldDown, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset

Step = tuple[Clause | None, Begun | Turn]
"""A clause that comes next, and the turn after it: one that goes on, or a legal whole one.

The clause is ``None`` if the turn ends without one: the draw was the last of the hand.
"""

OF_STEP = 4_000
"""The work of finding out what can come next, beside a way to end the turn that is known: see ``Effort``."""


class Steps:
    """The steps of one player's turn, if the player's cards are known."""

    def __init__(self, view: View, ruleset: Ruleset, comes: Comes) -> None:
        """Raise ``ValueError`` if the hand or the side's melds are unknown."""
        self.view, self.ruleset, self.comes = prepared(view, ruleset), ruleset, comes

    def first(self) -> Iterator[Step]:
        """Yield the ways to begin a turn that can be finished legally."""
        effort = Effort(OF_STEP)
        for start in beginnings(self.view, self.ruleset, self.comes, effort):
            begun = self._with_goal(Begun.at(start), effort)
            if begun.goal is not None:
                yield start.clauses[0], begun

    def next(self, begun: Begun) -> Iterator[Step]:
        """Yield what can come next in a turn that can be finished legally.

        If finding that out takes too much work, only what is known to lead to a legal turn.
        """
        start, view, ruleset, effort = begun.start, self.view, self.ruleset, Effort(OF_STEP)
        laid = laid_down(begun.melded(ruleset), begun.hand, start, view, ruleset)
        known = [] if begun.goal is None else [begun.goal]
        for clause, further in self._melding(begun):
            # What leads to a legal turn that is known already needs no search for one.
            goal = next((each for each in known if each.covers(further, ruleset)), None)
            then = further._replace(goal=goal) if goal else self._with_goal(further, effort)
            if then.goal is not None:
                known.append(then.goal)
                yield clause, then
        if isinstance(laid, Start):
            foot = self._with_goal(Begun.at(laid), Effort(UNLIMITED))
            yield from [(laid.clauses[-1], foot)] if foot.goal else []
        whole = ended(laid, begun.hand, start, ruleset, effort) if isinstance(laid, Play) else ()
        for turn, _ in (*whole, *(() if begun.changed else special_hand(start, view, ruleset))):
            last = turn.clauses[-1]
            yield last if type(last) in ENDS else None, turn

    def _with_goal(self, begun: Begun, effort: Effort) -> Begun:
        """Return a turn with the first legal turn that is found which it can become."""
        for melded, _, _ in finished(begun, self.view, self.ruleset, effort):
            return begun._replace(goal=Begun.at(begun.start).melding(melded, self.ruleset))
        return begun

    def _melding(self, begun: Begun) -> Iterator[tuple[Clause, Begun]]:
        """Yield what may be melded next, or joined before that, legal or not."""
        start, view, ruleset = begun.start, self.view, self.ruleset
        hand = start._replace(hand=begun.hand).playable(view, ruleset)
        for lay in next_lays(hand, begun.melds, ruleset):
            yield MeldDown((lay,)), begun.melding((lay,), ruleset)
        if begun.changed or isinstance(start.clauses[-1], TakeFoot):
            return
        for ranks in joinable(begun.melds, ruleset):
            then = joined(start, ranks, view, ruleset) if len(ranks) == 1 else None
            if then is not None:
                yield then.clauses[-1], Begun.at(then)
