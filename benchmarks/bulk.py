"""Measure how much faster several processes check many games: run by hand with ``make bench``.

Writes game files with one random hand each, recorded turn by turn with every card known, and checks
them with ``canasta verify`` in one process and in ``JOBS`` processes by turns. Prints the speed-up,
the processor time of all processes together, and the memory of the largest process for a part of the
games and for all of them. The fastest round of each counts, because other load on the machine only
slows a run. On a busy machine, processor time is more reliable: it gives the speed-up with one
processor for each process.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

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
    with (folder.parent / "told").open("w", encoding="utf-8") as given:
        running = subprocess.Popen([*PROGRAM, str(folder), *options], stdout=given)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    spent = time.perf_counter() - start
    if running.returncode not in (0, 1):
        sys.exit(f"verify ended with {running.returncode}")
    megabyte = 1 << 10 if sys.platform != "darwin" else 1 << 20
    return Run(spent, used.ru_utime + used.ru_stime, used.ru_maxrss / megabyte)


def main() -> None:
    """Time both by turns, and print the fastest round of each and their ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "games"
        folder.mkdir()
        _write(folder)
        one, several = [], []
        for _ in range(ROUNDS):
            one.append(_run(folder))
            several.append(_run(folder, "-j", str(JOBS)))
        part = _run(folder / "part")
    slow, fast = min(one), min(several)
    print(f"{GAMES:,} games of one played hand, {ROUNDS} rounds")
    print(f"one process  {slow.spent:6.2f} s, {GAMES / slow.spent:8,.0f} hands per second")
    print(f"-j {JOBS}         {fast.spent:6.2f} s, {GAMES / fast.spent:8,.0f} hands per second")
    print(f"speed-up     {slow.spent / fast.spent:6.2f} in elapsed time")
    works = min(run.worked for run in one), min(run.worked for run in several)
    print(f"             {JOBS * works[0] / works[1]:6.2f} with a processor for each process")
    print(f"in all       {works[1] / works[0]:6.2f} of the processor time of one process")
    print(
        f"memory       {part.memory:6.1f} MB for a quarter of the games, {slow.memory:.1f} MB for all"
    )
    print(f"with -j {JOBS}    {fast.memory:6.1f} MB for all")


if __name__ == "__main__":
    main()
