"""Run many jobs on workers: in order, a limited number at a time, even if workers die."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import crashing_jobs
import pytest

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper import workers
from canasta_cli.scorekeeper.workers import Task, Workers, chunked, processes, processors, run_all

TASK = Task(crashing_jobs.work, crashing_jobs.lost, len)


class Mortal(Executor):
    """An executor that runs jobs in this process, and breaks with all pending jobs at a word that kills.

    Pending jobs run only when a result is requested, so deaths are noticed late.
    """

    made = 0
    most = 0

    def __init__(self, deaths: Callable[[str], bool] = lambda _: False) -> None:
        Mortal.made += 1
        self.deaths = deaths
        self.waiting: list[tuple[_Late, tuple[Any, ...]]] = []
        self.broken = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Keep the job until a result is requested."""
        if self.broken:
            raise BrokenExecutor
        future = _Late(self)
        self.waiting.append((future, (fn, *args)))
        Mortal.most = max(Mortal.most, sum(not each.done() for each, _ in self.waiting))
        return future

    def work_off(self) -> None:
        """Run all pending jobs in order, up to the first death."""
        for future, (function, *arguments) in self.waiting:
            if not future.done():
                words = arguments[-1] if arguments else []
                self.broken = self.broken or any(map(self.deaths, words))
                if self.broken:
                    future.set_exception(BrokenExecutor())
                else:
                    future.set_result(function(*arguments))


class _Late(Future[Any]):
    """A future whose executor runs the jobs when the result is requested."""

    def __init__(self, executor: Mortal) -> None:
        super().__init__()
        self.executor = executor

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Do what waits, and answer."""
        self.executor.work_off()
        return super().exception(timeout)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mortal, "made", 0)
    monkeypatch.setattr(Mortal, "most", 0)


def _engine(deaths: Callable[[str], bool] = lambda _: False, capacity: int = 4) -> Workers:
    return Workers(lambda: Mortal(deaths), lambda _: None, capacity, (BrokenExecutor,))


def _upper(word: str) -> str:
    return word.upper()


QUIET = Task(_upper, crashing_jobs.lost, len)


def test_results_have_the_order_of_the_jobs() -> None:
    words = [f"word {number}" for number in range(500)]
    assert list(run_all(_engine(), QUIET, words)) == [word.upper() for word in words]


@pytest.mark.parametrize("capacity", [1, 3, 10])
def test_jobs_are_read_only_as_workers_become_free(capacity: int) -> None:
    drawn = 0

    def endless() -> Iterator[str]:
        nonlocal drawn
        while True:
            drawn += 1
            yield f"word {drawn}"

    results = run_all(_engine(capacity=capacity), QUIET, endless())
    for given in range(1, 3000):
        assert next(results) == f"WORD {given}"
        assert drawn - given <= capacity * workers.MOST_PIECES
    results.close()
    assert 0 < Mortal.most <= capacity


def test_chunks_are_bounded_in_number_and_in_weight() -> None:
    chunks = list(chunked(["x"] * 5000, len))
    assert sum(map(len, chunks)) == 5000
    assert len(chunks[0]) == 1
    assert max(map(len, chunks)) == workers.MOST_PIECES
    heavy = list(chunked(["x" * (workers.MOST_WEIGHT // 2)] * 100, len))
    assert max(map(len, heavy)) == 2


def test_no_jobs_give_no_results() -> None:
    assert list(run_all(_engine(), QUIET, [])) == []


@pytest.mark.parametrize("poisons", [{7}, {0}, {299}, {5, 6, 150}, set(range(0, 300, 50))])
def test_jobs_that_kill_workers_are_found_and_all_others_finish(poisons: set[int]) -> None:
    words = [f"{'poison' if n in poisons else 'word'} {n}" for n in range(300)]
    results = list(run_all(_engine(lambda word: word.startswith("poison")), QUIET, words))
    assert results == [
        crashing_jobs.lost(word) if word.startswith("poison") else word.upper() for word in words
    ]


def test_a_worker_killed_from_outside_blames_no_job() -> None:
    """A worker may be killed from outside at any time, even while it runs a single job."""
    words = [f"word {number}" for number in range(200)]
    for moment in range(0, 60, 7):
        asked = 0

        def unlucky(_: str, moment: int = moment) -> bool:
            nonlocal asked
            asked += 1
            return asked == moment

        assert list(run_all(_engine(unlucky), QUIET, words)) == [word.upper() for word in words]


def test_if_no_worker_survives_no_job_is_blamed() -> None:
    class Stillborn(Mortal):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenExecutor

    engine = Workers(Stillborn, lambda _: None, 4, (BrokenExecutor,))
    with pytest.raises(Refused, match="worker processes can't run here"):
        list(run_all(engine, QUIET, ["word"]))


def test_removed_workers_are_reported() -> None:
    class Gone(Mortal):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(Refused, match="the workers stopped before"):
        list(run_all(Workers(Gone, lambda _: None, 4, (BrokenExecutor,)), QUIET, ["word"]))


def test_a_check_ends_the_wait_for_results_that_will_not_come() -> None:
    class Silent(Mortal):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            return Future()

    asked = 0

    def check_alive() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise Refused("nobody answers")

    engine = Workers(
        Silent, lambda _: None, 4, (BrokenExecutor,), timeout=0.001, check_alive=check_alive
    )
    with pytest.raises(Refused, match="nobody answers"):
        list(run_all(engine, QUIET, ["word"]))
    assert asked == 3


def test_an_exception_in_a_job_is_raised() -> None:
    with pytest.raises(TypeError):
        list(run_all(_engine(), Task(len, len, lambda _: 1), [1]))  # type: ignore[arg-type]


# Real processes


def _over(words: Iterable[str]) -> list[str]:
    return list(run_all(processes(2), TASK, words))


def test_processes_return_results_in_order() -> None:
    words = [f"word {number}" for number in range(300)]
    assert _over(words) == [word.upper() for word in words]


def test_a_job_whose_process_died_once_is_repeated(tmp_path: Path) -> None:
    words = [f"word {number}" for number in range(300)]
    words[120] = f"{crashing_jobs.ONCE}{tmp_path / 'died'}"
    assert _over(words) == [word.upper() for word in words]
    assert (tmp_path / "died").exists()


def test_a_job_that_kills_its_process_is_reported() -> None:
    words = [f"word {number}" for number in range(60)]
    words[41] = "poison 41"
    expected = [word.upper() for word in words]
    expected[41] = "LOST poison 41"
    assert _over(words) == expected


def test_jobs_of_a_process_killed_from_outside_are_repeated() -> None:
    words = [f"word {number}" for number in range(2000)]
    results: list[str] = []
    for result in run_all(processes(2), TASK, words):
        results.append(result)
        if len(results) == 100:
            one, *_ = active_children()
            one.kill()
    assert results == [word.upper() for word in words]


def test_closing_ends_busy_processes() -> None:
    results = run_all(processes(2), TASK, ["word", *[crashing_jobs.SLOW] * 20])
    assert next(results) == "WORD"
    running = active_children()
    assert running
    results.close()
    assert not any(process.is_alive() for process in running)


def test_there_are_as_many_processes_as_processors() -> None:
    assert processors() >= 1
    assert processes(0).capacity == 2 * processors() + 2
    assert processes(10_000).capacity < 200
