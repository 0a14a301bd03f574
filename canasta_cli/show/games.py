"""Format the games and the people who play: lists, a new game, statistics, new names, substitutes.

The commands about several games, and about players, call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import copysign
from typing import TYPE_CHECKING

from canasta_cli.rules.library import shown
from canasta_cli.rules.names import by_name
from canasta_cli.rules.vocabulary import Grade, grade_name
from canasta_cli.show.finding import house_values
from canasta_cli.show.keys import Answer, key, optional
from canasta_cli.show.layout import BLANK, DRY, Block, Blocks, Grid, Style, Text
from canasta_cli.show.standing import (
    GameStanding,
    length_blocks,
    next_blocks,
)
from canasta_cli.show.verify import SubstituteInGame
from canasta_cli.words import count_of, either, listed, points, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Standing
    from canasta_cli.engine.game.stats import GameFigures, PlayerStats, StatsGroup
    from canasta_cli.model.game import Side
    from canasta_cli.scorekeeper.people import Person, PlayersRenamed, SubstituteCame
    from canasta_cli.scorekeeper.scorebook import LoadedGame

    Pairs = Sequence[tuple[Person, Person]]


# Format the list of games, and a new game.

NO_GAMES = Text("No games yet. Start one: canasta new Ann Bob Cat Dan")
NO_MATCH = Text("No game matches. To list all games: canasta games")


def games_blocks(games: Sequence[GameFigures], *, selected: bool, dated: bool) -> Blocks:
    """Format one row per game, the current one marked.

    ``selected``: only some games were asked for; ``dated``: those of a period, so each has its date.
    """
    if not games:
        return (NO_MATCH if selected else NO_GAMES,)
    date = ("date",) if dated else ()
    rows = (
        (
            *(game.date for _ in date),
            f"{game.name} *" if game.current else game.name,
            game.ruleset,
            ", ".join(f"{side} {points(total)}" for side, _, total in _sides(game)),
            _state(game),
        )
        for game in games
    )
    heads = (*date, "game", "rules", "sides", "state")
    grid = Grid(heads, rows, range(len(heads)))
    shown = any(game.current for game in games)
    return (grid, Text("* current game", Style.QUIET)) if shown else (grid,)


def _sides(game: GameFigures) -> Iterable[tuple[str, tuple[str, ...], int]]:
    """Return the name, the players and the total of each side."""
    return zip(game.side_names, game.sides, game.totals, strict=True)


def _state(game: GameFigures) -> str:
    hands = count_of(game.hands, "hand")
    if game.ending is not None:
        return f"{hands}, {game.ending.value}"
    if not game.over:
        return hands
    return f"{hands}, {'drawn' if game.winner is None else f'{game.side_names[game.winner]} won'}"


class SideInList(Answer):
    """A side in canasta games."""

    name: str = key("The name of the side.", lambda it: it[0])
    players: Sequence[str] = key("The names of its players.", lambda it: it[1])
    total: int = key("Its running total.", lambda it: it[2])


class GameInList(Answer):
    """A game."""

    name: str = key("The name of the game.")
    date: str = key("The date of the game; empty if it has none.")
    ruleset: str = key("The name of the ruleset.")
    current: bool = key("True for the current game.")
    over: bool = key("True if the game is over.")
    ending: str | None = optional(
        "`unfinished` or `abandoned`, only if the players left it so.",
        lambda it: it.ending and it.ending.value,
    )
    hands_played: int = key("The number of hands played.", lambda it: it.hands)
    sides: Sequence[SideInList] = key("The sides.", lambda it: SideInList.of_each(_sides(it)))


class GamesAnswer(Answer, of="games"):
    """canasta games."""

    games: Sequence[GameInList] = key("The games.", GameInList.of_each)


class RenamedAnswer(Answer, of="rename"):
    """canasta rename."""

    game: str = key("The name of the game now.", lambda it: it.name)
    date: str = key("The day of the game.")
    recorded: bool = key("True if it was recorded.")


def finished_blocks(loaded: LoadedGame, *, recorded: bool) -> Iterator[Block]:
    """Format a game that the players ended: its totals and who won, and how to resume it."""
    standing, game = loaded.standing, loaded.game
    yield Text(f"{'Finished' if recorded else 'Would finish'} {game.name}", Style.TITLE)
    if game.deal is not None:
        lost = f"Hand {len(standing.hands) + 1} was in play and doesn't count."
        yield Text(lost, Style.NOTICE)
    yield from next_blocks(standing)
    if not recorded:
        yield DRY
        return
    yield Text(f"To resume it: {loaded.resuming}", Style.QUIET)
    if standing.outcome.winner is not None:
        finish = f"canasta finish --unfinished -g {quoted(game.name)}"
        yield Text(f"To end it without a winner: {finish}", Style.QUIET)
    option = "" if loaded.line.current else f" -g {quoted(game.name)}"
    yield Text(f"To play again with the same people: canasta again{option}", Style.QUIET)


class FinishedAnswer(GameStanding, of="finish"):
    """canasta finish."""

    recorded: bool = key("True if it was recorded.")


def _restoring(deleted: LoadedGame) -> str:
    """Return the command that restores a game; nothing can follow the entry that deleted it."""
    return f"canasta undo -g {quoted(deleted.game.name)}"


def deleted_blocks(loaded: LoadedGame, to_go_on: str, *, recorded: bool) -> Blocks:
    """Format a game that was deleted, how to restore it, and how to go on without it."""
    name = loaded.game.name
    if not recorded:
        return (Text(f"Game {name} would be deleted."), DRY)
    current = f"There is no current game now. {to_go_on}"
    return (
        Text(f"Game {name} is deleted. To restore it: {_restoring(loaded)}"),
        *((Text(current, Style.QUIET),) if loaded.line.current else ()),
    )


class DeletedAnswer(Answer, of="delete"):
    """canasta delete."""

    game: str = key("The name of the game.", lambda it: it.game.name)
    recorded: bool = key("True if it was recorded.")
    restore: str = key("The command that restores it.", _restoring)


def begun_blocks(standing: Standing, *, recorded: bool) -> Blocks:
    """Format a new game: its rules, its sides, and its first hand."""
    head = "Game" if recorded else "Not recorded (dry run): game"
    rules = standing.ruleset
    return (
        Text(f"{head} {standing.game.name}, {rules.title}", Style.TITLE),
        Text(_sides_line(standing.game.sides)),
        *_neighbours(standing),
        *(
            Text(f"house rule: {name} = {shown(rules, path)}", Style.NOTICE)
            for name, path in by_name(rules.house, rules)
        ),
        *length_blocks(rules),
        *next_blocks(standing),
    )


def _neighbours(standing: Standing) -> Blocks:
    """Warn of partners who play one after the other: perhaps the order of play is wrong."""
    players = standing.game.players
    if standing.ruleset.one_sits_out:
        return ()
    for one, other in zip(players, (*players[1:], players[0]), strict=True):
        if standing.game.side(one) == standing.game.side(other):
            both = f"{one} and {other} are partners, but sit side by side."
            return (Text(f"Warning: {both} Is the order of play right?", Style.NOTICE),)
    return ()


class BegunAnswer(GameStanding, of=("new", "again", "use")):
    """canasta new and canasta use."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.ruleset.name)
    house: dict[str, object] = key(
        "All house rules: their values by dotted name.",
        lambda it: house_values(it.ruleset, it.ruleset.house),
    )
    players: Sequence[str] = key(
        "The names of the players, in order of play.", lambda it: it.game.players
    )
    recorded: bool = key("True if it was recorded.")


def _sides_line(sides: Iterable[Side]) -> str:
    """Format who plays: ``Us: Ann and Cat; Them: Bob and Dan``, a player alone by name."""
    return "; ".join(
        side.name if side.players == (side.name,) else f"{side.name}: {listed(side.players)}"
        for side in sides
    )


def _undo_command(loaded: LoadedGame) -> str:
    """Return the command that undoes the newest entry of a game."""
    return "canasta undo" + ("" if loaded.line.current else f" -g {quoted(loaded.game.name)}")


# Format statistics over many games.

NO_HANDS = Text("No finished hand counts yet. To record one: canasta hand")
NO_HAND_MATCHES = Text("No game with a finished hand matches. To list all games: canasta games")


def stats_blocks(
    players: Sequence[PlayerStats],
    heading: str = "Players, with the hands of their sides",
    *,
    empty: Text = NO_GAMES,
) -> Iterator[Block]:
    """Format players first, then their canastas; ``empty`` if there are none."""
    if not players:
        yield empty
        return
    yield Text(heading, Style.TITLE)
    yield _players(players)
    yield BLANK
    yield Text("Canastas of each player's side", Style.TITLE)
    yield _canastas(players)
    if any(each.points_only for each in players):
        says = "Hands of which only the points are known count without canastas."
        yield Text(says, Style.QUIET)


def groups_blocks(groups: Sequence[StatsGroup], *, empty: Text) -> Blocks:
    """Format the players of each group under its name; ``empty`` if there are none."""
    blocks: list[Text | Grid] = []
    for group in groups:
        title = f"{group.name or 'No date'}: {count_of(group.games, 'game')}"
        blocks += [BLANK, Text(title, Style.TITLE), _players(group.players)]
    return tuple(blocks[1:]) or (empty,)


def _players(players: Sequence[PlayerStats]) -> Grid:
    heads = ("", "games", "finished", "won", "hands", "per hand", "out", "concealed", "best hand")
    rows = (
        (
            each.player,
            points(each.games),
            points(each.finished),
            points(each.won),
            points(each.hands),
            points(int(each.average + copysign(0.5, each.average))),
            points(each.out),
            points(each.concealed),
            f"{points(each.best.points)} ({each.best.game}, hand {each.best.number})"
            if each.best
            else "",
        )
        for each in players
    )
    return Grid(heads, rows)


def _grades(players: Sequence[PlayerStats]) -> list[Grade]:
    """Return the grades of the canastas of some players, by name."""
    return sorted({grade for each in players for grade in each.canastas}, key=lambda g: g.value)


def _canastas(players: Sequence[PlayerStats]) -> Grid:
    grades = _grades(players)
    return Grid(
        ("", *(grade_name(grade) for grade in grades), "all"),
        (
            (
                each.player,
                *(points(each.canastas[grade]) for grade in grades),
                points(each.canastas.total()),
            )
            for each in players
        ),
    )


class BestHand(Answer):
    """A best hand."""

    points: int = key("The result of the hand.")
    game: str = key("The name of the game.")
    hand: int = key("The number of the hand.", lambda it: it.number)


class PlayerInStats(Answer):
    """A player in canasta stats."""

    player: str = key("The name of the player, or the names of partners with + between them.")
    games_played: int = key(
        "The number of games in which the player has a finished hand.", lambda it: it.games
    )
    finished: int = key("The number of games finished.")
    won: int = key("The number of games won.")
    hands_played: int = key("The number of hands played.", lambda it: it.hands)
    all_points: int = key(
        "The points of all hands, those of the player’s sides.", lambda it: it.points
    )
    average: float = key("The points per hand.")
    canastas: dict[str, int] = key(
        "The number of canastas by grade.",
        lambda it: {grade.value: it.canastas[grade] for grade in _grades((it,))},
    )
    went_out: int = key("How often the player’s side went out.", lambda it: it.out)
    went_out_concealed: int = key("How often it went out concealed.", lambda it: it.concealed)
    points_only: int = key("The number of hands of which only the points are known.")
    best: BestHand | None = key("The best hand.", lambda it: it.best and BestHand(it.best))


class StatsAnswer(Answer, of="stats"):
    """canasta stats."""

    players: Sequence[PlayerInStats] = key("The players.", PlayerInStats.of_each)


class GroupOfFigures(Answer):
    """A ruleset or a season in canasta stats."""

    name: str = key(
        "The name of the ruleset; or the season, as 2026 or 2025/26, empty for games without a date."
    )
    games_played: int = key("The number of games with a finished hand.", lambda it: it.games)
    players: Sequence[PlayerInStats] = key(
        "The players.", lambda it: PlayerInStats.of_each(it.players)
    )


class GroupsAnswer(Answer, of="stats"):
    """canasta stats by ruleset or season."""

    groups: Sequence[GroupOfFigures] = key(
        "The rulesets or seasons, by name.", GroupOfFigures.of_each
    )


# Format the list of people.

MOST_PAIRS = 10


def people_blocks(people: Sequence[Person], alike: Pairs) -> Iterator[Block]:
    """Format one row for each person, then the names that may mean one person."""
    if not people:
        yield NO_GAMES
        return
    rows = (
        (
            each.name + (f" (also {either(each.spellings[1:])})" if each.spellings[1:] else ""),
            points(len(each.games)),
            each.last,
        )
        for each in people
    )
    yield Grid(("player", "games", "last game"), rows, left=(0, 2))
    for one, other in alike[:MOST_PAIRS]:
        merge = f"canasta players merge {quoted(one.name)} {quoted(other.name)}"
        yield Text(f"Are {one.name} and {other.name} one person? {merge}", Style.NOTICE)


class PersonInList(Answer):
    """A person in canasta players."""

    player: str = key("The name, as it is spelled in the newest game.", lambda it: it.name)
    games: Sequence[str] = key("The names of the games, oldest first.", lambda it: list(it.games))
    last: str = key("The latest date of a game.")
    spellings: Sequence[str] = key(
        "All spellings, the newest first.", lambda it: list(it.spellings)
    )


class AlikePeople(Answer):
    """Two people with names spelled alike."""

    player: str = key("The one who played more games.", lambda it: it[0].name)
    other: str = key("The other one.", lambda it: it[1].name)


class PeopleAnswer(Answer, of="players list"):
    """canasta players list."""

    players: Sequence[PersonInList] = key(
        "The people, by name.", lambda it: PersonInList.of_each(it[0])
    )
    alike: Sequence[AlikePeople] = key(
        "Those who may be one person: spelled alike, and never in one game.",
        lambda it: AlikePeople.of_each(it[1]),
    )


# Format a new name of a person.


def renamed_blocks(result: PlayersRenamed) -> Blocks:
    """Format a new name, the games in which it was given, and how to undo it."""
    verb = "is now" if result.recorded else "would be"
    names = [loaded.game.name for loaded in result.games]
    where = "all games: " if result.everywhere else ""
    undo = _undo_command(result.games[0])
    sides = (each for each in result.sides.items() if each != (result.old, result.new))
    return (
        Text(f"{result.old} {verb} {result.new} in {where}{listed(names)}."),
        *(Text(f"Side {old} {verb} {new}.") for old, new in sides),
        Text(f"To undo it: {undo}", Style.QUIET) if result.recorded else DRY,
    )


class PlayerRenamedAnswer(Answer, of=("players rename", "players merge")):
    """canasta players rename, players merge."""

    player: str = key("The name before, of a player or a side.", lambda it: it.old)
    name: str = key("The new name.", lambda it: it.new)
    sides: dict[str, str] = key(
        "The new names of the sides that have another one.", by=("name before",)
    )
    games: Sequence[str] = key(
        "The games in which it was given; canasta undo in the first of them undoes it in all.",
        lambda it: [loaded.game.name for loaded in it.games],
    )
    recorded: bool = key("True if it was recorded.")


# Format a substitute.


def substitute_blocks(result: SubstituteCame) -> Blocks:
    """Format who plays for whom from which hand on, and who sits where now."""
    ((hand, _, player), leaves, _), game = result.entry, result.after.game
    verb = "plays" if result.recorded else "would play"
    text = f"{player} {verb} for {leaves} from hand {hand} of {game.name} on."
    now = f"Now {_sides_line(game.sides)}"
    if hand > game.next_hand:
        now = f"Hand {hand - 1} is in play: {leaves} plays it to its end."
    undo = Text(f"To undo it: {_undo_command(result.after)}", Style.QUIET)
    return (Text(text), *((Text(now), undo) if result.recorded else (DRY,)))


class SubstituteAnswer(
    SubstituteInGame, about=lambda it: (it.after.game.name, *it.entry[:2]), of="sub"
):
    """canasta sub."""

    recorded: bool = key("True if it was recorded.")
