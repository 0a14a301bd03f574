"""The file of the journal: its path, its marks, the hash of an entry, and the current game read at once.

Short answers load only this module of the journal, so it loads next to nothing; the others build on it.
"""

import os
import sqlite3
import stat
import sys
from contextlib import suppress
from functools import cache

from canasta_cli.errors import NotUnderstood, Refused, UnusableData
from canasta_cli.version import __version__

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, BinaryIO, TypeVar

    T = TypeVar("T")


# The path: from the option, the environment, or the user's data folder.

VARIABLE = "CANASTA_DB"
# Other programs have a data folder named “canasta”.
FOLDER = "canasta-score"

LOGS = ("-wal", "-journal")
"""Endings of the log files in which SQLite keeps changes that are not yet in the database."""
BESIDE = (*LOGS, "-shm")
"""Endings of all files that belong to a database."""


def journal_file(option: str | None) -> str:
    """Return the file that ``--db`` names, else ``CANASTA_DB``, else one in the user's data folder.

    Raises :class:`~canasta_cli.errors.Refused` for a name that no database can have.
    """
    if option == "":
        raise NotUnderstood("--db needs a file name", fix="Example: --db games.db")
    named = option or os.environ.get(VARIABLE)
    if not named:
        return os.path.join(_data_folder(), "canasta.db")
    refuse_name_of_log(named)
    if not os.path.isabs(named):
        _check_working_folder(named)
    return named


def refuse_name_of_log(path: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` for a database named as a log: SQLite could remove it."""
    for ending in BESIDE:
        if path.lower().endswith(ending):
            raise Refused(
                f"{path} can't be a database: SQLite gives its logs names that end in {ending}",
                fix="Name another file. Example: games.db",
            )


def _check_working_folder(named: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a relative name leads nowhere."""
    try:
        os.getcwd()
    except OSError as error:
        raise Refused(
            f"{named} can't be found: the current folder no longer exists",
            fix="Change to another folder, or give the whole path: --db /home/ann/games.db",
        ) from error


def _data_folder() -> str:
    """Return the program's own folder in the user's data, as platformdirs defines it.

    Loading platformdirs takes a tenth of a short command, so it is not used where the XDG
    specification is unambiguous. Raises :class:`~canasta_cli.errors.Refused` without a home folder.
    """
    if sys.platform == "linux":
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        if os.path.isabs(data):
            return os.path.join(data, FOLDER)
    from platformdirs import user_data_dir

    # For a user without a home some versions of the library raise, and others leave the sign.
    with suppress(RuntimeError):
        folder = user_data_dir(FOLDER, appauthor=False)
        if os.path.isabs(folder) or os.path.expanduser("~") != "~":
            return folder
    raise Refused(
        "there is no home folder to keep games in: HOME is not set",
        fix="Set HOME, or name a file: --db games.db",
    )


def is_there(path: str) -> bool:
    """True if a file exists.

    Raises :class:`~canasta_cli.errors.UnusableData` if access is denied, or if only its log has entries;
    :class:`~canasta_cli.errors.Refused` for a folder or a pipe.
    """
    if has_only_log(path):
        state = "empty" if os.path.exists(path) else "missing"
        raise UnusableData(
            f"{path} is {state}, but its log {os.path.realpath(path)}{LOGS[0]} has entries",
            fix="If the file was moved or replaced, put it back beside its log, under this name.\n"
            "To go back to a backup: canasta restore FILE",
        )
    return is_file(path)


def is_file(path: str) -> bool:
    """True if a file exists. Raises :class:`~canasta_cli.errors.Refused` for a folder or a pipe."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnusableData(
            f"can't access {path}: {error.strerror}",
            fix="Make its folder readable, or name another file: --db FILE",
        ) from error
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "not a file"
        raise Refused(f"{path} is {what}", fix="Name another file: --db FILE")
    return True


def has_only_log(path: str) -> bool:
    """Return whether a file is missing or empty, and its log is not: SQLite would delete that."""
    whole = os.path.realpath(path)
    return not _size(whole) and bool(_size(whole + LOGS[0]))


def foreign_log(path: str) -> str:
    """Return the log beside a journal if it is that of another program's database; else an empty text.

    The first page in it shows that; SQLite would write it over the journal. One that was written only in
    part, which SQLite drops, shows nothing.
    """
    log, ours = os.path.realpath(path) + LOGS[0], APPLICATION.to_bytes(4)
    if not _size(log):
        return ""
    with suppress(OSError), open(path, "rb") as file, open(log, "rb") as frames:
        if mark_of(file, 0) != ours:
            return ""
        header = frames.read(LOG_HEADER)
        step = FRAME + int.from_bytes(header[8:12])
        for at in range(LOG_HEADER, _size(log) - step + 1, step):
            frames.seek(at)
            head = frames.read(FRAME)
            is_first = int.from_bytes(head[:4]) == 1 and head[8:16] == header[16:24]
            if is_first and (mark := mark_of(frames, at + FRAME)):
                return "" if mark == ours else log
    return ""


# https://sqlite.org/fileformat2.html#the_write_ahead_log
LOG_HEADER, FRAME = 32, 24
"""The bytes of the header of a log, and of the head of each page in it."""
_MARK = slice(68, 72)


def mark_of(file: "BinaryIO", place: int) -> bytes:
    """Return the application id in a page of a file; empty if it is not the first page of a database."""
    from canasta_cli.files import DATABASE

    file.seek(place)
    page = file.read(_MARK.stop)
    return page[_MARK] if page.startswith(DATABASE) else b""


def _size(file: str) -> int:
    """Return the bytes of a file; 0 if there is none."""
    with suppress(OSError):
        return os.path.getsize(file)
    return 0


def identity(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another one of the same name; ``None`` if there is none."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_dev, found.st_ino
    return None


def refuse_journal(target: str, journal: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a file to be written is the journal itself.

    Likewise if its name is that of a log of any database: SQLite would remove it.
    """
    whole = os.path.realpath(journal)
    for part in (whole, *(whole + ending for ending in BESIDE)):
        if os.path.exists(target) and os.path.exists(part) and os.path.samefile(target, part):
            raise Refused(f"{target} is the database itself", fix="Name another file.")
    named = os.path.realpath(target)
    for ending in BESIDE:
        database = named.removesuffix(ending)
        if database != named and os.path.isfile(database):
            raise Refused(
                f"{target} would be taken for a log of {database}", fix="Name another file."
            )


def refuse_log_beside(path: str) -> None:
    """Raise :class:`~canasta_cli.errors.Refused` if a log is left of another file that had a name.

    SQLite would take it for the log of the file that is to be written.
    """
    whole = os.path.realpath(path)
    for log in filter(os.path.exists, (whole + ending for ending in LOGS)):
        raise Refused(f"{path} is in use: {log} exists", fix="Name another file.")


def make_folder(path: str) -> None:
    """Create the folders for a file, for its owner only; existing ones stay as they are.

    Raises :class:`~canasta_cli.errors.Refused`.
    """
    missing = []
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    try:
        for folder in reversed(missing):
            _make_one(folder)
    except OSError as error:
        raise Refused(
            f"can't create {path}: {error.strerror}",
            fix="Name a file in a folder you can write to: --db FILE",
        ) from error


def _make_one(folder: str) -> None:
    from canasta_cli.files import sync

    try:
        os.mkdir(folder, 0o700)
        with suppress(OSError):
            # Without it, a power cut may lose the folder with all that was synced in it.
            sync(os.path.dirname(folder) or os.curdir)
    except FileExistsError:
        # Another program may have made it meanwhile.
        if not os.path.isdir(folder):
            raise


def make_file(path: str) -> None:
    """Make an empty file for its owner only, if there is none; SQLite gives its rights to its logs."""
    # SQLite will report the reason.
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def is_checkpointed(path: str) -> bool:
    """True if every entry is in the file itself, and none in a log beside it."""
    whole = os.path.realpath(path)
    return not any(_size(whole + ending) for ending in LOGS)


def has_space(path: str, size: int) -> bool:
    """True if the disk of a file has as many bytes free; in doubt it has."""
    from shutil import disk_usage

    try:
        return disk_usage(os.path.dirname(os.path.realpath(path))).free >= size
    except OSError:
        return True


# The hash of an entry, which links it to the one before it.

BEFORE_ALL = "0" * 64
"""The previous hash of the first entry."""


def digest(previous: str, row: "Sequence[Any]") -> str:
    """Return the hash of an entry (id, game, number, at, what, data) after one with a given hash."""
    entry, game, number, *texts = row
    # As a JSON list, no two different entries give the same text.
    values = (f"{entry!r},{game!r},{number!r}", *map(_json_string(), texts))
    text = f"[{_json_string()(previous)},{','.join(values)}]"
    return str(sha256()(text.encode()).hexdigest())


@cache
def _json_string() -> "Callable[[str], str]":
    # Imported here: the shortest commands check a seal, and no entry.
    from json.encoder import encode_basestring

    return encode_basestring


@cache
def sha256() -> "Callable[[bytes], Any]":
    """Return SHA-256 without OpenSSL if Python has its own: OpenSSL takes a fifth of the start."""
    for name in ("_sha2", "_sha256"):
        try:
            found: Callable[[bytes], Any] = __import__(name).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256 as other

    return other


# The marks by which a file is known as a journal of this version, and its address for SQLite.

APPLICATION = 0x43414E53
"""``CANS``: marks a file as a journal of this program."""
EXPORT = 0x43414E58
"""``CANX``: marks a database as an export, which another export may replace."""

VERSION = 5
"""The version of the files that this program makes: the number of the last migration."""

_ASCII = 0x80

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""The errors of SQLite; Python can't decode its message about a name that is not valid UTF-8."""


def address(path: str, mode: str) -> str:
    """Return the URI of a file, with the mode in which SQLite opens it."""
    place = os.path.abspath(path).replace(os.sep, "/")
    slash = "" if place.startswith("/") else "/"
    # Two slashes in front, or a path that begins with two of its own would be taken for a host name.
    return f"file://{slash}{_quoted_path(place)}?mode={mode}"


def _quoted_path(place: str) -> str:
    """Escape a path for a URI, also one with bytes that are not text."""
    if place.isascii() and not any(sign in place for sign in "%?#"):
        return place
    return "".join(
        chr(byte) if byte < _ASCII and chr(byte) not in "%?#" else f"%{byte:02x}"
        for byte in os.fsencode(place)
    )


def is_writable(path: str) -> bool:
    """True if SQLite can write to a file and create the files that it keeps beside it."""
    whole = os.path.realpath(path)
    return os.access(whole, os.W_OK) and os.access(os.path.dirname(whole), os.W_OK)


# The standing of the current game from the summary tables, for answers that load little else.
#
# A game that is not over has a row in `summary_next`, without a title if `canasta next` has
# anything unusual to show. The row is used only if its seal fits the newest entry of the game, this
# version of the program, the totals and the figures of the players: so an entry that came later,
# another version's counting, and a table changed by others are all noticed.

CURRENT = (
    "(SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'current'"
    " AND value = CAST(CAST(value AS INTEGER) AS TEXT))"
)
"""The id of the current game in SQL; nothing unless it is written as the program writes it."""

NEXT = "summary_next"
"""The table of what ``canasta next`` shows besides the other summary tables."""

TITLE = 3
"""The first column of :data:`NEXT` after the game, what the row covers, and the version."""


FORMER = 100
"""The first seat, in the table of players, of those who no longer sit in the game."""


class Quick:
    """The values that ``canasta next`` shows of a game that is not over, between two hands.

    ``sides`` has the name of each side, its total, the points that it needs to open, and those that
    it still needs to win, ``None`` in a game without a target; ``players`` has the place of each player's
    side, and the name.
    """

    def __init__(
        self,
        name: str,
        row: "tuple[Any, ...]",
        sides: "list[tuple[Any, ...]]",
        players: "list[tuple[int, str]]",
    ) -> None:
        self.name = name
        self.title, self.target, self.hand, self.dealer, self.sitting_out, self.cards = row
        self.sides, self.players = sides, players


def quickly(path: str, read: "Callable[[sqlite3.Connection], T]") -> "T | None":
    """Return what is read from a database; ``None`` if it can't be read at once."""
    # SQLite would delete the log of an empty file, and write another program's over a journal.
    if not (os.path.exists(path) and os.path.getsize(path) and is_writable(path)):
        return None
    if foreign_log(path):
        return None
    connection = sqlite3.connect(address(path, "rw"), uri=True, timeout=0, isolation_level=None)
    try:
        return read(connection)
    except SQLITE_ERRORS:
        return None
    finally:
        connection.close()


def quick_standing(connection: sqlite3.Connection) -> Quick | None:
    """Return the standing of the current game; ``None`` if it must be counted, or can't be read here."""
    run = connection.execute
    # One transaction: every question is about the same state.
    run("BEGIN")
    marks = run("PRAGMA application_id").fetchone() + run("PRAGMA user_version").fetchone()
    if marks != (APPLICATION, VERSION):
        return None
    game = run(f"SELECT game, name FROM summary_game WHERE game = {CURRENT}").fetchone()  # noqa: S608 - our own words
    if game is None:
        return None
    row = sealed_row(connection, *game)
    if row is None or not row[TITLE]:
        return None
    # The name of what was half typed has the game, and the time when that began.
    half_typed = "SELECT 1 FROM setting WHERE name LIKE 'typed % ' || ? || ' %-%'"
    if run(half_typed, game[:1]).fetchone():
        return None
    sitting = "SELECT place, player FROM summary_player WHERE game = ? AND seat < ? ORDER BY seat"
    players = run(sitting, (game[0], FORMER)).fetchall()
    return Quick(game[1], row[TITLE:-1], sides_of(connection, game[0]), players)


def sealed_row(connection: sqlite3.Connection, game: int, name: str) -> "tuple[Any, ...] | None":
    """Return the row of a game in :data:`NEXT` if its seal fits; ``None`` if it can't be used."""
    row = connection.execute("SELECT * FROM summary_next WHERE game = ?", (game,)).fetchone()
    if row is None or row != next_row(connection, game, name, row[TITLE:-1]):
        return None
    found: tuple[Any, ...] = row
    return found


def next_row(
    connection: sqlite3.Connection, game: int, name: str, values: "tuple[Any, ...]"
) -> "tuple[Any, ...]":
    """Return the row of a game in :data:`NEXT`: its values, what it covers, and the seal."""
    number, newest = connection.execute(
        "SELECT number, hash FROM journal WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
    ).fetchone()
    row = (game, number, __version__, *values)
    # The text of a tuple in ASCII is the same in every version of Python.
    summed = (sides_of(connection, game), players_of(connection, game))
    sealed = ascii((newest, name, row, *summed))
    return (*row, sha256()(sealed.encode()).hexdigest())


def sides_of(connection: sqlite3.Connection, game: int) -> "list[tuple[Any, ...]]":
    """Return the sides of a game with their totals, and what each needs, in their order."""
    return connection.execute(
        "SELECT side, total, minimum, to_target FROM summary_side WHERE game = ? ORDER BY place",
        (game,),
    ).fetchall()


def players_of(connection: sqlite3.Connection, game: int) -> "list[tuple[Any, ...]]":
    """Return the figures of the players of a game, in the order of their seats."""
    return connection.execute(
        "SELECT * FROM summary_player WHERE game = ? ORDER BY seat", (game,)
    ).fetchall()
