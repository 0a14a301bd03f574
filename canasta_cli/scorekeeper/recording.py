"""Append one entry to a game's history, and return the table after it."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.entry import Entry, Record
from canasta_cli.model.game import Game
from canasta_cli.scorekeeper.scorebook import (
    Desk,
    Reader,
    Table,
    find,
    retold,
    summarise,
    summary,
    table,
)

R = TypeVar("R")


class Decision(NamedTuple, Generic[R]):
    """The result of looking at the table, and the entry to append, or ``None``."""

    result: R
    before: Table
    entry: Entry | None


def record(
    desk: Desk,
    name: str | None,
    decide: Callable[[Reader], Decision[R]],
    done: Callable[[R, Table, bool], R],
    *,
    dry_run: bool,
) -> R:
    """Look at the table, and append the entry decided on, with no other writer in between.

    ``done`` completes the result with the table afterwards, and whether it was recorded.
    """
    at = desk.now()
    # Raises for an unknown game before a file is created.
    find(desk.journal, name)
    if dry_run:
        result, before, entry = decide(desk.journal)
        if entry is None:
            return result
        after = foreseen(before, entry, at)
        _check_name(desk.journal, after)
        return done(result, after, False)
    with desk.journal.writing() as writing:
        result, before, entry = decide(writing)
        if entry is None:
            return result
        return done(result, append_in(writing, before, entry, at), True)


def check_here(game: Game) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for an archived game."""
    if game.archived:
        raise Refused(
            f"game {game.name} is archived",
            remedy=f"Restore it with: canasta archive --restore {game.name}",
        )


def check_goes_on(now: Table) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that is over."""
    if now.standing.outcome.over:
        raise Refused(
            f"game {now.game.name} is over",
            remedy="Start the next one with canasta new, "
            "or correct a hand with canasta amend or canasta undo.",
        )


def append(
    desk: Desk,
    name: str | None,
    entry: Entry,
    *,
    dry_run: bool,
    check: Callable[[Table], None] = lambda _: None,
) -> Table:
    """Append one entry to a game's history and return the table after it.

    ``check`` gets the table before, and raises if the entry is not allowed.
    """

    def decide(reader: Reader) -> Decision[Table]:
        now = table(reader, name)
        check(now)
        return Decision(now, now, entry)

    return record(desk, name, decide, lambda _, after, __: after, dry_run=dry_run)


def foreseen(now: Table, entry: Entry, at: str) -> Table:
    """Return the table as it would be with one more entry."""
    number = now.records[-1].number + 1
    return retold(now.line, (*now.records, Record(number, at, entry)), now.ruleset)


def append_in(writing: Writing, now: Table, entry: Entry, at: str) -> Table:
    """Append an entry inside a transaction that has read the table already."""
    record = writing.append(now.line.id, entry, at)
    after = retold(now.line, (*now.records, record), now.ruleset)
    _check_name(writing, after)
    if summary(after) != summary(now):
        # A turn or a note does not change the summary.
        summarise(writing, after)
    return after


def _check_name(reader: Reader, after: Table) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if the game would get the name of another one."""
    others = {line.name for line in reader.games() if line.id != after.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would get the name “{after.game.name}”, which another game has",
            remedy="Rename the other game first: canasta rename NEW -g OLD",
        )
