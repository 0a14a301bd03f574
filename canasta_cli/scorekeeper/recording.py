"""Append one entry to a game's history, and return the game after it."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.entry import Entry, Record
from canasta_cli.model.game import Game
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Reader,
    Scorebook,
    find,
    load_game,
    reload,
    summary,
)

R = TypeVar("R")


class Decision(NamedTuple, Generic[R]):
    """The result of a check, the game it was made with, and the entry to append, or ``None``."""

    result: R
    before: LoadedGame
    entry: Entry | None


def record(
    book: Scorebook,
    name: str | None,
    decide: Callable[[Reader], Decision[R]],
    done: Callable[[R, LoadedGame, bool], R],
    *,
    dry_run: bool,
) -> R:
    """Check a request against a game and append its entry, with no other writer in between.

    ``decide`` makes the check; ``done`` completes its result with the game after the entry, and
    whether it was recorded.
    """
    at = book.now()
    # Raises for an unknown game before a file is created.
    find(book.journal, name)
    if dry_run:
        result, before, entry = decide(book.journal)
        if entry is None:
            return result
        after = preview(before, entry, at)
        _check_name(book.journal, after)
        return done(result, after, False)
    with book.journal.writing() as writing:
        result, before, entry = decide(writing)
        if entry is None:
            return result
        return done(result, append_in(writing, before, entry, at), True)


def check_not_archived(game: Game) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for an archived game."""
    if game.archived:
        raise Refused(
            f"game {game.name} is archived",
            remedy=f"Restore it with: canasta archive --restore {game.name}",
        )


def check_not_over(loaded: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that is over."""
    if loaded.standing.outcome.over:
        raise Refused(
            f"game {loaded.game.name} is over",
            remedy="Start the next one with canasta new, "
            "or correct a hand with canasta amend or canasta undo.",
        )


def append(
    book: Scorebook,
    name: str | None,
    entry: Entry,
    *,
    dry_run: bool,
    check: Callable[[LoadedGame], None] = lambda _: None,
) -> LoadedGame:
    """Append one entry to a game's history and return the game after it.

    ``check`` gets the game before it, and raises if the entry is not allowed.
    """

    def decide(reader: Reader) -> Decision[LoadedGame]:
        loaded = load_game(reader, name)
        check(loaded)
        return Decision(loaded, loaded, entry)

    return record(book, name, decide, lambda _, after, __: after, dry_run=dry_run)


def preview(loaded: LoadedGame, entry: Entry, at: str) -> LoadedGame:
    """Return the game as it would be with one more entry."""
    number = loaded.records[-1].number + 1
    return reload(loaded.line, (*loaded.records, Record(number, at, entry)), loaded.ruleset)


def append_in(writing: Writing, loaded: LoadedGame, entry: Entry, at: str) -> LoadedGame:
    """Append an entry inside a transaction that has loaded the game already."""
    record = writing.append(loaded.line.id, entry, at)
    after = reload(loaded.line, (*loaded.records, record), loaded.ruleset)
    _check_name(writing, after)
    # A turn or a note changes little of it.
    writing.summarise(loaded.line.id, summary(after), summary(loaded))
    return after


def _check_name(reader: Reader, after: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if the game would get the name of another one."""
    others = {line.name for line in reader.games() if line.id != after.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would get the name “{after.game.name}”, which another game has",
            remedy="Rename the other game first: canasta rename NEW -g OLD",
        )
