"""Measure how much faster several processes check many games: run by hand with ``make bench``.

Writes game files with one random hand each, recorded turn by turn with every card known, and checks
them with ``canasta verify`` in one process and in ``JOBS`` processes by turns. Prints the speed-up,
the processor time of all processes together, and the memory of the largest process for a part of the
games and for all of them. The fastest round of each counts, because other load on the machine only
slows a run. On a busy machine, processor time is more reliable: it gives the speed-up with one
processor for each process. ``--json`` and ``--markdown`` print the same as JSON and for a document.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tables import Line, add_forms, met, print_table

ROOT = Path(__file__).parent.parent
GAMES = int(os.environ.get("GAMES", "2000"))
JOBS = int(os.environ.get("JOBS", "2"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PART = 4
PROGRAM = [sys.executable, "-m", "canasta_cli", "verify"]


def _write(folder: Path) -> None:
    command = [sys.executable, str(ROOT / "examples" / "random_games.py"), str(GAMES)]
    played = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    for number, game in enumerate(played.stdout.splitlines()):
        part = folder / ("part" if number < GAMES // PART else "rest")
        part.mkdir(exist_ok=True)
        (part / f"{number:06}.json").write_text(game, encoding="utf-8")


class Run(NamedTuple):
    """Elapsed seconds, processor seconds, and megabytes of the largest process."""

    spent: float
    worked: float
    memory: float


def _run(folder: Path, *options: str) -> Run:
    """Run once, and check that every game was read."""
    start = time.perf_counter()
    with (folder.parent / "answer").open("w", encoding="utf-8") as given:
        running = subprocess.Popen([*PROGRAM, str(folder), *options], stdout=given)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    spent = time.perf_counter() - start
    if running.returncode not in (0, 1):
        sys.exit(f"verify ended with {running.returncode}")
    megabyte = 1 << 10 if sys.platform != "darwin" else 1 << 20
    return Run(spent, used.ru_utime + used.ru_stime, used.ru_maxrss / megabyte)


def _measured(folder: Path) -> Iterator[Line]:
    """Time one process and several by turns, and compare the fastest rounds."""
    folder.mkdir()
    _write(folder)
    one, several = [], []
    for _ in range(ROUNDS):
        one.append(_run(folder))
        several.append(_run(folder, "-j", str(JOBS)))
    part = _run(folder / "part")
    slow, fast = min(one), min(several)
    works = min(run.worked for run in one), min(run.worked for run in several)
    both = f"-j {JOBS}"
    yield _row("hands per second, one process", GAMES / slow.spent)
    yield _row(f"hands per second, {both}", GAMES / fast.spent)
    yield _row("speed-up in elapsed time", slow.spent / fast.spent, 0.9 * JOBS)
    yield _row("speed-up with a processor for each process", JOBS * works[0] / works[1], 0.9 * JOBS)
    yield _row("processor time of one process", works[1] / works[0], 1.1, below=True)
    yield _row("MB, one process, a quarter of the games", part.memory)
    yield _row("MB, one process", slow.memory)
    yield _row(f"MB, largest of {both}", fast.memory)


def _row(name: str, figure: float, target: float | None = None, *, below: bool = False) -> Line:
    words = "" if target is None else f"{'≤' if below else '≥'} {target:g}"
    is_met = None if target is None else figure <= target if below else figure >= target
    number = f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"  # noqa: PLR2004 - three digits
    return Line(
        (name, number, words, met(is_met)),
        {"row": name, "figure": figure, "target": target, "met": is_met},
    )


def main(arguments: list[str]) -> None:
    """Print the figures of both, and their ratios."""
    parser = argparse.ArgumentParser(description="Measure how several processes check many games.")
    add_forms(parser)
    heads = (f"{GAMES:,} games of one played hand", "figure", "target", "")
    with tempfile.TemporaryDirectory() as name:
        print_table(parser.parse_args(arguments).form, heads, _measured(Path(name) / "games"))


if __name__ == "__main__":
    main(sys.argv[1:])
