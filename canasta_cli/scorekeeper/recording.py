"""Appending one entry to a game's history, and the table as it stands then."""

from collections.abc import Callable

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.history import Entry, Record
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, find, retold, summarise, table


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
    at = desk.now()
    # Where nothing has been kept yet there is no file to write to: said as such.
    find(desk.journal, name)
    if dry_run:
        now = table(desk.journal, name)
        check(now)
        after = foreseen(now, entry, at)
        _check_name(desk.journal, after)
        return after
    with desk.journal.writing() as writing:
        now = table(writing, name)
        check(now)
        return append_in(writing, now, entry, at)


def foreseen(now: Table, entry: Entry, at: str) -> Table:
    """The table as it would stand with one entry more."""
    number = now.records[-1].number + 1
    return retold(now.line, (*now.records, Record(number, at, entry)), now.ruleset)


def append_in(writing: Writing, now: Table, entry: Entry, at: str) -> Table:
    """The same inside a transaction that has read the table already."""
    record = writing.append(now.line.id, entry, at)
    after = retold(now.line, (*now.records, record), now.ruleset)
    _check_name(writing, after)
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
