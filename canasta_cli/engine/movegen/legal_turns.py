"""Generate every legal turn of a player whose cards are known: its beginning, its melds and its end.

The commands and the library call it.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache

from canasta_cli.engine.movegen.choices import RULES_OF_ONE_LAY, barred_on
from canasta_cli.engine.movegen.initial_melds import needed as needed_to_open
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.movegen.melds import (
    COST_OF_TURN,
    OF_GROUP,
    UNLIMITED,
    Effort,
    Group,
    Laying,
    Layings,
    Numbers,
    Some,
    group_of,
    groups,
    groups_by_rank,
    guard_of,
    layings,
    pack,
    run_choices,
    unpack,
    wild_cards,
)
from canasta_cli.engine.points import points_to_open
from canasta_cli.engine.rule import Fact, Judgement, judge
from canasta_cli.engine.table import add_to_table, joinable
from canasta_cli.engine.turn.case import Play, points_alone, points_with_top, view_under
from canasta_cli.engine.turn.discarding import FEET
from canasta_cli.engine.turn.judge import verdict_of
from canasta_cli.engine.turn.taking import PICKUP, distinguished, hand_with_pile, in_suits, takings
from canasta_cli.engine.view import Drew, Held, View, ends_with_three, kept
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Meld, Rank, together
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    MeldOrLayOff,
    ShowSpecial,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Exempt, FinalDiscard
from canasta_cli.values import NamedTuple, lazy

# The beginning of a turn, what its melds must come to, and the clauses that can end it.


class Comes(NamedTuple):
    """The cards that come to the player in the turn, including threes and their replacements.

    They are the cards of the draw; those of the foot, if it is picked up in a turn that began with
    a draw, or with the pile; and the extra cards that opening brings in such a turn. ``None`` is
    unknown: turns in which one of these cards is played are not listed.
    """

    drawn: Cards | None = None
    foot_after_draw: Cards | None = None
    foot_after_pile: Cards | None = None
    extra_after_draw: Cards | None = None
    extra_after_pile: Cards | None = None


class Start(NamedTuple):
    """The beginning of a turn, before more is melded, with the cards and melds to play on from.

    ``shown`` are the cards that were in the hand before the pile was taken. ``foot`` are the cards
    that the foot will bring, ``extra`` those that opening will.
    """

    clauses: tuple[Clause, ...]
    hand: Cards
    shown: Cards
    melds: tuple[Meld, ...]
    foot: Cards | None = None
    extra: Cards | None = None

    @property
    def take(self) -> Take | None:
        """How the turn takes the pile, if it does."""
        first = self.clauses[0] if self.clauses else None
        return first if isinstance(first, Take) else None

    @property
    def own(self) -> Cards:
        """The hand before the pile was taken."""
        return self.shown + self.take.hand if self.take else self.shown

    @property
    def drawn(self) -> Cards:
        """The cards drawn in a turn that begins from the stock; otherwise none."""
        first = self.clauses[0]
        return first.cards if isinstance(first, Draw) else NO_CARDS

    def playable(self, view: View, ruleset: Ruleset) -> Cards:
        """The cards of the hand that can be melded: no wild cards if the side opens without them."""
        if view.has_opened or ruleset.opening.wilds:
            return self.hand
        return Cards([card for card in self.hand if card.rank not in ruleset.wild_ranks])

    def joining(self, ranks: tuple[Rank, ...], ruleset: Ruleset) -> "Start":
        """Return the beginning with the sets of some ranks joined before more is laid."""
        joins, (_, melds) = map(Join, ranks), add_to_table(ranks, self.melds, ruleset)
        return self._replace(clauses=(*self.clauses, *joins), melds=melds)

    def on(self, view: View) -> View:
        """Return a table with the cards and melds to play on from."""
        # The melds on the table then don't show if the side had opened before this turn.
        return view.replace(held=Held(self.hand), melds=self.melds, opened=view.has_opened)


def with_pile(takes: Iterable[Take], view: View, ruleset: Ruleset) -> Iterator[tuple[Start, Play]]:
    """Yield the beginnings that take the pile in some ways, with each choice of suits in the hand."""
    hand = distinguished(view.hand or NO_CARDS, ruleset)
    for taking in takes:
        for take in in_suits(taking, hand, ruleset):
            play = Play(Turn((take,)), view, ruleset)
            own, rest = hand_with_pile(take, hand, view, ruleset)
            yield Start((take,), rest, own, play.known_melds), play


def added_to(hand: Cards, more: Cards, ruleset: Ruleset) -> Cards:
    """Return a hand with cards that came to it, without threes that are laid out."""
    return hand + distinguished(kept(more, ruleset), ruleset)


class Missing(NamedTuple):
    """The requirements still to be met: ``points`` to lay, or the whole hand, ``cards`` in number.

    ``or_all`` is true if the whole hand is enough without the points, ``all_of_it`` if nothing less
    is enough, since some cards may be melded only when going out. Only cards that can be shown
    from ``shown`` have points; ``None`` is the whole hand. ``free`` is true if laying nothing is
    allowed as well.
    """

    points: int
    cards: int
    free: bool = True
    or_all: bool = True
    all_of_it: bool = False
    shown: Cards | None = None

    @property
    def nothing(self) -> bool:
        """True if enough has been laid."""
        whole = self.cards <= 0
        return (whole or not self.all_of_it) and (self.points <= 0 or (self.or_all and whole))

    def without(self, points: int, cards: int, *, only_out: bool = False) -> "Missing":
        """Return what is missing once cards are laid, perhaps some that are only when going out."""
        return self._replace(
            points=self.points - points,
            cards=self.cards - cards,
            all_of_it=self.all_of_it or only_out,
        )

    def counted(self, melded: tuple[MeldOrLayOff, ...], ruleset: Ruleset) -> int:
        """The most points that sets of a group can count for the initial meld."""
        return sum(
            [
                points_to_open(self.seen(lay.cards), ruleset)
                if isinstance(lay, LayOff)
                else points_alone(tuple(self.seen(lay.cards)), ruleset)
                for lay in melded
            ]
        )

    def seen(self, cards: Cards) -> Cards:
        """Keep the cards that were in the hand before the pile was taken."""
        return cards if self.shown is None else cards - (cards - self.shown)


def _most_alike(own: Cards, ruleset: Ruleset) -> int:
    """The most cards of one rank that are not wild."""
    ranks = own.by_rank().items()
    return max([number for rank, number in ranks if rank not in ruleset.wild_ranks], default=0)


def _may_contain(start: Start, ruleset: Ruleset) -> bool:
    """True if the hand has the cards that the initial meld must contain."""
    wanted, least, own = ruleset.opening.contains, ruleset.melds.smallest, start.own
    if wanted is Contains.ANYTHING or _may_splash(own, ruleset):
        return True
    wilds = wanted is Contains.NATURAL_OR_WILD and ruleset.wild_ranks.count(own) >= least
    return wilds or _most_alike(own, ruleset) >= least


def requirements(start: Start, view: View, ruleset: Ruleset) -> Missing:
    """Return the requirements on melds before the rules are asked: an initial meld, or the whole hand.

    A player who goes out with the whole hand may need no minimum; the rules decide that.
    """
    if view.has_opened or isinstance(start.clauses[-1], TakeFoot):
        return Missing(0, start.hand.size - 1)
    missing = _missing_to_open(start, view, ruleset)
    if _may_contain(start, ruleset):
        return missing
    return missing._replace(cards=start.hand.size + 1, all_of_it=True)


def _missing_to_open(start: Start, view: View, ruleset: Ruleset) -> Missing:
    whole = start.hand.size - 1
    needed, exempt = needed_to_open(view, ruleset).points, ruleset.opening.exempt
    if _may_splash(start.own, ruleset):
        needed = 0
    take = start.take
    if take is None:
        return Missing(needed, whole, or_all=exempt is not Exempt.NEVER)
    always = exempt is Exempt.ALWAYS
    missing = needed - points_with_top(take, ruleset)
    return Missing(missing, whole, free=False, or_all=always, shown=start.shown)


def _may_splash(own: Cards, ruleset: Ruleset) -> bool:
    """True if there may be cards for a whole canasta, which opens without a minimum."""
    most = max(_most_alike(own, ruleset), ruleset.wild_ranks.count(own))
    return ruleset.opening.splash and most >= ruleset.melds.canasta


def ends(rest: Cards, ruleset: Ruleset) -> list[Discard | GoOut]:
    """List the clauses that can end a turn with these cards left."""
    if not rest.size:
        return [GoOut()]
    found: list[Discard | GoOut] = [discard_of(card) for card in dict.fromkeys(rest)]
    return [*found, Discard()] if may_be_face_down(rest, ruleset) else found


def may_be_face_down(rest: Cards, ruleset: Ruleset) -> bool:
    """True if the last of these cards may be discarded face down."""
    return rest.size == 1 and ruleset.discard.final is FinalDiscard.FACE_DOWN


@cache
def discard_of(card: Card) -> Discard:
    """Return the discard of a card, always the same one."""
    return Discard(Cards((card,)))


# List what a turn can meld: every choice of sequences and sets that may meet its requirements.
#
# A hand is shared out to the groups of ranks that make sets, beside the melds that they can join.

Counts = Mapping[Card, int]
"""Cards of a hand with their numbers; without suits if the suits of sets don't matter."""


class Share(NamedTuple):
    """The part of a hand that a group can lay: the cards of its ranks, and the wild cards.

    ``own`` are its cards with their numbers, ``on_table`` the melds on the table that they can join.
    """

    group: Group
    on_table: tuple[Meld, ...]
    own: tuple[tuple[Card, int], ...]
    wilds: Numbers

    @property
    def can_lay(self) -> bool:
        """True if there are cards to lay."""
        return bool(self.own) or (any(self.wilds) and (not self.group or bool(self.on_table)))

    def layings(self, ruleset: Ruleset, effort: Effort) -> Layings:
        """List what the cards can be laid as, as far as the effort allows."""
        most = effort.most // OF_GROUP
        return layings(self.group, self.on_table, self.own, self.wilds, ruleset, most)

    def whole(self, ruleset: Ruleset, effort: Effort) -> tuple[Laying, ...]:
        """List what all natural cards can be laid as, with wild cards, as far as the effort allows."""
        found = self.layings(ruleset, effort).at_once(len(self.own))
        effort.is_complete &= not isinstance(found, Some)
        return found


def shares(hand: Counts, melds: tuple[Meld, ...], ruleset: Ruleset) -> list[Share]:
    """Share out a hand, beside the melds of the side, to the groups in their order."""
    wilds = tuple([hand.get(card, 0) for card in wild_cards(ruleset)])
    own: dict[Group | None, tuple[tuple[Card, int], ...]] = {}
    for card, number in hand.items():
        group = groups_by_rank(ruleset).get(card.rank)
        own[group] = (*own.get(group, ()), (card, number))
    on_table: dict[Group | None, tuple[Meld, ...]] = {}
    for meld in melds:
        group = group_of(meld, ruleset)
        on_table[group] = (*on_table.get(group, ()), meld)
    # Wild cards are shared out to all groups.
    own[()] = ()
    return [Share(g, on_table.get(g, ()), own.get(g, ()), wilds) for g in groups(ruleset)]


OF_LISTED = 8
"""The number of layings that are looked at for one unit of work."""
BOUNDING = 4
"""The part of the work, one divided by this, that finds out which choices can't meet the requirements."""
OF_BOUNDS = 32
"""The number of layings that are added up for a bound for one unit of work."""
Parts = tuple[tuple[MeldOrLayOff, ...], ...]
"""A choice of lays: those of sequences, and those of each group of ranks."""


def turn_melds(
    hand: Cards,
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    missing: Missing,
    barred: Container[tuple[MeldOrLayOff, ...]],
    effort: Effort,
) -> Iterator[Parts]:
    """Yield every choice of lays that meets the requirements: sequences, then sets of the rest.

    ``barred`` are lays of a group to leave out. It may grow during the search: a caller can add the
    lays of a refused choice, and no later choice has them. The choices end when the ``effort`` is spent.
    """
    if not ruleset.melds.runs:
        yield from _Sets(hand, melds, ruleset, missing, barred, effort).every()
        return
    for melded, rest in run_choices(hand, melds, ruleset):
        if effort.stops():
            return
        effort.spend(COST_OF_TURN)
        cards = together(lay.cards for lay in melded)
        still = missing.without(points_to_open(missing.seen(cards), ruleset), cards.size)
        free = still.nothing if melded else missing.free
        still = still._replace(free=free)
        for sets in _Sets(rest, melds, ruleset, still, barred, effort).every():
            yield (melded, *sets)


class _Sets:
    """A search for the choices of sets that meet the requirements, group by group."""

    def __init__(
        self,
        hand: Cards,
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        missing: Missing,
        barred: Container[tuple[MeldOrLayOff, ...]],
        effort: Effort,
    ) -> None:
        wilds = ruleset.wild_ranks.each(hand)
        self._guard = guard_of(len(wilds))
        self.wilds = pack(wilds) | self._guard
        self.ruleset, self.missing, self.barred = ruleset, missing, barred
        self.effort = effort
        groups = shares(Counter(hand), melds, ruleset)
        self.groups = [group for group in groups if group.can_lay]
        # A search that stops at once needs no bounds.
        self._bounding = Effort(effort.most // BOUNDING if effort.left else 0, whole=effort)
        self._most: dict[tuple[int, int], tuple[int, int]] = {}

    def every(self) -> Iterator[Parts]:
        """Yield every choice that meets the requirements."""
        if self.missing.free or self.missing.points <= 0:
            yield ()
        yield from self._from(0, self.wilds, self.missing)

    def _from(self, first: int, wilds: int, missing: Missing) -> Iterator[Parts]:
        """Yield the choices that lay something, skipping branches that can't meet the requirements.

        ``wilds`` has the wild cards that are left, packed, with their guard bits.
        """
        if first == len(self.groups) or not self._can_meet(missing, first, wilds):
            return
        barred = self.barred
        for each in self._left(first, wilds):
            if self.effort.stops():
                return
            self.effort.spend(1)
            if not each.cards:
                yield from self._from(first + 1, wilds, missing)
                continue
            if each.melded in barred:
                continue
            still = missing.without(self._points(each), each.cards, only_out=each.only_out)
            if still.nothing:
                yield (each.melded,)
            for more in self._from(first + 1, wilds - each.spent, still):
                yield (each.melded, *more)
                # The caller has found meanwhile that these lays are illegal whatever is beside them.
                if each.melded in barred:
                    break

    def _left(self, group: int, wilds: int) -> Iterator[Laying]:
        """Yield the layings of a group with the wild cards that are left."""
        layings, guard = self.groups[group].layings(self.ruleset, self.effort), self._guard
        for at, each in enumerate(layings, start=1):
            if not at % OF_LISTED:
                self.effort.spend(1)
            if wilds - each.spent & guard == guard:
                yield each
        self.effort.is_complete &= not layings.is_cut

    def _points(self, laying: Laying) -> int:
        if self.missing.shown is None:
            return laying.to_open
        return self.missing.counted(laying.melded, self.ruleset)

    def _can_meet(self, missing: Missing, first: int, wilds: int) -> bool:
        """True if the groups from ``first`` on can still meet the requirements."""
        if missing.points <= 0 and not missing.all_of_it:
            return True
        points, cards = self._most_from(first, wilds)
        whole = cards >= missing.cards
        if missing.all_of_it and not whole:
            return False
        return (missing.or_all and whole) or points >= missing.points

    def _most_from(self, first: int, wilds: int) -> tuple[int, int]:
        """The most points, and the most cards, that the groups from ``first`` on can lay.

        If there are too many choices, these are all the cards that are left.
        """
        # Branch and bound: a bound for the groups that are left is found once for each number of wild cards.
        if first == len(self.groups):
            return 0, 0
        key = first, wilds
        if key not in self._most:
            few = self._bounding.left and self._parts is not None
            self._most[key] = (self._added_from if few else self._all_from)(first, wilds)
        return self._most[key]

    def _added_from(self, first: int, wilds: int) -> tuple[int, int]:
        """The same, added up from the lists of all choices."""
        parts = self._parts or []
        self._bounding.spend(len(parts[first]) // OF_BOUNDS)
        points = cards = 0
        for spent, most, number in parts[first]:
            if wilds - spent & self._guard == self._guard:
                more = self._most_from(first + 1, wilds - spent)
                points, cards = max(points, most + more[0]), max(cards, number + more[1])
        return points, cards

    @lazy
    def _parts(self) -> list[list[tuple[int, int, int]]] | None:
        """The most points and cards of each group for the wild cards spent; ``None`` if not all are listed."""
        found: list[list[tuple[int, int, int]]] = []
        for group in self.groups:
            layings = group.layings(self.ruleset, self.effort).at_once()
            if isinstance(layings, Some):
                return None
            self._bounding.spend(len(layings) // OF_LISTED)
            most: dict[int, tuple[int, int]] = {}
            for each in layings:
                points, cards = most.get(each.spent, (0, 0))
                most[each.spent] = max(points, self._points(each)), max(cards, each.cards)
            found.append([(spent, *numbers) for spent, numbers in most.items()])
        return found

    def _all_from(self, first: int, wilds: int) -> tuple[int, int]:
        """The points and the number of all cards of the groups from ``first`` on, and of the wild cards."""
        left = unpack(wilds, wild_cards(self.ruleset))
        own = [each for group in self.groups[first:] for each in group.own]
        cards = Cards([card for card, number in (*own, *left) for _ in range(number)])
        return points_to_open(self.missing.seen(cards), self.ruleset), cards.size


# Generate every legal turn of a player whose cards are known.
#
# The generator tries what could be played, meld by meld, and yields what the rules allow. Turns
# that result in the same table and end with the same card are one turn.

Key = tuple[object, ...]


def moves(
    view: View,
    ruleset: Ruleset,
    comes: Comes | None = None,
    effort: Effort | None = None,
) -> Iterator[Turn]:
    """Yield the legal turns, each once: stock before pile, few cards before many, low ranks first.

    ``view`` has the whole table, and the hand before the draw; ``comes`` has the cards of the
    draw: without them, no turn begins from the stock. The turns end when the ``effort`` is spent.
    Raises ``ValueError`` if the hand or the side's melds are unknown.
    """
    effort = effort or Effort(UNLIMITED)
    if view.hand is None or view.melds is None:
        raise ValueError("the hand and the melds of the side must be known")
    # A hand that has suits where they don't matter is slow to play from.
    view = view_under(ruleset, view).replace(held=Held(distinguished(view.hand, ruleset)))
    seen: set[Key] = set()
    begun = list(_starts(view, ruleset, comes or Comes(), effort))
    # Of turns with the same result, the one that joins no sets is listed.
    starts = [*begun, *(each for start in begun for each in _joined(start, view, ruleset))]
    for start in starts:
        for turn, key in _from(start, view, ruleset, effort):
            if key not in seen:
                seen.add(key)
                yield turn


def _starts(view: View, ruleset: Ruleset, comes: Comes, effort: Effort) -> Iterator[Start]:
    if comes.drawn is not None:
        hand = added_to(view.hand or NO_CARDS, comes.drawn, ruleset)
        foot, extra = comes.foot_after_draw, comes.extra_after_draw
        yield Start((Draw(comes.drawn),), hand, hand, view.melds or (), foot, extra)
    takes = list(takings(view, ruleset))
    tops = dict.fromkeys(take.top for take in takes)
    vain = {top for top in tops if top and _never_opens(top, view, ruleset, effort)}
    for start, play in with_pile([each for each in takes if each.top not in vain], view, ruleset):
        stands = judge(play, PICKUP, ruleset).legal
        if stands and judge(play, RULES_OF_ONE_LAY, ruleset).legal is not False:
            yield start._replace(foot=comes.foot_after_pile, extra=comes.extra_after_pile)


def _never_opens(top: Card, view: View, ruleset: Ruleset, effort: Effort) -> bool:
    """True if a side that has not opened surely can't do so with the top card of the pile.

    The search for that is short. Otherwise every choice of melds of a hand with a large pile would be
    tried, to find none. Going out may need no minimum, with the cards of the pile as well.
    """
    if view.has_opened or ruleset.opening.exempt is Exempt.ALWAYS:
        return False
    asked = view.replace(drew=Drew.PILE)
    found = openings(asked, ruleset, top=top, effort=effort.part(4))
    return not (found.possible or found.untried)


def _from(start: Start, view: View, ruleset: Ruleset, effort: Effort) -> Iterator[tuple[Turn, Key]]:
    """Yield the legal turns with one beginning, each with its key."""
    barred: set[tuple[MeldOrLayOff, ...]] = set()
    # A turn that may open with the pile may need any of its melds.
    bars = barred_on(start.on(view), ruleset) if view.has_opened is True or not start.take else None
    missing, playable = requirements(start, view, ruleset), start.playable(view, ruleset)
    for parts in turn_melds(playable, start.melds, ruleset, missing, barred, effort):
        effort.spend(COST_OF_TURN)
        melded = tuple([lay for part in parts for lay in part])
        rest = start.hand - together(lay.cards for lay in melded)
        begun = _melded(melded, rest, start, view, ruleset)
        if begun is None:
            # No end of the turn makes legal what the rules refuse already.
            barred.update(each for each in parts if each and bars is not None and bars(each))
        elif isinstance(begun, Start):
            yield from _from(begun, view, ruleset, effort)
        else:
            yield from _ended(begun, rest, start, ruleset, effort)
    if ruleset.special.hands and isinstance(start.clauses[-1], Draw):
        shown = Turn((*start.clauses, ShowSpecial(start.hand)))
        yield from _legal(Play(shown, view, ruleset, whole=True), ruleset)


def _melded(
    melded: tuple[MeldOrLayOff, ...], rest: Cards, start: Start, view: View, ruleset: Ruleset
) -> Play | Start | None:
    """Lay melds; return the play, or the start of the rest of the turn if it picks up the foot.

    ``None`` if the rules refuse it.
    """
    clauses: tuple[Clause, ...] = (*start.clauses, *((MeldDown(melded),) if melded else ()))
    play = Play(Turn(clauses), view, ruleset)
    foot = None
    if start.foot is not None and view.has_foot:
        picked_up = Play(Turn((*clauses, TakeFoot(start.foot))), view, ruleset)
        foot = picked_up if judge(picked_up, FEET, ruleset).legal else None
    # A draw alone is not judged yet: if it is illegal, it is refused with the end of the turn.
    begun = len(clauses) > 1 or play.takes
    # The foot may make a refused beginning legal; more melds may make one with the foot legal.
    tried = (play,) if foot is None else (play, foot)
    if begun and all(verdict_of(each, ruleset).legal is False for each in tried):
        return None
    if foot is None or start.foot is None:
        return play
    hand = added_to(rest, start.foot, ruleset)
    return Start((*clauses, TakeFoot(start.foot)), hand, hand, foot.melds or ())


def _ended(
    play: Play, rest: Cards, start: Start, ruleset: Ruleset, effort: Effort
) -> Iterator[tuple[Turn, Key]]:
    """Yield the legal ends of a turn whose melds are laid."""
    if ends_with_three(start.drawn, play.view.stock, ruleset):
        # The hand is over: such a turn has no discard.
        yield from _legal(play.as_whole(), ruleset)
        return
    if play.placements and not play.view.has_opened and start.extra:
        rest = added_to(rest, start.extra, ruleset)
    for end in ends(rest, ruleset):
        effort.spend(COST_OF_TURN)
        yield from _legal(play.as_whole(end), ruleset)


def _joined(start: Start, view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield a beginning with each choice of sets of a rank that are joined before more is laid."""
    for ranks in joinable(start.melds, ruleset)[1:]:
        alone = Play(Turn(tuple(map(Join, ranks))), view.replace(melds=start.melds), ruleset)
        if judge(alone, RULES_OF_ONE_LAY, ruleset).legal is not False:
            yield start.joining(ranks, ruleset)


def _legal(play: Play, ruleset: Ruleset) -> Iterator[tuple[Turn, Key]]:
    """Yield a whole turn with its key, if it is legal."""
    turn = listed(play, verdict_of(play, ruleset), ruleset)
    if turn is not None:
        yield turn, _comes_to(play, turn.clauses[-1])


def listed(play: Play, verdict: Judgement, ruleset: Ruleset) -> Turn | None:
    """Return a judged turn as it is listed; ``None`` if it isn't.

    If a player must ask before going out, the answer is yes.
    """
    if verdict.legal is False:
        return None
    last, down = play.discard, ruleset.discard.final is FinalDiscard.FACE_DOWN
    if down and last is not None and bool(play.goes_out) is bool(last.cards):
        # The discard is face down when going out, and face up otherwise.
        return None
    if Fact.ASKED not in verdict.unknown:
        return play.turn
    first, *others = play.turn.clauses
    return Turn((first, Ask(yes=True), *others))


def _comes_to(play: Play, end: Clause) -> Key:
    """The key of a turn, equal for equal turns: its beginning, the melds after it, its end."""
    melds = sorted(tuple(card.order for card in meld.cards) for meld in play.melds or ())
    return (play.take.top, play.take.whole, tuple(melds), end)
