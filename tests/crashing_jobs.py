"""Define checks that kill their worker process, or make it wait."""

import os
import signal
import time

from canasta_cli.cli import files
from canasta_cli.scorekeeper.files import Job
from canasta_cli.show.verify import Report

# The tests replace the function in its module by the one below.
check = files.report_of

POISON = "poison"
SLOW = "slow"
BUG = "bug"
HUNGRY = "hungry"


def shout(job: Job) -> str:
    """Return the text of a game in capitals; some texts kill the process."""
    _maybe_die(job.text)
    return job.text.upper()


def report_of(job: Job) -> Report:
    """Check a game; some names of games kill the process."""
    _maybe_die(job.text.partition('"name": "')[2].partition('"')[0])
    return check(job)


def die() -> None:
    """End a worker process at its start."""
    os.kill(os.getpid(), signal.SIGKILL)


def _maybe_die(word: str) -> None:
    if word == BUG:
        _ = 1 // 0
    if word == HUNGRY:
        raise MemoryError
    if word == SLOW:
        time.sleep(60)
    if word == POISON:
        die()
