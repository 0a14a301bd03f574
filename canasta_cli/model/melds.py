"""Cards as somebody laid them on the table: not yet judged, and not yet joined to anything."""

from enum import Enum
from typing import NamedTuple

from canasta_cli.model.cards import Card, Cards, Rank, Suit


class Shape(Enum):
    """What the cards of a meld look like, before any ruleset has been asked about them."""

    SET = "set"
    RUN = "run"
    WILD = "wild"
    THREES = "threes"
    NOTHING = "nothing"


class Meld(NamedTuple):
    """Cards laid together. Whether they may lie so is for the rules to say."""

    cards: Cards

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards that are not wild."""
        return tuple(card for card in self.cards if not card.rank.wild)

    @property
    def wilds(self) -> int:
        """How many deuces and jokers are in it."""
        return self.cards.wilds

    @property
    def rank(self) -> Rank | None:
        """The one rank of its natural cards, if it has one."""
        ranks = {card.rank for card in self.naturals}
        return ranks.pop() if len(ranks) == 1 else None

    @property
    def suit(self) -> Suit | None:
        """The one suit of its natural cards, if all are known and the same."""
        suits = {card.suit for card in self.naturals}
        return suits.pop() if len(suits) == 1 else None

    @property
    def shape(self) -> Shape:
        """A set, a run, wild cards only, threes, or none of these."""
        ranks = {card.rank for card in self.naturals}
        if not ranks:
            return Shape.WILD if self.cards else Shape.NOTHING
        if all(rank.three for rank in ranks):
            return Shape.THREES
        if len(ranks) == 1:
            return Shape.SET
        return Shape.RUN if self._runs(ranks) else Shape.NOTHING

    def _runs(self, ranks: set[Rank]) -> bool:
        orders = sorted(rank.order for rank in ranks)
        return (
            all(rank.natural for rank in ranks)
            and len(orders) == len(self.cards)
            and orders[-1] - orders[0] == len(orders) - 1
            and self.suit is not None
        )


class Onto(NamedTuple):
    """Which meld on the table is meant: by its rank, its suit (a run), or the wild one (neither).

    ``which`` tells two melds of a rank apart, from 1, where a ruleset allows two.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    which: int | None = None


class LayOff(NamedTuple):
    """Cards added to a meld that lies on the table already."""

    onto: Onto
    cards: Cards
