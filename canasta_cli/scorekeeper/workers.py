"""Check many games at once, in processes of this machine or on a cluster: in order, and few at a time.

Only the command ``verify`` calls it.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import groupby
from typing import TypeVar

from canasta_cli import __version__
from canasta_cli.errors import NotInstalled, Refused
from canasta_cli.scorekeeper.files import Job
from canasta_cli.values import NamedTuple
from canasta_cli.words import first_of

R = TypeVar("R")
V = TypeVar("V")

SECONDS = 10
"""How long a scheduler or a result is waited for, before it is asked whether one will come."""
USE_ONE_PROCESS = "Run the command again with -j 1."


class Workers(NamedTuple):
    """An executor, and how many groups of games it is given at once.

    ``connected`` is asked when a result takes long; if it is false, none will come.
    """

    executor: Executor
    at_once: int
    connected: Callable[[], bool] = lambda: True


def check_all(workers: Workers, check: Callable[[Job], R], jobs: Iterable[Job]) -> Iterator[R]:
    """Yield the result of each job, in the order of the jobs, of which few are in memory at once.

    ``check`` is a function at the top of a module, and raises nothing. Raises
    :class:`~canasta_cli.errors.Refused` with the jobs in progress if a worker dies.
    """
    waiting: deque[tuple[list[Job], Future[list[R]]]] = deque()

    def oldest() -> list[R]:
        try:
            done = _result(waiting[0][1], workers.connected)
        except Exception as error:  # noqa: BLE001 - each library has its own for lost workers
            games = _places(job for group, _ in waiting for job in group)
            raise Refused(
                f"the workers stopped ({type(error).__name__}) while they checked {games}",
                fix=USE_ONE_PROCESS,
            ) from None
        waiting.popleft()
        return done

    for group in _grouped(jobs):
        waiting.append((group, _submitted(workers.executor, check, group)))
        if len(waiting) >= workers.at_once:
            yield from oldest()
    while waiting:
        yield from oldest()


# The games, and the characters of their texts, that are sent to a worker together.
MOST_GAMES = 8
MOST_CHARACTERS = 1_000_000


def _grouped(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    """Yield the jobs in groups. The first ones are small, so that all workers share a few games."""
    group: list[Job] = []
    most, made = 1, 0
    for job in jobs:
        group.append(job)
        if len(group) >= most or sum(len(each.text) for each in group) >= MOST_CHARACTERS:
            yield group
            made += 1
            group, most = [], min(MOST_GAMES, 1 + made // 2)
    if group:
        yield group


def _submitted(executor: Executor, check: Callable[[Job], R], group: list[Job]) -> Future[list[R]]:
    """Submit a group; if the workers died already, the future has the error.

    It is sent as bytes, since dask looks for tasks of its own in texts, which are other people's here.
    """
    try:
        return executor.submit(check_group, pickle.dumps((check, group)))
    except (BrokenExecutor, OSError) as error:
        failed: Future[list[R]] = Future()
        failed.set_exception(error)
        return failed


def check_group(pickled: bytes) -> list[R]:
    """Check a group of games in a worker."""
    check: Callable[[Job], R]
    check, group = pickle.loads(pickled)  # noqa: S301 - pickled by the function above
    return [check(job) for job in group]


def _result(future: Future[V], connected: Callable[[], bool]) -> V:
    while True:
        try:
            return future.result(SECONDS)
        except TimeoutError:
            if not connected():
                raise


def _places(jobs: Iterable[Job]) -> str:
    """Name the files of some games, and their lines in a stream: ``a.json, b.jsonl:5 to 12``."""
    places = []
    for _, games in groupby(jobs, lambda job: job.file):
        first, *others = games
        places.append(f"{first.where} to {others[-1].line}" if others else first.where)
    return ", ".join(first_of(places, "file"))


# Processes of this machine as workers.

# Windows allows no more processes in one pool.
MOST_PROCESSES = 61


def processors() -> int:
    """Return how many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Provide a number of processes, 0 for one for each processor, until the end of the block.

    Raises :class:`~canasta_cli.errors.Refused` if they can't be started.
    """
    number = min(number or processors(), MOST_PROCESSES)
    with ExitStack() as ended:
        try:
            context = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(number, mp_context=context, initializer=_begin)
            ended.callback(_end, pool)
            with _interrupts_blocked():
                # Each call starts a process.
                started = [pool.submit(os.getpid) for _ in range(number)]
            started[0].result()
        except (OSError, NotImplementedError, BrokenExecutor) as error:
            raise Refused(
                f"worker processes can't be started: {error}", fix=USE_ONE_PROCESS
            ) from None
        yield Workers(pool, 2 * number)


def _end(pool: Executor) -> None:
    """End the processes of a pool at once, whatever they are doing."""
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C while processes start; they keep it blocked.

    The terminal sends it to all processes, and one that is just starting would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it starts with the first process, and unblocks Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Set up a worker: its parent handles Ctrl-C, and the worker ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# Workers of a dask.distributed scheduler.


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Provide the workers of the scheduler at an address, until the end of the block.

    Raises :class:`~canasta_cli.errors.CanastaError` if the library is not installed, or if there
    is no scheduler with workers that have this program.
    """
    try:
        import distributed
    except ImportError:
        raise NotInstalled(
            "--cluster needs the library “distributed”, which is not installed", "distributed"
        ) from None
    with ExitStack() as ended:
        # The library's log; what matters about lost workers is in the answer.
        ended.callback(logging.disable, logging.root.manager.disable)
        logging.disable()
        try:
            client = distributed.Client(address, timeout=SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
            ended.enter_context(client)
        except (OSError, ValueError) as error:
            raise Refused(
                f"no scheduler answers at {address}: {error}",
                fix="Start one with “dask scheduler”, and workers with “dask worker ADDRESS”.",
            ) from None
        try:
            versions = set(client.run(version).values())
        except ImportError:
            versions = {"none"}
        if versions != {__version__}:
            raise Refused(
                f"not all workers at {address} have canasta-cli {__version__} "
                f"(found: {', '.join(sorted(versions)) or 'no workers'})",
                fix=f"Install it where the workers run, and start them: dask worker {address}",
            )
        executor: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        ended.callback(executor.shutdown, wait=False)
        threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
        yield Workers(executor, 2 * threads, lambda: client.status == "running")


def version() -> str:
    """Return the version of this program on a worker."""
    return __version__
