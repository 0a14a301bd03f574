"""Deal and choose turns at random: turns are proposed, legal or not, and the rules judge them.

Only the library calls it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from canasta_cli.engine.game.verification import begins_pile
from canasta_cli.engine.movegen.legal_turns import (
    Begun,
    Start,
    Steps,
    with_pile,
)
from canasta_cli.engine.table import joinable
from canasta_cli.engine.turn.taking import takings
from canasta_cli.model.cards import Card, Cards, Rank, Suit, three
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, Draw, PlayerCards, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard

# Propose a turn at random, one step after the other: mostly it goes on where it can, and then any
# rank can be the one that is melded next.
#
# The rules judge what is proposed. Every legal turn of a player whose cards are known can be
# proposed.

Choose = Callable[[Sequence[Any]], Any]
"""Choose one of some values at random, such as ``random.Random(7).choice``."""
COIN, MOSTLY = (True, False), (True, True, True, False)
MOST_PROPOSED = 30
"""The number of turns proposed before all are gone through."""


def propose(steps: Steps, choose: Choose, *, eager: bool = False) -> Turn | None:
    """Return a turn that may be legal; ``None`` if this choice leads to none.

    An ``eager`` player lays as much as possible.
    """
    start = _start(steps, choose)
    found: Begun | Turn | None = None if start is None else steps.at(start)
    while isinstance(found, Begun):
        found = steps.with_foot(found) or _next(found, steps, choose, eager=eager)
    return found


def _next(begun: Begun, steps: Steps, choose: Choose, *, eager: bool) -> Begun | Turn | None:
    """Lay some cards, or end the turn; ``None`` if neither may be legal."""
    may_end = steps.may_end(begun)
    lays = steps.lays(begun) if eager or not may_end or choose(MOSTLY) else []
    while lays:
        every = list(lays.pop(choose(range(len(lays))))())
        while every:
            then = begun.melding(every.pop(choose(range(len(every)))))
            if steps.may_open(then):
                return then
    if not may_end:
        return None
    end = choose(steps.ends(begun))
    return Turn((*begun.clauses, *(() if end is None else (end,))))


def _start(steps: Steps, choose: Choose) -> Start | None:
    """Begin with a draw, or by taking the pile; join sets in some games."""
    ruleset, drawn = steps.ruleset, steps.drawn
    every = list(takings(steps.view, ruleset)) if drawn is None or choose(COIN) else []
    if every:
        start: Start = choose(list(with_pile((choose(every),), steps.view, ruleset)))
    elif drawn is None:
        return None
    else:
        start = Start((Draw(drawn),), steps.view, ruleset)
    ranks = choose(joinable(start.melds, ruleset))
    return start.joining(*ranks) if ranks else start


# Deal at random, and choose turns with the generator of legal turns.
#
# Randomness is passed in: a function that reorders a list, and one that chooses one of several
# values.

Shuffle = Callable[[list[Card]], None]
"""Reorders a list in place, such as ``random.Random(7).shuffle``."""
T = TypeVar("T")


@lru_cache(maxsize=64)
def whole_deck(ruleset: Ruleset) -> tuple[Card, ...]:
    """List all cards of the deck, in order."""
    cards = [Card(Rank.JOKER)] * ruleset.deck.jokers
    for suit in Suit:
        ranks = (rank for rank in Rank if rank is not Rank.JOKER and not rank.three)
        one = [*(Card(rank, suit) for rank in ranks), three(suit)]
        cards += one * ruleset.deck.packs
    return tuple(sorted(cards, key=lambda card: card.order))


def random_deal(seats: Seating, ruleset: Ruleset, shuffle: Shuffle) -> Deal:
    """Deal with every card known: the hands, the cards turned up, and the stock in order."""
    cards = [*whole_deck(ruleset)]
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


def random_turn(
    steps: Steps,
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
    if steps.drawn is not None or any(takings(steps.view, steps.ruleset)):
        for _ in range(MOST_PROPOSED):
            turn = propose(steps, choose, eager=eager)
            found = None if turn is None else accepted(turn)
            if found is not None:
                return found
    first = None if may_end else next(steps.turns(), None)
    return None if first is None else accepted(first)
