"""Compare the oracle of legal turns with small positions whose turns are listed by hand."""

import re
from pathlib import Path

import pytest
from looping import for_each_case
from sampling import EVERY

from oracles.fixed_positions import position_of, print_counts
from oracles.turns import RULES, Move, melds_of, moves

COUNTS = Path(__file__).parent / "counts" / "classic.toml"
CANASTA = "Q Q Q Q Q Q Q"


def _moves(listed: str) -> set[Move]:
    """Parse moves: ``stock KKK2 QQQ: 4 5 out`` is one table with two discards, and going out without one."""
    found = set()
    for line in listed.strip().splitlines():
        laid, discards = line.split(":")
        source, *melds = laid.split()
        cards = [re.findall("3B|.", meld) for meld in melds]
        table = melds_of({meld[0]: meld for meld in cards})
        for last in discards.split():
            found.add(Move(source == "pile", table, None if last == "out" else last))
    return found


BY_HAND = {
    "one card of two is discarded": (
        "classic",
        position_of("4", "5"),
        "stock: 4 5",
    ),
    "a player who lays off one of two cards must keep the other and cannot discard it": (
        "classic",
        position_of("4", "K", "K K K", fresh=False),
        "stock KKK: 4 K",
    ),
    "with a canasta the last card is discarded or laid off": (
        "classic",
        position_of("4", "K", "K K K K K K K", fresh=False),
        """
        stock KKKKKKK: 4 K
        stock KKKKKKKK: 4
        """,
    ),
    "the seventh card makes the canasta and the hand goes out without a discard": (
        "classic",
        position_of("K", "2", "K K K K K"),
        """
        stock KKKKK: K 2
        stock KKKKKK2: out
        """,
    ),
    "three aces open at 50 with the top card, and a card stays": (
        "classic",
        position_of("A A 9 8", "4", "", "A", 0),
        """
        stock: A 9 8 4
        pile AAA: 9 8
        """,
    ),
    "three aces do not open at 90": (
        "classic",
        position_of("A A 9 8", "4", "", "A", 1500),
        "stock: A 9 8 4",
    ),
    "cards under the top card give no points to open": (
        "classic",
        position_of("A A T T 6", "4", "", "T T T A", 1500),
        "stock: A T 6 4",
    ),
    "cards under the top card join the hand after the initial meld": (
        "classic",
        position_of("A A 4 4", "7", "", "4 A", 0),
        """
        stock: A 4 7
        pile AAA: 4
        """,
    ),
    "the top card of a pile that is not frozen is laid off": (
        "classic",
        position_of("9 8", "4", "Q Q Q", "3B Q"),
        """
        stock QQQ: 9 8 4
        pile QQQQ: 9 8 3B
        """,
    ),
    "a black three in the pile freezes it in some games": (
        "bicycle",
        position_of("9 8", "4", "Q Q Q", "3B Q"),
        "stock QQQ: 9 8 4",
    ),
    "a deuce in the pile freezes it": (
        "classic",
        position_of("9 8", "4", "Q Q Q", "2 5 Q"),
        "stock QQQ: 9 8 4",
    ),
    "a natural card and a deuce take a pile that is not frozen": (
        "classic",
        position_of("9 2 5 6", "4", "Q Q Q", "9"),
        """
        stock QQQ: 9 2 5 6 4
        stock QQQ2: 9 5 6 4
        pile QQQ 992: 5 6
        """,
    ),
    "one card does not take a pile of one": (
        "classic",
        position_of("4", "5", f"{CANASTA} / K K K", "K", fresh=False),
        "stock QQQQQQQ KKK: 4 5",
    ),
    "one card takes a pile of two": (
        "classic",
        position_of("4", "5", f"{CANASTA} / K K K", "6 K", fresh=False),
        """
        stock QQQQQQQ KKK: 4 5
        pile QQQQQQQ KKKK: 4 6
        """,
    ),
    "black threes are melded only to go out": (
        "classic",
        position_of("3B 3B 3B", "8", f"{CANASTA} / 8 8 8", fresh=False),
        """
        stock QQQQQQQ 888: 3B 8
        stock QQQQQQQ 8888: 3B
        stock QQQQQQQ 888 3B3B3B: 8
        stock QQQQQQQ 8888 3B3B3B: out
        """,
    ),
    "out at once from the stock needs no 120": (
        "classic",
        position_of("4 4 4 4 4 4 9", "4", "", "", 3000),
        """
        stock: 4 9
        stock 4444444: 9
        """,
    ),
    "out at once needs the 120 in other games": (
        "leaflet",
        position_of("4 4 4 4 4 4 9", "4", "", "", 3000),
        "stock: 4 9",
    ),
    "melded threes don't count towards the 50": (
        "leaflet",
        position_of("4 4 4 4 4 4 3B 3B 3B 9", "4", "", "", 0),
        "stock: 3B 4 9",
    ),
    "out at once with the pile needs the 120": (
        "classic",
        position_of("4 4 4 4 4 4 9", "8", "", "4", 3000),
        "stock: 4 9 8",
    ),
    "a red three freezes the pile and never enters the hand": (
        "classic",
        position_of("Q Q 7", "4", "K K K", "3R 5 Q"),
        """
        stock KKK: Q 7 4
        pile KKK QQQ: 7 5
        """,
    ),
    "no pile before the first meld, and no wild card in it": (
        "gamerules",
        position_of("A A A 2 9 9", "5", "", "9", 0),
        """
        stock: A 2 9 5
        stock AAA: 2 9 5
        """,
    ),
}


@for_each_case("name", BY_HAND)
def test_the_oracle_finds_every_move(name: str) -> None:
    ruleset, position, listed = BY_HAND[name]
    assert moves(position, RULES[ruleset]) == _moves(listed)


@pytest.mark.skipif(not EVERY, reason="EVERY=1 is not set")
def test_the_published_counts_are_those_of_the_oracle(capsys: pytest.CaptureFixture[str]) -> None:
    print_counts()
    assert capsys.readouterr().out == COUNTS.read_text(encoding="utf-8")
