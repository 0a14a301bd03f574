"""Rules ``foot.*``: when a player picks up the foot."""

from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, refusal
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.laying import completed
from canasta_cli.model.turn import MeldDown, Take, TakeFoot
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen
from canasta_cli.words import count_of


def _when(play: Play, ruleset: Ruleset) -> Answer:
    if ruleset.deal.foot is None:
        return refusal("these rules have no foot", fix="leave it out: draw meld KKK discard 4")
    if play.view.has_foot is None:
        return Unknown(Fact.FOOT)
    if not play.view.has_foot:
        return refusal(
            "you have already picked up your foot",
            fix="leave out “foot”: its cards are in your hand",
        )
    if ruleset.deal.foot_when is FootWhen.HAND:
        return _hand_used_up(play, ruleset)
    return _first_canasta(play, ruleset)


def _hand_used_up(play: Play, ruleset: Ruleset) -> Answer:
    have = Play(play.turn.until(TakeFoot), play.view, ruleset).left.size
    if have is None:
        return Unknown(Fact.HAND)
    return Finding(
        not have,
        lambda: Reason(
            "your hand still has {cards}" if have else "your hand is empty",
            {"cards": count_of(have, "card")},
            needed=0,
            have=have,
            fix="meld these cards first, or discard the last one and pick up the foot in your next turn",
        ),
    )


def _first_canasta(play: Play, ruleset: Ruleset) -> Answer:
    before = Play(play.turn.until(TakeFoot), play.view, ruleset)
    made = completed(before, ruleset)
    if not made and play.view.melds is None:
        return Unknown(Fact.MELDS)
    return Finding(
        bool(made),
        lambda: Reason(
            "you have completed a canasta" if made else "you haven't completed a canasta yet",
            fix="complete a canasta, then pick up the foot",
        ),
    )


def _due(play: Play, ruleset: Ruleset) -> Answer:
    if not play.whole or play.takes_foot or not play.view.has_foot or not completed(play, ruleset):
        return None
    return refusal(
        "you pick up the foot with your first canasta, and this turn doesn't",
        fix="add the foot: draw meld K:KK foot discard 4",
    )


FEET = play_topic(
    Rule(
        "foot.when",
        "A player picks up the foot when the hand is empty; in some games with the player's first "
        "canasta.",
        ("deal.foot", "deal.foot_when", "melds.canasta"),
        _when,
        about=(TakeFoot,),
    ),
    Rule(
        "foot.due",
        "If the foot comes with the first canasta, it is picked up at once.",
        (WILD, "deal.foot", "deal.foot_when", "melds.canasta"),
        _due,
        when=lambda rules: rules.deal.foot_when is FootWhen.CANASTA,
        about=(MeldDown, Take),
    ),
)
