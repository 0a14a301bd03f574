"""Appending one entry to a game's history, and the table as it stands then."""

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.history import Entry, Record
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, retold, summarise, table


def append(desk: Desk, name: str | None, entry: Entry, *, dry_run: bool) -> Table:
    """Append one entry to a game's history and give the table as it stands then."""
    at = desk.now()
    if dry_run:
        now = table(desk.journal, name)
        number = now.records[-1].number + 1
        after = retold(now.line, (*now.records, Record(number, at, entry)), now.ruleset)
        _check_name(desk.journal, after)
        return after
    with desk.journal.writing() as writing:
        return append_in(writing, table(writing, name), entry, at)


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
