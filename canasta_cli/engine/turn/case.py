"""A play as the rules see it: a turn or a part of one, on the table as a player knows it.

All topics of this folder find their cases in it, and the search for turns builds them. ``Play`` applies the
clauses of a turn to a ``Table``, and finds of which kinds it is: it takes the pile, opens, keeps few
cards. A rule is asked only about the kinds that it names. Before ``Play`` stands the order of clauses, what
opening brings, and the points that count for an initial meld.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import dropwhile, product
from operator import attrgetter, sub
from typing import Any

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import grade, has_canasta_of, in_packs, lacking, points_to_open
from canasta_cli.engine.rule import Fact, Key, Kinds, Rule, Topic, Unknown
from canasta_cli.engine.table import (
    ExtraCards,
    Placement,
    Stage,
    Table,
    add_to_table,
    adds_to_canasta,
    beside,
    keys_of,
)
from canasta_cli.engine.view import (
    MELDS,
    Drew,
    Held,
    View,
    ends_with_three,
    is_laid_out,
    laid_out,
    like,
    pile_taken,
    required,
    without,
)
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    Meld,
    Rank,
    WildRanks,
    meld_under,
)
from canasta_cli.model.turn import (
    ENDS,
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
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
from canasta_cli.rules.vocabulary import FootWhen, Grade, SameRank, Tier
from canasta_cli.values import Enum, NamedTuple, lazy
from canasta_cli.words import count_of

# The order of the clauses of a turn: a draw or the pile, then melds, then one end.

_STARTS, _LATER = (Draw, Take), (MeldDown, Join, Discard)
_ENDS = (Discard, NoDiscard, ShowSpecial, StockEnds)


@lru_cache(maxsize=1_000)
def wrong_order(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses of these kinds in this order, and its fix."""
    # Cards that join the hand as a turn begins may be named before it.
    kinds = tuple(dropwhile((TakeBonus, TakeFoot).__contains__, kinds))
    if not kinds or kinds[0] is StockEnds:
        return None
    # “out” after the discard says that it was the last card.
    last = 2 if kinds[-2:] == (Discard, GoOut) else 1
    return _begun_wrong(kinds) or _ended_wrong(kinds[:-last])


def _begun_wrong(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with how a turn begins, and its fix."""
    starts = [place for place, kind in enumerate(kinds) if kind in _STARTS]
    if not starts or any(kind in _LATER for kind in kinds[: starts[0]]):
        return (
            "a turn begins with drawing from the stock or taking the pile",
            "draw first, then meld",
        )
    if len(starts) > 1:
        return "you may draw or take the pile only once in a turn", "leave out the second one"
    return None


def _ended_wrong(before: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses before the last one, and its fix."""
    if any(kind in _ENDS for kind in before):
        return "the turn is over after the discard", "put the discard last"
    if GoOut in before:
        return (
            "“out” must come last",
            "leave out the word “out”: discarding your last card is going out anyway",
        )
    return None


# Cards that opening brings: extra cards at once, or bonus cards after the turn.

TALON = ("talon.cards", "talon.stock", "talon.aside", "talon.with_pile")


def bonus_number(ruleset: Ruleset, *, theirs: bool) -> int:
    """The number of bonus cards; ``theirs`` is true if the other side opened first."""
    return (ruleset.talon.cards or (0, 0))[theirs]


def set_aside(ruleset: Ruleset) -> int:
    """The number of bonus cards set aside at the deal."""
    return sum(ruleset.talon.cards or ()) if ruleset.talon.aside else 0


def bonus_cards(view: View, ruleset: Ruleset) -> str:
    """Format the number of bonus cards, with both numbers if the other side's melds are unknown."""
    if view.their_melds is None:
        first, second = ruleset.talon.cards or (0, 0)
        return f"{count_of(first, 'bonus card')} ({second} if the other side opened first)"
    return count_of(bonus_number(ruleset, theirs=bool(view.their_melds)), "bonus card")


def _with_extra_cards(turn: Turn, table: Table) -> Iterator[Clause]:
    """Apply a turn that may open, with the extra cards that come after the last of its melds."""
    melds = [at for at, clause in enumerate(turn.clauses) if isinstance(clause, MeldDown | Take)]
    for at, clause in enumerate(turn.clauses):
        yield table.apply(clause)
        if melds and at == melds[-1]:
            table.apply(ExtraCards())


# Count the points that a turn that takes the pile can show from the hand, before picking it up.

Wilds = tuple[int, ...]
"""The number of cards of each wild rank."""


def points_counted(turn: Turn, take: Take, hand: Held, ruleset: Ruleset) -> int:
    """The card points that count for the initial meld: with the top card, and from the hand."""
    if take is NOT_TAKEN:
        return sum([points_to_open(lay.cards, ruleset) for lay in turn.melded])
    with_top = points_with_top(take, ruleset)
    return with_top + (points_from_hand(turn, take, hand, ruleset) if turn.take else 0)


def points_with_top(take: Take, ruleset: Ruleset) -> int:
    """Card points of the meld that takes the pile that count for the initial meld."""
    top = points_to_open((take.top,), ruleset) if take.top and ruleset.opening.top_counts else 0
    if ruleset.opening.pair_counts:
        return top + points_to_open(take.shown, ruleset)
    # What is only added to the pair doesn't count either: it must be a meld of its own.
    return top + sum(points_alone(tuple(lay.cards), ruleset) for lay in take.then)


def points_from_hand(turn: Turn, take: Take, hand: Held, ruleset: Ruleset) -> int:
    """The card points melded from the hand: if a meld needs the pile, what is a meld without it.

    The wild cards of the hand are counted where they count most, since they look the same as
    those of the pile.
    """
    if hand.unseen is None:
        return sum(points_to_open(lay.cards, ruleset) for lay in turn.melded)
    melded = turn.melded
    most = _worth_in_order(melded, melded, take, hand, ruleset)
    if ruleset.melds.same_rank is SameRank.APART and len(melded) > 1:
        # If there are two sets of a rank, the cards of the hand may be in either.
        most = max(most, _worth_in_order(melded, melded[::-1], take, hand, ruleset))
    return most


def _worth_in_order(
    melded: tuple[MeldOrLayOff, ...],
    first: tuple[MeldOrLayOff, ...],
    take: Take,
    hand: Held,
    ruleset: Ruleset,
) -> int:
    """The same points if the natural cards of the hand fill the lays in the order of ``first``."""
    # The melds are on the table, but not which of their cards the hand had and which came with the pile.
    # So the cards of the hand are dealt out to the lays, one lay after the other, where they count most.
    held, wild_ranks = hand.minus(take.shown), ruleset.wild_ranks
    unseen = held.unseen or 0
    naturals = [[card for card in lay.cards if card.rank not in wild_ranks] for lay in first]
    lays = list(zip(first, own_cards(naturals, held, ruleset), strict=True))
    if first is not melded:
        lays.reverse()
    known = tuple(map(held.of, wild_ranks.wild))
    # An unseen card may be a wild card of any rank, or a natural card of a lay, so each number may
    # include all of them. The last is that of the unseen cards that are natural cards of a lay.
    have = (*[number + unseen for number in known], unseen)
    none = (0,) * len(have)
    # `best` has the most points for each number of cards used so far: wild cards of each rank, and
    # unseen natural ones. What comes later depends on nothing else of what came before.
    best, size = {none: 0}, 1 + len(take.hand)
    for lay, (own, others) in lays:
        # Where the cards shown with the top card count, cards that join their meld need not be one of
        # their own: they count on top of it, as `base`, whose points are counted elsewhere.
        base: tuple[Card, ...] = ()
        if (
            ruleset.opening.pair_counts
            and take.top
            and _joins_top(take.top, own + others[:unseen], lay, wild_ranks)
            and _is_added(lay, size, ruleset)
        ):
            base, size = (take.top, *take.hand), size + len(lay.cards)
        laid = (*wild_ranks.each(lay.cards), len(others))
        counted = partial(_counts, own, others, base, ruleset)
        best = _with_lay(best, laid, have, known, counted)
    return max(best.values())


def _with_lay(
    best: dict[Wilds, int], laid: Wilds, have: Wilds, known: Wilds, counted: Callable[..., int]
) -> dict[Wilds, int]:
    """Return the most points for each number of cards used, with one more lay."""
    further: dict[Wilds, int] = {}
    for used, points in best.items():
        for now in _more(used, laid, have):
            # What is used beyond the cards known to be there are unseen ones; none is used twice.
            wilds = map(sub, now, known)
            if sum([max(each, 0) for each in wilds], now[-1]) > have[-1]:
                continue
            *given, more = map(sub, now, used)
            further[now] = max(further.get(now, 0), points + counted(tuple(given), more))
    return further


def own_cards(
    bunches: Iterable[Iterable[Card]], held: Held, ruleset: Ruleset
) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Split each bunch into cards that the hand is known to have, no card twice, and the others."""
    suited = ruleset.wild_ranks.suited if ruleset.melds.runs else 0
    rest, split = held.cards.without_suits(suited), []
    for cards in bunches:
        bunch = Cards(cards).without_suits(suited)
        rest, others = without(rest, bunch)
        split.append((tuple(bunch - others), tuple(others)))
    return split


def _more(used: Wilds, laid: Wilds, have: Wilds) -> Iterator[Wilds]:
    """Yield the wild cards used in all if a lay gets some of those in it, or none."""
    each = zip(used, laid, have, strict=True)
    return product(*[range(some, some + min(more, most - some) + 1) for some, more, most in each])


def _joins_top(
    top: Card, naturals: tuple[Card, ...], lay: MeldOrLayOff, wild_ranks: WildRanks
) -> bool:
    """True if the cards of the hand can join the meld that takes the top card."""
    if isinstance(lay, LayOff):
        if top.rank in wild_ranks:
            return lay.onto.is_wild(wild_ranks)
        return lay.onto.suit is None and lay.onto.rank is top.rank
    return {card.rank for card in naturals} == {top.rank}


def _is_added(lay: MeldOrLayOff, size: int, ruleset: Ruleset) -> bool:
    """True if cards of its rank join the meld that takes the pile, which has ``size`` cards."""
    if isinstance(lay, LayOff) or ruleset.melds.same_rank is SameRank.MERGED:
        return True
    if ruleset.melds.same_rank is SameRank.AFTER_CANASTA:
        return size < ruleset.melds.canasta
    # Two melds of a rank may lie side by side; cards that can't be a meld can only be added.
    return meld_is_legal(meld_under(ruleset.wild_ranks, lay), ruleset, going_out=True) is False


def _counts(
    own: tuple[Card, ...],
    others: tuple[Card, ...],
    base: tuple[Card, ...],
    ruleset: Ruleset,
    wilds: Wilds,
    more: int,
) -> int:
    """The points of cards of the hand in a lay: alone, or with the meld that takes the pile.

    They are its ``own`` natural cards, ``more`` of the others, and some wild cards of each rank.
    """
    kinds = zip(ruleset.wild_ranks.wild, wilds, strict=True)
    cards = (*own, *others[:more], *[Card(rank) for rank, number in kinds for _ in range(number)])
    return max(points_alone((*base, *cards), ruleset) - points_to_open(base, ruleset), 0)


# The search for ways to take the pile asks about the same cards again and again.
@lru_cache(maxsize=50_000)
def points_alone(cards: tuple[Card, ...], ruleset: Ruleset) -> int:
    """The most points that these cards make as a meld of their own; wild cards may be left out."""
    wild_ranks, values = ruleset.wild_ranks, ruleset.ranks.points
    naturals = [card for card in cards if card.rank not in wild_ranks]
    wilds = [card for card in cards if card.rank in wild_ranks]
    wilds.sort(key=lambda card: (values[card.rank], card.order))
    # Those worth most come last: the first legal meld is the best.
    for waiting in range(len(wilds) + 1):
        meld = Meld(Cards((*naturals, *wilds[waiting:])), wild_ranks)
        if meld.cards and meld_is_legal(meld, ruleset, going_out=True):
            return points_to_open(meld.cards, ruleset)
    return 0


# A play as the rules see it: a turn, or a part of one, on the table as a player knows it.

NOT_TAKEN = Take(None, whole=False)
"""What a play takes that doesn't take the pile."""
KEPT_TO_GO_ON = 2
"""A player who keeps as many cards goes on, with or without a discard."""


class CaseKind(Enum):
    """A kind of play that rules may be about, besides its clauses and the ranks discarded."""

    GOES_OUT = "goes out"
    GIVEN_AS_OUT = "is given as going out"
    OPENS = "is the initial meld, or may be"
    ASKED = "of a player who has asked"
    NAMES_DRAWN = "names the cards drawn"
    LAST_THREE = "draws a three that may be the last card of the stock"
    DISCARDS_MANY = "discards several cards"
    FACE_DOWN = "discards a card that is not named"
    KEEPS_FEW = "keeps too few cards to go on, for certain"
    KEEPS_THREE = "keeps a three that is laid out"
    UNSEEN = "plays cards that the hand is not known to have"
    STRAYS = "lays cards off on no known meld"
    MELDS_MISSING = "of a side that may have melds that are not given"
    NO_STOCK = "draws from an empty stock"
    ADDS_TO_CANASTA = "adds to a canasta"
    BESIDE = "lays a new set beside another of its rank"
    OUT_OF_ORDER = "has its clauses in the wrong order"
    UNFINISHED = "is a whole turn without an end"


class ClauseShape(NamedTuple):
    """The kinds of the clauses of a turn, and what they alone tell; clauses are counted from 0."""

    types: tuple[type[Clause], ...]
    kinds: tuple[object, ...]
    kinds_if_whole: tuple[object, ...]
    ended: bool
    goes_out: bool
    asks: bool
    draws: tuple[int, ...]
    take: int | None
    discard: int | None


@lru_cache(maxsize=1_000)
def shape_of(types: tuple[type[Clause], ...]) -> ClauseShape:
    """Find what the kinds of the clauses of a turn tell."""
    kinds = (*types, CaseKind.ASKED) if Ask in types else types
    return ClauseShape(
        types,
        kinds,
        (*kinds, *_kinds_if_whole(types)),
        ended=not ENDS.isdisjoint(types),
        goes_out=GoOut in types or ShowSpecial in types,
        asks=Ask in types,
        draws=tuple([at for at, kind in enumerate(types) if kind is Draw]),
        take=types.index(Take) if Take in types else None,
        discard=types.index(Discard) if Discard in types else None,
    )


def _kinds_if_whole(types: tuple[type[Clause], ...]) -> Iterator[CaseKind]:
    """Yield the kinds of a whole turn with clauses of these kinds."""
    if wrong_order(types):
        yield CaseKind.OUT_OF_ORDER
    if ENDS.isdisjoint(types):
        yield CaseKind.UNFINISHED


def plays_known_cards(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a hand is known to have the cards that are played, in their suits where these matter."""
    if held.has(played):
        return True
    if not ruleset.melds.runs:
        return held.without_suits().has(played.without_suits())
    missing, suited = played - held, ruleset.wild_ranks.sequential
    if any(card.suit or card.rank in suited for card in missing):
        return False
    return all(played.of(card.rank) <= held.of(card.rank) for card in missing)


def kinds_of_melds(
    placements: tuple[Placement, ...], before: tuple[Meld, ...], ruleset: Ruleset
) -> Iterator[CaseKind]:
    """Yield the kinds of a play that are due to what it lays beside the melds ``before``."""
    if any([each.stray for each in placements]):
        yield CaseKind.STRAYS
    if adds_to_canasta(placements, ruleset):
        yield CaseKind.ADDS_TO_CANASTA
    if beside(placements, before, ruleset):
        yield CaseKind.BESIDE


class Play:
    """Everything that a rule of play may ask about; what few rules need is computed when read.

    ``given`` is the turn, ``clauses`` are its clauses with the cards named that the table shows,
    ``view`` is the table before them, as the player knows it, and ``table`` the one after them.
    ``left`` is the hand after all of it, including the discard. ``take`` and ``discard`` are the
    clauses; without them, ``NOT_TAKEN`` and ``None``. ``key`` has the kinds of the play.
    ``placements`` are the melds made or changed, ``melds`` the side's melds after the play, ``None``
    if those before are unknown; ``known_melds`` are those that are known, and ``unplaced`` names the
    unknown melds that cards may join. ``whole`` is true if the turn is given from its beginning,
    ``as_out`` if the question is about going out.
    """

    had_canastas = 0
    """The known canastas before the play, if not all melds are known."""

    def __init__(
        self, turn: Turn, view: View, ruleset: Ruleset, *, whole: bool = False, as_out: bool = False
    ) -> None:
        """Apply the clauses of a turn; find the melds after it, and the kinds of the play."""
        table = Table(view_under(ruleset, view), ruleset)
        self.given, self.table, self.view, self.ruleset = turn, table, table.known, ruleset
        self.whole, self.as_out, self.opened = whole, as_out, table.opened
        if self.opened or not self.ruleset.opening.extra_cards:
            self.clauses: list[Any] = [table.apply(clause) for clause in turn.clauses]
        else:
            self.clauses = list(_with_extra_cards(turn, table))
        self.shape = shape = shape_of(tuple(map(type, turn.clauses)))
        clauses = self.clauses
        self.take: Take = NOT_TAKEN if shape.take is None else clauses[shape.take]
        self.discard: Discard | None = None if shape.discard is None else clauses[shape.discard]
        self.placements: tuple[Placement, ...] = ()
        self.unplaced: tuple[Key, ...] = ()
        self.melds = before = table.melds
        if before is None:
            before = table.known.known_melds
            self.had_canastas = sum([grade(meld, ruleset) is not None for meld in before])
            self.unplaced = tuple(self._unplaced())
        self.known_melds: tuple[Meld, ...] = before
        if table.melded:
            self.placements, self.known_melds = add_to_table(table.melded, before, self.ruleset)
            self.melds = None if self.melds is None else self.known_melds
        self._classify()

    def _unplaced(self) -> Iterator[Key]:
        """Yield the melds that cards in this play may join, and that are not known."""
        for lay in self.table.melded:
            for key in keys_of(lay, self.ruleset):
                if self.view.melds_of(key) is None:
                    yield key

    def as_whole(self, *ends: Discard | GoOut | ShowSpecial) -> "Play":
        """Return this play as a whole turn, perhaps with its last clause, which doesn't change the melds."""
        play = object.__new__(Play)
        play.__dict__.update(self.__dict__)
        play.whole, play.table = True, self.table.copy()
        play.clauses = [*self.clauses, *map(play.table.apply, ends)]
        play.given = self.given._replace(clauses=(*self.given.clauses, *ends))
        play.shape = shape_of((*self.shape.types, *map(type, ends)))
        for end in ends:
            play.discard = end if isinstance(end, Discard) else None
        # They were computed for the shorter turn.
        for computed in ("kinds", "turn", "stages", "discarded"):
            play.__dict__.pop(computed, None)
        play._classify()
        return play

    def _classify(self) -> None:
        """Find the hand that is left, whether the play goes out, and the kinds of the play."""
        shape, table = self.shape, self.table
        self.ended, self.left = shape.ended, table.left
        left, held, played = self.left, table.held.cards, table.played
        known = plays_known_cards(held, played, self.ruleset)
        for each in table.stages:
            known = known and plays_known_cards(each.held.cards, each.played, self.ruleset)
        self.knows_cards = known
        kinds = [*(shape.kinds_if_whole if self.whole else shape.kinds)]
        self.goes_out: bool | None = False
        keeps = left.at_least
        if keeps < KEPT_TO_GO_ON or self.as_out or shape.goes_out:
            kinds += self._kinds_if_few(keeps)
        if left.cards.has_threes and laid_out(left.cards, self.ruleset).size:
            kinds.append(CaseKind.KEEPS_THREE)
        if not known:
            kinds.append(CaseKind.UNSEEN)
        if table.asked is not None:
            kinds.append(CaseKind.ASKED)
        if shape.draws:
            kinds += self._kinds_of_draws()
        if self.placements:
            kinds += kinds_of_melds(self.placements, table.melds or (), self.ruleset)
            kinds += () if self.opened else (CaseKind.OPENS,)
        if table.melds is None and self.melds_missing:
            kinds.append(CaseKind.MELDS_MISSING)
        if self.discard is not None:
            kinds += self._kinds_of_discard(self.discard)
        self.key = tuple(kinds)

    def _kinds_if_few(self, keeps: int) -> Iterator[CaseKind]:
        """Find whether a play goes out that certainly keeps few cards; yield its kinds."""
        self.goes_out = self._goes_out()
        if self.goes_out:
            yield CaseKind.GOES_OUT
            if self.as_out or self.shape.goes_out:
                yield CaseKind.GIVEN_AS_OUT
        # Before the discard one card more is needed, since it is the one discarded.
        if keeps < (1 if self.ended else KEPT_TO_GO_ON):
            yield CaseKind.KEEPS_FEW

    def _kinds_of_draws(self) -> Sequence[CaseKind]:
        given, kinds = self.given.clauses, list[CaseKind]()
        for at in self.shape.draws:
            named: Any = given[at]
            drawn = self.clauses[at].cards
            # A foot that is picked up first may bring threes, which the stock replaces.
            stock = self.at_draw.stock if at else self.view.stock
            if named.cards.size:
                kinds.append(CaseKind.NAMES_DRAWN)
            if stock == 0:
                kinds.append(CaseKind.NO_STOCK)
            if drawn.has_threes and (stock is None or stock <= drawn.size):
                kinds.append(CaseKind.LAST_THREE)
        return kinds

    def _kinds_of_discard(self, discard: Discard) -> Iterator[object]:
        """Yield the ranks discarded, after the kind of a discard of several cards, or of one face down."""
        if discard.cards.size != 1:
            yield CaseKind.DISCARDS_MANY if discard.cards else CaseKind.FACE_DOWN
        yield from self.discarded.by_rank()

    def _goes_out(self) -> bool | None:
        """True if the player has no cards left, or will have none after the discard.

        ``None`` if that is unknown.
        """
        if self.as_out or self.shape.goes_out:
            return True
        left = self.left
        if self.ended and left.at_least:
            return False
        # More cards may be due to a player who has used up the hand.
        more = self.bonus if self.foot is False else self.foot
        if more is True:
            return False
        if left.size is None:
            return None
        # A card that is left is the discard to come. A play that moves no card doesn't end the hand, unless it
        # is the end of a turn without a discard.
        used = bool(self.placements) or self.discard is not None or NoDiscard in self.shape.types
        return None if used and more is not False else used

    @lazy
    def kinds(self) -> Kinds:
        """The kinds of the play, which decide the rules that are asked about it."""
        return frozenset(self.key)

    @lazy
    def turn(self) -> Turn:
        """The turn with the cards named that the table shows."""
        return self.given._replace(clauses=tuple(self.clauses))

    @property
    def at_draw(self) -> View:
        """The table before the last draw; before the turn if there is none."""
        return self.table.before(Draw).view if self.shape.draws else self.view

    @property
    def at_end(self) -> View:
        """The table before the discard; after the turn if there is none."""
        return self.table.before(Discard).view

    @lazy
    def stages(self) -> tuple[Stage, ...]:
        """The hand and the cards played from it, stage by stage."""
        return self.table.every_stage

    @property
    def hand(self) -> Held:
        """The hand before anything was melded."""
        return self.stages[0].held

    @lazy
    def draws(self) -> tuple[Draw, ...]:
        """The draws; a turn has one or none."""
        return self.turn.draws

    @lazy
    def melded(self) -> tuple[MeldOrLayOff, ...]:
        """The cards melded from the hand, except with the top card of the pile."""
        return self.turn.melded

    @property
    def stock(self) -> int | None:
        """The number of cards left in the stock; ``None`` if unknown."""
        return self.table.stock

    @lazy
    def canastas(self) -> Mapping[Grade, int]:
        """The side's canastas after the play by grade, in the melds that are known."""
        melds = self.known_melds
        if self.view.more:
            melds += self.view.more
        counts: dict[Grade, int] = {}
        for meld in melds:
            kind = grade(meld, self.ruleset)
            if kind is not None:
                counts[kind] = counts.get(kind, 0) + 1
        return counts

    @lazy
    def foot(self) -> bool | None:
        """True if a player who has used up the hand plays on with a foot; ``None`` if unknown."""
        if not foot_after_hand(self.ruleset) or self.takes_foot:
            return False
        return self.view.has_foot

    @lazy
    def bonus(self) -> bool | Fact:
        """True if bonus cards for opening spare the player a card; or the fact that decides it.

        They don't when going out, since none are given then.
        """
        if not self.ruleset.talon.spares_card:
            return False
        if not lacking(self.ruleset.out.needs, self.canastas):
            return False
        return bonus_due(self)

    @lazy
    def tier(self) -> Tier | Unknown:
        """The requirements for the initial meld of a side that has not opened."""
        return required(self.view, self.ruleset)

    @lazy
    def counted(self) -> int:
        """The card points that count for the initial meld."""
        return points_counted(self.turn.before_foot, self.take, self.hand, self.ruleset)

    @lazy
    def taking(self) -> Placement | None:
        """The meld that has the top card of the pile, new or already on the table."""
        top = self.take.top
        if top is None:
            return None
        for each in self.placements:
            if each.added.of(top.rank) and any([like(top, card) for card in each.added]):
                return each
        return None

    def has_canasta_of(self, rank: Rank) -> bool | None:
        """True if the side has a canasta of a rank after the play; ``None`` if that is unknown."""
        if has_canasta_of(rank, self.known_melds, self.ruleset):
            return True
        return None if self.view.melds_of(rank) is None else False

    @property
    def melds_missing(self) -> bool:
        """True if the side may have melds that are not given."""
        return self.melds is None and self.opened is not False

    @property
    def takes_foot(self) -> bool:
        """True if the player picks up the foot."""
        return TakeFoot in self.shape.types

    @property
    def drew_stock(self) -> bool | None:
        """True if the turn began from the stock; ``None`` if that is not given."""
        if self.took_pile:
            return False
        if self.view.drew is Drew.STOCK or Draw in self.kinds:
            return True
        return None

    @property
    def drew_last_three(self) -> bool:
        """True if the draw emptied the stock with a three that could not be replaced."""
        draws = self.draws
        return bool(draws) and ends_with_three(draws[0].cards, self.at_draw.stock, self.ruleset)

    @property
    def shows_nothing_new(self) -> bool:
        """True if the table knew every card that this play moved: none can be one too many."""
        table = self.table
        if not self.knows_cards or table.held.unseen != 0:
            return False
        if table.order is None and self.shape.draws:
            return False
        if any(each.held.unseen != 0 for each in table.stages):
            return False
        return not self.takes or self.take.top in self.view.pile

    @property
    def takes(self) -> bool:
        """True if the play takes the pile."""
        return self.take is not NOT_TAKEN

    @property
    def hidden_threes(self) -> int:
        """The number of threes that may come with the pile, and so not stay in the hand."""
        if not self.takes or not self.take.whole or self.view.threes_in_pile is not None:
            return 0
        unseen = pile_taken(self.take, self.view.pile, self.view.buried, self.ruleset).unseen or 0
        threes = (Rank.RED_THREE, Rank.BLACK_THREE)
        laid = [rank for rank in threes if is_laid_out(rank, self.ruleset, from_pile=True)]
        return min(unseen, sum([in_packs(rank, self.ruleset) for rank in laid]))

    @property
    def took_pile(self) -> bool:
        """True if this turn took the pile; false if that is not given."""
        return self.takes or self.view.drew is Drew.PILE

    @lazy
    def discarded(self) -> Cards:
        """The cards discarded; a face-down card too, if the hand shows which one it is."""
        if self.discard is None:
            return NO_CARDS
        if self.discard.cards:
            return self.discard.cards
        left = self.at_end.held
        return left.cards if left.size == left.cards.size == 1 else NO_CARDS

    @property
    def rank_discarded(self) -> Rank | None:
        """The rank of the one card discarded; ``None`` if there are several, or if it is unknown."""
        ranks = self.discarded.by_rank()
        return next(iter(ranks)) if self.discarded.size == 1 else None

    @property
    def asked(self) -> bool | None:
        """The partner's answer, given beforehand or in the turn; a no is not asked away."""
        answers = [each.yes for each in self.turn.clauses if isinstance(each, Ask)]
        return all(answers) if answers else self.view.asked


def view_under(ruleset: Ruleset, view: View) -> View:
    """Return a view with its melds as they are under a ruleset, perhaps with other wild ranks."""
    given, wild_ranks = vars(view), ruleset.wild_ranks
    others = {
        name: tuple([meld_under(wild_ranks, meld) for meld in melds])
        for name in MELDS
        if (melds := given.get(name)) and melds[0].wild_ranks is not wild_ranks
    }
    return view.replace(**others) if others else view


def play_topic(*rules: Rule[Play], about: tuple[object, ...] = ()) -> Topic[Play]:
    """Make a topic of rules of play."""
    return Topic(*rules, kinds=attrgetter("kinds"), about=about)


def foot_after_hand(ruleset: Ruleset) -> bool:
    """True if a player who has used up the hand plays on with a foot."""
    return ruleset.deal.foot is not None and ruleset.deal.foot_when is FootWhen.HAND


def bonus_due(play: Play) -> bool | Fact:
    """True if a play earns bonus cards; if that is unknown, the fact that decides it."""
    talon, opened, stock = play.ruleset.talon, play.opened, play.stock
    if talon.cards is None or opened is True or not play.placements:
        return False
    if play.took_pile and not talon.with_pile:
        return False
    if opened is None:
        return Fact.OPENED
    if talon.stock and stock is None:
        return Fact.STOCK
    return (stock or 0) >= talon.stock
