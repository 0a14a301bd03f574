"""The table as one player knows it. What is not given is unknown, never assumed."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import Meld


class Drew(Enum):
    """The way in which a turn began."""

    STOCK = "stock"
    PILE = "pile"


class Known(NamedTuple):
    """The table before a play, as one player knows it; ``None`` is unknown.

    ``hand`` has all cards of the player's hand, ``shown`` some of them; ``hand_size`` is their
    number if not all are given. ``melds`` are the side's melds, ``partner_melds`` those made by
    others of the side; ``fresh`` is true if the player made none of them. ``pile`` ends with its
    top card. ``asked`` is the partner's answer, if the player asked. ``red_threes`` counts those
    that the side has laid out. ``foot`` and ``partner_foot`` are true if the player, or the
    partner, still has a foot to pick up; ``bonus`` counts the bonus cards that wait for the
    player. ``extra`` are the cards that opening would bring in this turn, if the stock is known.
    """

    hand: Cards | None = None
    shown: Cards | None = None
    hand_size: int | None = None
    melds: tuple[Meld, ...] | None = None
    partner_melds: tuple[Meld, ...] | None = None
    fresh: bool | None = None
    their_melds: tuple[Meld, ...] | None = None
    opened: bool | None = None
    canastas: int | None = None
    total: int | None = None
    minimum: int | None = None
    deal: int | None = None
    pile: tuple[Card, ...] | None = None
    pile_size: int | None = None
    top: Card | None = None
    frozen: bool | None = None
    stock: int | None = None
    drew: Drew | None = None
    first_turn: bool | None = None
    asked: bool | None = None
    asked_before: bool | None = None
    red_threes: int | None = None
    foot: bool | None = None
    partner_foot: bool | None = None
    bonus: int | None = None
    extra: Cards | None = None

    @property
    def has_opened(self) -> bool | None:
        """True if any fact shows that the side has melded in this hand; ``None`` if unknown."""
        if self.opened is not None:
            return self.opened
        if self.melds is not None:
            return bool(self.melds)
        return True if self.canastas or self.partner_melds else None

    @property
    def top_card(self) -> Card | None:
        """The top card of the pile, from ``pile`` or else ``top``."""
        return self.pile[-1] if self.pile else self.top

    @property
    def cards_in_pile(self) -> int | None:
        """The number of cards in the pile, from ``pile`` or else ``pile_size``."""
        return len(self.pile) if self.pile is not None else self.pile_size


class Held(NamedTuple):
    """A partly known hand: the number of known cards of each rank, and the number of unseen ones.

    ``unseen`` is ``None`` if that number is unknown; at least ``least`` of them are certain then,
    since they were seen to come in with the pile.
    """

    cards: Mapping[Rank, int]
    unseen: int | None
    least: int = 0

    @property
    def named(self) -> int:
        """The number of known cards."""
        return sum(self.cards.values())

    @property
    def size(self) -> int | None:
        """The number of cards; ``None`` if unknown."""
        return None if self.unseen is None else self.named + self.unseen

    @property
    def at_least(self) -> int:
        """The number of cards that are certain."""
        return self.named + self._sure

    @property
    def _sure(self) -> int:
        """The number of unseen cards that are certain."""
        return self.least if self.unseen is None else self.unseen

    def plus(self, cards: Cards, unseen: int | None = 0) -> "Held":
        """Return the hand with more cards, named or unseen."""
        counts = self.cards
        if cards:
            counts = dict(counts)
            for rank, more in cards.by_rank().items():
                counts[rank] = counts.get(rank, 0) + more
        if self.unseen is None or unseen is None:
            return Held(counts, None, self._sure + (unseen or 0))
        return Held(counts, self.unseen + unseen)

    def minus(self, cards: Cards) -> "Held":
        """Return the hand without some cards: named ones first, then unseen ones."""
        if not cards:
            return self
        left, strange = dict(self.cards), 0
        for rank, played in cards.by_rank().items():
            have = left.pop(rank, 0)
            if have > played:
                left[rank] = have - played
            else:
                strange += played - have
        if not strange:
            return Held(left, self.unseen, self.least)
        unseen = None if self.unseen is None else max(self.unseen - strange, 0)
        return Held(left, unseen, max(self.least - strange, 0))

    def less_one(self) -> "Held":
        """Return the hand without one card that nobody saw; the cards left are unknown then."""
        if self.size is None:
            return Held({}, None, max(self.at_least - 1, 0))
        return Held({}, max(self.size - 1, 0))

    def lacks(self, cards: Cards) -> Mapping[Rank, int]:
        """Count the cards that can't be in this hand, by rank."""
        if self.unseen is None:
            return {}
        played, own = cards.by_rank().items(), self.cards
        missing = {rank: more for rank, n in played if (more := n - own.get(rank, 0)) > 0}
        return missing if missing and sum(missing.values()) > self.unseen else {}


def held_by(known: Known) -> Held:
    """Return the player's hand, from the facts that are given."""
    if known.hand is not None:
        return Held(known.hand.by_rank(), 0)
    shown = known.shown or NO_CARDS
    unseen = None if known.hand_size is None else max(known.hand_size - len(shown), 0)
    return Held(shown.by_rank(), unseen)


def like(one: Card, other: Card) -> bool:
    """True if two cards can be the same; an unknown suit matches any suit."""
    return one.rank is other.rank and (
        one.suit is None or other.suit is None or one.suit is other.suit
    )
