"""Carry out each amendment that an answer suggests, where it is suggested, without recording it."""

import re
import shlex
from collections.abc import Iterable, Iterator

import pytest
from command_line import on_terminal

from canasta_cli.cli import main

# What may follow a command on its line, and words that stand for something.
END = re.compile(r"[.:]?$|\. |: | \(|, (?:or|then|with) |; | and | to the ")
STANDS_FOR = re.compile(r"\b(?:HAND|NAME|TURN|PLAYER|CARDS|TALLY|OLD|NEW|N)\b|…")
NOT_AN_ANSWER = re.compile(r"--help|--json|canasta (man|completion|demo)")
# Accepted, or understood and refused by the rules; asked for; without a command.
TAKEN, ASKED = {0, 1}, {0, 130}


def suggested(lines: Iterable[str]) -> Iterator[str]:
    """Yield each ``canasta amend …`` in some lines that can be typed as it is."""
    for line in lines:
        for found in re.split(r"(?=canasta amend [-\d])", line)[1:]:
            command = END.split(found, maxsplit=1)[0]
            if not STANDS_FOR.search(command):
                yield command


def refused(
    line: str,
    lines: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[str]:
    """Yield the amendments suggested after a command that are not accepted, each with its error.

    An amendment without a correction asks for one; where it does, nothing is typed.
    """
    if NOT_AN_ANSWER.search(line):
        return
    for command in dict.fromkeys(suggested(lines)):
        with on_terminal(monkeypatch, *(["^D"] if _asks(command) else [])):
            status = main([*shlex.split(command)[1:], "--dry-run"])
        printed = capsys.readouterr()
        if status not in (ASKED if _asks(command) else TAKEN):
            yield f"{line}\n  suggests {command}\n  {printed.err or printed.out}"


def _asks(command: str) -> bool:
    """True for a hand, a turn, or the cards left, without anything to be changed."""
    return bool(re.fullmatch(r"canasta amend( -\S+ \S+)* [\d.]+(left)?", command))
