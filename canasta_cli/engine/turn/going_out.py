"""Rules ``out.*``: melding the whole hand, the partner's answer, and what counts as concealed."""

from canasta_cli.engine.canastas import grade, open_melds
from canasta_cli.engine.melds import meld_is_legal
from canasta_cli.engine.placement import Placement
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Fact,
    Finding,
    Reason,
    Rule,
    Unknown,
    by_fact,
    negated,
    refusal,
)
from canasta_cli.engine.turn.case import Kind, Play, foot_after_hand, play_topic
from canasta_cli.model.cards import Meld
from canasta_cli.model.turn import Ask, Draw, Join, MeldDown, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    ConcealedLayOff,
    FinalDiscard,
)
from canasta_cli.words import count_of

# By whether the turn ends with a discard.
_ALL_GONE = {
    False: "you melded the whole hand",
    True: "you melded all cards but one and discarded it",
}


def _whole_hand(play: Play, ruleset: Ruleset) -> Answer:
    have = play.left.size
    if have is None and not play.left.at_least:
        return Unknown(Fact.HAND)
    if have is None:
        have = play.left.at_least
    if play.foot and have == 0:
        return None
    return Finding(
        have == 0,
        lambda: Reason(
            _ALL_GONE[play.discard is not None] if have == 0 else "you would have {cards} left",
            {"cards": count_of(have, "card")},
            needed=0,
            have=have,
            fix="meld every card, or all but one and discard that",
        ),
    )


def _final_discard(play: Play, ruleset: Ruleset) -> Answer:
    if ruleset.discard.final is FinalDiscard.NEVER:
        if play.discard is None:
            return None
        return refusal(
            "you may not discard when going out: every card must be melded",
            fix="meld the last card too, or keep two",
        )
    over = play.as_out or play.ended or play.left.size == 0
    if play.discard is not None or not over:
        return None
    return refusal(
        "going out needs a discard",
        fix="keep one card to discard",
    )


def _finished(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to go out with unfinished melds that the game wants finished."""
    if play.melds_missing:
        return Unknown(Fact.MELDS)
    lying = play.melds if play.melds is not None else tuple(each.after for each in play.placements)
    found = open_melds(lying, ruleset)
    return Finding(
        not found,
        lambda: Reason(
            "{meld} is unfinished; you may not go out until it is a canasta"
            if found
            else "no meld is unfinished that must be a canasta",
            {"meld": found[0] if found else ""},
            needed=ruleset.melds.canasta,
            have=found[0].size if found else ruleset.melds.canasta,
            fix="finish it first, and keep a card until then",
        ),
    )


def _foot(play: Play, ruleset: Ruleset) -> Answer:
    if play.foot is False:
        return None
    if play.foot is None:
        return Unknown(Fact.FOOT)
    return refusal(
        "you have a foot to pick up first",
        fix="pick up the foot and play on",
    )


def _partner_foot(play: Play, ruleset: Ruleset) -> Answer:
    return by_fact(
        negated(play.view.partner_foot),
        Fact.PARTNER_FOOT,
        "your partner has played from the foot",
        "your partner hasn't played from the foot yet",
        fix="keep a card until your partner has picked up the foot and played from it",
    )


def _asked(play: Play, ruleset: Ruleset) -> Answer:
    if play.asked is None:
        return None
    return by_fact(
        play.asked,
        Fact.ASKED,
        "your partner said yes",
        "your partner said no, so you may not go out this turn",
        fix="keep a card, and go out in a later turn",
    )


def _must(play: Play, ruleset: Ruleset) -> Answer:
    if not play.asked or not (play.ended or play.as_out) or play.goes_out:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "your partner said yes, so you must go out this turn",
        fix="go out; for the penalty if you can't, see",
        do=Do(Act.SEE_PENALTIES),
    )


def _asking(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a question that may not be asked, or not at this moment; ask for one that must be."""
    places = [at for at, each in enumerate(play.turn.clauses) if isinstance(each, Ask)]
    if not places:
        if ruleset.out.asking is Asking.REQUIRED and play.goes_out and play.asked is None:
            return Unknown(Fact.ASKED)
        return None
    if ruleset.out.asking is Asking.NONE:
        return refusal("you have no partner to ask", fix="go out without asking")
    if ruleset.out.asking is Asking.ONCE and (play.view.asked_before or len(places) > 1):
        return refusal(
            "you have already asked in this hand, and may ask only once",
            fix="go out, or play on, without asking",
        )
    clauses = play.turn.clauses
    melded = any(isinstance(each, MeldDown | Join) for each in clauses[: places[-1]])
    begun = not play.whole or any(isinstance(each, Draw | Take) for each in clauses[: places[0]])
    early = ruleset.out.ask_when is AskWhen.AFTER and not begun
    if not melded and not early:
        return None
    return refusal(
        "you must ask before melding"
        if melded
        else "you must ask after drawing or taking the pile, not before",
        fix="ask right after the draw, before melding",
    )


def fresh(play: Play, ruleset: Ruleset) -> bool | None:
    """True if the player had melded nothing in this hand before this turn."""
    view = play.view
    if play.opened is False or view.first_turn:
        return True
    if view.fresh is not None:
        return view.fresh
    if max(ruleset.seats.sides) == 1 and not ruleset.seats.alone:
        return None if play.opened is None else not play.opened
    if view.melds is not None and view.partner_melds is not None:
        return view.melds == view.partner_melds
    return None


def concealed(play: Play, ruleset: Ruleset) -> bool | None:
    """True if this way of going out is concealed; ``None`` if that is unknown."""
    if play.took_pile and not ruleset.out.concealed_pile:
        return False
    own = tuple(_own(each) for each in play.placements)
    added_to = any(each.before is not None for each in play.placements)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.SPOILS:
        return False
    stand = all(meld_is_legal(meld, ruleset, going_out=True) for meld in own)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.FORGIVEN and not stand:
        return False
    if not any(grade(meld, ruleset) for meld in own):
        return False
    return fresh(play, ruleset)


def _own(laid: Placement) -> Meld:
    """A meld without the cards that were on the table before."""
    return Meld(laid.added, laid.after.wild_ranks)


WHOLE_HAND = Rule(
    "out.whole-hand",
    "A player who goes out melds the whole hand, or all but one card and discards that.",
    (),
    _whole_hand,
    about=(Kind.GIVEN_AS_OUT,),
)
FINAL_DISCARD = Rule(
    "out.discard",
    "In some games going out needs a discard; in others every card must be melded.",
    ("discard.final",),
    _final_discard,
    when=lambda rules: rules.discard.final is not FinalDiscard.OPTIONAL,
)
LEAVING = play_topic(
    WHOLE_HAND,
    FINAL_DISCARD,
    Rule(
        "out.finished",
        "In some games a side may not go out while certain melds are unfinished.",
        ("out.finished", "melds.canasta"),
        _finished,
        when=lambda rules: bool(rules.out.finished),
    ),
    Rule(
        "out.foot",
        "A player who has a foot picks it up and plays it before going out.",
        ("deal.foot", "deal.foot_when"),
        _foot,
        when=foot_after_hand,
        about=(Kind.GIVEN_AS_OUT,),
    ),
    Rule(
        "out.partner-foot",
        "In some games a side may go out only when both partners have played from the foot.",
        ("out.partner_foot",),
        _partner_foot,
        when=lambda rules: rules.out.partner_foot,
    ),
    Rule(
        "out.asked", "If your partner says no, you can't go out this turn.", ("out.asking",), _asked
    ),
    Rule(
        "out.must",
        "If your partner says yes, you must go out this turn.",
        ("out.asking",),
        _must,
        about=(Kind.ASKED,),
    ),
    Rule(
        "out.asking",
        "A player may ask the partner “may I go out?” only when the rules allow it.",
        ("out.asking", "out.ask_when"),
        _asking,
        about=(Ask, Kind.GOES_OUT),
    ),
    about=(Kind.GOES_OUT,),
)
