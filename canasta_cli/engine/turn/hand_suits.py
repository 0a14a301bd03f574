"""Rule ``hand.suits``: in games with sequences, a card is played in its own suit."""

from collections import Counter

from canasta_cli.engine.rule import Answer, refusal
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.view import under_top
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.turn import Discard, Draw, Packet
from canasta_cli.rules.schema import Ruleset


def held_in_suit(play: Play, ruleset: Ruleset) -> Answer:
    """Refuse a card in a suit that the hand doesn't have, if the whole hand is given."""
    view, take, slack = play.view, play.take, play.hand.unseen
    if view.hand is None or slack is None:
        return None
    if take is not None and take.whole and view.known_pile is None:
        return None
    held = _held(play, view.hand, ruleset)
    for card, number in _played(play).items():
        suited = held[card]
        if card.suit is not None and number > suited + held[Card(card.rank)] + slack:
            return refusal(
                "your hand doesn't have {card}"
                if not suited
                else "this plays {needed} × {card}; your hand has {have}",
                {"card": Cards((card,))},
                needed=number,
                have=suited,
                fix="play cards that you have, or correct the hand or the earlier turns",
            )
    return None


def _held(play: Play, hand: Cards, ruleset: Ruleset) -> Counter[Card]:
    """The hand with the cards drawn and those of the pile, except the top card that is melded."""
    cards = Counter(hand)
    if play.take is not None:
        cards.update(under_top(play.take, play.view, ruleset))
    # A known stock decides what comes, also if only a three of it is named.
    stock, rest = play.at_draw.order, play.then.order
    if stock is not None and rest is not None:
        cards.update(stock[: len(stock) - len(rest)])
    for clause in play.turn.clauses:
        if isinstance(clause, Packet) or (isinstance(clause, Draw) and stock is None):
            cards.update(clause.cards)
    return cards


def _played(play: Play) -> Counter[Card]:
    cards = Counter(play.take.shown if play.take else ())
    for lay in play.melded:
        cards.update(lay.cards)
    for clause in play.turn.clauses:
        if isinstance(clause, Discard):
            cards.update(clause.cards)
    return cards
