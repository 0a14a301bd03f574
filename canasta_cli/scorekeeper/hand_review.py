"""Look at one finished hand: how it counts, and every entry about it."""

from canasta_cli.engine.game.standing import Played
from canasta_cli.engine.game.warnings import HandWarning, warnings_of
from canasta_cli.engine.score import HandCount, count_hand_of
from canasta_cli.errors import Refused
from canasta_cli.model.history import Record, about, read_history
from canasta_cli.scorekeeper.hands import finished_hand
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game
from canasta_cli.values import NamedTuple


class HandReview(NamedTuple):
    """A finished hand: its count, its warnings, and the entries about it, each with if it is undone."""

    loaded: LoadedGame
    played: Played
    counted: HandCount
    warnings: tuple[HandWarning, ...]
    history: tuple[tuple[Record, bool], ...]

    @property
    def turns(self) -> int | None:
        """The number of its turns; ``None`` if it was not recorded turn by turn."""
        deal = self.played.hand.played
        return None if deal is None else len(deal.turns)


def review_hand(book: Scorebook, name: str | None, number: int | None) -> HandReview:
    """Return a hand by its number, from 1; ``None`` is the last one.

    Raises :class:`~canasta_cli.errors.Refused` if it does not exist, or is not over.
    """
    loaded = load_game(book.journal, name)
    game = loaded.game
    if number is None and not game.hands:
        raise Refused(f"game {game.name} has no finished hand", fix="Record one with: canasta hand")
    number = number or len(game.hands)
    if game.deal is not None and number == len(game.hands) + 1:
        raise Refused(
            f"hand {number} is still in play",
            fix="See the table with canasta melds and canasta pile.",
        )
    finished_hand(game, number)
    played = loaded.standing.hands[number - 1]
    return HandReview(
        loaded,
        played,
        count_hand_of(game, played.hand.tallies, loaded.ruleset),
        warnings_of(loaded.standing, number),
        about(loaded.records, read_history(loaded.records).in_force, number),
    )
