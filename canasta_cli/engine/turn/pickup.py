"""Rules ``pile.*``: whether the discard pile may be taken, and with which cards."""

from typing import Any

from canasta_cli.engine.canastas import grade
from canasta_cli.engine.placement import undecided
from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Finding,
    Reason,
    Rule,
    Topic,
    Unknown,
    by_fact,
    refusal,
)
from canasta_cli.engine.turn.case import play_topic
from canasta_cli.engine.turn.pickup_options import (
    PAIR,
    Pickup,
    Taking,
    blocks,
    matching,
    may_lay_off,
    pair_suffices,
    pickup,
    taken_alone,
    taking,
)
from canasta_cli.engine.turn.pile import frozen_against
from canasta_cli.engine.view import Drew, like
from canasta_cli.model.cards import Card, Cards, MeldCards
from canasta_cli.model.turn import Draw, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    OneCard,
    Portion,
    Unopened,
    WildTop,
)
from canasta_cli.words import count_of, either, listed

_FEW = {0: "none", 1: "one", 2: "two"}


def _drawn(case: Taking, ruleset: Ruleset) -> Answer:
    if Draw not in case.play.kinds and case.view.drew is not Drew.STOCK:
        return None
    return refusal(
        "you drew from the stock, so you can't take the pile this turn",
        fix="at the start of a turn, draw or take the pile, not both",
    )


def _whole(case: Taking, ruleset: Ruleset) -> Answer:
    alone, whole = taken_alone(case, ruleset), case.take.whole
    if whole and not alone:
        return None
    if alone:
        return Finding(
            not whole,
            lambda: Reason(
                "a top card that is added to a sequence is taken alone, instead of a draw",
                fix="take the top card alone",
                do=Do(Act.TAKE_TOP_ALONE),
            ),
        )
    most = ruleset.pile.taken
    rest = (
        "the whole pile"
        if most is None
        else f"the cards under it, up to {count_of(most, 'card')} in all"
    )
    return refusal(
        f"the top card may not be taken alone: it comes with {rest}",
        fix="take them together, or draw" if most else "take the whole pile, or draw",
    )


def _top(case: Taking, ruleset: Ruleset) -> Answer:
    take = case.take
    if take.top is None:
        return refusal(
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
        return _out_of_reach(case, take.top, ruleset)
    if unexpected and ruleset.melds.runs:
        suits = {card.suit.value for card in (take.top, *take.hand) if card.suit}
        return refusal(
            "you can't take the pile by melding {top} in a sequence with cards from your hand",
            {"top": rank.one},
            fix=f"show two {rank.many}, or lay it off alone on your side's sequence",
            do=Do(Act.LAY_OFF_TOP, *suits) if len(suits) == 1 else Do(Act.LAY_OFF_TOP, "SUIT"),
        )
    return refusal(
        "{top} can't be melded with {unexpected}",
        {
            "top": rank.one,
            "unexpected": f"a meld of {onto.many}"
            if onto and not unexpected
            else unexpected[0].rank.one,
        },
        fix=f"show {rank.many} from your hand, or draw",
    )


def _out_of_reach(case: Taking, lowest: Card, ruleset: Ruleset) -> Answer:
    """Refuse a take whose lowest card is not in the pile."""
    if ruleset.pile.portion is Portion.WHOLE or case.view.known_pile is None:
        return None
    if any(like(card, lowest) for card in case.view.known_pile):
        return Finding(
            True,
            lambda: Reason("you take {card} and the cards above it", {"card": lowest.rank.one}),
        )
    return refusal(
        "the pile doesn't have {card}",
        {"card": lowest.rank.one},
        fix="name a card of the pile",
    )


def _blocked(case: Pickup, ruleset: Ruleset) -> Answer:
    if not blocks(case.top, ruleset):
        return None
    rank = case.top.rank
    reason = Reason(
        "{top} on top blocks the pile",
        {"top": rank.one},
        fix="draw; the pile is blocked only until another card covers it",
        rests_on=(f"ranks.{rank.value}.pile",) if rank.three else (),
    )
    return Finding(False, lambda: reason)


def _unopened(case: Taking, ruleset: Ruleset) -> Answer:
    return by_fact(
        case.play.opened,
        Fact.OPENED,
        "your side has opened",
        "your side has not opened, so it may not take the pile",
        fix="draw, and open with cards from your hand",
    )


def _frozen(case: Pickup, ruleset: Ruleset) -> Answer:
    """Refuse a frozen pile taken without a natural pair; a blocked pile is refused by ``_blocked``."""
    if blocks(case.top, ruleset) or taken_alone(case, ruleset):
        return None
    if ruleset.pile.unopened is Unopened.NEVER and case.play.opened is not True:
        return None
    frozen, because, unknown = frozen_against(case.view, ruleset)
    have, rank = matching(case.top, case.take.hand, ruleset), case.top.rank
    paired, own = have >= PAIR, case.too_few_held(ruleset, frozen=True)
    if unknown is not None and not paired:
        return Unknown(unknown)
    if not frozen:
        return None
    pair = f"{'natural ' * (rank in ruleset.wild_ranks.natural)}{rank.many}"
    lacks = "You need two {rank}" + (", not {have}" if have else "")
    if own is not None:
        have = matching(case.top, own, ruleset)
        lacks = "You need two {rank} from your hand; you have {have}"
    return Finding(
        paired,
        lambda: Reason(
            "the pile is {because}; you show the two {rank} you need"
            if paired
            else f"the pile is {{because}}. {lacks}",
            {"because": because, "rank": pair, "have": _FEW.get(have, have)},
            needed=PAIR,
            have=have,
            fix=f"show two {pair} from your hand, or draw",
        ),
    )


def _pair(case: Pickup, ruleset: Ruleset) -> Answer:
    """Refuse an unfrozen pile taken with neither two matching cards nor a meld of the side."""
    take, rank = case.take, case.top.rank
    if frozen_against(case.view, ruleset).frozen:
        return None
    naturals = matching(case.top, take.hand, ruleset)
    wilds = ruleset.wild_ranks.count(take.hand)
    if pair_suffices(naturals, wilds, frozen=False, ruleset=ruleset):
        return Finding(True, lambda: _taken_with(take.hand))
    lays_off = may_lay_off(case, ruleset)
    if lays_off and (take.onto is not None or case.joined is not None):
        return None
    if lays_off and case.play.melds_missing:
        return Unknown(Fact.MELDS)
    alone = MeldCards(Cards((case.top,)))
    if not take.hand and undecided(alone, list(case.view.melds or ()), ruleset):
        return Unknown(Fact.SUITS)
    ways = (
        f"two {rank.many}",
        *((f"{rank.one} with a wild card",) if ruleset.pile.natural_wild else ()),
    )
    onto = ", or a meld of your side to add it to" if lays_off else ""
    own = case.too_few_held(ruleset, frozen=False)
    if own is not None:
        naturals, wilds = matching(case.top, own, ruleset), ruleset.wild_ranks.count(own)
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


def _taken_with(hand: Cards) -> Reason:
    says, cards = "you take it with {cards} from your hand", _cards(hand)
    return Reason(says, {"cards": cards}, needed=PAIR, have=len(hand))


def _cards(hand: Cards) -> str:
    """Count the cards from the hand: ``two cards``, ``3 cards``."""
    return "two cards" if hand.size == PAIR else count_of(hand.size, "card")


def _onto(case: Pickup, ruleset: Ruleset) -> Answer:
    """Refuse to lay off the top card if the side has no meld for it, or if that can't take the pile."""
    onto, joined = case.take.onto, case.joined
    if onto is not None and onto.suit is not None and case.top.suit is None:
        return Unknown(Fact.SUITS)
    naturals = matching(case.top, case.take.hand, ruleset)
    paired = naturals >= PAIR
    if joined is None:
        return None if onto is None else _no_such_meld(case, run=onto.suit is not None)
    if onto is None and paired:
        return None
    if not may_lay_off(case, ruleset) and not paired:
        return refusal(
            "the top card may not be laid off to take the pile",
            fix="show two cards from your hand to meld with it",
        )
    finished = joined.before is not None and grade(joined.before, ruleset) is not None
    allowed = not finished or ruleset.pile.onto_canasta or paired
    wilds = ruleset.wild_ranks.count(case.take.hand)
    frozen = frozen_against(case.view, ruleset).frozen is True
    suffices = pair_suffices(naturals, wilds, frozen=frozen, ruleset=ruleset)
    lays = "add it to {meld} with {cards} from your hand" if suffices else "lay it off on {meld}"
    return Finding(
        allowed,
        lambda: Reason(
            f"you {lays}"
            if allowed
            else "{meld} is a finished canasta; the top card may not be laid off on it",
            {"meld": joined.before, "cards": _cards(case.take.hand)},
            fix=f"show two natural {case.top.rank.many} from your hand, or draw",
        ),
    )


def _no_such_meld(case: Pickup, *, run: bool) -> Answer:
    if case.play.melds_missing:
        return Unknown(Fact.MELDS)
    return refusal(
        "your side has no sequence for {rank} on the table"
        if run
        else "your side has no meld of {rank} on the table",
        {"rank": case.top.symbol if run else case.top.rank.many},
        fix="name a meld that is on the table, or show a pair from your hand",
    )


def _one_card(case: Taking, ruleset: Ruleset) -> Answer:
    pile, shown = case.view.pile_size, case.take.hand.size
    several = pile is not None and pile > 1
    if several and shown > 1:
        return None
    hand = case.play.hand
    shown = max(shown, hand.at_least)
    if several and shown > 1:
        return None
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


# The parameters that decide if the pile is frozen.
_DECIDES_FROZEN = (
    "pile.always_frozen",
    "pile.wild_freezes",
    "ranks.*.pile",
    "pile.unopened",
)

PICKUP: Topic[Any] = play_topic(
    Rule[Taking](
        "pile.drawn",
        "A turn begins with drawing or taking the pile, not both.",
        (),
        _drawn,
        case=taking,
    ),
    Rule[Taking](
        "pile.whole",
        "The whole pile is taken, or as many of its top cards as the game says; in some games a "
        "top card that extends a sequence is taken alone.",
        ("pile.take", "pile.onto_run"),
        _whole,
        case=taking,
    ),
    Rule[Pickup](
        "pile.blocked",
        "A wild card, a black three or a red three on top blocks the pile, in some games other "
        "ranks too; in some games a wild card on top may be taken with wild cards.",
        (WILD, "ranks.*.pile", "pile.wild_top"),
        _blocked,
        case=pickup,
    ),
    Rule[Taking](
        "pile.top",
        "The pile is taken only by melding its top card before picking up the rest; if part of the "
        "pile may be taken, by melding the deepest of the cards taken.",
        (WILD, "pile.take", "pile.wild_top", "melds.runs"),
        _top,
        case=taking,
    ),
    Rule[Taking](
        "pile.unopened",
        "In some games a side may not take the pile before it has opened.",
        ("pile.unopened",),
        _unopened,
        case=taking,
        when=lambda rules: rules.pile.unopened is Unopened.NEVER,
    ),
    Rule[Pickup](
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
        _frozen,
        case=pickup,
    ),
    Rule[Pickup](
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
        _pair,
        case=pickup,
    ),
    Rule[Pickup](
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
        _onto,
        case=pickup,
    ),
    Rule[Taking](
        "pile.one-card",
        "A player with one card in hand may not take a pile of one card.",
        ("pile.one_card",),
        _one_card,
        case=taking,
        when=lambda rules: rules.pile.one_card is not OneCard.ALLOWED,
    ),
    about=(Take,),
)
