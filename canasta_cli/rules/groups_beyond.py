"""Parameters that the classic game does not use: bonus cards, special hands, unfinished melds."""

from canasta_cli.rules.kinds import FLAG, whole, whole_or_none
from canasta_cli.rules.parameter import Group, param, used_if
from canasta_cli.rules.rewards import SPECIALS, SpecialHand


class Talon(Group):
    """Bonus cards for opening, picked up at the start of the player's next turn."""

    first: int | None = param(
        whole_or_none(1, 20),
        "bonus cards for the side that opens first",
        default=None,
        unit="cards",
        when=used_if("talon.first"),
    )
    second: int | None = param(
        whole_or_none(1, 20),
        "bonus cards for the side that opens second",
        default=None,
        unit="cards",
        when=used_if("talon.first"),
    )
    stock: int = param(
        whole(0, 99),
        "cards that the stock must still have for bonus cards to be given",
        default=0,
        unit="cards",
        when=used_if("talon.first"),
    )
    aside: bool = param(
        FLAG,
        "whether bonus cards are set aside at the deal instead of drawn from the stock",
        default=False,
        when=used_if("talon.first"),
    )
    with_pile: bool = param(
        FLAG,
        "whether a side that takes the pile in its opening turn also gets bonus cards",
        default=True,
        when=used_if("talon.first"),
    )
    spares_card: bool = param(
        FLAG,
        "whether a player who is due bonus cards may discard their last card",
        default=False,
        when=used_if("talon.first"),
    )


class Special(Group):
    """Special hands: whole hands shown at once, which end the hand."""

    hands: tuple[SpecialHand, ...] = param(
        SPECIALS,
        "name, cards and points of each special hand, and whether it wins the game",
        default=(),
        when=used_if("special.hands"),
    )


class Unfinished(Group):
    """Penalties for unfinished melds, and for sevens or aces left in hand."""

    sevens: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of sevens",
        default=None,
        unit="points",
        when=used_if("unfinished.sevens"),
    )
    aces: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of natural aces",
        default=None,
        unit="points",
        when=used_if("unfinished.aces"),
    )
    wild: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of wild cards",
        default=None,
        unit="points",
        when=used_if("melds.wild_only"),
    )
    wild_jokers: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of wild cards with four jokers, if different",
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
    sevens_held: int | None = param(
        whole_or_none(),
        "penalty for each hand left with too many sevens, besides their card values",
        default=None,
        unit="points",
        when=used_if("unfinished.sevens_held"),
    )
    aces_held: int | None = param(
        whole_or_none(),
        "penalty for each hand left with too many aces, besides their card values",
        default=None,
        unit="points",
        when=used_if("unfinished.aces_held"),
    )
    held_most: int = param(
        whole(0, 12),
        "number of sevens, or of aces, that a player may hold at the end without this penalty",
        default=2,
        unit="cards",
        when=used_if("unfinished.sevens_held", "unfinished.aces_held"),
    )
