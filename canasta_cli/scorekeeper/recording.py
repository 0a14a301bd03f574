"""Appending one entry to a game's history, and the table as it stands then."""

from canasta_cli.errors import Refused
from canasta_cli.journal.store import Writing
from canasta_cli.model.history import Entry, Record
from canasta_cli.scorekeeper.desk import Desk, Table, retold, summarise, table


def append(desk: Desk, name: str | None, entry: Entry, *, dry_run: bool) -> Table:
    """Append one entry to a game's history and give the table as it stands then."""
    at = desk.now()
    if dry_run:
        now = table(desk.journal, name)
        number = now.records[-1].number + 1
        return retold(now.line, (*now.records, Record(number, at, entry)), now.ruleset)
    with desk.journal.writing() as writing:
        return append_in(writing, table(writing, name), entry, at)


def append_in(writing: Writing, now: Table, entry: Entry, at: str) -> Table:
    """The same inside a transaction that has read the table already."""
    record = writing.append(now.line.id, entry, at)
    after = retold(now.line, (*now.records, record), now.ruleset)
    others = {line.name for line in writing.games() if line.id != now.line.id}
    if after.game.name in others:
        raise Refused(
            f"the game would be called “{after.game.name}”, and another one is",
            remedy="Rename that one first: canasta rename NEW -g OLD",
        )
    summarise(writing, after)
    return after
