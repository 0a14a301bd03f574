"""Compare the summary tables, and the current game, with the entries."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from canasta_cli.journal.figures import COVERS
from canasta_cli.journal.quick import NEXT, TITLE, next_row
from canasta_cli.journal.shape import Fault
from canasta_cli.journal.store import Reading
from canasta_cli.journal.summary import KEYS, Summary, summary_rows
from canasta_cli.words import count_of, listed

Rows = dict[tuple[Any, ...], tuple[Any, ...]]

# As many names as a fault lists.
MANY = 5


def summary_faults(
    reading: Reading, names: dict[int, str], summaries: dict[int, Summary]
) -> Iterator[Fault]:
    """Name every table with rows that are missing, different or too many.

    ``names`` are those of all games in the journal, ``summaries`` those counted from the entries. Rows
    of games that can't be read are not checked.
    """
    known: dict[int, Summary] = {}
    by_name: dict[str, int] = {}
    for game, summary in summaries.items():
        other = by_name.setdefault(summary.name, game)
        if other == game:
            known[game] = summary
        else:
            # The second has no summary, since names are unique there.
            yield Fault(f"games #{other} and #{game} are both called {summary.name}")
    found = reading.summaries()
    for table, keys in KEYS.items():
        rows = found.get(table)
        # A missing table, or one with other columns, is a fault of the file's shape.
        if rows is None:
            continue
        expected: Rows = {
            tuple(row[key] for key in keys): tuple(row)
            for game, summary in known.items()
            for row in summary_rows(game, summary)[table]
        }
        if any(len(row) <= max(keys) for row in rows):
            continue
        unread = names.keys() - known.keys()
        there: Rows = {tuple(row[key] for key in keys): row for row in rows if row[0] not in unread}
        yield from _differences(table, expected, there, names)
    yield from _differences(NEXT, *_next_rows(reading, known), names)
    if names and reading.current_id() not in names:
        yield Fault("no game is marked as the current one", derived=True)


def seal_faults(reading: Reading, names: dict[int, str]) -> Iterator[Fault]:
    """Name wrong seals, and rows about games or entries that don't exist; all else must be right."""
    run = reading.connection.execute
    for table, entry in ((NEXT, "covers"), (COVERS, "entry")):
        exists = f"SELECT 1 FROM journal AS j WHERE j.game = t.game AND number >= {entry}"  # noqa: S608
        rows = run(f"SELECT count(*) FROM {table} AS t WHERE NOT EXISTS ({exists})").fetchone()  # noqa: S608
        if rows[0]:
            what = f"{count_of(rows[0], 'row')} about entries that don't exist"
            yield Fault(f"{table} has {what}", derived=True)
    for row in run(f"SELECT * FROM {NEXT}").fetchall():  # noqa: S608 - our own word
        if name := names.get(row[0]):
            right = next_row(reading.connection, row[0], name, row[TITLE:-1])
            if row != right and row[:TITLE] == right[:TITLE]:
                yield Fault(f"{NEXT} has a wrong seal (game {name})", derived=True)


def _next_rows(reading: Reading, known: dict[int, Summary]) -> tuple[Rows, Rows]:
    """Return the expected and the actual rows of what ``canasta next`` shows.

    Only rows that would be used are compared: others may be missing, old, or made by another version.
    """
    expected: Rows = {}
    there: Rows = {}
    run = reading.connection
    # A table that is missing, or has other columns, is a fault of the file's shape.
    with suppress(sqlite3.Error):
        for row in run.execute(f"SELECT * FROM {NEXT}").fetchall():  # noqa: S608 - our own word
            summary = known.get(row[0])
            if summary is None or next_row(run, row[0], summary.name, row[3:-1]) != row:
                continue
            there[row[:1]] = row
            if summary.next is not None:
                expected[row[:1]] = next_row(run, row[0], summary.name, summary.next)
    return expected, there


def _differences(table: str, expected: Rows, there: Rows, names: dict[int, str]) -> Iterator[Fault]:
    missing = [key for key in expected if key not in there]
    other = [key for key, row in there.items() if key in expected and row != expected[key]]
    extra = [key for key in there if key not in expected]
    counts = [
        f"{count_of(len(keys), 'row')} {word}"
        for keys, word in ((missing, "missing"), (other, "different"), (extra, "too many"))
        if keys
    ]
    if counts:
        games = dict.fromkeys(key[0] for key in (*missing, *other, *extra))
        known = [names.get(game, f"#{game}") for game in games]
        more = [count_of(len(known) - MANY, "more game")] if len(known) > MANY else []
        yield Fault(
            f"{table} has {listed(counts)} (game {listed([*known[:MANY], *more])})", derived=True
        )
