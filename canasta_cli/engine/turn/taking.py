"""Rules ``pile.*``: if the discard pile is frozen, whether it may be taken, and with which cards.

A turn begins with a card from the stock or with the discard pile. A player who takes the pile melds its top
card at once, with two cards like it from the hand, with one and a wild card, or on a meld of the side;
then the rest of the pile joins the hand. A frozen pile takes two natural cards from the hand. What varies
is what freezes the pile (a wild card, a red three, a side that hasn't melded), which of these three ways
there are, and how much of the pile is taken.

A black three on top blocks the pile: ``_blocked``, by ``pile`` under ``[ranks.3B]`` in a ruleset. A frozen
pile: ``_frozen``; what freezes it: ``frozen_against``. ``judge`` asks the rules; search and replay ask for
the ways of taking.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations, combinations_with_replacement

from canasta_cli.engine.points import WILD, grade
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Key,
    Reason,
    RuleFinding,
    Topic,
    Unknown,
    by_fact,
    finding,
    refusal,
    rule,
    unknown_part,
)
from canasta_cli.engine.table import Placement, cards_of, name_of, runs_for, undecided
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.view import Drew, View, like
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, Meld, MeldCards, Rank, Shape
from canasta_cli.model.turn import Draw, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    OneCard,
    OntoRun,
    Portion,
    RankOnPile,
    SameRank,
    Unopened,
    WildTop,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed

# The discard pile: if it is frozen against a side, and what is left of it when a turn has begun.


class Frozen(NamedTuple):
    """The state of the pile for a side: frozen or not, and why.

    ``because`` continues “the pile is …”, for a player of that side; ``unknown`` is the missing fact that
    decides it; ``unopened`` is true if it is frozen because the side has not opened; ``by`` is the
    parameter that freezes it, if one is known.
    """

    frozen: bool | None
    because: str = ""
    unknown: Fact | None = None
    unopened: bool = False
    by: str = ""


@lru_cache(maxsize=64)
def _freezing_ranks(ruleset: Ruleset) -> frozenset[Rank]:
    """Collect the ranks that freeze the pile."""
    pile, wild_ranks = ruleset.ranks.pile, ruleset.wild_ranks
    freezing = frozenset([rank for rank in Rank if pile[rank] is RankOnPile.FREEZES]) - wild_ranks
    return freezing | wild_ranks if ruleset.pile.wild_freezes else freezing


def freezes(card: Card, ruleset: Ruleset) -> bool:
    """True if a card in the pile freezes it until the pile is taken."""
    return card.rank in _freezing_ranks(ruleset)


def frozen_against(view: View, ruleset: Ruleset) -> Frozen:
    """Find out if the pile is frozen against the side that would take it."""
    pile, opened = ruleset.pile, view.has_opened
    if pile.always_frozen:
        return Frozen(True, "always frozen in this game", by="pile.always_frozen")
    # Of a pile given as not frozen only the top card may be known: it freezes the pile from now on.
    known = view.known_pile is not None
    if view.frozen is None or known:
        freezing = _freezing_ranks(ruleset)
        for card in view.pile:
            if card.rank in freezing:
                wild = card.rank in ruleset.wild_ranks
                by = "pile.wild_freezes" if wild else f"ranks.{card.rank.value}.pile"
                return Frozen(True, f"frozen by the {card.rank.noun} in it", by=by)
    if view.frozen:
        return Frozen(True, "frozen by a card in it")
    unopened = opened is not True and pile.unopened is Unopened.FROZEN
    if unopened and opened is False:
        return Frozen(True, "frozen until your side opens", unopened=True, by="pile.unopened")
    if view.frozen is None and not known:
        return Frozen(None, unknown=Fact.FROZEN)
    return Frozen(None, unknown=Fact.OPENED) if unopened else Frozen(False)


class PileAfter(NamedTuple):
    """The pile on which a turn discards: its top card, its size, and if it is frozen.

    It is frozen against the side as it is after its melds: opened by them, or not. ``None`` is unknown;
    for ``top`` it can also mean that there is no card.
    """

    top: Card | None
    size: int | None
    frozen: bool | None

    @property
    def exists(self) -> bool | None:
        """True if there is a pile at all; ``None`` if unknown."""
        return True if self.top is not None else None if self.size is None else self.size > 0


def pile_after(play: Play, ruleset: Ruleset) -> PileAfter:
    """Return the pile as a play leaves it before the discard."""
    view, now = play.view, play.at_end
    if not play.took_pile:
        opened = now.replace(opened=True) if play.placements else now
        return PileAfter(view.top, view.pile_size, frozen_against(opened, ruleset).frozen)
    if play.takes:
        frozen = None
        if now.known_pile is not None:
            frozen = any(freezes(card, ruleset) for card in now.pile)
        return PileAfter(now.top, now.pile_size, frozen)
    most, size = ruleset.pile.take, view.pile_size
    if most is Portion.PART:
        return PileAfter(None, None, None)
    if most is Portion.WHOLE or (size is not None and size <= most):
        return PileAfter(None, 0, False)
    if view.known_pile:
        rest = view.known_pile[:-most]
        return PileAfter(rest[-1], len(rest), None)
    return PileAfter(None, None if size is None else size - most, None)


# A play that takes the pile, as the rules see it, and the ways of taking it that the cards may
# allow.

PAIR = 2


def _joined(play: Play) -> Placement | None:
    """The side's meld to which the top card is added, if it is known."""
    taking = play.taking
    return taking if taking is not None and taking.before is not None else None


def _on_sequence(play: Play) -> bool:
    """True if the top card is added to a sequence."""
    joined, onto = _joined(play), play.take.onto
    if joined is not None and joined.after.shape is Shape.RUN:
        return True
    return onto is not None and onto.suit is not None


def _too_few_held(top: Card, play: Play, ruleset: Ruleset, *, frozen: bool) -> Cards | None:
    """All cards of a hand that has no pair to show; ``None`` if it has, or if some are shown."""
    own = None if play.take.hand else play.view.hand
    if own is None:
        return None
    naturals, wilds = matching(top, own, ruleset), ruleset.wild_ranks.count(own)
    return None if pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset) else own


def _taken_alone(play: Play, ruleset: Ruleset) -> bool:
    """True if the top card is added to a sequence and so must be taken without the pile."""
    return ruleset.pile.onto_run is OntoRun.ALONE and _on_sequence(play)


def blocks(top: Card, ruleset: Ruleset) -> bool:
    """True if the pile can't be taken while this card is on top."""
    if top.rank in ruleset.wild_ranks:
        return ruleset.pile.wild_top is WildTop.BLOCKS
    return ruleset.ranks.pile[top.rank] is not RankOnPile.NONE


def pair_suffices(naturals: int, wilds: int, *, frozen: bool, ruleset: Ruleset) -> bool:
    """True if cards of the hand take the pile: a natural pair, or one natural and one wild card."""
    mixed = naturals > 0 and wilds > 0 and ruleset.pile.natural_wild
    return naturals >= PAIR or (mixed and not frozen)


def matching(top: Card, hand: Cards, ruleset: Ruleset) -> int:
    """Count the hand's cards that match the top card; all wild cards if any may take a wild one."""
    if top.rank in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        return ruleset.wild_ranks.count(hand)
    return hand.of(top.rank)


def _may_lay_off(play: Play, ruleset: Ruleset) -> bool:
    """True if the top card alone may be laid off, on a set or on a sequence."""
    runs = _onto_runs(ruleset)
    if _joined(play) is not None or play.take.onto:
        return runs if _on_sequence(play) else ruleset.pile.lay_off
    return runs or ruleset.pile.lay_off


def _onto_runs(ruleset: Ruleset) -> bool:
    return ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER


def lacks_suit(top: Card, melds: Sequence[Meld] | None, ruleset: Ruleset) -> bool:
    """True if a top card is given without its suit, and in it might go onto a sequence."""
    if top.suit is not None or not top.rank.four_to_ace or not _onto_runs(ruleset):
        return False
    return melds is None or undecided(MeldCards(Cards((top,))), [*melds], ruleset)


def any_lays_off(ruleset: Ruleset) -> bool:
    """True if a pile may ever be taken by laying off its top card alone."""
    alone = _onto_runs(ruleset) and ruleset.pile.onto_run is OntoRun.ALONE
    return alone or (
        not ruleset.pile.always_frozen and (_onto_runs(ruleset) or ruleset.pile.lay_off)
    )


def as_taken(turn: Turn, ruleset: Ruleset, *, by_name: bool = False) -> Turn:
    """Return a turn whose top card is laid off on a sequence alone, if that is the rule.

    The turn as it is written doesn't say if the rest of the pile comes with it. ``by_name``: cards
    have the suit of the sequence, since nothing else tells which one the top card has.
    """
    take = turn.take if Take in map(type, turn.clauses) else None
    onto = None if take is None else take.onto
    if take is None or take.top is None or onto is None or onto.suit is None:
        return turn
    taken = take._replace(whole=take.whole and ruleset.pile.onto_run is not OntoRun.ALONE)
    if by_name:
        (top,), hand = (cards_of(LayOff(onto, each)) for each in (Cards((take.top,)), take.hand))
        taken = taken._replace(top=top, hand=hand)
    return turn._replace(clauses=tuple(taken if each is take else each for each in turn.clauses))


def takings(view: View, ruleset: Ruleset, *, ruled_out: bool = False) -> Iterator[Take]:
    """Yield the ways to take the pile that a hand may allow: pairs, wild cards, or onto a meld.

    ``ruled_out``: also those that the pile as it is rules out, so that the rules can give the reason. If
    values are undocumented, only the rules know what they rule out.
    """
    ruled_out = ruled_out or bool(ruleset.unknown)
    for top in _tops(view, ruleset):
        if ruled_out or not blocks(top, ruleset):
            yield from _with(top, view, ruleset, ruled_out=ruled_out)


def in_suits(take: Take, hand: Cards, ruleset: Ruleset) -> Iterator[Take]:
    """Yield a way to take the pile with each choice of suits in the hand."""
    naturals = [card for card in take.hand if card.rank not in ruleset.wild_ranks]
    wilds = [card for card in take.hand if card.rank in ruleset.wild_ranks]
    held = [card for card in hand if naturals and card.rank is naturals[0].rank]
    for chosen in sorted(set(combinations(Cards(held), len(naturals))), key=str):
        yield take._replace(hand=Cards((*chosen, *wilds)))


def distinguished(cards: Cards, ruleset: Ruleset) -> Cards:
    """Drop the suits that don't matter: only natural cards in games with sequences keep theirs."""
    return cards.without_suits(ruleset.wild_ranks.suited if ruleset.melds.runs else 0)


def _tops(view: View, ruleset: Ruleset) -> tuple[Card, ...]:
    """List the cards that may be melded: the top one, or any if those above it are taken too."""
    top = view.top
    if ruleset.pile.take is not Portion.PART or not view.known_pile:
        return () if top is None else (top,)
    # Of several equal cards, the uppermost is the one that is named.
    suited = ruleset.melds.runs
    given = {card if suited else card.rank: card for card in view.known_pile}
    return tuple(reversed(given.values()))


def _pairs(top: Rank, ruleset: Ruleset) -> Iterator[tuple[Rank, Rank]]:
    """Yield pairs that may take a card: two like it, any wild cards if it is wild, one of both."""
    wilds = [wild for wild in ruleset.wild_ranks.wild if wild is not top]
    yield top, top
    if top in ruleset.wild_ranks and ruleset.pile.wild_top is WildTop.WILD:
        yield from combinations_with_replacement(wilds, 2)
    for wild in wilds:
        yield top, wild


def _with(top: Card, view: View, ruleset: Ruleset, *, ruled_out: bool) -> Iterator[Take]:
    held, rank, pile = view.hand, top.rank, ruleset.pile
    own = None if held is None else held.of(rank)
    sets = [(at, meld) for at, meld in enumerate(view.known_melds) if meld.rank is rank]
    runs = _onto_runs(ruleset)
    if own == 0 and not (sets or runs or rank in ruleset.wild_ranks):
        return
    frozen = not ruled_out and frozen_against(view, ruleset).frozen is True
    alike = None if held is None else held.without_suits()
    for cards in map(_pair_of_ranks, _pairs(rank, ruleset)):
        if alike is None or alike.has(cards):
            wilds = ruleset.wild_ranks.count(cards)
            naturals = matching(top, cards, ruleset)
            if ruled_out or pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset):
                yield Take(top, cards)
    for at, meld in sets:
        onto = name_of(at, view.known_melds)
        finished = not pile.onto_canasta and grade(meld, ruleset) is not None
        if ruled_out or (pile.lay_off and not (frozen or finished)):
            yield Take(top, NO_CARDS, onto=onto)
        if ruleset.melds.same_rank is SameRank.APART and (own is None or own > 1):
            # In other games a pair joins the set on the table without naming it.
            yield Take(top, _pair_of_ranks((rank, rank)), onto=onto)
    if runs and (pile.onto_run is OntoRun.ALONE or not frozen):
        for onto in runs_for(top, view.known_melds):
            yield Take(top, NO_CARDS, onto=onto, whole=pile.onto_run is OntoRun.PILE)


@cache
def _pair_of_ranks(ranks: tuple[Rank, Rank]) -> Cards:
    return Cards(map(Card, ranks))


# Rules `pile.*`: whether the discard pile may be taken, and with which cards.

# The parameters that decide if the pile is frozen.
_DECIDES_FROZEN = (
    "pile.always_frozen",
    "pile.wild_freezes",
    "ranks.*.pile",
    "pile.unopened",
)
_NUMBER_WORDS = {0: "none", 1: "one", 2: "two"}


@rule("pile.drawn", "A turn begins with drawing or taking the pile, not both.")
def _drawn(play: Play, ruleset: Ruleset) -> Answer:
    if Draw not in play.kinds and play.view.drew is not Drew.STOCK:
        return None
    return refusal(
        "you drew from the stock, so you can't take the pile this turn",
        fix="at the start of a turn, draw or take the pile, not both",
    )


@rule(
    "pile.whole",
    "The whole pile is taken, or as many of its top cards as the game says; in some games a "
    "top card that extends a sequence is taken alone.",
    ("pile.take", "pile.onto_run"),
)
def _whole(play: Play, ruleset: Ruleset) -> Answer:
    alone, whole = _taken_alone(play, ruleset), play.take.whole
    if whole and not alone:
        return None
    if alone:
        return finding(
            not whole,
            "a top card that is added to a sequence is taken alone, instead of a draw",
            fix="take the top card alone",
            do=Do(Act.TAKE_TOP_ALONE),
        )
    take = ruleset.pile.take
    most = take if isinstance(take, int) else None
    rest = (
        "the whole pile"
        if most is None
        else f"the cards under it, up to {count_of(most, 'card')} in all"
    )
    return refusal(
        f"the top card may not be taken alone: it comes with {rest}",
        fix="take them together, or draw" if most else "take the whole pile, or draw",
    )


@rule(
    "pile.top",
    "The pile is taken only by melding its top card before picking up the rest; if part of the "
    "pile may be taken, by melding the deepest of the cards taken.",
    (WILD, "pile.take", "pile.wild_top", "melds.runs"),
)
def _top(play: Play, ruleset: Ruleset) -> Answer:
    take, refused = play.take, partial(refusal, rests_on=("pile.take",))
    if take.top is None:
        return refused(
            "you may take the pile only if you meld its top card",
            fix="meld the top card with cards from your hand, or lay it off on your side's meld",
        )
    rank = take.top.rank
    wild_ranks = ruleset.wild_ranks
    unexpected = [c for c in take.hand if c.rank is not rank and c.rank not in wild_ranks]
    if rank in wild_ranks and ruleset.pile.wild_top is WildTop.SAME:
        unexpected = [c for c in take.hand if c.rank is not rank]
    onto = None if take.onto is None or take.onto.is_wild(wild_ranks) else take.onto.rank
    if not unexpected and onto in (rank, None):
        return _out_of_reach(play, take.top, ruleset)
    if unexpected and ruleset.melds.runs:
        suits = {card.suit.value for card in (take.top, *take.hand) if card.suit}
        return refused(
            "you can't take the pile by melding {top} in a sequence with cards from your hand",
            {"top": rank.one},
            fix=f"show two {rank.many}, or lay it off alone on your side's sequence",
            do=Do(Act.LAY_OFF_TOP, *suits) if len(suits) == 1 else Do(Act.LAY_OFF_TOP, "SUIT"),
        )
    return refused(
        "{top} can't be melded with {unexpected}",
        {
            "top": rank.one,
            "unexpected": f"a meld of {onto.many}"
            if onto and not unexpected
            else unexpected[0].rank.one,
        },
        fix=f"show {rank.many} from your hand, or draw",
    )


def _out_of_reach(play: Play, lowest: Card, ruleset: Ruleset) -> Answer:
    """Refuse a take whose lowest card is not in the pile."""
    if ruleset.pile.take is not Portion.PART or play.view.known_pile is None:
        return None
    if any(like(card, lowest) for card in play.view.known_pile):
        return finding(
            True,
            "you take {card} and the cards above it",
            {"card": lowest.rank.one},
        )
    return refusal(
        "the pile doesn't have {card}",
        {"card": lowest.rank.one},
        fix="name a card of the pile",
    )


@rule(
    "pile.blocked",
    "A wild card, a black three or a red three on top blocks the pile, in some games other "
    "ranks too; in some games a wild card on top may be taken with wild cards.",
    (WILD, "ranks.*.pile", "pile.wild_top"),
)
def _blocked(play: Play, ruleset: Ruleset) -> Answer:
    top = play.take.top
    if top is None or not blocks(top, ruleset):
        return None
    wild, own = ("pile.wild_top",), (f"ranks.{top.rank.value}.pile",)
    reads, others = (wild, own) if top.rank in ruleset.wild_ranks else (own, wild)
    reason = Reason(
        "{top} on top blocks the pile",
        {"top": top.rank.one},
        fix="draw; the pile is blocked only until another card covers it",
        rests_on=reads,
        unread=("ranks.*.pile", *others),
    )
    return RuleFinding(False, lambda: reason)


@rule(
    "pile.unopened",
    "In some games a side may not take the pile before it has opened.",
    ("pile.unopened",),
    when=lambda rules: rules.pile.unopened is Unopened.NEVER,
)
def _unopened(play: Play, ruleset: Ruleset) -> Answer:
    return by_fact(
        play.opened,
        Fact.OPENED,
        "your side has opened",
        "your side has not opened, so it may not take the pile",
        fix="draw, and open with cards from your hand",
    )


@rule(
    "pile.frozen",
    "A frozen pile is taken only with two natural cards of the top card's rank from the hand. "
    "Certain cards in the pile freeze it until it is taken, and in most games it is frozen for "
    "a side that has not opened.",
    (
        WILD,
        *_DECIDES_FROZEN,
        "pile.onto_run",
        "pile.wild_top",
    ),
)
def _frozen(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a frozen pile taken without a natural pair; a blocked pile is refused by ``_blocked``."""
    top = play.take.top
    if top is None or blocks(top, ruleset) or _taken_alone(play, ruleset):
        return None
    if ruleset.pile.unopened is Unopened.NEVER and play.opened is not True:
        return None
    frozen, because, unknown, _, by = frozen_against(play.view, ruleset)
    have, rank = matching(top, play.take.hand, ruleset), top.rank
    paired, own = have >= PAIR, _too_few_held(top, play, ruleset, frozen=True)
    if unknown is not None and not paired:
        return Unknown(unknown)
    if not frozen:
        return None
    pair = f"{'natural ' * (rank in ruleset.wild_ranks.natural)}{rank.many}"
    lacks = "You need two {rank}" + (", not {have}" if have else "")
    if own is not None:
        have = matching(top, own, ruleset)
        lacks = "You need two {rank} from your hand; you have {have}"
    return finding(
        paired,
        "the pile is {because}; you show the two {rank} you need"
        if paired
        else f"the pile is {{because}}. {lacks}",
        {"because": because, "rank": pair, "have": _NUMBER_WORDS.get(have, have)},
        needed=PAIR,
        have=have,
        fix=f"show two {pair} from your hand, or draw",
        rests_on=(by,) if by else (),
        unread=tuple([path for path in _DECIDES_FROZEN if by and path != by]),
    )


@rule(
    "pile.pair",
    "A pile that is not frozen is taken with a natural pair, with one natural and one wild "
    "card, or by laying off the top card on one of the side's melds, as the game allows.",
    (
        WILD,
        "pile.natural_wild",
        "pile.lay_off",
        "pile.onto_run",
        "melds.runs",
        *_DECIDES_FROZEN,
    ),
)
def _pair(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse an unfrozen pile taken with neither two matching cards nor a meld of the side."""
    take, top = play.take, play.take.top
    if top is None or frozen_against(play.view, ruleset).frozen:
        return None
    rank, naturals = top.rank, matching(top, take.hand, ruleset)
    wilds = ruleset.wild_ranks.count(take.hand)
    if pair_suffices(naturals, wilds, frozen=False, ruleset=ruleset):
        says = "you take it with {cards} from your hand"
        return finding(True, says, {"cards": _cards(take.hand)}, PAIR, take.hand.size)
    lays_off = _may_lay_off(play, ruleset)
    if lays_off and (take.onto is not None or _joined(play) is not None):
        return None
    keys = () if play.melds is not None or not lays_off else _keys_for(top, play, ruleset)
    melds = None if play.melds is None else play.view.known_melds
    if not take.hand and lays_off and lacks_suit(top, melds, ruleset):
        return Unknown(Fact.SUITS)
    if keys:
        return unknown_part(Fact.MELDS, *keys)
    ways = (
        f"two {rank.many}",
        *((f"{rank.one} with a wild card",) if ruleset.pile.natural_wild else ()),
    )
    onto = ", or a meld of your side to add it to" if lays_off else ""
    own = _too_few_held(top, play, ruleset, frozen=False)
    if own is not None:
        naturals, wilds = matching(top, own, ruleset), ruleset.wild_ranks.count(own)
    shown = [count_of(naturals, rank.noun, rank.many)] if naturals else []
    shown += [count_of(wilds, "wild card")] if wilds else []
    return refusal(
        f"to take {{top}} you need {either(ways)} from your hand{onto}; "
        f"you {'show' if own is None else 'have'} {{shown}}",
        {"top": rank.one, "shown": listed(shown) if shown else "none"},
        needed=PAIR,
        have=naturals,
        fix=f"show two {rank.many}, or draw",
    )


def _keys_for(top: Card, play: Play, ruleset: Ruleset) -> list[Key]:
    """Name the unknown melds on which a top card may be laid off."""
    keys: list[Key | None] = [top.rank, top.suit if _onto_runs(ruleset) else None]
    return [key for key in keys if key is not None and play.view.melds_of(key) is None]


def _cards(hand: Cards) -> str:
    """Count the cards from the hand: ``two cards``, ``3 cards``."""
    return "two cards" if hand.size == PAIR else count_of(hand.size, "card")


@rule(
    "pile.onto",
    "The top card may be laid off on one of the side's melds, and on a canasta if the game "
    "allows it.",
    (
        WILD,
        "pile.lay_off",
        "pile.onto_canasta",
        "pile.onto_run",
        "pile.wild_top",
        "melds.runs",
        "melds.canasta",
    ),
)
def _onto(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to lay off the top card if the side has no meld for it, or if that can't take the pile."""
    top, onto, joined = play.take.top, play.take.onto, _joined(play)
    if top is None:
        return None
    if onto is not None and onto.suit is not None and top.suit is None:
        return Unknown(Fact.SUITS)
    naturals = matching(top, play.take.hand, ruleset)
    paired = naturals >= PAIR
    if joined is None:
        return None if onto is None else _no_such_meld(top, play, run=onto.suit is not None)
    if onto is None and paired:
        return None
    if not _may_lay_off(play, ruleset) and not paired:
        return refusal(
            "the top card may not be laid off to take the pile",
            fix="show two cards from your hand to meld with it",
        )
    finished = joined.before is not None and grade(joined.before, ruleset) is not None
    allowed = not finished or ruleset.pile.onto_canasta or paired
    wilds = ruleset.wild_ranks.count(play.take.hand)
    frozen = frozen_against(play.view, ruleset).frozen is True
    suffices = pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset)
    lays = "add it to {meld} with {cards} from your hand" if suffices else "lay it off on {meld}"
    return finding(
        allowed,
        f"you {lays}"
        if allowed
        else "{meld} is a finished canasta; the top card may not be laid off on it",
        {"meld": joined.before, "cards": _cards(play.take.hand)},
        fix=f"show two natural {top.rank.many} from your hand, or draw",
    )


def _no_such_meld(top: Card, play: Play, *, run: bool) -> Answer:
    if play.unplaced:
        return unknown_part(Fact.MELDS, *play.unplaced)
    return refusal(
        "your side has no sequence for {rank} on the table"
        if run
        else "your side has no meld of {rank} on the table",
        {"rank": top.symbol if run else top.rank.many},
        fix="name a meld that is on the table, or show a pair from your hand",
    )


@rule(
    "pile.one-card",
    "A player with one card in hand may not take a pile of one card.",
    ("pile.one_card",),
    when=lambda rules: rules.pile.one_card is not OneCard.ALLOWED,
)
def _one_card(play: Play, ruleset: Ruleset) -> Answer:
    pile, shown = play.view.pile_size, play.take.hand.size
    hand = play.hand
    shown = max(shown, hand.at_least)
    alone = {
        Fact.PILE_SIZE: None if pile is None else pile <= 1,
        # A player who shows two cards has more than one, whatever the size of the hand.
        Fact.HAND: False if shown > 1 else None if hand.size is None else True,
    }
    one_of_both = ruleset.pile.one_card is OneCard.EITHER
    # One of the two being a single card decides if either bars the pile; otherwise both must be.
    settled = one_of_both in alone.values()
    unknown = next((what for what, one in alone.items() if one is None), None)
    if unknown and not settled:
        return Unknown(unknown)
    if settled is not one_of_both:
        return None
    return refusal(
        "you may not take a pile of one card, nor any pile with one card in your hand"
        if one_of_both
        else "with one card in your hand you may not take a pile of one card",
        needed=2,
        have=1,
        fix="draw",
    )


PICKUP: Topic[Play] = play_topic(
    _drawn, _whole, _blocked, _top, _unopened, _frozen, _pair, _onto, _one_card, about=(Take,)
)
