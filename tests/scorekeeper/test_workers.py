"""Check many games at once over any executor: in order, few at a time, until a worker dies."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing import active_children
from typing import Any

import crashing_jobs
import pytest

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper import workers
from canasta_cli.scorekeeper.files import Job
from canasta_cli.scorekeeper.workers import Workers, check_all, processes, processors


def _jobs(words: Iterable[str]) -> Iterator[Job]:
    """Return a stream in which each line is a game."""
    return (Job("games.jsonl", word, line) for line, word in enumerate(words, 1))


def _shout(job: Job) -> str:
    return job.text.upper()


class Late(Executor):
    """An executor that works only when a result is waited for, and breaks at one group if it is to."""

    def __init__(self, breaks_at: int = -1, *, refuses: bool = False) -> None:
        self.breaks_at, self.refuses = breaks_at, refuses
        self.submitted = self.waiting = self.most = 0
        self.broken = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Keep the call until its result is waited for."""
        if self.broken and self.refuses:
            raise BrokenExecutor
        number, self.submitted = self.submitted, self.submitted + 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)

        def work() -> Any:
            self.waiting -= 1
            self.broken = self.broken or number == self.breaks_at
            if self.broken:
                raise BrokenExecutor
            return fn(*args)

        return _LateFuture(work)


class _LateFuture(Future[Any]):
    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:
        """Do the work."""
        assert timeout
        return self.work()


WORDS = [f"word {number}" for number in range(1, 501)]
SHOUTED = [word.upper() for word in WORDS]


@pytest.mark.parametrize("at_once", [1, 3, 10])
def test_results_have_the_order_of_the_games(at_once: int) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert list(check_all(Workers(pool, at_once), _shout, _jobs(WORDS))) == SHOUTED
    assert list(check_all(Workers(Late(), at_once), _shout, _jobs(WORDS))) == SHOUTED


def test_no_games_give_no_results() -> None:
    assert list(check_all(Workers(Late(), 4), _shout, [])) == []


@pytest.mark.parametrize("at_once", [1, 3, 10])
def test_games_are_read_only_as_workers_become_free(at_once: int) -> None:
    drawn = 0

    def endless() -> Iterator[str]:
        nonlocal drawn
        while True:
            drawn += 1
            yield f"word {drawn}"

    executor = Late()
    results = check_all(Workers(executor, at_once), _shout, _jobs(endless()))
    for given in range(1, 3000):
        assert next(results) == f"WORD {given}"
        assert drawn - given <= at_once * workers.MOST_GAMES
    assert executor.most == at_once


def test_large_games_are_sent_alone_and_few_games_are_shared() -> None:
    large = Late()
    text = "x" * workers.MOST_CHARACTERS
    assert len(list(check_all(Workers(large, 4), len, _jobs([text] * 40)))) == 40
    assert large.submitted == 40
    few = Late()
    list(check_all(Workers(few, 4), _shout, _jobs(WORDS[:4])))
    assert few.submitted >= 3


@pytest.mark.parametrize("refuses", [False, True])
@pytest.mark.parametrize("at", [0, 1, 20, 60])
def test_a_broken_pool_ends_the_check_and_names_the_games_in_progress(
    at: int, refuses: bool
) -> None:
    results = check_all(Workers(Late(at, refuses=refuses), 4), _shout, _jobs(WORDS))
    given: list[str] = []
    with pytest.raises(Refused) as refused:
        given.extend(results)  # keeps what comes before the error
    assert given == SHOUTED[: len(given)]
    message = refused.value.message
    assert message.startswith(
        f"the workers stopped (BrokenExecutor) while they checked games.jsonl:{len(given) + 1}"
    )
    last = int(message.rpartition(" ")[2].rpartition(":")[2])
    assert len(given) < last <= len(given) + 4 * workers.MOST_GAMES
    assert refused.value.fix == "Run the command again with -j 1."


def test_games_in_progress_are_named_by_file_and_lines() -> None:
    jobs = [
        Job("a.json", "word"),
        *(Job("b.jsonl", "word", line) for line in (4, 5, 9)),
        Job("c.jsonl", "word", 1),
    ]
    with pytest.raises(Refused, match=r"checked a\.json, b\.jsonl:4 to 9, c\.jsonl:1$"):
        list(check_all(Workers(Late(0), 10), _shout, jobs))


def test_a_result_that_will_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            return Future()

    monkeypatch.setattr(workers, "SECONDS", 0.001)
    answers = iter([True, True, False])
    silent = Workers(Silent(), 4, lambda: next(answers))
    with pytest.raises(Refused, match="stopped"):
        list(check_all(silent, _shout, _jobs(WORDS)))
    assert list(answers) == []


# Real processes


def _over(words: Iterable[str]) -> Iterator[str]:
    with processes(2) as pool:
        yield from check_all(pool, crashing_jobs.shout, _jobs(words))


def test_processes_return_results_in_order() -> None:
    assert list(_over(WORDS)) == SHOUTED


def test_a_killed_process_ends_the_check_and_leaves_none_behind() -> None:
    def killing() -> Iterator[str]:
        for number, result in enumerate(_over(WORDS * 10)):
            if number == 100:
                one, *_ = active_children()
                one.kill()
            yield result

    given: list[str] = []
    with pytest.raises(Refused, match=r"\(BrokenProcessPool\) while they checked games\.jsonl:"):
        given.extend(killing())
    assert given == (SHOUTED * 10)[: len(given)]
    assert len(given) >= 100
    assert not active_children()


def test_closing_ends_busy_processes() -> None:
    results = _over(["word", *[crashing_jobs.SLOW] * 20])
    assert next(results) == "WORD"
    running = active_children()
    assert len(running) == 2
    results.close()  # type: ignore[attr-defined]
    assert not any(process.is_alive() for process in running)


def test_processes_that_can_not_be_started_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(38, "Function not implemented")

    with monkeypatch.context() as patched:
        patched.setattr(workers, "ProcessPoolExecutor", refuse)
        with pytest.raises(
            Refused, match=r"can't be started: \[Errno 38\] Function not implemented"
        ):
            list(_over(WORDS))
    monkeypatch.setattr(workers, "_begin", crashing_jobs.die)
    with pytest.raises(Refused, match="can't be started"):
        list(_over(WORDS))
    assert not active_children()


def test_there_are_as_many_processes_as_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processors() >= 1
    monkeypatch.setattr(workers, "processors", lambda: 3)
    with processes(0) as pool:
        assert pool.at_once == 6
        assert len(active_children()) == 3
