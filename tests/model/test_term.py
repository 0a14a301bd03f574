"""Terms: what the program asks of an enumeration, asked of its own."""

import copy

import pytest

from canasta_cli.model.cards import Suit
from canasta_cli.model.term import Term


class Colour(Term):
    """A colour."""

    RED = "red"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The colour that it is not."""
        return Colour.BLACK if self is Colour.RED else Colour.RED


def test_a_set_is_its_words_in_their_order() -> None:
    assert [term.value for term in Colour] == ["red", "black"]
    assert len(Colour) == 2
    assert Colour.RED.other is Colour.BLACK
    assert repr(Colour.RED) == "<Colour.RED: 'red'>"


def test_a_word_finds_its_term_and_a_strange_one_none() -> None:
    assert Colour("black") is Colour.BLACK
    with pytest.raises(ValueError, match="'green' is no Colour"):
        Colour("green")


def test_a_term_is_its_own_only_equal() -> None:
    assert len({Colour.RED, Colour.BLACK, Colour("red"), Suit.CLUBS}) == 3
    assert copy.deepcopy(Colour.RED) is Colour.RED


def test_a_term_cannot_be_changed() -> None:
    for name in ("value", "remark"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(Colour.RED, name, "green")
