"""Go through the legal turns of a player whose cards are known, step by step.

A step begins the turn, melds the smallest possible meld or adds one card to a meld, joins sets, picks
up the foot, or ends the turn; it is a clause of the turn. So few steps can come next, and together they
reach every legal turn. The commands and the library call it.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache, partial

from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.movegen.choices import RULES_OF_ONE_LAY, Barred, barred_on
from canasta_cli.engine.movegen.initial_melds import needed as needed_to_open
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.movegen.melds import (
    COST_OF_TURN,
    UNLIMITED,
    Effort,
    Melded,
    by_group,
    contains,
    group_of,
    groups,
    layable,
    next_groups,
    next_lays,
)
from canasta_cli.engine.points import points_to_open
from canasta_cli.engine.rule import Fact, Judgement, judge
from canasta_cli.engine.table import ExtraCards, Placement, Table, add_to_table, joinable
from canasta_cli.engine.turn.case import Play, points_alone, points_with_top, view_under
from canasta_cli.engine.turn.discarding import FEET
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.judge import verdict_of
from canasta_cli.engine.turn.taking import PICKUP, distinguished, in_suits, takings
from canasta_cli.engine.view import Drew, Held, View, ends_with_three, kept
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Meld, MeldCards, Rank
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
from canasta_cli.rules.vocabulary import Contains, Exempt, FinalDiscard, FootWhen, LastRedThree
from canasta_cli.values import NamedTuple, lazy

# The beginning of a turn, and what its melds must come to before the rules are asked.


class Start:
    """The beginning of a turn, before more is melded: the table after it, and the bounds of what follows.

    ``hand`` and ``melds`` are the cards and melds to play on from; ``take`` is how it takes the pile.
    """

    def __init__(self, clauses: Iterable[Clause], view: View, ruleset: Ruleset) -> None:
        """Apply the clauses to the table of a view."""
        self.view, self.ruleset, self.table = view, ruleset, Table(view, ruleset)
        self.clauses: tuple[Clause, ...] = tuple([self.table.apply(clause) for clause in clauses])
        self.hand = distinguished(self.table.left.cards, ruleset)
        self.melds = view.known_melds
        if self.table.melded:
            _, self.melds = add_to_table(self.table.melded, self.melds, ruleset)
        first = self.clauses[0] if self.clauses else None
        self.take = first if isinstance(first, Take) else None

    @property
    def own(self) -> Cards:
        """The hand before the pile was taken."""
        return distinguished(self.view.held.cards, self.ruleset) if self.take else self.hand

    @lazy
    def shown(self) -> Cards | None:
        """The cards that count for an initial meld with the pile; ``None`` if all may count."""
        return self.own - self.take.hand if self.take and self.opens else None

    @lazy
    def is_last(self) -> bool:
        """True if its draw ends the hand, with a three that is the last card of the stock."""
        first = self.clauses[0]
        drawn = first.cards if isinstance(first, Draw) else NO_CARDS
        return ends_with_three(drawn, self.view.stock, self.ruleset)

    def joining(self, *ranks: Rank) -> "Start":
        """Return the beginning with the sets of some ranks joined before more is laid."""
        return Start((*self.clauses, *map(Join, ranks)), self.view, self.ruleset)

    @property
    def on(self) -> View:
        """The table with the cards and melds to play on from."""
        # The melds on the table then don't show if the side had opened before this turn.
        opened = self.view.has_opened
        return self.view.replace(held=Held(self.hand), melds=self.melds, opened=opened)

    @lazy
    def bars(self) -> Barred:
        """The test for lays that are illegal whatever is melded beside them."""
        if self.take is not None and self.view.has_opened is not True:
            # A turn that may open with the pile may need any of its melds.
            return lambda _: False
        return barred_on(self.view, self.ruleset, self.clauses, self.on)

    @lazy
    def opens(self) -> bool:
        """True if what is melded after it is the initial meld."""
        return not (self.view.has_opened or isinstance(self.clauses[-1], TakeFoot))

    @lazy
    def points(self) -> int:
        """The points that the melds must come to before the rules are asked: none if they don't open."""
        ruleset, own, splash = self.ruleset, self.own, self.ruleset.opening.splash
        if not self.opens:
            return 0
        ranks = own.by_rank().items()
        alike = [number for rank, number in ranks if rank not in ruleset.wild_ranks]
        most, wilds = max(alike, default=0), ruleset.wild_ranks.count(own)
        points = needed_to_open(self.view, ruleset).points
        if splash and max(most, wilds) >= ruleset.melds.canasta:
            # There may be cards for a whole canasta, which opens without a minimum.
            points = 0
        elif not _may_contain(most, wilds, ruleset):
            return UNLIMITED
        return points - (points_with_top(self.take, ruleset) if self.take else 0)

    @property
    def or_out(self) -> bool:
        """True if using up the hand is enough without these points."""
        exempt = self.ruleset.opening.exempt
        enough = exempt is Exempt.ALWAYS if self.take else exempt is not Exempt.NEVER
        return not self.opens or (enough and self.points < UNLIMITED)

    def points_of(self, lay: MeldOrLayOff | Cards) -> int:
        """The most points that a lay, or some cards, can count for the initial meld."""
        cards = lay if isinstance(lay, Cards) else lay.cards
        if self.shown is None:
            return points_to_open(cards, self.ruleset)
        seen = cards - (cards - self.shown)
        alone = isinstance(lay, Meld)
        return (points_alone if alone else points_to_open)(tuple(seen), self.ruleset)


def _may_contain(alike: int, wilds: int, ruleset: Ruleset) -> bool:
    """True if a hand has the cards of one rank, or wild cards, that the initial meld must contain."""
    wanted, least = ruleset.opening.contains, ruleset.melds.smallest
    by_wilds = wanted is Contains.NATURAL_OR_WILD and wilds >= least
    return wanted is Contains.ANYTHING or by_wilds or alike >= least


def with_pile(takes: Iterable[Take], view: View, ruleset: Ruleset) -> Iterator[Start]:
    """Yield the beginnings that take the pile in some ways, with each choice of suits in the hand."""
    hand = distinguished(view.hand or NO_CARDS, ruleset)
    for taking in takes:
        for take in in_suits(taking, hand, ruleset) if ruleset.melds.runs else (taking,):
            yield Start((take,), view, ruleset)


def _may_stand(play: Play, hand: Cards) -> bool:
    """True if a beginning may be legal, perhaps with more natural cards of a hand in its melds."""
    ruleset = play.ruleset
    if judge(play, RULES_OF_ONE_LAY, ruleset).legal is False:
        return False
    for each in play.placements:
        grown = [each.after.cards + more for more in _like(each.after, hand)]
        melds = [Meld(cards, ruleset.wild_ranks) for cards in grown]
        if all(judge_meld(meld, ruleset).legal is False for meld in melds):
            return False
    return True


def _like(meld: Meld, hand: Cards) -> list[Cards]:
    """List what a hand may add of the rank of a meld: nothing, one card, two, and so on."""
    cards = [card for card in hand if card.rank is meld.rank]
    return [Cards(cards[:number]) for number in range(len(cards) + 1)]


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


# A turn that has begun, and the clauses that can end it.

Key = tuple[object, ...]


class Begun(NamedTuple):
    """A turn that has begun: its start, and the melds now.

    ``changed`` is true if something was melded. ``goal`` has all melds of some legal turn that it can
    become, if one is known.
    """

    start: Start
    now: Melded
    changed: bool = False
    goal: "Begun | None" = None

    @property
    def hand(self) -> Cards:
        """The cards that are left."""
        return self.now.hand

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds now: first those of the beginning, then new ones."""
        return self.now.melds

    def melding(self, lay: MeldOrLayOff) -> "Begun":
        """Return the turn with more cards melded, as a new meld or added to one."""
        return Begun(self.start, self.now.plus(lay, self.start.ruleset), changed=True)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses so far."""
        if not self.changed:
            return self.start.clauses
        return (*self.start.clauses, MeldDown(self.melded))

    def covers(self, other: "Begun") -> bool:
        """True if this turn melds all that another one with the same beginning does."""
        ruleset = self.start.ruleset
        before, mine = by_group(self.start.melds, ruleset), by_group(self.melds, ruleset)
        return other.start is self.start and all(
            contains(mine.get(group, ()), melds, len(before.get(group, ())))
            for group, melds in by_group(other.melds, ruleset).items()
        )

    @property
    def key(self) -> Key:
        """The key of a turn, equal for equal turns."""
        return self.start.clauses, self.now.key(len(self.start.melds))

    @property
    def result(self) -> Key:
        """The key of the table after it: turns that pick up the same cards, to the same melds, are equal."""
        take, cards = self.start.take, sorted([meld.cards.packed for meld in self.melds])
        return (take.top, take.whole) if take else (), tuple(cards)

    @property
    def is_barred(self) -> bool:
        """True if something melded is illegal whatever is melded beside it, and with more cards of its rank."""
        lays = self.now.lays(self.start.melds)
        return any([all(map(self.start.bars, self._grown(lay, at))) for lay, at in lays])

    def _grown(self, lay: MeldOrLayOff, placement: Placement) -> Iterator[tuple[MeldOrLayOff]]:
        """Yield a lay as it is, and with more cards of its rank from the hand."""
        for more in _like(placement.after, self.hand):
            cards = lay.cards + more
            yield (LayOff(lay.onto, cards) if isinstance(lay, LayOff) else MeldCards(cards),)

    @property
    def melded(self) -> tuple[MeldOrLayOff, ...]:
        """What was melded, one lay for each meld: sequences, then sets in their order."""
        ruleset, lays = self.start.ruleset, self.now.lays(self.start.melds)
        order = (None, *groups(ruleset))
        lays.sort(key=lambda each: order.index(group_of(each[1].after, ruleset)))
        return tuple([lay for lay, _ in lays])

    @property
    def points(self) -> int:
        """The most points that its melds count for the initial meld."""
        return sum(map(self.start.points_of, self.melded))


@cache
def discard_of(card: Card) -> Discard:
    """Return the discard of a card, always the same one."""
    return Discard(Cards((card,)))


def listed(play: Play, verdict: Judgement) -> Turn | None:
    """Return a judged turn as it is listed; ``None`` if it isn't.

    If a player must ask before going out, the answer is yes.
    """
    if verdict.legal is False:
        return None
    last, down = play.discard, play.ruleset.discard.final is FinalDiscard.FACE_DOWN
    if down and last is not None and bool(play.goes_out) is bool(last.cards):
        # The discard is face down when going out, and face up otherwise.
        return None
    if Fact.ASKED not in verdict.unknown:
        return play.turn
    first, *others = play.turn.clauses
    return Turn((first, Ask(yes=True), *others))


# The steps of a turn, and the turns that they lead to.

End = Discard | GoOut | ShowSpecial
Step = tuple[Clause | None, Begun | Turn]
"""A clause that comes next, and the turn after it: one that goes on, or a legal whole one.

The clause is ``None`` if the turn ends without one: the draw was the last of the hand.
"""

OF_STEP = 4_000
"""The work of finding out what can come next, beside a way to end the turn that is known: see ``Effort``."""
OF_WALK = 4
"""The search for one way to finish a turn takes no more than this part of the work that is left."""


class Steps:
    """The steps of one player's turn, if the player's cards are known.

    ``view`` has the whole table, and the hand before the draw; ``drawn`` are the cards of the draw, with
    threes and their replacements: without them, no turn begins from the stock. Of the cards of a foot, and
    those that come for opening, only those that the view has are played.
    """

    def __init__(self, view: View, ruleset: Ruleset, drawn: Cards | None = None) -> None:
        """Raise ``ValueError`` if the hand or the side's melds are unknown."""
        if view.hand is None or view.melds is None:
            raise ValueError("the hand and the melds of the side must be known")
        # A hand that has suits where they don't matter is slow to play from.
        hand, view = distinguished(view.hand, ruleset), view_under(ruleset, view)
        self.view = view if hand == view.hand else view.replace(held=Held(hand))
        self.ruleset, self.drawn = ruleset, drawn

    def first(self) -> Iterator[Step]:
        """Yield the ways to begin a turn that can be finished legally."""
        effort = Effort(OF_STEP)
        for begun in self.beginnings(effort):
            then = self._with_goal(begun, effort, set())
            if then is not None:
                yield begun.start.clauses[0], then

    def next(self, begun: Begun) -> Iterator[Step]:
        """Yield what can come next in a turn that can be finished legally.

        If finding that out takes too much work, only what is known to lead to a legal turn.
        """
        effort, dead = Effort(OF_STEP), set[Key]()
        known = [] if begun.goal is None else [begun.goal]
        for clause, then in (*self.melding(begun), *self._ending(begun, effort)):
            if isinstance(then, Turn):
                yield clause, then
                continue
            # What leads to a legal turn that is known already needs no search for one.
            goal = next((each for each in known if each.covers(then)), None)
            goes_on = then._replace(goal=goal) if goal else self._with_goal(then, effort, dead)
            if goes_on is not None:
                known += [goes_on.goal] if goes_on.goal else []
                yield clause, goes_on

    def _with_goal(self, begun: Begun, effort: Effort, dead: set[Key]) -> Begun | None:
        """Return a turn with a way to finish it legally; ``None`` if none is found.

        ``dead`` are the keys of turns that can't be finished; those that are found are added.
        """
        tried = set[Key]()
        # One turn that can't be finished leaves enough work for the others.
        some = effort.part(OF_WALK)
        for _, _, goal in self._walk(begun, some, tried, dead, opening=True):
            return begun._replace(goal=goal)
        dead |= tried if some.left else set()
        return None

    def beginnings(self, effort: Effort) -> Iterator[Begun]:
        """Yield the ways to begin a turn: with a draw, and with each legal way to take the pile."""
        view, ruleset = self.view, self.ruleset
        if self.drawn is not None:
            yield self.at(Start((Draw(self.drawn),), view, ruleset))
        takes = list(takings(view, ruleset))
        tops = dict.fromkeys(take.top for take in takes)
        vain = {top for top in tops if top and _never_opens(top, view, ruleset, effort)}
        for start in with_pile([each for each in takes if each.top not in vain], view, ruleset):
            play = Play(Turn(start.clauses), view, ruleset)
            if judge(play, PICKUP, ruleset).legal and _may_stand(play, start.hand):
                yield self.at(start)

    def at(self, start: Start) -> Begun:
        """Return a beginning after which nothing was melded."""
        now = Melded(start.hand, start.melds, (NO_CARDS,) * len(start.melds))
        return Begun(start, now)

    def turns(self, effort: Effort | None = None) -> Iterator[Turn]:
        """Yield the legal turns, each once, until the effort is spent: stock before pile.

        Each comes before those that meld more. Turns that result in the same table and end with the same card
        are one turn.
        """
        effort = effort or Effort(UNLIMITED)
        seen, joining = set[Key](), list[tuple[Key, Turn]]()
        for begun in self.beginnings(effort):
            for turn, result, _ in self._walk(begun, effort, set()):
                key = *result, turn.clauses[-1]
                if turn.joins:
                    joining.append((key, turn))
                elif key not in seen:
                    seen.add(key)
                    yield turn
        # Of turns with the same result, the one that joins no sets is listed.
        yield from {key: turn for key, turn in reversed(joining) if key not in seen}.values()

    def _walk(
        self,
        begun: Begun,
        effort: Effort,
        seen: set[Key],
        dead: Container[Key] = (),
        *,
        opening: bool = False,
    ) -> Iterator[tuple[Turn, Key, Begun]]:
        """Yield the legal turns that a turn can become, each before those that meld more.

        Each has the key of its result, and what it melds after the same beginning. A turn is gone
        through once, which is then in ``seen``, unless it is ``dead``.
        """
        waiting = [(begun, begun)]
        while waiting and not effort.stops():
            now, before = waiting.pop()
            key = now.key
            if key in seen or key in dead:
                continue
            seen.add(key)
            if now.is_barred:
                continue
            effort.spend(COST_OF_TURN)
            goal = now if now.start is begun.start else before
            further: list[Begun] = []
            for _, then in self._ending(now, effort):
                if isinstance(then, Turn):
                    yield then, now.result, goal
                else:
                    further.append(then)
            further += [then for _, then in self.melding(now)]
            if opening and now.start.points > 0:
                further = self._towards_opening(now, further)
            waiting += [(then, goal) for then in reversed(further)]

    def _towards_opening(self, begun: Begun, further: list[Begun]) -> list[Begun]:
        """List the turns that go on towards the initial meld, most points first.

        A new meld of cards that don't count for it is left out, unless going out is enough.
        """
        points, melds = begun.points, len(begun.melds)
        worth = [(then.points, then) for then in further]
        if not begun.start.or_out:
            worth = [each for each in worth if each[0] > points or len(each[1].melds) <= melds]
        return [then for _, then in sorted(worth, key=lambda each: -each[0])]

    def melding(self, begun: Begun) -> Iterator[tuple[Clause, Begun]]:
        """Yield what may be melded next, or joined before that, legal or not."""
        for lays in self.lays(begun):
            for lay in lays():
                then = begun.melding(lay)
                if self.may_open(then):
                    yield MeldDown((lay,)), then
        if begun.changed or isinstance(begun.start.clauses[-1], TakeFoot):
            return
        for ranks in joinable(begun.melds, self.ruleset):
            start = self._joined(begun.start, ranks[0]) if len(ranks) == 1 else None
            if start is not None:
                yield start.clauses[-1], self.at(start)

    def lays(self, begun: Begun) -> list[Callable[[], Sequence[MeldOrLayOff]]]:
        """List what finds the lays that may come next: the smallest melds, single cards added to one.

        There is one for each group of ranks, and for sequences; it may find none.
        """
        if not (begun.changed or self.may_open(begun)):
            return []
        hand = self._playable(begun)
        every = next_groups(hand, begun.melds, self.ruleset)
        return [partial(next_lays, group, hand, melds, self.ruleset) for group, melds in every]

    def _playable(self, begun: Begun) -> Cards:
        """The cards of the hand that can be melded.

        They are none if the draw ends the hand, and no wild cards if the side opens without them.
        """
        view, ruleset = self.view, self.ruleset
        if begun.start.is_last and ruleset.stock.last_red_three is not LastRedThree.MELD:
            return NO_CARDS
        if view.has_opened or ruleset.opening.wilds:
            return begun.hand
        return Cards([card for card in begun.hand if card.rank not in ruleset.wild_ranks])

    def _joined(self, start: Start, rank: Rank) -> Start | None:
        """Return a beginning with the sets of a rank joined; ``None`` if that is illegal."""
        alone = Play(Turn((Join(rank),)), self.view.replace(melds=start.melds), self.ruleset)
        may_stand = _may_stand(alone, start.hand)
        return start.joining(rank) if may_stand else None

    def may_open(self, begun: Begun) -> bool:
        """True if a turn can still meet its requirements."""
        start = begun.start
        if start.points <= 0:
            return True
        more = layable(self._playable(begun), begun.melds, self.ruleset)
        if start.or_out and begun.hand.size - more.size <= 1:
            return True
        melded = start.hand - begun.hand
        return start.points_of(melded + more) >= start.points

    def may_end(self, begun: Begun) -> bool:
        """True if a turn meets its requirements."""
        start = begun.start
        if not begun.changed:
            return start.take is None or start.points <= 0
        enough = start.points <= 0 or (start.or_out and begun.hand.size <= 1)
        return enough or begun.points >= start.points

    def ends(self, begun: Begun) -> list[End | None]:
        """List the clauses that may end a turn, legal or not.

        It is ``None`` if the turn ends without one: the draw was the last of the hand.
        """
        start, ruleset, rest = begun.start, self.ruleset, begun.hand
        if start.is_last:
            found: list[End | None] = [None]
        else:
            opens = (begun.changed or start.take) and not self.view.has_opened
            if opens and ruleset.opening.extra_cards:
                came = kept(start.table.copy().apply(ExtraCards()).cards, ruleset)
                rest += distinguished(came, ruleset)
            found = [*map(discard_of, dict.fromkeys(rest))] if rest.size else [GoOut()]
            if rest.size == 1 and ruleset.discard.final is FinalDiscard.FACE_DOWN:
                found.append(Discard())
        if isinstance(start.clauses[-1], Draw) and not begun.changed:
            special = find_special(start.hand, ruleset) if ruleset.special.hands else None
            found += () if special is None else (ShowSpecial(start.hand),)
        return found

    def with_foot(self, begun: Begun) -> Begun | None:
        """Return the turn with its foot picked up, if the player does so now."""
        if not self.view.has_foot or isinstance(begun.start.clauses[-1], TakeFoot):
            return None
        by_hand = self.ruleset.deal.foot_when is FootWhen.HAND
        has_melded = begun.changed or begun.start.take is not None
        if begun.hand.size if by_hand else not has_melded:
            return None
        then = Start((*begun.clauses, TakeFoot()), self.view, self.ruleset)
        play = Play(Turn(then.clauses), self.view, self.ruleset)
        known = play.clauses[-1].cards.size > 0
        return self.at(then) if known and judge(play, FEET, self.ruleset).legal else None

    def _ending(self, begun: Begun, effort: Effort) -> Iterator[Step]:
        """Yield the steps with which a turn picks up the foot, or ends legally."""
        ruleset = self.ruleset
        if not self.may_end(begun):
            return
        play, foot = Play(Turn(begun.clauses), self.view, ruleset), self.with_foot(begun)
        # A draw alone is refused with the end of the turn. The foot may make a refused beginning legal; more
        # melds may make one with the foot legal.
        feet = () if foot is None else (Play(Turn(foot.start.clauses), self.view, ruleset),)
        begins = len(play.turn.clauses) > 1 or play.takes
        if begins and all(verdict_of(each).legal is False for each in (play, *feet)):
            return
        if foot is not None:
            yield foot.start.clauses[-1], foot
            return
        for end in self.ends(begun):
            effort.spend(COST_OF_TURN)
            whole = play.as_whole(*(() if end is None else (end,)))
            turn = listed(whole, verdict_of(whole))
            if turn is not None:
                yield end, turn
