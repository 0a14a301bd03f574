"""Generate every legal turn of a player whose cards are known: its beginning, its melds and its end.

The commands and the library call it.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from operator import itemgetter

from canasta_cli.engine.melds import judge_meld
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
    by_group,
    contains,
    group_of,
    groups,
    groups_by_rank,
    guard_of,
    layings,
    onto_name,
    pack,
    run_choices,
    unpack,
    wild_cards,
)
from canasta_cli.engine.points import points_to_open
from canasta_cli.engine.rule import Fact, Judgement, judge
from canasta_cli.engine.table import add_to_table, in_suit, joinable, place_of
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
from canasta_cli.rules.vocabulary import Contains, Exempt, FinalDiscard, LastRedThree
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
        """The cards of the hand that can be melded.

        They are none if the draw ends the hand, and no wild cards if the side opens without them.
        """
        ends = ends_with_three(self.drawn, view.stock, ruleset)
        if ends and ruleset.stock.last_red_three is not LastRedThree.MELD:
            return NO_CARDS
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


class Begun(NamedTuple):
    """A turn that has begun: its beginning, what was melded since then, and what it goes on with.

    ``added`` are the cards added to each of the ``melds``: first those of the beginning, then new ones.
    ``goal`` has all melds of some legal turn that it can become, if one is known.
    """

    start: Start
    hand: Cards
    melds: tuple[Meld, ...]
    added: tuple[Cards, ...]
    goal: "Begun | None" = None

    @classmethod
    def at(cls, start: Start) -> "Begun":
        """Return a beginning after which nothing was melded."""
        return cls(start, start.hand, start.melds, (NO_CARDS,) * len(start.melds))

    def melding(self, lays: Iterable[MeldOrLayOff], ruleset: Ruleset) -> "Begun":
        """Return the turn with more cards melded, each lay a new meld or added to one."""
        hand, melds, added = self.hand, list(self.melds), list(self.added)
        for lay in lays:
            place = place_of(in_suit(lay, ruleset), melds, ruleset)
            if place is None:
                melds.append(Meld(lay.cards, ruleset.wild_ranks))
                added.append(lay.cards)
            else:
                melds[place] = Meld(melds[place].cards + lay.cards, ruleset.wild_ranks)
                added[place] += lay.cards
            hand -= lay.cards
        return Begun(self.start, hand, tuple(melds), tuple(added))

    def clauses(self, ruleset: Ruleset) -> tuple[Clause, ...]:
        """Return the clauses so far."""
        melded = self.melded(ruleset)
        return (*self.start.clauses, MeldDown(melded)) if melded else self.start.clauses

    def covers(self, other: "Begun", ruleset: Ruleset) -> bool:
        """True if this turn melds all that another one with the same beginning does."""
        before, mine = by_group(self.start.melds, ruleset), by_group(self.melds, ruleset)
        return other.start is self.start and all(
            contains(mine.get(group, ()), melds, len(before.get(group, ())))
            for group, melds in by_group(other.melds, ruleset).items()
        )

    @property
    def changed(self) -> list[Meld]:
        """The melds that have new cards."""
        return [meld for meld, cards in zip(self.melds, self.added, strict=True) if cards.size]

    def melded(self, ruleset: Ruleset) -> tuple[MeldOrLayOff, ...]:
        """Return what was melded, one lay for each meld: sequences, then sets in their order."""
        order, before = (None, *groups(ruleset)), self.start.melds
        lays: list[tuple[int, MeldOrLayOff]] = []
        for at, (meld, cards) in enumerate(zip(self.melds, self.added, strict=True)):
            if cards.size:
                is_new = at >= len(before)
                lay = meld if is_new else LayOff(onto_name(at, before, ruleset), cards)
                lays.append((order.index(group_of(meld, ruleset)), lay))
        return tuple([lay for _, lay in sorted(lays, key=itemgetter(0))])


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
    on_table = by_group(melds, ruleset)
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
    begun: Begun,
    view: View,
    ruleset: Ruleset,
    barred: Container[tuple[MeldOrLayOff, ...]],
    effort: Effort,
) -> Iterator[Parts]:
    """Yield every choice of lays that meets the requirements: sequences, then sets of the rest.

    Each has all that the turn melds which has ``begun``. ``barred`` are lays of a group to leave out. It
    may grow during the search: a caller can add the lays of a refused choice, and no later choice
    has them. The choices end when the ``effort`` is spent.
    """
    start, missing = begun.start, requirements(begun.start, view, ruleset)
    hand, melds = start.playable(view, ruleset), start.melds
    before = by_group(melds, ruleset)
    after = by_group(begun.melds, ruleset) if begun.changed else {}
    least = {group: each for group, each in after.items() if each != before.get(group)}
    if not ruleset.melds.runs:
        yield from _Sets(hand, melds, ruleset, missing, barred, effort, least).every()
        return
    runs = before.get(None, ())
    for melded, rest in run_choices(hand, melds, ruleset):
        if effort.stops():
            return
        effort.spend(COST_OF_TURN)
        if None in least:
            _, laid = add_to_table(melded, runs, ruleset)
            if not contains(laid, least[None], len(runs)):
                continue
        cards = together(lay.cards for lay in melded)
        still = missing.without(points_to_open(missing.seen(cards), ruleset), cards.size)
        free = still.nothing if melded else missing.free
        still = still._replace(free=free)
        for sets in _Sets(rest, melds, ruleset, still, barred, effort, least).every():
            yield (melded, *sets)


class _Sets:
    """A search for the choices of sets that meet the requirements, group by group."""

    def __init__(  # noqa: PLR0913 - what is laid from, what is needed, and what is not
        self,
        hand: Cards,
        melds: tuple[Meld, ...],
        ruleset: Ruleset,
        missing: Missing,
        barred: Container[tuple[MeldOrLayOff, ...]],
        effort: Effort,
        least: Mapping[Group | None, tuple[Meld, ...]],
    ) -> None:
        wilds = ruleset.wild_ranks.each(hand)
        self._guard = guard_of(len(wilds))
        self.wilds = pack(wilds) | self._guard
        self.ruleset, self.missing, self.barred = ruleset, missing, barred
        self.effort = effort
        groups = shares(Counter(hand), melds, ruleset)
        # First the groups with melds that have to be there.
        groups.sort(key=lambda group: group.group not in least)
        self.groups = [group for group in groups if group.can_lay]
        self.least = [least.get(each.group, ()) for each in self.groups]
        self.needed = sum(map(bool, self.least))
        # A search that stops at once needs no bounds.
        self._bounding = Effort(effort.most // BOUNDING if effort.left else 0, whole=effort)
        self._most: dict[tuple[int, int], tuple[int, int]] = {}

    def every(self) -> Iterator[Parts]:
        """Yield every choice that meets the requirements."""
        if not self.needed and (self.missing.free or self.missing.points <= 0):
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
            if still.nothing and first + 1 >= self.needed:
                yield (each.melded,)
            for more in self._from(first + 1, wilds - each.spent, still):
                yield (each.melded, *more)
                # The caller has found meanwhile that these lays are illegal whatever is beside them.
                if each.melded in barred:
                    break

    def _left(self, group: int, wilds: int) -> Iterator[Laying]:
        """Yield the layings of a group with the wild cards that are left."""
        layings, guard = self.groups[group].layings(self.ruleset, self.effort), self._guard
        least, on_table = self.least[group], len(self.groups[group].on_table)
        for at, each in enumerate(layings, start=1):
            if not at % OF_LISTED:
                self.effort.spend(1)
            if wilds - each.spent & guard == guard and (
                not least or contains(each.melds, least, on_table)
            ):
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
    view = prepared(view, ruleset)
    seen: set[Key] = set()
    begun = list(beginnings(view, ruleset, comes or Comes(), effort))
    # Of turns with the same result, the one that joins no sets is listed.
    with_joins = [
        joined(start, ranks, view, ruleset)
        for start in begun
        for ranks in joinable(start.melds, ruleset)[1:]
    ]
    for start in filter(None, [*begun, *with_joins]):
        for _, turn, key in finished(Begun.at(start), view, ruleset, effort):
            if key not in seen:
                seen.add(key)
                yield turn


def prepared(view: View, ruleset: Ruleset) -> View:
    """Return a view as turns are generated from it.

    Raises ``ValueError`` if the hand or the side's melds are unknown.
    """
    if view.hand is None or view.melds is None:
        raise ValueError("the hand and the melds of the side must be known")
    # A hand that has suits where they don't matter is slow to play from.
    return view_under(ruleset, view).replace(held=Held(distinguished(view.hand, ruleset)))


def beginnings(view: View, ruleset: Ruleset, comes: Comes, effort: Effort) -> Iterator[Start]:
    """Yield the ways to begin a turn: with a draw, and with each legal way to take the pile."""
    if comes.drawn is not None:
        hand = added_to(view.hand or NO_CARDS, comes.drawn, ruleset)
        foot, extra = comes.foot_after_draw, comes.extra_after_draw
        yield Start((Draw(comes.drawn),), hand, hand, view.melds or (), foot, extra)
    takes = list(takings(view, ruleset))
    tops = dict.fromkeys(take.top for take in takes)
    vain = {top for top in tops if top and _never_opens(top, view, ruleset, effort)}
    for start, play in with_pile([each for each in takes if each.top not in vain], view, ruleset):
        stands = judge(play, PICKUP, ruleset).legal and _can_stand(play, start.hand, ruleset)
        if stands and judge(play, RULES_OF_ONE_LAY, ruleset).legal is not False:
            yield start._replace(foot=comes.foot_after_pile, extra=comes.extra_after_pile)


def _can_stand(play: Play, hand: Cards, ruleset: Ruleset) -> bool:
    """True if all melds of a play may be legal, perhaps with more natural cards of a hand."""
    for each in play.placements:
        meld, more = each.after, [card for card in hand if card.rank is each.after.rank]
        grown = [meld.cards + Cards(more[:number]) for number in range(len(more) + 1)]
        melds = [Meld(cards, ruleset.wild_ranks) for cards in grown]
        if all(judge_meld(each, ruleset).legal is False for each in melds):
            return False
    return True


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


Finished = tuple[tuple[MeldOrLayOff, ...], Turn, Key]
"""A legal turn with its key, and what it melds after some beginning, or until it picks up the foot."""


def finished(begun: Begun, view: View, ruleset: Ruleset, effort: Effort) -> Iterator[Finished]:
    """Yield the legal turns that a turn which has begun can become, few cards before many."""
    start = begun.start
    barred: set[tuple[MeldOrLayOff, ...]] = set()
    # A turn that may open with the pile may need any of its melds.
    bars = barred_on(start.on(view), ruleset) if view.has_opened is True or not start.take else None
    for parts in turn_melds(begun, view, ruleset, barred, effort):
        effort.spend(COST_OF_TURN)
        melded = tuple([lay for part in parts for lay in part])
        rest = start.hand - together(lay.cards for lay in melded)
        then = laid_down(melded, rest, start, view, ruleset)
        if then is None:
            # No end of the turn makes legal what the rules refuse already.
            barred.update(each for each in parts if each and bars is not None and bars(each))
        elif isinstance(then, Start):
            for _, turn, key in finished(Begun.at(then), view, ruleset, effort):
                yield melded, turn, key
        else:
            for turn, key in ended(then, rest, start, ruleset, effort):
                yield melded, turn, key
    for turn, key in () if begun.changed else special_hand(start, view, ruleset):
        yield (), turn, key


def laid_down(
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


def ended(
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


def special_hand(start: Start, view: View, ruleset: Ruleset) -> Iterator[tuple[Turn, Key]]:
    """Yield the turn that shows the whole hand at once after the draw, if that is legal."""
    if ruleset.special.hands and isinstance(start.clauses[-1], Draw):
        shown = Turn((*start.clauses, ShowSpecial(start.hand)))
        yield from _legal(Play(shown, view, ruleset, whole=True), ruleset)


def joined(start: Start, ranks: tuple[Rank, ...], view: View, ruleset: Ruleset) -> Start | None:
    """Return a beginning with the sets of some ranks joined; ``None`` if that is illegal."""
    alone = Play(Turn(tuple(map(Join, ranks))), view.replace(melds=start.melds), ruleset)
    stands = judge(alone, RULES_OF_ONE_LAY, ruleset).legal is not False
    stands = stands and _can_stand(alone, start.hand, ruleset)
    return start.joining(ranks, ruleset) if stands else None


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
