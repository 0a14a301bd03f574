"""Check many games at once, in several processes: in order, and few at a time.

Only the command ``verify`` calls it.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper.files import Job
from canasta_cli.words import first_of

R = TypeVar("R")

# Windows allows no more processes in one pool.
MOST_PROCESSES = 61
USE_ONE_PROCESS = "Run the command again with -j 1."


def check_all(check: Callable[[Job], R], jobs: Iterable[Job], number: int) -> Iterator[R]:
    """Yield the result of each job, in the order of the jobs, of which few are in memory at once.

    ``check`` is a function at the top of a module, and raises nothing; ``number`` is how many processes
    run it, 0 one for each processor. Raises :class:`~canasta_cli.errors.Refused` if they can't be
    started, or with the jobs in progress if one of them dies.
    """
    number = min(number or processors(), MOST_PROCESSES)
    waiting: deque[tuple[Job, Future[R]]] = deque()
    with _processes(number) as pool:
        try:
            for job in jobs:
                waiting.append((job, pool.submit(check, job)))
                if len(waiting) > 4 * number:
                    yield waiting[0][1].result()
                    waiting.popleft()
            while waiting:
                yield waiting[0][1].result()
                waiting.popleft()
        except BrokenExecutor:
            games = ", ".join(first_of([job.where for job, _ in waiting], "game"))
            raise Refused(
                f"a process stopped while these games were checked: {games}", fix=USE_ONE_PROCESS
            ) from None


def processors() -> int:
    """Return how many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


@contextmanager
def _processes(number: int) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of processes that have started; at the end of the block they end at once."""
    with ExitStack() as ended:
        try:
            context = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(number, mp_context=context, initializer=_begin)
            ended.callback(_end, pool)
            _start(pool, number)
        except (OSError, NotImplementedError, BrokenExecutor) as error:
            raise Refused(
                f"more processes can't be started: {error}", fix=USE_ONE_PROCESS
            ) from None
        yield pool


def _start(pool: ProcessPoolExecutor, number: int) -> None:
    """Start the processes, one at each call; they ignore Ctrl-C, as this process does meanwhile."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        started = [pool.submit(os.getpid) for _ in range(number)]
    finally:
        signal.signal(signal.SIGINT, before)
    started[0].result()


def _end(pool: ProcessPoolExecutor) -> None:
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Set up a process: it ignores Ctrl-C, on Windows too, and ends with its parent, even a killed one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
