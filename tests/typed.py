"""Lines as somebody types them, and what they print."""

import shlex

import pytest

from canasta_cli.cli import main

NOW = "2026-11-21T20:15:00+00:00"


def typed(line: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Run ``canasta …`` and give what it printed, in the form of a transcript.

    Standard error has ``! `` in front; an exit status that is not 0 stands last, in brackets.
    """
    status = main(shlex.split(line)[1:])
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    lines += [f"! {line}".rstrip() for line in printed.err.splitlines()]
    return [*lines, *([f"[{status}]"] if status else [])]


def settle(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """The same file, clock and terminal whenever and wherever a test runs."""
    monkeypatch.setenv("CANASTA_DB", database)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("canasta_cli.cli.options.now", lambda: NOW)
