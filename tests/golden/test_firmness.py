"""Compare how firm answers are, with facts left out, with ``firmness.txt``: what the engine says today.

It is easy never to be wrong about what is left out: by deciding less. So a fixed set of questions is asked,
from fixed seeds. A paragraph of the file has the answers for a ruleset, one letter for each: L and I for
legal and illegal, l for legal on an assumption, d for an answer that depends, o for one whose search was
cut off, r if the facts are refused. The first paragraph has their numbers for each kind of question.

The questions don't depend on any answer. A firm answer may turn into one that depends only if two
complete tables show that it was wrong. ``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_firmness.py`` updates
the file; a failure lists the questions whose answers changed. Read both before you commit the file.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from missing_facts.games import game
from missing_facts.questions import Answer, Question, as_question, chain, statements
from missing_facts.tables import Facts, table
from sampling import sample, tries

from canasta_cli import ruleset_names

FILE = Path(__file__).parent / "firmness.txt"
TABLES = tries(2, 5)
"""Tables of each ruleset, the first of five; each is asked about with up to four sets of facts."""
NAMES = {
    "L": "LEGAL",
    "l": "LEGAL as assumed",
    "I": "ILLEGAL",
    "i": "ILLEGAL as assumed",
    "d": "IT DEPENDS",
    "o": "IT DEPENDS, open",
    "r": "refused",
}
MOST_OPEN = 0.005
Tables = list[tuple[str, str]]
"""The kind of the question about each table, and the letters of its answers."""


def _questions(name: str) -> Iterator[tuple[Question, list[Facts]]]:
    """Yield a question about each table of a ruleset, with the facts that are given, from few to many."""
    rng = Random(f"firmness {name}")
    tables = 0
    while tables < TABLES:
        found = table(game(name), rng)
        if found is not None:
            tables += 1
            question = as_question(name, *found)
            yield question, [*chain(statements(question, rng), rng, 3)]


def _letter(answer: Answer) -> str:
    if answer.refused:
        return "r"
    if answer.legal is None:
        return "o" if answer.open else "d"
    letter = "L" if answer.legal else "I"
    return letter.lower() if answer.assumes else letter


def _recorded() -> dict[str, Tables]:
    text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    _, *paragraphs = text.split("\n\n") or [""]
    return {
        name: [(kind, letters) for kind, letters in (line.strip().split(" | ") for line in lines)]
        for name, *lines in (paragraph.splitlines() for paragraph in paragraphs)
    }


def _numbers(answers: dict[str, Tables]) -> str:
    """Count the answers of every kind of question."""
    kinds: dict[str, Counter[str]] = {}
    for tables in answers.values():
        for kind, each in tables:
            kinds.setdefault(kind, Counter()).update(each)
    every = sum(kinds.values(), Counter[str]())
    return "\n".join(
        f"{kind} | "
        + "; ".join(
            f"{says} {numbers[letter]}" for letter, says in NAMES.items() if numbers[letter]
        )
        for kind, numbers in (*sorted(kinds.items()), ("all", every))
    )


def _write(answers: dict[str, Tables]) -> None:
    paragraphs = (
        "\n".join((name, *(f"  {kind} | {each}" for kind, each in answers[name])))
        for name in ruleset_names()
        if name in answers
    )
    FILE.write_text("\n\n".join((_numbers(answers), *paragraphs)) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", sample(ruleset_names(), 2))
def test_answers_are_as_firm_as_before(name: str) -> None:
    recorded, today, changed = _recorded(), Tables(), list[str]()
    before = recorded.get(name, [])[:TABLES]
    for table_number, (question, facts) in enumerate(_questions(name)):
        letters = "".join(_letter(question.ask(each)) for each in facts)
        today.append((question.play.kind, letters))
        was = "".join(each for _, each in before[table_number : table_number + 1])
        changed += [
            f"{NAMES.get(old, 'not asked before')}, now {NAMES[new]}: {question.line(each)}"
            for old, new, each in zip(was.ljust(len(letters)), letters, facts, strict=False)
            if old != new
        ]
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        _write({**recorded, name: today})
        return
    assert not changed, "\n".join(changed)
    assert today == before
    assert len(today) == TABLES


def test_the_numbers_are_those_of_the_letters() -> None:
    assert FILE.read_text(encoding="utf-8").split("\n\n")[0] == _numbers(_recorded())


def test_few_searches_are_cut_off_and_no_facts_of_a_table_refused() -> None:
    letters = "".join(each for tables in _recorded().values() for _, each in tables)
    assert letters.count("o") <= MOST_OPEN * len(letters)
    assert "r" not in letters
