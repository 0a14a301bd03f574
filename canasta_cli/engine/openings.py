"""Ways to open: an exact search over ranks and wild cards that asks the rules.

Wild cards are the only thing that ranks compete for, so the search goes rank by rank and keeps, for
every number of deuces, jokers and cards used and for the canastas made, the melds worth most.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from canasta_cli.engine.freezing import frozen_against
from canasta_cli.engine.known import Known
from canasta_cli.engine.minimum import minimum
from canasta_cli.engine.opening import highest
from canasta_cli.engine.pickup import pair_suffices
from canasta_cli.engine.referee import verdict_on
from canasta_cli.engine.run_ways import run_choices
from canasta_cli.engine.values import value, worth
from canasta_cli.engine.ways import MOST_RUNS, MOST_WAYS, WILDS, Part, Way, parts
from canasta_cli.model.cards import NATURALS, NO_CARDS, Card, Cards, Rank
from canasta_cli.model.turn import Lay, MeldDown, Take, Turn
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import Basis, Contains, Grade

# What melds are made of: a rank each, or wild cards alone.
MELDED: tuple[Rank | None, ...] = (*NATURALS, Rank.BLACK_THREE, None)
THREE = 3


class Openings(NamedTuple):
    """What a search for an opening found: the best ways by each measure, or how much is missing.

    ``short`` is how many points the best melds are short where nothing opens.
    """

    fewest_cards: Way | None
    most_points: Way | None
    fewest_wilds: Way | None
    short: int

    @property
    def possible(self) -> bool:
        """Whether there is any way."""
        return self.fewest_cards is not None


class Used(NamedTuple):
    """What some melds use of a hand, and what decides whether they may be laid.

    Canastas let one go out, and black threes may ask for it; some games open only with a ``pure``
    meld.
    """

    deuces: int = 0
    jokers: int = 0
    cards: int = 0
    canastas: tuple[Grade, ...] = ()
    black: int = 0
    pure: bool = False

    @property
    def wilds(self) -> int:
        """How many wild cards they use."""
        return self.deuces + self.jokers

    def plus(self, part: Part, *, asks_pure: bool) -> "Used":
        """With one more meld."""
        pure = part.rank is None or (not part.wilds and part.naturals >= THREE)
        canastas = self.canastas
        if part.grade is not None:
            canastas = tuple(sorted((*canastas, part.grade), key=lambda grade: grade.value))
        return Used(
            self.deuces + part.deuces,
            self.jokers + part.jokers,
            self.cards + part.cards,
            canastas,
            self.black + (part.naturals if part.rank is Rank.BLACK_THREE else 0),
            self.pure or (asks_pure and pure),
        )


class Together(NamedTuple):
    """Melds that can be laid together, and the card points that count for them."""

    points: int
    parts: tuple[Part, ...]


class Candidate(NamedTuple):
    """Melds that may be an opening, before the rules of play are asked about them."""

    used: Used
    melds: Together
    takes: Card | None
    runs: tuple[Lay, ...] = ()

    @property
    def way(self) -> Way:
        """The same as a way to open."""
        return Way(
            (*self.runs, *(part.meld for part in self.melds.parts)),
            self.melds.points,
            self.used.cards,
            self.used.wilds,
            takes=self.takes,
        )


Measure = Callable[[Candidate], tuple[int, ...]]


def _by_cards(each: Candidate) -> tuple[int, ...]:
    return each.used.cards, -each.melds.points


def _by_points(each: Candidate) -> tuple[int, ...]:
    return -each.melds.points, each.used.cards


def _by_wilds(each: Candidate) -> tuple[int, ...]:
    return each.used.wilds, each.used.cards, -each.melds.points


def openings(known: Known, ruleset: Ruleset, *, top: Card | None = None) -> Openings:
    """The best ways in which a hand can open; with ``top``, also among those that take the pile.

    ``known.hand`` is told, as the hand after the draw.
    """
    needed = points_needed(known, ruleset)
    found = _candidates(known, ruleset, top)
    enough = _enough(found, needed, ruleset)
    rules = _Rules(known, ruleset)
    fewest = rules.best(enough, _by_cards)
    if fewest is None:
        return Openings(None, None, None, max(needed - rules.most_points(found), 0))
    return Openings(fewest, rules.best(enough, _by_points), rules.best(enough, _by_wilds), 0)


def ways_to_open(known: Known, ruleset: Ruleset, *, top: Card | None = None) -> tuple[Way, ...]:
    """Every way that :func:`openings` chooses from, fewest cards first."""
    needed = points_needed(known, ruleset)
    found = _candidates(known, ruleset, top)
    enough = _enough(found, needed, ruleset)
    standing = _Rules(known, ruleset).standing(enough, _by_cards)
    return tuple(islice(standing, MOST_WAYS))


def _enough(found: list[Candidate], needed: int, ruleset: Ruleset) -> list[Candidate]:
    """Those with points enough, or with a canasta where that may do; the rules say whether it does."""
    return [
        each
        for each in found
        if each.melds.points >= needed or (ruleset.opening.splash and each.used.canastas)
    ]


def points_needed(known: Known, ruleset: Ruleset) -> int:
    """The card points that the initial meld asks for; the most that any does where nobody told."""
    if known.minimum is not None:
        return known.minimum
    if ruleset.opening.basis is Basis.DEAL and known.deal is not None:
        return minimum(0, known.deal, ruleset).points
    if known.total is not None:
        return minimum(known.total, known.deal or 1, ruleset).points
    return highest(ruleset)


def _candidates(known: Known, ruleset: Ruleset, top: Card | None) -> list[Candidate]:
    """All that can be laid from a hand, without the pile and with it."""
    found: list[Candidate] = []
    for runs in islice(run_choices(known.hand or NO_CARDS, (), ruleset), MOST_RUNS):
        hand = Counter(card.rank for card in runs.rest)
        ways = _reached(hand, ruleset)
        if top is not None and top.rank.natural and hand[top.rank]:
            # Only what is sure is suggested: a pile that may be frozen is taken as a frozen one.
            frozen = frozen_against(_unopened(known), ruleset).frozen is not False
            ways += _reached(hand, ruleset, top, frozen=frozen)
        found += (_with_runs(way, runs.lays, ruleset) for way in ways) if runs.lays else ways
        if runs.lays:
            found.append(_with_runs(Candidate(Used(), Together(0, ()), None), runs.lays, ruleset))
    return found


def _with_runs(found: Candidate, runs: tuple[Lay, ...], ruleset: Ruleset) -> Candidate:
    """The same with runs besides its sets."""
    cards = sum(len(run.cards) for run in runs)
    points = sum(worth(run.cards, ruleset) for run in runs)
    return found._replace(
        used=found.used._replace(cards=found.used.cards + cards),
        melds=found.melds._replace(points=found.melds.points + points),
        runs=runs,
    )


def _unopened(known: Known) -> Known:
    return known._replace(opened=False, melds=(), partner_melds=None)


Reached = dict[Used, Together]


def _reached(
    hand: Counter[Rank], ruleset: Ruleset, top: Card | None = None, *, frozen: bool = True
) -> list[Candidate]:
    """For all that melds can use of a hand, those worth most; with ``top`` those that take it."""
    deuces, jokers = (hand[rank] if ruleset.opening.wilds else 0 for rank in WILDS)
    book, asks_pure = Book(ruleset), ruleset.opening.contains is not Contains.ANYTHING
    reached: Reached = {Used(): Together(0, ())}
    for rank in MELDED:
        have = hand[rank] if rank is not None else 0
        if top is not None and rank is top.rank:
            options = parts(rank, have + 1, deuces, jokers, book)
            taking = tuple(_taking(options, top, ruleset, frozen=frozen))
            reached = _with(taking, reached, deuces, jokers, asks_pure=asks_pure)
        elif options := parts(rank, have, deuces, jokers, book):
            reached = _with(options, reached, deuces, jokers, asks_pure=asks_pure, or_without=True)
    return [Candidate(used, melds, top) for used, melds in reached.items() if melds.parts]


def _taking(
    options: Iterable[Part], top: Card, ruleset: Ruleset, *, frozen: bool
) -> Iterator[Part]:
    """The melds with which the top card can be taken, as far as they are of the hand and count."""
    uncounted = 0 if ruleset.opening.top_counts else value(top.rank, ruleset)
    for part in options:
        naturals = part.naturals - 1
        if pair_suffices(naturals, part.wilds, frozen=frozen, ruleset=ruleset):
            yield part._replace(naturals=naturals, points=part.points - uncounted)


def _with(
    options: tuple[Part, ...],
    reached: Reached,
    deuces: int,
    jokers: int,
    *,
    asks_pure: bool,
    or_without: bool = False,
) -> Reached:
    """What is reached with a meld more; of equal uses only the one worth most is kept."""
    further = dict(reached) if or_without else {}
    for used, melds in reached.items():
        for part in options:
            if used.deuces + part.deuces > deuces or used.jokers + part.jokers > jokers:
                continue
            now, points = used.plus(part, asks_pure=asks_pure), melds.points + part.points
            if now not in further or further[now].points < points:
                further[now] = Together(points, (*melds.parts, part))
    return further


class _Rules:
    """The rules asked about ways to open, about each way once."""

    def __init__(self, known: Known, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.with_pile = _unopened(known)
        self.without_pile = self.with_pile._replace(pile=None, pile_size=None, top=None)
        self.asked: dict[Way, set[str]] = {}

    def against(self, way: Way) -> set[str]:
        """The rules that stand against opening so."""
        if way not in self.asked:
            told = self.without_pile if way.takes is None else self.with_pile
            verdict = verdict_on(turn_of(way), told, self.ruleset)
            self.asked[way] = {finding.rule for finding in verdict.refused}
        return self.asked[way]

    def standing(self, found: list[Candidate], measure: Measure) -> Iterator[Way]:
        """The ways against which no rule stands, the best by a measure first."""
        ways = (each.way for each in sorted(found, key=measure))
        return (way for way in ways if not self.against(way))

    def best(self, found: list[Candidate], measure: Measure) -> Way | None:
        """The best way by a measure against which no rule stands."""
        return next(self.standing(found, measure), None)

    def most_points(self, found: list[Candidate]) -> int:
        """The most points of melds against which nothing stands but the minimum."""
        ways = (each.way for each in sorted(found, key=_by_points))
        fit = (way.value for way in ways if self.against(way) <= {"opening.minimum"})
        return next(fit, 0)


def turn_of(way: Way) -> Turn:
    """The way as a turn that the rules can judge."""
    if way.takes is None:
        return Turn((MeldDown(way.melds),))
    top = Card(way.takes.rank)
    taking = next(meld for meld in way.melds if top in tuple(meld.cards))
    with_it = list(taking.cards)
    with_it.remove(top)
    rest = tuple(meld for meld in way.melds if meld is not taking)
    return Turn((Take(way.takes, Cards(with_it), then=rest),))
