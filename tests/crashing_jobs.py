"""Define jobs that kill their worker process, or make it wait."""

import os
import signal
import time
from pathlib import Path

from canasta_cli.cli import files
from canasta_cli.scorekeeper.files import Job
from canasta_cli.show.verify import Report

# The tests replace the function in its module by the one below.
check = files.report_of

POISON = "poison"
ONCE = "once:"
SLOW = "slow"
BUG = "bug"
HUNGRY = "hungry"


def work(word: str) -> str:
    """Return the word in capitals; some words kill the process."""
    _maybe_die(word)
    return word.upper()


def lost(word: str) -> str:
    """Return the answer for a word that kills its process."""
    return f"LOST {word}"


def report_of(job: Job) -> Report:
    """Check a game; some names of games kill the process."""
    _maybe_die(job.text.partition('"name": "')[2].partition('"')[0])
    return check(job)


def address_space(_: str) -> int:
    """Return the limit of the address space of this process, in bytes."""
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0]


def no_limit(_: str) -> int:
    """Return the answer for a word whose process was ended by its limit."""
    return -1


def _maybe_die(word: str) -> None:
    if word == BUG:
        _ = 1 // 0
    if word == HUNGRY:
        raise MemoryError
    if word == SLOW:
        time.sleep(60)
    if word.startswith(POISON):
        os.kill(os.getpid(), signal.SIGKILL)
    if word.startswith(ONCE):
        mark = Path(word.removeprefix(ONCE))
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
