"""Plain turns: a draw from a known stock, or a known pile; melds; the discard of a known card.

Nearly all turns of a hand whose cards are known are plain. Such turns are followed on a table that is
changed in place. The rules that judge them are those of every turn; what few of them read is computed
from the player's view, as for every turn.
"""

from collections.abc import Iterator
from functools import lru_cache

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.placement import Placement, add_to_table, adds_to_canasta, beside, cards_of
from canasta_cli.engine.points import laid_out, of_draw
from canasta_cli.engine.rule import Kinds
from canasta_cli.engine.turn.case import Kind, Play
from canasta_cli.engine.view import Held, Stage, View, off_the_top, pile_taken, without
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    together,
    unpacked,
)
from canasta_cli.model.turn import Clause, Discard, Draw, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion
from canasta_cli.values import NamedTuple, lazy


class Begun(NamedTuple):
    """A plain turn after its first clause.

    ``stock`` is the number of cards drawn from the stock, ``came`` are these cards; ``take`` is the
    clause that took the pile, ``pile`` what it left. ``held`` is the hand, ``laid`` are the threes
    laid out. ``before`` is the hand before the pile came, ``melded`` the meld with its top card.
    """

    held: Cards
    laid: Cards
    stock: int = 0
    came: Cards | None = None
    take: Take | None = None
    pile: tuple[Card, ...] = ()
    before: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff, ...] = ()


class Plain(NamedTuple):
    """A plain turn: it plays cards that the hand has, and keeps one card or more.

    ``discarded`` is the card on the pile, with its suit if the hand decides it. ``played`` are the cards
    of the hand that are melded or discarded, ``left`` is the hand after that, ``melds`` are the side's
    melds. ``kinds`` are those of the play, with ``None`` between them.
    """

    turn: Turn
    begun: Begun
    discard: Discard
    discarded: Cards
    played: Cards
    left: Cards
    placements: tuple[Placement, ...]
    melds: tuple[Meld, ...]
    kinds: tuple[object, ...]


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
        self.placements, self._melds = plain.placements, plain.melds
        self.kinds = kinds_of(plain.kinds)

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


class Replayer:
    """The table of a recorded hand, changed in place by plain turns."""

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        """Begin with a table; none of its turns is plain if its stock is unknown."""
        self.ruleset = ruleset
        self._before = position
        self._now: Position | None = position
        self._order = position.order if position.ending is None else None
        self._at, self._turns, self._to_play = 0, position.turns, position.to_play
        self._pile = position.pile
        self._hands, self._begun = list(position.hands), list(position.begun)
        self._melds, self._has_melded = list(position.melds), list(position.has_melded)
        self._threes = list(position.threes)
        self._brings_cards = bool(ruleset.opening.extra_cards) or ruleset.talon.first is not None

    @property
    def position(self) -> Position:
        """The table after the turns taken so far."""
        if self._now is None:
            before = self._before
            self._now = before.replace(
                hands=tuple(self._hands),
                begun=tuple(self._begun),
                melds=tuple(self._melds),
                has_melded=tuple(self._has_melded),
                threes=tuple(self._threes),
                pile=self._pile,
                order=(self._order or ())[self._at :],
                stock=before.stock - self._at,
                to_play=self._to_play,
                turns=self._turns,
            )
        return self._now

    def apply(self, plain: Plain) -> None:
        """Change the table by a plain turn of the player whose turn it is."""
        begun, me, before = plain.begun, self._to_play, self._before
        self._hands[me] = Held(plain.left)
        pile = self._pile if begun.take is None else begun.pile
        self._pile = (*pile, *unpacked(plain.discarded.packed))
        self._at += begun.stock
        if begun.laid.size:
            self._threes[before.sides[me]] += begun.laid
        if plain.placements:
            self._melds[before.teams[me]] = plain.melds
            self._has_melded[me] = True
        self._begun[me] = True
        self._to_play = (me + 1) % len(self._hands)
        self._turns += 1
        self._now = None

    def plain(self, turn: Turn) -> Plain | None:
        """Follow a turn without changing the table; ``None`` if it is not plain."""
        begun = self._begun_by(turn)
        if begun is None:
            return None
        ruleset, clauses = self.ruleset, turn.clauses
        down, last = clauses[1], clauses[-1]
        if not isinstance(last, Discard) or last.cards.size != 1:
            return None
        played, melded, discarded = NO_CARDS, begun.melded, last.cards
        if isinstance(down, MeldDown):
            melded = (*melded, *down.melded)
            played = together(map(cards_of, down.melded))
        if begun.held.may_differ(discarded):
            discarded = Held(without(begun.held, played)[0]).with_suits(discarded)
        played += discarded
        left, unexpected = without(begun.held, played)
        if unexpected.size:
            return None
        if not left.size or not (down is last or isinstance(down, MeldDown)):
            return None
        before = self._melds[self._before.teams[self._to_play]]
        placements, melds, of_melds = _NO_PLACEMENTS, before, _NO_KINDS
        if melded:
            placements, melds = add_to_table(melded, before, ruleset)
            of_melds = (type(down), *_kinds_of_melds(placements, before, ruleset))
            if Kind.STRAYS in of_melds:
                return None
        kinds = (
            Discard,
            unpacked(last.cards.packed)[0].rank,
            Draw if begun.take is None else Take,
            Kind.KEEPS_THREE if left.has_threes and laid_out(left, ruleset).size else None,
            Kind.UNSEEN if _lacks_suit(begun.held, played, ruleset) else None,
            *of_melds,
        )
        return Plain(turn, begun, last, discarded, played, left, placements, melds, kinds)

    def _begun_by(self, turn: Turn) -> Begun | None:
        """Follow the first clause of a turn.

        ``None`` if the turn is not plain: it is of another player, or the stock or the hand is
        unknown or empty, or cards are due to the player first, or opening brings cards.
        """
        me, before, clauses = self._to_play, self._before, turn.clauses
        hand = self._hands[me]
        if (
            self._order is None
            or not 1 < len(clauses) <= _MOST_CLAUSES
            or turn.player not in (None, before.players[me])
            or hand.unseen != 0
            or not hand.cards.size
            or before.bonus[me].size
            or (self._brings_cards and not self._melds[before.teams[me]])
        ):
            return None
        first, begun = clauses[0], None
        if isinstance(first, Draw):
            begun = None if first.cards.size else self._drawn()
        elif isinstance(first, Take):
            begun = self._taken(first)
        if begun is None or self._at + begun.stock >= len(self._order):
            return None
        return begun

    def _drawn(self) -> Begun | None:
        """Draw cards from the stock; ``None`` if it has too few."""
        ruleset, order, at = self.ruleset, self._order or (), self._at
        number = ruleset.deal.draw
        cards = _bunch(order[at : at + number])
        laid, own = NO_CARDS, cards
        if cards.has_threes:
            came = off_the_top(order[at:], number, ruleset)
            cards = Cards(came)
            laid, own = of_draw(cards, self._before.stock - at, ruleset)
        if own.size != number:
            return None
        return Begun(self._hands[self._to_play].cards + own, laid, cards.size, cards)

    def _taken(self, take: Take) -> Begun | None:
        """Take the known pile by melding its top card; ``None`` if it is taken in another way."""
        pile, ruleset, top, onto = self._pile, self.ruleset, take.top, take.onto
        if (
            self._before.buried
            or take.then
            or not take.whole
            or ruleset.pile.portion is not Portion.WHOLE
            or ruleset.seats.alone
        ):
            return None
        if top is None or not pile or top not in (pile[-1], Card(pile[-1].rank)):
            return None
        hand = self._hands[self._to_play].cards
        left, unexpected = without(hand, take.hand)
        if (onto is not None and onto.suit is not None) or unexpected.size:
            return None
        if top is not pile[-1]:
            take = take._replace(top=pile[-1])
        cards = Cards((pile[-1], *take.hand))
        taken = pile_taken(take, pile, 0, ruleset)
        under = Cards(taken.under)
        laid = laid_out(under, ruleset, from_pile=True)
        return Begun(
            left + (under - laid if laid.size else under),
            laid,
            take=take,
            pile=taken.left,
            before=(Stage(Held(hand), take.hand),),
            melded=(MeldCards(cards) if onto is None else LayOff(onto, cards),),
        )


def after(plain: Plain, position: Position, ruleset: Ruleset) -> Position:
    """Return the table after a plain turn."""
    table = Replayer(position, ruleset)
    table.apply(plain)
    return table.position


_MOST_CLAUSES = 3
"""The beginning, melds, and the discard."""
_NO_KINDS: tuple[object, ...] = ()
_NO_PLACEMENTS: tuple[Placement, ...] = ()


def _kinds_of_melds(
    placements: tuple[Placement, ...], before: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[Kind | None]:
    """Yield the kinds of a play that are due to its melds, and ``None`` for the others."""
    yield None if before else Kind.OPENS
    yield Kind.STRAYS if any([each.stray for each in placements]) else None
    yield Kind.ADDS_TO_CANASTA if adds_to_canasta(placements, ruleset) else None
    yield Kind.BESIDE if beside(placements, before, ruleset) else None


def _lacks_suit(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a card is played in another suit than in the hand, or without it though it matters."""
    if not ruleset.melds.runs or held.has(played):
        return False
    missing, suited = played - held, ruleset.wild_ranks.sequential
    return any(card.suit is not None or card.rank in suited for card in missing)


@lru_cache(maxsize=10_000)
def _bunch(cards: tuple[Card, ...]) -> Cards:
    """Return the few cards of a draw; cached, since the same ones recur."""
    return Cards(cards)


@lru_cache(maxsize=10_000)
def kinds_of(kinds: tuple[object, ...]) -> Kinds:
    """Collect the kinds of a plain turn."""
    return frozenset(kinds) - {None}
