"""Follow plain turns in one step: those of nearly all turns of a recorded hand whose cards are known.

A ``Replayer`` changes its table in place. ``replay`` asks it first, and follows all other turns clause
by clause.
"""

from collections.abc import Iterator
from typing import Any

from canasta_cli.engine.game.position import Position
from canasta_cli.engine.table import (
    Placement,
    Stage,
    Table,
    add_to_table,
    adds_to_canasta,
    beside,
    bunch,
    cards_of,
)
from canasta_cli.engine.turn.case import CaseKind, ClauseShape, Play, shape_of
from canasta_cli.engine.view import Held, View, laid_out, without
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    Meld,
    Rank,
    together,
    unpacked,
)
from canasta_cli.model.turn import Discard, Draw, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple, lazy

# Plain turns: a draw from a known stock, or a known pile; melds; the discard of a known card.
#
# Nearly all turns of a hand whose cards are known are plain. Such turns are followed on a table
# that is changed in place. The rules that judge them are those of every turn; what few of them read
# is computed from the player's view, as for every turn.


class Begun(NamedTuple):
    """A plain turn after its first clause.

    ``held`` is the hand, ``stock`` the number of cards drawn from the stock. ``take`` is the clause that
    took the pile, ``pile`` what it left, ``laid`` are the threes laid out from it. ``before`` is the hand
    before the pile came, ``melded`` the meld with its top card.
    """

    held: Cards
    laid: Cards
    stock: int = 0
    take: Take | None = None
    pile: tuple[Card, ...] = ()
    before: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff | Rank, ...] = ()


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
    """A plain turn as the rules see it; what few rules read is found by following its clauses."""

    whole, ended = True, True
    as_out, goes_out = False, False

    def __init__(self, plain: Plain, position: Position, ruleset: Ruleset) -> None:
        """Build the play of a turn from a table."""
        self.plain, self.position, self.ruleset = plain, position, ruleset
        self.given, self.discard, self.take = plain.turn, plain.discard, plain.begun.take
        self.left, self.key = Held(plain.left), plain.kinds
        self.opened = bool(position.melds[position.team])
        self.placements, self.melds = plain.placements, plain.melds
        self.knows_cards = CaseKind.UNSEEN not in plain.kinds

    @property
    def shows_nothing_new(self) -> bool:
        """True if the table knew every card: its rank, and its suit if suits matter."""
        return self.knows_cards

    @lazy
    def shape(self) -> ClauseShape:
        """The kinds of the clauses."""
        return shape_of(tuple(map(type, self.given.clauses)))

    @lazy
    def view(self) -> View:
        """The table before the turn, as its player knows it."""
        return self.position.view()

    @lazy
    def stages(self) -> tuple[Stage, ...]:
        """The hand and the cards played from it, before and after the pile came."""
        begun = self.plain.begun
        return (*begun.before, Stage(Held(begun.held), self.plain.played))

    @lazy
    def _followed(self) -> Play:
        return Play.on(self.position.table(self.ruleset), self.given)

    @lazy
    def table(self) -> Table:
        """The table after the turn."""
        return self._followed.table

    @lazy
    def clauses(self) -> list[Any]:
        """The clauses with the cards that came."""
        return self._followed.clauses


class Replayer:
    """The table of a recorded hand, changed in place by plain turns."""

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        """Begin with a table; its turns are plain if it has one stock, which is known."""
        self.ruleset = ruleset
        self._before = position
        self._now: Position | None = position
        one = position.ending is None and not position.stocks
        self._order = position.order if one else None
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
            if CaseKind.STRAYS in of_melds:
                return None
        kinds = (
            Discard,
            unpacked(last.cards.packed)[0].rank,
            Draw if begun.take is None else Take,
            CaseKind.KEEPS_THREE if left.has_threes and laid_out(left, ruleset).size else None,
            CaseKind.UNSEEN if _lacks_suit(begun.held, played, ruleset) else None,
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
            begun = None if first.cards.size or first.stocks else self._drawn(first)
        elif isinstance(first, Take):
            begun = self._taken(first)
        if begun is None or self._at + begun.stock >= len(self._order):
            return None
        return begun

    def _drawn(self, draw: Draw) -> Begun:
        """Draw cards from the stock."""
        me, order = self._to_play, self._order or ()
        cards = bunch(order[self._at : self._at + self.ruleset.deal.draw])
        if not cards.has_threes:
            return Begun(self._hands[me].cards + cards, NO_CARDS, cards.size)
        table = self.position.table(self.ruleset)
        came: Cards = table.apply(draw).cards
        laid = table.threes - self._threes[self._before.sides[me]]
        return Begun(table.held.cards, laid, came.size)

    def _taken(self, take: Take) -> Begun | None:
        """Take the known pile by melding its top card; ``None`` if it is taken in another way."""
        me, onto, before = self._to_play, take.onto, self._before
        if (
            before.buried
            or self.ruleset.seats.alone
            or (onto is not None and onto.suit is not None)
        ):
            return None
        table = self.position.table(self.ruleset)
        take = table.apply(take)
        if take.top not in self._pile[-1:] or not self._hands[me].cards.has(take.shown):
            return None
        laid = table.from_pile or NO_CARDS
        return Begun(table.held.cards, laid, 0, take, table.pile, table.stages, table.melded)


_MOST_CLAUSES = 3
"""The beginning, melds, and the discard."""
_NO_KINDS: tuple[object, ...] = ()
_NO_PLACEMENTS: tuple[Placement, ...] = ()


def _kinds_of_melds(
    placements: tuple[Placement, ...], before: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[CaseKind | None]:
    """Yield the kinds of a play that are due to its melds, and ``None`` for the others."""
    yield None if before else CaseKind.OPENS
    yield CaseKind.STRAYS if any([each.stray for each in placements]) else None
    yield CaseKind.ADDS_TO_CANASTA if adds_to_canasta(placements, ruleset) else None
    yield CaseKind.BESIDE if beside(placements, before, ruleset) else None


def _lacks_suit(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a card is played in another suit than in the hand, or without it though it matters."""
    if not ruleset.melds.runs or held.has(played):
        return False
    missing, suited = played - held, ruleset.wild_ranks.sequential
    return any(card.suit is not None or card.rank in suited for card in missing)
