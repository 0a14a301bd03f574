"""Entries of a history as rows of the journal: a word for the kind, and JSON for the rest.

One row of :data:`KINDS` for each kind of entry, with its writer and its reader.
Hands are stored in the notation that people type, so that the file can be read without the program.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta_cli.errors import CanastaError, NotUnderstood, UnusableData
from canasta_cli.model.entry import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandTallied,
    LeftAmended,
    Marks,
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
from canasta_cli.model.game import Hand, Side

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal, RecordedTurn

NOTATION = 1

_Data = dict[str, Any]


class Kind(NamedTuple):
    """A kind of entry: its class, its writer and its reader."""

    of: type[Entry]
    write: Callable[[Any], _Data]
    read: Callable[[_Data], Entry]

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
            remedy="Type it again, in a terminal set to UTF-8.",
        ) from None
    return kind.word, data


# The errors that JSON of another shape, or with excessive numbers, leads to.
_INVALID = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def from_row(what: str, data: str) -> Entry:
    """Return the entry in a row. Raises :class:`~canasta_cli.errors.UnusableData`."""
    kind = _BY_WORD.get(what)
    if kind is None:
        raise UnusableData(
            f"“{what}” is not a kind of entry that this version of canasta knows",
            remedy="Use the newer version that recorded it.",
        )
    try:
        return kind.read(json.loads(data))
    except UnusableData:
        raise
    except CanastaError as error:
        raise UnusableData(f"can't read the entry “{what}”: {error.message}") from error
    except _INVALID as error:
        raise UnusableData(f"the entry “{what}” has missing or wrong values") from error


def _write_began(began: Began) -> _Data:
    return {
        "notation": NOTATION,
        "name": began.name,
        "players": began.players,
        "sides": [{"name": side.name, "players": side.players} for side in began.sides],
        "dealer": began.dealer,
        "ruleset": dict(began.ruleset),
        "date": began.date,
        "event": began.event,
    }


def _read_began(data: _Data) -> Began:
    if int(data["notation"]) > NOTATION:
        raise UnusableData(
            f"the game “{data['name']}” uses a newer notation",
            remedy="Use the newer version of canasta that recorded it.",
        )
    return Began(
        name=str(data["name"]),
        players=_names(data["players"]),
        sides=tuple(Side(str(side["name"]), _names(side["players"])) for side in data["sides"]),
        dealer=str(data["dealer"]),
        ruleset=dict(data["ruleset"]),
        date=str(data["date"]),
        event=str(data["event"]),
    )


def _names(names: list[object]) -> tuple[str, ...]:
    return tuple(str(name) for name in names)


# Each notation is imported where it is needed: a game uses tallies, or turns.
def _write_hand(hand: Hand) -> _Data:
    """Return the hand as JSON, without a dealer in turn and other defaults."""
    from canasta_cli.notation.tally import write_tally

    data: _Data = {"tallies": [write_tally(tally) for tally in hand.tallies]}
    if hand.dealer is not None:
        data["dealer"] = hand.dealer
    if hand.claimed:
        data["claimed"] = hand.claimed
    if hand.forced:
        data["forced"] = True
    return data


def _read_hand(data: _Data) -> Hand:
    from canasta_cli.notation.tally import read_tally

    dealer = data.get("dealer")
    return Hand(
        tallies=tuple(read_tally(text) for text in data["tallies"]),
        dealer=None if dealer is None else str(dealer),
        claimed=tuple(None if claim is None else int(claim) for claim in data.get("claimed", ())),
        forced=bool(data.get("forced", False)),
    )


def _write_deal(deal: "Deal") -> _Data:
    """Return the deal alone; its turns follow as entries of their own."""
    from canasta_cli.notation.deal import write_hands, write_order

    data: _Data = {"upcards": write_order(deal.upcards)}
    if deal.dealer is not None:
        data["dealer"] = deal.dealer
    if deal.hands:
        data["hands"] = write_hands(deal.hands)
    if deal.stock is not None:
        data["stock"] = write_order(deal.stock)
    return data


def _read_deal(data: _Data) -> "Deal":
    from canasta_cli.model.deal import Deal
    from canasta_cli.notation.deal import read_hands, read_order

    dealer, stock = data.get("dealer"), data.get("stock")
    return Deal(
        dealer=None if dealer is None else str(dealer),
        upcards=read_order(data["upcards"]),
        hands=read_hands(data.get("hands", {})),
        stock=None if stock is None else read_order(stock),
    )


def _write_turn(given: "RecordedTurn") -> _Data:
    from canasta_cli.notation.turn import write_turn

    return {"turn": write_turn(given.turn), **({"forced": True} if given.forced else {})}


def _read_turn(data: _Data) -> "RecordedTurn":
    from canasta_cli.model.deal import RecordedTurn
    from canasta_cli.notation.turn import read_turn

    return RecordedTurn(read_turn(data["turn"]), bool(data.get("forced", False)))


def _write_amended_turn(entry: TurnAmended) -> _Data:
    others = {} if entry.others is None else {"others": entry.others}
    turn = {"hand": entry.hand, "number": entry.number, **_write_turn(entry.recorded), **others}
    return {**turn, **_write_later(entry.later)}


def _read_amended_turn(data: _Data) -> TurnAmended:
    turns = data.get("others")
    others = None if turns is None else tuple(int(turn) for turn in turns)
    hand, number = int(data["hand"]), int(data["number"])
    return TurnAmended(hand, number, _read_turn(data), others, _read_later(data))


def _write_later(marks: Marks) -> _Data:
    """Return the turns of later hands that are forced by an amendment: usually none."""
    return {"later": marks} if marks else {}


def _read_later(data: _Data) -> Marks:
    return _read_marks(data.get("later", ()))


def _read_marks(marks: list[tuple[int, int]]) -> Marks:
    return tuple((int(hand), int(turn)) for hand, turn in marks)


def _write_swap(entry: SidesSwapped) -> _Data:
    forced = {"forced": entry.forced} if entry.forced else {}
    return {"first": entry.first, "last": entry.last, **forced, **_write_later(entry.later)}


def _read_swap(data: _Data) -> SidesSwapped:
    forced = tuple(int(hand) for hand in data.get("forced", ()))
    return SidesSwapped(int(data["first"]), int(data["last"]), forced, _read_later(data))


def _write_left(shown: Shown | LeftAmended) -> _Data:
    from canasta_cli.notation.deal import write_hands

    return {"left": write_hands(shown.left), **({"forced": True} if shown.forced else {})}


def _read_left(data: _Data) -> Shown:
    from canasta_cli.notation.deal import read_left

    return Shown(read_left(data["left"]), bool(data.get("forced", False)))


def _write_award(entry: Awarded) -> _Data:
    from canasta_cli.notation.tally import write_award

    return {"side": entry.side, "award": write_award(entry.award)}


def _read_award(data: _Data) -> Awarded:
    from canasta_cli.notation.tally import read_tally

    return Awarded(str(data["side"]), read_tally(data["award"]).awards[0])


def _write_note(entry: Noted) -> _Data:
    """Return the text alone, unless the note is on a hand."""
    on_hand: _Data = {"hand": entry.hand} if entry.hand else {}
    settles = {} if entry.settles is None or not entry.hand else {"settles": entry.settles}
    return {"text": entry.text, **on_hand, **settles}


def _read_note(data: _Data) -> Noted:
    hand = int(data.get("hand", 0))
    settles = data.get("settles")
    if not hand:
        return Noted(str(data["text"]))
    return Noted(str(data["text"]), hand, None if settles is None else _names(settles))


KINDS: tuple[Kind, ...] = (
    Kind(Began, _write_began, _read_began),
    Kind(
        HandTallied,
        lambda entry: {**_write_hand(entry.hand), **({"stopped": True} if entry.stopped else {})},
        lambda data: HandTallied(_read_hand(data), bool(data.get("stopped", False))),
    ),
    Kind(
        Dealt,
        lambda entry: _write_deal(entry.deal),
        lambda data: Dealt(_read_deal(data)),
    ),
    Kind(
        Turned,
        lambda entry: _write_turn(entry.recorded),
        lambda data: Turned(_read_turn(data)),
    ),
    Kind(
        Shown,
        _write_left,
        _read_left,
    ),
    Kind(
        TurnAmended,
        _write_amended_turn,
        _read_amended_turn,
    ),
    Kind(
        LeftAmended,
        lambda entry: {"hand": entry.hand, **_write_left(entry), **_write_later(entry.later)},
        lambda data: LeftAmended(int(data["hand"]), *_read_left(data), _read_later(data)),
    ),
    Kind(
        Amended,
        lambda entry: {
            "number": entry.number,
            **_write_hand(entry.hand),
            **_write_later(entry.later),
        },
        lambda data: Amended(int(data["number"]), _read_hand(data), _read_later(data)),
    ),
    Kind(
        SidesSwapped,
        _write_swap,
        _read_swap,
    ),
    Kind(
        RulesChanged,
        lambda entry: {
            "ruleset": dict(entry.ruleset),
            **({"forced": entry.forced} if entry.forced else {}),
        },
        lambda data: RulesChanged(dict(data["ruleset"]), _read_marks(data.get("forced", ()))),
    ),
    Kind(
        Awarded,
        _write_award,
        _read_award,
    ),
    Kind(
        PenaltyDropped,
        lambda entry: {
            "hand": entry.hand,
            "number": entry.number,
            **_write_later(entry.later),
        },
        lambda data: PenaltyDropped(int(data["hand"]), int(data["number"]), _read_later(data)),
    ),
    Kind(
        Noted,
        _write_note,
        _read_note,
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
