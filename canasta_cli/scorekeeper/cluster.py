"""Workers of a dask.distributed scheduler for :mod:`canasta_cli.scorekeeper.bulk`."""

import logging
import pickle
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from typing import ParamSpec, Protocol, TypeVar, cast

from canasta_cli import __version__
from canasta_cli.errors import NotUnderstood, Refused
from canasta_cli.scorekeeper.bulk import Workers

V = TypeVar("V")
P = ParamSpec("P")

EXTRA = "cluster"
SECONDS = 10
SLACK = 5  # seconds that the library may overrun its own limits before we give up
RETRIES = 2
LEAST_CAPACITY = 8


class Client(Protocol):
    """What is used of the library's client; the library has few type hints."""

    def wait_for_workers(self, n_workers: int, timeout: float) -> object:
        """Wait until there are some workers. Raises ``TimeoutError``."""

    def run(self, function: Callable[[], str]) -> Mapping[str, str]:
        """Return the result of a function on each worker."""

    def nthreads(self) -> Mapping[str, int]:
        """Return the number of threads of each worker."""

    def get_executor(self, *, retries: int, pure: bool) -> Executor:
        """Return an executor that sends calls to the workers."""

    def close(self) -> object:
        """Disconnect from the scheduler."""


class Connect(Protocol):
    """The class of that client."""

    def __call__(self, address: str, *, timeout: float, set_as_default: bool) -> Client:
        """Connect to the scheduler at an address."""


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


def _client(address: str) -> Client:
    try:
        import distributed
    except ImportError:
        raise NotUnderstood(
            "--cluster needs the library “distributed”, which is not installed",
            fix=f"Install it: python -m pip install 'canasta-cli[{EXTRA}]'",
        ) from None
    try:
        connect: Connect = distributed.Client
        return _within(
            lambda: connect(address, timeout=SECONDS, set_as_default=False), SECONDS + SLACK
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


def _threads(client: Client, address: str) -> int:
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


def _workers(client: Client, address: str, threads: int) -> Workers:
    from distributed import KilledWorker

    def check_alive() -> None:
        try:
            _within(client.nthreads, SECONDS)
        except TimeoutError:
            raise _no_answer(address) from None

    return Workers(
        lambda: _Workers(client),
        _stop,
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

    def __init__(self, client: Client) -> None:
        self.inner: Executor = client.get_executor(retries=RETRIES, pure=False)

    def submit(self, fn: Callable[P, V], /, *args: P.args, **kwargs: P.kwargs) -> Future[V]:
        sent = self.inner.submit(run_pickled, pickle.dumps((fn, args, kwargs)))
        return cast("Future[V]", sent)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait=wait and not cancel_futures)


def run_pickled(pickled: bytes) -> object:
    """Run a pickled call in a worker of the cluster."""
    work, arguments, options = pickle.loads(pickled)  # noqa: S301 - pickled by the class above
    return work(*arguments, **options)


def _stop(workers: Executor) -> None:
    _try_within_limit(lambda: workers.shutdown(cancel_futures=True))
