"""Parameters of the discard pile, the stock and the discard; see ``groups``."""

from canasta_cli.model.cards import Rank
from canasta_cli.rules.kinds import FLAG, RANKS, choice, whole_or_none
from canasta_cli.rules.parameter import Group, param, used_if
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
    """The discard pile."""

    natural_wild: bool = param(
        FLAG,
        "whether one natural card and one wild card from the hand take a pile that is not frozen",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    lay_off: bool = param(
        FLAG,
        "whether laying off the top card on one of the side's melds takes a pile that is not "
        "frozen",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    onto_canasta: bool = param(
        FLAG, "whether the top card may be laid off on a finished canasta", default=True
    )
    onto_run: OntoRun = param(
        choice(OntoRun),
        "what is taken by laying off the top card on one of the side's sequences: never (nothing), "
        "pile (the whole pile), alone (only that card, instead of a draw, even from a frozen pile)",
        default=OntoRun.PILE,
        when=used_if("melds.runs"),
    )
    always_frozen: bool = param(FLAG, "whether the pile is always frozen", default=False)
    wild_freezes: bool = param(
        FLAG,
        "whether a wild card in the pile freezes it",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    red_three_freezes: bool = param(
        FLAG,
        "whether a red three turned up at the start freezes the pile",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    black_three: BlackThreePile = param(
        choice(BlackThreePile),
        "effect of a black three: blocks (the pile can't be taken while it is on top), freezes (it "
        "also freezes the pile)",
        default=BlackThreePile.BLOCKS,
    )
    unopened: Unopened = param(
        choice(Unopened),
        "the pile for a side that has not opened: frozen, never (can't be taken), open",
        default=Unopened.FROZEN,
    )
    one_card: OneCard = param(
        choice(OneCard),
        "when a single card prevents taking the pile: both (if pile and hand have one card each), "
        "either (if one of them has only one card), allowed (it never does)",
        default=OneCard.BOTH,
    )
    blocked_by: tuple[Rank, ...] = param(
        RANKS, "ranks that block the pile while on top, besides wild cards and threes", default=()
    )
    portion: Portion = param(
        choice(Portion),
        "cards taken: whole (the whole pile), part (its top part, down to the card that is melded)",
        default=Portion.WHOLE,
    )
    wild_top: WildTop = param(
        choice(WildTop),
        "what takes a pile with a wild card on top: blocks (nothing), same (two deuces for a "
        "deuce, two jokers for a joker), wild (any two wild cards)",
        default=WildTop.BLOCKS,
    )
    taken: int | None = param(
        whole_or_none(1, 99),
        'number of cards taken from the pile, including the top card ("none": no limit)',
        default=None,
        unit="cards",
    )


class Stock(Group):
    """The end of the stock."""

    end: StockEnd = param(
        choice(StockEnd),
        "when the stock is used up: play-on (play goes on without it), turn (the hand ends "
        "after the turn and discard of the player who drew the last card)",
        default=StockEnd.PLAY_ON,
    )
    forced_take: ForcedTake = param(
        choice(ForcedTake),
        "when the pile must be taken once the stock is empty: never, lay-off (if it is not "
        "frozen and its top card can be laid off), any (whenever it can be taken)",
        default=ForcedTake.LAY_OFF,
        when=used_if("stock.end", unless=StockEnd.TURN),
    )
    last_red_three: LastRedThree = param(
        choice(LastRedThree),
        "a red three drawn as the last card: nothing (laid out, then the player does nothing "
        "more), meld (laid out, then the player may meld), kept (in the hand)",
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
        "when a black three may be discarded: free (any time), later (not in the first round "
        "of turns), never",
        default=BlackThreeDiscard.FREE,
    )
    final: FinalDiscard = param(
        choice(FinalDiscard),
        "the discard when going out: optional, required, never (all cards are melded), face-down",
        default=FinalDiscard.OPTIONAL,
    )
    wild: WildDiscard = param(
        choice(WildDiscard),
        "when a wild card may be discarded: free (any time), only-wild (from a hand of wild "
        "cards, or when going out), going-out (only when going out, or by a player who has no "
        "other cards and melds none)",
        default=WildDiscard.FREE,
    )
    empty_pile: EmptyPile = param(
        choice(EmptyPile),
        "cards that can't be discarded when there is no pile: free (none), sevens-aces (sevens "
        "and aces), dead (these and dead ranks), safe (all these, and ranks in which the other "
        "side has five or more cards)",
        default=EmptyPile.FREE,
    )
    empty_pile_relief: bool = param(
        FLAG,
        "whether a player who has no other cards may discard one that empty_pile forbids",
        default=True,
        when=used_if("discard.empty_pile", unless=EmptyPile.FREE),
    )
    sevens: SevensDiscard = param(
        choice(SevensDiscard),
        "when sevens may be discarded: free (any time), own (once the side has a canasta of "
        "them), both (once each side has)",
        default=SevensDiscard.FREE,
    )
    sevens_last: bool = param(
        FLAG, "whether the last discard, when going out, may be a seven", default=True
    )
