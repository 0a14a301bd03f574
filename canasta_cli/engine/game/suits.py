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
    """The cards that a stage of a turn moved: first the pile, then those that came and those played.

    ``took`` is the card that took the pile, ``came`` are the other cards that came. ``played`` are all
    cards played, ``discarded`` those of them on the pile. ``unseen`` is true if some cards of the hand
    are unknown, ``lost`` if nobody knows which card was discarded.
    """

    player: int
    came: Cards = NO_CARDS
    played: Cards = NO_CARDS
    discarded: Cards = NO_CARDS
    took: Card | None = None
    unseen: bool = False
    lost: bool = False


class Course(NamedTuple):
    """The hands and the pile after the deal, and what was moved since."""

    hands: tuple[Cards, ...]
    pile: tuple[Card, ...]
    moves: tuple[Moved, ...] = ()

    def after(
        self,
        player: int,
        hand: Cards,
        stages: Sequence[Stage],
        took: Card | None = None,
        discarded: Cards | None = NO_CARDS,
    ) -> "Course":
        """Return the course after a turn in stages; ``hand`` are the known cards of the hand before.

        ``took`` is the card that took the pile; ``discarded`` is ``None`` for an unknown card.
        """
        moves = [
            Moved(player, NO_CARDS, played, unseen=held.unseen != 0) for held, played in stages
        ]
        moves[0] = moves[0]._replace(came=stages[0].held.cards - hand)
        if took is not None:
            moves[1] = moves[1]._replace(took=took)
        if discarded is None or discarded.size:
            moves[-1] = moves[-1]._replace(discarded=discarded or NO_CARDS, lost=discarded is None)
        return self._replace(moves=(*self.moves, *moves))

    def shown(self, player: int, cards: Cards, *, unseen: bool) -> "Course":
        """Return the course after a player has shown cards."""
        return self._replace(moves=(*self.moves, Moved(player, NO_CARDS, cards, unseen=unseen)))


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
    return bool(move.took or move.lost or move.came.of(rank) or move.played.of(rank))


def _after(table: Table, move: Moved, rank: Rank) -> Iterator[Table]:
    """Yield every table of a rank after a move."""
    *hands, pile = table
    hand, player = hands[move.player], move.player
    if move.took is not None:
        if pile and move.took.rank is rank:
            if not like(pile[-1], move.took):
                return
            pile = pile[:-1]
        hand, pile = (*hand, *pile), ()
    hand = (*hand, *[card for card in move.came if card.rank is rank])
    if move.lost:
        hand, pile = (), ()
    ways = {(tuple(sorted(hand, key=_order)), pile)}
    for cards, on_pile in ((move.played - move.discarded, False), (move.discarded, True)):
        for card in cards:
            if card.rank is rank:
                ways = {
                    (rest, (*below, gone) if on_pile else below)
                    for held, below in ways
                    for rest, gone in _without(held, card, unseen=move.unseen)
                }
    for rest, below in ways:
        yield (*hands[:player], rest, *hands[player + 1 :], below)


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
