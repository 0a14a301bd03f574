"""Ways to open and to go out: an exact search over ranks and wild cards that asks the rules.

Wild cards are the only thing that ranks compete for, so the search goes rank by rank and keeps, for
every number of deuces, jokers and cards used and of canastas made, what can be reached with them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from canasta_cli.engine.known import Known
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.opening import highest
from canasta_cli.engine.referee import Ruling, rule_on
from canasta_cli.engine.standing import minimum
from canasta_cli.engine.values import value
from canasta_cli.model.cards import NATURALS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Meld, Onto
from canasta_cli.model.turn import Clause, Discard, GoOut, Lay, MeldDown, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Contains

WILDS = (Rank.DEUCE, Rank.JOKER)
MOST_WAYS = 200


class Part(NamedTuple):
    """What one rank gives to a way: so many naturals, deuces and jokers of the hand."""

    rank: Rank | None
    naturals: int
    deuces: int
    jokers: int
    points: int

    @property
    def cards(self) -> int:
        """How many cards of the hand it takes."""
        return self.naturals + self.deuces + self.jokers

    @property
    def meld(self) -> Meld:
        """The cards as somebody would lay them."""
        naturals = [Card(self.rank)] * self.naturals if self.rank else []
        wilds = [Card(Rank.DEUCE)] * self.deuces + [Card(Rank.JOKER)] * self.jokers
        return Meld(Cards((*naturals, *wilds)))


class Way(NamedTuple):
    """A way to open or to go out: the melds, and what they come to.

    ``takes`` is the top card of the pile where the way takes it; its value counts with the melds.
    """

    melds: tuple[Lay, ...]
    value: int
    cards: int
    wilds: int
    takes: Card | None = None
    discard: Card | None = None
    bonus: int | None = None


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


@cache
def fits(rank: Rank, naturals: int, wilds: int, ruleset_key: "Key") -> bool:
    """Whether so many naturals of a rank with so many wild cards are a meld: the rules say."""
    cards = (*[Card(rank)] * naturals, *[Card(Rank.DEUCE)] * wilds)
    lying = Lying(Meld(Cards(cards)), going_out=False)
    return bool(judge_meld(lying, ruleset_key.ruleset).legal)


class Key(NamedTuple):
    """A ruleset as a key of a cache: the melding parameters are what a meld goes by."""

    ruleset: Ruleset

    def __hash__(self) -> int:
        return hash(self.ruleset.melds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.ruleset.melds == other.ruleset.melds


def parts(
    rank: Rank, have: int, deuces: int, jokers: int, ruleset: Ruleset, *, fixed: int = 0
) -> list[Part]:
    """Every legal meld of a rank from a hand; ``fixed`` cards of it are laid whatever happens.

    The first part is to lay nothing, where nothing has to be laid.
    """
    key = Key(ruleset)
    each, deuce, joker = (value(r, ruleset) for r in (rank, *WILDS))
    found = [Part(rank, 0, 0, 0, 0)] if not fixed else []
    for naturals in range(max(fixed, 1), have + 1):
        for two in range(deuces + 1):
            for wild in range(jokers + 1):
                if fits(rank, naturals, two + wild, key):
                    points = naturals * each + two * deuce + wild * joker
                    found.append(Part(rank, naturals, two, wild, points))
    return found


def _wild_parts(deuces: int, jokers: int, ruleset: Ruleset) -> list[Part]:
    nothing = Part(None, 0, 0, 0, 0)
    if not ruleset.melds.wild_only:
        return [nothing]
    deuce, joker = (value(rank, ruleset) for rank in WILDS)
    return [
        nothing,
        *(
            Part(None, 0, two, wild, two * deuce + wild * joker)
            for two in range(deuces + 1)
            for wild in range(jokers + 1)
            if two + wild >= ruleset.melds.smallest
        ),
    ]


def _black_parts(hand: Counter[Rank], ruleset: Ruleset) -> list[Part]:
    """Black threes: mostly melded only in going out, which the rules see to."""
    rank, each = Rank.BLACK_THREE, value(Rank.BLACK_THREE, ruleset)
    several = range(ruleset.melds.smallest, hand[rank] + 1)
    return [
        Part(None, 0, 0, 0, 0),
        *(Part(rank, number, 0, 0, number * each) for number in several),
    ]


def openings(known: Known, ruleset: Ruleset, *, top: Card | None = None) -> Openings:
    """The best ways in which a hand can open; with ``top``, also among those that take the pile.

    ``known.hand`` is told, as the hand after the draw.
    """
    needed = points_needed(known, ruleset)
    found = _candidates(known, ruleset, top)
    ways = [way for way in found if way.value >= needed or _splashes(way, ruleset)]
    fewest = _best(ways, known, ruleset, lambda way: (way.cards, -way.value))
    if fewest is None:
        best = _best_that_falls_short(found, known, ruleset)
        return Openings(None, None, None, max(needed - best, 0))
    return Openings(
        fewest,
        _best(ways, known, ruleset, lambda way: (-way.value, way.cards)),
        _best(ways, known, ruleset, lambda way: (way.wilds, way.cards, -way.value)),
        0,
    )


def ways_to_open(known: Known, ruleset: Ruleset, *, top: Card | None = None) -> tuple[Way, ...]:
    """Every way that :func:`openings` chooses from, fewest cards first."""
    needed = points_needed(known, ruleset)
    found = _candidates(known, ruleset, top)
    ways = (way for way in found if way.value >= needed or _splashes(way, ruleset))
    standing = (way for way in ways if not _against(way, known, ruleset))
    return tuple(sorted(standing, key=lambda way: (way.cards, -way.value))[:MOST_WAYS])


def _splashes(way: Way, ruleset: Ruleset) -> bool:
    """Whether a canasta in it may waive the minimum; the rules say whether it does."""
    size = ruleset.melds.canasta
    return ruleset.opening.splash and any(len(meld.cards) >= size for meld in way.melds)


def _candidates(known: Known, ruleset: Ruleset, top: Card | None) -> list[Way]:
    hand = Counter(card.rank for card in known.hand or ())
    found = list(_opening_ways(hand, ruleset, None))
    if top is not None and top.rank.natural and hand[top.rank] >= 2:
        found += _opening_ways(hand, ruleset, top)
    return found


def points_needed(known: Known, ruleset: Ruleset) -> int:
    """The card points that the initial meld asks for; the most that any does where nobody told."""
    if known.minimum is not None:
        return known.minimum
    if ruleset.opening.basis is Basis.DEAL and known.deal is not None:
        return minimum(0, known.deal, ruleset).points
    if known.total is not None:
        return minimum(known.total, known.deal or 1, ruleset).points
    return highest(ruleset)


def _opening_ways(hand: Counter[Rank], ruleset: Ruleset, top: Card | None) -> Iterator[Way]:
    """For every number of deuces, jokers and cards used, the way worth most points."""
    wilds_allowed = ruleset.opening.wilds
    deuces = hand[Rank.DEUCE] if wilds_allowed else 0
    jokers = hand[Rank.JOKER] if wilds_allowed else 0
    reached: Reached = {Used(0, 0, 0, 0, 0, 0): (0, ())}
    for rank in NATURALS:
        taken = 1 if top is not None and top.rank is rank else 0
        have = hand[rank] + taken
        if have:
            fixed = 3 if taken else 0
            options = parts(rank, have, deuces, jokers, ruleset, fixed=fixed)
            reached = _extended(reached, options, deuces, jokers, ruleset)
    for options in (_wild_parts(deuces, jokers, ruleset), _black_parts(hand, ruleset)):
        reached = _extended(reached, options, deuces, jokers, ruleset)
    for used, (points, chosen) in reached.items():
        laid = tuple(part for part in chosen if part.cards)
        if laid:
            yield Way(
                tuple(part.meld for part in laid),
                points,
                used.cards - (1 if top is not None else 0),
                used.deuces + used.jokers,
                takes=top,
            )


class Used(NamedTuple):
    """What some melds use of a hand, and what decides whether they may be laid.

    Canastas let one go out, and black threes ask for it; some games open only with a pure meld.
    """

    deuces: int
    jokers: int
    cards: int
    natural: int
    mixed: int
    black: int
    pure: bool = False

    def plus(self, part: Part, ruleset: Ruleset) -> "Used":
        """With one more meld."""
        canasta = part.cards >= ruleset.melds.canasta
        wild = part.deuces + part.jokers > 0
        return Used(
            self.deuces + part.deuces,
            self.jokers + part.jokers,
            self.cards + part.cards,
            self.natural + (canasta and not wild),
            self.mixed + (canasta and wild),
            self.black + (part.naturals if part.rank is Rank.BLACK_THREE else 0),
            self.pure
            or (_asks_pure(ruleset) and bool(part.cards) and not (wild and part.naturals)),
        )


def _asks_pure(ruleset: Ruleset) -> bool:
    return ruleset.opening.contains is not Contains.ANYTHING


Reached = dict[Used, tuple[int, tuple[Part, ...]]]


def _extended(
    reached: Reached, options: list[Part], deuces: int, jokers: int, ruleset: Ruleset
) -> Reached:
    """What is reached with one rank more; of equal uses only the one worth most is kept."""
    further: Reached = {}
    for used, (points, chosen) in reached.items():
        for part in options:
            now = used.plus(part, ruleset)
            if now.deuces > deuces or now.jokers > jokers:
                continue
            total = points + part.points
            if now not in further or further[now][0] < total:
                further[now] = (total, (*chosen, part))
    return further


def turn_of(way: Way) -> Turn:
    """The way as a turn that the rules can judge."""
    if way.takes is None:
        clauses: tuple[Clause, ...] = (MeldDown(way.melds),)
    else:
        taking = next(lay for lay in way.melds if lay.cards.of(way.takes.rank))
        rest = tuple(meld for meld in way.melds if meld is not taking)
        with_it = list(taking.cards)
        with_it.remove(Card(way.takes.rank))
        clauses = (Take(way.takes, Cards(with_it), then=rest),)
    if way.discard is not None:
        clauses = (*clauses, Discard(Cards((way.discard,))))
    return Turn(clauses)


def _against(way: Way, known: Known, ruleset: Ruleset) -> set[str]:
    """The rules that stand against opening so."""
    told = known._replace(opened=False, melds=(), partner_melds=None)
    if way.takes is None:
        told = told._replace(pile=None, pile_size=None, top=None)
    return {each.rule for each in rule_on(turn_of(way), told, ruleset).verdict.refused}


def _best_that_falls_short(found: list[Way], known: Known, ruleset: Ruleset) -> int:
    """The most points of melds against which nothing stands but the minimum."""
    for way in sorted(found, key=lambda way: -way.value):
        if _against(way, known, ruleset) <= {"opening.minimum"}:
            return way.value
    return 0


def _best(
    ways: list[Way], known: Known, ruleset: Ruleset, measure: Callable[[Way], tuple[int, ...]]
) -> Way | None:
    """The best way by a measure against which no rule stands."""
    for way in sorted(ways, key=measure):
        if not _against(way, known, ruleset):
            return way
    return None


def ways_out(known: Known, ruleset: Ruleset) -> tuple[Way, ...]:
    """Every way to go out with the whole hand, the one that scores most first.

    Searches how the wild cards go to the ranks, with and without a discard; the rules judge each.
    """
    if not known.hand:
        return ()
    hand = Counter(card.rank for card in known.hand)
    table = Counter(meld.rank for meld in known.melds or () if meld.rank is not None)
    found: list[Way] = []
    choices: tuple[Rank | None, ...] = (None, *hand)
    for discard in choices:
        rest = hand - Counter((discard,) if discard else ())
        for melds in _spread(rest, tuple(table), ruleset):
            way = _out(melds, discard, known, ruleset)
            if way is not None:
                found.append(way)
            if len(found) >= MOST_WAYS:
                return _ranked(found)
    return _ranked(found)


def _ranked(found: list[Way]) -> tuple[Way, ...]:
    return tuple(sorted(found, key=lambda way: (-(way.bonus or 0) - way.value, way.wilds)))


def _out(
    melds: tuple[Lay, ...], discard: Rank | None, known: Known, ruleset: Ruleset
) -> Way | None:
    last: Clause = Discard(Cards((Card(discard),))) if discard else GoOut()
    clauses: tuple[Clause, ...] = (MeldDown(melds), last) if melds else (last,)
    ruling: Ruling = rule_on(Turn(clauses), known, ruleset, leaves=True)
    if ruling.verdict.legal is False:
        return None
    return Way(
        melds,
        ruling.value,
        sum(len(meld.cards) for meld in melds),
        sum(meld.cards.wilds for meld in melds),
        discard=Card(discard) if discard else None,
        bonus=ruling.bonus,
    )


def _spread(
    hand: Counter[Rank], table: tuple[Rank, ...], ruleset: Ruleset
) -> Iterator[tuple[Lay, ...]]:
    """Every way to lay a whole hand: all naturals of a rank together, the wild cards spread."""
    ranks = [rank for rank in Rank if not rank.wild and (hand[rank] or rank in table)]
    yield from _spread_over(ranks, hand, hand[Rank.DEUCE], hand[Rank.JOKER], ruleset)


def _spread_over(
    ranks: list[Rank], hand: Counter[Rank], deuces: int, jokers: int, ruleset: Ruleset
) -> Iterator[tuple[Lay, ...]]:
    if not ranks:
        if deuces + jokers == 0:
            yield ()
        elif ruleset.melds.wild_only:
            yield (Part(None, 0, deuces, jokers, 0).meld,)
        return
    rank, *rest = ranks
    most = 0 if rank.three else ruleset.melds.max_wilds
    for two in range(min(deuces, most) + 1):
        for wild in range(min(jokers, most - two) + 1):
            part = Part(rank, hand[rank], two, wild, 0)
            for others in _spread_over(rest, hand, deuces - two, jokers - wild, ruleset):
                yield (*((part.meld,) if hand[rank] else _onto(part)), *others)


def _onto(part: Part) -> tuple[Lay, ...]:
    """Wild cards alone for a meld on the table; nothing where none go there."""
    return (LayOff(Onto(part.rank), part.meld.cards),) if part.cards else ()


def discards(known: Known, ruleset: Ruleset) -> tuple[Rank, ...]:
    """The ranks of a hand that may be discarded."""
    held = dict.fromkeys(card.rank for card in known.hand or ())
    return tuple(
        rank
        for rank in held
        if rule_on(Turn((Discard(Cards((Card(rank),))),)), known, ruleset).verdict.legal
        is not False
    )
