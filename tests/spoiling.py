"""Spoil turns, tallies and recorded hands on purpose, and omit facts of the table, all by chance.

The same chance gives the same on every machine. What is spoilt may still be legal.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from canasta_cli.engine.items import figure_names
from canasta_cli.engine.view import UNKNOWN, Drew, Held, View
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, MeldCards, Onto, Rank, Suit
from canasta_cli.model.game import Award, Figure, Out, Sign, Tally
from canasta_cli.model.turn import (
    Ask,
    Clause,
    Deal,
    Discard,
    Draw,
    GoOut,
    Join,
    LayThrees,
    MeldDown,
    MeldOrLayOff,
    NoDiscard,
    PlayerCards,
    RecordedTurn,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)
from canasta_cli.rules.names import TOPICS
from canasta_cli.rules.schema import Ruleset

RANKS = tuple(Rank)


def any_card(chance: Random, near: Iterable[Card] = ()) -> Card:
    """Return a card, often one of those that are ``near``."""
    cards = tuple(near)
    if cards and chance.random() < 3 / 4:
        return chance.choice(cards)
    return Card(chance.choice(RANKS))


# Turns.


def spoilt_turn(turn: Turn, hand: Cards, chance: Random) -> Turn:
    """Return a turn with one clause that is changed, added, left out or in another place."""
    clauses = list(turn.clauses)
    at = chance.randrange(len(clauses))
    way = chance.randrange(8)
    if way == 0:
        del clauses[at]
    elif way == 1:
        clauses.insert(chance.randrange(len(clauses) + 1), _other_clause(hand, chance))
    elif way == 2:
        other = chance.randrange(len(clauses))
        clauses[at], clauses[other] = clauses[other], clauses[at]
    elif way == 3:
        clauses[-1] = _other_end(hand, chance)
    else:
        clauses[at] = _changed(clauses[at], hand, chance)
    return turn._replace(clauses=tuple(clauses))


def _other_end(hand: Cards, chance: Random) -> Clause:
    ends = (
        Discard(Cards((any_card(chance, hand),))),
        Discard(Cards((any_card(chance),))),
        GoOut(),
        Discard(),
        NoDiscard(),
        StockEnds(),
        ShowSpecial(hand),
    )
    return chance.choice(ends)


def _other_clause(hand: Cards, chance: Random) -> Clause:
    card = any_card(chance, hand)
    clauses: tuple[Clause, ...] = (
        Ask(yes=True),
        Ask(yes=False),
        Join(card.rank),
        LayThrees(Cards((Card(chance.choice((Rank.RED_THREE, Rank.BLACK_THREE))),))),
        TakeFoot(),
        TakeBonus(),
        Draw(),
        Take(card, Cards((card, card))),
        MeldDown((LayOff(Onto(card.rank), Cards((card,))),)),
        MeldDown((MeldCards(Cards((card, card, any_card(chance, hand)))),)),
        Discard(Cards((card,))),
    )
    return chance.choice(clauses)


def _changed(clause: Clause, hand: Cards, chance: Random) -> Clause:
    match clause:
        case Discard():
            return Discard(Cards((any_card(chance, hand),)))
        case MeldDown():
            return MeldDown(_changed_lays(clause.melded, hand, chance))
        case Take():
            return _changed_take(clause, hand, chance)
        case Draw():
            return Draw(Cards((any_card(chance),)))
        case _:
            return _other_clause(hand, chance)


def _changed_lays(
    lays: tuple[MeldOrLayOff, ...], hand: Cards, chance: Random
) -> tuple[MeldOrLayOff, ...]:
    at, way = chance.randrange(len(lays)), chance.randrange(5)
    before, lay, after = lays[:at], lays[at], lays[at + 1 :]
    if way == 0:
        return (*before, lay, lay, *after)
    if way == 1 and len(lays) > 1:
        return (*before, *after)
    return (*before, _changed_lay(lay, hand, chance), *after)


def _changed_lay(lay: MeldOrLayOff, hand: Cards, chance: Random) -> MeldOrLayOff:
    cards = list(lay.cards)
    way = chance.randrange(4)
    if way != 0 and len(cards) > 1:
        cards.pop(chance.randrange(len(cards)))
    if way != 1:
        cards.append(any_card(chance, hand))
    if isinstance(lay, LayOff) and chance.random() < 4 / 5:
        return LayOff(lay.onto, Cards(cards))
    return MeldCards(Cards(cards))


def _changed_take(take: Take, hand: Cards, chance: Random) -> Take:
    way = chance.randrange(5)
    if way == 0:
        return take._replace(top=any_card(chance, hand))
    if way == 1:
        return take._replace(onto=None if take.onto else Onto(any_card(chance, hand).rank))
    if way == 2:
        return take._replace(whole=not take.whole)
    cards = list(take.hand)
    if cards and way == 3:
        cards.pop()
    return take._replace(hand=Cards((*cards, any_card(chance, hand))))


def parts_of(turn: Turn) -> tuple[Turn, ...]:
    """List the parts of a turn that can be asked about alone: its pile, its melds, its end, or several."""
    parts = [each for each in turn.clauses if isinstance(each, Take | MeldDown | Discard | GoOut)]
    starts = [tuple(parts[: at + 1]) for at in range(1, len(parts))]
    return tuple(map(Turn, [*[(each,) for each in parts], *starts]))


# Facts of the table that are not given.


def omitting(view: View, chance: Random, number: int) -> View:
    """Return a view without a number of facts, or with less of them."""
    for _ in range(number):
        view = chance.choice(_OMISSIONS)(view, chance)
    return view


def _some_of_hand(view: View, chance: Random) -> View:
    cards = [card for card in view.held.cards if chance.random() < 2 / 3]
    size = chance.choice((None, view.held.at_least - len(cards)))
    return view.replace(held=Held(Cards(cards), size))


def _no_melds(view: View, chance: Random) -> View:
    if chance.random() < 1 / 2:
        return view.replace(melds=None, opened=None, fresh=None)
    number = len([meld for meld in view.melds or () if meld.size > 6])
    return view.replace(melds=None, fresh=None, canastas=number or None)


def _only_top(view: View, chance: Random) -> View:
    return view.replace(pile=view.pile[-1:], buried=chance.choice((None, len(view.pile[:-1]))))


def _without(**facts: Any) -> Callable[[View, Random], View]:
    return lambda view, _: view.replace(**facts)


_OMISSIONS: tuple[Callable[[View, Random], View], ...] = (
    _some_of_hand,
    _some_of_hand,
    _no_melds,
    _no_melds,
    _only_top,
    _only_top,
    _without(held=UNKNOWN),
    _without(pile=(), buried=None),
    _without(pile=(), buried=None, frozen=True),
    _without(frozen=False, buried=None),
    _without(their_melds=None),
    _without(total=None),
    _without(total=None, minimum=90),
    _without(deal=None),
    _without(stock=None, order=None),
    _without(order=None),
    _without(first_turn=None),
    _without(fresh=None),
    _without(asked_before=None),
    _without(asked=True),
    _without(asked=False),
    _without(red_threes=None, threes=NO_CARDS),
    _without(foot=None, partner_foot=None),
    _without(partner_foot=None),
    _without(partner_foot=True),
    _without(foot=UNKNOWN),
    _without(bonus=None),
    _without(drew=Drew.STOCK),
    _without(drew=Drew.PILE),
    _without(partner_melds=()),
)


# Tallies.


def spoilt_tally(tally: Tally, ruleset: Ruleset, chance: Random) -> Tally:
    """Return a tally with something that is changed, added or left out."""
    return chance.choice(_WAYS)(_Spoiler(tally, ruleset, chance))


class _Spoiler(NamedTuple):
    """A tally to spoil, under a ruleset."""

    tally: Tally
    ruleset: Ruleset
    chance: Random

    def other_meld(self) -> Tally:
        if not self.tally.melds:
            card = any_card(self.chance)
            return self.tally._replace(
                melds=(MeldCards(Cards([card] * self.chance.randint(2, 8))),)
            )
        at = self.chance.randrange(len(self.tally.melds))
        lay = _changed_lay(MeldCards(self.tally.melds[at].cards), self.tally.cards, self.chance)
        more = () if self.chance.random() < 2 / 3 else (lay,)
        assert isinstance(lay, MeldCards)
        return self.tally._replace(
            melds=(*self.tally.melds[:at], lay, *more, *self.tally.melds[at + 1 :])
        )

    def large_meld(self) -> Tally:
        wilds = [Card(each) for each in RANKS if each in self.ruleset.wild_ranks]
        cards = [Card(self.chance.choice(RANKS))] * self.chance.randint(1, 11)
        cards += self.chance.choices(wilds, k=self.chance.choice((0, 0, 1, 2, 3, 4, 7)))
        return self.tally._replace(melds=(*self.tally.melds, MeldCards(Cards(cards))))

    def run(self) -> Tally:
        first, suit = self.chance.randrange(6), self.chance.choice(tuple(Suit))
        ranks = [rank for rank in RANKS if rank.four_to_ace]
        last = first + self.chance.randint(3, 9)
        cards = Cards([Card(rank, suit) for rank in ranks[first:last]])
        return self.tally._replace(melds=(*self.tally.melds, MeldCards(cards)))

    def more_left(self) -> Tally:
        bunch = Cards([any_card(self.chance) for _ in range(self.chance.randint(1, 6))])
        if self.chance.random() < 1 / 4:
            return self.tally._replace(feet=(*self.tally.feet, bunch))
        return self.tally._replace(left=(*self.tally.left, bunch))

    def less_left(self) -> Tally:
        return self.tally._replace(left=self.tally.left[1:], feet=self.tally.feet[1:])

    def threes(self) -> Tally:
        rank = self.chance.choice((Rank.RED_THREE, Rank.BLACK_THREE))
        more = Cards([Card(rank)] * self.chance.randint(1, 7))
        return self.tally._replace(threes=self.tally.threes + more)

    def other_out(self) -> Tally:
        names = [hand.name for hand in self.ruleset.special.hands]
        if names and self.chance.random() < 1 / 2:
            return self.tally._replace(special=self.chance.choice(names))
        return self.tally._replace(out=self.chance.choice((None, Out.PLAIN, Out.CONCEALED)))

    def figures(self) -> Tally:
        name = self.chance.choice((*figure_names(self.ruleset), "red", "other"))
        number = self.chance.choice((0, 1, 2, 4, 9, 35, 105, 343, 2000))
        bare = self.tally if self.chance.random() < 1 / 2 else self.tally._replace(melds=())
        return bare._replace(figures=(*self.tally.figures, Figure(name, number)))

    def award(self) -> Tally:
        award = Award(self.chance.choice(tuple(Sign)), self.chance.choice((5, 100)))
        if self.chance.random() < 1 / 2:
            award = Award(Sign.PENALTY, topic=self.chance.choice((*TOPICS, "sneezing")))
        return self.tally._replace(awards=(*self.tally.awards, award))

    def alone(self) -> Tally:
        return self.tally._replace(alone=None if self.tally.alone else "Ann")

    def stock(self) -> Tally:
        return self.tally._replace(stock=not self.tally.stock)

    def score(self) -> Tally:
        return Tally(score=self.chance.choice((0, 35, 343, 2500, 90_000)), out=self.tally.out)


_WAYS = (
    _Spoiler.other_meld,
    _Spoiler.other_meld,
    _Spoiler.other_meld,
    _Spoiler.large_meld,
    _Spoiler.large_meld,
    _Spoiler.run,
    _Spoiler.more_left,
    _Spoiler.less_left,
    _Spoiler.threes,
    _Spoiler.other_out,
    _Spoiler.other_out,
    _Spoiler.figures,
    _Spoiler.figures,
    _Spoiler.award,
    _Spoiler.alone,
    _Spoiler.stock,
    _Spoiler.score,
)


# Recorded hands.


def known_in_part(deal: Deal, turns: Sequence[Turn]) -> dict[str, Deal]:
    """Return a hand with some of its cards unknown; ``turns`` name the cards that they bring."""
    named = deal._replace(turns=tuple([RecordedTurn(turn) for turn in turns]))
    no_feet = tuple([hand._replace(foot=NO_CARDS) for hand in deal.hands])
    return {
        "no upcard": deal._replace(upcards=()),
        "no stock": named._replace(stock=None),
        "half of the hands": deal._replace(hands=deal.hands[::2]),
        "no feet": named._replace(hands=no_feet),
        "only turns": named._replace(hands=(), upcards=deal.upcards, stock=None),
    }


def spoilt_deal(deal: Deal, chance: Random) -> Deal:
    """Return a recorded hand with a mistake in its deal, in a turn, or in the cards left."""
    return chance.choice(_SPOILT_DEALS)(deal, chance)


def _other_hand(deal: Deal, chance: Random) -> Deal:
    first, *others = deal.hands
    cards = list(first.cards)
    if chance.random() < 1 / 2:
        cards.pop()
    return deal._replace(hands=(first._replace(cards=Cards([*cards, any_card(chance)])), *others))


def _other_foot(deal: Deal, chance: Random) -> Deal:
    *others, last = deal.hands
    return deal._replace(hands=(*others, last._replace(foot=Cards([*last.foot, any_card(chance)]))))


def _other_upcards(deal: Deal, chance: Random) -> Deal:
    card = any_card(chance)
    return deal._replace(upcards=chance.choice(((card,), (card, *deal.upcards), ())))


def _other_stock(deal: Deal, chance: Random) -> Deal:
    stock = list(deal.stock or ())
    at = chance.randrange(20)
    stock[at : at + chance.choice((0, 1))] = [any_card(chance)]
    return deal._replace(stock=tuple(stock))


def _other_turn(deal: Deal, chance: Random) -> Deal:
    at = chance.randrange(len(deal.turns))
    turn = deal.turns[at].turn
    hand = Cards([any_card(chance) for _ in range(8)])
    if chance.random() < 1 / 4:
        changed = turn._replace(player=chance.choice(deal.hands).player)
    else:
        changed = spoilt_turn(turn, hand, chance)
    recorded = RecordedTurn(changed, forced=chance.random() < 1 / 4)
    return deal._replace(turns=(*deal.turns[:at], recorded, *deal.turns[at + 1 :]))


def _other_number_of_turns(deal: Deal, chance: Random) -> Deal:
    if chance.random() < 1 / 2:
        return deal._replace(turns=deal.turns[:-1])
    return deal._replace(turns=(*deal.turns, deal.turns[-1]))


def _other_left(deal: Deal, chance: Random) -> Deal:
    left = list(deal.left or ())
    if not left:
        card = Cards((any_card(chance),))
        return deal._replace(left=(PlayerCards(deal.hands[0].player, card),))
    at = chance.randrange(len(left))
    each = left[at]
    cards = list(each.cards or each.foot)
    way = chance.randrange(4)
    if way == 0:
        left[at] = each._replace(cards=Cards(cards[1:]))
    elif way == 1:
        left[at] = each._replace(cards=Cards([*cards[1:], any_card(chance)]))
    elif way == 2:
        points = chance.choice((0, 5, 52, 400))
        left[at] = PlayerCards(each.player, NO_CARDS, points=points)
    else:
        del left[at]
    return deal._replace(left=tuple(left), left_forced=chance.random() < 1 / 4)


_SPOILT_DEALS: tuple[Callable[[Deal, Random], Deal], ...] = (
    _other_hand,
    _other_foot,
    _other_upcards,
    _other_stock,
    _other_turn,
    _other_turn,
    _other_turn,
    _other_number_of_turns,
    _other_left,
    _other_left,
)
