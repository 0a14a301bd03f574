"""Measure the engine on one core, relative to a fixed loop: run by hand with ``make bench``."""

import random
import time
from collections.abc import Callable
from statistics import quantiles

from canasta_cli.engine.melds.validate import MELDING, Lying, judge_meld
from canasta_cli.engine.movegen.initial_melds import openings
from canasta_cli.engine.rule import judge
from canasta_cli.engine.score.count import count_hand
from canasta_cli.engine.turn.judge import rule_on
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.melds import Meld
from canasta_cli.model.turn import MeldDown, Turn
from canasta_cli.notation.melds import read_meld
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import ruleset

PLAYERS = (("Ann", "Cat"), ("Bob", "Dan"))
LOOP = 10**7
PACK = [
    Card(rank)
    for rank in Rank
    if rank is not Rank.RED_THREE
    for _ in range(4 if rank in (Rank.JOKER, Rank.BLACK_THREE) else 8)
]


def _seconds(work: Callable[[], object], least: float = 1.0) -> float:
    """Return the seconds for one piece of work, averaged over at least ``least`` seconds."""
    times, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < least:
        work()
        times += 1
    return spent / times


def main() -> None:
    """Print how often each piece of work runs in the time of the fixed loop, and per second."""
    rules = ruleset("classic")
    loop = _seconds(lambda: sum(range(LOOP)))
    meld = read_meld("KKKK22W")
    assert isinstance(meld, Meld)  # noqa: S101 - for the type checker
    lying = Lying(meld, False)
    tallies = (read_tally("7xK QQQ2 2x3R out"), read_tally("AAA 5555 left:JJ4"))
    known = View.of(
        hand=Cards([*meld.cards, *[Card(Rank.FIVE)] * 4]), opened=False, melds=(), total=0
    )
    turn = Turn((MeldDown((meld,)),))
    generator = random.Random(1)
    hands = [
        View.of(hand=Cards(generator.sample(PACK, 12)), minimum=90, melds=()) for _ in range(2_000)
    ]
    work: dict[str, Callable[[], object]] = {
        "new meld judged by every rule": lambda: judge(lying, MELDING, rules),
        "meld judged before (cached)": lambda: judge_meld(lying, rules),
        "play judged by every rule": lambda: rule_on(turn, known, rules),
        "hand of two tallies judged and counted": lambda: count_hand(tallies, PLAYERS, rules),
        "tally parsed from text": lambda: read_tally.__wrapped__("7xK QQQ2 2x3R out"),
    }
    print(f"fixed loop, sum(range({LOOP:,})): {loop:.3f} s")
    for name, one in work.items():
        each = _seconds(one)
        print(f"{name:44} {loop / each:12,.0f} per loop {1 / each:12,.0f} per second")
    times = []
    for hand in hands:
        start = time.perf_counter()
        openings(hand, rules)
        times.append(time.perf_counter() - start)
    mean, worst = sum(times) / len(times), quantiles(times, n=100)[98]
    print(
        f"{'opening search, 12 cards':44} {loop / mean:12,.0f} per loop {1 / mean:12,.0f} per second"
    )
    print(f"{'opening search, 99th percentile':44} {worst * 1000:12.2f} ms")


if __name__ == "__main__":
    main()
