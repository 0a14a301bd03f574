"""A turn as a player takes it, clause by clause, and a whole hand as it was played; not yet checked.

Notation makes these values, and the engine judges them.
"""

from collections.abc import Callable, Container, Sequence
from typing import TypeVar

from canasta_cli.model.cards import (
    NO_CARDS,
    USUAL_WILD_RANKS,
    Card,
    Cards,
    LayOff,
    MeldCards,
    Onto,
    Rank,
    together,
)
from canasta_cli.values import NamedTuple, distinct

# A turn as a player takes it or might take it: clauses in order, not yet checked.

MeldOrLayOff = MeldCards | LayOff


@distinct
class Draw(NamedTuple):
    """A draw from the stock; ``cards`` are those that are known, or red threes laid out at once."""

    cards: Cards = NO_CARDS


@distinct
class Take(NamedTuple):
    """Taking the pile: its top card is melded with cards from the hand, or laid off.

    ``then`` are melds shown from the hand with it, before the rest of the pile is taken; in a
    written turn they look the same as later melds. ``top`` is ``None`` if the pile is taken
    without its top card, ``whole`` is false if the top card is taken alone.
    """

    top: Card | None
    hand: Cards = NO_CARDS
    onto: Onto | None = None
    whole: bool = True
    then: tuple[MeldOrLayOff, ...] = ()

    @property
    def shown(self) -> Cards:
        """All cards of the hand that are shown before the rest of the pile is taken."""
        if not self.then:
            return self.hand
        return together((self.hand, *(lay.cards for lay in self.then)))

    @property
    def is_one_meld(self) -> bool:
        """True if the top card and those from the hand can be one meld with the usual wild cards."""
        cards = (*(() if self.top is None else (self.top,)), *self.hand)
        naturals = [card for card in cards if card.rank not in USUAL_WILD_RANKS]
        ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
        return len(ranks) <= 1 or (len(suits) == 1 and None not in suits)


@distinct
class TakeBonus(NamedTuple):
    """Picking up bonus cards for having opened, as the player's next turn begins.

    ``cards`` are those that are known, as in a draw.
    """

    cards: Cards = NO_CARDS


@distinct
class TakeFoot(NamedTuple):
    """Picking up the foot; ``cards`` are those that are known."""

    cards: Cards = NO_CARDS


@distinct
class Ask(NamedTuple):
    """“May I go out?”, and the partner's answer."""

    yes: bool


@distinct
class MeldDown(NamedTuple):
    """Melds and lay-offs from the hand."""

    melded: tuple[MeldOrLayOff, ...]


@distinct
class Join(NamedTuple):
    """Combining the side's separate sets of a rank."""

    rank: Rank


@distinct
class LayThrees(NamedTuple):
    """Threes laid out outside the draw: from a dealt hand, a foot, bonus cards, or a pile taken."""

    cards: Cards


@distinct
class Discard(NamedTuple):
    """The card that ends the turn; none if it is discarded face down."""

    cards: Cards = NO_CARDS


@distinct
class ShowSpecial(NamedTuple):
    """The whole hand shown at once as a special hand, which ends the play."""

    cards: Cards


@distinct
class GoOut(NamedTuple):
    """The turn ends the hand without a discard."""


@distinct
class NoDiscard(NamedTuple):
    """The turn ends without a discard, and the player still has cards."""


@distinct
class StockEnds(NamedTuple):
    """The hand ends, since nobody can or will go on."""


Packet = TakeBonus | TakeFoot
"""Cards that were set aside for a player and join the hand together."""
ENDS = frozenset((Discard, ShowSpecial, GoOut, NoDiscard, StockEnds))
Clause = (
    Draw
    | Take
    | Packet
    | Ask
    | MeldDown
    | Join
    | LayThrees
    | Discard
    | ShowSpecial
    | GoOut
    | NoDiscard
    | StockEnds
)


_OUT = frozenset((GoOut, ShowSpecial))


C = TypeVar("C", bound=Clause)


def is_begun(clauses: tuple[Clause, ...]) -> bool:
    """True if clauses say how their turn begins, or that the hand ends before it."""
    return any(isinstance(clause, Draw | Take | ShowSpecial | StockEnds) for clause in clauses)


class Turn(NamedTuple):
    """Clauses in the order in which they were played; ``player`` is ``None`` if not given.

    ``remark`` is a note written after the turn.
    """

    clauses: tuple[Clause, ...]
    player: str | None = None
    remark: str = ""

    @property
    def melded(self) -> tuple[MeldOrLayOff, ...]:
        """Everything melded from the hand, except the meld with the top card of the pile."""
        melded: tuple[MeldOrLayOff, ...] = ()
        for clause in self.clauses:
            if isinstance(clause, MeldDown):
                melded += clause.melded
        return melded

    @property
    def played(self) -> Cards:
        """The cards that leave the hand: melded, shown to take the pile or to go out, or discarded."""
        bunches = [lay.cards for lay in self.melded]
        for clause in self.clauses:
            if isinstance(clause, Take):
                bunches.append(clause.shown)
            elif isinstance(clause, Discard | ShowSpecial):
                bunches.append(clause.cards)
        return together(bunches)

    @property
    def joins(self) -> tuple[Rank, ...]:
        """The ranks whose sets are combined, each once."""
        return tuple(dict.fromkeys([each.rank for each in self.clauses if isinstance(each, Join)]))

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws; a turn has one or none."""
        return tuple([clause for clause in self.clauses if isinstance(clause, Draw)])

    @property
    def take(self) -> Take | None:
        """The clause that takes the pile, if there is one."""
        return self._first(Take)

    @property
    def discard(self) -> Discard | None:
        """The discard, if there is one."""
        return self._first(Discard)

    @property
    def special(self) -> ShowSpecial | None:
        """The special hand that is shown, if there is one."""
        return self._first(ShowSpecial)

    def _first(self, kind: type[C]) -> C | None:
        for clause in self.clauses:
            if isinstance(clause, kind):
                return clause
        return None

    def until(self, kind: type[Clause]) -> "Turn":
        """Return the turn before its first clause of a kind; all of it if there is none."""
        for at, clause in enumerate(self.clauses):
            if isinstance(clause, kind):
                return self._replace(clauses=self.clauses[:at])
        return self

    @property
    def before_foot(self) -> "Turn":
        """The turn before the player picks up the foot during it; all of it if the player does not."""
        before = self.until(TakeFoot)
        return before if any(isinstance(each, Draw | Take) for each in before.clauses) else self

    @property
    def goes_out(self) -> bool:
        """True if the turn ends the hand."""
        return not _OUT.isdisjoint(map(type, self.clauses))

    @property
    def ended(self) -> bool:
        """True if the turn is finished."""
        return not ENDS.isdisjoint(map(type, self.clauses))


# A hand as it was played: the deal, every turn, and the cards left at its end.


class RecordedTurn:
    """A turn as recorded; ``forced`` marks one that the rules don't allow.

    The turn may be given as a function that parses it. It is called when the turn is first read:
    most turns of a game belong to hands that are over, and are not read again.
    """

    __slots__ = ("_turn", "forced")

    def __init__(self, turn: Turn | Callable[[], Turn], forced: bool = False) -> None:
        self._turn = turn
        self.forced = forced

    @property
    def turn(self) -> Turn:
        """The turn, parsed if it was not read before."""
        if not isinstance(self._turn, Turn):
            self._turn = self._turn()
        return self._turn

    def with_mark(self, *, forced: bool) -> "RecordedTurn":
        """Return the turn, marked as forced or not."""
        return self if forced is self.forced else RecordedTurn(self._turn, forced)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordedTurn):
            return NotImplemented
        return self is other or (self.turn, self.forced) == (other.turn, other.forced)

    def __hash__(self) -> int:
        return hash((self.turn, self.forced))

    def __reduce__(self) -> tuple[type["RecordedTurn"], tuple[Turn, bool]]:
        return RecordedTurn, (self.turn, self.forced)

    def __repr__(self) -> str:
        return f"RecordedTurn({self.turn!r}, {self.forced!r})"


class PlayerCards(NamedTuple):
    """The cards of one player, by name; ``foot`` are those of a foot not picked up.

    ``points`` are the card points of cards left at the end that nobody listed; the bunches are then
    empty.
    """

    player: str
    cards: Cards
    foot: Cards = NO_CARDS
    points: int | None = None


class Deal(NamedTuple):
    """One hand, turn by turn.

    ``dealer`` is set while the hand is in play; afterwards :class:`Hand` has it. If a file does not
    give it, the deal went by rotation. ``upcards`` were turned up at the start, the top one last.
    ``hands`` and ``stock`` (in the order of drawing, with bonus cards set aside at its end) are
    given if every card is known. ``left`` are the cards shown at the end, ``None`` while the hand
    is in play; ``left_forced`` is true if they were recorded although they can't be right.
    """

    dealer: str | None = None
    upcards: Sequence[Card] = ()
    turns: Sequence[RecordedTurn] = ()
    left: Sequence[PlayerCards] | None = None
    hands: Sequence[PlayerCards] = ()
    stock: Sequence[Card] | None = None
    left_forced: bool = False

    @property
    def marked(self) -> frozenset[int]:
        """The forced turns, from 1; one more than the number of turns means the cards left."""
        turns = [at for at, recorded in enumerate(self.turns, start=1) if recorded.forced]
        return frozenset((*turns, len(self.turns) + 1) if self.left_forced else turns)

    @property
    def by_force(self) -> bool:
        """True if a turn or the cards left were forced."""
        return bool(self.marked)

    def with_marks(self, turns: Container[int]) -> "Deal":
        """Return the hand with these turns marked as forced, and its end if it is among them."""
        recorded = (
            each.with_mark(forced=at in turns) for at, each in enumerate(self.turns, start=1)
        )
        end = self.left is not None and len(self.turns) + 1 in turns
        return self._replace(turns=tuple(recorded), left_forced=end)

    @property
    def unforced(self) -> "Deal":
        """Return the hand with nothing marked, so that everything illegal in it is found again."""
        return self.with_marks(())

    @property
    def closed(self) -> bool:
        """True if the hand is over and the cards left are recorded."""
        return self.left is not None
