"""Measure how commands grow with the number of games and of hands: run by hand with ``make bench``.

Imports 10, 300 and 3,000 evenings into journals of their own, and runs commands on each. In every tenth
evening the last hand is recorded turn by turn. Prints the processor time of each command as a multiple
of ``python -c pass``, and how much of it one game costs. Then records turns in the first and in the
tenth hand of a game that is recorded turn by turn. The median of ``ROUNDS`` runs counts, except for
imports, which run once.
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SIZES = tuple(map(int, os.environ.get("SIZES", "10,300,3000").split(",")))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
HANDS = 5
PLAYED_EVERY = 10
DIFFERENT = 20
TENTH = 10
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
CANASTA = [sys.executable, "-m", "canasta_cli"]
CARDS = "456789TJQKA"


class Measured(NamedTuple):
    """A command, and the most that it may cost with 3,000 games: multiples of a start, or seconds."""

    words: list[str]
    starts: float | None = None
    seconds: float | None = None


COMMANDS = (
    Measured(["games"], starts=25),
    Measured(["stats"], starts=25),
    Measured(["doctor", "--json"], seconds=10),
    Measured(["next"]),
    Measured(["score"]),
    Measured(["log"]),
    Measured(["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]),
    Measured(["undo"]),
)


def _tally(generator: random.Random, ranks: str, *, out: bool) -> str:
    melds = [
        rank * generator.randint(3, 6) + generator.choice(("", "2", "W"))
        for rank in generator.sample(ranks, generator.randint(1, 3))
    ]
    canasta = generator.choice([rank for rank in ranks if rank not in "".join(melds)])
    return " ".join([f"7x{canasta}", *melds, "out" if out else "left:4"])


def _evenings(number: int) -> list[dict[str, object]]:
    """Return game files, as JSON documents."""
    command = [sys.executable, str(ROOT / "examples" / "random_games.py"), str(DIFFERENT)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    played = [json.loads(line) for line in lines.splitlines()]
    generator = random.Random(1)
    games = []
    for at in range(number):
        game = dict(played[at // PLAYED_EVERY % DIFFERENT])
        hands: list[object] = [
            {
                "Us": _tally(generator, "579JK", out=True),
                "Them": _tally(generator, "68TQA", out=False),
            }
            for _ in range(HANDS)
        ]
        if at % PLAYED_EVERY == 0:
            hands[-1] = {key: value for key, value in game["hands"][0].items() if key != "score"}
        games.append({**game, "name": f"evening {at + 1}", "hands": hands})
    return games


def _seconds(words: list[str], file: Path) -> float:
    """Return the processor time of one command."""
    environment = {**os.environ, "CANASTA_DB": str(file), "NO_COLOR": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=False, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words[:5])} ended with {done.returncode}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _median(words: list[str], file: Path) -> float:
    return statistics.median(_seconds(words, file) for _ in range(ROUNDS))


def _imported(games: list[dict[str, object]], folder: Path) -> tuple[Path, float]:
    """Import games into a new journal; return it, and the processor time."""
    files = []
    for at, game in enumerate(games):
        files.append(folder / f"{at}.json")
        files[-1].write_text(json.dumps(game), encoding="utf-8")
    file = folder / f"{len(games)}.db"
    return file, _seconds([*CANASTA, "import", "--force", *map(str, files)], file)


def _line(name: str, spent: list[float], base: float, target: str) -> None:
    cells = "".join(f"{seconds:8.2f} s {seconds / base:6.1f} B" for seconds in spent)
    games = SIZES[-1] - SIZES[-2]
    each = 1e6 * (spent[-1] - spent[-2]) / games
    print(f"{name:8}{cells} {each:8.0f} µs a game   {target}".rstrip())


def _turns(folder: Path, base: float) -> None:
    """Record turns in the first and in the tenth hand that is recorded turn by turn."""
    first, tenth = folder / "first.db", folder / "tenth.db"
    new = ["new", *PLAYERS, "--house", "end.target=500000"]
    for file, finished in ((first, 0), (tenth, TENTH - 1)):
        _seconds([*CANASTA, *new], file)
        for hand in range(finished + 1):
            _seconds([*CANASTA, "deal", "--upcard", "9"], file)
            for turn in range(0 if hand == finished else 40):
                _seconds([*CANASTA, "turn", "--force", "draw", "discard", CARDS[turn % 11]], file)
            if hand < finished:
                _seconds([*CANASTA, "left", "--force", "Ann=4", "Bob=A"], file)
    spent: dict[Path, list[float]] = {first: [], tenth: []}
    for turn in range(len(CARDS)):
        for file, times in spent.items():
            times.append(_seconds([*CANASTA, "turn", "draw", "discard", CARDS[turn]], file))
    one, ten = (statistics.median(times) for times in spent.values())
    print(f"a turn in the first hand {one / base:.1f} B, in the tenth {ten / base:.1f} B: ", end="")
    print(f"{ten / one:.3f} times (at most 1.05)")


def main() -> None:
    """Print a line for each command, and one for turns."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        base = _median([sys.executable, "-c", "pass"], folder / "none.db")
        print(f"{', '.join(f'{size:,}' for size in SIZES)} games; B = {1000 * base:.1f} ms")
        games = _evenings(max(SIZES))
        journals = [_imported(games[:size], folder) for size in SIZES]
        _line("import", [spent for _, spent in journals], base, "target 60 s")
        for words, starts, seconds in COMMANDS:
            spent = [_median([*CANASTA, *words], file) for file, _ in journals]
            target = (
                f"target {starts:g} B" if starts else f"target {seconds} s" if seconds else "flat"
            )
            _line(words[0], spent, base, target)
        _turns(folder, base)


if __name__ == "__main__":
    main()
