"""Print statistics of the players over a season: over all game files in a folder.

    python examples/season_stats.py games

Every hand is counted again. A file that can't be read, or with wrong scores, is named on standard
error; its hands count with the right scores.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import canasta_cli as canasta


def games_in(folder: Path) -> Iterator[canasta.Game]:
    """Yield the games in a folder and the folders below it."""
    for path in sorted(folder.rglob("*.canasta.toml")):
        try:
            game = canasta.load(path)
        except canasta.GameFileError as error:
            print(error, file=sys.stderr)
            continue
        for difference in game.differences:
            print(f"{path}: {difference.message}", file=sys.stderr)
        yield game


def canastas_in(result: canasta.HandSide) -> int:
    """Return the number of canastas of one side in a hand."""
    return sum(line.number or 0 for line in result.lines if line.item.startswith("canasta."))


class Season:
    """The figures of every player: all points and canastas are those of the player's sides."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.hands: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.canastas: Counter[str] = Counter()

    def add(self, game: canasta.Game) -> None:
        """Add a game."""
        for side in game.sides:
            for player in side.players:
                self.games[player] += 1
                self.won[player] += side.name == game.standing.winner
        for hand in game.hands:
            for side, result in zip(game.sides, hand.sides, strict=True):
                for player in side.players:
                    self.hands[player] += 1
                    self.points[player] += result.points
                    self.canastas[player] += canastas_in(result)

    def lines(self) -> Iterator[str]:
        """Yield a line of text for each player, the one with the most points per hand first."""
        yield f"{'player':10} {'games':>6} {'won':>4} {'hands':>6} {'points/hand':>12} {'canastas':>9}"
        players = [player for player in self.games if self.hands[player]]
        for player in sorted(players, key=lambda each: -self.points[each] / self.hands[each]):
            average = self.points[player] / self.hands[player]
            yield (
                f"{player:10} {self.games[player]:6} {self.won[player]:4} {self.hands[player]:6} "
                f"{average:12.1f} {self.canastas[player]:9}"
            )


def main(folder: str) -> None:
    """Print the statistics of a folder of game files."""
    season = Season()
    for game in games_in(Path(folder)):
        season.add(game)
    print("\n".join(season.lines()))


if __name__ == "__main__":
    main(*sys.argv[1:])
