"""Rules ``stock.*``: a hand that ends because the stock is empty."""

from canasta_cli.engine.rule import Answer, Fact, Finding, Missing, Reason, Rule, Unknown
from canasta_cli.engine.turn.case import Play, play_topic
from canasta_cli.engine.turn.judge import verdict_on
from canasta_cli.engine.turn.taking import frozen_against, takings
from canasta_cli.engine.view import Drew, View
from canasta_cli.model.cards import Card, Onto
from canasta_cli.model.turn import StockEnds, Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import ForcedTake, StockEnd
from canasta_cli.words import count_of


def _stock_left(play: Play, ruleset: Ruleset) -> Answer:
    # The cards drawn in this turn may have been the last ones.
    stock = play.stock
    if stock is None:
        return Unknown(Fact.STOCK)
    return Finding(
        stock == 0,
        lambda: Reason(
            "the stock is empty" if stock == 0 else "the stock still has {cards}",
            {"cards": count_of(stock, "card")},
            needed=0,
            have=stock,
            fix="draw, or take the pile",
        ),
    )


def _forced(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse to pass with an empty stock if the pile must be taken."""
    if play.stock:
        return None
    must = must_take(play.view, ruleset)
    if must is None:
        first, *others = _decide(play.view, ruleset)
        return Unknown(first, tuple(others))
    return Finding(
        not must,
        lambda: Reason(
            "the stock is empty and you can take the pile, so you must"
            if must
            else "you don't have to take the pile",
            fix="take the pile; its top card can be melded",
        ),
    )


def must_take(view: View, ruleset: Ruleset) -> bool | None:
    """True if the pile must be taken when the stock is empty; ``None`` if that is unknown."""
    top = view.top
    if top is None or view.pile_size == 0:
        return False if view.pile_size == 0 else None
    if ruleset.stock.forced_take is ForcedTake.LAY_OFF:
        if frozen_against(view, ruleset).frozen:
            return False
    elif not view.has_opened:
        return _opens_with_it(top, view, ruleset)
    answers = [may_take(take, view, ruleset) for take in _ways(top, view, ruleset)]
    if any(answers):
        return True
    return None if None in answers else False


def _ways(top: Card, view: View, ruleset: Ruleset) -> list[Take]:
    """List the ways to take the pile that a side which has opened may have to use."""
    ways = list(takings(view, ruleset))
    if ruleset.stock.forced_take is not ForcedTake.LAY_OFF:
        return ways
    return [take for take in ways if not take.hand] or [Take(top, onto=Onto(top.rank))]


def _decide(view: View, ruleset: Ruleset) -> tuple[Missing, ...]:
    """List what decides if the pile must be taken, at least one fact or undocumented parameter."""
    frozen = frozen_against(view, ruleset).unknown
    missing = {
        Fact.TOP: view.top is None,
        Fact.HAND: view.hand is None,
        Fact.MELDS: view.melds is None and view.opened is not False,
    }
    facts = [fact for fact, is_missing in missing.items() if is_missing]
    facts += [frozen] if frozen is not None and frozen not in facts else []
    if facts or view.top is None:
        return tuple(facts)
    verdicts = [verdict_on(Turn((take,)), view, ruleset) for take in _ways(view.top, view, ruleset)]
    return tuple(dict.fromkeys(each for verdict in verdicts for each in verdict.unknown))


def _opens_with_it(top: Card, view: View, ruleset: Ruleset) -> bool | None:
    """True if a side can open by taking the pile with other cards of the hand."""
    if view.hand is None or view.has_opened is None:
        return None
    # A search, only for an empty stock.
    from canasta_cli.engine.movegen.initial_melds import openings

    return openings(view.replace(drew=Drew.PILE), ruleset, top=top).possible


def may_take(take: Take, view: View, ruleset: Ruleset) -> bool | None:
    """True if a player may take the pile this way; ``None`` if that is unknown."""
    legal = verdict_on(Turn((take,)), view, ruleset).legal
    return None if legal and not _surely_held(take, view) else legal


def _surely_held(take: Take, view: View) -> bool:
    """True if the player is known to have the cards needed to take the pile."""
    held = view.held
    return all(held.of(rank) >= played for rank, played in take.hand.by_rank().items())


STOCK_END = play_topic(
    Rule(
        "stock.left",
        "A hand ends without a player going out only when the stock is empty.",
        ("stock.end",),
        _stock_left,
    ),
    Rule(
        "stock.forced-take",
        "In some games, when the stock is empty, a player who may take the pile must take it.",
        ("stock.forced_take", "stock.end"),
        _forced,
        when=lambda rules: (
            rules.stock.forced_take is not ForcedTake.NEVER and rules.stock.end is StockEnd.PLAY_ON
        ),
    ),
    about=(StockEnds,),
)
