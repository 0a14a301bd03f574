"""A turn as a player takes it or might take it: clauses in order, not yet checked."""

from typing import TypeVar

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, together
from canasta_cli.model.melds import LayOff, MeldCards, Onto
from canasta_cli.values import NamedTuple, distinct

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
        """Return whether the turn ends the hand."""
        return not _OUT.isdisjoint(map(type, self.clauses))

    @property
    def ended(self) -> bool:
        """Return whether the turn is finished."""
        return not ENDS.isdisjoint(map(type, self.clauses))
