"""A hand as it was played: what was dealt, every turn, and what everybody held at its end."""

from collections.abc import Container
from typing import NamedTuple

from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.turn import Turn


class TurnSaid(NamedTuple):
    """A turn as somebody recorded it; ``forced`` marks one that stands although no rule allows it."""

    turn: Turn
    forced: bool = False


class PlayerCards(NamedTuple):
    """The cards of one player, by the player's name; ``foot`` are those of a packet not taken up."""

    player: str
    cards: Cards
    foot: Cards = NO_CARDS


class Deal(NamedTuple):
    """One hand, turn by turn.

    ``dealer`` is who dealt, while the hand is being played; afterwards it is the hand's. Where a
    file does not say, it was whose turn it was by rotation. ``upcards`` were turned up at the start, the top
    one last. ``hands`` and ``stock`` (in the order of drawing, bonus cards that were set aside at
    its end) are given where somebody knows every card. ``left`` is what was shown at the end,
    ``None`` while the hand is being played; ``left_forced`` says that it stands although it cannot
    be.
    """

    dealer: str | None = None
    upcards: tuple[Card, ...] = ()
    turns: tuple[TurnSaid, ...] = ()
    left: tuple[PlayerCards, ...] | None = None
    hands: tuple[PlayerCards, ...] = ()
    stock: tuple[Card, ...] | None = None
    left_forced: bool = False

    @property
    def marked(self) -> frozenset[int]:
        """The turns that stand by force, from 1; one more than there are is what was left."""
        turns = [at for at, said in enumerate(self.turns, start=1) if said.forced]
        return frozenset((*turns, len(self.turns) + 1) if self.left_forced else turns)

    @property
    def by_force(self) -> bool:
        """Whether a turn, or what was left, stands although it cannot be."""
        return bool(self.marked)

    def forced_at(self, turns: Container[int]) -> "Deal":
        """The same hand with some turns marked, and the end where it is among them."""
        said = (
            each._replace(forced=each.forced or at in turns)
            for at, each in enumerate(self.turns, start=1)
        )
        end = self.left is not None and len(self.turns) + 1 in turns
        return self._replace(turns=tuple(said), left_forced=self.left_forced or end)

    @property
    def unforced(self) -> "Deal":
        """The same hand with nothing marked: whatever does not hold is found again."""
        turns = tuple(said._replace(forced=False) for said in self.turns)
        return self._replace(turns=turns, left_forced=False)

    @property
    def closed(self) -> bool:
        """Whether the hand is over and everybody has shown what was left."""
        return self.left is not None
