"""Import, export and check games in files, folders and streams: the scores in a file are always counted again.

The commands about files and the library call it.
"""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import cast

from canasta_cli.engine.game.standing import Standing, first_dealer, seat
from canasta_cli.engine.game.verification import Mismatch, verified
from canasta_cli.errors import (
    CanastaError,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.files import read_file, read_with, unreadable
from canasta_cli.journal.schema import DOCTOR, EntryRow, GameLine
from canasta_cli.journal.store import Reader, Writing, name_begun
from canasta_cli.model.game import Game, Hand, Note, Tally
from canasta_cli.model.history import (
    Awarded,
    Began,
    Dealt,
    Entry,
    Finished,
    HandTallied,
    Noted,
    Shown,
    Substituted,
    Turned,
)
from canasta_cli.model.seats import as_begun, substitutes
from canasta_cli.model.turn import Deal
from canasta_cli.notation.csvfile import read_table
from canasta_cli.notation.gamefile import GameFile, read_game
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.library import with_house_rules, written
from canasta_cli.rules.load import differences as parameters_that_differ
from canasta_cli.rules.load import to_data
from canasta_cli.rules.names import by_name, refuse
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.games import check_name, error_of, record_game
from canasta_cli.scorekeeper.scorebook import (
    Scorebook,
    load_records,
    make_way,
    recording,
    refuse_taken,
    rules_once,
)
from canasta_cli.untrusted import LONGEST_TEXT
from canasta_cli.values import NamedTuple, read_all
from canasta_cli.words import abridged, quoted

# Sources of games to check: files, folders and streams, read one game at a time.
#
# A stream contains many games in JSON Lines, one document per line. Each is read only when it is
# needed, so there can be any number.

TABLE_ENDINGS = (".csv", ".tsv")
ENDINGS = (".canasta.toml", ".toml", ".canasta.json", ".json", ".jsonl", ".ndjson", *TABLE_ENDINGS)


class Job(NamedTuple):
    """The text of one game, and where it begins: a file, and in a stream also the line.

    ``error`` is the reason if there is no text to check; ``fix`` is how to fix that.
    """

    file: str
    text: str
    line: int | None = None
    error: str = ""
    fix: str = ""

    @property
    def where(self) -> str:
        """The origin as printed: ``friday.canasta.toml``, ``games.jsonl:12``."""
        return place(self.file, self.line)

    @property
    def name(self) -> str:
        """The name of the game if its text gives none: the file name without its extension."""
        name = os.path.basename(self.file)
        for ending in ENDINGS:
            name = name.removesuffix(ending)
        return name


def place(file: str, line: int | None) -> str:
    """Format a file name, with the line if there is one."""
    return f"{file}:{line}" if line else file


# A character is at most four bytes; no more of a line is kept than shows that it is too long.
LONGEST_LINE_IN_BYTES = 4 * LONGEST_TEXT
Line = tuple[int, bytes]


def _lines(stream: io.BufferedReader) -> Iterator[Line]:
    """Yield lines with their numbers, from 1. Empty lines that follow each other may come as one.

    Of a line that is too long only the first ``LONGEST_LINE_IN_BYTES`` bytes come, and one more.
    """
    following = 1
    while line := stream.readline(LONGEST_LINE_IN_BYTES + 1):
        number, following = following, following + 1
        rest = line
        while len(rest) > LONGEST_LINE_IN_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE_IN_BYTES + 1)
        if line.isspace():
            # All empty lines in the buffer: one by one, a billion would take minutes.
            waiting = stream.peek()
            empty = waiting[: len(waiting) - len(waiting.lstrip())]
            more = stream.read(empty.rfind(b"\n") + 1)
            following += more.count(b"\n")
            line += more
        yield number, line


STREAMS = (".jsonl", ".ndjson")
IN_FOLDERS = (".canasta.toml", ".json", *STREAMS)
STDIN = "-"

BOM = b"\xef\xbb\xbf"


class Games:
    """All games of some files, folders and streams; ``files`` counts the files opened so far."""

    def __init__(self, names: Sequence[str]) -> None:
        self.files = 0
        self.many = False
        # A missing file is reported before any folder is searched, which can take long.
        found = sorted(names, key=lambda name: name == STDIN or os.path.exists(name))
        # Whether standard input has one game or many is known only after reading from it.
        self._parts = [self._part(name) for name in found]

    def __iter__(self) -> Iterator[Job]:
        return chain.from_iterable(self._parts)

    def _part(self, name: str) -> Iterator[Job]:
        if name == STDIN:
            return self._standard_input()
        folder = os.path.isdir(name)
        self.many = self.many or folder or _is_stream(name)
        return self._folder(name) if folder else self._file(name)

    def _file(self, name: str) -> Iterator[Job]:
        self.files += 1
        try:
            if not _is_stream(name):
                yield Job(name, read_file(name))
                return
            with open(name, "rb") as stream:
                yield from _json_lines(name, _lines(stream))
        except CanastaError as error:
            yield _failed(name, error)
        except OSError as error:
            yield _failed(name, unreadable(name, error))

    def _folder(self, folder: str) -> Iterator[Job]:
        """Read every game file in a folder and below it, by name; names beginning with a dot are skipped."""
        before = self.files
        errors: list[OSError] = []
        for path, folders, files in os.walk(folder, onerror=errors.append):
            folders[:] = sorted(each for each in folders if _is_searched(path, each))
            for name in sorted(files):
                file = os.path.join(path, name)
                # A file that has gone since, and a broken link, are errors; a pipe is no game file.
                if _in_folders(name) and (os.path.isfile(file) or not os.path.exists(file)):
                    yield from self._file(file)
        unread = [unreadable(str(each.filename), each) for each in errors]
        if self.files == before and not unread:
            fix = f"Names of game files end in {', '.join(IN_FOLDERS)}."
            unread.append(UnusableData(f"there is no game file in {folder}", fix=fix))
        self.files += len(unread)
        yield from (_failed(folder, error) for error in unread)

    def _standard_input(self) -> Iterator[Job]:
        self.files += 1
        stream = cast("io.BufferedReader", sys.stdin.buffer)
        lines = _lines(stream)
        begun = (1, b"")
        for begun in lines:
            if begun[1].strip():
                break
        number, first = begun
        if first.removeprefix(BOM).lstrip().startswith(b"{") and first.rstrip().endswith(b"}"):
            self.many = True
            return _json_lines(STDIN, chain([begun], lines))
        # Keeps the line numbers of a single game right.
        above = b"\n" * min(number - 1, LONGEST_TEXT + 1)
        rest = stream.read(LONGEST_LINE_IN_BYTES + 1)
        return iter([_job(STDIN, None, above + first + rest)])


def _is_stream(name: str) -> bool:
    return name.lower().endswith(STREAMS)


def _is_searched(path: str, folder: str) -> bool:
    """True unless a folder is hidden, or a link to a folder elsewhere."""
    return not folder.startswith(".") and not os.path.islink(os.path.join(path, folder))


def _in_folders(name: str) -> bool:
    return name.lower().endswith(IN_FOLDERS) and not name.startswith(".")


def _json_lines(file: str, lines: Iterator[Line]) -> Iterator[Job]:
    for number, line in lines:
        if line.strip():
            yield _job(file, number, line.rstrip())


def _job(file: str, line: int | None, text: bytes) -> Job:
    try:
        return Job(file, read_with(lambda _: text, place(file, line)), line)
    except UnusableData as error:
        return _failed(file, error, line)


def _failed(file: str, error: CanastaError, line: int | None = None) -> Job:
    return Job(file, "", line, error.message, error.fix)


# Import and export games: the scores in a file are always counted again.


def load_whole(reader: Reader, damage: str) -> tuple[list[Standing], list[CanastaError]]:
    """Load and count every game whose entries are all intact; return what is wrong too.

    ``damage`` is what is wrong with the file, if anything is.
    """
    rows, are_all = reader.entries_left()
    names: dict[int, str] = {}
    with suppress(CanastaError):
        names = {line.id: line.name for line in reader.games()}
    games: dict[int, list[EntryRow]] = {game: [] for game in names}
    for row in rows:
        if type(row.game) is int and row.game > 0:
            games.setdefault(row.game, []).append(row)
    whole: list[Standing] = []
    errors: list[CanastaError] = []
    rules = rules_once()
    for game, entries in sorted(games.items()):
        name = names.get(game) or name_begun(entries[0].data) or f"#{game}"
        try:
            if not entries:
                raise UnusableData("its entries are missing", fix=DOCTOR)
            records = reader.whole_history(entries, are_all=are_all)
            found = load_records(records, GameLine(game, name), rules).standing
            read_all(found.game)
            whole.append(found)
        except CanastaError as error:
            errors.append(error_of(error, name))
    try:
        if damage:
            raise UnusableData(damage, fix=DOCTOR)
        reader.check_links()
    except CanastaError as error:
        if not any(error.message in each.message for each in errors):
            errors.append(error)
    return [each for each in whole if not each.game.deleted], errors


# The hand and turn, from 1, of everything that the rules forbid; turn 0 for a tallied hand.
Illegal = set[tuple[int, int]]


class CheckedFile(NamedTuple):
    """A game of a file, or of a table, counted again; ``standing`` as in ``Verified``.

    ``recorded`` once an import has recorded it.
    """

    file: str
    game: Game
    ruleset: Ruleset
    differences: tuple[Mismatch, ...]
    standing: Standing | None = None
    table: bool = False
    recorded: bool = False

    def renamed(self, name: str) -> "CheckedFile":
        """Return the game under another name."""
        return self._replace(game=self.game._replace(name=name))


def to_file(standing: Standing) -> GameFile:
    """Return a game as its file has it, with the dealer and the scores of every hand."""
    hands = tuple(
        _as_given(played.hand)._replace(dealer=played.dealer, claimed=played.points)
        for played in standing.hands
    )
    game, rules = standing.game._replace(hands=hands), standing.ruleset
    return GameFile(game, rules.base, _house_rules(rules), lambda _t, _k, _w: None)


@lru_cache(maxsize=64)
def _house_rules(ruleset: Ruleset) -> Mapping[str, object]:
    """Return what a ruleset has besides the packaged one that it is based on; most games have the same."""
    if ruleset.base not in library.names():
        return {}
    packaged = library.ruleset(ruleset.base)
    differing = parameters_that_differ(packaged, ruleset)
    paths = tuple(path for path in PARAMETERS if path in (*differing, *packaged.unknown))
    return {name: written(ruleset, path) for name, path in by_name(paths, ruleset)}


def _as_given(hand: Hand) -> Hand:
    """Return a hand as its file has it: a played hand has only awards besides its turns."""
    if hand.played is None:
        return hand
    awards = tuple(Tally(awards=tally.awards) for tally in hand.tallies)
    return hand._replace(tallies=awards, from_turns=())


def check_text(text: str, file: str, name: str) -> CheckedFile:
    """Read the text of a game file and count everything again.

    Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read.
    """
    try:
        read = read_game(text, name)
        return _counted(read, file, _ruleset(read))
    except CanastaError as error:
        raise _in_file(error, file) from None


def _in_file(error: CanastaError, file: str) -> UnusableData:
    message = "\n".join(map(abridged, error.message.splitlines()))
    return UnusableData(f"{file}: {message}", fix=error.fix)


def _counted(read: GameFile, file: str, ruleset: Ruleset) -> CheckedFile:
    found, standing = verified(read.game, ruleset)
    placed = tuple(each._replace(line=_line_of(each, read)) for each in found)
    return CheckedFile(file, read.game, ruleset, placed, standing)


def is_table(file: str) -> bool:
    """True if a file is a table of scores, by the ending of its name."""
    return file.lower().endswith(TABLE_ENDINGS)


def check_table(
    text: str, file: str, spelled: Callable[[str], str], rules: Callable[[str, int], Ruleset]
) -> list[CheckedFile]:
    """Read the games of a table and count everything again; each is named by its first line.

    ``spelled`` returns the spelling of a player's name, ``rules`` the ruleset of a game with a name in the
    table, or for a number of players. Raises :class:`~canasta_cli.errors.UnusableData` if it can't be read.
    """
    checked = []
    where = file
    try:
        for read in read_table(text, Job(file, text).name, spelled):
            where = place(file, read.where("hands", "", 1))
            ruleset = rules(read.rules, len(read.game.players))
            refuse(ruleset, ruleset.unknown)
            _check_players(read.game, ruleset)
            checked.append(_counted(read, where, ruleset)._replace(table=True))
    except CanastaError as error:
        raise _in_file(error, where) from None
    return checked


def _check_players(game: Game, ruleset: Ruleset) -> None:
    """Refuse a table with the names of sides in the place of their players, before its hands are judged."""
    try:
        seat(game.players, game.sides, ruleset)
    except NotUnderstood as error:
        error.fix = "Name all players of each side in the table. Example: date,Ann & Cat,Bob & Dan"
        raise


def _ruleset(read: GameFile) -> Ruleset:
    rules = with_house_rules(read.rules, read.house)
    refuse(rules, rules.unknown)
    return rules


def _line_of(difference: Mismatch, read: GameFile) -> int | None:
    if difference.hand == 0:
        return read.where("sides", "", 1)
    key = "score" if difference.expected is not None else difference.side or ""
    if difference.turn:
        deal = (*(each.played for each in read.game.hands), read.game.deal)[difference.hand - 1]
        turns = len(deal.turns) if deal else 0
        key = f"turns.{difference.turn}" if difference.turn <= turns else "left"
    return read.where("hands", key, difference.hand)


def import_games(
    book: Scorebook,
    files: Sequence[CheckedFile],
    *,
    force: bool = False,
) -> tuple[CheckedFile, ...]:
    """Record the games without differences, or all if forced; the last becomes current. Return all.

    All of them or none: raises :class:`~canasta_cli.errors.Refused` if a name is taken, by a
    recorded game or by another file.
    """
    imported = {
        at: _as_recorded(checked.game, checked.standing)
        for at, checked in enumerate(files)
        if checked.standing and (force or not checked.differences)
    }
    games = [*imported.values()]
    _check_free(games, book.journal.games())
    recorded = bool(imported) and not book.dry_run
    if recorded:
        when = book.now()
        with recording(book, when) as writing:
            lines = writing.games()
            _check_free(games, lines)
            deleted = {line.name for line in lines if line.deleted}
            for at, game in imported.items():
                if game.name in deleted:
                    make_way(writing, game.name, when)
                    # Another of the games may have the name that this one has got.
                    deleted |= {new for _, new in writing.aside}
                _record(writing, game, files[at], when)
    return tuple(
        each._replace(recorded=recorded and at in imported) for at, each in enumerate(files)
    )


def _record(writing: Writing, game: Game, checked: CheckedFile, at: str) -> None:
    """Record a game with all its entries."""
    game, rules = as_begun(game), checked.ruleset
    began = Began(
        name=game.name,
        players=game.players,
        sides=game.sides,
        dealer=game.dealer or first_dealer(game.players, game.sides, rules),
        ruleset=to_data(rules),
        date=game.date,
        event=game.event,
    )
    illegal = {(each.hand, each.turn) for each in checked.differences if each.finding is not None}
    record_game(writing, began, _entries(game, illegal), rules, at)


def _as_recorded(game: Game, counted: Standing) -> Game:
    """Return a game as it is recorded: with the dealer of every hand, so that none changes with another.

    The points in its file are left out. Hands recorded turn by turn have the tallies that were computed
    from their turns.
    """
    hands = tuple(
        hand._replace(dealer=played.dealer, claimed=(), from_turns=played.hand.from_turns)
        for hand, played in zip(game.hands, counted.hands, strict=True)
    )
    deal = game.deal and game.deal._replace(dealer=counted.dealer)
    return game._replace(hands=hands, deal=deal)


def _check_free(games: Sequence[Game], lines: Iterable[GameLine]) -> None:
    taken, names = {line.name: line for line in lines if not line.deleted}, set[str]()
    for game in games:
        check_name(game.name, "game's name")
        if game.name in taken:
            rename = f"canasta rename NEW_NAME -g {quoted(abridged(game.name))}"
            fix = (
                "If it is the same game, it is recorded already: statistics would count it twice.\n"
            )
            fix += (
                f"Import it under another name: canasta import FILE --as NAME\nOr rename that one: {rename}"
                if len(games) == 1
                else f"Rename that one: {rename}"
            )
            refuse_taken(game.name, [taken[game.name]], fix)
        if game.name in names:
            fix = "Change the name of one of them in its file."
            raise Refused(f"two of the games are called “{abridged(game.name)}”", fix=fix)
        names.add(game.name)


def _entries(game: Game, illegal: Illegal) -> list[Entry]:
    """Return the entries that lead to a game with the names of that time, with notes at their hands."""
    game = game._replace(notes=tuple(_placed(game)))
    entries: list[Entry] = _notes(game, 0, 0)
    for number, hand in enumerate(game.hands, start=1):
        entries += _substitutes(game, number)
        if hand.played is None:
            forced = hand.forced or (number, 0) in illegal
            entries.append(HandTallied(hand._replace(forced=forced)))
        else:
            entries += _played(game, number, hand, hand.played, illegal)
        entries += _notes(game, number, 0)
    last = game.next_hand
    entries += _substitutes(game, last)
    if game.deal is not None:
        entries += [*_dealt(game, last, game.deal, illegal), *_substitutes(game, last + 1)]
    entries += [Awarded(each.side, each.award) for each in game.pending]
    return [*entries, *((Finished(game.ending),) if game.ending else ())]


def _substitutes(game: Game, hand: int) -> list[Entry]:
    """Return the entries of the substitutes who come with a hand: a player leaves a seat to take another."""
    came = [Substituted(*each) for each in substitutes(game) if each[0].hand == hand]
    entries: list[Entry] = []
    while came:
        leave = {each.instead_of for each in came}
        chosen = next(each for each in came if each.arrival.player not in leave)
        came.remove(chosen)
        entries.append(chosen)
    return entries


def _placed(game: Game) -> Iterator[Note]:
    """Yield the notes; one at a missing turn moves to the end of the turns or hands."""
    turns = [len(hand.played.turns) if hand.played else 0 for hand in game.hands]
    turns.append(len(game.deal.turns) if game.deal else 0)
    for note in game.notes:
        after = min(note.after, len(game.hands))
        yield note._replace(after=after, turn=min(note.turn, turns[after]))


def _notes(game: Game, after: int, turn: int) -> list[Entry]:
    notes = (note for note in game.notes if (note.after, note.turn) == (after, turn))
    return [Noted(note.text, note.hand, note.settles) for note in notes]


def _dealt(game: Game, number: int, deal: Deal, illegal: Illegal) -> list[Entry]:
    """Return the entries of a deal and its turns, with the notes between them."""
    entries: list[Entry] = [Dealt(deal._replace(turns=(), left=None))]
    for turn, given in enumerate(deal.turns, start=1):
        forced = given.forced or (number, turn) in illegal
        entries.append(Turned(given.with_mark(forced=forced)))
        entries += _notes(game, number - 1, turn)
    return entries


def _played(game: Game, number: int, hand: Hand, deal: Deal, illegal: Illegal) -> list[Entry]:
    entries = _dealt(game, number, deal._replace(dealer=hand.dealer), illegal)
    for side, tally in zip(game.sides, hand.tallies, strict=True):
        entries += [Awarded(side.name, award) for award in tally.awards]
    forced = deal.left_forced or (number, len(deal.turns) + 1) in illegal
    return [*entries, Shown(deal.left or (), forced, hand.from_turns)]
