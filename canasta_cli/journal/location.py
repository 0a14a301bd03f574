"""The path of the journal: from the option, the environment, or the user's data folder."""

import os
import sys
from contextlib import suppress

from canasta_cli.errors import NotUnderstood, Refused, UnusableData
from canasta_cli.words import quoted

VARIABLE = "CANASTA_DB"
# Other programs have a data folder named “canasta”.
FOLDER = "canasta-score"

LOGS = ("-wal", "-journal")
"""Endings of the log files in which SQLite keeps changes that are not yet in the database."""
BESIDE = (*LOGS, "-shm")
"""Endings of all files that belong to a database."""


def journal_file(option: str | None) -> str:
    """Return the file that ``--db`` names, else ``CANASTA_DB``, else one in the user's data folder."""
    if option == "":
        raise NotUnderstood("--db needs a file name", fix="Example: --db games.db")
    named = option or os.environ.get(VARIABLE)
    if not named:
        return os.path.join(_data_folder(), "canasta.db")
    if not os.path.isabs(named):
        _check_working_folder(named)
    return named


def _check_working_folder(named: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a relative name leads nowhere."""
    try:
        os.getcwd()
    except OSError as error:
        raise Refused(
            f"{named} can't be found: the current folder no longer exists",
            fix="Change to another folder, or give the whole path: --db /home/ann/games.db",
        ) from error


def _data_folder() -> str:
    """Return the program's own folder in the user's data, as platformdirs defines it.

    Loading platformdirs takes a tenth of a short command, so it is not used where the XDG
    specification is unambiguous. Raises :class:`~canasta_cli.errors.Refused` without a home folder.
    """
    if sys.platform == "linux":
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        if os.path.isabs(data):
            return os.path.join(data, FOLDER)
    from platformdirs import user_data_dir

    # For a user without a home some versions of the library raise, and others leave the sign.
    with suppress(RuntimeError):
        folder = user_data_dir(FOLDER, appauthor=False)
        if os.path.isabs(folder) or os.path.expanduser("~") != "~":
            return folder
    raise Refused(
        "there is no home folder to keep games in: HOME is not set",
        fix="Set HOME, or name a file: --db games.db",
    )


def is_there(path: str) -> bool:
    """True if a file exists.

    Raises :class:`~canasta_cli.errors.UnusableData` if access is denied, or if only its log has entries.
    """
    if has_only_log(path):
        state = "empty" if os.path.exists(path) else "missing"
        raise UnusableData(
            f"{path} is {state}, but its log {os.path.realpath(path)}{LOGS[0]} has entries",
            fix="If the file was moved or replaced, put it back beside its log, under this name.\n"
            f"To save what the log has: canasta doctor --salvage NEW.db --db {quoted(path)}",
        )
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnusableData(
            f"can't access {path}: {error.strerror}",
            fix="Make its folder readable, or name another file: --db FILE",
        ) from error
    return True


def has_only_log(path: str) -> bool:
    """Return whether a file is missing or empty, and its log is not: SQLite would delete that."""
    whole = os.path.realpath(path)
    return not _size(whole) and bool(_size(whole + LOGS[0]))


def _size(file: str) -> int:
    """Return the bytes of a file; 0 if there is none."""
    with suppress(OSError):
        return os.path.getsize(file)
    return 0


def identity(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another one of the same name; ``None`` if there is none."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_dev, found.st_ino
    return None


def refuse_journal(target: str, journal: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a file to be written is the journal itself.

    Likewise if its name is that of a log of any database: SQLite would remove it.
    """
    whole = os.path.realpath(journal)
    for part in (whole, *(whole + ending for ending in BESIDE)):
        if os.path.exists(target) and os.path.exists(part) and os.path.samefile(target, part):
            raise Refused(f"{target} is the database itself", fix="Name another file.")
    named = os.path.realpath(target)
    for ending in BESIDE:
        database = named.removesuffix(ending)
        if database != named and os.path.isfile(database):
            raise Refused(
                f"{target} would be taken for a log of {database}", fix="Name another file."
            )


def make_folder(path: str) -> None:
    """Create the folders for a file, for its owner only; existing ones stay as they are.

    Raises :class:`~canasta_cli.errors.Refused`.
    """
    missing = []
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    try:
        for folder in reversed(missing):
            _make_one(folder)
    except OSError as error:
        raise Refused(
            f"can't create {path}: {error.strerror}",
            fix="Name a file in a folder you can write to: --db FILE",
        ) from error


def _make_one(folder: str) -> None:
    from canasta_cli.files import sync

    try:
        os.mkdir(folder, 0o700)
        with suppress(OSError):
            # Without it, a power cut may lose the folder with all that was synced in it.
            sync(os.path.dirname(folder) or os.curdir)
    except FileExistsError:
        # Another program may have made it meanwhile.
        if not os.path.isdir(folder):
            raise


def make_file(path: str) -> None:
    """Make an empty file for its owner only, if there is none; SQLite gives its rights to its logs."""
    # SQLite will report the reason.
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def is_checkpointed(path: str) -> bool:
    """True if every entry is in the file itself, and none in a log beside it."""
    whole = os.path.realpath(path)
    return not any(_size(whole + ending) for ending in LOGS)


def has_space(path: str, size: int) -> bool:
    """True if the disk of a file has as many bytes free; in doubt it has."""
    from shutil import disk_usage

    try:
        return disk_usage(os.path.dirname(os.path.realpath(path))).free >= size
    except OSError:
        return True
