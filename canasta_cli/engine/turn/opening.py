"""Rules ``opening.*``: the initial meld of a side in a hand.

The first melds of a side must be worth enough: card points are added up, without any for canastas, and
the more a side has scored in the game, the more it needs. Until then its pile is frozen in most
games. What varies is the table of minimums, if the top card of the pile counts, and what makes up for a
minimum: a sequence, a canasta, melds that use up the hand.

Too few points: ``_minimum``. What a side needs: ``required`` in ``engine/view.py``. What a play shows:
``points_counted`` in ``engine/turn/case.py``. ``judge`` asks the rules, and the search for initial melds.
"""

from collections import Counter

from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.points import WILD, grade, highest, is_one_of
from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Missing,
    Reason,
    RuleFinding,
    Unknown,
    finding,
    refusal,
    rule,
)
from canasta_cli.engine.table import Placement
from canasta_cli.engine.turn.case import CaseKind, Play, own_cards, play_topic
from canasta_cli.engine.turn.going_out import may_go_out
from canasta_cli.model.cards import NO_CARDS, Cards, Meld, Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Exempt, Tier, canastas
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed


class CardsFromHand(NamedTuple):
    """A meld, and those of its cards that come from the hand and not from the pile."""

    placement: Placement
    own: Meld


def from_hand(play: Play, ruleset: Ruleset) -> tuple[CardsFromHand, ...]:
    """Find the cards of the hand in each meld of a play, as far as they may be an initial meld.

    Wild cards of the hand go to melds of wild cards first, since they look like all others, and its
    unseen cards may be in any of the melds. In some games the cards with which the pile is taken
    are not part of the initial meld.
    """
    wild_ranks = ruleset.wild_ranks
    if not play.takes:
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
    return tuple(
        [
            CardsFromHand(each, Meld(Cards(own + others[: hand.unseen]), wild_ranks))
            for each, (own, others) in zip(laid, own_cards(bunches, hand, ruleset), strict=True)
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
    unseen = play.hand.unseen
    return tuple(
        [
            each.placement
            for each, needed, (_, others) in zip(
                asked, wilds, own_cards(wilds, play.hand, ruleset), strict=True
            )
            if (unseen is not None and len(others) > unseen)
            or not meld_is_legal(
                Meld(Cards((*each.own.naturals, *needed)), wild_ranks), ruleset, going_out=True
            )
        ]
    )


def _exempt(play: Play, ruleset: Ruleset) -> bool | None:
    """True if the player goes out with the whole hand and so needs no minimum."""
    if ruleset.opening.exempt is Exempt.NEVER or not any(
        grade(each.after, ruleset) for each in play.placements
    ):
        return False
    if may_go_out(play, ruleset) is False:
        return False
    if play.goes_out is not False and ruleset.opening.exempt is Exempt.STOCK:
        return play.drew_stock and play.goes_out
    return play.goes_out


def _splash(play: Play, ruleset: Ruleset) -> bool:
    """True if the hand melds a whole canasta that opens without a minimum."""
    return any(splashes(each.own, ruleset) for each in from_hand(play, ruleset))


def splashes(own: Meld, ruleset: Ruleset) -> bool:
    """True if cards of the hand are a natural or wild canasta that opens without a minimum."""
    whole = own.size >= ruleset.melds.canasta
    return ruleset.opening.splash and whole and not (own.wilds and own.shape is Shape.SET)


_CONTAINS = {
    Contains.NATURAL: "a meld of at least three natural cards and no wild cards",
    Contains.NATURAL_OR_WILD: "a meld of at least three natural cards and no wild cards, or "
    "one of wild cards alone",
    Contains.THREE_NATURALS: "a meld with at least three natural cards",
}


def satisfies(own: Meld, after: Meld, ruleset: Ruleset) -> bool:
    """True if a meld, by its cards of the hand, is one that the initial meld must contain."""
    wanted, least = ruleset.opening.contains, ruleset.melds.smallest
    if own.shape is Shape.WILD:
        return wanted is Contains.NATURAL_OR_WILD and own.size >= least
    pure = not after.wilds or wanted is Contains.THREE_NATURALS
    return own.shape is Shape.SET and len(own.naturals) >= least and pure


@rule(
    "opening.contains",
    "In some games the initial meld must include a natural meld, or one of wild cards alone.",
    (
        WILD,
        "opening.contains",
        "opening.splash",
        "opening.pair_counts",
        "melds.smallest",
        "melds.canasta",
    ),
    when=lambda rules: rules.opening.contains is not Contains.ANYTHING,
)
def _contains(play: Play, ruleset: Ruleset) -> Answer:
    melds = from_hand(play, ruleset)
    if _splash(play, ruleset) or any(
        satisfies(each.own, each.placement.after, ruleset) for each in melds
    ):
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return refusal(
        f"the initial meld must include {_CONTAINS[ruleset.opening.contains]}; yours doesn't"
        + _uncounted(play, ruleset, points=False),
        fix="add such a meld from your hand in the same turn",
    )


@rule(
    "opening.mixed-canasta",
    "In some games the initial meld may not complete a mixed canasta.",
    (WILD, "opening.mixed_canasta", "melds.canasta"),
    when=lambda rules: not rules.opening.mixed_canasta,
)
def _mixed_canasta(play: Play, ruleset: Ruleset) -> Answer:
    mixed = [
        each.after
        for each in play.placements
        if each.after.shape is Shape.SET and each.after.wilds and grade(each.after, ruleset)
    ]
    if not mixed:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return refusal(
        "{meld} is a mixed canasta; the initial meld may not complete one",
        {"meld": mixed[0]},
        fix="keep a card of it for a later turn",
    )


@rule(
    "opening.minimum",
    "A side's first melds in a hand must together be worth a minimum of card points, which "
    "depends on its total. Bonuses don't count, nor do cards under the top card of the pile.",
    (
        WILD,
        "opening.tiers",
        "opening.basis",
        "opening.top_counts",
        "opening.pair_counts",
        "opening.threes",
        "opening.exempt",
        "opening.splash",
        "melds.canasta",
    ),
)
def _minimum(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse melds worth less than the side needs; with an unknown total, than it may need at most."""
    given = play.tier if isinstance(play.tier, Tier) else None
    tier = given or Tier(None, highest(ruleset))
    have, needed = play.counted, tier.points
    if tier.canastas and not needed:
        return None

    def reason(says: str, fix: str = "") -> Reason:
        unread = () if _threes(play) else ("opening.threes",)
        return Reason(says, needed=needed, have=have, fix=fix, unread=unread)

    def counted() -> str:
        return "your melds are worth {have:point}" + _uncounted(play, ruleset, points=True)

    if have >= needed:
        enough = "and you need {needed} to open" if given else "enough to open at any total"
        return RuleFinding(True, lambda: reason(f"{counted()}, {enough}"))
    exempt, splash = _exempt(play, ruleset), _splash(play, ruleset)
    if splash or exempt:
        whole = "going out with the whole hand in one turn needs no minimum"
        says = "a whole canasta from the hand opens without a minimum" if splash else whole
        return RuleFinding(True, lambda: reason(says))
    if (unknown := _missing_fact(play, exempt=exempt)) is not None:
        return Unknown(unknown)
    fix = f"meld {count_of(needed - have, 'more point')} in the same turn"
    return RuleFinding(False, lambda: reason(f"{counted()}; you need {{needed}} to open", fix))


def _uncounted(play: Play, ruleset: Ruleset, *, points: bool) -> str:
    """Name the cards of this play that don't count for the initial meld, or for its points."""
    opening = ruleset.opening
    names = {
        "the top card": play.takes and not (points and opening.top_counts),
        "the cards you take it with": play.takes and not opening.pair_counts,
        "the threes": points and not opening.threes and _threes(play),
    }
    left = [name for name, left_out in names.items() if left_out]
    return f" without {listed(left)}" if left else ""


def _threes(play: Play) -> bool:
    """True if the play melds threes."""
    return any(card.rank.three for each in play.placements for card in each.added)


def _missing_fact(play: Play, *, exempt: bool | None) -> Missing | None:
    """The missing fact that decides if the minimum is reached; ``None`` if none is missing."""
    if play.opened is None:
        return Fact.OPENED
    if isinstance(play.tier, Unknown):
        return play.tier.what
    if exempt is None:
        return Fact.HAND if play.goes_out is None else Fact.DREW
    return None


@rule(
    "opening.wilds",
    "In some games the initial meld may have no wild cards.",
    (WILD, "opening.wilds"),
    when=lambda rules: not rules.opening.wilds,
)
def _wilds(play: Play, ruleset: Ruleset) -> Answer:
    wilds = sum(ruleset.wild_ranks.count(each.added) for each in play.placements)
    if not wilds:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return refusal(
        "the initial meld has {have:wild card}; it may have none",
        needed=0,
        have=wilds,
        fix="open with natural cards only; add wild cards once your side has opened",
    )


@rule(
    "opening.canastas",
    "In some games a side needs a canasta to open once its total is high enough.",
    ("opening.tiers", "opening.basis"),
    when=lambda rules: any(tier.canastas for tier in rules.opening.tiers),
)
def _needed_canastas(play: Play, ruleset: Ruleset) -> Answer:
    tier = play.tier
    if isinstance(tier, Unknown):
        return tier
    if not tier.canastas:
        return None
    kinds = play.canastas.items()
    have = sum(count for kind, count in kinds if not tier.of or is_one_of(kind, tier.of))
    if have < tier.canastas and any(each.after.shape is Shape.NOTHING for each in play.placements):
        return Unknown(Fact.SUITS)  # with its suits, it may be a sequence
    if have < tier.canastas and play.opened is None:
        return Unknown(Fact.OPENED)
    return finding(
        have >= tier.canastas,
        "at this total you need {needs} to open; you have {have}",
        {"needs": canastas(tier.canastas, tier.of), "have": have or "none"},
        needed=tier.canastas,
        have=have,
        fix=f"open with {canastas(tier.canastas, tier.of)}",
    )


OPENING = play_topic(
    _minimum,
    _wilds,
    _contains,
    _mixed_canasta,
    _needed_canastas,
    about=(CaseKind.OPENS,),
)
