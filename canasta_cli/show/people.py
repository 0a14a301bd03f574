"""Format the people who play, new names for them, and substitutes.

The commands ``players`` and ``sub`` call it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_cli.show.keys import Keys, key, optional
from canasta_cli.show.layout import DRY, Blocks, Grid, Style, Text
from canasta_cli.show.standing import arrival_text, sides_line, undo_command
from canasta_cli.words import count_of, either, listed, points, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from canasta_cli.scorekeeper.people import Person, PlayersRenamed, SubstituteCame

    Pairs = Sequence[tuple[Person, Person]]


# Format the list of people.

MOST_PAIRS = 10


def people_blocks(people: Sequence[Person], alike: Pairs) -> Blocks:
    """Format one row for each person, then the names that may mean one person."""
    if not people:
        return (Text("No games yet. Start one: canasta new Ann Bob Cat Dan"),)
    rows = tuple((_spellings(each), points(len(each.games)), each.last) for each in people)
    return (Grid(("player", "games", "last game"), rows, left=(0, 2)), *_alike(alike))


def _spellings(person: Person) -> str:
    others = person.spellings[1:]
    return f"{person.name} (also {either(others)})" if others else person.name


def _alike(pairs: Pairs) -> Iterator[Text]:
    for one, other in pairs[:MOST_PAIRS]:
        merge = f"canasta players merge {quoted(one.name)} {quoted(other.name)}"
        yield Text(f"Are {one.name} and {other.name} one person? {merge}", Style.NOTICE)


class PersonKeys(Keys):
    """A person in canasta players."""

    player: str = key("The name, as it is spelled in the newest game.", lambda it: it.name)
    games: list[str] = key("The names of the games, oldest first.", lambda it: list(it.games))
    last: str = key("The latest date of a game.")
    spellings: list[str] = key("All spellings, the newest first.", lambda it: list(it.spellings))


class AlikeKeys(Keys):
    """Two people with names spelled alike."""

    player: str = key("The one who played more games.", lambda it: it[0].name)
    other: str = key("The other one.", lambda it: it[1].name)


class PeopleKeys(Keys):
    """canasta players list."""

    players: list[PersonKeys] = key("The people, by name.", lambda it: it[0])
    alike: list[AlikeKeys] = key(
        "Those who may be one person: spelled alike, and never in one game.",
        lambda it: it[1],
    )


# Format a new name of a person.


def renamed_blocks(result: PlayersRenamed) -> Blocks:
    """Format a new name, the games in which it was given, and how to undo it."""
    verb = "is now" if result.recorded else "would be"
    names = [loaded.game.name for loaded in result.games]
    count = f"{count_of(len(names), 'game')}: " if len(names) > 1 else ""
    undo = undo_command(result.games[0])
    return (
        Text(f"{result.old} {verb} {result.new} in {count}{listed(names)}."),
        Text(f"To undo it: {undo}", Style.QUIET) if result.recorded else DRY,
    )


class PlayerRenamedKeys(Keys):
    """canasta players rename, players merge."""

    player: str = key("The name before.", lambda it: it.old)
    name: str = key("The new name.", lambda it: it.new)
    games: list[str] = key(
        "The games in which it was given; canasta undo in the first of them takes all back.",
        lambda it: [loaded.game.name for loaded in it.games],
    )
    recorded: bool = key("True if it was recorded.")


# Format a substitute.


def substitute_blocks(result: SubstituteCame) -> Blocks:
    """Format who plays for whom from when on, and who sits where now."""
    (arrival, leaves), loaded = result.entry, result.after
    verb = "plays" if result.recorded else "would play"
    text = f"{arrival.player} {verb} for {leaves} from {arrival_text(arrival)} of {loaded.game.name} on."
    if not result.recorded:
        return (Text(text), DRY)
    undo = undo_command(loaded)
    return (
        Text(text),
        Text(f"Now {sides_line(loaded.game.sides)}"),
        Text(f"To undo it: {undo}", Style.QUIET),
    )


class SubstituteKeys(Keys):
    """canasta sub."""

    game: str = key("The name of the game.", lambda it: it.after.game.name)
    player: str = key("Who plays now.", lambda it: it.entry.arrival.player)
    instead_of: str = key("Who played before.", lambda it: it.entry.instead_of)
    hand: int = key("The hand from which on it holds.", lambda it: it.entry.arrival.hand)
    turn: int = optional(
        "The turn of that hand, only if the hand began without the substitute.",
        lambda it: it.entry.arrival.turn if it.entry.arrival.turn > 1 else None,
    )
    recorded: bool = key("True if it was recorded.")
