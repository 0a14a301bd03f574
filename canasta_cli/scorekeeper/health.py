"""Check that recorded games can be read and counted, and compare a backup with the database.

The commands ``doctor`` and ``restore`` call it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from tempfile import TemporaryDirectory

from canasta_cli.engine.game.standing import HandWarning, replayed, seating
from canasta_cli.errors import CanastaError, NoLongerKept, Refused
from canasta_cli.journal.backup import (
    Backup,
    Contents,
    compare_contents,
    copy_whole,
    list_backups,
    restore,
)
from canasta_cli.journal.copies import REPLACED, dated, has_entries_of, wants_backups
from canasta_cli.journal.file import refuse_journal
from canasta_cli.journal.schema import VERSION, GameLine, Summary
from canasta_cli.journal.store import (
    Journal,
    Reader,
    Writing,
    journal_lines,
)
from canasta_cli.journal.upkeep import (
    Fault,
    Seen,
    barred,
    faults,
    is_restorable,
    restore_parts,
    seal_faults,
    summary_faults,
)
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    LoadRules,
    Scorebook,
    load_listed,
    rules_once,
    summarise,
    summary,
)
from canasta_cli.values import NamedTuple, read_all
from canasta_cli.version import __version__
from canasta_cli.words import count_of, listed

__all__ = ["Backup", "Contents"]

# Check that every entry is intact, and that the next one can be recorded.


class BackupsFound(NamedTuple):
    """The automatic backups of a database: their number, the time of the newest, and if they are made.

    ``unread`` is why they can't be read.
    """

    number: int = 0
    newest: str = ""
    are_wanted: bool = True
    unread: str = ""


class Health(NamedTuple):
    """The files in use, their contents, and every fault in them.

    ``notices`` are not faults, but remarkable: a file with two names, say.
    ``barred`` is the reason why nothing can be recorded although every entry is intact: a read-only
    file, a full disk. ``warnings`` are about unlikely hands, each with the name of its game. ``way_out`` is
    the backup to restore if the database is damaged; ``None`` if there is none. ``games`` and ``records``
    are ``None`` if the entries can't be read. ``can_rebuild`` is false if ``--rebuild`` would fail.
    """

    program: str
    database: str
    exists: bool = True
    version: int = VERSION
    games: int | None = 0
    records: int | None = 0
    faults: tuple[Fault, ...] = ()
    notices: tuple[str, ...] = ()
    warnings: tuple[tuple[str, HandWarning], ...] = ()
    barred: str = ""
    backups: BackupsFound = BackupsFound()
    way_out: Backup | None = None
    can_rebuild: bool = True

    @property
    def is_sound(self) -> bool:
        """True if nothing is wrong."""
        return not self.faults

    @property
    def rebuilds(self) -> bool:
        """True if ``--rebuild`` is the way to correct the faults, or some of them."""
        return any(each.derived for each in self.faults) and not self.is_damaged

    @property
    def is_damaged(self) -> bool:
        """True if only a backup helps."""
        return not all(
            each.is_amended or (each.derived and self.can_rebuild) for each in self.faults
        )


def examine(book: Scorebook, file: str) -> Health:
    """Check the database."""
    unchecked = Health(__version__, file)
    journal = book.journal
    if journal.is_new:
        return unchecked._replace(exists=False)
    health = _examined(journal, unchecked)
    # Never write to a damaged file, not even for a moment.
    return health if health.faults else health._replace(barred=barred(journal))


def diagnose(book: Scorebook, file: str, seen: Seen) -> Health:
    """Check the database as :func:`examine` does, and its backups; find the way out of any damage.

    ``seen`` is what its bytes showed before it was opened.
    """
    health = examine(book, file)
    listed: list[Backup] = []
    unread = ""
    try:
        listed = [each for each in list_backups(file, book.now(), book.local) if not each.replaced]
    except Refused as error:
        unread = error.message
    if not health.exists:
        if os.path.exists(file):
            empty = f"the file is empty: {os.path.getsize(file)} bytes without any entry"
            health = health._replace(faults=(Fault(empty),))
        elif listed:
            health = health._replace(faults=(Fault("the file is missing, but has backups"),))
    elif health.rebuilds:
        health = health._replace(can_rebuild=_can_rebuild(book))
    newest = listed[0].made if listed else ""
    notices = [*health.notices]
    if seen.has_rest:
        notices.append(
            "its log ends with something that was recorded only in part: a program or the machine stopped "
            "just then. See if the newest entry is there: canasta log"
        )
    if seen.after_end and not health.is_damaged:
        more = f"the file has {seen.after_end:,} bytes after the end of the database"
        notices.append(f"{more}; they do no harm")
    if health.is_damaged:
        health = health._replace(way_out=sound_backup(file, book.now(), book.local))
    else:
        notices += _lacking(book, listed)
    return health._replace(
        notices=tuple(notices),
        backups=BackupsFound(len(listed), newest, wants_backups(book.journal), unread),
    )


def _can_rebuild(book: Scorebook) -> bool:
    """Return whether ``--rebuild`` corrects everything that is derived; it is tried with a copy."""
    with suppress(CanastaError, OSError), TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        copy_whole(book.journal, copy)
        with Journal.open(copy, examine=True) as journal:
            trial = book._replace(journal=journal)
            rebuild(trial)
            return not any(each.derived for each in examine(trial, copy).faults)
    return False


def _lacking(book: Scorebook, listed: list[Backup]) -> Iterator[str]:
    """Yield a notice about the newest backup with entries that the database lacks, if there is one."""
    for each in listed:
        with suppress(CanastaError):
            if not has_entries_of(each.file, book.journal):
                backup = f"the backup of {each.made} has entries that the database lacks"
                yield f"{backup}: canasta restore {each.number} --dry-run"
                return


def sound_backup(file: str, at: str, local: Callable[[str], str]) -> Backup | None:
    """Return the newest automatic backup that is sound, and can take the place of a database.

    ``at`` is now; ``local`` formats a time in local time.
    """
    with suppress(Refused):
        for each in list_backups(file, at, local):
            with suppress(CanastaError):
                if each.entries and not each.replaced:
                    with Journal.open(each.file, examine=True) as journal:
                        health = _examined(journal, Health(__version__, each.file))
                    if not health.is_damaged:
                        return each
    return None


def _examined(journal: Journal, unchecked: Health) -> Health:
    """Check one state of the database."""
    with journal.lenient(), journal.snapshot():
        found = list(faults(journal))
        if not is_restorable(journal):
            # Nothing else can be checked without the table of the entries.
            return unchecked._replace(
                version=journal.version, games=None, records=None, faults=tuple(found)
            )
        names: dict[int, str] = {}
        summaries: dict[int, Summary] = {}
        warnings, not_kept = list[tuple[str, HandWarning]](), list[str]()
        rules = rules_once()
        for line in journal_lines(journal):
            names[line.id] = line.name
            loaded = _load(journal, line, rules, found, not_kept)
            if loaded is not None:
                summaries[line.id] = summary(loaded)
                found += wrong_tallies(loaded)
                warnings += ((line.name, each) for each in loaded.standing.warnings)
        if journal.version == VERSION:
            found += summary_faults(journal, names, summaries)
            found += () if found else seal_faults(journal, names)
        return unchecked._replace(
            version=journal.version,
            games=len(names),
            records=journal.size(),
            faults=tuple(found),
            notices=tuple(_notices(journal, not_kept)),
            warnings=tuple(warnings),
        )


def _notices(journal: Journal, not_kept: list[str]) -> Iterator[str]:
    """Yield what is remarkable about a file, and about games that this version can't open."""
    if (links := os.stat(journal.path).st_nlink) > 1:
        yield (
            f"the file has {count_of(links, 'name')} (hard links): use only one of them, since SQLite keeps a "
            "log beside each; better remove the others, or make them symbolic links"
        )
    if not_kept:
        games = listed(not_kept)
        yield f"nothing is damaged, but this version of canasta can't open {games}"
    if journal.version < VERSION:
        yield (
            f"the database has format {journal.version}, of an earlier version of canasta: the next command "
            f"that records something copies it, and converts it to format {VERSION}"
        )


def _load(
    reader: Reader, line: GameLine, rules: LoadRules, found: list[Fault], not_kept: list[str]
) -> LoadedGame | None:
    """Load a game from its entries; if that fails, add why to one of the lists and return ``None``."""
    try:
        loaded = load_listed(reader, line, rules)
        read_all(loaded.game)
    except NoLongerKept as error:
        not_kept.append(f"game {line.name} ({error.message.removeprefix(f'game {line.name}: ')})")
    except CanastaError as error:
        found.append(Fault(f"can't read game {line.name}: {error.message}"))
    except Exception as error:  # noqa: BLE001 - whatever is in the file, the others are examined
        found.append(
            Fault(f"can't read game {line.name}: its entries contradict each other: {error!r}")
        )
    else:
        return loaded
    return None


def wrong_tallies(loaded: LoadedGame) -> list[Fault]:
    """Replay the hands that were recorded turn by turn, and compare the tallies stored with them."""
    from canasta_cli.notation.tally import write_tally

    game, found = loaded.game, []
    for hand, counted in zip(game.hands, loaded.standing.hands, strict=True):
        if not (hand.played and hand.from_turns):
            continue
        number = counted.number
        seats = seating(game, counted.dealer, number, counted.before, loaded.ruleset)
        again = replayed(hand, hand.played, seats, loaded.ruleset)
        stored, right = (
            [write_tally(tally) for tally in each.from_turns] for each in (hand, again)
        )
        if stored != right:
            differ = [
                f"{name}: {is_now or 'nothing'} instead of {should_be or 'nothing'}"
                for name, is_now, should_be in zip(game.side_names, stored, right, strict=True)
                if is_now != should_be
            ]
            found.append(
                Fault(
                    f"hand {number} of game {loaded.line.name} has another tally than its turns "
                    f"({'; '.join(differ)}); to store the right one, amend its end: "
                    f"canasta amend {number}.left PLAYER=CARDS",
                    is_amended=True,
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
        raise Refused(
            f"{source.path} is damaged and can't be restored: {wrong[0]}",
            fix="Name another backup.",
        )
    return Restoring(*compare_contents(source.path, database))


def put_back(source: Journal, restoring: Restoring, at: str) -> Restoring:
    """Put a backup in the place of the database; ``at`` dates the copy of the database as it was."""
    database = restoring.present.file
    aside = dated(database, os.path.dirname(database), at, REPLACED)
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
        loaded = _load(writing, line, rules, [], [])
        if loaded is not None:
            # If two games have one name, the second gets no summary; the doctor reports it.
            with suppress(Refused):
                summarise(writing, loaded)
    return games
