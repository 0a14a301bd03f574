"""Whether everything that was recorded is sound."""

from typing import NamedTuple

from canasta_cli import __version__
from canasta_cli.errors import CanastaError
from canasta_cli.journal.check import faults
from canasta_cli.journal.schema import VERSION
from canasta_cli.rules import library
from canasta_cli.rules.load import differences
from canasta_cli.scorekeeper.desk import Desk, table


class Health(NamedTuple):
    """The files in use, what is in them, and everything that is wrong with it.

    ``notices`` are no faults: rulesets of the library that have changed since a game began.
    """

    program: str
    database: str
    exists: bool
    version: int
    games: int
    records: int
    faults: tuple[str, ...]
    notices: tuple[str, ...]


def examine(desk: Desk | None, file: str) -> Health:
    """Examine the database; without one there is nothing to find."""
    if desk is None:
        return Health(__version__, file, False, VERSION, 0, 0, (), ())
    lines = desk.journal.games()
    found, notices, records = list(faults(desk.journal)), [], 0
    for line in lines:
        try:
            now = table(desk.journal, line.name)
        except (CanastaError, ValueError, LookupError) as error:
            found.append(f"game {line.name} cannot be read: {error}")
            continue
        records += len(now.records)
        base = now.ruleset.base
        if base in library.names() and not now.ruleset.house:
            changed = (
                differences(library.ruleset(now.ruleset.name), now.ruleset)
                if now.ruleset.name in library.names()
                else ()
            )
            if changed:
                notices.append(
                    f"game {line.name} goes on by {now.ruleset.name} as it was when it began: "
                    f"{', '.join(changed)} differ today"
                )
    return Health(
        __version__, file, True, VERSION, len(lines), records, tuple(found), tuple(notices)
    )
