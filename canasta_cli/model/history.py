"""The history of a game, entry by entry, and the effects of undo, redo and amend.

Nothing is ever removed from a history. Reading it from the start shows what is in force.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.entry import (
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Entry,
    HandDropped,
    HandTallied,
    LeftAmended,
    Marks,
    Noted,
    PenaltyDropped,
    Record,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    TurnAmended,
    Turned,
    Undone,
)
from canasta_cli.model.game import Game, Hand, Note, Pending
from canasta_cli.model.tally import Tally
from canasta_cli.values import NamedTuple, Unread

if TYPE_CHECKING:
    from canasta_cli.model.deal import Deal, RecordedTurn

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
    """Return whether any entry of a history, in force or undone, changes the rules."""
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
        case Dealt() | Shown() | TurnAmended() | LeftAmended():
            game = _apply_in_play(game, entry)
        case Awarded(side, award):
            game = game._replace(pending=(*game.pending, Pending(side, award)))
        case Amended() | SidesSwapped() | HandDropped() | RulesChanged() | PenaltyDropped():
            game = _corrected(game, entry)
        case Noted(text, hand, settles):
            turns = len(game.deal.turns) if game.deal else 0
            note = Note(len(game.hands), text, turns, hand, settles)
            game = game._replace(notes=(*game.notes, note))
        case Renamed(name):
            game = game._replace(name=name)
        case Archived(away):
            game = game._replace(archived=away)
        case _:
            pass
    return game


Correction = Amended | SidesSwapped | HandDropped | RulesChanged | PenaltyDropped
"""An entry that corrects what was recorded before it."""


def _corrected(game: Game, entry: Correction) -> Game:
    match entry:
        case Amended():
            return _amended(game, entry)
        case SidesSwapped():
            return _swapped(game, entry)
        case HandDropped():
            return _without_hand(game, entry)
        case RulesChanged():
            return _with_exact_marks(game, entry.forced)
        case PenaltyDropped():
            return _dropped(game, entry)


def _amended(game: Game, entry: Amended) -> Game:
    """Return the game with an amended hand; its separate awards still count with it.

    Notes no longer settle warnings about the hand: they were about the hand as it was.
    """
    if not 1 <= entry.number <= len(game.hands):
        return game
    before, old, after = _split_at(game.hands, entry.number)
    tallies = game.with_awards(old.awarded, entry.hand.tallies)
    hand = entry.hand._replace(tallies=tallies, awarded=old.awarded)
    game = _unsettled(game._replace(hands=(*before, hand, *after)), (entry.number,))
    return _marked(game, entry.later)


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
    return _marked(_unsettled(game._replace(hands=tuple(hands)), numbers), entry.later)


def _without_hand(game: Game, entry: HandDropped) -> Game:
    """Return the game without a hand; notes on it stay, as notes on no hand."""
    if not 1 <= entry.hand <= len(game.hands):
        return game
    before, _, after = _split_at(game.hands, entry.hand)
    notes = tuple(_moved(note, entry.hand) for note in game.notes)
    return _marked(game._replace(hands=(*before, *after), notes=notes), entry.later)


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
    return _marked(game._replace(hands=(*before, hand, *after)), entry.later)


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


def _apply_in_play(game: Game, entry: Dealt | Shown | TurnAmended | LeftAmended) -> Game:
    match entry:
        case Dealt(deal):
            game = game._replace(deal=deal)
        case Shown(left, forced, tallies) if game.deal is not None:
            deal = game.deal._replace(left=left, left_forced=forced)
            game = _closed(game, deal, _claim(game, tallies))
        case TurnAmended():
            game = _marked(_turn_amended(game, entry), entry.later)
        case LeftAmended():
            game = _marked(_left_amended(game, entry), entry.later)
        case _:
            pass
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
