"""A play as the rules see it: a turn, or a part of one, set on the table as far as it is known."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.grading import grade, lacking
from canasta_cli.engine.known import Drew, Held, Known, held_by
from canasta_cli.engine.melding import Lying, judge_meld
from canasta_cli.engine.minimum import minimum
from canasta_cli.engine.talon import bonus_due
from canasta_cli.engine.threes import kept
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import NO_CARDS, Card, Cards, together
from canasta_cli.model.melds import LayOff, Meld, Onto, Shape
from canasta_cli.model.turn import Ask, Discard, Draw, LayThrees, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, FootWhen, Grade, SameRank, Tier


class Laid(NamedTuple):
    """A meld that the play makes or adds to: what lay there before, what comes, what lies then.

    ``stray`` marks a lay-off for which no meld lies on the table as far as that is known.
    """

    before: Meld | None
    added: Cards
    after: Meld
    stray: bool = False


class Play(NamedTuple):
    """Everything that a rule of play may ask about, worked out once.

    ``hand`` is the hand before anything was laid, ``left`` after all of it, the discard included;
    ``played`` is what left it, apart from the cards shown with the pile. ``whole`` says that the
    turn is told from its beginning, ``leaves`` that the question is about going out; ``goes_out``
    is whether the player does. Who has used up the hand goes on all the same with a ``foot`` that
    waits, or with the ``bonus`` cards for opening; what would tell, where that is not known.
    """

    turn: Turn
    known: Known
    whole: bool
    leaves: bool
    take: Take | None
    discard: Discard | None
    ended: bool
    goes_out: bool | None
    hand: Held
    played: Cards
    left: Held
    laid: tuple[Laid, ...]
    melds: tuple[Meld, ...] | None
    opened: bool | None
    tier: Tier | None
    counted: int
    value: int
    canastas: Counter[Grade]
    foot: bool | None = False
    bonus: bool | str = False

    @property
    def drew_stock(self) -> bool | None:
        """Whether the turn began from the stock, as far as that was told."""
        if self.took_pile:
            return False
        if self.known.drew is Drew.STOCK or any(isinstance(e, Draw) for e in self.turn.clauses):
            return True
        return None

    @property
    def leaves_now(self) -> bool:
        """Whether somebody says that this play is going out."""
        return self.leaves or self.turn.goes_out

    @property
    def took_pile(self) -> bool:
        """Whether this turn took the pile, as far as that was told."""
        return self.take is not None or self.known.drew is Drew.PILE

    @property
    def asked(self) -> bool | None:
        """The partner's answer, told beforehand or in the turn."""
        answers = [each.yes for each in self.turn.clauses if isinstance(each, Ask)]
        return answers[-1] if answers else self.known.asked


def set_up(
    turn: Turn, known: Known, ruleset: Ruleset, *, whole: bool = False, leaves: bool = False
) -> Play:
    """Set a turn, or a part of one, on the table."""
    hand = _after_draw(held_by(known), turn, known, ruleset)
    lays = turn.lays
    laid, melds = _lay(turn, known, ruleset)
    after_take = _after_take(hand, turn, known, ruleset)
    played = together((*(lay.cards for lay in lays), *_put_away(turn)))
    left = after_take.minus(played)
    if turn.discard is not None and not turn.discard.cards:
        left = left.less_one()
    melded = sum(worth(lay.cards, ruleset) for lay in lays)
    foot = known.foot if _foot_after_hand(ruleset) else False
    bonus = _bonus(turn, known, laid, melds, ruleset)
    return Play(
        turn=turn,
        known=known,
        whole=whole,
        leaves=leaves,
        take=turn.take,
        discard=turn.discard,
        ended=turn.ended,
        goes_out=_goes_out(
            turn, left, lays=bool(laid), leaves=leaves, more=bonus if foot is False else foot
        ),
        hand=hand,
        played=played,
        left=left,
        laid=laid,
        melds=melds,
        opened=known.has_opened,
        tier=_tier(known, ruleset),
        counted=_take_worth(turn, ruleset, counting=True)
        + (melded if turn.take is None else _from_hand(turn, turn.take, hand, ruleset)),
        value=_take_worth(turn, ruleset, counting=False) + melded,
        canastas=_canastas(melds, laid, ruleset),
        foot=foot,
        bonus=bonus,
    )


def _bonus(
    turn: Turn,
    known: Known,
    laid: tuple[Laid, ...],
    melds: tuple[Meld, ...] | None,
    ruleset: Ruleset,
) -> bool | str:
    """Whether bonus cards spare the opener a card: not in going out, where none are given."""
    if not ruleset.talon.spares_card or not lacking(
        ruleset.out.needs, _canastas(melds, laid, ruleset)
    ):
        return False
    takes = turn.take is not None or known.drew is Drew.PILE
    return bonus_due(known, ruleset, melds=bool(laid), takes=takes)


def _foot_after_hand(ruleset: Ruleset) -> bool:
    return ruleset.deal.foot is not None and ruleset.deal.foot_when is FootWhen.HAND


def _after_draw(hand: Held, turn: Turn, known: Known, ruleset: Ruleset) -> Held:
    """With the cards of the draw. Threes that are laid out in it, or before it, are replaced unseen."""
    stock = known.stock
    for clause in turn.clauses:
        if isinstance(clause, Draw):
            own = kept(clause.cards, ruleset)
            came = _at_most(ruleset.deal.draw, stock, len(clause.cards) - len(own))
            return hand.plus(own, max(came - len(own), 0))
        if isinstance(clause, Take):
            break
        if isinstance(clause, LayThrees):
            came = _at_most(len(clause.cards), stock, 0)
            hand = hand.plus(NO_CARDS, came)
            stock = None if stock is None else stock - came
    return hand


def _at_most(cards: int, stock: int | None, gone: int) -> int:
    """So many cards of a stock, or as many as it has after some are gone."""
    return cards if stock is None else min(cards, max(stock - gone, 0))


def _after_take(hand: Held, turn: Turn, known: Known, ruleset: Ruleset) -> Held:
    """Without what was played to take the pile, and with the pile's other cards."""
    take = turn.take
    if take is None:
        return hand
    hand = hand.minus(take.shown)
    if not take.whole:
        return hand
    cards, unseen = under_top(known, ruleset)
    return hand.plus(kept(cards, ruleset), unseen)


def under_top(known: Known, ruleset: Ruleset) -> tuple[tuple[Card, ...], int | None]:
    """What comes into the hand from under the top card: cards that are known, and how many not."""
    most = ruleset.pile.taken
    if known.pile is not None:
        under = known.pile[:-1]
        return (under if most is None else under[max(len(under) - most + 1, 0) :]), 0
    size = known.cards_in_pile
    if size is None:
        return (), None
    return (), max((size if most is None else min(size, most)) - 1, 0)


def pile_left(known: Known, ruleset: Ruleset) -> int | None:
    """How many cards of the pile stay when it has been taken."""
    if ruleset.pile.taken is None:
        return 0
    size = known.cards_in_pile
    return None if size is None else max(size - ruleset.pile.taken, 0)


def _put_away(turn: Turn) -> Iterator[Cards]:
    """Cards that leave the hand without being melded: discards, and threes laid out."""
    return (clause.cards for clause in turn.clauses if isinstance(clause, Discard | LayThrees))


def _goes_out(
    turn: Turn, left: Held, *, lays: bool, leaves: bool, more: bool | str | None
) -> bool | None:
    """Whether the player is rid of all cards, or has no choice but to be with the discard.

    ``more`` says whether further cards are due to the player then; neither yes nor no is unknown.
    """
    if leaves or turn.goes_out:
        return True
    if more is True:
        return False
    if left.size is None:
        return None
    used = left.size <= (0 if turn.ended else 1) and (lays or turn.discard is not None)
    return None if used and more is not False else used


def _from_hand(turn: Turn, take: Take, hand: Held, ruleset: Ruleset) -> int:
    """Card points of the melds that can be shown from the hand, before the pile is touched.

    Of a meld that needs cards of the pile only what is a meld without them counts.
    """
    if hand.unseen is None:
        return sum(worth(lay.cards, ruleset) for lay in turn.lays)
    rest, unseen = (held := hand.minus(take.shown)).cards, held.unseen or 0
    counted = 0
    for lay in turn.lays:
        own: list[Card] = []
        for card in lay.cards:
            if rest[card.rank] > 0:
                rest[card.rank] -= 1
                own.append(card)
            elif unseen > 0:
                unseen -= 1
                own.append(card)
        shown = Meld(Cards(own))
        named = lay.onto.rank if isinstance(lay, LayOff) else shown.rank
        joins = take.top is not None and named is take.top.rank
        if joins or (own and judge_meld(Lying(shown, True), ruleset).legal):
            counted += worth(own, ruleset)
    return counted


def _take_worth(turn: Turn, ruleset: Ruleset, *, counting: bool) -> int:
    """Card points of the meld with which the pile is taken."""
    take = turn.take
    if take is None:
        return 0
    top = (take.top,) if take.top and (ruleset.opening.top_counts or not counting) else ()
    return worth((*top, *take.shown), ruleset)


def _tier(known: Known, ruleset: Ruleset) -> Tier | None:
    if known.minimum is not None:
        return Tier(None, known.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return None if known.deal is None else minimum(0, known.deal, ruleset)
    return None if known.total is None else minimum(known.total, known.deal or 1, ruleset)


def _lay(
    turn: Turn, known: Known, ruleset: Ruleset
) -> tuple[tuple[Laid, ...], tuple[Meld, ...] | None]:
    """Lay everything down in order: what each meld becomes, and the side's melds then."""
    table = list(known.melds or ())
    laid: dict[int, Laid] = {}
    strays: list[Laid] = []
    lays: list[Meld | LayOff] = []
    if turn.take is not None and turn.take.top is not None:
        lays.append(_taking(turn.take, turn.take.top))
        lays += turn.take.then
    lays += turn.lays
    for lay in lays:
        place = joins(lay, table, ruleset)
        if place is None and isinstance(lay, LayOff):
            strays.append(Laid(None, lay.cards, Meld(lay.cards), stray=True))
            continue
        if place is None:
            place = len(table)
            table.append(Meld(NO_CARDS))
        before = table[place] if place < len(known.melds or ()) else None
        earlier = laid[place].added if place in laid else NO_CARDS
        table[place] = Meld(table[place].cards + lay.cards)
        first = laid[place].before if place in laid else before
        laid[place] = Laid(first, earlier + lay.cards, table[place])
    melds = None if known.melds is None else tuple(table)
    return (*laid.values(), *strays), melds


def _taking(take: Take, top: Card) -> Meld | LayOff:
    cards = Cards((top, *take.hand))
    return Meld(cards) if take.onto is None else LayOff(take.onto, cards)


def joins(lay: Meld | LayOff, table: list[Meld], ruleset: Ruleset) -> int | None:
    """Which meld on the table a lay joins; none where it makes a new one or finds no meld."""
    if isinstance(lay, LayOff):
        found = [place for place, meld in enumerate(table) if _is_named(meld, lay.onto)]
        if lay.onto.which is None:
            found = [*_open(found, table, ruleset), *found][:1]
        which = (lay.onto.which or 1) - 1
        return found[which] if which < len(found) else None
    apart = ruleset.melds.same_rank is SameRank.APART
    if apart and len(lay.cards) >= ruleset.melds.smallest:
        return None
    if lay.shape is Shape.WILD and not apart:
        wild = [place for place, meld in enumerate(table) if meld.shape is Shape.WILD]
        return next(iter(_open(wild, table, ruleset)), None)
    if lay.rank is None:
        return None
    same = [place for place, meld in enumerate(table) if meld.rank is lay.rank]
    if ruleset.melds.same_rank is SameRank.AFTER_CANASTA:
        same = _open(same, table, ruleset)
    return same[0] if same and lay.shape in (Shape.SET, Shape.THREES) else None


def _open(places: list[int], table: list[Meld], ruleset: Ruleset) -> list[int]:
    """Of some melds those that are no canastas yet."""
    return [place for place in places if len(table[place].cards) < ruleset.melds.canasta]


def _is_named(meld: Meld, onto: Onto) -> bool:
    if onto.rank is not None:
        return meld.rank is onto.rank and meld.shape is not Shape.RUN
    if onto.suit is not None:
        return meld.shape is Shape.RUN and meld.suit is onto.suit
    return meld.shape is Shape.WILD


def _canastas(
    melds: tuple[Meld, ...] | None, laid: tuple[Laid, ...], ruleset: Ruleset
) -> Counter[Grade]:
    """The side's canastas after the play, as far as its melds are known."""
    lying = melds if melds is not None else tuple(each.after for each in laid if not each.stray)
    return Counter(kind for meld in lying if (kind := grade(meld, ruleset)) is not None)
