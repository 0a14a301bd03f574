"""Fixtures of the journal's tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from canasta_cli.journal.schema import HandSummary, SideSummary, Summary
from canasta_cli.journal.store import Journal, Writing
from canasta_cli.journal.upkeep import Fault, faults
from canasta_cli.model.game import Side
from canasta_cli.model.history import Began, Noted

AT = "2026-01-31T19:30:00+00:00"


def _began(name: str = "friday") -> Began:
    return Began(
        name=name,
        players=("Ann", "Bob", "Cat", "Dan"),
        sides=(Side("We", ("Ann", "Cat")), Side("They", ("Bob", "Dan"))),
        dealer="Dan",
        ruleset={"name": "classic", "end": {"target": 5000}},
        date="2026-01-31",
        event="club night",
    )


def _summary(name: str = "friday") -> Summary:
    return Summary(
        name=name,
        ruleset="classic",
        players="Ann, Bob, Cat, Dan",
        started="2026-01-31",
        over=True,
        archived=False,
        winner="We",
        sides=(SideSummary(0, "We", 5100, "120", None), SideSummary(1, "They", -35, "15", 5035)),
        hands=(
            HandSummary(1, "Dan", 0, "We", 5100, 5100, "7xK out", False),
            HandSummary(1, "Dan", 1, "They", -35, -35, "left:A4", False),
        ),
    )


def begin(writing: Writing, began: Began, at: str) -> int:
    """Record the start of a game with its summary, as the score-keeper does, and return its id."""
    game, _ = writing.begin(began, (), at)
    ruleset, players = str(began.ruleset.get("name", "")), ", ".join(began.players)
    writing.summarise(game, Summary(began.name, ruleset, players, began.date))
    return game


def faults_of(path: str) -> tuple[Fault, ...]:
    """Return the faults of a file."""
    with Journal.open(path, examine=True) as journal:
        return faults(journal)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file that does not exist yet, in a folder that does not exist either."""
    return str(tmp_path / "folder" / "canasta.db")


@pytest.fixture
def journal(path: str) -> Iterator[Journal]:
    """A new journal."""
    with Journal.open(path, create=True, seconds=0.05) as opened:
        yield opened


@pytest.fixture
def began() -> Callable[..., Began]:
    """A function that makes the first entry of a game with a given name."""
    return _began


@pytest.fixture
def summary() -> Callable[..., Summary]:
    """A function that makes the summary of a game with a given name."""
    return _summary


@pytest.fixture
def at() -> str:
    """A point in time."""
    return AT


@pytest.fixture
def full(journal: Journal, began: Callable[..., Began], at: str) -> Journal:
    """Two games, their entries by turns: friday has the odd records from 1 to 9."""
    with journal.writing() as writing:
        games = [begin(writing, began(name), at) for name in ("friday", "saturday")]
        for place in range(8):
            writing.append(games[place % 2], Noted(f"remark {place}"), at)
    return journal
