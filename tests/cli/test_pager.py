"""Long answers go to the user's pager on a terminal, as git's do, and nowhere else."""

import contextlib
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from canasta_cli.cli import main

ROOT = Path(__file__).parent.parent.parent
Shown = Callable[..., str]
# Marks that it ran, and the settings that it got.
PAGER = 'import os, sys; print("<PAGER", os.environ.get("LESS"), len(sys.stdin.readlines()), ">")'
LONG = ("rules", "show", "classic")


def _read(terminal: int) -> bytes:
    """Read until the program has closed the terminal, which Linux reports as an error."""
    text = b""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 65536):
            text += part
    return text


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    """Return a function that runs a command on a terminal of a size, and returns what it shows."""
    termios = pytest.importorskip("termios")
    pager = f"{shlex.quote(sys.executable)} -c {shlex.quote(PAGER)}"

    def run(
        *words: str,
        lines: int = 24,
        columns: int = 80,
        typed: bool = True,
        status: int = 0,
        **more: str,
    ) -> str:
        master, slave = os.openpty()
        termios.tcsetwinsize(slave, (lines, columns))
        environment = {
            "CANASTA_DB": str(tmp_path / "canasta.db"),
            "PYTHONPATH": str(ROOT),
            "PATH": os.environ["PATH"],
            "TERM": "xterm",
            "PAGER": pager,
            **more,
        }
        with subprocess.Popen(
            [sys.executable, "-m", "canasta_cli", *words],
            stdin=slave if typed else subprocess.DEVNULL,
            stdout=slave,
            env=environment,
        ) as process:
            os.close(slave)
            text = _read(master)
        os.close(master)
        assert process.returncode == status
        return text.decode()

    return run


@pytest.mark.parametrize(
    "words", [LONG, ("man", "hand"), ("rules",), ("rules", "explain")], ids=" ".join
)
def test_an_answer_longer_than_the_screen_goes_to_the_pager(
    words: tuple[str, ...], shown: Shown
) -> None:
    text = shown(*words)
    assert text.startswith("<PAGER FRX")
    assert text.count("\n") == 1


def test_the_log_goes_to_the_pager_if_it_is_long(shown: Shown) -> None:
    shown("new", "Ann", "Bob", "Cat", "Dan")
    assert "<PAGER" not in shown("log")
    assert "<PAGER FRX" in shown("log", lines=3)


LONG_ANSWERS = (
    ("suggest", "opening", "--hand", "KKKQQQJJJTTT2", "--total", "0"),
    ("demo",),
    ("--help",),
    ("hand", "--help"),
    ("check", "meld", "-h"),
)
LONG_QUESTIONS = (
    ("check", "meld", "KKK", "--under", "all"),
    ("check", "turn", "draw", "meld", "KKK", "discard", "4", "--why"),
)


@pytest.mark.parametrize("words", LONG_ANSWERS, ids=" ".join)
def test_every_answer_that_records_nothing_is_shown_in_the_pager_if_it_is_long(
    words: tuple[str, ...], shown: Shown
) -> None:
    assert shown(*words, lines=5).startswith("<PAGER FRX")
    assert "<PAGER" not in shown(*words, lines=5000)


@pytest.mark.parametrize("words", LONG_QUESTIONS, ids=" ".join)
def test_a_long_answer_keeps_its_status_in_the_pager(words: tuple[str, ...], shown: Shown) -> None:
    assert shown(*words, lines=5, status=6).startswith("<PAGER FRX")
    assert "<PAGER" not in shown(*words, lines=5000, status=6)


@pytest.mark.parametrize(
    "command", ["score", "show", "games", "stats", "pile", "melds", "export", "doctor"]
)
def test_answers_about_a_game_go_to_the_pager_if_they_are_long(
    command: str, shown: Shown, tmp_path: Path
) -> None:
    for line in (
        ["new", "Ann", "Bob", "Cat", "Dan"],
        ["hand", "7xK QQQ2 out", "AAA left:1x4"],
        ["deal", "--upcard", "9"],
    ):
        assert main([*line, "--db", str(tmp_path / "canasta.db")]) == 0
    assert "<PAGER FRX" in shown(command, lines=2)
    assert "<PAGER" not in shown(command, lines=2, PAGER="cat")


def test_an_answer_that_recorded_something_never_waits_in_the_pager(shown: Shown) -> None:
    assert "<PAGER" not in shown("new", "Ann", "Bob", "Cat", "Dan", lines=3)
    assert "<PAGER" not in shown("hand", "7xK QQQ2 out", "AAA left:1x4", lines=3)
    assert "<PAGER" not in shown("undo", lines=3)


def test_help_is_never_paged_without_a_terminal_at_both_ends(shown: Shown) -> None:
    assert "Usage: canasta hand" in shown("hand", "--help", typed=False)


def test_less_says_which_keys_show_more_and_leave(shown: Shown) -> None:
    text = shown(*LONG)
    assert r"?eEnd\. q\: leave:space\: more, q\: leave." in text


def test_no_key_of_less_writes_a_file(shown: Shown) -> None:
    pager = f"{shlex.quote(sys.executable)} -c 'import os; print(os.environ[\"LESSSECURE\"])'"
    assert shown(*LONG, PAGER=pager).strip() == "1"


def test_an_answer_that_fits_is_printed(shown: Shown) -> None:
    assert "<PAGER" not in shown(*LONG, lines=5000)
    assert "<PAGER" not in shown("rules", "diff", "classic", "leaflet")


def test_a_line_that_continues_on_the_screen_counts_as_several(shown: Shown) -> None:
    assert "<PAGER" not in shown("rules", "penalties", lines=28, columns=400, NO_COLOR="1")
    assert "<PAGER" in shown("rules", "penalties", lines=28, columns=80, NO_COLOR="1")


@pytest.mark.parametrize("value", ["cat", ""])
def test_a_user_who_wants_no_pager_gets_none(value: str, shown: Shown) -> None:
    assert "seats.players" in shown(*LONG, PAGER=value)
    assert "seats.players" in shown(*LONG, "--no-pager")
    assert "Usage: canasta hand" in shown("man", "hand", "--no-pager")


def test_settings_of_the_user_for_less_are_kept(shown: Shown) -> None:
    assert shown(*LONG, LESS="-S").startswith("<PAGER -S")


@pytest.mark.parametrize("pager", ["no-such-pager-anywhere", 'less "'])
def test_a_pager_that_is_missing_or_misspelled_loses_nothing(pager: str, shown: Shown) -> None:
    assert "seats.players" in shown(*LONG, PAGER=pager)


def test_without_a_terminal_at_both_ends_there_is_no_pager(shown: Shown) -> None:
    assert "seats.players" in shown(*LONG, typed=False)
    assert shown(*LONG, "--json").startswith("{")
    piped = subprocess.run(
        [sys.executable, "-m", "canasta_cli", *LONG],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PAGER": "false", "PATH": os.environ["PATH"]},
    )
    assert "seats.players" in piped.stdout
