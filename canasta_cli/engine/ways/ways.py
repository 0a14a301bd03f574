"""Ways to play from a hand: to open, or to go out."""

from typing import NamedTuple

from canasta_cli.engine.rule import Finding, Untold
from canasta_cli.engine.ways.layings import Taking
from canasta_cli.model.cards import Card, Rank
from canasta_cli.model.turn import Lay, Take
from canasta_cli.rules.rewards import SpecialHand

MOST_WAYS = 200
MOST_RUNS = 400
"""How many choices of runs are searched: more than a hand has, unless a great pile was taken."""


class Way(NamedTuple):
    """A way to open or to go out: the melds, and what they come to.

    ``takes`` is the top card of the pile where the way takes it, and ``taking`` the meld that it is
    part of; its value counts with the melds where the rules let it. ``cards`` and ``wilds`` are
    those of the hand. ``spared`` says why less than the minimum opens, where it does. ``bonus`` is
    what going out pays, ``gain`` all that a way to go out adds to the side's sheet: cards, canastas
    and the bonus; ``joins`` are ranks whose sets are put together for it. A whole hand that is shown
    at once is a ``special`` one. ``take`` is how a way to go out takes the pile, if it does.
    ``unknown`` are facts that some rule would have needed.
    """

    melds: tuple[Lay, ...]
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
    unknown: tuple[Untold, ...] = ()


class NearMiss(NamedTuple):
    """A way that comes near, and what stands against it all the same."""

    way: Way
    against: tuple[Finding, ...]


class Ways(NamedTuple):
    """Ways in canonical order; where there are none, one that is ``refused`` if it comes near.

    ``more`` says that there are more than are listed, ``untried`` that the hand has too many choices
    of runs for each to be tried. ``unknown`` are facts that might make ways of what is none.
    """

    ways: tuple[Way, ...]
    more: bool = False
    untried: bool = False
    unknown: tuple[Untold, ...] = ()
    refused: NearMiss | None = None
