"""Ways to play from a hand: to open, or to go out."""

from canasta_cli.engine.rule import Fact, Finding, Missing
from canasta_cli.model.cards import Card, Cards, Meld, Rank
from canasta_cli.model.turn import MeldOrLayOff, Take
from canasta_cli.rules.vocabulary import SpecialHand
from canasta_cli.values import NamedTuple

MOST_WAYS = 200


class Taking(NamedTuple):
    """A meld with the top card of the pile, and the cards of the hand shown with that card."""

    meld: Meld
    shown: Cards


class Way(NamedTuple):
    """A way to open or to go out: the melds, their points, and the cards used.

    ``takes`` is the top card of the pile if the way takes it, and ``taking`` the meld with it; its
    value counts with the melds if the rules allow it. ``cards`` and ``wilds`` count cards of the
    hand. ``spared`` is the reason why less than the minimum opens, if it does. ``bonus`` is the pay
    for going out, ``gain`` everything that a way to go out adds to the side's sheet: cards,
    canastas and the bonus; ``joins`` are ranks whose sets are joined for it. ``special`` is set if
    the whole hand is shown at once. ``take`` is how a way to go out takes the pile, if it does.
    ``unknown`` are the facts that some rule is missing. If it is unknown if going out is concealed,
    ``bonus`` is ``None``, ``bonuses`` has both values, ``gain`` has the lower one, and
    ``bonus_needs`` are the facts that decide it.
    """

    melds: tuple[MeldOrLayOff, ...]
    value: int
    cards: int
    wilds: int
    takes: Card | None = None
    taking: Taking | None = None
    spared: str = ""
    discard: Card | None = None
    bonus: int | None = None
    gain: int = 0
    special: SpecialHand | None = None
    joins: tuple[Rank, ...] = ()
    take: Take | None = None
    unknown: tuple[Missing, ...] = ()
    bonuses: tuple[int, ...] = ()
    bonus_needs: tuple[Fact, ...] = ()


class NearMiss(NamedTuple):
    """A way that is almost legal, and the findings against it."""

    way: Way
    against: tuple[Finding, ...]


class Ways(NamedTuple):
    """Ways in canonical order; if there are none, a near miss that is ``refused``, if there is one.

    ``more`` is true if there are more than are listed, ``untried`` if the hand has too many choices
    of sequences to try them all. ``unknown`` are missing facts that might allow ways.
    """

    ways: tuple[Way, ...]
    more: bool = False
    untried: bool = False
    unknown: tuple[Missing, ...] = ()
    refused: NearMiss | None = None
