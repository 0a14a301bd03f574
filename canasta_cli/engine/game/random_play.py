"""Deal and play hands at random with the generator of legal turns, for tests and examples.

Randomness is passed in: a function that reorders a list, and one that chooses one of several values.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from canasta_cli.engine.game.deal import begins_pile
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import holdings, start, step
from canasta_cli.engine.game.seating import Seating
from canasta_cli.engine.game.stock_end import must_take
from canasta_cli.engine.movegen.legal_turns import listed, moves
from canasta_cli.engine.movegen.random_turn import (
    COIN,
    MOST_PROPOSED,
    PATIENCE,
    Before,
    Choose,
    proposals,
)
from canasta_cli.engine.movegen.starts import Comes
from canasta_cli.model.cards import Card, Cards, Rank, Suit, three
from canasta_cli.model.turn import (
    Clause,
    Deal,
    Draw,
    PlayerCards,
    RecordedTurn,
    StockEnds,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard
from canasta_cli.words import count_of

Shuffle = Callable[[list[Card]], None]
"""Reorders a list in place, such as ``random.Random(7).shuffle``."""
T = TypeVar("T")
MOST_TURNS = 1_000
"""More turns than any hand has: one that goes on longer shows a bug in the generator."""


def packs(ruleset: Ruleset) -> list[Card]:
    """List all cards of the deck, in order."""
    cards = [Card(Rank.JOKER)] * ruleset.deck.jokers
    for suit in Suit:
        one = [*(Card(rank, suit) for rank in Rank if _suited(rank)), three(suit)]
        cards += one * ruleset.deck.packs
    return sorted(cards, key=lambda card: card.order)


def _suited(rank: Rank) -> bool:
    return rank is not Rank.JOKER and not rank.three


def random_deal(seats: Seating, ruleset: Ruleset, shuffle: Shuffle) -> Deal:
    """Deal with every card known: the hands, the cards turned up, and the stock in order."""
    cards = packs(ruleset)
    shuffle(cards)
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


def play_out(
    deal: Deal, seats: Seating, ruleset: Ruleset, choose: Choose, *, eager: bool = False
) -> Deal:
    """Play a hand to its end with random legal turns, and add the cards left in the hands.

    ``eager`` players lay as much as possible most of the time. Raises ``RuntimeError`` if the hand
    doesn't end.
    """
    position = start(deal, seats, ruleset)
    turns: list[RecordedTurn] = []
    while position.ending is None:
        position = position.at_start(ruleset)
        turn, position = random_step(position, ruleset, choose, eager=eager)
        turns.append(RecordedTurn(turn))
        if len(turns) > MOST_TURNS:
            raise RuntimeError(f"the hand did not end after {count_of(len(turns), 'turn')}")
    left = tuple(each for each in holdings(position, ()) if each.cards or each.foot)
    return deal._replace(turns=tuple(turns), left=left)


def random_step(
    position: Position, ruleset: Ruleset, choose: Choose, *, eager: bool = False
) -> tuple[Turn, Position]:
    """Choose a legal turn if every card is known, or the end of the hand if nobody can go on.

    A foot or bonus cards that are due must be in the hand already.
    """
    view = position.view()
    drawn = view.coming(Draw(), ruleset) if position.stock else None
    before = Before(view, ruleset, drawn, partial(what_comes, position, ruleset))
    may_end = drawn is None and not must_take(view, ruleset)
    accepted = partial(_accepted, position, ruleset)
    found = random_turn(before, choose, accepted, may_end=may_end, eager=eager)
    if found is not None:
        return found
    turn = _recorded(Turn((StockEnds(),)), position)
    return turn, step(position, turn, ruleset).after


def random_turn(
    before: Before,
    choose: Choose,
    accepted: Callable[[Turn], T | None],
    *,
    may_end: bool,
    eager: bool = False,
) -> T | None:
    """Return a legal turn chosen at random, as ``accepted`` returns it; ``None`` if there is none.

    ``accepted`` returns ``None`` for a turn that a rule refuses. A player who ``may_end`` the hand,
    since the stock is empty, does so half of the time, and if no turn is found soon; then it is
    ``None`` too.
    """
    if may_end and choose(COIN):
        return None
    for turn in proposals(before, choose, PATIENCE if may_end else MOST_PROPOSED, eager=eager):
        found = accepted(turn)
        if found is not None:
            return found
    first = None if may_end else next(moves(before.view, before.ruleset, before.comes()), None)
    return None if first is None else accepted(first)


def _accepted(position: Position, ruleset: Ruleset, proposed: Turn) -> tuple[Turn, Position] | None:
    """Return a proposed turn and the table after it; ``None`` if a rule refuses it."""
    turn = _recorded(proposed, position)
    one = step(position, turn, ruleset)
    if one.certain:
        return turn, one.after
    play, verdict = one.ruling.play, one.ruling.verdict
    found = listed(play, verdict, ruleset)
    if found is None or found is play.turn:
        return None if found is None else (turn, one.after)
    turn = _recorded(found, position)
    return turn, step(position, turn, ruleset).after


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


_UNNAMED: Mapping[type[Clause], Clause] = {Draw: Draw(), TakeFoot: TakeFoot()}


def _recorded(turn: Turn, position: Position) -> Turn:
    """Return a turn of the player without the cards that come, since they follow from the table."""
    clauses = tuple([_UNNAMED.get(type(each), each) for each in turn.clauses])
    return Turn(clauses, position.player)
