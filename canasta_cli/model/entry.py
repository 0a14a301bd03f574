"""Entries of a game's history: what can be recorded, one class for each kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from canasta_cli.model.game import Hand, Side
from canasta_cli.model.tally import Award, Tally
from canasta_cli.values import NamedTuple, distinct

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal, PlayerCards, RecordedTurn


# Forced turns: the hand and the turn, both counted from 1.
Marks = tuple[tuple[int, int], ...]


@distinct
class Began(NamedTuple):
    """A game began: its players, and the ruleset as it was that day, every value resolved."""

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: str
    ruleset: Mapping[str, object]
    date: str = ""
    event: str = ""


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
class Archived(NamedTuple):
    """The game was archived, or (``False``) restored."""

    away: bool


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
    | Archived
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
    Archived: "archive",
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
        """What was recorded. Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read."""
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
