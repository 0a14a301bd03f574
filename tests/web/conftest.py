"""A database with a game, the game served, and a browser that opens its page."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import fix_environment
from serving import EVENING, FRIDAY, Served, record, serving

if TYPE_CHECKING:
    from browsing import Browser, Open


@pytest.fixture
def new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the environment, which does not exist yet."""
    found = tmp_path / "games.db"
    fix_environment(monkeypatch, str(found))
    return found


@pytest.fixture
def friday(new_file: Path) -> Path:
    """A database with a game without a hand."""
    record(new_file, FRIDAY)
    return new_file


@pytest.fixture
def file(new_file: Path) -> Path:
    """A database with a game of two hands."""
    record(new_file, *EVENING)
    return new_file


@pytest.fixture
def served(file: Path) -> Iterator[Served]:
    with serving(file) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Chromium, begun once in a run: to begin it takes longer than most tests."""
    from browsing import chromium

    with chromium() as found:
        yield found


@pytest.fixture
def open_page(browser: "Browser") -> "Iterator[Open]":
    from browsing import visiting

    with visiting(browser) as opened:
        yield opened
