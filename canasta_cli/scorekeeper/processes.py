"""Processes of this machine as workers for :mod:`canasta_cli.scorekeeper.bulk`."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from canasta_cli.scorekeeper.bulk import Workers

# Windows allows no more processes in one pool.
MOST = 61
# Works on every system; a worker has little to load.
START = "spawn"


def processors() -> int:
    """Return how many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def processes(number: int) -> Workers:
    """Return a number of processes as workers; 0 means one for each processor."""
    number = min(number or processors(), MOST)
    return Workers(lambda: _pool(number), _stop, room=2 * number + 2, died=(BrokenExecutor,))


def _pool(number: int) -> "_Pool":
    context = multiprocessing.get_context(START)
    return _Pool(number, mp_context=context, initializer=_begin)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes, which start when work is submitted, ignore Ctrl-C."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held() -> Iterator[None]:
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
    """Set up a worker: it ignores Ctrl-C, which its parent handles, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _stop(pool: Executor) -> None:
    """End a pool, whatever its processes are doing."""
    assert isinstance(pool, _Pool)  # noqa: S101 - _pool made it
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()
    pool.shutdown(cancel_futures=True)
