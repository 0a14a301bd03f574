"""Undo and redo the newest entries of a game."""

from typing import NamedTuple

from canasta_cli.errors import Refused
from canasta_cli.model.entry import WORDS, Record, Redone, Undone
from canasta_cli.model.history import course
from canasta_cli.scorekeeper.recording import Decision, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, table
from canasta_cli.words import count_of


class Moved(NamedTuple):
    """Entries undone or redone, in the order in which that happened.

    ``entry`` is the one that does it. ``table`` is the table afterwards.
    """

    entry: Undone | Redone
    records: tuple[Record, ...]
    table: Table
    recorded: bool


def undo(desk: Desk, name: str | None, steps: int, *, dry_run: bool = False) -> Moved:
    """Undo the newest entries in force. Raises :class:`~canasta_cli.errors.Refused`."""
    return _move(desk, name, steps, Undone(steps), dry_run=dry_run)


def redo(desk: Desk, name: str | None, steps: int, *, dry_run: bool = False) -> Moved:
    """Redo the entries that were undone last. Raises :class:`~canasta_cli.errors.Refused`."""
    return _move(desk, name, steps, Redone(steps), dry_run=dry_run)


def _move(
    desk: Desk, name: str | None, steps: int, entry: Undone | Redone, *, dry_run: bool
) -> Moved:

    def decide(reader: Reader) -> Decision[Moved]:
        now = table(reader, name)
        if name is None:
            _check_newest(reader, now, entry)
        return Decision(Moved(entry, _to_move(now, entry, steps), now, recorded=False), now, entry)

    def done(moved: Moved, after: Table, recorded: bool) -> Moved:
        return moved._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _check_newest(reader: Reader, now: Table, entry: Undone | Redone) -> None:
    """Refuse if the newest entry of the journal belongs to another game than the current one.

    With only “the last entry” in mind, the user could mean either game.
    """
    newest = reader.newest()
    if newest is None or newest.id == now.line.id:
        return
    from shlex import quote

    steps = f" {entry.steps}" if entry.steps > 1 else ""
    first, second = (
        f"canasta {WORDS[type(entry)]}{steps} -g {quote(name)}"
        for name in (newest.name, now.game.name)
    )
    raise Refused(
        f"the newest entry belongs to game {newest.name}, but the current game is {now.game.name}",
        remedy=f"Name the game you mean: {first}\nor: {second}",
    )


def _to_move(now: Table, entry: Undone | Redone, steps: int) -> tuple[Record, ...]:
    """Return the entries to undo or redo, the first one first."""
    check_here(now.game)
    history = course(now.records)
    word = WORDS[type(entry)]
    movable = history.undoable if isinstance(entry, Undone) else history.undone
    if steps > len(movable):
        some = f"only {count_of(len(movable), 'entry', 'entries')} can be {word}ne"
        raise Refused(
            some if movable else f"there is nothing to {word} in game {now.game.name}",
            remedy="See the entries with: canasta log",
        )
    return tuple(reversed(movable[-steps:]))
