"""Phones tap twice, lose answers and try again late, and the terminal records too: each hand is there once."""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from serving import watched

import canasta_cli as canasta
from canasta_cli.cli.session import local
from canasta_cli.journal.store import Journal
from canasta_cli.journal.upkeep import faults
from canasta_cli.model.history import HandTallied, Undone
from canasta_cli.rules import library
from canasta_cli.scorekeeper.games import Proposal, begin_game
from canasta_cli.scorekeeper.scorebook import Scorebook
from canasta_cli.web import pad
from canasta_cli.web.watching import WatchedGame

RUNS, STEPS = 200, 8
FOUR = ("Ann", "Bob", "Cat", "Dan")


class Phone:
    """A page as it sends hands: the same key until it has an answer, then another one."""

    def __init__(self, name: str, game: WatchedGame, rng: random.Random) -> None:
        self.name, self.game, self.rng = name, game, rng
        self.numbers = count(1)
        self.sent: list[dict[str, Any]] = []
        self.waiting: dict[str, Any] | None = None
        self.confirmed: set[str] = set()

    def send(self, question: str, sent: dict[str, Any]) -> None:
        """Send a request once or twice; perhaps every answer is lost."""
        answer = {}
        for _ in range(self.rng.choice((1, 1, 2))):
            answer = pad.QUESTIONS[question](self.game, sent, self.name)
        if self.rng.random() < 0.3:
            self.waiting = sent if question == "record" else self.waiting
            return
        self.waiting = None
        if question == "record" and (answer["result"] == "recorded" or answer.get("state")):
            self.confirmed.add(sent["key"])

    def step(self) -> None:
        """Do what somebody with a phone does next."""
        due = pad.keys(self.game, {})["hand"]
        does = self.rng.random()
        if self.waiting is not None:
            self.send("record", self.waiting)
        elif does < 0.2 and self.sent:
            self.send("record", self.rng.choice(self.sent))
        elif does < 0.35:
            self.send(
                "undo", {"hand": max(due - 1, 1), "key": f"{self.name} undo {next(self.numbers)}"}
            )
        else:
            hand = max(due + self.rng.choice((0, 0, 0, 0, -1, 1)), 1)
            points = 5 * self.rng.randrange(200)
            self.sent.append(
                {
                    "tallies": [f"score:{points}", "score:5"],
                    "hand": hand,
                    "key": f"{self.name} {next(self.numbers)}",
                    "sure": True,
                }
            )
            self.send("record", self.sent[-1])


def begin(path: Path, *names: str) -> None:
    """Begin games of the same players in a database."""
    with Journal.open(str(path), create=True) as journal:
        book = Scorebook(journal, lambda: "2026-11-21T20:15:00+00:00", local)
        for name in names:
            begin_game(book, Proposal(FOUR, RULES, name=name))


RULES = library.with_house_rules("classic", {"end.target": 100_000})


@pytest.fixture
def file(new_file: Path) -> Iterator[Path]:
    yield new_file
    assert faults(str(new_file)) == ()


def test_no_hand_is_lost_none_is_there_twice_and_none_in_another_game(file: Path) -> None:
    begin(file, *(f"run {seed}" for seed in range(RUNS)), "other")
    recorded = 0
    for seed in range(RUNS):
        with Journal.open(str(file), create=False) as journal:
            game = WatchedGame(str(file), journal, journal.games()[seed])
        rng = random.Random(seed)
        phones = [Phone(name, game, rng) for name in ("Ann", "Bob")]
        for _ in range(STEPS):
            game.refresh()
            rng.choice(phones).step()
        recorded += check(file, game, seed + 1, phones)
        game.close()
    assert recorded > RUNS * STEPS // 4
    assert canasta.Book(file).standing("other").next_hand == 1


def check(file: Path, game: WatchedGame, number: int, phones: list[Phone]) -> int:
    """Hold the entries of a game against what its phones sent; return how many hands were recorded."""
    game.refresh()
    assert game.loaded is not None
    with Journal.open(str(file), create=False) as journal:
        keys = dict(journal.rows("SELECT number, key FROM entry_key WHERE game = ?", number))
    sent = {each["key"]: each for phone in phones for each in phone.sent}
    in_force, recorded = 0, list[str]()
    for entry in game.loaded.records:
        if isinstance(entry.entry, Undone):
            in_force -= 1
        elif isinstance(entry.entry, HandTallied):
            in_force += 1
            request = sent[keys[entry.number]]
            assert entry.recorder == keys[entry.number].split()[0]
            points = [f"score:{tally.score}" for tally in entry.entry.hand.tallies]
            assert (in_force, points) == (request["hand"], request["tallies"])
            recorded.append(keys[entry.number])
    assert len(recorded) == len(set(recorded))
    assert len(keys) == len(set(keys.values()))
    assert set().union(*(phone.confirmed for phone in phones)) <= set(recorded)
    assert len(game.loaded.game.hands) == in_force
    return len(recorded)


def test_a_phone_and_the_terminal_record_the_same_hand_only_once(file: Path) -> None:
    begin(file, "friday")
    game = watched(file)
    game.refresh()
    canasta.Book(file).record_hand("friday", "score:50", "score:5", as_hand=1, key="terminal")
    sent = {"tallies": ["score:70", "score:5"], "hand": 1, "key": "phone"}
    answer = pad.record(game, sent)
    assert answer["result"] == "refused"
    assert "already recorded: Us 50, Them 5; the next hand is 2" in answer["message"]
    assert pad.record(game, {**sent, "hand": 2})["result"] == "recorded"
    game.close()
