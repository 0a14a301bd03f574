"""Check that recorded games can be read and counted, compare copies of a database, and save what is readable.

The commands ``doctor`` and ``restore`` call it.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from canasta_cli import __version__
from canasta_cli.engine.game.standing import HandWarning, Place, all_warnings, replayed
from canasta_cli.errors import CanastaError, Refused
from canasta_cli.journal.backup import Contents, contents, dated, restore, write_checked
from canasta_cli.journal.entries import from_row, to_row
from canasta_cli.journal.file import has_only_log, identity, is_there, refuse_journal
from canasta_cli.journal.salvage import (
    SALVAGED,
    Linked,
    Loss,
    find_rows,
    loss_row,
    losses,
)
from canasta_cli.journal.schema import VERSION, EntryRow, GameLine, Summary, is_older, version_of
from canasta_cli.journal.store import (
    Head,
    Journal,
    Reader,
    Writing,
    entry_of,
    head,
    journal_lines,
    name_begun,
)
from canasta_cli.journal.upkeep import (
    Fault,
    faults,
    is_restorable,
    restore_parts,
    seal_faults,
    summary_faults,
    try_to_record,
)
from canasta_cli.model.history import Noted, Record, Renamed
from canasta_cli.rules import library
from canasta_cli.rules.load import differences
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    LoadRules,
    Scorebook,
    free_name,
    load_listed,
    load_records,
    rules_once,
    summarise,
    summary,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, quoted

__all__ = ["Contents", "Head", "Loss"]

# Check that every entry is intact, and that the next one can be recorded.


class Since(NamedTuple):
    """An earlier head that the user gave, and the entry that has it; ``None`` if none has."""

    head: str
    entry: int | None


class GameWarning(NamedTuple):
    """A warning about a hand, with the name of its game."""

    game: str
    warning: HandWarning


class Health(NamedTuple):
    """The files in use, their contents, and every fault in them.

    ``notices`` are not faults: rulesets of the library that have changed since a game began.
    ``barred`` is the reason why nothing can be recorded although every entry is intact: a read-only
    file, a full disk. ``warnings`` are about unlikely hands. ``losses`` are what the salvages lacked that
    the database went through.
    """

    program: str
    database: str
    exists: bool = True
    version: int = VERSION
    games: int = 0
    records: int = 0
    faults: tuple[Fault, ...] = ()
    notices: tuple[str, ...] = ()
    warnings: tuple[GameWarning, ...] = ()
    barred: str = ""
    head: Head | None = None
    since: Since | None = None
    losses: tuple[Loss, ...] = ()

    @property
    def is_sound(self) -> bool:
        """True if nothing is wrong, and an earlier head that was given is there."""
        return not self.faults and (self.since is None or self.since.entry is not None)

    @property
    def rebuilds(self) -> bool:
        """True if ``--rebuild`` corrects a fault; it may fail in a damaged file."""
        return any(each.derived for each in self.faults) and not any(
            each.damage for each in self.faults
        )


OLDER = (
    "the database has format {version}, of an earlier version of canasta: the next command that records "
    f"something copies it, and converts it to format {VERSION}"
)

HARD_LINKS = (
    "the file has {names} (hard links): use only one of them, since SQLite keeps a log beside each; "
    "better remove the others, or make them symbolic links"
)


def examine(book: Scorebook | None, file: str, since: str = "") -> Health:
    """Check the database; without one there is nothing to find.

    ``since``: the digits of an earlier head, in lower case.
    """
    unchecked = Health(__version__, file, since=Since(since, None) if since else None)
    if book is None:
        return unchecked._replace(exists=False)
    if book.journal.is_new:
        empty = Fault(f"the file is empty: {os.path.getsize(file)} bytes without any entry")
        return unchecked._replace(exists=False, faults=(empty,))
    journal = book.journal
    with journal.lenient():
        with journal.snapshot():
            health, summaries = _examined(journal, unchecked)
        # Never write to a damaged file, not even for a moment.
        if health.faults:
            return health
        trial = try_to_record(journal, summaries, health.head, book.now())
        return health._replace(faults=trial.faults, barred=trial.barred)


def _examined(journal: Journal, unchecked: Health) -> tuple[Health, dict[int, Summary]]:
    """Check one state of the database; return also the summaries of its games."""
    found = list(faults(journal))
    if not is_restorable(journal):
        # Nothing else can be checked without the table of the entries.
        return unchecked._replace(faults=tuple(found)), {}
    games = _Games(journal, found)
    if (links := os.stat(journal.path).st_nlink) > 1:
        games.notices.append(HARD_LINKS.format(names=count_of(links, "name")))
    version = version_of(journal.connection)
    if is_older(journal.connection):
        games.notices.append(OLDER.format(version=version))
    else:
        found += summary_faults(journal, games.names, games.summaries)
        found += () if found else seal_faults(journal, games.names)
    since = unchecked.since
    health = unchecked._replace(
        version=version,
        games=len(games.names),
        records=journal.size(),
        faults=tuple(found),
        notices=tuple(games.notices),
        warnings=tuple(games.warnings),
        head=head(journal),
        since=since and since._replace(entry=entry_of(journal, since.head)),
        losses=tuple(losses(journal.connection)),
    )
    return health, games.summaries


class _Games:
    """Read the games of a journal one after another, and add what is wrong to ``found``."""

    def __init__(self, journal: Journal, found: list[Fault]) -> None:
        self.names: dict[int, str] = {}
        self.summaries: dict[int, Summary] = {}
        self.notices: list[str] = []
        self.warnings: list[GameWarning] = []
        rules = rules_once()
        for line in journal_lines(journal):
            self.names[line.id] = line.name
            loaded = _load(journal, line, rules, found)
            if loaded is not None:
                self.summaries[line.id] = summary(loaded)
                found += wrong_tallies(loaded)
                self.notices += _notices(loaded)
                warnings = all_warnings(loaded.standing)
                self.warnings += (GameWarning(line.name, each) for each in warnings)


def _load(
    reader: Reader, line: GameLine, rules: LoadRules, found: list[Fault]
) -> LoadedGame | None:
    """Load a game from its entries; if that fails, add a fault and return ``None``."""
    try:
        return load_listed(reader, line, rules)
    except CanastaError as error:
        found.append(Fault(f"can't read game {line.name}: {error.message}"))
    except Exception as error:  # noqa: BLE001 - whatever is in the file, the others are examined
        found.append(
            Fault(f"can't read game {line.name}: its entries contradict each other: {error!r}")
        )
    return None


def wrong_tallies(loaded: LoadedGame) -> list[Fault]:
    """Replay the hands that were recorded turn by turn, and compare the tallies stored with them."""
    from canasta_cli.notation.tally import write_tally

    game, found = loaded.game, []
    for hand, counted in zip(game.hands, loaded.standing.hands, strict=True):
        if not (hand.played and hand.from_turns):
            continue
        number = counted.number
        place = Place(game, counted.dealer, number, counted.before)
        again = replayed(hand, place, loaded.ruleset)
        stored, right = (
            [write_tally(tally) for tally in each.from_turns] for each in (hand, again)
        )
        if stored != right:
            sides = (side.name for side in game.sides)
            differ = [
                f"{name}: {is_now or 'nothing'} instead of {should_be or 'nothing'}"
                for name, is_now, should_be in zip(sides, stored, right, strict=True)
                if is_now != should_be
            ]
            found.append(
                Fault(
                    f"hand {number} of game {loaded.line.name} has another tally than its turns "
                    f"({'; '.join(differ)}); to store the right one, amend its end: "
                    f"canasta amend {number}.left PLAYER=CARDS"
                )
            )
    return found


class Restoring(NamedTuple):
    """A backup to be put in the place of the database: what each of both has.

    ``aside`` is the copy of the database as it was; ``None`` as long as nothing was restored, and
    empty if there was nothing to copy.
    """

    backup: Contents
    present: Contents
    aside: str | None = None


def compare(source: Journal, database: str) -> Restoring:
    """Check a backup, and compare it with the database. Raises :class:`~canasta_cli.errors.Refused`."""
    if source.is_new:
        raise Refused(f"{source.path} has no entries", fix="Name another backup.")
    refuse_journal(source.path, database)
    wrong = [fault.text for fault in faults(source) if not fault.derived]
    if wrong:
        salvage = f"canasta doctor --salvage NEW.db --db {quoted(source.path)}"
        raise Refused(
            f"{source.path} is damaged and can't be restored: {wrong[0]}",
            fix=f"Name another backup. To save what can be read: {salvage}",
        )
    return Restoring(contents(source.path, database), contents(database, source.path))


def put_back(source: Journal, restoring: Restoring, at: str) -> Restoring:
    """Put a backup in the place of the database; ``at`` dates the copy of the database as it was."""
    database = restoring.present.file
    aside = dated(database, os.path.dirname(database), at, "replaced-")
    restore(source, database, aside, restoring.present)
    return restoring._replace(aside=aside if os.path.exists(aside) else "")


def rebuild(book: Scorebook) -> None:
    """Rebuild everything derived, from the entries alone.

    Nothing is done if the table of the entries is not as canasta creates it. A game that can't be
    read gets no summary.
    """
    with book.journal.lenient(), book.journal.writing(convert=False) as writing:
        if not is_restorable(writing):
            return
        restore_parts(writing)
        games = summarise_all(writing)
        newest = writing.newest()
        if newest and games and writing.current_id() not in games:
            writing.make_current(newest.id)


def summarise_all(writing: Writing) -> set[int]:
    """Count all games again for the summary tables, and return their ids."""
    games, rules = set(), rules_once()
    for line in tuple(journal_lines(writing)):
        games.add(line.id)
        loaded = _load(writing, line, rules, [])
        if loaded is not None:
            # If two games have one name, the second gets no summary; the doctor reports it.
            with suppress(Refused):
                summarise(writing, loaded)
    return games


@lru_cache(maxsize=64)
def _changed_since(rules: Ruleset) -> tuple[str, ...]:
    return differences(library.ruleset(rules.name), rules)


def _notices(loaded: LoadedGame) -> list[str]:
    """Return a notice if the library's ruleset has changed since the game began; the game keeps its own."""
    rules = loaded.ruleset
    if rules.house or rules.name not in library.names():
        return []
    differing = _changed_since(rules)
    if not differing:
        return []
    began = f"game {loaded.game.name} uses {rules.name} as it was when the game began"
    return [f"{began}; changed since then: {', '.join(differing)}"]


# Write every entry that a damaged database still has to a sound one, and record what is missing.


class Salvage(NamedTuple):
    """The database that was written, its games and entries, and what it lacks."""

    target: str
    games: int
    entries: int
    loss: Loss


def salvage(path: str, target: str, at: str) -> Salvage:
    """Write every entry of a database that can be read to a new one, with a new chain of hashes.

    Entries keep their games and their numbers there. A note stands for each missing one, so that an undo
    after it still undoes the same. Of a game that can't be read with all its entries, the first ones are
    kept, and the others are set aside in the record of what is missing.

    Raises :class:`~canasta_cli.errors.Refused` if there is no entry, or the target can't be written.
    """
    if not (has_only_log(path) or is_there(path)):
        raise Refused(f"there is no database {path}", fix="Name one: --db FILE")
    if os.path.lexists(target) and identity(path) != identity(target):
        raise Refused(f"{target} already exists", fix="Name another file.")
    rows, newest, names = find_rows(path)
    valid = [row for row in rows if _is_valid(row)]
    if not valid:
        raise Refused(
            f"no entry of {path} can be read", fix="Restore a backup: canasta restore FILE"
        )
    games = _SavedGames(valid, names)
    there = {row.id for row in valid}
    lacks = [
        f"{what} {_numbers(numbers)}."
        for what, numbers in (
            ("Could not be read:", [each for each in range(1, newest + 1) if each not in there]),
            (
                "Changed after they were recorded:",
                [each.id for each in valid if not each.is_intact],
            ),
        )
        if numbers
    ]
    loss = Loss(rows[-1].hash, rows[-1].id, (*lacks, *games.lacks))

    def fill(part: str) -> None:
        with Journal.open(part, create=True) as journal, journal.writing() as writing:
            writing.link([loss_row(loss, at), *(row for _, row in sorted(games.placed))])
            if found := summarise_all(writing):
                last = valid[-1].game
                writing.make_current(last if last in found else max(found))

    write_checked(target, fill, path)
    return Salvage(target, len(games.names), len(valid), loss)


class _SavedGames:
    """The entries of all games that can be kept, and in sentences what is missing.

    ``placed`` has each entry after its number among all entries, and its number in its game.
    """

    def __init__(self, rows: list[EntryRow], known: dict[int, str]) -> None:
        self.known = known
        self.names: set[str] = set()
        self.lacks: list[str] = []
        self.placed: list[tuple[tuple[int, int], Linked]] = []
        rules = rules_once()
        for game in sorted({row.game for row in rows}):
            mine = sorted((row for row in rows if row.game == game), key=lambda row: row.number)
            if game:
                self._place(mine, rules)
            else:
                # Of earlier salvages; this one comes first.
                self.placed += (((row.id, 0), (0, row.number + 1, *row[3:6])) for row in mine)
        there = {row.game for row in rows}
        gone = [str(name) for game, name in known.items() if game not in there]
        self.lacks += [f"Nothing is left of game {name}." for name in gone]

    def _place(self, rows: list[EntryRow], rules: LoadRules) -> None:
        """Keep as many entries of a game as can be read together."""
        filled, lost = _filled(rows)
        loaded: LoadedGame | None = None
        count = len(filled)
        while count and (loaded := _load_saved([row for _, row in filled[:count]], rules)) is None:
            count -= 1
        began = next((row.data for row in rows if row.what == "new"), None)
        unread = self.known.get(rows[0].game, f"#{rows[0].game}")
        name = loaded.game.name if loaded else name_begun(began) or unread
        if lost:
            self.lacks.append(f"Game {name} lacks its {_numbers(lost)}; check its score.")
        self.lacks += (
            f"Set aside, since it no longer fits: game {name}, entry {number}, {at}: {what} {data}"
            for _, (_, number, at, what, data) in filled[count:]
            if number not in lost
        )
        self.placed += filled[:count]
        if loaded and name in self.names:
            name = free_name(name, self.names)
            (place, _), (game, number, at, *_) = filled[count - 1]
            row = (game, number + 1, at, *to_row(Renamed(name, aside=loaded.game.deleted)))
            self.placed.append(((place, number + 1), row))
        if loaded:
            self.names.add(name)


def _numbers(numbers: Sequence[int]) -> str:
    """Format the numbers of entries, those in a row as a range: ``entries 3 and 5–7``."""
    ranges: list[tuple[int, int]] = []
    for each in numbers:
        is_next = bool(ranges) and each == ranges[-1][1] + 1
        ranges.append((ranges.pop()[0] if is_next else each, each))
    words = listed(f"{first}" if first == last else f"{first}–{last}" for first, last in ranges)
    return f"{'entry' if len(numbers) == 1 else 'entries'} {words}"


def _is_valid(row: EntryRow) -> bool:
    if row.what == SALVAGED:
        return row.game == 0
    with suppress(CanastaError):
        from_row(row.what, row.data)
        return row.game > 0
    return False


def _filled(rows: list[EntryRow]) -> tuple[list[tuple[tuple[int, int], Linked]], list[int]]:
    """Return the entries of a game with a note for each missing one, and the numbers of those."""
    there = {row.number: row for row in rows}
    filled: list[tuple[tuple[int, int], Linked]] = []
    lost: list[int] = []
    for number in range(max(there), 0, -1):
        row = there.get(number)
        if row is None:
            lost.insert(0, number)
            (place, _), (game, _, at, *_) = filled[-1]
            note = Noted(f"Entry {number} could not be read when the database was salvaged.")
            filled.append(((place, number), (game, number, at, *to_row(note))))
        else:
            filled.append(((row.id, number), row[1:6]))
    return filled[::-1], lost


def _load_saved(rows: list[Linked], rules: LoadRules) -> LoadedGame | None:
    """Load a game from some entries; ``None`` if they don't make one, or not the tallies they say."""
    if rows[0][3] != "new":
        return None
    try:
        records = tuple(
            Record(number, at, from_row(what, data)) for _, number, at, what, data in rows
        )
        loaded = load_records(records, GameLine(rows[0][0], ""), rules)
        return None if wrong_tallies(loaded) else loaded
    except Exception:  # noqa: BLE001 - whatever the entries are, others are kept
        return None
