"""Phones tap twice, lose answers and try again late, and the terminal records too: each hand is there once."""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from journal_fixtures import faults_of
from sampling import tries
from serving import watched

import canasta_cli as canasta
from canasta_cli.journal.schema import GameLine
from canasta_cli.journal.store import Journal
from canasta_cli.model.game import Ending
from canasta_cli.model.history import HandTallied, Undone
from canasta_cli.rules import library
from canasta_cli.scorekeeper.games import (
    Proposal,
    begin_game,
    finish_game,
    link_of,
    same_again,
)
from canasta_cli.scorekeeper.scorebook import Scorebook, choose, load_listed
from canasta_cli.web import game as pad
from canasta_cli.web.game import WatchedGame, begun_with

# A hundred evenings, or a thousand, in several files, since each command looks through the games of its
# file.
FILES, RUNS, STEPS = tries(1, 10, "PHONE_FILES"), 100, 8
FOUR = ("Ann", "Bob", "Cat", "Dan")


class Phone:
    """A page as it sends hands: the same key until it has an answer, then another one."""

    def __init__(self, name: str, game: WatchedGame, rng: random.Random) -> None:
        self.name, self.game, self.rng = name, game, rng
        self.numbers = count(1)
        self.sent: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = {}
        self.waiting: dict[str, Any] | None = None
        self.confirmed: set[str] = set()

    def send(self, question: str, sent: dict[str, Any]) -> None:
        """Send a request once or twice; perhaps every answer is lost."""
        answer = {}
        for _ in range(self.rng.choice((1, 1, 2))):
            answer = pad.answer(self.game, question, sent, self.name)
        if self.rng.random() < 0.3:
            self.waiting = sent if question == "record" else self.waiting
            return
        self.waiting = None
        if question == "record" and (answer["result"] == "recorded" or answer.get("state")):
            self.confirmed.add(sent["key"])

    def step(self) -> None:
        """Do what somebody with a phone does next."""
        now = self.game.document
        # A page learns late that another game has begun.
        seen = self.seen if self.seen and self.rng.random() < 0.2 else now
        self.seen, due = now, seen["next_hand"]
        number = f"{self.name} {next(self.numbers)}"
        does = self.rng.random()
        if self.waiting is not None:
            self.send("record", self.waiting)
        elif does < 0.2 and self.sent:
            self.send("record", self.rng.choice(self.sent))
        elif does < 0.35:
            self.send("undo", {"game": seen["first"], "hand": max(due - 1, 1), "key": number})
        else:
            hand = max(due + self.rng.choice((0, 0, 0, 0, -1, 1)), 1)
            points = 5 * self.rng.randrange(200)
            self.sent.append(
                {
                    "tallies": [f"score:{points}", "score:5"],
                    "game": seen["first"],
                    "hand": hand,
                    "key": number,
                    "sure": True,
                }
            )
            self.send("record", self.sent[-1])


def begin(path: Path, *names: str) -> None:
    """Begin games of the same players in a database."""
    with Journal.open(str(path), create=True) as journal:
        book = Scorebook(journal, lambda: "2026-11-21T20:15:00+00:00")
        choose(journal, "backups", "no")
        for name in names:
            begin_game(book, Proposal(FOUR, RULES, name=name))


def play_again(file: Path, game: WatchedGame) -> None:
    """End the game that is served, and begin the next one."""
    with Journal.open(str(file), create=False) as journal:
        book = Scorebook(journal, lambda: "2026-11-21T23:15:00+00:00")
        over = finish_game(book, game.find_line(journal).name, Ending.UNFINISHED)
        begin_game(book, same_again(over))


RULES = library.with_house_rules("classic", {"end.target": 100_000})


@pytest.fixture
def file(new_file: Path) -> Iterator[Path]:
    yield new_file
    assert faults_of(str(new_file)) == ()


@pytest.mark.parametrize("number", range(FILES))
def test_no_hand_is_lost_none_is_there_twice_and_none_in_another_game(
    number: int, file: Path
) -> None:
    begin(file, *(f"run {run}" for run in range(RUNS)), "other")
    recorded = games = 0
    for run in range(RUNS):
        with Journal.open(str(file), create=False) as journal:
            line = journal.with_id(run + 1)
            assert line is not None
            loaded = load_listed(journal, line)
            game = WatchedGame(str(file), journal, loaded, link_of(journal, line.id)[0])
        rng = random.Random(number * RUNS + run)
        phones = [Phone(name, game, rng) for name in ("Ann", "Bob")]
        served = set[str]()
        for _ in range(STEPS):
            game.refresh()
            served.add(game.first)
            if rng.random() < 0.08:
                play_again(file, game)
            rng.choice(phones).step()
        game.refresh()
        served.add(game.first)
        recorded += check(file, served, phones)
        games += len(served)
        game.close()
    assert recorded > RUNS * STEPS // 5
    assert games > RUNS * 4 // 3
    assert canasta.Book(file).standing("other").next_hand == 1


def check(file: Path, served: set[str], phones: list[Phone]) -> int:
    """Hold the games that were served against what the phones sent; return how many hands were recorded."""
    recorded = list[str]()
    with Journal.open(str(file), create=False) as journal:
        for first in served:
            line = begun_with(journal, first)
            assert line is not None
            recorded += check_game(journal, line, first, phones)
    assert len(recorded) == len(set(recorded))
    assert set().union(*(phone.confirmed for phone in phones)) <= set(recorded)
    return len(recorded)


def check_game(journal: Journal, line: GameLine, first: str, phones: list[Phone]) -> list[str]:
    """Hold the entries of a game against what was sent for it; return the keys of its hands."""
    keys = dict(journal.rows("SELECT number, key FROM entry_key WHERE game = ?", line.id))
    loaded = load_listed(journal, line)
    sent = {each["key"]: each for phone in phones for each in phone.sent}
    in_force, recorded = 0, list[str]()
    for entry in loaded.records:
        if isinstance(entry.entry, Undone):
            in_force -= 1
        elif isinstance(entry.entry, HandTallied):
            in_force += 1
            request = sent[keys[entry.number]]
            assert entry.recorder == keys[entry.number].split()[0]
            points = [f"score:{tally.score}" for tally in entry.entry.hand.tallies]
            of = request["game"], request["hand"], request["tallies"]
            assert of == (first, in_force, points)
            recorded.append(keys[entry.number])
    assert len(keys) == len(set(keys.values()))
    assert len(loaded.game.hands) == in_force
    return recorded


def test_a_phone_and_the_terminal_record_the_same_hand_only_once(file: Path) -> None:
    begin(file, "friday")
    game = watched(file)
    game.refresh()
    canasta.Book(file).record_hand("friday", "score:50", "score:5", as_hand=1, key="terminal")
    sent = {"tallies": ["score:70", "score:5"], "hand": 1, "key": "phone"}
    sent["game"] = game.first
    answer = pad.answer(game, "record", sent)
    assert answer["result"] == "refused"
    assert "already recorded: Us 50, Them 5; the next hand is 2" in answer["message"]
    assert pad.answer(game, "record", {**sent, "hand": 2})["result"] == "recorded"
    game.close()
