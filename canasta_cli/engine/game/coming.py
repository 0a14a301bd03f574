"""Find the cards that a turn brings to the player: its draw, foot, bonus cards and extra cards."""

from canasta_cli.engine.game.applying import InTurn, applied, follow, off_the_top
from canasta_cli.engine.game.packets import due
from canasta_cli.engine.game.position import Position, known
from canasta_cli.engine.known import Known, like
from canasta_cli.engine.turn.bonus_cards import extra_cards_after
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.turn import Clause, Draw, Packet, Take, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset


def known_before(position: Position, told: Turn, ruleset: Ruleset) -> Known:
    """Return the facts that the rules ask about, with the extra cards that opening would bring."""
    facts = known(position, ruleset)
    if not ruleset.opening.extra_cards:
        return facts
    table = InTurn(position)
    for clause in told.clauses[: extra_cards_after(told, facts, ruleset)]:
        table = follow(table, clause, ruleset)
    return facts._replace(extra=extra_cards(table.now, ruleset))


def next_cards(position: Position, ruleset: Ruleset, clause: Draw | Packet) -> Cards | None:
    """The cards that a draw, a foot or a bonus brings, with threes laid out and their replacements.

    ``None`` if they are unknown.
    """
    waiting = NO_CARDS
    if not isinstance(clause, Draw):
        packet = position.foot if isinstance(clause, TakeFoot) else position.waiting
        if packet.unseen:
            return None
        waiting = packet.cards
    if position.order is None:
        return waiting or None
    if isinstance(clause, Draw):
        return Cards(off_the_top(position.order, ruleset.deal.draw, ruleset))
    came = position.stock - applied(position, clause, ruleset).stock
    return Cards((*waiting, *position.order[:came]))


def extra_cards(position: Position, ruleset: Ruleset) -> Cards | None:
    """The extra cards that opening brings, with threes laid out and their replacements.

    ``None`` if they are unknown.
    """
    if position.order is None:
        return None
    return Cards(off_the_top(position.order, ruleset.opening.extra_cards, ruleset))


def as_known(position: Position, turn: Turn, ruleset: Ruleset) -> Turn:
    """Return the turn with everything that comes to the player, with known cards named."""
    told = due(position, turn, ruleset)
    table = InTurn(position)
    clauses: list[Clause] = []
    comes = [at for at, clause in enumerate(told.clauses) if isinstance(clause, (Draw, TakeFoot))]
    for at, clause in enumerate(told.clauses):
        named = _with_names(table.now, clause, ruleset)
        clauses.append(named)
        if comes and at < comes[-1]:
            table = follow(table, named, ruleset)
    return told._replace(clauses=tuple(clauses))


def _taken(now: Position, named: Card | None) -> Card | None:
    """The card taken from the pile, with its suit if the pile shows it."""
    if named is None or named.suit is not None or not now.pile or not like(named, now.pile[-1]):
        return named
    return now.pile[-1]


def _with_names(now: Position, clause: Clause, ruleset: Ruleset) -> Clause:
    """Return a clause with its cards named if the table knows them."""
    if isinstance(clause, Take):
        return clause._replace(top=_taken(now, clause.top))
    if not isinstance(clause, Draw | Packet) or clause.cards:
        return clause
    return clause._replace(cards=next_cards(now, ruleset, clause) or NO_CARDS)
