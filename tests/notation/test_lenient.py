"""Forms that people type beside the canonical ones; each parses to the same value."""

import random
import re
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case
from strategies import tallies, turns

from canasta_cli.errors import NotationError, Unclear
from canasta_cli.model.cards import Card, Cards, MeldCards, Rank
from canasta_cli.model.game import Tally
from canasta_cli.model.turn import Turn
from canasta_cli.notation.cards import (
    check_number_before_rank,
    read_cards,
    read_meld,
    read_order,
    scan_melds,
    write_cards,
    write_meld,
)
from canasta_cli.notation.short_turn import read_turns
from canasta_cli.notation.spoken import NUMBERS
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.notation.turn import check_number_drawn, read_turn, write_turn

TURNS = {
    "draw, meld AAA, discard 5": "draw meld AAA discard 5",
    "Drew, melded AAA,discarded ten": "draw meld AAA discard T",
    "draw,discard 4": "draw discard 4",
    "Draw. Meld KKK. Discard 4.": "draw meld KKK discard 4",
    "draw; discard a four": "draw discard 4",
    "draw , discard 4,": "draw discard 4",
    "took 9 with 9 W, discard 4": "take 9 with 9W discard 4",
    "ask yes, out": "ask yes out",
    "ask my partner, yes, out": "ask yes out",
    "Ann: drew, discarded 10♥": "Ann: draw discard TH",
    "draw, discard a ten": "draw discard T",
    "draw, discard a 7": "draw discard 7",
    "draw, discard a k": "draw discard K",
    "took an 8 with two eights": "take 8 with 88",
    "took a 9 with a 9 and a joker": "take 9 with 9W",
    "take a with aa": "take A with AA",
    "drew and melded three kings and a joker and discarded black three": (
        "draw meld KKKW discard 3B"
    ),
    "draw meld four aces and three kings": "draw meld AAAA KKK",
    "draw meld 7 kings discard jack": "draw meld 7xK discard J",
    "draw lay two red threes": "draw lay 3R3R",
    "draw, lays off two kings on my kings, discards a 4": "draw meld K:KK discard 4",
    "picked up the pack, 9 with two nines": "take 9 with 99",
    "draw meld KKK and foot and discard 4": "draw meld KKK foot discard 4",
    "draw meld three 8s 4 Ks discard 4s": "draw meld 888 KKKK discard 4S",
    "drew, laid down three kings, discarded a four": "draw meld KKK discard 4",
    "draws, lays off a queen on the queens, discards 4": "draw meld Q:Q discard 4",
    "draw, put down KKK and add a 2 to the aces, discard 4": "draw meld KKK meld A:2 discard 4",
    "picked up the pile 9 with two nines": "take 9 with 99",
    "took the discard pile 9 with two nines, threw away a 4": "take 9 with 99 discard 4",
    "picked up the discard pile, 9 with 99": "take 9 with 99",
    "take K onto the kings discard 4": "take K onto K discard 4",
    "took 9 with a 9 and a joker onto my nines": "take 9 with 9W onto 9",
    "I drew, played a joker on the aces, discarded the four of spades": "draw meld A:W discard 4S",
    "draw & meld KKK with a joker & two queens with QQ, discard face down": "draw meld KKKW QQ QQ discard down",
    "draw meld KK on K and a joker on A discard 4": "draw meld K:KK A:W discard 4",
    "'draw meld KKK' discard ‘4’": "draw meld KKK discard 4",
    "draw discard king of hearts": "draw discard KH",
    "draw, took my foot, discard a 4 of clubs": "draw foot discard 4C",
    "draw meld KKK picked up the foot discard 4": "draw meld KKK foot discard 4",
}
TALLIES = {
    "7xK left JJ4": "7xK left:4JJ",
    "left: 2": "left:2",
    "AAA 5555 -JJ4": "AAA 5555 left:4JJ",
    "7xK-jj4-5 out": "7xK left:4JJ left:5 out",
    "AAA -5": "AAA left:5",
    "alone At-Ta, out": "out alone:At-Ta",
    "Left ten, OUT": "left:T out",
    "points:1,200": "points:1200",
    "points: 1,200 minus 45": "points:1200 minus:45",
    "natural: 1, mixed: 2": "natural:1 mixed:2",
    "clean:2 Dirty:1": "natural:2 mixed:1",
    "bonus:-20": "penalty:20",
    "penalty: late-15": "penalty:late-15",
    "penalty 1,000": "penalty:1000",
    "alone Ann, out": "out alone:Ann",
    "laid 3B3B special pairs": "laid:3B3B special:pairs",
    "7 kings and four aces, 3 red threes, out": "7xK AAAA 3R3R3R out",
    "three kings and a joker, left a ten": "KKKW left:T",
    "KKK and W, left a ten and two queens": "KKKW left:TQQ",
    "-JJ and four and out": "left:4JJ out",
    "7 Ks, three 8s and a joker, 2 red 3s": "7xK 888W 3R3R",
    "3 K's 4 10s left 2 Qs": "KKK TTTT left:QQ",
    "7xK out concealed": "7xK concealed",
    "7 kings. QQQ2; two red threes. Out.": "7xK QQQ2 3R3R out",
    "special pairs out": "special:pairs",
    "7xK,QQQ2,out": "7xK QQQ2 out",
    "natural:1,mixed:2,points:1,200,left:JJ4": "left:4JJ natural:1 mixed:2 points:1200",
    "three eights and a joker, 2 red threes": "888W 3R3R",
}
# What is one meld, or one hand, when it is typed; in a file each card is what it was.
SPACED_TALLIES = {
    "K K K 2": ("KKK2", "K K K 2"),
    "K K K Q Q Q W": ("KKK QQQW", "K K K Q Q Q W"),
    "4H 5H 6H 6S": ("4H5H6H 6S", "4H 5H 6H 6S"),
    "4H 5H 5S": ("4H 5H5S", "4H 5H 5S"),
    "2 K K K": ("KKK2", "2 K K K"),
    "KKK,QQQ 999": ("KKK QQQ 999", "QQQKKK 999"),
    "3R W Q Q Q out": ("QQQW 3R out", "W Q Q Q 3R out"),
    "7xK W Q Q Q": ("7xK W QQQ", "7xK W Q Q Q"),
    "2 2 2 K K K": ("222 KKK", "2 2 2 K K K"),
    "K K K and 2 left Q": ("KKK2 left:Q", "KKK2 left:Q"),
    "AAA left Q KK": ("AAA left:QKK", "AAA KK left:Q"),
    "AAA left K 2 jacks": ("AAA left:KJJ", "AAA JJ left:K"),
    "4H5H6H 8H left 9s": ("4H5H6H 8H left:9S", "4H5H6H 8H left:9S"),
    "1xK 1xK": ("K 1xK", "K K"),
    "AAA left K K 4 out": ("AAA left:4KK out", "AAA K 4 out left:K"),
    "AAA left: JJ 4 KKK": ("AAA KKK left:4JJ", "AAA 4 KKK left:JJ"),
    "AAA left K K 3R 4": ("AAA 4 3R left:KK", "AAA K 4 3R left:K"),
    "AAA foot:5 5 K -Q 9": ("AAA left:9Q foot:55K", "AAA 5 K 9 left:Q foot:5"),
}
SPACED_MELDS = {
    "K K K 2": "KKK2",
    "K Q": "K Q",
    "4h 5h 6h": "4H5H6H",
    "4h 5h 5s": "4H 5H5S",
    "W K K": "KKW",
    "King king KING": "KKK",
    "KKK,QQQ": "KKK QQQ",
    "K:K,A:2": "K:K A:2",
    "K:K 2": "K:K 2",
    "W K": "W K",
    "KKK.": "KKK",
    "“KKK”": "KKK",
    "‘KKK QQQ2’": "KKK QQQ2",
    "kkk2, qqq.": "KKK2 QQQ",
}
SPACED_TURNS = {
    "draw meld K K K 2 Q Q Q discard 4": "draw meld KKK2 QQQ discard 4",
    "draw meld K K K and 2 discard 4": "draw meld KKK2 discard 4",
    "KKK KKK and 2, 4": "draw meld KKK KKK2 discard 4",
    "K K K 2 4": "draw meld KKK2 discard 4",
    "W K K K 4": "draw meld W KKK discard 4",
    "K 2 4": "draw meld K2 discard 4",
    "2 K 4": "draw meld 2 K discard 4",
    "draw meld KKK,QQQ2 discard 4": "draw meld KKK QQQ2 discard 4",
    "draw meld Ten Ten Ten discard 4": "draw meld TTT discard 4",
}
CARDS = {"ten": "T", "KING": "K", "k♥ 2♠": "KH2S", "deuce, joker": "2W", "six,9": "69"} | {
    "Jack": "J",
    "a 4 and a joker": "4W",
    "king and queen": "QK",
    "joker and two deuces": "22W",
    "an ace": "A",
    "two black threes, 1 jack": "J3B3B",
    "red 3 and ten twos": "3R+10x2",
    "A K and Q": "QKA",
    "two 8s": "88",
    "8s 9s": "8S9S",
    "4h 5h 2 8s": "4H5H8S2",
    "4s 5s 2 8s": "4S5S8S2",
    "2 8s 3 Ks": "88KKK",
    "the ace of hearts": "AH",
    "three of hearts, 3 of clubs and 10 of diamonds": "TD3C3H",
}
# What looks like one of these forms, and always meant something else.
UNCHANGED_TURNS = {
    "Drew Smith: draw discard 4": '"Drew Smith": draw discard 4',
    "took: draw": "took: draw",
    "draw meld ask, discard 4": "draw meld KAS discard 4",
    "draw JJ4,ask": "draw 4JJKAS",
    "draw ASKS discard A": "draw KSAS discard A",
    "draw ASK yes discard 4": "draw ask yes discard 4",
    "draw meld KK,QQ discard 4": "draw meld QQKK discard 4",
    "draw # drew, then a, long, pause": "draw # drew, then a, long, pause",
    "draw meld kkk a 4 discard 5": "draw meld KKK A 4 discard 5",
}
UNCHANGED_TALLIES = {"AAA 5555": "AAA 5555", "alone:Ann,": 'alone:"Ann,"', "KK,QQ": "QQKK"}


@for_each_case(("typed", "canonical"), (TURNS | UNCHANGED_TURNS).items())
def test_turns_as_people_type_them(typed: str, canonical: str) -> None:
    assert write_turn(read_turn(typed)) == canonical


@for_each_case(("typed", "canonical"), (TALLIES | UNCHANGED_TALLIES).items())
def test_tallies_as_people_type_them(typed: str, canonical: str) -> None:
    assert write_tally(read_tally(typed)) == canonical


@for_each_case(("line", "readings"), SPACED_TALLIES.items())
def test_single_cards_are_one_meld_if_they_are_typed(line: str, readings: tuple[str, str]) -> None:
    typed, in_file = readings
    assert write_tally(read_tally(line, typed=True)) == write_tally(read_tally(typed))
    assert write_tally(read_tally(line)) == write_tally(read_tally(in_file))


@for_each_case(("line", "read"), SPACED_MELDS.items())
def test_single_cards_are_one_meld_in_a_question(line: str, read: str) -> None:
    assert " ".join(map(write_meld, scan_melds(line))) == read


@for_each_case("line", ("8 9 and 10 of hearts", "8 9 10 of hearts", "8 and 9 and 10 of hearts"))
def test_a_suit_that_may_be_that_of_several_cards_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        scan_melds(line)


@for_each_case(("line", "read"), SPACED_TURNS.items())
def test_single_cards_are_one_meld_in_a_typed_turn(line: str, read: str) -> None:
    assert write_turn(read_turns(line, None)[0]) == read
    if line.startswith("draw"):
        assert write_turn(read_turn(line, typed=True)) == read


@for_each_case(("typed", "canonical"), CARDS.items())
def test_cards_as_people_type_them(typed: str, canonical: str) -> None:
    assert write_cards(read_cards(typed)) == canonical


@for_each_case(
    ("typed", "quoted"),
    [
        ("draw, mild AAA, discard 5", "mild"),
        ("drew, meld AAA, discard Z,", "Z"),
        ("drew,meld AAA,discard Z", "Z"),
        ("draw discard a k and q", "and"),
        ("draw meld three threes", "three"),
        ("draw meld kings", "kings"),
        ("draw two, discard 4", "two"),
        ("Bob draw discard 5", "Bob"),
    ],
)
def test_an_error_in_a_turn_quotes_what_was_typed(typed: str, quoted: str) -> None:
    with pytest.raises(NotationError) as error:
        read_turn(typed)
    assert error.value.text == typed
    assert typed[error.value.start : error.value.end] == quoted


@for_each_case(
    ("typed", "quoted"),
    [
        ("7xK left JJZ", "Z"),
        ("left: Z", "Z"),
        ("left out", "left"),
        ("points:1,20", "1,20"),
        ("bonus:-x", "x"),
        ("penalty:-20", "-20"),
    ],
)
def test_an_error_in_a_tally_quotes_what_was_typed(typed: str, quoted: str) -> None:
    with pytest.raises(NotationError) as error:
        read_tally(typed)
    start, end = error.value.start, error.value.end
    assert typed[start:end] == quoted


@for_each_case(
    ("typed", "colon"),
    [
        ("Bob draw discard 5", True),
        ("Ann: Bob draw discard 5", False),
        ("K discard 5", False),
        ("7xK discard 5", False),
        ("Bob KK", False),
    ],
)
def test_a_name_without_its_colon_is_told_from_cards(typed: str, colon: bool) -> None:
    with pytest.raises(NotationError) as error:
        read_turn(typed)
    assert ("colon" in error.value.expected) is colon


@given(turns, st.randoms(use_true_random=False))
def test_commas_between_clauses_and_spoken_words_change_nothing(
    turn: Turn, chance: random.Random
) -> None:
    turn = turn._replace(player=None, remark="")
    text = write_turn(turn)
    for word, spoken in (("draw", "drew"), ("take", "took"), ("meld", "Melded")):
        text = re.sub(rf"\b{word}\b", chance.choice((word, spoken)), text)
    clause = r" (?=(?:drew|took|melded|meld|discard|out|lay|join|foot)\b)"
    lenient = re.sub(
        clause, lambda _: chance.choice((" ", ", ", ",", " , ")), text, flags=re.IGNORECASE
    )
    assert read_turn(lenient) == turn


@given(tallies(), st.randoms(use_true_random=False))
def test_spaces_and_thousands_separators_in_a_tally_change_nothing(
    tally: Tally, chance: random.Random
) -> None:
    text = write_tally(tally._replace(alone=None))
    spaced = re.sub(
        r"\b(left|foot|laid|penalty|bonus|special):",
        lambda key: key[1] + chance.choice((":", ": ", " ")),
        text,
    )
    grouped = re.sub(r"(?<=:)\d{4,}\b", lambda number: f"{int(number[0]):,}", spaced)
    assert read_tally(grouped) == tally._replace(alone=None)


@for_each_case(
    ("text", "expected"),
    [
        ("7xK,999", ["7xK", "999"]),
        ("KKK,QQ2 AAA", ["KKK", "QQ2", "AAA"]),
        ("K,K,K", ["KKK"]),
        ("7xK,", ["7xK"]),
        ("10,J,Q", ["QJT"]),
    ],
)
def test_commas_between_melds_separate_them(text: str, expected: list[str]) -> None:
    assert [write_meld(meld) for meld in scan_melds(text)] == [
        write_meld(read_meld(each)) for each in expected
    ]


@for_each_case("rank", [rank for rank in Rank if not rank.three])
def test_every_rank_in_words_is_that_rank_and_never_letters_of_cards(rank: Rank) -> None:
    for number, word in enumerate(NUMBERS[1:], start=2):
        meant = (MeldCards(Cards([Card(rank)] * number)),)
        for text in (
            f"{word} {rank.many}",
            f"{number} {rank.many}",
            f"{number} {rank.many.title()}",
        ):
            assert read_tally(text).melds == meant, text
            assert read_turn(f"draw meld {text} discard 4").melded == meant, text
            assert Cards(read_order(text)) == meant[0].cards, text
    assert read_cards(rank.noun) == Cards([Card(rank)])
    for word in (rank.many, rank.many.upper()):
        with pytest.raises(NotationError, match="how many") as refused:
            read_cards(word)
        assert refused.value.expected == f"Write 7 {word.lower()}, or 7x{rank.value}"


@pytest.mark.parametrize(
    "line", ["drew a 4", "draw a 4 discard 9", "drew a K, meld KKK, discard 9"]
)
def test_an_article_before_a_drawn_card_may_be_an_ace(line: str) -> None:
    with pytest.raises(Unclear, match="could be one card, or an ace and another"):
        check_number_drawn(line, 1)
    check_number_drawn(f"{line}, threw a king", 2)


@for_each_case(
    ("line", "is_refused"),
    [
        ("draw two red threes discard 4", False),
        ("two red threes 4", False),
        ("draw 2 kings discard 4", False),
        ("draw 2 cards discard 4", False),
        ("draw two cards, discard 4", False),
        ("drew 5 cards, discard 4", True),
        ("draw a card discard 4", True),
        ("draw no cards, discard 4", True),
        ("drew 2, discard 4", True),
        ("draw two discard 4", True),
    ],
)
def test_a_number_after_a_draw_counts_the_cards_after_it(line: str, is_refused: bool) -> None:
    with pytest.raises(NotationError) if is_refused else nullcontext():
        check_number_drawn(line, 2)


@for_each_case(
    ("line", "melds", "is_refused"),
    [
        ("4 K", True, True),
        ("2 K", False, True),
        ("3 K", True, True),
        ("4 K, 3 Q", True, True),
        ("left:4 K", False, True),
        ("KKK 7 Q", True, True),
        ("KKK 7 Q", False, False),
        ("7 8 9 K", True, False),
        ("4 K 5 5", False, False),
        ("K 4", True, False),
        ("4 4", True, False),
        ("K K 2", True, False),
        ("1x4 1xK", True, False),
        ("4 KH", True, False),
        ("7*K", False, True),
        ("4 2*K", True, True),
        ("7xK", True, False),
        ("KKK -4 -5", True, False),
        ("9 W", False, True),
        ("4 W", True, True),
        ("2 W", False, True),
        ("K*2", True, False),
        ("4 5", True, False),
        ("7 8", False, False),
    ],
)
def test_a_number_before_one_rank_may_count_its_cards(
    line: str, melds: bool, is_refused: bool
) -> None:
    with pytest.raises(Unclear) if is_refused else nullcontext():
        check_number_before_rank(line, melds=melds)


@pytest.mark.parametrize(
    ("line", "cards"), [("4 K", "1x4 1xK"), ("4 K left", "4+K"), ("left 4 K", "4+K")]
)
def test_melds_are_written_apart_and_cards_left_together(line: str, cards: str) -> None:
    with pytest.raises(Unclear) as raised:
        check_number_before_rank(line)
    assert raised.value.fix == f"Write 4xK for kings, or {cards} for two cards"


@pytest.mark.parametrize("line", ["9 W", "9 joker", "9 2", "K W"])
def test_a_natural_card_and_a_wild_one_take_the_pile(line: str) -> None:
    check_number_before_rank(line, melds=False, takes=True)
    check_number_drawn(f"take 9 with {line} discard 4", 1)


def test_a_turn_that_is_written_lays_off_one_card_each() -> None:
    line = "draw meld 4 K discard 5"
    check_number_drawn(line, 1)
    with pytest.raises(Unclear, match="“4 K” could be kings"):
        check_number_drawn(line, 1, is_on_table=False)
    with pytest.raises(Unclear, match="“2 K” could be kings"):
        check_number_drawn("take K with 2 K discard 5", 1)
