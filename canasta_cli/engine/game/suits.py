"""The suits that cards can have whose suit was left out, by all that is recorded of a hand.

A hand keeps only the suits that are certain (``engine/held.py``). If a card is shown later, the course of
the hand decides whether it can be the one: every way to choose the suits left out is tried.
"""

from collections.abc import Iterator, Sequence

from canasta_cli.engine.held import Held, like
from canasta_cli.engine.points import is_laid_out
from canasta_cli.engine.view import Stage
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OntoRun, Portion

MOST_TABLES = 5_000
"""The most tables that are tried: then the suits count as possible."""


class Moved(NamedTuple):
    """The cards that a turn moved in its stages; ``hand`` are the known cards of the hand before.

    ``took`` is the card that took the pile, which came with the second stage. ``discarded`` are the
    played cards on the pile; ``None`` if nobody knows which card was discarded.
    """

    player: int
    hand: Cards
    stages: tuple[Stage, ...]
    took: Card | None = None
    discarded: Cards | None = NO_CARDS


class Course(NamedTuple):
    """The hands and the pile after the deal, and what was moved since."""

    hands: tuple[Cards, ...]
    pile: tuple[Card, ...]
    moves: tuple[Moved, ...] = ()

    def after(self, moved: Moved) -> "Course":
        """Return the course after more cards were moved."""
        return self._replace(moves=(*self.moves, moved))


def course_from(hands: Sequence[Held], pile: tuple[Card, ...], ruleset: Ruleset) -> Course | None:
    """Return the course that begins with these hands and this pile.

    ``None`` if suits don't matter, or if there are more ways in which a hand gets cards than from the
    stock and with the whole pile.
    """
    rules, packets = ruleset.pile, ruleset.deal.foot or ruleset.talon.first is not None
    if (
        not ruleset.melds.runs
        or packets
        or ruleset.opening.extra_cards
        or (rules.portion, rules.taken) != (Portion.WHOLE, None)
        or rules.onto_run is OntoRun.ALONE
        or is_laid_out(Rank.BLACK_THREE, ruleset, from_pile=True)
    ):
        return None
    return Course(tuple([hand.cards for hand in hands]), pile)


Table = tuple[tuple[Card, ...], ...]
"""The cards of a rank: each hand, and at the end the pile from its bottom."""
Way = tuple[tuple[Card, ...], tuple[Card, ...]]
"""The cards of a rank in one hand and in the pile."""


def possible(course: Course | None, rank: Rank) -> bool:
    """True if some choice of the suits left out of a rank fits everything that moved."""
    if course is None:
        return True
    packets = [*map(tuple, course.hands), course.pile]
    first = tuple([tuple([card for card in packet if card.rank is rank]) for packet in packets])
    moves = [each for each in course.moves if _concerns(each, rank)]
    todo: list[tuple[int, Table]] = [(0, first)]
    tried = set[tuple[int, Table]]()
    while todo and len(tried) < MOST_TABLES:
        at, table = todo.pop()
        if at == len(moves):
            return True
        if (at, table) not in tried:
            tried.add((at, table))
            todo += [(at + 1, after) for after in _after(table, moves[at], rank)]
    return bool(todo)


def _concerns(move: Moved, rank: Rank) -> bool:
    if move.took or move.discarded is None:
        return True
    return any([held.cards.of(rank) or played.of(rank) for held, played in move.stages])


def _after(table: Table, move: Moved, rank: Rank) -> Iterator[Table]:
    """Yield every table of a rank after a move."""
    *hands, pile = table
    player, discarded = move.player, move.discarded or NO_CARDS
    came = [card for card in move.stages[0].held.cards - move.hand if card.rank is rank]
    ways: set[Way] = {(tuple(sorted((*hands[player], *came), key=_order)), pile)}
    for number, (held, played) in enumerate(move.stages, 1):
        if number > 1 and move.took is not None:
            ways = set(_with_pile(ways, move.took, rank))
        ends, unseen = number == len(move.stages), held.unseen != 0
        for card in played - discarded if ends else played:
            if card.rank is rank:
                ways = {
                    (rest, below)
                    for hand, below in ways
                    for rest, _ in _without(hand, card, unseen=unseen)
                }
        for card in discarded if ends else ():
            if card.rank is rank:
                ways = {
                    (rest, (*below, gone))
                    for hand, below in ways
                    for rest, gone in _without(hand, card, unseen=unseen)
                }
    for rest, below in ways if move.discarded is not None else [((), ())]:
        yield (*hands[:player], rest, *hands[player + 1 :], below)


def _with_pile(ways: set[Way], took: Card, rank: Rank) -> Iterator[Way]:
    """Yield each hand with the pile, and the pile left, if its top card can be the one that took it."""
    for hand, pile in ways:
        if took.rank is not rank or not pile:
            yield tuple(sorted((*hand, *pile), key=_order)), ()
        elif like(pile[-1], took):
            yield tuple(sorted((*hand, *pile[:-1]), key=_order)), ()


def _order(card: Card) -> int:
    return card.order


def _without(
    hand: tuple[Card, ...], card: Card, *, unseen: bool
) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """Yield the hand without each card that can be the one played, and that card."""
    for at, held in enumerate(hand):
        if like(held, card) and held not in hand[:at]:
            yield (*hand[:at], *hand[at + 1 :]), (held if card.suit is None else card)
    if unseen:
        yield hand, card
