"""Append one entry to a game's history, and return the game after it."""

from collections.abc import Callable
from typing import Generic, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.game import Game
from canasta_cli.model.history import Entry, Record
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Reader,
    Scorebook,
    find,
    load_game,
    with_record,
)
from canasta_cli.scorekeeper.summaries import next_summary, summarise
from canasta_cli.values import NamedTuple

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
            fix=f"Restore it with: canasta archive --restore {game.name}",
        )


def check_not_over(loaded: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that is over."""
    if loaded.standing.outcome.over:
        raise Refused(
            f"game {loaded.game.name} is over",
            fix="Start the next one with canasta new, "
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
    return with_record(loaded, Record(loaded.records[-1].number + 1, at, entry))


def append_in(writing: Writing, loaded: LoadedGame, entry: Entry, at: str) -> LoadedGame:
    """Append an entry inside a transaction that has loaded the game already."""
    after = with_record(loaded, writing.append(loaded.line.id, entry, at))
    _check_name(writing, after)
    if _is_summary_changed(loaded, after):
        summarise(writing, after)
    else:
        writing.cover(after.line.id, after.game.name, next_summary(after.standing))
    return after


def _is_summary_changed(before: LoadedGame, after: LoadedGame) -> bool:
    """Return whether the summary changed; not by a turn or a note."""
    old, new = before.game, after.game
    return before.ruleset is not after.ruleset or (
        (old.name, old.archived, old.hands) != (new.name, new.archived, new.hands)
    )


def _check_name(reader: Reader, after: LoadedGame) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if the game would get the name of another one."""
    if after.game.name == after.line.name:
        return
    others = {line.name for line in reader.games() if line.id != after.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would get the name “{after.game.name}”, which another game has",
            fix="Rename the other game first: canasta rename NEW -g OLD",
        )
