"""Turns in short: cards without a word, and the words that stand between them."""

import pytest
from looping import for_each_case

from canasta_cli.cli.playing import INSTEAD_OF_TURN, prompt_word
from canasta_cli.errors import NotationError, Unclear
from canasta_cli.model.cards import Card, Rank
from canasta_cli.notation.cards import read_order
from canasta_cli.notation.short_turn import MARKS, read_turns, taken_with
from canasta_cli.notation.turn import CLAUSES, read_turn, write_turn

SIX = Card(Rank.SIX)
# The turns that a text can mean with a six on the pile, the most likely one first.
MEANINGS: dict[str, tuple[str, ...]] = {
    "4": ("draw discard 4", "draw meld 4 out"),
    "T": ("draw discard T", "draw meld T out"),
    "66 AA2 4": ("draw meld 66 AA2 discard 4", "draw meld 66 AA2 4 out"),
    "66, AA2, 4": ("draw meld 66 AA2 discard 4", "draw meld 66 AA2 4 out"),
    "6:66 A:W 4": ("draw meld 6:66 A:W discard 4", "draw meld 6:66 A:W 4 out"),
    "T 5": ("draw meld T discard 5", "draw meld T 5 out"),
    "AA2": ("draw meld AA2", "draw meld AA2 out"),
    "AA2 ou": ("draw meld AA2 out",),
    "AA2 ask yes 4": ("draw meld AA2 ask yes discard 4", "draw meld AA2 ask yes meld 4 out"),
    "AA2 discard 4": ("draw meld AA2 discard 4",),
    "Bob: 4 # slow": ("Bob: draw discard 4 # slow", "Bob: draw meld 4 out # slow"),
    "3R": ("draw 3R", "lay 3R draw"),
    "3R out": ("draw 3R out", "lay 3R draw out"),
    "discard 4": ("discard 4", "draw discard 4"),
    "ta 66 out": ("take 6 with 66 out", "take 6 onto 6 meld 66 out"),
    "ta with 66 out": ("take 6 with 66 out",),
    "ta onto 6 out": ("take 6 onto 6 out",),
    "draw AA2 4": ("draw meld AA2 discard 4", "draw meld AA2 4 out", "draw 4AA2"),
    "draw AAA4 discard 4": ("draw 4AAA discard 4", "draw meld 4AAA discard 4"),
    "draw AA2 discard 4": ("draw meld AA2 discard 4", "draw AA2 discard 4"),
    "draw K discard 4": ("draw K discard 4",),
    "draw K AA2 discard 4": ("draw K meld AA2 discard 4", "draw meld K AA2 discard 4", "draw KAA2 discard 4"),
    "W K K 4": ("draw meld W KK discard 4", "draw meld KKW discard 4",
                "draw meld W KK 4 out", "draw meld KKW 4 out"),
    "draw 3R K:KK discard 4": ("draw 3R meld K:KK discard 4", "lay 3R draw meld K:KK discard 4"),
    "AA2 foot 5": ("draw meld AA2 foot discard 5", "draw meld AA2 foot meld 5 out", "draw meld AA2 foot 5"),
    "bonus AA 4": ("bonus draw meld AA discard 4", "bonus draw meld AA 4 out", "bonus 4AA", "draw bonus 4AA"),
    "draw 3R": ("draw 3R", "lay 3R draw"),
    "draw 3R out": ("draw 3R out", "lay 3R draw out"),
    "ta 66 onto 6 out": ("take 6 with 66 onto 6 out",),
    "ta join K 4": ("take 6 onto 6 join K discard 4", "take 6 onto 6 join K meld 4 out"),
    "take 6 with 66 out": ("take 6 with 66 out",),
    "take 6 out": ("take 6 with 6 out", "take 6 onto 6 out", "take 6 onto 6 discard 6 out",
                   "take 6 onto 6 meld 6 out", "take 6 out"),
    "ta 4": ("take 6 with 4", "take 6 onto 6 discard 4", "take 6 onto 6 meld 4 out", "take 4"),
    "p66 out": ("take 6 with 66 out", "take 6 onto 6 meld 66 out"),
    "took it with 66 out": ("take 6 with 66 out",),
    "p55 4": ("take 6 with 55 discard 4", "take 6 with 55 meld 4 out"),
    "p 555 out": ("take 6 with 555 out", "take 6 onto 6 meld 555 out"),
    "p66,KKK,4 out": ("take 6 with 466KKK out", "take 6 with 66 meld KKK discard 4 out",
                      "take 6 with 66 meld KKK 4 out", "take 6 onto 6 meld 66 KKK discard 4 out",
                      "take 6 onto 6 meld 66 KKK 4 out"),
    "p out": ("take 6 onto 6 out",),
    "pile 66 out": ("take 6 with 66 out", "take 6 onto 6 meld 66 out"),
    "y KKK 4": ("draw ask yes meld KKK discard 4", "draw ask yes meld KKK 4 out"),
    "nKKK out": ("draw ask no meld KKK out",),
    "KKK4 out": ("draw meld 4KKK out", "draw meld KKK discard 4 out", "draw meld KKK 4 out"),
    "kkk4o": ("draw meld 4KKK out", "draw meld KKK discard 4 out", "draw meld KKK 4 out"),
    "KKK 4 o": ("draw meld KKK discard 4 out", "draw meld KKK 4 out"),
    "AA2 discard 4 out": ("draw meld AA2 discard 4 out",),
    "4out": ("draw discard 4 out", "draw meld 4 out"),
    "y T 4 o": ("draw ask yes meld T discard 4 out", "draw ask yes meld T 4 out"),
    "yp66 4": ("take 6 with 66 ask yes discard 4", "take 6 with 66 ask yes meld 4 out",
               "take 6 onto 6 ask yes meld 66 discard 4", "take 6 onto 6 ask yes meld 66 4 out"),
    "qqT:22 out": ("draw meld QQ T:22 out",),
    "K:224 out": ("draw meld K:422 out", "draw meld K:22 discard 4 out", "draw meld K:22 4 out"),
    "4H5H6H9 out": ("draw meld 4H5H6H9 out", "draw meld 4H5H6H discard 9 out", "draw meld 4H5H6H 9 out"),
    "KKK2": ("draw meld KKK2", "draw meld KKK2 out"),
    "2xA3xK out": ("draw meld KKKAA out", "draw meld AA KKK out"),
    "3R3B out": ("draw meld 3B3R out", "draw 3B3R out", "lay 3B3R draw out", "draw 3R discard 3B out",
                 "draw 3R meld 3B out", "lay 3R draw discard 3B out", "lay 3R draw meld 3B out"),
    "3B 9": ("draw meld 3B discard 9", "draw meld 3B 9 out", "draw 3B discard 9",
             "draw 3B meld 9 out", "lay 3B draw discard 9", "lay 3B draw meld 9 out"),
    "3B": ("draw discard 3B", "draw meld 3B out", "draw 3B", "lay 3B draw"),
    "meld KKKQQQ discard 4": ("meld QQQKKK discard 4", "draw meld QQQKKK discard 4"),
    "KKK,QQQ,4 out": ("draw meld 4QQQKKK out", "draw meld KKK QQQ discard 4 out", "draw meld KKK QQQ 4 out"),
    "meld 4h 5h 6h out": ("meld 4H 5H 6H out", "meld 4H5H6H out",
                          "draw meld 4H 5H 6H out", "draw meld 4H5H6H out"),
    "take the pile onto the sixes out": ("take 6 onto 6 out",),
    "take it on the sixes out": ("take 6 onto 6 out",),
    "p on the sixes out": ("take 6 onto 6 out",),
    "t 5 with 55": ("take 5 with 55",),
    "draw, discard a ten": ("draw discard T",),
    "end stock": ("end stock",),
}  # fmt: skip


@for_each_case("text", MEANINGS)
def test_a_short_turn_can_mean(text: str) -> None:
    assert tuple(map(write_turn, read_turns(text, SIX))) == MEANINGS[text]


@pytest.mark.parametrize(
    ("text", "first", "others"),
    [
        ("take 6 6 4", "take 6 with 66 discard 4", {"take 6 with 6 discard 4"}),
        ("take 6 66 4", "take 6 with 66 discard 4", {"take 6 with 6 meld 66 discard 4"}),
        ("p 6 6 4", "take 6 with 66 discard 4", {"take 6 with 6 meld 6 discard 4"}),
    ],
)
def test_cards_after_take_go_with_the_top_card_which_may_be_named_first(
    text: str, first: str, others: set[str]
) -> None:
    likely, *rest = map(write_turn, read_turns(text, SIX))
    assert likely == first
    assert others <= set(rest)


def test_a_turn_in_full_is_read_as_ever() -> None:
    for text in ("draw discard 4", "take 5 with 55 meld A:W discard 9", "draw 3R meld KKK out"):
        assert read_turns(text, SIX) == (read_turn(text),)


def test_an_unknown_top_card_must_be_named() -> None:
    with pytest.raises(NotationError, match="“66” is not one card"):
        read_turns("ta 66 discard 4", None)
    for text in ("p66 4", "p 66 4", "pile 66 4"):
        with pytest.raises(NotationError, match="the top card of the pile is unknown"):
            read_turns(text, None)


@pytest.mark.parametrize("text", ["a 6", "a W"])
def test_an_article_before_a_card_that_takes_the_pile_may_be_an_ace(text: str) -> None:
    with pytest.raises(Unclear, match="could be one card, or an ace and another"):
        taken_with(text, SIX)


@for_each_case(
    ("text", "problem"),
    [
        ("66 x 4", "“x” is not a card"),
        ("KKx 4", "“x” in “KKx” is not a card"),
        ("3 4", "a three needs its colour"),
        ("hello", "I don't understand “hello”"),
        ("Cat draws", "I don't understand “Cat”"),
        ("draw discrd 4", "I don't understand “discrd”"),
        ("", "the turn is missing"),
    ],
)
def test_the_message_is_about_the_word_that_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_turns(text, SIX)
    assert caught.value.message.startswith(problem)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        *(
            ("pass", "end stock"),
            ("draw pass", "end stock"),
            ("picked up 66 4", "take for the pile"),
        ),
        *(("the stock is empty", "end stock"), ("dicsard 4", "Did you mean discard?")),
    ],
)
def test_a_word_of_play_that_is_no_clause_is_answered_with_the_clause(
    text: str, clause: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_turns(text, SIX)
    assert clause in caught.value.expected


def beginnings(words: tuple[str, ...]) -> list[str]:
    """Return every beginning of every word."""
    return [word[:length] for word in words for length in range(1, len(word) + 1)]


def is_playable(text: str) -> bool:
    """True if a text is one card, or cards of one rank: what a player could lay down as such."""
    try:
        return len({card.rank for card in read_order(text)}) == 1
    except NotationError:
        return False


def test_cards_are_recognised() -> None:
    assert [text for text in ("T", "as", "kk", "st", "ta", "un") if is_playable(text)] == [
        *("T", "as", "kk", "st")
    ]


def test_no_beginning_of_a_clause_is_a_card() -> None:
    understood = []
    for text in beginnings(tuple(row.word for row in CLAUSES)):
        row = next((row for row in CLAUSES if row.word.startswith(text)), None)
        try:
            turns = read_turns(f"{text} 66 4", SIX)
        except NotationError:
            continue
        if row and isinstance(turns[0].clauses[0], row.of):
            understood.append(text)
    assert {"ta", "dr", "m"} <= set(understood)
    assert not [text for text in understood if is_playable(text)]


def test_no_mark_is_a_card_or_begins_a_clause_or_another_word_of_the_prompt() -> None:
    for mark in MARKS:
        assert not is_playable(mark)
        assert not [row.word for row in CLAUSES if row.word.startswith(mark)]
        assert not [word for word in INSTEAD_OF_TURN if word.startswith(mark)]


def test_no_other_word_of_the_prompt_is_a_card_or_a_clause() -> None:
    understood = [text for text in beginnings(INSTEAD_OF_TURN) if prompt_word(text)]
    assert {"un", "for", "sto"} <= set(understood)
    for text in understood:
        assert not is_playable(text)
        assert not [row.word for row in CLAUSES if row.word.startswith(text)]


def test_of_two_errors_that_of_the_reading_that_went_further_is_told() -> None:
    with pytest.raises(NotationError, match="“kings”: how many"):
        read_turns("take the pile with kings discard 4", Card(Rank.KING))
