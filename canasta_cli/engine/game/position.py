"""The table of a recorded hand: what each player holds, what is left of the deck, and who may take the pile.

Recorded turns change it; answers about a hand in play show it. A plain turn is followed in one step.

``to_play`` says whose turn it is, ``Position.moved_on`` passes it on, ``Position.seat`` lets a turn be
made out of turn; ``seating`` in ``engine/game/standing.py`` says who begins. A clause is applied by
``Table.apply`` in ``engine/table.py``, a recorded turn by ``Step`` in ``engine/game/replay.py``, then
``Position.after``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from canasta_cli.engine.melds import judge_meld, may_grow_legal
from canasta_cli.engine.points import in_packs, surpluses
from canasta_cli.engine.rule import Do, Judgement, RuleFinding, judge, refusal, verdict_of_all
from canasta_cli.engine.table import (
    Placement,
    Table,
    add_to_table,
    cards_of,
    drawn_from,
)
from canasta_cli.engine.turn.case import (
    CaseKind,
    Play,
    bonus_due,
    bonus_number,
    foot_after_hand,
    kinds_of_melds,
    plays_known_cards,
)
from canasta_cli.engine.turn.going_out import concealed
from canasta_cli.engine.turn.taking import PICKUP, as_taken, takings
from canasta_cli.engine.view import EMPTY, Held, View, laid_out, without
from canasta_cli.model.cards import (
    NO_CARDS,
    Card,
    Cards,
    Meld,
    Rank,
    together,
    unpacked,
)
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    MeldDown,
    MeldOrLayOff,
    Packet,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import StockEnd
from canasta_cli.values import NamedTuple, Sparse

# The table of a recorded hand: what each player holds, what lies on the table, whose turn it is.
#
# A position is stored and changed, never judged: every readable turn can be applied, even one that
# no rule allows, since the players may have accepted it.


class HandEnding(NamedTuple):
    """The end of a hand: who went out (an index into the order of play), and if concealed.

    ``player`` is ``None`` if the stock ended it; ``shown`` are the cards of a special hand that did.
    """

    player: int | None = None
    concealed: bool = False
    shown: Cards = NO_CARDS

    @property
    def how(self) -> str:
        """The way in which the hand ended, as in answers."""
        return "stock" if self.player is None else "out"


class Position(Sparse):
    """Everything that the table can see, and all other facts that are given.

    ``players`` are in order of play, ``sides`` has the index of each one's side; ``melds``,
    ``threes`` and ``totals`` are by side, the rest by player. ``teams`` has the index of the melds
    with which each player plays: those of the side, until one player is ``alone`` (an index into
    the order of play) and the others are partners. ``begun`` is true for players who have had a
    turn, ``has_melded`` for those who have melded; ``asked`` has the indices of those who have asked
    their partner. ``feet`` are those not picked up yet, ``bonus`` the bonus cards that wait for
    their player's next turn; both are empty if there are none. ``aside`` are bonus cards that
    nobody has earned yet. ``buried`` counts unnamed cards at the bottom of the pile; ``order`` is
    the stock from its top, if that is known.
    """

    players: tuple[str, ...]
    sides: tuple[int, ...]
    teams: tuple[int, ...]
    totals: tuple[int, ...]
    deal: int
    melds: tuple[tuple[Meld, ...], ...]
    threes: tuple[Cards, ...]
    hands: tuple[Held, ...]
    begun: tuple[bool, ...]
    has_melded: tuple[bool, ...]
    pile: tuple[Card, ...]
    buried: int
    stock: int
    feet: tuple[Held, ...]
    bonus: tuple[Held, ...]
    aside: tuple[Held, ...] = ()
    alone: int | None = None
    asked: frozenset[int] = frozenset()
    order: tuple[Card, ...] | None = None
    to_play: int = 0
    turns: int = 0
    ending: HandEnding | None = None

    @property
    def side(self) -> int:
        """The side of the player whose turn it is."""
        return self.sides[self.to_play]

    @property
    def team(self) -> int:
        """The index of the melds with which the player whose turn it is plays."""
        return self.teams[self.to_play]

    @property
    def hand(self) -> Held:
        """The cards of the player whose turn it is."""
        return self.hands[self.to_play]

    @property
    def player(self) -> str:
        """The player whose turn it is."""
        return self.players[self.to_play]

    @property
    def foot(self) -> Held:
        """The foot that waits for the player whose turn it is."""
        return self.feet[self.to_play]

    @property
    def waiting(self) -> Held:
        """The bonus cards that wait for the player whose turn it is."""
        return self.bonus[self.to_play]

    @property
    def pile_size(self) -> int:
        """The number of cards in the pile."""
        return self.buried + len(self.pile)

    @property
    def hidden(self) -> tuple[tuple[str, bool], ...]:
        """The players some of whose cards are unknown, each with whether cards of a foot are."""
        packets = zip(self.players, self.hands, self.bonus, self.feet, strict=True)
        return tuple(
            (player, bool(foot.unseen))
            for player, hand, bonus, foot in packets
            if hand.unseen or bonus.unseen or foot.unseen
        )

    def view(self) -> View:
        """Return the table as the player whose turn it is knows it."""
        me, melds = self.to_play, self.melds
        side, team = self.sides[me], self.teams[me]
        threes = self.threes[side]
        theirs = [meld for at, others in enumerate(melds) if at != team for meld in others]
        partners = [at for at, other in enumerate(self.teams) if other == team and at != me]
        return View(
            held=self.hands[me],
            melds=melds[team],
            fresh=not self.has_melded[me],
            their_melds=tuple(theirs),
            opened=bool(melds[team]),
            total=self.totals[side],
            deal=self.deal,
            pile=self.pile,
            buried=self.buried,
            stock=self.stock,
            order=self.order,
            first_turn=not self.begun[me],
            asked_before=me in self.asked,
            red_threes=threes.of(Rank.RED_THREE),
            threes=threes,
            foot=self.feet[me],
            partner_foot=any(self.feet[at].size for at in partners),
            bonus=self.bonus[me],
        )

    def table(self, ruleset: Ruleset) -> Table:
        """Return the table for the turn of the player whose turn it is."""
        return Table(self.view(), ruleset)

    def with_table(self, table: Table) -> "Position":
        """Return the position with what clauses of the player whose turn it is have changed."""
        return self.replace(**self._changed_on(table, table.left))

    def _changed_on(self, table: Table, left: Held) -> dict[str, Any]:
        """Return the attributes that clauses have changed; ``left`` is the player's hand after them."""
        me, side = self.to_play, self.sides[self.to_play]
        changes: dict[str, Any] = {
            "hands": changed(self.hands, me, left.counted),
            "pile": table.pile,
            "buried": table.buried or 0,
            "stock": table.stock or 0,
            "order": table.order,
        }
        if table.threes is not self.threes[side]:
            changes["threes"] = changed(self.threes, side, table.threes)
        if table.foot is not None and table.foot is not self.feet[me]:
            changes["feet"] = changed(self.feet, me, table.foot)
        if table.bonus is not None and table.bonus is not self.bonus[me]:
            changes["bonus"] = changed(self.bonus, me, table.bonus)
        return changes

    def next_draw(self, ruleset: Ruleset) -> Cards | None:
        """The cards that a draw would bring, with those that replace threes; ``None`` if unknown or none."""
        return drawn_from(self.order, ruleset.deal.draw, ruleset) if self.order else None

    def seat(self, turn: Turn) -> "Position":
        """Return the table as seen by the player who takes the turn, even out of turn."""
        if turn.player is None or turn.player == self.player or turn.player not in self.players:
            return self
        return self.replace(to_play=self.players.index(turn.player))

    def play(self, turn: Turn, ruleset: Ruleset, view: View | None = None) -> Play:
        """Return a turn as it is played here, with the cards that the player picks up first.

        ``view`` is the table as the player knows it, if that is not what the position shows.
        """
        by_name = not self.pile or self.pile[-1].suit is None
        whole = self.with_due(as_taken(turn, ruleset, by_name=by_name), ruleset)
        return Play(whole, view or self.view(), ruleset, whole=True)

    def foot_is_due(self, ruleset: Ruleset) -> bool:
        """True if the player whose turn it is has no hand left and begins with the foot."""
        goes_on = self.hand.size or self.waiting.size
        return not goes_on and bool(self.foot.size) and foot_after_hand(ruleset)

    def with_due(self, turn: Turn, ruleset: Ruleset) -> Turn:
        """Return the turn with what the player picks up first: bonus cards, then a foot.

        A foot is due if the last discard used up the hand.
        """
        due: tuple[Clause, ...] = ()
        if self.ending is not None:
            return turn
        if self.waiting.size and not _begins(turn, TakeBonus):
            due = (TakeBonus(),)
        if self.foot_is_due(ruleset) and not _begins(turn, TakeFoot):
            due = (*due, TakeFoot())
        return turn._replace(clauses=(*due, *turn.clauses)) if due else turn

    def at_start(self, ruleset: Ruleset) -> "Position":
        """Return the table at the start of a turn, with due cards in the hand."""
        return self.begun_with(self.with_due(Turn(()), ruleset).clauses, ruleset)

    def begun_with(self, clauses: tuple[Clause, ...], ruleset: Ruleset) -> "Position":
        """Return the table after the first clauses of a turn."""
        if not clauses:
            return self
        table = self.table(ruleset)
        for clause in clauses:
            table.apply(clause)
        return self.with_table(table)

    def after(self, play: Play) -> "Position":
        """Return the table after a play, legal or not."""
        ruleset, me, melds = play.ruleset, self.to_play, None
        if play.placements:
            strays = [each.after for each in play.placements if each.stray]
            melds = (*(play.melds or ()), *strays)
        changes = self._changed_on(play.table, play.left) | self.moved_on(melds)
        if play.shape.asks:
            changes["asked"] = self.asked | {me}
        after = self.replace(**changes)
        # Going out never earns bonus cards.
        if play.placements and not play.goes_out and bonus_due(play) is True:
            after = _with_bonus(after, me, ruleset)
        if self.ending is None:
            ending = _ending(after, play, me)
            after = after if ending is None else after.replace(ending=ending)
        return _parted(after, play, me) if ruleset.one_alone else after

    def moved_on(self, melds: tuple[Meld, ...] | None) -> dict[str, Any]:
        """Return what every turn changes, and the side's melds if the player has melded."""
        me = self.to_play
        changes: dict[str, Any] = {"to_play": (me + 1) % len(self.players), "turns": self.turns + 1}
        if not self.begun[me]:
            changes["begun"] = changed(self.begun, me, True)
        if melds is not None:
            changes["melds"] = changed(self.melds, self.teams[me], melds)
            if not self.has_melded[me]:
                changes["has_melded"] = changed(self.has_melded, me, True)
        return changes


T = TypeVar("T")


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at an index."""
    return (*values[:place], value, *values[place + 1 :])


def _begins(turn: Turn, packet: type[Packet]) -> bool:
    """True if the turn names such a packet as picked up at its beginning."""
    for clause in turn.clauses:
        if not isinstance(clause, Packet):
            return False
        if isinstance(clause, packet):
            return True
    return False


def _with_bonus(position: Position, me: int, ruleset: Ruleset) -> Position:
    """Return the table after an opening: bonus cards wait, from the stock or set aside before."""
    team = position.teams[me]
    theirs = any(melds for at, melds in enumerate(position.melds) if at != team)
    if ruleset.talon.aside:
        packet = position.aside[theirs]
        now = position.replace(aside=changed(position.aside, int(theirs), EMPTY))
    else:
        table = position.table(ruleset)
        packet = table.set_aside(min(bonus_number(ruleset, theirs=theirs), position.stock))
        now = position.with_table(table)
    return now.replace(bonus=changed(now.bonus, me, packet))


def _ending(after: Position, play: Play, me: int) -> HandEnding | None:
    """Return the end of the hand, if a turn ends it; a player may go on with cards that wait."""
    ruleset, hand = play.ruleset, after.hands[me]
    goes_on = hand.cards.size or hand.unseen or after.bonus[me].size
    goes_on = goes_on or (foot_after_hand(ruleset) and after.feet[me].size)
    if play.shape.goes_out or not goes_on:
        shown = play.given.special
        cards = shown.cards if shown else NO_CARDS
        return HandEnding(me, bool(concealed(play, ruleset)), cards)
    used_up = not after.stock and (ruleset.stock.end is StockEnd.TURN or play.drew_last_three)
    return HandEnding() if used_up or StockEnds in play.shape.types else None


def _parted(now: Position, play: Play, me: int) -> Position:
    """Return the table after a turn; if it decides who plays alone, the others pool their melds.

    The first player to take the pile plays alone, or the player who goes out if nobody has taken it.
    """
    out = now.ending is not None and now.ending.player is not None
    if now.alone is not None or (not play.takes and not out):
        return now
    # Of a hand in play nothing is counted, and few games have players alone.
    from canasta_cli.engine.items import merged

    others = [team for at, team in enumerate(now.teams) if at != me]
    team = min(others)
    melds = list(now.melds)
    for other in sorted(others)[1:]:
        melds[team] = merged((*melds[team], *melds[other]), play.ruleset)
        melds[other] = ()
    teams = tuple(mine if at == me else team for at, mine in enumerate(now.teams))
    return now.replace(alone=me, teams=teams, melds=tuple(melds))


# Count every known card against the deck.


def more_than_the_deck(
    position: Position,
    ruleset: Ruleset,
    where: str,
    fix: str,
    *,
    before: Position | None = None,
    do: Do | None = None,
) -> RuleFinding | None:
    """Refuse more copies of a card than the deck has, and than on the table ``before``.

    ``where`` they are continues “that makes 9 kings”.
    """
    known = seen(position)
    suited = known if ruleset.melds.runs else NO_CARDS
    for card, many, have, most in surpluses(known.by_rank(), suited, ruleset):
        earlier = NO_CARDS if before is None else seen(before)
        own = earlier.of(card.rank) if card.suit is None else Counter(earlier)[card]
        if have > own:
            return refusal(
                f"that makes {{have}} {{many}} {where}; the deck has {{most}}",
                {"many": many, "most": most},
                needed=most,
                have=have,
                fix=fix,
                do=do,
            )
    return None


def seen(position: Position) -> Cards:
    """Return every known card on the table and in hands."""
    melds = [meld.cards for side in position.melds for meld in side]
    packets = (*position.hands, *position.feet, *position.bonus, *position.aside)
    held = [packet.cards for packet in packets if packet is not EMPTY]
    shown = () if position.ending is None else (position.ending.shown,)
    in_order = Cards(position.pile + (position.order or ()))
    return together([*melds, *position.threes, *held, *shown, in_order])


# Find the ways to take the pile that the next player has, as everyone at the table can know.


class Outlook(NamedTuple):
    """The pile before the next player: its top card, and the ways of taking it.

    ``against`` is a finding that refuses the pile, if there is no way.
    """

    top: Card | None
    ways: tuple[Take, ...]
    against: RuleFinding | None


def outlook(position: Position, ruleset: Ruleset) -> Outlook:
    """Ask the rules of the pile about every way of taking it; the hand is at most partly known."""
    facts = position.at_start(ruleset).view()
    top = facts.top
    if top is None:
        return Outlook(None, (), None)
    ways: list[Take] = []
    against: list[RuleFinding] = []
    every: list[tuple[RuleFinding, ...]] = []
    visible = seen(position).by_rank()
    for take in takings(facts, ruleset, ruled_out=True):
        if take.hand and take.onto:
            continue  # tried with the same cards, without naming a meld
        play = Play(Turn((take,)), facts, ruleset)
        verdict = verdict_of_all(
            (judge(play, PICKUP, ruleset), *_verdicts_on_melds(play, visible)), ruleset
        )
        every.append(verdict.refused)
        if not _can_be(take, facts, visible, ruleset):
            continue
        if verdict.legal is False:
            against += verdict.refused
        else:
            ways.append(take)
    return Outlook(top, tuple(ways), None if ways else next(iter(against), _common_finding(every)))


def _verdicts_on_melds(play: Play, visible: Mapping[Rank, int]) -> Iterator[Judgement]:
    """Judge each meld with the top card, if more natural cards of the hand can't make it legal."""
    for each in play.placements:
        meld, ruleset = each.after, play.ruleset
        more = in_packs(meld.rank, ruleset) - visible.get(meld.rank, 0) if meld.rank else 0
        found = judge_meld(meld, ruleset, going_out=True)
        if found.legal is False and not may_grow_legal(meld, more, ruleset, going_out=True):
            yield found


def _common_finding(refused: list[tuple[RuleFinding, ...]]) -> RuleFinding | None:
    """The finding that refuses every way, whatever cards it needs; ``None`` if there is none."""
    rules = [{finding.rule for finding in each} for each in refused]
    return next((f for each in refused for f in each if all(f.rule in r for r in rules)), None)


def _can_be(take: Take, facts: View, visible: Mapping[Rank, int], ruleset: Ruleset) -> bool:
    """True if the player can have the cards for it: cards that everyone sees are elsewhere."""
    own, unseen = facts.held, facts.held.unseen or 0
    missing = {
        rank: number - own.of(rank)
        for rank, number in take.hand.by_rank().items()
        if number > own.of(rank)
    }
    return sum(missing.values()) <= unseen and all(
        number <= in_packs(rank, ruleset) - visible.get(rank, 0) for rank, number in missing.items()
    )


# Plain turns: a draw from a known stock, melds, and the discard of a known card.
#
# Most turns of a hand whose cards are known are plain, and no rule is asked about most of these.


def plain(
    position: Position, turn: Turn, ruleset: Ruleset
) -> tuple[Position, tuple[Placement, ...], tuple[object, ...]] | None:
    """Follow a plain turn in one step: the table after it, the melds made or changed, the kinds of the play.

    It plays cards that the hand has, doesn't open, and keeps one card or more. ``None`` if the turn is
    another one.
    """
    drawn = _after_draw(position, turn, ruleset)
    if drawn is None:
        return None
    held, threes, number = drawn
    clauses, me = turn.clauses, position.to_play
    down, last = clauses[1], clauses[-1]
    if not isinstance(last, Discard) or last.cards.size != 1:
        return None
    melded = down.melded if isinstance(down, MeldDown) else _NO_MELDS
    laid = together(map(cards_of, melded)) if melded else NO_CARDS
    left, discarded, known = _played(held, laid, last.cards, ruleset)
    if left is None or not left.size or not (melded or down is last):
        return None
    before, on_pile = position.melds[position.teams[me]], unpacked(discarded.packed)
    kinds: tuple[object, ...] = (Discard, on_pile[0].rank, Draw)
    melds, placements = None, _NO_PLACEMENTS
    if left.has_threes and laid_out(left, ruleset).size:
        kinds += (CaseKind.KEEPS_THREE,)
    if not known:
        kinds += (CaseKind.UNSEEN,)
    if melded:
        if not before:
            return None
        placements, melds = add_to_table(melded, before, ruleset)
        kinds += (MeldDown, *kinds_of_melds(placements, before, ruleset))
        if CaseKind.STRAYS in kinds:
            return None
    changes = position.moved_on(melds)
    changes["hands"] = changed(position.hands, me, Held(left))
    changes["pile"] = position.pile + on_pile
    changes["stock"] = position.stock - number
    changes["order"] = (position.order or ())[number:]
    if threes.size:
        side = position.sides[me]
        changes["threes"] = changed(position.threes, side, position.threes[side] + threes)
    return position.replace(**changes), placements, kinds


def _after_draw(
    position: Position, turn: Turn, ruleset: Ruleset
) -> tuple[Cards, Cards, int] | None:
    """Return the hand after the draw of a turn, the threes laid out then, and the number of cards drawn.

    ``None`` if the turn is not plain: it is of another player, or the hand is over, or the stock or the
    hand is unknown or empty, or cards are due to the player first, or the turn names other cards drawn.
    """
    me, clauses, order = position.to_play, turn.clauses, position.order
    hand = position.hands[me]
    if (
        order is None
        or not 1 < len(clauses) <= _MOST_CLAUSES
        or (turn.player is not None and turn.player != position.players[me])
        or hand.unseen != 0
        or not hand.cards.size
        or position.bonus[me] is not EMPTY
        or position.ending is not None
    ):
        return None
    first, number = clauses[0], ruleset.deal.draw
    if not isinstance(first, Draw):
        return None
    drawn = drawn_from(order, number, ruleset)
    if drawn.size >= len(order) or (first.cards.size and first.cards != drawn):
        return None
    if not drawn.has_threes:
        return hand.cards + drawn, NO_CARDS, number
    threes = laid_out(drawn, ruleset)
    return hand.cards + drawn - threes, threes, drawn.size


_MOST_CLAUSES = 3
"""The draw, melds, and the discard."""
_NO_MELDS: tuple[MeldOrLayOff, ...] = ()
_NO_PLACEMENTS: tuple[Placement, ...] = ()


def _played(
    held: Cards, laid: Cards, discarded: Cards, ruleset: Ruleset
) -> tuple[Cards | None, Cards, bool]:
    """Play cards of a hand, of which some may have their suit only there.

    Return the cards left, ``None`` if the hand lacks some; the discard with its suit; and true if the
    hand is known to have all of them.
    """
    played = laid + discarded if laid.size else discarded
    if not held.may_differ(played):
        return held.less(played), discarded, True
    discarded = Held(without(held, laid)[0]).with_suits(discarded)
    left, unexpected = without(held, laid + discarded)
    known = plays_known_cards(held, laid + discarded, ruleset)
    return None if unexpected.size else left, discarded, known
