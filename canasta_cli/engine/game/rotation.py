"""Find who deals each hand, and who sits it out."""

from canasta_cli.engine.game.seating import first_dealer
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.rules.schema import Ruleset


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
