"""The result of every correction: the game before and after one entry, and what is illegal then; undo and redo.

The commands ``undo`` and ``redo`` call it; ``amendments`` makes the other corrections.

``undo`` writes an ``Undone`` (in ``model/history.py``) with the number of entries that it takes back, by
``append_in`` in ``scorekeeper/scorebook.py`` as every entry is: a row of the table ``journal``, which
``Writing`` in ``journal/store.py`` inserts; nothing is deleted. ``read_history`` in ``model/history.py`` skips
what was taken back. The summaries of the game are made again in the same transaction.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.journal.store import Reader
from canasta_cli.model.game import Game
from canasta_cli.model.history import (
    WORDS,
    Amended,
    Correction,
    Entry,
    History,
    LeftAmended,
    PenaltyDropped,
    PlayerRenamed,
    Record,
    Redone,
    RulesChanged,
    SidesSwapped,
    TurnAmended,
    Turned,
    Undone,
    hands_by_entry,
    read_history,
)
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Once,
    Scorebook,
    completed,
    load_game,
    load_listed,
    record,
    rules_once,
)
from canasta_cli.values import NamedTuple, read_all
from canasta_cli.words import count_of, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.game.position import Position
    from canasta_cli.engine.rule import RuleFinding
    from canasta_cli.scorekeeper.hands import HandRecorded
    from canasta_cli.scorekeeper.playing import HandInPlay

# The result of every correction.


class Illegal(NamedTuple):
    """A part of a game that the rules don't allow after a correction: its hand, turn and side.

    ``turn`` is 0 for a tally or a deal, and one more than the last turn for the cards left. ``own``:
    the correction is about this part; otherwise it only follows from it. ``new``: it was neither
    illegal before nor forced. ``readable``: it can still be counted, so that it can be forced.
    """

    hand: int
    turn: int
    side: str
    finding: "RuleFinding"
    own: bool = False
    new: bool = True
    readable: bool = True


class Corrected(NamedTuple):
    """The result of a correction: its entry, the game before and after it, and what is illegal then.

    ``accepted`` is true if it is recorded, or would be without a dry run: if anything that was legal
    becomes illegal, only if it is forced. ``after`` is also the game after a correction that is refused.
    ``also`` are other games in which the same is undone or redone.
    """

    entry: Correction | Undone | Redone
    before: LoadedGame
    after: LoadedGame
    illegal: tuple[Illegal, ...] = ()
    accepted: bool = True
    recorded: bool = False
    also: tuple[str, ...] = ()

    @property
    def now(self) -> LoadedGame:
        """The game that the answer shows: after the correction, or if it is refused, as it is.

        A change of rules that is refused shows what it would change.
        """
        shows_after = self.accepted or isinstance(self.entry, RulesChanged)
        return self.after if shows_after else self.before

    @property
    def against(self) -> tuple[Illegal, ...]:
        """What is illegal in the part that is corrected."""
        return tuple(each for each in self.illegal if each.own)

    @property
    def broken(self) -> tuple[Illegal, ...]:
        """The turns that were legal before, and follow from it."""
        return tuple(each for each in self.illegal if each.new and not each.own)

    @property
    def can_be_forced(self) -> bool:
        """Return whether a person may record everything illegal as forced: a deck has no more cards."""
        beyond_deck = isinstance(self.entry, Amended) and self.hand.counted.beyond_deck
        return not beyond_deck and all(each.readable for each in self.illegal)

    @property
    def hands(self) -> range:
        """The numbers of the finished hands that it is about, as they are numbered afterwards."""
        hands = own_hands(self.entry, self.now.game)
        return range(hands.start, min(hands.stop, self.now.game.next_hand))

    @property
    def same_hands(self) -> tuple[tuple[int, int], ...]:
        """The numbers before and after it of each hand that is there both times."""
        was, now = (hands_by_entry(each.history.in_force) for each in (self.before, self.now))
        return tuple((was[entry], now[entry]) for entry in was if entry in now)

    @property
    def hand(self) -> "HandRecorded":
        """An amended hand, as a new one is recorded."""
        from canasta_cli.engine.score import count_hand_of
        from canasta_cli.scorekeeper.hands import HandRecorded

        assert isinstance(self.entry, Amended)  # noqa: S101 - no other entry has a hand
        number, tallies = self.entry.number, self.entry.hand.tallies
        game, ruleset = self.before.game, self.before.ruleset
        whole = game.with_awards(game.hands[number - 1].awarded, tallies)
        counted = count_hand_of(game, whole, ruleset)
        games = self.before, self.now
        return HandRecorded(number, tallies, counted, *games, self.recorded, self.accepted)

    @property
    def table(self) -> "HandInPlay | None":
        """The hand in play, if only turns of it were undone or redone."""
        only_turns = self.moved and all(each.kind is Turned for each in self.moved)
        if self.after.game.deal is None or not only_turns:
            return None
        from canasta_cli.scorekeeper.playing import in_play  # most games have no turns

        return in_play(self.after)

    @property
    def moved(self) -> tuple[Record, ...]:
        """The entries that are undone or redone, in the order in which that happens."""
        return _moved(self.before.history, self.entry)


def own_hands(entry: Correction | Undone | Redone, game: Game) -> range:
    """Return the numbers of the hands that an entry is about, with that of the hand in play."""
    match entry:
        case Amended(number) | TurnAmended(number) | LeftAmended(number) | PenaltyDropped(number):
            return range(number, number + 1)
        case SidesSwapped(first, last):
            return range(first, last + 1)
        case RulesChanged():
            return range(1, len(game.hands) + 2)
        case _:
            return range(0)


# Undo and redo the newest entries of a game.


def undo_or_redo(
    book: Scorebook,
    name: str | None,
    entry: Undone | Redone,
    *,
    check: Callable[[LoadedGame], None] = lambda _: None,
    once: Once | None = None,
) -> Corrected:
    """Undo the newest entries in force, or redo those that were undone last.

    Nothing is judged: what is restored was judged when it was recorded. ``check`` gets the game before it, and
    raises if these entries must not be undone. Raises :class:`~canasta_cli.errors.Refused`. With a key, it is
    done only once: :class:`~canasta_cli.scorekeeper.scorebook.Repeated`.
    """

    def decide(reader: Reader) -> Decision[Corrected]:
        before = load_game(reader, name, deleted=True)
        reader.check_links(before.line.id)
        if name is None:
            _check_newest(reader, before, entry)
        check(before)
        _check_steps(before, entry)
        for each in _moved(before.history, entry):
            if each.kind is Turned:
                read_all(each.entry)  # the answer shows the turn
        also = tuple(_in_other_games(reader, before, entry))
        names = tuple(other.game.name for other, _ in also)
        return Decision(Corrected(entry, before, before, also=names), before, entry, also)

    return record(book, name, decide, completed, once=once)


def undo_turns(book: Scorebook, name: str, steps: int, seen: "Position") -> Corrected:
    """Undo the newest turns of the hand in play, and never another entry.

    ``seen`` is the table on the screen. Raises :class:`~canasta_cli.errors.NotUnderstood` if there are fewer
    turns, and if another terminal has changed the table, :class:`~canasta_cli.scorekeeper.playing.TableMoved`.
    """
    from canasta_cli.scorekeeper.playing import check_seen, in_play

    def check(loaded: LoadedGame) -> None:
        check_seen(in_play(loaded), seen)
        for turns, newest in enumerate(reversed(loaded.history.undoable)):
            if turns == steps:
                break
            if newest.kind is not Turned:
                only = f"only {count_of(turns, 'turn')} can be undone; the entry before"
                raise NotUnderstood(
                    f"{only if turns else 'the newest entry'} is not a turn: {WORDS[newest.kind]}",
                    fix="To undo it: canasta undo"
                    if not turns
                    else "To list the entries: canasta log",
                )

    return undo_or_redo(book, name, Undone(steps), check=check)


def _in_other_games(
    reader: Reader, loaded: LoadedGame, entry: Undone | Redone
) -> Iterator[tuple[LoadedGame, Entry]]:
    """Yield the other games in which a player was renamed together with this one, and their entries.

    Raises :class:`~canasta_cli.errors.Refused` if one of them has changed since.
    """
    shared = _renames_of_all(_moved(loaded.history, entry))
    rules = rules_once()
    for line in reader.games() if shared else ():
        records = reader.records(line.id)
        twins = shared.keys() & _renames_of_all(records).keys()
        if line.id == loaded.line.id or not twins:
            continue
        if twins - _renames_of_all(_movable(read_history(records), entry)[-len(twins) :]).keys():
            old, new, *_ = next(iter(shared.values()))
            has, gets = (new, old) if isinstance(entry, Undone) else (old, new)
            raise Refused(
                f"{old} was renamed in all games at once, and game {line.name} has newer entries",
                fix=f"See them with: canasta log -g {quoted(line.name)}\n"
                f"In one game only: canasta players rename {quoted(has)} {quoted(gets)} "
                f"-g {quoted(loaded.game.name)}",
            )
        yield load_listed(reader, line, rules), type(entry)(len(twins))


def _renames_of_all(records: Iterable[Record]) -> dict[tuple[str, str], PlayerRenamed]:
    """Return the entries that renamed a player in all games, by their time and the new name."""
    renames = [record for record in records if record.kind is PlayerRenamed]
    return {
        (record.at, record.entry.name): record.entry
        for record in renames
        if isinstance(record.entry, PlayerRenamed) and record.entry.everywhere
    }


def _check_newest(reader: Reader, loaded: LoadedGame, entry: Undone | Redone) -> None:
    """Refuse if the newest entry of the journal belongs to another game than the current one.

    With only “the last entry” in mind, the user could mean either game.
    """
    newest = reader.newest()
    if newest is None or newest.id == loaded.line.id:
        return
    steps = f" {entry.steps}" if entry.steps > 1 else ""
    other = read_history(reader.records(newest.id))
    histories = {newest.name: other, loaded.game.name: loaded.history}
    # A game in which nothing can be undone or redone is not meant.
    games = [name for name, each in histories.items() if _movable(each, entry)] or [*histories]
    commands = (f"canasta {WORDS[type(entry)]}{steps} -g {quoted(name)}" for name in games)
    raise Refused(
        f"the newest entry belongs to game {newest.name}, but the current game is {loaded.game.name}",
        fix="Name the game you mean: " + "\nor: ".join(commands),
    )


def _check_steps(loaded: LoadedGame, entry: Undone | Redone) -> None:
    movable, word = _movable(loaded.history, entry), WORDS[type(entry)]
    if entry.steps > len(movable):
        some = f"only {count_of(len(movable), 'entry', 'entries')} can be {word}ne"
        name, fix = loaded.game.name, "See the entries with: canasta log"
        if not movable and isinstance(entry, Undone):
            fix += f"\nIf the game was started by mistake: canasta delete {quoted(name)}"
        raise Refused(some if movable else f"there is nothing to {word} in game {name}", fix=fix)


def _movable(history: History, entry: Undone | Redone) -> tuple[Record, ...]:
    """Return the entries that can be undone or redone, the next one last."""
    return history.undoable if isinstance(entry, Undone) else history.undone


def _moved(history: History, entry: Correction | Undone | Redone) -> tuple[Record, ...]:
    if not isinstance(entry, Undone | Redone):
        return ()
    return tuple(reversed(_movable(history, entry)[-entry.steps :]))
