"""Hands on the desk: recording one, mending one, taking back, bringing back, remarking."""

from typing import TYPE_CHECKING, NamedTuple

from canasta_cli.engine.counting.irregularities import TOPICS, penalty
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.history import (
    Amended,
    Awarded,
    Course,
    Entry,
    HandTallied,
    Noted,
    Record,
    Redone,
    Undone,
    course,
)
from canasta_cli.model.tally import Award, Tally
from canasta_cli.rules.load import near
from canasta_cli.scorekeeper.desk import Desk, Reader, Table, pick_dealer, pick_side, table
from canasta_cli.scorekeeper.recording import Decision, append, check_goes_on, check_here, record

if TYPE_CHECKING:
    from canasta_cli.engine.counting.hand import HandCount
    from canasta_cli.scorekeeper.later import Broken


class HandSaid(NamedTuple):
    """A hand as somebody says it: a tally for each side, in the game's order.

    ``number`` is the hand that it amends; ``expected`` the number that it must become, where the
    person saw the table earlier and another terminal may have recorded since.
    """

    tallies: tuple[Tally, ...]
    dealer: str = ""
    forced: bool = False
    number: int | None = None
    expected: int | None = None


class HandRecorded(NamedTuple):
    """A hand that was said: how it counts, and the table before and after.

    ``stands`` is whether it is, or but for a dry run would be, recorded: a hand that cannot be
    (``counted.possible``) only by force, one that is ``counted.senseless`` not even so; and only by
    force one with which turns of later hands are ``broken``.
    """

    number: int
    tallies: tuple[Tally, ...]
    counted: "HandCount"
    before: Table
    after: Table
    recorded: bool
    stands: bool
    doubts: tuple[str, ...] = ()
    broken: "tuple[Broken, ...]" = ()


class Moved(NamedTuple):
    """Entries taken back or brought back, in the order in which that happened."""

    records: tuple[Record, ...]
    table: Table
    recorded: bool


def record_hand(
    desk: Desk, name: str | None, said: HandSaid, *, dry_run: bool = False
) -> HandRecorded:
    """Record the tallies of a hand, or amend an earlier one.

    A hand that cannot be is not recorded unless it is forced. Raises
    :class:`~canasta_cli.errors.Refused` for a game that is over or a hand that is not there.
    """

    def decide(reader: Reader) -> Decision[HandRecorded]:
        before, entry, counted = _considered(reader, name, said)
        result = _said(said, counted, before)
        if isinstance(entry, Amended):
            entry, result = _with_later(before, entry, result, said)
        return Decision(result, before, entry if result.stands else None)

    def done(result: HandRecorded, after: Table, recorded: bool) -> HandRecorded:
        return result._replace(after=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _with_later(
    before: Table, entry: Amended, result: HandRecorded, said: HandSaid
) -> tuple[Amended, HandRecorded]:
    """What an amended hand does to the turns of those after it, which may then stand by force alone."""
    from canasta_cli.scorekeeper.later import later

    broken, marks = later(before, entry)
    stands = result.stands and (said.forced or not broken)
    return entry._replace(later=marks), result._replace(broken=broken, stands=stands)


def _said(said: HandSaid, counted: "HandCount", before: Table) -> HandRecorded:
    return HandRecorded(
        number=_number(said, before),
        tallies=said.tallies,
        counted=counted,
        before=before,
        after=before,
        recorded=False,
        stands=_stands(said, counted),
        doubts=_doubts(before, said),
    )


def _doubts(before: Table, said: HandSaid) -> tuple[str, ...]:
    """What may want a second look; of an amended hand the totals before it are past."""
    if said.number is not None:
        return ()
    from canasta_cli.engine.games.doubts import doubts

    return tuple(doubts(before.standing, said.tallies))


def _stands(said: HandSaid, counted: "HandCount") -> bool:
    """Whether the hand is recorded: it can be, or the table insists on what can be understood."""
    return counted.possible or (said.forced and not counted.senseless)


def _number(said: HandSaid, before: Table) -> int:
    return len(before.game.hands) + 1 if said.number is None else said.number


def _considered(
    reader: Reader, name: str | None, said: HandSaid
) -> tuple[Table, Entry, "HandCount"]:
    from canasta_cli.engine.counting.hand import count_hand_of  # undo and note judge nothing

    before = table(reader, name)
    game = before.game
    check_here(game)
    if len(said.tallies) != len(game.sides):
        raise NotUnderstood(
            f"{len(said.tallies)} tallies for {len(game.sides)} sides",
            remedy=f"Give one for each of {', '.join(side.name for side in game.sides)}.",
        )
    awarded = _hand(game, said.number).awarded if said.number is not None else game.pending
    whole = game.with_awards(awarded, said.tallies)
    counted = count_hand_of(game, whole, before.ruleset)
    due = before.standing.dealer if said.number is None else None
    dealer = due
    if said.dealer:
        dealer = pick_dealer(said.dealer, game, _number(said, before), before.ruleset)
    hand = Hand(said.tallies, dealer, forced=said.forced and not counted.possible)
    if said.number is None:
        _check_open(before, said)
        return before, HandTallied(hand), counted
    old = _hand(game, said.number)
    return before, Amended(said.number, hand._replace(dealer=dealer or old.dealer)), counted


def _check_open(before: Table, said: HandSaid) -> None:
    game = before.game
    check_goes_on(before)
    if game.deal is not None:
        raise Refused(
            f"hand {len(game.hands) + 1} is being recorded turn by turn",
            remedy="Finish it with canasta turn and canasta left, "
            "or take its turns back with canasta undo.",
        )
    if said.expected is not None and said.expected != len(game.hands) + 1:
        raise Refused(
            f"hand {said.expected} has been recorded meanwhile, by another terminal",
            remedy="Look at canasta score, and record yours again if it is still missing.",
        )


def _hand(game: Game, number: int) -> Hand:
    if 1 <= number <= len(game.hands):
        return game.hands[number - 1]
    played = {0: "no hand", 1: "one hand"}.get(len(game.hands), f"{len(game.hands)} hands")
    raise Refused(
        f"there is no hand {number}: game {game.name} has {played}",
        remedy="See them with: canasta score",
    )


def undo(desk: Desk, name: str | None, steps: int, *, dry_run: bool = False) -> Moved:
    """Take back the newest entries in force. Raises :class:`~canasta_cli.errors.Refused`."""
    return _move(desk, name, steps, Undone(steps), dry_run=dry_run)


def redo(desk: Desk, name: str | None, steps: int, *, dry_run: bool = False) -> Moved:
    """Bring back what was taken back last. Raises :class:`~canasta_cli.errors.Refused`."""
    return _move(desk, name, steps, Redone(steps), dry_run=dry_run)


def _move(
    desk: Desk, name: str | None, steps: int, entry: Undone | Redone, *, dry_run: bool
) -> Moved:

    def decide(reader: Reader) -> Decision[Moved]:
        now = table(reader, name)
        return Decision(Moved(_to_move(now, entry, steps), now, recorded=False), now, entry)

    def done(moved: Moved, after: Table, recorded: bool) -> Moved:
        return moved._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def _to_move(now: Table, entry: Undone | Redone, steps: int) -> tuple[Record, ...]:
    """The entries that would move, the first to move first."""
    check_here(now.game)
    history = course(now.records)
    word, movable = (
        ("undo", history.undoable) if isinstance(entry, Undone) else ("redo", history.undone)
    )
    if steps > len(movable):
        what = "nothing" if not movable else f"no more than {len(movable)}"
        raise Refused(
            f"there is {what} to {word} in game {now.game.name}",
            remedy="See what was recorded with: canasta log",
        )
    return tuple(reversed(movable[-steps:]))


def award(desk: Desk, name: str | None, side: str, given: Award, *, dry_run: bool = False) -> Table:
    """Record points that the table gives or takes while a hand is played: they count with it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an irregularity without a number, and
    :class:`~canasta_cli.errors.Refused` for a game that is over, since no hand follows.
    """

    def decide(reader: Reader) -> Decision[Table]:
        now = table(reader, name)
        check_here(now.game)
        check_goes_on(now)
        return Decision(now, now, _awarded(now, side, given))

    return record(desk, name, decide, lambda _, after, __: after, dry_run=dry_run)


def _awarded(now: Table, side: str, given: Award) -> Awarded:
    if given.topic is not None and penalty(given.topic, now.ruleset) is None:
        known = [topic for topic in TOPICS if penalty(topic, now.ruleset) is not None]
        raise NotUnderstood(
            f"{now.ruleset.name} puts no number to “{given.topic}”.{near(given.topic, known)}",
            remedy=f"Give the points that the table agrees on: canasta penalty {side} 100",
        )
    return Awarded(pick_side(side, now.game), given)


def note(desk: Desk, name: str | None, text: str, *, dry_run: bool = False) -> Table:
    """Remark something. Raises :class:`~canasta_cli.errors.NotUnderstood` for an empty remark."""
    if not text.strip():
        raise NotUnderstood("a note is empty", remedy='Example: canasta note "Bob dealt twice"')
    return append(desk, name, Noted(text), dry_run=dry_run)


def history(desk: Desk, name: str | None) -> tuple[Table, Course]:
    """A game with its whole history, and what of it is in force."""
    now = table(desk.journal, name)
    return now, course(now.records)
