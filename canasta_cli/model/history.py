"""The history of a game: the entries that can be recorded, each with its effect and its place; undo.

The journal stores entries; the score-keeper asks the history which of them hold.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from canasta_cli.model.game import Arrival, Award, Ending, Game, Hand, Note, Pending, Side, Tally
from canasta_cli.model.seats import rename_player, seated, with_arrival, without_hand
from canasta_cli.values import NamedTuple, Unread, distinct

if TYPE_CHECKING:
    from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn


# Entries of a game's history: what can be recorded, one class for each kind.
#
# ``after`` returns the game as an entry leaves it.

# Forced turns: the hand and the turn, both counted from 1.
Marks = tuple[tuple[int, int], ...]

WORDS: "dict[type[Entry], str]" = {}
"""The word for each kind of entry, in the log and in the journal."""

C = TypeVar("C", bound=type[object])


def _kind(word: str) -> Callable[[C], C]:
    """Return a decorator for the class of a kind of entry. Values of two classes are never equal."""

    def declare(of: C) -> C:
        WORDS[cast("type[Entry]", of)] = word
        return distinct(of)

    return declare


@_kind("new")
class Began(NamedTuple):
    """A game began: its players, and the ruleset as it was that day, every value resolved.

    ``original``: an earlier version took it for an imported copy of the game with this number.
    """

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: str
    ruleset: Mapping[str, object]
    date: str = ""
    event: str = ""
    original: int = 0


@_kind("hand")
class HandTallied(NamedTuple):
    """A hand ended, with a tally for each side.

    ``stopped``: it was being recorded turn by turn. Its turns stay in the history, but the hand is
    counted from the tallies.
    """

    hand: Hand
    stopped: bool = False

    def after(self, game: Game) -> Game:
        """Return the game with the hand; awards made during it count with it."""
        whole = self.hand._replace(
            tallies=game.with_pending(self.hand.tallies), awarded=game.pending
        )
        deal = None if self.stopped else game.deal
        return seated(game._replace(hands=(*game.hands, whole), pending=(), deal=deal))


@_kind("deal")
class Dealt(NamedTuple):
    """A hand was dealt, to be recorded turn by turn."""

    deal: "Deal"

    def after(self, game: Game) -> Game:
        """Return the game with a hand in play."""
        return game._replace(deal=self.deal)


@_kind("turn")
class Turned(NamedTuple):
    """A player took a turn of the hand in play."""

    recorded: "RecordedTurn"


@_kind("left")
class Shown(NamedTuple):
    """The hand in play is over, and the players showed the cards left.

    ``tallies`` as ``from_turns`` in :class:`~canasta_cli.model.game.Hand`.
    """

    left: "Sequence[PlayerCards]"
    forced: bool = False
    tallies: Sequence[Tally] = ()

    def after(self, game: Game) -> Game:
        """Return the game with the hand that was played; awards made meanwhile count with it."""
        if game.deal is None:
            return game
        played = game.deal._replace(left=self.left, left_forced=self.forced, dealer=None)
        hand = Hand(
            game.with_pending(),
            game.deal.dealer,
            played=played,
            awarded=game.pending,
            from_turns=_claim(game, self.tallies),
        )
        return seated(game._replace(hands=(*game.hands, hand), pending=(), deal=None))


@_kind("amend turn")
class TurnAmended(NamedTuple):
    """A turn (``number``, from 1) of a hand is replaced by ``recorded``.

    ``hand`` is the hand's number; one more than the number of finished hands is the hand in play.
    ``others`` are all other turns that are illegal with it and therefore forced; one more than the
    number of turns means the cards left. ``tallies`` as in :class:`Shown`, if the hand is over.
    """

    hand: int
    number: int
    recorded: "RecordedTurn"
    others: tuple[int, ...] = ()
    later: Marks = ()
    tallies: Sequence[Tally] = ()

    def after(self, game: Game) -> Game:
        """Return the game with another turn in a hand, or in the hand in play."""
        if self.hand > len(game.hands):
            game = game._replace(deal=game.deal and self._amended(game.deal))
        elif (played := game.hands[self.hand - 1].played) is not None:
            claim = _claim(game, self.tallies)
            game = _with_played(game, self.hand, self._amended(played), claim)
        return _marked(game, self.later)

    def _amended(self, deal: "Deal") -> "Deal":
        """Return the hand with the amended turn; turns that are illegal with it are forced."""
        deal = deal.with_marks(self.others)
        turns = (
            self.recorded if at == self.number else given
            for at, given in enumerate(deal.turns, start=1)
        )
        return deal._replace(turns=tuple(turns))


@_kind("amend left")
class LeftAmended(NamedTuple):
    """The cards left at the end of a hand (``hand``, from 1) are replaced by ``left``.

    ``later`` as in :class:`Amended`, ``tallies`` as in :class:`Shown`.
    """

    hand: int
    left: "Sequence[PlayerCards]"
    forced: bool = False
    later: Marks = ()
    tallies: Sequence[Tally] = ()

    def after(self, game: Game) -> Game:
        """Return the game with other cards left at the end of a hand."""
        played = game.hands[self.hand - 1].played
        if played is not None:
            amended = played._replace(left=self.left, left_forced=self.forced)
            game = _with_played(game, self.hand, amended, _claim(game, self.tallies))
        return _marked(game, self.later)


@_kind("amend")
class Amended(NamedTuple):
    """A hand recorded earlier (``number``, from 1) is replaced by ``hand``.

    ``later`` are turns of later hands that are illegal with it and therefore forced.
    """

    number: int
    hand: Hand
    later: Marks = ()

    def after(self, game: Game) -> Game:
        """Return the game with an amended hand; its separate awards still count with it.

        Notes no longer settle warnings about the hand: they were about the hand as it was.
        """
        if 1 <= self.number <= len(game.hands):
            old = game.hands[self.number - 1]
            tallies, entered = game.with_awards(old.awarded, self.hand.tallies), game.entered(old)
            hand = self.hand._replace(tallies=tallies, awarded=old.awarded, entered=entered)
            game = _unsettled(_with_hand(game, self.number, hand), (self.number,))
        return _marked(game, self.later)


@_kind("swap")
class SidesSwapped(NamedTuple):
    """The two sides' tallies are exchanged in the hands ``first`` to ``last``, both from 1.

    Awards recorded separately stay with their side. ``forced`` are those of the hands that can't be
    right afterwards; ``later`` as in :class:`Amended`.
    """

    first: int
    last: int
    forced: tuple[int, ...] = ()
    later: Marks = ()

    def after(self, game: Game) -> Game:
        """Return the game with the two sides' tallies exchanged in some hands; their awards stay."""
        numbers = range(max(self.first, 1), min(self.last, len(game.hands)) + 1)
        for number in numbers:
            old = game.hands[number - 1]
            if old.played is None:
                tallies = game.with_awards(old.awarded, game.without_awarded(old)[::-1])
                forced, entered = number in self.forced, game.entered(old)
                hand = old._replace(tallies=tallies, forced=forced, entered=entered)
                game = _with_hand(game, number, hand)
        return _marked(_unsettled(game, numbers), self.later)


@_kind("drop hand")
class HandDropped(NamedTuple):
    """A hand (``hand``, from 1) is dropped: it was recorded twice, or never played.

    Later hands get the number before theirs. ``later`` as in :class:`Amended`, with the new numbers.
    """

    hand: int
    later: Marks = ()

    def after(self, game: Game) -> Game:
        """Return the game without a hand; notes on it stay, as notes on no hand."""
        if 1 <= self.hand <= len(game.hands):
            hands = (*game.hands[: self.hand - 1], *game.hands[self.hand :])
            notes = tuple(_moved(note, self.hand) for note in game.notes)
            game = without_hand(game._replace(hands=hands, notes=notes), self.hand)
        return _marked(game, self.later)


@_kind("change")
class RulesChanged(NamedTuple):
    """The rules of the whole game were corrected: every hand counts under ``ruleset``, every value resolved.

    ``forced`` is everything in the game that these rules don't allow: a hand and its turn; turn 0 is
    a hand recorded by its tallies. Nothing else is forced afterwards.
    """

    ruleset: Mapping[str, object]
    forced: Marks = ()

    def after(self, game: Game) -> Game:
        """Return the game with these hands and turns marked as forced, and no others."""
        hands = tuple(
            hand._replace(forced=(number, 0) in self.forced)
            if hand.played is None
            # Other rules may tally the same turns differently.
            else hand._replace(played=hand.played.unforced, from_turns=())
            for number, hand in enumerate(game.hands, start=1)
        )
        turns = tuple((hand, turn) for hand, turn in self.forced if turn)
        return _marked(game._replace(hands=hands, deal=game.deal and game.deal.unforced), turns)


@_kind("penalty")
class Awarded(NamedTuple):
    """The table gave or took points during a hand; they count with that hand."""

    side: str
    award: Award

    def after(self, game: Game) -> Game:
        """Return the game with an award that counts with the next hand."""
        return game._replace(pending=(*game.pending, Pending(self.side, self.award)))


@_kind("drop penalty")
class PenaltyDropped(NamedTuple):
    """An award recorded separately is dropped: the hand, and its number in the hand, both from 1.

    One more than the number of finished hands is the next hand. ``later`` as in :class:`Amended`.
    """

    hand: int
    number: int
    later: Marks = ()

    def after(self, game: Game) -> Game:
        """Return the game without an award that was recorded separately."""
        awarded = game.awarded(self.hand)
        if 1 <= self.number <= len(awarded):
            kept = (*awarded[: self.number - 1], *awarded[self.number :])
            if self.hand > len(game.hands):
                game = game._replace(pending=kept)
            else:
                old = game.hands[self.hand - 1]
                tallies = game.with_awards(kept, game.without_awarded(old))
                game = _with_hand(game, self.hand, old._replace(tallies=tallies, awarded=kept))
        return _marked(game, self.later)


@_kind("note")
class Noted(NamedTuple):
    """A note was added; ``hand`` and ``settles`` as in :class:`~canasta_cli.model.game.Note`."""

    text: str
    hand: int = 0
    settles: tuple[str, ...] | None = ()

    def after(self, game: Game) -> Game:
        """Return the game with one more note."""
        turns = len(game.deal.turns) if game.deal else 0
        note = Note(len(game.hands), self.text, turns, self.hand, self.settles)
        return game._replace(notes=(*game.notes, note))


@_kind("rename")
class Renamed(NamedTuple):
    """The game has another name, or was played on another day; what is empty stays as it was.

    ``aside``: it was deleted, and another one got its name. Undo skips that.
    """

    name: str
    aside: bool = False
    date: str = ""

    def after(self, game: Game) -> Game:
        """Return the game with another name and day."""
        return game._replace(name=self.name or game.name, date=self.date or game.date)


@_kind("rename player")
class PlayerRenamed(NamedTuple):
    """A player, or a side, has another name, also in everything before.

    ``everywhere``: in all games at once. ``sides`` as in :func:`~canasta_cli.model.seats.rename_player`.
    """

    player: str
    name: str
    everywhere: bool = False
    sides: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        """Return the game with another name for a player, or for a side."""
        return rename_player(game, self.player, self.name, self.sides)


@_kind("sub")
class Substituted(NamedTuple):
    """A player takes a seat as in :class:`~canasta_cli.model.game.Arrival`, in the place of another.

    ``sides`` are the names of all sides then, if a side that was named after its players has another one.
    """

    arrival: Arrival
    instead_of: str
    sides: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        """Return the game with a substitute."""
        player = self.arrival.player
        return rename_player(seated(with_arrival(game, self.arrival)), player, player, self.sides)


@_kind("archive")
class Archived(NamedTuple):
    """The game was archived, or (``False``) restored, by an earlier version: it is listed like any other."""

    away: bool

    def after(self, game: Game) -> Game:
        """Return the game as archived, or as restored."""
        return game._replace(archived=self.away)


@_kind("finish")
class Finished(NamedTuple):
    """The players ended the game early; a hand in play does not count."""

    ending: Ending

    def after(self, game: Game) -> Game:
        """Return the game as ended by its players."""
        return game._replace(ending=self.ending)


@_kind("delete")
class Deleted(NamedTuple):
    """The game was deleted: nothing but its log shows it until this is undone."""

    def after(self, game: Game) -> Game:
        """Return the game as deleted."""
        return game._replace(deleted=True)


@_kind("undo")
class Undone(NamedTuple):
    """The newest ``steps`` entries in force were undone."""

    steps: int


@_kind("redo")
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

Correction = (
    Amended | TurnAmended | LeftAmended | SidesSwapped | HandDropped | PenaltyDropped | RulesChanged
)
"""An entry that corrects what was recorded before it."""


class Record:
    """One entry of a game's history: its number from 1, and when it was made (ISO 8601, UTC).

    ``kind`` is the class of the entry. The entry may be given as a function that reads it, with its
    kind; it is called when the entry is first needed. ``recorder`` is the person who sent it from a page;
    empty for the terminal.
    """

    __slots__ = ("_entry", "at", "kind", "number", "recorder")

    def __init__(
        self,
        number: int,
        at: str,
        entry: Entry | Callable[[], Entry],
        kind: type[Entry] | None = None,
        recorder: str = "",
    ) -> None:
        self.number = number
        self.recorder = recorder
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


# The history of a game, entry by entry, and the effects of undo and redo.
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

    @property
    def rules(self) -> Mapping[str, object]:
        """The rules in force: those that the game began with, or that a change made of them."""
        for record in reversed(self.in_force):
            if record.kind is RulesChanged and isinstance(record.entry, RulesChanged):
                return record.entry.ruleset
        return self._began.ruleset

    @property
    def game(self) -> Game:
        """The game after its entries in force. Raises ``ValueError`` if it never began."""
        began = self._began
        game = Game(
            began.name, began.players, began.sides, began.dealer, date=began.date, event=began.event
        )
        turns: list[Record] = []
        for record in self.in_force:
            if record.kind is Turned:
                turns.append(record)
                continue
            game, turns = _with_turns(game, turns), []
            if not isinstance(record.entry, Began | Turned | Undone | Redone):
                game = record.entry.after(game)
        return _with_turns(game, turns)

    @property
    def _began(self) -> Began:
        """The entry that began the game. Raises ``ValueError`` if there is none."""
        for record in self.in_force:
            if record.kind is Began and isinstance(record.entry, Began):
                return record.entry
        raise ValueError("the entry “new”, which begins the game, is missing")


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
            steps = cast("Undone | Redone", record.entry).steps
            onto.extend(moved.pop() for _ in range(min(steps, len(moved))))
        elif kind in (Began, Archived) or (kind is Renamed and cast("Renamed", record.entry).aside):
            kept.append(record)
        else:
            done.append(record)
            # A note changes nothing, so that undone entries can still be redone.
            if undone and kind is not Noted:
                undone.clear()
    in_force = tuple(sorted((*kept, *done), key=lambda record: record.number))
    return History(in_force, tuple(done), tuple(undone))


def changes_rules(records: Iterable[Record]) -> bool:
    """True if any entry of a history, in force or undone, changes the rules."""
    return any(record.kind is RulesChanged for record in records)


def game_of(records: Iterable[Record]) -> Game:
    """Return the game after some entries. Raises ``ValueError`` if it never began."""
    return read_history(records).game


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


def _unsettled(game: Game, hands: Container[int]) -> Game:
    """Return the game with notes that settle no warnings about some hands."""
    notes = (
        note._replace(settles=()) if note.hand and note.hand in hands else note
        for note in game.notes
    )
    return game._replace(notes=tuple(notes))


def _moved(note: Note, dropped: int) -> Note:
    """Return a note as it is once a hand, counted from 1, is dropped."""
    note = note._replace(after=note.after - (note.after >= dropped))
    if note.hand == dropped:
        return note._replace(hand=0, settles=())
    return note._replace(hand=note.hand - (note.hand > dropped))


def _marked(game: Game, marks: Marks) -> Game:
    """Return the game with turns of some hands marked as forced."""
    for number in {hand for hand, _ in marks}:
        turns = {turn for hand, turn in marks if hand == number}
        if number > len(game.hands):
            game = game._replace(deal=game.deal and game.deal.with_marks(game.deal.marked | turns))
        elif number > 0 and (played := (hand := game.hands[number - 1]).played) is not None:
            # A mark changes no card.
            game = _with_played(
                game, number, played.with_marks(played.marked | turns), hand.from_turns
            )
    return game


def _claim(game: Game, tallies: Sequence[Tally]) -> Sequence[Tally]:
    """Return the tallies computed when a hand ended. Raises ``ValueError`` for another number."""
    if tallies and len(tallies) != len(game.sides):
        raise ValueError("the tallies of a hand don't fit the sides")
    return tallies


def _with_hand(game: Game, number: int, hand: Hand) -> Game:
    """Return the game with another hand in the place of one, by its number from 1."""
    return game._replace(hands=(*game.hands[: number - 1], hand, *game.hands[number:]))


def _with_played(game: Game, number: int, played: "Deal", from_turns: Sequence[Tally]) -> Game:
    """Return the game with the turns of a hand replaced, and the tallies computed from them."""
    hand = game.hands[number - 1]._replace(played=played, from_turns=from_turns)
    return _with_hand(game, number, hand)


# The hand, and the turn of it, that each entry is about: for the log, corrections and the look at one hand.


class PlaceInLog(NamedTuple):
    """A hand, and one of its turns, both counted from 1; ``turn`` is 0 for the whole hand.

    ``last`` is the last of several hands; 0 for one.
    """

    hand: int
    turn: int = 0
    last: int = 0

    @property
    def name(self) -> str:
        """The place as ``amend`` names it: ``2``, ``2.7`` or ``2-4``."""
        if self.last > self.hand:
            return f"{self.hand}-{self.last}"
        return f"{self.hand}.{self.turn}" if self.turn else str(self.hand)

    def includes(self, hand: int) -> bool:
        """True if it is about a hand, counted from 1, or a part of it."""
        return self.hand <= hand <= max(self.hand, self.last)


def places(in_force: Iterable[Record]) -> dict[int, PlaceInLog]:
    """Map the numbers of entries in force to the hand and turn that each is about.

    A penalty is about the hand that it counts with. Entries about the whole game are left out, and so
    are those about a hand that was dropped.
    """
    hand, turn = 1, 0
    found: dict[int, PlaceInLog] = {}
    for record in in_force:
        match record.entry:
            case HandTallied() | Shown():
                found[record.number] = PlaceInLog(hand)
                hand, turn = hand + 1, 0
            case Turned():
                turn += 1
                found[record.number] = PlaceInLog(hand, turn)
            case Dealt() | Awarded():
                found[record.number] = PlaceInLog(hand)
            case HandDropped(number):
                found = _without(found, number)
                hand -= 1
            case _:
                place = _named_place(record.entry)
                if place is not None:
                    found[record.number] = place
    return found


def _named_place(entry: Entry) -> PlaceInLog | None:
    """Return the place that an entry itself names, so that it is about it even if it was undone."""
    match entry:
        case Amended(number) | LeftAmended(number) | PenaltyDropped(number):
            return PlaceInLog(number)
        case TurnAmended(number, at):
            return PlaceInLog(number, at)
        case SidesSwapped(number, last):
            return PlaceInLog(number, last=last)
        case Substituted(arrival):
            return PlaceInLog(arrival.hand)
        case Noted(_, number) if number:
            return PlaceInLog(number)
        case _:
            return None


def _without(found: Mapping[int, PlaceInLog], dropped: int) -> dict[int, PlaceInLog]:
    """Return places as they are once a hand is dropped; entries about it alone have none."""
    return {
        number: place._replace(
            hand=place.hand - (place.hand > dropped), last=place.last - (place.last >= dropped)
        )
        for number, place in found.items()
        if place.hand != dropped or place.last > dropped
    }


def hands_by_entry(in_force: Sequence[Record]) -> dict[int, int]:
    """Map the numbers of the entries in force that ended a hand to the number of their hand, from 1."""
    numbered = places(in_force)
    return {
        record.number: numbered[record.number].hand
        for record in in_force
        if record.kind in (HandTallied, Shown) and record.number in numbered
    }


def corrected_hands(in_force: Sequence[Record]) -> frozenset[int]:
    """Return the numbers of the hands, from 1, that were corrected after they were recorded.

    A change of the rules corrects none.
    """
    numbered, hands = places(in_force), hands_by_entry(in_force)
    kinds = (Amended, TurnAmended, LeftAmended, SidesSwapped, PenaltyDropped)
    corrections = [
        (each.number, numbered[each.number])
        for each in in_force
        if each.kind in kinds and each.number in numbered
    ]
    return frozenset(
        hand
        for entry, hand in hands.items()
        for number, place in corrections
        if number > entry and place.includes(hand)
    )


def dropped_penalties(in_force: Sequence[Record]) -> frozenset[int]:
    """Return the numbers of entries in force whose penalties were dropped later."""
    numbered = places(in_force)
    kept: dict[int, list[int]] = {}
    dropped: set[int] = set()
    for record in in_force:
        if isinstance(record.entry, Awarded):
            place = numbered.get(record.number)
            kept.setdefault(place.hand if place else 0, []).append(record.number)
        elif isinstance(record.entry, PenaltyDropped):
            number, place = record.entry.number, numbered.get(record.number)
            hand = place.hand if place else 0
            if 1 <= number <= len(kept.get(hand, ())):
                dropped.add(kept[hand].pop(number - 1))
    return frozenset(dropped)


def about(
    records: Iterable[Record], in_force: Sequence[Record], hand: int
) -> tuple[tuple[Record, bool], ...]:
    """List the entries about a hand, counted from 1, each with whether it was undone.

    A change of the rules is about every hand before it. Entries that were undone are listed if they
    name the hand themselves.
    """
    numbered = places(in_force)
    kept = {record.number for record in in_force}
    found: list[tuple[Record, bool]] = []
    for record in records:
        undone = record.number not in kept
        place = _named_place(record.entry) if undone else numbered.get(record.number)
        if place is not None and place.includes(hand):
            found.append((record, undone))
        elif found and not undone and isinstance(record.entry, RulesChanged):
            found.append((record, False))
    return tuple(found)
