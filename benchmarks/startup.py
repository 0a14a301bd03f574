"""Measure the start-up of commands, relative to a bare interpreter: run by hand with ``make bench``.

Builds the wheel, installs it in a clean environment, and times whole processes by turns, so that a
change in the machine's speed affects all of them alike. Prints the medians as multiples of
``python -c pass`` in the same environment, with the budget of each.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ROUNDS = int(os.environ.get("ROUNDS", "21"))
PLAYERS = ["Ann", "Bob", "Cat", "Dan"]
HAND = ["7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]

# One card is discarded per round; the deck has too few of any single rank for all rounds.
CARDS = "456789TJQKA"


class Timed(NamedTuple):
    """A command and its budget.

    ``by_turns`` runs it on a game recorded turn by turn, instead of one tallied after each hand.
    """

    label: str
    budget: float
    arguments: list[str]
    by_turns: bool = False
    coloured: bool = False


def _stateless(budget: float, line: str, label: str = "") -> Timed:
    words = line.split()
    return Timed(label or " ".join(words[:2]), budget, [*words, "-r", "classic"])


TIMED = [
    Timed("--help", 5.8, ["--help"]),
    Timed("--version", 5.8, ["--version"]),
    _stateless(6.5, "count 7xK QQQ2 2x3R out", "count"),
    _stateless(6.5, "count 7xK QQQ2 2x3R out --json", "count --json"),
    _stateless(6.5, "minimum 1640", "minimum"),
    _stateless(6.5, "winner 5230 5310", "winner"),
    _stateless(6.5, "check meld KKK QQ2 --unopened --total 0"),
    _stateless(6.5, "check pickup 5 --with 55 --frozen --opened"),
    _stateless(6.5, "check discard 4 --hand 4K --opened"),
    _stateless(6.5, "check out 7xK AAA --hand 7xK+AAA --unopened --total 0"),
    _stateless(6.5, "check turn draw meld KKK QQ2 discard 4 --unopened --total 0"),
    _stateless(6.5, "suggest opening --hand AA2567844JK --total 1100"),
    _stateless(6.5, "suggest out --hand KKK4 --melds 7777777"),
    _stateless(6.5, "suggest discard --hand 4K3R"),
    Timed("next", 6.5, ["next"]),
    Timed("score --json", 6.5, ["score", "--json"]),
    Timed("log", 6.5, ["log"]),
    Timed("hand", 7.0, ["hand", *HAND]),
    Timed("undo", 7.0, ["undo"]),
    Timed("turn", 7.0, ["turn", "draw", "discard", "CARD"], by_turns=True),
    Timed("score in colour", 10.0, ["score"], coloured=True),
    Timed("export html", 15.0, ["export", "--format", "html"]),
    Timed("first game in a new file", 15.0, ["new", *PLAYERS, "--db", "NEW"]),
]


def _environment(data: Path, *, coloured: bool = False) -> dict[str, str]:
    """Return the environment of a user who names no file: the journal is in the data folder."""
    spoils = {"PYTHONDONTWRITEBYTECODE", "CANASTA_DB"}
    kept = {key: value for key, value in os.environ.items() if key not in spoils}
    colour = {"CLICOLOR_FORCE": "1"} if coloured else {"NO_COLOR": "1"}
    return {**kept, "XDG_DATA_HOME": str(data), **colour}


def _installed(folder: Path) -> Path:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    wheel = next(folder.glob("*.whl"))
    subprocess.run([str(folder / "venv/bin/pip"), "install", "--quiet", str(wheel)], check=True)
    return folder / "venv" / "bin"


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Time every command by turns, round after round, and print the medians as ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        binaries = _installed(folder)
        canasta, python = str(binaries / "canasta"), str(binaries / "python")
        tallied, played = folder / "tallied", folder / "played"
        for data, begin in ((tallied, ["hand", *HAND]), (played, ["deal", "--upcard", "9"])):
            for words in (["new", *PLAYERS], begin):
                _seconds([canasta, *words], _environment(data))
        times: dict[str, list[float]] = {each.label: [] for each in TIMED}
        bare: list[float] = []
        for turn in range(ROUNDS + 1):
            bare.append(_seconds([python, "-c", "pass"], _environment(tallied)))
            for each in TIMED:
                recorded = {"NEW": str(folder / f"{turn}.db"), "CARD": CARDS[turn % len(CARDS)]}
                words = [recorded.get(word, word) for word in each.arguments]
                data = played if each.by_turns else tallied
                environment = _environment(data, coloured=each.coloured)
                times[each.label].append(_seconds([canasta, *words], environment))
        base = statistics.median(bare[1:])
        print(f"{ROUNDS} rounds; python -c pass = 1")
        for each in TIMED:
            ratio = statistics.median(times[each.label][1:]) / base
            over = "" if ratio <= each.budget else "  OVER"
            print(f"{each.label:24} {ratio:5.2f}   budget {each.budget:4.1f}{over}")


if __name__ == "__main__":
    main()
