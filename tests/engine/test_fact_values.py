"""Sample values of missing facts: each table that is tried has all facts that are given."""

from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import Question, View
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import ruleset

QUESTIONS = ("meld KK2 discard 4", "draw meld KKK", "take K with KK", "discard 2", "out")
PILES = (
    View.of(pile_size=1, hand=read_cards("44KK2")),
    View.of(pile_size=4),
    View.of(pile_size=0, stock=1),
)
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
