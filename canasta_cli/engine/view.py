"""The table as one player knows it, the cards that the player holds, and the table after each clause of a turn.

``View.after`` is the only interpreter of a clause; rules, search and replay all ask it.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from canasta_cli.engine.placement import cards_of
from canasta_cli.engine.points import is_laid_out, kept, laid_out, of_draw
from canasta_cli.model.cards import (
    NO_CARDS,
    USUAL,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Rank,
    Suit,
    fields_of,
    together,
)
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    Join,
    LayThrees,
    MeldDown,
    MeldOrLayOff,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen, Portion
from canasta_cli.values import Enum, NamedTuple, Sparse

# The cards that a player holds, as far as they are known, and those that taking the pile brings.


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
        if taken.all_of(None):
            return cards - taken, taken - cards
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


# The table as one player knows it, and the table after each clause of a turn.
#
# What is not given is unknown, never assumed. :meth:`View.after` is the only interpreter of a
# clause: questions, recorded turns, verification and the generator of turns all use it. Only plain
# turns of a recorded hand, whose cards are all known, are followed in one step
# (`game/replay.py`).


class Drew(Enum):
    """The way in which a turn began."""

    STOCK = "stock"
    PILE = "pile"


class Stage(NamedTuple):
    """The hand in a stage of a turn, and the cards that are played from it.

    A stage ends when more cards come to the hand: the pile, the foot, or the extra cards for
    opening. A card can be played only if it is in the hand by then.
    """

    held: Held
    played: Cards

    @property
    def left(self) -> Held:
        """The hand after the stage."""
        return self.held.minus(self.played)


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

    During a turn, ``played`` are the cards that were played from ``held``, ``stages`` what was played
    before more cards came; ``melded`` is everything melded, with the top card of the pile, and the
    ranks joined. ``from_pile`` are the threes laid out from a pile that was taken: they are not
    replaced, nor are others until a foot or bonus cards are picked up.
    """

    held: Held = UNKNOWN
    melds: tuple[Meld, ...] | None = None
    partner_melds: tuple[Meld, ...] | None = None
    fresh: bool | None = None
    their_melds: tuple[Meld, ...] | None = None
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

    played: Cards = NO_CARDS
    stages: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff | Rank, ...] = ()
    from_pile: Cards | None = None

    @classmethod
    def of(cls, **facts: Any) -> "View":
        """Return the view with facts as people give them; ``None`` is unknown.

        ``hand`` are all cards of the hand, ``shown`` some of them, ``hand_size`` their number;
        ``pile`` are all cards of the pile, ``top`` is the upper one, ``pile_size`` their number;
        ``foot`` tells if a foot waits, ``bonus`` how many bonus cards do. Melds are as they are
        written. The others are attributes.
        """
        given = {name: fact for name, fact in facts.items() if fact is not None}
        for name in given.keys() & MELDS:
            given[name] = tuple(
                [m if isinstance(m, Meld) else Meld(m.cards, USUAL) for m in given[name]]
            )
        hand, shown = given.pop("hand", None), given.pop("shown", None)
        size = given.pop("hand_size", None)
        if hand is not None:
            given["held"] = Held(hand)
        elif shown is not None or size is not None:
            cards = shown or NO_CARDS
            given["held"] = Held(cards, None if size is None else max(size - cards.size, 0))
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
        if "bonus" in given:
            given["bonus"] = Held(NO_CARDS, given["bonus"])
        return cls(**given)

    @property
    def hand(self) -> Cards | None:
        """The player's cards, if all are known."""
        return self.held.cards if self.held.unseen == 0 else None

    @property
    def left(self) -> Held:
        """The player's hand after the clauses so far."""
        return self.held.minus(self.played)

    @property
    def every_stage(self) -> tuple[Stage, ...]:
        """The stages of the turn so far, at least one."""
        return (*self.stages, Stage(self.held, self.played))

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

    def after(self, clause: Clause, ruleset: Ruleset) -> "View":
        """Return the table after one more clause of a turn, legal or not."""
        step = _STEPS.get(type(clause))
        return self if step is None else step(self, clause, ruleset)

    def naming(self, clause: Clause, ruleset: Ruleset) -> Clause:
        """Return a clause with the cards that it brings, if the table shows which they are."""
        if isinstance(clause, Take):
            top = clause.top
            if top is None or top.suit is not None or not self.pile:
                return clause
            return clause._replace(top=self.pile[-1]) if like(top, self.pile[-1]) else clause
        if not isinstance(clause, Draw | TakeFoot | TakeBonus) or clause.cards.size:
            return clause
        cards = self.coming(clause, ruleset)
        return clause._replace(cards=cards) if cards else clause

    def coming(self, clause: Clause, ruleset: Ruleset) -> Cards | None:
        """The cards that a draw, a foot or a bonus brings, with threes and their replacements.

        ``None`` if they are unknown.
        """
        if isinstance(clause, Draw):
            order = self.order
            return None if order is None else Cards(off_the_top(order, ruleset.deal.draw, ruleset))
        packet = (self.foot if isinstance(clause, TakeFoot) else self.bonus) or EMPTY
        if packet.unseen != 0:
            return None
        if self.order is None or self.stock is None:
            return packet.cards or None
        came = self.stock - (self.after(clause, ruleset).stock or 0)
        return Cards((*packet.cards, *self.order[:came]))

    def extra_cards(self, ruleset: Ruleset) -> Cards | None:
        """The extra cards that opening brings, with threes and their replacements, if known."""
        if self.order is None:
            return None
        return Cards(off_the_top(self.order, ruleset.opening.extra_cards, ruleset))

    def filled_in(self, facts: "View") -> "View":
        """Return these facts, with those of another view where nothing about them is given."""
        given = vars(self)
        more = dict(vars(facts))
        for group in _RELATED:
            if any(name in given for name in group):
                for name in group:
                    more.pop(name, None)
        return self.replace(**{name: fact for name, fact in more.items() if name not in given})

    def next_stage(self) -> "View":
        """Return the view with a new stage of the turn begun."""
        return self.replace(stages=self.every_stage, held=self.left, played=NO_CARDS)

    def with_pile(self, pile: tuple[Card, ...] | None) -> "View":
        """Return the view with another pile, known or unknown."""
        if pile is None:
            return self.replace(pile=(), buried=None, frozen=None)
        return self.replace(pile=pile, buried=0, frozen=None)


# Facts about the same thing: if one of them is given, the others are not those of another view.
_RELATED = (
    ("held",),
    ("melds", "opened", "canastas", "partner_melds", "fresh"),
    ("total", "minimum"),
    ("pile", "buried", "frozen"),
    ("stock", "order"),
)


def _draw(view: View, clause: Draw, ruleset: Ruleset) -> View:
    return from_stock(view, ruleset.deal.draw, clause.cards, ruleset)


def from_stock(view: View, number: int, named: Cards, ruleset: Ruleset) -> View:
    """Return the view after ``number`` cards came from the stock, with the ``named`` ones among them.

    Threes among them are laid out, and replaced while the stock lasts. A known stock decides which
    cards come, whatever is named.
    """
    order, stock = view.order, view.stock
    if order is not None:
        came_of_it = off_the_top(order, number, ruleset)
        named, order = Cards(came_of_it), order[len(came_of_it) :]
    threes, own = of_draw(named, stock, ruleset)
    came = max(number, own.size)
    if stock is not None:
        gone = min(number + threes.size, stock)
        came = max(gone - threes.size, own.size)
        stock -= gone
    held = view.held.plus(own, came - own.size)
    laid = view.threes + threes if threes.size else view.threes
    return view.replace(held=held, stock=stock, order=order, threes=laid)


def off_the_top(order: tuple[Card, ...], number: int, ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards drawn from a known stock until ``number`` of them stay in the hand."""
    stay = 0
    for at, card in enumerate(order):
        if stay == number:
            return order[:at]
        stay += not is_laid_out(card.rank, ruleset)
    return order


def _take(view: View, take: Take, ruleset: Ruleset) -> View:
    """Take the pile; threes in it are laid out and not replaced."""
    stages = (*view.stages, Stage(view.held, view.played + take.shown))
    own = stages[-1].left
    melded = view.melded
    if take.top is not None:
        cards = Cards((take.top, *take.hand))
        first = MeldCards(cards) if take.onto is None else LayOff(take.onto, cards)
        melded = (*melded, first, *take.then)
    view = view.replace(stages=stages, played=NO_CARDS, melded=melded, held=own, from_pile=NO_CARDS)
    if not take.whole:
        return view.replace(pile=view.pile[:-1], frozen=None)
    taken = pile_taken(take, view.pile, view.buried, ruleset)
    under = Cards(taken.under)
    threes = laid_out(under, ruleset, from_pile=True)
    return view.replace(
        held=own.plus(kept(under, ruleset, from_pile=True), taken.unseen),
        pile=taken.left,
        buried=taken.buried,
        frozen=None,
        from_pile=threes,
        threes=view.threes + threes,
    )


def under_top(take: Take, view: View, ruleset: Ruleset) -> tuple[Card, ...]:
    """The known cards that come to the hand with the one that is melded."""
    return pile_taken(take, view.pile, view.buried, ruleset).under if take.whole else ()


def _packet(view: View, clause: TakeFoot | TakeBonus, ruleset: Ruleset) -> View:
    """Add a foot or bonus cards to the hand; threes among them are laid out and replaced.

    Cards named for an unknown foot, or for unknown bonus cards, may be such replacements.
    """
    foot = isinstance(clause, TakeFoot)
    packet = view.foot if foot else view.bonus
    if foot and (packet is None or not packet.size):
        packet = Held(NO_CARDS, ruleset.deal.foot)
    packet = packet or UNKNOWN
    if foot and view.played.size:
        view = view.next_stage()
    named = packet.cards if packet.unseen == 0 else clause.cards
    threes, own = laid_out(named, ruleset), tuple(kept(named, ruleset))
    view = view.replace(from_pile=None, threes=view.threes + threes)
    view = view.replace(foot=EMPTY) if foot else view.replace(bonus=EMPTY)
    if packet.size is None:
        return view.replace(held=view.held.plus(Cards(own), None))
    fits = max(packet.size - threes.size, 0)
    of_it, more = Cards(own[:fits]), Cards(own[fits:])
    view = view.replace(held=view.held.plus(of_it, fits - of_it.size))
    return from_stock(view, threes.size, more, ruleset) if threes.size or more.size else view


def _lay_threes(view: View, clause: LayThrees, ruleset: Ruleset) -> View:
    """Lay out threes: those of the hand are replaced from the stock, those of a taken pile are not.

    Threes from the known part of the pile, or from a known stock, are laid out already.
    """
    before = view.threes if view.order is not None else view.from_pile or NO_CARDS
    cards, _ = without(clause.cards, before)
    return lay_out(view, cards, ruleset)


def lay_out(view: View, cards: Cards, ruleset: Ruleset) -> View:
    """Return the view after threes of the hand are laid out and replaced, unless from a pile."""
    view = view.replace(played=view.played + cards, threes=view.threes + cards)
    return from_stock(view, cards.size, NO_CARDS, ruleset) if view.from_pile is None else view


def _meld(view: View, clause: MeldDown, ruleset: Ruleset) -> View:
    played = together([view.played, *map(cards_of, clause.melded)])
    return view.replace(played=played, melded=view.melded + clause.melded)


def _join(view: View, clause: Join, ruleset: Ruleset) -> View:
    return view.replace(melded=(*view.melded, clause.rank))


def _discard(view: View, clause: Discard, ruleset: Ruleset) -> View:
    cards, left = clause.cards, view.left
    if not cards.size and left.unseen == 0 and left.cards.size == 1:
        # The last card of a known hand is known even if it is face down.
        cards = left.cards
    if cards.size:
        cards = left.with_suits(cards)
        return view.replace(played=view.played + cards, pile=(*view.pile, *cards))
    size = view.pile_size
    view = view.next_stage()
    return view.replace(held=left.less_one(), pile=(), buried=None if size is None else size + 1)


def _show(view: View, clause: ShowSpecial, ruleset: Ruleset) -> View:
    return view.replace(played=view.played + clause.cards)


_STEPS: dict[type[Clause], Callable[..., View]] = {
    Draw: _draw,
    Take: _take,
    TakeFoot: _packet,
    TakeBonus: _packet,
    LayThrees: _lay_threes,
    MeldDown: _meld,
    Join: _join,
    Discard: _discard,
    ShowSpecial: _show,
}


# A play that is asked about, on a table of which some facts are missing.


class Question(NamedTuple):
    """A play that is asked about, on a table of which some facts are missing.

    ``out`` is true if it is asked as going out.
    """

    turn: Turn
    view: View
    ruleset: Ruleset
    out: bool = False

    @property
    def kinds(self) -> set[type[Clause]]:
        """The kinds of the clauses of the turn."""
        return {type(clause) for clause in self.turn.clauses}

    @property
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
    def may_leave_cards_open(self) -> bool:
        """True if cards of the hand are known, and the play may be meant to be found among them."""
        kinds = self.kinds
        about = self.out or self.turn.goes_out or Take in kinds or StockEnds in kinds
        return about and self.view.held.cards.size > 0

    @property
    def leaves_one_card(self) -> bool:
        """True if the hand is known to have at most one card besides those played."""
        size = self.view.held.size
        return size is not None and size - self.played.size <= 1

    @property
    def discards(self) -> bool:
        """True if the play discards a card."""
        return self.turn.discard is not None

    @property
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

    def added_to(self, rank: Rank) -> int:
        """Count the cards that go to the meld of a rank, if the side has one."""
        lays = [
            lay.cards
            for lay in self.turn.melded
            if (lay.onto.rank is rank if isinstance(lay, LayOff) else lay.cards.of(rank))
        ]
        take = self.turn.take
        if take is not None and take.top is not None and take.top.rank is rank:
            lays.append(Cards((take.top, *take.hand)))
        return sum([cards.size for cards in lays])

    @property
    def played(self) -> Cards:
        """The cards that leave the hand, until a foot is picked up."""
        cards: list[Card] = []
        for clause in self.turn.clauses:
            if isinstance(clause, TakeFoot):
                break
            if isinstance(clause, Take):
                cards += clause.shown
            elif isinstance(clause, Discard):
                cards += clause.cards
            elif isinstance(clause, MeldDown):
                cards += [card for lay in clause.melded for card in lay.cards]
        return Cards(cards)
