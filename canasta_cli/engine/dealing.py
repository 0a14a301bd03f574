"""Rules ``deal.*``: what was dealt, as far as a recorded hand tells it."""

from typing import NamedTuple

from canasta_cli.engine.position import Position
from canasta_cli.engine.rule import Reason, Rule, Verdict, judge
from canasta_cli.engine.turn import surplus
from canasta_cli.engine.values import held
from canasta_cli.model.cards import Rank
from canasta_cli.model.deal import Deal
from canasta_cli.rules.schema import Ruleset

Answer = Reason | None


class Dealt(NamedTuple):
    """What was dealt, and the table before the first turn."""

    deal: Deal
    start: Position


def judge_deal(dealt: Dealt, ruleset: Ruleset) -> Verdict:
    """Whether cards can have been dealt so."""
    return judge(dealt, DEAL, ruleset)


def _hands(case: Dealt, ruleset: Ruleset) -> Answer:
    needed = ruleset.deal.cards
    wrong = next((each for each in case.deal.hands if len(each.cards) != needed), None)
    if wrong is None:
        return None
    return Reason(
        False,
        "{player} was dealt {have} cards, not {needed}",
        {"player": wrong.player, "have": len(wrong.cards), "needed": needed},
        needed=needed,
        have=len(wrong.cards),
        remedy="count the cards of the hand again",
    )


def _count(case: Dealt, ruleset: Ruleset) -> Answer:
    found = surplus(case.start, ruleset)
    if found is None:
        return None
    card, have, most = found
    return Reason(
        False,
        "{have} {many} were dealt, turned up or are in the stock; the packs hold {most}",
        {"have": have, "many": card.rank.many, "most": most},
        needed=most,
        have=have,
        remedy="look for the card that was read wrong",
    )


def _stock(case: Dealt, ruleset: Ruleset) -> Answer:
    deal = case.deal
    if deal.stock is None or len(deal.hands) < len(case.start.players) or not deal.upcards:
        return None
    packs = sum(held(rank, ruleset) for rank in Rank)
    needed = packs - sum(len(each.cards) for each in deal.hands) - len(deal.upcards)
    have = len(deal.stock)
    return Reason(
        have == needed,
        "the stock has {have} cards" + ("" if have == needed else "; {needed} are left over"),
        {"have": have, "needed": needed},
        needed=needed,
        have=have,
        remedy="give the whole stock, or none of it",
    )


DEAL: tuple[Rule[Dealt], ...] = (
    Rule("deal.hands", "Everybody is dealt the same number of cards.", ("deal.cards",), _hands),
    Rule(
        "deal.count",
        "No card is dealt more often than the packs hold it.",
        ("deck.packs", "deck.jokers", "melds.runs"),
        _count,
    ),
    Rule(
        "deal.stock",
        "The stock is what is not dealt and not turned up.",
        ("deck.packs", "deck.jokers"),
        _stock,
    ),
)
