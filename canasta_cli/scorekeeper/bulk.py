"""Run many jobs on the workers of an executor: in order, few at a time, even if workers die.

A worker that dies loses its chunk of jobs, and a pool of processes all chunks in progress. Lost
chunks are run again one at a time, so that a chunk that kills its worker is found. It is halved
until the one job that does so is left, and that job gets an answer of its own.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from typing import Generic, ParamSpec, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.values import NamedTuple

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
