"""A game as people recorded it: who sat where, and what each side said it had after each hand."""

from typing import TYPE_CHECKING, NamedTuple

from canasta_cli.model.tally import Award, Tally

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal  # most games are kept hand by hand


class Side(NamedTuple):
    """Players who score together: two partners, three, or one player for himself."""

    name: str
    players: tuple[str, ...]


class Hand(NamedTuple):
    """One deal, as tallied at its end: a tally for each side, in the order of the game's sides.

    Where it was recorded turn by turn (``played``) the cards follow from its turns, and the tallies
    hold only what the table gave or took besides.

    ``dealer`` is who dealt; where a file does not say, it was whose turn it was by rotation.
    ``claimed`` are the points that a file says the sides scored: a claim to be checked. ``forced``
    marks a hand that the table recorded although the rules say that it cannot be. ``awarded`` are
    awards recorded apart while it was played: the tallies hold them, whoever amends them.
    """

    tallies: tuple[Tally, ...]
    dealer: str | None = None
    claimed: tuple[int | None, ...] = ()
    forced: bool = False
    played: "Deal | None" = None
    awarded: "tuple[Pending, ...]" = ()

    @property
    def by_force(self) -> bool:
        """Whether some of it was recorded although the rules say that it cannot be."""
        return self.forced or (self.played is not None and self.played.by_force)


class Pending(NamedTuple):
    """An award made while a hand is being played: it counts with that hand, for the side."""

    side: str
    award: Award


class Note(NamedTuple):
    """A remark, and after how many hands it was made, and how many turns of the next one."""

    after: int
    text: str
    turn: int = 0


class Game(NamedTuple):
    """A game as it stands after everything that was recorded and not taken back.

    ``players`` are in order of play. ``dealer`` dealt the first hand; where that is not said it is
    empty, and was the one whom the rules name. ``deal`` is a hand that is being recorded turn by turn.
    """

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: str
    date: str = ""
    event: str = ""
    hands: tuple[Hand, ...] = ()
    notes: tuple[Note, ...] = ()
    pending: tuple[Pending, ...] = ()
    archived: bool = False
    deal: "Deal | None" = None

    def with_pending(self, tallies: tuple[Tally, ...]) -> tuple[Tally, ...]:
        """The tallies of the hand being played, with what was awarded during it."""
        return self.with_awards(self.pending, tallies)

    def with_awards(
        self, awarded: tuple[Pending, ...], tallies: tuple[Tally, ...]
    ) -> tuple[Tally, ...]:
        """The tallies of a hand, with awards that were recorded apart."""
        return tuple(
            tally._replace(
                awards=(*tally.awards, *(each.award for each in awarded if each.side == side.name))
            )
            for side, tally in zip(self.sides, tallies, strict=True)
        )

    def side(self, player: str) -> Side:
        """The side that a player belongs to. Raises ``KeyError`` for a stranger."""
        for side in self.sides:
            if player in side.players:
                return side
        raise KeyError(player)
