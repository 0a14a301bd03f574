"""Entries of a history as rows of the journal: a word for the kind, and JSON for the rest.

One row of :data:`KINDS` for each kind of entry, with its writer and its reader.
Hands are stored in the notation that people type, so that the file can be read without the program.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from canasta_cli.errors import NotUnderstood, UnusableData
from canasta_cli.journal.entry_data import (
    Data,
    amended_left_from,
    amended_turn_data,
    amended_turn_from,
    award_data,
    award_from,
    began_data,
    began_from,
    deal_data,
    deal_from,
    hand_data,
    hand_from,
    later_data,
    later_from,
    left_data,
    left_from,
    marks_from,
    note_data,
    note_from,
    readable,
    swap_data,
    swap_from,
    turn_data,
    turn_from,
)
from canasta_cli.model.history import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    TurnAmended,
    Turned,
    Undone,
)
from canasta_cli.values import NamedTuple, Unread

T = TypeVar("T")


class Kind(NamedTuple):
    """A kind of entry: its class, its writer and its reader."""

    of: type[Entry]
    write: Callable[[Any], Data]
    read: Callable[[Data], Entry]

    @property
    def word(self) -> str:
        """The word for it in the journal."""
        return WORDS[self.of]


def to_row(entry: Entry) -> tuple[str, str]:
    """Return the word and the JSON of an entry; equal entries give the same text.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for text that is not valid UTF-8.
    """
    kind = _BY_CLASS[type(entry)]
    data = json.dumps(kind.write(entry), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    try:
        data.encode()
    except UnicodeEncodeError:
        raise NotUnderstood(
            "the text is not valid UTF-8",
            fix="Type it again, in a terminal set to UTF-8.",
        ) from None
    return kind.word, data


def from_row(what: str, data: str) -> Entry:
    """Return the entry in a row. Raises :class:`~canasta_cli.errors.UnusableData`."""
    entry = read_shallow(what, data)
    if isinstance(entry, Dealt | Turned | Shown | TurnAmended | LeftAmended):
        for value in entry:
            _read_now(value)
    return entry


def _read_now(value: object) -> None:
    """Read a part of an entry that is otherwise read when it is first needed."""
    from canasta_cli.model.turn import Deal, RecordedTurn

    if isinstance(value, Unread):
        value.values  # noqa: B018 - reads them now
    elif isinstance(value, RecordedTurn):
        value.turn  # noqa: B018 - parses it now
    elif isinstance(value, Deal):
        for part in value:
            _read_now(part)


@lru_cache(maxsize=1_000)
def read_shallow(what: str, data: str) -> Entry:
    """Return the entry in a row; cards, turns and tallies in it are parsed when they are first needed.

    Both may raise :class:`~canasta_cli.errors.UnusableData`. A command that writes reads a game twice:
    once to understand what was typed, and again when no other program can write.
    """
    kind = _kind(what)
    return readable(what, lambda: kind.read(json.loads(data)))


def kind_of(what: str) -> type[Entry]:
    """Return the class of the entry in a row. Raises :class:`~canasta_cli.errors.UnusableData`."""
    return _kind(what).of


def _kind(what: str) -> Kind:
    kind = _BY_WORD.get(what)
    if kind is None:
        raise UnusableData(
            f"“{what}” is not a kind of entry that this version of canasta knows",
            fix="Use the newer version that recorded it.",
        )
    return kind


KINDS: tuple[Kind, ...] = (
    Kind(Began, began_data, began_from),
    Kind(
        HandTallied,
        lambda entry: {**hand_data(entry.hand), **({"stopped": True} if entry.stopped else {})},
        lambda data: HandTallied(hand_from(data), bool(data.get("stopped", False))),
    ),
    Kind(
        Dealt,
        lambda entry: deal_data(entry.deal),
        lambda data: Dealt(deal_from(data)),
    ),
    Kind(
        Turned,
        lambda entry: turn_data(entry.recorded),
        lambda data: Turned(turn_from(data)),
    ),
    Kind(
        Shown,
        left_data,
        left_from,
    ),
    Kind(
        TurnAmended,
        amended_turn_data,
        amended_turn_from,
    ),
    Kind(
        LeftAmended,
        lambda entry: {"hand": entry.hand, **left_data(entry), **later_data(entry.later)},
        amended_left_from,
    ),
    Kind(
        Amended,
        lambda entry: {
            "number": entry.number,
            **hand_data(entry.hand),
            **later_data(entry.later),
        },
        lambda data: Amended(int(data["number"]), hand_from(data), later_from(data)),
    ),
    Kind(
        SidesSwapped,
        swap_data,
        swap_from,
    ),
    Kind(
        HandDropped,
        lambda entry: {"hand": entry.hand, **later_data(entry.later)},
        lambda data: HandDropped(int(data["hand"]), later_from(data)),
    ),
    Kind(
        RulesChanged,
        lambda entry: {
            "ruleset": dict(entry.ruleset),
            **({"forced": entry.forced} if entry.forced else {}),
        },
        lambda data: RulesChanged(dict(data["ruleset"]), marks_from(data.get("forced", ()))),
    ),
    Kind(
        Awarded,
        award_data,
        award_from,
    ),
    Kind(
        PenaltyDropped,
        lambda entry: {
            "hand": entry.hand,
            "number": entry.number,
            **later_data(entry.later),
        },
        lambda data: PenaltyDropped(int(data["hand"]), int(data["number"]), later_from(data)),
    ),
    Kind(
        Noted,
        note_data,
        note_from,
    ),
    Kind(
        Renamed,
        lambda entry: {"name": entry.name},
        lambda data: Renamed(str(data["name"])),
    ),
    Kind(
        Archived,
        lambda entry: {"away": entry.away},
        lambda data: Archived(bool(data["away"])),
    ),
    Kind(
        Undone,
        lambda entry: {"steps": entry.steps},
        lambda data: Undone(int(data["steps"])),
    ),
    Kind(
        Redone,
        lambda entry: {"steps": entry.steps},
        lambda data: Redone(int(data["steps"])),
    ),
)
_BY_CLASS: dict[type[Entry], Kind] = {kind.of: kind for kind in KINDS}
_BY_WORD = {kind.word: kind for kind in KINDS}
CLASSES = {kind.word: kind.of for kind in KINDS}
"""The class of the entry for each word."""
