"""A play as the rules see it: a turn, or a part of one, set on the table as far as it is known."""

from collections.abc import Mapping
from typing import NamedTuple

from canasta_cli.engine.known import Drew, Held, Known
from canasta_cli.engine.melds.grading import grade, lacking
from canasta_cli.engine.melds.placing import Laid, lay_down
from canasta_cli.engine.melds.showing import worth_from_hand
from canasta_cli.engine.plays.course import Stage, course
from canasta_cli.engine.plays.initial_meld import asked_of
from canasta_cli.engine.plays.talon import bonus_due
from canasta_cli.engine.rule import Fact, Kinds, Rule, Topic, Unknown
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.model.turn import Ask, Discard, Draw, GoOut, Join, Lay, Take, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen, Grade, Tier

# What rules may be about beside the kinds of clauses: a play that goes out, or may; one that is the
# initial meld, or may be; one of a player who has asked.
LEAVES, OPENS, ASKED = "leaves", "opens", "asked"


class Play(NamedTuple):
    """Everything that a rule of play may ask about, worked out once.

    ``kinds`` are those of its clauses and what else rules may be about; ``draws`` and ``lays`` what
    was drawn and melded from the hand. ``stages`` tell what was in the hand and what was played from
    it, ``left`` is the hand after all of it, the discard included, ``stock`` what is left of the
    stock. ``whole`` says that the turn is told from its beginning, ``leaves`` that the question is
    about going out; ``goes_out`` is whether the player does. Who has used up the hand goes on all
    the same with a ``foot`` that waits, or with the ``bonus`` cards for opening; what would tell,
    where that is not known. ``tier`` is what the initial meld asks for and ``counted`` what counts
    towards it; a side that has opened is not asked for any.
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
        """The hand before anything was laid."""
        return self.stages[0].held

    @property
    def melds_untold(self) -> bool:
        """Whether the side may have melds that nobody told."""
        return self.known.melds is None and self.opened is not False

    @property
    def takes_foot(self) -> bool:
        """Whether the player takes up the foot."""
        return TakeFoot in self.kinds

    @property
    def drew_stock(self) -> bool | None:
        """Whether the turn began from the stock, as far as that was told."""
        if self.took_pile:
            return False
        if self.known.drew is Drew.STOCK or self.draws:
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


def kinds_of(turn: Turn) -> Kinds:
    """The kinds of clauses that a turn has."""
    return frozenset(map(type, turn.clauses))


def _kinds(turn: Turn, known: Known, *, goes_out: bool | None, opens: bool) -> Kinds:
    """All that rules may be about in a play."""
    kinds: list[object] = [type(clause) for clause in turn.clauses]
    if known.asked is not None or Ask in kinds:
        kinds.append(ASKED)
    if goes_out is not False:
        kinds.append(LEAVES)
    if opens:
        kinds.append(OPENS)
    return frozenset(kinds)


def play_topic(*rules: Rule[Play], about: tuple[object, ...] = ()) -> Topic[Play]:
    """Rules of play; those that do not say otherwise are ``about`` plays of some kinds."""
    said = (rule._replace(about=rule.about or about) for rule in rules)
    return Topic(*said, kinds=lambda play: play.kinds)


def set_up(
    turn: Turn, known: Known, ruleset: Ruleset, *, whole: bool = False, leaves: bool = False
) -> Play:
    """Set a turn, or a part of one, on the table."""
    take, lays, discard = turn.take, turn.lays, turn.discard
    takes_foot = TakeFoot in map(type, turn.clauses)
    stages, stock = course(turn, known, ruleset)
    laid, melds = _lay(turn, lays, known, ruleset)
    left = _left(stages, discard)
    melded = sum([worth(lay.cards, ruleset) for lay in lays])
    foot = known.foot if foot_after_hand(ruleset) and not takes_foot else False
    canastas = _canastas(melds, laid, ruleset)
    # Bonus cards spare the opener a card: not in going out, where none are given.
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
        value=melded if take is None else _take_worth(take, ruleset, counting=False) + melded,
        canastas=canastas,
        stock=stock,
        foot=foot,
        bonus=bonus,
    )


def ended_with(play: Play, end: Discard | GoOut, ruleset: Ruleset) -> Play:
    """A play that is not over yet, with its last clause: what was laid does not change by it."""
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
    """What is left in the hand after the play."""
    left = stages[-1].left
    return left.less_one() if discard is not None and not discard.cards else left


def _counted(turn: Turn, take: Take | None, stage: Stage, ruleset: Ruleset) -> int:
    """Card points that count for an opening: with the top card, and melded from the hand."""
    first = turn.before_foot if TakeFoot in map(type, turn.clauses) else turn
    with_top = 0 if take is None else _take_worth(take, ruleset, counting=True)
    if first.take is None:
        return with_top + sum([worth(lay.cards, ruleset) for lay in first.lays])
    return with_top + worth_from_hand(first, first.take, stage.held, ruleset)


def foot_after_hand(ruleset: Ruleset) -> bool:
    """Whether a player who has used up the hand goes on with a foot."""
    return ruleset.deal.foot is not None and ruleset.deal.foot_when is FootWhen.HAND


def _goes_out(
    turn: Turn, left: Held, *, lays: bool, leaves: bool, more: bool | Fact | None
) -> bool | None:
    """Whether the player is rid of all cards, or has no choice but to be with the discard.

    ``more`` says whether further cards are due to the player then; neither yes nor no is unknown.
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


def _take_worth(take: Take, ruleset: Ruleset, *, counting: bool) -> int:
    """Card points of the meld with which the pile is taken."""
    top = (take.top,) if take.top and (ruleset.opening.top_counts or not counting) else ()
    return worth((*top, *take.shown), ruleset)


def _lay(
    turn: Turn, from_hand: tuple[Lay, ...], known: Known, ruleset: Ruleset
) -> tuple[tuple[Laid, ...], tuple[Meld, ...] | None]:
    """What each meld becomes, and the side's melds then, where those before are known."""
    lays: list[Lay] = []
    take = turn.take
    if take is not None and take.top is not None:
        lays.append(_taking(take, take.top))
        lays += take.then
    # Hardly a turn puts sets together, and then their order matters.
    down = turn.laid_down if Join in map(type, turn.clauses) else from_hand
    laid, table = lay_down((*lays, *down), known.melds or (), ruleset)
    return laid, None if known.melds is None else table


def _taking(take: Take, top: Card) -> Meld | LayOff:
    cards = Cards((top, *take.hand))
    return Meld(cards) if take.onto is None else LayOff(take.onto, cards)


def _canastas(
    melds: tuple[Meld, ...] | None, laid: tuple[Laid, ...], ruleset: Ruleset
) -> Mapping[Grade, int]:
    """The side's canastas after the play, as far as its melds are known."""
    lying = melds if melds is not None else tuple(each.after for each in laid if not each.stray)
    counts: dict[Grade, int] = {}
    for meld in lying:
        kind = grade(meld, ruleset)
        if kind is not None:
            counts[kind] = counts.get(kind, 0) + 1
    return counts
