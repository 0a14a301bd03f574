"""Answers with facts left out, compared with complete tables that they may be about.

Five properties, over random tables of every ruleset, most of them at an edge of the rules, with any of their
facts left out:

- sound: a firm answer stays the same whatever is stated besides, apart from what it assumes;
- monotone: a fact more never makes an answer less certain, with the same exception;
- needed: for every answer that depends there are two complete tables with different answers;
- true: each condition, typed as options, gives the answer beside it;
- one question, one answer: however it is asked (``test_one_answer.py``).

A failure shows lines to type, with the fewest facts that show what is wrong. ``make endurance`` asks 100,000
questions, and states more facts of each.
"""

import os
from random import Random

import pytest
from missing_facts.judging import WHOLE, Effort, Judge
from missing_facts.questions import a_question
from sampling import sample, tries

from canasta_cli import ruleset_names

QUESTIONS = tries(3, 8, "EXAMPLES")
"""Of each ruleset, each asked with up to four sets of its facts."""
SETTLED = [
    ("leaflet", 446),
    ("leaflet", 581),
    ("modern-american", 585),
    ("brazilian", 612),
    ("chilean", 614),
    ("royal", 446),
    ("six-player-three-teams", 417),
    ("hand-and-foot-five", 454),
    ("pennies-from-heaven", 460),
    ("pennies-from-heaven", 687),
    ("samba", 626),
    ("bolivia", 640),
    ("modern-american-pagat", 715),
    ("railroad", 635),
    ("mexicana", 1121),
    ("joker", 1266),
    ("gamerules", 1170),
    ("italian", 1106),
    ("albany", 1139),
    ("chilean", 1113),
    ("chilean", 1450),
]
"""Questions that once had two answers: about melds that take cards left, a pile, a draw, suits, house rules."""
EFFORT = WHOLE if "CHOICES" in os.environ else Effort()


@pytest.mark.parametrize("name", sample(ruleset_names(), 2))
def test_answers_hold_whatever_is_left_out(name: str) -> None:
    failures = [each for seed in range(QUESTIONS) if (each := _failures(name, seed))]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(("name", "seed"), SETTLED)
def test_a_question_that_had_two_answers_has_one(name: str, seed: int) -> None:
    judge_a_question(name, seed)


def judge_a_question(name: str, seed: int) -> None:
    """Ask one question with many of its facts left out."""
    failures = _failures(name, seed)
    assert not failures, failures


def _failures(name: str, seed: int) -> str:
    rng = Random(f"{name} {seed}")
    question, truth = a_question(name, rng)
    return "\n".join(map(str, Judge(question, truth, rng, EFFORT).failures()))
