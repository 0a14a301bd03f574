"""Check many games at once in several processes: in order, few at a time, until one of them dies."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import active_children

import crashing_jobs
import pytest

from canasta_cli.errors import Refused
from canasta_cli.scorekeeper import workers
from canasta_cli.scorekeeper.files import Job
from canasta_cli.scorekeeper.workers import check_all, processors

WORDS = [f"word {number}" for number in range(1, 501)]
SHOUTED = [word.upper() for word in WORDS]


def _over(words: Iterable[str], number: int = 2) -> Iterator[str]:
    """Check a stream in which each line is a game."""
    jobs = (Job("games.jsonl", word, line) for line, word in enumerate(words, 1))
    return check_all(crashing_jobs.shout, jobs, number)


@pytest.mark.parametrize("number", [1, 2])
def test_results_have_the_order_of_the_games(number: int) -> None:
    assert list(_over(WORDS, number)) == SHOUTED


def test_no_games_give_no_results() -> None:
    assert list(_over([])) == []


def test_games_are_read_only_as_processes_become_free() -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        for read in count(1):
            yield f"word {read}"

    results = _over(endless())
    for given in range(1, 500):
        assert next(results) == f"WORD {given}"
        assert read - given <= 8
    results.close()  # type: ignore[attr-defined]


def test_a_killed_process_ends_the_check_and_leaves_none_behind() -> None:
    def killing() -> Iterator[str]:
        for number, result in enumerate(_over(WORDS * 10)):
            if number == 100:
                one, *_ = active_children()
                one.kill()
            yield result

    given: list[str] = []
    with pytest.raises(Refused) as refused:
        given.extend(killing())
    assert given == (SHOUTED * 10)[: len(given)]
    assert len(given) >= 100
    assert refused.value.message.startswith(
        f"a process stopped while these games were checked: games.jsonl:{len(given) + 1}"
    )
    assert refused.value.fix == "Run the command again with -j 1."
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
        patched.setattr(ProcessPoolExecutor, "submit", refuse)
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
    results = _over(WORDS, 0)
    next(results)
    assert len(active_children()) == 3
    results.close()  # type: ignore[attr-defined]
