"""One side at the end of a hand, as the table counts it: in cards, in figures, or in both."""

from canasta_cli.model.cards import NO_CARDS, Cards, together
from canasta_cli.model.melds import MeldCards
from canasta_cli.values import Enum, NamedTuple

BOOKS = {"natural": "clean", "mixed": "dirty"}
"""The grades of canastas in the words of games whose players call canastas books."""
ALSO = {"run": ("sequence", "samba"), "wild": ("bolivia",)}
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
        """Return whether this side went out."""
        return self.out is not None or self.special is not None

    @property
    def melded(self) -> Cards:
        """All cards in melds."""
        return together(meld.cards for meld in self.melds)

    @property
    def cards(self) -> Cards:
        """Every card named in the tally."""
        return together((self.melded, self.threes, *self.left, *self.feet))

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
