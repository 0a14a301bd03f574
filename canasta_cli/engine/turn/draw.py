"""Rules ``stock.*``, ``packet.*`` and ``foot.*``: cards that a hand gets; and the order of a turn."""

from canasta_cli.engine.points import WILD, ends_with_three, kept
from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Rule, Unknown, by_fact, refusal
from canasta_cli.engine.turn.case import Kind, Play, play_topic
from canasta_cli.engine.turn.clause_order import wrong_order
from canasta_cli.engine.turn.laying import completed
from canasta_cli.engine.view import Drew
from canasta_cli.model.turn import MeldDown, Packet, Take, TakeBonus, TakeFoot
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen, LastRedThree, StockEnd
from canasta_cli.words import count_of


def _draw(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse more named cards than a draw gives; threes that are replaced don't count."""
    have = sum(len(kept(draw.cards, ruleset)) for draw in play.draws)
    return _too_many("a draw gives {needed:card}; this names {have}", ruleset.deal.draw, have)


def _short(play: Play, ruleset: Ruleset) -> Answer:
    stock, have = play.view.stock, sum([len(draw.cards) for draw in play.draws])
    if stock is None:
        return None
    return _too_many("this draws {have:card}; the stock has {needed}", stock, have)


def _packet(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse more named cards than a foot or a bonus has; threes that are replaced don't count."""
    for clause in play.turn.clauses:
        if not isinstance(clause, Packet):
            continue
        foot = isinstance(clause, TakeFoot)
        bonus = play.view.bonus
        size = ruleset.deal.foot if foot else None if bonus is None else bonus.size
        have = kept(clause.cards, ruleset)
        what = "a foot has {needed:card}" if foot else "you get {needed:bonus card}"
        if size is not None and (
            found := _too_many(f"{what}; this names {{have}}", size, len(have))
        ):
            return found
    return None


def _no_bonus(play: Play, ruleset: Ruleset) -> Answer:
    return refusal("these rules have no bonus cards", fix="leave them out: draw discard 4")


def _too_many(says: str, brings: int, have: int) -> Answer:
    if have <= brings:
        return None
    return refusal(
        says,
        needed=brings,
        have=have,
        fix="name only the cards that you got, and threes that were laid out and replaced",
    )


def _stock(play: Play, ruleset: Ruleset) -> Answer:
    return refusal(
        "you can't draw: the stock is empty",
        needed=1,
        have=0,
        fix="take the pile if you may; otherwise the hand is over: end stock",
    )


def _last_red_three(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to play on after a three that is laid out as the last card of the stock."""
    named, stock = play.draws[0].cards, play.view.stock
    allowed = ruleset.stock.last_red_three is LastRedThree.MELD
    plays_on = play.discard is not None or (bool(play.melded) and not allowed)
    if stock is None and plays_on and named and not kept(named, ruleset):
        return Unknown(Fact.STOCK)
    if not ends_with_three(named, stock, ruleset):
        return None
    (three, *_) = named
    if not plays_on:
        return Finding(
            True,
            lambda: Reason(
                "the last card of the stock was {three}, so the hand ends with this turn",
                {"three": three.rank.one},
                notice=True,
            ),
        )
    return refusal(
        "the last card of the stock was {three}, so the hand is over"
        + (", except for melds" if allowed else ""),
        {"three": three.rank.one},
        fix=_with_the_last_three(ruleset.stock.last_red_three),
    )


def _with_the_last_three(last: LastRedThree) -> str:
    if last is LastRedThree.KEPT:
        return "keep the three and count the hand"
    melding = " after melding" if last is LastRedThree.MELD else ""
    return f"lay out the three and count the hand{melding}"


def _over(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to take the pile after the stock is empty, if that ends the hand."""
    if play.view.stock != 0 or play.view.drew is Drew.STOCK:
        return None
    return refusal(
        "the stock is empty, so the hand is over",
        fix="count the hand: end stock",
    )


def _order(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse clauses out of order: first a draw or the pile, then melds, then one end."""
    wrong = wrong_order(play.clause_kinds)
    return refusal(wrong[0], fix=wrong[1]) if wrong else None


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
    return by_fact(
        None if not made and play.view.melds is None else bool(made),
        Fact.MELDS,
        "you have completed a canasta",
        "you haven't completed a canasta yet",
        fix="complete a canasta, then pick up the foot",
    )


def _due(play: Play, ruleset: Ruleset) -> Answer:
    if not play.whole or play.takes_foot or not play.view.has_foot or not completed(play, ruleset):
        return None
    return refusal(
        "you pick up the foot with your first canasta, and this turn doesn't",
        fix="add the foot: draw meld K:KK foot discard 4",
    )


_LAID_OUT = ("threes.lay_black",)

DRAWING = play_topic(
    Rule(
        "stock.draw",
        "A player always draws the same number of cards; threes that are laid out are replaced.",
        ("deal.draw", *_LAID_OUT),
        _draw,
        about=(Kind.NAMES_DRAWN,),
    ),
    Rule(
        "stock.short",
        "A draw gives no more cards than the stock has.",
        (),
        _short,
        about=(Kind.NAMES_DRAWN,),
    ),
    Rule(
        "packet.count",
        "The foot and the bonus cards each have a fixed number of cards; threes that are laid out "
        "are replaced.",
        ("deal.foot", "talon.cards", *_LAID_OUT),
        _packet,
        about=(TakeBonus, TakeFoot),
    ),
    Rule(
        "bonus.none",
        "Only some games give bonus cards for opening.",
        ("talon.cards",),
        _no_bonus,
        when=lambda rules: rules.talon.first is None,
        about=(TakeBonus,),
    ),
    Rule(
        "stock.empty",
        "No card can be drawn from an empty stock.",
        ("stock.end",),
        _stock,
        about=(Kind.NO_STOCK,),
    ),
    Rule(
        "stock.over",
        "In some games the hand is over after the turn that empties the stock.",
        ("stock.end",),
        _over,
        when=lambda rules: rules.stock.end is StockEnd.TURN,
        about=(Take,),
    ),
    Rule(
        "stock.last-red-three",
        "A three that is drawn as the last card of the stock and laid out ends the hand.",
        ("stock.last_red_three", *_LAID_OUT),
        _last_red_three,
        about=(Kind.LAST_THREE,),
    ),
    Rule(
        "turn.order",
        "In a turn you draw or take the pile, then meld, then discard one card.",
        (),
        _order,
        about=(Kind.OUT_OF_ORDER,),
    ),
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
