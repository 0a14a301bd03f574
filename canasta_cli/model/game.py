"""A game as recorded: the players and sides, and the tally of each side at the end of each hand.

Notation and the journal make these values, and the engine counts them.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.cards import NO_CARDS, Cards, MeldCards, together
from canasta_cli.values import Enum, NamedTuple

if TYPE_CHECKING:
    from canasta_cli.model.turn import Deal


# One side at the end of a hand, as the table counts it: in cards, in figures, or in both.

BOOKS = {"natural": "clean", "mixed": "dirty"}
"""The grades of canastas in the words of games whose players call canastas books."""
ALSO = {"natural": ("pure",), "run": ("sequence", "samba"), "wild": ("bolivia",)}
"""Other words for the grades of canastas, which players type in all games; answers use the first."""


class Out(Enum):
    """The way in which a side went out."""

    PLAIN = "out"
    CONCEALED = "concealed"


class Sign(Enum):
    """The sign of an award by the table: for a side or against it."""

    BONUS = "bonus"
    PENALTY = "penalty"


class Award(NamedTuple):
    """Points given or taken by the table: a number of points, or the name of an irregularity."""

    sign: Sign
    points: int | None = None
    topic: str | None = None


class Figure(NamedTuple):
    """A number instead of cards: of canastas of a grade, or of points. Rulesets define the names."""

    name: str
    number: int


class Tally(NamedTuple):
    """One side at the end of a hand.

    ``left`` and ``feet`` hold one bunch for each player's hand and foot, since some penalties
    go by the hand. ``alone`` names who played alone in games with partners for one hand. ``stock``:
    the hand ended because the stock ran out; given by any side, it is about the whole hand. ``score``
    are the points of the whole hand, for a side of which nothing else is known; awards come on top.
    """

    melds: tuple[MeldCards, ...] = ()
    threes: Cards = NO_CARDS
    left: tuple[Cards, ...] = ()
    feet: tuple[Cards, ...] = ()
    out: Out | None = None
    special: str | None = None
    awards: tuple[Award, ...] = ()
    alone: str | None = None
    figures: tuple[Figure, ...] = ()
    stock: bool = False
    score: int | None = None

    @property
    def went_out(self) -> bool:
        """True if this side went out."""
        return self.out is not None or self.special is not None

    @property
    def has_ending(self) -> bool:
        """True if it gives how the hand ended: this side went out, or the stock ran out."""
        return self.went_out or self.stock

    @property
    def melded(self) -> Cards:
        """All cards in melds."""
        return together(meld.cards for meld in self.melds)

    @property
    def cards(self) -> Cards:
        """Every card named in the tally."""
        return together((self.melded, self.threes, *self.left, *self.feet))

    @property
    def unordered(self) -> "Tally":
        """The tally with its melds, and all else, in an order that doesn't depend on how they were typed."""
        return self._replace(
            melds=tuple(sorted(self.melds, key=lambda meld: meld.cards.packed)),
            left=tuple(sorted(self.left, key=lambda hand: hand.packed)),
            feet=tuple(sorted(self.feet, key=lambda foot: foot.packed)),
            awards=tuple(sorted(self.awards, key=str)),
            figures=tuple(sorted(self.figures)),
        )

    def figure(self, name: str) -> int:
        """Return the sum of the figures with a name; 0 if there are none."""
        return sum(figure.number for figure in self.figures if figure.name == name)


def join(tallies: tuple[Tally, ...]) -> Tally:
    """Combine several players' tallies into one side's: partners for a hand pool their cards."""
    outs = [tally.out for tally in tallies if tally.out is not None]
    return Tally(
        melds=tuple(meld for tally in tallies for meld in tally.melds),
        threes=together(tally.threes for tally in tallies),
        left=tuple(bunch for tally in tallies for bunch in tally.left),
        feet=tuple(bunch for tally in tallies for bunch in tally.feet),
        out=outs[0] if outs else None,
        special=next((tally.special for tally in tallies if tally.special), None),
        awards=tuple(award for tally in tallies for award in tally.awards),
        alone=next((tally.alone for tally in tallies if tally.alone), None),
        figures=tuple(figure for tally in tallies for figure in tally.figures),
        stock=any(tally.stock for tally in tallies),
        score=next((tally.score for tally in tallies if tally.score is not None), None),
    )


# A game as recorded: the players and sides, and each side's tally of each hand.


class Side(NamedTuple):
    """Players who score together: two or three partners, or one player alone."""

    name: str
    players: tuple[str, ...]


class Hand(NamedTuple):
    """One hand, as tallied at its end: a tally for each side, in the order of the game's sides.

    If it was recorded turn by turn (``played``), the cards follow from its turns, and the tallies
    contain only awards by the table. ``from_turns`` are then the tallies that were computed when
    the hand ended, without awards: a claim, so that the turns need not be replayed. It is empty if
    nobody computed them yet.

    ``dealer`` dealt; if a file does not give it, the deal went by rotation. ``claimed`` are the
    points that the sides scored according to a file, to be checked. ``forced`` marks a hand that
    was recorded although it can't be right. ``awarded`` are awards recorded separately during the
    hand: the tallies contain them, even if the hand is amended. ``entered`` are the tallies, without
    awards, as they were first typed, if the hand was amended; a file does not have them.
    """

    tallies: tuple[Tally, ...]
    dealer: str | None = None
    claimed: tuple[int | None, ...] = ()
    forced: bool = False
    played: "Deal | None" = None
    awarded: "tuple[Pending, ...]" = ()
    from_turns: Sequence[Tally] = ()
    entered: tuple[Tally, ...] = ()

    def with_turns(self, from_turns: Sequence[Tally]) -> "Hand":
        """Return the hand with whole tallies: those computed from its turns, and the awards."""
        awards = self.tallies or (Tally(),) * len(from_turns)
        whole = tuple(join(pair) for pair in zip(from_turns, awards, strict=True))
        return self._replace(tallies=whole, from_turns=from_turns)

    @property
    def by_force(self) -> bool:
        """True if any part of it was forced."""
        return self.forced or (self.played is not None and self.played.by_force)


class Pending(NamedTuple):
    """An award to a side during a hand; it counts with that hand."""

    side: str
    award: Award


class Note(NamedTuple):
    """A note, with the number of hands before it, and of turns of the hand in play.

    A note on a hand (``hand``, from 1; 0 for none) settles the warnings in ``settles``; ``None``
    settles all warnings about that hand.
    """

    after: int
    text: str
    turn: int = 0
    hand: int = 0
    settles: tuple[str, ...] | None = ()


class Arrival(NamedTuple):
    """A substitute who takes a seat from a hand on, from 1.

    ``seat`` is the place of the seat among the game's players, from 0.
    """

    hand: int
    seat: int
    player: str


class Ending(Enum):
    """How the players ended a game that its rules did not end: the leader wins, or nobody does.

    The hands of an unfinished game count in statistics, those of an abandoned one don't.
    """

    LEADER = "leader"
    UNFINISHED = "unfinished"
    ABANDONED = "abandoned"


class Game(NamedTuple):
    """A game after everything that was recorded and not undone.

    ``players`` are in order of play; they are those who play the hand in play, or the next one.
    ``first_players`` are those who began the game, if there were substitutes (``arrivals``). ``dealer``
    dealt the first hand; it is empty if not given, and then follows from the rules. ``deal`` is a hand
    that is being recorded turn by turn. ``ending``: the players ended the game early. ``archived``: an
    earlier version archived it, which other programs may have read in the summary.
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
    ending: Ending | None = None
    deleted: bool = False
    first_players: tuple[str, ...] = ()
    arrivals: tuple[Arrival, ...] = ()

    def with_pending(self, tallies: tuple[Tally, ...] | None = None) -> tuple[Tally, ...]:
        """Return the tallies of the hand in play, with the awards made during it; by default these alone."""
        nothing = (Tally(),) * len(self.sides)
        return self.with_awards(self.pending, nothing if tallies is None else tallies)

    def with_awards(
        self, awarded: tuple[Pending, ...], tallies: tuple[Tally, ...]
    ) -> tuple[Tally, ...]:
        """Return the tallies of a hand, with awards that were recorded separately."""
        return tuple(
            tally._replace(
                awards=(*tally.awards, *(each.award for each in awarded if each.side == side.name))
            )
            for side, tally in zip(self.sides, tallies, strict=True)
        )

    def awarded(self, hand: int) -> tuple[Pending, ...]:
        """Return the awards recorded separately for a hand, from 1, or for the next one."""
        if hand == self.next_hand:
            return self.pending
        return self.hands[hand - 1].awarded if 1 <= hand <= len(self.hands) else ()

    def without_awarded(self, hand: Hand) -> tuple[Tally, ...]:
        """Return the tallies of a hand without the awards that were recorded separately."""
        apart = [sum(each.side == side.name for each in hand.awarded) for side in self.sides]
        return tuple(
            tally._replace(awards=tally.awards[: len(tally.awards) - number])
            for tally, number in zip(hand.tallies, apart, strict=True)
        )

    def entered(self, hand: Hand) -> tuple[Tally, ...]:
        """Return the tallies of a hand as first typed, without awards; none if it was recorded turn by turn."""
        return hand.entered or (() if hand.played else self.without_awarded(hand))

    def settled(self, hand: int, warning: str) -> bool:
        """True if a note on a hand, counted from 1, settles a warning."""
        notes = (note for note in self.notes if note.hand == hand)
        return any(note.settles is None or warning in note.settles for note in notes)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of the sides, in the order of the score pad."""
        return tuple([side.name for side in self.sides])

    @property
    def next_hand(self) -> int:
        """The number of the hand in play, or else of the next one, from 1."""
        return len(self.hands) + 1

    @property
    def has_two_sides(self) -> bool:
        """True if two sides play, so that their tallies can be exchanged."""
        return len(self.sides) == 2  # noqa: PLR2004

    def side(self, player: str) -> Side:
        """Return the side of a player. Raises ``KeyError`` for an unknown player."""
        for side in self.sides:
            if player in side.players:
                return side
        raise KeyError(player)
