"""Which file the journal is: the one asked for, the environment's, or the user's own."""

import os
import sys

from canasta_cli.errors import Refused, UnusableData

VARIABLE = "CANASTA_DB"
# “canasta” alone is the name of other programs' data folders.
OWN = "canasta-score"


def journal_file(option: str | None) -> str:
    """The file that ``--db`` names, else ``CANASTA_DB``, else one in the user's data folder."""
    named = option or os.environ.get(VARIABLE)
    if named:
        return named
    return os.path.join(_data_folder(), "canasta.db")


def _data_folder() -> str:
    """The program's own folder in the user's data: where platformdirs says, or would say.

    Loading it takes a tenth of a short command, so where the XDG specification leaves no doubt
    it is not asked.
    """
    if sys.platform == "linux":
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        if os.path.isabs(data):
            return os.path.join(data, OWN)
    from platformdirs import user_data_dir

    return user_data_dir(OWN, appauthor=False)


def is_there(path: str) -> bool:
    """Whether there is a file. Raises :class:`~canasta_cli.errors.UnusableData` where nobody may look."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnusableData(
            f"{path} cannot be looked for: {error.strerror}",
            remedy="Make its folder readable, or name another file: --db FILE",
        ) from error
    return True


def refuse_journal(target: str, journal: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` where a file to be written is the journal itself."""
    if os.path.exists(target) and os.path.exists(journal) and os.path.samefile(target, journal):
        raise Refused(f"{target} is the journal itself", remedy="Name another file.")


def make_folder(path: str) -> None:
    """Make the folder that a file is to lie in. Raises :class:`~canasta_cli.errors.Refused`."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    except OSError as error:
        raise Refused(
            f"{path} cannot be made: {error.strerror}",
            remedy="Name a file in a folder of yours: --db FILE",
        ) from error
