"""Back up a journal while others may be writing to it."""

import os
import sqlite3
from contextlib import closing, suppress

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.journal.chain import Head, head
from canasta_cli.journal.location import LOGS, refuse_journal
from canasta_cli.journal.schema import VERSION, sqlite_errors
from canasta_cli.journal.store import Journal, Reading
from canasta_cli.outfiles import replacing

MOST_KEPT = 3
"""The number of copies that are kept beside a file from before its conversions."""
_ELSEWHERE = "Name a file in a folder you can write to."


def backup(journal: Journal, target: str, *, overwrite: bool = False) -> Head | None:
    """Copy a journal as it is at one moment, even while others write to it; return the copy's head.

    The copy appears complete or not at all. Raises :class:`~canasta_cli.errors.Refused` if the
    target exists, unless ``overwrite``, or if the copy can't be made.
    """
    _check_target(journal, target, overwrite=overwrite)
    newest = None
    try:
        with replacing(target, mode=0o600) as part:
            with sqlite_errors(target), closing(sqlite3.connect(part)) as copy:
                journal.connection.backup(copy)
                # A copy is made of a damaged journal too.
                with suppress(UnusableData):
                    newest = head(Reading(target, copy, journal.seconds))
            _check_target(journal, target, overwrite=overwrite)
    except OSError as error:
        raise Refused(f"can't write {target}: {error.strerror}", fix=_ELSEWHERE) from error
    except Refused as error:
        # The fix for the journal does not apply to the copy.
        fix = _ELSEWHERE if isinstance(error.__cause__, sqlite3.Error) else error.fix
        raise Refused(error.message, fix=fix) from error
    return newest


def _check_target(journal: Journal, target: str, *, overwrite: bool) -> None:
    if not os.path.exists(journal.path):
        raise Refused(f"there is nothing to back up: {journal.path} does not exist")
    if not os.path.lexists(target):
        return
    refuse_journal(target, journal.path)
    if not overwrite:
        raise Refused(f"{target} already exists", fix="Name another file, or add --force.")
    # SQLite would take a log of the existing file for the log of the copy.
    whole = os.path.realpath(target)
    for ending in LOGS:
        if os.path.exists(whole + ending):
            raise Refused(f"{target} is in use: {whole}{ending} exists", fix="Name another file.")


def backup_before_migration(journal: Journal) -> str:
    """Copy a journal of an older version beside it, and return the path of the copy.

    Of the copies made before conversions, the last ones are kept.
    """
    copy = _before(journal.path, VERSION)
    if not os.path.lexists(copy):
        backup(journal, copy)
    for old in range(1, VERSION - MOST_KEPT + 1):
        with suppress(OSError):
            os.remove(_before(journal.path, old))
    return copy


def _before(path: str, version: int) -> str:
    """Return the path of the copy made before a conversion: ``canasta.before-3.db``."""
    name, ending = os.path.splitext(path)
    return f"{name}.before-{version}{ending}"
