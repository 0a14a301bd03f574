"""Text files in and out: read within bounds, written whole or not at all."""

import os
import stat
import sys
from collections.abc import Iterable

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.untrusted import LONGEST_TEXT

LONGEST_FILE = LONGEST_TEXT


def read_file(path: str) -> str:
    """The text of a file; ``-`` is standard input.

    Raises :class:`~canasta_cli.errors.CanastaError` for one that is not there or is no text.
    """
    try:
        if path == "-":
            text = sys.stdin.read(LONGEST_FILE + 1)
        else:
            with open(path, encoding="utf-8-sig", newline="") as file:
                text = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise UnusableData(
            f"there is no file {path}", remedy="Look at its name and folder."
        ) from None
    except UnicodeDecodeError:
        raise UnusableData(f"{path} is no text in UTF-8") from None
    except OSError as error:
        raise UnusableData(f"{path} cannot be read: {_why(error)}") from None
    if len(text) > LONGEST_FILE:
        raise UnusableData(f"{path} is larger than {LONGEST_FILE:,} characters")
    return text


def unusable(troubles: Iterable[tuple[str, str]]) -> UnusableData:
    """Join what is wrong with several files, and each remedy once, into one error."""
    messages, remedies = zip(*troubles, strict=True)
    return UnusableData(
        "\n".join(messages), remedy="\n".join(dict.fromkeys(filter(None, remedies)))
    )


def write_file(path: str, text: str, *, overwrite: bool) -> None:
    """Write a whole file or nothing of it. Raises :class:`~canasta_cli.errors.CanastaError`."""
    if not overwrite and os.path.lexists(path):
        raise Refused(f"{path} is there already", remedy="Choose another name, or add --force.")
    try:
        # What a link points to is written, and the link stays.
        _write(os.path.realpath(path), text)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {_why(error)}") from None


def _write(path: str, text: str) -> None:
    there = os.path.exists(path)
    if there and not os.path.isfile(path):
        # A pipe or a device takes the text as it comes; nothing takes its place.
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return
    import tempfile

    mode = stat.S_IMODE(os.stat(path).st_mode) if there else 0o666 & ~_umask()
    number, temporary = tempfile.mkstemp(prefix=".canasta-", dir=os.path.dirname(path))
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
