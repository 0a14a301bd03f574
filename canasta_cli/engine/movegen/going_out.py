"""Find ways to go out, by an exact search.

The commands call it, and ``open_plays``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from heapq import merge
from itertools import islice

from canasta_cli.engine.items import Sheet, count
from canasta_cli.engine.movegen.choices import (
    MOST_WAYS,
    REFUSALS_UNTIL_GIVEN_UP,
    Choices,
    NearMiss,
    Pick,
    Places,
    Sum,
    Way,
    Ways,
    barred_on,
    choices,
    form_of,
    option_of,
)
from canasta_cli.engine.movegen.legal_turns import Start, with_pile
from canasta_cli.engine.movegen.melds import (
    COST_OF_TURN,
    OF_GROUP,
    Effort,
    Laying,
    Share,
    lay_offs_in,
    run_choices,
    shares,
)
from canasta_cli.engine.rule import Fact, Gap, judge
from canasta_cli.engine.score import behind_sheet
from canasta_cli.engine.table import add_to_table, joinable
from canasta_cli.engine.turn.case import Play, view_under
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.judge import Ruling, rule_on
from canasta_cli.engine.turn.taking import PICKUP, takings
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.game import Figure, Out, Tally
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    MeldOrLayOff,
    ShowSpecial,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.values import NamedTuple

# Find ways to go out, by an exact search over everything a hand can lay that asks the rules.


OF_LAYINGS = 64
"""The number of layings, each with two numbers of wild cards, that a search takes as one unit of work."""


THINNER = 4
"""How many times fewer layings a search takes if the effort was not enough."""


class _Ending(NamedTuple):
    """The layings of a hand, group by group, and the last card if it is discarded.

    The first of the ``groups`` are the sequences. ``cards`` counts the cards to lay, ``wilds``
    the wild cards of each rank among them.
    """

    groups: list[tuple[Laying, ...]]
    discard: Rank | None
    cards: int
    wilds: tuple[int, ...]

    @property
    def work(self) -> int:
        """The work of a search: it takes each laying with every number of the wild cards."""
        return sum(map(len, self.groups)) * (1 + sum(self.wilds)) ** 2 // OF_LAYINGS

    def within(self, most: int) -> "_Ending":
        """Leave out layings of large groups, so that the search takes no more work than that."""
        fit = most * OF_LAYINGS // (1 + sum(self.wilds)) ** 2 // len(self.groups)
        steps = [-(-len(group) // max(fit, 1)) for group in self.groups]
        return self._replace(groups=[g[::step] for g, step in zip(self.groups, steps, strict=True)])

    def choices(self, ruleset: Ruleset) -> Choices:
        """Return the choices of a laying in each group."""
        forms = [form_of(tuple(map(option_of, group))) for group in self.groups]
        return choices(tuple(forms), self.wilds, REFUSALS_UNTIL_GIVEN_UP, ruleset)

    def melded(self, places: Places) -> tuple[MeldOrLayOff, ...]:
        """Return the lays of a choice."""
        chosen = zip(self.groups, places, strict=True)
        return tuple([lay for group, place in chosen for lay in group[place].melded])


class _End(NamedTuple):
    """A result that uses up the hand with one of the endings, and its choices in their order."""

    search: Choices
    ending: int
    total: Sum
    picks: tuple[Pick, ...]


_Listed = tuple[tuple[int, int, int], int, Places, Sum]
"""A choice to list: a measure, its ending and layings to sort by, and its result."""


def ways_out(
    view: View,
    ruleset: Ruleset,
    begun: Start | None = None,
    last: Discard | None = None,
    *,
    effort: Effort | None = None,
) -> Ways:
    """List every way to go out with the whole hand, the one that earns most first.

    Showing it as a special hand is one of the ways. If the turn has ``begun``, these are the ways to go
    on; a ``last`` discard without a card may be any card.
    """
    view = view_under(ruleset, view)
    hand = begun.hand if begun is not None else view.hand
    if not hand:
        return Ways(())
    drawn = begun is None or all(isinstance(each, Draw) for each in begun.clauses)
    special = _special(hand, view, ruleset) if drawn and last is None else None
    effort = effort or Effort()
    searches = [
        _Search(start.joining(*ranks), last, effort)
        for start in ([begun] if begun is not None else _beginnings(view, ruleset))
        for ranks in joinable(start.melds, ruleset)
    ]
    ways = _once([(search.begun, way) for search in searches for way in search.ways()], ruleset)
    if special is not None and not special.against:
        ways = (special.way, *ways)
    if len(searches) > 1 or special is not None:
        # Each search lists its ways in this order already; the sort keeps it among equals.
        ways = tuple(sorted(ways, key=lambda way: -way.gain))
    near = [search.nearest for search in searches if search.nearest is not None]
    nearest = min(near, key=lambda one: len(one.against), default=None)
    given = view.melds is not None or view.opened is False
    return Ways(
        ways[:MOST_WAYS],
        len(ways) > MOST_WAYS,
        not effort.is_complete,
        () if ways or given else (Fact.MELDS,),
        None if ways else special or nearest,
    )


def _beginnings(view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield the hand as it is, and with a known pile."""
    yield Start((), view, ruleset)
    if view.known_pile and view.drew is None:
        for start in with_pile(takings(view, ruleset), view, ruleset):
            if judge(Play(Turn(start.clauses), view, ruleset), PICKUP, ruleset).legal is not False:
                yield start


def _once(ways: list[tuple[Start, Way]], ruleset: Ruleset) -> tuple[Way, ...]:
    """Keep the first of ways that result in the same melds, since joining sets may be needless."""
    if not any(way.joins for _, way in ways):
        return tuple(way for _, way in ways)
    found: dict[object, Way] = {}
    for begun, way in ways:
        _, melds = add_to_table(way.melds, begun.melds, ruleset)
        key = (way.take, frozenset(Counter(melds).items()), way.discard)
        found.setdefault(key, way)
    return tuple(found.values())


def _special(hand: Cards, view: View, ruleset: Ruleset) -> NearMiss | None:
    """Return the whole hand shown at once, if it is a special hand, and the findings against it."""
    found = find_special(hand, ruleset)
    if found is None:
        return None
    shown = Turn((ShowSpecial(hand),))
    verdict = rule_on(shown, view.replace(held=Held(hand)), ruleset).verdict
    way = Way(
        (),
        0,
        len(hand),
        ruleset.wild_ranks.count(hand),
        bonus=found.points,
        bonuses=(found.points,),
        gain=found.points,
        special=found,
        unknown=verdict.unknown,
    )
    return NearMiss(way, verdict.refused)


class _Search:
    """A search through the choices that use up a whole hand after some beginning."""

    def __init__(self, begun: Start, last: Discard | None, effort: Effort) -> None:
        self.view, self.ruleset = view, ruleset = begun.view, begun.ruleset
        self.begun, self.last, self.effort = begun, last, effort
        self.barred = barred_on(begun.on if begun.clauses else view, ruleset)
        self.nearest: NearMiss | None = None
        self.allowed, self.judged = cache(self._allowed), cache(self._judged)
        self.endings: list[_Ending] = []
        # Canastas that are given by their number keep the side from being without one.
        number = 0 if view.melds is not None else view.canastas or 0
        self.others = (Figure(Grade.NATURAL.value, number),) if number else ()
        self.before = count(Tally(melds=view.melds or (), figures=self.others), ruleset).total

    def ways(self) -> tuple[Way, ...]:
        """List the ways that no rule refuses, those that earn most first.

        Choices that reach the same end earn the same. So one choice for each end is judged first,
        and the others only as far as they are listed.
        """
        listed: list[Iterator[_Listed]] = []
        for end in self._ends():
            tried = (self.judged(end.ending, end.total, places) for _, places in end.picks)
            way = next((each for each in tried if each is not None), None)
            if way is not None:
                measure = -way.gain, -end.total.cards, end.total.wilds
                listed.append(self._of(end, measure))
        refused: Counter[tuple[int, Sum]] = Counter()
        ways: list[Way] = []
        for _, ending, places, total in merge(*listed):
            key = ending, total
            way = self.judged(*key, places) if refused[key] < REFUSALS_UNTIL_GIVEN_UP else None
            refused[key] += way is None
            ways += () if way is None else (way,)
            if len(ways) > MOST_WAYS:
                break
        return tuple(ways)

    def _of(self, end: _End, measure: tuple[int, int, int]) -> Iterator[_Listed]:
        """Yield the choices of an end as they are listed; few ends have more than are known."""
        total = end.total
        known = [places for _, places in end.picks]
        yield from [(measure, end.ending, places, total) for places in known]
        if len(known) == REFUSALS_UNTIL_GIVEN_UP:
            every = end.search.every(
                total.cards - total.wilds, total.wilds, total.spent, total.result
            )
            for places in islice(every, REFUSALS_UNTIL_GIVEN_UP, MOST_WAYS + 1):
                yield measure, end.ending, places, total

    def _ends(self) -> Iterator[_End]:
        """Yield the results of the choices that use up the hand, as far as the effort allows."""
        for at, ending in enumerate(self._endings()):
            self.effort.spend(ending.work)
            for end in self._results(at, ending):
                # Each result of the search is one of every group before.
                self.effort.spend(len(ending.groups))
                yield end

    def _results(self, at: int, ending: _Ending) -> list[_End]:
        """List the results of an ending, with so few layings that the effort is enough for them."""
        while True:
            # Too many choices: leave out layings until half of the effort is enough for the rest. What is
            # found is judged like any other way; the answer only says that it may not be all.
            part = self.effort.part(2)
            search = ending.choices(self.ruleset)
            sums = list(search.sums(ending.cards, sum(ending.wilds), part))
            self.effort.is_complete &= part.is_complete
            if part.is_complete or not part.most:
                self.endings.append(ending)
                return [_End(search, at, total, picks) for total, picks in sums]
            ending = ending.within(ending.work // THINNER)

    def _runs(self) -> Iterator[tuple[Cards, Laying]]:
        """Yield the choices of sequences; of those with one result, that with fewest lay-offs."""
        found: dict[object, tuple[Cards, Laying]] = {}
        listing = self.effort.part(4)
        for first, rest in run_choices(self.begun.hand, self.begun.melds, self.ruleset):
            if listing.stops():
                self.effort.is_complete = False
                break
            listing.spend(COST_OF_TURN)
            key = frozenset(Counter(first.melds).items())
            if key not in found or lay_offs_in(first.melded) < lay_offs_in(found[key][1].melded):
                found[key] = rest, first
        for rest, first in found.values():
            if not self.barred(first.melded):
                yield rest, first

    def _endings(self) -> Iterator[_Ending]:
        """Yield everything that can be laid, for each choice of sequences and of a last discard."""
        every = [
            (first, held, discard)
            for rest, first in self._runs()
            for held in (rest.by_rank(),)
            for discard in self._discards(held)
        ]
        for still, (first, held, discard) in zip(range(len(every), 0, -1), every, strict=True):
            if self.effort.stops():
                return
            self.effort.spend(COST_OF_TURN)
            rest = {rank: number - (rank is discard) for rank, number in held.items()}
            counts = {Card(rank): number for rank, number in rest.items() if number}
            groups: list[tuple[Laying, ...]] = [(first,)]
            for each in shares(counts, self.begun.melds, self.ruleset):
                if self.effort.stops():
                    return
                if each.can_lay:
                    groups.append(self.allowed(each))
                    # Cards of this group would be left over: another card must be the discard.
                    if not groups[-1]:
                        break
            else:
                wilds = tuple([rest.get(wild, 0) for wild in self.ruleset.wild_ranks.wild])
                cards = first.cards + sum(rest.values())
                ending = _Ending(groups, discard, cards, wilds)
                # At most half of what is left, so that something remains for the endings to come.
                most = self.effort.left // min(still, 2)
                if ending.work > most:
                    self.effort.is_complete = False
                    ending = ending.within(most)
                yield ending

    def _discards(self, held: Mapping[Rank, int]) -> tuple[Rank | None, ...]:
        """List the ranks that may be the last discard, and ``None`` for none."""
        if self.last is None:
            return (None, *held)
        return tuple([rank for rank in held if not self.last.cards or self.last.cards.of(rank)])

    def _allowed(self, share: Share) -> tuple[Laying, ...]:
        """List the layings of all natural cards that no rule refuses by themselves."""
        whole = share.whole(self.ruleset, self.effort)
        step = len(whole) * COST_OF_TURN * OF_GROUP // self.effort.most + 1
        self.effort.is_complete &= step == 1
        some = whole[::step]
        self.effort.spend(len(some) * COST_OF_TURN)
        return tuple([each for each in some if not self.barred(each.melded)])

    def _judged(self, at: int, total: Sum, places: Places) -> Way | None:
        """Return the way of a choice in one of the endings; ``None`` if a rule refuses it."""
        self.effort.spend(total.cards)
        ending = self.endings[at]
        melded, discard = ending.melded(places), ending.discard
        last: Clause = self.last or Discard(Cards((Card(discard),))) if discard else GoOut()
        down = (MeldDown(melded),) if melded else ()
        clauses: tuple[Clause, ...] = (*self.begun.clauses, *down, last)
        ruling = rule_on(Turn(clauses), self.view, self.ruleset, as_out=True)
        sheet = self._sheet(ruling)
        way = Way(
            melded,
            ruling.value,
            total.cards,
            total.wilds,
            discard=Card(discard) if discard else None,
            bonus=ruling.bonus,
            bonuses=ruling.bonuses,
            bonus_needs=ruling.bonus_needs,
            gain=sheet.total - self.before,
            joins=tuple([each.rank for each in self.begun.clauses if isinstance(each, Join)]),
            take=self.begun.take,
            unknown=(*ruling.verdict.unknown, *map(Gap, behind_sheet(sheet, self.ruleset))),
        )
        refused = ruling.verdict.refused
        if refused and (self.nearest is None or len(refused) < len(self.nearest.against)):
            self.nearest = NearMiss(way, refused)
        return None if refused else way

    def _sheet(self, ruling: Ruling) -> Sheet:
        """Count the side's sheet after the play, from its melds and going out alone."""
        out = Out.CONCEALED if ruling.concealed else Out.PLAIN
        melds = ruling.play.known_melds
        return count(Tally(melds=melds, out=out, figures=self.others), self.ruleset)
