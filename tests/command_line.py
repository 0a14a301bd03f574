"""Run command lines as typed, and return their output."""

import shlex
import time

import pytest

from canasta_cli.cli import main

NOW = "2026-11-21T20:15:00+00:00"


def run_line(line: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Run ``canasta …`` and return its output in the format of a transcript.

    Lines of standard error begin with ``! ``; an exit status other than 0 comes last, in brackets.
    """
    status = main(shlex.split(line)[1:])
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    lines += [f"! {line}".rstrip() for line in printed.err.splitlines()]
    return [*lines, *([f"[{status}]"] if status else [])]


def fix_environment(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """Fix the database, clock and terminal, so that output doesn't depend on the machine."""
    monkeypatch.setenv("CANASTA_DB", database)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("canasta_cli.cli.database.now", lambda: NOW)
    set_time_zone(monkeypatch, "UTC")


def set_time_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    """Set the local time zone."""
    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
