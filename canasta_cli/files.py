"""Files of text: read up to a maximum length, and written completely or not at all.

The library, the commands and backups read and write files only with these functions.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

from canasta_cli.errors import Refused, UnusableData

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

# Files that appear whole or not at all: written beside their target, then put in its place.

_NAME = r"\.canasta-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}\.part(-journal|-wal|-shm)?"
_BESIDE = ("", "-journal", "-wal", "-shm")


@contextmanager
def replacing(target: str, *, mode: int | None = None) -> Iterator[str]:
    """Give an empty file to write to; it takes the place of ``target`` if nothing is raised.

    A link is followed: its target is replaced, and the link stays. An existing file keeps its
    permissions, a new one gets ``mode``, by default the usual ones. Raises ``OSError``, also if the
    target is not a file.
    """
    whole = os.path.realpath(target)
    if os.path.islink(whole):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if os.path.exists(whole) and not os.path.isfile(whole):
        raise OSError(errno.EEXIST, "Not a regular file")
    folder = os.path.dirname(whole)
    remove_leftovers(folder)
    part = os.path.join(folder, f".canasta-{_machine()}-{os.getpid()}-{os.urandom(8).hex()}.part")
    # Nobody else can have made a file of this name, nor have put a link there.
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
        sync(part)
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(os.stat(whole).st_mode)
        os.chmod(part, _usual_mode() if mode is None else mode)
        os.replace(part, whole)
        with suppress(OSError):
            # Some systems do not let folders be opened.
            sync(folder)
    finally:
        for ending in _BESIDE:
            with suppress(OSError):
                os.unlink(part + ending)


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@cache
def remove_leftovers(folder: str) -> None:
    """Remove files that programs left here when they were ended before their time.

    Only files of this machine, and of processes that no longer exist. Once for each folder.
    """
    if os.name != "posix":
        # Elsewhere to ask whether a process exists may end it.
        return
    with suppress(OSError):
        for name in os.listdir(folder):
            found = re.fullmatch(_NAME, name)
            if found and found[1] == _machine() and not _is_running(int(found[2])):
                with suppress(OSError):
                    os.unlink(os.path.join(folder, name))


def _is_running(process: int) -> bool:
    """True if there is a process of this number; in doubt there is one."""
    if process < 1:
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


@cache
def _machine() -> str:
    """A sign of this machine, or this container: folders are shared, process numbers are not."""
    import zlib

    words = os.uname().nodename if os.name == "posix" else os.environ.get("COMPUTERNAME", "")
    with suppress(OSError, AttributeError):
        words += os.readlink("/proc/self/ns/pid")
    return f"{zlib.crc32(words.encode(errors='surrogateescape')):08x}"


def sync(path: str) -> None:
    """Have a file, or the names in a folder, on the disk."""
    # Only Windows wants a file that is synced to be open for writing.
    number = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# Read text files up to a maximum length, and write them completely or not at all.

Path = str | os.PathLike[str]


def name_of_file(file: "Path | TextIO | BinaryIO") -> str:
    """Return the name of a file, also of one that is open: ``<text>`` if it has none."""
    if isinstance(file, str | os.PathLike):
        return os.fspath(file)
    return str(getattr(file, "name", "<text>"))


def read_file(path: str) -> str:
    """Read a text file; ``-`` is standard input.

    Raises :class:`~canasta_cli.errors.UnusableData` if it is missing, too long or not valid UTF-8.
    """
    return read_text(path) if path != "-" else read_with(sys.stdin.read, path)


def read_text(file: "Path | TextIO | BinaryIO") -> str:
    """Read a text file, as :func:`read_file` does, or one that is open, as text or as bytes."""
    if not isinstance(file, str | os.PathLike):
        return read_with(file.read, name_of_file(file))
    name = os.fspath(file)
    try:
        with open(name, encoding="utf-8-sig", newline="") as opened:
            return read_with(opened.read, name)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def read_with(read: Callable[[int], str | bytes], name: str) -> str:
    """Read text or bytes with a function that takes a limit; errors as of :func:`read_file`, with the name."""
    from canasta_cli.untrusted import LONGEST_TEXT

    try:
        text = read(LONGEST_TEXT + 1)
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    if len(text) > LONGEST_TEXT:
        raise UnusableData(
            f"{name} is larger than {LONGEST_TEXT:,} characters", fix="Split it into several files."
        )
    return text


def unreadable(name: str, error: OSError | ValueError) -> UnusableData:
    """Return the error about a file or a folder that can't be read."""
    if isinstance(error, FileNotFoundError):
        return UnusableData(f"there is no file {name}", fix="Check its name and folder.")
    if isinstance(error, IsADirectoryError):
        fix = f"Name a file in it. Example: {os.path.join(name, 'friday.canasta.toml')}"
        return UnusableData(f"can't read {name}: {_why(error)}", fix=fix)
    if isinstance(error, OSError):
        fix = "Check that you may read it, or name another one."
        return UnusableData(f"can't read {name}: {_why(error)}", fix=fix)
    if isinstance(error, UnicodeDecodeError) and is_database(name):
        fix = f"If it is a backup: canasta restore {name}"
        return UnusableData(f"{name} is a database", fix=fix)
    if isinstance(error, UnicodeDecodeError):
        return UnusableData(f"{name} is not valid UTF-8", fix="Save it as text in UTF-8.")
    # A null character, or half of a surrogate pair.
    return UnusableData(f"{name!r} is not a file name", fix="Example: friday.canasta.toml")


def join_errors(problems: Iterable[tuple[str, str]]) -> UnusableData:
    """Join what is wrong with several files, and each fix once, into one error."""
    messages, fixes = zip(*problems, strict=True)
    return UnusableData("\n".join(messages), fix="\n".join(dict.fromkeys(filter(None, fixes))))


def write_file(path: str, text: str, *, overwrite: bool) -> None:
    """Write a file completely or not at all. Raises :class:`~canasta_cli.errors.Refused`."""

    def fill(part: str) -> None:
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    if overwrite and is_database(path):
        raise Refused(f"{path} is a database", fix="Choose another name.")
    fill_file(path, fill, overwrite=overwrite)


def fill_file(path: str, fill: Callable[[str], None], *, overwrite: bool) -> None:
    """Have a file written completely or not at all: ``fill`` gets the name of the one to write to.

    Raises :class:`~canasta_cli.errors.Refused`.
    """
    if not overwrite and os.path.lexists(path):
        raise Refused(f"{path} already exists", fix="Choose another name, or add --force.")
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            # Write directly to a pipe or a device, which must not be replaced by a file.
            fill(path)
            return
        with replacing(path) as part:
            fill(part)
    except OSError as error:
        fix = way_to_write(error, "Name a file in a folder that exists and that you may write to.")
        raise Refused(f"can't write {path}: {_why(error)}", fix=fix) from None


def way_to_write(error: OSError, otherwise: str) -> str:
    """Return what to do if a file can't be written: on a full disk to free some space."""
    return "Free some space first." if error.errno == errno.ENOSPC else otherwise


DATABASE = b"SQLite format 3\0"
"""The first bytes of every database of SQLite."""


def is_database(path: str) -> bool:
    """True if a file is a database of SQLite, sound or not."""
    if not os.path.isfile(path):
        return False
    with suppress(OSError), open(path, "rb") as data:
        return data.read(len(DATABASE)) == DATABASE
    return False


def write_folder(path: str) -> None:
    """Make a folder, and those above it, if they are missing. Raises :class:`Refused`."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        fix = "Name another folder, in one that you may write to."
        raise Refused(f"can't make the folder {path}: {_why(error)}", fix=fix) from None


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
