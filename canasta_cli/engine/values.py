"""What cards are worth, and what the packs hold."""

from collections.abc import Iterable

from canasta_cli.model.cards import Card, Rank
from canasta_cli.rules.schema import Ruleset

# The parameter that gives a rank its value. A red three has none: it is paid by the number of them.
_VALUED = {
    Rank.JOKER: "joker",
    Rank.DEUCE: "deuce",
    Rank.ACE: "ace",
    **dict.fromkeys((Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING), "high"),
    **dict.fromkeys((Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN), "low"),
    Rank.BLACK_THREE: "black_three",
}
VALUED = tuple(f"deck.{name}" for name in dict.fromkeys(_VALUED.values()))


def value(rank: Rank, ruleset: Ruleset) -> int:
    """The card value of a rank in points."""
    if rank is Rank.RED_THREE:
        return 0
    points: int = getattr(ruleset.deck, _VALUED[rank])
    return points


def worth(cards: Iterable[Card], ruleset: Ruleset) -> int:
    """The card values of some cards together, in points."""
    return sum(value(card.rank, ruleset) for card in cards)


def held(rank: Rank, ruleset: Ruleset) -> int:
    """How many cards of a rank the packs hold."""
    if rank is Rank.JOKER:
        return ruleset.deck.jokers
    return ruleset.deck.packs * (2 if rank.three else 4)


def held_like(card: Card, ruleset: Ruleset) -> int:
    """How many cards like this one the packs hold: of one suit, one a pack."""
    return held(card.rank, ruleset) if card.suit is None else ruleset.deck.packs


def everything(ruleset: Ruleset) -> int:
    """The card values of all the packs together, in points."""
    return sum(held(rank, ruleset) * value(rank, ruleset) for rank in Rank)
