"""Run the property tests over many cases: run by hand with ``make endurance``.

    python tests/endurance.py hands -n 10000            random hands of every ruleset
    python tests/endurance.py oracles -n 100000 classic  questions to engine and oracle, one ruleset
    python tests/endurance.py steps -n 500              turns chosen step by step, ten in each random hand
    python tests/endurance.py flips -n 100              other values of all parameters without a source
    python tests/endurance.py questions -n 8000         questions about tables of which facts are left out
    python tests/endurance.py states -n 100000           answers while another program undoes and redoes
    python tests/endurance.py states commands -n 2000    the same, each answer by a command of its own
    python tests/endurance.py crowd -n 60                several processes for a minute, some of them killed
    python tests/endurance.py damage -n 1000             a wrong bit in a database, at random places
    python tests/endurance.py bounds -n 20               time and memory of questions about large hands
    python tests/endurance.py kills                      commands killed at every system call that writes
    python tests/endurance.py cuts restore               power cuts after every such call of a restore
    python tests/endurance.py kills --every 3            kills at every third such call

The cases use the seeds 0, 1, 2 and so on, so every failure can be reproduced. Failures are printed as
they occur; the run continues to the end and prints the number of cases of each ruleset.
"""

import argparse
import importlib
import io
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stdout
from functools import partial
from itertools import product
from multiprocessing import Process
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, NamedTuple

from canasta_cli import ruleset_names
from canasta_cli.cli import main as canasta
from canasta_cli.quick import quick_answer

AT_ONCE = 200  # cases in one job
TOO_LONG = 120  # seconds for one case
MOST_LOOPS = 16  # of processor time for one question; a loop is sum(range(10**7))
Tests = dict[str, tuple[str, ...]]

# Each hand is one case for all its tests; each question to an oracle is a separate case.
HANDS: Tests = {
    "properties.test_playout": (
        "test_every_generated_turn_is_legal",
        "test_no_card_appears_or_disappears",
        "test_a_played_hand_scores_like_its_tallies",
    ),
    "oracles.test_suits_left_out": ("test_a_hand_is_right_whatever_suits_are_left_out",),
}
ORACLES: Tests = {
    "oracles.test_oracle_plays": (
        "test_engine_and_oracle_agree_on_melds",
        "test_engine_and_oracle_agree_on_melding_from_a_hand",
        "test_engine_and_oracle_agree_on_taking_the_pile",
        "test_engine_and_oracle_agree_on_discards",
        "test_engine_and_oracle_agree_on_openings",
        "test_engine_and_oracle_agree_on_ways_to_go_out",
    ),
    "oracles.test_oracle_ways": (
        "test_the_pile_may_be_taken_if_some_cards_take_it",
        "test_a_player_may_go_out_if_some_melds_use_up_the_hand",
        "test_the_pile_may_be_taken_if_an_oracle_finds_a_way",
    ),
    "oracles.test_oracle_family_melding": (
        "test_engine_and_oracle_agree_on_openings",
        "test_engine_and_oracle_agree_on_ways_to_go_out",
    ),
    "oracles.test_oracle_family_scoring": ("test_engine_and_oracle_agree_on_scores",),
    "oracles.test_oracle_family_turns": ("test_engine_and_oracle_agree_on_legal_turns",),
    "oracles.test_suits_left_out": ("test_a_hand_is_refused_only_if_no_choice_of_suits_fits",),
}
STEPS: Tests = {
    "properties.test_steps": (
        "test_every_path_ends_with_a_legal_turn",
        "test_all_paths_together_reach_exactly_the_legal_turns",
    )
}
FLIPS: Tests = {
    "properties.test_flips": ("test_an_answer_names_each_value_without_a_source_on_which_it_turns",)
}
QUESTIONS: Tests = {
    "properties.test_missing_facts": ("judge_a_question",),
    "properties.test_one_answer": ("ask_in_other_ways", "ask_in_play"),
}
CONTROL = 5  # of the moments of power cuts, every fifth also without syncs
HANDS_PLAYED = (
    ["hand", "7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"],
    ["hand", "888 999W left:KK7", "7xA JJJJJ22 TTT 3R out"],
)
KINDS = {"hands": HANDS, "oracles": ORACLES, "steps": STEPS, "flips": FLIPS, "questions": QUESTIONS}


class Work(NamedTuple):
    """A job: some tests of a module, for one ruleset and a range of seeds."""

    module: str
    tests: tuple[str, ...]
    ruleset: str
    seeds: range


class Done(NamedTuple):
    """The result of a job: its failures and its time in seconds."""

    work: Work
    failed: tuple[str, ...]
    seconds: float


def _late(*_: object) -> None:
    raise TimeoutError(f"more than {TOO_LONG} s")


def _test(module: str, name: str) -> Callable[..., None]:
    """Return the test function without hypothesis, or what a test does with one seed."""
    found: Any = getattr(importlib.import_module(module), name)
    test: Callable[..., None] = (
        found.hypothesis.inner_test if hasattr(found, "hypothesis") else found
    )
    return test


def _rulesets(module: str, test: str) -> tuple[str, ...]:
    marks: Any = getattr(getattr(importlib.import_module(module), test), "pytestmark", ())
    named = next((mark.args[1] for mark in marks if mark.name == "parametrize"), ruleset_names())
    return tuple(named)


def run(work: Work) -> Done:
    """Run every test of the job with every seed."""
    signal.signal(signal.SIGALRM, _late)
    began, failed = monotonic(), []
    for seed in work.seeds:
        for name in work.tests:
            signal.alarm(TOO_LONG)
            try:
                _test(work.module, name)(work.ruleset, seed)
            except Exception as problem:  # noqa: BLE001 - every failure is reported, none ends the run
                message = f"{type(problem).__name__}: {problem}".replace("\n", " ")[:2000]
                failed.append(f"{work.ruleset} {work.module}.{name} seed {seed}: {message}")
            finally:
                signal.alarm(0)
    return Done(work, tuple(failed), monotonic() - began)


def _works(kind: str, cases: int, first: int, only: tuple[str, ...]) -> Iterator[Work]:
    """Yield jobs for all rulesets and tests by turns, so that an interrupted run has some of each."""
    chosen = [
        (module, names, ruleset)
        for module, tests in KINDS[kind].items()
        for names in ([tests] if kind == "hands" else [(test,) for test in tests])
        for ruleset in _rulesets(module, names[0])
        if not only or ruleset in only
    ]
    tests_of = Counter(ruleset for _, _, ruleset in chosen)
    for start in range(0, cases, AT_ONCE):
        for module, names, ruleset in chosen:
            share = -(-cases // tests_of[ruleset])
            if start < share:
                seeds = range(first + start, first + min(start + AT_ONCE, share))
                yield Work(module, names, ruleset, seeds)


def _undo_and_redo(database: str) -> None:
    """Undo and redo the last hand until this process is ended."""
    os.environ["CANASTA_DB"] = database
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
    while True:
        for step in ("undo", "redo"):
            canasta([step])


def _answer(line: list[str]) -> str:
    with redirect_stdout(io.StringIO()) as printed:
        canasta(line)
    return printed.getvalue()


def _answer_of_command(line: list[str]) -> str:
    """Return the answer of a process of its own."""
    command = [sys.executable, "-m", "canasta_cli", *line]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def states(number: int, *, as_commands: bool) -> int:
    """Count answers that show neither the state before the last hand nor that after it.

    They are made in this process, or each by a process of its own: then ``number`` counts all of them.
    """
    lines = (["next", "--json"], ["games", "--json"], ["stats", "--json"])
    with TemporaryDirectory() as folder:
        database = os.environ["CANASTA_DB"] = os.path.join(folder, "canasta.db")
        for line in (["new", "Ann", "Bob", "Cat", "Dan"], *HANDS_PLAYED):
            _answer(line)
        possible: set[str | None] = set()
        for step in ("undo", "redo"):
            _answer([step])
            possible |= {*map(_answer, lines), quick_answer(["next", "--json"])}
        writer = Process(target=_undo_and_redo, args=(database,), daemon=True)
        writer.start()
        quick = ("quick answers", number, lambda: quick_answer(["next", "--json"]))
        share, asked = (
            (-(-number // len(lines)), _answer_of_command)
            if as_commands
            else (number // 10, _answer)
        )
        ways: tuple[tuple[str, int, Callable[[], str | None]], ...] = (
            *(() if as_commands else (quick,)),
            *((line[0], share, partial(asked, line)) for line in lines),
        )
        impossible = 0
        for name, count, answer in ways:
            found = Counter(answer() for _ in range(count))
            wrong = sum(times for each, times in found.items() if each and each not in possible)
            text = f"{name:28} {count:9,} answers, {wrong} impossible, {len(found)} different"
            sys.stderr.write(f"{text}\n")
            impossible += wrong
        writer.kill()
    return impossible


def crowded(seconds: int, seed: int) -> int:
    """Count what is wrong after several processes used one database."""
    from crowd import crowd

    with TemporaryDirectory() as folder:
        found = crowd(Path(folder), seconds, seed)
    write = partial(print, flush=True)
    write(f"{found.answers:,} answers, {found.kills} kills, {len(found.wrong)} wrong")
    for text in found.wrong:
        write("FAILED", text)
    return len(found.wrong)


def damaged(number: int, first: int) -> int:
    """Count wrong bits in a database after which the program says anything untrue, or loses its backup."""
    os.environ |= {"EVERY_COMMAND": "1", "NO_COLOR": "1", "COLUMNS": "80", "PAGER": "cat"}
    from damaging import Damaged, check_damage

    from canasta_cli.cli import session

    def clock(at: str) -> None:
        session.now = lambda: at

    failed = 0
    write = partial(print, flush=True)
    with TemporaryDirectory() as name:
        os.environ["CANASTA_DB"] = os.path.join(name, "canasta.db")
        os.chdir(name)
        clock("2026-11-21T20:15:00+00:00")
        database = Damaged(Path(name), clock)
        for seed in range(first, first + number):
            chance = Random(seed)
            content = bytearray(database.sound[""])
            place, bit = chance.randrange(len(content)), chance.randrange(8)
            content[place] ^= 1 << bit
            try:
                check_damage(database, {"": bytes(content)})
            except AssertionError as error:
                failed += 1
                write("FAILED", place, bit, error)
        os.chdir("/")
    write(f"{number:,} bits, {failed} failed")
    return failed


def bounds(number: int, only: tuple[str, ...]) -> int:
    """Count questions about large hands that take more than the bounds; print the worst of each kind."""
    from large_hands import QUESTIONS, RULESETS, SHAPES, large_hand

    from canasta_cli.engine.movegen.melds import Effort
    from canasta_cli.engine.points import packs
    from canasta_cli.rules.library import ruleset

    def seconds(job: Callable[[], object]) -> float:
        start = process_time()
        job()
        return process_time() - start

    failed = 0
    for name, (kind, asked) in product(only or RULESETS, QUESTIONS.items()):
        rules, worst = ruleset(name), 0.0
        for seed in range(number):
            chance = Random(seed)
            size = chance.randint(13, sum(packs(rules).values()) * 2 // 3)
            hand, rest = large_hand(rules, size, chance, SHAPES[seed % len(SHAPES)])
            whole = seconds(partial(asked, hand, rest, rules, Effort()))
            worst = max(worst, whole / seconds(lambda: sum(range(10**7))))
        memory = getrusage(RUSAGE_SELF).ru_maxrss // 1024
        sys.stderr.write(f"{name:22} {kind:22} {worst:5.1f} loops, {memory} MB so far\n")
        failed += worst > MOST_LOOPS
    return failed


def outages(kind: str, only: tuple[str, ...], every: int) -> int:
    """Count kills or power cuts that lose anything, and print those of each scenario, with a control.

    They are tried at every call that writes, or only at some of them: at each third if ``every`` is 3.
    """
    from power_cuts import cut_everywhere, kill_everywhere, scenarios

    write = partial(print, flush=True)
    total, control = Counter[str](), Counter[str]()
    for name, scenario in scenarios().items():
        if only and name not in only:
            continue
        if kind == "kills":
            result = kill_everywhere(scenario, every)
        elif scenario.is_control:
            continue
        else:
            result = cut_everywhere(scenario, every=every)
            without = cut_everywhere(scenario, every=CONTROL * every, syncs=False)
            control.update(tried=without.tried, lost=len(without.lost))
        if scenario.is_control:
            control.update(tried=result.tried, lost=len(result.lost))
        else:
            total.update(tried=result.tried, lost=len(result.lost))
            for line in result.lost:
                write("FAILED", name, line)
        states = ", ".join(f"{count} with {done}" for done, count in sorted(result.found.items()))
        text = (
            f"{name:30} {result.tried:6,} {kind}, {len(result.lost)} lose something; done: {states}"
        )
        write(text)
    for what, counted in (("all", total), ("control", control)):
        write(f"{what:30} {counted['tried']:6,} {kind}, {counted['lost']:,} lose something")
    return total["lost"]


def main() -> int:
    """Run the jobs; the exit status is 1 if anything failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "kind", choices=(*KINDS, "states", "crowd", "damage", "bounds", "kills", "cuts")
    )
    parser.add_argument("rulesets", nargs="*", help="or scenarios of kills and cuts, or commands")
    parser.add_argument("-n", type=int, default=10_000, help="cases per ruleset")
    parser.add_argument("-j", type=int, default=2, help="number of processes")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument(
        "--every", type=int, default=1, help="a kill or power cut at every n-th call"
    )
    options = parser.parse_intermixed_args()
    if options.kind == "states":
        return states(options.n, as_commands="commands" in options.rulesets) > 0
    if options.kind == "crowd":
        return crowded(options.n, options.first) > 0
    if options.kind == "damage":
        return damaged(options.n, options.first) > 0
    if options.kind == "bounds":
        return bounds(options.n, tuple(options.rulesets)) > 0
    if options.kind in ("kills", "cuts"):
        return outages(options.kind, tuple(options.rulesets), options.every) > 0
    os.environ["EVERY"] = "1"
    os.environ["FLIPPED"] = "all"
    os.environ["CHOICES"] = str(10**9)
    cases: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    failures = 0
    write = partial(print, flush=True)
    with ProcessPoolExecutor(options.j) as pool:
        works = _works(options.kind, options.n, options.first, tuple(options.rulesets))
        for each in as_completed([pool.submit(run, work) for work in works]):
            done = each.result()
            cases[done.work.ruleset] += len(done.work.seeds)
            seconds[done.work.ruleset] += round(done.seconds)
            failures += len(done.failed)
            for line in done.failed:
                write("FAILED", line)
            write(done.work.ruleset, f"{cases[done.work.ruleset]:,}", file=sys.stderr)
    for name, count in sorted(cases.items()):
        write(f"{name:28} {count:9,} cases {seconds[name]:7,} s")
    write(f"{failures} failed")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
