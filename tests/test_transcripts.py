"""Run each transcript line by line, and compare every answer.

A transcript is a text file. ``$ canasta …`` is a command, followed by its output: lines of standard
error begin with ``! ``, and ``[status]`` is an exit status other than 0. ``< NAME`` begins the content of
a file, up to a line with a single dot; ``% SQL`` changes the database directly. ``; `` begins a comment.

``UPDATE_TRANSCRIPTS=1 pytest tests/test_transcripts.py`` updates the files; read the
difference before you commit it.
"""

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fix_environment, run_line

FOLDER = Path(__file__).parent / "transcripts"
HEAD = "0123456789ab"
TRANSCRIPTS = sorted(FOLDER.rglob("*.txt"))


def _behind_the_back(sql: str) -> None:
    with closing(sqlite3.connect(os.environ["CANASTA_DB"], isolation_level=None)) as connection:
        connection.executescript(sql)


def played(text: str, folder: Path, run: Callable[[str], list[str]]) -> str:
    """Return the transcript with its commands as they are, and what ``run`` returns for each."""
    lines = text.splitlines()
    result: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("$ "):
            result += [line, *(_anywhere(each, folder) for each in run(line[2:]))]
        elif line.startswith("% "):
            _behind_the_back(line[2:])
            result.append(line)
        elif line.startswith("< "):
            end = lines.index(".", at)
            (folder / line[2:]).write_text("\n".join(lines[at:end]) + "\n", encoding="utf-8")
            result += lines[at - 1 : end + 1]
            at = end + 1
        elif line.startswith("; "):
            result.append(line)
    return "\n".join(result) + "\n"


def _anywhere(line: str, folder: Path) -> str:
    """A line without what differs between places, and between versions of a ruleset."""
    return re.sub(r"head: [0-9a-f]{12} ", f"head: {HEAD} ", line.replace(str(folder), "FOLDER"))


def _without_empty_lines(text: str) -> list[str]:
    """Remove the empty lines between commands, which only help readers."""
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    "file", TRANSCRIPTS, ids=lambda file: str(file.relative_to(FOLDER).with_suffix(""))
)
def test_transcript(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    monkeypatch.chdir(tmp_path)
    text = file.read_text(encoding="utf-8")
    today = played(text, tmp_path, lambda line: run_line(line, capsys))
    assert "[70]" not in today.splitlines(), "a fault of the program is no answer to keep"
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        file.write_text(re.sub(r"\n(?=\$ |< |% )", r"\n\n", today), encoding="utf-8")
        return
    assert _without_empty_lines(today) == _without_empty_lines(text)


def test_there_are_transcripts() -> None:
    assert TRANSCRIPTS
