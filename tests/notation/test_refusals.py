"""What the reader cannot read: the token, its place, what was expected, and an example that works."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.melds import LayOff, Onto
from canasta_cli.model.tally import Award, Out, Sign, Tally
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.melds import read_meld
from canasta_cli.notation.reader import LONGEST_LINE, Token, whole
from canasta_cli.notation.tally import TOKENS, read_tally

Read = Callable[[str], object]
TALLY, CARDS, MELD = read_tally, read_cards, read_meld

# The reader, the line as typed, the token that is pointed at, its place from 0, words of what is
# said, words of what was expected.
REFUSED: tuple[tuple[Read, str, str, int, str, str], ...] = (
    (CARDS, "", "", 0, "there are no cards here", "cards: 4 5 6"),
    (CARDS, " , ", " , ", 0, "there are no cards here", "cards: 4 5 6"),
    (CARDS, "KK Z", "Z", 3, "“Z” is no card", "cards: 4 5 6"),
    (CARDS, "KZK", "Z", 1, "“Z” in “KZK” is no card", "cards: 4 5 6"),
    (CARDS, "K1", "1", 1, "“1” in “K1” is no card: a ten is T or 10, an ace is A", "cards"),
    (CARDS, "0", "0", 0, "“0” is no card: a ten is T or 10", "cards"),
    (CARDS, "KK 3", "3", 3, "a three is red or black", "3R or 3B, or its suit"),
    (CARDS, "7x", "7x", 0, "“7x” counts cards, but names none", "a card behind the count"),
    (CARDS, "0xK", "0x", 0, "“0x” is no count of cards", "a count from 1 to 99"),
    (CARDS, "KK 100xK", "100x", 3, "“100x” is no count of cards", "a count from 1 to 99"),
    (CARDS, "H4 HZ", "HZ", 3, "“HZ” is no card", "a suit and a rank"),
    (CARDS, "H14", "4", 2, "begins with a suit, and “4” in it is none", "a suit in front of each"),
    (CARDS, "H45", "5", 2, "“H45” begins with a suit, and “5” in it is none", "a suit in front"),
    (MELD, "H:T-4", "H:T-4", 0, "“H:T-4” runs downwards", "the lower card first"),
    (MELD, "H:4-4", "H:4-4", 0, "“H:4-4” runs downwards", "the lower card first"),
    (MELD, "K:", "", 2, "there are no cards here", "cards: 4 5 6"),
    (TALLY, "KKK out concealed", "concealed", 8, "went out has been said already", "one of out"),
    (TALLY, "special:pairs out", "out", 14, "went out has been said already", "one of out"),
    (TALLY, "alone:Ann alone:Bob", "alone:Bob", 10, "who was alone has been said", "alone:NAME"),
    (TALLY, "KKK K:W", "K:W", 4, "adds cards to a meld", "the meld with all its cards"),
    (TALLY, "laid:3B4", "3B4", 5, "only threes are laid out apart", "threes"),
    (TALLY, "KKK left:Z", "Z", 9, "“Z” is no card", "cards: 4 5 6"),
    (TALLY, "left:", "", 5, "there are no cards here", "cards: 4 5 6"),
    (TALLY, "penalty:-5", "-5", 8, "“-5” is no number of points", "a whole number from 0"),
    (TALLY, "bonus:many", "many", 6, "“many” is no number", "a whole number from 0"),
    (TALLY, "bonus:9999999", "9999999", 6, "is no number of points", "a whole number from 0"),
    (TALLY, "natural:x", "x", 8, "“x” is no number of points or cards", "a whole number"),
    (TALLY, "natural:", "", 8, "“” is no number of points or cards", "a whole number"),
    (TALLY, "special:", "", 8, "“” is no name of a special hand", "special: and the name"),
    (TALLY, "special:4", "4", 8, "“4” is no name of a special hand", "special: and the name"),
    (TALLY, "alone:", "", 6, "a name is missing", "alone: and a player's name"),
    (TALLY, 'alone:""', '""', 6, "a name is missing", "alone: and a player's name"),
    (TALLY, 'alone:"Ann', '"Ann', 6, "a name is missing", "alone: and a player's name"),
    (TALLY, "KKK concelaed", "concelaed", 4, "neither cards nor a word", "perhaps concealed"),
    (TALLY, "penatly", "penatly", 0, "neither cards nor a word", "perhaps penalty:100"),
    (TALLY, "KKK lefft:AA", "lefft:AA", 4, "no word of a tally", "perhaps left:AA4W"),
    (TALLY, "KKK #", "#", 4, "“#” is no card", "cards: 4 5 6"),
    (TALLY, "K" * (LONGEST_LINE + 1), "K" * 40, 0, "is too long to be a hand", "at most 20000"),
)


@pytest.mark.parametrize(
    ("read", "line", "token", "place", "says", "expected"), REFUSED, ids=lambda each: str(each)[:24]
)
def test_a_bad_line_is_answered_with_token_place_and_what_was_expected(
    read: Read, line: str, token: str, place: int, says: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read(line)
    error = caught.value
    assert (error.token, error.start) == (token, place)
    assert says in error.message
    assert expected in error.expected
    assert error.facts() == {
        "error": error.message,
        "token": token,
        "place": str(place + 1),
        "expected": error.expected,
        "example": error.example,
    }
    assert error.expected in error.remedy
    assert error.example in error.remedy


def readable(example: str) -> bool:
    """Whether an example can be typed as a tally, a meld or cards."""
    text = example.partition(" (")[0].strip('"')
    for read in (read_tally, read_meld, read_cards):
        try:
            read(text)
        except NotationError:
            continue
        return True
    return False


@pytest.mark.parametrize(("read", "line"), [row[:2] for row in REFUSED], ids=lambda e: str(e)[:24])
def test_the_example_of_a_message_can_be_read(read: Read, line: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(line)
    assert readable(caught.value.example)


@given(st.text('2345678910TJQKAWRBxcdhsoutalnep:-+" #', max_size=16))
def test_every_message_has_an_example_that_can_be_read(text: str) -> None:
    try:
        read_tally(text)
    except NotationError as error:
        assert readable(error.example), error.example  # noqa: PT017 - most texts can be read


def test_every_form_of_token_is_an_example_of_itself() -> None:
    """The forms that the manual shows are read, and written back as they are shown."""
    for row in TOKENS:
        example = "KKK" if row.form == "CARDS" else row.form
        tally = read_tally(example)
        assert read_tally(" ".join(row.write(tally))) == tally, row.form
        assert row.says


READ: tuple[tuple[Read, str, object], ...] = (
    (CARDS, "10 joker", Cards([Card(Rank.TEN), Card(Rank.JOKER)])),
    (CARDS, "*Jkr", Cards([Card(Rank.JOKER)] * 2)),
    (CARDS, "2×K", Cards([Card(Rank.KING)] * 2)),
    (CARDS, "h13h3w", read_cards("KH 3H W")),
    (CARDS, "♥\ufe0f10", read_cards("TH")),
    (CARDS, "2xH10", read_cards("TH TH")),
    (MELD, "W:2", LayOff(Onto(), Cards([Card(Rank.DEUCE)]))),
    (MELD, "K2:W", LayOff(Onto(rank=Rank.KING, which=2), Cards([Card(Rank.JOKER)]))),
    (TALLY, "OUT", Tally(out=Out.PLAIN)),
    (TALLY, "penalty:Illegal-Take", Tally(awards=(Award(Sign.PENALTY, topic="illegal-take"),))),
    (TALLY, 'alone:"Ann \\"A\\" B"', Tally(alone='Ann "A" B')),
    (TALLY, "3H 3r", Tally(threes=read_cards("3H 3R"))),
)


@pytest.mark.parametrize(
    ("read", "line", "value"),
    READ,
    ids=lambda each: str(each)[:24],
)
def test_people_write_the_same_in_many_ways(read: Read, line: str, value: object) -> None:
    assert read(line) == value


def test_a_word_behind_its_end_is_empty() -> None:
    token = whole("KKK")
    assert token.after(9) == Token("KKK", 3, 3)
    assert token.after(9).text == ""
