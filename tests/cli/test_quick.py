"""``canasta`` and ``canasta next`` are answered from the summary tables exactly as from the entries."""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment, on_terminal
from sampling import tries

from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.journal.store import Journal
from canasta_cli.quick import QUICK, quick_answer
from canasta_cli.scorekeeper.hands import empty_draft
from canasta_cli.scorekeeper.scorebook import load_game, load_listed, load_sealed, next_summary

Capture = pytest.CaptureFixture[str]
HANDS = (
    ("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
    ("888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"),
    ("left:AA4", "7xA 7xK 7xQ2 4x3R out"),
    ("minus:-100", "points:120"),
    ("natural:3 points:80", "natural:3 points:80"),
)
RULES = ("classic", "brazilian", "three-player", "five-player", "hand-and-foot", "two-player")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Zoë", "李小龙", "a\x1b[31mb", "x\u202ey", "[b]z[/]")
DEALT = ("7xK out", "AAA left:1x4", "left:1x5")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database of the commands, with a game of one hand."""
    path = str(tmp_path / "canasta.db")
    fix_environment(monkeypatch, path)
    main(["new", "Ann", "Bob", "Cat", "Dan", "--name", "friday"])
    main(["hand", *HANDS[0]])
    return path


@pytest.mark.usefixtures("file")
def test_a_terminal_is_told_what_to_type_next(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with on_terminal(monkeypatch):
        assert _compare(capsys) == len(QUICK)
        assert "After the hand: canasta hand." in (quick_answer(["next"]) or "")
        assert "After the hand" not in (quick_answer(["next", "--json"]) or "")


def _compare(capsys: Capture) -> int:
    """Compare the quick answers with those of the commands; return how many there are."""
    found = 0
    for arguments in QUICK:
        quick = quick_answer(arguments)
        if quick is not None:
            capsys.readouterr()
            assert main(arguments) == 0
            assert quick == capsys.readouterr().out
            found += 1
    return found


def _compare_sealed(file: str) -> int:
    """Compare each game with sealed totals with the game counted from its entries."""
    found = 0
    with Journal.open(file, create=False) as journal:
        for line in journal.games():
            sealed = load_sealed(journal, line.name)
            counted = load_listed(journal, line)
            assert sealed.standing == counted.standing
            assert (sealed.sealed is None) is (next_summary(counted.standing) is None)
            found += sealed.sealed is not None
    return found


def _left(chance: random.Random, _: int) -> list[str]:
    player = chance.choice(_column("SELECT player FROM summary_player"))
    return ["left", "--force", f"{player}=A4"]


def _new(chance: random.Random, number: int) -> list[str]:
    rules = chance.choice(RULES)
    players = {"two": 2, "three": 3, "five": 5}.get(rules.partition("-")[0], 4)
    names = chance.sample(NAMES, players)
    house = ["--house", "end.target=900"] if rules == "classic" and chance.random() < 0.3 else []
    name = chance.choice(NAMES) + str(number)
    return ["new", "--rules", rules, "--name", name, *house, "--", *names]


def _hand(chance: random.Random, _: int) -> list[str]:
    tallies = list(chance.choice(HANDS)) if chance.random() < 0.8 else list(DEALT)
    return ["hand", *tallies, "--force"]


def _typed(text: str) -> Callable[[random.Random, int], list[str]]:
    return lambda chance, number: text.format(n=chance.randint(1, 3), number=number).split()


def _column(query: str) -> list[str]:
    with closing(sqlite3.connect(os.environ["CANASTA_DB"])) as database:
        return [value for (value,) in database.execute(query)]


def _use(chance: random.Random, _: int) -> list[str]:
    return ["use", "--", chance.choice(_column("SELECT name FROM games"))]


def _penalty(chance: random.Random, _: int) -> list[str]:
    return ["penalty", "--", chance.choice(_column("SELECT side FROM summary_side")), "100"]


COMMANDS: tuple[tuple[int, Callable[[random.Random, int], list[str]]], ...] = (
    (3, _new),
    (9, _hand),
    (3, _typed("undo {n}")),
    (2, _typed("redo")),
    (1, _typed("amend {n} points:100 points:{number}5")),
    (1, _typed("rename again{number}")),
    (1, _penalty),
    (1, _typed("note something {number}")),
    (1, _typed("note something --hand {n}")),
    (2, _use),
    (1, _typed("change --target {n}500 --yes")),
    (1, _typed("deal --upcard 9")),
    (2, _typed("turn draw discard 4")),
    (2, _left),
    (1, _typed("hand points:{number}5 points:5 --dry-run")),
)


@pytest.mark.parametrize("colour", [False, True], ids=["plain", "colour"])
@pytest.mark.parametrize("seed", range(tries(1, 2, "QUICK_SEEDS")))
def test_quick_answers_are_those_of_the_commands_after_any_history(
    seed: int, colour: bool, file: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Every command is tried in any state, also where it is refused."""
    if colour:
        monkeypatch.delenv("NO_COLOR")
        monkeypatch.setenv("CLICOLOR_FORCE", "1")
        monkeypatch.setenv("COLUMNS", "24")
    chance = random.Random(seed)
    weights, makers = zip(*COMMANDS, strict=True)
    quick = done = sealed = 0
    for number in range(60):
        (make,) = chance.choices(makers, weights)
        done += main(make(chance, number)) == 0
        quick += _compare(capsys)
        sealed += 1 if colour else _compare_sealed(file)
    assert file == os.environ["CANASTA_DB"]
    assert done > 15
    assert quick > 15
    assert sealed > 30
    capsys.readouterr()
    assert main(["doctor"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("line", ["note x", "undo", "hand points:100 points:5", "rename monday"])
def test_between_two_hands_the_answer_is_quick(line: str, file: str, capsys: Capture) -> None:
    assert _compare(capsys) == len(QUICK), file
    assert main(line.split()) == 0
    assert _compare(capsys) == len(QUICK)


@pytest.mark.parametrize(
    "line",
    ["deal --upcard 9", "penalty Them 100", "hand natural:10 points:5 --force"],
)
def test_what_is_unusual_is_left_to_the_command(line: str, file: str, capsys: Capture) -> None:
    assert main(line.split()) == 0
    assert _compare(capsys) == 0, file


@pytest.mark.parametrize("game", ["friday", "monday"])
def test_a_half_typed_hand_matters_only_in_its_own_game(
    game: str, file: str, capsys: Capture
) -> None:
    main(["new", "Ann", "Bob", "--name", "monday"])
    with open_scorebook(None) as book:
        empty_draft(book.journal, load_game(book.journal, "monday"), "hand", 0).keep(["7xK"])
    assert main(["use", game]) == 0
    assert _compare(capsys) == (0 if game == "monday" else len(QUICK)), file


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE summary_side SET total = 9000",
        "UPDATE summary_side SET minimum = '15'",
        "UPDATE summary_game SET name = 'monday'",
        "UPDATE summary_next SET dealer = 'Cat'",
        "UPDATE summary_next SET covers = covers - 1",
        "UPDATE summary_next SET made_by = '0.0.1'",
        "UPDATE summary_next SET seal = ''",
        "DELETE FROM summary_next",
        "DELETE FROM summary_side WHERE place = 1",
        "UPDATE setting SET value = '7'",
        "DROP TABLE summary_next",
        "DROP TABLE summary_side",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 6",
        "PRAGMA application_id = 7",
        "INSERT INTO journal VALUES (3, 1, 3, '', 'note', '{}', '', 'x')",
    ],
)
def test_a_changed_table_is_not_believed(statement: str, file: str) -> None:
    assert quick_answer(["next"])
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute(statement)
    for arguments in QUICK:
        assert quick_answer(arguments) is None


def test_what_can_not_be_read_is_left_to_the_command(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        assert quick_answer(["next"]) is None
    for path in (tmp_path / "none.db", tmp_path):
        monkeypatch.setenv("CANASTA_DB", str(path))
        assert quick_answer(["next"]) is None
    assert not (tmp_path / "none.db").exists()
    Path(file).write_bytes(b"no database")
    monkeypatch.setenv("CANASTA_DB", file)
    assert quick_answer(["next"]) is None


@pytest.mark.parametrize(
    "arguments", [["next", "-g", "friday"], ["next", "--db", "x.db"], ["--json"], ["score"]]
)
def test_other_command_lines_are_left_to_the_command(arguments: list[str], file: str) -> None:
    assert quick_answer(["next"]), file
    assert quick_answer(arguments) is None


def test_a_completion_is_left_to_the_command(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert quick_answer([]), file
    monkeypatch.setenv("_CANASTA_COMPLETE", "bash_complete")
    assert quick_answer([]) is None


PROGRAM = (
    "import sys\n"
    "from canasta_cli.__main__ import main\n"
    "status = main()\n"
    "sys.stderr.write(' '.join(sys.modules))\n"
    "sys.exit(status)\n"
)
COMMAND = {"click", "typing", "enum", "canasta_cli.cli", "canasta_cli.engine", "canasta_cli.model"}


def _run(
    arguments: list[str], output: int = subprocess.PIPE, **variables: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=output,
        stderr=subprocess.PIPE,
        env={**os.environ, **variables},
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", QUICK, ids=" ".join)
def test_a_quick_answer_loads_almost_nothing(
    arguments: list[str], file: str, capsys: Capture
) -> None:
    run = _run(arguments)
    loaded = set(run.stderr.split())
    json = {"json", "re", "enum"} if "--json" in arguments else set()
    assert not loaded & ({*COMMAND, "json", "re"} - json), file
    capsys.readouterr()
    assert main(arguments) == run.returncode == 0
    assert run.stdout == capsys.readouterr().out


def test_an_answer_that_can_not_be_written_is_reported_as_by_every_command(file: str) -> None:
    assert quick_answer(["next"]), file
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = _run(["next"], full.fileno())
    assert run.returncode == 74
    assert run.stderr.startswith("canasta: can't write the answer: ")
    reader, writer = os.pipe()
    os.close(reader)
    run = _run(["next"], writer)
    os.close(writer)
    assert run.returncode == 0
    assert "Error" not in run.stderr


def test_letters_that_the_terminal_lacks_are_left_to_the_command(file: str) -> None:
    assert main(["rename", "café"]) == 0
    assert quick_answer(["next"]), file
    run = _run(["next"], PYTHONIOENCODING="ascii")
    assert run.stdout.startswith("Game caf\\xe9\n")


@pytest.mark.parametrize("waiting", ["", "import atexit; atexit.register(print, 'last')"])
def test_the_process_ends_at_once_unless_something_waits_for_its_end(
    waiting: str, file: str
) -> None:
    assert quick_answer(["next"]), file
    code = (
        "import os\n"
        "leave = os._exit\n"
        "os._exit = lambda status: (print('at once', flush=True), leave(status))\n"
        f"{waiting}\n"
        "from canasta_cli.__main__ import run\n"
        "run()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "games"], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == ("last" if waiting else "at once")
