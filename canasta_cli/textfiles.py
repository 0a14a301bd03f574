"""Read text files up to a maximum length, and write them completely or not at all."""

import os
import sys
from collections.abc import Callable, Iterable

from canasta_cli.errors import Refused, UnusableData
from canasta_cli.outfiles import replacing
from canasta_cli.untrusted import LONGEST_TEXT

LONGEST_FILE = LONGEST_TEXT


Path = str | os.PathLike[str]


def read_file(path: str) -> str:
    """Read a text file; ``-`` is standard input.

    Raises :class:`~canasta_cli.errors.UnusableData` if it is missing, too long or not valid UTF-8.
    """
    return read_text(path) if path != "-" else _read(path, sys.stdin.read)


def read_text(path: Path) -> str:
    """Read a text file, as :func:`read_file` does."""
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8-sig", newline="") as file:
            return _read(name, file.read)
    except FileNotFoundError:
        raise UnusableData(f"there is no file {name}", fix="Check its name and folder.") from None
    except OSError as error:
        raise UnusableData(f"can't read {name}: {_why(error)}") from None
    except ValueError:
        # A null character, or half of a surrogate pair.
        raise UnusableData(f"{name!r} is not a file name") from None


def _read(name: str, read: Callable[[int], str]) -> str:
    try:
        text = read(LONGEST_FILE + 1)
    except UnicodeDecodeError:
        raise UnusableData(f"{name} is not valid UTF-8") from None
    except OSError as error:
        raise UnusableData(f"can't read {name}: {_why(error)}") from None
    if len(text) > LONGEST_FILE:
        raise UnusableData(f"{name} is larger than {LONGEST_FILE:,} characters")
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
