"""Entries of a history as rows of the journal: a word for the kind, and JSON for the values.

Only the journal itself calls it.
"""

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from canasta_cli.errors import (
    MID_HAND,
    CanastaError,
    NoLongerKept,
    NotUnderstood,
    StockNamed,
    UnusableData,
)
from canasta_cli.model.game import Arrival, Ending, Hand, Side, Tally
from canasta_cli.model.history import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Deleted,
    Entry,
    Finished,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlayerRenamed,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Turned,
    Undone,
)
from canasta_cli.values import NamedTuple, Unread, read_all

if TYPE_CHECKING:
    from types import ModuleType

    from canasta_cli.model.turn import Turn


# The values of entries as JSON, and back: hands, deals, turns, cards left, notes.
#
# Hands are stored in the notation that people type, so that the file can be read without the
# program. Each notation is imported where it is needed: a game uses tallies, or turns.

NOTATION = 1

Data = dict[str, Any]
T = TypeVar("T")

# The errors that JSON of another shape, or with excessive numbers, leads to.
_INVALID = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def readable(what: str, read: Callable[[], T]) -> T:
    """Return what is read from an entry; raise ``UnusableData`` for whatever is wrong with it."""
    try:
        return read()
    except UnusableData:
        raise
    except StockNamed as error:
        raise NoLongerKept(error.message) from error
    except CanastaError as error:
        raise UnusableData(f"can't read the entry “{what}”: {error.message}") from error
    except _INVALID as error:
        raise UnusableData(f"the entry “{what}” has missing or wrong values") from error


_NEEDED = object()


class StoredForm(NamedTuple):
    """The form in JSON of one value of an entry, under the name that the value has in its class.

    A value that is ``unless`` is left out. The form of a value that is ``spread`` is an object whose keys
    are among those of the entry.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    unless: object = _NEEDED
    spread: bool = False

    def put(self, data: Data, name: str, value: Any) -> None:
        """Write a value into the JSON of its entry."""
        if self.spread:
            data.update(self.write(value))
        elif value or value != self.unless:
            data[name] = self.write(value)

    def get(self, data: Data, name: str) -> Any:
        """Read a value from the JSON of its entry."""
        if self.spread:
            return self.read(data)
        if self.unless is _NEEDED:
            return self.read(data[name])
        found = data.get(name)
        return self.unless if found is None else self.read(found)


def _object(of: Callable[..., Any], /, **forms: StoredForm) -> StoredForm:
    """Return the form of a value of a class as an object: each of its values in a form of its own."""

    def write(value: object) -> Data:
        data: Data = {}
        for name, form in forms.items():
            form.put(data, name, getattr(value, name))
        return data

    def read(data: Data) -> object:
        return of(**{name: form.get(data, name) for name, form in forms.items()})

    return StoredForm(write, read, spread=True)


def _same(value: T) -> T:
    return value


def _read_names(names: list[object]) -> tuple[str, ...]:
    return tuple(map(str, names))


def _read_numbers(numbers: list[int]) -> tuple[int, ...]:
    return tuple(map(int, numbers))


def _read_claims(claims: list[int | None]) -> tuple[int | None, ...]:
    return tuple(None if claim is None else int(claim) for claim in claims)


def _read_notation(data: Data) -> str:
    """Return the name of a game that is in a notation of this version."""
    if int(data["notation"]) > NOTATION:
        raise UnusableData(
            f"the game “{data['name']}” uses a newer notation",
            fix="Use the newer version of canasta that recorded it.",
        )
    return str(data["name"])


def _tally() -> "ModuleType":
    from canasta_cli.notation import tally

    return tally


def _cards() -> "ModuleType":
    from canasta_cli.notation import cards

    return cards


def _turn() -> "ModuleType":
    from canasta_cli.notation import turn

    return turn


def _played() -> "ModuleType":
    from canasta_cli.model import turn

    return turn


def _read_tallies(texts: list[str]) -> tuple[Tally, ...]:
    return tuple(map(_tally().read_tally, texts))


def _read_turn(text: str) -> Callable[[], "Turn"]:
    return lambda: readable(WORDS[Turned], lambda: _turn().read_turn(text))


def _late(of: type[Entry], read: Callable[[Any], Any]) -> Callable[[Any], Unread[Any]]:
    """Return a function that has values of an entry read when they are first needed."""

    def read_now(source: Any) -> Any:
        return readable(WORDS[of], lambda: read(source))

    # The number of cards in a text is known once it is read.
    return lambda source: Unread(source, read_now, None if type(source) is str else len(source))


def _write_arrival(arrival: Arrival) -> Data:
    """Return a substitute as JSON; seats are counted from 1, like turns and hands."""
    return {"hand": arrival.hand, "seat": arrival.seat + 1, "player": arrival.player}


def _read_arrival(data: Data) -> Arrival:
    hand, seat, player = int(data["hand"]), int(data["seat"]), str(data["player"])
    if "turn" in data:
        raise NoLongerKept(MID_HAND)
    if min(hand, seat) < 1:
        raise ValueError(data)
    return Arrival(hand, seat - 1, player)


def _write_note(entry: Noted) -> Data:
    """Return the text alone, unless the note is on a hand."""
    on_hand: Data = {"hand": entry.hand} if entry.hand else {}
    settles = {} if entry.settles is None or not entry.hand else {"settles": entry.settles}
    return {"text": entry.text, **on_hand, **settles}


def _read_note(data: Data) -> Noted:
    hand = int(data.get("hand", 0))
    settles = data.get("settles")
    if not hand:
        return Noted(str(data["text"]))
    return Noted(str(data["text"]), hand, None if settles is None else _read_names(settles))


# Entries of a history as rows of the journal: a word for the kind, and JSON for the rest.
#
# One row of :data:`FORMS` for each kind of entry, with the form of each of its values.

_TEXT, _NUMBER = StoredForm(_same, str), StoredForm(_same, int)
_FLAG, _IF_TRUE = StoredForm(_same, bool), StoredForm(_same, bool, unless=False)
_IF_GIVEN = StoredForm(_same, str, unless="")
_NAMES, _RULES = StoredForm(_same, _read_names), StoredForm(dict, dict)
_SIDE = _object(Side, name=_TEXT, players=_NAMES)
_MARKS = StoredForm(
    _same, lambda marks: tuple((int(hand), int(turn)) for hand, turn in marks), unless=()
)
_DEALER = StoredForm(_same, str, unless=None)
_HANDS = partial(StoredForm, lambda hands: _turn().write_hands(hands))
_LEFT = _HANDS(_late(Shown, lambda left: _turn().read_left(left)))
_ORDER = partial(
    StoredForm,
    lambda cards: _cards().write_order(cards),
    _late(Dealt, lambda text: _cards().read_order(text)),
)
_TALLIES = partial(StoredForm, lambda tallies: [*map(_tally().write_tally, tallies)])
# The tallies computed from the turns of a hand.
_COUNTED = _TALLIES(_late(Shown, _read_tallies), unless=())
_HAND = _object(
    Hand,
    tallies=_TALLIES(_read_tallies),
    dealer=_DEALER,
    claimed=StoredForm(_same, _read_claims, unless=()),
    forced=_IF_TRUE,
)
_TURN = _object(
    lambda **values: _played().RecordedTurn(**values),
    turn=StoredForm(lambda turn: _turn().write_turn(turn), _read_turn),
    forced=_IF_TRUE,
)
# The deal alone; its turns follow as entries of their own.
_DEAL = _object(
    lambda **values: _played().Deal(**values),
    dealer=_DEALER,
    upcards=_ORDER(),
    hands=_HANDS(_late(Dealt, lambda hands: _turn().read_hands(hands)), unless=()),
    stock=_ORDER(unless=None),
)


def _stored(of: type[Any], /, **forms: StoredForm) -> tuple[type[Entry], StoredForm]:
    """Return the class of a kind of entry with its form: that of each of its values."""
    return of, _object(of, **forms)


_JSON = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def to_row(entry: Entry) -> tuple[str, str]:
    """Return the word and the JSON of an entry; equal entries give the same text.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for text that is not valid UTF-8.
    """
    written = FORMS[type(entry)].write(entry)
    data = _JSON.encode(written)
    try:
        data.encode()
    except UnicodeEncodeError:
        raise NotUnderstood(
            "the text is not valid UTF-8",
            fix="Type it again, in a terminal set to UTF-8.",
        ) from None
    return WORDS[type(entry)], data


def from_row(what: str, data: str) -> Entry:
    """Return the entry in a row. Raises :class:`~canasta_cli.errors.UnusableData`."""
    entry = read_shallow(what, data)
    if isinstance(entry, Dealt | Turned | Shown | TurnAmended | LeftAmended):
        # Reads every part, also those that are otherwise read when they are first needed.
        read_all(entry)
    return entry


@lru_cache(maxsize=1_000)
def read_shallow(what: str, data: str) -> Entry:
    """Return the entry in a row; cards, turns and tallies in it are parsed when they are first needed.

    Both may raise :class:`~canasta_cli.errors.UnusableData`. A command that writes reads a game twice:
    once to understand what was typed, and again when no other program can write.
    """
    read: Callable[[Data], Entry] = FORMS[kind_of(what)].read
    return readable(what, lambda: read(json.loads(data)))


def kind_of(what: str) -> type[Entry]:
    """Return the class of the entry in a row. Raises :class:`~canasta_cli.errors.UnusableData`."""
    kind = KINDS.get(what)
    if kind is None:
        raise UnusableData(
            f"“{what}” is not a kind of entry that this version of canasta knows",
            fix="Use the newer version that recorded it.",
        )
    return kind


_SIDE_NAMES = StoredForm(_same, _read_names, unless=())
_ROWS = (
    _stored(
        Began,
        name=StoredForm(
            lambda name: {"notation": NOTATION, "name": name}, _read_notation, spread=True
        ),
        players=_NAMES,
        sides=StoredForm(
            lambda sides: [*map(_SIDE.write, sides)], lambda sides: tuple(map(_SIDE.read, sides))
        ),
        dealer=_TEXT,
        ruleset=_RULES,
        date=_TEXT,
        event=_TEXT,
        original=StoredForm(_same, int, unless=0),
    ),
    _stored(HandTallied, hand=_HAND, stopped=_IF_TRUE),
    _stored(Dealt, deal=_DEAL),
    _stored(Turned, recorded=_TURN),
    _stored(Shown, left=_LEFT, forced=_IF_TRUE, tallies=_COUNTED),
    _stored(
        TurnAmended,
        hand=_NUMBER,
        number=_NUMBER,
        recorded=_TURN,
        others=StoredForm(_same, _read_numbers),
        later=_MARKS,
        tallies=_COUNTED,
    ),
    _stored(LeftAmended, hand=_NUMBER, left=_LEFT, forced=_IF_TRUE, later=_MARKS, tallies=_COUNTED),
    _stored(Amended, number=_NUMBER, hand=_HAND, later=_MARKS),
    _stored(
        SidesSwapped,
        first=_NUMBER,
        last=_NUMBER,
        forced=StoredForm(_same, _read_numbers, unless=()),
        later=_MARKS,
    ),
    _stored(HandDropped, hand=_NUMBER, later=_MARKS),
    _stored(RulesChanged, ruleset=_RULES, forced=_MARKS),
    _stored(
        Awarded,
        side=_TEXT,
        award=StoredForm(
            lambda award: _tally().write_award(award),
            lambda text: _read_tallies([text])[0].awards[0],
        ),
    ),
    _stored(PenaltyDropped, hand=_NUMBER, number=_NUMBER, later=_MARKS),
    (Noted, StoredForm(_write_note, _read_note)),
    _stored(Renamed, name=_TEXT, aside=_IF_TRUE, date=_IF_GIVEN),
    _stored(
        PlayerRenamed,
        player=_TEXT,
        name=_TEXT,
        everywhere=_IF_TRUE,
        sides=_SIDE_NAMES,
    ),
    _stored(
        Substituted,
        arrival=StoredForm(_write_arrival, _read_arrival, spread=True),
        instead_of=_TEXT,
        sides=_SIDE_NAMES,
    ),
    _stored(Archived, away=_FLAG),
    _stored(Finished, ending=StoredForm(lambda ending: ending.value, Ending)),
    _stored(Deleted),
    _stored(Undone, steps=_NUMBER),
    _stored(Redone, steps=_NUMBER),
)
FORMS: dict[type[Entry], StoredForm] = dict(_ROWS)
KINDS = {WORDS[of]: of for of in FORMS}
"""The classes of entries, by the words for them."""
