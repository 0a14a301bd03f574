"""Keep beside the entries of the journal what is no entry: half typed forms, and defaults of options.

Forms and ``config`` call it. A form goes on if its lines can't be kept, as in a file that is read-only.
"""

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from json import dumps, loads

from canasta_cli.journal.store import Journal
from canasta_cli.model.history import read_history
from canasta_cli.model.numbering import hands_by_entry
from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.values import NamedTuple

# Lines typed into a form about one hand of a game.

HAND, POINTS, AMEND = "hand", "points", "amend"
"""The forms whose lines are kept."""


class Draft:
    """The lines typed so far into a form about a hand, kept until the form is finished or declined.

    ``before`` is what the form began with: if that has changed, the lines are about something else. If
    the form is open on another terminal too, each keeps its lines under a ``name`` of its own, the
    ``place`` and a number.
    """

    def __init__(
        self, journal: Journal, place: str, before: Mapping[str, str], lines: Sequence[str] = ()
    ) -> None:
        self.journal, self.place, self.before, self.lines = journal, place, before, lines
        self.name = place

    def keep(self, lines: Sequence[str]) -> None:
        """Keep lines in place of those before."""
        if list(lines) == list(self.lines):
            return
        kept = self.journal.settings(self.place)
        if kept.get(self.name, self._value(self.lines)) != self._value(self.lines):
            self.name = self._free_name(kept)
        if self.journal.keep(self.name, self._value(lines)):
            self.lines = list(lines)

    def move(self, place: str) -> None:
        """Keep the lines in another place."""
        if place != self.place:
            self.journal.keep(self.name, None)
            self.place = place
            self.name = self._free_name(self.journal.settings(place))
            self.journal.keep(self.name, self._value(self.lines))

    def _free_name(self, kept: Container[str]) -> str:
        numbered = (f"{self.place} {number}" for number in count(2))
        return next(name for name in chain([self.place], numbered) if name not in kept)

    def _value(self, lines: Sequence[str]) -> str:
        return dumps({"before": self.before, "lines": lines}, ensure_ascii=False)

    def drop(self) -> None:
        """Forget the lines."""
        self.lines = []
        self.journal.keep(self.name, None)


class NextHand(NamedTuple):
    """The place of the next hand in a game: its number, and the entry that recorded the hand before.

    The draft of a hand is kept under that entry, 0 for none: hands get other numbers if one is dropped.
    """

    hand: int
    after: int


def place_of(loaded: LoadedGame, after: int) -> NextHand | None:
    """Return the place of a hand that was typed after an entry; ``None`` if the entry was undone.

    If that hand was dropped, the place is after the hand before it.
    """
    in_force = read_history(loaded.records).in_force
    if after and all(record.number != after for record in in_force):
        return None
    before = [entry for entry in hands_by_entry(in_force) if entry <= after]
    return NextHand(len(before) + 1, max(before, default=0))


def next_place(loaded: LoadedGame) -> NextHand:
    """Return the place of the next hand."""
    hands = hands_by_entry(read_history(loaded.records).in_force)
    return NextHand(len(hands) + 1, max(hands, default=0))


def drafts_of(journal: Journal, loaded: LoadedGame, form: str) -> list[tuple[int, Draft]]:
    """Return the drafts of a form in a game, each with the number under which it is kept.

    It is that of the amended hand, or ``NextHand.after``.
    """
    prefix = _prefix(loaded, form)
    found: list[tuple[int, Draft]] = []
    for name, value in sorted(journal.settings(prefix).items()):
        number = name.removeprefix(prefix).partition(" ")[0]
        try:
            kept = loads(value)
            before, lines = dict(kept["before"]), [str(line) for line in kept["lines"]]
            draft = Draft(journal, f"{prefix}{int(number)}", before, lines)
        except (ValueError, TypeError, LookupError):
            continue  # not as this program writes it
        draft.name = name
        found.append((int(number), draft))
    return found


def empty_draft(
    journal: Journal,
    loaded: LoadedGame,
    form: str,
    number: int,
    before: Mapping[str, str] | None = None,
) -> Draft:
    """Return a draft without lines."""
    return Draft(journal, f"{_prefix(loaded, form)}{number}", before or {})


def half_typed(journal: Journal, loaded: LoadedGame) -> str:
    """Return the form into which the next hand was half typed; empty if it was not."""
    now = next_place(loaded)
    found = (
        form
        for form in (HAND, POINTS)
        for after, _ in drafts_of(journal, loaded, form)
        if place_of(loaded, after) == now
    )
    return next(found, "")


def _prefix(loaded: LoadedGame, form: str) -> str:
    # The time tells the game from another one with its number, if the file is replaced meanwhile.
    return f"typed {form} {loaded.line.id} {loaded.records[0].at} "


# Defaults of options, chosen with `canasta config`.

_CHOSEN = "config "


def chosen(journal: Journal) -> dict[str, list[str]]:
    """Return the words chosen for each setting."""
    found: dict[str, list[str]] = {}
    for name, value in journal.settings(_CHOSEN).items():
        with suppress(ValueError, TypeError):
            found[name.removeprefix(_CHOSEN)] = [str(word) for word in loads(value)]
    return {name: words for name, words in found.items() if words}


def takes_points(journal: Journal) -> bool:
    """Return whether hands are recorded by their points unless an option says otherwise."""
    return chosen(journal).get("points") == ["yes"]


def choose(journal: Journal, choices: Mapping[str, Sequence[str]]) -> None:
    """Choose the words of settings together; the choice is dropped where there are none."""
    if journal.is_new and not any(choices.values()):
        return
    with journal.writing() as writing:
        for name, words in choices.items():
            writing.set(_CHOSEN + name, dumps(words, ensure_ascii=False) if words else None)
