"""Export games as the tables of a database: games, players, sides, hands, seats, scores and lines.

The command ``export`` calls it; ``journal/tables.py`` has the columns, and writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from canasta_cli.engine.game.stats import who_played
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.show.layout import inert
from canasta_cli.show.sheet import line_name

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played, Standing


class GameTables:
    """The rows of all tables about some games, in the order of the games, hands and sides.

    ``person`` returns what is the same in all spellings of a name; a player has the first one.
    """

    def __init__(self, standings: Iterable[Standing], person: Callable[[str], str]) -> None:
        self.person = person
        self.people: dict[str, int] = {}
        self.rows: dict[str, list[tuple[object, ...]]] = {
            "games": [],
            "players": [],
            "sides": [],
            "hands": [],
            "seats": [],
            "scores": [],
            "lines": [],
        }
        for standing in standings:
            self._add_game(standing.as_played)

    def _add(self, table: str, *values: object) -> int:
        """Add a row with a number of its own, and return that."""
        rows = self.rows[table]
        texts = (inert(each) if isinstance(each, str) else each for each in values)
        rows.append((len(rows) + 1, *texts))
        return len(rows)

    def _player(self, name: str) -> int:
        key = self.person(name)
        if key not in self.people:
            self.people[key] = self._add("players", name)
        return self.people[key]

    def _add_game(self, standing: Standing) -> None:
        game, rules, outcome = standing.game, standing.ruleset, standing.outcome
        number = self._add(
            "games",
            game.name,
            game.date,
            game.event,
            rules.base,
            int(bool(rules.house)),
            rules.end.target,
            int(outcome.over),
            game.ending.value if game.ending else None,
        )
        totals = enumerate(zip(game.sides, standing.totals, strict=True))
        sides = [
            self._add("sides", number, place + 1, side.name, total, int(outcome.winner == place))
            for place, (side, total) in totals
        ]
        for played in standing.hands:
            self._add_hand(standing, played, number, sides)

    def _add_hand(self, standing: Standing, played: Played, game: int, sides: list[int]) -> None:
        playing = who_played(standing, played.number)
        players = [(self._player(name), sides[place]) for name, place in playing]
        forced = int(played.hand.by_force)
        hand = self._add("hands", game, played.number, self._player(played.dealer), forced)
        self.rows["seats"] += [(hand, *seat) for seat in players]
        columns = (sides, played.hand.tallies, played.sheets, played.after)
        for side, tally, sheet, total in zip(*columns, strict=True):
            words = inert(write_tally(tally_in_game_words(tally, standing.ruleset)))
            self.rows["scores"].append((hand, side, words, sheet.total, total))
            for line in sheet.lines:
                name = line_name(line._replace(because=""), standing.ruleset)
                numbers = (line.number, line.each, line.points)
                self._add("lines", hand, side, line.item, name, line.because, *numbers)
