"""Measure how fast agents can play at random: this environment, and those of PettingZoo with cards.

    python benchmarks/learners.py

It needs the extra ``rl``. The others also need ``pip install "pettingzoo[classic]"``; version 1.25 still
has ``gin_rummy_v4``. A step is one action with the observation before it.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
from measuring import loop_seconds, per_loop

import canasta_cli as canasta
from canasta_cli.envs import CanastaEnv

STEPS = 200
ROUNDS = 10
RULESETS = ("classic", "modern-american", "hand-and-foot", "samba")
OTHERS = ("gin_rummy_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4")


def environments() -> Iterator[tuple[str, Any]]:
    """Yield the environments that are installed, by name."""
    for name in RULESETS:
        yield f"canasta: {name}", CanastaEnv(canasta.ruleset(name))
    for name in OTHERS:
        try:
            yield f"pettingzoo: {name}", import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as error:
            print(f"pettingzoo: {name:28} not measured: no {error.name}")


def playing(env: Any) -> Callable[[], None]:
    """Return the work of taking some steps at random."""
    chance = np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> None:
        for _ in range(STEPS):
            if all(env.terminations.values()):
                env.reset()
            seen, *_ = env.last()
            env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))

    return play


if __name__ == "__main__":
    for name, env in environments():
        figure = per_loop([playing(env)] * ROUNDS, STEPS)
        print(
            f"{name:40} {figure / loop_seconds():8,.0f} steps/s {figure:8,.0f} per loop", flush=True
        )
