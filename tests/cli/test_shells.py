"""Names completed in real shells: only plain ones are, and nothing is executed."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.cli.session import open_scorebook
from canasta_cli.model.game import Side
from canasta_cli.scorekeeper.files import check_text, import_games

pytest.importorskip("termios", reason="this system has no pseudo-terminals")
from sampling import EVERY
from terminals import SHELLS, Terminal

# None of these is offered. Each begins with a different letter; only that letter is typed.
HOSTILE = (
    "a b",
    "b  two",
    "c'quote",
    'd"quote',
    "e$(touch x)",
    "f$(touch${IFS}x)",
    "g`touch x`y",
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
    "2\n$(touch x)",
    "3\x1b[31m",
    "4\rtouch x",
    "5\ttouch x",
    "6\x9bx",
    "7\u202ex",
)
# Of these nothing is typed.
BEGINNINGS = (
    "$(touch x)",
    "`touch x`",
    "'x' y",
    '"x" y',
    "#x",
    "*",
    "!!",
    "=x",
    ";touch x",
    "&",
    " x",
    "\\x",
    "{1,2}",
    "-x",
    "--force",
    "~",
    ".",
)
PLAIN = ("Éva", "0_zero", "1-one.two", "8", "9-x", "9-y")
SIDES = (Side("Ours", ("9-x",)), Side("Their $(touch x)", ("9-y",)))

QUOTES = ("", "'", '"')
QUOTE = pytest.mark.parametrize("quote", QUOTES, ids=["bare", "single", "double"])


def _begin(file: Path, name: str, *sides: Side) -> None:
    """Import a game: a file may have names with the signs that divide names on the command line."""
    players = [side.players[0] for side in sides]
    seated = {side.name: side.players for side in sides}
    game = {"canasta": 1, "name": name, "rules": "two-player", "players": players, "sides": seated}
    with open_scorebook(str(file), create=True) as book:
        import_games(book, [check_text(json.dumps(game), "game.json", name)])


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which every name is the name of a game and of a player; and ``hostile.db``."""
    file = tmp_path_factory.mktemp("names") / "canasta.db"
    for name in (*HOSTILE, *PLAIN):
        _begin(file, name, Side("One", (name,)), Side("Two", ("$x",)))
    _begin(file, "sides", *SIDES)
    for name in BEGINNINGS:
        _begin(file.with_name("hostile.db"), name, Side("One", (name,)), Side("Two", ("$x",)))
    return file


@pytest.fixture(scope="module", params=SHELLS)
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, database: Path
) -> Iterator[Terminal]:
    """A shell with completion, in a folder with files that patterns would match."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    found = Terminal(request.param, tmp_path_factory.mktemp(request.param), database)
    for name in ("i1", "q 1x"):
        (found.folder / name).touch()
    yield found
    found.close()


@pytest.fixture
def terminal(opened: Terminal) -> Iterator[Terminal]:
    """The shell of a test, which executes nothing in it."""
    yield opened
    assert sorted(os.listdir(opened.folder)) == ["i1", "q 1x"]


def test_a_name_that_a_shell_could_change_is_not_offered(terminal: Terminal) -> None:
    """Each name in one shell, or in each; and with each quote in one of them.

    ``tests/cli/test_completion.py`` holds that none is offered; what a shell hands over after a quote is
    tested with plain names.
    """
    shell = [*SHELLS].index(terminal.name)
    names = [*enumerate(HOSTILE)]
    for some in (names[:16], names[16:]) if EVERY else (names[shell :: len(SHELLS)],):
        quotes = [QUOTES[(at + at // 3 + shell) % len(QUOTES)] for at, _ in some]
        typed = [
            f"{quote}{name[0]}\t{quote}" for quote, (_, name) in zip(quotes, some, strict=True)
        ]
        received = terminal.typed(f"canasta stats {' '.join(typed)}")
        assert received == ["stats", *(name[0] for _, name in some)]


@QUOTE
def test_no_beginning_of_such_a_name_is_offered(
    terminal: Terminal, quote: str, database: Path
) -> None:
    file = str(database.with_name("hostile.db"))
    line = f"canasta use --db {file} {quote}\t\tone{quote}"
    assert terminal.typed(f"{line} -g {quote}\t\ttwo{quote}") == [
        *line.split()[1:4],
        "one",
        "-g",
        "two",
    ]


@QUOTE
def test_a_plain_name_is_completed(terminal: Terminal, quote: str) -> None:
    line = "".join(f"{quote}{name[:1]}\t" for name in PLAIN[:4])
    assert terminal.typed(f"canasta stats {line}") == ["stats", *PLAIN[:4]]


def test_a_name_that_begins_in_another_case_is_completed(terminal: Terminal) -> None:
    assert terminal.typed("canasta stats é\tx") == ["stats", "Éva", "x"]


def test_names_with_a_common_prefix_are_distinguished_by_the_next_character(
    terminal: Terminal,
) -> None:
    assert terminal.typed("canasta stats 9\ty\t") == ["stats", "9-y"]


def test_cards_can_follow_the_name_of_a_side(terminal: Terminal) -> None:
    received = terminal.typed("canasta hand -g sides O\t7xK")
    assert " ".join(received[3:]).replace("= ", "=") == "Ours=7xK"


def test_commands_options_and_files_are_completed(terminal: Terminal) -> None:
    assert terminal.typed("canasta sco\t--js\t") == ["score", "--json"]
    received = terminal.typed("canasta import q\t-r cardg\t")
    assert received == ["import", "q 1x", "-r", "cardgames-io"]


@pytest.mark.parametrize("word", ["--rules=cl", "--rules=", "-r=cl", "--house=q", "8="])
def test_what_follows_an_equals_sign_stays_as_typed(terminal: Terminal, word: str) -> None:
    assert terminal.typed(f"canasta new {word}\t 8\t") == ["new", word, "8"]
