"""What was recorded, entry by entry, and what undo, redo and amend mean for it.

Nothing is ever taken out of a history. What is in force is found by reading it from the start.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from canasta_cli.model.game import Game, Hand, Note, Pending, Side
from canasta_cli.model.tally import Award, Tally

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal, PlayerCards, TurnSaid


# Turns of hands, both counted from 1, that stand by force.
Marks = tuple[tuple[int, int], ...]


class Began(NamedTuple):
    """A game began: who plays, and the ruleset as it was that day, every value resolved."""

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: str
    ruleset: Mapping[str, object]
    date: str = ""
    event: str = ""


class HandTallied(NamedTuple):
    """A hand ended, and each side said what it had."""

    hand: Hand


class Dealt(NamedTuple):
    """A hand was dealt that is recorded turn by turn."""

    deal: "Deal"


class Turned(NamedTuple):
    """A player took a turn of the hand being played."""

    said: "TurnSaid"


class Shown(NamedTuple):
    """The hand being played is over, and the players showed what was left."""

    left: "tuple[PlayerCards, ...]"
    forced: bool = False


class TurnAmended(NamedTuple):
    """A turn (``number``, from 1) of a hand is to be read as ``said`` instead.

    ``hand`` is the hand's number; one more than the hands that are over is the one being played.
    ``others`` are all other turns that do not hold with it and stand by force, one more than there
    are what was left; an entry that does not tell (``None``) leaves them as they were.
    """

    hand: int
    number: int
    said: "TurnSaid"
    others: tuple[int, ...] | None = None
    later: Marks = ()


class LeftAmended(NamedTuple):
    """What was left at the end of a hand (``hand``, from 1) is to be read as ``left`` instead.

    ``later`` as in :class:`Amended`.
    """

    hand: int
    left: "tuple[PlayerCards, ...]"
    forced: bool = False
    later: Marks = ()


class Amended(NamedTuple):
    """A hand recorded earlier (``number``, from 1) is to be read as ``hand`` instead.

    ``later`` are turns of hands after it that do not hold with it: they stand by force.
    """

    number: int
    hand: Hand
    later: Marks = ()


class Awarded(NamedTuple):
    """The table gave or took points while a hand was being played; they count with that hand."""

    side: str
    award: Award


class Noted(NamedTuple):
    """Somebody remarked something."""

    text: str


class Renamed(NamedTuple):
    """The game goes by another name from here on."""

    name: str


class Archived(NamedTuple):
    """The game was put away, or (``False``) taken out again."""

    away: bool


class Undone(NamedTuple):
    """The newest ``steps`` entries in force were taken back."""

    steps: int


class Redone(NamedTuple):
    """The last ``steps`` entries taken back came into force again."""

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
    | Awarded
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
    Awarded: "penalty",
    Noted: "note",
    Renamed: "rename",
    Archived: "archive",
    Undone: "undo",
    Redone: "redo",
}


class Record(NamedTuple):
    """One entry of a game's history: its number from 1, and when it was made (ISO 8601, UTC)."""

    number: int
    at: str
    entry: Entry


class Course(NamedTuple):
    """The entries in force, oldest first.

    ``undoable`` are those that an undo would take back, ``undone`` those that a redo would bring
    back, the next one last.
    """

    in_force: tuple[Record, ...]
    undoable: tuple[Record, ...]
    undone: tuple[Record, ...]


def course(records: Iterable[Record]) -> Course:
    """Read a history from the start: what holds now, and what could be brought back.

    A new entry after an undo makes the entries taken back final: a redo cannot pass it, unless it
    is a mere remark.
    """
    kept: list[Record] = []
    done: list[Record] = []
    undone: list[Record] = []
    for record in records:
        match record.entry:
            case Undone(steps):
                undone.extend(done.pop() for _ in range(min(steps, len(done))))
            case Redone(steps):
                done.extend(undone.pop() for _ in range(min(steps, len(undone))))
            case Began() | Archived():
                kept.append(record)
            case Noted():
                # A remark changes nothing, so what was taken back can still be brought back.
                done.append(record)
            case _:
                done.append(record)
                undone.clear()
    in_force = tuple(sorted((*kept, *done), key=lambda record: record.number))
    return Course(in_force, tuple(done), tuple(undone))


def beginning(records: Iterable[Record]) -> Began:
    """The entry that began the game. Raises ``ValueError`` if there is none."""
    for record in records:
        if isinstance(record.entry, Began):
            return record.entry
    raise ValueError("a history begins with the beginning of a game")


def game_of(records: Iterable[Record]) -> Game:
    """The game as its history in force tells it. Raises ``ValueError`` if it never began."""
    records = tuple(records)
    began = beginning(records)
    game = Game(
        began.name, began.players, began.sides, began.dealer, date=began.date, event=began.event
    )
    for record in course(records).in_force:
        game = _told(game, record.entry)
    return game


def _told(game: Game, entry: Entry) -> Game:
    match entry:
        case HandTallied(hand):
            whole = hand._replace(tallies=game.with_pending(hand.tallies))
            whole = whole._replace(awarded=game.pending)
            game = game._replace(hands=(*game.hands, whole), pending=())
        case Dealt() | Turned() | Shown() | TurnAmended() | LeftAmended():
            game = _told_in_play(game, entry)
        case Awarded(side, award):
            game = game._replace(pending=(*game.pending, Pending(side, award)))
        case Amended():
            game = _amended(game, entry)
        case Noted(text):
            turns = len(game.deal.turns) if game.deal else 0
            game = game._replace(notes=(*game.notes, Note(len(game.hands), text, turns)))
        case Renamed(name):
            game = game._replace(name=name)
        case Archived(away):
            game = game._replace(archived=away)
        case _:
            pass
    return game


def _amended(game: Game, entry: Amended) -> Game:
    """The game with a hand told otherwise; what was awarded apart still counts with it."""
    if not 1 <= entry.number <= len(game.hands):
        return game
    before, old, after = _split_at(game.hands, entry.number)
    tallies = game.with_awards(old.awarded, entry.hand.tallies)
    hand = entry.hand._replace(tallies=tallies, awarded=old.awarded)
    return _marked(game._replace(hands=(*before, hand, *after)), entry.later)


def _split_at(
    hands: tuple[Hand, ...], number: int
) -> tuple[tuple[Hand, ...], Hand, tuple[Hand, ...]]:
    """The hands before one of a number from 1, that hand, and those after it."""
    return hands[: number - 1], hands[number - 1], hands[number:]


def _marked(game: Game, marks: Marks) -> Game:
    """The game with turns of some hands marked: they stand by force."""
    for number in {hand for hand, _ in marks}:
        turns = {turn for hand, turn in marks if hand == number}
        if number > len(game.hands):
            game = game._replace(deal=game.deal and game.deal.forced_at(turns))
        elif number > 0 and (played := game.hands[number - 1].played) is not None:
            game = _replayed(game, number, played.forced_at(turns))
    return game


def _told_in_play(game: Game, entry: Dealt | Turned | Shown | TurnAmended | LeftAmended) -> Game:
    match entry:
        case Dealt(deal):
            game = game._replace(deal=deal)
        case Turned(said) if game.deal is not None:
            game = game._replace(deal=_with_turn(game.deal, said))
        case Shown(left, forced) if game.deal is not None:
            game = _closed(game, game.deal._replace(left=left, left_forced=forced))
        case TurnAmended():
            game = _marked(_turn_amended(game, entry), entry.later)
        case LeftAmended():
            game = _marked(_left_amended(game, entry), entry.later)
        case _:
            pass
    return game


def _with_turn(deal: "Deal", said: "TurnSaid") -> "Deal":
    return deal._replace(turns=(*deal.turns, said))


def _closed(game: Game, deal: "Deal") -> Game:
    """The game with the hand that was played; what was awarded meanwhile counts with it."""
    tallies = game.with_pending((Tally(),) * len(game.sides))
    played = deal._replace(dealer=None)
    hand = Hand(tallies, deal.dealer, played=played, awarded=game.pending)
    return game._replace(hands=(*game.hands, hand), pending=(), deal=None)


def _turn_amended(game: Game, entry: TurnAmended) -> Game:
    if entry.hand > len(game.hands):
        if game.deal is None:
            return game
        return game._replace(deal=_mended(game.deal, entry))
    played = game.hands[entry.hand - 1].played
    return game if played is None else _replayed(game, entry.hand, _mended(played, entry))


def _left_amended(game: Game, entry: LeftAmended) -> Game:
    played = game.hands[entry.hand - 1].played
    if played is None:
        return game
    mended = played._replace(left=entry.left, left_forced=entry.forced)
    return _replayed(game, entry.hand, mended)


def _replayed(game: Game, number: int, played: "Deal") -> Game:
    """The game with a hand of it played otherwise."""
    before, hand, after = _split_at(game.hands, number)
    return game._replace(hands=(*before, hand._replace(played=played), *after))


def _mended(deal: "Deal", entry: TurnAmended) -> "Deal":
    """The hand with another turn; what does not hold with it any longer stands by force."""
    end = len(deal.turns) + 1
    others = entry.others
    if others is None:
        # As records once told it: all marks stay, and that of the turn is one of the end as well.
        others = (*deal.marked, *((end,) if entry.said.forced else ()))
    turns = (
        entry.said if at == entry.number else said._replace(forced=at in others)
        for at, said in enumerate(deal.turns, start=1)
    )
    left_forced = deal.left is not None and end in others
    return deal._replace(turns=tuple(turns), left_forced=left_forced)
