"""A separate program for the tests that writes to a journal and prints what it has recorded.

Each line is printed only after the entry is safely stored; the tests rely on that promise.
"""

import os
import sys
from collections.abc import Callable

from canasta_cli.errors import CanastaError
from canasta_cli.journal.schema import Summary
from canasta_cli.journal.store import Journal
from canasta_cli.model.history import Began, Noted

AT = "2026-01-31T19:30:00+00:00"


def say(*words: object) -> None:
    """Print one line and flush it."""
    sys.stdout.write(" ".join(str(word) for word in words) + "\n")
    sys.stdout.flush()


def game_of(journal: Journal, name: str) -> int:
    """Return the id of a game by name, and start the game if it doesn't exist."""
    with journal.writing() as writing:
        line = writing.find(name)
        if line is not None:
            return line.id
        began = Began(name, ("Ann", "Bob"), (), "Ann", {"name": "two-player"})
        return writing.begin(began, (), AT)[0]


def append(path: str, name: str, times: str, size: str) -> None:
    """Append notes to a game, and print the number of each."""
    # A long timeout: on a busy machine it may take long to get the lock.
    with Journal.open(path, create=True, seconds=100) as journal:
        game = game_of(journal, name)
        say("game", game)
        for _ in range(int(times)):
            with journal.writing() as writing:
                record = writing.append(game, Noted("x" * int(size)), AT)
                # The same number in the entry and the summary, to detect a partial write.
                players = str(record.number)
                summary = Summary(name, "", players, "", False, False, None, (), ())
                writing.summarise(game, summary)
            say(record.number)


def fill(path: str, limit: str) -> None:
    """Append until the files reach their size limit."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    append(path, "friday", "100000", "3000")


def guest(path: str) -> None:
    """Read a journal as a user who may not write to it, then try to write."""
    # The other user might not be able to read Python's own files, or ours.
    import hashlib  # noqa: F401

    import canasta_cli.files  # noqa: F401

    if os.getuid() == 0:
        # Root may write to any file, so change to another user.
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    with Journal.open(path, create=True) as journal:
        say(*(line.name for line in journal.games()), len(journal.records(1)))
        append(path, "saturday", "1", "1")


def modules(path: str) -> None:
    """Append to an up-to-date file, and print the modules that were loaded."""
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
