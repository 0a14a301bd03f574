"""Run each transcript line by line, and compare every answer; on a screen of 40 columns it must fit too.

A transcript is a text file. ``$ canasta …`` is a command, followed by its output: lines of standard
error begin with ``! ``, and ``[status]`` is an exit status other than 0. ``< NAME`` begins the content of
a file, up to a line with a single dot; ``% SQL`` changes the database directly. ``; `` begins a comment.

``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_transcripts.py`` updates the files; read the
difference before you commit it.

On the narrow screen nothing is cut, and every number stays whole: numbers and names with digits are
compared with the wide answer. What programs read (JSON and exported files) is the same at any width.

Every command that an answer suggests is carried out there, and the files put back: it works, or leads on.
In a normal run that is done where a transcript suggests the command first.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import fix_environment, run_line
from sampling import EVERY
from suggested import ANY, NOT_AN_ANSWER, is_not_understood, leads_nowhere, suggested

from canasta_cli.show.layout import formatted, width

if TYPE_CHECKING:
    from canasta_cli.show.layout import MakeJson, MakeText

pytestmark = pytest.mark.usefixtures("judged_once")
COLUMNS = 40
ASSUMED = re.compile(r"Assuming .*?\. (?=To decide)")
FOR_PROGRAMS = re.compile(r"canasta .*--json|canasta (export(?!.* -o)|completion)")
NUMBER = re.compile(r"\S*[0-9]\S*")
FOLDER = Path(__file__).parent / "transcripts"
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
    """A line without what differs between places."""
    return line.replace(str(folder), "FOLDER")


def _without_empty_lines(text: str) -> list[str]:
    """Remove the empty lines between commands, which only help readers."""
    return [line for line in text.splitlines() if line.strip()]


@contextmanager
def _as_it_was(folder: Path) -> Iterator[None]:
    """Put the files of a folder back afterwards."""
    before = folder.with_name(f"{folder.name}-before")
    shutil.copytree(folder, before)
    yield
    _restored(folder, before)
    shutil.rmtree(before)


def _restored(folder: Path, before: Path) -> None:
    for each in folder.iterdir():
        each.unlink() if each.is_file() else shutil.rmtree(each)
    shutil.copytree(before, folder, dirs_exist_ok=True)


class Screens:
    """Runs lines on a wide screen, and collects what is wrong with their answers on a narrow one.

    An answer is formatted for both. What is printed otherwise, such as help or an error, is printed once
    more by the same command, which finds the folder as it was before.
    """

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.too_long: list[tuple[str, str]] = []
        self.cut: list[tuple[str, str]] = []
        self.in_vain: list[str] = []
        self._carried_out = set[str]()
        self._folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        self._before = folder.with_name(f"{folder.name}-before")
        self._wide = self._narrow = ""
        monkeypatch.setattr("canasta_cli.cli.options.formatted", self._formatted)

    def run(self, line: str) -> list[str]:
        """Run a line, and return what it prints on a wide screen."""
        shutil.copytree(self._folder, self._before)
        self._wide = self._narrow = ""
        wide = run_line(line, self._capsys)
        narrow = self._narrow.splitlines()
        if _printed(wide) != self._wide.splitlines():
            narrow = _printed(self._run_again(line))
        shutil.rmtree(self._before)
        if not FOR_PROGRAMS.match(line):
            self._compare(line, _printed(wide), narrow)
        if not NOT_AN_ANSWER.search(line):
            self._carry_out(line, wide)
        return wide

    def _run_again(self, line: str) -> list[str]:
        """Run a line on a narrow screen, in the folder as it was before."""
        _restored(self._folder, self._before)
        with self._monkeypatch.context() as narrow:
            narrow.setenv("COLUMNS", str(COLUMNS))
            return run_line(line, self._capsys)

    def _compare(self, line: str, wide: list[str], narrow: list[str]) -> None:
        then, now = (
            [_anywhere(each, self._folder).removeprefix("! ").removeprefix("!") for each in lines]
            for lines in (wide, narrow)
        )
        self.too_long += [(line, each) for each in now if width(each) > COLUMNS]
        # What an answer that depends assumes is left out on a narrow screen.
        firm = [ASSUMED.sub("", each) for each in then]
        self.cut += [(line, word) for word in numbers(firm) - numbers(now)]

    def _carry_out(self, line: str, printed: list[str]) -> None:
        """Carry out each command that the answer to a line suggests or shows, on the wide screen only."""
        with self._monkeypatch.context() as once:
            once.setattr("canasta_cli.cli.options.formatted", formatted)
            for shown, check in ((False, leads_nowhere), (True, is_not_understood)):
                for command in dict.fromkeys(suggested(printed, ANY, shown=shown)):
                    if command in self._carried_out and not EVERY:
                        continue
                    self._carried_out.add(command)
                    with _as_it_was(self._folder):
                        self.in_vain.append(check(line, command, once, self._capsys))

    def _formatted(self, text: "MakeText", json: "MakeJson", *, as_json: bool) -> str:
        wide = formatted(text, json, as_json=as_json)
        with self._monkeypatch.context() as narrow:
            narrow.setenv("COLUMNS", str(COLUMNS))
            self._narrow += formatted(text, json, as_json=as_json)
        self._wide += wide
        return wide


def _printed(lines: list[str]) -> list[str]:
    """Return the lines of an answer without its exit status."""
    return [line for line in lines if not re.fullmatch(r"\[\d+\]", line)]


def numbers(lines: list[str]) -> set[str]:
    """Return the words with digits that fit on one line, without the sign that ends a part."""
    words = {word.rstrip(";") for line in lines for word in NUMBER.findall(line)}
    return {word for word in words if width(word) <= COLUMNS - 8}


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
    screens = Screens(tmp_path, monkeypatch, capsys)
    today = played(text, tmp_path, screens.run)
    assert "[70]" not in today.splitlines(), "a fault of the program is no answer to keep"
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        file.write_text(re.sub(r"\n(?=\$ |< |% )", r"\n\n", today), encoding="utf-8")
        return
    assert _without_empty_lines(today) == _without_empty_lines(text)
    assert not screens.too_long
    assert not screens.cut
    assert "\n".join(filter(None, screens.in_vain)) == ""


def test_there_are_transcripts() -> None:
    assert TRANSCRIPTS
