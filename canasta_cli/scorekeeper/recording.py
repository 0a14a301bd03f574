"""Appending one entry to a game's history: what must hold before, and the table as it stands then."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.game import Game
from canasta_cli.model.history import Entry, Record
from canasta_cli.scorekeeper.desk import (
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
    """What came of looking at the table: a result, and the entry that would be appended, if any."""

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
    """Look at the table, and append what was decided, with nobody else writing in between.

    ``done`` completes the result with the table afterwards, and whether it was recorded.
    """
    at = desk.now()
    # Where nothing has been kept yet there is no file to write to: said as such.
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
    """Raise :class:`~canasta_cli.errors.Refused` for a game that was put away."""
    if game.archived:
        raise Refused(
            f"game {game.name} is archived",
            remedy=f"Take it out again with: canasta archive --restore {game.name}",
        )


def check_goes_on(now: Table) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a game that is over."""
    if now.standing.outcome.over:
        raise Refused(
            f"game {now.game.name} is over",
            remedy="Start the next one with canasta new, "
            "or mend a hand with canasta amend or canasta undo.",
        )


def append(
    desk: Desk,
    name: str | None,
    entry: Entry,
    *,
    dry_run: bool,
    check: Callable[[Table], None] = lambda _: None,
) -> Table:
    """Append one entry to a game's history and give the table as it stands then.

    ``check`` is asked about the table before, and raises what stands against it.
    """

    def decide(reader: Reader) -> Decision[Table]:
        now = table(reader, name)
        check(now)
        return Decision(now, now, entry)

    return record(desk, name, decide, lambda _, after, __: after, dry_run=dry_run)


def foreseen(now: Table, entry: Entry, at: str) -> Table:
    """The table as it would stand with one entry more."""
    number = now.records[-1].number + 1
    return retold(now.line, (*now.records, Record(number, at, entry)), now.ruleset)


def append_in(writing: Writing, now: Table, entry: Entry, at: str) -> Table:
    """The same inside a transaction that has read the table already."""
    record = writing.append(now.line.id, entry, at)
    after = retold(now.line, (*now.records, record), now.ruleset)
    _check_name(writing, after)
    if summary(after) != summary(now):
        # A turn or a remark changes nothing that the summary tells.
        summarise(writing, after)
    return after


def _check_name(reader: Reader, after: Table) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if the game would be called as another one is."""
    others = {line.name for line in reader.games() if line.id != after.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would be called “{after.game.name}”, and another one is",
            remedy="Rename that one first: canasta rename NEW -g OLD",
        )
