"""Read text files up to a maximum length, and write them completely or not at all."""

import os
import sys
from collections.abc import Iterable

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.outfiles import replacing
from canasta_cli.untrusted import LONGEST_TEXT

LONGEST_FILE = LONGEST_TEXT


def read_file(path: str) -> str:
    """Read a text file; ``-`` is standard input.

    Raises :class:`~canasta_cli.errors.CanastaError` if it is missing, too long or not valid UTF-8.
    """
    try:
        if path == "-":
            text = sys.stdin.read(LONGEST_FILE + 1)
        else:
            with open(path, encoding="utf-8-sig", newline="") as file:
                text = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise UnusableData(f"there is no file {path}", fix="Check its name and folder.") from None
    except UnicodeDecodeError:
        raise UnusableData(f"{path} is not valid UTF-8") from None
    except OSError as error:
        raise UnusableData(f"can't read {path}: {_why(error)}") from None
    if len(text) > LONGEST_FILE:
        raise UnusableData(f"{path} is larger than {LONGEST_FILE:,} characters")
    return text


def join_errors(problems: Iterable[tuple[str, str]]) -> UnusableData:
    """Join what is wrong with several files, and each fix once, into one error."""
    messages, fixes = zip(*problems, strict=True)
    return UnusableData("\n".join(messages), fix="\n".join(dict.fromkeys(filter(None, fixes))))


def write_file(path: str, text: str, *, overwrite: bool) -> None:
    """Write a file completely or not at all. Raises :class:`~canasta_cli.errors.CanastaError`."""
    if not overwrite and os.path.lexists(path):
        raise Refused(f"{path} already exists", fix="Choose another name, or add --force.")
    try:
        _write(path, text)
    except OSError as error:
        raise Refused(f"can't write {path}: {_why(error)}") from None


def write_folder(path: str) -> None:
    """Make a folder, and those above it, if they are missing. Raises :class:`Refused`."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise Refused(f"can't make the folder {path}: {_why(error)}") from None


def _write(path: str, text: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        # Write directly to a pipe or a device, which must not be replaced by a file.
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return
    with (
        replacing(path, mode=0o666 & ~_umask()) as part,
        open(part, "w", encoding="utf-8", newline="") as file,
    ):
        file.write(text)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
