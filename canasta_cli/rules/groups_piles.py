"""Parameters of the discard pile, the stock and the discard; see ``groups``."""

from canasta_cli.model.cards import FOUR_TO_ACE
from canasta_cli.rules.group import PileValues
from canasta_cli.rules.kinds import EMPTY_PILE, FLAG, TAKE, choice
from canasta_cli.rules.parameter import Declared, UsedIf, param, used_if
from canasta_cli.rules.vocabulary import (
    EmptyPile,
    FinalDiscard,
    ForcedTake,
    LastRedThree,
    OneCard,
    OntoRun,
    Portion,
    StockEnd,
    Unopened,
    WildDiscard,
    WildTop,
)


class Pile(Declared, PileValues):
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
    take: Portion | int = param(
        TAKE,
        "cards taken: whole (the whole pile), part (its top part, down to the card that is melded), or "
        "a number of cards, including the top card",
        default=Portion.WHOLE,
    )
    wild_top: WildTop = param(
        choice(WildTop),
        "what takes a pile with a wild card on top: blocks (nothing), same (two deuces for a "
        "deuce, two jokers for a joker), wild (any two wild cards)",
        default=WildTop.BLOCKS,
    )


class Stock(Declared):
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


_LIMITED = ("discard.empty_pile", *(f"ranks.{rank.value}.empty_pile" for rank in FOUR_TO_ACE))


class Discard(Declared):
    """The discard that ends a turn."""

    wild_on_wild: bool = param(
        FLAG, "whether a wild card may be discarded on a wild card", default=True
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
    empty_pile: EmptyPile | int = param(
        EMPTY_PILE,
        "cards that can't be discarded when there is no pile, besides ranks with their own empty_pile: "
        "free (none), dead (dead ranks), or a number (also ranks of which the other side has melded "
        "that many cards)",
        default=EmptyPile.FREE,
    )
    empty_pile_relief: bool = param(
        FLAG,
        "whether a player who has no other cards may discard one that empty_pile forbids",
        default=True,
        when=UsedIf(_LIMITED, (EmptyPile.FREE, True)),
    )
