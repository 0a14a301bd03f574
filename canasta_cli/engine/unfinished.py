"""What a side left unfinished: melds that should have become canastas, and cards never melded."""

from collections.abc import Iterable
from typing import NamedTuple

from canasta_cli.engine.grading import GRADINGS
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade

HELD = 3
FOUR_JOKERS = 4
_FITS = {row.grade: row.fits for row in GRADINGS}


class Unfinished(NamedTuple):
    """A kind of meld or of cards in a hand that costs when it is left so: its item and its price."""

    name: str
    says: str
    path: str


MELDS: tuple[tuple[Grade, Unfinished], ...] = (
    (
        Grade.SEVENS,
        Unfinished("unfinished.sevens", "unfinished sevens", "unfinished.sevens"),
    ),
    (
        Grade.ACES,
        Unfinished("unfinished.aces", "unfinished natural aces", "unfinished.aces"),
    ),
    (
        Grade.WILD_JOKERS,
        Unfinished(
            "unfinished.wild-jokers",
            "unfinished wild meld with four jokers",
            "unfinished.wild_jokers",
        ),
    ),
    (
        Grade.WILD,
        Unfinished("unfinished.wild", "unfinished wild meld", "unfinished.wild"),
    ),
)
HANDS: tuple[tuple[Rank, Unfinished], ...] = (
    (
        Rank.SEVEN,
        Unfinished("unfinished.sevens-held", "sevens held to the end", "unfinished.sevens_held"),
    ),
    (Rank.ACE, Unfinished("unfinished.aces-held", "aces held to the end", "unfinished.aces_held")),
)


def price(what: Unfinished, ruleset: Ruleset) -> int | None:
    """Points that it costs; ``None`` if the ruleset asks nothing for it."""
    value = ruleset.value(what.path)
    return value if isinstance(value, int) else None


def unfinished(grade: Grade, melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """The melds that would be canastas of a grade, had they the cards."""
    size = ruleset.melds.canasta
    return tuple(meld for meld in melds if len(meld.cards) < size and _FITS[grade](meld))


def costly(grade: Grade, melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """The unfinished melds of a grade that cost what the grade's own row says, and no other."""
    found = unfinished(grade, melds, ruleset)
    if grade is Grade.WILD and ruleset.unfinished.wild_jokers is not None:
        return tuple(meld for meld in found if meld.cards.of(Rank.JOKER) < FOUR_JOKERS)
    return found


def many(rank: Rank, hands: Iterable[Cards]) -> int:
    """How many hands hold three or more of a rank."""
    return sum(hand.of(rank) >= HELD for hand in hands)


def open_melds(melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Melds with which the side may not go out."""
    melds = tuple(melds)
    return tuple(
        dict.fromkeys(
            meld for grade in ruleset.out.finished for meld in unfinished(grade, melds, ruleset)
        )
    )
