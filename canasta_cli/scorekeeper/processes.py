"""Processes of this machine as the workers of :mod:`canasta_cli.scorekeeper.bulk`."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from canasta_cli.scorekeeper.bulk import Workers

# No system takes more processes from one pool.
MOST = 61
# The same on every system; what a worker has to load is little.
START = "spawn"


def processors() -> int:
    """How many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def processes(number: int) -> Workers:
    """Workers: so many processes; 0 is one for each processor."""
    number = min(number or processors(), MOST)
    return Workers(lambda: _pool(number), _stop, room=2 * number + 2, died=(BrokenExecutor,))


def _pool(number: int) -> "_Pool":
    context = multiprocessing.get_context(START)
    return _Pool(number, mp_context=context, initializer=_begin)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes, which begin when work is submitted, never hear Ctrl-C."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


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
    """Set up a worker: deaf to Ctrl-C, which its parent hears, and gone when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


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
