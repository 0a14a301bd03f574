"""Plain turns: a draw from a known stock, or a known pile; melds; the discard of a known card.

Nearly all turns of a hand whose cards are known are plain. Such a turn is followed in one step. The
rules that judge it are those of every turn; what few of them read is computed from the player's view,
as for every turn.
"""

from functools import lru_cache
from typing import Any

from canasta_cli.engine.game.position import Position, changed
from canasta_cli.engine.held import Held, pile_taken, without
from canasta_cli.engine.melds.placement import add_to_table, adds_to_canasta, beside
from canasta_cli.engine.points import laid_out, of_draw
from canasta_cli.engine.rule import Kinds
from canasta_cli.engine.sparse import lazy
from canasta_cli.engine.turn.case import Kind, Play
from canasta_cli.engine.view import Stage, View, off_the_top
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, together, unpacked
from canasta_cli.model.melds import LayOff, MeldCards
from canasta_cli.model.turn import Clause, Discard, Draw, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion


class Clauses(NamedTuple):
    """The clauses of a plain turn: how it begins, what is melded, the discard.

    ``played`` are the cards of the hand that are melded or discarded.
    """

    first: Draw | Take
    melded: tuple[MeldOrLayOff, ...]
    played: Cards
    discard: Discard


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


class PlainPlay(Play):
    """A plain turn: it plays cards that the hand has, and keeps one card or more."""

    whole, ended = True, True
    as_out, goes_out, names_drawn = False, False, False

    def __init__(
        self,
        turn: Turn,
        plain: Clauses,
        begun: Begun,
        left: Cards,
        position: Position,
        ruleset: Ruleset,
    ) -> None:
        """Follow a plain turn that has begun."""
        self.given, self.position, self.ruleset = turn, position, ruleset
        self.begun, self.plain = begun, plain
        self.take, self.discard = begun.take, plain.discard
        self.left = Held(left)
        before = position.melds[position.team]
        self.opened = bool(before)
        self.placements, self._melds = (), before
        opens = adds = doubles = None
        if plain.melded or begun.melded:
            melded = (*begun.melded, *plain.melded)
            self.placements, self._melds = add_to_table(melded, before, ruleset)
            opens = None if before else Kind.OPENS
            adds = Kind.ADDS_TO_CANASTA if adds_to_canasta(self.placements, ruleset) else None
            doubles = Kind.BESIDE if beside(self.placements, before, ruleset) else None
        self.kinds = _kinds(
            unpacked(plain.discard.cards.packed)[0].rank,
            (
                Kind.UNSEEN if self._lacks_suit() else None,
                type(plain.first),
                MeldDown if plain.melded else None,
                opens,
                adds,
                doubles,
                Kind.KEEPS_THREE if laid_out(left, ruleset).size else None,
            ),
        )

    def _lacks_suit(self) -> bool:
        """True if a card is played without the suit that it has in the hand, though it matters."""
        if not self.ruleset.melds.runs or self.begun.held.has(self.plain.played):
            return False
        missing, suited = self.plain.played - self.begun.held, self.ruleset.wild_ranks.sequential
        return any(card.rank in suited for card in missing)

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

    def after(self) -> Position:
        """Return the table after the turn."""
        now, begun, me = self.position, self.begun, self.position.to_play
        attributes: dict[str, Any] = {
            "hands": changed(now.hands, me, self.left),
            "pile": (*begun.pile, *unpacked(self.plain.discard.cards.packed)),
            "stock": now.stock - len(now.order or ()) + len(begun.order),
            "order": begun.order,
            "to_play": (me + 1) % len(now.players),
            "turns": now.turns + 1,
        }
        if begun.laid.size:
            side = now.side
            attributes["threes"] = changed(now.threes, side, now.threes[side] + begun.laid)
        if self.placements:
            attributes["melds"] = changed(now.melds, now.team, self._melds)
            if not now.has_melded[me]:
                attributes["has_melded"] = changed(now.has_melded, me, True)
        if not now.begun[me]:
            attributes["begun"] = changed(now.begun, me, True)
        return now.replace(**attributes)


def plain_play(turn: Turn, position: Position, ruleset: Ruleset) -> PlainPlay | None:
    """Follow a turn in one step; ``None`` if it is not plain."""
    plain = _clauses(turn) if _known(turn, position) else None
    if plain is None:
        return None
    if not position.melds[position.team] and _brings_cards(ruleset):
        return None
    begun = (
        _taken(plain.first, position, ruleset)
        if isinstance(plain.first, Take)
        else _drawn(position, ruleset)
    )
    if begun is None or not begun.order:
        return None
    left, unexpected = without(begun.held, plain.played)
    if unexpected.size or not left.size:
        return None
    play = PlainPlay(turn, plain, begun, left, position, ruleset)
    return None if play.placements and any([each.stray for each in play.placements]) else play


def _clauses(turn: Turn) -> Clauses | None:
    """Return the clauses of a turn, if it can be plain."""
    melded: tuple[MeldOrLayOff, ...] = ()
    match turn.clauses:
        case (Draw() | Take() as first, Discard() as last):
            played = last.cards
        case (Draw() | Take() as first, MeldDown(melded), Discard() as last):
            played = together([last.cards, *[lay.cards for lay in melded]])
        case _:
            return None
    if last.cards.size != 1 or (first.cards.size if isinstance(first, Draw) else first.then):
        return None
    return Clauses(first, melded, played, last)


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
def _kinds(discarded: Rank, others: tuple[object, ...]) -> Kinds:
    """Collect the kinds of a plain turn; ``None`` is not one of them."""
    return frozenset((Discard, discarded, *others)) - {None}
