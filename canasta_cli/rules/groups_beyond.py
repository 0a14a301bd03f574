"""Parameters that the classic game does not use: bonus cards, special hands, unfinished melds."""

from canasta_cli.rules.kinds import FLAG, whole, whole_or_none
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.rewards import SPECIALS, SpecialHand


class Talon(Group):
    """Bonus cards for opening, picked up at the start of the player's next turn."""

    first: int | None = param(
        whole_or_none(1, 20),
        "bonus cards for the side that opens first",
        default=None,
        unit="cards",
    )
    second: int | None = param(
        whole_or_none(1, 20),
        "bonus cards for the side that opens second",
        default=None,
        unit="cards",
    )
    stock: int = param(
        whole(0, 99),
        "cards that the stock must still have for bonus cards to be given",
        default=0,
        unit="cards",
    )
    aside: bool = param(
        FLAG,
        "whether bonus cards are set aside at the deal instead of drawn from the stock",
        default=False,
    )
    with_pile: bool = param(
        FLAG,
        "whether a side that takes the pile in its opening turn also gets bonus cards",
        default=True,
    )
    spares_card: bool = param(
        FLAG,
        "whether a player who is due bonus cards may discard their last card",
        default=False,
    )


class Special(Group):
    """Special hands: whole hands shown at once, which end the hand."""

    hands: tuple[SpecialHand, ...] = param(
        SPECIALS,
        "name, cards and points of each special hand, and whether it wins the game",
        default=(),
    )


class Unfinished(Group):
    """Penalties for unfinished melds, and for sevens or aces left in hand."""

    sevens: int | None = param(
        whole_or_none(), "penalty for an unfinished meld of sevens", default=None, unit="points"
    )
    aces: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of natural aces",
        default=None,
        unit="points",
    )
    wild: int | None = param(
        whole_or_none(), "penalty for an unfinished meld of wild cards", default=None, unit="points"
    )
    wild_jokers: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of wild cards with four jokers, if different",
        default=None,
        unit="points",
    )
    short_run: int | None = param(
        whole_or_none(), "penalty for each short sequence melded", default=None, unit="points"
    )
    short_run_below: int = param(
        whole(4, 11), "a sequence with fewer cards than this is short", default=5, unit="cards"
    )
    sevens_held: int | None = param(
        whole_or_none(),
        "penalty for each hand left with too many sevens, besides their card values",
        default=None,
        unit="points",
    )
    aces_held: int | None = param(
        whole_or_none(),
        "penalty for each hand left with too many aces, besides their card values",
        default=None,
        unit="points",
    )
    held_most: int = param(
        whole(0, 12),
        "number of sevens, or of aces, that a player may hold at the end without this penalty",
        default=2,
        unit="cards",
    )
