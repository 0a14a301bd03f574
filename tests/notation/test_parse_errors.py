"""Parse errors name the token, its place, the expected form, and an example that works."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.errors import NotationError
from canasta_cli.model.cards import Card, Cards, LayOff, Onto, Rank
from canasta_cli.model.game import Award, Out, Sign, Tally
from canasta_cli.notation.cards import read_cards, read_meld
from canasta_cli.notation.spoken import LONGEST_TYPED, Token, whole
from canasta_cli.notation.tally import TOKENS, TokenRow, read_tally

Read = Callable[[str], object]
TALLY, CARDS, MELD = read_tally, read_cards, read_meld

# The parser, the line as typed, the token that is marked, its place from 0, words of the message,
# words of the expected form.
REFUSED: tuple[tuple[Read, str, str, int, str, str], ...] = (
    (CARDS, "", "", 0, "cards are missing", "Cards: A K Q"),
    (CARDS, " , ", " , ", 0, "cards are missing", "Cards: A K Q"),
    (CARDS, "3K 4Q", "3", 0, "a three needs its colour", "For three kings: 3xK"),
    (
        TALLY,
        "KKK 456 hearts",
        "hearts",
        8,
        "I don't understand “hearts”",
        "a sequence as H:4-T",
    ),
    (TALLY, "7xK conc", "conc", 4, "I don't understand “conc”", "Did you mean concealed?"),
    (TALLY, "7xK pen 100", "pen", 4, "I don't understand “pen”", "Did you mean penalty:100?"),
    (CARDS, "4 5 6 of hearts", "of", 6, "I don't understand “of”", "a sequence as H:4-T"),
    (CARDS, "KK Z", "Z", 3, "“Z” is not a card", "Cards: A K Q"),
    (CARDS, "KZK", "Z", 1, "“Z” in “KZK” is not a card", "Cards: A K Q"),
    (CARDS, "K1", "1", 1, "“1” in “K1” is not a card: a ten is T or 10, an ace is A", "Cards"),
    (CARDS, "0", "0", 0, "“0” is not a card: a ten is T or 10", "Cards"),
    (CARDS, "KK 3", "3", 3, "a three needs its colour", "3R (red) or 3B (black), or its suit"),
    (CARDS, "7x", "7x", 0, "“7x” is a count without a card", "the card after the count"),
    (CARDS, "6X66", "6X66", 0, "has a count", "Write 6X6, or each card, as in 666"),
    (CARDS, "6x66K", "6x66K", 0, "count next", "Write 6x6+K, or each card, as in 666"),
    (CARDS, "4x44", "4x44", 0, "count next", "Write 4x4, or each card, as in 444"),
    (CARDS, "KK5x5", "KK5x5", 0, "count next", "Write KK+5x5, or each card"),
    (TALLY, "7xK 5x55", "5x55", 4, "count", "Write 5x5, or each card, as in 555"),
    (TALLY, "left:7xKK", "7xKK", 5, "a count", "Write 7xK, or each card"),
    (CARDS, "KK2xWW", "KK2xWW", 0, "count next", "KK+2xW, or each card, as in WWW"),
    (CARDS, "KK+2xWW", "KK+2xWW", 0, "next", "KK+2xW, or each card"),
    (CARDS, "KK2xW", "KK2xW", 0, "has a count next to other cards", "Write KK+2xW, or each card"),
    (CARDS, "55x55", "55x55", 0, "has a count next", "Write 55x5, or each card, as in 555"),
    (CARDS, "x66", "x", 0, "“x” in “x66” is not a card: a count is written 7xK", "Cards"),
    (CARDS, "6X6X", "X", 3, "“X” in “6X6X” is not a card: a count is written 7xK", "Cards"),
    (
        CARDS,
        "A1x20",
        "A1x20",
        0,
        "has a count next to other cards",
        "Write A+1x2+…, or each card, as in 222",
    ),
    (MELD, "KKK7x2", "KKK7x2", 0, "has a count next to other cards", "Write KKK+7x2"),
    (CARDS, "99x55", "99x55", 0, "has a count next to other cards", "Write 99x5"),
    (CARDS, "0xK", "0x", 0, "“0x” is not a valid count of cards", "a count from 1x to 99x"),
    (CARDS, "777X", "X", 3, "“X” in “777X” is not a card: a count is", "W (joker)"),
    (CARDS, "KK 100xK", "100x", 3, "“100x” is not a valid count of cards", "from 1x to 99x"),
    (CARDS, "H4 HZ", "HZ", 3, "“HZ” is not a card", "Cards: A K Q"),
    (
        CARDS,
        "H14",
        "14",
        1,
        "“14” is not a rank",
        "ranks go from 1 (ace) to 13 (king)",
    ),
    (
        CARDS,
        "H45",
        "5",
        2,
        "“H45” starts with a suit and a card; “5” after it is not a suit",
        "each suit",
    ),
    (CARDS, "samba", "samba", 0, "I don't understand “samba”", "Cards: A K Q"),
    (
        MELD,
        "H:T-4",
        "H:T-4",
        0,
        "“H:T-4” does not go from a lower card to a higher",
        "the lower card first",
    ),
    (
        MELD,
        "H:4-4",
        "H:4-4",
        0,
        "“H:4-4” does not go from a lower card to a higher",
        "the lower card first",
    ),
    (MELD, "K:", "", 2, "cards are missing", "Cards: A K Q"),
    (TALLY, "KKK 8s", "8s", 4, "“8s”: how many?", "The eight of spades is 8S"),
    (TALLY, "KKK K's", "K's", 4, "“K's”: how many?", "Write 7 kings"),
    (TALLY, "KKK left 10s", "10s", 9, "“10s”: how many?", "Write 7 tens"),
    (TALLY, "7xK red threes", "red threes", 0, "“red threes”: how many?", "Write 2 red threes"),
    (TALLY, "7xK black 3s", "black 3s", 0, "“black 3s”: how many?", "or 2x3B"),
    (TALLY, "canasta of sevens", "canasta", 0, "I don't understand “canasta”", "Write its cards"),
    (
        TALLY,
        "KKK special:pairs concealed",
        "concealed",
        18,
        "already says how the side went out",
        "one of out",
    ),
    (TALLY, "out out", "out", 4, "already says how the side went out", "one of out"),
    (TALLY, "stock stock", "stock", 6, "already says that the stock ran out", "only once"),
    (TALLY, "stok", "stok", 0, "I don't understand", "Did you mean stock"),
    (TALLY, "talon 3", "talon", 0, "I don't understand “talon”", "Cards: "),
    (TALLY, "about KKK", "about", 0, "I don't understand “about”", "Cards: "),
    (
        TALLY,
        "alone:Ann alone:Bob",
        "alone:Bob",
        10,
        "already says who played alone",
        "alone:NAME",
    ),
    (TALLY, "KKK K:W", "K:W", 4, "adds cards to a meld", "all cards of the meld in one"),
    (TALLY, "laid:3B4", "3B4", 5, "“3B4” has a card that is not a three", "only threes"),
    (TALLY, "KKK left:Z", "Z", 9, "“Z” is not a card", "Cards: A K Q"),
    (TALLY, "left:", "left:", 0, "“left:” has nothing after it", "its value after a colon"),
    (TALLY, "penalty:-5", "-5", 8, "“-5” is not a valid number", "a whole number from 0"),
    (TALLY, "bonus:many", "many", 6, "“many” is not a valid number", "a whole number from 0"),
    (
        TALLY,
        "bonus:9999999",
        "9999999",
        6,
        "“9999999” is not a valid number",
        "a whole number from 0",
    ),
    (
        TALLY,
        "points:-20",
        "-20",
        7,
        "“-20” can't be melded points",
        "cards left in hand as minus:20",
    ),
    (TALLY, "natural:x", "x", 8, "“x” is not a valid number", "a whole number"),
    (TALLY, "Ann: KKK", "Ann:", 0, "“Ann:” has no number after it", "and no names"),
    (TALLY, "kings: seven", "kings:", 0, "“kings:” has no number after it", "a number after"),
    (TALLY, "special:4", "4", 8, "“4” is not the name of a special hand", "special: and its name"),
    (TALLY, 'alone:""', '""', 6, "a name is missing", "alone: and a player's name"),
    (TALLY, 'alone:"Ann', '"Ann', 6, "a name is missing", "alone: and a player's name"),
    (TALLY, "KKK concelaed", "concelaed", 4, "I don't understand “concelaed”", "mean concealed?"),
    (TALLY, "penatly", "penatly", 0, "I don't understand “penatly”", "mean penalty:100?"),
    (TALLY, "KKK lefft:AA", "lefft:AA", 4, "understand “lefft:”", "Did you mean left:JJ4?"),
    (TALLY, "AAA 4-JJ", "4-JJ", 4, "one card before the sign", "Write left: before cards left"),
    (TALLY, "points:85 left", "left", 10, "“left” has nothing after it", "its value after a colon"),
    (TALLY, "2 clean", "clean", 2, "I don't understand “clean”", "the number of canastas after"),
    (
        TALLY,
        "KKK naturals",
        "naturals",
        4,
        "I don't understand “naturals”",
        "after their kind and a colon",
    ),
    (TALLY, "clean:2 1240", "1240", 8, "“1240” is not a meld", "what a number counts before it"),
    (TALLY, "1,240", "1,240", 0, "“1,240” is not a meld", "what a number counts before it"),
    (TALLY, "KKK help", "help", 4, "I don't understand “help”", "Cards: A K Q J T 9-4, 2"),
    (TALLY, "KKK #", "#", 4, "“#” is not a card", "Cards: A K Q"),
    (
        TALLY,
        "K" * (LONGEST_TYPED + 1),
        "K" * 40,
        0,
        "the line is too long: 20,001 of at most 20,000",
        "a shorter line",
    ),
)


@for_each_case(("read", "line", "token", "place", "says", "expected"), REFUSED)
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
    assert error.expected in error.fix
    assert error.example in error.fix


def readable(example: str) -> bool:
    """True if an example can be typed as a tally, a meld or cards."""
    text = example.partition(" (")[0].strip('"')
    for read in (read_tally, read_meld, read_cards):
        try:
            read(text)
        except NotationError:
            continue
        return True
    return False


@for_each_case(("read", "line"), [row[:2] for row in REFUSED])
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
    """The forms in the manual are parsed, and formatted as shown there."""
    for row in TOKENS:
        example = "KKK" if row.form == "CARDS" else row.form
        tally = read_tally(example)
        assert read_tally(" ".join(row.write(tally))) == tally, row.form
        assert row.meaning


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


@for_each_case(
    ("read", "line", "value"),
    READ,
)
def test_people_write_the_same_in_many_ways(read: Read, line: str, value: object) -> None:
    assert read(line) == value


def test_a_word_behind_its_end_is_empty() -> None:
    token = whole("KKK")
    assert token.after(9) == Token("KKK", 3, 3)
    assert token.after(9).text == ""


@for_each_case("row", [row for row in TOKENS if row.key.endswith(":")], name=lambda row: row.key)
def test_a_word_without_its_value_is_answered_with_its_form(row: TokenRow) -> None:
    word = row.key.removesuffix(":")
    for text in (word, row.key, f"KKK {word}", f"{row.key.title()} out"):
        with pytest.raises(NotationError, match="has nothing after it") as caught:
            read_tally(text)
        assert caught.value.token.lower() in (word, row.key)
        assert caught.value.example == row.form
