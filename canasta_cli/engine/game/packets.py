"""Find when a foot, or the bonus cards for opening, join a hand, and move them."""

from canasta_cli.engine.game.position import NOTHING, Holding, Position, changed
from canasta_cli.engine.turn.bonus_cards import bonus_number
from canasta_cli.engine.turn.case import foot_after_hand
from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.model.turn import Packet, TakeBonus, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset


def due(position: Position, turn: Turn, ruleset: Ruleset) -> Turn:
    """Return the turn with what the player picks up first, named or not: bonus cards, then a foot.

    A foot is due if the last discard used up the hand.
    """
    clauses = turn.clauses
    if position.ending is not None:
        return turn
    if foot_is_due(position, ruleset) and not _begins(turn, TakeFoot):
        clauses = (TakeFoot(), *clauses)
    if position.waiting.size and not _begins(turn, TakeBonus):
        clauses = (TakeBonus(), *clauses)
    return turn if clauses is turn.clauses else turn._replace(clauses=clauses)


def _begins(turn: Turn, packet: type[Packet]) -> bool:
    """True if the turn names such a packet as picked up at its beginning."""
    for clause in turn.clauses:
        if not isinstance(clause, Packet):
            return False
        if isinstance(clause, packet):
            return True
    return False


def foot_is_due(position: Position, ruleset: Ruleset) -> bool:
    """True if the player whose turn it is has no hand left and begins with the foot."""
    if position.foot is NOTHING:
        return False
    hand = position.holding.size + position.waiting.size
    return not hand and bool(position.foot.size) and foot_after_hand(ruleset)


def handed(position: Position, packet: Packet) -> tuple[Position, Holding]:
    """Return the table without a packet that waits for the player, and the packet."""
    me = position.to_play
    if isinstance(packet, TakeFoot):
        return position._replace(feet=changed(position.feet, me, NOTHING)), position.foot
    return position._replace(bonus=changed(position.bonus, me, NOTHING)), position.waiting


def with_bonus_waiting(position: Position, me: int, ruleset: Ruleset) -> Position:
    """Return the table after an opening: bonus cards wait, from the stock or set aside before."""
    team = position.teams[me]
    theirs = any(melds for at, melds in enumerate(position.melds) if at != team)
    if ruleset.talon.aside:
        at = int(theirs)
        packet = position.aside[at]
        now = position._replace(aside=changed(position.aside, at, NOTHING))
    else:
        number = min(bonus_number(ruleset, theirs=theirs), position.stock)
        order = position.order
        packet = Holding(NO_CARDS, number) if order is None else Holding(Cards(order[:number]))
        now = position._replace(
            stock=position.stock - number, order=None if order is None else order[number:]
        )
    return now._replace(bonus=changed(now.bonus, me, packet))
