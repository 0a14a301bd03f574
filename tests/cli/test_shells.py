"""Names completed in real shells: the program receives each exactly, and nothing is executed."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli.cli.session import open_scorebook
from canasta_cli.model.game import Side
from canasta_cli.rules.library import ruleset
from canasta_cli.scorekeeper.games import Proposal, begin_game

pytest.importorskip("termios", reason="this system has no pseudo-terminals")
from terminals import SHELLS, Terminal

# Each name begins with a different letter; only that letter is typed.
NAMES = (
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
)
STRANGE = tuple(name for name in NAMES if name[0] in "aefghilmry")
# Of these names nothing is typed, or only an open quote.
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
    "-x y",
)
# Not offered: they would split a line, or control the terminal.
REJECTED = ("2\n$(touch x)", "3\x1b[31m", "4\rtouch x", "5\ttouch x", "6\x9bx", "7\u202ex")
SIMILAR = ("8 x", "8$(touch x)", "8'x")
SIDES = (Side("Our $(touch x)", ("9",)), Side("r:s", ("0",)))

QUOTE = pytest.mark.parametrize("quote", ["", "'", '"'], ids=["bare", "single", "double"])


def _begin(file: Path, name: str, *sides: Side) -> None:
    players = tuple(side.players[0] for side in sides)
    with open_scorebook(str(file), create=True) as book:
        begin_game(book, Proposal(players, ruleset("two-player"), sides, name, "", ""))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which every name is the name of a game and of a player."""
    file = tmp_path_factory.mktemp("names") / "canasta.db"
    for name in (*NAMES, *REJECTED, *SIMILAR):
        _begin(file, name, Side("One", (name,)), Side("Two", ("1",)))
    for number, name in enumerate(BEGINNINGS):
        _begin(file.with_name(f"{number}.db"), name, Side("One", ("1",)), Side("Two", ("2",)))
    _begin(file.with_name("home.db"), "~", Side("One", ("1",)), Side("Two", ("2",)))
    _begin(file, "sides", *SIDES)
    return file


@pytest.fixture(params=SHELLS)
def terminal(request: pytest.FixtureRequest, tmp_path: Path, database: Path) -> Iterator[Terminal]:
    """A shell with completion, in a folder with files that patterns would match."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    opened = Terminal(request.param, tmp_path, database)
    for name in ("i1", "q1x"):
        (opened.folder / name).touch()
    yield opened
    opened.close()
    assert sorted(os.listdir(opened.folder)) == ["i1", "q1x"]


@QUOTE
def test_a_completed_name_is_received_exactly(terminal: Terminal, quote: str) -> None:
    for some in (NAMES[:13], NAMES[13:]):
        line = "".join(f"{quote}{name[0]}\t" for name in some)
        assert terminal.typed(f"canasta stats {line}") == ["stats", *some]


@QUOTE
def test_a_name_after_an_equals_sign_is_received_exactly(terminal: Terminal, quote: str) -> None:
    line = "".join(f"--game={quote}{name[0]}\t" for name in STRANGE)
    received = terminal.typed(f"canasta score {line}")
    assert received == ["score", *(f"--game={name}" for name in STRANGE)]


@QUOTE
def test_a_name_completed_without_typing_any_of_it_is_received_exactly(
    terminal: Terminal, quote: str, database: Path
) -> None:
    files = [
        os.path.relpath(database.with_name(f"{n}.db"), terminal.folder)
        for n in range(len(BEGINNINGS))
    ]
    line = "".join(f"--db {file} -g {quote}\t" for file in files)
    expected = [
        word
        for file, name in zip(files, BEGINNINGS, strict=True)
        for word in ("--db", file, "-g", name)
    ]
    assert terminal.typed(f"canasta score {line}") == ["score", *expected]


@QUOTE
def test_a_tilde_never_becomes_the_home_folder(
    terminal: Terminal, quote: str, database: Path
) -> None:
    line = f"canasta use --db {database.with_name('home.db')} "
    received = terminal.typed(f"{line}{quote}\t")
    offered = quote or terminal.name != "fish"  # fish does not quote it
    assert received == [*line.split()[1:], *(["~"] if offered else [])]


def test_a_name_is_completed_from_every_part_of_it(terminal: Terminal) -> None:
    parts = (
        "r=\t",
        "r=s:\t",
        "r=s:t@\t",
        "'a \t",
        "a\\ \t",
        '"a \t',
        "'h;to\t",
        "y\\'\t",
        '"y\'\\"\t',
        "x\\$H\t",
    )
    names = ["r=s:t@u"] * 3 + ["a b"] * 3 + ["h;touch x", NAMES[-2], NAMES[-2], "x$HOME"]
    assert terminal.typed(f"canasta stats {''.join(parts)}") == ["stats", *names]


def test_a_name_that_begins_in_another_case_is_completed(terminal: Terminal) -> None:
    assert terminal.typed("canasta stats E\tA\t") == ["stats", "e$(touch x)", "a b"]


def test_no_space_follows_the_name_of_a_side(terminal: Terminal) -> None:
    received = terminal.typed("canasta hand O\t7xK r\tAAA r:\t5")
    assert received == ["hand", "Our $(touch x)=7xK", "r:s=AAA", "r:s=5"]


@QUOTE
def test_a_name_that_a_line_cannot_hold_is_not_offered(terminal: Terminal, quote: str) -> None:
    line = " ".join(f"{quote}{name[0]}\t{quote}" for name in REJECTED)
    assert terminal.typed(f"canasta stats {line}") == ["stats", *(n[0] for n in REJECTED)]


def test_names_with_a_common_prefix_are_distinguished_by_the_next_character(
    terminal: Terminal,
) -> None:
    expected = ["stats", "8 x", "8$(touch x)"]
    # zsh inserts the backslash that the names have in common, as it does for files
    typed = "8\t \t8\t$\t" if terminal.name == "zsh" else "8\t\\ \t8\t\\$\t"
    assert terminal.typed(f"canasta stats {typed}") == expected
    assert terminal.typed("canasta stats '8\t \t'8\t$\t") == expected


def test_commands_options_and_files_are_completed(terminal: Terminal) -> None:
    assert terminal.typed("canasta sco\t--js\t") == ["score", "--json"]
    received = terminal.typed("canasta new --house=q\t--house q\t-r cardg\t")
    assert received == ["new", "--house=q1x", "--house", "q1x", "-r", "cardgames-io"]
