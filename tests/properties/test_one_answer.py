"""One question has one answer: in the library, as typed, as a turn of just these clauses, in a hand in play.

The questions are about random tables, and turns of hands that are played at random.
"""

import shlex
from random import Random

import pytest
from missing_facts.games import game
from missing_facts.other_ways import facts_of, moments, ways
from missing_facts.questions import Answer, a_question, chain, statements
from sampling import sample, tries

from canasta_cli import NotationError, check, ruleset, ruleset_names

QUESTIONS = tries(1, 2, "EXAMPLES")
"""Of each ruleset."""
TURNS = 12


def _same(one: Answer, other: Answer) -> bool:
    return (one.legal, bool(one.refused)) == (other.legal, bool(other.refused))


@pytest.mark.parametrize("name", sample(ruleset_names(), 2))
def test_a_question_has_one_answer_however_it_is_asked(name: str) -> None:
    for seed in range(QUESTIONS):
        ask_in_other_ways(name, seed)


def ask_in_other_ways(name: str, seed: int) -> None:
    """Ask one question in all ways, with all its facts and with some left out."""
    rng = Random(f"one answer {name} {seed}")
    question, _ = a_question(name, rng)
    for facts in (question.facts, *chain(statements(question, rng), rng, 1)):
        answer = question.ask(facts)
        for command, other in ways(question, facts, rng):
            # Typed, 9T may be nine tens: people are asked first.
            if "has two ranks" in other.in_words:
                continue
            typed = shlex.join(["canasta", *command])
            lines = (question.line(facts), answer.in_words, typed, other.in_words)
            assert _same(answer, other), "\n".join(lines)


def _has_no_secrets(name: str) -> bool:
    """True if a hand in play knows nothing that isn't among the facts of a position.

    Else a player who opens takes cards that only the hand knows, or the partners change from hand to hand.
    """
    rules = ruleset(name)
    cards = rules["opening.extra_cards"] or rules["talon.cards"] != "none"
    return not cards and rules["seats.partners"] == "fixed"


@pytest.mark.parametrize(
    "name", sample([each for each in ruleset_names() if _has_no_secrets(each)], 2)
)
def test_a_turn_of_a_hand_in_play_has_the_same_answer_with_its_facts(name: str) -> None:
    assert ask_in_play(name, 0) >= TURNS


def ask_in_play(name: str, seed: int) -> int:
    """Ask about turns of a hand, in play and with its facts; return the number of firm answers."""
    rng, compared = Random(f"in play {name} {seed}"), 0
    if not _has_no_secrets(name):
        return 0
    for position, turn in moments(name, rng, TURNS):
        facts = facts_of(position)
        if not facts["hand"]:
            continue  # the foot is due, which is not among the facts of a position either
        try:
            here = position.check(turn).legal
        except NotationError:
            continue
        there = check(turn, game(name).rules, **facts).legal
        assert there in (here, None), (turn, facts, f"{there}, in play {here}")
        compared += there is not None
    return compared
