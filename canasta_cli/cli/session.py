"""One run of the program: its state, its standard streams, a pager for long answers, and the database.

Every command may use it.
"""

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from io import StringIO
from typing import TYPE_CHECKING, TextIO

import click

from canasta_cli.errors import AnswerLost, Refused
from canasta_cli.words import count_of, quoted

if TYPE_CHECKING:
    from canasta_cli.journal.store import Committed, Journal, Writing
    from canasta_cli.scorekeeper.scorebook import Scorebook

# The state of one run of the program, passed to its commands.


class Session:
    """One run of the program; click passes it to every command as the object of its context.

    ``opened`` lists the databases that were opened, ``recorded`` what was done, each in order;
    ``remarks`` are lines for standard error below the answer.
    ``journals`` are those that are open now, ``db``, ``game``, ``as_json`` and ``dry_run`` are
    the options --db, --game, --json and --dry-run. ``run`` runs another command line and returns its
    exit status. ``program`` is the command with all others, if lines are read by it.
    """

    def __init__(
        self, run: Callable[[list[str]], int], program: click.Command | None = None
    ) -> None:
        self.run, self.program = run, program
        self.opened: list[str] = []
        self.recorded: list[str] = []
        self.remarks: list[str] = []
        self.journals: list[Journal] = []
        self.db: str | None = None
        self.game = ""
        self.as_json = False
        self.dry_run = False

    def addressed(self, text: str) -> str:
        """Add the options ``--game`` and ``--db`` that were given to each command that a text suggests."""
        if self.game:
            text = _with_option(text, OF_GAME, f"-g {quoted(self.game)}")
        return _with_option(text, OF_DATABASE, f"--db {quoted(self.db)}") if self.db else text


def _with_option(text: str, commands: tuple[str, ...], option: str) -> str:
    """Add an option to each of some commands that a text names, unless it has the option already.

    One that goes on in the next line has it there.
    """
    name, _ = option.split(" ", 1)
    has_it = rf"(?:(?!canasta ).)* {name}\b|.*\\$"
    command = rf"\bcanasta (?:{'|'.join(commands)})\b(?! --help)(?!{has_it})"
    return re.sub(command, lambda found: f"{found[0]} {option}", text, flags=re.MULTILINE)


OF_GAME = (
    "again", "amend", "change", "check", "count", "deal", "export", "finish", "hand", "left", "log", "melds",
    "minimum", "next", "note", "penalty", "pile", "players rename", "redo", "rename",
    "rules (?:book|card|explain|penalties|show)", "score", "serve", "show", "sub",
    "suggest (?:discard|opening|out)", "turn", "undo", "winner",
)  # fmt: skip
"""The commands with the option ``--game``, as patterns."""
OF_DATABASE = (
    *OF_GAME, "backup", "config", "delete", "doctor", "games", "import", "new", "players", "restore",
    "stats", "use",
)  # fmt: skip
"""The commands with the option ``--db``, as patterns."""


# What phone keyboards write instead of two hyphens, a minus sign and quotation marks.

_WRITTEN = frozenset("—―–−“”„")
_OF_CARDS = "(?i:[0-9AKQJTWRBX]+)"  # no option is made of these letters


def from_keyboard(arguments: list[str]) -> list[str]:
    """Return arguments with the dashes and quotation marks of a phone as the shell would have read them.

    Words between curly quotation marks are one argument. One word in them stays, as it can be a name, and so
    does an argument with spaces, which had others.
    """
    if _WRITTEN.isdisjoint("".join(arguments)):
        return arguments

    end = "\0"
    line = end.join(("", *arguments, ""))
    quotes = rf"(?<=[{end}=])[“„]([^“”„ {end}]+{end}[^“”„ ]*)[”“](?={end})"
    line = re.sub(quotes, lambda found: found[1].replace(end, " "), line)
    words = line.split(end)[1:-1]
    return [each if " " in each else _with_hyphens(each) for each in words]


def typed_line(line: str) -> str:
    """Return a line that was typed with hyphens in front of its words, and straight quotation marks."""
    if _WRITTEN.isdisjoint(line):
        return line

    line = re.sub(r"\S+", lambda found: _with_hyphens(found[0]), line)
    return re.sub("[“”„]", '"', line)


def _with_hyphens(word: str) -> str:
    """Return a word with hyphens for a dash in front of it: two for a long one, except before cards."""
    dash, rest = word[:1], word[1:]
    if not rest or dash not in "—―–−":
        return word
    is_option = dash in "—―" and not re.fullmatch(_OF_CARDS, rest)
    return f"{'--' if is_option else '-'}{rest}"


# Standard streams: no character, full disk or closed pipe ends a command with a traceback.

# Substitutes for characters that a stream can't encode; any other is written as \x, \u or \U.
SUBSTITUTES = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "×": "x", "·": "-", "…": "...", "–": "-", "—": "-",
    "−": "-", "→": "->", "↵": "/", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "�": "?",
}  # fmt: skip
HANDLER = "canasta.substitute"


def open_streams() -> None:
    """Open the null device for each closed stream, and make the others write any character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    codecs.register_error(HANDLER, _substitute)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=HANDLER)


def _substitute(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace one character; this is an error handler for :mod:`codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    end = error.start + 1
    found = SUBSTITUTES.get(error.object[error.start])
    if found is not None:
        return found, end
    one = UnicodeEncodeError(error.encoding, error.object, error.start, end, error.reason)
    return codecs.backslashreplace_errors(one)


def warn(text: str) -> None:
    """Write to standard error at once; drop a message that can't be written."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr)


def flush_or_silence() -> None:
    """Write the text that standard output still buffers, or drop it if it can't be written."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence(sys.stdout)


def silence(stream: TextIO) -> None:
    """Send a broken stream to the null device, so that Python can close it without an error."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()


@contextmanager
def if_read() -> Iterator[None]:
    """Print an answer, and go on if nobody reads it, as after ``grep -q``: the exit status answers, too."""
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)


def on_terminal() -> bool:
    """True if questions can be asked: input and output are a terminal, and the answer is not JSON."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not current_session().as_json


# Open the database for a command, with the clock for what it records.
#
# Times are recorded in UTC, and shown in local time.


@contextmanager
def open_scorebook(
    file: str | None = None,
    *,
    create: bool = False,
    examine: bool = False,
    snapshot: bool = False,
    is_new: bool = False,
) -> Iterator["Scorebook"]:
    """Open the database that ``--db`` names, or ``file``; without ``create`` no file is created.

    Nor is one in a dry run. A file that ``--db`` names must exist, unless one can be created later
    (``is_new``). ``snapshot`` reads one state of it, whatever others record meanwhile;
    ``examine`` also opens a journal that has lost its marks. What is recorded is noted in the session,
    in case the answer of the command is lost.
    """
    from canasta_cli.journal.store import Journal
    from canasta_cli.scorekeeper.scorebook import Scorebook

    file = file or database()
    session = current_session()
    if session.db and not (create or examine or is_new):
        _check_file(file)
    folder = os.path.dirname(os.path.abspath(file))
    made = folder if session.db and not os.path.isdir(folder) else ""
    session.opened.append(file)
    with Journal.open(file, create=create and not session.dry_run, examine=examine) as journal:
        journal.before_migration, journal.after_migration = _copy, _count_all_again
        session.journals.append(journal)
        if not examine and (
            journal.is_new or (create and not journal.row("SELECT 1 FROM journal LIMIT 1"))
        ):
            _remark_backups(session, file)
        try:
            with journal.snapshot() if snapshot else nullcontext():
                yield Scorebook(journal, now, local, session.dry_run)
        finally:
            session.journals.remove(journal)
            if journal.committed:
                _note(session, journal, journal.committed, made)
            if journal.converted:
                click.echo(
                    "Converted the database for this version of canasta; "
                    f"a copy of the old one: {journal.converted}",
                    err=True,
                )
            if journal.not_backed_up:
                session.remarks.append(session.addressed(f"Warning: {journal.not_backed_up}"))


def _note(session: Session, journal: "Journal", committed: "Committed", folder: str) -> None:
    """Note what was recorded, and remark on what users don't expect: a new folder, another name.

    Raises the error for a database that was moved meanwhile.
    """
    session.recorded.append(_in_words(committed))
    if folder:
        session.remarks.append(f"New database: {journal.path} (made the folder {folder})")
    for old, new in committed.aside:
        restore = session.addressed(f"To restore it: canasta undo -g {quoted(new)}")
        session.remarks += f"The deleted game {old} is now called {new}.", restore
    if journal.is_moved:
        raise _rescued(journal, session.recorded[-1])


def _remark_backups(session: Session, file: str) -> None:
    """Say that there are backups of a database that is missing or empty."""
    from canasta_cli.journal.copies import has_backups

    if has_backups(file):
        says = f"Warning: {file} has no entries, but has backups: canasta restore"
        text = session.addressed(says)
        session.remarks += [] if text in session.remarks else [text]


def _check_file(file: str) -> None:
    """Refuse a database that ``--db`` names and that doesn't exist: its name may be mistyped."""
    from canasta_cli.journal.file import is_there

    if is_there(file):
        return
    folder = os.path.dirname(os.path.abspath(file))
    lacks = f"there is no file {file}" if os.path.isdir(folder) else f"there is no folder {folder}"
    raise Refused(lacks, fix=f"For a new database: canasta new --db {quoted(file)} Ann Bob Cat Dan")


def _in_words(committed: "Committed") -> str:
    name, number, games, _ = committed
    what = f"recorded as entry {number} of {name}" if number else f"recorded: {name} is current"
    return f"{what}, with {count_of(games - 1, 'other game')}" if games > 1 else what


def _rescued(journal: "Journal", what: str) -> AnswerLost:
    """Copy a database that was moved just after something was recorded in it, and return what to say."""
    from canasta_cli.journal.backup import copy_aside

    aside = copy_aside(journal, now())
    return AnswerLost(
        f"{what}, but {journal.path} was moved or replaced at that moment",
        fix=f"The database with this entry: {aside}\n"
        f"To go on with it: canasta restore {quoted(aside)}",
    )


@contextmanager
def waiting() -> Iterator[None]:
    """Close every database while an answer is awaited: its file may be moved, copied or replaced.

    If no answer comes, say that nothing was recorded.
    """
    journals = current_session().journals
    try:
        with ExitStack() as stack:
            for journal in journals:
                stack.enter_context(journal.released())
            yield
    except (EOFError, KeyboardInterrupt, click.Abort):
        if journals:
            warn("\nNothing was recorded.\n")
        raise


# Both once in the life of a file.
def _copy(journal: "Journal") -> str:
    from canasta_cli.journal.copies import back_up_before_conversion

    return back_up_before_conversion(journal, now())


def _count_all_again(writing: "Writing") -> None:
    from canasta_cli.scorekeeper.health import summarise_all

    summarise_all(writing)


def current_session() -> Session:
    """Return the session of the command that is running; outside a command, a new one."""
    context = click.get_current_context(silent=True)
    session = context.find_object(Session) if context else None
    return session or Session(lambda _: 0)


def database() -> str:
    """Return the file that ``--db`` names, else the usual one."""
    from canasta_cli.journal.file import journal_file

    return journal_file(current_session().db)


def now() -> str:
    """Return the current time in UTC, in the format of the journal."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


def local(at: str) -> str:
    """Format a recorded time in local time: ``2026-11-21 20:15``; return invalid text unchanged."""
    from datetime import UTC, datetime

    try:
        time = datetime.fromisoformat(at)
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
        return time.astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return at


# Show an answer that is longer than the screen in the user's pager, as git does.
#
# ``PAGER`` names it; otherwise it is less. ``LESS`` is set if it is not set: leave at once what fits, keep
# colours, leave the answer on the screen, and name the keys below it. An empty ``PAGER`` or ``cat`` stands
# for none.

# The letters of less, then its prompt: one at the end (?e), another before it. LESSSECURE: no key writes files.
_LESS = r"FRXPs?eEnd\. q\: leave:space\: more, q\: leave.$"
_FOR_PAGER = {"LESS": _LESS, "LESSSECURE": "1", "LV": "-c"}
_COLOURS = r"\x1b\[[0-9;]*m"


class _Draft(StringIO):
    """Text that is written as if to the terminal, and kept until its length is known."""

    def __init__(self, terminal: TextIO) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        """Answer for the terminal: the text will be shown there."""
        return True

    def fileno(self) -> int:
        """Return the terminal's file number, by which its size is found."""
        return self._terminal.fileno()


@contextmanager
def paged() -> Iterator[None]:
    """Collect what is printed, then show it: in a pager if it is longer than the screen."""
    import signal

    from canasta_cli.show.layout import screen

    terminal = sys.stdout
    both_ends = sys.stdin.isatty() and terminal.isatty()
    size = screen(terminal) if both_ends and _is_wanted() else None
    if not (size and size[1]):
        yield
        return
    draft = _Draft(terminal)
    sys.stdout = draft
    try:
        yield
    finally:
        sys.stdout = terminal
    text = draft.getvalue()
    if _rows(text, size[0]) < size[1]:
        terminal.write(text)
        return
    os.environ.update({**_FOR_PAGER, **os.environ})
    encoding = terminal.encoding or "utf-8"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        with click.get_pager_file(color=True) as pager:
            pager.write(text.encode(encoding, terminal.errors or "strict").decode(encoding))
    except (OSError, ValueError):  # ``PAGER`` can't be run, or can't be parsed
        terminal.write(text)
    finally:
        signal.signal(signal.SIGINT, before)


def _is_wanted() -> bool:
    """True unless the terminal has no pager, or the user wants none."""
    return os.environ.get("TERM", "dumb") != "dumb" and os.environ.get("PAGER") not in ("", "cat")


def _rows(text: str, columns: int) -> int:
    """Count the lines of the screen that a text takes; long ones continue on the next."""
    from canasta_cli.show.layout import width

    lines = (width(re.sub(_COLOURS, "", line)) for line in text.splitlines())
    return sum(max(1, -(-line // columns)) for line in lines)
