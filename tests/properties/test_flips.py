"""An answer names every value without a source on which it turns.

Each value that no source about the game states is changed to another one: if the answer turns, it must
have named that value. The test asks through the library and knows nothing of how the values are found.
"""

import contextlib
import io
import json
import os
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import sample

import canasta_cli
from canasta_cli.cli import main

NAMES = canasta_cli.ruleset_names()
EXAMPLES = settings(max_examples=int(os.environ.get("FLIPS", "1")), deadline=None)
EVERY = "FLIPPED" in os.environ
CHANGED = 8  # parameters in a normal run
STATED = ("seen", "cited")
RANKS = "456789TJQKA"


def _values(rules: Any, parameter: str) -> list[object]:
    """Return other values: those of other games, and numbers and flags that are not far from it."""
    now = rules[parameter]
    found = [canasta_cli.ruleset(name)[parameter] for name in NAMES]
    if isinstance(now, bool):
        found.append(not now)
    elif isinstance(now, int):
        found += [0, 1, now - 1, now + 1, now + 3, now * 2, now * 10]
    elif now == "none":
        found += [0, 1, 3, 50, True]
    return [each for at, each in enumerate(found) if each != now and each not in found[:at]]


@cache
def _unstated(name: str) -> tuple[str, ...]:
    """Return the parameters whose values no source about the game states."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(["rules", "show", name, "--json"])
    rows = json.loads(printed.getvalue())["parameters"]
    return tuple(path for path, row in rows.items() if row["status"] not in STATED)


@cache
def _others(name: str, parameter: str) -> tuple[Any, ...]:
    """Return the ruleset with other values of one parameter, as far as they can be used."""
    rules = canasta_cli.ruleset(name)
    found: list[Any] = []
    for value in _values(rules, parameter):
        try:
            found.append(rules.with_house({parameter: value}))
        except canasta_cli.RulesetError:
            continue
    return tuple(found)


def _meld(rng: random.Random) -> str:
    """Return a meld of one rank, sometimes with wild cards or of seven cards."""
    rank = rng.choice(RANKS)
    return rank * rng.choice((2, 3, 3, 4, 7)) + rng.choice(("", "", "", "2", "W", "22"))


def _melds(rng: random.Random, most: int) -> str:
    """Return melds of different ranks as text."""
    found = {each[0]: each for each in (_meld(rng) for _ in range(rng.randint(0, most)))}
    return " ".join(each for each in found.values() if len(each) > 2) or "none"


def _played(rng: random.Random, melds: str) -> tuple[str, str]:
    """Return a play and its cards from the hand."""
    top = rng.choice([*RANKS, "2", "3B", *(each[0] for each in melds.split() if melds != "none")])
    one, discard = _meld(rng), rng.choice([*RANKS, "2", "3B", "3B", "W"])
    return rng.choice(
        (
            (f"meld {one}", one),
            (f"meld {one} {_meld(rng)}", one),
            (f"take {top} with {top}{top}", top * 2),
            (f"take {top} with {top}2", f"{top}2"),
            (f"take {top} onto {top}", ""),
            (f"discard {discard}", discard),
            (f"meld {one} discard {discard}", f"{one}{discard}"),
            (f"draw meld {one} out", one),
            (f"draw discard {discard}", discard),
        )
    )


def _question(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a play and facts about the table; some are left out."""
    melds = _melds(rng, 3)
    play, cards = _played(rng, melds)
    facts = {
        "melds": melds,
        "hand": cards + rng.choice(("", "4", "69", "5", "AAKK2")),
        "total": rng.choice((0, 500, 1600, 3000, 7500)),
        "frozen": rng.random() < 0.3,
        "pile_size": rng.choice((1, 2, 5, 9)),
        "their_melds": _melds(rng, 2),
        "stock": rng.choice((0, 1, 20)),
        "red_threes": rng.choice((0, 1)),
    }
    left_out = rng.random() * 0.5
    return play, {name: value for name, value in facts.items() if rng.random() > left_out}


@pytest.mark.parametrize("name", sample(NAMES, 6))
@EXAMPLES
@given(seed=st.integers(0, 2**32))
def test_an_answer_names_each_value_without_a_source_on_which_it_turns(
    name: str, seed: int
) -> None:
    rng = random.Random(seed)
    play, facts = _question(rng)
    try:
        verdict = canasta_cli.check(play, canasta_cli.ruleset(name), **facts)
    except (canasta_cli.FactError, canasta_cli.NotationError):
        return
    if verdict.legal is None:
        return
    paths = _unstated(name)
    turned = {
        path: other[path]
        for path in (paths if EVERY else rng.sample(paths, min(CHANGED, len(paths))))
        for other in _others(name, path)
        if _differs(play, other, facts, verdict.legal)
    }
    # Finding the values that an answer names takes longer than all of these questions.
    named = {each.name.partition("[")[0] for each in verdict.assumed} if turned else set()
    assert turned.keys() <= named, (play, facts, turned, named)


def _differs(play: str, rules: Any, facts: dict[str, Any], legal: bool) -> bool:
    """True if a question has another answer under these rules."""
    try:
        return canasta_cli.check(play, rules, **facts).legal != legal
    except (canasta_cli.FactError, canasta_cli.MissingFact):
        return False
