"""Which file the journal is: the one asked for, the environment's, or the user's own."""

import os

from canasta_cli.errors import Refused

VARIABLE = "CANASTA_DB"


def journal_file(option: str | None) -> str:
    """The file that ``--db`` names, else ``CANASTA_DB``, else one in the user's data folder."""
    named = option or os.environ.get(VARIABLE)
    if named:
        return named
    # Imported here: whoever names a file does not wait for it.
    from platformdirs import user_data_dir

    # “canasta” alone is the name of other programs' data folders.
    return os.path.join(user_data_dir("canasta-score", appauthor=False), "canasta.db")


def make_folder(path: str) -> None:
    """Make the folder that a file is to lie in. Raises :class:`~canasta_cli.errors.Refused`."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    except OSError as error:
        raise Refused(
            f"{path} cannot be made: {error.strerror}",
            remedy="Name a file in a folder of yours: --db FILE",
        ) from error
