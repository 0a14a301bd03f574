"""The known table of a recorded hand, turn after turn. It is stored and changed, never judged.

Everything recorded can be applied, even if no rule allows it: the players may have accepted it.
"""

from enum import Enum
from typing import NamedTuple, TypeVar

from canasta_cli.engine.known import Known, like
from canasta_cli.engine.turn.freezing import freezes
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.rules.schema import Ruleset


class How(Enum):
    """The way in which a hand ended."""

    OUT = "out"
    STOCK = "stock"


class Ending(NamedTuple):
    """The end of a hand: who went out (an index into the order of play), and if concealed.

    ``shown`` are the cards of a special hand that ended it.
    """

    how: How
    player: int | None = None
    concealed: bool = False
    shown: Cards = NO_CARDS


class Holding(NamedTuple):
    """The cards of one player: those that everyone knows, and the number of the others."""

    cards: Cards = NO_CARDS
    unseen: int = 0

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.cards) + self.unseen

    def plus(self, cards: Cards, unseen: int = 0) -> "Holding":
        """Return the cards with more, known or unseen."""
        return Holding(self.cards + cards, self.unseen + unseen)

    def minus(self, cards: Cards) -> "Holding":
        """Return the cards without some: known ones first, then unseen ones."""
        rest, strange = without(self.cards, cards)
        return Holding(rest, max(self.unseen - len(strange), 0))


NOTHING = Holding()


class Position(NamedTuple):
    """Everything that the table can see, and all other facts that are given.

    ``players`` are in order of play, ``sides`` has the index of each one's side; ``melds``,
    ``threes`` and ``totals`` are by side, the rest by player. ``teams`` has the index of the melds
    with which each player plays: those of the side, until one player is ``alone`` (an index into
    the order of play) and the others are partners. ``begun`` is true for players who have had a
    turn, ``melded`` for those who have melded; ``asked`` has the indices of those who have asked
    their partner. ``feet`` are those not picked up yet, ``bonus`` the bonus cards that wait for
    their player's next turn; both are empty if there are none. ``aside`` are bonus cards that
    nobody has earned yet. ``buried`` counts unnamed cards at the bottom of the pile; ``order`` is
    the stock from its top, if that is known.
    """

    players: tuple[str, ...]
    sides: tuple[int, ...]
    teams: tuple[int, ...]
    totals: tuple[int, ...]
    deal: int
    melds: tuple[tuple[Meld, ...], ...]
    threes: tuple[Cards, ...]
    hands: tuple[Holding, ...]
    begun: tuple[bool, ...]
    melded: tuple[bool, ...]
    pile: tuple[Card, ...]
    buried: int
    stock: int
    feet: tuple[Holding, ...]
    bonus: tuple[Holding, ...]
    aside: tuple[Holding, ...] = ()
    alone: int | None = None
    asked: frozenset[int] = frozenset()
    order: tuple[Card, ...] | None = None
    to_play: int = 0
    turns: int = 0
    ending: Ending | None = None

    @property
    def side(self) -> int:
        """The side of the player whose turn it is."""
        return self.sides[self.to_play]

    @property
    def team(self) -> int:
        """The index of the melds with which the player whose turn it is plays."""
        return self.teams[self.to_play]

    @property
    def holding(self) -> Holding:
        """The cards of the player whose turn it is."""
        return self.hands[self.to_play]

    @property
    def player(self) -> str:
        """The player whose turn it is."""
        return self.players[self.to_play]

    @property
    def foot(self) -> Holding:
        """The foot that waits for the player whose turn it is."""
        return self.feet[self.to_play]

    @property
    def waiting(self) -> Holding:
        """The bonus cards that wait for the player whose turn it is."""
        return self.bonus[self.to_play]

    @property
    def pile_size(self) -> int:
        """The number of cards in the pile."""
        return self.buried + len(self.pile)

    def with_hand(self, holding: Holding) -> "Position":
        """Return the table with another hand for the player whose turn it is."""
        return self._replace(hands=changed(self.hands, self.to_play, holding))

    def with_threes(self, cards: Cards) -> "Position":
        """Return the table with more threes laid out by the side whose turn it is."""
        if not cards:
            return self
        laid = self.threes[self.side] + cards
        return self._replace(threes=changed(self.threes, self.side, laid))


T = TypeVar("T")


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at an index."""
    return (*values[:place], value, *values[place + 1 :])


def without(cards: Cards, taken: Cards) -> tuple[Cards, Cards]:
    """Remove cards; return those left, and the ones to remove that were not there.

    A card without a suit matches any card of its rank; an identical card is removed first.
    """
    if not taken:
        return cards, NO_CARDS
    rest = list(cards)
    strange: list[Card] = []
    for card in sorted(taken, key=lambda card: card.suit is None) if len(taken) > 1 else taken:
        found = _alike(card, rest)
        if found is None:
            strange.append(card)
        else:
            rest.remove(found)
    return Cards(rest), Cards(strange) if strange else NO_CARDS


def _alike(card: Card, cards: list[Card]) -> Card | None:
    """Find the same card among some, or else one that can be it; ``None`` if there is none."""
    found = None
    for each in cards:
        if each is card:
            return each
        if found is None and each.rank is card.rank and like(each, card):
            found = each
    return found


def known(position: Position, ruleset: Ruleset) -> Known:
    """Return the facts that the rules ask about, for the player whose turn it is."""
    side, team, me = position.side, position.team, position.to_play
    holding = position.holding
    melds = position.melds[team]
    others = tuple(
        meld for place, laid in enumerate(position.melds) if place != team for meld in laid
    )
    freezing = any(freezes(card, ruleset) for card in position.pile)
    return Known(
        hand=None if holding.unseen else holding.cards,
        shown=holding.cards if holding.unseen else None,
        hand_size=holding.size if holding.unseen else None,
        melds=melds,
        fresh=not position.melded[me],
        their_melds=others,
        opened=bool(melds),
        total=position.totals[side],
        deal=position.deal,
        pile=None if position.buried else position.pile,
        pile_size=position.pile_size,
        top=position.pile[-1] if position.pile else None,
        frozen=None if position.buried and not freezing else freezing,
        stock=position.stock,
        first_turn=not position.begun[me],
        asked_before=me in position.asked,
        red_threes=position.threes[side].of(Rank.RED_THREE),
        foot=bool(position.foot.size),
        partner_foot=any(
            foot.size
            for at, foot in enumerate(position.feet)
            if foot is not NOTHING and at != me and position.teams[at] == team
        ),
        bonus=position.waiting.size,
    )
