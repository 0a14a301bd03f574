"""A hand recorded turn by turn: the table before its first turn, every step, and its tallies."""

from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.applying import apply, from_stock
from canasta_cli.engine.position import Holding, How, Position
from canasta_cli.engine.rotation import sitting_out
from canasta_cli.engine.threes import laid_out
from canasta_cli.engine.turn import Step, step
from canasta_cli.engine.values import held
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.deal import Deal, PlayerCards
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.tally import Out, Tally, join
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import UnderUpcard

# Cards under the upcard: three in some houses, elsewhere its rank in pips, a four being the lowest.
THREE, LOWEST = 3, 4


class Seating(NamedTuple):
    """Who plays a hand, the player after the dealer first, and where each one's side stands."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    totals: tuple[int, ...]
    number: int


def seating(
    game: Game, dealer: str, number: int, totals: tuple[int, ...], ruleset: Ruleset
) -> Seating:
    """The seats of a hand of a game, counted from 1."""
    sits = sitting_out(game, number, ruleset)
    first = game.players.index(dealer) + 1
    order = (*game.players[first:], *game.players[:first])
    players = tuple(player for player in order if player != sits)
    names = [side.players for side in game.sides]
    sides = tuple(next(at for at, side in enumerate(names) if p in side) for p in players)
    return Seating(players, sides, totals, number)


def start(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """The table after the deal, before the first turn.

    Where the hands are given, their threes that are laid out are laid and replaced at once, in the
    order of play. A stock that is given is the one from which the cards under the upcard are taken.
    """
    told = {hand.player: hand.cards for hand in deal.hands}
    nobody = Holding(NO_CARDS, ruleset.deal.cards)
    hands = tuple(Holding(told[p]) if p in told else nobody for p in seats.players)
    packs = sum(held(rank, ruleset) for rank in Rank)
    upcards = max(len(deal.upcards), 1)
    under = _under(deal, ruleset)
    stock = packs - sum(hand.size for hand in hands) - upcards - under
    beneath: tuple[Card, ...] = ()
    order = deal.stock
    if order is not None:
        beneath, order = order[:under], order[under:]
        stock = len(order)
    count = len(seats.totals)
    position = Position(
        players=seats.players,
        sides=seats.sides,
        totals=seats.totals,
        deal=seats.number,
        melds=((),) * count,
        threes=(NO_CARDS,) * count,
        hands=hands,
        begun=(False,) * len(hands),
        melded=(False,) * len(hands),
        pile=(*beneath, *deal.upcards),
        buried=upcards - len(deal.upcards) + under - len(beneath),
        stock=stock,
        order=order,
    )
    return _threes_of_the_deal(position, ruleset)


def _under(deal: Deal, ruleset: Ruleset) -> int:
    """How many cards of the stock lie face down under the upcard."""
    if ruleset.deal.under_upcard is UnderUpcard.THREE:
        return THREE
    if ruleset.deal.under_upcard is UnderUpcard.NONE or not deal.upcards:
        return 0
    rank = deal.upcards[-1].rank
    return LOWEST + rank.order if rank.natural else 0


def _threes_of_the_deal(position: Position, ruleset: Ruleset) -> Position:
    for place, hand in enumerate(position.hands):
        threes = laid_out(hand.cards, ruleset)
        if threes:
            here = position._replace(to_play=place)
            here = here.with_hand(hand.minus(threes)).with_threes(threes)
            position = from_stock(here, len(threes), NO_CARDS, ruleset)
    return position._replace(to_play=0)


class Replay(NamedTuple):
    """A hand replayed: the table before the first turn, and every step."""

    start: Position
    steps: tuple[Step, ...]

    @property
    def now(self) -> Position:
        """The table after the last turn."""
        return self.steps[-1].after if self.steps else self.start


def replay(deal: Deal, seats: Seating, ruleset: Ruleset) -> Replay:
    """Judge every turn of a hand in its place, forced or not."""
    first = start(deal, seats, ruleset)
    return Replay(first, tuple(steps(first, deal, ruleset)))


def steps(position: Position, deal: Deal, ruleset: Ruleset) -> Iterator[Step]:
    """Every turn of a hand judged in its place, one after the other."""
    for said in deal.turns:
        one = step(position, said.turn, ruleset)
        position = one.after
        yield one


def table_after(deal: Deal, seats: Seating, ruleset: Ruleset) -> Position:
    """The table after all turns of a hand, without judging any."""
    position = start(deal, seats, ruleset)
    for said in deal.turns:
        position = apply(position, said.turn, ruleset)
    return position


def holdings(position: Position, left: tuple[PlayerCards, ...]) -> tuple[Cards, ...]:
    """What each player holds at the end: as it was shown, else as far as everybody knows."""
    shown = {each.player: each.cards for each in left}
    return tuple(
        shown.get(player, hand.cards)
        for player, hand in zip(position.players, position.hands, strict=True)
    )


def tallies(position: Position, left: tuple[PlayerCards, ...], sides: int) -> tuple[Tally, ...]:
    """What each side has at the end of a hand that was played."""
    held_now = holdings(position, left)
    found = []
    for side in range(sides):
        mine = [at for at, own in enumerate(position.sides) if own == side]
        found.append(
            Tally(
                melds=position.melds[side],
                threes=position.threes[side],
                left=tuple(held_now[at] for at in mine if held_now[at]),
                out=_out(position, mine),
            )
        )
    return tuple(found)


def _out(position: Position, players: list[int]) -> Out | None:
    ending = position.ending
    if ending is None or ending.how is not How.OUT or ending.player not in players:
        return None
    return Out.CONCEALED if ending.concealed else Out.PLAIN


def settled(hand: Hand, game: Game, dealer: str, number: int, ruleset: Ruleset) -> Hand:
    """A hand with its tallies: those of a played one follow from its turns."""
    if hand.played is None:
        return hand
    seats = seating(game, dealer, number, (0,) * len(game.sides), ruleset)
    return with_tallies(hand, hand.played, table_after(hand.played, seats, ruleset))


def with_tallies(hand: Hand, deal: Deal, position: Position) -> Hand:
    """A hand that was played, with its tallies: what was awarded, and what lies there at its end."""
    sides = len(position.totals)
    counted = tallies(position, deal.left or (), sides)
    said = hand.tallies or (Tally(),) * sides
    both = zip(counted, said, strict=True)
    return hand._replace(tallies=tuple(join(pair) for pair in both))
