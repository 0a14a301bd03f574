"""Work for tests that ends the process in which it is done, or waits there."""

import os
import signal
import time
from pathlib import Path

from canasta_cli.scorekeeper.job import Job
from canasta_cli.show import checked

POISON = "poison"
ONCE = "once:"
SLOW = "slow"
BUG = "bug"
HUNGRY = "hungry"


def work(word: str) -> str:
    """Shout a word; some words kill."""
    _maybe_die(word)
    return word.upper()


def lost(word: str) -> str:
    """What is answered for a word that kills."""
    return f"LOST {word}"


def report_of(job: Job) -> checked.Report:
    """Check a game; one that is called by a word that kills does so."""
    _maybe_die(job.text.partition('"name": "')[2].partition('"')[0])
    return checked.report_of(job)


def address_space(_: str) -> int:
    """Return the limit of the address space of the process that does this."""
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0]


def no_limit(_: str) -> int:
    """What is answered where that ended its process."""
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
