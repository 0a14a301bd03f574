"""Processes of this machine as workers for :mod:`canasta_cli.scorekeeper.bulk`."""

import multiprocessing
import multiprocessing.spawn
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import ParamSpec, TypeVar

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper.bulk import Workers

P = ParamSpec("P")
V = TypeVar("V")

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
        lambda: _pool(number), _stop, capacity=2 * number + 2, death_errors=(BrokenExecutor,)
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


def _stop(pool: Executor) -> None:
    """Stop a pool at once, whatever its processes are doing."""
    assert isinstance(pool, _Pool)  # noqa: S101 - _pool made it
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()
    pool.shutdown(cancel_futures=True)
