"""Format the result of ``canasta undo`` and ``canasta redo``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.model.history import (
    WORDS,
    Amended,
    Awarded,
    Dealt,
    Entry,
    HandDropped,
    LeftAmended,
    Noted,
    PenaltyDropped,
    Place,
    Redone,
    RulesChanged,
    Shown,
    SidesSwapped,
    TurnAmended,
    Undone,
    places,
    read_history,
)
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import BLANK, DRY, Blocks, Text, inert, short
from canasta_cli.show.log import LONGEST, entry_text
from canasta_cli.show.standing import NEXT_KEYS, next_blocks, next_json

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.playing import HandInPlay
    from canasta_cli.scorekeeper.scorebook import UndoResult

# Descriptions of entries whose word and number are not enough.
_ABOUT: dict[type[Entry], str] = {
    Dealt: "deal of hand",
    Shown: "end of hand",
    Amended: "amendment of hand",
    TurnAmended: "amendment of turn",
    LeftAmended: "amendment of the cards left in hand",
    SidesSwapped: "swapped sides of hand",
    Awarded: "penalty for hand",
    PenaltyDropped: "dropped penalty of hand",
    Noted: "note on hand",
}

_VERBS: dict[type[Entry], tuple[str, str]] = {
    Undone: ("Undone", "Would undo"),
    Redone: ("Redone", "Would redo"),
}


def undo_blocks(result: UndoResult, playing: HandInPlay | None) -> Blocks:
    """Format the entries that were undone or redone, then totals, initial melds and dealer.

    If ``playing`` is given, show its table instead: only turns of that hand were undone or redone.
    """
    game, ruleset = result.after.game, result.after.ruleset
    numbered = _places(result)
    done, would = _VERBS[type(result.entry)]
    word = done if result.recorded else would
    lines = (
        Text(
            f"{word}: {_what(record.entry, numbered.get(record.number), game.name)} "
            f"({short(inert(entry_text(record.entry, game, ruleset)), LONGEST)})"
        )
        for record in result.records
    )
    dry = () if result.recorded else (DRY,)
    if playing is None:
        return (*lines, *dry, BLANK, *next_blocks(result.after.standing))
    from canasta_cli.show.table import table_blocks  # most games have no turns

    return (*lines, *dry, BLANK, *table_blocks(playing))


def _places(result: UndoResult) -> Mapping[int, Place]:
    """Number the entries as they were, or are again, in force."""
    kept = read_history(result.after.records).in_force
    every = {record.number: record for record in (*kept, *result.records)}
    return places(every[number] for number in sorted(every))


def _what(entry: Entry, place: Place | None, game: str) -> str:
    """Name an entry by its hand or turn and its game: ``turn 2.7 of friday``."""
    word = WORDS[type(entry)]
    if isinstance(entry, RulesChanged):
        return f"change of the rules of {game}"
    if isinstance(entry, HandDropped):
        return f"dropped hand {entry.hand} of {game}"
    if place is None:
        return f"{word} in {game}"
    return f"{_ABOUT.get(type(entry), word)} {place.name} of {game}"


MOVED_KEYS = Keys(
    "An entry undone or redone",
    {
        "number": "Its number in the journal.",
        "what": "Its kind.",
        "hand": "The number of the hand, only if it is about one.",
        "turn": "The turn as `canasta amend` names it, `1.5`; only for a turn.",
        "text": "Its text.",
    },
)
UNDO_KEYS = Keys(
    "canasta undo and canasta redo",
    {
        "moved": Object(
            "The entries, in the order in which they were undone or redone.", MOVED_KEYS
        ),
        "recorded": "True if it was recorded.",
    },
    (NEXT_KEYS,),
)


def undo_json(result: UndoResult) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta undo`` and ``canasta redo``."""
    numbered = _places(result)
    return {
        "moved": [
            {
                "number": record.number,
                "what": WORDS[type(record.entry)],
                **({"hand": place.hand} if (place := numbered.get(record.number)) else {}),
                **({"turn": place.name} if place and place.turn else {}),
                "text": entry_text(record.entry, result.after.game),
            }
            for record in result.records
        ],
        "recorded": result.recorded,
        **next_json(result.after.standing),
    }
