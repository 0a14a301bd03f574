"""A play as the rules see it: a turn, or a part of one, set on the table as far as it is known."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from canasta_cli.engine.grading import grade, lacking
from canasta_cli.engine.known import Drew, Held, Known, held_by, like
from canasta_cli.engine.minimum import minimum
from canasta_cli.engine.placing import in_suit, place_of, undecided
from canasta_cli.engine.rule import Kinds, Rule, Topic
from canasta_cli.engine.showing import worth_from_hand
from canasta_cli.engine.talon import bonus_due, with_extra_cards
from canasta_cli.engine.threes import kept
from canasta_cli.engine.values import worth
from canasta_cli.model.cards import NO_CARDS, Card, Cards, together
from canasta_cli.model.melds import LayOff, Meld
from canasta_cli.model.turn import Ask, Discard, Draw, GoOut, Lay, LayThrees, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, FootWhen, Grade, Portion, Tier

# What rules may be about beside the kinds of clauses: a play that goes out, or may; one that is the
# initial meld, or may be; one of a player who has asked.
LEAVES, OPENS, ASKED = "leaves", "opens", "asked"


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

    ``kinds`` are those of its clauses and what else rules may be about; ``draws`` and ``lays`` what was
    drawn and melded from the hand. ``hand`` is the hand before anything was laid, ``left`` after all
    of it, the discard included; ``played`` is what left it, apart from the cards shown with the
    pile. ``whole`` says that the
    turn is told from its beginning, ``leaves`` that the question is about going out; ``goes_out``
    is whether the player does. Who has used up the hand goes on all the same with a ``foot`` that
    waits, or with the ``bonus`` cards for opening; what would tell, where that is not known.
    ``tier`` is what the initial meld asks for and ``counted`` what counts towards it; a side that
    has opened is not asked for any.
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
    kinds: Kinds
    draws: tuple[Draw, ...]
    lays: tuple[Lay, ...]
    played: Cards
    left: Held
    laid: tuple[Laid, ...]
    melds: tuple[Meld, ...] | None
    opened: bool | None
    tier: Tier | None
    counted: int
    value: int
    canastas: Mapping[Grade, int]
    foot: bool | None = False
    bonus: bool | str = False

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
    asked = known.asked is not None or Ask in map(type, turn.clauses)
    more = ((LEAVES, goes_out is not False), (OPENS, opens), (ASKED, asked))
    return kinds_of(turn).union([kind for kind, has in more if has])


def play_topic(*rules: Rule[Play], about: tuple[object, ...] = ()) -> Topic[Play]:
    """Rules of play; those that do not say otherwise are ``about`` plays of some kinds."""
    said = (rule._replace(about=rule.about or about) for rule in rules)
    return Topic(*said, kinds=lambda play: play.kinds)


def set_up(
    turn: Turn, known: Known, ruleset: Ruleset, *, whole: bool = False, leaves: bool = False
) -> Play:
    """Set a turn, or a part of one, on the table."""
    take, lays, discard = turn.take, turn.lays, turn.discard
    opened = known.has_opened
    hand = _after_draw(held_by(known), turn, known, ruleset)
    laid, melds = _lay(take, lays, known, ruleset)
    played = together((*(lay.cards for lay in lays), *_put_away(turn)))
    rest = _after_take(hand, take, known, ruleset)
    left = _left(rest, discard, played, known, ruleset, melds=bool(laid))
    melded = sum(worth(lay.cards, ruleset) for lay in lays)
    foot = known.foot if _foot_after_hand(ruleset) else False
    canastas = _canastas(melds, laid, ruleset)
    bonus = _bonus(known, ruleset, canastas, melds=bool(laid), takes=take is not None)
    more = bonus if foot is False else foot
    goes_out = _goes_out(turn, left, lays=bool(laid), leaves=leaves, more=more)
    return Play(
        turn=turn,
        known=known,
        whole=whole,
        leaves=leaves,
        take=take,
        discard=discard,
        ended=turn.ended,
        goes_out=goes_out,
        hand=hand,
        kinds=_kinds(turn, known, goes_out=goes_out, opens=bool(laid) and opened is not True),
        draws=turn.draws,
        lays=lays,
        played=played,
        left=left,
        laid=laid,
        melds=melds,
        opened=opened,
        tier=None if opened else _tier(known, ruleset),
        counted=melded if opened or take is None else _counted(turn, take, hand, ruleset),
        value=melded if take is None else _take_worth(take, ruleset, counting=False) + melded,
        canastas=canastas,
        foot=foot,
        bonus=bonus,
    )


def ended_with(play: Play, end: Discard | GoOut, ruleset: Ruleset) -> Play:
    """A play that is not over yet, with its last clause: what was laid does not change by it."""
    discard = end if isinstance(end, Discard) else play.discard
    played = play.played + end.cards if isinstance(end, Discard) else play.played
    turn = play.turn._replace(clauses=(*play.turn.clauses, end))
    melds = bool(play.laid)
    rest = _after_take(play.hand, play.take, play.known, ruleset)
    left = _left(rest, discard, played, play.known, ruleset, melds=melds)
    more = play.bonus if play.foot is False else play.foot
    goes_out = _goes_out(turn, left, lays=melds, leaves=play.leaves, more=more)
    return play._replace(
        turn=turn,
        kinds=_kinds(turn, play.known, goes_out=goes_out, opens=OPENS in play.kinds),
        discard=discard,
        ended=turn.ended,
        played=played,
        left=left,
        goes_out=goes_out,
    )


def _left(
    hand: Held,
    discard: Discard | None,
    played: Cards,
    known: Known,
    ruleset: Ruleset,
    *,
    melds: bool,
) -> Held:
    """What is left of a hand after the play."""
    left = hand.minus(played)
    left = with_extra_cards(left, known, ruleset) if melds else left
    return left.less_one() if discard is not None and not discard.cards else left


def _bonus(
    known: Known, ruleset: Ruleset, canastas: Mapping[Grade, int], *, melds: bool, takes: bool
) -> bool | str:
    """Whether bonus cards spare the opener a card: not in going out, where none are given."""
    if not ruleset.talon.spares_card or not lacking(ruleset.out.needs, canastas):
        return False
    return bonus_due(known, ruleset, melds=melds, takes=takes or known.drew is Drew.PILE)


def _foot_after_hand(ruleset: Ruleset) -> bool:
    return ruleset.deal.foot is not None and ruleset.deal.foot_when is FootWhen.HAND


def _after_draw(hand: Held, turn: Turn, known: Known, ruleset: Ruleset) -> Held:
    """With the cards of the draw. Threes that are laid out are replaced unseen, but for a pile's."""
    stock = known.stock
    for clause in turn.clauses:
        if isinstance(clause, Take):
            break
        if isinstance(clause, Draw):
            own = kept(clause.cards, ruleset)
            named = len(own)
            threes = len(clause.cards) - named
            came = max(_at_most(ruleset.deal.draw, stock, threes), named)
            stock = None if stock is None else max(stock - threes, 0)
        elif isinstance(clause, LayThrees):
            own, named, came = NO_CARDS, 0, _at_most(len(clause.cards), stock, 0)
        else:
            continue
        hand = hand.plus(own, came - named)
        stock = None if stock is None else stock - came
    return hand


def _at_most(cards: int, stock: int | None, gone: int) -> int:
    """So many cards of a stock, or as many as it has after some are gone."""
    return cards if stock is None else min(cards, max(stock - gone, 0))


def _after_take(hand: Held, take: Take | None, known: Known, ruleset: Ruleset) -> Held:
    """Without what was played to take the pile, and with the pile's other cards."""
    if take is None:
        return hand
    cards, unseen = under_top(take, known, ruleset)
    return hand.minus(take.shown).plus(kept(cards, ruleset, of_pile=True), unseen)


def under_top(take: Take, known: Known, ruleset: Ruleset) -> tuple[tuple[Card, ...], int | None]:
    """What comes to the hand beside the card that is melded: cards that are known, how many not."""
    if not take.whole:
        return (), 0
    if known.pile is not None:
        return taken(take, known.pile, ruleset), 0
    size = known.cards_in_pile
    if size is None or ruleset.pile.portion is Portion.PART:
        return (), None
    return (), max(min(size, ruleset.pile.taken or size) - 1, 0)


def taken(take: Take, pile: tuple[Card, ...], ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards of a pile that come to the hand, the card that is melded apart."""
    at = len(pile) - 1
    if ruleset.pile.portion is Portion.PART and take.top is not None:
        top = take.top
        at = next((p for p in reversed(range(len(pile))) if like(pile[p], top)), at)
        return pile[at + 1 :]
    return pile[max(len(pile) - (ruleset.pile.taken or len(pile)), 0) : at]


def _put_away(turn: Turn) -> Iterator[Cards]:
    """Cards that leave the hand without being melded: discards, and threes laid out."""
    return (clause.cards for clause in turn.clauses if isinstance(clause, (Discard, LayThrees)))


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


def _counted(turn: Turn, take: Take, hand: Held, ruleset: Ruleset) -> int:
    """The card points that count towards the initial meld of a turn that takes the pile."""
    with_top = _take_worth(take, ruleset, counting=True)
    return with_top + worth_from_hand(turn, take, hand, ruleset)


def _take_worth(take: Take, ruleset: Ruleset, *, counting: bool) -> int:
    """Card points of the meld with which the pile is taken."""
    top = (take.top,) if take.top and (ruleset.opening.top_counts or not counting) else ()
    return worth((*top, *take.shown), ruleset)


def _tier(known: Known, ruleset: Ruleset) -> Tier | None:
    if known.minimum is not None:
        return Tier(None, known.minimum)
    if ruleset.opening.basis is Basis.DEAL:
        return None if known.deal is None else minimum(0, known.deal, ruleset)
    return None if known.total is None else minimum(known.total, known.deal or 1, ruleset)


def _lay(
    take: Take | None, from_hand: tuple[Lay, ...], known: Known, ruleset: Ruleset
) -> tuple[tuple[Laid, ...], tuple[Meld, ...] | None]:
    """Lay everything down in order: what each meld becomes, and the side's melds then."""
    table = list(known.melds or ())
    laid: dict[int, Laid] = {}
    strays: list[Laid] = []
    lays: list[Lay] = []
    if take is not None and take.top is not None:
        lays.append(_taking(take, take.top))
        lays += take.then
    lays += from_hand
    for told in lays:
        lay = in_suit(told)
        place = place_of(lay, table, ruleset)
        if place is None and (isinstance(lay, LayOff) or undecided(lay, table, ruleset)):
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
