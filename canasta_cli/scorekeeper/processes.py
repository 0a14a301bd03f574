"""Processes of this machine as the workers of :mod:`canasta_cli.scorekeeper.bulk`."""

import multiprocessing
import multiprocessing.spawn
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper.bulk import Workers

# No system takes more processes from one pool.
MOST = 61
# The same on every system; what a worker has to load is little.
START = "spawn"
# Bytes of address space: several times what the largest game file takes. A file from a stranger
# that needs more ends its own check, instead of slowing down the whole machine by swapping.
MOST_MEMORY = 1 << 30


def processors() -> int:
    """How many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def processes(number: int) -> Workers:
    """Workers: so many processes; 0 is one for each processor."""
    number = min(number or processors(), MOST)
    _try_out()
    return Workers(lambda: _pool(number), _stop, room=2 * number + 2, died=(BrokenExecutor,))


def _try_out() -> None:
    """Start Python once, for nothing: a pool that can't start its processes says so in many ways."""
    import subprocess

    try:
        command = [os.fsdecode(multiprocessing.spawn.get_executable()), "-I", "-S", "-c", ""]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own interpreter
    except (OSError, TypeError, subprocess.SubprocessError) as error:
        raise _not_started(error) from None


def _not_started(error: Exception) -> Refused:
    return Refused(f"worker processes can't be started: {error}", remedy="Check without -j.")


def _pool(number: int) -> "_Pool":
    context = multiprocessing.get_context(START)
    try:
        return _Pool(number, mp_context=context, initializer=_begin)
    except (OSError, NotImplementedError) as error:
        raise _not_started(error) from None


class _Pool(ProcessPoolExecutor):
    """A pool whose processes, which begin when work is submitted, never hear Ctrl-C."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_held():
            try:
                return super().submit(fn, *args, **kwargs)
            except OSError as error:
                # A worker that ends before it has begun breaks the pipe to it. Nothing else may take
                # this for the pipe of our own output.
                raise BrokenExecutor(f"a worker process can't be started: {error}") from error


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C for a moment. A process that begins in it holds it back for good.

    The terminal sends Ctrl-C to all processes; without this, one that is just beginning would print
    where it was.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it begins with the first worker, and lets Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Set up a worker: deaf to Ctrl-C, which its parent hears, and gone when its parent is gone.

    What goes wrong in it is a result or its death; both are reported by the parent, so that Python's
    own words about it are nobody's concern.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _limit_memory(MOST_MEMORY)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _limit_memory(most: int) -> None:
    """Limit the address space of this process, where the system can, and never raise a limit.

    Only for processes that were started here: the workers of a cluster belong to somebody else.
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
    """End a pool whatever its processes are doing."""
    assert isinstance(pool, _Pool)  # noqa: S101 - it made it itself
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()
    pool.shutdown(cancel_futures=True)
