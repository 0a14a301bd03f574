"""Run command lines as typed, and return their output."""

import io
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from tempfile import TemporaryDirectory

import pytest

from canasta_cli.cli import main

NOW = "2026-11-21T20:15:00+00:00"
# What stands after a prompt of a dialogue was typed.
TYPED = re.compile(r"(?:.*: )?>(?: (.*))?$")
KEYS: dict[str, type[BaseException]] = {"^C": KeyboardInterrupt, "^D": EOFError}
# Types a command and some answers; returns the exit status, standard output and standard error.
Answers = Callable[..., tuple[int, str, str]]


def run_line(line: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Run ``canasta …`` and return its output in the format of a transcript.

    Lines of standard error begin with ``! ``; an exit status other than 0 comes last, in brackets.
    """
    status = main(shlex.split(line)[1:])
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    lines += [f"! {line}".rstrip() for line in printed.err.splitlines()]
    return [*lines, *([f"[{status}]"] if status else [])]


@contextmanager
def on_terminal(
    monkeypatch: pytest.MonkeyPatch, *answers: str, echo: bool = False
) -> Iterator[None]:
    """Type some answers on a terminal, and Ctrl-D after the last; ``echo`` prints each after a >."""
    left = list(answers)

    def typed(prompt: str = "") -> str:
        answer = left.pop(0) if left else "^D"
        mark = "" if prompt.endswith("> ") else "> "
        sys.stdout.write(f"{prompt}{mark}{answer}\n" if echo else prompt)
        if answer in KEYS:
            raise KEYS[answer]
        return answer

    with monkeypatch.context() as terminal:
        terminal.setattr(sys.stdin, "isatty", lambda: True)
        terminal.setattr(sys.stdout, "isatty", lambda: True)
        terminal.setattr("builtins.input", typed)
        # On a busy machine a short search may take a second too; the streams of a test have no terminal.
        terminal.setattr("canasta_cli.cli.options.SECONDS_IN_SILENCE", 10_000)
        yield
    assert not left


def typed_in(screen: list[str]) -> list[str]:
    """Return what was typed on a screen."""
    return [found[1] or "" for line in screen if (found := TYPED.match(line))]


def run_dialogue(
    line: str,
    answers: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[str]:
    """Run ``canasta …`` on a terminal with some typed answers, and return its screen."""
    with on_terminal(monkeypatch, *answers, echo=True), monkeypatch.context() as merged:
        merged.setattr(sys, "stderr", sys.stdout)
        status = main(shlex.split(line)[1:])
    lines = [each.rstrip() for each in capsys.readouterr().out.splitlines()]
    return [*lines, *([f"[{status}]"] if status else [])]


def in_a_game(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: object,
    *lines: str,
) -> Answers:
    """Begin a game of four, run some command lines, and return a function that types on a terminal."""
    record(monkeypatch, folder, "canasta new Ann Bob Cat Dan --name friday", *lines)
    return answering(monkeypatch, capsys)


def record(monkeypatch: pytest.MonkeyPatch, folder: object, *lines: str) -> None:
    """Use a database in an empty folder in which some command lines have been run."""
    fix_environment(monkeypatch, f"{folder}/canasta.db")
    shutil.copytree(_folder_after(lines).name, str(folder), dirs_exist_ok=True)


@cache
def _folder_after(lines: tuple[str, ...]) -> TemporaryDirectory[str]:
    """Return a folder with what some command lines write, which are run once, not for each test."""
    folder = TemporaryDirectory()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(io.StringIO()):
        fix_environment(patched, f"{folder.name}/canasta.db")
        for line in lines:
            assert main(shlex.split(line)[1:]) == 0, line
    return folder


def answering(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *command: str
) -> Answers:
    """Return a function that types a command on a terminal, and then its arguments as answers."""

    def ask(
        *answers: str, command: tuple[str, ...] = command, arguments: tuple[str, ...] = ()
    ) -> tuple[int, str, str]:
        with on_terminal(monkeypatch, *answers):
            status = main([*command, *arguments])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return ask


def fix_environment(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """Fix the database, clock and terminal, so that output doesn't depend on the machine."""
    monkeypatch.setenv("CANASTA_DB", database)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setattr("canasta_cli.cli.session.now", lambda: NOW)
    set_time_zone(monkeypatch, "UTC")


def set_time_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    """Set the local time zone."""
    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
