"""A turn as a player takes it or would take it: clauses in order, not yet judged."""

from typing import NamedTuple, TypeVar

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, together
from canasta_cli.model.melds import LayOff, Meld, Onto

Lay = Meld | LayOff


class Draw(NamedTuple):
    """Cards from the stock; ``cards`` are those that are known, red threes laid out at once."""

    cards: Cards = NO_CARDS


class Take(NamedTuple):
    """The pile, its top card melded with cards from the hand, or laid off on an own meld.

    ``then`` is what is shown from the hand with it, before the rest of the pile is touched; a
    turn as it is written cannot tell that apart from what is melded later. ``top`` is ``None``
    where somebody would take the pile without its top card, ``whole`` false where he would take
    the top card alone.
    """

    top: Card | None
    hand: Cards = NO_CARDS
    onto: Onto | None = None
    whole: bool = True
    then: tuple[Lay, ...] = ()

    @property
    def shown(self) -> Cards:
        """All cards of the hand that are shown before the rest of the pile is touched."""
        if not self.then:
            return self.hand
        return together((self.hand, *(lay.cards for lay in self.then)))


class TakeBonus(NamedTuple):
    """Bonus cards for having opened, which join the hand as the player's next turn begins.

    ``cards`` are those that are known, as in a draw.
    """

    cards: Cards = NO_CARDS


class TakeFoot(NamedTuple):
    """The second packet that was dealt to the player; ``cards`` are those that are known."""

    cards: Cards = NO_CARDS


class Ask(NamedTuple):
    """“May I go out?”, and the partner's answer."""

    yes: bool


class MeldDown(NamedTuple):
    """Melds and lay-offs from the hand."""

    lays: tuple[Lay, ...]


class Join(NamedTuple):
    """The side's sets of a rank, which lay apart until now, put together to one."""

    rank: Rank


class LayThrees(NamedTuple):
    """Threes laid out apart from the draw: from a dealt hand or packet, or from a pile taken."""

    cards: Cards


class Discard(NamedTuple):
    """The card that ends the turn; none where it is laid face down and nobody sees it."""

    cards: Cards = NO_CARDS


class ShowSpecial(NamedTuple):
    """The whole hand shown at once as a special hand, which ends the play."""

    cards: Cards


class GoOut(NamedTuple):
    """The turn ends the hand without a discard."""


class NoDiscard(NamedTuple):
    """The turn ends without a discard, and the player goes on holding cards."""


class StockEnds(NamedTuple):
    """Nobody can or will go on."""


Packet = TakeBonus | TakeFoot
"""Cards that were put aside for a player and join the hand together."""
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
    """Clauses in the order in which they were played; ``player`` where it is said who.

    ``remark`` is what somebody wrote behind it.
    """

    clauses: tuple[Clause, ...]
    player: str | None = None
    remark: str = ""

    @property
    def lays(self) -> tuple[Lay, ...]:
        """Everything melded from the hand, the meld of a taking apart."""
        lays: tuple[Lay, ...] = ()
        for clause in self.clauses:
            if isinstance(clause, MeldDown):
                lays += clause.lays
        return lays

    @property
    def laid_down(self) -> tuple[Lay | Rank, ...]:
        """Everything melded from the hand, and the ranks whose sets are put together, in order."""
        laid: tuple[Lay | Rank, ...] = ()
        for clause in self.clauses:
            if isinstance(clause, MeldDown):
                laid += clause.lays
            elif isinstance(clause, Join):
                laid += (clause.rank,)
        return laid

    @property
    def joins(self) -> tuple[Rank, ...]:
        """The ranks whose sets are put together, each once."""
        return tuple(dict.fromkeys([each.rank for each in self.clauses if isinstance(each, Join)]))

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws, of which a turn has one, or none."""
        return tuple([clause for clause in self.clauses if isinstance(clause, Draw)])

    @property
    def take(self) -> Take | None:
        """The taking of the pile, if there is one."""
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
        """The turn before its first clause of a kind; all of it where there is none."""
        for at, clause in enumerate(self.clauses):
            if isinstance(clause, kind):
                return self._replace(clauses=self.clauses[:at])
        return self

    @property
    def before_foot(self) -> "Turn":
        """The turn before the player takes up the foot in its midst; all of it if that is not so."""
        before = self.until(TakeFoot)
        return before if any(isinstance(each, Draw | Take) for each in before.clauses) else self

    @property
    def goes_out(self) -> bool:
        """Whether it is said that the turn ends the hand."""
        return not _OUT.isdisjoint(map(type, self.clauses))

    @property
    def ended(self) -> bool:
        """Whether the turn has come to its end."""
        return not ENDS.isdisjoint(map(type, self.clauses))
