"""Play hands to their end with random legal turns, for tests and benchmarks."""

from collections.abc import Iterator, Mapping
from functools import partial

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.random_play import (
    Choose,
    random_turn,
)
from canasta_cli.engine.game.replay import Step, follow, holdings, start
from canasta_cli.engine.game.whole_turn import must_take
from canasta_cli.engine.movegen.legal_turns import Steps, listed
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Cards
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Clause, Deal, Draw, RecordedTurn, StockEnds, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import count_of

MOST_TURNS = 1_000
"""More turns than any hand has: one that goes on longer shows a bug in the generator."""


def moves(
    view: View, ruleset: Ruleset, drawn: Cards | None = None, effort: Effort | None = None
) -> Iterator[Turn]:
    """Yield the legal turns of a player, as :class:`Steps` does, from the first one that is asked for."""
    yield from Steps(view, ruleset, drawn).turns(effort)


def play_out(
    deal: Deal, seats: Seating, ruleset: Ruleset, choose: Choose, *, eager: bool = False
) -> Deal:
    """Play a hand to its end with random legal turns, and add the cards left in the hands.

    ``eager`` players lay as much as possible most of the time. Raises ``RuntimeError`` if the hand
    doesn't end.
    """
    position = start(deal, seats, ruleset)
    turns: list[RecordedTurn] = []
    while position.ending is None:
        position = position.at_start(ruleset)
        turn, position = random_step(position, ruleset, choose, eager=eager)
        turns.append(RecordedTurn(turn))
        if len(turns) > MOST_TURNS:
            raise RuntimeError(f"the hand did not end after {count_of(len(turns), 'turn')}")
    left = tuple(each for each in holdings(position, ()) if each.cards or each.foot)
    return deal._replace(turns=tuple(turns), left=left)


_UNNAMED: Mapping[type[Clause], Clause] = {Draw: Draw(), TakeFoot: TakeFoot()}


def random_step(
    position: Position, ruleset: Ruleset, choose: Choose, *, eager: bool = False
) -> tuple[Turn, Position]:
    """Choose a legal turn if every card is known, or the end of the hand if nobody can go on.

    A foot or bonus cards that are due must be in the hand already.
    """
    view = position.view()
    drawn = position.next_draw(ruleset)
    steps = Steps(view, ruleset, drawn)
    may_end = drawn is None and must_take(view, ruleset) is False
    accepted = partial(_accepted, position, ruleset)
    found = random_turn(steps, choose, accepted, may_end=may_end, eager=eager)
    if found is not None:
        return found
    turn = Turn((StockEnds(),), position.player)
    return turn, Step(position, turn, ruleset).after


def _accepted(position: Position, ruleset: Ruleset, proposed: Turn) -> tuple[Turn, Position] | None:
    """Return a proposed turn and the table after it; ``None`` if a rule refuses it."""
    turn = _recorded(proposed, position)
    after, one = follow(position, turn, ruleset)
    legal = True if one is None else one.legal
    if one is None or legal is not None:
        return (turn, after) if legal else None
    play, verdict = one.ruling.play, one.ruling.verdict
    found = listed(play, verdict)
    if found is None or found is play.turn:
        return None if found is None else (turn, one.after)
    turn = _recorded(found, position)
    return turn, Step(position, turn, ruleset).after


def _recorded(turn: Turn, position: Position) -> Turn:
    """Return a turn of the player without the cards that come, since they follow from the table."""
    clauses = tuple([_UNNAMED.get(type(each), each) for each in turn.clauses])
    return Turn(clauses, position.player)
