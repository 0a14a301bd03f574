"""Parameters that the classic game does not use: bonus cards, special hands, unfinished melds."""

from canasta_cli.rules.group import TalonValues
from canasta_cli.rules.kinds import FLAG, TWO_OR_NONE, whole, whole_or_none
from canasta_cli.rules.parameter import Declared, param, used_if
from canasta_cli.rules.reward_kinds import SPECIALS
from canasta_cli.rules.rewards import SpecialHand


class Talon(Declared, TalonValues):
    """Bonus cards for opening, picked up at the start of the player's next turn."""

    cards: tuple[int, int] | None = param(
        TWO_OR_NONE,
        "bonus cards for the side that opens first, and for one that opens later",
        default=None,
        unit="cards",
        when=used_if("talon.cards"),
    )
    stock: int = param(
        whole(0, 99),
        "cards that the stock must still have for bonus cards to be given",
        default=0,
        unit="cards",
        when=used_if("talon.cards"),
    )
    aside: bool = param(
        FLAG,
        "whether bonus cards are set aside at the deal instead of drawn from the stock",
        default=False,
        when=used_if("talon.cards"),
    )
    with_pile: bool = param(
        FLAG,
        "whether a side that takes the pile in its opening turn also gets bonus cards",
        default=True,
        when=used_if("talon.cards"),
    )
    spares_card: bool = param(
        FLAG,
        "whether a player who is due bonus cards may discard their last card",
        default=False,
        when=used_if("talon.cards"),
    )


class Special(Declared):
    """Special hands: whole hands shown at once, which end the hand."""

    hands: tuple[SpecialHand, ...] = param(
        SPECIALS,
        "name, cards and points of each special hand, and whether it wins the game",
        default=(),
        when=used_if("special.hands"),
    )


class Unfinished(Declared):
    """Penalties for unfinished melds of wild cards, and for short sequences."""

    wild: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of wild cards",
        default=None,
        unit="points",
        when=used_if("melds.wild_only"),
    )
    short_run: int | None = param(
        whole_or_none(),
        "penalty for each short sequence melded",
        default=None,
        unit="points",
        when=used_if("melds.runs"),
    )
    short_run_below: int = param(
        whole(4, 11),
        "a sequence with fewer cards than this is short",
        default=5,
        unit="cards",
        when=used_if("unfinished.short_run"),
    )
