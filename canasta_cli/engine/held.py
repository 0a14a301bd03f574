"""The cards that a player holds, as far as they are known, and those that taking the pile brings."""

from collections import Counter
from collections.abc import Mapping

from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, Suit, fields_of
from canasta_cli.model.turn import Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Portion
from canasta_cli.values import NamedTuple


class Held:
    """A player's cards: those that are known, and the number of the others.

    ``unseen`` is ``None`` if that number is unknown; at least ``least`` of them are certain then,
    since they were seen to come in with the pile. A hand is never changed.
    """

    __slots__ = ("cards", "least", "unseen")

    cards: Cards
    unseen: int | None
    least: int

    def __init__(self, cards: Cards = NO_CARDS, unseen: int | None = 0, least: int = 0) -> None:
        self.cards = cards
        self.unseen = unseen
        self.least = least

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Held({self.cards}, {self.unseen}, {self.least})"

    @property
    def _all(self) -> tuple[Cards, int | None, int]:
        return self.cards, self.unseen, self.least

    @property
    def size(self) -> int | None:
        """The number of cards; ``None`` if unknown."""
        return None if self.unseen is None else self.cards.size + self.unseen

    @property
    def at_least(self) -> int:
        """The number of cards that are certain."""
        return self.cards.size + (self.least if self.unseen is None else self.unseen)

    def of(self, rank: Rank) -> int:
        """Return the number of known cards of a rank."""
        return self.cards.of(rank)

    def plus(self, cards: Cards, unseen: int | None = 0) -> "Held":
        """Return the hand with more cards, known or unseen."""
        more = self.cards + cards if cards.size else self.cards
        if self.unseen is None or unseen is None:
            sure = self.least if self.unseen is None else self.unseen
            return Held(more, None, sure + (unseen or 0))
        return Held(more, self.unseen + unseen)

    def minus(self, cards: Cards) -> "Held":
        """Return the hand without some cards: known ones first, then unseen ones."""
        if not cards.size:
            return self
        rest, unexpected = without(self.cards, cards)
        if not unexpected.size:
            return Held(rest, self.unseen, self.least)
        unseen = None if self.unseen is None else max(self.unseen - unexpected.size, 0)
        return Held(rest, unseen, max(self.least - unexpected.size, 0))

    def with_suits(self, cards: Cards) -> Cards:
        """Return cards that are played with the suits that the hand decides: those of only one card."""
        if self.unseen != 0 or not self.cards.may_differ(cards):
            return cards
        found = [(card, {each for each in self.cards if like(each, card)}) for card in cards]
        return Cards([alike.pop() if len(alike) == 1 else card for card, alike in found])

    def less_one(self) -> "Held":
        """Return the hand without one card that nobody saw; the cards left are unknown then."""
        size = self.size
        if size is None:
            return Held(NO_CARDS, None, max(self.at_least - 1, 0))
        return Held(NO_CARDS, max(size - 1, 0))

    def lacks(self, cards: Cards) -> Mapping[Rank, int]:
        """Count the cards that can't be in this hand, by rank."""
        if self.unseen is None or self.cards.has(cards):
            return {}
        own = self.cards.by_rank()
        played = cards.by_rank().items()
        missing = {rank: more for rank, n in played if (more := n - own.get(rank, 0)) > 0}
        return missing if missing and sum(missing.values()) > self.unseen else {}


EMPTY = Held()
UNKNOWN = Held(NO_CARDS, None)


def like(one: Card, other: Card) -> bool:
    """True if two cards can be the same; an unknown suit matches any suit."""
    return one.rank is other.rank and (
        one.suit is None or other.suit is None or one.suit is other.suit
    )


def without(cards: Cards, taken: Cards) -> tuple[Cards, Cards]:
    """Remove cards; return those left, and the ones to remove that were not there.

    A card to remove without its suit can be any of its rank. If these have several suits, those left
    keep only the suits that are certain. A card with its suit is removed itself, if it is there.
    """
    if not cards.may_differ(taken):
        left = cards.less(taken)
        if left is not None:
            return left, NO_CARDS
    same_ranks = cards.only(fields_of({card.rank for card in taken}))
    rest, unexpected = Counter(same_ranks), list[Card]()
    for card, number in Counter(taken).items():
        if card.suit is not None:
            exact = min(rest[card], number)
            hidden = min(rest[Card(card.rank)], number - exact)
            rest[card] -= exact
            rest[Card(card.rank)] -= hidden
            unexpected += [card] * (number - exact - hidden)
    for card, number in Counter(taken).items():
        if card.suit is None:
            suited = [Card(card.rank, suit) for suit in Suit]
            have = rest[card] + sum([rest[each] for each in suited])
            for each in suited:
                rest[each] = max(rest[each] - number, 0)
            rest[card] = max(have - number, 0) - sum([rest[each] for each in suited])
            unexpected += [card] * (number - have)
    return cards - same_ranks + Cards(rest.elements()), Cards(unexpected)


class Taken(NamedTuple):
    """What taking the pile brings: the known cards besides the one melded, the number of others.

    ``left`` and ``buried`` are what is left of the pile. ``None`` is unknown.
    """

    under: tuple[Card, ...]
    unseen: int | None
    left: tuple[Card, ...] = ()
    buried: int | None = 0


def pile_taken(take: Take, pile: tuple[Card, ...], buried: int | None, ruleset: Ruleset) -> Taken:
    """Find what comes to the hand with the top card of the pile, and what is left of the pile.

    ``pile`` are its known cards, on ``buried`` unknown ones.
    """
    most = ruleset.pile.taken
    if ruleset.pile.portion is Portion.PART:
        return _part_taken(take, pile, buried)
    under = pile[max(len(pile) - (most or len(pile)), 0) : max(len(pile) - 1, 0)]
    if buried is None:
        return Taken(under, None, (), 0 if most is None else None)
    # The card that is melded may be the only one, and unknown.
    melded = 0 if pile else min(buried, 1)
    unseen = buried - melded
    left = pile[: max(len(pile) - 1 - len(under), 0)]
    if left:
        unseen = 0
    elif most is not None:
        unseen = min(unseen, most - 1 - len(under))
    return Taken(under, unseen, left, buried - unseen - melded)


def _part_taken(take: Take, pile: tuple[Card, ...], buried: int | None) -> Taken:
    """The same in games where a card deeper in the pile may be melded and those above it taken."""
    if buried is None:
        return Taken((), None, (), None)
    top = take.top
    if top is None:
        return Taken(pile[:-1] if pile else (), 0, (), max(buried - (not pile), 0))
    at = next((p for p in reversed(range(len(pile))) if like(pile[p], top)), None)
    if at is not None:
        return Taken(pile[at + 1 :], 0, pile[:at], buried)
    if buried > 1 and not pile:
        # Nobody knows how deep the card that is melded lies.
        return Taken((), None, (), None)
    if buried:
        # The card that is melded is an unknown one below the known ones.
        return Taken(pile, 0, (), buried - 1)
    return Taken((), 0, pile[:-1], buried)
