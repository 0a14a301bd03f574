"""Deal and play hands at random with the generator of legal turns, for tests and examples.

Randomness is passed in, as a function that reorders a list.
"""

from typing import Any

from canasta_cli.engine.game.deal import begins_pile
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import holdings, start
from canasta_cli.engine.game.rotation import Seating
from canasta_cli.engine.game.stock_end import must_take
from canasta_cli.engine.movegen.legal_turns import Comes, plays
from canasta_cli.engine.movegen.melds import Laying
from canasta_cli.engine.movegen.sequences import Runs
from canasta_cli.engine.movegen.turn_melds import Mix, in_order
from canasta_cli.engine.turn.case import Play
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank, Suit, three
from canasta_cli.model.deal import Deal, PlayerCards, RecordedTurn
from canasta_cli.model.turn import Clause, Draw, StockEnds, TakeFoot, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard
from canasta_cli.words import count_of

PATIENCE = 60
"""The number of choices of melds that are tried before a simpler turn is taken."""
MOST_TURNS = 1_000
"""More turns than any hand has: one that goes on longer shows a bug in the generator."""


def eager(mix: Mix) -> Mix:
    """Return the same mix, except that choices that leave fewer cards in the hand come first."""

    def mixed(choices: list[Any]) -> None:
        mix(choices)
        choices.sort(key=_laid, reverse=True)

    return mixed


def _laid(choice: object) -> int:
    """The number of cards that a choice of the generator lays, if it shows; higher comes first."""
    if isinstance(choice, Runs):
        return -len(choice.rest)
    if choice is False:
        return 1  # not “lay nothing”: this player prefers to lay something
    return choice.cards if isinstance(choice, Laying) else 0


def packs(ruleset: Ruleset) -> list[Card]:
    """List all cards of the deck, in order."""
    cards = [Card(Rank.JOKER)] * ruleset.deck.jokers
    for suit in Suit:
        one = [*(Card(rank, suit) for rank in Rank if _suited(rank)), three(suit)]
        cards += one * ruleset.deck.packs
    return sorted(cards, key=lambda card: card.order)


def _suited(rank: Rank) -> bool:
    return rank is not Rank.JOKER and not rank.three


def random_deal(seats: Seating, ruleset: Ruleset, mix: Mix) -> Deal:
    """Deal with every card known: the hands, the cards turned up, and the stock in order."""
    cards = packs(ruleset)
    mix(cards)
    hands = []
    for player in seats.players:
        hand, foot = Cards(cards[: ruleset.deal.cards]), ruleset.deal.foot or 0
        del cards[: len(hand)]
        hands.append(PlayerCards(player, hand, Cards(cards[:foot])))
        del cards[:foot]
    return Deal(upcards=_upcards(cards, ruleset), hands=tuple(hands), stock=tuple(cards))


def _upcards(cards: list[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """Turn up cards of the stock, and remove them from it."""
    if ruleset.deal.upcard is Upcard.NONE:
        return ()
    turned = [cards.pop(0)]
    while not begins_pile(turned[-1], ruleset):
        if ruleset.deal.upcard is Upcard.BURIED:
            cards.append(turned.pop())
        turned.append(cards.pop(0))
    return tuple(turned)


def play_out(deal: Deal, seats: Seating, ruleset: Ruleset, mix: Mix) -> Deal:
    """Play a hand to its end with legal turns, and add the cards left in the hands.

    Raises ``RuntimeError`` if the hand doesn't end.
    """
    position = start(deal, seats, ruleset)
    turns: list[RecordedTurn] = []
    while position.ending is None:
        position = position.at_start(ruleset)
        play = a_play(position, ruleset, mix)
        recorded = tuple(_unnamed(clause) for clause in play.turn.clauses)
        turns.append(RecordedTurn(Turn(recorded, position.player)))
        position = position.after(play)
        if len(turns) > MOST_TURNS:
            raise RuntimeError(f"the hand did not end after {count_of(len(turns), 'turn')}")
    left = tuple(each for each in holdings(position, ()) if each.cards or each.foot)
    return deal._replace(turns=tuple(turns), left=left)


def a_play(position: Position, ruleset: Ruleset, mix: Mix) -> Play:
    """Choose a legal turn if every card is known, or the end of the hand if nobody can go on.

    A foot or bonus cards that are due must be in the hand already.
    """
    facts, comes = position.view(), what_comes(position, ruleset)
    play = next(plays(facts, ruleset, comes, mix, PATIENCE), None)
    may_end = comes.drawn is None and not must_take(facts, ruleset)
    if play is None and not may_end:
        play = next(plays(facts, ruleset, comes, in_order), None)
    if play is None or (may_end and _gives_up(mix)):
        play = Play(Turn((StockEnds(),)), facts, ruleset, whole=True)
    return play


def what_comes(position: Position, ruleset: Ruleset) -> Comes:
    """The cards that the player's turn can bring if the stock and the foot are known."""
    view = position.view()
    drawn = view.coming(Draw(), ruleset) if position.stock else None
    if not position.foot.size and not ruleset.opening.extra_cards:
        return Comes(drawn)
    drew = view.after(Draw(), ruleset)
    return Comes(
        drawn,
        foot_after_draw=drew.coming(TakeFoot(), ruleset),
        foot_after_pile=view.coming(TakeFoot(), ruleset),
        extra_after_draw=drew.extra_cards(ruleset),
        extra_after_pile=view.extra_cards(ruleset),
    )


def _unnamed(clause: Clause) -> Clause:
    """Return a clause without the cards that come, since they follow from the table."""
    return clause._replace(cards=NO_CARDS) if isinstance(clause, Draw | TakeFoot) else clause


def _gives_up(mix: Mix) -> bool:
    choice = [True, False]
    mix(choice)
    return choice[0]
