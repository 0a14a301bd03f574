"""Damage that shows in the bytes of a database and its log, seen without SQLite, which would change both.

The doctor names it, and a restore doesn't open such a file.
"""

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from canasta_cli.files import DATABASE
from canasta_cli.journal.file import LOGS, is_checkpointed
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of

# The header of a database: https://sqlite.org/fileformat2.html#the_database_header

_HEADER = 100
_VERSIONS = {1, 2}  # of the formats to write and to read
_FORMATS = {1, 2, 3, 4}  # of the schema
_ENCODINGS = {1, 2, 3}
_SIZES = {1, *(2**bits for bits in range(9, 16))}  # of a page; 1 stands for 65,536
_FRACTIONS = b"\x40\x20\x20"


class Seen(NamedTuple):
    """What shows in the bytes of a database and its log.

    ``damage`` is a sentence without a subject; empty if there is none. ``has_rest``: the log ends with a
    transaction that is not complete. ``after_end`` are the bytes after the end of the database.
    """

    damage: str = ""
    has_rest: bool = False
    after_end: int = 0


def look_at(path: str) -> Seen:
    """Look at the bytes of a database and its log; nothing is wrong with a file that is missing or empty."""
    if not os.path.isfile(path):
        # A pipe would be waited for.
        return Seen()
    try:
        with open(path, "rb") as file:
            header = file.read(_HEADER)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        return Seen(f"can't be read: {error.strerror}" if error.errno == errno.EIO else "")
    if not size:
        return Seen()
    if is_checkpointed(path):
        return _seen_in_file(header, size)
    # A log may have other pages than the file, also the first one.
    log = log_state(path, _page_size(header))
    if log.is_damaged:
        name = f"{os.path.realpath(path)}{LOGS[0]}"
        return Seen(f"has a damaged log, {name}: what was recorded last can't be read")
    return Seen(has_rest=log.has_rest)


def _seen_in_file(header: bytes, size: int) -> Seen:
    if found := _damage_of_header(header, size):
        return Seen(found)
    changes, pages, counted_for = (_number(header, at) for at in (24, 28, 92))
    if counted_for != changes:
        return Seen()
    whole = pages * _page_size(header)
    if size < whole:
        return Seen(f"is cut off: it has {size:,} of {whole:,} bytes")
    return Seen(after_end=size - whole)


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4])


def _page_size(header: bytes) -> int:
    found = int.from_bytes(header[16:18])
    return 65_536 if found == 1 else found


def _damage_of_header(header: bytes, size: int) -> str:
    """Return what is wrong with a header, apart from the number of pages; empty if nothing is."""
    if header[: len(DATABASE)] != DATABASE[:size]:
        return "is damaged: it doesn't begin as a database does"
    if size < _HEADER:
        return f"is cut off: only {count_of(size, 'byte')} of it are left"
    fits = (
        int.from_bytes(header[16:18]) in _SIZES
        and {*header[18:20]} <= _VERSIONS
        and header[21:24] == _FRACTIONS
        and (
            # Before the first table these are not set.
            _number(header, 40) == 0
            or (_number(header, 44) in _FORMATS and _number(header, 56) in _ENCODINGS)
        )
    )
    return "" if fits else "is damaged: its header has values that SQLite never writes"


# The log: https://sqlite.org/fileformat2.html#the_write_ahead_log
#
# SQLite reads it up to the first frame with a wrong checksum, and drops the rest. A program that was killed
# leaves such an end too, and a power cut a torn one: but only of its last transaction, since each is
# on the disk before the next begins. So a transaction after a wrong frame means damage.

_LOG_HEADER, _FRAME = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_MASK = 2**32 - 1


class Frame(NamedTuple):
    """A page in the log: its checksum is right after that of the frame before it; it ends a transaction."""

    is_right: bool
    commits: bool


class LogState(NamedTuple):
    """The state of a log: damaged, or with an end that belongs to no complete transaction."""

    is_damaged: bool = False
    has_rest: bool = False


def log_state(path: str, page: int) -> LogState:
    """Return the state of the log of a database with a size of pages; one that is missing is sound."""
    content = _read_log(path)
    if len(content) < _LOG_HEADER:
        return LogState()
    magic, *_, one, two = struct.unpack(">IIII8xII", content[:_LOG_HEADER])
    order = _MAGIC.get(magic, "")
    if order and _sums(content[:24], order, (0, 0)) == (one, two):
        frames = [*_frames(content, page, order, content[16:24], (one, two))]
        wrong = next((at for at, frame in enumerate(frames) if not frame.is_right), len(frames))
        rests = [frames[wrong:]]
        complete = wrong == len(frames) and all(each.commits for each in frames[-1:])
    else:
        # A damaged header has perhaps another order of bytes than the frames, or other salts.
        salts = content[_LOG_HEADER + 8 : _LOG_HEADER + 16]
        rests = [[*_frames(content, page, each, salts, (one, two))] for each in "<>"]
        complete = False
    if any(one.commits and two.is_right for rest in rests for one, two in pairwise(rest)):
        # Another program may have begun the log again while it was read.
        return LogState(is_damaged=True) if content == _read_log(path) else log_state(path, page)
    return LogState(has_rest=not complete)


def _read_log(path: str) -> bytes:
    with suppress(OSError), open(os.path.realpath(path) + LOGS[0], "rb") as file:
        return file.read()
    return b""


def _frames(
    content: bytes, page: int, order: str, salts: bytes, before: tuple[int, ...]
) -> Iterator[Frame]:
    """Yield the frames of a log; those that an earlier use of the log has left have other salts."""
    size = _FRAME + page
    for at in range(_LOG_HEADER, len(content) - size + 1, size):
        head = content[at : at + _FRAME]
        if head[8:16] == salts:
            summed = _sums(head[:8] + content[at + _FRAME : at + size], order, before)
            before = struct.unpack(">II", head[16:24])
            yield Frame(summed == before, commits=head[4:8] != bytes(4))


def _sums(data: bytes, order: str, before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the checksum of some bytes after that of those before them."""
    one, two = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
