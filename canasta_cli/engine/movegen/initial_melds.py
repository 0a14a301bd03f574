"""Find ways to open, by an exact search over everything a hand can lay that asks the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from canasta_cli.engine.movegen.barred import Barred
from canasta_cli.engine.movegen.layings import (
    NOTHING,
    WILDS,
    Group,
    Laying,
    groups,
    laying,
    layings,
    with_top,
)
from canasta_cli.engine.movegen.sequences import run_choices
from canasta_cli.engine.movegen.spreads import (
    Choice,
    End,
    Measure,
    Spread,
    best_first,
    ends,
    spread,
)
from canasta_cli.engine.movegen.ways import MOST_RUNS, MOST_WAYS, NearMiss, Way, Ways
from canasta_cli.engine.rule import Fact, Verdict, judge
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.initial_meld import highest
from canasta_cli.engine.turn.judge import verdict_on
from canasta_cli.engine.turn.minimum import required
from canasta_cli.engine.turn.pickup import PICKUP
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Onto
from canasta_cli.model.turn import MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Exempt, Portion, Tier

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


def _by_cards(end: End, points: int) -> tuple[int, ...]:
    return end.total.cards, -points, end.total.wilds


def _by_points(end: End, points: int) -> tuple[int, ...]:
    return -points, end.total.cards, end.total.wilds


def _by_wilds(end: End, points: int) -> tuple[int, ...]:
    return end.total.wilds, end.total.cards, -points


def openings(view: View, ruleset: Ruleset, *, top: Card | None = None) -> Openings:
    """Find the best ways for a hand to open; with ``top``, also among those that take the pile.

    ``known.hand`` must be given, as the hand after the draw, or before the pile is taken. A turn
    that began with the pile opens only with its top card, if that is given.
    """
    search = _Search(view, ruleset, top, only_taking=_only_taking(view, top))
    fewest = next(search.ways(_by_cards), None)
    if fewest is None:
        short = points_needed(view, ruleset) - search.most_points()
        return Openings(None, None, None, max(short, 0), search.refused(), search.untried)
    most, pure = (next(search.ways(measure), None) for measure in (_by_points, _by_wilds))
    return Openings(fewest, most, pure, 0, None, search.untried)


def ways_to_open(view: View, ruleset: Ruleset, *, top: Card | None = None) -> Ways:
    """List every way that :func:`openings` chooses from, fewest cards first."""
    search = _Search(view, ruleset, top, only_taking=_only_taking(view, top))
    found = tuple(islice(search.ways(_by_cards), MOST_WAYS + 1))
    return Ways(found[:MOST_WAYS], len(found) > MOST_WAYS, search.untried)


def _only_taking(view: View, top: Card | None) -> bool:
    """True if the turn began with the pile, whose top card is given."""
    return top is not None and view.drew is Drew.PILE


def opens_with(top: Card, view: View, ruleset: Ruleset) -> bool:
    """True if a hand can open by taking the pile."""
    search = _Search(view, ruleset, top, only_taking=True)
    return next(search.ways(_by_cards), None) is not None


def needed(view: View, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld; the highest minimum if they are unknown."""
    asked = required(view, ruleset)
    return asked if isinstance(asked, Tier) else Tier(None, highest(ruleset))


def points_needed(view: View, ruleset: Ruleset) -> int:
    """The card points needed for the initial meld."""
    return needed(view, ruleset).points


_NOTHING_ELSE = (NOTHING,)


class _Beginning(NamedTuple):
    """The sequences laid beside a spread, and the top card if it takes the pile."""

    runs: tuple[MeldOrLayOff, ...]
    takes: Card | None = None


class _Search:
    """A search through the choices of a hand that may open; the rules are asked about each once."""

    def __init__(
        self, view: View, ruleset: Ruleset, top: Card | None, *, only_taking: bool = False
    ) -> None:
        self.ruleset, self.book = ruleset, ruleset.book
        self.with_pile = view.replace(opened=False, melds=(), partner_melds=None)
        self.without_pile = self.with_pile.with_pile(None)
        self.needed = points_needed(view, ruleset)
        self.asked: dict[Way, Verdict] = {}
        self.barred = Barred(self.with_pile, ruleset)
        self.takes: dict[Take, bool] = {}
        self.untried = False
        tops = () if top is None else _tops(top, self.with_pile, ruleset)
        begun = list(self._spreads(tops, only_taking=only_taking))
        self.begun = tuple(beginning for beginning, _ in begun)
        self.spreads = tuple(spread for _, spread in begun)
        self.ends = tuple(end for end, _ in ends(self.spreads) if end.total.cards)

    def ways(self, measure: Measure) -> Iterator[Way]:
        """Yield the ways that no rule refuses, the best by a measure first, each once."""
        seen = set()
        for way in best_first(self.spreads, self.ends, measure, self._enough, self._stands):
            if (way.melds, way.takes) not in seen:
                seen.add((way.melds, way.takes))
                yield way

    def most_points(self) -> int:
        """The most points of melds that no rule refuses, except for the minimum."""

        def fits(chosen: Choice) -> int | None:
            way = self._way(chosen)
            against = {finding.rule for finding in self._verdict(way).refused}
            return way.value if against <= {MINIMUM} else None

        everything = best_first(self.spreads, self.ends, _by_points, lambda *_: True, fits)
        return next(everything, 0)

    def refused(self) -> NearMiss | None:
        """Find the refused melds with enough points that the fewest findings refuse."""

        def against(chosen: Choice) -> NearMiss:
            way = self._way(chosen)
            return NearMiss(way, self._verdict(way).refused)

        enough = best_first(self.spreads, self.ends, _by_points, self._enough, against)
        # Among equals, those with the most points; a few dozen are enough to find a near miss.
        return min(islice(enough, MOST_NEAR), key=lambda one: len(one.against), default=None)

    def _spreads(
        self, tops: tuple[Card, ...], *, only_taking: bool
    ) -> Iterator[tuple[_Beginning, Spread]]:
        """Yield everything that can be laid from the hand, without the pile and with it."""
        hand = self.with_pile.hand or NO_CARDS
        every = run_choices(hand, (), self.ruleset)
        for number, runs in enumerate(every):
            if number == MOST_RUNS:
                self.untried = True
                return
            first = laying(runs.melded, (), self.ruleset)
            if first is None:
                continue
            held = runs.rest.by_rank()
            if not only_taking:
                yield _Beginning(runs.melded), self._spread(held, first)
            for top in tops:
                taking = self._spread(held, first, top)
                yield _Beginning(runs.melded, top), taking

    def _spread(self, held: Mapping[Rank, int], first: Laying, top: Card | None = None) -> Spread:
        wilds = self.ruleset.opening.wilds
        have = held if wilds else {rank: n for rank, n in held.items() if not rank.wild}
        chosen = []
        for group in groups(self.ruleset):
            if top is not None and top.rank in (group or WILDS):
                layings = tuple(self._taking(group, have, top))
            else:
                layings = self._from(group, have)
            if layings != _NOTHING_ELSE:
                chosen.append(layings)
        deuces, jokers = (have.get(rank, 0) for rank in WILDS)
        return spread(tuple(chosen), deuces, jokers, first)

    def _from(self, group: Group, have: Mapping[Rank, int]) -> tuple[Laying, ...]:
        """List the layings of a group's cards, except lays that a rule refuses by themselves."""
        share = tuple([have.get(rank, 0) for rank in (*group, *WILDS)])
        if group and not any(share[: len(group)]):
            return _NOTHING_ELSE
        every = layings(group, (), share, self.book)
        if not self.with_pile.their_melds:
            # For an opening, such a rule depends only on the other side's melds.
            return every
        return tuple([each for each in every if not self.barred(*each.melded)])

    def _taking(self, group: Group, have: Mapping[Rank, int], top: Card) -> Iterator[Laying]:
        """Yield the layings with the top card in one of their melds that take the pile with it."""
        with_it = {**have, top.rank: have.get(top.rank, 0) + 1}
        for each in self._from(group, with_it):
            for at, lay in enumerate(each.melded):
                shown = self._shown(top, lay.cards)
                if shown is not None:
                    yield with_top(each, at, top, shown, self.ruleset)

    def _shown(self, top: Card, cards: Cards) -> Cards | None:
        """The cards of a meld that surely take its top card from the pile; ``None`` if none do.

        If other wild cards can't take a wild card, they are added to the ones that do.
        """
        alike = Cards(card for card in cards if card.rank is top.rank)
        every: tuple[Cards | None, ...] = (_without(cards, top), _without(alike, top))
        if not self.ruleset.opening.pair_counts:
            # As few as take the pile, so that the others may count.
            pair = Cards(list(_without(alike, top) or ())[:2])
            every = (pair if len(pair) > 1 else None, *every)
        for shown in every:
            if shown is not None and self._takes(Take(top, shown)):
                return shown
        return None

    def _takes(self, take: Take) -> bool:
        if take not in self.takes:
            play = Play(Turn((take,)), self.with_pile, self.ruleset)
            verdict = judge(play, PICKUP, self.ruleset)
            # A pile that may be frozen counts as frozen.
            self.takes[take] = verdict.legal is not False and Fact.FROZEN not in verdict.unknown
        return self.takes[take]

    def _enough(self, end: End, points: int) -> bool:
        """True if there are enough points, or if the rules may allow the melds without them."""
        if points >= self.needed or not end.total.canastas:
            return points >= self.needed
        opening, hand = self.ruleset.opening, self.with_pile.hand or NO_CARDS
        whole = end.total.cards >= len(hand) - 1 and opening.exempt is not Exempt.NEVER
        return opening.splash or whole

    def _way(self, chosen: Choice) -> Way:
        beginning, total = self.begun[chosen.end.spread], chosen.end.total
        melded = (*beginning.runs, *(lay for each in chosen.layings for lay in each.melded))
        taking = next((each.taking for each in chosen.layings if each.taking), None)
        return Way(melded, chosen.points, total.cards, total.wilds, beginning.takes, taking)

    def _verdict(self, way: Way) -> Verdict:
        if way not in self.asked:
            given = self.without_pile if way.takes is None else self.with_pile
            self.asked[way] = verdict_on(turn_of(way), given, self.ruleset)
        return self.asked[way]

    def _stands(self, chosen: Choice) -> Way | None:
        """Return the way of a choice; ``None`` if a rule refuses it."""
        way = self._way(chosen)
        verdict = self._verdict(way)
        if verdict.refused:
            return None
        unknown = verdict.unknown
        if way.takes is not None and self.with_pile.pile_size is None:
            # The hand is given; only the cards of the pile that would come to it are missing.
            unknown = tuple(dict.fromkeys(Fact.PILE_SIZE if u is Fact.HAND else u for u in unknown))
        return way._replace(unknown=unknown, spared=_spared(way, verdict))


def _spared(way: Way, verdict: Verdict) -> str:
    """The reason why a way needs no minimum; empty if it has enough points."""
    found = (f.reason for f in verdict.findings if f.rule == MINIMUM)
    return next((each.says for each in found if way.value < (each.needed or 0)), "")


def _tops(top: Card, view: View, ruleset: Ruleset) -> tuple[Card, ...]:
    """List the cards with which the pile may be taken, each rank once: the top one, or any."""
    pile = view.known_pile or ()
    cards = (top, *reversed(pile)) if ruleset.pile.portion is Portion.PART else (top,)
    return tuple(Card(rank) for rank in dict.fromkeys(card.rank for card in cards))


def _without(cards: Cards, top: Card) -> Cards | None:
    """Return a meld's cards without the top card of the pile; ``None`` if it is not among them."""
    with_it = list(cards)
    if top not in with_it:
        return None
    with_it.remove(top)
    return Cards(with_it)


def turn_of(way: Way) -> Turn:
    """Return the way as a turn that the rules can judge."""
    if way.takes is None or way.taking is None:
        return Turn((MeldDown(way.melds),))
    taken, shown = way.taking
    then: list[MeldOrLayOff] = list(way.melds)
    then.remove(taken)
    added = Cards((Counter(taken.cards) - Counter((way.takes, *shown))).elements())
    if added:
        then.insert(0, LayOff(Onto(taken.rank), added))
    return Turn((Take(way.takes, shown, then=tuple(then)),))
