"""Format every correction in the same way: what it is, what is illegal with it, and what changes.

The commands ``amend``, ``change``, ``undo`` and ``redo`` call it. What only amendments and changes of rules
say is in ``amendments``, what only undo and redo say in ``log``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_cli.model.history import ONWARD, Amended, Redone, RulesChanged, TurnAmended, Undone
from canasta_cli.show.layout import BLANK, DRY, Blocks, Text
from canasta_cli.show.log import UndoAnswer, moved_lines
from canasta_cli.show.standing import changes, changes_blocks, next_blocks

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.corrections import Corrected
    from canasta_cli.show.keys import Answer


def correction_blocks(result: Corrected) -> Blocks:
    """Format a correction: what it is, what is illegal with it, what changes, and the game after it."""
    dry = () if result.recorded or isinstance(result.entry, Amended) else (DRY,)
    blocks, table = _correction(result, dry, brief=False), result.table
    if not result.accepted:
        return blocks
    if _in_play(result):
        return (*blocks, *next_blocks(result.after.standing)[-1:])
    if table is None:
        return (*blocks, BLANK, *next_blocks(result.after.standing))
    from canasta_cli.show.table import table_blocks  # only turns were undone or redone

    return (*blocks, BLANK, *table_blocks(table))


def preview_blocks(result: Corrected) -> Blocks:
    """Format what a correction would do, in front of a question: short enough for a phone."""
    return _correction(result, (), brief=True)


def _correction(result: Corrected, dry: Blocks, *, brief: bool) -> Blocks:
    """Format a correction and the difference of both standings; ``brief``: a question follows."""
    if isinstance(result.entry, Undone | Redone):
        return (*moved_lines(result), *dry, *_changes(result))
    # Undo needs none of what it loads.
    from canasta_cli.show.amendments import advice, head, reasons, remarks

    blocks = (*head(result, brief=brief), *reasons(result))
    if result.accepted:
        return (*blocks, *remarks(result), *dry, *_changes(result))
    if isinstance(result.entry, RulesChanged) and result.can_be_forced:
        blocks = (*blocks, *remarks(result), *_changes(result))
    return blocks if brief else (*blocks, advice(result))


def agreed_blocks(result: Corrected) -> Blocks:
    """Format the answer after the user was shown what changes, and agreed."""
    game, entry, next_up = result.after.game.name, result.entry, next_blocks(result.after.standing)
    what = f"The rules of {game} are changed"
    if isinstance(entry, Amended):
        what = f"Hand {entry.number} of {game} is amended"
    elif not isinstance(entry, RulesChanged):
        what = "Recorded; the log marks it (forced)"
    done = Text(f"{what}. To undo it: canasta undo")
    return (done, *(next_up[-1:] if _in_play(result) else next_up))


def _changes(result: Corrected) -> Blocks:
    """Format the difference of both standings, after a blank line; nothing of a hand undone or in play."""
    if result.moved and all(each.kind in ONWARD for each in result.moved):
        return ()
    if _in_play(result):
        return ()
    return (BLANK, *changes_blocks(changes(result)))


def _in_play(result: Corrected) -> bool:
    """Return whether a correction is of a turn of the hand in play, which changes no total yet."""
    entry = result.entry
    return isinstance(entry, TurnAmended) and entry.hand > len(result.after.game.hands)


def correction_answer(result: Corrected) -> Answer:
    """Return the answer of a correction."""
    if isinstance(result.entry, Undone | Redone):
        return UndoAnswer(result)
    from canasta_cli.show.amendments import amendment_answer

    return amendment_answer(result)
