"""The suits of a recorded hand: which cards move where, and which suits are possible.

Knows nothing of the engine: cards are moved as they are written, one rank at a time, and every way to
choose the suits that are not written is tried. For games whose pile is taken whole, without packets.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from canasta_cli.model.cards import Card, Cards, LayOff, MeldCards, Rank, is_run
from canasta_cli.model.turn import (
    Clause,
    Deal,
    Discard,
    Draw,
    LayThrees,
    MeldDown,
    MeldOrLayOff,
    PlayerCards,
    RecordedTurn,
    Take,
    Turn,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import LaidBlack, Portion, UnderUpcard


class Come(NamedTuple):
    """Known cards come to the hand of a player."""

    player: int
    cards: tuple[Card, ...]


class Play(NamedTuple):
    """Cards leave the hand of a player, for the pile or for the table."""

    player: int
    cards: tuple[Card, ...]
    to_pile: bool = False


class TakePile(NamedTuple):
    """The top card of the pile is melded, the others come to the hand."""

    player: int
    top: Card


Move = Come | Play | TakePile


def is_simple(ruleset: Ruleset) -> bool:
    """True if the oracle knows all ways in which cards move in a game."""
    return (
        ruleset.pile.take is Portion.WHOLE
        and ruleset.deal.foot is None
        and ruleset.talon.cards is None
        and not ruleset.opening.extra_cards
        and ruleset.deal.under_upcard is UnderUpcard.NONE
    )


def _stays(card: Card, ruleset: Ruleset, *, from_pile: bool = False) -> bool:
    threes = ruleset.threes
    black = ruleset.black_laid and (from_pile or threes.lay_black is LaidBlack.ALWAYS)
    return not (card.rank is Rank.RED_THREE or (card.rank is Rank.BLACK_THREE and black))


def _drawn(stock: list[Card], number: int, ruleset: Ruleset) -> tuple[Card, ...]:
    """Take cards from a stock until a number of them stay in the hand; return these."""
    kept: list[Card] = []
    while stock and len(kept) < number:
        card = stock.pop(0)
        if _stays(card, ruleset):
            kept.append(card)
    return tuple(kept)


def _of_lay(lay: MeldOrLayOff) -> tuple[Card, ...]:
    suit = lay.onto.suit if isinstance(lay, LayOff) else None
    return tuple(
        Card(card.rank, card.suit or suit) if card.rank.four_to_ace else card for card in lay.cards
    )


def moves_of(deal: Deal, players: tuple[str, ...], ruleset: Ruleset) -> list[list[Move]]:
    """List the moves of the deal and of each turn, with the cards as they are written."""
    stock = list(deal.stock or ())
    first: list[Move] = []
    given = {hand.player: hand.cards for hand in deal.hands}
    for at, player in enumerate(players):
        hand = given[player]
        kept = [card for card in hand if _stays(card, ruleset)]
        more = _drawn(stock, len(hand) - len(kept), ruleset)
        first.append(Come(at, (*kept, *more)))
    every = [first]
    for number, recorded in enumerate(deal.turns):
        me, now = number % len(players), list[Move]()
        for clause in recorded.turn.clauses:
            match clause:
                case Draw():
                    now.append(Come(me, _drawn(stock, ruleset.deal.draw, ruleset)))
                case Take(top, own, onto, _, then):
                    assert top is not None
                    with_top = own if onto is None else Cards(_of_lay(LayOff(onto, own)))
                    now.append(Play(me, (*with_top, *(c for lay in then for c in _of_lay(lay)))))
                    suited = top if onto is None else _of_lay(LayOff(onto, Cards((top,))))[0]
                    now.append(TakePile(me, suited))
                case MeldDown(melded):
                    now.append(Play(me, tuple(card for lay in melded for card in _of_lay(lay))))
                case Discard(cards):
                    now.append(Play(me, tuple(cards), to_pile=True))
                case LayThrees():
                    raise AssertionError(clause)
                case _:
                    pass
        every.append(now)
    return every


World = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""The cards of a rank in each hand, in order, and in the pile from its bottom."""


def _like(one: Card, other: Card) -> bool:
    return one.rank is other.rank and (one.suit is other.suit or None in (one.suit, other.suit))


def _with_hand(world: World, player: int, hand: Iterable[Card], pile: tuple[Card, ...]) -> World:
    hands = list(world[0])
    hands[player] = tuple(sorted(hand, key=lambda card: card.order))
    return tuple(hands), pile


def _after(world: World, move: Move, rank: Rank, rest: int, ruleset: Ruleset) -> Iterator[World]:
    """Yield every table after a move; ``rest`` is the number of cards of the rank under the top."""
    hands, pile = world
    hand = hands[move.player]
    if isinstance(move, Come):
        more = [card for card in move.cards if card.rank is rank]
        yield _with_hand(world, move.player, (*hand, *more), pile)
    elif isinstance(move, TakePile):
        under, top = pile[:rest], pile[rest:]
        if not top or _like(top[0], move.top):
            kept = [card for card in under if _stays(card, ruleset, from_pile=True)]
            yield _with_hand(world, move.player, (*hand, *kept), ())
    else:
        played = [card for card in move.cards if card.rank is rank]
        worlds = {world}
        for card in played:
            worlds = {
                _with_hand(
                    each,
                    move.player,
                    _without(each[0][move.player], at),
                    (*each[1], each[0][move.player][at]) if move.to_pile else each[1],
                )
                for each in worlds
                for at, held in enumerate(each[0][move.player])
                if _like(held, card)
            }
        yield from worlds


def _without(cards: tuple[Card, ...], at: int) -> tuple[Card, ...]:
    return (*cards[:at], *cards[at + 1 :])


def worlds_after(
    upcards: Sequence[Card], moves: Iterable[Move], rank: Rank, players: int, ruleset: Ruleset
) -> set[World]:
    """Find every distribution of a rank that the moves can lead to."""
    worlds: set[World] = {(((),) * players, tuple(card for card in upcards if card.rank is rank))}
    ranks = [card.rank for card in upcards]
    for move in moves:
        rest = ranks[:-1].count(rank)
        worlds = {after for each in worlds for after in _after(each, move, rank, rest, ruleset)}
        if isinstance(move, TakePile):
            ranks = []
        elif isinstance(move, Play) and move.to_pile:
            ranks += [card.rank for card in move.cards]
    return worlds


def is_consistent(deal: Deal, players: tuple[str, ...], ruleset: Ruleset) -> bool:
    """True if some choice of the suits that are not written fits all turns and the cards left."""
    moves = [move for turn in moves_of(deal, players, ruleset) for move in turn]
    shown = {each.player: each.cards for each in deal.left or ()}
    left = [Play(at, tuple(shown.get(player, ()))) for at, player in enumerate(players)]
    return all(
        worlds_after(deal.upcards, [*moves, *left], rank, len(players), ruleset) for rank in Rank
    )


def _choose(cards: Cards, hand: list[Card], random: Random) -> Cards:
    """Choose cards of a hand for those without a suit, and remove all from it."""
    chosen = []
    for card in sorted(cards, key=lambda card: card.suit is None):
        held = random.choice([each for each in hand if _like(each, card)])
        hand.remove(held)
        chosen.append(held)
    return Cards(chosen)


def with_suits(deal: Deal, players: tuple[str, ...], ruleset: Ruleset, random: Random) -> Deal:
    """Return a hand with the suits of all cards played, chosen among those in the hand."""
    stock, pile = list(deal.stock or ()), list(deal.upcards)
    (first, *_) = moves_of(deal._replace(turns=()), players, ruleset)
    hands = [list(move.cards) for move in first if isinstance(move, Come)]
    for dealt in deal.hands:
        _drawn(stock, sum(not _stays(card, ruleset) for card in dealt.cards), ruleset)
    turns = []
    for number, recorded in enumerate(deal.turns):
        hand = hands[number % len(players)]

        def chosen(lay: MeldOrLayOff, hand: list[Card] = hand) -> MeldOrLayOff:
            cards = _choose(Cards(_of_lay(lay)), hand, random)
            return lay._replace(cards=cards) if isinstance(lay, LayOff) else MeldCards(cards)

        clauses = []
        for clause in recorded.turn.clauses:
            after: Clause = clause
            match clause:
                case Draw():
                    hand += _drawn(stock, ruleset.deal.draw, ruleset)
                case Take(_, shown, onto, _, then):
                    with_top = shown if onto is None else Cards(_of_lay(LayOff(onto, shown)))
                    after = clause._replace(
                        top=pile.pop(),
                        hand=_choose(with_top, hand, random),
                        then=tuple(map(chosen, then)),
                    )
                    hand += [card for card in pile if _stays(card, ruleset, from_pile=True)]
                    pile.clear()
                case MeldDown(melded):
                    after = MeldDown(tuple(map(chosen, melded)))
                case Discard(cards):
                    discarded = _choose(cards, hand, random)
                    after = Discard(discarded)
                    pile += discarded
                case _:
                    pass
            clauses.append(after)
        turns.append(RecordedTurn(recorded.turn._replace(clauses=tuple(clauses))))
    left = tuple(
        PlayerCards(player, Cards(hand))
        for player, hand in zip(players, hands, strict=True)
        if hand
    )
    return deal._replace(turns=tuple(turns), left=left)


def rewritten(deal: Deal, other: Callable[[Card], Card]) -> Deal:
    """Return a hand with other suits for its cards, or without suits.

    Sequences need theirs; cards laid off on one by its name can only leave them out.
    """

    def onto_run(card: Card) -> Card:
        return card if other(card).suit is not None else Card(card.rank)

    def lay(given: MeldOrLayOff) -> MeldOrLayOff:
        if isinstance(given, LayOff):
            new = other if given.onto.suit is None else onto_run
            return given._replace(cards=Cards(map(new, given.cards)))
        return given if is_run(given.cards) else MeldCards(Cards(map(other, given.cards)))

    def turn(given: Turn) -> Turn:
        clauses = []
        for clause in given.clauses:
            after: Clause = clause
            match clause:
                case Take(top, hand, onto, _, then):
                    assert top is not None
                    if onto is not None or not is_run(Cards((top, *hand))):
                        new = onto_run if onto is not None and onto.suit is not None else other
                        top, hand = new(top), Cards(map(new, hand))
                    after = clause._replace(top=top, hand=hand, then=tuple(map(lay, then)))
                case MeldDown(melded):
                    after = MeldDown(tuple(map(lay, melded)))
                case Discard(cards):
                    after = Discard(Cards(map(other, cards)))
                case _:
                    pass
            clauses.append(after)
        return given._replace(clauses=tuple(clauses))

    turns = tuple(RecordedTurn(turn(each.turn)) for each in deal.turns)
    left = tuple(each._replace(cards=Cards(map(other, each.cards))) for each in deal.left or ())
    return deal._replace(turns=turns, left=left)
