"""Rules ``stock.*`` and ``packet.*``: what comes to a hand from the stock, and from what was put aside."""

from canasta_cli.engine.known import Drew
from canasta_cli.engine.plays.play import Play, play_topic
from canasta_cli.engine.plays.threes import ends_with_three, kept
from canasta_cli.engine.rule import Answer, Reason, Rule
from canasta_cli.model.turn import Draw, Packet, Take, TakeBonus, TakeFoot
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LastRedThree, StockEnd
from canasta_cli.words import count_of


def _draw(play: Play, ruleset: Ruleset) -> Answer:
    """Cards named in the draw: as many as the game gives, threes that are replaced apart."""
    have = sum(len(kept(draw.cards, ruleset)) for draw in play.draws)
    return _too_many("a draw brings {needed}, and {have} are named", ruleset.deal.draw, have)


def _short(play: Play, ruleset: Ruleset) -> Answer:
    stock, have = play.known.stock, sum([len(draw.cards) for draw in play.draws])
    if stock is None:
        return None
    return _too_many("the draw names {cards}, and the stock has {needed}", stock, have)


def _packet(play: Play, ruleset: Ruleset) -> Answer:
    """Cards named of a foot or of bonus cards: as many as there are, threes replaced apart."""
    for clause in play.turn.clauses:
        if not isinstance(clause, Packet):
            continue
        foot = isinstance(clause, TakeFoot)
        size, have = ruleset.deal.foot if foot else play.known.bonus, kept(clause.cards, ruleset)
        if size is not None and len(have) > size:
            what = "a foot has" if foot else "the bonus cards are"
            return _too_many(what + " {needed}, and {have} are named", size, len(have))
    return None


def _no_bonus(play: Play, ruleset: Ruleset) -> Answer:
    return Reason(False, "these rules give no bonus cards", remedy="leave them out: draw discard 4")


def _too_many(says: str, brings: int, have: int) -> Answer:
    if have <= brings:
        return None
    return Reason(
        False,
        says,
        {"needed": brings, "have": have, "cards": count_of(have, "card")},
        needed=brings,
        have=have,
        remedy="name the cards that came, and threes that were laid out and replaced",
    )


def _stock(play: Play, ruleset: Ruleset) -> Answer:
    if play.known.stock != 0:
        return None
    return Reason(
        False,
        "the stock is empty: nothing can be drawn",
        needed=1,
        have=0,
        remedy="take the pile if that is allowed; otherwise the hand is over: end stock",
    )


def _last_red_three(play: Play, ruleset: Ruleset) -> Answer:
    """A three that is laid out as the last card of the stock ends the hand at once."""
    if not ends_with_three(play.draws[0].cards, play.known.stock, ruleset):
        return None
    (three, *_) = play.draws[0].cards
    melds = bool(play.lays)
    discards = play.discard is not None
    allowed = ruleset.stock.last_red_three is LastRedThree.MELD
    if not discards and (not melds or allowed):
        return None
    return Reason(
        False,
        "the last card of the stock was {three}: the hand is over"
        + (", melds apart" if allowed else ""),
        {"three": three.rank.one},
        remedy=_with_the_last_three(ruleset.stock.last_red_three),
    )


def _with_the_last_three(last: LastRedThree) -> str:
    if last is LastRedThree.KEPT:
        return "keep the three, and count"
    return "lay the three out and count" + (" after melding" if last is LastRedThree.MELD else "")


def _over(play: Play, ruleset: Ruleset) -> Answer:
    """Where a hand ends with the stock, the pile is not played for any longer."""
    if play.known.stock != 0 or play.known.drew is Drew.STOCK:
        return None
    return Reason(
        False,
        "the stock is used up, and the hand is over with it",
        remedy="count the hand: end stock",
    )


_LAID_OUT = ("threes.black_laid", "threes.black_from_pile")

DRAWING = play_topic(
    Rule(
        "stock.draw",
        "A draw brings so many cards; threes that are laid out are replaced.",
        ("deal.draw", *_LAID_OUT),
        _draw,
        about=(Draw,),
    ),
    Rule(
        "stock.short",
        "No more is drawn than the stock has.",
        (),
        _short,
        about=(Draw,),
    ),
    Rule(
        "packet.count",
        "Of a foot, or of bonus cards, come as many as there are; threes among them are replaced.",
        ("deal.foot", "talon.first", "talon.second", *_LAID_OUT),
        _packet,
        about=(TakeBonus, TakeFoot),
    ),
    Rule(
        "bonus.none",
        "Bonus cards come only in games that give some for opening.",
        ("talon.first",),
        _no_bonus,
        when=lambda rules: rules.talon.first is None,
        about=(TakeBonus,),
    ),
    Rule(
        "stock.empty",
        "Without a stock nobody draws.",
        ("stock.end",),
        _stock,
        about=(Draw,),
    ),
    Rule(
        "stock.over",
        "In some games a hand is over as soon as a turn ends without a stock.",
        ("stock.end",),
        _over,
        when=lambda rules: rules.stock.end is StockEnd.TURN,
        about=(Take,),
    ),
    Rule(
        "stock.last-red-three",
        "A three that is laid out, drawn as the last card of the stock, ends the hand.",
        ("stock.last_red_three", *_LAID_OUT),
        _last_red_three,
        about=(Draw,),
    ),
)
