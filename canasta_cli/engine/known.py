"""The table as far as somebody told it. What was not told is unknown, never assumed."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import Meld


class Drew(Enum):
    """How a turn began."""

    STOCK = "stock"
    PILE = "pile"


class Known(NamedTuple):
    """What is known of the table before a play; ``None`` is not known.

    ``hand`` are all the cards that the player holds, ``shown`` some of them; ``hand_size`` is how
    many there are, where not all were told. ``melds`` are the side's, ``partner_melds`` those of them
    that others of the side laid; ``fresh`` says whether the player laid none of them. ``pile`` has
    its top card last. ``asked`` is the partner's answer, where the player asked. ``red_threes`` are
    those that the side has laid out. ``foot`` and ``partner_foot`` say whether the player, or the
    partner, still has a second packet to take up; ``bonus`` is how many bonus cards wait for the
    player. ``extra`` are the cards that an opening would bring in this turn, where the stock is known.
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
        """Whether the side has melded in this hand, by whatever tells it."""
        if self.opened is not None:
            return self.opened
        if self.melds is not None:
            return bool(self.melds)
        return True if self.canastas or self.partner_melds else None

    @property
    def top_card(self) -> Card | None:
        """The top card of the pile, by whatever tells it."""
        return self.pile[-1] if self.pile else self.top

    @property
    def cards_in_pile(self) -> int | None:
        """How many cards lie in the pile, by whatever tells it."""
        return len(self.pile) if self.pile is not None else self.pile_size


class Held(NamedTuple):
    """A hand of cards as far as it is known: so many of each rank, and so many others nobody named.

    ``unseen`` is ``None`` where nobody knows how many; ``least`` of them there are then all the
    same, since they were seen to come in with the pile.
    """

    cards: Mapping[Rank, int]
    unseen: int | None
    least: int = 0

    @property
    def named(self) -> int:
        """How many of the cards are known."""
        return sum(self.cards.values())

    @property
    def size(self) -> int | None:
        """How many cards there are, if that is known."""
        return None if self.unseen is None else self.named + self.unseen

    @property
    def at_least(self) -> int:
        """How many cards there are for certain."""
        return self.named + self._sure

    @property
    def _sure(self) -> int:
        """How many of the cards that nobody named there are for certain."""
        return self.least if self.unseen is None else self.unseen

    def plus(self, cards: Cards, unseen: int | None = 0) -> "Held":
        """With more cards, named or not."""
        counts = self.cards
        if cards:
            counts = dict(counts)
            for rank, more in cards.by_rank().items():
                counts[rank] = counts.get(rank, 0) + more
        if self.unseen is None or unseen is None:
            return Held(counts, None, self._sure + (unseen or 0))
        return Held(counts, self.unseen + unseen)

    def minus(self, cards: Cards) -> "Held":
        """Without some cards: from those named, else from the others."""
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
        """Without one card that nobody saw: which are left is not known then."""
        if self.size is None:
            return Held({}, None, max(self.at_least - 1, 0))
        return Held({}, max(self.size - 1, 0))

    def lacks(self, cards: Cards) -> Mapping[Rank, int]:
        """The cards that cannot be in this hand, by rank."""
        if self.unseen is None:
            return {}
        played, own = cards.by_rank().items(), self.cards
        missing = {rank: more for rank, n in played if (more := n - own.get(rank, 0)) > 0}
        return missing if missing and sum(missing.values()) > self.unseen else {}


def held_by(known: Known) -> Held:
    """The player's hand as far as it is known."""
    if known.hand is not None:
        return Held(known.hand.by_rank(), 0)
    shown = known.shown or NO_CARDS
    unseen = None if known.hand_size is None else max(known.hand_size - len(shown), 0)
    return Held(shown.by_rank(), unseen)


def like(one: Card, other: Card) -> bool:
    """Whether two cards may be the same one, a suit that was not named being any."""
    return one.rank is other.rank and (
        one.suit is None or other.suit is None or one.suit is other.suit
    )
