"""Rules ``foot.*``: when a player takes up the second packet that was dealt."""

from canasta_cli.engine.plays.course import course
from canasta_cli.engine.plays.laying import completed
from canasta_cli.engine.plays.play import Play, play_topic, set_up
from canasta_cli.engine.rule import Answer, Fact, Reason, Rule, Unknown
from canasta_cli.model.turn import MeldDown, Take, TakeFoot
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen
from canasta_cli.words import count_of


def _when(play: Play, ruleset: Ruleset) -> Answer:
    if ruleset.deal.foot is None:
        return Reason(
            False, "these rules deal no foot", remedy="leave it out: draw meld KKK discard 4"
        )
    if play.known.foot is None:
        return Unknown(Fact.FOOT)
    if not play.known.foot:
        return Reason(
            False,
            "the player has taken up the foot already",
            remedy="leave it out: the cards of the foot are in the hand",
        )
    if ruleset.deal.foot_when is FootWhen.HAND:
        return _hand_used_up(play, ruleset)
    return _first_canasta(play, ruleset)


def _hand_used_up(play: Play, ruleset: Ruleset) -> Answer:
    have = course(play.turn.until(TakeFoot), play.known, ruleset).stages[-1].left.size
    if have is None:
        return Unknown(Fact.HAND)
    return Reason(
        not have,
        "the hand still has {cards}" if have else "the hand is used up",
        {"cards": count_of(have, "card")},
        needed=0,
        have=have,
        remedy="meld them first; a foot that follows a discard comes with the next turn",
    )


def _first_canasta(play: Play, ruleset: Ruleset) -> Answer:
    before = set_up(play.turn.until(TakeFoot), play.known, ruleset)
    made = completed(before, ruleset)
    if not made and play.known.melds is None:
        return Unknown(Fact.MELDS)
    return Reason(
        bool(made),
        "the player has made a canasta" if made else "the player has made no canasta yet",
        remedy="complete a canasta first, then take up the foot",
    )


def _due(play: Play, ruleset: Ruleset) -> Answer:
    if not play.whole or play.takes_foot or not play.known.foot or not completed(play, ruleset):
        return None
    return Reason(
        False,
        "the first canasta brings the foot, and the turn does not take it up",
        remedy="say when: draw meld K:KK foot discard 4",
    )


FEET = play_topic(
    Rule(
        "foot.when",
        "A player takes up the foot as soon as the hand is used up; in some games with the first "
        "canasta that the player makes.",
        ("deal.foot", "deal.foot_when", "melds.canasta"),
        _when,
        about=(TakeFoot,),
    ),
    Rule(
        "foot.due",
        "Where the first canasta brings the foot, it is taken up at once.",
        ("deal.foot", "deal.foot_when", "melds.canasta"),
        _due,
        when=lambda rules: rules.deal.foot_when is FootWhen.CANASTA,
        about=(MeldDown, Take),
    ),
)
