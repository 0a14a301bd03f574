"""The path of the journal: from the option, the environment, or the user's data folder."""

import os
import sys

from canasta_cli.errors import Refused, UnusableData

VARIABLE = "CANASTA_DB"
# Other programs have a data folder named “canasta”.
OWN = "canasta-score"


def journal_file(option: str | None) -> str:
    """Return the file that ``--db`` names, else ``CANASTA_DB``, else one in the user's data folder."""
    named = option or os.environ.get(VARIABLE)
    if named:
        return named
    return os.path.join(_data_folder(), "canasta.db")


def _data_folder() -> str:
    """Return the program's own folder in the user's data, as platformdirs defines it.

    Loading platformdirs takes a tenth of a short command, so it is not used where the XDG
    specification is unambiguous.
    """
    if sys.platform == "linux":
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        if os.path.isabs(data):
            return os.path.join(data, OWN)
    from platformdirs import user_data_dir

    return user_data_dir(OWN, appauthor=False)


def is_there(path: str) -> bool:
    """Return whether a file exists. Raises :class:`~canasta_cli.errors.UnusableData` if access is denied."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnusableData(
            f"can't access {path}: {error.strerror}",
            remedy="Make its folder readable, or name another file: --db FILE",
        ) from error
    return True


def refuse_journal(target: str, journal: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a file to be written is the journal itself."""
    if os.path.exists(target) and os.path.exists(journal) and os.path.samefile(target, journal):
        raise Refused(f"{target} is the journal itself", remedy="Name another file.")


def make_folder(path: str) -> None:
    """Create the folder for a file. Raises :class:`~canasta_cli.errors.Refused`."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    except OSError as error:
        raise Refused(
            f"can't create {path}: {error.strerror}",
            remedy="Name a file in a folder you can write to: --db FILE",
        ) from error
