"""A hand in play as one of its players knows it: without the cards that the player has not seen.

Only the library calls it.

``seen_hand`` takes the unseen cards out of a deal and out of its turns, and follows what is left like any
hand known in part: so nothing else can show through. A turn as seen names the cards that its player
alone saw only to that player; threes laid out are named to everyone.
"""

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import Step, dealt, start, steps, with_threes_out
from canasta_cli.engine.view import laid_out, without
from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import (
    ENDS,
    Clause,
    Deal,
    Discard,
    Draw,
    LayThrees,
    PlayerCards,
    RecordedTurn,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class SeenHand(NamedTuple):
    """A hand as one player knows it: the deal with the turns so far, and the table after them."""

    player: str
    deal: Deal
    table: Position

    def after(self, one: Step, *, forced: bool = False) -> "SeenHand":
        """Return the hand after one more turn, which was taken on the whole table."""
        turn, table = _turn_seen(one, self.table, self.player)
        turns = (*self.deal.turns, RecordedTurn(turn, forced))
        return SeenHand(self.player, self.deal._replace(turns=turns), table)


def seen_hand(deal: Deal, seats: Seating, ruleset: Ruleset, player: str) -> SeenHand:
    """Return a hand in play without the cards that a player has not seen.

    Every player knows the cards laid down, discarded and taken with the pile; of other hands, also
    the threes laid out, of which nobody else sees the replacements.
    """
    whole = dealt(deal, seats, ruleset)
    hands = []
    for place, name in enumerate(whole.players):
        before, whole = whole, with_threes_out(whole, place, ruleset)
        side = whole.sides[place]
        cards = whole.threes[side] - before.threes[side]
        if name == player:
            cards += whole.hands[place].cards
        if cards.size:
            hands.append(PlayerCards(name, cards))
    known = deal._replace(hands=tuple(hands), stock=None, turns=())
    seen = SeenHand(player, known, start(known, seats, ruleset))
    played = steps(whole.replace(to_play=0), deal, ruleset)
    for one, recorded in zip(played, deal.turns, strict=True):
        seen = seen.after(one, forced=recorded.forced)
    return seen


def due_cards(table: Position, ruleset: Ruleset) -> tuple[Clause, ...]:
    """Return the known bonus cards and the foot that the player whose turn it is picks up first."""
    picked_up = table.table(ruleset)
    named = map(picked_up.apply, table.with_due(Turn(()), ruleset).clauses)
    return tuple(clause for clause in named if clause.cards.size)


def _turn_seen(one: Step, table: Position, player: str) -> tuple[Turn, Position]:
    """Return a turn as a player saw it, and the ``table`` after it as the player knows it."""
    given, ruleset = one.given, one.ruleset
    own = one.position.player == player
    clauses = list[Clause]()
    due = len(one.play.clauses) - len(given.clauses)
    for at, clause in enumerate(one.play.clauses):
        if isinstance(clause, Draw | TakeFoot | TakeBonus):
            cards = clause.cards if own else laid_out(clause.cards, ruleset)
            if at >= due or cards.size:
                clauses.append(type(clause)(cards))
        elif not (isinstance(clause, LayThrees) and one.position.order is not None):
            # What clauses have besides cards that come is as it was given.
            clauses.append(given.clauses[at - due])
    turn = given._replace(clauses=tuple(clauses))
    seen = Step(table, turn, ruleset)
    side, me = one.position.side, one.position.to_play
    threes = without(one.after.threes[side], seen.after.threes[side])[0]
    cards = NO_CARDS
    if own and seen.after.hands[me].unseen:
        held, known = (each.play.table.before(Discard).left.cards for each in (one, seen))
        cards = without(held, known)[0]
    if threes.size or cards.size:
        turn = _with_cards_named(turn, threes, cards, ruleset)
        seen = Step(table, turn, ruleset)
    return turn, seen.after


def _with_cards_named(turn: Turn, threes: Cards, cards: Cards, ruleset: Ruleset) -> Turn:
    """Return a turn that names cards that came unseen: with the pile, or for opening."""
    named: tuple[Clause, ...] = ()
    if threes.size and not ruleset.opening.extra_cards:
        named, threes = (LayThrees(threes),), NO_CARDS
    if threes.size or cards.size:
        named = (*named, TakeBonus(threes + cards))
    ends = [at for at, clause in enumerate(turn.clauses) if type(clause) in ENDS]
    at = ends[0] if ends else len(turn.clauses)
    return turn._replace(clauses=(*turn.clauses[:at], *named, *turn.clauses[at:]))
