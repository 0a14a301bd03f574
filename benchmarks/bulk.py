"""Measure how much faster several processes check many games: run by hand with ``make bench``.

Writes game files of random hands, checks them with ``canasta verify`` in one process and in ``JOBS``
processes by turns, and prints the speed-up, and the memory of the largest process for a part of the
games and for all of them. The fastest round of each counts, because other load on the machine only
slows a run. On a busy machine, processor time is more reliable: it gives the speed-up with one
processor for each process.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

GAMES = int(os.environ.get("GAMES", "3000"))
JOBS = int(os.environ.get("JOBS", "2"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PART = 4
HANDS = 8
PROGRAM = [sys.executable, "-m", "canasta_cli", "verify"]
HEAD = """canasta = 1
rules = "classic"
players = ["Ann", "Bob", "Cat", "Dan"]
[sides]
Us = ["Ann", "Cat"]
Them = ["Bob", "Dan"]
"""


def _tally(generator: random.Random, ranks: str, *, out: bool) -> str:
    melds = [
        rank * generator.randint(3, 6) + generator.choice(("", "2", "W"))
        for rank in generator.sample(ranks, generator.randint(1, 3))
    ]
    canasta = generator.choice([rank for rank in ranks if rank not in "".join(melds)])
    return " ".join([f"7x{canasta}", *melds, "out" if out else "left:4"])


def _game(generator: random.Random) -> str:
    hands = (
        f'[[hands]]\nUs = "{_tally(generator, "579JK", out=True)}"\n'
        f'Them = "{_tally(generator, "68TQA", out=False)}"\n'
        for _ in range(HANDS)
    )
    return HEAD + "".join(hands)


def _write(folder: Path) -> None:
    generator = random.Random(1)
    for number in range(GAMES):
        part = folder / ("part" if number < GAMES // PART else "rest")
        part.mkdir(exist_ok=True)
        (part / f"{number:06}.canasta.toml").write_text(_game(generator), encoding="utf-8")


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
    hands = GAMES * HANDS
    print(f"{GAMES:,} games of {HANDS} hands, {ROUNDS} rounds")
    print(f"one process  {slow.spent:6.2f} s, {hands / slow.spent:8,.0f} hands per second")
    print(f"-j {JOBS}         {fast.spent:6.2f} s, {hands / fast.spent:8,.0f} hands per second")
    print(f"speed-up     {slow.spent / fast.spent:6.2f} in elapsed time")
    works = min(run.worked for run in one), min(run.worked for run in several)
    print(f"             {JOBS * works[0] / works[1]:6.2f} with a processor for each process")
    print(
        f"memory       {part.memory:6.1f} MB for a quarter of the games, {slow.memory:.1f} MB for all"
    )
    print(f"with -j {JOBS}    {fast.memory:6.1f} MB for all")


if __name__ == "__main__":
    main()
