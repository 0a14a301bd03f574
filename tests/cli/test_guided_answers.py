"""Answers about one side of a hand, as players type them, are read as tallies, or refused in one sentence."""

import timeit
from contextlib import nullcontext, suppress
from functools import partial
from time import process_time

import pytest
from casefiles import rules_named
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.cli.guided import questions_about
from canasta_cli.cli.guided_answers import (
    CANASTAS,
    LEFT,
    MELDED,
    THREES,
    TOPICS,
    AskedOfSide,
    read_answer,
    read_in_words,
)
from canasta_cli.cli.guided_examples import example_line, example_of, help_blocks
from canasta_cli.cli.hand_arguments import read_typed
from canasta_cli.engine.score import count_hand
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood, Unclear
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.tallies import fields
from canasta_cli.show.layout import Text
from canasta_cli.show.sheet import part_in_words

RULESETS = library.names()
NARROW = 40
READ: tuple[tuple[str, str, str, str], ...] = (
    ("classic", CANASTAS, "1 natural", "natural:1"),
    ("classic", CANASTAS, "1n 2m", "natural:1 mixed:2"),
    ("classic", CANASTAS, "2 natural canastas and 1 mixed, 265 points", "natural:2 mixed:1 points:265"),
    ("classic", CANASTAS, "natural", "natural:1"),
    ("classic", CANASTAS, "265", "points:265"),
    ("classic", CANASTAS, "5 points", "points:5"),
    ("classic", CANASTAS, "1 natural 60 – 25", "natural:1 points:60 minus:25"),
    ("classic", CANASTAS, "7xk,qqq2,2x3r,out", "7xK QQQ2 3R3R out"),
    ("classic", CANASTAS, "‘QQQ’ «KKK»", "QQQ KKK"),
    ("classic", LEFT, "“JJ4”", "left:4JJ"),
    ("classic", CANASTAS, "1 natural 265 pts", "natural:1 points:265"),
    ("classic", CANASTAS, "natural, 2 mixed, 265", "natural:1 mixed:2 points:265"),
    ("classic", CANASTAS, "natural 265", "natural:1 points:265"),
    ("classic", CANASTAS, "kkk 7xq 2x3r", "KKK 7xQ 3R3R"),
    ("classic", CANASTAS, "5555", "5555"),
    ("classic", CANASTAS, "AAA 555", "AAA 555"),
    ("classic", CANASTAS, "1n 555", "natural:1 points:555"),
    ("classic", CANASTAS, "7xK, three queens and a deuce", "7xK QQQ2"),
    ("classic", LEFT, "a black three, a ten", "left:3B left:T"),
    ("classic", LEFT, "4, 5", "left:4 left:5"),
    ("classic", LEFT, "8 8 4", "left:488"),
    ("classic", LEFT, "9 and king", "left:9 left:K"),
    ("classic", LEFT, "9, K", "left:9 left:K"),
    ("classic", LEFT, "stuck with JJ4", "left:4JJ"),
    ("classic", LEFT, "left over: JJ4", "left:4JJ"),
    ("classic", LEFT, "left: none", ""),
    ("classic", CANASTAS, "8 8 8 8 8 8 8 2", "7x8+2"),
    ("classic", CANASTAS, "7 7 7 7 7 2 2", "7777722"),
    ("classic", CANASTAS, "8 8 8", "888"),
    ("classic", CANASTAS, "three queens, 4 4 4 and 10 10 10 2", "QQQ 444 TTT2"),
    ("classic", MELDED, "8 8 8 K K K 2", "888 KKK2"),
    ("classic", CANASTAS, "2 natural 4 4 4", "444 natural:2"),
    ("classic", CANASTAS, "no melds, no cards left", ""),
    ("classic", THREES, "no red threes left", ""),
    ("classic", CANASTAS, "7 kings 3 aces and QQQ", "7xK AAA QQQ"),
    ("classic", CANASTAS, "1 red 435", "natural:1 points:435"),
    ("classic", CANASTAS, "1 red canasta, 1 black canasta, 435 points", "natural:1 mixed:1 points:435"),
    ("classic", CANASTAS, "one dirty 280", "mixed:1 points:280"),
    ("classic", CANASTAS, "two pure and one clean canasta 500", "natural:3 points:500"),
    ("classic", CANASTAS, "1 red three 435", "3R points:435"),
    ("classic", CANASTAS, "red:1 435", "red:1 points:435"),
    ("classic", CANASTAS, "7xK 1 red", "7xK red:1"),
    ("modern-american", CANASTAS, "2 black 300", "mixed:2 points:300"),
    ("samba", CANASTAS, "1 black book 280", "mixed:1 points:280"),
    ("pennies-from-heaven", CANASTAS, "1 dirty sevens 300", "sevens-mixed:1 points:300"),
    ("pennies-from-heaven", CANASTAS, "dirty sevens:1 300", "sevens-mixed:1 points:300"),
    ("pennies-from-heaven", CANASTAS, "Mixed sevens: 2, 300", "sevens-mixed:2 points:300"),
    ("pennies-from-heaven", CANASTAS, "dirty:1 sevens:1 300", "mixed:1 sevens:1 points:300"),
    ("modern-american", CANASTAS, "wild deuces:1 300", "wild-deuces:1 points:300"),
    ("classic", LEFT, "points:85", "minus:85"),
    ("classic", LEFT, "-45 points", "minus:45"),
    ("classic", CANASTAS, "AAA -45 points", "AAA minus:45"),
    ("classic", CANASTAS, "1 natural 435 -45", "natural:1 points:435 minus:45"),
    ("classic", CANASTAS, "1 natural 435 left 25", "natural:1 points:435 minus:25"),
    ("classic", CANASTAS, "1 natural 435 left 135", "natural:1 points:435 minus:135"),
    ("classic", LEFT, "points 1,085", "minus:1085"),
    ("classic", LEFT, "points:85 left", "minus:85"),
    ("classic", LEFT, "points:120 minus:85", "points:120 minus:85"),
    ("classic", CANASTAS, "none", ""),
    ("classic", CANASTAS, "7xK QQQ2 out", "7xK QQQ2 out"),
    ("classic", MELDED, "1,065", "points:1065"),
    ("classic", MELDED, "1'065", "points:1065"),
    ("classic", LEFT, "1.065", "minus:1065"),
    ("classic", MELDED, "555", "points:555"),
    ("classic", MELDED, "444", "444"),  # card points end in 0 or 5
    ("classic", MELDED, "5555", "5555"),  # more than all cards are worth
    ("classic", MELDED, "1n 100", "natural:1 points:100"),
    ("classic", THREES, "2", "red:2"),
    ("classic", THREES, "2 red threes", "red:2"),
    ("classic", THREES, "3R3H", "3R3H"),
    ("classic", CANASTAS, "4 natural 2 mixed 665 2 red", "red:2 natural:4 mixed:2 points:665"),
    ("classic", CANASTAS, "1 mixed 240 red 2 -35", "red:2 mixed:1 points:240 minus:35"),
    ("classic", CANASTAS, "1 natural 300 2 red 3 out", "3R3R natural:1 points:300 out"),
    ("hand-and-foot", CANASTAS, "2 red 1 black 900", "natural:2 mixed:1 points:900"),
    ("modern-american", THREES, "2 1", "red:2 black:1"),
    ("modern-american", THREES, "1 black", "black:1"),
    ("modern-american", THREES, "two red and one black", "red:2 black:1"),
    ("modern-american", THREES, "3B", "laid:3B"),
    ("classic", LEFT, "JJ4", "left:4JJ"),
    ("classic", LEFT, "a ten and two queens", "left:T left:QQ"),
    ("classic", LEFT, "JJ4 5", "left:4JJ left:5"),
    ("classic", LEFT, "J J 4", "left:4JJ"),  # two players have no three hands
    ("classic", LEFT, "1x4", "left:4"),
    ("classic", LEFT, "left: a king and a five", "left:K left:5"),
    ("classic", CANASTAS, "AAA left:a king and a five", "AAA left:K left:5"),
    ("classic", CANASTAS, "AAA left:two fives", "AAA left:55"),
    ("classic", CANASTAS, "AAA left:5 kings out", "AAA left:KKKKK out"),
    ("classic", CANASTAS, "AAA -a king", "AAA left:K"),
    ("classic", CANASTAS, "AAA left:a black three", "AAA left:3B"),
    ("classic", CANASTAS, "AAA left:a out", "AAA left:A out"),
    ("hand-and-foot", CANASTAS, "AAA foot:two fives", "AAA foot:55"),
    ("classic", LEFT, "a four", "left:4"),
    ("classic", LEFT, "a five left (-5)", "left:5"),
    ("classic", LEFT, "2 fives and a four left", "left:455"),
    ("classic", LEFT, "2 jacks and a 4", "left:JJ left:4"),
    ("classic", LEFT, "a king, 2 jacks and an 8", "left:8JJK"),
    ("classic", LEFT, "444444", "left:444444"),  # more than all cards are worth
    ("classic", LEFT, "446", "left:446"),  # card points end in 0 or 5
    ("classic", LEFT, "30", "minus:30"),
    ("classic", LEFT, "-25", "minus:25"),
    ("classic", LEFT, "25 points", "minus:25"),
    ("classic", LEFT, "minus 25", "minus:25"),
    ("classic", LEFT, "-JJ4", "left:4JJ"),
    ("classic", LEFT, "-5", "minus:5"),
    ("classic", LEFT, "-44", "left:44"),  # card points end in 0 or 5
    ("classic", CANASTAS, "7xK QQQ2 3R-JJ4", "7xK QQQ2 3R left:4JJ"),
    ("classic", CANASTAS, "1n 265 -25", "natural:1 points:265 minus:25"),
    ("classic", LEFT, "KKK left:1x4", "KKK left:4"),
    ("classic", CANASTAS, "1n 265 left JJ4 and a ten", "left:4JJ left:T natural:1 points:265"),
    ("classic", CANASTAS, "KKK, 45 points left", "KKK minus:45"),
    ("classic", CANASTAS, "KKK left 45 points", "KKK minus:45"),
    ("classic", CANASTAS, "KKK, 60 in hand", "KKK minus:60"),
    ("classic", CANASTAS, "KKK, 60 left", "KKK minus:60"),
    ("classic", CANASTAS, "KKK in hand: JJ4", "KKK left:4JJ"),
    ("classic", CANASTAS, "KKK left 2 kings", "KKK left:KK"),
    ("classic", CANASTAS, "KKK, no cards in hand", "KKK"),
    ("classic", CANASTAS, "777777 natural", "777777 natural:1"),
    ("hand-and-foot", LEFT, "JJ4 foot 55K", "left:4JJ foot:55K"),
    ("hand-and-foot", LEFT, "JJ4 foot:55K", "left:4JJ foot:55K"),
    ("hand-and-foot", CANASTAS, "1 clean 2 dirty", "natural:1 mixed:2"),
    ("hand-and-foot", CANASTAS, "1 red book 1 black book", "natural:1 mixed:1"),
    ("samba", CANASTAS, "1 s", "run:1"),
    ("classic", CANASTAS, "no melds, no cards left", ""),
    ("classic", CANASTAS, "no canastas, no red threes, 85 points", "points:85"),
    ("hand-and-foot", CANASTAS, "no books, No cards in hand", ""),
    ("classic", CANASTAS, "no melds left:JJ4", "left:4JJ"),
    ("classic", CANASTAS, "1 natural 1 000, -25", "natural:1 points:1000 minus:25"),
    ("classic", MELDED, "1 000", "points:1000"),
    ("classic", LEFT, "1 000", "minus:1000"),
    ("samba", CANASTAS, "3R", "3R"),
    ("classic", CANASTAS, "a natural canasta, a red three, 300", "3R natural:1 points:300"),
    ("classic", CANASTAS, "a natural canasta of kings and two mixed, 900", "natural:1 mixed:2 points:900"),
    ("hand-and-foot", CANASTAS, "a wild book, an ace left", "left:A wild:1"),
    ("modern-american", CANASTAS, "a canasta of aces", "aces:1"),
    ("modern-american", CANASTAS, "1 wild canasta of jokers", "wild-jokers:1"),
    ("pennies-from-heaven", CANASTAS, "a dirty book of sevens", "sevens-mixed:1"),
    ("pennies-from-heaven", CANASTAS, "a clean book of sevens", "sevens:1"),
    ("samba", CANASTAS, "1 samba", "run:1"),
    ("samba", CANASTAS, "H:4-T", "H:4-T"),
    ("modern-american", CANASTAS, "1 w", "wild:1"),
    ("modern-american", CANASTAS, "4 jokers and 3 deuces", "222WWWW"),
    ("modern-american", CANASTAS, "7 kings WWWW 222", "7xK WWWW 222"),
    ("modern-american", CANASTAS, "1 wild jokers", "wild-jokers:1"),
    ("modern-american", CANASTAS, "1s 1a", "sevens:1 aces:1"),
    ("modern-american", CANASTAS, "22w", "22W"),
    ("pennies-from-heaven", CANASTAS, "1 s", "sevens:1"),
    ("pennies-from-heaven", CANASTAS, "1 mixed sevens", "sevens-mixed:1"),
    (
        "pennies-from-heaven",
        CANASTAS,
        "1 book of sevens 1 dirty sevens 1 nat 900",
        "sevens:1 sevens-mixed:1 natural:1 points:900",
    ),
    ("modern-american", CANASTAS, "1 canasta of sevens 1 wild 400", "sevens:1 wild:1 points:400"),
    ("wild-nines", CANASTAS, "555599 KK9", "9KK 555599"),  # two natural ranks are no number
    ("wild-nines", CANASTAS, "4444292", "4444922"),
    ("fours", MELDED, "222244", "442222"),
    ("fours", MELDED, "7x2+44 555", "44+7x2 555"),
    ("fours", LEFT, "42", "left:42"),
    ("samba", CANASTAS, "4C 5C 6C, KKK", "4C5C6C KKK"),
    ("samba", CANASTAS, "4c 5c 6c 1s 1n", "4C5C6C run:1 natural:1"),
    ("classic", CANASTAS, "3 of hearts and 3 of diamonds", "3D3H"),
    ("classic", THREES, "2 reds", "red:2"),
    ("classic", THREES, "2 red 3s", "red:2"),
    ("classic", THREES, "both", "red:2"),
    ("classic", THREES, "all", "red:4"),
    ("classic", THREES, "all 4", "red:4"),
    ("samba", THREES, "All six", "red:6"),
    ("modern-american", THREES, "both, 1 black", "red:2 black:1"),
    ("classic", THREES, "zero", ""),
    ("classic", THREES, "nope", ""),
    ("classic", CANASTAS, "1 nat, 2 dirty, 310 pts, 2 red 3s", "3R3R natural:1 mixed:2 points:310"),
    ("classic", CANASTAS, "1 Nat 265 2 red 3s out", "3R3R natural:1 points:265 out"),
    ("hand-and-foot", CANASTAS, "red 2 black 1 350", "natural:2 mixed:1 points:350"),
    ("modern-american", CANASTAS, "7xK, 2 red threes, 1 black three", "7xK 3R3R laid:3B"),
    ("modern-american", MELDED, "3B", "laid:3B"),
    ("hand-and-foot", LEFT, "60 120 230", "minus:410"),
    ("classic", CANASTAS, "7 kings + 3 queens + 4 fives", "7xK QQQ 5555"),
    ("classic", CANASTAS, "1 natural + 1 mixed, 265", "natural:1 mixed:1 points:265"),
    ("classic", CANASTAS, "KKK + 2", "KKK2"),
    ("classic", CANASTAS, "7 kings, 100 points", "7xK points:100"),
    ("classic", CANASTAS, "KKK 555 points", "KKK points:555"),
    ("classic", CANASTAS, "555 points", "points:555"),
    ("hand-and-foot", CANASTAS, "a clean book of kings and a dirty book of aces", "natural:1 mixed:1"),
    ("classic", CANASTAS, "0 canastas, 0 red threes, 85 points", "points:85"),
    ("modern-american", CANASTAS, "4 black threes laid", "laid:3B3B3B3B"),
    ("modern-american", CANASTAS, "KKK 3B3B laid", "KKK laid:3B3B"),
    ("modern-american", CANASTAS, "1 natural 300, 2 red threes laid", "3R3R natural:1 points:300"),
    ("classic", CANASTAS, "1 natural, 300 points, laid 3B3B", "laid:3B3B natural:1 points:300"),
    ("modern-american", CANASTAS, "natural mixed 300", "natural:1 mixed:1 points:300"),
    ("modern-american", CANASTAS, "1 wild mixed 300", "wild:1 mixed:1 points:300"),
    ("hand-and-foot", CANASTAS, "wild dirty 300", "wild:1 mixed:1 points:300"),
    ("samba", CANASTAS, "2s 1m", "run:2 mixed:1"),
    ("samba", CANASTAS, "1c 2d 300", "natural:1 mixed:2 points:300"),
    ("samba", CANASTAS, "4C, 300", "natural:4 points:300"),
    ("classic", CANASTAS, "1 natural 200 points minus 35", "minus:35 natural:1 points:200"),
    ("classic", CANASTAS, "2 mixed 340 points less 80 points, out", "minus:80 mixed:2 points:340 out"),
    ("classic", CANASTAS, "1 natural 200 minus 5 out", "minus:5 natural:1 points:200 out"),
    ("classic", CANASTAS, "1 natural 200 - 35", "natural:1 points:200 minus:35"),
    ("classic", CANASTAS, "KKK - 44", "KKK left:44"),
    ("classic", CANASTAS, "1 natural red:0 points:85", "red:0 points:85 natural:1"),
    ("classic", CANASTAS, "1,160", "points:1160"),
    ("classic", CANASTAS, "+120 out", "points:120 out"),
    ("classic", CANASTAS, "KKK, three aces left", "KKK left:AAA"),
    ("classic", LEFT, "two jacks and a four left", "left:4JJ"),
    ("classic", LEFT, "AAA 5555 left JJ4", "AAA 5555 left:4JJ"),
    ("classic", LEFT, "AAA 5555, left: JJ4 out", "AAA 5555 left:4JJ out"),
    ("classic", CANASTAS, "7 x K, 3 x joker, 3x 10", "7xK WWW TTT"),
    ("classic", CANASTAS, "2x red threes, 7 × kings", "7xK 3R3R"),
    ("classic", CANASTAS, "7x K 3x Q 4 x 7", "7xK QQQ 7777"),
    ("classic", LEFT, "2x joker", "left:WW"),
    ("classic", LEFT, "K K 2 joker", "left:KK2W"),
    ("classic", THREES, "3 red 3", "red:3"),
    ("classic", THREES, "two 3", "red:2"),
)  # fmt: skip
REFUSED: tuple[tuple[str, str, str, str], ...] = (
    ("classic", CANASTAS, "1", "“1” of which kind? Write 1 natural or 1 mixed"),
    ("classic", CANASTAS, "2 canastas 560", "“2” of which kind? Write 2 natural or 2 mixed"),
    ("classic", CANASTAS, "two canastas 560", "“2” of which kind? Write 2 natural or 2 mixed"),
    ("classic", CANASTAS, "a canasta of aces", "“1” of which kind? Write 1 natural or 1 mixed"),
    ("classic", CANASTAS, "points", "“points” stands alone; write a number with it, or cards"),
    ("classic", CANASTAS, "2 265", "write the card points as one number, not “2 265”"),
    ("hand-and-foot", CANASTAS, "2 books", "“2” of which kind? Write 2 clean, 2 dirty or 2 wild"),
    (
        "classic",
        CANASTAS,
        "1 wild",
        "“wild” is not a kind of canasta in these rules; write natural or mixed",
    ),
    ("hand-and-foot", CANASTAS, "1 b", "“b” could be wild or dirty; write more letters"),
    ("bolivia", CANASTAS, "1 s 1 x", "“x” is not a card: a count is written 7xK"),
    (
        "classic",
        CANASTAS,
        "7 K",
        "“7” between cards could be a count or points; write 7xK for 7 kings, or points:7",
    ),
    (
        "classic",
        CANASTAS,
        "AAA 33",
        "“33” between cards has no colour; write 3R3R (red) or 3B3B (black)",
    ),
    ("classic", CANASTAS, "nat:1", "“nat:” is not a word of a tally. Did you mean “natural”?"),
    ("classic", CANASTAS, "1 natural red 3", "“red 3” could be one red three, or three"),
    ("classic", CANASTAS, "555", "is 555 a meld, or 555 points?"),
    ("classic", THREES, "5", "the deck has only 4 red threes"),
    ("classic", LEFT, "45", "is 45 the cards 4 and 5, or 45 points?"),
    ("classic", CANASTAS, "1 natural 435 left 45", "is 45 the cards 4 and 5, or 45 points?"),
    ("classic", LEFT, "24", "is 24 the cards 4 and 2, or 24 cards?"),
    ("classic", LEFT, "5", "is 5 a five, or 5 cards?"),
    ("classic", LEFT, "10", "is 10 a ten, or 10 cards?"),
    ("classic", LEFT, "5 cards", "“5 cards”: which ones?"),
    ("bolivia", CANASTAS, "2 wild cards", "“wild cards”: deuces or jokers?"),
    ("bolivia", CANASTAS, "KKK and one wild card", "“wild card”: deuces or jokers?"),
    ("classic", CANASTAS, "KKK, five cards left", "“five cards left”: which ones?"),
    ("classic", CANASTAS, "KKK, 2 left", "is 2 a deuce, or 2 cards?"),
    ("classic", CANASTAS, "KKK left 4", "is 4 a four, or 4 cards?"),
    ("classic", CANASTAS, "KKK J J 4 left", "“J J 4”: are all of these left?"),
    ("classic", CANASTAS, "KKK 5 5 left", "“5 5”: are all of these left?"),
    *(
        (
            "hand-and-foot",
            CANASTAS,
            text,
            "“clean 3” could be 3 clean, or clean and another number",
        )
        for text in (
            "clean 3 dirty 2 450",
            "Clean 3, dirty 2, 450",
            "clean books 3 450",
            "1 wild clean 3 450",
        )
    ),
    (
        "classic",
        CANASTAS,
        "nat 1 dirty 1 160",
        "“nat 1” could be 1 nat, or nat and another number",
    ),
    ("classic", CANASTAS, "AAA left: a K", "“a K” could be one card, or an ace and another"),
    ("classic", LEFT, "a 4", "“a 4” could be one card, or an ace and another"),
    ("classic", LEFT, "a K", "“a K” could be one card, or an ace and another"),
    ("classic", CANASTAS, "KKK left j, a 4", "“a 4” could be one card, or an ace and another"),
    ("classic", CANASTAS, "7xK natural", "“natural” stands beside the cards of a canasta"),
    (
        "modern-american",
        CANASTAS,
        "4 deuces 3 jokers wild",
        "“wild” stands beside the cards of a canasta",
    ),
    *(
        (name, CANASTAS, typed, "the wild cards could be one meld, or 2")
        for name in ("modern-american", "modern-american-pagat", "pennies-from-heaven")
        for typed in ("4 jokers 3 deuces", "7 kings, 4 jokers, two deuces", "2 twos 5 jokers")
    ),
    ("classic", CANASTAS, "mixed 7xK2", "“mixed” stands beside the cards of a canasta"),
    (
        "classic",
        CANASTAS,
        "natural canasta 7 kings",
        "“natural” stands beside the cards of a canasta",
    ),
    (
        "classic",
        CANASTAS,
        "natural 1 300",
        "“natural 1” could be 1 natural, or natural and another number",
    ),
    ("classic", CANASTAS, "canasta", "“canasta” of which kind? Write 1 natural or 1 mixed"),
    ("hand-and-foot", CANASTAS, "book", "“book” of which kind? Write 1 clean, 1 dirty or 1 wild"),
    ("hand-and-foot", CANASTAS, "KKK foot:55", "is 55 the cards 5 and 5, or 55 points?"),
    ("classic", THREES, "all three", "“all” is not a number of red threes; write 2 or 3R3R"),
    ("classic", THREES, "KKK", "“KKK” is not a number of red threes; write 2 or 3R3R"),
    (
        "classic",
        CANASTAS,
        "points:85 left out",
        "“left” has no cards after it; write left:JJ4, or minus:25",
    ),
    *(
        ("classic", topic, "score:20 left", "“left” has nothing after it")
        for topic in (CANASTAS, MELDED)
    ),
    ("classic", LEFT, "8s", "“8s”: how many?"),
    ("classic", CANASTAS, "7 kimgs 3 queens", "I don't understand “kimgs”"),
    ("classic", CANASTAS, "a full canasta of kings", "I don't understand “full”"),
    ("classic", CANASTAS, "we had seven kings", "I don't understand “we”"),
    ("classic", LEFT, "Cat JJ4", "I don't understand “Cat”"),
    ("samba", CANASTAS, "8s", "“8s” could be 8 sequences, or a card"),
    ("modern-american", CANASTAS, "KKK laid", "“laid:” has nothing after it"),
    ("samba", CANASTAS, "4C 555", "“4C” could be 4 natural canastas, or a card"),
    ("samba", CANASTAS, "4C", "“4C” could be 4 natural canastas, or a card"),
    ("samba", CANASTAS, "4H-10H", "“4H-10H” has one card before the sign"),
    ("samba", CANASTAS, "7-K of hearts", "“7-K” has one card before the sign"),
    (
        "samba",
        CANASTAS,
        "sambas 2 red 1 500",
        "“sambas 2” could be 2 sambas, or sambas and another number",
    ),
    (
        "modern-american",
        CANASTAS,
        "natural sevens",
        "“natural sevens” could be one canasta, or two",
    ),
    (
        "modern-american",
        CANASTAS,
        "one clean sevens, 2 dirty 560",
        "“clean sevens” could be one canasta, or two",
    ),
    ("modern-american", CANASTAS, "sevens dirty", "“sevens dirty” could be one canasta, or two"),
    ("hand-and-foot", CANASTAS, "2R 3B 1240", "“b” could be wild or dirty; write more letters"),
    ("classic", LEFT, "x points", "“x” is not a number of points"),
    ("classic", THREES, "y", "“y” is not a number of red threes; write 2 or 3R3R"),
    ("classic", THREES, "3 3", "“3 3” has two numbers of red threes; write 2 or 3R3R"),
    (
        "classic",
        THREES,
        "2 red 1 red",
        "“2 red 1 red” has two numbers of red threes; write 2 or 3R3R",
    ),
    ("modern-american", THREES, "1 1 1", "“1 1 1” has two numbers of red threes; write 2 or 3R3R"),
    ("classic", LEFT, "2 joker", "“2 joker” could be jokers, or two cards"),
    ("classic", LEFT, "K, 2 joker", "“2 joker” could be jokers, or two cards"),
    ("classic", CANASTAS, "seven king", "“seven king” could be kings, or two cards"),
    ("classic", CANASTAS, "3x B", "“B” in “3xB” is not a card"),
    ("classic", CANASTAS, "K x 7", "“x” is not a card: a count is written 7xK"),
    ("classic", CANASTAS, "We had seven kings", "I don't understand “We”"),
    ("classic", LEFT, "3", "a three needs its colour"),
    ("classic", CANASTAS, "KKK -33", "a three needs its colour"),
    (
        "modern-american",
        CANASTAS,
        "1 red canasta 2 black 340",
        "“2 black” could be canastas or threes",
    ),
    *(
        ("hand-and-foot", topic, text, "“foot” has no cards after it; write foot:55K")
        for topic, text in (
            (CANASTAS, "2 clean 300 left foot"),
            (CANASTAS, "7xK, left JJ foot"),
            (LEFT, "the foot"),
            (LEFT, "a foot"),
            (LEFT, "JJ4 foot"),
        )
    ),
)


def _asked(name: str, *, in_cards: bool | None = None) -> AskedOfSide:
    return AskedOfSide(rules_named(name), 2, in_cards)


@for_each_case(("name", "topic", "text", "expected"), READ)
def test_an_answer_is_read_as_a_tally(name: str, topic: str, text: str, expected: str) -> None:
    assert write_tally(read_answer(topic, text, _asked(name))) == expected


@for_each_case(("name", "topic", "text", "message"), REFUSED)
def test_an_answer_that_could_mean_several_things_is_refused(
    name: str, topic: str, text: str, message: str
) -> None:
    with pytest.raises(CanastaError) as refused:
        read_answer(topic, text, _asked(name))
    assert refused.value.message == message


@for_each_case(
    ("name", "typed", "message"),
    [
        ("classic", "7 kings - a king", "“-” stands alone"),
        ("classic", "7 kings - QQQ2", "“-” stands alone"),
        ("classic", "7 kings – 3 jacks", "“–” stands alone"),
        ("classic", "2 mixed 340 points owed 80", "I don't understand “owed”"),
        ("classic", "7 kimgs 3 queens", "I don't understand “kimgs”"),
        ("classic", "2 natural minus 1 mixed", "I don't understand “minus”"),
        ("classic", "500 + 200 points", "write the card points as one number, not “500 200”"),
        ("classic", "7xK QQQZ", "“Z” in “QQQZ” is not a card"),
        ("classic", "rest: 44J", "“rest:” has no number after it"),
        ("classic", "Ann: 7xK out", "“Ann:” has no number after it"),
        ("modern-american", "KKK laid", "“laid” has nothing after it"),
        ("classic", "2 mixed 340 points owed left:JJ", "I don't understand “owed”"),
        ("bolivia", "2e 300 points", "“e” in “2e” is not a card"),
    ],
)
def test_a_tally_in_words_is_refused_with_the_word_that_is_not_understood(
    name: str, typed: str, message: str
) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_typed(typed, lambda: rules_named(name))
    assert refused.value.message == message


@for_each_case(
    ("typed", "meaning"),
    [
        ("265 minus 25", "points:265 minus:25"),
        ("265 out", "points:265 out"),
        ("2x3R, 445 -K", "3R3R points:445 left:K"),
        ("natural:1 265", "natural:1 points:265"),
        ("natural:1 265 penalty 50", "natural:1 points:265 penalty:50"),
        ("natural:1 265 7xK", "natural:1 points:265 7xK"),
        ("AAA natural:1 265", "AAA natural:1 points:265"),
        ("AAA, minus, 25", "AAA minus:25"),
        ("5+62 out", "562 out"),
        ("562W KKK", "562W KKK"),
        ("101010 out", "TTT out"),
        ("KKK 265", Unclear),
        ("natural:1 555", Unclear),
    ],
)
def test_digits_of_several_ranks_are_card_points(typed: str, meaning: str | type[Unclear]) -> None:
    with pytest.raises(meaning) if not isinstance(meaning, str) else nullcontext():
        assert read_typed(typed, partial(rules_named, "classic")) == read_tally(str(meaning))


@for_each_case(
    ("typed", "meaning"),
    [
        ("3 aces left, 7 kings", Unclear),
        ("KKK left, 444", Unclear),
        ("7 kings, a four left, 2 red threes", Unclear),
        ("KKK, two jacks left, out", "KKK left:JJ out"),
        ("KKK left JJ4, out", "KKK left:4JJ out"),
        ("KKK, left, JJ4", "KKK left:4JJ"),
        ("seven kings, three queens, a four left", "7xK QQQ left:1x4"),
        ("KKK, 3 fives and a four left", "KKK left:4555"),  # as the program prints it
        ("7 kings, 2 fives, a six and a four left", Unclear),
        ("7 kings, a six and a four left", Unclear),
        ("7 kings, two jacks left", "7xK left:JJ"),
        ("an ace and a king left", "left:AK"),
        ("four aces and a joker left", Unclear),
        ("4 aces and a joker left", Unclear),
        ("7 kings, 3 queens and a joker left", Unclear),
        ("7 kings, three queens, and a four left", Unclear),
    ],
)
def test_left_is_said_of_cards_before_it_or_asked_about(
    typed: str, meaning: str | type[Unclear]
) -> None:
    with pytest.raises(meaning) if not isinstance(meaning, str) else nullcontext():
        assert read_typed(typed, partial(rules_named, "classic")) == read_tally(str(meaning))


def test_wild_cards_in_words_are_one_meld_or_asked_about_in_a_tally() -> None:
    with pytest.raises(Unclear) as asked:
        read_typed("4 jokers 3 deuces", lambda: rules_named("modern-american"))
    assert asked.value.fix == "Write 222WWWW for one or WWWW 222 for 2"
    for typed in ("4 jokers 3 deuces", "5 kings 2 jokers a deuce"):
        assert len(read_typed(typed, lambda: rules_named("classic")).melds) > 1


@for_each_case(
    ("typed", "start", "token"),
    [
        ("7 kings 3 quens", 10, "quens"),
        ("went out blind 7 kings", 9, "blind"),
        ("7 kings, QQQZ", 12, "Z"),
        ("caught with a joker", 0, "caught"),
        ("7xK out out", 8, "out"),
        ("natural canasta of kings and 3 queens", 19, "kings"),
    ],
)
def test_an_error_shows_the_line_as_it_was_typed(typed: str, start: int, token: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_typed(typed, lambda: rules_named("classic"))
    error = refused.value
    assert (error.text, error.start, error.token) == (typed, start, token)


@for_each_case(
    ("typed", "tally"),
    [
        ("AAA left:a king and a five", "AAA left:5K"),
        ("AAA left: a king and a five", "AAA left:5K"),
        ("AAA left:two fives", "AAA left:55"),
        ("AAA -2 kings", "AAA left:KK"),
        ("AAA left:a", "AAA left:A"),
        ("AAA left:king", "AAA left:K"),
    ],
)
def test_cards_left_in_words_are_the_same_with_and_without_a_blank(typed: str, tally: str) -> None:
    assert write_tally(read_typed(typed, lambda: rules_named("classic"))) == tally


def test_digits_left_in_a_hand_are_points_if_the_melds_were_given_as_points() -> None:
    assert write_tally(read_answer(LEFT, "25", _asked("classic", in_cards=False))) == "minus:25"
    assert write_tally(read_answer(LEFT, "-25", _asked("classic", in_cards=False))) == "minus:25"


@pytest.mark.parametrize("text", ["65", "-65", "AAA -65"])
def test_digits_left_in_a_hand_are_asked_about_if_the_melds_were_given_as_cards(text: str) -> None:
    topic = CANASTAS if "AAA" in text else LEFT
    with pytest.raises(NotUnderstood) as asked:
        read_answer(topic, text, _asked("classic", in_cards=True))
    assert asked.value.message == "is 65 the cards 5 and 6, or 65 points?"
    assert asked.value.fix == "Write left:5+6 for the cards or minus:65 for the points"


@for_each_case(
    ("typed", "ways"),
    [
        ("1 red 435", "Write natural:1 for canastas or red:1 for threes"),
        ("2 black 300", "Write mixed:2 for canastas or black:2 for threes"),
        ("1 canasta 265", ""),
        ("red 3 435", "Write red:1 or red:3. In cards: 3R or 3x3R"),
    ],
)
def test_colours_alone_in_a_tally_are_refused_with_both_spellings(typed: str, ways: str) -> None:
    refused = NotationError("no", text="", start=0, end=0, expected="", example="")
    with pytest.raises(Unclear) as error:
        read_in_words(typed, rules_named("classic"), refused)
    assert error.value.fix == ways


@for_each_case(
    ("name", "tally"),
    [
        ("classic", "7xK QQQ2 3R3R left:4JJ left:55 out"),
        ("classic", "natural:1 mixed:2 points:1265 red:1 minus:65 concealed"),
        ("classic", "AAA penalty:100 bonus:50 stock"),
        ("classic", "score:1860"),
        ("classic", "555"),
        ("classic", "555 left:45 left:2"),
        ("classic", "score:-20 penalty:100"),
        ("three-player", "7xK out alone:Ann"),
        ("three-player", '7xK out alone:"Ann Lee"'),
        ("modern-american", "7xK laid:3B3B special:garbage"),
        ("modern-american", "wild:1 wild-jokers:1 sevens:2 points:500 red:1 black:2 minus:15"),
        ("hand-and-foot", "natural:2 mixed:1 wild:1 points:900 red:3 foot:55K out"),
        ("pennies-from-heaven", "sevens:1 sevens-mixed:1 points:900 out"),
        ("mexicana", "natural:1 sevens-mixed:1 points:900 left:4JJ"),
        ("samba", "run:2 points:900 left:4JJ"),
    ],
)
def test_what_is_printed_about_a_tally_can_be_typed_back(name: str, tally: str) -> None:
    rules = rules_named(name)
    given = read_tally(tally)
    printed = part_in_words(given, fields(rules))
    typed = write_tally(read_answer(CANASTAS, printed, _asked(name)))
    for number, cards in enumerate(("3R", "3R3R", "3R3R3R"), start=1):  # the same, as cards
        tally = tally.replace(f"red:{number}", cards)
    assert sorted(typed.split()) == sorted(tally.split()), printed


@for_each_case("name", RULESETS)
def test_the_example_of_the_prompt_is_understood_everywhere(name: str) -> None:
    rules, players = rules_named(name), (("Ann",), ("Bob",))
    for example in example_of(rules, players).split(", or "):
        refused = NotationError("no", text="", start=0, end=0, expected="", example="")
        assert read_in_words(example, rules, refused) == read_answer(
            CANASTAS, example, _asked(name)
        )


@for_each_case("topic", TOPICS)
@for_each_case(
    ("printed", "topics"),
    [
        ("nothing melded", (CANASTAS, MELDED)),
        ("no canastas", (CANASTAS, MELDED)),
        ("nothing left", (THREES, LEFT)),
        ("no red threes", (THREES, LEFT)),
        ("no threes left", (THREES, LEFT)),
        ("no cards", TOPICS),
        ("none", TOPICS),
    ],
)
def test_nothing_can_be_typed_back_at_its_question(
    topic: str, printed: str, topics: tuple[str, ...]
) -> None:
    refused = pytest.raises(Unclear, match=f"“{printed}” answers another question")
    with nullcontext() if topic in topics else refused:
        assert read_answer(topic, printed, _asked("classic")) == Tally()


WILD: tuple[tuple[str, str, str], ...] = (
    ("classic", "Cards: A K Q J T 9-4, 2 deuce, W joker", "Melds: 7xK QQQ2"),
    ("samba", "Cards: A K Q J T 9-4, 2 deuce, W joker", "Melds: 7xK QQQ2 H:4-T (4-T of hearts)"),
    ("fours", "Cards: A K Q J T 9-4 2 W; wild: 4 W", "Melds: 7xK QQQ"),
    ("wild-nines", "Cards: A K Q J T 9-4 2 W; wild: 9 2 W", "Melds: 7xK QQQ2 H:4-8 (4-8 of hearts)"),
)  # fmt: skip


@for_each_case(("name", "cards", "melds"), WILD)
def test_help_names_the_wild_ranks_and_a_sequence_without_them(
    name: str, cards: str, melds: str
) -> None:
    blocks = help_blocks(rules_named(name), (("A", "C"), ("B", "D")))
    assert [each.line for each in blocks[:2] if isinstance(each, Text)] == [cards, melds]


@given(st.sampled_from(RULESETS), st.sampled_from(TOPICS), st.text(max_size=12))
def test_no_answer_is_a_bug(name: str, topic: str, text: str) -> None:
    with suppress(CanastaError):
        read_answer(topic, text, _asked(name))


def _players(name: str) -> tuple[tuple[str, ...], ...]:
    names = iter("ABCDEFGH")
    return tuple(tuple(next(names) for _ in range(n)) for n in library.ruleset(name).seats.sides)


@for_each_case("name", RULESETS)
def test_the_examples_of_a_ruleset_are_read_and_allowed_by_it(name: str) -> None:
    ruleset, players = library.ruleset(name), _players(name)
    line = example_line(ruleset, players)
    tallies = [read_tally(part) for part in line.split("/")]
    tallies += [read_tally("")] * (len(players) - len(tallies))
    assert count_hand(tuple(tallies), players, ruleset).possible
    for example in example_of(ruleset, players).split(", or "):
        assert read_answer(CANASTAS, example, _asked(name))


@for_each_case("name", RULESETS)
def test_help_has_few_lines_and_prompts_fit_a_phone(name: str) -> None:
    ruleset = library.ruleset(name)
    assert len(help_blocks(ruleset, _players(name))) == 5 + bool(ruleset.special.hands)
    sides = tuple(Side("".join(players), players) for players in _players(name))
    players = tuple(player for side in sides for player in side.players)
    questions = questions_about(Game("friday", players, sides, players[0]), ruleset)
    assert all(len(f"  {question.prompt}: ") <= NARROW for question in questions)


LONG_WORDS = ("1", "x", "1,", "1 red ")


@for_each_case("part", LONG_WORDS)
def test_the_time_for_a_long_answer_rises_with_its_length(part: str) -> None:
    """Four times the length takes about four times as long; sixteen times if it were quadratic."""

    def seconds(length: int) -> float:
        text = part * (length // len(part))
        return min(timeit.repeat(partial(_try, text), timer=process_time, number=1, repeat=3))

    assert seconds(16_000) < 9 * seconds(4_000) + 0.02


def _try(text: str) -> None:
    with suppress(CanastaError):
        read_answer("canastas", text, AskedOfSide(library.ruleset("classic")))
