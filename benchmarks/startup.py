"""Start-up of the commands, as ratios to a bare interpreter: run by hand with ``make bench``.

Builds the wheel, installs it into an environment of its own, and times whole processes in turn, so
that a machine that drifts slows all of them alike. Prints the medians as multiples of ``python -c
pass`` in the same environment, beside the budget of each.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = int(os.environ.get("ROUNDS", "21"))
HAND = ["7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]
BUDGETS: list[tuple[str, float, list[str]]] = [
    ("--help", 5.8, ["--help"]),
    ("--version", 5.8, ["--version"]),
    ("count", 6.5, ["count", *HAND[0].split(), "-r", "classic"]),
    ("count --json", 6.5, ["count", *HAND[0].split(), "-r", "classic", "--json"]),
    ("minimum", 6.5, ["minimum", "1640", "-r", "classic"]),
    ("next", 6.5, ["next"]),
    ("score --json", 6.5, ["score", "--json"]),
    ("log", 6.5, ["log"]),
    ("hand", 7.0, ["hand", *HAND]),
    ("undo", 7.0, ["undo"]),
    ("score in colour", 10.0, ["score"]),
    ("export html", 15.0, ["export", "--format", "html"]),
    ("first game, new file", 15.0, ["new", "Ann", "Bob", "Cat", "Dan", "--db", "NEW"]),
]


def _environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "CANASTA_DB": str(folder / "bench.db"), "NO_COLOR": "1"}


def _installed(folder: Path) -> Path:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    wheel = next(folder.glob("*.whl"))
    subprocess.run([str(folder / "venv/bin/pip"), "install", "--quiet", str(wheel)], check=True)
    return folder / "venv" / "bin"


def _timed(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Time every command in turn, round after round, and print the medians as ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        binaries = _installed(folder)
        environment = _environment(folder)
        canasta = str(binaries / "canasta")
        subprocess.run([canasta, "new", "Ann", "Bob", "Cat", "Dan"], env=environment, check=True)
        subprocess.run([canasta, "hand", *HAND], env=environment, check=True)
        times: dict[str, list[float]] = {label: [] for label, _, _ in BUDGETS}
        bare: list[float] = []
        for turn in range(ROUNDS + 1):
            bare.append(_timed([str(binaries / "python"), "-c", "pass"], environment))
            for label, _, arguments in BUDGETS:
                typed = [a if a != "NEW" else str(folder / f"new{turn}.db") for a in arguments]
                coloured = {k: v for k, v in environment.items() if k != "NO_COLOR"}
                coloured["CLICOLOR_FORCE"] = "1"
                chosen = coloured if "colour" in label else environment
                times[label].append(_timed([canasta, *typed], chosen))
        base = statistics.median(bare[1:])
        print(f"{ROUNDS} rounds; python -c pass = 1")
        for label, budget, _ in BUDGETS:
            ratio = statistics.median(times[label][1:]) / base
            print(
                f"{label:24} {ratio:5.2f}   budget {budget:4.1f}{'' if ratio <= budget else '  OVER'}"
            )


if __name__ == "__main__":
    main()
