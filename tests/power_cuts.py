"""Kill commands at every system call that writes, and cut the power after it: nothing recorded may be lost.

``strace`` runs each command (on Linux). It can kill the command as it enters a call, and it lists the calls.
From the list, the disk after a power cut is rebuilt: what was synced is there, and any part of the rest is not.
``python tests/endurance.py kills`` and ``cuts`` run all of it, ``tests/faults/test_power_cuts.py`` a sample.
"""

import hashlib
import io
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import (
    closing,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from next_version import VERSION, next_version

from canasta_cli.cli import main as canasta
from canasta_cli.cli.session import open_scorebook
from canasta_cli.errors import CanastaError
from canasta_cli.files import remove_leftovers
from canasta_cli.journal.copies import KEPT
from canasta_cli.journal.file import BESIDE, LOGS, VARIABLE
from canasta_cli.journal.schema import version_of
from canasta_cli.journal.upkeep import look_at
from canasta_cli.scorekeeper.health import examine

DAMAGE = b"Dear Ann, dear Bob"
SUBSETS = 4
"""Random parts of what was not synced, for each moment of a power cut."""

# What is done, and what must be there afterwards.


class Scenario(NamedTuple):
    """Some commands, and what they must leave behind.

    ``prepare`` fills a folder. ``check`` returns how many of the commands have had their effect, and raises
    :class:`Lost` if anything is missing. ``lines`` are commands of canasta, or of its next version, or
    of the system for a control; ``{}`` stands for the folder.
    """

    name: str
    prepare: Callable[[Path], None]
    lines: tuple[str, ...]
    check: Callable[[Path], int]
    is_control: bool = False
    is_next: bool = False

    def programs(self, folder: Path) -> list[list[str]]:
        """Return the programs of the lines, with their arguments."""
        next_program = str(Path(__file__).with_name("next_version.py"))
        ours = [next_program] if self.is_next else ["-m", "canasta_cli"]
        first = [] if self.is_control else [sys.executable, *ours]
        return [[*first, *shlex.split(line.format(folder))] for line in self.lines]

    def run(self, folder: Path, number: int) -> None:
        """Run one of the lines in this process."""
        with next_version() if self.is_next else nullcontext():
            _run(folder, self.lines[number])


class Lost(Exception):
    """Something that was recorded is missing, or a file is not sound."""


Entries = tuple[str, ...]
HANDS = (
    "hand '7xK QQQ2 2x3R out' 'AAA 5555 left:JJ4'",
    "hand '888 999W left:KK7' '7xA JJJJJ22 TTT 3R out'",
    "note 'A pile of 31 cards'",
    "undo",
)
RECORDED = ("new Ann Bob Cat Dan", *HANDS)
EARLIER = 2
"""The entries of the earlier copies."""


def entries(path: Path, *, derived: bool = False) -> Entries:
    """Return the hashes of all entries of a database; none if there is no file, or an empty one.

    Raises :class:`Lost` if the doctor finds anything, unless it is ``derived`` and may be so. The files
    stay as they are: to open a database would remove what a killed program has left beside it.
    """
    whole = hashlib.sha256(str(derived).encode())
    for file in (path, *(Path(f"{path}{ending}") for ending in BESIDE)):
        content = file.read_bytes() if file.exists() else b"none"
        whole.update(f"{len(content)} ".encode())
        whole.update(content)
    # Most files are the same after many kills and power cuts.
    key = whole.digest()
    if key not in _examined:
        try:
            _examined[key] = _entries(path, derived=derived)
        except Lost as error:
            _examined[key] = error
    found = _examined[key]
    if isinstance(found, Lost):
        raise found
    return found


_examined: dict[bytes, "Entries | Lost"] = {}


def _entries(path: Path, *, derived: bool) -> Entries:
    if not path.exists():
        return ()
    try:
        if seen := look_at(str(path)).damage:
            raise Lost(f"{path.name} {seen}")
        with _copied_database(path) as copy, open_scorebook(copy, examine=True) as book:
            if book.journal.is_new:
                return ()
            health = examine(book, copy)
            rows = book.journal.connection.execute(
                "SELECT hash FROM journal ORDER BY id"
            ).fetchall()
    except (CanastaError, sqlite3.Error) as error:
        raise Lost(f"{path.name}: {error}") from error
    if found := [fault.text for fault in health.faults if not (derived and fault.derived)]:
        raise Lost(f"{path.name}: {found[0]}")
    return tuple(row[0] for row in rows)


@contextmanager
def _copied_database(path: Path) -> Iterator[str]:
    """Give the path of a copy of a database with all files that belong to it."""
    with TemporaryDirectory() as name:
        for file in (path.name, *(path.name + ending for ending in BESIDE)):
            with suppress(FileNotFoundError):
                shutil.copy(path.parent / file, name)
        yield os.path.join(name, path.name)


def _run(folder: Path, line: str) -> None:
    """Run a command in this process."""
    remove_leftovers.cache_clear()
    printed = io.StringIO()
    with (
        patch.dict(os.environ, {VARIABLE: str(folder / "canasta.db")}),
        redirect_stdout(printed),
        redirect_stderr(printed),
    ):
        canasta(shlex.split(line.format(folder)))


@cache
def _recorded() -> dict[tuple[int, bool], dict[str, bytes]]:
    """Return the files of a database after each entry, and those whose newest entry is in a log beside it."""
    found: dict[tuple[int, bool], dict[str, bytes]] = {}

    def keep(folder: Path, number: int, *, log: bool) -> None:
        files = [folder / f"canasta.db{ending}" for ending in ("", *LOGS)]
        found[number, log] = {each.name: each.read_bytes() for each in files if each.exists()}

    with TemporaryDirectory() as name:
        folder = Path(name)
        for number, line in enumerate(RECORDED[:-1], 1):
            _run(folder, line)
            keep(folder, number, log=False)
        # While a connection is open, no other writes the log back.
        with closing(sqlite3.connect(folder / "canasta.db")) as other:
            other.execute("SELECT count(*) FROM journal").fetchone()
            _run(folder, RECORDED[-1])
            keep(folder, len(RECORDED), log=True)
        keep(folder, len(RECORDED), log=False)
    return found


def _put(
    folder: Path, name: str = "canasta.db", number: int = len(RECORDED), *, log: bool = False
) -> None:
    for file, content in _recorded()[number, log].items():
        (folder / file.replace("canasta.db", name)).write_bytes(content)


@cache
def _known(number: int = len(RECORDED)) -> Entries:
    """Return the hashes of the first entries."""
    with TemporaryDirectory() as name:
        _put(Path(name), number=number)
        return entries(Path(name) / "canasta.db")


def _is(found: Entries, *states: Entries, what: str) -> int:
    """Return which of some states was found."""
    if found not in states:
        raise Lost(f"{what} has {len(found)} entries")
    return states.index(found)


def _recording() -> Scenario:
    """Return a game from its first command on, in a folder that is not there yet."""
    lines = tuple([f"{line} --db {{}}/games/canasta.db" for line in RECORDED])

    def check(folder: Path) -> int:
        found = entries(folder / "games" / "canasta.db")
        for name, copy in _automatic(folder / "games").items():
            _is(copy, found[: len(copy)], what=name)
        return len(found)

    return Scenario("record", lambda _: None, lines, check)


def _automatic(folder: Path) -> dict[str, Entries]:
    """Return the entries of each automatic backup by its name."""
    files = (folder / "canasta.db.backups").glob("canasta-*.db")
    return {file.name: entries(file) for file in files}


def _backed_up(line: str) -> Scenario:
    """Return an entry for which automatic backups are made, where there are as many as are kept."""
    known, earlier = _known(), _known(EARLIER)
    names = {f"canasta-202601{day:02}T200000Z.db" for day in range(1, KEPT + 1)}

    def prepare(folder: Path) -> None:
        _put(folder)
        (folder / "canasta.db.backups").mkdir()
        for name in names:
            _put(folder / "canasta.db.backups", name, EARLIER)

    def check(folder: Path) -> int:
        found, copies = entries(folder / "canasta.db"), _automatic(folder)
        _is(found[: len(known)], known, what="the database")
        for name, copy in copies.items():
            _is(copy, *([earlier] if name in names else [known, found]), what=name)
        if len(copies) < KEPT:
            raise Lost(f"only {len(copies)} backups are left")
        return len(found) - len(known)

    return Scenario(f"automatic backup, {line}", prepare, (line,), check)


def _conversion() -> Scenario:
    """Return an entry of the next version, which converts the database."""
    before = _known()

    def check(folder: Path) -> int:
        database = folder / "canasta.db"
        with next_version():
            found, copies = entries(database), _automatic(folder)
            with _copied_database(database) as opened, open_scorebook(opened) as book:
                converted = version_of(book.journal.connection) == VERSION
        for name, copy in copies.items():
            _is(copy, before, what=name)
        if converted and not copies:
            raise Lost("the copy")
        _is(found[: len(before)], before, what="the database")
        if len(found) - len(before) != converted:
            raise Lost(f"the database has {len(found)} entries")
        return int(converted)

    return Scenario("convert", _put, ("note newest",), check, is_next=True)


def _backups(*, log: bool) -> Iterator[Scenario]:
    """Yield copies to a new file and over an earlier copy."""
    known, earlier = _known(), _known(EARLIER)
    beside = " of a log" if log else ""

    def check(folder: Path, before: Entries) -> int:
        _is(entries(folder / "canasta.db"), known, what="the database")
        return _is(entries(folder / "copy.db"), before, known, what="the copy")

    def prepare(folder: Path, *, copy: bool) -> None:
        _put(folder, log=log)
        if copy:
            _put(folder, "copy.db", EARLIER)

    yield Scenario(
        f"backup{beside}",
        partial(prepare, copy=False),
        ("backup {}/copy.db",),
        partial(check, before=()),
    )
    yield Scenario(
        f"backup --force{beside}",
        partial(prepare, copy=True),
        ("backup {}/copy.db --force",),
        partial(check, before=earlier),
    )


def _restorings() -> Iterator[Scenario]:
    """Yield backups that are put in the place of a database, a damaged one, and none."""
    present, backup = _known(), _known(EARLIER)

    def prepare(folder: Path, *, log: bool) -> None:
        _put(folder, log=log)
        _put(folder, "backup.db", EARLIER)

    def prepare_damaged(folder: Path, *, log: bool) -> None:
        prepare(folder, log=log)
        with open(folder / "canasta.db", "r+b") as file:
            file.write(DAMAGE)

    def prepare_none(folder: Path) -> None:
        _put(folder, "backup.db", EARLIER)

    def check(folder: Path, before: Entries) -> int:
        aside = entries(_aside(folder))
        state = _is(entries(folder / "canasta.db"), before, backup, what="the database")
        _is(aside, before, *(((),) if state == 0 else ()), what="the database as it was")
        _is(entries(folder / "backup.db"), backup, what="the backup")
        return state

    def check_damaged(folder: Path) -> int:
        database, aside = folder / "canasta.db", _aside(folder)
        _is(entries(folder / "backup.db"), backup, what="the backup")
        if hashes_in(database) >= set(present):
            return 0
        if not hashes_in(aside) >= set(present):
            raise Lost("entries of the damaged database are gone")
        if database.read_bytes().startswith(DAMAGE):
            return 0
        return 1 + _is(entries(database), backup, what="the database")

    line = ("restore {}/backup.db --yes",)
    whole = partial(check, before=present)
    yield Scenario("restore", partial(prepare, log=False), line, whole)
    yield Scenario("restore with a log", partial(prepare, log=True), line, whole)
    yield Scenario("restore over damage", partial(prepare_damaged, log=False), line, check_damaged)
    yield Scenario(
        "restore over damage with a log", partial(prepare_damaged, log=True), line, check_damaged
    )
    yield Scenario("restore over nothing", prepare_none, line, partial(check, before=()))


def hashes_in(path: Path) -> set[str]:
    """Return every hash whose digits stand anywhere in a damaged database, or in a log of it."""
    files = (Path(f"{path}{ending}") for ending in ("", *LOGS))
    content = b"|".join(file.read_bytes() for file in files if file.exists())
    # The hash before it and its own are the end of an entry.
    return {found.decode()[64:] for found in re.findall(rb"(?=([0-9a-f]{128}))", content)}


def _aside(folder: Path) -> Path:
    """Return the path of the database as it was before a restore."""
    return next(folder.glob("canasta-replaced-*.db"), folder / "none")


def _rebuilding(*, log: bool) -> Scenario:
    known = _known()

    def prepare(folder: Path) -> None:
        _put(folder, log=log)
        with closing(sqlite3.connect(folder / "canasta.db")) as other, other:
            other.execute("DROP TRIGGER journal_is_never_changed")
            other.execute("DROP VIEW standings")
            other.execute("DELETE FROM summary_hand")

    def check(folder: Path) -> int:
        _is(entries(folder / "canasta.db", derived=True), known, what="the database")
        with suppress(Lost):
            return int(entries(folder / "canasta.db") == known)
        return 0

    name = "rebuild with a log" if log else "rebuild"
    return Scenario(name, prepare, ("doctor --rebuild",), check)


def _copying() -> Scenario:
    """Return the control for kills: a copy that is written over an earlier one."""

    def prepare(folder: Path) -> None:
        _put(folder)
        _put(folder, "copy.db", EARLIER)

    line = "dd if={0}/canasta.db of={0}/copy.db bs=4096 conv=notrunc status=none"
    states = _known(EARLIER), _known()
    return Scenario(
        "control: copy with dd",
        prepare,
        (line,),
        lambda folder: _is(entries(folder / "copy.db"), *states, what="the copy"),
        is_control=True,
    )


def scenarios() -> dict[str, Scenario]:
    """Return all scenarios by their names."""
    found = (
        _recording(),
        *map(_backed_up, ("note newest", "finish")),
        *_backups(log=False),
        *_backups(log=True),
        *_restorings(),
        _rebuilding(log=False),
        _rebuilding(log=True),
        _conversion(),
        _copying(),
    )
    return {scenario.name: scenario for scenario in found}


# Trace the calls of a command, and kill it at one of them.

WRITING = (
    "open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,sendfile,copy_file_range,ftruncate,truncate,"
    "fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,symlink,symlinkat,"
    "unlink,unlinkat,mkdir,mkdirat,rmdir"
)
# Faster with --seccomp-bpf, but then no signal is sent.
STRACE = ["strace", "-f", "-y", "-s", str(2**22), "-qq"]
_LINE = re.compile(r"(?P<process>\d+) +(?P<name>\w+)\((?P<given>.*)\) += (?P<result>-?\d+|\?)")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_OPENED = re.compile(r"^(\d+)<([^>]*)>(\(deleted\))?")


class Call(NamedTuple):
    """A system call: its number among those of its process with the same name, and its arguments as text."""

    process: str
    name: str
    number: int
    given: str

    @property
    def texts(self) -> list[str]:
        """The texts among the arguments: names of files, or what is written."""
        return [text.encode().decode("unicode_escape") for text in _TEXT.findall(self.given)]

    @property
    def opened(self) -> str:
        """The path of the open file that the first argument names; empty if it was removed."""
        found = _OPENED.match(self.given)
        return found[2] if found and not found[3] else ""

    @property
    def answers(self) -> bool:
        """Return whether the call shows the user that something was done."""
        return self.name == "write" and self.given.startswith("1<")

    def changes(self, folder: Path) -> bool:
        """Return whether the call may change what is in a folder."""
        if self.name in ("open", "openat", "creat") and "O_CREAT" not in self.given:
            return False
        paths = [self.opened] if self.given[0].isdigit() else self.texts
        return any(path.startswith(str(folder)) for path in paths)


def is_traceable() -> bool:
    """Return whether commands can be traced here."""
    if not shutil.which("strace"):
        return False
    trial = [*STRACE, "-o", os.devnull, "-e", "trace=write", "true"]
    return subprocess.run(trial, check=False, capture_output=True).returncode == 0


def _environment(folder: Path) -> dict[str, str]:
    database = folder / "canasta.db"
    return {**os.environ, VARIABLE: str(database), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}


def trace(programs: list[list[str]], folder: Path) -> list[Call]:
    """Run programs one after another, and return the calls that change the folder or answer."""
    script = "; ".join(map(shlex.join, programs))
    runs = ["sh", "-c", script] if programs[1:] else programs[0]
    with TemporaryDirectory() as other:
        file = Path(other) / "calls"
        traced = [*STRACE, "-o", str(file), "-e", f"trace={WRITING}", *runs]
        subprocess.run(traced, env=_environment(folder), check=False, capture_output=True)
        found = map(_LINE.match, file.read_text(encoding="latin-1").splitlines())
    numbers: dict[tuple[str, str], int] = {}
    calls = []
    for each in filter(None, found):
        key = each["process"], each["name"]
        numbers[key] = numbers.get(key, 0) + 1
        call = Call(*key, numbers[key], each["given"])
        if (call.changes(folder) or call.answers) and not each["result"].startswith("-"):
            calls.append(call)
    return calls


def killed(program: list[str], folder: Path, call: Call) -> bool:
    """Run a program, and kill it as it enters a call; return whether it had answered."""
    at = f"inject={call.name}:signal=KILL:when={call.number}"
    done = subprocess.run(
        [*STRACE, "-o", os.devnull, "-e", f"trace={call.name}", "-e", at, *program],
        env=_environment(folder),
        check=False,
        capture_output=True,
    )
    if done.returncode >= 0:
        raise Lost(f"the command ended before call {call.number} of {call.name}")
    return bool(done.stdout)


class Result(NamedTuple):
    """How often something was tried, how often each number of effects was found, and what was lost."""

    tried: int
    found: Counter[int]
    lost: list[str]


def kill_everywhere(scenario: Scenario, every: int = 1) -> Result:
    """Kill each command of a scenario at every call that writes, or only at some of them.

    Afterwards the same command must have its effect, and remove what the killed one left behind.
    """
    tried, found, lost = 0, Counter[int](), []
    with TemporaryDirectory() as name:
        base, work = Path(name).resolve() / "base", Path(name).resolve() / "work"
        base.mkdir()
        scenario.prepare(base)
        for done, program in enumerate(scenario.programs(work)):
            for call in trace([program], _copied(base, work))[::-every]:
                tried += 1
                _copied(base, work)
                try:
                    answered = done + killed(program, work, call)
                    found[_after_kill(scenario, work, done, answered)] += 1
                except Lost as error:
                    lost.append(f"{shlex.join(program)}, {call.name} {call.number}: {error}")
            scenario.run(base, done)
    return Result(tried, found, lost)


def _after_kill(scenario: Scenario, folder: Path, done: int, answered: int) -> int:
    found = scenario.check(folder)
    if not answered <= found <= done + 1:
        raise Lost(f"{found} commands had an effect, {answered} had answered")
    if found == done and not scenario.is_control:
        scenario.run(folder, done)
        if scenario.check(folder) != done + 1:
            raise Lost("the command has no effect when it is repeated")
        if left := [each.name for each in folder.rglob(".canasta-*")]:
            raise Lost(f"{left[0]} stays")
    return found


def _copied(base: Path, work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    return shutil.copytree(base, work)


# Rebuild the disk after a power cut.

Write = tuple[int, bytes | None]
"""Bytes for a place in a file; ``None`` for a new length."""
Names = dict[str, "File | None"]


class File:
    """What a file has on the disk for certain, and the writes that were not synced yet."""

    def __init__(self, content: bytes = b"") -> None:
        self.safe = content
        self.pending: list[Write] = []

    def content(self, writes: list[Write]) -> bytes:
        """Return the content after some writes."""
        found = bytearray(self.safe)
        for place, data in writes:
            end = place + len(data or b"")
            found.extend(bytes(max(end - len(found), 0)))
            if data is None:
                del found[place:]
            else:
                found[place:end] = data
        return bytes(found)

    def sync(self) -> None:
        """Have everything on the disk."""
        self.safe, self.pending = self.content(self.pending), []


class Disk:
    """A folder as a program sees it, and as it may be after a power cut.

    With ``syncs`` off, nothing ever reaches the disk for certain: the control.
    """

    def __init__(self, folder: Path, *, syncs: bool = True) -> None:
        self.folder, self.syncs = folder, syncs
        # A folder is a file without content.
        self.safe: dict[str, File] = {
            str(each): File(each.read_bytes() if each.is_file() else b"")
            for each in (folder, *folder.rglob("*"))
        }
        self.names = dict(self.safe)
        self.folders = {str(each) for each in (folder, *folder.rglob("*")) if each.is_dir()}
        self.pending: list[Names] = []
        self.last: File | None = None

    def apply(self, call: Call) -> None:
        """Change the files as a call did. SQLite's index of a log is made again after a crash."""
        if not call.answers and not any(
            path.endswith("-shm") for path in (call.opened, *call.texts)
        ):
            getattr(self, f"_{call.name}")(call)

    def _write_to(self, file: File | None, *write: Write) -> None:
        if file is not None:
            file.pending += write
            self.last = file

    def _rename_to(self, names: Names) -> None:
        self.pending.append(names)
        self.last = None
        for path, file in names.items():
            if file is None:
                self.names.pop(path, None)
            else:
                self.names[path] = file

    def _opened(self, call: Call) -> File | None:
        return self.names.get(call.opened)

    def _openat(self, call: Call) -> None:
        path = call.texts[0]
        if path not in self.names:
            self._rename_to({path: File()})
        elif "O_TRUNC" in call.given:
            self._write_to(self.names[path], (0, None))

    def _pwrite64(self, call: Call) -> None:
        place = int(call.given.rpartition(", ")[2])
        self._write_to(self._opened(call), (place, call.texts[0].encode("latin-1")))

    def _sendfile(self, call: Call) -> None:
        target, source = (self.names[path] for path in re.findall(r"\d+<([^>]*)>", call.given)[:2])
        content = source.content(source.pending)
        self._write_to(target, (0, content))

    def _ftruncate(self, call: Call) -> None:
        self._write_to(self._opened(call), (int(call.given.rpartition(", ")[2]), None))

    def _rename(self, call: Call) -> None:
        old, new = call.texts
        self._rename_to({old: None, new: self.names[old]})

    def _unlink(self, call: Call) -> None:
        self._rename_to({call.texts[0]: None})

    def _mkdir(self, call: Call) -> None:
        self.folders.add(call.texts[0])
        self._rename_to({call.texts[0]: File()})

    def _fsync(self, call: Call) -> None:
        self.last = None
        if not self.syncs:
            return
        if call.opened in self.folders:
            mine = [names for names in self.pending if _folder_of(names) == call.opened]
            self.pending = [names for names in self.pending if names not in mine]
            self.safe = _renamed(self.safe, mine)
        elif file := self._opened(call):
            file.sync()

    _fdatasync = _fsync

    def states(self, chance: Random) -> Iterator[dict[str, bytes]]:
        """Yield what may be on the disk after a power cut: nothing that was not synced, all, or parts of it."""
        yield self._state(lambda: False)
        yield self._state(lambda: True)
        for _ in range(SUBSETS):
            yield self._state(lambda: chance.random() < 1 / 2)
        if self.last is not None and self.last.pending:
            # The last write only came half.
            place, data = whole = self.last.pending.pop()
            self.last.pending.append((place, data and data[: len(data) // 2]))
            yield self._state(lambda: True)
            self.last.pending[-1] = whole

    def _state(self, is_there: Callable[[], bool]) -> dict[str, bytes]:
        """Return the files with those changes that are asked for, one by one, of those not synced."""
        names = _renamed(self.safe, [each for each in self.pending if is_there()])
        return {
            path: file.content([each for each in file.pending if is_there()])
            for path, file in names.items()
            if path not in self.folders and os.path.dirname(path) in names
        }


def _folder_of(names: Names) -> str:
    (folder,) = {os.path.dirname(path) for path in names}
    return folder


def _renamed(names: dict[str, File], changes: list[Names]) -> dict[str, File]:
    found: Names = dict(names)
    for change in changes:
        found |= change
    return {path: file for path, file in found.items() if file is not None}


def cut_everywhere(
    scenario: Scenario, *, every: int = 1, seed: int = 0, syncs: bool = True
) -> Result:
    """Cut the power after every call of a scenario that writes, or only after some; check what may be left."""
    tried: set[tuple[int, bytes]] = set()
    effects, lost = Counter[int](), []
    chance = Random(seed)
    with TemporaryDirectory() as name:
        folder = Path(name).resolve() / "folder"
        folder.mkdir()
        scenario.prepare(folder)
        disk = Disk(folder, syncs=syncs)
        answered: set[str] = set()
        calls = trace(scenario.programs(folder), folder)
        for left, call in zip(reversed(range(len(calls))), calls, strict=True):
            disk.apply(call)
            answered |= {call.process} if call.answers else set()
            for state in disk.states(chance) if left % every == 0 else ():
                key = len(answered), _digest(state)
                if key in tried:
                    continue
                tried.add(key)
                try:
                    effects[_after_cut(scenario, folder, state, len(answered))] += 1
                except Lost as error:
                    lost.append(f"after {call.name} {call.number}: {error}")
        if len(answered) != len(scenario.lines):
            raise AssertionError(f"{scenario.name}: not every command answered")
    return Result(len(tried), effects, lost)


def _digest(state: dict[str, bytes]) -> bytes:
    whole = hashlib.sha256()
    for path, content in sorted(state.items()):
        whole.update(f"{path} {len(content)} ".encode())
        whole.update(content)
    return whole.digest()


def _after_cut(scenario: Scenario, folder: Path, state: dict[str, bytes], answered: int) -> int:
    with TemporaryDirectory() as name:
        for path, content in state.items():
            file = Path(name) / Path(path).relative_to(folder)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        found = scenario.check(Path(name))
    if found < answered:
        raise Lost(f"{found} commands had an effect, {answered} had answered")
    return found
