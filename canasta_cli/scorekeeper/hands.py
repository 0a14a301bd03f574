"""Record hands, penalties, notes, and a repeated request once; look at a hand, and keep a half-typed one.

A hand that is half typed is a ``Draft``, kept as text in the table ``setting``; a form finds it and asks
whether to continue (``continued`` in ``cli/form.py``).
"""

from collections.abc import Sequence
from itertools import chain, count
from json import dumps, loads
from typing import TYPE_CHECKING

from canasta_cli.engine.game.standing import HandWarning, Played, seats_in_play, unlisted
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.journal.store import Journal, Reader
from canasta_cli.model.game import Award, Game, Hand, Tally
from canasta_cli.model.history import (
    WORDS,
    Awarded,
    Entry,
    HandTallied,
    Noted,
    PlaceInLog,
    Record,
    Shown,
    Turned,
    Undone,
    about,
    hands_by_entry,
    places,
    read_history,
)
from canasta_cli.rules.names import IRREGULARITIES, TOPICS, penalty
from canasta_cli.scorekeeper.scorebook import (
    Decision,
    LoadedGame,
    Once,
    Repeated,
    Scorebook,
    append,
    check_not_over,
    completed,
    dealer_of_next,
    load_game,
    load_sealed,
    pick_side,
    record,
)
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, did_you_mean, either, listed, points, quoted

if TYPE_CHECKING:
    from canasta_cli.engine.score import HandCount


# Requests that are recorded exactly once: as the hand that they are meant as, and under a key of their own.
#
# Scripts, pages and the library repeat a request whose answer was lost. The key is compared, and kept, by
# ``record`` in ``scorekeeper/scorebook.py``, in the transaction in which the entry is recorded.

LONGEST = 64
"""Characters that a key may have."""


class Sent(NamedTuple):
    """How a script or a page sends a request: the hand that it is meant as, from 1, and its key.

    Either may be ``None``. ``recorder`` is the person whose page sends it, which has a key.
    """

    as_hand: int | None = None
    key: str | None = None
    recorder: str = ""


def keyed(key: str | None, *request: object, recorder: str = "") -> Once | None:
    """Return a request with its key: what is asked, in plain values. Without a key, ``None``.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for a key that is not 1 to 64 printable characters.
    """
    if key is None:
        return None
    example = "Example: 2026-11-21-hand-3"
    if not key:
        raise NotUnderstood("the key is empty", fix=f"Give 1 to {LONGEST} characters. {example}")
    if len(key) > LONGEST:
        size = count_of(len(key), "character")
        raise NotUnderstood(f"the key has {size}", fix=f"Give at most {LONGEST}. {example}")
    for letter in key:
        if not (letter.isascii() and letter.isprintable()):
            raise NotUnderstood(
                f"“{letter}” can't be in a key",
                fix=f"Use letters without accents, digits and signs. {example}",
            )
    return Once(key, dumps(request, ensure_ascii=False, separators=(",", ":")), recorder)


def check_as_hand(loaded: LoadedGame, number: int | None) -> None:
    """Check that the hand that is next, or in play, has the number that a request is meant for.

    ``None`` is any. Raises :class:`~canasta_cli.errors.Refused`, which says what is there now.
    """
    game, name = loaded.game, loaded.game.name
    due = game.next_hand
    if number in (None, due):
        return
    state = "the hand in play" if game.deal is not None else "the next hand"
    if 1 <= (number or 0) < due:
        points_then = _points(loaded, number or 0)
        raise Refused(
            f"hand {number} of {name} is already recorded: {points_then}; {state} is {due}",
            fix=f"If yours is another hand, send it as hand {due}.\nTo see all hands: canasta score",
        )
    raise Refused(
        f"{state} of {name} is {due}, not {number}",
        fix=f"Send it as hand {due}, or first record the hands that are missing.",
    )


def newest_hand(loaded: LoadedGame) -> int | None:
    """Return the hand that the newest entry recorded, if that entry can be undone; else ``None``."""
    history = loaded.history
    newest = history.undoable[-1:]
    return hands_by_entry(history.in_force).get(newest[0].number) if newest else None


def check_undoes_hand(loaded: LoadedGame, number: int | None) -> None:
    """Check that the newest entry, which is to be undone, recorded a hand; ``None`` is any entry.

    Raises :class:`~canasta_cli.errors.Refused`, which says what the newest entry is.
    """
    newest = newest_hand(loaded)
    if number in (None, newest):
        return
    name, undoable = loaded.game.name, loaded.history.undoable
    if not undoable:
        raise Refused(f"there is nothing to undo in game {name}: it has no hand {number}")
    word = f"hand {newest}" if newest else f"“{WORDS[undoable[-1].kind]}”"
    raise Refused(
        f"the newest entry of {name} is {word}, not hand {number}; nothing was undone",
        fix="See the entries with: canasta log",
    )


def _points(loaded: LoadedGame, number: int) -> str:
    """Format the points of a finished hand: ``Us 1,900, Them 25``."""
    scored = loaded.standing.hands[number - 1].points
    sides = zip(loaded.game.side_names, scored, strict=True)
    return ", ".join(f"{name} {points(each)}" for name, each in sides)


class State(Enum):
    """The state of an entry that was recorded before."""

    RECORDED = "recorded"
    UNDONE = "undone"
    DROPPED = "dropped"


class Already(NamedTuple):
    """An entry that was recorded before with the same key: its place, its state, and the game now.

    ``kind`` is the class of the entry. ``place`` has the numbers of now, or of then if the entry was
    undone or its hand dropped; ``None`` for an entry about no hand.
    """

    loaded: LoadedGame
    entry: int
    kind: type[Entry]
    place: PlaceInLog | None
    state: State

    @property
    def text(self) -> str:
        """The entry in words: ``turn 4 of hand 3``, ``a correction of hand 3``."""
        if self.kind is Undone:
            return "an undo"
        if self.place is None:
            return "a dropped hand"  # every other entry with a key is about one
        turn = f"turn {self.place.turn} of " if self.place.turn else ""
        what = "" if self.kind in (HandTallied, Turned) else "a correction of "
        return f"{what}{turn}hand {self.place.hand}"

    @property
    def then(self) -> str:
        """What happened to the entry since: ``, then undone``; empty if it is in force."""
        return "" if self.state is State.RECORDED else f", then {self.state.value}"


def already(repeated: Repeated) -> Already:
    """Return the entry that a request recorded before.

    Raises :class:`~canasta_cli.errors.Refused` if its key stands for something else.
    """
    found = _find(repeated)
    if repeated.same:
        return found
    name, key = repeated.loaded.game.name, repeated.once.key
    scored = ""
    if found.kind is HandTallied and found.place and found.state is State.RECORDED:
        scored = f" ({_points(repeated.loaded, found.place.hand)})"
    raise Refused(
        f"the key “{key}” stands for something else: {found.text} of {name}{scored}{found.then}; "
        "nothing was recorded",
        fix="Give each request a key of its own, and repeat it unchanged.",
    )


def _find(repeated: Repeated) -> Already:
    """Find the entry that has the key, and its place: now, or when it was recorded."""
    loaded, number = repeated.loaded, repeated.number
    record = next(each for each in loaded.records if each.number == number)
    in_force = loaded.history.in_force
    now = places(in_force).get(number)
    until = [each for each in loaded.records if each.number <= number]
    then = places(read_history(until).in_force).get(number)
    state = State.RECORDED
    if record.kind is not Undone and all(each.number != number for each in in_force):
        state, now = State.UNDONE, None
    elif now is None and then is not None:
        state = State.DROPPED
    return Already(loaded, number, record.kind, now or then, state)


# Record a hand, penalties and notes.


class HandInput(NamedTuple):
    """A hand as given: a tally for each side, in the game's order.

    ``expected`` is the game and the number that the hand must get, if the user saw the game earlier and
    another terminal may have recorded a hand since, or given its name to another game. ``stop_turns``: a
    hand that is being recorded turn by turn is counted from the tallies instead. ``sent``: it is recorded
    only as a certain hand, or only once.
    """

    tallies: tuple[Tally, ...]
    dealer: str = ""
    forced: bool = False
    expected: tuple[int, int] | None = None
    stop_turns: bool = False
    sent: Sent | None = None


class HandRecorded(NamedTuple):
    """The result of a hand: how it counts, and the game before and after.

    ``accepted`` is true if it is recorded, or would be without a dry run. A hand that can't be right
    (not ``counted.possible``) is recorded only if it is forced, one that is ``counted.senseless`` never.
    ``unlisted`` are warnings about cards that recorded turns show and the tallies lack.
    """

    number: int
    tallies: tuple[Tally, ...]
    counted: "HandCount"
    before: LoadedGame
    after: LoadedGame
    recorded: bool
    accepted: bool
    unlisted: "tuple[HandWarning, ...]" = ()

    @property
    def warnings(self) -> "tuple[HandWarning, ...]":
        """The warnings about the hand; none if it is not recorded."""
        if not self.accepted:
            return ()
        return (*self.unlisted, *self.after.standing.warnings_of(self.number))


def record_hand(book: Scorebook, name: str | None, given: HandInput) -> HandRecorded:
    """Record the tallies of the next hand.

    A hand that can't be right is recorded only if it is forced. Raises
    :class:`~canasta_cli.errors.Refused` for a game that is over, and
    :class:`~canasta_cli.scorekeeper.scorebook.Repeated` for a key that an entry has already.
    """

    def decide(reader: Reader) -> Decision[HandRecorded]:
        before = load_sealed(reader, name)
        entry, result = _decide(before, given)
        return Decision(result, before, entry if result.accepted else None)

    return record(book, name, decide, completed, once=_keyed(given))


def _keyed(given: HandInput) -> Once | None:
    """Return the key of a hand with what is recorded under it; ``None`` if it has no key."""
    if given.sent is None:
        return None
    from canasta_cli.notation.tally import write_tally  # only scripts and pages need it

    tallies, sent = [*map(write_tally, given.tallies)], given.sent
    return keyed(sent.key, "hand", tallies, given.dealer, recorder=sent.recorder)


def _decide(before: LoadedGame, given: HandInput) -> tuple[HandTallied, HandRecorded]:
    from canasta_cli.engine.score import count_hand_of  # not needed by notes

    game = before.game
    if given.sent is not None:
        check_as_hand(before, given.sent.as_hand)
    check_tallies(before, given.tallies)
    counted = count_hand_of(game, game.with_pending(given.tallies), before.ruleset)
    dealer = dealer_of_next(before, given.dealer)
    _check_open(before, given)
    result = HandRecorded(
        number=game.next_hand,
        tallies=given.tallies,
        counted=counted,
        before=before,
        after=before,
        recorded=False,
        accepted=counted.possible or (given.forced and not counted.senseless),
        unlisted=unlisted_cards(before, given.tallies),
    )
    hand = Hand(given.tallies, dealer, forced=given.forced and not counted.possible)
    return HandTallied(hand, stopped=game.deal is not None), result


def check_tallies(
    before: LoadedGame, tallies: tuple[Tally, ...], old: tuple[Tally, ...] = ()
) -> None:
    """Check that there is a tally for each side, without probable mistakes that the ``old`` one lacks."""
    from canasta_cli.scorekeeper.tallies import NOTHING, check_typed

    sides = before.game.sides
    if len(tallies) != len(sides):
        raise NotUnderstood(
            f"{count_of(len(tallies), 'tally', 'tallies')} for {count_of(len(sides), 'side')}",
            fix=f"Give one tally for each of {listed(side.name for side in sides)}.",
        )
    for side, tally, was in zip(sides, tallies, old or (NOTHING,) * len(sides), strict=True):
        check_typed(tally, before.ruleset, side.name, was)


def unlisted_cards(before: LoadedGame, tallies: tuple[Tally, ...]) -> "tuple[HandWarning, ...]":
    """Return warnings about what the turns of the hand in play show, and its tallies lack."""
    game, deal = before.game, before.game.deal
    if deal is None or not deal.turns:
        return ()
    # Few hands stop being recorded turn by turn.
    from canasta_cli.engine.game.replay import table_after

    position = table_after(deal, seats_in_play(before.standing, deal), before.ruleset)
    return unlisted(position, tallies, game.next_hand, game.side_names)


def _check_open(before: LoadedGame, given: HandInput) -> None:
    game = before.game
    check_not_over(before)
    if game.deal is not None and not given.stop_turns:
        raise Refused(
            f"hand {game.next_hand} is being recorded turn by turn",
            fix="Finish it with canasta turn and canasta left. "
            "To stop recording turns and count the hand from these tallies, add --stop-turns.",
        )
    expected_game, expected_number = given.expected or next_hand(before)
    if expected_game != before.line.id:
        raise Refused(
            f"{game.name} is another game now; nothing was recorded",
            fix="See the games with: canasta games",
        )
    if expected_number != game.next_hand:
        raise Refused(
            f"game {game.name} has changed meanwhile: the next hand is {game.next_hand},"
            f" not {expected_number}",
            fix="Check canasta score, and record your hand again if it is missing.",
        )


def next_hand(loaded: LoadedGame) -> tuple[int, int]:
    """Return a game and the number of its next hand."""
    return loaded.line.id, loaded.game.next_hand


def finished_hand(game: Game, number: int) -> Hand:
    """Return a finished hand by its number, from 1. Raises ``Refused`` if there is none."""
    if 1 <= number <= len(game.hands):
        return game.hands[number - 1]
    wrong = f"there is no hand {number}: game {game.name} has {count_of(len(game.hands), 'hand')}"
    fix = "See the hands with: canasta score"
    if game.deal is not None and number == game.next_hand:
        wrong = f"hand {number} is still in play"
        fix = f"Change a turn: canasta amend {number}.TURN (see canasta log), or undo it: canasta undo"
    raise Refused(wrong, fix=fix)


def record_penalty(book: Scorebook, name: str | None, side: str, given: Award) -> LoadedGame:
    """Record points that the players give or take during a hand: they count with that hand.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an irregularity without points, and
    :class:`~canasta_cli.errors.Refused` for a game that is over, since no hand follows.
    """
    return append(book, name, lambda loaded: _awarded(loaded, side, given))


def _awarded(loaded: LoadedGame, side: str, given: Award) -> Awarded:
    check_not_over(loaded)
    if given.topic is not None and penalty(given.topic, loaded.ruleset) is None:
        known = [topic for topic in TOPICS if penalty(topic, loaded.ruleset) is not None]
        listing = f"Write {either(known)}, or give" if known else "Give"
        lacks = "sets no points for" if given.topic in IRREGULARITIES else "has no penalty named"
        raise NotUnderstood(
            f"{loaded.ruleset.name} {lacks} “{given.topic}”.{did_you_mean(given.topic, known)}",
            fix=f"{listing} the points that you agreed on: canasta penalty {quoted(side)} 100",
        )
    return Awarded(pick_side(side, loaded.game), given)


class NoteRecorded(NamedTuple):
    """A note that was added: its entry, the game afterwards, and the warnings that it settles."""

    entry: Noted
    after: LoadedGame
    settled: "tuple[HandWarning, ...]" = ()
    recorded: bool = False


def add_note(
    book: Scorebook, name: str | None, text: str, *, hand: int | None = None
) -> NoteRecorded:
    """Add a note; one on a hand, counted from 1, settles the warnings about it.

    Raises :class:`~canasta_cli.errors.NotUnderstood` for an empty note, and
    :class:`~canasta_cli.errors.Refused` for a hand that does not exist.
    """
    if not text.strip():
        raise NotUnderstood("the note is empty", fix='Example: canasta note "Bob dealt twice"')

    def decide(reader: Reader) -> Decision[NoteRecorded]:
        loaded = load_game(reader, name)
        if hand is not None:
            finished_hand(loaded.game, hand)
        settled = loaded.standing.warnings_of(hand or 0)  # none for the whole game
        entry = Noted(text, hand or 0, tuple(warning.key for warning in settled))
        return Decision(NoteRecorded(entry, loaded, settled), loaded, entry)

    return record(book, name, decide, completed)


# Look at one finished hand.


class HandReview(NamedTuple):
    """A finished hand: its count, its warnings, and the entries about it, each with if it is undone."""

    loaded: LoadedGame
    played: "Played"
    counted: "HandCount"
    warnings: "tuple[HandWarning, ...]"
    history: tuple[tuple[Record, bool], ...]

    @property
    def turns(self) -> int | None:
        """The number of its turns; ``None`` if it was not recorded turn by turn."""
        deal = self.played.hand.played
        return None if deal is None else len(deal.turns)


def review_hand(book: Scorebook, name: str | None, number: int | None) -> HandReview:
    """Return a hand by its number, from 1; ``None`` is the last one.

    Raises :class:`~canasta_cli.errors.Refused` if it does not exist, or is not over.
    """
    from canasta_cli.engine.score import count_hand_of

    loaded = book.load(name)
    game = loaded.game
    if number is None and not game.hands and game.deal is None:
        raise Refused(f"game {game.name} has no finished hand", fix="Record one with: canasta hand")
    number = number or max(len(game.hands), 1)
    if game.deal is not None and number == game.next_hand:
        raise Refused(
            f"hand {number} is still in play",
            fix="See the table with canasta melds and canasta pile.",
        )
    finished_hand(game, number)
    played = loaded.standing.hands[number - 1]
    return HandReview(
        loaded,
        played.as_played(game),
        count_hand_of(game, played.hand.tallies, loaded.ruleset),
        loaded.standing.warnings_of(number),
        about(loaded.records, loaded.history.in_force, number),
    )


# Lines typed into a form about a hand, kept beside the entries until the hand is recorded.
#
# A form goes on if they can't be kept, as in a file that is read-only.

HAND, POINTS = "hand", "points"
"""The forms whose lines are kept."""


class Draft:
    """The lines typed so far into a form about a hand, kept until the hand is recorded or the form is declined.

    If the form is open on another terminal too, each keeps its lines under a ``name`` of its own, the
    ``place`` and a number.
    """

    def __init__(self, journal: Journal, place: str, lines: Sequence[str] = ()) -> None:
        self.journal, self.place = journal, place
        self.lines = [*lines]
        self.name = place

    def keep(self, lines: Sequence[str]) -> None:
        """Keep lines in place of those before."""
        now, new = _text(self.lines), _text(lines)
        if new == now:
            return
        kept = self.journal.settings(self.place)
        if kept.get(self.name, now) != now:
            numbered = (f"{self.place} {number}" for number in count(2))
            self.name = next(name for name in chain([self.place], numbered) if name not in kept)
        if self.journal.keep(self.name, new):
            self.lines = [*lines]

    def drop(self) -> None:
        """Forget the lines."""
        self.lines = []
        self.journal.keep(self.name, None)


def _text(lines: Sequence[str]) -> str:
    """Format lines as they are kept."""
    return dumps({"lines": [*lines]}, ensure_ascii=False)


def entry_before_next_hand(loaded: LoadedGame) -> int:
    """Return the number of the entry that recorded the newest hand, 0 for none.

    The draft of the next hand is kept under it, also after that hand is dropped: hands then get other numbers.
    """
    in_force = loaded.history.in_force
    return max((each.number for each in in_force if each.kind in (HandTallied, Shown)), default=0)


def drafts_of(journal: Journal, loaded: LoadedGame, form: str) -> list[tuple[int, Draft]]:
    """Return the drafts of a form in a game, each with the entry under which it is kept."""
    prefix = _prefix(loaded, form)
    found: list[tuple[int, Draft]] = []
    for name, value in sorted(journal.settings(prefix).items()):
        number = name.removeprefix(prefix).partition(" ")[0]
        try:
            lines = [str(line) for line in loads(value)["lines"]]
            draft = Draft(journal, f"{prefix}{int(number)}", lines)
        except (ValueError, TypeError, LookupError):
            continue  # not as this program writes it
        draft.name = name
        found.append((int(number), draft))
    return found


def empty_draft(journal: Journal, loaded: LoadedGame, form: str, number: int) -> Draft:
    """Return a draft without lines."""
    return Draft(journal, f"{_prefix(loaded, form)}{number}")


def half_typed(journal: Journal, loaded: LoadedGame) -> str:
    """Return the form into which the next hand was half typed; empty if it was not."""
    now = entry_before_next_hand(loaded)
    found = (
        form
        for form in (HAND, POINTS)
        for after, _ in drafts_of(journal, loaded, form)
        if after == now
    )
    return next(found, "")


def _prefix(loaded: LoadedGame, form: str) -> str:
    # The time tells the game from another one with its number, if the file is replaced meanwhile.
    return f"typed {form} {loaded.line.id} {loaded.records[0].at} "
