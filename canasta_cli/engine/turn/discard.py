"""Rules ``discard.*`` and ``turn.*``: how a turn begins and ends."""

from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, refusal
from canasta_cli.engine.threes import is_laid_out
from canasta_cli.engine.turn.case import Kind, Play, play_topic
from canasta_cli.engine.turn.clause_order import wrong_order
from canasta_cli.engine.turn.pile import pile_left
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import (
    Discard,
    NoDiscard,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import RankDiscard


def _one(play: Play, ruleset: Ruleset) -> Answer:
    if play.discard is None or len(play.discard.cards) <= 1:
        return None
    have = len(play.discard.cards)
    return refusal(
        "this discards {have:card}; a turn ends with one discard",
        needed=1,
        have=have,
        fix="discard one of them",
    )


def _down(play: Play, ruleset: Ruleset) -> Answer:
    if play.discard is None or play.discard.cards or play.goes_out:
        return None
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return refusal(
        "a card may be discarded face down only when going out",
        fix="name the card: discard 4",
    )


def _red_threes(play: Play, ruleset: Ruleset) -> Answer:
    if not play.discarded.of(Rank.RED_THREE):
        return None
    return refusal(
        "a red three may not be discarded",
        fix="lay it out, and discard another card",
    )


def _wild_on_wild(play: Play, ruleset: Ruleset) -> Answer:
    if not ruleset.wild_ranks.count(play.discarded):
        return None
    left = pile_left(play, ruleset)
    top = left.top
    if left.size == 0:
        return None
    if top is None:
        return Unknown(Fact.PILE if play.took_pile else Fact.TOP)
    wild = top.rank in ruleset.wild_ranks
    return Finding(
        not wild,
        lambda: Reason(
            "a wild card may " + ("not " if wild else "") + "be discarded on {top}",
            {"top": top.rank.one},
            fix="discard a natural card or a black three",
        ),
    )


_UNTIMELY = (RankDiscard.NEVER, RankDiscard.LATER)


def _ranks(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a rank that may never be discarded, or not yet; black threes have a rule of their own."""
    when = ruleset.ranks.discard
    ranks = (rank for rank in play.discarded.by_rank() if rank is not Rank.BLACK_THREE)
    rank = next((rank for rank in ranks if when[rank] in _UNTIMELY), None)
    if rank is None:
        return None
    later, first = when[rank] is RankDiscard.LATER, play.view.first_turn
    if later and first is None:
        return Unknown(Fact.FIRST_TURN)
    refused = bool(first) or not later
    return Finding(
        not refused,
        lambda: Reason(
            "{rank} may "
            + ("not " if refused else "")
            + "be discarded"
            + (f" {'in' if first else 'after'} the first round of turns" if later else ""),
            {"rank": rank.one},
            fix="discard another card",
        ),
    )


def _black_laid(ruleset: Ruleset) -> bool:
    return is_laid_out(Rank.BLACK_THREE, ruleset)


def _black_threes_stay(ruleset: Ruleset) -> bool:
    """True if black threes are laid out, or if discarding them is restricted."""
    return _black_laid(ruleset) or ruleset.ranks.discard[Rank.BLACK_THREE] is not RankDiscard.FREE


def _black_threes(play: Play, ruleset: Ruleset) -> Answer:
    if not play.discarded.of(Rank.BLACK_THREE):
        return None
    laid = _black_laid(ruleset)
    if laid or ruleset.ranks.discard[Rank.BLACK_THREE] is RankDiscard.NEVER:
        return refusal(
            "a black three is laid out, never discarded"
            if laid
            else "a black three may not be discarded in this game",
            fix=f"{'lay it out' if laid else 'keep it'}, and discard another card",
        )
    first = play.view.first_turn
    if first is None:
        return Unknown(Fact.FIRST_TURN)
    return Finding(
        not first,
        lambda: Reason(
            "a black three may not be discarded in the first round of turns"
            if first
            else "the first round of turns is over",
            fix="discard another card",
        ),
    )


def _missing(play: Play, ruleset: Ruleset) -> Answer:
    if play.goes_out is None:
        return Unknown(Fact.HAND)
    return Finding(
        play.goes_out,
        lambda: Reason(
            "a turn may end without a discard only when going out",
            fix="discard one card"
            if play.left.size != 1
            else "take back melds of this turn and keep two cards: one to discard and one to hold",
        ),
    )


def _order(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse clauses out of order: first a draw or the pile, then melds, then one end."""
    wrong = wrong_order(play.clause_kinds) if play.whole else None
    return refusal(wrong[0], fix=wrong[1]) if wrong else None


DISCARDING = play_topic(
    Rule(
        "turn.order",
        "In a turn you draw or take the pile, then meld, then discard one card.",
        (),
        _order,
        about=(Kind.OUT_OF_ORDER,),
    ),
    Rule(
        "discard.one",
        "A turn ends with one discard.",
        (),
        _one,
        about=(Kind.DISCARDS_MANY,),
    ),
    Rule(
        "discard.down",
        "A card may be discarded face down only when going out.",
        (),
        _down,
        about=(Kind.FACE_DOWN,),
    ),
    Rule(
        "discard.red-threes",
        "A red three may not be discarded.",
        (),
        _red_threes,
        about=(Rank.RED_THREE,),
    ),
    Rule(
        "discard.black-threes",
        "In some games a black three may not be discarded, or not in the first round of turns.",
        ("ranks.3B.discard", "threes.lay_black"),
        _black_threes,
        when=_black_threes_stay,
        about=(Rank.BLACK_THREE,),
    ),
    Rule(
        "discard.ranks",
        "In some games cards of certain ranks may not be discarded, or not in the first round of "
        "turns.",
        ("ranks.4-A,2,W.discard",),
        _ranks,
        when=lambda rules: any(
            rules.ranks.discard[rank] in _UNTIMELY for rank in Rank if not rank.three
        ),
        about=(Discard,),
    ),
    Rule(
        "discard.wild-on-wild",
        "In some games a wild card may not be discarded on a wild card.",
        (WILD, "discard.wild_on_wild", "pile.take"),
        _wild_on_wild,
        when=lambda rules: not rules.discard.wild_on_wild,
        about=(Discard,),
    ),
    Rule(
        "discard.missing",
        "A turn may end without a discard only when going out.",
        ("discard.final",),
        _missing,
        about=(NoDiscard,),
    ),
)
