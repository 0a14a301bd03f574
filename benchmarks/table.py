"""A table that is changed in place, beside the engine's two ways to follow a recorded turn.

``python benchmarks/table.py`` follows random hands of three games on such a table and on the engine's,
checks that tables and verdicts are the same, also for mistyped turns and for deals known in part, and
measures verified hands both ways, each game file by turns; the medians of several rounds count.

``Table.apply(clause)`` changes the table, ``Table.undo()`` takes that back. What the rules to ask depend on,
the kinds of a turn, is found on the table; a ``Play`` and its ``View`` are built from it only if there
are rules to ask, from the values that are kept for ``undo``. The rules are those of the engine.
Games with bonus cards for opening or with a player who plays alone are left out, and special hands.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

import engine
from measuring import loop_seconds, per_loop, seconds
from peers import replay_poker

from canasta_cli.engine import rule
from canasta_cli.engine.game import replay, verification
from canasta_cli.engine.game.position import Ending, How, Position
from canasta_cli.engine.game.recorded_turn import STOCK_END, TURN, When
from canasta_cli.engine.game.replay import kinds_of
from canasta_cli.engine.game.seating import Seating
from canasta_cli.engine.game.verification import Closing, DealtCase, judge_deal, judge_left
from canasta_cli.engine.placement import Placement, add_to_table, adds_to_canasta, beside, cards_of
from canasta_cli.engine.points import kept, laid_out, of_draw
from canasta_cli.engine.rule import Fact, Findings, Unknown, allowed
from canasta_cli.engine.turn.canastas_needed import GOING_OUT
from canasta_cli.engine.turn.case import CaseKind, Play, foot_after_hand, wrong_order
from canasta_cli.engine.turn.going_out import as_going_out, concealed
from canasta_cli.engine.turn.judge import OF_PLAY, all_allowed, judge_play
from canasta_cli.engine.turn.taking import as_taken
from canasta_cli.engine.view import EMPTY, Held, Stage, View, like, off_the_top, pile_taken, without
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    MeldCards,
    Rank,
    together,
    unpacked,
)
from canasta_cli.model.turn import (
    ENDS,
    Ask,
    Clause,
    Deal,
    Discard,
    Draw,
    GoOut,
    Join,
    LayThrees,
    MeldDown,
    MeldOrLayOff,
    StockEnds,
    Take,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Book, Ruleset
from canasta_cli.rules.vocabulary import StockEnd
from canasta_cli.values import lazy

State = tuple[Any, ...]
"""The values of the player in turn before a clause, in the order of ``IN_TURN``."""
IN_TURN = (
    *("held", "played", "stages", "melded", "from_pile", "pile", "buried"),
    *("stock", "order", "threes", "foot"),
)
STATE = attrgetter(*IN_TURN)
PILE, STOCK, THREES = map(IN_TURN.index, ("pile", "stock", "threes"))
MANY = 2
"""A player who keeps as many cards after melding can go on."""


class Table:
    """The table of a recorded hand; during a turn, ``held`` to ``bonus`` are those of its player."""

    __slots__ = (
        *("ruleset", "first", "draw", "foot_after", "log", "keeps_log", "to_play", "turns"),
        *("hands", "begun", "has_melded", "feet", "melds", "laid", "ending", "asked", *IN_TURN),
        *("due", "given", "turn", "named", "begun_at", "shape", "sure", "left_now"),
        *("of_another", "placements", "melds_now", "goes_out", "key"),
    )

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        """Begin with a table."""
        self.ruleset = ruleset
        self.first = position
        self.hands, self.begun = list(position.hands), list(position.begun)
        self.has_melded, self.feet = list(position.has_melded), list(position.feet)
        self.melds, self.laid = list(position.melds), list(position.threes)
        self.ending, self.turns, self.asked = position.ending, position.turns, position.asked
        self.pile, self.order = position.pile, position.order
        self.buried: int | None = position.buried
        self.stock: int = position.stock
        self.draw = ruleset.deal.draw
        self.foot_after = foot_after_hand(ruleset)
        self.log: list[State] = []
        self.keeps_log = True
        self.played: Cards
        self.stages: tuple[Stage, ...]
        self.melded: tuple[MeldOrLayOff | Rank, ...]
        self.from_pile: Cards | None
        self.named: list[Any]
        self.goes_out: bool | None
        self._seat(position.to_play)

    def _seat(self, me: int) -> None:
        """Begin the turn of a player."""
        self.to_play = me
        self.held, self.threes = self.hands[me], self.laid[self.first.sides[me]]
        self.foot = self.feet[me]
        self.played, self.stages, self.melded = NO_CARDS, (), ()
        self.from_pile = None

    @property
    def position(self) -> Position:
        """The table between two turns, as the engine's value."""
        return self.position_at(STATE(self))

    def position_at(self, state: State) -> Position:
        """Return the table with the values of its player in turn before the clauses of the turn."""
        pile, buried, stock, order = state[PILE : PILE + 4]
        return self.first.replace(
            hands=tuple(self.hands),
            begun=tuple(self.begun),
            has_melded=tuple(self.has_melded),
            feet=tuple(self.feet),
            melds=tuple(self.melds),
            threes=tuple(self.laid),
            ending=self.ending,
            asked=self.asked,
            to_play=self.to_play,
            turns=self.turns,
            pile=pile,
            buried=buried or 0,
            stock=stock or 0,
            order=order,
        )

    def apply(self, clause: Clause) -> Clause:
        """Change the table by a clause; return it with the cards that the table shows."""
        # STATE(self), which takes longer.
        self.log.append(
            (
                self.held,
                self.played,
                self.stages,
                self.melded,
                self.from_pile,
                self.pile,
                self.buried,
                self.stock,
                self.order,
                self.threes,
                self.foot,
            )
        )
        step = STEPS.get(type(clause))
        return clause if step is None else step(self, clause)

    def undo(self) -> None:
        """Take back the last clause, or the end of the last turn."""
        state = self.log.pop()
        if len(state) != len(IN_TURN):
            state, me, own, (self.ending, self.turns, self.asked) = state
            (
                self.hands[me],
                self.laid[self.first.sides[me]],
                self.feet[me],
                self.begun[me],
                self.has_melded[me],
                self.melds[self.first.teams[me]],
            ) = own
            self.to_play = me
        for name, value in zip(IN_TURN, state, strict=True):
            setattr(self, name, value)

    @property
    def left(self) -> Held:
        """The hand of the player in turn after what was played."""
        return self.held.minus(self.played) if self.played.size else self.held

    def next_stage(self) -> None:
        """Begin a new stage of the turn: more cards come to the hand."""
        self.stages = (*self.stages, Stage(self.held, self.played))
        self.held, self.played = self.left, NO_CARDS

    def from_stock(self, number: int, named: Cards) -> Cards:
        """Bring cards from the stock to the hand, lay threes out and replace them; return them all."""
        order, stock = self.order, self.stock
        if order is not None:
            came = off_the_top(order, number, self.ruleset)
            named, self.order = Cards(came), order[len(came) :]
        threes, own = of_draw(named, stock, self.ruleset)
        number_came = max(number, own.size)
        if stock is not None:
            gone = min(number + threes.size, stock)
            number_came = max(gone - threes.size, own.size)
            self.stock = stock - gone
        self.held = self.held.plus(own, number_came - own.size)
        if threes.size:
            self.threes += threes
        return named

    def lay_out(self, cards: Cards) -> None:
        """Lay threes of the hand out, and replace them unless they are from a pile."""
        self.played, self.threes = self.played + cards, self.threes + cards
        if self.from_pile is None:
            self.from_stock(cards.size, NO_CARDS)

    # Whole turns

    def play(self, given: Turn) -> None:
        """Apply the clauses of a turn, with what its player picks up first."""
        self.due = due = self.to_play
        self.given = given
        players, player, turn = self.first.players, given.player, given
        self.of_another = player is not None and player != players[due]
        if self.of_another and player in players:
            self._seat(players.index(player))
        if given.clauses and type(given.clauses[0]) is not Draw:
            turn = as_taken(given, self.ruleset)
        held = self.held
        if not (held.cards.size or held.unseen or self.foot is EMPTY):
            turn = self.position.with_due(turn, self.ruleset)
        clauses = turn.clauses
        if not self.keeps_log:
            self.log.clear()
        self.turn, self.begun_at = turn, len(self.log)
        self.shape = shape_of(tuple(map(type, clauses)))
        self.named = [self.apply(clause) for clause in clauses]
        self._classify()

    def _classify(self) -> None:  # noqa: C901, PLR0912 - calls would cost a tenth of its time
        """Find what the side has melded, the hand that is left, and the kinds of the turn."""
        shape, played, held, ruleset = self.shape, self.played, self.held, self.ruleset
        kinds = list(shape.kinds)
        self.melds_now = before = self.melds[self.first.teams[self.to_play]]
        self.placements = NO_PLACEMENTS
        if self.melded:
            self._lay(before, kinds)
        sure = True
        if held.unseen != 0:
            sure, left = held.cards.has(played), held.minus(played)
        else:
            cards = held.cards.less(played)
            if cards is None or held.cards.may_differ(played):
                cards, unexpected = without(held.cards, played)
                sure = not (unexpected.size or lacks_suit(held.cards, played, ruleset))
            left = Held(cards)
        if self.stages and sure:
            sure = all(map(_has_all, self.stages))
        self.left_now, self.sure, cards = left, sure, left.cards
        if not sure:
            kinds.append(CaseKind.UNSEEN)
        surprising = held.unseen != 0 or not sure or self.order is None or shape.take is not None
        if surprising and self._shows_new():
            kinds.append(When.SHOWS_NEW)
        self.goes_out = False
        if left.unseen != 0 or cards.size < MANY or shape.given_out:
            self._keep_few(kinds)
        if cards.has_threes and laid_out(cards, ruleset).size:
            kinds.append(CaseKind.KEEPS_THREE)
        if shape.draws:
            names, clauses = False, self.turn.clauses
            for at in shape.draws:
                draw = clauses[at]
                if isinstance(draw, Draw) and draw.cards.size:
                    names = True
            if names or not self.stock:
                self._draws(kinds, names=names)
        if shape.discard is not None:
            cards = self.named[shape.discard].cards
            if cards.size == 1:
                kinds.append(self.pile[-1].rank)
            else:
                kinds.append(CaseKind.DISCARDS_MANY if cards else CaseKind.FACE_DOWN)
                kinds += TurnPlayed(self).discarded.by_rank()
        if self.ending is not None:
            kinds.append(When.AFTER_END)
        if self.of_another:
            kinds.append(When.OF_ANOTHER)
        self.key = tuple(kinds)

    def _draws(self, kinds: list[object], *, names: bool) -> None:
        stock = self.log[self.begun_at][STOCK]
        if names:
            kinds.append(CaseKind.NAMES_DRAWN)
        if stock == 0:
            kinds.append(CaseKind.NO_STOCK)
        draws = [self.named[at].cards for at in self.shape.draws]
        if any(cards.has_threes and stock <= cards.size for cards in draws):
            kinds.append(CaseKind.LAST_THREE)

    def _shows_new(self) -> bool:
        """True if the turn moved a card that the table didn't know."""
        shape = self.shape
        if self.held.unseen != 0 or not self.sure or (shape.draws and self.order is None):
            return True
        top = None if shape.take is None else self.named[shape.take].top
        return top is not None and top not in self.log[self.begun_at][PILE]

    def _keep_few(self, kinds: list[object]) -> None:
        keeps, shape = self.left_now.at_least, self.shape
        if keeps < MANY or shape.given_out:
            self.goes_out = TurnPlayed(self).find_out()
        if self.goes_out:
            kinds.append(CaseKind.GOES_OUT)
            if shape.given_out:
                kinds.append(CaseKind.GIVEN_AS_OUT)
        if keeps < (1 if shape.ended else 2):
            kinds.append(CaseKind.KEEPS_FEW)

    def _lay(self, before: Any, kinds: list[object]) -> None:
        ruleset = self.ruleset
        self.placements, self.melds_now = add_to_table(self.melded, before, ruleset)
        placements = self.placements
        if placements and not before:
            kinds.append(CaseKind.OPENS)
        if any(each.stray for each in placements):
            kinds.append(CaseKind.STRAYS)
        if adds_to_canasta(placements, ruleset):
            kinds.append(CaseKind.ADDS_TO_CANASTA)
        if beside(placements, before, ruleset):
            kinds.append(CaseKind.BESIDE)

    def take_back(self) -> None:
        """Take back a turn that was played and not ended."""
        while len(self.log) > self.begun_at:
            self.undo()
        self._seat(self.due)

    def end_turn(self) -> None:
        """Pass the turn on, as the engine does after a play."""
        me, side, shape = self.to_play, self.first.sides[self.to_play], self.shape
        team, hands = self.first.teams[me], self.hands
        if self.keeps_log:
            own = hands[me], self.laid[side], self.feet[me], self.begun[me], self.has_melded[me]
            now = STATE(self)
            self.log.append(
                (now, me, (*own, self.melds[team]), (self.ending, self.turns, self.asked))
            )
        left, play = self.left_now, None
        keeps = left.cards.size or left.unseen
        if not keeps or not self.stock or not shape.plain_end:
            play = TurnPlayed(self)
            _ = play.view
        hands[me] = Held(left.cards, left.least) if left.unseen is None else left
        self.laid[side], self.feet[me] = self.threes, self.foot
        if self.placements:
            strays = [each.after for each in self.placements if each.stray]
            self.melds[team] = (*self.melds_now, *strays) if strays else self.melds_now
            self.has_melded[me] = True
        if play and self.ending is None:
            self._end(play, me)
        self.begun[me] = True
        if shape.asks:
            self.asked |= {me}
        self.turns += 1
        self._seat((me + 1) % len(hands))

    def _end(self, play: "TurnPlayed", me: int) -> None:
        hand, foot = self.hands[me], self.feet[me]
        goes_on = hand.size or (foot.size and self.foot_after)
        if play.shape.given_out or not goes_on:
            self.ending = Ending(How.OUT, me, bool(concealed(play, self.ruleset)))
        elif StockEnds in play.types or (
            not self.stock and (self.ruleset.stock.end is StockEnd.TURN or play.drew_last_three)
        ):
            self.ending = Ending(How.STOCK)


# Clauses


def _draw(table: Table, clause: Draw) -> Clause:
    order, number, held = table.order, table.draw, table.held
    if order is None:
        table.from_stock(number, clause.cards)
        return clause
    named = drawn(order[:number])
    cards = named.cards
    if cards.size == number and not cards.has_threes:
        table.order, table.stock = order[number:], table.stock - number
        table.held = Held(held.cards + cards, held.unseen, held.least)
    else:
        cards = table.from_stock(number, clause.cards)
        named = Draw(cards)
    return named if cards.size and not clause.cards.size else clause


def _take(table: Table, take: Take) -> Clause:
    ruleset, pile, top = table.ruleset, table.pile, take.top
    if (
        top is not None
        and top.suit is None
        and pile
        and top is not pile[-1]
        and like(top, pile[-1])
    ):
        take = take._replace(top=pile[-1])
    table.stages = (*table.stages, Stage(table.held, table.played + take.shown))
    table.held, table.played = table.stages[-1].left, NO_CARDS
    if take.top is not None:
        cards = Cards((take.top, *take.hand))
        first = MeldCards(cards) if take.onto is None else LayOff(take.onto, cards)
        table.melded = (*table.melded, first, *take.then)
    table.from_pile = NO_CARDS
    if not take.whole:
        table.pile = pile[:-1]
        return take
    taken = pile_taken(take, pile, table.buried, ruleset)
    under = Cards(taken.under)
    table.pile, table.buried = taken.left, taken.buried
    if under.has_threes:
        table.from_pile = laid_out(under, ruleset, from_pile=True)
        table.threes += table.from_pile
        under = kept(under, ruleset, from_pile=True)
    table.held = table.held.plus(under, taken.unseen)
    return take


def _foot(table: Table, clause: TakeFoot) -> Clause:
    ruleset, order, packet = table.ruleset, table.order, table.foot
    if not packet.size:
        packet = Held(NO_CARDS, ruleset.deal.foot)
    if table.played.size:
        table.next_stage()
    named = packet.cards if packet.unseen == 0 else clause.cards
    threes, own = laid_out(named, ruleset), tuple(kept(named, ruleset))
    table.threes, table.foot, table.from_pile = table.threes + threes, EMPTY, None
    if packet.size is None:
        table.held = table.held.plus(Cards(own), None)
        return clause
    fits = max(packet.size - threes.size, 0)
    of_it, more = Cards(own[:fits]), Cards(own[fits:])
    table.held = table.held.plus(of_it, fits - of_it.size)
    if threes.size or more.size:
        table.from_stock(threes.size, more)
    if packet.unseen != 0 or clause.cards.size:
        return clause
    came = () if order is None else order[: len(order) - len(table.order or ())]
    return clause._replace(cards=Cards((*packet.cards, *came)))


def _lay_threes(table: Table, clause: LayThrees) -> Clause:
    before = table.threes if table.order is not None else table.from_pile or NO_CARDS
    table.lay_out(without(clause.cards, before)[0])
    return clause


def _meld(table: Table, clause: MeldDown) -> Clause:
    played = together(map(cards_of, clause.melded))
    table.played = table.played + played if table.played.size else played
    table.melded += clause.melded
    return clause


def _join(table: Table, clause: Join) -> Clause:
    table.melded = (*table.melded, clause.rank)
    return clause


def _discard(table: Table, clause: Discard) -> Clause:
    cards, held = clause.cards, table.held
    if cards.size:
        if held.cards.may_differ(cards):
            cards = table.left.with_suits(cards)
    else:
        left = table.left
        if left.unseen == 0 and left.cards.size == 1:
            cards = left.cards
    if cards.size:
        table.played = table.played + cards if table.played.size else cards
        table.pile += unpacked(cards.packed)
        return clause
    size = None if table.buried is None else table.buried + len(table.pile)
    left = table.left
    table.next_stage()
    table.held, table.pile = left.less_one(), ()
    table.buried = None if size is None else size + 1
    return clause


STEPS: dict[type[Clause], Callable[[Table, Any], Clause]] = {
    Draw: _draw,
    Take: _take,
    TakeFoot: _foot,
    LayThrees: _lay_threes,
    MeldDown: _meld,
    Join: _join,
    Discard: _discard,
}


@lru_cache(maxsize=10_000)
def drawn(cards: tuple[Card, ...]) -> Draw:
    """Return the draw of a few cards; cached, since the same ones recur."""
    return Draw(Cards(cards))


# A turn as the rules see it


class Shape(NamedTuple):
    """What the kinds of the clauses of a turn say alone; the clauses are indices."""

    kinds: tuple[object, ...]
    ended: bool
    given_out: bool
    plain_end: bool
    asks: bool
    draws: tuple[int, ...]
    take: int | None
    discard: int | None


@lru_cache(maxsize=1_000)
def shape_of(types: tuple[type[Clause], ...]) -> Shape:
    """Find what the kinds of the clauses of a turn say."""
    kinds: list[object] = list(types)
    if Ask in types:
        kinds.append(CaseKind.ASKED)
    if wrong_order(types):
        kinds.append(CaseKind.OUT_OF_ORDER)
    if ENDS.isdisjoint(types):
        kinds.append(When.UNFINISHED)
    given_out = GoOut in types
    return Shape(
        tuple(kinds),
        not ENDS.isdisjoint(types),
        given_out,
        not given_out and StockEnds not in types,
        Ask in types,
        tuple([at for at, kind in enumerate(types) if kind is Draw]),
        types.index(Take) if Take in types else None,
        types.index(Discard) if Discard in types else None,
    )


class TurnPlayed(Play):
    """A turn whose clauses were applied to a table; views are built if a rule reads them."""

    whole, as_out = True, False
    melds_missing: Any = False
    placements: tuple[Placement, ...]

    def __init__(self, table: Table) -> None:
        """Build the play from the turn that a table has applied and not ended."""
        self.table, self.me, self.ruleset, shape = table, table.to_play, table.ruleset, table.shape
        self.given, self.named, self.shape = table.given, table.named, shape
        self.states = table.log[table.begun_at :]
        self.ended, self.types = shape.ended, tuple(map(type, table.named))
        self.take: Any = None if shape.take is None else table.named[shape.take]
        self.discard: Any = None if shape.discard is None else table.named[shape.discard]
        self.now = STATE(table)
        self.before = self.states[0] if self.states else self.now
        self.melds_before = before = table.melds[table.first.teams[self.me]]
        self.opened, self.left = bool(before), table.left_now
        self.placements, self._melds = table.placements, table.melds_now
        self.goes_out = table.goes_out

    def find_out(self) -> bool | None:
        """True if the player has no cards left, or will have none; as in ``Play``."""
        left = self.left
        have, last = left.size, 0 if self.ended else 1
        if self.shape.given_out:
            return True
        if left.at_least > last if have is None else have > last:
            return False
        more = self.bonus if self.foot is False else self.foot
        if more is True:
            return False
        if have is None:
            return None
        used = bool(self.placements) or self.discard is not None
        return None if used and more is not False else used

    takes_foot: Any = lazy(lambda play: TakeFoot in play.types)
    took_pile: Any = lazy(lambda play: play.take is not None)
    stock: Any = lazy(lambda play: play.now[STOCK])
    kinds: Any = lazy(lambda play: kinds_of(play.table.key))
    clause_kinds: Any = lazy(lambda play: play.types)
    shows_nothing_new: Any = lazy(lambda play: When.SHOWS_NEW not in play.table.key)
    names_drawn: Any = lazy(lambda play: CaseKind.NAMES_DRAWN in play.table.key)
    turn: Any = lazy(lambda play: play.given._replace(clauses=tuple(play.named)))
    melds: Any = lazy(lambda play: play.table.melds_now)
    stages: Any = lazy(lambda play: (*play.now[2], Stage(*play.now[:2])))
    view: Any = lazy(lambda play: play.seen(play.before))
    at_draw: Any = lazy(lambda play: play.before_last(Draw, play.before))
    at_end: Any = lazy(lambda play: play.before_last(Discard, play.now))
    then: Any = lazy(lambda play: play.seen(play.now))

    @lazy
    def _facts(self) -> dict[str, Any]:
        """The facts that stay during a turn."""
        table, me, team = self.table, self.me, self.table.first.teams[self.me]
        theirs: tuple[Any, ...] = ()
        for at, melds in enumerate(table.melds):
            if at != team:
                theirs += melds
        partner_foot = False
        for at, foot in enumerate(table.feet):
            if foot is not EMPTY and foot.size and at != me and table.first.teams[at] == team:
                partner_foot = True
        return {
            "melds": self.melds_before,
            "fresh": not table.has_melded[me],
            "their_melds": theirs,
            "opened": self.opened,
            "total": table.first.totals[table.first.sides[me]],
            "deal": table.first.deal,
            "first_turn": not table.begun[me],
            "asked_before": me in table.asked,
            "red_threes": self.before[THREES].of(Rank.RED_THREE),
            "partner_foot": partner_foot,
        }

    def seen(self, state: State) -> View:
        """Return the table before a clause, as its player knows it."""
        view = object.__new__(View)
        view.__dict__ = facts = self._facts.copy()
        facts.update(zip(IN_TURN, state, strict=True))
        return view

    def before_last(self, kind: type[Clause], state: State) -> View:
        """Return the table before the last clause of a kind, or else the one given."""
        for at in range(len(self.types) - 1, -1, -1):
            if self.types[at] is kind:
                return self.seen(self.states[at])
        return self.seen(state)


NO_PLACEMENTS: tuple[Placement, ...] = ()


def _has_all(stage: Stage) -> bool:
    return stage.held.cards.has(stage.played)


def lacks_suit(held: Cards, played: Cards, ruleset: Ruleset) -> bool:
    """True if a card is played in another suit than in the hand, or without it though it matters."""
    if not ruleset.melds.runs or held.has(played):
        return False
    missing, suited = played - held, ruleset.wild_ranks.sequential
    return any(card.suit is not None or card.rank in suited for card in missing)


# Verdicts


class Before:
    """The table before a turn that was applied; what few rules read comes from a ``Position``."""

    def __init__(self, play: TurnPlayed) -> None:
        self.play, self.ending = play, play.table.ending
        self.pile, self.buried = play.before[PILE : PILE + 2]

    @property
    def pile_size(self) -> int:
        """The number of cards in the pile."""
        return len(self.pile) + (self.buried or 0)

    @lazy
    def whole(self) -> Position:
        """All of it."""
        return self.play.table.position_at(self.play.before)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)


class OnTable:
    """What ``Here`` is in the engine: a turn, and the table on which it is taken."""

    def __init__(self, play: TurnPlayed, kinds: frozenset[object]) -> None:
        self.play, self.given, self.kinds = play, play.given, kinds
        self.due = play.table.first.players[play.table.due]
        self.position: Any = Before(play)

    def apply(self) -> Position:
        """Return the table after the turn."""
        table = self.play.table
        kept, table.keeps_log = table.keeps_log, True
        table.end_turn()
        after = table.position
        table.undo()
        table.keeps_log = kept
        return after


@lru_cache(maxsize=10_000)
def checks_of(key: tuple[object, ...], book: Book) -> tuple[Any, ...]:
    """List the checks of the rules about turns of these kinds, by case; true for recorded turns."""
    kinds = kinds_of(key)
    return tuple(
        [
            (topic is TURN, find, checks)
            for topic in (TURN, *OF_PLAY)
            for find, checks in rule._checks(topic, kinds, book).by_case  # noqa: SLF001
        ]
    )


def certain(table: Table) -> bool:
    """True if no rule refuses the turn applied, for certain, as ``follow`` and ``step`` find out."""
    ruleset, out, placements, shape = table.ruleset, table.goes_out, table.placements, table.shape
    if placements and not all_allowed(placements, ruleset, going_out=out is True):
        return False
    checks = checks_of(table.key, ruleset.book)
    if not checks and out is False and shape.plain_end:
        return True
    if out is None or table.due != table.to_play or ruleset.unknown:
        return False
    play = TurnPlayed(table)
    return (
        _allow(checks, play)
        and (StockEnds not in table.key or allowed(play, STOCK_END, ruleset))
        and (not out or allowed(as_going_out(play, ruleset), GOING_OUT, ruleset))
    )


def _allow(checks: tuple[Any, ...], play: TurnPlayed) -> bool:
    here, ruleset = OnTable(play, play.kinds), play.ruleset
    for recorded, find, of_case in checks:
        case: Any = here if recorded else play
        if find is not None:
            case = find(case)
            if case is None:
                continue
        for check in of_case:
            answer = check(case, ruleset)
            if answer is not None and (isinstance(answer, Unknown) or not answer.ok):
                return False
    return True


def judged(table: Table) -> Findings:
    """Ask all rules about the turn that was applied and not ended."""
    play, of_play, findings = TurnPlayed(table), Findings(table.ruleset), Findings(table.ruleset)
    judge_play(play, of_play)
    if StockEnds in play.types:
        of_play.ask(play, STOCK_END)
    suits = {When.MISSES_SUITS} if Fact.SUITS in of_play.unknown else ()
    findings.ask(OnTable(play, play.kinds.union(suits)), TURN)
    findings.add(of_play)
    return findings


def gone_through(deal: Deal, seats: Seating, rules: Ruleset) -> verification.GoneThrough:
    """Check a hand as ``verification.gone_through`` does, with one way to follow a turn."""
    table = Table(replay.start(deal, seats, rules), rules)
    table.keeps_log = False
    found = [(0, each) for each in judge_deal(DealtCase(deal, table.position), rules).refused]
    for number, recorded in enumerate(deal.turns, 1):
        table.play(recorded.turn)
        if not certain(table) and not recorded.forced:
            found += [(number, each) for each in judged(table).verdict().refused]
        table.end_turn()
    now = table.position
    if deal.left is not None and not deal.left_forced:
        closing = judge_left(Closing(now, deal.left), rules)
        found += [(len(deal.turns) + 1, each) for each in closing.refused]
    return verification.GoneThrough(now, tuple(found))


# Comparing and measuring


def spoilt(turn: Turn, random: Random) -> Turn:
    """Return a turn with a card that was mistyped."""
    at = random.randrange(len(turn.clauses))
    clause, cards = turn.clauses[at], Cards([Card(random.choice(list(Rank)))])
    match clause:
        case Discard():
            clause = Discard(cards)
        case MeldDown((first, *others)):
            more = first.cards + cards
            lay = LayOff(first.onto, more) if isinstance(first, LayOff) else MeldCards(more)
            clause = MeldDown((lay, *others))
        case Take():
            clause = clause._replace(hand=clause.hand + cards)
        case _:
            return turn._replace(player=random.choice(engine.PLAYERS))
    return turn._replace(clauses=(*turn.clauses[:at], clause, *turn.clauses[at + 1 :]))


def known_in_part(deal: Deal, random: Random) -> Deal:
    """Return a deal of which some cards are unknown."""
    hands = deal.hands[: random.randrange(4)]
    return random.choice(
        (
            deal._replace(upcards=()),
            deal._replace(hands=hands),
            deal._replace(stock=None),
            deal._replace(hands=hands, stock=None),
        )
    )


def same(what: object, new: object, now: object) -> None:
    """Stop if the two ways differ."""
    if new != now:
        raise RuntimeError(f"{what}: {new} on the table, {now} today")


NOW = verification.gone_through


def compare(deal: Deal, rules: Ruleset, random: Random) -> int:
    """Follow a hand both ways, each turn also mistyped; return how many turns were compared."""
    table = Table(replay.start(deal, engine.SEATS, rules), rules)
    position = table.position
    for recorded in deal.turns:
        for turn in (spoilt(recorded.turn, random), recorded.turn):
            one = replay.step(position, turn, rules)
            table.play(turn)
            sure, found = certain(table), judged(table).verdict()
            expected = one.ruling.verdict
            same(turn, found.findings, expected.findings)
            same(turn, found.unknown, expected.unknown)
            same(turn, sure, one.certain)
            table.end_turn()
            same(turn, table.position, one.after)
            if turn is not recorded.turn:
                table.undo()
                table.take_back()
                same(turn, table.position, position)
        position = one.after
    seats = engine.SEATS
    same(deal, gone_through(deal, seats, rules), NOW(deal, seats, rules))
    return 2 * len(deal.turns)


def verify_with(way: Callable[..., Any], text: str) -> None:
    """Verify a game file with one of the two ways to follow turns."""
    verification.gone_through = way
    engine.verify(text)


def judge_with(rules: Ruleset, way: Callable[..., Any], deal: Deal) -> object:
    """Judge the turns of a hand with one of the two ways."""
    return way(deal, engine.SEATS, rules)


def in_turns(pairs: Sequence[tuple[Callable[[], object], Callable[[], object]]]) -> list[float]:
    """Do each piece of work both ways; return how often each is done in the time of the fixed loop."""
    spent, loops = [0.0, 0.0], [loop_seconds()]
    for number, pair in enumerate(pairs):
        for at in (0, 1) if number % 2 else (1, 0):
            spent[at] += seconds(pair[at])
        if not number % 5:
            loops.append(loop_seconds())
    return [len(pairs) * mean(loops) / each for each in spent]


def measured(
    what: str, works: list[Any], do: Callable[[Callable[..., Any], Any], object]
) -> Iterator[str]:
    """Measure some work both ways, in several rounds."""
    pairs = [(partial(do, NOW, work), partial(do, gone_through, work)) for work in works]
    rounds = [in_turns(pairs) for _ in range(ROUNDS)]
    now, then = (median(each[at] for each in rounds) for at in (0, 1))
    ratio = median(b / a for a, b in rounds)
    yield f"{what}: {now:.1f} hands a loop today, {then:.1f} on the table, x {ratio:.3f}"


ROUNDS = 15


def main(arguments: list[str]) -> None:
    """Compare and measure."""
    parser = argparse.ArgumentParser(description="Try a table that is changed in place.")
    parser.add_argument("--hands", type=int, default=30, help="Hands of each game.")
    parser.add_argument("--games", nargs="+", default=["classic", "samba", "hand-and-foot"])
    parser.add_argument("--compare", action="store_true", help="Only compare.")
    given = parser.parse_args(arguments)
    for name in given.games:
        rules, random, turns = ruleset(name), Random(name), 0
        for seed in range(given.hands):
            deal = engine.played(rules, seed)
            turns += compare(deal, rules, random)
            turns += compare(known_in_part(deal, random), rules, random)
        print(f"{name}: {turns} turns alike", flush=True)
        if given.compare:
            continue
        deals = [engine.played(rules, seed) for seed in range(given.hands)]
        texts = [engine.recorded(rules, seed) for seed in range(given.hands)]
        print(*measured(f"{name}, from the file", texts, verify_with), flush=True)
        unknown = [deal._replace(hands=(), stock=None) for deal in deals]
        judge = partial(judge_with, rules)
        print(*measured(f"{name}, hands and stock unknown", unknown, judge), flush=True)
    poker = replay_poker()
    if poker is not None and not given.compare:
        print(f"PokerKit: {median(per_loop([poker] * 100) for _ in range(5)):.1f} hands a loop")


if __name__ == "__main__":
    main(sys.argv[1:])
