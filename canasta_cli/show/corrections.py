"""Format every correction in the same way: what it is, what is illegal with it, and what changes.

The commands ``amend``, ``change``, ``undo`` and ``redo`` call it. What only amendments and changes of rules
say is in ``amendments``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.history import (
    ONWARD,
    WORDS,
    Amended,
    Awarded,
    Dealt,
    Deleted,
    Entry,
    Finished,
    HandDropped,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlaceInLog,
    PlayerRenamed,
    Redone,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Undone,
    places,
)
from canasta_cli.show.keys import Answer, key, optional
from canasta_cli.show.layout import BLANK, DRY, Blocks, Text, inert, short
from canasta_cli.show.log import LONGEST, LoggedEntry, entry_text, hands_text, moved_text
from canasta_cli.show.standing import GameStanding, changes, changes_blocks, next_blocks
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.corrections import Corrected


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
        return (*_moved_lines(result), *dry, *_changes(result))
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
    next_up = next_blocks(result.after.standing)
    done = Text(f"Recorded in {result.after.game.name}. To undo it: canasta undo")
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


# What was undone or redone.

# Descriptions of entries whose word and number are not enough.
_ABOUT: dict[type[Entry], str] = {
    Dealt: "deal of hand",
    Shown: "end of hand",
    Amended: "amendment of hand",
    TurnAmended: "amendment of turn",
    LeftAmended: "amendment of the cards left in hand",
    Awarded: "penalty for hand",
    PenaltyDropped: "dropped penalty of hand",
    Noted: "note on hand",
}


_OF_GAME: dict[type[Entry], str] = {
    RulesChanged: "change of the rules of",
    PlayerRenamed: "new name in",
    Finished: "early end of",
    Deleted: "deletion of",
}


def _moved_lines(result: Corrected) -> Blocks:
    """Format the entries that were undone or redone."""
    game, ruleset = result.after.game, result.after.ruleset
    numbered = _places(result)
    undone = isinstance(result.entry, Undone)
    done, would = ("Undone", "Would undo") if undone else ("Redone", "Would redo")
    word = done if result.recorded else would
    also = (Text(f"{word} in {listed(result.also)} too."),) if result.also else ()
    lines: list[Text] = []
    for record in result.moved:
        what = _what(record.entry, numbered.get(record.number), game.name)
        text = moved_text(record.entry, game, ruleset, undone=undone)
        lines.append(Text(f"{word}: {what}{_in_parentheses(text)}"))
    return (*lines, *also)


def _in_parentheses(text: str) -> str:
    return f" ({short(inert(text), LONGEST)})" if text else ""


def _places(result: Corrected) -> Mapping[int, PlaceInLog]:
    """Number the entries as they were, or are again, in force."""
    kept = result.after.history.in_force
    every = {record.number: record for record in (*kept, *result.moved)}
    return places(every[number] for number in sorted(every))


def _what(entry: Entry, place: PlaceInLog | None, game: str) -> str:
    """Name an entry by its hand or turn and its game: ``turn 2.7 of friday``."""
    if isinstance(entry, HandDropped):
        return f"dropped hand {entry.hand} of {game}"
    if isinstance(entry, SidesSwapped):
        return f"swapped sides of {hands_text(entry.first, entry.last)} of {game}"
    if isinstance(entry, Substituted):
        return f"substitute in hand {entry.arrival.hand} of {game}"
    word = WORDS[type(entry)]
    if place is None:
        return f"{_OF_GAME.get(type(entry), f'{word} in')} {game}"
    return f"{_ABOUT.get(type(entry), word)} {place.name} of {game}"


class MovedEntry(Answer):
    """An entry undone or redone."""

    number: int = key("Its number in the journal.", lambda it: it.record.number)
    what: str = key("Its kind.", lambda it: WORDS[it.record.kind])
    hand: int | None = optional(
        "The number of the hand, only if it is about one.", lambda it: it.place and it.place.hand
    )
    turn: str | None = optional(
        "The turn as `canasta amend` names it, `1.5`; only for a turn.",
        lambda it: it.place and it.place.turn and it.place.name,
    )
    text: str = key("Its text.")


def _moved(result: Corrected) -> list[MovedEntry]:
    numbered, game = _places(result), result.after.game
    logged = (LoggedEntry(each, place=numbered.get(each.number)) for each in result.moved)
    return [MovedEntry(each, text=entry_text(each.record.entry, game)) for each in logged]


class UndoAnswer(GameStanding, about=lambda it: it.after.standing, of=("undo", "redo")):
    """canasta undo and canasta redo."""

    moved: Sequence[MovedEntry] = key(
        "The entries, in the order in which they were undone or redone.", _moved
    )
    also: Sequence[str] = optional(
        "The names of other games in which the same was undone or redone: a player was renamed in all."
    )
    recorded: bool = key("True if it was recorded.")
