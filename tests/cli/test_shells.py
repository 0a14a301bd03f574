"""Names completed in real shells: the program receives each one exactly, and nothing is executed."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.cli import main
from canasta_cli.cli.options import desk
from canasta_cli.model.game import Side
from canasta_cli.rules.library import ruleset
from canasta_cli.scorekeeper.games import Proposal, begin_game

pytest.importorskip("termios", reason="terminals of this kind are not on this system")
from terminals import SHELLS, Terminal

# Each name begins with a letter of its own, which is all that is typed of it.
NAMES = (
    "a b",
    "b  two",
    "c'quote",
    'd"quote',
    "e$(touch x)",
    "f$(touch${IFS}x)",
    "g`touch x`",
    "h;touch x",
    "i*",
    "j&touch x",
    "k|touch x",
    "l!ls!!",
    "m\\n\\",
    "n #x",
    "o<x>x",
    "p{1,2}",
    "q[x]?",
    "r=s:t@u",
    "sé “ü” ‘x’",
    "t~/x",
    "u(x)",
    "v^x^y",
    "w%s",
    "x$HOME",
    "y'\"`$(touch x)` \"'",
    "z'!'",
)
STRANGE = tuple(name for name in NAMES if name[0] in "aefghilmry")
# Not offered: they would split a line, or steer the terminal.
UNTYPABLE = ("A\n$(touch x)", "B\x1b[31m", "C\rtouch x", "D\ttouch x", "E\x9bx", "F\u202ex")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which every name is that of a game and of a player."""
    file = tmp_path_factory.mktemp("names") / "canasta.db"
    rules = ruleset("two-player")
    with desk(str(file), create=True) as here:
        for name in (*NAMES, *UNTYPABLE):
            sides = (Side("One", (name,)), Side("Two", ("1",)))
            begin_game(here, Proposal((name, "1"), rules, sides, name, "", ""))
    return file


@pytest.fixture(params=SHELLS)
def terminal(request: pytest.FixtureRequest, tmp_path: Path, database: Path) -> Iterator[Terminal]:
    """A shell that completes, in a folder with files that patterns would match."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    opened = Terminal(request.param, tmp_path, database)
    for name in ("i1", "q1x"):
        (opened.folder / name).touch()
    yield opened
    opened.close()
    assert sorted(os.listdir(opened.folder)) == ["i1", "q1x"]


@pytest.mark.parametrize("quote", ["", "'", '"'], ids=["bare", "single", "double"])
def test_a_completed_name_is_received_exactly(terminal: Terminal, quote: str) -> None:
    for some in (NAMES[:13], NAMES[13:]):
        line = "".join(f"{quote}{name[0]}\t" for name in some)
        assert terminal.typed(f"canasta stats {line}") == ["stats", *some]


@pytest.mark.parametrize("quote", ["", "'", '"'], ids=["bare", "single", "double"])
def test_a_name_after_an_equals_sign_is_received_exactly(terminal: Terminal, quote: str) -> None:
    line = "".join(f"--game={quote}{name[0]}\t" for name in STRANGE)
    received = terminal.typed(f"canasta score {line}")
    assert received == ["score", *(f"--game={name}" for name in STRANGE)]
