"""Many games checked by one process and by several, as a ratio of one run: run by hand with ``make bench``.

Writes game files of random hands, has ``canasta verify`` check them in turn by one process and by
``JOBS``, and prints how many times faster the several were, and how much memory the largest process
took for a part of the games and for all of them. The fastest round of each counts: whatever else
the machine does only ever slows one.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def _run(folder: Path, *options: str) -> tuple[float, float]:
    """Seconds, and the most memory in megabytes, of one run; every game must have been read."""
    start = time.perf_counter()
    with (folder.parent / "told").open("w", encoding="utf-8") as told:
        running = subprocess.Popen([*PROGRAM, str(folder), *options], stdout=told)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    spent = time.perf_counter() - start
    if running.returncode not in (0, 1):
        sys.exit(f"verify ended with {running.returncode}")
    return spent, used.ru_maxrss / (1 << 10 if sys.platform != "darwin" else 1 << 20)


def main() -> None:
    """Time both in turn, round after round, and print the fastest of each and their ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "games"
        folder.mkdir()
        _write(folder)
        one, several = [], []
        for _ in range(ROUNDS):
            one.append(_run(folder))
            several.append(_run(folder, "-j", str(JOBS)))
        part = _run(folder / "part")[1]
    slow, fast = (min(spent for spent, _ in each) for each in (one, several))
    print(f"{GAMES:,} games of {HANDS} hands, {ROUNDS} rounds")
    print(f"one process    {slow:6.2f} s, {GAMES * HANDS / slow:8,.0f} hands a second")
    print(f"-j {JOBS}           {fast:6.2f} s, {GAMES * HANDS / fast:8,.0f} hands a second")
    print(f"ratio          {slow / fast:6.2f}")
    print(f"memory         {part:6.1f} MB for a quarter of the games, {one[0][1]:.1f} MB for all")
    print(f"with -j {JOBS}      {several[0][1]:6.1f} MB for all")


if __name__ == "__main__":
    main()
