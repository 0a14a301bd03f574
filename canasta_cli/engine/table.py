"""The table during a turn, changed in place by each clause; and where melds lie.

``Table.apply`` interprets a clause: questions, recorded turns and generated turns are followed on a table,
and a view of it is what its player knows. Only plain turns are followed without one, by ``plain`` in
``engine/game/position.py``. ``add_to_table`` finds the melds after everything that was laid.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import grade
from canasta_cli.engine.rule import Key
from canasta_cli.engine.view import (
    EMPTY,
    UNKNOWN,
    Held,
    View,
    is_laid_out,
    kept,
    key_of,
    laid_out,
    like,
    of_draw,
    pile_taken,
    without,
)
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    MeldCards,
    Onto,
    Rank,
    Shape,
    meld_under,
    together,
    unpacked,
)
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
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
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import SameRank, ThreeMelds
from canasta_cli.values import NamedTuple


class Stage(NamedTuple):
    """The hand in a stage of a turn, and the cards that are played from it.

    A stage ends when more cards come to the hand: the pile, the foot, or the extra cards for
    opening. A card can be played only if it is in the hand by then.
    """

    held: Held
    played: Cards

    @property
    def lacks(self) -> Mapping[Rank, int]:
        """The cards played that can't be in the hand, by rank."""
        return self.held.lacks(self.played)


class ExtraCards(NamedTuple):
    """The extra cards that opening brings, in some games: they come after the last meld of the turn."""

    cards: Cards = NO_CARDS


IN_VIEW = ("held", "pile", "buried", "frozen", "stock", "order", "threes", "foot", "bonus")
"""The facts of a view that a clause can change."""
_MISSING = {name: getattr(View, name) for name in IN_VIEW}


class Table:
    """The table during the turn of one player, legal or not; what is not given is unknown.

    ``known`` is the view before the turn; ``melds`` are the side's melds then, ``opened`` and
    ``asked`` are as in a view. The facts that clauses change have the names of a view, and
    ``held`` is the hand in this stage of the turn: ``played`` are the cards played from it,
    ``stages`` what was played before more cards came. ``melded`` is everything melded, with the top
    card of the pile, and the ranks joined. ``from_pile`` are the threes laid out from a pile that
    was taken: they are not replaced, nor are others until a foot or bonus cards are picked up.
    ``applied`` are the clauses so far.
    """

    held: Held
    pile: tuple[Card, ...]
    buried: int | None
    frozen: bool | None
    stock: int | None
    order: tuple[Card, ...] | None
    threes: Cards
    foot: Held | None
    bonus: Held | None
    melds: tuple[Meld, ...] | None = None
    asked: bool | None = None
    played: Cards = NO_CARDS
    stages: tuple[Stage, ...] = ()
    melded: tuple[MeldOrLayOff | Rank, ...] = ()
    from_pile: Cards | None = None

    def __init__(self, known: View, ruleset: Ruleset) -> None:
        """Begin a turn."""
        self.__dict__ = _MISSING | vars(known)
        self.ruleset, self.known, self.opened = ruleset, known, known.has_opened
        self.applied: list[Clause | ExtraCards] = []

    def apply(self, clause: Clause | ExtraCards) -> Any:
        """Change the table by a clause; return it with the cards that it brings, if they are known."""
        self.applied.append(clause)
        return _STEPS[type(clause)](self, clause)

    def copy(self) -> "Table":
        """Return a table on which the turn can be continued in another way."""
        table = object.__new__(Table)
        table.__dict__ = vars(self) | {"applied": [*self.applied]}
        return table

    @property
    def left(self) -> Held:
        """The player's hand after the clauses so far."""
        return self.held.minus(self.played) if self.played.size else self.held

    @property
    def every_stage(self) -> tuple[Stage, ...]:
        """The stages of the turn so far, at least one."""
        return (*self.stages, Stage(self.held, self.played))

    @property
    def view(self) -> View:
        """The table as its player knows it now."""
        facts = {name: vars(self)[name] for name in IN_VIEW}
        return self.known.replace(**facts | {"held": self.left})

    def before(self, kind: type[Clause]) -> "Table":
        """Return the table before the last clause of a kind; as it is now if there is none."""
        places = [at for at, clause in enumerate(self.applied) if type(clause) is kind]
        if not places:
            return self.copy()
        table = Table(self.known, self.ruleset)
        for clause in self.applied[: places[-1]]:
            table.apply(clause)
        return table

    def next_stage(self) -> None:
        """Begin a new stage of the turn."""
        self.stages, self.held, self.played = self.every_stage, self.left, NO_CARDS

    def from_stock(self, number: int, named: Cards = NO_CARDS) -> Cards:
        """Bring ``number`` cards from the stock, with the ``named`` ones among them; return those known.

        Threes among them are laid out, and replaced while the stock lasts. A known stock decides
        which cards come, whatever is named.
        """
        order, stock, ruleset = self.order, self.stock, self.ruleset
        if order is not None:
            named = drawn_from(order, number, ruleset)
            self.order = order[named.size :]
        threes, own = of_draw(named, stock, ruleset)
        came = max(number, own.size)
        if stock is not None:
            gone = min(number + threes.size, stock)
            came = max(gone - threes.size, own.size)
            self.stock = stock - gone
        self.held = self.held.plus(own, came - own.size)
        if threes.size:
            self.threes += threes
        return named

    def set_aside(self, number: int) -> Held:
        """Remove cards from the top of the stock, unseen; return them."""
        self.stock = (self.stock or 0) - number
        if self.order is None:
            return Held(NO_CARDS, number)
        came, self.order = self.order[:number], self.order[number:]
        return Held(Cards(came))

    def lay_out(self, threes: Cards) -> None:
        """Lay out threes of the hand, and replace them unless they are from a pile."""
        self.played, self.threes = self.played + threes, self.threes + threes
        if self.from_pile is None:
            self.from_stock(threes.size)


def drawn_from(order: tuple[Card, ...], number: int, ruleset: Ruleset) -> Cards:
    """Return the cards drawn from a known stock until ``number`` of them stay in the hand."""
    stay = 0
    for at, card in enumerate(order):
        if stay == number:
            return Cards(order[:at])
        stay += not is_laid_out(card.rank, ruleset)
    return Cards(order)


# What each clause changes. Each function returns the clause with the cards that it brings.


def _draw(table: Table, draw: Draw) -> Draw:
    came = table.from_stock(table.ruleset.deal.draw, draw.cards)
    return draw if draw.cards.size or not came.size else Draw(came)


def _take(table: Table, take: Take) -> Take:
    """Take the pile; threes in it are laid out and not replaced."""
    ruleset, pile, top = table.ruleset, table.pile, take.top
    if top is not None and top.suit is None and pile and like(top, pile[-1]):
        take = take._replace(top=pile[-1])
    table.played += take.shown
    table.next_stage()
    if take.top is not None:
        cards = Cards((take.top, *take.hand))
        first = MeldCards(cards) if take.onto is None else LayOff(take.onto, cards)
        table.melded = (*table.melded, first, *take.then)
    table.from_pile, table.frozen = NO_CARDS, None
    if not take.whole:
        table.pile = pile[:-1]
        return take
    taken = pile_taken(take, pile, table.buried, ruleset)
    table.pile, table.buried = taken.left, taken.buried
    under = Cards(taken.under)
    if under.has_threes:
        table.from_pile = laid_out(under, ruleset, from_pile=True)
        table.threes += table.from_pile
        under = kept(under, ruleset, from_pile=True)
    unseen = taken.unseen
    if unseen and table.known.threes_in_pile:
        unseen = max(unseen - table.known.threes_in_pile, 0)
    table.held = table.held.plus(under, unseen)
    return take


def _packet(table: Table, clause: TakeFoot | TakeBonus) -> TakeFoot | TakeBonus:
    """Add a foot or bonus cards to the hand; threes among them are laid out and replaced.

    Cards named for an unknown foot, or for unknown bonus cards, may be such replacements; a known
    stock decides which of them are.
    """
    ruleset, foot = table.ruleset, isinstance(clause, TakeFoot)
    waiting = table.foot if foot else table.bonus
    if isinstance(clause, TakeBonus) and waiting is not None and not waiting.size:
        return _name_unseen(table, clause)
    packet = (
        Held(NO_CARDS, ruleset.deal.foot) if foot and not (waiting and waiting.size) else waiting
    )
    packet = packet or UNKNOWN
    if foot and table.played.size:
        table.next_stage()
    named = packet.cards if packet.unseen == 0 else clause.cards
    if packet.size is not None and named.size > packet.size:
        came = Cards((table.order or ())[: named.size - packet.size])
        named = without(named, came)[0]
    threes, own = laid_out(named, ruleset), tuple(kept(named, ruleset))
    table.from_pile = None
    table.threes += threes
    if foot:
        table.foot = EMPTY
    else:
        table.bonus = EMPTY
    if packet.size is None:
        table.held = table.held.plus(Cards(own), None)
        return clause
    fits = max(packet.size - threes.size, 0)
    of_it, more = Cards(own[:fits]), Cards(own[fits:])
    table.held = table.held.plus(of_it, fits - of_it.size)
    came = table.from_stock(threes.size, more) if threes.size or more.size else NO_CARDS
    if clause.cards.size or packet.unseen != 0:
        return clause
    return clause._replace(cards=packet.cards + came)


def _name_unseen(table: Table, clause: TakeBonus) -> TakeBonus:
    """Name cards that came to the hand unseen, without bonus cards; threes among them are replaced."""
    held, unseen = table.held, table.held.unseen
    threes = laid_out(clause.cards, table.ruleset)
    if unseen and clause.cards.size - threes.size <= unseen:
        table.held = Held(held.cards + clause.cards, unseen - clause.cards.size)
        if threes.size:
            table.from_pile = None
            table.lay_out(threes)
    return clause


def _lay_threes(table: Table, clause: LayThrees) -> LayThrees:
    """Lay out threes: those of the hand are replaced from the stock, those of a taken pile are not.

    Threes from the known part of the pile, or from a known stock, are laid out already.
    """
    before = table.threes if table.order is not None else table.from_pile or NO_CARDS
    table.lay_out(without(clause.cards, before)[0])
    return clause


def _meld(table: Table, clause: MeldDown) -> MeldDown:
    table.played += together(map(cards_of, clause.melded))
    table.melded += clause.melded
    return clause


def _join(table: Table, clause: Join) -> Join:
    table.melded = (*table.melded, clause.rank)
    return clause


def _discard(table: Table, clause: Discard) -> Discard:
    cards = clause.cards
    if not cards.size:
        # The last card of a known hand is known even if it is face down.
        left = table.left
        cards = left.cards if left.unseen == 0 and left.cards.size == 1 else NO_CARDS
    if cards.size:
        if table.held.cards.may_differ(cards):
            cards = table.left.with_suits(cards)
        table.played += cards
        table.pile += unpacked(cards.packed)
        return clause
    size = None if table.buried is None else table.buried + len(table.pile)
    table.next_stage()
    table.held, table.pile = table.held.less_one(), ()
    table.buried = None if size is None else size + 1
    return clause


def _show(table: Table, clause: ShowSpecial) -> ShowSpecial:
    table.played += clause.cards
    return clause


def _extra_cards(table: Table, _: ExtraCards) -> ExtraCards:
    """Bring the extra cards for opening, from the stock; perhaps none if that is not known."""
    table.next_stage()
    held = table.held
    came = table.from_stock(table.ruleset.opening.extra_cards)
    if table.opened is None:
        table.held = held.plus(NO_CARDS, None)
    return ExtraCards(came)


def _nothing(table: Table, clause: Ask) -> Ask:
    return clause


_STEPS: dict[type[Any], Callable[[Table, Any], Any]] = {
    Draw: _draw,
    Take: _take,
    TakeFoot: _packet,
    TakeBonus: _packet,
    LayThrees: _lay_threes,
    MeldDown: _meld,
    Join: _join,
    Discard: _discard,
    ShowSpecial: _show,
    ExtraCards: _extra_cards,
    Ask: _nothing,
    GoOut: _nothing,
    NoDiscard: _nothing,
    StockEnds: _nothing,
}


# Find the meld that cards join, by rank, name or suit, and the melds after that.


class Placement(NamedTuple):
    """A meld that a play makes or adds to: the meld before, the cards added, the meld after.

    ``stray`` marks a lay-off for which no meld is known on the table. ``joined`` marks several sets
    joined into one; ``before`` is then a canasta among them, or else any of them.
    """

    before: Meld | None
    added: Cards
    after: Meld
    stray: bool = False
    joined: bool = False


def add_to_table(
    melded: Iterable[MeldOrLayOff | Rank], on_table: tuple[Meld, ...], ruleset: Ruleset
) -> tuple[tuple[Placement, ...], tuple[Meld, ...]]:
    """Lay everything down in order; return each meld made or changed, and all melds after that.

    A rank among the lays joins the sets of that rank that are on the table by then.
    """
    table, wild_ranks = list(on_table), ruleset.wild_ranks
    laid: dict[int, Placement] = {}
    strays: list[Placement] = []
    for given in melded:
        if isinstance(given, Rank):
            _join_sets(given, table, laid, ruleset)
            continue
        lay = in_suit(given, ruleset)
        place = place_of(lay, table, ruleset)
        if place is None and (isinstance(lay, LayOff) or undecided(lay, table, ruleset)):
            strays.append(Placement(None, lay.cards, Meld(lay.cards, wild_ranks), stray=True))
            continue
        if place is None:
            place = len(table)
            table.append(lay if isinstance(lay, Meld) else Meld(lay.cards, wild_ranks))
            laid[place] = Placement(None, lay.cards, table[place])
            continue
        before = table[place]
        table[place] = Meld(before.cards + lay.cards, wild_ranks)
        earlier = laid.get(place)
        laid[place] = (
            Placement(before, lay.cards, table[place])
            if earlier is None
            else earlier._replace(added=earlier.added + lay.cards, after=table[place])
        )
    return (*laid.values(), *strays), tuple([meld for meld in table if meld.size])


def adds_to_canasta(placements: Iterable[Placement], ruleset: Ruleset) -> bool:
    """True if cards are added to a meld that is a canasta already."""
    least = ruleset.melds.canasta
    return any([each.before is not None and each.before.size >= least for each in placements])


def beside(
    placements: Iterable[Placement], melds: tuple[Meld, ...], ruleset: Ruleset
) -> Meld | None:
    """Find the first new set laid beside another of its rank, in games that allow it."""
    if ruleset.melds.same_rank is not SameRank.APART:
        return None
    for each in placements:
        new, rank = each.before is None and not each.stray, each.after.rank
        if new and any(meld.rank is rank and meld.shape is Shape.SET for meld in melds):
            return each.after
    return None


def joinable(melds: tuple[Meld, ...], ruleset: Ruleset) -> tuple[tuple[Rank, ...], ...]:
    """List every choice of ranks whose sets a side may join, no ranks first."""
    if ruleset.melds.same_rank is not SameRank.APART:
        return ((),)
    every = [meld.rank for meld in melds if meld.shape is Shape.SET]
    if len(every) == len(set(every)):
        return ((),)
    sets = Counter(every)
    ranks = [rank for rank, number in sets.items() if rank is not None and number > 1]
    return tuple([each for number in range(len(ranks) + 1) for each in combinations(ranks, number)])


def _join_sets(rank: Rank, table: list[Meld], laid: dict[int, Placement], ruleset: Ruleset) -> None:
    """Join the sets of a rank, if there are several; empty melds are left in the other places."""
    places = [at for at, meld in enumerate(table) if meld.rank is rank and meld.shape is Shape.SET]
    if len(places) < 2:
        return
    whole = Meld(together(table[at].cards for at in places), ruleset.wild_ranks)
    lay_there = [laid[at].before if at in laid else table[at] for at in places]
    # The others are added to a canasta among them, preferably the one with the fewest wild cards.
    before = max(
        (meld for meld in lay_there if meld is not None),
        key=lambda meld: (meld.size >= ruleset.melds.canasta, -meld.wilds),
        default=None,
    )
    added = together(laid[at].added for at in places if at in laid)
    for at in places:
        laid.pop(at, None)
        table[at] = Meld(NO_CARDS, ruleset.wild_ranks)
    table[places[0]] = whole
    laid[places[0]] = Placement(before, added, whole, joined=True)


def keys_of(lay: MeldOrLayOff | Rank, ruleset: Ruleset) -> tuple[Key, ...]:
    """Name the melds that cards may join: those of their rank, of their suit, or of wild cards."""
    if isinstance(lay, Rank):
        return (lay,)
    runs, cards = ruleset.melds.runs, lay.cards
    if isinstance(lay, LayOff):
        return _keys_of_name(lay.onto, ruleset)
    meld = meld_under(ruleset.wild_ranks, lay)
    apart = ruleset.melds.same_rank is SameRank.APART and meld.shape is not Shape.RUN
    if apart and meld_is_legal(meld, ruleset, going_out=True) is not False:
        return ()  # it is a new meld
    kind = key_of(meld)
    if kind is Shape.THREES and ruleset.melds.threes is ThreeMelds.NONE:
        return ()
    suits = {card.suit for card in cards} if runs and not meld.wilds else set()
    (suit,) = suits if len(suits) == 1 else (None,)
    keys = (kind, None if suit is kind or (cards.size >= SHORTEST and kind is not None) else suit)
    return tuple([key for key in keys if key is not None and key is not Shape.NOTHING])


def _keys_of_name(onto: Onto, ruleset: Ruleset) -> tuple[Key, ...]:
    """Name the melds that may have the name of one."""
    if onto.suit is not None:
        return (onto.suit,)
    if onto.rank is None or onto.rank in ruleset.wild_ranks:
        return (Shape.WILD,)
    if onto.rank.three:
        return (Shape.THREES,) if ruleset.melds.threes is not ThreeMelds.NONE else ()
    return (onto.rank,)


def place_of(lay: Meld | LayOff, table: list[Meld], ruleset: Ruleset) -> int | None:
    """The index of the meld that a lay joins; ``None`` if it makes a new one or finds no meld."""
    if isinstance(lay, LayOff):
        found = _places_named(lay.onto, table, ruleset)
        if lay.onto.which is not None:
            return found[lay.onto.which - 1] if lay.onto.which <= len(found) else None
        return _best_place(found, lay, table, ruleset)
    places = _places_to_join(lay, table, ruleset)
    apart = ruleset.melds.same_rank is SameRank.APART
    # Cards that are a legal meld alone make a new one; others can only join one on the table.
    if apart and meld_is_legal(lay, ruleset, going_out=True) is not False:
        return None
    return _best_place(places, lay, table, ruleset)


def _places_to_join(lay: Meld, table: list[Meld], ruleset: Ruleset) -> list[int]:
    """List the indices of the melds that cards can join without naming one."""
    if lay.shape is Shape.WILD and ruleset.melds.same_rank is not SameRank.APART:
        wild = [place for place, meld in enumerate(table) if meld.shape is Shape.WILD]
        return _not_yet_canastas(wild, table, ruleset)
    if ruleset.melds.runs and lay.shape is Shape.RUN:
        return [place for place, meld in enumerate(table) if _continues(lay.cards, meld)]
    after = ruleset.melds.same_rank is SameRank.AFTER_CANASTA
    if lay.shape is Shape.THREES and ruleset.melds.threes is ThreeMelds.TOGETHER:
        threes = [place for place, meld in enumerate(table) if meld.shape is Shape.THREES]
        return _not_yet_canastas(threes, table, ruleset) if after else threes
    if lay.rank is None:
        return []
    same = [place for place, meld in enumerate(table) if meld.rank is lay.rank]
    if not same and ruleset.melds.runs:
        same = [place for place, meld in enumerate(table) if _continues(lay.cards, meld)]
    return _not_yet_canastas(same, table, ruleset) if after else same


def _not_yet_canastas(places: list[int], table: list[Meld], ruleset: Ruleset) -> list[int]:
    """Keep the indices of the melds that are not canastas yet."""
    return [place for place in places if len(table[place].cards) < ruleset.melds.canasta]


def _best_place(
    found: list[int], lay: Meld | LayOff, table: list[Meld], ruleset: Ruleset
) -> int | None:
    """The first meld to which the cards may be added, preferably one that is not a canasta."""
    if len(found) <= 1:
        return found[0] if found else None

    def against(place: int) -> tuple[bool, bool]:
        after = Meld(table[place].cards + lay.cards, ruleset.wild_ranks)
        allowed = meld_is_legal(after, ruleset, going_out=False) is not False
        return not allowed, grade(table[place], ruleset) is not None

    return min(found, key=against)


def in_suit(lay: MeldOrLayOff, ruleset: Ruleset) -> Meld | LayOff:
    """Return a lay by the rules of a game, with the suits of its cards that its name gives."""
    if not isinstance(lay, LayOff):
        return meld_under(ruleset.wild_ranks, lay)
    return lay if lay.onto.suit is None else lay._replace(cards=cards_of(lay))


def cards_of(lay: MeldOrLayOff) -> Cards:
    """Return the cards of a lay: those laid off on a sequence named by its suit have that suit."""
    suit = lay.onto.suit if isinstance(lay, LayOff) else None
    if suit is None:
        return lay.cards
    return Cards(
        [
            Card(card.rank, card.suit or suit) if card.rank.four_to_ace else card
            for card in lay.cards
        ]
    )


def undecided(lay: MeldOrLayOff, table: list[Meld], ruleset: Ruleset) -> bool:
    """True if a single card without a suit would extend a sequence if it had its suit."""
    if isinstance(lay, LayOff) or not ruleset.melds.runs or len(lay.cards) != 1:
        return False
    (card,) = lay.cards
    return card.suit is None and any(
        _continues(Cards((Card(card.rank, meld.suit),)), meld) for meld in table
    )


def name_of(at: int, melds: Sequence[Meld]) -> Onto:
    """Name a meld of a side: by suit or rank, and by the number among several of these.

    A meld of both threes is named by either, one of wild cards by no rank.
    """
    meld, run = melds[at], melds[at].shape is Shape.RUN
    alike = [
        place
        for place, each in enumerate(melds)
        if each.shape is meld.shape and each.rank is meld.rank
        if not run or each.suit is meld.suit
    ]
    which = alike.index(at) + 1 if len(alike) > 1 else None
    if run:
        return Onto(suit=meld.suit, which=which)
    return Onto(meld.naturals[0].rank if meld.naturals else None, which=which)


def runs_for(card: Card, melds: Sequence[Meld]) -> list[Onto]:
    """List the names of the sequences that a card extends."""
    one = Cards((card,))
    return [name_of(at, melds) for at, meld in enumerate(melds) if _continues(one, meld)]


SHORTEST = 3


def _continues(cards: Cards, meld: Meld) -> bool:
    """True if cards added to a sequence make a longer one."""
    if meld.shape is not Shape.RUN or not cards.all_of(meld.suit):
        return False
    return Meld(meld.cards + cards, meld.wild_ranks).shape is Shape.RUN


def _places_named(onto: Onto, table: list[Meld], ruleset: Ruleset) -> list[int]:
    """List the indices of the melds with a name."""
    rank, suit = onto.rank, onto.suit
    if rank is not None and rank not in ruleset.wild_ranks:
        found = [place for place, meld in enumerate(table) if meld.rank is rank]
        if rank.three:
            threes = enumerate(table)
            found += [at for at, meld in threes if meld.shape is Shape.THREES and meld.rank is None]
            found.sort()
        return found
    if suit is None:
        return [place for place, meld in enumerate(table) if meld.shape is Shape.WILD]
    runs = enumerate(table)
    return [place for place, meld in runs if meld.shape is Shape.RUN and meld.suit is suit]
