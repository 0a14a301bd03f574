"""Entries of a history as rows of the journal: a word for the kind, and JSON for the values.

Only the journal itself calls it.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from canasta_cli.errors import CanastaError, NotUnderstood, UnusableData
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
    Marks,
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
from canasta_cli.values import NamedTuple, Unread

if TYPE_CHECKING:
    from canasta_cli.model.cards import Card
    from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn


# The values of entries as JSON, and back: hands, deals, turns, cards left, notes.
#
# Hands are stored in the notation that people type, so that the file can be read without the
# program.

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
    except CanastaError as error:
        raise UnusableData(f"can't read the entry “{what}”: {error.message}") from error
    except _INVALID as error:
        raise UnusableData(f"the entry “{what}” has missing or wrong values") from error


def began_data(began: Began) -> Data:
    """Return the beginning of a game as JSON."""
    return {
        "notation": NOTATION,
        "name": began.name,
        "players": began.players,
        "sides": [{"name": side.name, "players": side.players} for side in began.sides],
        "dealer": began.dealer,
        "ruleset": dict(began.ruleset),
        "date": began.date,
        "event": began.event,
        **({"original": began.original} if began.original else {}),
    }


def began_from(data: Data) -> Began:
    """Return the beginning of a game from JSON."""
    if int(data["notation"]) > NOTATION:
        raise UnusableData(
            f"the game “{data['name']}” uses a newer notation",
            fix="Use the newer version of canasta that recorded it.",
        )
    return Began(
        name=str(data["name"]),
        players=_names(data["players"]),
        sides=tuple(Side(str(side["name"]), _names(side["players"])) for side in data["sides"]),
        dealer=str(data["dealer"]),
        ruleset=dict(data["ruleset"]),
        date=str(data["date"]),
        event=str(data["event"]),
        original=int(data.get("original", 0)),
    )


def _names(names: list[object]) -> tuple[str, ...]:
    return tuple(str(name) for name in names)


# Each notation is imported where it is needed: a game uses tallies, or turns.
def hand_data(hand: Hand) -> Data:
    """Return the hand as JSON, without a dealer in turn and other defaults."""
    from canasta_cli.notation.tally import write_tally

    data: Data = {"tallies": [write_tally(tally) for tally in hand.tallies]}
    if hand.dealer is not None:
        data["dealer"] = hand.dealer
    if hand.claimed:
        data["claimed"] = hand.claimed
    if hand.forced:
        data["forced"] = True
    return data


def hand_from(data: Data) -> Hand:
    """Return a hand from JSON."""
    from canasta_cli.notation.tally import read_tally

    dealer = data.get("dealer")
    return Hand(
        tallies=tuple(read_tally(text) for text in data["tallies"]),
        dealer=None if dealer is None else str(dealer),
        claimed=tuple(None if claim is None else int(claim) for claim in data.get("claimed", ())),
        forced=bool(data.get("forced", False)),
    )


def deal_data(deal: "Deal") -> Data:
    """Return the deal alone; its turns follow as entries of their own."""
    from canasta_cli.notation.cards import write_order
    from canasta_cli.notation.turn import write_hands

    data: Data = {"upcards": write_order(deal.upcards)}
    if deal.dealer is not None:
        data["dealer"] = deal.dealer
    if deal.hands:
        data["hands"] = write_hands(deal.hands)
    if deal.stock is not None:
        data["stock"] = write_order(deal.stock)
    return data


def deal_from(data: Data) -> "Deal":
    """Return a deal from JSON."""
    from canasta_cli.model.turn import Deal

    dealer, stock, hands = data.get("dealer"), data.get("stock"), data.get("hands", {})
    return Deal(
        dealer=None if dealer is None else str(dealer),
        upcards=Unread(data["upcards"], _cards_dealt),
        hands=Unread(hands, _hands_dealt, len(hands)),
        stock=None if stock is None else Unread(stock, _cards_dealt),
    )


def _cards_dealt(text: str) -> "tuple[Card, ...]":
    from canasta_cli.notation.cards import read_order

    return readable(WORDS[Dealt], lambda: read_order(text))


def _hands_dealt(hands: dict[str, str]) -> "tuple[PlayerCards, ...]":
    from canasta_cli.notation.turn import read_hands

    return readable(WORDS[Dealt], lambda: read_hands(hands))


def turn_data(given: "RecordedTurn") -> Data:
    """Return a turn as JSON."""
    from canasta_cli.notation.turn import write_turn

    return {"turn": write_turn(given.turn), **({"forced": True} if given.forced else {})}


def turn_from(data: Data) -> "RecordedTurn":
    """Return a turn from JSON."""
    from canasta_cli.model.turn import RecordedTurn
    from canasta_cli.notation.turn import read_turn

    text, forced = data["turn"], bool(data.get("forced", False))
    return RecordedTurn(lambda: readable(WORDS[Turned], lambda: read_turn(text)), forced)


def amended_turn_data(entry: TurnAmended) -> Data:
    """Return an amended turn as JSON."""
    others = {} if entry.others is None else {"others": entry.others}
    turn = {"hand": entry.hand, "number": entry.number, **turn_data(entry.recorded), **others}
    return {**turn, **later_data(entry.later), **tallies_data(entry.tallies)}


def amended_turn_from(data: Data) -> TurnAmended:
    """Return an amended turn from JSON."""
    turns = data.get("others")
    others = None if turns is None else tuple(int(turn) for turn in turns)
    hand, number = int(data["hand"]), int(data["number"])
    tallies = tallies_from(data)
    return TurnAmended(hand, number, turn_from(data), others, later_from(data), tallies)


def later_data(marks: Marks) -> Data:
    """Return the turns of later hands that are forced by an amendment: usually none."""
    return {"later": marks} if marks else {}


def later_from(data: Data) -> Marks:
    """Return the marks of later turns from JSON."""
    return marks_from(data.get("later", ()))


def marks_from(marks: list[tuple[int, int]]) -> Marks:
    """Return marks of hands and turns from JSON."""
    return tuple((int(hand), int(turn)) for hand, turn in marks)


def swap_data(entry: SidesSwapped) -> Data:
    """Return swapped sides as JSON."""
    forced = {"forced": entry.forced} if entry.forced else {}
    return {"first": entry.first, "last": entry.last, **forced, **later_data(entry.later)}


def swap_from(data: Data) -> SidesSwapped:
    """Return swapped sides from JSON."""
    forced = tuple(int(hand) for hand in data.get("forced", ()))
    return SidesSwapped(int(data["first"]), int(data["last"]), forced, later_from(data))


def left_data(shown: Shown | LeftAmended) -> Data:
    """Return the cards left in the hands as JSON."""
    from canasta_cli.notation.turn import write_hands

    forced = {"forced": True} if shown.forced else {}
    return {"left": write_hands(shown.left), **forced, **tallies_data(shown.tallies)}


def left_from(data: Data) -> Shown:
    """Return the cards left in the hands from JSON."""
    left, forced = data["left"], bool(data.get("forced", False))
    return Shown(Unread(left, _cards_left, len(left)), forced, tallies_from(data))


def _cards_left(left: dict[str, str]) -> "tuple[PlayerCards, ...]":
    from canasta_cli.notation.turn import read_left

    return readable(WORDS[Shown], lambda: read_left(left))


def amended_left_from(data: Data) -> LeftAmended:
    """Return amended cards left in the hands from JSON."""
    left, forced, tallies = left_from(data)
    return LeftAmended(int(data["hand"]), left, forced, later_from(data), tallies)


def tallies_data(tallies: Sequence[Tally]) -> Data:
    """Return the tallies computed from the turns of a hand, if it is over."""
    if not tallies:
        return {}
    from canasta_cli.notation.tally import write_tally

    return {"tallies": [write_tally(tally) for tally in tallies]}


def tallies_from(data: Data) -> Sequence[Tally]:
    """Return the tallies computed from turns from JSON."""
    texts = data.get("tallies")
    return Unread(texts, _tallies, len(texts)) if texts else ()


def _tallies(texts: list[str]) -> tuple[Tally, ...]:
    from canasta_cli.notation.tally import read_tally

    return readable(WORDS[Shown], lambda: tuple(read_tally(text) for text in texts))


def award_data(entry: Awarded) -> Data:
    """Return a penalty or bonus as JSON."""
    from canasta_cli.notation.tally import write_award

    return {"side": entry.side, "award": write_award(entry.award)}


def award_from(data: Data) -> Awarded:
    """Return a penalty or bonus from JSON."""
    from canasta_cli.notation.tally import read_tally

    return Awarded(str(data["side"]), read_tally(data["award"]).awards[0])


def note_data(entry: Noted) -> Data:
    """Return the text alone, unless the note is on a hand."""
    on_hand: Data = {"hand": entry.hand} if entry.hand else {}
    settles = {} if entry.settles is None or not entry.hand else {"settles": entry.settles}
    return {"text": entry.text, **on_hand, **settles}


def note_from(data: Data) -> Noted:
    """Return a note from JSON."""
    hand = int(data.get("hand", 0))
    settles = data.get("settles")
    if not hand:
        return Noted(str(data["text"]))
    return Noted(str(data["text"]), hand, None if settles is None else _names(settles))


def substitute_data(entry: Substituted) -> Data:
    """Return a substitute as JSON; seats are counted from 1, like turns and hands."""
    hand, turn, seat, player = entry.arrival
    place = {"hand": hand, "seat": seat + 1, **({"turn": turn} if turn > 1 else {})}
    return {**place, "player": player, "instead_of": entry.instead_of}


def substitute_from(data: Data) -> Substituted:
    """Return a substitute from JSON."""
    hand, turn, seat = int(data["hand"]), int(data.get("turn", 1)), int(data["seat"])
    if min(hand, turn, seat) < 1:
        raise ValueError(data)
    arrival = Arrival(hand, turn, seat - 1, str(data["player"]))
    return Substituted(arrival, str(data["instead_of"]))


# Entries of a history as rows of the journal: a word for the kind, and JSON for the rest.
#
# One row of :data:`KINDS` for each kind of entry, with its writer and its reader. Hands are stored
# in the notation that people type, so that the file can be read without the program.


class EntryKind(NamedTuple):
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


def _kind(what: str) -> EntryKind:
    kind = _BY_WORD.get(what)
    if kind is None:
        raise UnusableData(
            f"“{what}” is not a kind of entry that this version of canasta knows",
            fix="Use the newer version that recorded it.",
        )
    return kind


KINDS: tuple[EntryKind, ...] = (
    EntryKind(Began, began_data, began_from),
    EntryKind(
        HandTallied,
        lambda entry: {**hand_data(entry.hand), **({"stopped": True} if entry.stopped else {})},
        lambda data: HandTallied(hand_from(data), bool(data.get("stopped", False))),
    ),
    EntryKind(
        Dealt,
        lambda entry: deal_data(entry.deal),
        lambda data: Dealt(deal_from(data)),
    ),
    EntryKind(
        Turned,
        lambda entry: turn_data(entry.recorded),
        lambda data: Turned(turn_from(data)),
    ),
    EntryKind(
        Shown,
        left_data,
        left_from,
    ),
    EntryKind(
        TurnAmended,
        amended_turn_data,
        amended_turn_from,
    ),
    EntryKind(
        LeftAmended,
        lambda entry: {"hand": entry.hand, **left_data(entry), **later_data(entry.later)},
        amended_left_from,
    ),
    EntryKind(
        Amended,
        lambda entry: {
            "number": entry.number,
            **hand_data(entry.hand),
            **later_data(entry.later),
        },
        lambda data: Amended(int(data["number"]), hand_from(data), later_from(data)),
    ),
    EntryKind(
        SidesSwapped,
        swap_data,
        swap_from,
    ),
    EntryKind(
        HandDropped,
        lambda entry: {"hand": entry.hand, **later_data(entry.later)},
        lambda data: HandDropped(int(data["hand"]), later_from(data)),
    ),
    EntryKind(
        RulesChanged,
        lambda entry: {
            "ruleset": dict(entry.ruleset),
            **({"forced": entry.forced} if entry.forced else {}),
        },
        lambda data: RulesChanged(dict(data["ruleset"]), marks_from(data.get("forced", ()))),
    ),
    EntryKind(
        Awarded,
        award_data,
        award_from,
    ),
    EntryKind(
        PenaltyDropped,
        lambda entry: {
            "hand": entry.hand,
            "number": entry.number,
            **later_data(entry.later),
        },
        lambda data: PenaltyDropped(int(data["hand"]), int(data["number"]), later_from(data)),
    ),
    EntryKind(
        Noted,
        note_data,
        note_from,
    ),
    EntryKind(
        Renamed,
        lambda entry: {"name": entry.name},
        lambda data: Renamed(str(data["name"])),
    ),
    EntryKind(
        PlayerRenamed,
        lambda entry: {
            "player": entry.player,
            "name": entry.name,
            **({"everywhere": True} if entry.everywhere else {}),
        },
        lambda data: PlayerRenamed(
            str(data["player"]), str(data["name"]), bool(data.get("everywhere", False))
        ),
    ),
    EntryKind(
        Substituted,
        substitute_data,
        substitute_from,
    ),
    EntryKind(
        Archived,
        lambda entry: {"away": entry.away},
        lambda data: Archived(bool(data["away"])),
    ),
    EntryKind(
        Finished,
        lambda entry: {"ending": entry.ending.value},
        lambda data: Finished(Ending(data["ending"])),
    ),
    EntryKind(Deleted, lambda _: {}, lambda _: Deleted()),
    EntryKind(
        Undone,
        lambda entry: {"steps": entry.steps},
        lambda data: Undone(int(data["steps"])),
    ),
    EntryKind(
        Redone,
        lambda entry: {"steps": entry.steps},
        lambda data: Redone(int(data["steps"])),
    ),
)
_BY_CLASS: dict[type[Entry], EntryKind] = {kind.of: kind for kind in KINDS}
_BY_WORD = {kind.word: kind for kind in KINDS}
CLASSES = {kind.word: kind.of for kind in KINDS}
"""The class of the entry for each word."""
