"""Find ways to open, by an exact search over everything a hand can lay that asks the rules."""

from collections.abc import Iterator
from itertools import islice

from canasta_cli.engine.movegen.choices import (
    PATIENCE,
    Choice,
    Choices,
    Measure,
    best_first,
    choices,
)
from canasta_cli.engine.movegen.effort import MOST_RUNS, Effort
from canasta_cli.engine.movegen.melds import sequences_laid
from canasta_cli.engine.movegen.offers import Offers, Pile, only, table_of
from canasta_cli.engine.movegen.sequences import run_choices
from canasta_cli.engine.movegen.ways import MOST_WAYS, NearMiss, Way, Ways
from canasta_cli.engine.rule import Fact, Missing, Verdict
from canasta_cli.engine.turn.case import view_under
from canasta_cli.engine.turn.judge import verdict_on
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Onto
from canasta_cli.model.turn import MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import DeadRank, Exempt, Portion
from canasta_cli.values import NamedTuple

MINIMUM = "opening.minimum"
MOST_NEAR = 40
"""The number of refused choices of melds that are searched for a near miss."""


class Openings(NamedTuple):
    """The result of a search for an opening: the best way by each measure, or the points missing.

    If nothing opens, ``short`` is the number of points that the best melds lack, and ``refused``
    are melds with enough points that a rule refuses. ``untried`` is true if the hand has too many
    choices of sequences to try them all.
    """

    fewest_cards: Way | None
    most_points: Way | None
    fewest_wilds: Way | None
    short: int
    refused: NearMiss | None = None
    untried: bool = False

    @property
    def possible(self) -> bool:
        """True if there is a way."""
        return self.fewest_cards is not None


def _by_cards(cards: int, wilds: int, points: int) -> tuple[int, ...]:
    return cards, -points, wilds


def _by_points(cards: int, wilds: int, points: int) -> tuple[int, ...]:
    return -points, cards, wilds


def _by_wilds(cards: int, wilds: int, points: int) -> tuple[int, ...]:
    return wilds, cards, -points


def openings(view: View, ruleset: Ruleset, *, top: Card | None = None) -> Openings:
    """Find the best ways for a hand to open; with ``top``, also among those that take the pile.

    ``view.hand`` must be given, as the hand after the draw, or before the pile is taken. A turn
    that began with the pile opens only with its top card, if that is given.
    """
    search = _Search(view, ruleset, top)
    answer = search.answer()
    if answer.best:
        ways = [search.way(*found) for found in answer.best]
        fewest, most, pure = [ways[at] for at in answer.measures]
        return Openings(fewest, most, pure, 0, None, search.untried)
    near = search.refused() if answer.near else None
    return Openings(None, None, None, answer.short, near, search.untried)


def ways_to_open(view: View, ruleset: Ruleset, *, top: Card | None = None) -> Ways:
    """List every way that :func:`openings` chooses from, fewest cards first."""
    search = _Search(view, ruleset, top, keep=MOST_WAYS + 1)
    found = tuple(islice(search.ways(_by_cards), MOST_WAYS + 1))
    return Ways(found[:MOST_WAYS], len(found) > MOST_WAYS, search.untried)


class _Judged(NamedTuple):
    """The verdict on a choice: the rules that refuse it; what :class:`Way` says about a legal one."""

    against: frozenset[str]
    unknown: tuple[Missing, ...]
    spared: str


class _Answer(NamedTuple):
    """The best choices, and which of them is it by each measure; if there are none, the points missing.

    ``near`` is true then if some choice has enough points.
    """

    best: list[tuple[Choice, _Judged]]
    measures: list[int]
    short: int = 0
    near: bool = False


class _Begun(NamedTuple):
    """What a hand can lay, group by group, and the search through it.

    The first of the ``groups`` are the sequences, if there are any. ``takes`` is the top card if
    the pile is taken.
    """

    groups: list[Offers]
    search: Choices
    takes: Card | None = None


class _Search:
    """A search through the choices of a hand that may open.

    The verdict on a choice without the pile depends only on its result, on the number of cards in
    the hand, and on whether there are enough points: it is kept for other hands on the same table.
    """

    def __init__(self, view: View, ruleset: Ruleset, top: Card | None, *, keep: int = 1) -> None:
        view = view_under(ruleset, view)
        self.given, self.ruleset, self.table = view, ruleset, table_of(view, ruleset)
        self.hand = view.hand or NO_CARDS
        self.untried = self.near = False
        self.effort = Effort()
        piles = () if top is None else _piles(top, self._view, ruleset)
        alone = () if piles and view.drew is Drew.PILE else (None,)
        keep = max(keep, PATIENCE) if piles else keep
        self.begun = list(self._beginnings((*alone, *piles), keep))
        self.searches = [each.search for each in self.begun]

    def answer(self) -> _Answer:
        """Return the best choices; those of a hand with one search are kept for other hands."""
        if len(self.begun) != 1 or not self._is_kept(0):
            return self._new_answer()
        key = self.hand.size, self.searches[0]
        found: _Answer | None = self.table.answers.get(key)
        return self.table.answers.keep(key, self._new_answer()) if found is None else found

    def _new_answer(self) -> _Answer:
        best: list[tuple[Choice, _Judged]] = []
        measures: list[int] = []
        for measure in (_by_cards, _by_points, _by_wilds):
            found = next(self._legal(measure), None)
            if found is None:
                short = max(self.table.needed - self._most_points(), 0)
                return _Answer(best, measures, short, self.near)
            best += [] if found in best else [found]
            measures.append(best.index(found))
        return _Answer(best, measures)

    def ways(self, measure: Measure) -> Iterator[Way]:
        """Yield the ways that no rule refuses, the best by a measure first, each once."""
        seen = set()
        for found in self._legal(measure):
            way = self.way(*found)
            if (way.melds, way.takes) not in seen:
                seen.add((way.melds, way.takes))
                yield way

    def refused(self) -> NearMiss | None:
        """Find the refused melds with enough points that the fewest findings refuse."""

        def against(choice: Choice) -> NearMiss:
            way = self.way(choice)
            return NearMiss(way, self._verdict(way).refused)

        enough = best_first(self.searches, _by_points, self._enough, against)
        # Among equals, those with the most points; a few dozen are enough to find a near miss.
        return min(islice(enough, MOST_NEAR), key=lambda one: len(one.against), default=None)

    def way(self, choice: Choice, judged: _Judged | None = None) -> Way:
        """Return the way of a choice."""
        begun, total = self.begun[choice.search], choice.total
        groups = zip(begun.groups, choice.places, strict=True)
        chosen = [group.offers[place] for group, place in groups]
        takings = [each.taking for each in chosen if each.taking]
        return Way(
            tuple([lay for each in chosen for lay in each.laying.melded]),
            choice.points,
            total.cards,
            total.wilds,
            begun.takes,
            takings[0] if takings else None,
            judged.spared if judged else "",
            unknown=judged.unknown if judged else (),
        )

    def _legal(self, measure: Measure) -> Iterator[tuple[Choice, _Judged]]:
        """Yield the choices that no rule refuses, with the verdicts."""

        def ask(choice: Choice) -> tuple[Choice, _Judged] | None:
            self.near = True
            judged = self._judged(choice)
            return None if judged.against else (choice, judged)

        return best_first(self.searches, measure, self._enough, ask)

    def _most_points(self) -> int:
        """The most points of melds that no rule refuses, except for the minimum."""

        def fits(choice: Choice) -> int | None:
            return choice.points if self._judged(choice).against <= {MINIMUM} else None

        return next(best_first(self.searches, _by_points, lambda *_: True, fits), 0)

    def _beginnings(self, piles: tuple[Pile | None, ...], keep: int) -> Iterator[_Begun]:
        """Yield everything that can be laid from the hand, without the pile and with it."""
        for number, runs in enumerate(run_choices(self.hand, (), self.ruleset)):
            if number == MOST_RUNS or self.effort.is_spent:
                self.untried = True
                return
            first = sequences_laid(runs.melded, (), self.ruleset) if runs.melded else None
            if runs.melded and first is None:
                continue
            wilds = self.table.wilds(runs.rest)
            for pile in piles:
                groups = self.table.offers(runs.rest, pile)
                self.untried |= any(group.is_cut for group in groups)
                work = sum([len(each.form.first(keep)) for each in groups]) * (1 + sum(wilds))
                self.effort.spend(work * (1 + runs.rest.size) // 256)
                if first is not None:
                    groups.insert(0, only(first))
                forms = tuple([group.form for group in groups])
                search = choices(forms, wilds, keep, self.ruleset.book)
                yield _Begun(groups, search, None if pile is None else pile.top)

    def _enough(self, cards: int, points: int, canastas: bool) -> bool:
        """True if there are enough points, or if the rules may allow the melds without them."""
        if points >= self.table.needed or not canastas:
            return points >= self.table.needed
        opening = self.ruleset.opening
        whole = cards >= self.hand.size - 1 and opening.exempt is not Exempt.NEVER
        return opening.splash or whole

    @property
    def _view(self) -> View:
        """The table with the hand."""
        return self.table.view.replace(held=self.given.held)

    def _verdict(self, way: Way) -> Verdict:
        view = self._view.with_pile(None) if way.takes is None else self._view
        return verdict_on(turn_of(way), view, self.ruleset)

    def _judged(self, choice: Choice) -> _Judged:
        """Judge a choice, unless the verdict on it is known."""
        if not self._is_kept(choice.search):
            return self._new_judged(choice)
        total, enough = choice.total, choice.points >= self.table.needed
        key = self.hand.size, total.cards, total.wilds, total.result, enough
        found: _Judged | None = self.table.verdicts.get(key)
        return self.table.verdicts.keep(key, self._new_judged(choice)) if found is None else found

    def _is_kept(self, which: int) -> bool:
        """True if the verdicts of a search hold for other hands too.

        That is without the pile, and if no fact or value is missing that depends on the cards.
        """
        dead = self.ruleset.melds.dead_rank is not DeadRank.NEVER
        missing = self.ruleset.unknown or (dead and self.given.their_melds is None)
        return self.begun[which].takes is None and not missing

    def _new_judged(self, choice: Choice) -> _Judged:
        way = self.way(choice)
        verdict = self._verdict(way)
        unknown = verdict.unknown
        if way.takes is not None and self.given.pile_size is None:
            # The hand is given; only the cards of the pile that would come to it are missing.
            unknown = tuple(dict.fromkeys(Fact.PILE_SIZE if u is Fact.HAND else u for u in unknown))
        against = frozenset([finding.rule for finding in verdict.refused])
        return _Judged(against, unknown, _spared(way, verdict))


def _spared(way: Way, verdict: Verdict) -> str:
    """The reason why a way needs no minimum; empty if it has enough points."""
    found = (f.reason for f in verdict.findings if f.rule == MINIMUM)
    return next((each.says for each in found if way.value < (each.needed or 0)), "")


def _piles(top: Card, view: View, ruleset: Ruleset) -> tuple[Pile, ...]:
    """List the pile with each card with which it may be taken, each rank once: the top one, or any."""
    pile = view.known_pile or ()
    cards = (top, *reversed(pile)) if ruleset.pile.portion is Portion.PART else (top,)
    ranks = dict.fromkeys([card.rank for card in cards])
    return tuple([Pile(Card(rank), view, ruleset) for rank in ranks])


def turn_of(way: Way) -> Turn:
    """Return the way as a turn that the rules can judge."""
    if way.takes is None or way.taking is None:
        return Turn((MeldDown(way.melds),))
    taken, shown = way.taking
    then: list[MeldOrLayOff] = list(way.melds)
    then.remove(taken)
    added = taken.cards - Cards((way.takes, *shown))
    if added:
        then.insert(0, LayOff(Onto(taken.rank), added))
    return Turn((Take(way.takes, shown, then=tuple(then)),))
