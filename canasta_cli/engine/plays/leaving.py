"""Rules ``out.*`` of a play: the whole hand, the partner's answer, and what counts as concealed."""

from canasta_cli.engine.melds.grading import grade
from canasta_cli.engine.melds.melding import Lying, judge_meld
from canasta_cli.engine.melds.placing import Laid
from canasta_cli.engine.melds.unfinished import open_melds
from canasta_cli.engine.plays.play import ASKED, LEAVES, Play, foot_after_hand, play_topic
from canasta_cli.engine.rule import Act, Answer, Do, Fact, Reason, Rule, Unknown
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import Ask, Draw, Join, MeldDown, Take
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    ConcealedLayOff,
    FinalDiscard,
)
from canasta_cli.words import count_of


def _whole_hand(play: Play, ruleset: Ruleset) -> Answer:
    if not play.leaves_now:
        return None
    have = play.left.size
    if have is None and not play.left.at_least:
        return Unknown(Fact.HAND)
    if have is None:
        have = play.left.at_least
    if play.foot and have == 0:
        return None
    return Reason(
        have == 0,
        "the whole hand is gone" if have == 0 else "{cards} would be left in the hand",
        {"cards": count_of(have, "card")},
        needed=0,
        have=have,
        remedy="meld them too, or all but one and discard that",
    )


def _final_discard(play: Play, ruleset: Ruleset) -> Answer:
    if not play.goes_out:
        return None
    if ruleset.discard.final is FinalDiscard.NEVER:
        if play.discard is None:
            return None
        return Reason(
            False,
            "going out takes no discard: every card is melded",
            remedy="meld the last card too, or keep two",
        )
    over = play.leaves or play.ended or play.left.size == 0
    if play.discard is not None or not over:
        return None
    return Reason(
        False,
        "going out takes a discard",
        remedy="keep one card of the hand for the discard",
    )


def _finished(play: Play, ruleset: Ruleset) -> Answer:
    """No unfinished meld of the kinds that the game wants finished."""
    if not play.goes_out:
        return None
    if play.melds_untold:
        return Unknown(Fact.MELDS)
    lying = play.melds if play.melds is not None else tuple(each.after for each in play.laid)
    found = open_melds(lying, ruleset)
    return Reason(
        not found,
        "{meld} is unfinished, and the side may not go out with it"
        if found
        else "no meld that must be finished is open",
        {"meld": found[0] if found else ""},
        needed=ruleset.melds.canasta,
        have=found[0].size if found else ruleset.melds.canasta,
        remedy="finish it first, and keep a card until then",
    )


def _foot(play: Play, ruleset: Ruleset) -> Answer:
    if not play.leaves_now or play.foot is False:
        return None
    if play.foot is None:
        return Unknown(Fact.FOOT)
    return Reason(
        False,
        "the player has a foot to take up first",
        remedy="take the foot up and go on",
    )


def _partner_foot(play: Play, ruleset: Ruleset) -> Answer:
    if not play.goes_out:
        return None
    if play.known.partner_foot is None:
        return Unknown(Fact.PARTNER_FOOT)
    waits = play.known.partner_foot
    return Reason(
        not waits,
        "the partner has not played from the foot yet"
        if waits
        else "the partner has played from the foot",
        remedy="keep a card until the partner has taken up the foot and played from it",
    )


def _asked(play: Play, ruleset: Ruleset) -> Answer:
    if not play.goes_out or play.asked is None:
        return None
    return Reason(
        play.asked,
        "the partner said yes" if play.asked else "the partner said no, and that binds",
        remedy="keep a card, and go out in a later turn",
    )


def _must(play: Play, ruleset: Ruleset) -> Answer:
    if not play.asked or not (play.ended or play.leaves) or play.goes_out:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return Reason(
        False,
        "the partner said yes, so the player must go out in this turn",
        remedy="go out; what it costs who cannot",
        do=Do(Act.SEE_PENALTIES),
    )


def _asking(play: Play, ruleset: Ruleset) -> Answer:
    """Whether anybody may or must ask, and when in the turn."""
    places = [at for at, each in enumerate(play.turn.clauses) if isinstance(each, Ask)]
    if not places:
        if ruleset.out.asking is Asking.REQUIRED and play.goes_out and play.asked is None:
            return Unknown(Fact.ASKED)
        return None
    if ruleset.out.asking is Asking.NONE:
        return Reason(
            False, "without a partner there is nobody to ask", remedy="go out without asking"
        )
    if ruleset.out.asking is Asking.ONCE and (play.known.asked_before or len(places) > 1):
        return Reason(
            False,
            "the player has asked in this hand already, and may ask once",
            remedy="go out, or play on, without asking",
        )
    before = play.turn.clauses[: places[0]]
    melded = any(isinstance(each, MeldDown | Join) for each in before)
    begun = any(isinstance(each, Draw | Take) for each in before) or not play.whole
    early = ruleset.out.ask_when is AskWhen.AFTER and not begun
    if not melded and not early:
        return None
    return Reason(
        False,
        "the question comes too late: melds were laid already"
        if melded
        else "the question comes after drawing or taking the pile, not before",
        remedy="ask right after the draw, before melding",
    )


def fresh(play: Play) -> bool | None:
    """Whether the player has melded nothing in this hand before this turn."""
    known = play.known
    if play.opened is False or known.first_turn:
        return True
    if known.fresh is not None:
        return known.fresh
    if known.melds is not None and known.partner_melds is not None:
        return known.melds == known.partner_melds
    return None


def concealed(play: Play, ruleset: Ruleset) -> bool | None:
    """Whether going out so is concealed; ``None`` where it cannot be known."""
    if play.took_pile and not ruleset.out.concealed_pile:
        return False
    own = tuple(_own(each) for each in play.laid)
    added_to = any(each.before is not None for each in play.laid)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.SPOILS:
        return False
    stand = all(judge_meld(Lying(meld, True), ruleset).legal for meld in own)
    if added_to and ruleset.out.concealed_lay_off is ConcealedLayOff.FORGIVEN and not stand:
        return False
    if not any(grade(meld, ruleset) for meld in own):
        return False
    return fresh(play)


def _own(laid: Laid) -> Meld:
    """A meld without what lay there before."""
    return Meld(laid.added)


WHOLE_HAND = Rule(
    "out.whole-hand",
    "Who goes out melds the whole hand, or all of it but one card that is discarded.",
    (),
    _whole_hand,
)
LEAVING = play_topic(
    WHOLE_HAND,
    Rule(
        "out.discard",
        "In some games going out takes a discard; in others every card is melded.",
        ("discard.final",),
        _final_discard,
        when=lambda rules: rules.discard.final is not FinalDiscard.OPTIONAL,
    ),
    Rule(
        "out.finished",
        "In some games a side does not go out while certain melds are unfinished.",
        ("out.finished", "melds.canasta"),
        _finished,
        when=lambda rules: bool(rules.out.finished),
    ),
    Rule(
        "out.foot",
        "Where a player goes on with a foot when the hand is used up, who goes out has taken it up.",
        ("deal.foot", "deal.foot_when"),
        _foot,
        when=foot_after_hand,
    ),
    Rule(
        "out.partner-foot",
        "In some games the partner must have played from the foot before anybody goes out.",
        ("out.partner_foot",),
        _partner_foot,
        when=lambda rules: rules.out.partner_foot,
    ),
    Rule("out.asked", "The partner's no binds.", ("out.asking",), _asked),
    Rule("out.must", "The partner's yes binds.", ("out.asking",), _must, about=(ASKED,)),
    Rule(
        "out.asking",
        "A player may ask the partner before going out, at the moment that the game sets.",
        ("out.asking", "out.ask_when"),
        _asking,
        about=(Ask, LEAVES),
    ),
    about=(LEAVES,),
)
