"""Sample values of missing facts: each table that is tried has all facts that are given."""

from collections.abc import Iterator

import pytest

from canasta_cli.api.asking import view_of
from canasta_cli.api.backend import read_facts
from canasta_cli.engine.fact_values import Value
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import Question, View
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import names, ruleset

QUESTIONS = ("meld KK2 discard 4", "draw meld KKK", "take K with KK", "discard 2", "out")
PILES = (
    View.of(pile_size=1, hand=read_cards("44KK2")),
    View.of(pile_size=4),
    View.of(pile_size=0, stock=1),
)
HANDS = (View.of(hand=read_cards("44KK2")), View.of(hand=read_cards("KKK2QQ"), opened=True))
ABOUT_THE_PILE = {Fact.PILE, Fact.PILE_SIZE}


def test_a_table_that_is_tried_has_the_pile_that_is_given() -> None:
    """A part of an empty pile can't be tried: its top card makes one of it."""
    for name in ("classic", "samba", "hand-and-foot", "modern-american"):
        for text in QUESTIONS:
            for view in PILES:
                question = Question(read_turn(text), view, ruleset(name))
                for fact in FACTS.keys() - ABOUT_THE_PILE:
                    sizes = {value.view.pile_size for value in FACTS[fact].values(question)}
                    least = (view.pile_size or 0) or int(fact is Fact.TOP)
                    assert sizes <= {least}, (name, text, fact)


def test_a_number_is_counted_from_none_and_a_deal_from_one() -> None:
    least = {fact.value: row.least for fact, row in FACTS.items() if row.kind == "number"}
    counted = ("minimum", "canastas", "red-threes", "pile-size", "stock")
    assert least == {"total": None, "deal": 1} | dict.fromkeys(counted, 0)


def _values(name: str, fact: Fact) -> Iterator[Value]:
    for text in (*QUESTIONS, "draw meld QQ2 K:K discard 7"):
        for view in (*PILES, *HANDS):
            yield from FACTS[fact].values(Question(read_turn(text), view, ruleset(name)))


@pytest.mark.parametrize("name", names())
def test_a_value_that_is_tried_is_the_one_that_a_person_would_give(name: str) -> None:
    for fact, row in FACTS.items():
        for value in _values(name, fact) if row.direct else ():
            given = vars(view_of(read_facts({row.keyword: value.given})))
            if fact is Fact.TOP:
                del given["buried"]  # the size of the pile is a fact of its own
            assert given == {name: getattr(value.view, name) for name in given}, value.says
