"""Find ways to go out, by an exact search, and ways to play what a question leaves open in a known hand.

The commands and the library call it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from heapq import merge
from itertools import islice

from canasta_cli.engine.facts import Condition, Possibility
from canasta_cli.engine.items import Sheet, count
from canasta_cli.engine.movegen.choices import (
    MOST_WAYS,
    PATIENCE,
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
from canasta_cli.engine.movegen.initial_melds import turn_of, ways_to_open
from canasta_cli.engine.movegen.legal_turns import Share, Start, shares, with_pile
from canasta_cli.engine.movegen.melds import (
    OF_GROUP,
    TURN,
    Effort,
    Laying,
    Runs,
    lay_offs_in,
    run_choices,
    sequences_laid,
)
from canasta_cli.engine.points import in_packs
from canasta_cli.engine.rule import Fact, Finding, Gap, Verdict, judge
from canasta_cli.engine.score import behind_sheet
from canasta_cli.engine.table import add_to_table, joinable
from canasta_cli.engine.turn.case import Play, view_under
from canasta_cli.engine.turn.going_out import final_discard, find_special, whole_hand
from canasta_cli.engine.turn.judge import Ruling, rule_on, verdict_on
from canasta_cli.engine.turn.settle import Ask, settle
from canasta_cli.engine.turn.taking import PICKUP, distinguished, in_suits, takings
from canasta_cli.engine.view import UNKNOWN, Drew, Held, Question, View, is_laid_out, like, without
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, Shape
from canasta_cli.model.game import Out, Tally
from canasta_cli.model.turn import (
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
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import either

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
        return choices(tuple(forms), self.wilds, PATIENCE, ruleset)

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
        _Search(view, ruleset, start.joining(ranks, ruleset), last, effort)
        for start in ([begun] if begun is not None else _beginnings(hand, view, ruleset))
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


def _beginnings(hand: Cards, view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield the hand as it is, and with a known pile."""
    yield Start((), hand, hand, view.melds or ())
    if view.known_pile and view.drew is None:
        every = with_pile(takings(view, ruleset), view, ruleset)
        yield from [
            start for start, play in every if judge(play, PICKUP, ruleset).legal is not False
        ]


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
    verdict = verdict_on(shown, view.replace(held=Held(hand)), ruleset)
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
        self.barred = barred_on(begun.on(view) if begun.clauses else view, ruleset)
        self.nearest: NearMiss | None = None
        self.allowed, self.judged = cache(self._allowed), cache(self._judged)
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
        total = end.total
        known = [places for _, places in end.picks]
        yield from [(measure, end.ending, places, total) for places in known]
        if len(known) == PATIENCE:
            every = end.search.every(
                total.cards - total.wilds, total.wilds, total.spent, total.result
            )
            for places in islice(every, PATIENCE, MOST_WAYS + 1):
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
            part = self.effort.part(2)
            search = ending.choices(self.ruleset)
            sums = list(search.sums(ending.cards, sum(ending.wilds), part))
            self.effort.is_complete &= part.is_complete
            if part.is_complete or not part.most:
                self.endings.append(ending)
                return [_End(search, at, total, picks) for total, picks in sums]
            ending = ending.within(ending.work // THINNER)

    def _runs(self) -> Iterator[tuple[Runs, Laying]]:
        """Yield the choices of sequences; of those with one result, that with fewest lay-offs."""
        on_table = tuple(meld for meld in self.begun.melds if meld.shape is Shape.RUN)
        found: dict[object, tuple[Runs, Laying]] = {}
        listing = self.effort.part(4)
        for runs in run_choices(self.begun.hand, self.begun.melds, self.ruleset):
            if listing.stops():
                self.effort.is_complete = False
                break
            listing.spend(TURN)
            first = sequences_laid(runs.melded, on_table, self.ruleset)
            if first is None:
                continue
            key = frozenset(Counter(first.melds).items())
            if key not in found or lay_offs_in(runs.melded) < lay_offs_in(found[key][1].melded):
                found[key] = runs, first
        for runs, first in found.values():
            if not self.barred(first.melded):
                yield runs, first

    def _endings(self) -> Iterator[_Ending]:
        """Yield everything that can be laid, for each choice of sequences and of a last discard."""
        every = [
            (first, held, discard)
            for runs, first in self._runs()
            for held in (runs.rest.by_rank(),)
            for discard in self._discards(held)
        ]
        for still, (first, held, discard) in zip(range(len(every), 0, -1), every, strict=True):
            if self.effort.stops():
                return
            self.effort.spend(TURN)
            rest = {rank: number - (rank is discard) for rank, number in held.items()}
            counts = {Card(rank): number for rank, number in rest.items() if number}
            groups: list[tuple[Laying, ...]] = [(first,)]
            for each in shares(counts, self.begun.melds, self.ruleset):
                if self.effort.stops():
                    return
                if each.can_lay:
                    groups.append(self.allowed(each))
                    if not groups[-1]:
                        break
            else:
                wilds = tuple([rest.get(wild, 0) for wild in self.ruleset.wild_ranks.wild])
                cards = first.cards + sum(rest.values())
                ending = _Ending(groups, discard, cards, wilds)
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
        step = len(whole) * TURN * OF_GROUP // self.effort.most + 1
        self.effort.is_complete &= step == 1
        some = whole[::step]
        self.effort.spend(len(some) * TURN)
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
        return count(Tally(melds=ruling.play.known_melds, out=out), self.ruleset)


# Find the ways to play what a question leaves open in a known hand.
#
# The cards that take the pile may be open, the melds that use up the hand, or both. Each way that
# is found is judged like a question that names its cards.

MOST_PLAYS = 60
"""The number of ways to go out that are judged for one question."""
JUDGED = 20
"""The work of judging one of them."""
AN_ASK = 10
"""The work that takes as long as asking the rules once."""
LARGEST_HAND = 13
"""The number of cards up to which each card that can be drawn is tried with the hand."""
_NEEDS = {
    Fact.HAND: "your other cards allow it",
    Fact.MELDS: "your side's melds allow it",
    Fact.DRAWN: "the cards you draw allow it",
    Fact.PILE: "the cards of the pile allow it",
}


def search(question: Question, ask: Ask, effort: Effort | None = None) -> Ruling:
    """Answer a question; if it leaves cards of a known hand open, find the ways to play it.

    If there are any, they are the ``found`` of the ruling. If the question names cards and the answer
    is no, the fix is a way that is legal.
    """
    effort = effort or Effort()
    every = _AnswerSearch(question, ask, effort)
    if every.is_open:
        return every.answer()._replace(asked=effort.spent // AN_ASK)
    ruling = settle(question, ask)
    asked = _less_named(question, ruling) if ruling.verdict.legal is False else None
    if asked is None:
        return ruling
    others = _AnswerSearch(question._replace(turn=asked), ask, effort)
    ways = others.found(True) if others.is_open else ()
    return _with_fix(ruling, ways) if ways else ruling


def _less_named(question: Question, ruling: Ruling) -> Turn | None:
    """Return the turn without the melds that go out, without the cards that take the pile, or with it."""
    turn, top = question.turn, question.view.top
    if turn.melded and (question.out or turn.goes_out):
        open_melds = [each for each in turn.clauses if not isinstance(each, MeldDown)]
        return turn._replace(clauses=tuple(open_melds))
    if turn.take is not None:
        return _with_take(turn, turn.take._replace(hand=NO_CARDS, onto=None))
    if StockEnds in question.kinds and ruling.play.stock == 0 and top is not None:
        return Turn((Take(top),), turn.player)
    return None


def _with_take(turn: Turn, take: Take) -> Turn:
    every = [take if isinstance(each, Take) else each for each in turn.clauses]
    return turn._replace(clauses=tuple(every))


def _with_fix(ruling: Ruling, ways: tuple[Ruling, ...]) -> Ruling:
    """Name the first way as the fix of the deciding reason."""
    verdict = ruling.verdict
    first = verdict.refused[0]
    reason = first.reason._replace(instead=ways[0].play.turn, do=None)
    better = Finding(False, lambda: reason)
    better.row = first.row
    found = tuple([better if each == first else each for each in verdict.found])
    return ruling._replace(verdict=verdict._replace(found=found), found=ways)


class _AnswerSearch:
    """A search for the ways to play what a question leaves open.

    ``cut`` is true if some were found but not judged.
    """

    def __init__(self, question: Question, ask: Ask, effort: Effort) -> None:
        self.question, self.ask, self.effort = question, ask, effort
        self.ruleset = question.ruleset
        self.view = view_under(question.ruleset, question.view)
        self.cut = False
        self.out = self._out(question.turn)
        self.is_open = _open_take(question.turn) is not None or self.out is not None
        self._ways_out: dict[Turn, list[Turn]] = {}

    def answer(self) -> Ruling:
        """Return the answer: yes if there is a way, and no only if there certainly is none."""
        by_card = self._by_card_drawn()
        if by_card is not None:
            return by_card
        known = self.view.hand is not None
        ruling = settle(self.question, self.best) if known else self._surely()
        self.effort.is_complete &= not self.cut or ruling.verdict.legal is not False
        missing = self._missing()
        if ruling.verdict.legal is False and missing is not None:
            return self._with_anything(ruling, missing)
        return ruling._replace(found=self.found(ruling.verdict.legal), more=self.untried)

    @property
    def untried(self) -> bool:
        """True if there were too many ways to find them all."""
        return not self.effort.is_complete

    def found(self, legal: bool | None) -> tuple[Ruling, ...]:
        """List the ways with an answer, the first of those that differ in nothing that matters."""
        if legal is False:
            return ()
        *named, _ = self.each()
        some = [each for each in named if each.verdict.legal is legal]
        kinds = {_kind(each): each for each in reversed(some)}
        return tuple(reversed(kinds.values()))

    def each(self) -> Iterator[Ruling]:
        """Yield the answer about each way by itself, and about the turn as it is asked."""
        for turn in self._turns(self.view, self.question.turn):
            if turn is not self.question.turn and self.effort.stops():
                continue
            self.effort.spend(JUDGED)
            yield settle(self.question._replace(turn=turn), self.ask)

    def _surely(self) -> Ruling:
        """Return the best answer about cards that a partly known hand has; others may be better."""
        ruling = min(self.each(), key=_against)
        if ruling.verdict.legal is not None:
            return ruling
        return _undecided(ruling, Fact.HAND, _NEEDS[Fact.HAND])

    def best(self, asked: Question) -> Ruling:
        """Return the verdict on a legal way; if there is none, on the one that is closest to it."""
        best: Ruling | None = None
        for turn in self._turns(view_under(self.ruleset, asked.view), asked.turn):
            if best is not None and self.effort.stops():
                break
            self.effort.spend(JUDGED)
            ruling = self.ask(asked._replace(turn=turn))
            if best is None or _against(ruling) < _against(best):
                best = ruling
            if best.verdict.legal:
                break
        assert best is not None  # noqa: S101 - the turn as it is asked is one
        return best

    def _turns(self, view: View, asked: Turn) -> Iterator[Turn]:
        """Yield the ways to play a turn, and the turn as it is asked."""
        for turn in self._taking(view, asked):
            out = self._out(turn)
            if out is not None:
                yield from self._going_out(turn, out)
            elif turn is not asked:
                yield turn
        yield asked

    def _taking(self, view: View, turn: Turn) -> Iterator[Turn]:
        """Yield a turn with each way to take the pile, if that is open."""
        take = _open_take(turn)
        if take is None or take.top is None:
            yield turn
            return
        seen = view if view.top else view.replace(pile=(take.top,))
        cards = distinguished(view.held.cards, self.ruleset)
        for each in takings(seen, self.ruleset):
            if _same_top(each, take):
                suited = in_suits(each, cards, self.ruleset) if cards else (each,)
                for one in suited:
                    if not cards or not without(cards, one.hand)[1]:
                        yield _with_take(turn, take._replace(hand=one.hand, onto=one.onto))
        shown = view.held.cards
        if turn.clauses[-1] is take and not take.then and shown.size and not view.has_opened:
            yield from self._opening(turn, take, seen.replace(held=Held(shown)))

    def _opening(self, turn: Turn, take: Take, view: View) -> Iterator[Turn]:
        """Yield the turn with the fewest other melds that open, for each way to take the pile."""
        asked = view.replace(drew=Drew.PILE)
        found = ways_to_open(asked, self.ruleset, top=take.top, effort=self.effort)
        takes = [opens for way in found.ways if (opens := turn_of(way).take) is not None]
        kinds = {each.hand: each for each in reversed(takes) if _same_top(each, take)}
        for opens in sorted(kinds.values(), key=lambda each: each.hand.size):
            yield _with_take(turn, take._replace(hand=opens.hand, onto=opens.onto, then=opens.then))

    def _out(self, turn: Turn) -> Play | None:
        """Return what is given of a turn that goes out, if cards are left to play; ``None`` if there are none.

        A turn that names melds leaves no others open.
        """
        ends = {NoDiscard, ShowSpecial} & {type(each) for each in turn.clauses}
        if ends or turn.melded or not (self.question.out or turn.goes_out):
            return None
        given = tuple([each for each in turn.clauses if not isinstance(each, Discard | GoOut)])
        begun, last = Play(Turn(given), self.view, self.ruleset), turn.discard
        left = begun.left
        lacks = any(stage.held.lacks(stage.played) for stage in begun.stages)
        lacks = lacks or (last is not None and bool(left.lacks(last.cards)))
        return None if lacks or left.cards.size <= (last is not None) else begun

    def _going_out(self, turn: Turn, begun: Play) -> list[Turn]:
        """List the turn with each way to play the cards that are left."""
        left = begun.left
        if left.unseen or (left.unseen is None and self.view.hand is not None):
            return []
        if turn not in self._ways_out:
            start = Start(begun.turn.clauses, left.cards, left.cards, begun.known_melds)
            found = ways_out(self.view, self.ruleset, start, turn.discard, effort=self.effort)
            ways = found.ways or ((found.refused.way,) if found.refused else ())
            first = {(way.discard is None, way.bonuses): way for way in reversed(ways)}
            every = dict.fromkeys([*reversed(first.values()), *ways[:MOST_PLAYS]])
            self.cut |= len(ways) > len(every)
            self._ways_out[turn] = [_turn_of(way, turn, begun) for way in every]
        return self._ways_out[turn]

    def _missing(self) -> Fact | None:
        """The missing fact that may allow other ways; ``None`` if no fact does."""
        if self.view.hand is None or self.untried:
            return Fact.HAND
        if self.out and self.out.left.unseen != 0:
            return Fact.DRAWN if self.question.turn.draws else Fact.PILE
        melds = self.view.melds is None and self.view.has_opened is not False
        return Fact.MELDS if melds and self.out else None

    def _with_anything(self, ruling: Ruling, missing: Fact) -> Ruling:
        """Return the refusal if it holds whatever is missing; otherwise that it depends on that."""
        view = self.view.replace(held=UNKNOWN, minimum=0)
        if self.out:
            view = view.replace(melds=None, partner_melds=None, opened=None)
        asked = self.question._replace(view=view)
        whatever = _AnswerSearch(asked, self.ask, self.effort).best(asked)
        # Other melds, or a discard, may do what the turn as it is asked does not.
        open_to = {
            whole_hand.id,
            *({final_discard.id} if self.question.turn.discard is None else ()),
        }
        found = tuple([each for each in whatever.verdict.found if each.rule not in open_to])
        verdict = whatever.verdict._replace(found=found)
        if verdict.legal is False:
            return whatever._replace(verdict=verdict)
        needs = "there is a way that was not tried" if self.untried else _NEEDS[missing]
        return _undecided(ruling, missing, needs)._replace(more=self.untried)

    def _by_card_drawn(self) -> Ruling | None:
        """Answer for each card that can be drawn, if the one drawn is not given."""
        turn, ruleset = self.question.turn, self.ruleset
        draws = [each for each in turn.draws if not each.cards]
        one = ruleset.deal.draw == 1 and self.view.order is None
        hand = self.view.hand
        if not (self.out and draws and one) or hand is None or hand.size > LARGEST_HAND:
            return None
        answers: dict[Rank, Ruling] = {}
        for rank in Rank:
            if in_packs(rank, ruleset) and not is_laid_out(rank, ruleset):
                draw = draws[0]._replace(cards=Cards((Card(rank),)))
                clauses = [draw if each is draws[0] else each for each in turn.clauses]
                named = self.question._replace(turn=turn._replace(clauses=tuple(clauses)))
                answers[rank] = search(named, self.ask, self.effort)
        found = tuple([way for each in answers.values() for way in each.found[:1]])
        *_, worst = sorted(answers.values(), key=_against)
        every = {each.verdict.legal for each in answers.values()}
        if every in ({True}, {False}):
            return worst._replace(found=found)
        if not {True, False} <= every:
            return _undecided(worst, Fact.DRAWN, _NEEDS[Fact.DRAWN])._replace(found=found)
        legal = [rank.one for rank, each in answers.items() if each.verdict.legal]
        says = "" if None in every else f"legal if you draw {either(legal)}; otherwise not"
        depends = tuple(
            [_if(Fact.DRAWN, rank.value, each.verdict) for rank, each in answers.items()]
        )
        return _open(worst, Fact.DRAWN, says, depends)._replace(found=found)


def _open_take(turn: Turn) -> Take | None:
    """The clause that takes the pile with cards that are not named; ``None`` if there is none."""
    take = turn.take
    named = take is None or take.top is None or take.hand.size or take.onto is not None
    return None if named else take


def _same_top(one: Take, other: Take) -> bool:
    return one.top is not None and other.top is not None and like(one.top, other.top)


def _turn_of(way: Way, turn: Turn, begun: Play) -> Turn:
    """Return the turn with a way to play the cards that are left."""
    clauses = list(begun.given.clauses)
    if way.special is not None:
        return turn._replace(clauses=(*clauses, ShowSpecial(begun.left.cards)))
    melded, joins = way.melds, [Join(rank) for rank in way.joins]
    before = clauses[-1] if clauses and not joins else None
    if isinstance(before, MeldDown):
        melded = (*before.melded, *melded)
        clauses.pop()
    last = GoOut() if way.discard is None else turn.discard or Discard(Cards((way.discard,)))
    down: tuple[Clause, ...] = (MeldDown(melded),) if melded else ()
    return turn._replace(clauses=(*clauses, *joins, *down, last))


def _kind(ruling: Ruling) -> object:
    """The properties that matter to the table: how the pile is taken, the last discard, and what is paid."""
    play = ruling.play
    take, wild_ranks = play.take, play.ruleset.wild_ranks
    shown = wild_ranks.count(take.hand), take.hand.size
    return shown, take.onto, play.discard is None, ruling.bonuses, play.turn.special is None


def _against(ruling: Ruling) -> tuple[int, int]:
    """The weight of the reasons against a play, to compare plays: less if it is legal, most if illegal."""
    legal = ruling.verdict.legal
    return (0 if legal else 1 if legal is None else 2), len(ruling.verdict.refused)


def _undecided(ruling: Ruling, missing: Fact, needs: str) -> Ruling:
    """Return a ruling that depends on a fact of which no value can stand for the others."""
    allowed = tuple([each for each in ruling.verdict.found if each.ok])
    legal = ruling.verdict._replace(found=allowed, unknown=())
    against = ruling.verdict._replace(found=ruling.verdict.refused, unknown=())
    refused = Possibility((Condition(missing, "does not allow it"),), against, forbidden=True)
    depends = (_if(missing, "allows it", legal), refused)
    return _open(ruling, missing, f"legal if {needs}; otherwise not", depends)


def _if(fact: Fact, given: str, verdict: Verdict) -> Possibility:
    return Possibility((Condition(fact, given),), verdict)


def _open(
    ruling: Ruling, missing: Fact, condition: str, depends: tuple[Possibility, ...]
) -> Ruling:
    """Return a ruling that depends on a missing fact."""
    allowed = tuple([each for each in ruling.verdict.found if each.ok])
    unknown = tuple(dict.fromkeys((*ruling.verdict.unknown, missing)))
    verdict = Verdict(ruling.verdict.ruleset, allowed, unknown, ruling.verdict.again)
    return Ruling(ruling.play, verdict, depends, condition)
