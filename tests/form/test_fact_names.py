"""Several values of a fact are named in one phrase that people understand, and that is exact."""

import pytest

import canasta_cli
from canasta_cli.engine.fact_values import other_melds
from canasta_cli.engine.facts import FACTS, name_values
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import Question, View
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules import library

NONE, OTHERS, KINGS, CANASTA = range(4)
NAMED = (
    ("meld K", (OTHERS, KINGS, CANASTA), "your side has melds"),
    ("meld K", (NONE, OTHERS), "your side has no kings"),
    ("meld K", (KINGS, CANASTA), "your side has kings"),
    ("meld K", (OTHERS, KINGS), "your side has melds, but no canasta of kings"),
    ("meld K", (NONE, OTHERS, KINGS), "your side has no canasta of kings"),
    ("meld K", (NONE, CANASTA), "your side has no melds or has a canasta of kings"),
    ("meld K out", (NONE, OTHERS, KINGS), "your side lacks canastas that it needs to go out"),
    ("meld K out", (3, 4), "your side then has the canastas it needs to go out"),
    ("discard K out", (3, 4), "your side has the canastas it needs to go out"),
)


def _asked(play: str) -> Question:
    return Question(read_turn(play), View(), library.ruleset("classic"))


@pytest.mark.parametrize(("play", "chosen", "named"), NAMED)
def test_values_are_named_by_what_only_they_have_in_common(
    play: str, chosen: tuple[int, ...], named: str
) -> None:
    every = tuple(FACTS[Fact.MELDS].values(_asked(play)))
    assert name_values(tuple([every[at] for at in chosen]), every) == named


def test_a_canasta_that_the_play_completes_is_among_those_needed() -> None:
    melds = {value.given: value.true for value in other_melds(_asked("meld K:22 out"))}
    enough = "your side then has the canastas it needs to go out"
    assert enough in melds["KKKKK"]
    assert enough not in melds["KKK"]


@pytest.mark.parametrize("play", ["meld K:22 out", "meld K out"])
def test_going_out_by_adding_to_a_meld_asks_for_the_meld_and_canastas(play: str) -> None:
    rules = canasta_cli.ruleset("classic")
    assert canasta_cli.check(play, rules).condition == (
        "legal if your side has kings and then the canastas it needs to go out; otherwise not"
    )
    assert canasta_cli.check(play, rules, melds="KKK 4444444").legal
