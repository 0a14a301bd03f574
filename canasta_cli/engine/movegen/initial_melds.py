"""Find ways to open, by an exact search over everything a hand can lay that asks the rules.

The commands, the library and the generator of legal turns call it.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from canasta_cli.engine.movegen.choices import (
    MOST_WAYS,
    REFUSALS_UNTIL_GIVEN_UP,
    Choice,
    Choices,
    LayingForm,
    LayingOption,
    Measure,
    NearMiss,
    TakingInSearch,
    Way,
    Ways,
    barred_on,
    best_first,
    choices,
    form_of,
    marks,
    option_of,
)
from canasta_cli.engine.movegen.melds import (
    COST_OF_TURN,
    OF_GROUP,
    Effort,
    Group,
    Laying,
    Some,
    groups,
    layings,
    pack,
    run_choices,
)
from canasta_cli.engine.points import highest, points_to_open, value
from canasta_cli.engine.rule import Fact, Judgement, Missing, judge
from canasta_cli.engine.turn.case import Play, points_alone, view_under
from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.turn.opening import CardsFromHand
from canasta_cli.engine.turn.taking import PICKUP
from canasta_cli.engine.view import Drew, Held, View, required
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Meld, Onto
from canasta_cli.model.turn import MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import DeadRank, Exempt, Portion, Tier
from canasta_cli.values import NamedTuple

# What a hand may lay when it opens: without the pile, and with its top card in one of the melds.

MOST_ANSWERS_KEPT = 20_000
"""The number of answers that are kept for other hands."""


class Offer(NamedTuple):
    """A laying that a hand may choose, as it is and as the search sees it."""

    laying: Laying
    option: LayingOption
    taking: TakingInSearch | None = None


class Offers(NamedTuple):
    """The layings that a hand may choose from in one group, and its form; ``is_cut`` if there is more."""

    offers: tuple[Offer, ...]
    form: LayingForm
    is_cut: bool = False


def needed(view: View, ruleset: Ruleset) -> Tier:
    """The requirements for the initial meld; the highest minimum if they are unknown."""
    asked = required(view, ruleset)
    return asked if isinstance(asked, Tier) else Tier(None, highest(ruleset))


class OpeningTable:
    """A table on which a side may open: what it offers a hand, it offers to every hand.

    ``view`` is the table without the hand, ``needed`` the minimum in points. ``kept`` are verdicts and
    answers of the search that hold for other hands too.
    """

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self.view, self.ruleset = view, ruleset
        self.needed = needed(view, ruleset).points
        self.kept: dict[object, Any] = {}

    def keep(self, key: object, answer: object) -> None:
        """Keep an answer; all are forgotten when there are too many."""
        if len(self.kept) >= MOST_ANSWERS_KEPT:
            self.kept.clear()
        self.kept[key] = answer

    def offers(self, hand: Cards, most: int, pile: "PileOnOffer | None" = None) -> list[Offers]:
        """List what a hand may choose from, without the groups that can lay nothing.

        With a ``pile``, the top card is in a meld that takes it. Of a group with more than ``most``
        layings, some are listed.
        """
        wilds, found = self.wilds(hand), []
        for group in groups(self.ruleset):
            if pile is not None and pile.is_for(group):
                have = hand + Cards((pile.top,))
                own = tuple([have.of(rank) for rank in group])
                every = self._of_group(group, own, self.wilds(have), most)
                taking = [offer for each in every.offers for offer in pile.taking(each.laying)]
                found.append(_as_offers(taking, is_cut=every.is_cut))
                continue
            own = tuple(map(hand.of, group))
            if not group or any(own):
                each = self._of_group(group, own, wilds, most)
                if each.form.melded:
                    found.append(each)
        return found

    def wilds(self, hand: Cards) -> tuple[int, ...]:
        """Count the wild cards of each rank that may be laid: none if a side opens without them."""
        wilds = self.ruleset.wild_ranks.each(hand)
        return wilds if self.ruleset.opening.wilds else (0,) * len(wilds)

    def _of_group(
        self, group: Group, own: tuple[int, ...], wilds: tuple[int, ...], most: int
    ) -> Offers:
        """List the layings of a group, except those that a rule refuses by themselves."""
        every = _offers(group, own, wilds, self.ruleset, most)
        if not self.view.their_melds:
            # For an opening, such a rule depends only on the other side's melds.
            return every
        hand = Cards([Card(r) for r, n in zip(group, own, strict=True) for _ in range(n)])
        barred = barred_on(self.view.replace(held=Held(hand)), self.ruleset)
        fit = [each for each in every.offers if not barred(each.laying.melded)]
        return _as_offers(fit, is_cut=every.is_cut)


@lru_cache(maxsize=20_000)
def _offers(
    group: Group, own: tuple[int, ...], wilds: tuple[int, ...], ruleset: Ruleset, most: int
) -> Offers:
    counts = [(Card(rank), number) for rank, number in zip(group, own, strict=True) if number]
    every = layings(group, (), tuple(counts), wilds, ruleset, most)
    return _as_offers([_offer(each) for each in every], is_cut=isinstance(every, Some))


def _offer(laying: Laying) -> Offer:
    found, uncounted = option_of(laying), laying.points - laying.to_open
    counted = found._replace(points=laying.to_open, bare=found.bare - uncounted)
    return Offer(laying, counted if uncounted else found)


def _as_offers(offers: list[Offer], *, is_cut: bool = False) -> Offers:
    return Offers(tuple(offers), form_of(tuple([each.option for each in offers])), is_cut)


@lru_cache(maxsize=16)
def _table(facts: tuple[tuple[str, Any], ...], ruleset: Ruleset) -> OpeningTable:
    return OpeningTable(View(**dict(facts)), ruleset)


def table_of(view: View, ruleset: Ruleset) -> OpeningTable:
    """Return the table of a view without its hand, always the same one for the same facts."""
    facts = vars(view) | {"opened": False, "melds": (), "partner_melds": None}
    facts.pop("held", None)
    return _table(tuple(facts.items()), ruleset)


class PileOnOffer:
    """The pile with the top card with which a hand may take it, and what the rules say to that."""

    def __init__(self, top: Card, view: View, ruleset: Ruleset) -> None:
        self.top, self._view, self._ruleset = top, view, ruleset
        self._may_take = cache(self._allows)

    def is_for(self, group: Group) -> bool:
        """True if the top card can be in a meld of a group."""
        return self.top.rank in group or (not group and self.top.rank in self._ruleset.wild_ranks)

    def taking(self, laying: Laying) -> Iterator[Offer]:
        """Yield a laying with the top card in each of its melds that take the pile with it."""
        for at, lay in enumerate(laying.melded):
            shown = self._shown(lay.cards)
            if shown is not None:
                yield self._with_top(laying, at, shown)

    def _shown(self, cards: Cards) -> Cards | None:
        """The cards of a meld that surely take its top card from the pile; ``None`` if none do.

        If other wild cards can't take a wild card, they are added to the ones that do.
        """
        rest, top = cards - Cards((self.top,)), self.top
        if rest.size == cards.size:
            return None
        alike = Cards([card for card in rest if card.rank is top.rank])
        every = [rest, alike]
        if not self._ruleset.opening.pair_counts and alike.size > 1:
            # As few as take the pile, so that the others may count.
            every.insert(0, Cards([top, top]))
        return next((shown for shown in every if self._may_take(Take(top, shown))), None)

    def _allows(self, take: Take) -> bool:
        play = Play(Turn((take,)), self._view, self._ruleset)
        verdict = judge(play, PICKUP, self._ruleset)
        # A pile that may be frozen counts as frozen.
        return verdict.legal is not False and Fact.FROZEN not in verdict.unknown

    def _with_top(self, laying: Laying, at: int, shown: Cards) -> Offer:
        """Return the laying with one card replaced by the top card, in the meld at ``at``.

        ``shown`` are cards of that meld with which the pile is taken.
        """
        top, opening, ruleset = self.top, self._ruleset.opening, self._ruleset
        wild_ranks = ruleset.wild_ranks
        wild = top.rank in wild_ranks
        own = laying.melds[at].cards - Cards((top,))
        if not opening.pair_counts:
            own -= shown
        uncounted = 0 if opening.top_counts else points_to_open((top,), ruleset)
        if not opening.pair_counts:
            alone = points_alone(tuple(own), ruleset) if own else 0
            uncounted += points_to_open((*shown, *own), ruleset) - alone
        of_hand = [CardsFromHand(each, each.after) for each in laying.laid]
        of_hand[at] = CardsFromHand(laying.laid[at], Meld(own, wild_ranks))
        found = _offer(laying).option
        with_top = LayingOption(
            found.naturals - (not wild),
            found.wilds - wild,
            found.spent - pack(wild_ranks.each(Cards((top,)))),
            found.points - uncounted,
            found.bare - uncounted + (value(top.rank, ruleset) if wild else 0),
            found.result._replace(marks=marks(of_hand, laying.melds, ruleset)),
        )
        return Offer(laying, with_top, TakingInSearch(laying.melds[at], shown))


# Find ways to open, by an exact search over everything a hand can lay that asks the rules.

MINIMUM = "opening.minimum"
MOST_NEAR = 40
"""The number of refused choices of melds that are searched for a near miss."""


class Openings(NamedTuple):
    """The result of a search for an opening: the best way by each measure, or the points missing.

    If nothing opens, ``short`` is the number of points that the best melds lack, and ``refused``
    are melds with enough points that a rule refuses. ``untried`` is true if the hand has too many
    choices to try them all.
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


def openings(
    view: View, ruleset: Ruleset, *, top: Card | None = None, effort: Effort | None = None
) -> Openings:
    """Find the best ways for a hand to open; with ``top``, also among those that take the pile.

    ``view.hand`` must be given, as the hand after the draw, or before the pile is taken. A turn
    that began with the pile opens only with its top card, if that is given.
    """
    search = _Search(view, ruleset, top, effort or Effort())
    answer = search.answer()
    if answer.best:
        fewest, most, pure = [search.way(*found) for found in answer.best]
        return Openings(fewest, most, pure, 0, None, not search.effort.is_complete)
    near = search.refused() if answer.near else None
    return Openings(None, None, None, answer.short, near, not search.effort.is_complete)


def ways_to_open(
    view: View, ruleset: Ruleset, *, top: Card | None = None, effort: Effort | None = None
) -> Ways:
    """List every way that :func:`openings` chooses from, fewest cards first."""
    search = _Search(view, ruleset, top, effort or Effort(), keep=MOST_WAYS + 1)
    found = tuple(islice(search.ways(), MOST_WAYS + 1))
    return Ways(found[:MOST_WAYS], len(found) > MOST_WAYS, not search.effort.is_complete)


class _Judged(NamedTuple):
    """The verdict on a choice: the rules that refuse it; what :class:`Way` says about a legal one."""

    against: frozenset[str]
    unknown: tuple[Missing, ...]
    spared: str


class _Answer(NamedTuple):
    """The best choice by each measure; if there are none, the points missing.

    ``near`` is true then if some choice has enough points.
    """

    best: list[tuple[Choice, _Judged]]
    short: int = 0
    near: bool = False


class _Begun(NamedTuple):
    """The layings of a hand, group by group, and the search through it.

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

    def __init__(
        self, view: View, ruleset: Ruleset, top: Card | None, effort: Effort, *, keep: int = 1
    ) -> None:
        view = view_under(ruleset, view)
        self.given, self.ruleset, self.table = view, ruleset, table_of(view, ruleset)
        self.hand, self._view = view.hand or NO_CARDS, self.table.view.replace(held=view.held)
        self.effort, self.near = effort, False
        piles = () if top is None else _piles(top, self._view, ruleset)
        alone = () if piles and view.drew is Drew.PILE else (None,)
        # With the pile it matters which cards come from the hand, so one choice can't stand for a result.
        keep = max(keep, REFUSALS_UNTIL_GIVEN_UP) if piles else keep
        self.begun = list(self._beginnings((*alone, *piles), keep))
        self.searches = [each.search for each in self.begun]

    def answer(self) -> _Answer:
        """Return the best choices; those of a hand with one search are kept for other hands."""
        if len(self.begun) != 1 or not self._is_kept(0):
            return self._new_answer()
        key = self.hand.size, self.searches[0]
        found: _Answer | None = self.table.kept.get(key)
        if found is None:
            found = self._new_answer()
            if self.effort.is_complete:
                self.table.keep(key, found)
        return found

    def _new_answer(self) -> _Answer:
        best: list[tuple[Choice, _Judged]] = []
        for measure in (_by_cards, _by_points, _by_wilds):
            # If the search stops, the best by the measure before is the best found.
            found = next(self._legal(measure), best[-1] if best else None)
            if found is None:
                short = max(self.table.needed - self._most_points(), 0)
                return _Answer(best, short, self.near)
            best.append(found)
        return _Answer(best)

    def ways(self) -> Iterator[Way]:
        """Yield the ways that no rule refuses, fewest cards first, each once."""
        seen = set()
        for found in self._legal(_by_cards):
            way = self.way(*found)
            if (way.melds, way.takes) not in seen:
                seen.add((way.melds, way.takes))
                yield way

    def refused(self) -> NearMiss | None:
        """Find the refused melds with enough points that the fewest findings refuse."""

        def against(choice: Choice) -> NearMiss:
            way = self.way(choice)
            return NearMiss(way, self._verdict(way).refused)

        enough = best_first(self.searches, _by_points, self._enough, against, self.effort)
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

        return best_first(self.searches, measure, self._enough, ask, self.effort)

    def _most_points(self) -> int:
        """The most points of melds that no rule refuses, except for the minimum."""

        def fits(choice: Choice) -> int | None:
            return choice.points if self._judged(choice).against <= {MINIMUM} else None

        every = best_first(self.searches, _by_points, lambda *_: True, fits, self.effort)
        return next(every, 0)

    def _beginnings(self, piles: tuple[PileOnOffer | None, ...], keep: int) -> Iterator[_Begun]:
        """Yield everything that can be laid from the hand, without the pile and with it."""
        # Half of the effort lists what can be laid, so that the other half is left to choose from it.
        listing = self.effort.part(2)
        for number, (first, rest) in enumerate(run_choices(self.hand, (), self.ruleset)):
            if number and listing.stops():
                self.effort.is_complete = False
                return
            listing.spend(COST_OF_TURN)
            wilds = self.table.wilds(rest)
            for pile in piles:
                groups = self.table.offers(rest, self.effort.most // OF_GROUP, pile)
                self.effort.is_complete &= not any(group.is_cut for group in groups)
                work = sum([len(each.form.first(keep)) for each in groups]) * (1 + sum(wilds))
                listing.pay(work * (1 + rest.size) // 256)
                if first.melded:
                    groups.insert(0, _as_offers([_offer(first)]))
                forms = tuple([group.form for group in groups])
                search = choices(forms, wilds, keep, self.ruleset)
                yield _Begun(groups, search, None if pile is None else pile.top)

    def _enough(self, cards: int, points: int, canastas: bool) -> bool:
        """True if there are enough points, or if the rules may allow the melds without them."""
        if points >= self.table.needed or not canastas:
            return points >= self.table.needed
        # With less than the minimum a side may open by a canasta in some games, or by going out,
        # which takes a canasta too and leaves at most a discard.
        opening = self.ruleset.opening
        whole = cards >= self.hand.size - 1 and opening.exempt is not Exempt.NEVER
        return opening.splash or whole

    def _verdict(self, way: Way) -> Judgement:
        view = self._view.without_pile if way.takes is None else self._view
        return rule_on(turn_of(way), view, self.ruleset).verdict

    def _judged(self, choice: Choice) -> _Judged:
        """Judge a choice, unless the verdict on it is known."""
        if not self._is_kept(choice.search):
            return self._new_judged(choice)
        total, enough = choice.total, choice.points >= self.table.needed
        key = self.hand.size, total.cards, total.wilds, total.result, enough
        found: _Judged | None = self.table.kept.get(key)
        if found is None:
            found = self._new_judged(choice)
            self.table.keep(key, found)
        return found

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


def _spared(way: Way, verdict: Judgement) -> str:
    """The reason why a way needs no minimum; empty if it has enough points."""
    found = (f.reason for f in verdict.findings if f.rule == MINIMUM)
    return next((each.says for each in found if way.value < (each.needed or 0)), "")


def _piles(top: Card, view: View, ruleset: Ruleset) -> tuple[PileOnOffer, ...]:
    """List the pile with each card with which it may be taken, each rank once: the top one, or any."""
    pile = view.known_pile or ()
    cards = (top, *reversed(pile)) if ruleset.pile.take is Portion.PART else (top,)
    ranks = dict.fromkeys([card.rank for card in cards])
    return tuple([PileOnOffer(Card(rank), view, ruleset) for rank in ranks])


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
