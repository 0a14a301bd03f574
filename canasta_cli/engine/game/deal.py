"""Rules ``deal.*``: the cards dealt in a recorded hand."""

from canasta_cli.engine.game.card_counts import surplus
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.points import WILD, deck_size
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Finding,
    Reason,
    Rule,
    Topic,
    Verdict,
    judge,
    refusal,
)
from canasta_cli.model.cards import Card, Rank
from canasta_cli.model.turn import Deal
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard
from canasta_cli.values import NamedTuple


class Dealt(NamedTuple):
    """The cards dealt, and the table before the first turn."""

    deal: Deal
    start: Position


def judge_deal(dealt: Dealt, ruleset: Ruleset) -> Verdict:
    """Ask every rule ``deal.*``."""
    return judge(dealt, DEAL, ruleset)


def _hands(case: Dealt, ruleset: Ruleset) -> Answer:
    needed = ruleset.deal.cards
    wrong = next((each for each in case.deal.hands if len(each.cards) != needed), None)
    if wrong is None:
        return None
    return refusal(
        "{player} was dealt {have:card}; a hand has {needed}",
        {"player": wrong.player},
        needed=needed,
        have=len(wrong.cards),
        fix="count the cards of the hand again",
    )


def _feet(case: Dealt, ruleset: Ruleset) -> Answer:
    needed = ruleset.deal.foot or 0
    wrong = next((hand for hand in case.deal.hands if len(hand.foot) not in (0, needed)), None)
    if wrong is None:
        return None
    return refusal(
        "{player} was dealt a foot of {have:card}; "
        + ("a foot has {needed}" if needed else "these rules have no foot"),
        {"player": wrong.player},
        needed=needed,
        have=len(wrong.foot),
        fix="count the cards of the foot again" if needed else "leave out the foot",
    )


def begins_pile(card: Card, ruleset: Ruleset) -> bool:
    """True if the pile may begin with this upcard."""
    black = card.rank is Rank.BLACK_THREE and not ruleset.deal.black_upcard
    return not (card.rank in ruleset.wild_ranks or card.rank is Rank.RED_THREE or black)


def _upcard(case: Dealt, ruleset: Ruleset) -> Answer:
    """Refuse an upcard that can't begin the pile; nothing is checked if no card is given."""
    cards, rule = case.deal.upcards, ruleset.deal.upcard
    if not cards:
        return None
    unfit = [card for card in cards if not begins_pile(card, ruleset)]
    began = [card for card in cards[:-1] if not (card in unfit or card.rank.three)]
    says = fix = words = ""
    if rule is Upcard.NONE:
        says = "no card is turned up in this game: the pile begins empty"
        fix = "deal without an upcard"
    elif cards[-1] in unfit:
        says = "the pile can't begin with {top}"
        fix = "bury it in the stock, and turn up another card"
        if rule is Upcard.COVERED:
            fix = "name the card turned up on it too, the top card last"
            words = '"W 9"'
    elif len(cards) > 1 and rule is Upcard.BURIED:
        says = "{given:upcard} given, but this game turns up only one"
        fix, words = "name only the top card", "9"
    elif began:
        says = "{first} can begin the pile, so no other card is turned up on it"
        fix, words = "name only the top card", "9"
    first = began[0] if began else cards[0]
    facts = {"top": cards[-1].symbol, "first": first.symbol, "given": len(cards)}
    do = Do(Act.NAME_UPCARD, words) if words else None
    return refusal(says, facts, fix=fix, do=do) if says else None


def _count(case: Dealt, ruleset: Ruleset) -> Answer:
    found = surplus(case.start, ruleset)
    if found is None:
        return None
    card, have, most = found
    return refusal(
        "that makes {have} {many} dealt, turned up or in the stock; the deck has {most}",
        {"many": card.rank.many, "most": most},
        needed=most,
        have=have,
        fix="look for a mistyped card",
    )


def _stock(case: Dealt, ruleset: Ruleset) -> Answer:
    deal = case.deal
    given = [each for each in deal.hands if each.foot or ruleset.deal.foot is None]
    up = bool(deal.upcards) or ruleset.deal.upcard is Upcard.NONE
    if deal.stock is None or len(given) < len(case.start.players) or not up:
        return None
    dealt = sum(len(each.cards + each.foot) for each in given) + len(deal.upcards)
    needed = deck_size(ruleset) - dealt
    have = len(deal.stock)
    return Finding(
        have == needed,
        lambda: Reason(
            "the stock has {have:card}"
            + ("" if have == needed else "; {needed} are left after the deal"),
            needed=needed,
            have=have,
            fix="give all cards of the stock, or none",
        ),
    )


DEAL = Topic[Dealt](
    Rule("deal.hands", "Every player is dealt the same number of cards.", ("deal.cards",), _hands),
    Rule(
        "deal.feet",
        "In some games every player is also dealt a foot.",
        ("deal.foot",),
        _feet,
    ),
    Rule(
        "deal.upcard",
        "The upcard begins the pile. A wild card or a red three, in some games a black three, is "
        "covered by the next card or buried in the stock; in some games there is no upcard.",
        (WILD, "deal.upcard", "deal.black_upcard"),
        _upcard,
    ),
    Rule(
        "deal.count",
        "No card can appear more often than the deck has it.",
        ("deck.packs", "deck.jokers", "melds.runs"),
        _count,
    ),
    Rule(
        "deal.stock",
        "The stock is all cards that were not dealt or turned up.",
        ("deck.packs", "deck.jokers"),
        _stock,
    ),
)
