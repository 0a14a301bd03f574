"""What can differ about the discard pile, the stock and the discard; a sister of ``groups``."""

from canasta_cli.model.cards import Rank
from canasta_cli.rules.kinds import FLAG, RANKS, choice, whole_or_none
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.vocabulary import (
    BlackThreeDiscard,
    BlackThreePile,
    EmptyPile,
    FinalDiscard,
    ForcedTake,
    LastRedThree,
    OneCard,
    OntoRun,
    Portion,
    SevensDiscard,
    StockEnd,
    Unopened,
    WildDiscard,
    WildTop,
)


class Pile(Group):
    """The discard pile: who may take it, and when it is frozen."""

    natural_wild: bool = param(
        FLAG,
        "whether one natural and one wild card take a pile that is not frozen",
        default=True,
    )
    lay_off: bool = param(
        FLAG,
        "whether the top card alone, laid off on an own meld, takes a pile that is not frozen",
        default=True,
    )
    onto_canasta: bool = param(FLAG, "whether that meld may be a finished canasta", default=True)
    onto_run: OntoRun = param(
        choice(OntoRun),
        "what the top card takes that is laid off on an own run: nothing, the pile, "
        "or itself alone instead of a draw, even from a frozen pile",
        default=OntoRun.PILE,
    )
    always_frozen: bool = param(FLAG, "whether the pile is frozen at all times", default=False)
    wild_freezes: bool = param(FLAG, "whether a wild card in the pile freezes it", default=True)
    red_three_freezes: bool = param(
        FLAG, "whether a red three turned up at the start freezes it", default=True
    )
    black_three: BlackThreePile = param(
        choice(BlackThreePile),
        "what a black three does: blocks the pile while on top, or freezes it as well",
        default=BlackThreePile.BLOCKS,
    )
    unopened: Unopened = param(
        choice(Unopened),
        "what the pile is to a side that has not opened: frozen, never to be taken, or open",
        default=Unopened.FROZEN,
    )
    one_card: OneCard = param(
        choice(OneCard),
        "when a pile of one card may not be taken: with one card in both pile and hand, "
        "in either, or always allowed",
        default=OneCard.BOTH,
    )
    blocked_by: tuple[Rank, ...] = param(
        RANKS, "ranks that block the pile while on top, besides wild cards and threes", default=()
    )
    portion: Portion = param(
        choice(Portion),
        "what is taken: the whole pile, or its upper part down to the card that is melded",
        default=Portion.WHOLE,
    )
    wild_top: WildTop = param(
        choice(WildTop),
        "what takes a pile with a wild card on top: nothing; two of the same (deuces for a deuce, "
        "jokers for a joker); any two wild cards",
        default=WildTop.BLOCKS,
    )
    taken: int | None = param(
        whole_or_none(1, 99),
        "cards of the pile that are taken, the top card among them; none: all of it",
        default=None,
        unit="cards",
    )


class Stock(Group):
    """The end of the stock."""

    end: StockEnd = param(
        choice(StockEnd),
        "whether play goes on without a stock, or the hand ends with the turn that empties it",
        default=StockEnd.PLAY_ON,
    )
    forced_take: ForcedTake = param(
        choice(ForcedTake),
        "when the pile must be taken without a stock: never; if it is not frozen and its top card "
        "can be laid off; whenever it may be taken",
        default=ForcedTake.LAY_OFF,
    )
    last_red_three: LastRedThree = param(
        choice(LastRedThree),
        "what becomes of a red three as last card: it is laid out, and its player does nothing more, "
        "or may meld; or it is kept in the hand",
        default=LastRedThree.NOTHING,
    )


class Discard(Group):
    """The discard that ends a turn."""

    wild_on_wild: bool = param(
        FLAG, "whether a wild card may be discarded on a wild card", default=True
    )
    jokers: bool = param(FLAG, "whether a joker may be discarded", default=True)
    black_three: BlackThreeDiscard = param(
        choice(BlackThreeDiscard),
        "when a black three may be discarded: any time; later than in the first round of turns; never",
        default=BlackThreeDiscard.FREE,
    )
    final: FinalDiscard = param(
        choice(FinalDiscard),
        "whether going out takes a discard: optional; required; never, all cards are melded; or one "
        "laid face down",
        default=FinalDiscard.OPTIONAL,
    )
    wild: WildDiscard = param(
        choice(WildDiscard),
        "when a wild card may be discarded: any time; from a hand of wild cards, or going out; only "
        "in going out, unless the player holds nothing else and lays none",
        default=WildDiscard.FREE,
    )
    empty_pile: EmptyPile = param(
        choice(EmptyPile),
        "what may not be discarded where no pile lies: nothing; sevens and aces; dead ranks as well; "
        "also ranks in which the other side has five cards or more",
        default=EmptyPile.FREE,
    )
    empty_pile_relief: bool = param(
        FLAG, "whether it may be discarded all the same by who holds nothing else", default=True
    )
    sevens: SevensDiscard = param(
        choice(SevensDiscard),
        "when sevens may be discarded: any time; once the own side has a canasta of them; once each "
        "side has",
        default=SevensDiscard.FREE,
    )
    sevens_last: bool = param(FLAG, "whether a seven may be the discard of going out", default=True)
