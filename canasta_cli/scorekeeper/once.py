"""Requests that are recorded exactly once: as the hand that they are meant as, and under a key of their own.

Scripts, pages and the library use it, which repeat a request whose answer was lost. The key is compared, and
kept, by ``record`` in ``scorekeeper/scorebook.py``, in the transaction in which the entry is recorded.
"""

from json import dumps

from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.model.history import (
    WORDS,
    Entry,
    HandTallied,
    PlaceInLog,
    Turned,
    Undone,
    hands_by_entry,
    places,
    read_history,
)
from canasta_cli.scorekeeper.scorebook import LoadedGame, Once, Repeated
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, points

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
