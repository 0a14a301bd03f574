"""Measure how commands grow with the number of games and of hands: run by hand with ``make bench``.

Imports 10, 300 and 3,000 evenings into journals of their own, and runs commands on each. In every tenth
evening the last hand is recorded turn by turn. Prints the processor time of each command, most as a
multiple of ``python -c pass``. Then records turns in the first and in the tenth hand of an evening of
random hands with about forty turns each. The median of ``ROUNDS`` runs counts, except for imports,
which run once. ``--json`` and ``--markdown`` print the same as JSON and as a table for a document.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from evening import evening
from tables import Line, add_forms, met, print_table

ROOT = Path(__file__).parent.parent
SIZES = tuple(map(int, os.environ.get("SIZES", "10,300,3000").split(",")))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
HANDS = 5
PLAYED_EVERY = 10
DIFFERENT = 20
TENTH = 10
TENTH_TARGET = 1.05
ROUNDS_OF_TURNS = 4 * ROUNDS + 2
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
CANASTA = [sys.executable, "-m", "canasta_cli"]
CARDS = "456789TJQKA"


class Measured(NamedTuple):
    """A command, and what it may take with 3,000 games: seconds, or else multiples of B.

    ``None``: with 3,000 games it may take ``FLAT`` times as long as with 10.
    """

    words: list[str]
    target: float | None = None
    in_seconds: bool = False


FLAT = 1.25
"""The ratio of two medians that is not growth, but chance."""
COMMANDS = (
    Measured(["games"], 25),
    Measured(["stats"], 25),
    Measured(["doctor", "--json"], 10, in_seconds=True),
    Measured(["next"]),
    Measured(["score"]),
    Measured(["log"]),
    Measured(["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"]),
    Measured(["undo"]),
)
IMPORT = Measured(["import"], 60, in_seconds=True)


def _tally(generator: random.Random, ranks: str, *, out: bool) -> str:
    melds = [
        rank * generator.randint(3, 6) + generator.choice(("", "2", "W"))
        for rank in generator.sample(ranks, generator.randint(1, 3))
    ]
    canasta = generator.choice([rank for rank in ranks if rank not in "".join(melds)])
    return " ".join([f"7x{canasta}", *melds, "out" if out else "left:1x4"])


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


def _medians(file: Path) -> list[float]:
    """Return the processor time of every command, by turns, in a new game."""
    _seconds([*CANASTA, "new", *PLAYERS], file)
    rounds = [[_seconds([*CANASTA, *each.words], file) for each in COMMANDS] for _ in range(ROUNDS)]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def _imported(games: list[dict[str, object]], folder: Path) -> tuple[Path, float]:
    """Import games into a new journal; return it, and the processor time."""
    files = []
    for at, game in enumerate(games):
        files.append(folder / f"{at}.json")
        files[-1].write_text(json.dumps(game), encoding="utf-8")
    file = folder / f"{len(games)}.db"
    return file, _seconds([*CANASTA, "import", "--force", *map(str, files)], file)


def _line(each: Measured, spent: Sequence[float], base: float) -> Line:
    name, unit = each.words[0], "s" if each.in_seconds else "B"
    figures = [seconds if each.in_seconds else seconds / base for seconds in spent]
    if each.target is None:
        target, is_met = "flat", figures[-1] <= FLAT * figures[0]
    else:
        target, is_met = f"< {each.target:g} {unit}", figures[-1] < each.target
    digits = 2 if each.in_seconds else 1
    cells = (f"{figure:.{digits}f} {unit}" for figure in figures)
    by_size = dict(zip(map(str, SIZES), figures, strict=True))
    return Line(
        (name, *cells, target, met(is_met)),
        {"command": name, "unit": unit, "games": by_size, "target": each.target, "met": is_met},
    )


def _turns(folder: Path) -> Line:
    """Record turns in the first and in the tenth hand, by turns, after random hands."""
    first, tenth = folder / "first.db", folder / "tenth.db"
    file = folder / "evening.json"
    file.write_text(evening(TENTH - 1), encoding="utf-8")
    _seconds([*CANASTA, "new", *PLAYERS], first)
    _seconds([*CANASTA, "import", str(file)], tenth)
    spent: dict[Path, list[float]] = {first: [], tenth: []}
    for journal in spent:
        _seconds([*CANASTA, "deal", "--upcard", "9"], journal)
    for turn in range(ROUNDS_OF_TURNS):
        for journal, times in spent.items():
            words = ["turn", "--force", "draw", "discard", CARDS[turn % len(CARDS)]]
            times.append(_seconds([*CANASTA, *words], journal))
    one, ten = (statistics.median(times[1:]) for times in spent.values())
    is_met = ten / one <= TENTH_TARGET
    name = "turn, tenth hand to first"
    empty = ("",) * (len(SIZES) - 1)
    return Line(
        (name, *empty, f"{ten / one:.3f} times", f"≤ {TENTH_TARGET} times", met(is_met)),
        {"command": name, "ratio": ten / one, "target": TENTH_TARGET, "met": is_met},
    )


def _measured(folder: Path) -> Iterator[Line]:
    starts = [_seconds([sys.executable, "-c", "pass"], folder) for _ in range(2 * ROUNDS + 1)]
    base = statistics.median(starts)
    milliseconds = f"{1000 * base:.1f} ms"
    yield Line(
        ("python -c pass, B", milliseconds, *("" for _ in SIZES[1:]), "", ""),
        {"command": "python -c pass", "seconds": base},
    )
    games = _evenings(max(SIZES))
    journals = [_imported(games[:size], folder) for size in SIZES]
    yield _line(IMPORT, [spent for _, spent in journals], base)
    columns = [_medians(file) for file, _ in journals]
    for each, spent in zip(COMMANDS, zip(*columns, strict=True), strict=True):
        yield _line(each, spent, base)
    yield _turns(folder)


def main(arguments: list[str]) -> None:
    """Print a row for each command, and one for turns."""
    parser = argparse.ArgumentParser(description="Measure the growth of commands.")
    add_forms(parser)
    heads = ("command", *(f"{size:,} games" for size in SIZES), "target", "")
    with tempfile.TemporaryDirectory() as name:
        print_table(parser.parse_args(arguments).form, heads, _measured(Path(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
