"""Record and amend hands, penalties and notes."""

from typing import TYPE_CHECKING, NamedTuple

from canasta_cli.engine.counting.irregularities import IRREGULARITIES, TOPICS, penalty
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.entry import Amended, Awarded, Entry, HandTallied, Noted
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.history import Course, course
from canasta_cli.model.tally import Award, Tally
from canasta_cli.rules.load import near
from canasta_cli.scorekeeper.recording import Decision, check_goes_on, check_here, record
from canasta_cli.scorekeeper.scorebook import Desk, Reader, Table, pick_dealer, pick_side, table
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.engine.counting.hand import HandCount
    from canasta_cli.engine.games.warnings import HandWarning
    from canasta_cli.scorekeeper.amendment_effects import Broken


class HandSaid(NamedTuple):
    """A hand as given: a tally for each side, in the game's order.

    ``number`` is the hand to amend; ``expected`` is the number that the hand must get, if the
    person saw the table earlier and another terminal may have recorded a hand since.
    """

    tallies: tuple[Tally, ...]
    dealer: str = ""
    forced: bool = False
    number: int | None = None
    expected: int | None = None


class HandRecorded(NamedTuple):
    """The result of a hand: how it counts, and the table before and after.

    ``stands`` is true if it is recorded, or would be without a dry run. A hand that can't be right
    (not ``counted.possible``) is recorded only by force, one that is ``counted.senseless`` never;
    one that makes turns of later hands illegal (``broken``) also only by force.
    """

    number: int
    tallies: tuple[Tally, ...]
    counted: "HandCount"
    before: Table
    after: Table
    recorded: bool
    stands: bool
    broken: "tuple[Broken, ...]" = ()


def record_hand(
    desk: Desk, name: str | None, said: HandSaid, *, dry_run: bool = False
) -> HandRecorded:
    """Record the tallies of a hand, or amend an earlier one.

    A hand that can't be right is recorded only by force. Raises
    :class:`~canasta_cli.errors.Refused` for a game that is over or a hand that does not exist.
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
    """Add the turns of later hands that an amended hand makes illegal; they stand only by force."""
    from canasta_cli.scorekeeper.amendment_effects import later

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
    )


def _stands(said: HandSaid, counted: "HandCount") -> bool:
    """Return whether the hand is recorded: it can be right, or it is forced and makes sense."""
    return counted.possible or (said.forced and not counted.senseless)


def _number(said: HandSaid, before: Table) -> int:
    return len(before.game.hands) + 1 if said.number is None else said.number


def _considered(
    reader: Reader, name: str | None, said: HandSaid
) -> tuple[Table, Entry, "HandCount"]:
    from canasta_cli.engine.counting.figures import check_spelling
    from canasta_cli.engine.counting.hand import count_hand_of  # not needed by undo and note

    before = table(reader, name)
    game = before.game
    check_here(game)
    if len(said.tallies) != len(game.sides):
        tallies = count_of(len(said.tallies), "tally", "tallies")
        raise NotUnderstood(
            f"{tallies} for {count_of(len(game.sides), 'side')}",
            remedy=f"Give one tally for each of {listed(side.name for side in game.sides)}.",
        )
    for side, tally in zip(game.sides, said.tallies, strict=True):
        check_spelling(tally, before.ruleset, side.name)
    awarded = finished_hand(game, said.number).awarded if said.number is not None else game.pending
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
    old = finished_hand(game, said.number)
    return before, Amended(said.number, hand._replace(dealer=dealer or old.dealer)), counted


def _check_open(before: Table, said: HandSaid) -> None:
    game = before.game
    check_goes_on(before)
    if game.deal is not None:
        raise Refused(
            f"hand {len(game.hands) + 1} is being recorded turn by turn",
            remedy="Finish it with canasta turn and canasta left, "
            "or undo its turns with canasta undo.",
        )
    if said.expected is not None and said.expected != len(game.hands) + 1:
        raise Refused(
            f"hand {said.expected} was recorded meanwhile in another terminal",
            remedy="Check canasta score, and record your hand again if it is missing.",
        )


def finished_hand(game: Game, number: int) -> Hand:
    """Return a finished hand by its number, from 1. Raises ``Refused`` if there is none."""
    if 1 <= number <= len(game.hands):
        return game.hands[number - 1]
    raise Refused(
        f"there is no hand {number}: game {game.name} has {count_of(len(game.hands), 'hand')}",
        remedy="See the hands with: canasta score",
    )


def award(desk: Desk, name: str | None, side: str, given: Award, *, dry_run: bool = False) -> Table:
    """Record points that the table gives or takes during a hand: they count with that hand.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an irregularity without points, and
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
        lacks = "sets no points for" if given.topic in IRREGULARITIES else "has no penalty named"
        raise NotUnderstood(
            f"{now.ruleset.name} {lacks} “{given.topic}”.{near(given.topic, known)}",
            remedy=f"Give the points that you agreed on: canasta penalty {side} 100",
        )
    return Awarded(pick_side(side, now.game), given)


class NoteRecorded(NamedTuple):
    """A note that was added: the table afterwards, and the warnings that the note settles."""

    table: Table
    settled: "tuple[HandWarning, ...]" = ()
    recorded: bool = False


def note(
    desk: Desk, name: str | None, text: str, *, hand: int | None = None, dry_run: bool = False
) -> NoteRecorded:
    """Add a note; one on a hand, counted from 1, settles the warnings about it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an empty note, and
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist.
    """
    if not text.strip():
        raise NotUnderstood("the note is empty", remedy='Example: canasta note "Bob dealt twice"')

    def decide(reader: Reader) -> Decision[NoteRecorded]:
        now = table(reader, name)
        if hand is None:
            return Decision(NoteRecorded(now), now, Noted(text))
        from canasta_cli.engine.games.warnings import warnings_of

        finished_hand(now.game, hand)
        settled = warnings_of(now.standing, hand)
        entry = Noted(text, hand, tuple(warning.key for warning in settled))
        return Decision(NoteRecorded(now, settled), now, entry)

    def done(noted: NoteRecorded, after: Table, recorded: bool) -> NoteRecorded:
        return noted._replace(table=after, recorded=recorded)

    return record(desk, name, decide, done, dry_run=dry_run)


def history(desk: Desk, name: str | None) -> tuple[Table, Course]:
    """Return a game with its whole history, and the entries in force."""
    now = table(desk.journal, name)
    return now, course(now.records)
