"""List all games with their figures: from the summary where it is up to date, otherwise counted."""

from collections.abc import Iterable
from functools import lru_cache
from json import loads

from canasta_cli.engine.game.stats import Best, GameFigures, PlayerFigures, figures
from canasta_cli.errors import CanastaError
from canasta_cli.journal.store import Journal
from canasta_cli.journal.summary import CountedGame, GameLine, PlayerSummary
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_readable
from canasta_cli.values import NamedTuple


class ListedSide(NamedTuple):
    """A side of a game: its name, its players and its total."""

    name: str
    players: tuple[str, ...]
    total: int


class ListedGame(NamedTuple):
    """A game in a list; ``hands`` is the number of finished hands."""

    name: str
    ruleset: str
    current: bool
    archived: bool
    hands: int
    sides: tuple[ListedSide, ...]
    figures: GameFigures

    @property
    def winner(self) -> str | None:
        """The name of the side that won; ``None`` if none did."""
        won = self.figures.winner
        return None if won is None else self.sides[won].name


def list_games(
    journal: Journal, lines: Iterable[GameLine]
) -> tuple[list[ListedGame], list[CanastaError]]:
    """Return games with their figures, in their order, and the errors of those that can't be read."""
    counted = journal.counted_games()
    games: list[ListedGame] = []
    errors: list[CanastaError] = []
    for line in lines:
        listed = _from_summary(line, counted[line.id]) if line.id in counted else None
        if listed is not None:
            games.append(listed)
            continue
        loaded, wrong = load_readable(journal, [line])
        games += (_from_entries(each) for each in loaded)
        errors += wrong
    return games, errors


def _from_entries(loaded: LoadedGame) -> ListedGame:
    standing = loaded.standing
    sides = tuple(
        ListedSide(side.name, side.players, total)
        for side, total in zip(standing.game.sides, standing.totals, strict=True)
    )
    return ListedGame(
        loaded.game.name,
        loaded.ruleset.name,
        loaded.line.current,
        loaded.game.archived,
        len(standing.hands),
        sides,
        figures(standing),
    )


def _from_summary(line: GameLine, counted: CountedGame) -> ListedGame | None:
    """Return a game as its summary has it; ``None`` if the summary is not as canasta writes it."""
    names = [name for name, _ in counted.sides]
    if line.winner is not None and line.winner not in names:
        return None
    members: list[list[str]] = [[] for _ in names]
    for each in counted.players:
        members[each.place].append(each.player)
    try:
        players = tuple(_player(line.name, each) for each in counted.players)
    except (ValueError, TypeError, AttributeError):
        return None
    sides = tuple(
        ListedSide(name, tuple(mine), total)
        for (name, total), mine in zip(counted.sides, members, strict=True)
    )
    winner = None if line.winner is None else names.index(line.winner)
    found = GameFigures(line.over, winner, tuple(side.players for side in sides), players)
    return ListedGame(
        line.name, line.ruleset, line.current, line.archived, counted.hands, sides, found
    )


def _player(game: str, row: PlayerSummary) -> PlayerFigures:
    best = None
    if row.best is not None and row.best_hand is not None:
        best = Best(row.best, game, row.best_hand)
    return PlayerFigures(
        row.player,
        row.place,
        row.hands,
        row.points,
        _canastas(row.canastas),
        row.went_out,
        row.concealed,
        row.points_only,
        best,
    )


@lru_cache(maxsize=10_000)
def _canastas(text: str) -> dict[Grade, int]:
    return {Grade(name): int(number) for name, number in loads(text).items()}
