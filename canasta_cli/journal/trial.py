"""Test whether the next entry of every game can be recorded, then roll back."""

from collections.abc import Iterator, Mapping
from typing import Any

from canasta_cli.errors import CanastaError, Refused
from canasta_cli.journal.digest import digest
from canasta_cli.journal.entries import to_row
from canasta_cli.journal.location import has_space
from canasta_cli.journal.shape import Fault
from canasta_cli.journal.store import Journal, Writing
from canasta_cli.journal.summary import Summary, summary_of_new, summary_rows
from canasta_cli.model.history import Began, Noted
from canasta_cli.values import NamedTuple

FREE_SPACE = 256 * 1024
"""Bytes that must be free beside the file: more than any one command has ever needed."""

_NAME = "a trial of canasta doctor"
_NOTE = Noted("A trial of canasta doctor.")


class Trial(NamedTuple):
    """The result of a trial: faults, or the reason why nothing can be recorded just now."""

    faults: tuple[Fault, ...] = ()
    barred: str = ""


def try_to_record(journal: Journal, summaries: Mapping[int, Summary], at: str) -> Trial:
    """Record a new game and a note in each game, rewrite the summaries, and roll everything back.

    ``summaries`` are those of all games in the journal.
    """
    try:
        with journal.writing(keep=False) as writing:
            faults = tuple(_tried(writing, summaries, at))
    except CanastaError as error:
        if isinstance(error, Refused) and error.__cause__ is not None:
            # SQLite itself refused: the file may only be read, or is busy, or the disk is full.
            return Trial(barred=error.message.removesuffix("; nothing was recorded"))
        return Trial((Fault(f"can't record the next entry: {error.message}"),))
    if faults or has_space(journal.path, FREE_SPACE):
        return Trial(faults)
    return Trial(barred=f"{journal.path} has no room to grow: the disk is full")


def _tried(writing: Writing, summaries: Mapping[int, Summary], at: str) -> Iterator[Fault]:
    before, rows_before = writing.size(), writing.summaries()
    began = Began(_free_name(summaries), ("A", "B"), (), "A", {"name": "classic"})
    new = writing.begin(began, at)
    expected = [(new, 1, at, *to_row(began))]
    for game, summary in summaries.items():
        record = writing.append(game, _NOTE, at)
        expected.append((game, record.number, at, *to_row(record.entry)))
        writing.summarise(game, summary)
    writing.make_current(new)
    if not _are_kept(writing, before, expected):
        yield Fault("a new entry is not kept as it is recorded")
    rows = {
        table: {*there, *map(tuple, summary_rows(new, summary_of_new(began))[table])}
        for table, there in rows_before.items()
    }
    if {table: set(there) for table, there in writing.summaries().items()} != rows:
        yield Fault("the summary of a new entry is not kept as it is recorded")
    if writing.current_id() != new:
        yield Fault("can't make another game the current one")


def _free_name(summaries: Mapping[int, Summary]) -> str:
    names = {summary.name for summary in summaries.values()}
    name = _NAME
    while name in names:
        name += "."
    return name


def _are_kept(writing: Writing, before: int, expected: list[tuple[Any, ...]]) -> bool:
    """Return whether exactly these rows were added, chained to the earlier ones."""
    rows = writing.connection.execute(
        "SELECT id, game, number, at, what, data, previous, hash FROM journal"
        " ORDER BY id LIMIT -1 OFFSET ?",
        (max(before - 1, 0),),
    ).fetchall()
    last, new = (rows[:1], rows[1:]) if before else ([], rows)
    if writing.size() != before + len(expected) or [row[1:6] for row in new] != expected:
        return False
    previous = last[0][7] if last else new[0][6]
    for row in new:
        if row[6] != previous or row[7] != digest(previous, row[:6]):
            return False
        previous = row[7]
    return True
