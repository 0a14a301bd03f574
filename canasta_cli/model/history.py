"""The history of a game: the entries that can be recorded, the effects of undo, redo and amend, and numbers.

The journal stores entries; the score-keeper asks the history which of them hold.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from canasta_cli.model.game import Arrival, Award, Ending, Game, Hand, Note, Pending, Side, Tally
from canasta_cli.model.seats import rename_player, with_arrival, without_hand
from canasta_cli.values import NamedTuple, Unread, distinct

if TYPE_CHECKING:
    from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn


# Entries of a game's history: what can be recorded, one class for each kind.

# Forced turns: the hand and the turn, both counted from 1.
Marks = tuple[tuple[int, int], ...]


@distinct
class Began(NamedTuple):
    """A game began: its players, and the ruleset as it was that day, every value resolved.

    ``original`` is the number in the journal of the game of which it is an imported copy; 0 for none.
    """

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: str
    ruleset: Mapping[str, object]
    date: str = ""
    event: str = ""
    original: int = 0


@distinct
class HandTallied(NamedTuple):
    """A hand ended, with a tally for each side.

    ``stopped``: it was being recorded turn by turn. Its turns stay in the history, but the hand is
    counted from the tallies.
    """

    hand: Hand
    stopped: bool = False


@distinct
class Dealt(NamedTuple):
    """A hand was dealt, to be recorded turn by turn."""

    deal: "Deal"


@distinct
class Turned(NamedTuple):
    """A player took a turn of the hand in play."""

    recorded: "RecordedTurn"


@distinct
class Shown(NamedTuple):
    """The hand in play is over, and the players showed the cards left.

    ``tallies`` as ``from_turns`` in :class:`~canasta_cli.model.game.Hand`.
    """

    left: "Sequence[PlayerCards]"
    forced: bool = False
    tallies: Sequence[Tally] = ()


@distinct
class TurnAmended(NamedTuple):
    """A turn (``number``, from 1) of a hand is replaced by ``recorded``.

    ``hand`` is the hand's number; one more than the number of finished hands is the hand in play.
    ``others`` are all other turns that are illegal with it and therefore forced; one more than the
    number of turns means the cards left. ``None`` (in old entries) leaves the marks as they were.
    ``tallies`` as in :class:`Shown`, if the hand is over.
    """

    hand: int
    number: int
    recorded: "RecordedTurn"
    others: tuple[int, ...] | None = None
    later: Marks = ()
    tallies: Sequence[Tally] = ()


@distinct
class LeftAmended(NamedTuple):
    """The cards left at the end of a hand (``hand``, from 1) are replaced by ``left``.

    ``later`` as in :class:`Amended`, ``tallies`` as in :class:`Shown`.
    """

    hand: int
    left: "Sequence[PlayerCards]"
    forced: bool = False
    later: Marks = ()
    tallies: Sequence[Tally] = ()


@distinct
class Amended(NamedTuple):
    """A hand recorded earlier (``number``, from 1) is replaced by ``hand``.

    ``later`` are turns of later hands that are illegal with it and therefore forced.
    """

    number: int
    hand: Hand
    later: Marks = ()


@distinct
class SidesSwapped(NamedTuple):
    """The two sides' tallies are exchanged in the hands ``first`` to ``last``, both from 1.

    Awards recorded separately stay with their side. ``forced`` are those of the hands that can't be
    right afterwards; ``later`` as in :class:`Amended`.
    """

    first: int
    last: int
    forced: tuple[int, ...] = ()
    later: Marks = ()


@distinct
class HandDropped(NamedTuple):
    """A hand (``hand``, from 1) is dropped: it was recorded twice, or never played.

    Later hands get the number before theirs. ``later`` as in :class:`Amended`, with the new numbers.
    """

    hand: int
    later: Marks = ()


@distinct
class RulesChanged(NamedTuple):
    """The rules of the whole game were corrected: every hand counts under ``ruleset``, every value resolved.

    ``forced`` is everything in the game that these rules don't allow: a hand and its turn; turn 0 is
    a hand recorded by its tallies. Nothing else is forced afterwards.
    """

    ruleset: Mapping[str, object]
    forced: Marks = ()


@distinct
class Awarded(NamedTuple):
    """The table gave or took points during a hand; they count with that hand."""

    side: str
    award: Award


@distinct
class PenaltyDropped(NamedTuple):
    """An award recorded separately is dropped: the hand, and its number in the hand, both from 1.

    One more than the number of finished hands is the next hand. ``later`` as in :class:`Amended`.
    """

    hand: int
    number: int
    later: Marks = ()


@distinct
class Noted(NamedTuple):
    """A note was added; ``hand`` and ``settles`` as in :class:`~canasta_cli.model.game.Note`."""

    text: str
    hand: int = 0
    settles: tuple[str, ...] | None = ()


@distinct
class Renamed(NamedTuple):
    """The game was renamed."""

    name: str


@distinct
class PlayerRenamed(NamedTuple):
    """A player has another name, also in everything before; ``everywhere``: in all games at once."""

    player: str
    name: str
    everywhere: bool = False


@distinct
class Substituted(NamedTuple):
    """A player takes a seat as in :class:`~canasta_cli.model.game.Arrival`, in the place of another."""

    arrival: Arrival
    instead_of: str


@distinct
class Archived(NamedTuple):
    """The game was archived, or (``False``) restored."""

    away: bool


@distinct
class Finished(NamedTuple):
    """The players ended the game early; a hand in play does not count."""

    ending: Ending


@distinct
class Deleted(NamedTuple):
    """The game was deleted: nothing but its log shows it until this is undone."""


@distinct
class Undone(NamedTuple):
    """The newest ``steps`` entries in force were undone."""

    steps: int


@distinct
class Redone(NamedTuple):
    """The last ``steps`` entries undone were redone."""

    steps: int


Entry = (
    Began
    | HandTallied
    | Dealt
    | Turned
    | Shown
    | TurnAmended
    | LeftAmended
    | Amended
    | SidesSwapped
    | HandDropped
    | RulesChanged
    | Awarded
    | PenaltyDropped
    | Noted
    | Renamed
    | PlayerRenamed
    | Substituted
    | Archived
    | Finished
    | Deleted
    | Undone
    | Redone
)

# The word for each kind of entry, in the log and in the journal.
WORDS: dict[type[Entry], str] = {
    Began: "new",
    HandTallied: "hand",
    Dealt: "deal",
    Turned: "turn",
    Shown: "left",
    TurnAmended: "amend turn",
    LeftAmended: "amend left",
    Amended: "amend",
    SidesSwapped: "swap",
    HandDropped: "drop hand",
    RulesChanged: "change",
    Awarded: "penalty",
    PenaltyDropped: "drop penalty",
    Noted: "note",
    Renamed: "rename",
    PlayerRenamed: "rename player",
    Substituted: "sub",
    Archived: "archive",
    Finished: "finish",
    Deleted: "delete",
    Undone: "undo",
    Redone: "redo",
}


class Record:
    """One entry of a game's history: its number from 1, and when it was made (ISO 8601, UTC).

    ``kind`` is the class of the entry. The entry may be given as a function that reads it, with its
    kind; it is called when the entry is first needed.
    """

    __slots__ = ("_entry", "at", "kind", "number")

    def __init__(
        self,
        number: int,
        at: str,
        entry: Entry | Callable[[], Entry],
        kind: type[Entry] | None = None,
    ) -> None:
        self.number = number
        self.at = at
        self.kind = cast("type[Entry]", kind or type(entry))
        self._entry = entry

    @property
    def entry(self) -> Entry:
        """The recorded entry. Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read."""
        if callable(self._entry):
            self._entry = self._entry()
        return self._entry

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine, theirs = (self.number, self.at, self.kind), (other.number, other.at, other.kind)
        return self is other or (mine == theirs and self.entry == other.entry)

    def __hash__(self) -> int:
        return hash((self.number, self.at, self.kind))

    def __repr__(self) -> str:
        return f"Record({self.number}, {self.at!r}, {self.entry!r})"


# The history of a game, entry by entry, and the effects of undo, redo and amend.
#
# Nothing is ever removed from a history. Reading it from the start shows what is in force.

ONWARD = (Dealt, Turned, Shown, HandTallied, Awarded, Noted)
"""The kinds of entries that leave all finished hands as they are."""


class History(NamedTuple):
    """The entries in force, oldest first.

    ``undoable`` are the entries that can be undone, ``undone`` those that can be redone, each with
    the next one last.
    """

    in_force: tuple[Record, ...]
    undoable: tuple[Record, ...]
    undone: tuple[Record, ...]


def read_history(records: Iterable[Record]) -> History:
    """Find the entries in force, and those that can be undone and redone, from the first entry on.

    A new entry after an undo makes the undo final, unless the entry is a note.
    """
    kept: list[Record] = []
    done: list[Record] = []
    undone: list[Record] = []
    for record in records:
        # By its kind: most entries need not be read.
        kind = record.kind
        if kind is Undone or kind is Redone:
            moved, onto = (done, undone) if kind is Undone else (undone, done)
            onto.extend(moved.pop() for _ in range(min(_steps(record.entry), len(moved))))
        elif kind is Began or kind is Archived:
            kept.append(record)
        else:
            done.append(record)
            # A note changes nothing, so that undone entries can still be redone.
            if undone and kind is not Noted:
                undone.clear()
    in_force = tuple(sorted((*kept, *done), key=lambda record: record.number))
    return History(in_force, tuple(done), tuple(undone))


def _steps(entry: Entry) -> int:
    return entry.steps if isinstance(entry, Undone | Redone) else 0


def beginning(records: Iterable[Record]) -> Began:
    """Return the entry that began the game. Raises ``ValueError`` if there is none."""
    for record in records:
        if record.kind is Began and isinstance(record.entry, Began):
            return record.entry
    raise ValueError("the entry “new”, which begins the game, is missing")


def rules_of(records: tuple[Record, ...]) -> Mapping[str, object]:
    """Return the rules in force: those that the game began with, or that a change made of them."""
    if not changes_rules(records):
        return beginning(records).ruleset
    for record in reversed(read_history(records).in_force):
        if record.kind is RulesChanged and isinstance(record.entry, RulesChanged):
            return record.entry.ruleset
    return beginning(records).ruleset


def changes_rules(records: Iterable[Record]) -> bool:
    """True if any entry of a history, in force or undone, changes the rules."""
    return any(record.kind is RulesChanged for record in records)


def game_of(records: Iterable[Record]) -> Game:
    """Return the game after its entries in force. Raises ``ValueError`` if it never began."""
    records = tuple(records)
    began = beginning(records)
    game = Game(
        began.name, began.players, began.sides, began.dealer, date=began.date, event=began.event
    )
    turns: list[Record] = []
    for record in read_history(records).in_force:
        if record.kind is Turned:
            turns.append(record)
            continue
        game = _apply(_with_turns(game, turns), record.entry)
        turns = []
    return _with_turns(game, turns)


def _read_turns(source: tuple[Sequence["RecordedTurn"], list[Record]]) -> list["RecordedTurn"]:
    """Return turns, and those in the entries of later ones."""
    first, records = source
    entries = (record.entry for record in records)
    return [*first, *(entry.recorded for entry in entries if isinstance(entry, Turned))]


def _with_turns(game: Game, turns: list[Record]) -> Game:
    """Return the game with more turns of the hand in play."""
    if game.deal is None or not turns:
        return game
    first = game.deal.turns
    late = Unread((first, turns), _read_turns, len(first) + len(turns))
    return game._replace(deal=game.deal._replace(turns=late))


def _apply(game: Game, entry: Entry) -> Game:
    match entry:
        case HandTallied(hand, stopped):
            whole = hand._replace(tallies=game.with_pending(hand.tallies))
            whole = whole._replace(awarded=game.pending)
            deal = None if stopped else game.deal
            game = game._replace(hands=(*game.hands, whole), pending=(), deal=deal)
        case Dealt(deal):
            game = game._replace(deal=deal)
        case Shown(left, forced, tallies) if game.deal is not None:
            deal = game.deal._replace(left=left, left_forced=forced)
            game = _closed(game, deal, _claim(game, tallies))
        case Awarded(side, award):
            game = game._replace(pending=(*game.pending, Pending(side, award)))
        case Noted(text, hand, settles):
            turns = len(game.deal.turns) if game.deal else 0
            note = Note(len(game.hands), text, turns, hand, settles)
            game = game._replace(notes=(*game.notes, note))
        case Renamed() | PlayerRenamed() | Substituted() | Archived() | Finished() | Deleted():
            game = _with_whole(game, entry)
        case Began() | Turned() | Shown() | Undone() | Redone():
            pass
        case _:
            game = _corrected(game, entry)
    return game


About = Renamed | PlayerRenamed | Substituted | Archived | Finished | Deleted
"""An entry about the game as a whole, or its players."""


def _with_whole(game: Game, entry: About) -> Game:
    """Return the game after an entry about the game as a whole, or its players."""
    match entry:
        case Renamed(name):
            return game._replace(name=name)
        case PlayerRenamed(player, name):
            return rename_player(game, player, name)
        case Substituted(arrival):
            return with_arrival(game, arrival)
        case Archived(away):
            return game._replace(archived=away)
        case Finished(ending):
            return game._replace(ending=ending)
        case Deleted():
            return game._replace(deleted=True)


Correction = (
    Amended | TurnAmended | LeftAmended | SidesSwapped | HandDropped | PenaltyDropped | RulesChanged
)
"""An entry that corrects what was recorded before it."""


def _corrected(game: Game, entry: Correction) -> Game:
    """Return the game after a correction, with marks of all that is illegal with it."""
    match entry:
        case RulesChanged():
            return _with_exact_marks(game, entry.forced)
        case Amended():
            game = _amended(game, entry)
        case TurnAmended():
            game = _turn_amended(game, entry)
        case LeftAmended():
            game = _left_amended(game, entry)
        case SidesSwapped():
            game = _swapped(game, entry)
        case HandDropped():
            game = _without_hand(game, entry)
        case PenaltyDropped():
            game = _dropped(game, entry)
    return _marked(game, entry.later)


def _amended(game: Game, entry: Amended) -> Game:
    """Return the game with an amended hand; its separate awards still count with it.

    Notes no longer settle warnings about the hand: they were about the hand as it was.
    """
    if not 1 <= entry.number <= len(game.hands):
        return game
    before, old, after = _split_at(game.hands, entry.number)
    tallies = game.with_awards(old.awarded, entry.hand.tallies)
    hand = entry.hand._replace(tallies=tallies, awarded=old.awarded)
    return _unsettled(game._replace(hands=(*before, hand, *after)), (entry.number,))


def _unsettled(game: Game, hands: Container[int]) -> Game:
    """Return the game with notes that settle no warnings about some hands."""
    notes = (
        note._replace(settles=()) if note.hand and note.hand in hands else note
        for note in game.notes
    )
    return game._replace(notes=tuple(notes))


def _swapped(game: Game, entry: SidesSwapped) -> Game:
    """Return the game with the two sides' tallies exchanged in some hands; their awards stay."""
    numbers = range(max(entry.first, 1), min(entry.last, len(game.hands)) + 1)
    hands = list(game.hands)
    for number in numbers:
        old = hands[number - 1]
        if old.played is None:
            own = game.without_awarded(old)[::-1]
            tallies = game.with_awards(old.awarded, own)
            hands[number - 1] = old._replace(tallies=tallies, forced=number in entry.forced)
    return _unsettled(game._replace(hands=tuple(hands)), numbers)


def _without_hand(game: Game, entry: HandDropped) -> Game:
    """Return the game without a hand; notes on it stay, as notes on no hand."""
    if not 1 <= entry.hand <= len(game.hands):
        return game
    before, _, after = _split_at(game.hands, entry.hand)
    notes = tuple(_moved(note, entry.hand) for note in game.notes)
    return without_hand(game._replace(hands=(*before, *after), notes=notes), entry.hand)


def _moved(note: Note, dropped: int) -> Note:
    """Return a note as it is once a hand, counted from 1, is dropped."""
    note = note._replace(after=note.after - (note.after >= dropped))
    if note.hand == dropped:
        return note._replace(hand=0, settles=())
    return note._replace(hand=note.hand - (note.hand > dropped))


def _with_exact_marks(game: Game, marks: Marks) -> Game:
    """Return the game with these hands and turns marked as forced, and no others."""
    hands = tuple(
        hand._replace(forced=(number, 0) in marks)
        if hand.played is None
        # Other rules may tally the same turns differently.
        else hand._replace(played=hand.played.unforced, from_turns=())
        for number, hand in enumerate(game.hands, start=1)
    )
    deal = game.deal and game.deal.unforced
    turns = tuple((hand, turn) for hand, turn in marks if turn)
    return _marked(game._replace(hands=hands, deal=deal), turns)


def _dropped(game: Game, entry: PenaltyDropped) -> Game:
    """Return the game without an award that was recorded separately."""
    awarded = game.awarded(entry.hand)
    if not 1 <= entry.number <= len(awarded):
        return game
    kept = (*awarded[: entry.number - 1], *awarded[entry.number :])
    if entry.hand > len(game.hands):
        return game._replace(pending=kept)
    before, old, after = _split_at(game.hands, entry.hand)
    tallies = game.with_awards(kept, game.without_awarded(old))
    hand = old._replace(tallies=tallies, awarded=kept)
    return game._replace(hands=(*before, hand, *after))


def _split_at(
    hands: tuple[Hand, ...], number: int
) -> tuple[tuple[Hand, ...], Hand, tuple[Hand, ...]]:
    """Split off a hand by its number, from 1: the hands before it, the hand, the hands after it."""
    return hands[: number - 1], hands[number - 1], hands[number:]


def _marked(game: Game, marks: Marks) -> Game:
    """Return the game with turns of some hands marked as forced."""
    for number in {hand for hand, _ in marks}:
        turns = {turn for hand, turn in marks if hand == number}
        if number > len(game.hands):
            game = game._replace(deal=game.deal and game.deal.forced_at(turns))
        elif number > 0 and (played := (hand := game.hands[number - 1]).played) is not None:
            # A mark changes no card.
            game = _with_played(game, number, played.forced_at(turns), hand.from_turns)
    return game


def _claim(game: Game, tallies: Sequence[Tally]) -> Sequence[Tally]:
    """Return the tallies computed when a hand ended. Raises ``ValueError`` for another number."""
    if tallies and len(tallies) != len(game.sides):
        raise ValueError("the tallies of a hand don't fit the sides")
    return tallies


def _closed(game: Game, deal: "Deal", from_turns: Sequence[Tally]) -> Game:
    """Return the game with the hand that was played; awards made meanwhile count with it."""
    tallies = game.with_pending((Tally(),) * len(game.sides))
    played = deal._replace(dealer=None)
    hand = Hand(tallies, deal.dealer, played=played, awarded=game.pending, from_turns=from_turns)
    return game._replace(hands=(*game.hands, hand), pending=(), deal=None)


def _turn_amended(game: Game, entry: TurnAmended) -> Game:
    if entry.hand > len(game.hands):
        if game.deal is None:
            return game
        return game._replace(deal=_with_amended_turn(game.deal, entry))
    played = game.hands[entry.hand - 1].played
    if played is None:
        return game
    amended = _with_amended_turn(played, entry)
    return _with_played(game, entry.hand, amended, _claim(game, entry.tallies))


def _left_amended(game: Game, entry: LeftAmended) -> Game:
    played = game.hands[entry.hand - 1].played
    if played is None:
        return game
    amended = played._replace(left=entry.left, left_forced=entry.forced)
    return _with_played(game, entry.hand, amended, _claim(game, entry.tallies))


def _with_played(game: Game, number: int, played: "Deal", from_turns: Sequence[Tally]) -> Game:
    """Return the game with the turns of a hand replaced, and the tallies computed from them."""
    before, hand, after = _split_at(game.hands, number)
    hand = hand._replace(played=played, from_turns=from_turns)
    return game._replace(hands=(*before, hand, *after))


def _with_amended_turn(deal: "Deal", entry: TurnAmended) -> "Deal":
    """Return the hand with an amended turn; turns that are illegal with it are forced."""
    end = len(deal.turns) + 1
    others = entry.others
    if others is None:
        # Old entries: all marks stay, and a mark of the turn also marks the end.
        others = (*deal.marked, *((end,) if entry.recorded.forced else ()))
    turns = (
        entry.recorded if at == entry.number else given.with_mark(forced=at in others)
        for at, given in enumerate(deal.turns, start=1)
    )
    left_forced = deal.left is not None and end in others
    return deal._replace(turns=tuple(turns), left_forced=left_forced)
