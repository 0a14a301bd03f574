"""Undo and redo the newest entries of a game."""

from canasta_cli.errors import Refused
from canasta_cli.model.history import WORDS, Record, Redone, Undone, read_history
from canasta_cli.scorekeeper.recording import Decision, check_not_archived, record
from canasta_cli.scorekeeper.scorebook import LoadedGame, Reader, Scorebook, load_game
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of


class UndoResult(NamedTuple):
    """Entries undone or redone, in the order in which that happened.

    ``entry`` is the one that does it. ``after`` is the game afterwards.
    """

    entry: Undone | Redone
    records: tuple[Record, ...]
    after: LoadedGame
    recorded: bool


def undo(book: Scorebook, name: str | None, steps: int, *, dry_run: bool = False) -> UndoResult:
    """Undo the newest entries in force. Raises :class:`~canasta_cli.errors.Refused`."""
    return _undo_or_redo(book, name, steps, Undone(steps), dry_run=dry_run)


def redo(book: Scorebook, name: str | None, steps: int, *, dry_run: bool = False) -> UndoResult:
    """Redo the entries that were undone last. Raises :class:`~canasta_cli.errors.Refused`."""
    return _undo_or_redo(book, name, steps, Redone(steps), dry_run=dry_run)


def _undo_or_redo(
    book: Scorebook, name: str | None, steps: int, entry: Undone | Redone, *, dry_run: bool
) -> UndoResult:
    def decide(reader: Reader) -> Decision[UndoResult]:
        loaded = load_game(reader, name)
        reader.check_links(loaded.line.id)
        if name is None:
            _check_newest(reader, loaded, entry)
        return Decision(
            UndoResult(entry, _entries_to_move(loaded, entry, steps), loaded, recorded=False),
            loaded,
            entry,
        )

    def done(result: UndoResult, after: LoadedGame, recorded: bool) -> UndoResult:
        return result._replace(after=after, recorded=recorded)

    return record(book, name, decide, done, dry_run=dry_run)


def _check_newest(reader: Reader, loaded: LoadedGame, entry: Undone | Redone) -> None:
    """Refuse if the newest entry of the journal belongs to another game than the current one.

    With only “the last entry” in mind, the user could mean either game.
    """
    newest = reader.newest()
    if newest is None or newest.id == loaded.line.id:
        return
    from shlex import quote

    steps = f" {entry.steps}" if entry.steps > 1 else ""
    first, second = (
        f"canasta {WORDS[type(entry)]}{steps} -g {quote(name)}"
        for name in (newest.name, loaded.game.name)
    )
    raise Refused(
        f"the newest entry belongs to game {newest.name}, but the current game is {loaded.game.name}",
        fix=f"Name the game you mean: {first}\nor: {second}",
    )


def _entries_to_move(loaded: LoadedGame, entry: Undone | Redone, steps: int) -> tuple[Record, ...]:
    """Return the entries to undo or redo, the first one first."""
    check_not_archived(loaded.game)
    history = read_history(loaded.records)
    word = WORDS[type(entry)]
    movable = history.undoable if isinstance(entry, Undone) else history.undone
    if steps > len(movable):
        some = f"only {count_of(len(movable), 'entry', 'entries')} can be {word}ne"
        raise Refused(
            some if movable else f"there is nothing to {word} in game {loaded.game.name}",
            fix="See the entries with: canasta log",
        )
    return tuple(reversed(movable[-steps:]))
