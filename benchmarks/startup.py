"""Measure the start-up of commands, relative to a bare interpreter: run by hand with ``make bench``.

Builds the wheel, installs it in a clean environment, and runs whole processes by turns, so that a
change in the machine's speed affects all of them alike. Prints the medians of their processor time as
multiples of ``python -c pass`` in the same environment, with the budget of each; and how many
instructions each takes if valgrind is installed, which other load does not change.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from evening import evening

ROOT = Path(__file__).parent.parent
PLAYERS = ["Ann", "Bob", "Cat", "Dan"]
HAND = ["7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]
DEAL = ["deal", "--upcard", "9"]
COMPLETION = {
    "_CANASTA_COMPLETE": "bash_complete",
    "COMP_WORDS": "canasta\nche",
    "COMP_CWORD": "1",
}

# One card is discarded per round; the deck has too few of any single rank for all rounds.
CARDS = "456789TJQKA"

TALLIED, PLAYED, TURNS, FIRST = "tallied", "played", "turns", "first"
"""The databases: a game of one tallied hand; an evening of six played hands; the same with a
seventh hand in play; and a game with its first hand in play."""


class Timed(NamedTuple):
    """A command with its budget in bare interpreters, ``None`` if it is only for comparison.

    ``backs_up``: there is no automatic backup before it, so that it makes one.
    """

    label: str
    budget: float | None
    arguments: list[str]
    data: str = TALLIED
    variables: dict[str, str] = {"NO_COLOR": "1"}  # noqa: RUF012 - never changed
    backs_up: bool = False


class Row(NamedTuple):
    """A command's median processor time in bare interpreters, and its instructions in millions."""

    command: str
    budget: float | None
    ratio: float
    instructions: float | None

    @property
    def met(self) -> bool | None:
        """True or false; ``None`` without a budget."""
        return None if self.budget is None else self.ratio <= self.budget


def _stateless(line: str, label: str = "") -> Timed:
    words = line.split()
    return Timed(label or " ".join(words[:2]), 5, [*words, "-r", "classic"])


def _coloured(label: str, budget: float | None, arguments: list[str]) -> Timed:
    colour = {"CLICOLOR_FORCE": "1", "TERM": "xterm-256color", "COLUMNS": "80"}
    return Timed(f"{label}, in colour", budget, arguments, variables=colour)


MELD = "check meld KKK QQ2 --unopened --total 0"
TIMED = [
    Timed("--help", 4.5, ["--help"]),
    Timed("--version", 4.5, ["--version"]),
    Timed("a TAB completion", 5, [], variables=COMPLETION),
    Timed("next", 2.4, ["next"]),
    Timed("next --json", 2.4, ["next", "--json"]),
    Timed("canasta", 2.4, []),
    Timed("score", 5, ["score"]),
    Timed("log", 5, ["log"]),
    _stateless("count 7xK QQQ2 2x3R out", "count"),
    _stateless("count 7xK QQQ2 2x3R out --json", "count --json"),
    _stateless("minimum 1640", "minimum"),
    _stateless(MELD),
    _stateless(f"{MELD} --json", "check meld --json"),
    _stateless("check pickup 5 --with 55 --frozen --opened"),
    _stateless("check discard 4 --hand 4K --opened"),
    _stateless("check out 7xK AAA --hand 7xK+AAA --unopened --total 0"),
    _stateless("check turn draw meld KKK QQ2 discard 4 --unopened --total 0"),
    _stateless("suggest opening --hand AA2567844JK --total 1100"),
    _stateless("suggest out --hand KKK4 --melds 7777777"),
    _stateless("suggest discard --hand 4K3R"),
    Timed("hand, after six played hands", 5.5, ["hand", *HAND], PLAYED),
    Timed("undo, after six played hands", 5.5, ["undo"], PLAYED),
    Timed("turn, after six played hands", 5.5, ["turn", "draw", "discard", "CARD"], TURNS),
    Timed("turn, with a backup", 8, ["turn", "draw", "discard", "CARD"], TURNS, backs_up=True),
    Timed("turn, in the first hand", None, ["turn", "draw", "discard", "CARD"], FIRST),
    _coloured("next", None, ["next"]),
    _coloured("check meld", None, [*MELD.split(), "-r", "classic"]),
    _coloured("score", 10, ["score"]),
    Timed("export --format html", 15, ["export", "--format", "html"]),
    Timed("new, in a new file", 8, ["new", *PLAYERS, "--db", "NEW"]),
]


class Bench:
    """A clean environment with the program, and the databases of its commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        binaries = _installed(folder)
        self.canasta, self.python = str(binaries / "canasta"), str(binaries / "python")
        file = folder / "evening.json"
        file.write_text(evening(), encoding="utf-8")
        played = ["import", str(file)]
        begun = {
            TALLIED: (["new", *PLAYERS], ["hand", *HAND]),
            PLAYED: (played,),
            TURNS: (played, DEAL),
            FIRST: (["new", *PLAYERS], DEAL),
        }
        for data, lines in begun.items():
            for line in lines:
                _processor_time([self.canasta, *line], self._environment(data, {}))

    def _environment(self, data: str, variables: dict[str, str]) -> dict[str, str]:
        """Return the environment of a user who names no file: the journal is in the data folder."""
        spoils = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "CANASTA_DB", "NO_COLOR", "COLUMNS"}
        kept = {key: value for key, value in os.environ.items() if key not in spoils}
        return {**kept, "XDG_DATA_HOME": str(self.folder / data), **variables}

    def bare(self) -> float:
        """Return the processor time of a bare interpreter."""
        return _processor_time([self.python, "-c", "pass"], dict(os.environ))

    def run(self, timed: Timed, number: int, before: tuple[str, ...] = ()) -> float:
        """Run a command, after the words of ``before``; return the processor time."""
        values = {"NEW": str(self.folder / f"{number}.db"), "CARD": CARDS[number % len(CARDS)]}
        words = [values.get(word, word) for word in timed.arguments]
        environment = self._environment(timed.data, timed.variables)
        if timed.backs_up:
            for backups in (self.folder / timed.data).rglob("canasta.db.backups"):
                shutil.rmtree(backups)
        return _processor_time([*before, self.canasta, *words], environment)

    def instructions(self, timed: Timed, number: int) -> float | None:
        """Return how many million instructions a command takes; ``None`` without valgrind."""
        if shutil.which("valgrind") is None:
            return None
        out = self.folder / "callgrind.out"
        self.run(timed, number, ("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"))
        totals = [line for line in out.read_text().splitlines() if line.startswith("totals:")]
        return int(totals[-1].split()[1]) / 1e6


def _installed(folder: Path) -> Path:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    wheel = next(folder.glob("*.whl"))
    subprocess.run([str(folder / "venv/bin/pip"), "install", "--quiet", str(wheel)], check=True)
    return folder / "venv" / "bin"


def _processor_time(command: list[str], environment: dict[str, str]) -> float:
    """Run a command that must succeed; return the processor time of its process in seconds."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None  # noqa: S101 - it is a pipe
    words = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode:
        raise RuntimeError(f"{command} failed: {words.decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


def measured(bench: Bench, timed: list[Timed], rounds: int) -> Iterator[Row]:
    """Run every command by turns, round after round; the first round only warms up."""
    times: list[list[float]] = [[] for _ in timed]
    bare: list[float] = []
    for number in range(rounds + 1):
        bare.append(bench.bare())
        for each, taken in zip(timed, times, strict=True):
            taken.append(bench.run(each, number))
    base = statistics.median(bare[1:])
    for each, taken in zip(timed, times, strict=True):
        ratio = statistics.median(taken[1:]) / base
        yield Row(each.label, each.budget, ratio, bench.instructions(each, rounds + 1))


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    budget = "" if row.budget is None else f"{row.budget:g}"
    count = "" if row.instructions is None else f"{row.instructions:.0f}"
    met = {True: "met", False: "missed", None: ""}[row.met]
    return row.command, budget, f"{row.ratio:.2f}", count, met


HEADS = ("command", "budget", "B", "million instructions", "")


def as_text(rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of a table for people."""
    yield "{:32} {:>6} {:>6} {:>20}  {}".format(*HEADS).rstrip()
    for row in rows:
        yield "{:32} {:>6} {:>6} {:>20}  {}".format(*_cells(row)).rstrip()


def as_markdown(rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield f"| {' | '.join(HEADS)} |"
    yield "| --- | --- | --- | --- | --- |"
    for row in rows:
        yield f"| {' | '.join(_cells(row))} |"


def as_json(rows: Iterator[Row]) -> Iterator[str]:
    """Yield one JSON document."""
    yield json.dumps({"rows": [{**row._asdict(), "met": row.met} for row in rows]}, indent=2)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure start-up, relative to python -c pass.")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", dest="form", const=as_json)
    forms.add_argument("--markdown", action="store_const", dest="form", const=as_markdown)
    parser.add_argument("--only", default="", metavar="WORD", help="Commands with this word.")
    parser.add_argument("--rounds", type=int, default=21, metavar="N")
    given = parser.parse_args(arguments)
    timed = [each for each in TIMED if given.only in each.label]
    with tempfile.TemporaryDirectory() as name:
        for line in (given.form or as_text)(measured(Bench(Path(name)), timed, given.rounds)):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
