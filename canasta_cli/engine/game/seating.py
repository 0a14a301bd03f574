"""Seat the players of a game in sides, and find who deals each hand and who sits it out."""

from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Side
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

PARTNERS = ("Us", "Them")
CHOOSE_RULESET = "Choose a ruleset for as many players."
"""The fix if the ruleset is for another number of players; who knows the rulesets names them instead."""


def seat(players: tuple[str, ...], named: tuple[Side, ...], ruleset: Ruleset) -> tuple[Side, ...]:
    """Return the sides of a game: ``named`` sides as given, the others by the order of seats.

    ``players`` are in order of play, so that partners sit opposite each other. Raises
    :class:`~canasta_cli.errors.NotUnderstood` if the players don't fit the ruleset.
    """
    _check_players(players, ruleset)
    if not named:
        return _by_seats(players, ruleset)
    _check_named(players, named)
    seated = {player for side in named for player in side.players}
    rest = tuple(player for player in players if player not in seated)
    sides = (*named, *((_rest(rest, named),) if rest else ()))
    if sorted(len(side.players) for side in sides) != sorted(ruleset.seats.sides):
        raise NotUnderstood(
            f"{ruleset.name} is played {_sizes(ruleset)}; the sides given are "
            + listed(f"{side.name} ({count_of(len(side.players), 'player')})" for side in sides),
            fix="Name each side with its players: Us=Ann,Cat",
        )
    return sides


def first_dealer(players: tuple[str, ...], sides: tuple[Side, ...], ruleset: Ruleset) -> str:
    """The first dealer by default: the player who sits before the one named first."""
    sits = max(sides, key=lambda side: len(side.players)).players[-1]
    playing = [p for p in players if not ruleset.seats.sitting_out or p != sits]
    return playing[-1]


def _check_players(players: tuple[str, ...], ruleset: Ruleset) -> None:
    lower = [player.casefold() for player in players]
    twice = [player for player in players if lower.count(player.casefold()) > 1]
    if twice:
        raise NotUnderstood(
            f"“{twice[0]}” is named twice",
            fix="Give each player a different name: Ann Bob Cat Dan",
        )
    if any(not player.strip() for player in players):
        raise NotUnderstood("a player's name is empty", fix="Name each player: Ann Bob Cat Dan")
    if len(players) != ruleset.seats.players:
        raise NotUnderstood(
            f"{ruleset.name} is for {count_of(ruleset.seats.players, 'player')}; "
            f"{len(players)} {'is' if len(players) == 1 else 'are'} named",
            fix=CHOOSE_RULESET,
        )


def _check_named(players: tuple[str, ...], named: tuple[Side, ...]) -> None:
    names = [side.name for side in named]
    if len(set(names)) < len(names):
        raise NotUnderstood(
            "two sides have the same name",
            fix="Give each side a different name: Us=Ann,Cat Them=Bob,Dan",
        )
    seated = [player for side in named for player in side.players]
    strangers = [player for player in seated if player not in players]
    if strangers:
        raise NotUnderstood(
            f"“{strangers[0]}” is on a side but is not a player",
            fix=f"The players are {', '.join(players)}.",
        )
    twice = [player for player in seated if seated.count(player) > 1]
    if twice:
        raise NotUnderstood(f"“{twice[0]}” is on two sides", fix="Put each player on one side.")


def _by_seats(players: tuple[str, ...], ruleset: Ruleset) -> tuple[Side, ...]:
    sizes = ruleset.seats.sides
    if max(sizes) == 1:
        return tuple(Side(player, (player,)) for player in players)
    groups: list[list[str]] = [[] for _ in sizes]
    for place, player in enumerate(players):
        open_groups = [
            group for group, size in zip(groups, sizes, strict=True) if len(group) < size
        ]
        turn = groups[place % len(groups)]
        (turn if turn in open_groups else open_groups[0]).append(player)
    if len(groups) == len(PARTNERS):
        return tuple(Side(name, tuple(group)) for name, group in zip(PARTNERS, groups, strict=True))
    return tuple(Side("+".join(group), tuple(group)) for group in groups)


def _rest(players: tuple[str, ...], named: tuple[Side, ...]) -> Side:
    """Return the side of the players not on a named side, under an unused name."""
    taken = {side.name for side in named}
    wanted = (*(players if len(players) == 1 else ()), *reversed(PARTNERS), "+".join(players))
    return Side(next(name for name in wanted if name not in taken), players)


def _sizes(ruleset: Ruleset) -> str:
    return " against ".join(str(size) for size in ruleset.seats.sides)


def sitting_out(game: Game, deal: int, ruleset: Ruleset) -> str | None:
    """The player of the larger side who sits out a deal (from 1): its last player first."""
    if not ruleset.seats.sitting_out:
        return None
    larger = max(game.sides, key=lambda side: len(side.players)).players
    return larger[-1 - (deal - 1) % len(larger)]


def at_the_table(game: Game, deal: int, ruleset: Ruleset) -> tuple[str, ...]:
    """List the players of a deal in the order in which they sit: partners opposite each other.

    If a player sits out, the others of that side take its chairs in their order.
    """
    sits = sitting_out(game, deal, ruleset)
    if sits is None:
        return game.players
    first = next(player for player in game.players if player != sits)
    sides = [[player for player in side.players if player != sits] for side in game.sides]
    sides.sort(key=lambda side: first not in side)
    return tuple(player for pair in zip(*sides, strict=True) for player in pair)


def check_dealer(dealer: str, game: Game, deal: int, ruleset: Ruleset) -> None:
    """Raise :class:`~canasta_cli.errors.NotUnderstood` for a dealer who sits the deal out."""
    if sitting_out(game, deal, ruleset) == dealer:
        raise NotUnderstood(
            f"{dealer} sits out hand {deal} and can't deal it",
            fix=f"Name one of {', '.join(at_the_table(game, deal, ruleset))}.",
        )


def dealers_of(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """List the dealers of all hands and of the next: players in turn, skipping one who sits out."""
    first = game.dealer or first_dealer(game.players, game.sides, ruleset)
    dealers: list[str] = []
    for deal in range(1, len(game.hands) + 2):
        named = game.hands[deal - 1].dealer if deal <= len(game.hands) else None
        due = _next_dealer(game, dealers[-1], deal, ruleset) if dealers else first
        dealers.append(named or due)
    return tuple(dealers)


def _next_dealer(game: Game, last: str, deal: int, ruleset: Ruleset) -> str:
    sits = sitting_out(game, deal, ruleset)
    start = game.players.index(last) + 1
    order = (*game.players[start:], *game.players[:start])
    return next(player for player in order if player != sits)


class Seating(NamedTuple):
    """The players of a hand from the one after the dealer on, their sides, and all totals."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    totals: tuple[int, ...]
    number: int


def seating(
    game: Game, dealer: str, number: int, totals: tuple[int, ...], ruleset: Ruleset
) -> Seating:
    """Return the seating of a hand of a game; ``number`` counts the hands from 1."""
    seats = at_the_table(game, number, ruleset)
    # A player who sits out may deal for the others.
    first = seats.index(dealer) + 1 if dealer in seats else 0
    players = (*seats[first:], *seats[:first])
    names = [side.players for side in game.sides]
    sides = tuple(next(at for at, side in enumerate(names) if p in side) for p in players)
    return Seating(players, sides, totals, number)
