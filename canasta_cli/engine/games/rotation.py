"""Who deals each hand, and who sits it out."""

from canasta_cli.model.game import Game
from canasta_cli.rules.schema import Ruleset


def sitting_out(game: Game, deal: int, ruleset: Ruleset) -> str | None:
    """Who of the larger side does not play in a deal, counted from 1: its last player first."""
    if not ruleset.seats.sitting_out:
        return None
    larger = max(game.sides, key=lambda side: len(side.players)).players
    return larger[-1 - (deal - 1) % len(larger)]


def dealers_of(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Who dealt each hand, and last who deals the next: by turns among those who play."""
    dealers: list[str] = []
    for deal in range(1, len(game.hands) + 2):
        named = game.hands[deal - 1].dealer if deal <= len(game.hands) else None
        due = _next_dealer(game, dealers[-1], deal, ruleset) if dealers else game.dealer
        dealers.append(named or due)
    return tuple(dealers)


def _next_dealer(game: Game, last: str, deal: int, ruleset: Ruleset) -> str:
    sits = sitting_out(game, deal, ruleset)
    start = game.players.index(last) + 1
    order = (*game.players[start:], *game.players[:start])
    return next(player for player in order if player != sits)
