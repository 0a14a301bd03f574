"""Statistics of players over many games: wins, averages, canastas, partners, opponents."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from canasta_cli.engine.game.rotation import sitting_out
from canasta_cli.engine.game.standing import Played, Standing
from canasta_cli.engine.score.figures import canastas
from canasta_cli.engine.score.pooling import pool
from canasta_cli.model.game import Side
from canasta_cli.model.tally import Out
from canasta_cli.rules.grades import Grade


class Best(NamedTuple):
    """The hand in which a player's side scored most."""

    points: int
    game: str
    number: int


class PlayerStats(NamedTuple):
    """One player's statistics over all games; points and canastas are those of the player's sides.

    ``games`` counts games begun, ``finished`` those that ended. ``average`` is points per hand;
    ``out`` and ``concealed`` count how often the player's side went out. ``points_only`` are hands of
    which only the points are known, so that their canastas are not counted.
    """

    player: str
    games: int
    finished: int
    won: int
    hands: int
    points: int
    canastas: Counter[Grade]
    out: int
    concealed: int
    points_only: int
    best: Best | None

    @property
    def average(self) -> float | None:
        """Points per hand; ``None`` before the first hand."""
        return self.points / self.hands if self.hands else None


class Pair(NamedTuple):
    """Two players' finished games together, as partners or as opponents; ``won`` by ``player``."""

    player: str
    other: str
    games: int
    won: int


class Stats(NamedTuple):
    """Statistics of all players, of all partners, and of all opponents."""

    players: tuple[PlayerStats, ...]
    partners: tuple[Pair, ...]
    against: tuple[Pair, ...]


def stats(games: Iterable[Standing], only: tuple[str, ...] = ()) -> Stats:
    """Compute the statistics of the players of some games, or of ``only`` those named."""
    games = tuple(games)
    names = dict.fromkeys(player for stand in games for player in stand.game.players)
    chosen = [name for name in names if not only or name in only]
    players = [_player(name, [g for g in games if name in g.game.players]) for name in chosen]
    players.sort(key=lambda each: (-each.won, -each.points, each.player))
    ordered = [each.player for each in players]
    return Stats(
        tuple(players),
        _pairs(games, ordered, partners=True),
        _pairs(games, ordered, partners=False),
    )


def _player(name: str, games: list[Standing]) -> PlayerStats:
    grades: Counter[Grade] = Counter()
    hands = points = out = concealed = points_only = 0
    best: Best | None = None
    for stand in games:
        place = _place(stand, name)
        for played in stand.hands:
            if sitting_out(stand.game, played.number, stand.ruleset) == name:
                continue
            tally = pool(played.hand.tallies, stand.ruleset)[place]
            grades += canastas(tally, stand.ruleset)
            hands += 1
            points += played.points[place]
            out += tally.went_out
            concealed += tally.out is Out.CONCEALED
            points_only += tally.score is not None
            best = _better(best, played, place, stand.game.name)
    return PlayerStats(
        name,
        len(games),
        sum(stand.outcome.over for stand in games),
        sum(stand.outcome.winner == _place(stand, name) for stand in games),
        hands,
        points,
        grades,
        out,
        concealed,
        points_only,
        best,
    )


def _place(stand: Standing, name: str) -> int:
    return next(place for place, side in enumerate(stand.game.sides) if name in side.players)


def _better(best: Best | None, played: Played, place: int, game: str) -> Best:
    if best is not None and best.points >= played.points[place]:
        return best
    return Best(played.points[place], game, played.number)


def _pairs(games: tuple[Standing, ...], names: list[str], *, partners: bool) -> tuple[Pair, ...]:
    shared: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for stand in games:
        if not stand.outcome.over:
            continue
        for place, side in enumerate(stand.game.sides):
            for player in side.players:
                for other in _others(stand, side, player, partners=partners):
                    shared[player, other] += 1
                    won[player, other] += stand.outcome.winner == place
    wanted = [pair for pair in shared if pair[0] in names]
    if partners:
        # Each pair of partners once, with the player asked about first.
        wanted = [(a, b) for a, b in wanted if b not in names or a < b]
    wanted.sort(key=lambda pair: (names.index(pair[0]), -won[pair], pair[1]))
    return tuple(Pair(*pair, shared[pair], won[pair]) for pair in wanted)


def _others(stand: Standing, side: Side, player: str, *, partners: bool) -> list[str]:
    if partners:
        return [other for other in side.players if other != player]
    return [other for other in stand.game.players if other not in side.players]
