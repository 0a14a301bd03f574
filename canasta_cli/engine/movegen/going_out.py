"""Find ways to go out, by an exact search over everything a hand can lay that asks the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from heapq import merge
from itertools import islice

from canasta_cli.engine.items import Sheet, count
from canasta_cli.engine.movegen.choices import (
    PATIENCE,
    Choices,
    Pick,
    Places,
    Sum,
    choices,
    form_of,
    option_of,
)
from canasta_cli.engine.movegen.effort import MOST_LAYINGS, MOST_RUNS, Effort
from canasta_cli.engine.movegen.marks import Barred
from canasta_cli.engine.movegen.melds import Laying, Some, lay_offs_in, sequences_laid
from canasta_cli.engine.movegen.sequences import Runs, run_choices
from canasta_cli.engine.movegen.starts import Start, with_pile
from canasta_cli.engine.movegen.turn_melds import Share, shares
from canasta_cli.engine.movegen.ways import MOST_WAYS, NearMiss, Way, Ways
from canasta_cli.engine.placement import add_to_table, joinable
from canasta_cli.engine.rule import Fact, Gap, judge
from canasta_cli.engine.score import behind_sheet
from canasta_cli.engine.turn.case import view_under
from canasta_cli.engine.turn.going_out import find_special, judge_special
from canasta_cli.engine.turn.judge import Ruling, rule_on
from canasta_cli.engine.turn.taking import PICKUP, takings
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Cards, Rank, Shape
from canasta_cli.model.game import Out, Tally
from canasta_cli.model.turn import Clause, Discard, Draw, GoOut, Join, MeldDown, MeldOrLayOff, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class _Ending(NamedTuple):
    """What a hand can be laid as, group by group, and the last card if it is discarded.

    The first of the ``groups`` are the sequences. ``cards`` counts the cards to lay, ``wilds``
    the wild cards of each rank among them.
    """

    groups: list[tuple[Laying, ...]]
    discard: Rank | None
    cards: int
    wilds: tuple[int, ...]

    def choices(self, ruleset: Ruleset) -> Choices:
        """Return the choices of a laying in each group."""
        forms = [form_of(tuple(map(option_of, group))) for group in self.groups]
        return choices(tuple(forms), self.wilds, PATIENCE, ruleset.book)

    def melded(self, places: Places) -> tuple[MeldOrLayOff, ...]:
        """Return the lays of a choice."""
        chosen = zip(self.groups, places, strict=True)
        return tuple([lay for group, place in chosen for lay in group[place].melded])


class _End(NamedTuple):
    """A result that uses up the hand with one of the endings, and its choices in their order."""

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
    starts = _beginnings(hand, view, ruleset) if begun is None else _joining(begun, ruleset)
    effort = effort or Effort()
    searches = [_Search(view, ruleset, each, last, effort) for each in starts]
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
        any(search.untried for search in searches),
        () if ways or given else (Fact.MELDS,),
        None if ways else special or nearest,
    )


def _joining(begun: Start, ruleset: Ruleset) -> Iterator[Start]:
    """Yield a beginning with every choice of joined sets."""
    for joins in joinable(begun.melds, ruleset):
        yield begun.joining(joins, ruleset)


def _beginnings(hand: Cards, view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield the hand as it is, and with a known pile, each with every choice of joined sets."""
    begun = [Start((), hand, hand, view.melds or ())]
    if view.known_pile and view.drew is None:
        every = with_pile(takings(view, ruleset), view, ruleset)
        begun += [start for start, play in every if judge(play, PICKUP, ruleset).legal is not False]
    for each in begun:
        yield from _joining(each, ruleset)


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
    found, verdict = find_special(hand, ruleset), judge_special(hand, view, ruleset)
    if found is None:
        return None
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

    def __init__(
        self, view: View, ruleset: Ruleset, begun: Start, last: Discard | None, effort: Effort
    ) -> None:
        self.view, self.ruleset = view, ruleset
        self.begun, self.last, self.effort = begun, last, effort
        self.barred = Barred(begun.on(view) if begun.clauses else view, ruleset)
        self.nearest: NearMiss | None = None
        self.allowed, self.judged = cache(self._allowed), cache(self._judged)
        self.untried = False
        self.endings: list[_Ending] = []
        self.before = count(Tally(melds=view.melds or ()), ruleset).total

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
            way = self.judged(*key, places) if refused[key] < PATIENCE else None
            refused[key] += way is None
            ways += () if way is None else (way,)
            if len(ways) > MOST_WAYS:
                break
        return tuple(ways)

    def _of(self, end: _End, measure: tuple[int, int, int]) -> Iterator[_Listed]:
        """Yield the choices of an end as they are listed; few ends have more than are known."""
        total, ending = end.total, self.endings[end.ending]
        known = [places for _, places in end.picks]
        yield from [(measure, end.ending, places, total) for places in known]
        if len(known) == PATIENCE:
            search = ending.choices(self.ruleset)
            every = search.every(total.cards - total.wilds, total.wilds, total.spent, total.result)
            for places in islice(every, PATIENCE, MOST_WAYS + 1):
                yield measure, end.ending, places, total

    def _ends(self) -> Iterator[_End]:
        """Yield the results of the choices that use up the hand, as far as the effort allows."""
        for at, ending in enumerate(self._endings()):
            self.endings.append(ending)
            self.effort.spend(sum(map(len, ending.groups)) * (1 + sum(ending.wilds)) ** 2 // 32)
            search = ending.choices(self.ruleset)
            for total, picks in search.sums(ending.cards, sum(ending.wilds)):
                # Each result of the search is one of every group before.
                self.effort.spend(len(ending.groups))
                yield _End(at, total, picks)

    def _runs(self) -> Iterator[tuple[Runs, Laying]]:
        """Yield the choices of sequences; of those with one result, that with fewest lay-offs."""
        lying = tuple(meld for meld in self.begun.melds if meld.shape is Shape.RUN)
        found: dict[object, tuple[Runs, Laying]] = {}
        for number, runs in enumerate(run_choices(self.begun.hand, self.begun.melds, self.ruleset)):
            if number == MOST_RUNS:
                self.untried = True
                break
            first = sequences_laid(runs.melded, lying, self.ruleset)
            if first is None:
                continue
            key = frozenset(Counter(first.melds).items())
            if key not in found or lay_offs_in(runs.melded) < lay_offs_in(found[key][1].melded):
                found[key] = runs, first
        for runs, first in found.values():
            if not self.barred(*first.melded):
                yield runs, first

    def _endings(self) -> Iterator[_Ending]:
        """Yield everything that can be laid, for each choice of sequences and of a last discard."""
        for runs, first in self._runs():
            held = runs.rest.by_rank()
            for discard in self._discards(held):
                if self.effort.is_spent:
                    self.untried = True
                    return
                self.effort.spend(4)
                rest = {rank: number - (rank is discard) for rank, number in held.items()}
                counts = {Card(rank): number for rank, number in rest.items() if number}
                every = shares(counts, self.begun.melds, self.ruleset)
                groups: list[tuple[Laying, ...]] = [(first,)]
                for each in every:
                    if each.lying or each.can_lay:
                        groups.append(self.allowed(each))
                        if not groups[-1]:
                            break
                else:
                    wilds = tuple([rest.get(wild, 0) for wild in self.ruleset.wild_ranks.wild])
                    cards = first.cards + sum(rest.values())
                    yield _Ending(groups, discard, cards, wilds)

    def _discards(self, held: Mapping[Rank, int]) -> tuple[Rank | None, ...]:
        """List the ranks that may be the last discard, and ``None`` for none."""
        if self.last is None:
            return (None, *held)
        return tuple([rank for rank in held if not self.last.cards or self.last.cards.of(rank)])

    def _allowed(self, share: Share) -> tuple[Laying, ...]:
        """List the layings of all natural cards that no rule refuses by themselves."""
        naturals, every = sum([number for _, number in share.own]), share.layings(self.ruleset)
        self.effort.spend(len(every))
        whole = [each for each in every if each.cards - each.wilds == naturals]
        # The search takes each laying with every number of the wild cards.
        step = len(whole) * (1 + sum(share.wilds)) // MOST_LAYINGS + 1
        self.untried |= step > 1 or isinstance(every, Some)
        return tuple([each for each in whole[::step] if not self.barred(*each.melded)])

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
        melds = ruling.play.melds
        lying = tuple(each.after for each in ruling.play.placements) if melds is None else melds
        out = Out.CONCEALED if ruling.concealed else Out.PLAIN
        return count(Tally(melds=lying, out=out), self.ruleset)
