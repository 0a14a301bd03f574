"""Rules ``discard.*`` and ``turn.*``: how a turn begins and ends."""

from itertools import dropwhile

from canasta_cli.engine.play import Play
from canasta_cli.engine.rule import Reason, Rule, Unknown
from canasta_cli.engine.threes import kept
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    MeldDown,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import BlackThreeDiscard

Answer = Reason | Unknown | None
_ENDS = (Discard, NoDiscard, ShowSpecial, StockEnds)


def _one(play: Play, ruleset: Ruleset) -> Answer:
    if play.discard is None or len(play.discard.cards) <= 1:
        return None
    have = len(play.discard.cards)
    return Reason(
        False,
        "a turn ends with one discard, not with {have}",
        {"have": have},
        needed=1,
        have=have,
        remedy="discard one of them",
    )


def _red_threes(play: Play, ruleset: Ruleset) -> Answer:
    if play.discard is None or not play.discard.cards.of(Rank.RED_THREE):
        return None
    return Reason(
        False,
        "a red three is never discarded",
        remedy="lay it out, and discard another card",
    )


def _wild_on_wild(play: Play, ruleset: Ruleset) -> Answer:
    if play.discard is None or not play.discard.cards.wilds or ruleset.discard.wild_on_wild:
        return None
    top = play.known.top_card
    if play.take is not None:
        return None
    if top is None:
        return Unknown("top")
    return Reason(
        not top.rank.wild,
        "a wild card on {top}" + ("" if not top.rank.wild else " may not be discarded"),
        {"top": top.rank.one},
        remedy="discard a natural card or a black three",
    )


def _jokers(play: Play, ruleset: Ruleset) -> Answer:
    if ruleset.discard.jokers or play.discard is None or not play.discard.cards.of(Rank.JOKER):
        return None
    return Reason(
        False,
        "a joker is not discarded",
        remedy="discard another card",
    )


def _black_threes(play: Play, ruleset: Ruleset) -> Answer:
    """Black threes are laid out in some games; in some they are never discarded, or not at first."""
    if play.discard is None or not play.discard.cards.of(Rank.BLACK_THREE):
        return None
    when = ruleset.discard.black_three
    laid = ruleset.threes.black_laid and not ruleset.threes.black_from_pile
    if laid or when is BlackThreeDiscard.NEVER:
        return Reason(
            False,
            "a black three is laid out, and never discarded"
            if laid
            else "a black three is never discarded here",
            remedy=f"{'lay it out' if laid else 'keep it'}, and discard another card",
        )
    if when is BlackThreeDiscard.FREE:
        return None
    first = play.known.first_turn
    if first is None:
        return Unknown("first-turn")
    return Reason(
        not first,
        "no black three is discarded in the first round of turns" if first else "a later turn",
        remedy="discard another card",
    )


def _missing(play: Play, ruleset: Ruleset) -> Answer:
    if not any(isinstance(clause, NoDiscard) for clause in play.turn.clauses):
        return None
    if play.goes_out is None:
        return Unknown("hand")
    return Reason(
        play.goes_out,
        "a turn ends without a discard only in going out",
        remedy="discard one card",
    )


def _order(play: Play, ruleset: Ruleset) -> Answer:
    """A turn told from its beginning: first a draw or the pile, then melds, then one end."""
    if not play.whole:
        return None
    clauses = tuple(dropwhile(_comes_unasked, play.turn.clauses))
    if not clauses or isinstance(clauses[0], StockEnds):
        return None
    starts = [place for place, each in enumerate(clauses) if isinstance(each, Draw | Take)]
    melds = [place for place, each in enumerate(clauses) if isinstance(each, MeldDown | Discard)]
    ends = [place for place, each in enumerate(clauses) if isinstance(each, _ENDS)]
    says = remedy = ""
    if not starts or (melds and melds[0] < starts[0]):
        says = "a turn begins with a draw from the stock, or with taking the pile"
        remedy = "draw first, then meld"
    elif len(starts) > 1:
        says = "a turn has one draw, or one taking of the pile"
        remedy = "leave the second out"
    elif ends and ends[0] != len(clauses) - 1:
        says = "a turn is over with its discard"
        remedy = "put the discard last"
    return Reason(False, says, remedy=remedy) if says else None


def _comes_unasked(clause: Clause) -> bool:
    """Whether a clause tells only what joins the hand as a turn begins."""
    return isinstance(clause, TakeBonus | TakeFoot)


def _stock(play: Play, ruleset: Ruleset) -> Answer:
    draws = any(isinstance(clause, Draw) for clause in play.turn.clauses)
    if not draws or play.known.stock != 0:
        return None
    return Reason(
        False,
        "the stock is empty: nothing can be drawn",
        needed=1,
        have=0,
        remedy="take the pile if that is allowed; otherwise the hand is over: end stock",
    )


def _draw(play: Play, ruleset: Ruleset) -> Answer:
    """Cards named in the draw: as many as the game gives, threes that are replaced apart."""
    named = [clause.cards for clause in play.turn.clauses if isinstance(clause, Draw)]
    have = sum(len(kept(cards, ruleset)) for cards in named)
    if have <= ruleset.deal.draw:
        return None
    return Reason(
        False,
        "a draw brings {needed}, and {have} are named",
        {"needed": ruleset.deal.draw, "have": have},
        needed=ruleset.deal.draw,
        have=have,
        remedy="name the cards that were drawn, and threes that were laid out and replaced",
    )


def _last_red_three(play: Play, ruleset: Ruleset) -> Answer:
    """A red three as the last card of the stock ends the hand at once."""
    draws = [clause for clause in play.turn.clauses if isinstance(clause, Draw)]
    if not draws or play.known.stock is None or not draws[0].cards:
        return None
    reds = draws[0].cards.of(Rank.RED_THREE)
    if reds < len(draws[0].cards) or reds < play.known.stock:
        return None
    melds = bool(play.turn.lays)
    discards = play.discard is not None
    allowed = ruleset.stock.last_red_three.value == "meld"
    if not discards and (not melds or allowed):
        return None
    return Reason(
        False,
        "the last card of the stock was a red three: the hand is over"
        + (", melds apart" if allowed else ""),
        remedy="lay the red three out and count" + (" after melding" if allowed else ""),
    )


DISCARDING: tuple[Rule[Play], ...] = (
    Rule(
        "turn.order",
        "A turn is a draw or the pile, then melds, then one discard.",
        (),
        _order,
    ),
    Rule(
        "stock.draw",
        "A draw brings so many cards; threes that are laid out are replaced.",
        ("deal.draw", "threes.black_laid", "threes.black_from_pile"),
        _draw,
    ),
    Rule("stock.empty", "Without a stock nobody draws.", ("stock.end",), _stock),
    Rule(
        "stock.last-red-three",
        "A red three drawn as the last card of the stock ends the hand.",
        ("stock.last_red_three",),
        _last_red_three,
    ),
    Rule("discard.one", "A turn ends with one discard.", (), _one),
    Rule("discard.red-threes", "A red three is never discarded.", (), _red_threes),
    Rule(
        "discard.black-threes",
        "In some games a black three is not discarded: in the first round of turns, or never.",
        ("discard.black_three", "threes.black_laid", "threes.black_from_pile"),
        _black_threes,
    ),
    Rule("discard.jokers", "In some games a joker is not discarded.", ("discard.jokers",), _jokers),
    Rule(
        "discard.wild-on-wild",
        "In some games a wild card is not discarded on a wild card.",
        ("discard.wild_on_wild",),
        _wild_on_wild,
    ),
    Rule(
        "discard.missing",
        "A turn ends without a discard only in going out.",
        ("discard.final",),
        _missing,
    ),
)
