"""Check that everything recorded is intact."""

from typing import NamedTuple

from canasta_cli import __version__
from canasta_cli.errors import CanastaError
from canasta_cli.journal.check import faults
from canasta_cli.journal.schema import VERSION
from canasta_cli.rules import library
from canasta_cli.rules.load import differences
from canasta_cli.scorekeeper.desk import Desk, Table, summarise, summary, table


class Health(NamedTuple):
    """The files in use, their contents, and every fault in them.

    ``notices`` are not faults: rulesets of the library that have changed since a game began.
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
    """Examine the database; without one there are no faults."""
    if desk is None:
        return Health(__version__, file, False, VERSION, 0, 0, (), ())
    lines = desk.journal.games()
    found, notices, records = list(faults(desk.journal)), [], 0
    for line in lines:
        try:
            now = table(desk.journal, line.name)
        except (CanastaError, ValueError, LookupError) as error:
            found.append(f"can't read game {line.name}: {error}")
            continue
        records += len(now.records)
        if desk.journal.summary(line.id) != summary(now):
            found.append(
                f"the summary tables differ from the entries of game {line.name}; "
                "rebuild them with canasta doctor --rebuild"
            )
        notices += _notices(now)
    return Health(
        __version__, file, True, VERSION, len(lines), records, tuple(found), tuple(notices)
    )


def rebuild(desk: Desk) -> None:
    """Rewrite the summary tables from the entries; the tables are only derived."""
    with desk.journal.writing() as writing:
        for line in writing.games():
            summarise(writing, table(writing, line.name))


def _notices(now: Table) -> list[str]:
    """Return a notice if the library's ruleset has changed since the game began; the game keeps its own."""
    rules = now.ruleset
    if rules.house or rules.name not in library.names():
        return []
    differing = differences(library.ruleset(rules.name), rules)
    if not differing:
        return []
    began = f"game {now.game.name} uses {rules.name} as it was when the game began"
    return [f"{began}; changed since then: {', '.join(differing)}"]
