"""Dated copies of a database: checked before they get their names, and made automatically around entries.

The score-keeper opens :func:`backed_up` for each entry; as a rule that only lists the names in a folder.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

from canasta_cli.errors import CanastaError, Refused, UnusableData
from canasta_cli.journal.file import has_space, is_checkpointed, make_folder
from canasta_cli.journal.schema import VERSION, ReadOnlyConnection, connect_any, sqlite_errors
from canasta_cli.journal.store import Journal, Reader, Writing, has_entry, head
from canasta_cli.values import NamedTuple

# Dated copies in a folder, and their names.


class DatedCopy(NamedTuple):
    """A copy and the time in its name, in UTC: ``20261121T201500Z``. ``number`` counts those of one second."""

    at: str
    number: int
    file: str


def dated_copies(path: str, folder: str, what: str = "") -> list[DatedCopy]:
    """Return the dated copies of a database in a folder, the oldest first; none if it can't be read.

    ``what`` comes before the time in their names.
    """
    stem, ending = map(re.escape, os.path.splitext(os.path.basename(path)))
    pattern = re.compile(rf"{stem}-{what}(\d{{8}}T\d{{6}}Z)(?:-(\d+))?{ending}")
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder or os.curdir)
    found = filter(None, map(pattern.fullmatch, names))
    return sorted(
        DatedCopy(each[1], int(each[2] or 1), os.path.join(folder, each[0])) for each in found
    )


def stamp(at: str) -> str:
    """Return a recorded time as it stands in the name of a copy."""
    digits = re.sub(r"\D", "", at)
    return f"{digits[:8]}T{digits[8:14]}Z"


def dated(path: str, folder: str, at: str, what: str = "") -> str:
    """Return the path for a copy in a folder, named after a recorded time: ``canasta-20261121T201500Z.db``.

    ``what`` comes before the time, and a number after it if there is such a file.
    """
    name, ending = os.path.splitext(os.path.basename(path))
    whole = os.path.join(folder, f"{name}-{what}{stamp(at)}")
    names = (f"{whole}{number}{ending}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not os.path.lexists(name))


def has_entries_of(file: str, journal: Journal) -> bool:
    """Return whether a journal has all entries of a copy.

    Raises :class:`~canasta_cli.errors.CanastaError` for one that can't be read.
    """
    # Immutable, so that no file is made beside it.
    with sqlite_errors(file), closing(connect_any(file, "ro&immutable=1")) as copy:
        newest = head(Reader(file, copy, 0))
    return newest is not None and has_entry(journal, newest)


# Write a copy under another name, and put it in its place once it is complete.


@contextmanager
def writing_to(target: str) -> Iterator[str]:
    """Give a file to write to, which then takes the place of the target; errors name the target."""
    from canasta_cli.files import replacing

    with replacing(target, mode=0o600) as part:
        try:
            yield part
        except CanastaError as error:
            error.message = error.message.replace(part, target)
            raise


@contextmanager
def alone_beside(target: str) -> Iterator[None]:
    """Let one program after another write databases into a folder, where the system can do that."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl  # not on Windows

            folder = os.open(os.path.dirname(os.path.realpath(target)), os.O_RDONLY)
            stack.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def fail_if_busy(status: int, *_: int) -> None:
    """End a copy that waited in vain for another program; Python itself would try for ever."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = status
        raise error


# The automatic backups of a database.

REPLACED = "replaced-"
"""The beginning of the name of a copy of a database as it was before a backup took its place."""
KEPT = 10
"""The number of automatic backups that are kept."""
BYTES_LEFT_FREE = 2**20
"""Bytes that stay free on the disk beside a backup, for entries."""
TIMES_SIZE_FREE = 3
"""How many times the size of a file must be free for its conversion: the copy, the log, and the rest."""
SECONDS_UNTIL_DUE = 30 * 60
"""Seconds after which a backup is made again."""
_DAY = 24 * 60 * 60
_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
_DAMAGED = "See what is wrong with: canasta doctor"


def backups_folder(path: str) -> str:
    """Return the folder of a database's automatic backups: ``canasta.db.backups`` beside the file itself."""
    return f"{os.path.realpath(path)}.backups"


def backups_of(path: str, at: str) -> list[DatedCopy]:
    """Return the automatic backups of a database, then its copies as it was before a restore.

    The newest of each come first. Those dated later than ``at``, which is now, come last: the clock was wrong.
    Raises :class:`~canasta_cli.errors.Refused` if their folder can't be read.
    """
    now, folder = stamp(at), backups_folder(path)
    if os.path.isdir(folder) and not os.access(folder, os.R_OK):
        raise Refused(f"can't read {folder}", fix="Make that folder readable.")
    made = dated_copies(os.path.realpath(path), folder)
    replaced = dated_copies(path, os.path.dirname(path), REPLACED)
    return [
        each
        for found in (made, replaced)
        for each in sorted(found, key=lambda copy: (copy.at <= now, copy), reverse=True)
    ]


def wants_backups(journal: Journal) -> bool:
    """Return whether a database is backed up automatically."""
    return journal.chosen().get("backups") != "no"


def has_backups(path: str) -> bool:
    """Return whether there are automatic backups of a database, which itself may be missing."""
    return bool(dated_copies(os.path.realpath(path), backups_folder(path)))


@contextmanager
def backed_up(journal: Journal, at: str, local: Callable[[str], str]) -> Iterator[Writing]:
    """Open a transaction for what is recorded ``at`` a time, with the automatic backups around it.

    The database is copied before the first entry of a day, and after one that ended a game or came long
    after the last copy. ``local`` formats a recorded time in local time, the date first.
    """
    now = stamp(at)
    copies = dated_copies(os.path.realpath(journal.path), backups_folder(journal.path))
    # One dated later was made before the clock was set back.
    last = max((each.at for each in copies if each.at <= now), default="")
    if (not last or local(last)[:10] != local(at)[:10]) and _back_up(journal, at):
        last = now
    with journal.writing() as writing:
        yield writing
    is_late = last and (_seconds(now) - _seconds(last)) % _DAY > SECONDS_UNTIL_DUE
    if writing.entries and (writing.has_ended or is_late):
        _back_up(journal, at)


def _seconds(stamped: str) -> int:
    """Return the time of the day in the name of a copy."""
    hours, minutes, seconds = (int(stamped[at : at + 2]) for at in (9, 11, 13))
    return (hours * 60 + minutes) * 60 + seconds


def _back_up(journal: Journal, at: str) -> bool:
    """Copy the database, and remove the oldest copy; return false if that is not wanted.

    What goes wrong is noted in the journal, and stops no entry.
    """
    if journal.is_moved or isinstance(journal.connection, ReadOnlyConnection):
        return False
    try:
        # The conversion of an older file has a backup of its own.
        if not wants_backups(journal) or head(journal) is None or journal.version < VERSION:
            return False
        _make_backup(journal, at)
    except UnusableData:
        journal.not_backed_up = f"no backup was made: {journal.path} is damaged. {_DAMAGED}"
    except CanastaError as error:
        journal.not_backed_up = f"no backup was made: {error.message}"
    return True


def back_up_before_conversion(journal: Journal, at: str) -> str:
    """Back up a journal of an older version, even if backups are turned off; return the path of the copy.

    Raises :class:`~canasta_cli.errors.Refused` if that can't be done: nothing is converted without it.
    """
    refused = f"{journal.path} can't be converted for this version of canasta: "
    try:
        # Another program may convert it too, and would give its copy the same name.
        with alone_beside(journal.path):
            return _make_backup(journal, at, TIMES_SIZE_FREE)
    except UnusableData as error:
        raise Refused(f"{refused}it is damaged", fix=_DAMAGED) from error
    except CanastaError as error:
        raise Refused(
            refused + error.message,
            fix=f"{error.fix}\nUntil then, canasta score and canasta export still work.",
        ) from error


def _make_backup(journal: Journal, at: str, times: int = 1) -> str:
    """Copy the database if its size is free ``times`` over, and remove the oldest copy; return the new one.

    Raises :class:`~canasta_cli.errors.CanastaError`.
    """
    file = os.path.realpath(journal.path)
    target = dated(file, backups_folder(journal.path), at)
    try:
        # The next entries come first.
        (size,) = journal.row(_SIZE)
        needed = BYTES_LEFT_FREE + times * size
        if not has_space(file, needed):
            raise Refused("the disk is too full", fix=f"Free {needed // 2**20 + 1} MB first.")
        make_folder(target)
        _copy_checked(journal, target)
        _remove_oldest(journal, file, target)
    except OSError as error:
        from canasta_cli.files import way_to_write

        fix = way_to_write(error, "Make that folder writable.")
        raise Refused(f"can't write {target}: {error.strerror}", fix=fix) from error
    return target


def _remove_oldest(journal: Journal, path: str, newest: str) -> None:
    """Remove the oldest backups of a database beside the newest, so that :data:`KEPT` are left.

    A copy with entries that the journal lacks is never removed, nor one that can't be read. One that is
    dated later than the newest was made before the clock was set back, so these count as the oldest.
    """
    copies = dated_copies(path, os.path.dirname(newest))
    made = next((each for each in copies if each.file == newest), None)
    copies.sort(key=lambda each: (made is None or each <= made, each))
    for each in copies[:-KEPT]:
        with suppress(CanastaError, OSError):
            if is_checkpointed(each.file) and has_entries_of(each.file, journal):
                os.remove(each.file)


def _copy_checked(journal: Journal, target: str) -> None:
    """Copy a journal to a new file, if every page and every entry is intact.

    Raises :class:`~canasta_cli.errors.CanastaError`, or ``OSError``.
    """
    with (
        writing_to(target) as part,
        sqlite_errors(target),
        closing(connect_any(part, "rw")) as copy,
    ):
        journal.connection.backup(copy, progress=fail_if_busy)
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise UnusableData(found)
        Reader(journal.path, copy, 0).check_links()
