"""Run many jobs on the processes of this machine or on a cluster: in order, few at a time, even if workers die.

Only the check of many files calls it.
"""

import logging
import multiprocessing
import multiprocessing.spawn
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast

from canasta_cli import __version__
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from distributed import Client

# Run many jobs on the workers of an executor: in order, few at a time, even if workers die.
#
# A worker that dies loses its chunk of jobs, and a pool of processes all chunks in progress. Lost
# chunks are run again one at a time, so that a chunk that kills its worker is found. It is halved
# until the one job that does so is left, and that job gets an answer of its own.

J = TypeVar("J")
R = TypeVar("R")
V = TypeVar("V")
P = ParamSpec("P")

MOST_PIECES = 32
MOST_WEIGHT = 1_000_000


class Workers(NamedTuple):
    """The workers, independent of the job.

    ``make`` creates an executor, also after the death of another; ``stop`` ends it and all its
    workers at once. ``capacity`` is the number of chunks that it takes at once. ``death_errors`` are
    raised when a worker died, and ``tries`` is how often the worker of a single job may die before
    the job counts as the cause. If a result takes longer than ``timeout`` seconds, ``check_alive``
    is called, which raises an error if no result will ever come.
    """

    make: Callable[[], Executor]
    stop: Callable[[Executor], None]
    capacity: int
    death_errors: tuple[type[Exception], ...]
    tries: int = 2
    timeout: float | None = None
    check_alive: Callable[[], None] = lambda: None


class Task(NamedTuple, Generic[J, R]):
    """The function to run for each job, and the answer for a job that kills its worker.

    ``work`` is sent to other processes, so it must be a function at the top of a module.
    ``weight`` is a job's share of :data:`MOST_WEIGHT`.
    """

    work: Callable[[J], R]
    lost: Callable[[J], R]
    weight: Callable[[J], int]


def chunked(jobs: Iterable[J], weight: Callable[[J], int]) -> Iterator[list[J]]:
    """Yield jobs in chunks, bounded in number and in weight.

    The first chunks are small, so that even a few jobs are shared among all workers.
    """
    chunk: list[J] = []
    heavy, most, made = 0, 1, 0
    for job in jobs:
        chunk.append(job)
        heavy += weight(job)
        if len(chunk) >= most or heavy >= MOST_WEIGHT:
            yield chunk
            made += 1
            chunk, heavy, most = [], 0, min(MOST_PIECES, 1 + made // 2)
    if chunk:
        yield chunk


def run_all(workers: Workers, task: Task[J, R], jobs: Iterable[J]) -> Generator[R, None, None]:
    """Yield the result of every job, in the order of the jobs; closing it ends all workers."""
    run = _Run(workers, task)
    try:
        yield from run.results(chunked(jobs, task.weight))
        run.executor.shutdown()
    except CancelledError:
        raise Refused(
            "the workers stopped before everything was checked", fix="Run the command again."
        ) from None
    finally:
        workers.stop(run.executor)


def do_chunk(work: Callable[[J], R], chunk: list[J]) -> list[R]:
    """Run a chunk of jobs in a worker."""
    return [work(job) for job in chunk]


class _Run(Generic[J, R]):
    """A pass over all jobs: the current executor, and the chunks in progress."""

    def __init__(self, workers: Workers, task: Task[J, R]) -> None:
        self.workers = workers
        self.task = task
        self.executor = workers.make()
        self.in_progress: deque[tuple[list[J], Future[list[R]]]] = deque()

    def results(self, chunks: Iterator[list[J]]) -> Iterator[R]:
        """Keep the executor full, and yield finished results in order."""
        for chunk in chunks:
            self.in_progress.append((chunk, self._submit(do_chunk, self.task.work, chunk)))
            if len(self.in_progress) >= self.workers.capacity:
                yield from self._results_of_oldest()
        while self.in_progress:
            yield from self._results_of_oldest()

    def _results_of_oldest(self) -> Iterator[R]:
        _, future = self.in_progress[0]
        if self._died(future):
            yield from self._recover()
        else:
            self.in_progress.popleft()
            yield from future.result()

    def _recover(self) -> Iterator[R]:
        """Yield what was in progress when a worker died; lost chunks are run again, one at a time."""
        for _, future in self.in_progress:
            self._died(future)  # waits for it
        self._replace_executor()
        while self.in_progress:
            chunk, future = self.in_progress.popleft()
            yield from self._run_alone(chunk) if self._died(future) else future.result()

    def _run_alone(self, chunk: list[J]) -> Iterator[R]:
        """Run a chunk with nothing else in progress; halve it if it kills its worker."""
        for _ in range(self.workers.tries if len(chunk) == 1 else 1):
            future = self._submit(do_chunk, self.task.work, chunk)
            if not self._died(future):
                yield from future.result()
                return
            self._replace_executor()
        if len(chunk) == 1:
            self._check_workers_run()
            yield self.task.lost(chunk[0])
            return
        half = len(chunk) // 2
        yield from self._run_alone(chunk[:half])
        yield from self._run_alone(chunk[half:])

    def _check_workers_run(self) -> None:
        """Run an empty job: if its worker dies too, no game is the cause."""
        nothing = self._submit(int)
        if self._died(nothing):
            error = nothing.exception()
            why = f": {error.__cause__}" if error and error.__cause__ else ""
            raise Refused(
                f"worker processes can't run here{why}", fix="Run the command without -j."
            )

    def _replace_executor(self) -> None:
        self.workers.stop(self.executor)
        self.executor = self.workers.make()

    def _died(self, future: Future[V]) -> bool:
        while True:
            try:
                return isinstance(future.exception(self.workers.timeout), self.workers.death_errors)
            except TimeoutError:
                self.workers.check_alive()

    def _submit(self, work: Callable[P, V], *args: P.args, **kwargs: P.kwargs) -> Future[V]:
        """Submit to an executor that may be broken already; the future then has the error."""
        try:
            return self.executor.submit(work, *args, **kwargs)
        except self.workers.death_errors as error:
            future: Future[V] = Future()
            future.set_exception(error)
            return future


# Processes of this machine as workers.

# Windows allows no more processes in one pool.
MOST = 61
# Works on every system; a worker has little to load.
START = "spawn"
# Bytes of address space: several times what the largest game file takes. An untrusted file that
# needs more fails its own check, instead of slowing down the whole machine by swapping.
MOST_MEMORY = 1 << 30


def processors() -> int:
    """Return how many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def processes(number: int) -> Workers:
    """Return a number of processes as workers; 0 means one for each processor."""
    number = min(number or processors(), MOST)
    _check_python_starts()
    return Workers(
        lambda: _pool(number), _stop_pool, capacity=2 * number + 2, death_errors=(BrokenExecutor,)
    )


def _check_python_starts() -> None:
    """Start Python once: a pool that can't start its processes fails in many different ways."""
    import subprocess

    try:
        command = [os.fsdecode(multiprocessing.spawn.get_executable()), "-I", "-S", "-c", ""]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own interpreter
    except (OSError, TypeError, subprocess.SubprocessError) as error:
        raise _not_started(error) from None


def _not_started(error: Exception) -> Refused:
    return Refused(f"worker processes can't be started: {error}", fix="Run the command without -j.")


def _pool(number: int) -> "_Pool":
    context = multiprocessing.get_context(START)
    try:
        return _Pool(number, mp_context=context, initializer=_begin)
    except (OSError, NotImplementedError) as error:
        raise _not_started(error) from None


class _Pool(ProcessPoolExecutor):
    """A pool whose processes, which start when work is submitted, ignore Ctrl-C."""

    def submit(self, fn: Callable[P, V], /, *args: P.args, **kwargs: P.kwargs) -> Future[V]:
        with _interrupts_blocked():
            try:
                return super().submit(fn, *args, **kwargs)
            except OSError as error:
                # A worker that ends before it has started breaks the pipe to it. This must not be
                # mistaken for the pipe of our own output.
                raise BrokenExecutor(f"a worker process can't be started: {error}") from error


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for a moment; a process that starts meanwhile keeps it blocked.

    The terminal sends Ctrl-C to all processes; without this, one that is just starting would
    print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it starts with the first worker, and unblocks Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Set up a worker: it ignores Ctrl-C, which its parent handles, and ends with its parent.

    Its errors are results, or its death; the parent reports both, so Python prints nothing about them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _limit_memory(MOST_MEMORY)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _limit_memory(most: int) -> None:
    """Limit the address space of this process, if the system can; never raise an existing limit.

    Only for processes that were started here: the workers of a cluster belong to others.
    """
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):  # macOS has the limit and refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (min([most, *known]), hard))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _stop_pool(pool: Executor) -> None:
    """Stop a pool at once, whatever its processes are doing."""
    assert isinstance(pool, _Pool)  # noqa: S101 - _pool made it
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()
    pool.shutdown(cancel_futures=True)


# Workers of a dask.distributed scheduler.

EXTRA = "cluster"
SECONDS = 10
SLACK = 5  # seconds that the library may overrun its own limits before we give up
RETRIES = 2
LEAST_CAPACITY = 8


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Provide the workers of the scheduler at an address, for the duration of the block.

    Raises :class:`~canasta_cli.errors.CanastaError` if the library is not installed, or if there
    is no scheduler with workers that have this program.
    """
    with _silence():
        client = _client(address)
        try:
            yield _workers(client, address, _threads(client, address))
        finally:
            _try_within_limit(client.close)


def _within(work: Callable[[], V], seconds: float) -> V:
    """Do something that may never end. Raises TimeoutError after a number of seconds.

    The time limits of the library fail if a scheduler accepts connections and never answers, so
    the call is made in a thread that may be left behind.
    """
    result: Future[V] = Future()

    def do() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            result.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return result.result(seconds)


def _try_within_limit(work: Callable[[], object]) -> None:
    """Do something, and give up when the time is over."""
    with suppress(TimeoutError):
        _within(work, SECONDS)


def _no_answer(address: str) -> Refused:
    return Refused(
        f"the scheduler at {address} does not answer",
        fix="Look after it and its workers, then check again; or use -j for processes here.",
    )


@contextmanager
def _silence() -> Iterator[None]:
    """Turn off the library's log: the answer reports what matters about lost workers."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _client(address: str) -> "Client":
    try:
        import distributed
    except ImportError:
        raise NotUnderstood(
            "--cluster needs the library “distributed”, which is not installed",
            fix=f"Install it: python -m pip install 'canasta-cli[{EXTRA}]'",
        ) from None
    try:
        return _within(
            lambda: distributed.Client(address, timeout=SECONDS, set_as_default=False),  # type: ignore[no-untyped-call]
            SECONDS + SLACK,
        )
    except ValueError as error:
        raise NotUnderstood(
            f"“{address}” is not the address of a scheduler: {error}",
            fix="Example: --cluster tcp://192.168.1.5:8786",
        ) from None
    except OSError:
        raise Refused(
            f"no scheduler answers at {address}",
            fix="Start one with “dask scheduler”, and workers with “dask worker ADDRESS”.",
        ) from None


def _threads(client: "Client", address: str) -> int:
    """Return how many games the cluster checks at once, all by this version of the program."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        raise Refused(
            f"the scheduler at {address} has no workers",
            fix=f"Start some with: dask worker {address}",
        ) from None
    try:
        versions: set[str] = set(_within(lambda: client.run(version), SECONDS).values())
    except TimeoutError:
        raise _no_answer(address) from None
    except ImportError:
        versions = {"none"}
    if versions != {__version__}:
        raise Refused(
            f"the workers at {address} have other versions of canasta-cli "
            f"({', '.join(sorted(versions))}); this is {__version__}",
            fix=f"Install canasta-cli {__version__} in the environment of every worker.",
        )
    return sum(_within(client.nthreads, SECONDS).values())


def version() -> str:
    """Return the version of this program on a worker."""
    return __version__


def _workers(client: "Client", address: str, threads: int) -> Workers:
    from distributed import KilledWorker

    def check_alive() -> None:
        try:
            _within(client.nthreads, SECONDS)
        except TimeoutError:
            raise _no_answer(address) from None

    return Workers(
        lambda: _Workers(client),
        lambda workers: _try_within_limit(lambda: workers.shutdown(cancel_futures=True)),
        capacity=max(2 * threads + 2, LEAST_CAPACITY),
        # distributed raises ValueError if a worker dies while its result is fetched; a job raises none.
        death_errors=(KilledWorker, ValueError),
        tries=1,  # the scheduler tries it on several workers before it gives up
        timeout=SECONDS,
        check_alive=check_alive,
    )


class _Workers(Executor):
    """The executor of a client, which sends calls as bytes.

    Dask looks for tasks of its own in lists, tuples and strings, and calls contain texts from users.
    """

    def __init__(self, client: "Client") -> None:
        self.inner: Executor = client.get_executor(retries=RETRIES, pure=False)  # type: ignore[no-untyped-call]

    def submit(self, fn: Callable[P, V], /, *args: P.args, **kwargs: P.kwargs) -> Future[V]:
        sent = self.inner.submit(run_pickled, pickle.dumps((fn, args, kwargs)))
        return cast("Future[V]", sent)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait=wait and not cancel_futures)


def run_pickled(pickled: bytes) -> object:
    """Run a pickled call in a worker of the cluster."""
    work, arguments, options = pickle.loads(pickled)  # noqa: S301 - pickled by the class above
    return work(*arguments, **options)
