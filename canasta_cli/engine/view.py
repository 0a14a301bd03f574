"""The table as one player knows it, the cards that the player holds, and a play that is asked about.

Rules and searches read views; what a turn changes on the table is found by ``table``.

If a variant has things on the table that no other has, they are attributes of ``View``, of ``Table`` in
``engine/table.py`` and of ``Position`` in ``engine/game/position.py``, and a clause in ``model/turn.py``
names them: mypy then finds every place that reads them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from canasta_cli.engine.points import minimum
from canasta_cli.engine.rule import Fact, Key, Unknown
from canasta_cli.model.cards import (
    NO_CARDS,
    USUAL_WILD_RANKS,
    Card,
    Cards,
    LayOff,
    Meld,
    Onto,
    Rank,
    Shape,
    Suit,
    fields_of,
)
from canasta_cli.model.turn import (
    Ask,
    Clause,
    MeldOrLayOff,
    NoDiscard,
    StockEnds,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, FootWhen, LaidBlack, LastRedThree, Portion, Tier
from canasta_cli.values import Enum, NamedTuple, Sparse, lazy

# The cards that a player holds, as far as they are known, and those that taking the pile brings.


class Held(NamedTuple):
    """A player's cards: those that are known, and the number of the others.

    ``unseen`` is ``None`` if that number is unknown; at least ``least`` of them are certain then,
    since they were seen to come in with the pile.
    """

    cards: Cards = NO_CARDS
    unseen: int | None = 0
    least: int = 0

    @property
    def size(self) -> int | None:
        """The number of cards; ``None`` if unknown."""
        return None if self.unseen is None else self.cards.size + self.unseen

    @property
    def at_least(self) -> int:
        """The number of cards that are certain."""
        return self.cards.size + (self.least if self.unseen is None else self.unseen)

    @property
    def counted(self) -> "Held":
        """The hand with the cards that are certain, if the number of the others is unknown."""
        return Held(self.cards, self.least) if self.unseen is None else self

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
        if self.unseen is None:
            return {}
        own = self.cards.by_rank()
        played = cards.by_rank().items()
        missing = {rank: more for rank, n in played if (more := n - own.get(rank, 0)) > 0}
        return missing if sum(missing.values()) > self.unseen else {}


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
        if taken.all_of(None):
            return cards - taken, taken - cards
    elif not taken.all_of(None):
        # Cards of other ranks are removed as they are.
        ambiguous = taken.only(fields_of({card.rank for card in taken if card.suit is None}))
        left = cards.less(taken - ambiguous)
        cards, taken = (cards, taken) if left is None else (left, ambiguous)
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
    """The cards that taking the pile brings: the known cards besides the one melded, the number of others.

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
    portion = ruleset.pile.take
    if portion is Portion.PART:
        return _part_taken(take, pile, buried)
    most = portion if isinstance(portion, int) else None
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
    """Find what is taken, and left, where a card deeper in the pile may be melded: those above it are taken."""
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


# The threes that are laid out instead of being kept or melded.

_RED = fields_of((Rank.RED_THREE,))
_BOTH = fields_of((Rank.RED_THREE, Rank.BLACK_THREE))


def is_laid_out(rank: Rank, ruleset: Ruleset, *, from_pile: bool = False) -> bool:
    """True if a card is laid out as soon as a player has it: red threes, in some games black ones.

    In some of those, only black threes from a pile that was taken (``from_pile``) are laid out.
    """
    return rank is Rank.RED_THREE or (
        rank is Rank.BLACK_THREE and _lays_black(ruleset, from_pile=from_pile)
    )


def _lays_black(ruleset: Ruleset, *, from_pile: bool) -> bool:
    laid = ruleset.threes.lay_black
    return laid is LaidBlack.ALWAYS or (from_pile and laid is LaidBlack.FROM_PILE)


def laid_out(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that are laid out."""
    if not cards.has_threes:
        return NO_CARDS
    return cards.only(_BOTH if _lays_black(ruleset, from_pile=from_pile) else _RED)


def of_draw(named: Cards, stock: int | None, ruleset: Ruleset) -> tuple[Cards, Cards]:
    """Split the named cards of a draw into those laid out and those that stay in the hand.

    In some games a three that is the last card of the stock stays too: nothing can replace it.
    """
    if not named.has_threes:
        return NO_CARDS, named
    threes = laid_out(named, ruleset)
    last = ruleset.stock.last_red_three is LastRedThree.KEPT
    if last and ends_with_three(named, stock, ruleset):
        *others, three = threes
        return Cards(others), Cards((three,))
    return threes, kept(named, ruleset)


def ends_with_three(drawn: Cards, stock: int | None, ruleset: Ruleset) -> bool:
    """True if a draw brings nothing but threes and they are the last cards of the stock."""
    exhausted = stock is not None and 0 < stock <= len(drawn)
    return exhausted and not kept(drawn, ruleset)


def kept(cards: Cards, ruleset: Ruleset, *, from_pile: bool = False) -> Cards:
    """Keep the cards that stay in the hand."""
    threes = laid_out(cards, ruleset, from_pile=from_pile)
    return cards - threes if threes.size else cards


# The table as one player knows it. What is not given is unknown, never assumed.


class Drew(Enum):
    """The way in which a turn began."""

    STOCK = "stock"
    PILE = "pile"


def key_of(meld: Meld) -> Key | None:
    """The kind of melds to which one belongs: its rank or suit, or that of wild cards or threes."""
    if meld.shape is Shape.SET:
        return meld.rank
    return meld.suit if meld.shape is Shape.RUN else meld.shape


MELDS = ("melds", "partner_melds", "their_melds")
"""The facts that are melds."""


class View(Sparse):
    """The table before a play, as one player knows it; ``None`` is unknown.

    ``held`` is the player's hand. ``melds`` are the side's melds before the turn, ``partner_melds``
    those made by others of the side; ``fresh`` is true if the player made none of them. ``pile`` has
    its known cards on top of ``buried`` unknown ones, its top card last; ``frozen`` tells if a card
    in it freezes it. ``stock`` is a number of cards, ``order`` the cards from the top, if they are
    known. ``asked`` is the partner's answer, if the player asked. ``red_threes`` counts those that
    the side has laid out, ``threes`` has those laid out by now if they are known. ``foot`` and
    ``bonus`` are the cards that wait for the player; ``partner_foot`` is true if the partner still
    has a foot.

    If all melds are not known, ``some`` and ``their_some`` are those of certain ranks, suits or kinds;
    ``more`` are the canastas besides them, and ``unfinished`` are other melds that must be finished
    before the side goes out. ``threes_in_pile`` counts threes among the unknown cards of the pile.
    """

    held: Held = UNKNOWN
    melds: tuple[Meld, ...] | None = None
    partner_melds: tuple[Meld, ...] | None = None
    fresh: bool | None = None
    their_melds: tuple[Meld, ...] | None = None
    some: tuple[tuple[Key, tuple[Meld, ...]], ...] = ()
    their_some: tuple[tuple[Key, tuple[Meld, ...]], ...] = ()
    more: tuple[Meld, ...] | None = None
    unfinished: tuple[Meld, ...] | None = None
    threes_in_pile: int | None = None
    opened: bool | None = None
    canastas: int | None = None
    total: int | None = None
    minimum: int | None = None
    deal: int | None = None
    pile: tuple[Card, ...] = ()
    buried: int | None = None
    frozen: bool | None = None
    stock: int | None = None
    order: tuple[Card, ...] | None = None
    drew: Drew | None = None
    first_turn: bool | None = None
    asked: bool | None = None
    asked_before: bool | None = None
    red_threes: int | None = None
    threes: Cards = NO_CARDS
    foot: Held | None = None
    partner_foot: bool | None = None
    bonus: Held | None = None

    @classmethod
    def of(cls, **facts: Any) -> "View":
        """Return the view with facts as people give them; ``None`` is unknown.

        ``hand`` are all cards of the hand, ``shown`` some of them; ``pile`` are all cards of the pile,
        ``top`` is the upper one, ``pile_size`` their number; ``foot`` tells if a foot waits. Melds are
        as they are written. The others are attributes.
        """
        given = {name: fact for name, fact in facts.items() if fact is not None}
        for name in given.keys() & MELDS:
            given[name] = tuple(
                [m if isinstance(m, Meld) else Meld(m.cards, USUAL_WILD_RANKS) for m in given[name]]
            )
        hand, shown = given.pop("hand", None), given.pop("shown", None)
        if hand is not None:
            given["held"] = Held(hand)
        elif shown is not None:
            given["held"] = Held(shown, None)
        pile, top = given.pop("pile", None), given.pop("top", None)
        size = given.pop("pile_size", None)
        if pile is not None:
            given |= {"pile": pile, "buried": 0}
        elif top is not None or size is not None:
            seen = () if top is None else (top,)
            buried = None if size is None else max(size - len(seen), 0)
            given |= {"pile": seen, "buried": buried}
        if "foot" in given:
            given["foot"] = UNKNOWN if given["foot"] else EMPTY
        return cls(**given)

    def melds_of(self, key: Key) -> tuple[Meld, ...] | None:
        """The side's melds of a rank, suit or kind; ``None`` if they are unknown."""
        if self.melds is not None:
            return tuple([meld for meld in self.melds if key_of(meld) is key])
        return () if self.has_opened is False else dict(self.some).get(key)

    def their_melds_of(self, key: Key) -> tuple[Meld, ...] | None:
        """The other side's melds of a rank, suit or kind; ``None`` if they are unknown."""
        if self.their_melds is not None:
            return tuple([meld for meld in self.their_melds if key_of(meld) is key])
        return dict(self.their_some).get(key)

    @property
    def known_melds(self) -> tuple[Meld, ...]:
        """The side's melds as far as they are known."""
        if self.melds is not None or not self.some:
            return self.melds or ()
        return tuple([meld for _, melds in self.some for meld in melds])

    @property
    def hand(self) -> Cards | None:
        """The player's cards, if all are known."""
        return self.held.cards if self.held.unseen == 0 else None

    @property
    def has_opened(self) -> bool | None:
        """True if any fact shows that the side has melded in this hand; ``None`` if unknown."""
        if self.opened is not None:
            return self.opened
        if self.melds is not None:
            return bool(self.melds)
        return True if self.canastas or self.partner_melds else None

    @property
    def top(self) -> Card | None:
        """The top card of the pile; ``None`` if it is unknown, or if there is none."""
        return self.pile[-1] if self.pile else None

    @property
    def pile_size(self) -> int | None:
        """The number of cards in the pile."""
        return None if self.buried is None else self.buried + len(self.pile)

    @property
    def known_pile(self) -> tuple[Card, ...] | None:
        """The pile, if all its cards are known."""
        return self.pile if self.buried == 0 else None

    @property
    def has_foot(self) -> bool | None:
        """True if the player has a foot to pick up."""
        return None if self.foot is None else self.foot.size != 0

    def filled_in(self, facts: "View") -> "View":
        """Fill missing facts from ``facts``."""
        given = vars(self)
        more = dict(vars(facts))
        for group in _RELATED:
            if any(name in given for name in group):
                for name in group:
                    more.pop(name, None)
        return self.replace(**{name: fact for name, fact in more.items() if name not in given})

    def in_each_suit(self, ruleset: Ruleset) -> Iterator["View"]:
        """Yield the view with the cards of the hand that have no suit in each suit, where that matters."""
        hand = self.hand or NO_CARDS
        lack = [card for card in hand if card.rank.four_to_ace and card.suit is None]
        if ruleset.melds.runs and lack:
            others = Cards([card for card in hand if card not in lack])
            for suit in Suit:
                cards = others + Cards([Card(card.rank, suit) for card in lack])
                yield self.replace(held=Held(cards))

    @property
    def without_pile(self) -> "View":
        """The view with nothing known about the pile."""
        return self.replace(pile=(), buried=None, frozen=None)


# Facts about the same thing: if one of them is given, the others are not filled in.
_RELATED = (
    ("held",),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "buried", "frozen"),
    ("stock", "order"),
)


def alone(ruleset: Ruleset) -> bool:
    """True if no player has a partner in any hand."""
    return max(ruleset.seats.sides) == 1 and not ruleset.one_alone


def required(view: View, ruleset: Ruleset) -> Tier | Unknown:
    """The requirements for a side's initial meld, or the missing fact that decides them."""
    if view.minimum is not None:
        return Tier(None, view.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return Unknown(Fact.DEAL) if view.deal is None else minimum(0, view.deal, ruleset)
    return Unknown(Fact.TOTAL) if view.total is None else minimum(view.total, 1, ruleset)


def under_top(take: Take, view: View, ruleset: Ruleset) -> tuple[Card, ...]:
    """The known cards that come to the hand with the one that is melded."""
    return pile_taken(take, view.pile, view.buried, ruleset).under if take.whole else ()


# A play that is asked about, on a table of which some facts are missing.


class _Asked(NamedTuple):
    turn: Turn
    view: View
    ruleset: Ruleset
    out: bool = False


class Question(_Asked):
    """A play that is asked about, on a table of which some facts are missing.

    ``out`` is true if it is asked as going out.
    """

    def knowing(self, **facts: object) -> "Question":
        """Return the question on a table of which more is known."""
        return self._replace(view=self.view.replace(**facts))

    @lazy
    def kinds(self) -> set[type[Clause]]:
        """The kinds of the clauses of the turn."""
        return {type(clause) for clause in self.turn.clauses}

    @lazy
    def uses_up_hand(self) -> bool:
        """True if the play makes sense only if no other cards are left in the hand."""
        kinds = self.kinds
        discard, foot = self.turn.discard, self.ruleset.deal.foot_when is FootWhen.HAND
        return (
            self.out
            or self.turn.goes_out
            or (NoDiscard in kinds and self.played.size > 0)
            or Ask(yes=True) in self.turn.clauses
            or (discard is not None and not discard.cards)
            or (TakeFoot in kinds and foot)
        )

    @property
    def leaves_cards_open(self) -> bool:
        """True if the play doesn't name the cards that take the pile, or those that go out."""
        take = self.turn.take
        open_take = take is not None and not take.hand.size and take.onto is None
        return open_take or ((self.out or self.turn.goes_out) and not self.turn.melded)

    @property
    def may_leave_cards_open(self) -> bool:
        """True if the play, or another one instead, may be meant to be found among the cards of the hand."""
        kinds = self.kinds
        about = self.out or self.turn.goes_out or Take in kinds or StockEnds in kinds
        return about and (self.view.held.cards.size > 0 or self.out or self.leaves_cards_open)

    @lazy
    def lays(self) -> tuple[MeldOrLayOff, ...]:
        """What is melded or added to melds in the turn, also with the top card of the pile."""
        take = self.turn.take
        return (*self.turn.melded, *(take.then if take else ()))

    @lazy
    def ontos(self) -> tuple[Onto, ...]:
        """The melds on the table to which the turn adds cards, also the top card of the pile."""
        take = self.turn.take
        named = [lay.onto for lay in self.lays if isinstance(lay, LayOff)]
        return (*named, *((take.onto,) if take and take.onto else ()))

    @lazy
    def ranks(self) -> tuple[Rank, ...]:
        """The natural ranks that are melded or taken, each once; else those discarded.

        If the player passes, it is that of the top card of the pile.
        """
        cards: list[Card] = []
        for clause in self.turn.clauses:
            if isinstance(clause, Take):
                cards += [*((clause.top,) if clause.top else ()), *clause.shown]
        for lay in self.turn.melded:
            cards += lay.cards
            if isinstance(lay, LayOff) and lay.onto.rank:
                cards.append(Card(lay.onto.rank))
        if not cards and self.turn.discard is not None:
            cards += self.turn.discard.cards
        if StockEnds in self.kinds and self.view.top is not None:
            cards.append(self.view.top)
        natural = self.ruleset.wild_ranks.natural
        return tuple(dict.fromkeys(card.rank for card in cards if card.rank in natural))

    def added_to(self, rank: Rank) -> Cards:
        """Return the cards that go to the meld of a rank, if the side has one."""
        cards: list[Card] = []
        for lay in self.lays:
            if lay.onto.rank is rank if isinstance(lay, LayOff) else lay.cards.of(rank):
                cards += lay.cards
        take = self.turn.take
        if take is not None and take.top is not None and take.top.rank is rank:
            cards += (take.top, *take.hand)
        return Cards(cards)

    @lazy
    def played(self) -> Cards:
        """The cards that leave the hand, until a foot is picked up."""
        return self.turn.until(TakeFoot).played
