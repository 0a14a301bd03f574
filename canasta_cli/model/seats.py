"""The people in the seats of a game: other names for them, and who sat where in each hand.

Seats never change during a game. A game, and the engine, name a seat after the person who plays the hand in
play, or the next one; hands played before a substitute came have the names of that time only in what
:func:`as_played` returns.

``players_at`` says who sat where, ``seated`` names the seats; answers ask ``as_played`` of a
``Standing``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.errors import NoLongerKept
from canasta_cli.model.game import Arrival, Game, Hand, Pending, Side, Tally
from canasta_cli.values import NamedTuple, Unread

if TYPE_CHECKING:
    from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn, Turn

Names = Mapping[str, str]
"""Names, and those that replace them; others stay."""


class Seating(NamedTuple):
    """The players of a hand from the one after the dealer on, their sides, and all totals."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    totals: tuple[int, ...]
    number: int


# Give a player another name, in everything that was recorded so far.


def rename_player(game: Game, player: str, name: str, side_names: Sequence[str] = ()) -> Game:
    """Return the game with another name for a player, or for a side.

    ``side_names`` are the names of all sides then. Without them, only a side that has the name of that
    player alone, or those of all its players with “+” between them, has another name. Raises
    ``ValueError`` for another number of names.
    """
    sides = tuple(_renamed_side(side, player, name) for side in game.sides)
    if side_names:
        if len(side_names) != len(sides):
            raise ValueError("the new names don't fit the sides")
        named = zip(sides, side_names, strict=True)
        sides = tuple(side._replace(name=new) for side, new in named)
    names = {old.name: new.name for old, new in zip(game.sides, sides, strict=True)}
    game = with_seats_named(game, {player: name})._replace(
        first_players=_renamed(game.first_players, {player: name}),
        arrivals=tuple(
            each._replace(player=name) if each.player == player else each for each in game.arrivals
        ),
    )
    return game._replace(
        sides=tuple(
            new._replace(name=side.name) for new, side in zip(game.sides, sides, strict=True)
        ),
        hands=tuple(
            hand._replace(awarded=_awarded(hand.awarded, names)) if hand.awarded else hand
            for hand in game.hands
        ),
        pending=_awarded(game.pending, names),
    )


def _renamed_side(side: Side, player: str, name: str) -> Side:
    """Return a side with another name if it is named after its players, or after that player."""
    players = _renamed(side.players, {player: name})
    if side.name == "+".join(side.players):
        return Side("+".join(players), players)
    return Side(name if side.name == player else side.name, players)


def side_names_after(game: Game, player: str, name: str) -> tuple[str, ...]:
    """Return the names of all sides once a player, or a side, has another name.

    In the name of a side in which a player ever sat, the new name replaces the old one.
    """
    renamed = rename_player(game, player, name).side_names
    seats = {seat for who, seat in who_sat(game) if who == player}
    return tuple(
        name_after(side.name, {player: name})
        if side.name == new and seats & {*side.players}
        else new
        for side, new in zip(game.sides, renamed, strict=True)
    )


def name_after(side: str, names: Names) -> str:
    """Return the name of a side with other names for its players, where they are words in it."""
    spelled = {old.casefold(): new for old, new in names.items()}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(
        rf"(?<!\w)(?:{words})(?!\w)",
        lambda found: spelled.get(found[0].casefold(), found[0]),
        side,
        flags=re.IGNORECASE,
    )


def named_after_players(before: Sequence[Side], now: Sequence[Side]) -> tuple[Side, ...]:
    """Return the sides in which others play now, with their names before, and the new players' in those."""
    return tuple(
        side._replace(name=name_after(old.name, dict(zip(old.players, side.players, strict=False))))
        for old, side in zip(before, now, strict=True)
    )


def with_seats_named(game: Game, names: Names) -> Game:
    """Return the game with other names for its seats, all of them at once."""
    names = {seat: names[seat] for seat in game.players if names.get(seat, seat) != seat}
    return _with_names(game, names, lambda _: names) if names else game


def _with_names(game: Game, first: Names, names_in: Callable[[int], Names]) -> Game:
    """Return the game with other names: the ``first`` ones, and in each hand those of that hand, from 1."""
    last = game.next_hand
    return game._replace(
        players=_renamed(game.players, first),
        sides=tuple(Side(side.name, _renamed(side.players, first)) for side in game.sides),
        dealer=first.get(game.dealer, game.dealer),
        hands=tuple(with_names(hand, names_in(at)) for at, hand in enumerate(game.hands, start=1)),
        deal=game.deal and _deal_with_names(game.deal, names_in(last)),
    )


def _renamed(players: tuple[str, ...], names: Names) -> tuple[str, ...]:
    return tuple(names.get(player, player) for player in players)


def _awarded(awarded: tuple[Pending, ...], names: Names) -> tuple[Pending, ...]:
    return tuple(each._replace(side=names.get(each.side, each.side)) for each in awarded)


def with_names(hand: Hand, names: Names) -> Hand:
    """Return a hand with other names of players: of its dealer, of those who took turns, of all others."""
    return hand._replace(
        dealer=hand.dealer and names.get(hand.dealer, hand.dealer),
        tallies=_tallies((hand.tallies, names)),
        from_turns=Unread((hand.from_turns, names), _tallies, len(hand.from_turns))
        if hand.from_turns
        else (),
        played=hand.played and _deal_with_names(hand.played, names),
    )


def _tallies(source: tuple[Sequence[Tally], Names]) -> tuple[Tally, ...]:
    tallies, names = source
    return tuple(
        tally._replace(alone=names.get(tally.alone, tally.alone)) if tally.alone else tally
        for tally in tallies
    )


def _deal_with_names(deal: "Deal", names: Names) -> "Deal":
    """Return a hand played turn by turn with other names; its turns are read when they are needed."""
    return deal._replace(
        dealer=deal.dealer and names.get(deal.dealer, deal.dealer),
        turns=tuple(turn_with_names(given, names) for given in deal.turns),
        left=None if deal.left is None else cards_with_names(deal.left, names),
        hands=cards_with_names(deal.hands, names),
    )


def turn_with_names(given: "RecordedTurn", names: Names) -> "RecordedTurn":
    """Return a turn with another name of its player."""
    from canasta_cli.model.turn import RecordedTurn  # most games have no turns

    def renamed() -> "Turn":
        turn = given.turn
        return turn._replace(player=turn.player and names.get(turn.player, turn.player))

    return RecordedTurn(renamed, given.forced)


def cards_with_names(cards: "Sequence[PlayerCards]", names: Names) -> "Sequence[PlayerCards]":
    """Return cards of players with other names."""
    return Unread((cards, names), _read_cards, len(cards)) if cards else cards


def _read_cards(source: "tuple[Sequence[PlayerCards], Names]") -> "tuple[PlayerCards, ...]":
    cards, names = source
    return tuple(each._replace(player=names.get(each.player, each.player)) for each in cards)


# Find who sat where: substitutes take a seat from a hand on.


def with_arrival(game: Game, arrival: Arrival) -> Game:
    """Return the game with a substitute, who stays until the next one takes the same seat.

    From the first hand on, it is the player who began the game. Its seats get their names by
    :func:`seated`, so that several may come with one hand in any order.
    """
    first = game.first_players or game.players
    kept = [each for each in game.arrivals if each[:2] != arrival[:2]]
    if arrival.hand == 1:
        first = (*first[: arrival.seat], arrival.player, *first[arrival.seat + 1 :])
    else:
        kept.append(arrival)
    return game._replace(first_players=first, arrivals=tuple(sorted(kept)))


def seated(game: Game) -> Game:
    """Return the game with its seats named after those who play the hand in play, or the next one.

    Raises :class:`~canasta_cli.errors.NoLongerKept` as :func:`check_seats`.
    """
    if not game.first_players:
        return game
    for hand in (1, *(each.hand for each in game.arrivals)):
        check_seats(game, hand)
    now = players_at(game, game.next_hand)
    game = with_seats_named(game, dict(zip(game.players, now, strict=True)))
    return game if game.arrivals else game._replace(first_players=())


def check_seats(game: Game, hand: int) -> None:
    """Raise ``NoLongerKept`` if a person has two seats in a hand, or if two exchange theirs with it."""
    before, now = players_at(game, hand - 1), players_at(game, hand)
    twice = [name for name in now if now.count(name) > 1]
    if twice:
        raise NoLongerKept(f"{twice[0]} would have two seats from hand {hand} on; {_NO_EXCHANGE}")
    left = {came: leaves for leaves, came in zip(before, now, strict=True) if came != leaves}
    for came, leaves in left.items():
        seat = leaves
        while seat in left and seat != came:
            seat = left[seat]
        if seat == came:
            says = f"{came} and {leaves} would exchange their seats with hand {hand}"
            raise NoLongerKept(f"{says}; {_NO_EXCHANGE}")


_NO_EXCHANGE = "canasta no longer keeps exchanged seats"


def without_hand(game: Game, dropped: int) -> Game:
    """Return the game with its substitutes as they are once a hand, counted from 1, is dropped.

    One who then comes with the first hand began the game. Raises ``NoLongerKept`` as :func:`seated`.
    """
    first, came = list(game.first_players), dict[tuple[int, int], Arrival]()
    for each in game.arrivals:
        moved = each._replace(hand=each.hand - (each.hand > dropped))
        if moved.hand == 1:
            first[moved.seat] = moved.player
        else:
            # The last one of several who come with one hand.
            came[moved[:2]] = moved
    arrivals = tuple(sorted(came.values()))
    return seated(game._replace(first_players=tuple(first), arrivals=arrivals))


def players_at(game: Game, hand: int) -> tuple[str, ...]:
    """Return who sat in each seat in a hand, from 1."""
    names = list(game.first_players or game.players)
    for each in game.arrivals:
        if each.hand <= hand:
            names[each.seat] = each.player
    return tuple(names)


def names_in_hand(game: Game, hand: int) -> Names:
    """Map the names of the seats to those of the people who sat there in a hand."""
    return dict(zip(game.players, players_at(game, hand), strict=False))


def as_played(game: Game, hand: Hand, number: int) -> Hand:
    """Return a hand of a game, by its number from 1, with the names of those who played it."""
    return with_names(hand, names_in_hand(game, number)) if game.arrivals else hand


def as_seated(game: Game, hand: Hand, number: int) -> Hand:
    """Return a hand with the names of the seats: :func:`as_played` the other way around."""
    if not game.arrivals:
        return hand
    return with_names(hand, {name: seat for seat, name in names_in_hand(game, number).items()})


def as_begun(game: Game) -> Game:
    """Return a game as it is written down: with those who began it, and each hand as it was played."""
    if not game.arrivals:
        return game
    return _with_names(game, names_in_hand(game, 1), lambda hand: names_in_hand(game, hand))


def who_sat(game: Game) -> Iterator[tuple[str, str]]:
    """Yield all who sat in a game, each with the name of the seat; first those who sit there now."""
    yield from zip(game.players, game.players, strict=True)
    yield from zip(game.first_players, game.players, strict=False)
    yield from ((each.player, game.players[each.seat]) for each in game.arrivals)


def everyone(game: Game) -> tuple[str, ...]:
    """Return all who played in a game, each once, those who began it first."""
    came = (each.player for each in game.arrivals)
    return tuple(dict.fromkeys((*(game.first_players or game.players), *came)))


def substitutes(game: Game) -> Iterator[tuple[Arrival, str]]:
    """Yield each substitute with the name of the player whose seat it was."""
    now = list(game.first_players)
    for each in game.arrivals:
        before, now[each.seat] = now[each.seat], each.player
        if before != each.player:
            yield each, before
