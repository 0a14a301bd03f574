"""Every question about a hand takes a bounded amount of work, whatever the hand."""

import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from large_hands import QUESTIONS, RULESETS, SHAPES, beside, large_hand
from looping import for_each_case
from playing_out import moves
from sampling import sample

from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.melds import UNLIMITED, Effort
from canasta_cli.engine.points import packs
from canasta_cli.engine.view import Held, View
from canasta_cli.model.cards import Card, Cards
from canasta_cli.rules.library import ruleset

SOME = 1_000  # of work
LISTED = 20_000  # work for the ways that are listed when the search is over
FIRST = 6_000  # work for the first lists of melds, which are not counted
CALLS = 100  # of functions for each unit of work, at most
MOST_MEMORY = 200  # MB
MEMORY = """
from pathlib import Path
from random import Random
from large_hands import QUESTIONS, large_hand
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.rules.library import ruleset
rules = ruleset({name!r})
QUESTIONS[{kind!r}](*large_hand(rules, {size}, Random(0), {shape!r}), rules, Effort())
status = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""

SAYING = f"""
from canasta_cli.engine.movegen import melds
class Saying(melds.Effort):
    def spend(self, work):
        before = self.spent
        super().spend(work)
        if before < {SOME} <= self.spent:
            print(flush=True)
"""


# Half of all pairs: each ruleset with half of the kinds, each kind with half of the rulesets.
PAIRS = list(product(QUESTIONS, RULESETS))
PAIRS = [pair for at, pair in enumerate(PAIRS) if (at + at // len(RULESETS)) % 2]


def _calls(job: Callable[[], object]) -> int:
    """Count the calls of functions."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    given = sys.getprofile()
    sys.setprofile(count)
    try:
        job()
    finally:
        sys.setprofile(given)
    return calls


@for_each_case(("kind", "name"), sample(PAIRS, 5))
def test_a_question_about_a_large_hand_is_bounded(kind: str, name: str) -> None:
    rules = ruleset(name)
    number = RULESETS.index(name) // 2 + list(QUESTIONS).index(kind)
    size = min(40 + 10 * (number % 4), sum(packs(rules).values()) // 2)
    hand, rest = large_hand(rules, size, Random(number), SHAPES[number % len(SHAPES)])
    effort = Effort(SOME)
    calls = _calls(lambda: QUESTIONS[kind](hand, rest, rules, effort))
    assert effort.spent <= SOME + LISTED
    assert calls <= (FIRST + effort.spent) * CALLS


def test_suits_that_do_not_matter_do_not_slow_the_list_of_turns() -> None:
    rules = ruleset("modern-american-pagat")
    suited, rest = large_hand(rules, 28, Random(4), "wild")

    def calls(hand: Cards) -> int:
        return _calls(lambda: QUESTIONS["moves unopened"](hand, rest, rules, Effort(4 * SOME)))

    assert suited != suited.without_suits()
    calls(suited)
    assert calls(suited) < 1.05 * calls(suited.without_suits())


def test_a_search_for_an_opening_takes_no_more_than_its_part_of_the_work() -> None:
    """Before a list of turns it is a small part, so that turns of a large hand are found."""
    rules = ruleset("hand-and-foot")
    hand, rest = large_hand(rules, 159, Random(10), "wild")
    whole = Effort()
    QUESTIONS["suggest opening"](hand, rest, rules, whole.part(4))
    assert whole.spent <= whole.most // 4 + SOME
    effort = Effort()
    assert QUESTIONS["moves unopened"](hand, rest, rules, effort) > 1_000  # type: ignore[operator]
    assert effort.spent <= effort.most + SOME


# The usage that a process reports may include that of the one which started it.
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory as Linux reports it")
@pytest.mark.parametrize(
    ("kind", "name", "size", "shape"),
    sample([("suggest out", "samba", 75, "random"), ("moves", "bolivia", 66, "wild")], 2),
)
def test_a_question_about_a_large_hand_takes_little_memory(
    kind: str, name: str, size: int, shape: str
) -> None:
    program = MEMORY.format(kind=kind, name=name, size=size, shape=shape)
    folder = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) / 1024 < MOST_MEMORY


def test_an_interrupted_question_ends_at_once() -> None:
    """The program is stopped in the middle of a search that would take hours."""
    program = MEMORY.format(kind="suggest out", name="samba", size=75, shape="random")
    program = SAYING + program.replace("Effort()", f"Saying({10**9})")
    folder = Path(__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asked:
        assert asked.stdout is not None
        asked.stdout.readline()
        asked.send_signal(signal.SIGINT)
        _, problem = asked.communicate()
    assert b"KeyboardInterrupt" in problem


def test_a_search_that_stops_says_so_and_gives_the_same_turns_again() -> None:
    rules = ruleset("classic")
    hand, rest = large_hand(rules, 30, Random(1), "random")
    known = View(held=Held(hand), melds=(), opened=True, total=0, stock=2, fresh=False)
    known = known.replace(their_melds=(), deal=1)

    def listed(most: int) -> tuple[list[object], bool]:
        effort = Effort(most)
        return list(moves(known, rules, Cards(list(rest)[:1]), effort)), effort.is_complete

    some, complete = listed(2_000)
    more, _ = listed(4_000)
    assert not complete
    assert some
    assert some == listed(2_000)[0] == more[: len(some)]
    assert len(more) > len(some)


def test_a_search_without_effort_finds_nothing_and_says_that_not_all_was_tried() -> None:
    rules = ruleset("classic")
    known = View(held=Held(Cards([Card(rules.wild_ranks.natural[0])] * 4)), melds=(), opened=True)
    ways = ways_out(known, rules, effort=Effort(0))
    assert not ways.ways
    assert ways.untried


def test_a_search_with_effort_left_is_complete() -> None:
    rules = ruleset("samba")
    hand, rest = large_hand(rules, 20, Random(0), "random")
    effort = Effort()
    ways = ways_out(
        View(held=Held(hand), melds=beside(rest, rules), opened=True), rules, effort=effort
    )
    assert not ways.untried
    assert effort.left
    whole = ways_out(
        View(held=Held(hand), melds=beside(rest, rules), opened=True),
        rules,
        effort=Effort(UNLIMITED),
    )
    assert ways == whole
