"""A hand as it was played: the deal, every turn, and the cards left at its end."""

from collections.abc import Callable, Container, Sequence

from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.turn import Turn
from canasta_cli.values import NamedTuple


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
        """Return whether a turn or the cards left were forced."""
        return bool(self.marked)

    def forced_at(self, turns: Container[int]) -> "Deal":
        """Return the hand with some turns marked as forced, and its end if it is among them."""
        recorded = (
            each.with_mark(forced=each.forced or at in turns)
            for at, each in enumerate(self.turns, start=1)
        )
        end = self.left is not None and len(self.turns) + 1 in turns
        return self._replace(turns=tuple(recorded), left_forced=self.left_forced or end)

    @property
    def unforced(self) -> "Deal":
        """Return the hand with nothing marked, so that everything illegal in it is found again."""
        turns = tuple(recorded.with_mark(forced=False) for recorded in self.turns)
        return self._replace(turns=turns, left_forced=False)

    @property
    def closed(self) -> bool:
        """Return whether the hand is over and the cards left are recorded."""
        return self.left is not None
