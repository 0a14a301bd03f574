"""Carry out each command that an answer suggests, where it is suggested."""

import re
import shlex
from collections.abc import Iterable, Iterator

import pytest
from command_line import on_terminal

from canasta_cli.cli import COMMANDS, main

AMENDMENT = r"amend [-\d]"
ANY = rf"(?:{'|'.join(COMMANDS)})\b"
# What may follow a command on its line, and words that stand for something.
END = re.compile(
    r"[.:?)]*$|\. |: | \(|\)|, | (?:ended|writes|takes|puts|made|alone|or|again,|and|to the)\b|; "
)
STANDS_FOR = re.compile(
    r"\b(?:CARDS?|FILE|HAND|HEADING|ID|KEY|N|NAME|NEW_NAME|NEW|OLD|PLAYER|SIDE|TALLY|TURN|VALUE|A B)\b"
    r"|…|/media/stick"
)
NOT_AN_ANSWER = re.compile(r"--help|--json|canasta (man|completion|demo|export)")
# Accepted, or understood and refused by the rules; open; asked for, and stopped.
TAKEN, ASKED = {0, 1, 6}, {0, 130}
DAMAGED, REFUSED = 3, 4
# What shows how to write a command need not fit the game.
SHOWN = re.compile(r"Example: $|If it is a [a-z]+: $|To rename a [a-z]+: $")
SUBJECT = re.compile(r"^! canasta: $")


def suggested(
    lines: Iterable[str], which: str = AMENDMENT, *, shown: bool = False
) -> Iterator[str]:
    """Yield each ``canasta …`` in some lines that can be typed as it is; ``shown``: the examples alone."""
    for line in lines:
        before, *commands = re.split(rf"(?=canasta {which})", line)
        if SUBJECT.search(before) or shown is not bool(SHOWN.search(before)):
            continue
        for found in commands:
            command = END.split(found, maxsplit=1)[0]
            if command.count('"') % 2 or command.count("'") % 2:
                command = found.rstrip(".")
            if not STANDS_FOR.search(command):
                yield command


def refused(
    line: str,
    lines: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[str]:
    """Yield the amendments suggested after a command that are not accepted, each with its error.

    They are not recorded. One without a correction asks for it; where it does, nothing is typed.
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


def leads_nowhere(
    line: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """Carry out a command suggested after a line; return its error if it neither works nor leads on.

    It leads on if it is refused for the state of the game, with another command that works; the doctor, if
    it says what is wrong. Where it asks for something, nothing is typed.
    """
    status, error = _carried_out(command, monkeypatch, capsys)
    if status in TAKEN | ASKED or (status == DAMAGED and command.startswith("canasta doctor")):
        return ""
    others = suggested(error.splitlines(), ANY) if status == REFUSED else ()
    if any(_carried_out(each, monkeypatch, capsys)[0] in TAKEN | ASKED for each in others):
        return ""
    return f"{line}\n  suggests {command}\n  [{status}] {error}"


def is_not_understood(
    line: str,
    example: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """Carry out an example that a line's answer shows; return its error if it isn't even understood."""
    status, error = _carried_out(example, monkeypatch, capsys)
    is_understood = status in {*TAKEN, *ASKED, REFUSED}
    return "" if is_understood else f"{line}\n  shows {example}\n  [{status}] {error}"


def _carried_out(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    with on_terminal(monkeypatch):
        status = main(shlex.split(command)[1:])
    return status, capsys.readouterr().err
