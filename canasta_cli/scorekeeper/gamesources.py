"""Sources of games to check: files, folders and streams, read one game at a time.

A stream contains many games: JSON Lines, one document per line, or TOML documents with a line
``+++`` between them. Each game is read only when it is needed, so there can be any number.
"""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

from canasta_cli.errors import CanastaError
from canasta_cli.files import LONGEST_FILE, read_file
from canasta_cli.untrusted import LONGEST_TEXT, Unreadable, parse_json
from canasta_cli.values import NamedTuple

ENDINGS = (".canasta.toml", ".toml", ".canasta.json", ".json", ".jsonl", ".ndjson")


class Job(NamedTuple):
    """The text of one game, and where it begins: a file, and in a stream also the line.

    ``error`` is the reason if there is no text to check; ``fix`` is how to fix that.
    """

    file: str
    text: str
    line: int | None = None
    error: str = ""
    fix: str = ""

    @property
    def where(self) -> str:
        """The origin as printed: ``friday.canasta.toml``, ``games.jsonl:12``."""
        return place(self.file, self.line)

    @property
    def name(self) -> str:
        """The name of the game if its text gives none: the file name without its extension."""
        name = os.path.basename(self.file)
        for ending in ENDINGS:
            name = name.removesuffix(ending)
        return name


def place(file: str, line: int | None) -> str:
    """Format a file name, with the line if there is one."""
    return f"{file}:{line}" if line else file


# A character is at most four bytes; no more of a line is kept than shows that it is too long.
LONGEST_LINE = 4 * LONGEST_TEXT
Line = tuple[int, bytes]


class Lines:
    """Iterate over lines with their numbers, from 1. Empty lines may come as one piece.

    ``number`` counts the lines passed so far. Of a line that is too long only the first
    ``longest`` bytes come, and one more.
    """

    def __init__(self, stream: BinaryIO, longest: int = LONGEST_LINE) -> None:
        # A test may put a BytesIO in place of standard input, which has no peek.
        self._stream = stream if isinstance(stream, io.BufferedReader) else _buffered(stream)
        self._longest = longest
        self._blank = False
        self._next: list[Line] = []
        self.number = 0

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        if self._next:
            return self._next.pop()
        begin = self.number + 1
        if self._blank and (blank := self._run_of_empty_lines()):
            return begin, blank
        line = self._stream.readline(self._longest + 1)
        if not line:
            raise StopIteration
        self.number = begin
        self._blank = line.isspace()
        rest = line
        while len(rest) > self._longest and not rest.endswith(b"\n"):
            rest = self._stream.readline(self._longest + 1)
        return begin, line

    def give_back(self, *lines: Line) -> None:
        """Have these lines come next, in this order."""
        self._next += reversed(lines)

    def first(self) -> Line:
        """Return the first line that is not empty; at the end of the stream, an empty one."""
        found = next((line for line in self if line[1].strip()), None)
        return found or (self.number + 1, b"")

    def skip_to(self, mark: bytes) -> None:
        """Pass over lines that can't contain a mark, buffer by buffer, or over none."""
        while not self._next and (waiting := self._stream.peek()):
            end = 0 if mark in waiting else waiting.rfind(b"\n") + 1
            if not end:
                return
            self._pass(end)

    def _run_of_empty_lines(self) -> bytes:
        """Return the empty lines that wait in the buffer: one by one, a billion would take minutes."""
        waiting = self._stream.peek()
        return self._pass(waiting.rfind(b"\n") + 1) if waiting.isspace() else b""

    def _pass(self, count: int) -> bytes:
        piece = self._stream.read(count)
        self.number += len(piece) - len(piece.translate(None, b"\n"))
        return piece


def _buffered(stream: BinaryIO) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(stream.read()))


STREAMS = (".jsonl", ".ndjson")
IN_FOLDERS = (".canasta.toml", ".json", *STREAMS)
DEEPEST, MOST_FOLDERS = 5, 1_000
"""Limits of the search in a folder: levels below it, and folders in all."""
BETWEEN = b"+++"
STDIN = "-"

BOM = b"\xef\xbb\xbf"


class Games:
    """All games of some files, folders and streams; ``files`` counts the files opened so far.

    ``recursive``: every folder is searched, and completely.
    """

    def __init__(self, names: Sequence[str], *, recursive: bool = False) -> None:
        self.files = 0
        self.many = False
        self.recursive = recursive
        # A missing file is reported before any folder is searched, which can take long.
        found = sorted(names, key=lambda name: name == STDIN or os.path.exists(name))
        # Whether standard input has one game or many is known only after reading from it.
        self._parts = [self._part(name) for name in found]

    def __iter__(self) -> Iterator[Job]:
        return chain.from_iterable(self._parts)

    def _part(self, name: str) -> Iterator[Job]:
        if name == STDIN:
            return self._standard_input()
        folder = os.path.isdir(name)
        self.many = self.many or folder or _is_stream(name)
        return self._folder(name) if folder else self._file(name)

    def _file(self, name: str) -> Iterator[Job]:
        self.files += 1
        try:
            if not _is_stream(name):
                yield Job(name, read_file(name))
                return
            with open(name, "rb") as stream:
                yield from _json_lines(name, Lines(stream, LONGEST_LINE))
        except CanastaError as error:
            yield Job(name, "", error=error.message, fix=error.fix)
        except FileNotFoundError:
            yield Job(name, "", error=f"there is no file {name}", fix="Check its name and folder.")
        except OSError as error:
            yield Job(name, "", error=_unreadable(name, error))

    def _folder(self, folder: str) -> Iterator[Job]:
        """Read every game file in a folder and below it, by name; names beginning with a dot are skipped."""
        if not self.recursive and _is_large(folder):
            self.files += 1
            problem = f"{folder} was not searched: it contains your home folder or a whole disk"
            yield Job(folder, "", error=problem, fix="Name a folder in it, or add --recursive.")
            return
        before, complete = self.files, True
        errors: list[OSError] = []
        for number, (path, folders, files) in enumerate(os.walk(folder, onerror=errors.append)):
            if number == MOST_FOLDERS and not self.recursive:
                complete = False
                break
            folders[:] = sorted(each for each in folders if _is_searched(path, each))
            for name in sorted(files):
                file = os.path.join(path, name)
                if _in_folders(name):
                    yield from self._listed(file)
            if os.path.relpath(path, folder).count(os.sep) >= DEEPEST - 1 and not self.recursive:
                complete = complete and not folders
                folders.clear()
        if not complete:
            self.files += 1
            problem = f"{folder} was searched only {DEEPEST} folders deep"
            problem += f" and in at most {MOST_FOLDERS:,} folders"
            fix = "To search everything in it, add --recursive."
            yield Job(folder, "", error=problem, fix=fix)
        for error in errors:
            self.files += 1
            yield Job(folder, "", error=_unreadable(str(error.filename), error))
        if self.files == before:
            self.files += 1
            yield Job(
                folder,
                "",
                error=f"there is no game file in {folder}",
                fix=f"Names of game files end in {', '.join(IN_FOLDERS)}.",
            )

    def _listed(self, file: str) -> Iterator[Job]:
        """Yield a file of a folder. If it has gone since, or is a broken link, that is an error."""
        if os.path.isfile(file) or not os.path.exists(file):
            yield from self._file(file)
        else:  # a pipe could keep everything waiting
            self.files += 1
            yield Job(file, "", error=f"{file} can't be read: it is not a regular file")

    def _standard_input(self) -> Iterator[Job]:
        self.files += 1
        # In tests, standard input may be a text stream without a buffer.
        stream = getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())
        lines = Lines(stream, LONGEST_LINE)
        first = lines.first()
        # Keeps the line numbers of a single game right.
        above = b"\n" * min(first[0] - 1, LONGEST_FILE + 1)
        if not first[1].removeprefix(BOM).lstrip().startswith(b"{"):
            lines.give_back(first)
            begin, text, ended = _document(lines)
            if not ended:
                return iter([_job(STDIN, None, above + text)])
            self.many = True
            head = [_job(STDIN, begin, text)] if text.strip() else []
            return chain(head, _toml_documents(STDIN, lines))
        second = lines.first()
        lines.give_back(first, second)
        if not _one_a_line(first[1], second[1]):
            return iter([_job(STDIN, None, above + _joined(lines))])
        self.many = True
        return _json_lines(STDIN, lines)


def _is_stream(name: str) -> bool:
    return name.lower().endswith(STREAMS)


def _is_large(folder: str) -> bool:
    """True for the root of a disk, the user's home folder, and folders that contain it."""
    whole, home = os.path.realpath(folder), os.path.realpath(os.path.expanduser("~"))
    contains = os.path.join(home, "").startswith(os.path.join(whole, ""))
    return contains or os.path.dirname(whole) == whole


def _is_searched(path: str, folder: str) -> bool:
    """True unless a folder is hidden, or a link to a folder elsewhere."""
    return not folder.startswith(".") and not os.path.islink(os.path.join(path, folder))


def _in_folders(name: str) -> bool:
    return name.lower().endswith(IN_FOLDERS) and not name.startswith(".")


def _one_a_line(first: bytes, second: bytes) -> bool:
    """Return whether the first two lines are separate JSON documents; the first may be invalid."""
    try:
        parse_json(first.decode("utf-8-sig", "replace"))
    except Unreadable:
        ended = not first.rstrip().endswith((b"{", b"[", b",", b":"))
        return ended and second.lstrip().startswith(b"{")
    return True


def _json_lines(file: str, lines: Lines) -> Iterator[Job]:
    for number, line in lines:
        if line.strip():
            yield _job(file, number, line.rstrip())


def _toml_documents(file: str, lines: Lines) -> Iterator[Job]:
    ended = True
    while ended:
        begin, text, ended = _document(lines)
        if text.strip():
            yield _job(file, begin, text)


def _document(lines: Lines) -> tuple[int, bytes, bool]:
    """Return the next document: its first line number, its text, and whether ``+++`` ends it."""
    begin = 0
    kept = bytearray()
    for number, line in lines:
        if line.strip() == BETWEEN:
            return begin, bytes(kept), True
        begin = begin or number
        if len(kept) <= LONGEST_LINE:
            kept += line
        else:
            lines.skip_to(BETWEEN)
    return begin, bytes(kept), False


def _joined(lines: Iterator[Line]) -> bytes:
    """Join the remaining lines, up to just beyond the length limit."""
    kept = bytearray()
    for _, line in lines:
        if len(kept) > LONGEST_LINE:
            break
        kept += line
    return bytes(kept)


def _job(file: str, line: int | None, text: bytes) -> Job:
    where = place(file, line)
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Job(file, "", line, error=f"{where} is not valid UTF-8")
    if len(decoded) > LONGEST_FILE:
        return Job(file, "", line, error=f"{where} is larger than {LONGEST_FILE:,} characters")
    return Job(file, decoded, line)


def _unreadable(name: str, error: OSError) -> str:
    return f"can't read {name}: {(error.strerror or str(error)).lower()}"
