"""Measure the engine on one core, relative to a fixed loop: ``python benchmarks/engine.py``.

Each figure is how often a piece of work is done in the time of ``sum(range(10**7))``, both in processor
time and by turns, so that figures of different machines can be compared. The best of several rounds
counts, because other load only slows a round. README.md explains the rows.

``--json`` and ``--markdown`` print the same as JSON and as a table for a document. ``--only meld`` (or
random, library, verify, opening) measures a part, ``--scale 0.1`` does a tenth of the work, for a quick look.
PokerKit is measured too if it is installed: ``pip install pokerkit``.
"""

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

from evening import played_at_random
from measuring import (
    ROUNDS,
    Row,
    Target,
    as_json,
    as_markdown,
    as_text,
    loop_seconds,
    per_loop,
    seconds,
)
from peers import replay_poker

from canasta_cli import Position
from canasta_cli import Ruleset as LibraryRuleset
from canasta_cli import ruleset as library_ruleset
from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.melds import RULES_OF_MELD
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.rule import judge
from canasta_cli.engine.view import View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Cards, Meld, MeldOnTable, Rank
from canasta_cli.model.game import Game, Hand, Side, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal
from canasta_cli.notation.gamefile import write_json
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.files import check_text, to_file

PLAYERS = ("Ann", "Bob", "Cat", "Dan")
SIDES = (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan")))
SEATS = Seating(PLAYERS, (0, 1, 0, 1), (0, 0), 1)
DECK = [
    Card(rank)
    for rank in Rank
    if rank is not Rank.RED_THREE
    for _ in range(4 if rank in (Rank.JOKER, Rank.BLACK_THREE) else 8)
]
BATCH = 1_000
NOT_INSTALLED = "not measured: PokerKit is not installed (pip install pokerkit)"


# Melds


def melds(number: int) -> list[tuple[Card, ...]]:
    """Return cards that are laid together: mostly sets with wild cards, some of them illegal."""
    chance = Random(1)
    naturals = [rank for rank in Rank if rank.four_to_ace]
    wilds = [Card(Rank.DEUCE), Card(Rank.DEUCE), Card(Rank.JOKER)]
    found = []
    for _ in range(number):
        cards = [Card(chance.choice(naturals))] * chance.randint(2, 7)
        cards += chance.choices(wilds, k=chance.choice((0, 0, 1, 1, 2, 3, 4)))
        cards += [Card(chance.choice(naturals))] if chance.random() < 1 / 10 else []
        found.append(tuple(cards))
    return found


def meld_verdicts(scale: float) -> Iterator[Row]:
    """Measure verdicts on melds from their cards, by every rule about them; none is cached."""
    rules, laid = ruleset("classic"), melds(BATCH)

    def batch() -> None:
        for cards in laid:
            _legal = judge(
                MeldOnTable(Meld(Cards(cards), USUAL_WILD_RANKS), False), RULES_OF_MELD, rules
            ).legal

    batches = [batch] * max(int(40 * scale), 1)
    figure = max(per_loop(batches, BATCH) for _ in range(ROUNDS))
    yield Row("meld verdict, from cards", "per loop", figure, Target(50_000))


# Hands


def played(rules: Ruleset, seed: int) -> Deal:
    """Play a hand of four players at random."""
    return played_at_random(SEATS, rules, seed)


def rounds(works: Sequence[Callable[[], object]]) -> float:
    """Return the best figure of several rounds, each with other works of those given."""
    return max(per_loop(works[at::ROUNDS]) for at in range(ROUNDS))


def random_hands(scale: float) -> Iterator[Row]:
    """Measure random hands."""
    seeds = range(ROUNDS * max(int(60 * scale), 1))
    for name, target in (("classic", 240), ("samba", 24), ("hand-and-foot", 24)):
        figure = rounds([partial(played, ruleset(name), seed) for seed in seeds])
        yield Row(f"random hands, played and judged: {name}", "per loop", figure, Target(target))


def played_through_library(rules: LibraryRuleset, seed: int) -> None:
    """Play a hand of four players at random, as programs that use the library do."""
    chance = Random(seed)
    position = Position.shuffled(rules, PLAYERS, chance.shuffle)
    while (turn := position.random_turn(chance.shuffle)) is not None:
        position = position.after(turn)


def library_hands(scale: float) -> Iterator[Row]:
    """Measure the same through the library, which writes each turn as text."""
    seeds = range(ROUNDS * max(int(30 * scale), 1))
    for name in ("classic", "samba", "hand-and-foot"):
        rules = library_ruleset(name)
        figure = rounds([partial(played_through_library, rules, seed) for seed in seeds])
        yield Row(f"random hands through the library: {name}", "per loop", figure)


def recorded(rules: Ruleset, seed: int) -> str:
    """Return a game file in JSON with one random hand of which every card is known."""
    hand = Hand((Tally(), Tally()), played=played(rules, seed))
    game = Game("random", PLAYERS, SIDES, PLAYERS[-1], hands=(hand,))
    return write_json(to_file(standing(game, rules)))


def verify(text: str) -> None:
    """Read a game file, judge its turns, and count its score."""
    if check_text(text, "random", "random").differences:
        raise RuntimeError("a hand of random legal turns must be right")


def verified(scale: float) -> Iterator[Row]:
    """Measure game files verified, and PokerKit's replay; no file is read twice."""
    seeds, figures = range(ROUNDS * max(int(60 * scale), 1)), {}
    for name, target in (("classic", 120), ("samba", 40), ("hand-and-foot", 40)):
        texts = [recorded(ruleset(name), seed) for seed in seeds]
        figures[name] = rounds([partial(verify, text) for text in texts])
        row = f"verify a recorded hand, text to score: {name}"
        yield Row(row, "per loop", figures[name], Target(target))
    yield from poker(figures["classic"], scale)


def poker(classic: float, scale: float) -> Iterator[Row]:
    """Measure PokerKit, and compare ``classic`` hands verified with it."""
    name, compared = "PokerKit: replay a hand of poker from PHH", "verify classic, against PokerKit"
    replay = replay_poker()
    if replay is None:
        yield Row(name, "per loop", None, remark=NOT_INSTALLED)
        yield Row(compared, "times", None, Target(1.8), NOT_INSTALLED)
        return
    figure = rounds([replay] * (ROUNDS * max(int(200 * scale), 1)))
    yield Row(name, "per loop", figure)
    yield Row(compared, "times", classic / figure, Target(1.8))


# Opening search


def hands(number: int, size: int, seed: int) -> list[View]:
    """Return random hands of sides that need 50, 90 and 120 points to open."""
    chance, minimums = Random(seed), cycle((50, 90, 120))
    return [
        View.of(hand=Cards(chance.sample(DECK, size)), minimum=next(minimums), melds=())
        for _ in range(number)
    ]


class Searched(NamedTuple):
    """A search for each of some hands: how many per loop, the milliseconds of each, and megabytes."""

    per_loop: float
    times: list[float]
    memory: float


def search(number: int, size: int, seed: int = 1) -> Searched:
    """Search the openings of some hands, and measure how much larger the process became."""
    rules, times = ruleset("classic"), []

    def timed(hand: View) -> None:
        times.append(seconds(partial(openings, hand, rules)) * 1000)

    works = [partial(timed, hand) for hand in hands(number, size, seed)]
    before = peak()
    figure = per_loop(works)
    return Searched(figure, times, peak() - before)


def in_new_process(number: int, size: int) -> Searched:
    """Search openings in a new process, in which nothing is cached."""
    command = [sys.executable, __file__, "--fresh", str(number), str(size)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return Searched(**json.loads(run.stdout))


def opening_search(scale: float) -> Iterator[Row]:
    """Measure the search for an initial meld: warm, cold, and with large hands in a new process."""
    name, number = "opening search, 12 cards", max(int(20_000 * scale), 100)
    search(number, 12)
    warm = [search(number, 12, seed=at + 2) for at in range(ROUNDS)]
    figure = max(each.per_loop for each in warm)
    yield Row(f"{name}, warm", "per loop", figure, Target(4_000))
    slow = min(quantiles(each.times, n=100)[98] for each in warm)
    yield Row(f"{name}, warm: 99th percentile", "ms", slow, Target(0.5, below=True))
    cold = [in_new_process(max(int(2_000 * scale), 10), 12) for _ in range(ROUNDS)]
    figure = max(each.per_loop for each in cold)
    yield Row(f"{name}, cold", "per loop", figure, Target(2_500))
    for size, target in ((40, 20), (80, 200)):
        name, large = f"opening search, {size} cards", in_new_process(3, size)
        yield Row(f"{name}: slowest of 3", "ms", max(large.times), Target(target, below=True))
    yield Row(f"{name}: memory", "MB", large.memory, Target(100, below=True))


def peak() -> float:
    """Return the most memory that this process has used, in megabytes.

    Elsewhere than on Linux, a new process counts that of the one that started it too.
    """
    status = Path("/proc/self/status")
    if status.exists():
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(fields["VmHWM"].split()[0]) / (1 << 10)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


# The command

PARTS = {
    "meld": meld_verdicts,
    "random": random_hands,
    "library": library_hands,
    "verify": verified,
    "opening": opening_search,
}


def measured(only: str, scale: float) -> Iterator[Row]:
    """Measure the rows of one part, or of all, in the order of the table.

    Of all, each has a process of its own, so that it doesn't find the caches of an earlier one full.
    """
    if only:
        yield from PARTS[only](scale)
        return
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as processes:
        for part in PARTS:
            yield from processes.submit(rows_of, part, scale).result()


def rows_of(part: str, scale: float) -> list[Row]:
    """Measure the rows of one part."""
    return list(PARTS[part](scale))


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the engine, relative to a fixed loop.")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", dest="form", const=as_json)
    forms.add_argument("--markdown", action="store_const", dest="form", const=as_markdown)
    parser.add_argument("--only", default="", choices=PARTS, help="Measure only this part.")
    parser.add_argument("--scale", type=float, default=1, help="Part of the work to do.")
    parser.add_argument("--fresh", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.fresh:
        print(json.dumps(search(*given.fresh)._asdict()))
        return
    for line in (given.form or as_text)(measured(given.only, given.scale), loop_seconds()):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
