"""What other programs reach in comparable work: PokerKit measured here, the others as constants.

Figures are pieces of work per calibration loop, as in ``engine.py``.
"""

from collections.abc import Callable
from typing import NamedTuple


class Peer(NamedTuple):
    """A figure of another program, and the day on which it was measured beside this one."""

    work: str
    program: str
    figure: int
    measured: str


RECORDED = (
    Peer(
        "random hands, played and judged",
        "jhtschultz/canasta-openspiel at a6ba187",
        24,
        "2026-11-22",
    ),
    Peer(
        "opening search, 12 cards",
        "a greedy search, which misses up to 2% of the possible 120-point openings",
        52_000,
        "2026-11-22",
    ),
    Peer(
        "meld verdict, from cards",
        "the fastest Python program found whose verdict is an object",
        39_000,
        "2026-11-22",
    ),
)

# Four players, all four betting rounds and a showdown, in PokerKit's own file format.
PHH = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000]
actions = [
  "d dh p1 AhKs", "d dh p2 9c9d", "d dh p3 QhJh", "d dh p4 7s2c",
  "p3 cbr 300", "p4 f", "p1 cbr 1000", "p2 cc", "p3 cc",
  "d db Kd9h4h", "p1 cbr 1500", "p2 cc", "p3 cc",
  "d db 2s", "p1 cc", "p2 cbr 4000", "p3 f", "p1 cc",
  "d db Qc", "p1 cc", "p2 cbr 3500", "p1 cc",
  "p2 sm 9c9d", "p1 sm AhKs",
]
players = ["Ann", "Bob", "Cat", "Dan"]
"""


def replay_poker() -> Callable[[], object] | None:
    """Return a function that reads and replays a hand with PokerKit; ``None`` without PokerKit."""
    try:
        from pokerkit import HandHistory
    except ImportError:
        return None

    def replay() -> None:
        *_, last = HandHistory.loads(PHH)
        if last.status:
            raise RuntimeError("PokerKit did not play the hand to its end")

    replay()
    return replay
