"""Plain turns: a draw from a known stock, or a known pile; melds; the discard of a known card.

Nearly all turns of a hand whose cards are known are plain. Such a turn is followed in one step. The
rules that judge it are those of every turn; what few of them read is computed from the player's view,
as for every turn.
"""

from functools import lru_cache
from typing import Any

from canasta_cli.engine.game.position import Position, changed
from canasta_cli.engine.held import Held, pile_taken, without
from canasta_cli.engine.melds.placement import Placement, add_to_table, adds_to_canasta, beside
from canasta_cli.engine.points import laid_out, of_draw
from canasta_cli.engine.rule import Kinds
from canasta_cli.engine.sparse import lazy
from canasta_cli.engine.turn.case import Kind, Play
from canasta_cli.engine.view import Stage, View, off_the_top
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, together, unpacked
from canasta_cli.model.melds import LayOff, Meld, MeldCards
from canasta_cli.model.turn import Clause, Discard, Draw, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class Begun(NamedTuple):
    """A plain turn after its first clause.

    ``came`` are the cards drawn, ``take`` is the clause that took the pile, ``held`` the hand,
    ``laid`` are the threes laid out. ``before`` is the hand before the pile came, ``melded`` the meld
    with its top card.
    """

    came: Cards | None
    take: Take | None
    held: Cards
    laid: Cards
    pile: tuple[Card, ...]
    order: tuple[Card, ...]
    before: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff, ...] = ()


class Plain(NamedTuple):
    """A plain turn: it plays cards that the hand has, and keeps one card or more.

    ``played`` are the cards of the hand that are melded or discarded, ``left`` is the hand after that,
    ``melds`` are the side's melds. ``kinds`` are those of the play.
    """

    turn: Turn
    begun: Begun
    discard: Discard
    played: Cards
    left: Cards
    placements: tuple[Placement, ...]
    melds: tuple[Meld, ...]
    kinds: Kinds


class PlainPlay(Play):
    """A plain turn as the rules see it."""

    whole, ended = True, True
    as_out, goes_out, names_drawn = False, False, False

    def __init__(self, plain: Plain, position: Position, ruleset: Ruleset) -> None:
        """Build the play of a turn from a table."""
        self.plain, self.position, self.ruleset = plain, position, ruleset
        self.given, self.begun, self.discard = plain.turn, plain.begun, plain.discard
        self.take = plain.begun.take
        self.left = Held(plain.left)
        self.opened = bool(position.melds[position.team])
        self.placements, self._melds, self.kinds = plain.placements, plain.melds, plain.kinds

    @lazy
    def clause_kinds(self) -> tuple[type[Clause], ...]:
        """The kinds of the clauses, in order."""
        return tuple(map(type, self.given.clauses))

    @lazy
    def stages(self) -> tuple[Stage, ...]:
        """The hand and the cards played from it, before and after the pile came."""
        return (*self.begun.before, Stage(Held(self.begun.held), self.plain.played))

    @lazy
    def view(self) -> View:
        """The table before the turn, as its player knows it."""
        return self.position.view()

    @lazy
    def turn(self) -> Turn:
        """The turn with the cards that came."""
        first = self.take or Draw(self.begun.came or NO_CARDS)
        return self.given._replace(clauses=(first, *self.given.clauses[1:]))

    @lazy
    def _step_by_step(self) -> Play:
        return Play(self.given, self.view, self.ruleset, whole=True)

    @lazy
    def at_draw(self) -> View:
        """The table before the draw."""
        return self.view

    @lazy
    def at_end(self) -> View:
        """The table before the discard."""
        return self._step_by_step.at_end

    @lazy
    def then(self) -> View:
        """The table after the turn, as its player knows it."""
        return self._step_by_step.then

    @property
    def shows_nothing_new(self) -> bool:
        """True if the table knew every card: its rank, and its suit if suits matter."""
        return Kind.UNSEEN not in self.kinds


def after(plain: Plain, now: Position) -> Position:
    """Return the table after a plain turn."""
    begun, me = plain.begun, now.to_play
    attributes: dict[str, Any] = {
        "hands": changed(now.hands, me, Held(plain.left)),
        "pile": (*begun.pile, *unpacked(plain.discard.cards.packed)),
        "stock": now.stock - len(now.order or ()) + len(begun.order),
        "order": begun.order,
        "to_play": (me + 1) % len(now.players),
        "turns": now.turns + 1,
    }
    if begun.laid.size:
        side = now.side
        attributes["threes"] = changed(now.threes, side, now.threes[side] + begun.laid)
    if plain.placements:
        attributes["melds"] = changed(now.melds, now.team, plain.melds)
        if not now.has_melded[me]:
            attributes["has_melded"] = changed(now.has_melded, me, True)
    if not now.begun[me]:
        attributes["begun"] = changed(now.begun, me, True)
    return now.updated(attributes)


def plain_turn(turn: Turn, position: Position, ruleset: Ruleset) -> Plain | None:
    """Follow a turn in one step; ``None`` if it is not plain."""
    clauses, before = turn.clauses, position.melds[position.team]
    if not 1 < len(clauses) <= _MOST_CLAUSES or not _known(turn, position):
        return None
    first, down, last = clauses[0], clauses[1], clauses[-1]
    begun = None
    if before or not _brings_cards(ruleset):
        begun = _begin(first, position, ruleset)
    if begun is None or not isinstance(last, Discard) or last.cards.size != 1:
        return None
    played, melded = last.cards, begun.melded
    if isinstance(down, MeldDown):
        melded = (*melded, *down.melded)
        played = together([played, *[lay.cards for lay in down.melded]])
    elif down is not last:
        return None
    left, unexpected = without(begun.held, played)
    if unexpected.size or not left.size:
        return None
    placements: tuple[Placement, ...] = ()
    melds, of_melds = before, _NO_KINDS
    if melded:
        placements, melds = add_to_table(melded, before, ruleset)
        if any([each.stray for each in placements]):
            return None
        of_melds = (
            type(down),
            None if before else Kind.OPENS,
            Kind.ADDS_TO_CANASTA if adds_to_canasta(placements, ruleset) else None,
            Kind.BESIDE if beside(placements, before, ruleset) else None,
        )
    kinds = _kinds(
        unpacked(last.cards.packed)[0].rank,
        Draw if begun.take is None else Take,
        Kind.KEEPS_THREE if laid_out(left, ruleset).size else None,
        Kind.UNSEEN if ruleset.melds.runs and _lacks_suit(begun.held, played, ruleset) else None,
        of_melds,
    )
    return Plain(turn, begun, last, played, left, placements, melds, kinds)


def _begin(first: Clause, position: Position, ruleset: Ruleset) -> Begun | None:
    """Follow the first clause of a turn; ``None`` if the turn is not plain, or the stock is empty."""
    begun = None
    if isinstance(first, Draw):
        begun = None if first.cards.size else _drawn(position, ruleset)
    elif isinstance(first, Take):
        begun = _taken(first, position, ruleset)
    return begun if begun is not None and begun.order else None


_MOST_CLAUSES = 3
"""The beginning, melds, and the discard."""
_NO_KINDS: tuple[object, ...] = ()


def _lacks_suit(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a card is played without the suit that it has in the hand, though it matters."""
    if held.has(played):
        return False
    missing, suited = played - held, ruleset.wild_ranks.sequential
    return any(card.rank in suited for card in missing)


def _known(turn: Turn, position: Position) -> bool:
    """True if it is the player's turn, and all cards are known that come without being named."""
    me = position.to_play
    return (
        position.order is not None
        and position.ending is None
        and turn.player in (None, position.players[me])
        and position.hands[me].unseen == 0
        and position.hands[me].cards.size > 0
        and not position.bonus[me].size
    )


def _brings_cards(ruleset: Ruleset) -> bool:
    """True if opening brings cards."""
    return bool(ruleset.opening.extra_cards) or ruleset.talon.first is not None


def _drawn(position: Position, ruleset: Ruleset) -> Begun | None:
    """Draw cards from the known stock; ``None`` if it has too few."""
    number, order = ruleset.deal.draw, position.order or ()
    came = order[:number]
    cards = _bunch(came)
    laid, own = NO_CARDS, cards
    if cards.has_threes:
        came = off_the_top(order, number, ruleset)
        cards = Cards(came)
        laid, own = of_draw(cards, position.stock, ruleset)
    if own.size != number:
        return None
    held = position.hands[position.to_play].cards + own
    return Begun(cards, None, held, laid, position.pile, order[len(came) :])


@lru_cache(maxsize=10_000)
def _bunch(cards: tuple[Card, ...]) -> Cards:
    """Return the few cards of a draw; cached, since the same ones recur."""
    return Cards(cards)


def _taken(take: Take, position: Position, ruleset: Ruleset) -> Begun | None:
    """Take the known pile by melding its top card; ``None`` if it is taken in another way."""
    pile, hand, top = position.pile, position.hand.cards, take.top
    if (
        position.buried
        or take.then
        or not take.whole
        or ruleset.pile.portion is not Portion.WHOLE
        or ruleset.seats.alone
    ):
        return None
    if top is None or not pile or top not in (pile[-1], Card(pile[-1].rank)):
        return None
    onto, left = take.onto, hand.less(take.hand)
    if (onto is not None and onto.suit is not None) or left is None:
        return None
    if top is not pile[-1]:
        take = take._replace(top=pile[-1])
    cards = Cards((pile[-1], *take.hand))
    taken = pile_taken(take, pile, 0, ruleset)
    under = Cards(taken.under)
    laid = laid_out(under, ruleset, from_pile=True)
    return Begun(
        None,
        take,
        left + (under - laid if laid.size else under),
        laid,
        taken.left,
        position.order or (),
        (Stage(Held(hand), take.hand),),
        (MeldCards(cards) if onto is None else LayOff(onto, cards),),
    )


@lru_cache(maxsize=10_000)
def _kinds(
    discarded: Rank,
    first: type[Clause],
    threes: Kind | None,
    unseen: Kind | None,
    of_melds: tuple[object, ...],
) -> Kinds:
    """Collect the kinds of a plain turn; ``None`` is not one of them."""
    return frozenset((Discard, discarded, first, threes, unseen, *of_melds)) - {None}
