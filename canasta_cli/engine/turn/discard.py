"""Rules ``discard.*`` and ``turn.*``: how a turn begins and ends."""

from functools import lru_cache
from itertools import dropwhile

from canasta_cli.engine.points import WILD
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, refusal
from canasta_cli.engine.threes import is_laid_out
from canasta_cli.engine.turn.case import Kind, Play, play_topic
from canasta_cli.engine.turn.pile import pile_left
from canasta_cli.model.cards import Card, Rank
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import RankDiscard

_STARTS, _LATER = (Draw, Take), (MeldDown, Join, Discard)
_ENDS = (Discard, NoDiscard, ShowSpecial, StockEnds)


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
    return is_laid_out(Card(Rank.BLACK_THREE), ruleset)


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
    if not play.whole:
        return None
    wrong = _wrong_order(play.clause_kinds)
    return refusal(wrong[0], fix=wrong[1]) if wrong else None


@lru_cache(maxsize=1_000)
def _wrong_order(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses of these kinds in this order, and its fix."""
    # Cards that join the hand as a turn begins may be named before it.
    kinds = tuple(dropwhile((TakeBonus, TakeFoot).__contains__, kinds))
    if not kinds or kinds[0] is StockEnds:
        return None
    return _begun_wrong(kinds) or _ended_wrong(kinds[:-1])


def _begun_wrong(kinds: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with how a turn begins, and its fix."""
    starts = [place for place, kind in enumerate(kinds) if kind in _STARTS]
    if not starts or any(kind in _LATER for kind in kinds[: starts[0]]):
        return (
            "a turn begins with drawing from the stock or taking the pile",
            "draw first, then meld",
        )
    if len(starts) > 1:
        return "you may draw or take the pile only once in a turn", "leave out the second one"
    return None


def _ended_wrong(before: tuple[type[Clause], ...]) -> tuple[str, str] | None:
    """Name what is wrong with clauses before the last one, and its fix."""
    if any(kind in _ENDS for kind in before):
        return "the turn is over after the discard", "put the discard last"
    if GoOut in before:
        return (
            "“out” must come last",
            "leave out the word “out”: discarding your last card is going out anyway",
        )
    return None


DISCARDING = play_topic(
    Rule(
        "turn.order",
        "In a turn you draw or take the pile, then meld, then discard one card.",
        (),
        _order,
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
