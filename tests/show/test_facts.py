"""Every fact has a row, and from it an option, a keyword and words; every action has a command."""

import re
from typing import Any

import click
from looping import for_each_case

import canasta_cli as canasta
from canasta_cli.api.asking import read_fact
from canasta_cli.api.plays import KEYWORDS
from canasta_cli.cli.check import check_turn
from canasta_cli.cli.disputes import QUESTIONS as PROMPTS
from canasta_cli.engine.facts import FACTS, FactRow
from canasta_cli.engine.rule import Act, Fact
from canasta_cli.engine.turn.domains import DOMAINS
from canasta_cli.engine.view import View
from canasta_cli.show.depending import name_with_options, options_in_words
from canasta_cli.show.finding import ADVICE
from canasta_cli.values import Enum

assert isinstance(check_turn, click.Command)
OPTIONS = {
    name: option
    for option in check_turn.params
    if isinstance(option, click.Option)
    for name in (*option.opts, *option.secondary_opts)
}
NOTATION = {"suits", "drawn"}
"""Facts that are written with the cards."""
DECIDE = set(DOMAINS) | {Fact.MELDS, Fact.THEIR_MELDS}
"""The facts that are asked for: all that have values."""


def lacking(row: FactRow) -> set[str]:
    """Return what a fact lacks of an option, a keyword of the library, a reader and a question."""
    found = set()
    documented = re.findall(r"``(\w+)``:", canasta.Facts.__doc__ or "")
    if row.direct and row.keyword not in {option.name for option in OPTIONS.values()}:
        found.add("option")
    if row.keyword not in NOTATION:
        if not {row.keyword} <= KEYWORDS.keys() & canasta.Facts.__annotations__.keys():
            found.add("keyword")
        if row.keyword not in documented:
            found.add("documentation")
        if row.fact in DECIDE and row.fact not in PROMPTS:
            found.add("question")
    return found


def test_every_fact_has_a_row() -> None:
    assert set(FACTS) == set(Fact)


@for_each_case("row", FACTS.values(), name=lambda row: row.keyword)
def test_a_fact_can_be_given_in_every_way(row: FactRow) -> None:
    assert lacking(row) == set()


def test_a_fact_that_can_not_be_given_is_found() -> None:
    class Another(Enum):
        WEATHER = "weather"

    fact: Any = Another.WEATHER
    row = FactRow(fact, "number", "other", "the weather")
    assert lacking(row) == {"option", "keyword", "documentation"}


@for_each_case("row", FACTS.values(), name=lambda row: row.keyword)
def test_an_answer_names_a_missing_fact_with_its_options(row: FactRow) -> None:
    full, short = name_with_options(row.fact), options_in_words(row.fact)
    assert full.startswith(row.says)
    for text in (full, short):
        named = re.findall(r"--[a-z-]+", text)
        assert set(named) <= OPTIONS.keys()
        assert named or row.keyword in NOTATION


def test_no_keyword_option_or_question_has_no_fact() -> None:
    keywords = {row.keyword for row in FACTS.values()}
    assert set(canasta.Facts.__annotations__) | NOTATION == keywords
    assert set(PROMPTS) <= set(FACTS)


@for_each_case("row", [each for each in FACTS.values() if each.direct])
def test_a_fact_becomes_a_part_of_the_table(row: FactRow) -> None:
    examples = {"cards": "KK", "card": "K", "pile": "9 K", "melds": "KKK"}
    values = {"number": 3, "flag": True, "answer": True}
    value = values.get(row.kind) or examples.get(row.kind) or row.words[0]
    read = read_fact(row, value)
    assert View.of(**{row.keyword: read}) != View.of()


def test_whatever_a_rule_may_advise_has_something_to_type() -> None:
    assert set(ADVICE) == set(Act)
