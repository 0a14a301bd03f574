"""Open the database for a command, with the clock for what it records.

Times are recorded in UTC, and shown in local time.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.session import Session

if TYPE_CHECKING:
    from canasta_cli.journal.store import Journal, Writing
    from canasta_cli.scorekeeper.scorebook import Scorebook


@contextmanager
def open_scorebook(
    db: str | None, *, create: bool = False, examine: bool = False, snapshot: bool = False
) -> Iterator["Scorebook"]:
    """Open the database that the options name; without ``create`` no file is created.

    ``snapshot`` reads one state of it, whatever others record meanwhile; ``examine`` also opens a
    journal that has lost its marks. What is recorded is noted in the session, in case the answer of
    the command is lost.
    """
    from canasta_cli.journal.location import journal_file
    from canasta_cli.journal.store import Journal
    from canasta_cli.scorekeeper.scorebook import Scorebook

    file = journal_file(db)
    session = _session()
    session.opened.append(file)
    with Journal.open(file, create=create, examine=examine) as journal:
        journal.before_migration, journal.after_migration = _copy, _count_all_again
        try:
            with journal.snapshot() if snapshot else nullcontext():
                yield Scorebook(journal, now, local)
        finally:
            if journal.committed:
                session.recorded.append(journal.committed)
            if journal.converted:
                click.echo(
                    "Converted the database for this version of canasta; "
                    f"a copy of the old one: {journal.converted}",
                    err=True,
                )


# Both once in the life of a file.
def _copy(journal: "Journal") -> str:
    from canasta_cli.journal.backup import backup_before_migration

    return backup_before_migration(journal)


def _count_all_again(writing: "Writing") -> None:
    from canasta_cli.scorekeeper.health import summarise_all

    summarise_all(writing)


def _session() -> Session:
    """Return the session of the command that is running; outside a command, a new one."""
    context = click.get_current_context(silent=True)
    session = context.find_object(Session) if context else None
    return session or Session(lambda _: 0)


def now() -> str:
    """Return the current time in UTC, in the format of the journal."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


def local(at: str) -> str:
    """Format a recorded time in local time: ``2026-11-21 20:15``; return invalid text unchanged."""
    from datetime import UTC, datetime

    try:
        time = datetime.fromisoformat(at)
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
        return time.astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return at
