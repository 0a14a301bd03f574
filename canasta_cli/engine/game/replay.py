"""Replay a hand recorded turn by turn: the table after the deal, every turn in order, and its tallies.

The score-keeper, the library and the checks of recorded games call it.
"""

from collections.abc import Iterable, Iterator, Sequence

from canasta_cli.engine.game.plain_turns import Replayer
from canasta_cli.engine.game.position import How, Position
from canasta_cli.engine.game.recorded_turn import Step, follow
from canasta_cli.engine.points import deck_size
from canasta_cli.engine.turn.case import bonus_number, set_aside
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.view import (
    EMPTY,
    Held,
    laid_out,
)
from canasta_cli.model.cards import (
    NO_CARDS,
    UNSUITED,
    Card,
    Cards,
)
from canasta_cli.model.game import Figure, Hand, Out, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import (
    Deal,
    PlayerCards,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import UnderUpcard, Upcard
from canasta_cli.values import NamedTuple

# A hand recorded turn by turn: the table before its first turn, every step, and its tallies.

# Cards under the upcard: three, or as many as the pips of its rank, from four up.
THREE, LOWEST = 3, 4
# The figure of a tally for card points left in a hand.
POINTS_LEFT = "minus"


def start(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after the deal, before the first turn.

    If the hands are given, their threes are laid out and replaced at once, in the order of play.
    If the stock is given, the cards under the upcard are taken from it.
    """
    given = {hand.player: Cards(_unsuited(hand.cards, ruleset)) for hand in deal.hands}
    nobody = Held(NO_CARDS, ruleset.deal.cards)
    hands = tuple(Held(given[p]) if p in given else nobody for p in seats.players)
    feet = _feet(deal, seats, ruleset)
    upcards = max(len(deal.upcards), int(ruleset.deal.upcard is not Upcard.NONE))
    under, apart = _under(deal, ruleset), set_aside(ruleset)
    gone = sum(packet.at_least for packet in (*hands, *feet)) + upcards + under + apart
    stock = deck_size(ruleset) - gone
    beneath: tuple[Card, ...] = ()
    order = None if deal.stock is None else _unsuited(deal.stock, ruleset)
    aside: tuple[Card, ...] = ()
    if order is not None:
        end = max(len(order) - apart, under)
        beneath, order, aside = order[:under], order[under:end], order[end:]
        stock = len(order)
    count = len(seats.totals)
    position = Position(
        players=seats.players,
        sides=seats.sides,
        teams=seats.sides,
        totals=seats.totals,
        deal=seats.number,
        melds=((),) * count,
        threes=(NO_CARDS,) * count,
        hands=hands,
        begun=(False,) * len(hands),
        has_melded=(False,) * len(hands),
        pile=(*beneath, *deal.upcards),
        buried=upcards - len(deal.upcards) + under - len(beneath),
        stock=stock,
        feet=feet,
        bonus=(EMPTY,) * len(hands),
        aside=_aside(aside, ruleset),
        order=order,
        stocks=_divided(stock, ruleset),
    )
    return _threes_of_the_deal(position, ruleset)


def _divided(stock: int, ruleset: Ruleset) -> tuple[int, ...]:
    """Divide the stock among several as evenly as possible; empty if the game has one."""
    number = len(ruleset.deal.stocks)
    return tuple([max(stock + at, 0) // number for at in reversed(range(number))])


def _unsuited(cards: Iterable[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """List cards without suits that don't matter, since turns are written without them."""
    if ruleset.melds.runs:
        return tuple(cards)
    return tuple(map(UNSUITED.__getitem__, cards))


def _feet(deal: Deal, seats: Seating, ruleset: Ruleset) -> tuple[Held, ...]:
    """The foot of each player, if the game deals one."""
    given = {hand.player: Cards(_unsuited(hand.foot, ruleset)) for hand in deal.hands if hand.foot}
    nobody = Held(NO_CARDS, ruleset.deal.foot or 0)
    return tuple(Held(given[p]) if p in given else nobody for p in seats.players)


def _aside(cards: tuple[Card, ...], ruleset: Ruleset) -> tuple[Held, ...]:
    """The bonus cards set aside: for the side that opens first, and for the one that opens next."""
    if not set_aside(ruleset):
        return ()
    first, second = (bonus_number(ruleset, theirs=each) for each in (False, True))
    if not cards:
        return Held(NO_CARDS, first), Held(NO_CARDS, second)
    return Held(Cards(cards[:first])), Held(Cards(cards[first:]))


def _under(deal: Deal, ruleset: Ruleset) -> int:
    """The number of cards of the stock that are face down under the upcard."""
    if ruleset.deal.under_upcard is UnderUpcard.THREE:
        return THREE
    if ruleset.deal.under_upcard is UnderUpcard.NONE or not deal.upcards:
        return 0
    rank = deal.upcards[-1].rank
    return LOWEST + rank.order if rank.four_to_ace else 0


def _threes_of_the_deal(position: Position, ruleset: Ruleset) -> Position:
    for place, hand in enumerate(position.hands):
        threes = laid_out(hand.cards, ruleset)
        if threes:
            here = position.replace(to_play=place)
            table = here.table(ruleset)
            table.lay_out(threes)
            position = here.with_table(table)
    return position.replace(to_play=0)


class Replay(NamedTuple):
    """A replayed hand: the table before the first turn, and every step."""

    start: Position
    steps: tuple[Step, ...]

    @property
    def now(self) -> Position:
        """The table after the last turn."""
        return self.steps[-1].after if self.steps else self.start


def replay(deal: Deal, seats: Seating, ruleset: Ruleset) -> Replay:
    """Apply every turn of a hand in order; each is judged when its verdict is read."""
    first = start(deal, seats, ruleset)
    return Replay(first, tuple(steps(first, deal, ruleset)))


def steps(position: Position, deal: Deal, ruleset: Ruleset) -> Iterator[Step]:
    """Yield the turns of a hand in order, each judged on the table that the last one left."""
    for recorded in deal.turns:
        one = Step(position, recorded.turn, ruleset)
        position = one.after
        yield one


def table_after(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """Return the table after all turns of a hand, without judging any."""
    table = Replayer(start(deal, seats, ruleset), ruleset)
    for recorded in deal.turns:
        table, _ = follow(table, recorded.turn)
    return table.position


def holdings(position: Position, left: Sequence[PlayerCards]) -> tuple[PlayerCards, ...]:
    """List the cards that each player has at the end: as shown, otherwise as everyone knows.

    Bonus cards that nobody picked up count as cards of the hand.
    """
    shown = {each.player: each for each in left}
    known = (
        PlayerCards(player, hand.cards + bonus.cards, foot.cards)
        for player, hand, bonus, foot in zip(
            position.players, position.hands, position.bonus, position.feet, strict=True
        )
    )
    return tuple(
        _shown(shown[each.player], each) if each.player in shown else each for each in known
    )


def _shown(shown: PlayerCards, known: PlayerCards) -> PlayerCards:
    """Return the cards that a player shows; a known foot need not be shown again.

    Points stand for all cards, those of a foot included.
    """
    return shown if shown.foot or shown.points is not None else shown._replace(foot=known.foot)


def tallies(
    position: Position, left: Sequence[PlayerCards], sides: int, ruleset: Ruleset
) -> tuple[Tally, ...]:
    """Return each side's tally at the end of a hand recorded turn by turn."""
    held_now = holdings(position, left)
    found = []
    for side in range(sides):
        mine = [at for at, own in enumerate(position.sides) if own == side]
        points = sum(held_now[at].points or 0 for at in mine)
        found.append(
            Tally(
                melds=position.melds[side],
                threes=position.threes[side],
                left=tuple(held_now[at].cards for at in mine if held_now[at].cards),
                feet=tuple(held_now[at].foot for at in mine if held_now[at].foot),
                out=_out(position, mine, ruleset),
                special=_special(position, mine, ruleset),
                alone=position.players[position.alone] if position.alone in mine else None,
                figures=(Figure(POINTS_LEFT, points),) if points else (),
            )
        )
    return tuple(found)


def _special(position: Position, players: list[int], ruleset: Ruleset) -> str | None:
    """The name of the special hand that one of these players showed; ``None`` if there is none."""
    ending = position.ending
    if ending is None or not ending.shown or ending.player not in players:
        return None
    found = find_special(ending.shown, ruleset)
    return found.name if found else None


def _out(position: Position, players: list[int], ruleset: Ruleset) -> Out | None:
    ending = position.ending
    if ending is None or ending.how is not How.OUT or ending.player not in players:
        return None
    if _special(position, players, ruleset):
        return None
    return Out.CONCEALED if ending.concealed else Out.PLAIN


def with_tallies(hand: Hand, deal: Deal, position: Position, ruleset: Ruleset) -> Hand:
    """Return a hand recorded turn by turn with its tallies: awards, and the cards at its end."""
    return hand.with_turns(tallies(position, deal.left or (), len(position.totals), ruleset))
