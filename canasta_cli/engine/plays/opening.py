"""Rules ``opening.*``: what the first melds of a side in a hand must be worth."""

from canasta_cli.engine.melds.grading import grade
from canasta_cli.engine.plays.holding import may_go_out
from canasta_cli.engine.plays.of_hand import from_hand
from canasta_cli.engine.plays.play import OPENS, Play, play_topic
from canasta_cli.engine.rule import Answer, Fact, Reason, Rule, Unknown
from canasta_cli.model.melds import Meld, Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Contains, Exempt, Tier, canastas


def highest(ruleset: Ruleset) -> int:
    """The most card points that any initial meld asks for."""
    return max(tier.points for tier in ruleset.opening.tiers)


def _canasta_laid(play: Play, ruleset: Ruleset) -> bool:
    return any(grade(each.after, ruleset) for each in play.laid if each.before is None)


def _exempt(play: Play, ruleset: Ruleset) -> bool | None:
    """Whether the player goes out with the whole hand and so needs no minimum."""
    if ruleset.opening.exempt is Exempt.NEVER or not _canasta_laid(play, ruleset):
        return False
    if may_go_out(play, ruleset) is False:
        return False
    if play.goes_out is not False and ruleset.opening.exempt is Exempt.STOCK:
        return play.drew_stock and play.goes_out
    return play.goes_out


def _splash(play: Play, ruleset: Ruleset) -> bool:
    """Whether a meld is laid from the hand that opens without a minimum."""
    return any(splashes(each.own, ruleset) for each in from_hand(play) if each.laid.before is None)


def splashes(own: Meld, ruleset: Ruleset) -> bool:
    """Whether cards of the hand are a whole canasta, natural or of wild cards alone, that opens."""
    whole = own.size >= ruleset.melds.canasta
    return ruleset.opening.splash and whole and not (own.wilds and own.shape is Shape.SET)


_CONTAINS = {
    Contains.NATURAL: "a meld of three natural cards without wild cards",
    Contains.NATURAL_OR_WILD: "a meld of three natural cards without wild cards, or one of wild "
    "cards alone",
    Contains.THREE_NATURALS: "a meld with three natural cards",
}


def will_do(own: Meld, after: Meld, ruleset: Ruleset) -> bool:
    """Whether a meld is what the initial meld must contain: by its cards of the hand, as it lies."""
    wanted, least = ruleset.opening.contains, ruleset.melds.smallest
    if own.shape is Shape.WILD:
        return wanted is Contains.NATURAL_OR_WILD and own.size >= least
    pure = not after.wilds or wanted is Contains.THREE_NATURALS
    return own.shape is Shape.SET and len(own.naturals) >= least and pure


def _contains(play: Play, ruleset: Ruleset) -> Answer:
    melds = from_hand(play)
    if _splash(play, ruleset) or any(will_do(each.own, each.laid.after, ruleset) for each in melds):
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        False,
        f"the initial meld contains {_CONTAINS[ruleset.opening.contains]}; these do not",
        remedy="lay such a meld from the hand in the same turn",
    )


def _mixed_canasta(play: Play, ruleset: Ruleset) -> Answer:
    mixed = [
        each.after
        for each in play.laid
        if each.after.shape is Shape.SET and each.after.wilds and grade(each.after, ruleset)
    ]
    if not mixed:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        False,
        "{meld} is a mixed canasta, which the initial meld may not complete",
        {"meld": mixed[0]},
        remedy="keep a card of it for a later turn",
    )


def _minimum(play: Play, ruleset: Ruleset) -> Answer:
    told = play.tier if isinstance(play.tier, Tier) else None
    tier = told or Tier(None, highest(ruleset))
    have, needed = play.counted, tier.points
    if tier.canastas and not needed:
        return None
    facts = {"have": have, "needed": needed, "short": needed - have}
    if have >= needed:
        return Reason(
            True,
            "{have} points open"
            + ("" if told else " at any total")
            + ("; {needed} are needed" if told else ""),
            facts,
            needed=needed,
            have=have,
        )
    exempt = _exempt(play, ruleset)
    splash = _splash(play, ruleset)
    if splash or exempt:
        return Reason(
            True,
            "a whole canasta from the hand opens without a minimum"
            if splash
            else "going out with the whole hand in one turn needs no minimum",
            facts,
            needed=needed,
            have=have,
        )
    for unknown in _not_told(play, ruleset, exempt=exempt):
        return Unknown(unknown)
    return Reason(
        False,
        "the initial meld needs {needed} points, and these melds are worth {have}"
        + ("" if play.take is None or ruleset.opening.top_counts else " without the top card")
        + ": {short} short",
        facts,
        needed=needed,
        have=have,
        remedy=f"meld {needed - have} points more in the same turn",
    )


def _not_told(play: Play, ruleset: Ruleset, *, exempt: bool | None) -> list[Fact]:
    """The facts that would settle whether the minimum is reached."""
    unknown: list[Fact] = []
    if play.opened is None:
        unknown.append(Fact.OPENED)
    if isinstance(play.tier, Unknown):
        unknown.append(play.tier.what)
    if exempt is None:
        unknown.append(Fact.HAND if play.goes_out is None else Fact.DREW)
    return unknown


def _wilds(play: Play, ruleset: Ruleset) -> Answer:
    wilds = sum(each.added.wilds for each in play.laid)
    if not wilds:
        return None
    if play.opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        False,
        "the initial meld holds {have} wild cards, and may hold none",
        {"have": wilds},
        needed=0,
        have=wilds,
        remedy="open with natural cards only; wild cards may be added once the side has opened",
    )


def _needed_canastas(play: Play, ruleset: Ruleset) -> Answer:
    tier = play.tier
    if isinstance(tier, Unknown):
        return tier
    if tier is None or not tier.canastas:
        return None
    have = sum(count for kind, count in play.canastas.items() if not tier.of or kind in tier.of)
    if have < tier.canastas and play.opened is None:
        return Unknown(Fact.OPENED)
    return Reason(
        have >= tier.canastas,
        "at this total the initial meld is {needs}; it holds {have}",
        {"needs": canastas(tier.canastas, tier.of), "have": have},
        needed=tier.canastas,
        have=have,
        remedy=f"open with {canastas(tier.canastas, tier.of)}",
    )


OPENING = play_topic(
    Rule(
        "opening.minimum",
        "The first melds of a side in a hand are worth a minimum of card points together, "
        "by the side's total. Bonuses do not count, nor do cards under the top card of the pile.",
        (
            "opening.tiers",
            "opening.basis",
            "opening.top_counts",
            "opening.exempt",
            "opening.splash",
            "melds.canasta",
        ),
        _minimum,
    ),
    Rule(
        "opening.wilds",
        "In some games the initial meld may hold no wild cards.",
        ("opening.wilds",),
        _wilds,
        when=lambda rules: not rules.opening.wilds,
    ),
    Rule(
        "opening.contains",
        "In some games the initial meld contains a natural meld, or one of wild cards alone.",
        ("opening.contains", "opening.splash", "melds.smallest", "melds.canasta"),
        _contains,
        when=lambda rules: rules.opening.contains is not Contains.ANYTHING,
    ),
    Rule(
        "opening.mixed-canasta",
        "In some games the initial meld completes no mixed canasta.",
        ("opening.mixed_canasta", "melds.canasta"),
        _mixed_canasta,
        when=lambda rules: not rules.opening.mixed_canasta,
    ),
    Rule(
        "opening.canastas",
        "In some games the initial meld is a canasta from some total on.",
        ("opening.tiers", "opening.basis"),
        _needed_canastas,
        when=lambda rules: any(tier.canastas for tier in rules.opening.tiers),
    ),
    about=(OPENS,),
)
