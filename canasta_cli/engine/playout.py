"""Hands dealt and played at random, by the generator of legal turns: fuel for tests and examples.

Chance comes in from outside, as a function that puts a list into another order.
"""

from canasta_cli.engine.applying import after
from canasta_cli.engine.fillings import Mix, in_order
from canasta_cli.engine.moves import plays
from canasta_cli.engine.play import Play, set_up
from canasta_cli.engine.played import Seating, start
from canasta_cli.engine.position import Position, known
from canasta_cli.engine.stock_end import must_take
from canasta_cli.engine.turn import next_cards
from canasta_cli.model.cards import Card, Cards, Rank, Suit, three
from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid
from canasta_cli.model.turn import Draw, StockEnds, Turn
from canasta_cli.rules.schema import Ruleset

PATIENCE = 60
"""How many choices of melds are tried before a simpler turn will do."""
MOST_TURNS = 1_000
"""More turns than any hand has: the generator would be at fault."""


def packs(ruleset: Ruleset) -> list[Card]:
    """All the cards that the game is played with, in order."""
    cards = [Card(Rank.JOKER)] * ruleset.deck.jokers
    for suit in Suit:
        one = [*(Card(rank, suit) for rank in Rank if _suited(rank)), three(suit)]
        cards += one * ruleset.deck.packs
    return sorted(cards, key=lambda card: card.order)


def _suited(rank: Rank) -> bool:
    return rank is not Rank.JOKER and not rank.three


def random_deal(seats: Seating, ruleset: Ruleset, mix: Mix) -> Deal:
    """A deal in which every card is known: the hands, what was turned up, and the stock in order."""
    cards = packs(ruleset)
    mix(cards)
    hands = []
    for player in seats.players:
        hands.append(PlayerCards(player, Cards(cards[: ruleset.deal.cards])))
        del cards[: ruleset.deal.cards]
    upcards = [cards.pop(0)]
    while upcards[-1].rank.wild or upcards[-1].rank is Rank.RED_THREE:
        upcards.append(cards.pop(0))
    return Deal(upcards=tuple(upcards), hands=tuple(hands), stock=tuple(cards))


def play_out(deal: Deal, seats: Seating, ruleset: Ruleset, mix: Mix) -> Deal:
    """The hand played to its end, each turn one of the legal ones, with what was left in the hands.

    Raises ``RuntimeError`` for a hand without an end.
    """
    position = start(deal, seats, ruleset)
    turns: list[TurnSaid] = []
    while position.ending is None:
        play = a_play(position, ruleset, mix)
        turns.append(TurnSaid(_as_recorded(play.turn, position.player)))
        position = after(position, play, ruleset)
        if len(turns) > MOST_TURNS:
            raise RuntimeError(f"no end after {len(turns)} turns")
    left = tuple(
        PlayerCards(player, hand.cards)
        for player, hand in zip(position.players, position.hands, strict=True)
        if hand.cards
    )
    return deal._replace(turns=tuple(turns), left=left)


def a_play(position: Position, ruleset: Ruleset, mix: Mix) -> Play:
    """A legal turn where every card is known; the end of the hand where nobody can go on."""
    facts = known(position, ruleset)
    cards = next_cards(position, ruleset) if position.stock else None
    play = next(plays(facts, ruleset, cards, mix, PATIENCE), None)
    if play is None:
        play = next(plays(facts, ruleset, cards, in_order), None)
    if play is None or (cards is None and not must_take(facts, ruleset) and _gives_up(mix)):
        play = set_up(Turn((StockEnds(),)), facts, ruleset, whole=True)
    return play


def _as_recorded(turn: Turn, player: str) -> Turn:
    """A turn as the table sees it: what was drawn, only the stock tells."""
    draws = isinstance(turn.clauses[0], Draw)
    return Turn((Draw(), *turn.clauses[1:]) if draws else turn.clauses, player)


def _gives_up(mix: Mix) -> bool:
    choice = [True, False]
    mix(choice)
    return choice[0]
