"""Judge a whole turn: the rules of play, and those about a hand that ends because the stock is empty.

``replay`` judges recorded turns with it, ``api/asking.py`` those that are only asked about.
"""

from canasta_cli.engine.rule import (
    Answer,
    Fact,
    Judgement,
    Key,
    Part,
    Reason,
    RuleFinding,
    Unknown,
    judge,
    rule,
    unknown_part,
    verdict_of_all,
)
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.judge import Ruling, rule_on, verdict_of
from canasta_cli.engine.turn.taking import as_taken, blocks, frozen_against, lacks_suit, takings
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Card, Onto
from canasta_cli.model.turn import Draw, StockEnds, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import ForcedTake, Portion, StockEnd, Unopened


def rule_on_turn(turn: Turn, view: View, ruleset: Ruleset) -> Ruling:
    """Judge a turn given from its beginning, on the known table."""
    play = Play(as_taken(turn, ruleset), view, ruleset, whole=True)
    return Ruling(play, verdict_of_turn(play))


def verdict_of_turn(play: Play) -> Judgement:
    """Ask the rules of play about a whole turn, and those about the end of the stock."""
    verdict, ruleset = verdict_of(play), play.ruleset
    if StockEnds not in play.kinds:
        return verdict
    return verdict_of_all((verdict, judge(play, STOCK_END, ruleset)), ruleset)


# Rules `stock.*`: a hand that ends because the stock is empty.


@rule(
    "stock.left",
    "A hand ends without a player going out only when the stock is empty.",
    ("stock.end",),
)
def _stock_left(play: Play, ruleset: Ruleset) -> Answer:
    # The cards drawn in this turn may have been the last ones.
    stock = play.stock
    if stock is None:
        return Unknown(Fact.STOCK)
    empty = "the stock is empty"
    if ruleset.stock.end is StockEnd.TURN:
        empty += ", so the hand is over"
    return RuleFinding(
        stock == 0,
        lambda: Reason(
            empty if stock == 0 else "the stock is not empty",
            needed=0,
            have=stock,
            fix="draw, or take the pile",
        ),
    )


@rule(
    "stock.forced-take",
    "In some games, when the stock is empty, a player who may take the pile must take it.",
    ("stock.forced_take", "stock.end"),
    when=lambda rules: (
        rules.stock.forced_take is not ForcedTake.NEVER and rules.stock.end is StockEnd.PLAY_ON
    ),
)
def _forced(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to pass with an empty stock if the pile must be taken; not after a draw."""
    if play.stock or Draw in play.kinds:
        return None
    must = must_take(play.view, ruleset)
    if isinstance(must, Unknown):
        return must
    return RuleFinding(
        not must,
        lambda: Reason(
            "the stock is empty and you can take the pile, so you must"
            if must
            else "you don't have to take the pile",
            fix="take the pile; its top card can be melded",
        ),
    )


def must_take(view: View, ruleset: Ruleset) -> bool | Unknown:
    """True if the pile must be taken when the stock is empty; or what decides it, and is missing."""
    top, lay_off = view.top, ruleset.stock.forced_take is ForcedTake.LAY_OFF
    never = view.has_opened is False and (lay_off or ruleset.pile.unopened is Unopened.NEVER)
    if never or view.pile_size == 0 or (top is not None and blocks(top, ruleset)):
        return False
    if top is None or view.has_opened is None or lacks_suit(top, view.melds, ruleset):
        return Unknown(Fact.OPENED if top and view.has_opened is None else Fact.TOP)
    keys: list[Key] = [top.rank]
    if ruleset.melds.runs and top.suit is not None:
        keys.append(top.suit)
    missing = [key for key in keys if view.melds_of(key) is None]
    if missing:
        return unknown_part(Fact.MELDS, *missing)
    frozen = frozen_against(view, ruleset).unknown
    if frozen is not None or (view.hand is None and not lay_off):
        return Unknown(frozen or Fact.HAND)
    if lay_off or view.has_opened:
        return _may_take(top, view, ruleset)
    # A search, only for an empty stock.
    from canasta_cli.engine.movegen.initial_melds import openings

    return openings(view.replace(drew=Drew.PILE), ruleset, top=top).possible


def _may_take(top: Card, view: View, ruleset: Ruleset) -> bool | Unknown:
    """True if there is a way to take the pile that a player may have to use; or what decides it."""
    ways = list(takings(view, ruleset))
    if ruleset.stock.forced_take is ForcedTake.LAY_OFF:
        ways = [take for take in ways if not take.hand] or [Take(top, onto=Onto(top.rank))]
    verdicts = [rule_on(Turn((take,)), view, ruleset).verdict for take in ways]
    if any(each.legal for each in verdicts):
        return True
    for each in verdicts:
        if each.legal is None:
            parts = tuple([part for part in each.parts if isinstance(part, Part)])
            return Unknown(each.unknown[0], parts)
    # A card below the top one may be laid off, and those above it taken.
    part = ruleset.pile.take is Portion.PART and view.known_pile is None
    return Unknown(Fact.PILE) if part else False


STOCK_END = play_topic(_stock_left, _forced, about=(StockEnds,))
