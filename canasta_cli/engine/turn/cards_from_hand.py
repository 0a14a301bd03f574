"""Separate the melds from the hand from later ones, in a turn that opens and takes the pile.

The initial meld is made of the hand before the pile was taken, and of the top card.
"""

from collections import Counter

from canasta_cli.engine.melds.placement import Placement
from canasta_cli.engine.melds.points_shown import own_cards
from canasta_cli.engine.melds.validate import judge_meld
from canasta_cli.engine.turn.case import Play
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import Meld, MeldOnTable, Shape
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset


class CardsFromHand(NamedTuple):
    """A meld, and those of its cards that come from the hand and not from the pile."""

    placement: Placement
    own: Meld


def from_hand(play: Play, ruleset: Ruleset) -> tuple[CardsFromHand, ...]:
    """Find the cards of the hand in each meld of a play, as far as they may be an initial meld.

    Wild cards of the hand go to melds of wild cards first, since they look like all others. In
    some games the cards with which the pile is taken are no part of the initial meld.
    """
    wild_ranks = ruleset.wild_ranks
    if play.take is None:
        return tuple(
            [CardsFromHand(each, Meld(each.added, wild_ranks)) for each in play.placements]
        )
    laid = sorted(play.placements, key=lambda each: each.after.shape is not Shape.WILD)
    bunches, top, hand = [], play.take.top, play.hand
    uncounted = NO_CARDS if ruleset.opening.pair_counts else play.take.hand
    for each in laid:
        cards = list(each.added)
        if top is not None and top in cards:
            cards.remove(top)
            cards = list((Counter(cards) - Counter(uncounted)).elements())
            hand, top = hand.minus(uncounted), None
        bunches.append(cards)
    owns, _ = own_cards(bunches, hand)
    return tuple(
        [
            CardsFromHand(each, Meld(Cards(own), wild_ranks))
            for each, own in zip(laid, owns, strict=True)
        ]
    )


def after_opening(
    sets: tuple[Placement, ...], play: Play, ruleset: Ruleset
) -> tuple[Placement, ...]:
    """Keep the sets with wild cards that need the pile, and so follow the initial meld.

    The meld that takes the pile is part of the initial meld. Wild cards of the hand are assumed
    to be in the sets.
    """
    asked = [
        each
        for each in from_hand(play, ruleset)
        if each.placement in sets and each.placement != play.taking
    ]
    wild_ranks = ruleset.wild_ranks
    wilds = [[card for card in each.placement.added if card.rank in wild_ranks] for each in asked]
    owns, _ = own_cards(wilds, play.hand)
    return tuple(
        [
            each.placement
            for each, needed, own in zip(asked, wilds, owns, strict=True)
            if len(own) < len(needed) or not _lies(each.own.naturals, needed, ruleset)
        ]
    )


def _lies(naturals: tuple[Card, ...], wilds: list[Card], ruleset: Ruleset) -> bool:
    meld = Meld(Cards((*naturals, *wilds)), ruleset.wild_ranks)
    return bool(judge_meld(MeldOnTable(meld, True), ruleset).legal)
