"""Text in the form in which the program writes it is read by a shorter way; both ways agree."""

from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from canasta_cli.errors import NotationError
from canasta_cli.notation.cards import read_order
from canasta_cli.notation.turn import read_turn

WORDS = (
    "draw",
    "d",
    "take",
    "with",
    "onto",
    "meld",
    "ask",
    "yes",
    "out",
    "end",
    "stock",
    "discard",
)
CARDS = st.text("AKQJT987654320WRBCDHSX", min_size=1, max_size=8)


def outcome(read: Callable[[str], object], text: str) -> object:
    """Return what is read, or that it can't be read."""
    try:
        return read(text)
    except NotationError:
        return "not read"


@given(CARDS)
@example("JACK")
@example("3S3R3")
@example("10C")
@example("WC")
def test_cards_in_capitals_are_those_in_small_letters(word: str) -> None:
    assert outcome(read_order, word) == outcome(read_order, word.lower())


@given(st.lists(st.sampled_from(WORDS) | CARDS, max_size=8).map(" ".join))
@example("draw meld KKK QQ2 discard 4")
@example("take 9S onto S discard S")
@example("d meld AAA d 4")
def test_a_note_does_not_change_the_clauses(turn: str) -> None:
    def clauses(text: str) -> object:
        return read_turn(text).clauses

    plain, noted = f"Ann: {turn}", f"Ann: {turn} # slow"
    assert outcome(clauses, plain) == outcome(clauses, noted)
