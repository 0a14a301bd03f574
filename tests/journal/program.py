"""A program of its own for the tests: it writes to a journal, and says what it has recorded.

Each answer is one line, printed only after the record is safe: that line is the promise.
"""

import os
import sys
from collections.abc import Callable

from canasta_cli.errors import CanastaError
from canasta_cli.journal.store import Journal, Summary
from canasta_cli.model.history import Began, Noted

AT = "2026-01-31T19:30:00+00:00"


def say(*words: object) -> None:
    """One line, at once."""
    sys.stdout.write(" ".join(str(word) for word in words) + "\n")
    sys.stdout.flush()


def game_of(journal: Journal, name: str) -> int:
    """The game of a name, begun if need be."""
    with journal.writing() as writing:
        line = writing.find(name)
        if line is not None:
            return line.id
        return writing.begin(Began(name, ("Ann", "Bob"), (), "Ann", {"name": "two-player"}), AT)


def append(path: str, name: str, times: str, size: str) -> None:
    """Append notes to a game, and say the number of each."""
    # Nobody waits for these, and on a machine with other things to do a turn may be long in coming.
    with Journal.open(path, create=True, seconds=100) as journal:
        game = game_of(journal, name)
        say("game", game)
        for _ in range(int(times)):
            with journal.writing() as writing:
                record = writing.append(game, Noted("x" * int(size)), AT)
                # The same number in both places, so that a half-written pair would show.
                players = str(record.number)
                summary = Summary(name, "", players, "", False, False, None, (), ())
                writing.summarise(game, summary)
            say(record.number)


def fill(path: str, limit: str) -> None:
    """Append until no file may grow any more."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    append(path, "friday", "100000", "3000")


def guest(path: str) -> None:
    """Read a journal as somebody who may not write to it, and try to."""
    import hashlib  # noqa: F401 - the guest may not be allowed to read Python's own files

    if os.getuid() == 0:
        # Nothing is read-only to the administrator.
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    with Journal.open(path, create=True) as journal:
        say(*(line.name for line in journal.games()), len(journal.records(1)))
        append(path, "saturday", "1", "1")


def modules(path: str) -> None:
    """Append to an up-to-date file, and say which modules that took."""
    before = set(sys.modules)
    append(path, "friday", "1", "1")
    say("modules", *sorted(before | set(sys.modules)))


COMMANDS: dict[str, Callable[..., None]] = {
    "append": append,
    "fill": fill,
    "guest": guest,
    "modules": modules,
}

if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    try:
        COMMANDS[command](*arguments)
    except CanastaError as error:
        say(type(error).__name__, error.status, error.message)
        sys.exit(error.status)
