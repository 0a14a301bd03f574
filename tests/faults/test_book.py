"""Several threads and processes send the same hands, again and again: none is lost, none is recorded twice."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Thread
from typing import NamedTuple
from unittest.mock import patch

import pytest
from journal_fixtures import faults_of
from sampling import tries

import canasta_cli as canasta
from canasta_cli.api import book as books
from canasta_cli.journal.store import Journal, Writing
from canasta_cli.model.history import HandTallied
from canasta_cli.rules import library
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.scorebook import Scorebook

FOUR = ("Ann", "Bob", "Cat", "Dan")
AT = "2026-11-21T20:15:00+00:00"
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX has them")


def _begin(path: str, *names: str) -> canasta.Book:
    with Journal.open(path, create=True) as journal:
        for name in names:
            begin_game(Scorebook(journal, lambda: AT), Proposal(FOUR, RULES, name=name))
    return canasta.Book(path)


RULES = library.ruleset("classic")


@pytest.fixture
def book(tmp_path: Path) -> canasta.Book:
    """A game without a hand."""
    return _begin(str(tmp_path / "canasta.db"), "friday")


def _recorded(book: canasta.Book) -> list[tuple[str, int]]:
    """Return each key in a sound file with the number of its entry; every hand of the game has one."""
    assert faults_of(book.path) == ()
    with Journal.open(book.path, create=False) as journal:
        keys = journal.rows("SELECT key, number FROM entry_key WHERE game = 1 ORDER BY number")
        hands = [each.number for each in journal.records(1) if each.kind is HandTallied]
    assert [number for _, number in keys] == hands
    return keys


def test_threads_with_the_same_key_at_the_same_moment_record_one_entry(book: canasta.Book) -> None:
    answers: list[canasta.Recorded] = []
    together = Barrier(4)

    def send(key: str, hand: int) -> None:
        together.wait()
        answers.append(book.record_hand("friday", "score:50", "score:5", as_hand=hand, key=key))

    for hand in range(1, 6):
        threads = [Thread(target=send, args=(f"key {hand}", hand)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [each.hand for each in answers] == [hand for hand in range(1, 6) for _ in range(4)]
    assert [each.already for each in answers].count("") == 5
    assert len(_recorded(book)) == 5


SEND = """
import sys, time
import canasta_cli as canasta
book = canasta.Book(sys.argv[1])
book.standing("friday")
time.sleep(max(0, float(sys.argv[2]) - time.time()))
print(book.record_hand("friday", "score:50", "score:5", as_hand=1, key="a").already or "new")
"""


def test_processes_with_the_same_key_at_the_same_moment_record_one_entry(
    book: canasta.Book,
) -> None:
    import time

    moment = str(time.time() + 1)
    command = [sys.executable, "-c", SEND, book.path, moment]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(each.communicate()[0].strip() for each in running) == ["new", "recorded"]
    assert len(_recorded(book)) == 1


def test_threads_that_read_and_write_at_once_lose_nothing(book: canasta.Book) -> None:
    """Each key is sent by two threads, which try again as the hand that is due then."""
    errors: list[Exception] = []

    def send(keys: list[str]) -> None:
        try:
            for key in keys:
                while True:
                    due = book.standing("friday").next_hand
                    try:
                        book.record_hand("friday", "score:50", "score:5", as_hand=due, key=key)
                    except canasta.GameError as error:
                        assert "is already recorded" in str(error)  # noqa: PT017 - then again
                    else:
                        break
        except Exception as error:  # noqa: BLE001 - of another thread
            errors.append(error)

    keys = [[f"{name} {number}" for number in range(6)] for name in ("phone", "tablet")]
    threads = [Thread(target=send, args=(each,)) for each in (*keys, *keys)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert {key for key, _ in _recorded(book)} == {*keys[0], *keys[1]}
    assert book.standing("friday").next_hand == 13


# Random interleavings of several senders, compared with a model of a few lines.


class Request(NamedTuple):
    """A request of one sender: a hand, or undoing one, as the hand that it saw."""

    key: str
    points: int
    as_hand: int
    undoes: bool


class Model:
    """The hands in force, and the requests that were carried out."""

    def __init__(self) -> None:
        self.hands: list[str] = []
        self.done: set[str] = set()

    def answer(self, request: Request) -> str:
        """Carry out a request if that is allowed; return the kind of the answer."""
        key, due = request.key, len(self.hands) + 1
        if key in self.done:
            return "recorded" if request.undoes or key in self.hands else "undone"
        if request.as_hand != (due - 1 if request.undoes else due):
            return "refused"
        self.done.add(key)
        if request.undoes:
            self.hands.pop()
        else:
            self.hands.append(key)
        return "new"


def _answer(book: canasta.Book, game: str, request: Request) -> str:
    hand, key = request.as_hand, request.key
    try:
        if request.undoes:
            found = book.undo(game, as_hand=hand, key=key)
        else:
            tallies = f"score:{request.points}", "score:0"
            found = book.record_hand(game, *tallies, as_hand=hand, key=key)
    except canasta.GameError:
        return "refused"
    assert found.hand == hand
    return found.already or "new"


def _requests(chance: random.Random, hands: Callable[[], int]) -> Iterator[Request]:
    """Yield what several senders send, in turns of chance: new requests, and any earlier ones again."""
    sent: list[Request] = []
    for number in range(1, 13):
        if sent and chance.random() < 0.45:
            yield chance.choice(sent)
            continue
        seen, undoes = hands(), chance.random() < 0.3
        # Some have not seen the newest hand yet.
        late = chance.random() < 0.2
        as_hand = max(1, seen - late if undoes else seen + 1 - late)
        sent.append(Request(f"key {number}", 5 * number, as_hand, undoes))
        yield sent[-1]


INTERLEAVINGS = tries(50, 200, "INTERLEAVINGS")
TOGETHER = 10
"""Games in one database: each request reads a part of all of it."""


def test_no_interleaving_loses_a_hand_or_records_it_twice(tmp_path: Path) -> None:
    answers: set[str] = set()
    for first in range(0, INTERLEAVINGS, TOGETHER):
        names = {seed: f"game {seed}" for seed in range(first, first + TOGETHER)}
        book = _begin(str(tmp_path / f"{first}.db"), *names.values())
        for seed, name in names.items():
            answers |= _interleaved(book, name, seed)
        assert faults_of(book.path) == ()
    assert answers == {"new", "recorded", "undone", "refused"}


def _interleaved(book: canasta.Book, game: str, seed: int) -> set[str]:
    """Send requests in turns of chance, compare all answers with the model, and return their kinds."""
    model, answers = Model(), set[str]()
    points: dict[str, int] = {}
    for request in _requests(random.Random(seed), lambda: len(model.hands)):
        points[request.key] = request.points
        answers.add(expected := model.answer(request))
        assert _answer(book, game, request) == expected, (seed, request)
    found = [hand.sides[0].points for hand in book.game(game).hands]
    assert found == [points[key] for key in model.hands], seed
    return answers


# Kills between the moments of one request.


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _send(book: canasta.Book) -> canasta.Recorded:
    return book.record_hand("friday", "score:50", "score:5", as_hand=1, key="a")


def _killed(book: canasta.Book, where: Callable[[], object]) -> None:
    """Send a hand in another process that is killed somewhere."""
    child = os.fork()
    if not child:
        try:
            where()
            _send(book)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


@forks
@pytest.mark.parametrize(
    ("owner", "name", "already"),
    [(Writing, "keep_key", ""), (books, "_game", "recorded")],
    ids=["before the commit", "between commit and answer"],
)
def test_a_hand_that_was_sent_by_a_killed_program_can_be_sent_again(
    owner: object, name: str, already: str, book: canasta.Book
) -> None:
    _killed(book, lambda: patch.object(owner, name, _die).start())
    assert _send(book).already == already
    assert _send(book).already == "recorded"
    assert len(_recorded(book)) == 1


KILLS = 12


@forks
def test_a_kill_at_any_moment_leaves_one_hand_after_the_next_attempt(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(KILLS):
        book = _begin(str(tmp_path / f"{number}.db"), "friday")
        seconds = chance.uniform(0.001, 0.03)

        def at_a_moment(seconds: float = seconds) -> None:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, seconds)

        child = os.fork()
        if not child:
            try:
                at_a_moment()
                _send(book)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert _send(book).already in ("", "recorded")
        assert _send(book).already == "recorded"
        assert len(_recorded(book)) == 1
