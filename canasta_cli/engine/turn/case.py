"""A play as the rules see it: a turn, or a part of one, set up on the known table."""

from collections.abc import Mapping
from typing import NamedTuple

from canasta_cli.engine.known import Drew, Held, Known
from canasta_cli.engine.melds.canastas import grade, lacking
from canasta_cli.engine.melds.placement import Laid, lay_down
from canasta_cli.engine.melds.points_shown import worth_alone, worth_from_hand
from canasta_cli.engine.points import worth
from canasta_cli.engine.rule import Fact, Kinds, Rule, Topic, Unknown
from canasta_cli.engine.turn.bonus_cards import bonus_due
from canasta_cli.engine.turn.course import Stage, course
from canasta_cli.engine.turn.requirements import asked_of
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.model.turn import Ask, Discard, Draw, GoOut, Join, Lay, Take, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen, Grade, Tier

# Kinds of plays that rules may be about, besides the kinds of clauses: a play that goes out, or
# may; one that is the initial meld, or may be; one of a player who has asked.
LEAVES, OPENS, ASKED = "leaves", "opens", "asked"


class Play(NamedTuple):
    """Everything that a rule of play may ask about, precomputed once for all rules.

    ``kinds`` are the kinds of its clauses and of the play; ``draws`` and ``lays`` are what was
    drawn, and melded from the hand. ``stages`` are the hand and the cards played from it, stage by
    stage; ``left`` is the hand after all of it, including the discard; ``stock`` is the number of
    cards left in the stock. ``whole`` is true if the turn is given from its beginning, ``leaves``
    if the question is about going out, ``goes_out`` if the player goes out. A player who has used
    up the hand plays on if a ``foot`` waits, or ``bonus`` cards for opening; if that is unknown,
    ``foot`` is ``None``, or ``bonus`` is the missing fact. ``tier`` are the requirements for the
    initial meld and ``counted`` the points that count for it; ``None`` and 0 once the side has
    opened.
    """

    turn: Turn
    known: Known
    whole: bool
    leaves: bool
    take: Take | None
    discard: Discard | None
    ended: bool
    goes_out: bool | None
    kinds: Kinds
    draws: tuple[Draw, ...]
    lays: tuple[Lay, ...]
    stages: tuple[Stage, ...]
    left: Held
    laid: tuple[Laid, ...]
    melds: tuple[Meld, ...] | None
    opened: bool | None
    tier: Tier | Unknown | None
    counted: int
    value: int
    canastas: Mapping[Grade, int]
    stock: int | None
    foot: bool | None = False
    bonus: bool | Fact = False

    @property
    def hand(self) -> Held:
        """The hand before anything was melded."""
        return self.stages[0].held

    @property
    def melds_untold(self) -> bool:
        """True if the side may have melds that are not given."""
        return self.known.melds is None and self.opened is not False

    @property
    def takes_foot(self) -> bool:
        """True if the player picks up the foot."""
        return TakeFoot in self.kinds

    @property
    def drew_stock(self) -> bool | None:
        """True if the turn began from the stock; ``None`` if that is not given."""
        if self.took_pile:
            return False
        if self.known.drew is Drew.STOCK or self.draws:
            return True
        return None

    @property
    def leaves_now(self) -> bool:
        """True if this play is given as going out."""
        return self.leaves or self.turn.goes_out

    @property
    def took_pile(self) -> bool:
        """True if this turn took the pile; false if that is not given."""
        return self.take is not None or self.known.drew is Drew.PILE

    @property
    def discarded(self) -> Cards:
        """The cards discarded; a face-down card too, if the hand shows which one it is."""
        if self.discard is None:
            return NO_CARDS
        if self.discard.cards:
            return self.discard.cards
        left = self.stages[-1].left
        return Cards(map(Card, left.cards)) if left.size == left.named == 1 else NO_CARDS

    @property
    def asked(self) -> bool | None:
        """The partner's answer, given beforehand or in the turn."""
        answers = [each.yes for each in self.turn.clauses if isinstance(each, Ask)]
        return answers[-1] if answers else self.known.asked


def kinds_of(turn: Turn) -> Kinds:
    """Return the kinds of clauses that a turn has."""
    return frozenset(map(type, turn.clauses))


def _kinds(turn: Turn, known: Known, *, goes_out: bool | None, opens: bool) -> Kinds:
    """Return the kinds of a play, by which rules are selected."""
    kinds: list[object] = [type(clause) for clause in turn.clauses]
    if known.asked is not None or Ask in kinds:
        kinds.append(ASKED)
    if goes_out is not False:
        kinds.append(LEAVES)
    if opens:
        kinds.append(OPENS)
    return frozenset(kinds)


def play_topic(*rules: Rule[Play], about: tuple[object, ...] = ()) -> Topic[Play]:
    """Make a topic of rules of play; ``about`` is for those that don't have their own kinds."""
    said = (rule._replace(about=rule.about or about) for rule in rules)
    return Topic(*said, kinds=lambda play: play.kinds)


def set_up(
    turn: Turn, known: Known, ruleset: Ruleset, *, whole: bool = False, leaves: bool = False
) -> Play:
    """Set up a turn, or a part of one, on the table."""
    take, lays, discard = turn.take, turn.lays, turn.discard
    takes_foot = TakeFoot in map(type, turn.clauses)
    stages, stock = course(turn, known, ruleset)
    laid, melds = _lay(turn, lays, known, ruleset)
    left = _left(stages, discard)
    melded = sum([worth(lay.cards, ruleset) for lay in lays])
    foot = known.foot if foot_after_hand(ruleset) and not takes_foot else False
    canastas = _canastas(melds, laid, ruleset)
    # Bonus cards spare the opener a card, but not when going out, since none are given then.
    spared = ruleset.talon.spares_card and bool(lacking(ruleset.out.needs, canastas))
    takes = take is not None or known.drew is Drew.PILE
    bonus = spared and bonus_due(known, stock, ruleset, melds=bool(laid), takes=takes)
    more = bonus if foot is False else foot
    goes_out = _goes_out(turn, left, lays=bool(laid), leaves=leaves, more=more)
    opened = known.has_opened
    return Play(
        turn=turn,
        known=known,
        whole=whole,
        leaves=leaves,
        take=take,
        discard=discard,
        ended=turn.ended,
        goes_out=goes_out,
        kinds=_kinds(turn, known, goes_out=goes_out, opens=bool(laid) and not opened),
        draws=turn.draws,
        lays=lays,
        stages=stages,
        left=left,
        laid=laid,
        melds=melds,
        opened=opened,
        tier=None if opened else asked_of(known, ruleset),
        counted=0 if opened else _counted(turn, take, stages[0], ruleset),
        value=melded if take is None else _take_worth(take, ruleset) + melded,
        canastas=canastas,
        stock=stock,
        foot=foot,
        bonus=bonus,
    )


def ended_with(play: Play, end: Discard | GoOut, ruleset: Ruleset) -> Play:
    """Return a play that is not over yet with its last clause, which doesn't change the melds."""
    discard, stages = play.discard, play.stages
    if isinstance(end, Discard):
        discard, last = end, stages[-1]
        stages = (*stages[:-1], Stage(last.held, last.played + end.cards))
    turn = play.turn._replace(clauses=(*play.turn.clauses, end))
    left = _left(stages, discard)
    more = play.bonus if play.foot is False else play.foot
    goes_out = _goes_out(turn, left, lays=bool(play.laid), leaves=play.leaves, more=more)
    return play._replace(
        turn=turn,
        discard=discard,
        ended=turn.ended,
        goes_out=goes_out,
        kinds=_kinds(turn, play.known, goes_out=goes_out, opens=OPENS in play.kinds),
        stages=stages,
        left=left,
    )


def _left(stages: tuple[Stage, ...], discard: Discard | None) -> Held:
    """Return the hand after the play."""
    left = stages[-1].left
    return left.less_one() if discard is not None and not discard.cards else left


def _counted(turn: Turn, take: Take | None, stage: Stage, ruleset: Ruleset) -> int:
    """Card points that count for the initial meld: with the top card, and melded from the hand."""
    first = turn.before_foot if TakeFoot in map(type, turn.clauses) else turn
    with_top = 0 if take is None else _take_counted(take, ruleset)
    if first.take is None:
        return with_top + sum([worth(lay.cards, ruleset) for lay in first.lays])
    return with_top + worth_from_hand(first, first.take, stage.held, ruleset)


def foot_after_hand(ruleset: Ruleset) -> bool:
    """True if a player who has used up the hand plays on with a foot."""
    return ruleset.deal.foot is not None and ruleset.deal.foot_when is FootWhen.HAND


def _goes_out(
    turn: Turn, left: Held, *, lays: bool, leaves: bool, more: bool | Fact | None
) -> bool | None:
    """True if the player has no cards left, or will have none after the discard.

    ``None`` if that is unknown. ``more`` is true if more cards are due to the player then; neither
    true nor false is unknown.
    """
    if leaves or turn.goes_out:
        return True
    if more is True:
        return False
    have, last = left.size, 0 if turn.ended else 1
    if have is None:
        return False if left.at_least > last else None
    used = have <= last and (lays or turn.discard is not None)
    return None if used and more is not False else used


def _take_worth(take: Take, ruleset: Ruleset) -> int:
    """Card points of the meld that takes the pile, and of what is shown with it."""
    return worth((*((take.top,) if take.top else ()), *take.shown), ruleset)


def _take_counted(take: Take, ruleset: Ruleset) -> int:
    """The same points, as far as they count for the initial meld."""
    top = worth((take.top,), ruleset) if take.top and ruleset.opening.top_counts else 0
    if ruleset.opening.pair_counts:
        return top + worth(take.shown, ruleset)
    # What is only added to the pair doesn't count either: it must be a meld of its own.
    return top + sum(
        worth_alone(tuple(lay.cards), ruleset)
        if isinstance(lay, LayOff)
        else worth(lay.cards, ruleset)
        for lay in take.then
    )


def _lay(
    turn: Turn, from_hand: tuple[Lay, ...], known: Known, ruleset: Ruleset
) -> tuple[tuple[Laid, ...], tuple[Meld, ...] | None]:
    """Return the melds made or changed, and all melds of the side if those before are known."""
    lays: list[Lay] = []
    take = turn.take
    if take is not None and take.top is not None:
        lays.append(_taking(take, take.top))
        lays += take.then
    # The order of the melds matters only in a turn that joins sets, which is rare.
    down = turn.laid_down if Join in map(type, turn.clauses) else from_hand
    laid, table = lay_down((*lays, *down), known.melds or (), ruleset)
    return laid, None if known.melds is None else table


def _taking(take: Take, top: Card) -> Meld | LayOff:
    cards = Cards((top, *take.hand))
    return Meld(cards) if take.onto is None else LayOff(take.onto, cards)


def _canastas(
    melds: tuple[Meld, ...] | None, laid: tuple[Laid, ...], ruleset: Ruleset
) -> Mapping[Grade, int]:
    """Count the side's canastas after the play by grade, in the melds that are known."""
    lying = melds if melds is not None else tuple(each.after for each in laid if not each.stray)
    counts: dict[Grade, int] = {}
    for meld in lying:
        kind = grade(meld, ruleset)
        if kind is not None:
            counts[kind] = counts.get(kind, 0) + 1
    return counts
