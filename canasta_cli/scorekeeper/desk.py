"""A desk: the journal, a clock, and the game that somebody asks about."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from canasta_cli.engine.games.rotation import check_dealer
from canasta_cli.engine.games.standing import Standing, standing
from canasta_cli.errors import CanastaError, NotUnderstood, Refused, UnusableData
from canasta_cli.journal.store import (
    DOCTOR,
    GameLine,
    HandSummary,
    Journal,
    SideSummary,
    Summary,
    Writing,
)
from canasta_cli.model.game import Game
from canasta_cli.model.history import Record, beginning, game_of
from canasta_cli.rules.load import from_data, near
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import asked

# As many names as a list of near misses shows.
MANY = 12


class Desk(NamedTuple):
    """Where games are kept, and what time it is there (ISO 8601, UTC)."""

    journal: Journal
    now: Callable[[], str]


class Reader(Protocol):
    """What the journal lets anybody read, inside a transaction or outside one."""

    def games(self) -> tuple[GameLine, ...]:
        """Every game, in the order in which they began."""

    def current(self) -> GameLine | None:
        """The game that a command without a name is about."""

    def records(self, game: int) -> tuple[Record, ...]:
        """The history of a game."""


class Table(NamedTuple):
    """A game on the desk: its place in the journal, its history, its rules, and how it stands."""

    line: GameLine
    records: tuple[Record, ...]
    ruleset: Ruleset
    standing: Standing

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.standing.game


def table(reader: Reader, name: str | None) -> Table:
    """The game of a name, or the current one. Raises :class:`~canasta_cli.errors.Refused`."""
    return table_of(reader, find(reader, name))


def table_of(reader: Reader, line: GameLine) -> Table:
    """The game of a line of the journal's list."""
    records = reader.records(line.id)
    try:
        ruleset = from_data(beginning(records).ruleset)
        game = game_of(records)
    except CanastaError as error:
        raise UnusableData(error.message, remedy=DOCTOR) from error
    except (ValueError, LookupError) as error:
        raise _not_whole(line, error) from error
    return Table(line, records, ruleset, standing(game, ruleset))


def _not_whole(line: GameLine, error: Exception) -> UnusableData:
    return UnusableData(
        f"the records of game {line.name} are not whole: {error}",
        remedy="See what is missing with: canasta doctor",
    )


def readable(reader: Reader, lines: Iterable[GameLine]) -> tuple[list[Table], list[CanastaError]]:
    """The tables of several games, and what is wrong with those that cannot be read.

    One damaged game does not take the others with it.
    """
    tables: list[Table] = []
    errors: list[CanastaError] = []
    for line in lines:
        try:
            tables.append(table_of(reader, line))
        except CanastaError as error:
            errors.append(UnusableData(f"game {line.name}: {error.message}", remedy=error.remedy))
    return tables, errors


def seated(reader: Reader, name: str | None) -> Game:
    """Who plays in a game, without counting it. Raises :class:`~canasta_cli.errors.Refused`."""
    line = find(reader, name)
    try:
        return game_of(reader.records(line.id))
    except (ValueError, LookupError) as error:
        raise _not_whole(line, error) from error


def find(reader: Reader, name: str | None) -> GameLine:
    """The journal's line about a game: by name, by an unambiguous beginning, or the current one."""
    if name is None:
        line = reader.current()
        if line is None:
            raise Refused(
                "there is no current game",
                remedy="Start one: canasta new Ann Bob Cat Dan   "
                "(or pick one of canasta games: canasta use NAME)",
            )
        return line
    lines = reader.games()
    found = pick(name, [line.name for line in lines], "game", Refused)
    return next(line for line in lines if line.name == found)


def pick(
    word: str,
    names: list[str],
    what: str,
    error: type[Refused | NotUnderstood],
) -> str:
    """One of some names: exact, in another case, or by an unambiguous beginning.

    Raises ``error`` with the near misses for a name that is none of them.
    """
    if word in names:
        return word
    lower = word.lower()
    for matching in (
        [name for name in names if name.lower() == lower],
        [name for name in names if word and name.lower().startswith(lower)],
    ):
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise error(f"“{word}” could be {' or '.join(matching)}", remedy="Give the whole name.")
    known = ", ".join(names[:MANY]) or "none yet"
    if len(names) > MANY:
        known = f"{known} and {len(names) - MANY} more"
    raise error(f"there is no {what} “{word}”.{near(word, names)}", remedy=f"Known: {known}.")


def pick_dealer(word: str, game: Game, hand: int, ruleset: Ruleset) -> str:
    """Who is said to deal a hand, counted from 1: a player who does not sit it out."""
    dealer = pick(word, list(game.players), "player", NotUnderstood)
    check_dealer(dealer, game, hand, ruleset)
    return dealer


def pick_side(word: str, game: Game) -> str:
    """The name of a side, by its own or by that of one of its players."""
    names = [side.name for side in game.sides]
    players = {player: side.name for side in game.sides for player in side.players}
    words = [*names, *(player for player in players if player not in names)]
    found = pick(word, words, "side", NotUnderstood)
    return found if found in names else players[found]


def retold(line: GameLine, records: tuple[Record, ...], ruleset: Ruleset) -> Table:
    """The table after more was recorded."""
    return Table(line, records, ruleset, standing(game_of(records), ruleset))


def summarise(writing: Writing, now: Table) -> None:
    """Bring the journal's own summary of a game up to what its records say."""
    writing.summarise(now.line.id, summary(now))


def summary(now: Table) -> Summary:
    """A game in the figures that other programs may want to read beside the journal."""
    stand, game = now.standing, now.game
    winner = stand.outcome.winner
    return Summary(
        name=game.name,
        ruleset=now.ruleset.name,
        players=", ".join(game.players),
        started=game.date,
        over=stand.outcome.over,
        archived=game.archived,
        winner=None if winner is None else game.sides[winner].name,
        sides=tuple(
            SideSummary(
                place=place,
                side=side.name,
                total=stand.totals[place],
                minimum=asked(stand.minimums[place]),
                to_target=stand.to_target[place] if stand.to_target else None,
            )
            for place, side in enumerate(game.sides)
        ),
        hands=tuple(_hands(stand)) if stand.hands else (),
    )


def _hands(stand: Standing) -> Iterator[HandSummary]:
    """What each side had in each hand that is over, and its total then."""
    # Until a first hand is over, nobody needs the notation of tallies.
    from canasta_cli.notation.tally import write_tally

    for played in stand.hands:
        for place, side in enumerate(stand.game.sides):
            yield HandSummary(
                hand=played.number,
                dealer=played.dealer,
                place=place,
                side=side.name,
                points=played.points[place],
                total=played.after[place],
                tally=write_tally(played.hand.tallies[place]),
                forced=played.hand.by_force,
            )
