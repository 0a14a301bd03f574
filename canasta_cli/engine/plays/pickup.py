"""Rules ``pile.*``: who may take the discard pile, with what, and when it is frozen."""

from canasta_cli.engine.known import Drew, like
from canasta_cli.engine.melds.grading import grade
from canasta_cli.engine.melds.placing import Laid, undecided
from canasta_cli.engine.plays.freezing import frozen_against
from canasta_cli.engine.plays.of_hand import taking_meld
from canasta_cli.engine.plays.play import Play, play_topic
from canasta_cli.engine.rule import Act, Answer, Do, Fact, Reason, Rule, Unknown
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.melds import Meld, Shape
from canasta_cli.model.turn import Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OneCard, OntoRun, Portion, Unopened, WildTop

PAIR = 2


def pair_suffices(naturals: int, wilds: int, *, frozen: bool, ruleset: Ruleset) -> bool:
    """Whether cards of the hand take the pile with its top card: a pair, or a natural and a wild."""
    mixed = naturals > 0 and wilds > 0 and ruleset.pile.natural_wild
    return naturals >= PAIR or (mixed and not frozen)


def _naturals(top: Card, hand: Cards, ruleset: Ruleset) -> int:
    """Cards from the hand of the top card's rank; any wild card, where that will do for a wild one."""
    if top.rank.wild and ruleset.pile.wild_top is WildTop.WILD:
        return hand.wilds
    return hand.of(top.rank)


def _joined(play: Play) -> Laid | None:
    """The meld of the side that the top card joins, if it is known to lie there."""
    taking = taking_meld(play)
    return taking if taking is not None and taking.before is not None else None


def _drawn(play: Play, ruleset: Ruleset) -> Answer:
    if not play.draws and play.known.drew is not Drew.STOCK:
        return None
    return Reason(
        False,
        "a card was drawn from the stock, so the pile cannot be taken in this turn",
        remedy="choose at the start of the turn: draw, or take the pile",
    )


def _on_run(play: Play) -> bool:
    """Whether the top card, without any card of the hand, joins a run of the side."""
    joined = _joined(play)
    onto = play.take.onto if play.take else None
    return bool((joined and joined.after.shape is Shape.RUN) or (onto and onto.suit))


def _whole(play: Play, ruleset: Ruleset) -> Answer:
    alone = ruleset.pile.onto_run is OntoRun.ALONE and _on_run(play)
    if play.take is None or (play.take.whole and not alone):
        return None
    if alone:
        return Reason(
            not play.take.whole,
            "a top card that goes onto a run is taken alone, instead of a draw",
            remedy="take the top card alone",
            do=Do(Act.TAKE_TOP_ALONE),
        )
    most = ruleset.pile.taken
    rest = "the whole pile" if most is None else f"the cards under it, up to {most} in all"
    return Reason(
        False,
        f"the top card is taken with {rest}, never alone",
        remedy="take them together, or draw" if most else "take the whole pile, or draw",
    )


def _top(play: Play, ruleset: Ruleset) -> Answer:
    take = play.take
    if take is None or take.top is None:
        return Reason(
            False,
            "the pile is taken only by melding its top card",
            remedy="meld the top card with cards from the hand, or lay it off on an own meld",
        )
    rank = take.top.rank
    strange = [c for c in take.hand if c.rank is not rank and not c.rank.wild]
    if rank.wild and ruleset.pile.wild_top is WildTop.SAME:
        strange = [c for c in take.hand if c.rank is not rank]
    elsewhere = take.onto is not None and take.onto.rank not in (rank, None)
    if not strange and not elsewhere:
        return _out_of_reach(play, take.top, ruleset)
    if strange and ruleset.melds.runs:
        return Reason(
            False,
            "{top} neither begins a run nor joins one together with cards from the hand",
            {"top": rank.one},
            remedy=f"show two {rank.many}, or lay it off alone on an own run",
            do=Do(Act.LAY_OFF_TOP, "H"),
        )
    return Reason(
        False,
        "{top} does not go with {strange}",
        {
            "top": rank.one,
            "strange": strange[0].rank.one
            if strange
            else f"a meld of {take.onto.rank.many}"
            if take.onto and take.onto.rank
            else "",
        },
        remedy=f"show {rank.many} from the hand, or draw",
    )


def _out_of_reach(play: Play, lowest: Card, ruleset: Ruleset) -> Answer:
    """Where part of the pile is taken, the card that is melded is the lowest that is taken."""
    if ruleset.pile.portion is Portion.WHOLE or play.known.pile is None:
        return None
    if any(like(card, lowest) for card in play.known.pile):
        return Reason(True, "{card} and what lies above it are taken", {"card": lowest.rank.one})
    return Reason(
        False,
        "{card} does not lie in the pile",
        {"card": lowest.rank.one},
        remedy="name a card of the pile",
    )


def _blocked(play: Play, ruleset: Ruleset) -> Answer:
    top = play.take.top if play.take else None
    if top is None:
        return None
    if not (top.rank.wild or top.rank.three or top.rank in ruleset.pile.blocked_by):
        return None
    if top.rank.wild and ruleset.pile.wild_top is not WildTop.BLOCKS:
        return None
    return Reason(
        False,
        "{top} lies on top, and blocks the pile",
        {"top": top.rank.one},
        remedy="draw; the pile can be taken again when another card covers it",
    )


def _unopened(play: Play, ruleset: Ruleset) -> Answer:
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        play.opened,
        "the side has opened" if play.opened else "a side that has not opened may not take it",
        remedy="draw, and open from the hand",
    )


def _frozen(play: Play, ruleset: Ruleset) -> Answer:
    take = play.take
    if take is None or take.top is None:
        return None
    if ruleset.pile.unopened is Unopened.NEVER and play.opened is not True:
        return None
    if ruleset.pile.onto_run is OntoRun.ALONE and _on_run(play):
        return None
    frozen, because, unknown = frozen_against(play.known, ruleset)
    have = _naturals(take.top, take.hand, ruleset)
    paired = pair_suffices(have, take.hand.wilds, frozen=True, ruleset=ruleset)
    if unknown is not None and not paired:
        return Unknown(unknown)
    if not frozen:
        return None
    return Reason(
        paired,
        "the pile is frozen ({because}): it takes two {rank} from the hand, and {have} "
        + ("is shown" if have == 1 else "are shown"),
        {"because": because, "rank": take.top.rank.many, "have": have},
        needed=PAIR,
        have=have,
        remedy=f"show two {'natural ' * take.top.rank.natural}{take.top.rank.many} from the hand, or draw",
    )


def _pair(play: Play, ruleset: Ruleset) -> Answer:
    """An unfrozen pile: a natural pair, a natural and a wild card, or an own meld."""
    take = play.take
    if take is None or take.top is None or frozen_against(play.known, ruleset).frozen:
        return None
    naturals, wilds = _naturals(take.top, take.hand, ruleset), take.hand.wilds
    if pair_suffices(naturals, wilds, frozen=False, ruleset=ruleset):
        return Reason(True, "two cards from the hand go with it", needed=PAIR, have=len(take.hand))
    lays_off = _may_lay_off(play, ruleset)
    if lays_off and (take.onto is not None or _joined(play) is not None):
        return None
    if lays_off and play.melds_untold:
        return Unknown(Fact.MELDS)
    if not take.hand and undecided(Meld(Cards((take.top,))), list(play.known.melds or ()), ruleset):
        return Unknown(Fact.SUITS)
    rank = take.top.rank
    return Reason(
        False,
        "{top} takes two {rank} from the hand"
        + (", or one with a wild card" if ruleset.pile.natural_wild else "")
        + (", or a meld of the side to lie on" if lays_off else "")
        + "; shown are {naturals} and {wilds} wild",
        {"top": rank.one, "rank": rank.many, "naturals": naturals, "wilds": wilds},
        needed=PAIR,
        have=naturals,
        remedy=f"show two {rank.many}, or draw",
    )


def _may_lay_off(play: Play, ruleset: Ruleset) -> bool:
    """Whether the top card may be laid off alone: on a set, or on a run."""
    runs = ruleset.melds.runs and ruleset.pile.onto_run is not OntoRun.NEVER
    if _joined(play) is not None or (play.take and play.take.onto):
        return runs if _on_run(play) else ruleset.pile.lay_off
    return runs or ruleset.pile.lay_off


def _onto(play: Play, ruleset: Ruleset) -> Answer:
    """The top card laid off on a meld: it lies there, and may be added to so."""
    take, joined = play.take, _joined(play)
    if take is None or take.top is None:
        return None
    if take.onto is not None and take.onto.suit is not None and take.top.suit is None:
        return Unknown(Fact.SUITS)
    paired = _naturals(take.top, take.hand, ruleset) >= PAIR
    if joined is None:
        return None if take.onto is None else _no_such_meld(play, take.top)
    if take.onto is None and paired:
        return None
    if not _may_lay_off(play, ruleset) and not paired:
        return Reason(
            False,
            "the top card may not be laid off to take the pile",
            remedy="show two cards from the hand that go with it",
        )
    finished = joined.before is not None and grade(joined.before, ruleset) is not None
    allowed = not finished or ruleset.pile.onto_canasta or paired
    return Reason(
        allowed,
        "it joins {meld}" if allowed else "{meld} is a finished canasta, and takes no top card",
        {"meld": joined.before},
        remedy=f"show two natural {take.top.rank.many} from the hand, or draw",
    )


def _no_such_meld(play: Play, top: Card) -> Answer:
    run = play.take is not None and play.take.onto is not None and play.take.onto.suit is not None
    if play.melds_untold:
        return Unknown(Fact.MELDS)
    return Reason(
        False,
        "no run for {rank} lies on the table for this side"
        if run
        else "no meld of {rank} lies on the table for this side",
        {"rank": top.symbol if run else top.rank.many},
        remedy="name a meld that lies there, or show a pair from the hand",
    )


def _one_card(play: Play, ruleset: Ruleset) -> Answer:
    pile, hand = play.known.cards_in_pile, play.hand
    shown = max(len(play.take.hand) if play.take else 0, hand.at_least)
    alone = {
        Fact.PILE_SIZE: None if pile is None else pile <= 1,
        # Who shows two cards holds more than one, however many there are.
        Fact.HAND: False if shown > 1 else None if hand.size is None else True,
    }
    either = ruleset.pile.one_card is OneCard.EITHER
    # A card alone settles it where either bars the taking, and several where it takes both.
    settled = either in alone.values()
    unknown = next((what for what, one in alone.items() if one is None), None)
    if unknown and not settled:
        return Unknown(unknown)
    if settled is not either:
        return None
    return Reason(
        False,
        "a pile of one card may not be taken, nor any pile with one card in the hand"
        if either
        else "a player with one card may not take a pile of one card",
        needed=2,
        have=1,
        remedy="draw",
    )


# What decides whether the pile is frozen.
_FREEZING = (
    "pile.always_frozen",
    "pile.wild_freezes",
    "pile.red_three_freezes",
    "pile.black_three",
    "pile.unopened",
)

PICKUP = play_topic(
    Rule(
        "pile.drawn",
        "A turn begins with a draw or with the pile, not both.",
        (),
        _drawn,
    ),
    Rule(
        "pile.whole",
        "The pile is taken whole, or as many of its upper cards as the game says; but in some games "
        "a top card that continues a run comes alone.",
        ("pile.taken", "pile.onto_run"),
        _whole,
    ),
    Rule(
        "pile.top",
        "The pile is taken only by melding its top card, at once and before the rest is touched; "
        "where part of it may be taken, by melding the lowest card that is.",
        ("pile.portion", "pile.wild_top", "melds.runs"),
        _top,
    ),
    Rule(
        "pile.blocked",
        "A wild card, a black three or a red three on top blocks the pile, in some games other "
        "ranks too; in some it may be taken with wild cards where a wild card is on top.",
        ("pile.blocked_by", "pile.wild_top"),
        _blocked,
    ),
    Rule(
        "pile.unopened",
        "In some games a side may not take the pile before it has opened.",
        ("pile.unopened",),
        _unopened,
        when=lambda rules: rules.pile.unopened is Unopened.NEVER,
    ),
    Rule(
        "pile.frozen",
        "A frozen pile is taken only with two natural cards of the top card's rank from the hand. "
        "It is frozen by cards in it, and against a side that has not opened, until it is taken.",
        (
            *_FREEZING,
            "pile.onto_run",
            "pile.natural_wild",
            "pile.wild_top",
        ),
        _frozen,
    ),
    Rule(
        "pile.pair",
        "A pile that is not frozen is taken with a natural pair, with one natural and one wild "
        "card, or by laying the top card off on an own meld, as the game allows.",
        ("pile.natural_wild", "pile.lay_off", "pile.onto_run", "melds.runs", *_FREEZING),
        _pair,
    ),
    Rule(
        "pile.onto",
        "The top card may be laid off on a meld of the side, also on a canasta where allowed.",
        (
            "pile.lay_off",
            "pile.onto_canasta",
            "pile.onto_run",
            "pile.wild_top",
            "melds.runs",
            "melds.canasta",
        ),
        _onto,
    ),
    Rule(
        "pile.one-card",
        "A player with one card in hand may not take a pile of one card.",
        ("pile.one_card",),
        _one_card,
        when=lambda rules: rules.pile.one_card is not OneCard.ALLOWED,
    ),
    about=(Take,),
)
