"""Melds that should have become canastas, and cards that should have been melded."""

from collections.abc import Iterable
from typing import NamedTuple

from canasta_cli.engine.melds.canastas import FOUR_JOKERS, GRADINGS
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade

_FITS = {row.grade: row.fits for row in GRADINGS}


class Unfinished(NamedTuple):
    """A kind of unfinished meld, or of cards left in a hand, that costs points, and its price."""

    name: str
    says: str
    path: str


# Melds that would be canastas of one of the grades if they had enough cards.
MELDS: tuple[tuple[tuple[Grade, ...], Unfinished], ...] = (
    (
        (Grade.SEVENS, Grade.SEVENS_MIXED),
        Unfinished("unfinished.sevens", "unfinished sevens", "unfinished.sevens"),
    ),
    (
        (Grade.ACES,),
        Unfinished("unfinished.aces", "unfinished natural aces", "unfinished.aces"),
    ),
    (
        (Grade.WILD_JOKERS,),
        Unfinished(
            "unfinished.wild-jokers",
            "unfinished wild meld with four jokers",
            "unfinished.wild_jokers",
        ),
    ),
    (
        (Grade.WILD,),
        Unfinished("unfinished.wild", "unfinished wild meld", "unfinished.wild"),
    ),
)
HANDS: tuple[tuple[Rank, Unfinished], ...] = (
    (
        Rank.SEVEN,
        Unfinished("unfinished.sevens-held", "sevens left in a hand", "unfinished.sevens_held"),
    ),
    (
        Rank.ACE,
        Unfinished("unfinished.aces-held", "aces left in a hand", "unfinished.aces_held"),
    ),
)


def price(what: Unfinished, ruleset: Ruleset) -> int | None:
    """Points that it costs; ``None`` if it costs nothing under this ruleset."""
    value = ruleset.value(what.path)
    return value if isinstance(value, int) else None


def unfinished(
    grades: tuple[Grade, ...], melds: Iterable[Meld], ruleset: Ruleset
) -> tuple[Meld, ...]:
    """Find the melds that would be canastas of one of the grades if they had enough cards."""
    size = ruleset.melds.canasta
    return tuple(
        meld for meld in melds if meld.size < size and any(_FITS[grade](meld) for grade in grades)
    )


def costly(grades: tuple[Grade, ...], melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Find the unfinished melds that cost the price of these grades, and no other."""
    found = unfinished(grades, melds, ruleset)
    if Grade.WILD in grades and ruleset.unfinished.wild_jokers is not None:
        return tuple(meld for meld in found if meld.cards.of(Rank.JOKER) < FOUR_JOKERS)
    return found


def many(rank: Rank, hands: Iterable[Cards], ruleset: Ruleset) -> int:
    """Count the hands that have more cards of a rank than a hand may keep."""
    return sum(hand.of(rank) > ruleset.unfinished.held_most for hand in hands)


def open_melds(melds: Iterable[Meld], ruleset: Ruleset) -> tuple[Meld, ...]:
    """Find the melds that keep the side from going out."""
    return unfinished(ruleset.out.finished, melds, ruleset)
