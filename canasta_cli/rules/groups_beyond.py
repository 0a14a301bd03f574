"""Groups of parameters that the classic game does without: bonus cards, special hands, unfinished melds."""

from canasta_cli.rules.kinds import FLAG, whole, whole_or_none
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.rewards import SPECIALS, SpecialHand


class Talon(Group):
    """Bonus cards for opening, which join the hand after the turn."""

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
        whole(0, 99), "cards that the stock must still hold for them", default=0, unit="cards"
    )
    aside: bool = param(
        FLAG, "whether they are set aside at the deal, and not drawn from the stock", default=False
    )
    with_pile: bool = param(
        FLAG, "whether a side whose opening turn took the pile has them too", default=True
    )
    spares_card: bool = param(
        FLAG,
        "whether a player to whom they are due needs to keep no card after the discard",
        default=False,
    )


class Special(Group):
    """Whole hands that are shown at once and end the play."""

    hands: tuple[SpecialHand, ...] = param(
        SPECIALS,
        "the special hands: name, cards, points, and whether they win the game",
        default=(),
    )


class Unfinished(Group):
    """What melds that did not become canastas cost at the end, and cards that should have been."""

    sevens: int | None = param(
        whole_or_none(), "an unfinished meld of sevens", default=None, unit="points"
    )
    aces: int | None = param(
        whole_or_none(), "an unfinished meld of natural aces", default=None, unit="points"
    )
    wild: int | None = param(
        whole_or_none(), "an unfinished meld of wild cards", default=None, unit="points"
    )
    wild_jokers: int | None = param(
        whole_or_none(),
        "an unfinished meld of wild cards with four jokers, where it costs another sum",
        default=None,
        unit="points",
    )
    short_run: int | None = param(
        whole_or_none(), "each short run melded", default=None, unit="points"
    )
    short_run_below: int = param(
        whole(4, 11), "a run of fewer cards is a short one", default=5, unit="cards"
    )
    sevens_held: int | None = param(
        whole_or_none(),
        "each hand in which too many sevens are left, besides their values",
        default=None,
        unit="points",
    )
    aces_held: int | None = param(
        whole_or_none(),
        "each hand in which too many aces are left, besides their values",
        default=None,
        unit="points",
    )
    held_most: int = param(
        whole(0, 12), "sevens, or aces, that a hand may hold without it", default=2, unit="cards"
    )
