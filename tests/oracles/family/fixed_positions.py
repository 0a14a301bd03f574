"""Define fixed positions in games beyond the classic ones. As a script, print their numbers of moves."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from oracles.family.turn_rules import RULES
from oracles.family.turns import Cards, Position, moves

_FOOT_BOOKS = "4444444 / 9999999 / JJJJJ22 / AAAAAA2"
_PENNIES = "4444444 / AAAAAA2 / 7777772 / 222WWWW"
_STRAIGHT = "A 2 4 5 6 7 8 9 T J Q K 3B"


def _cards(text: str) -> Cards:
    """Parse cards as people write them: ``K K 2``, or ``KK2`` if none has a suit."""
    return tuple(text.split() if " " in text or len(text) <= 2 else text)


def position_of(hand: str, drawn: str, table: str = "", pile: str = "", **more: Any) -> Position:
    """Parse a position as people write it: ``K K 2``, and on the table ``QQQ2 / 4H 5H 6H``."""
    melds = tuple(_cards(meld.strip()) for meld in table.split("/") if meld.strip())
    more |= {key: tuple(more[key].split()) for key in ("foot", "theirs") if key in more}
    return Position(tuple(hand.split()), tuple(drawn.split()), melds, tuple(pile.split()), **more)


_FOOT = (
    ("a hand used up by melding", position_of("K K 9", "K 9", "9999 / QQQ", foot="4 5 5 9")),
    ("a hand used up by the discard", position_of("K K 9", "K 8", "9999 / QQQ", foot="4 5 5 9")),
    ("used up with the pile", position_of("K K 9", "5 6", "9999 / QQQ", "Q 9 K", foot="4 5 5 Q")),
    ("the top seven of nine", position_of("K K 8 8", "5 6", "999", "8 8 4 5 6 7 9 9 K")),
    ("opening with the pile", position_of("A A K K K 6", "5 6", "", "4 5 A", deal=2)),
    ("used up in opening", position_of("K K K A A", "A 2", "", "7", deal=2, foot="A K 4 6")),
)
_MODERN = (
    ("a natural meld and a wild one", position_of("K K K W W W 5", "8", "", "6")),
    ("aces with wild cards", position_of("A A W 2 8 8 8 4", "5", "", "6")),
    ("opening, then the pile", position_of("Q Q A A A W 2 6", "4", "", "5 9 Q")),
    ("four of them are on the table", position_of("Q Q 2 8 8", "8", "QQQQ / 8888 / WW22", "4 Q")),
    ("there is no pile", position_of("A 7 2 9", "Q", "QQQQ / AAA", "", theirs="9")),
    ("nothing but wild cards", position_of("2 W", "2", "QQQQ / 88888", "5")),
    ("two canastas and the last card", position_of("A 7 7 2", "2", "QQQQQQQ / KKKKK22 / 777", "5")),
    ("an unfinished meld of aces", position_of("5 5", "5", "QQQQQQQ / KKKKK22 / AAA", "9")),
    ("seven pairs", position_of("4 4 5 5 6 6 8 8 9 9 T T K", "K", "", "J")),
    ("a straight", position_of(_STRAIGHT, "W", "", "J")),
)
_SAMBA = (
    ("runs and sets", position_of("4H 5H 6H 6C 6D 7H KC", "KD KS", "QQQ", "9C")),
    ("a run on the table", position_of("7H 8H KC KD", "9H KS", "4H 5H 6H / QQQQ", "9C")),
    ("the top card onto a run", position_of("8H 9C 9D 4C", "5C 6C", "5H 6H 7H / 999", "9S 4C 8H")),
    (
        "two canastas",
        position_of("TH JH KC", "KD KS", "4H 5H 6H 7H 8H 9H / QQQQQQ2 / JJJJJJJ", "5S"),
    ),
    ("opening with a run", position_of("JH QH KH AH AC AD 5S", "AS 2", "", "9C", total=1500)),
)
_CLOSED = (
    ("a meld of wild cards", position_of("2 2 W W 9 9 K", "9", "KKKK22", "5 8")),
    ("always frozen", position_of("9 9 2 K", "5", "999 / KKKK", "8 9")),
    ("opening with wild cards alone", position_of("2 2 W W 9 9 K", "5", "", "5 8", total=3000)),
    ("a canasta, and out", position_of("3B 3B 3B 9", "9", "9999999 / KKKKK", "5 K")),
)
FIXED: Mapping[str, Iterable[tuple[str, Position]]] = {
    "hand-and-foot": (
        *_FOOT,
        ("a deuce on top", position_of("2 2 9 W", "5 6", "999 / KKK", "4 2")),
        ("a second meld", position_of("K K K K 4", "K 5", "KKKKKK / 999", "6")),
        (
            "the foot, and out",
            position_of("Q Q", "Q J", f"{_FOOT_BOOKS} / 222WWWW / TTT", foot="T T 5"),
        ),
    ),
    "hand-and-foot-bicycle": (
        *_FOOT,
        ("wild cards to four naturals", position_of("K K K K 2 2 W", "2 5", "999", "6")),
        ("the foot, and out", position_of("Q Q", "Q 8", "4444444 / JJJJJ22 / 888", foot="8 8 5")),
    ),
    "pennies-from-heaven": (
        ("a first canasta", position_of("K K K 8 9 3B 3B", "8 8", "KKKK / 999", foot="K 8 2")),
        (
            "a first canasta with the pile",
            position_of("K K 8 8 9", "4 5", "KKKK", "8 6 K", foot="K 8 2"),
        ),
        ("sevens are kept", position_of("7 7 9 9", "7 9", "KKKK / 777", "8 6", foot="K 8 2")),
        ("sevens may go", position_of("7 4 9 9", "K 9", "KKKK / 7777777", "8 6", theirs="7")),
        ("all four kinds", position_of("Q Q 8 7", "Q 8", f"{_PENNIES} / 888", "5 8")),
    ),
    "modern-american": _MODERN,
    "modern-american-pagat": (
        *_MODERN,
        ("bonus cards spare a card", position_of("K K K A A W", "6", "", "5", stock=10)),
        ("too few cards for them", position_of("K K K A A W", "6", "", "5", stock=9)),
        ("a dead rank", position_of("9 9 K 4", "8", "QQQQ / 888", "4 9", theirs="9")),
        ("five naturals first", position_of("2 W Q 8", "8", "QQQQ / 88888", "5")),
    ),
    "modern-american-league": (
        *_MODERN,
        ("a wild pair", position_of("A A 7 7 W W 4 4 5 5 6 6 8", "8", "", "J")),
        ("bonus cards spare a card", position_of("K K K A A W", "6", "", "5", stock=10)),
        ("none with the pile", position_of("Q Q A A A W", "4", "", "Q", stock=40)),
    ),
    "samba": _SAMBA,
    "bolivia": (
        *_SAMBA,
        ("a meld of wild cards", position_of("2 2 W 9H 9C", "2 5H", "KKK / 2222", "5C")),
        ("no run, no way out", position_of("KC KD", "KS 4C", "QQQQQQQ / JJJJJJJ", "5S")),
    ),
    "brazilian": (
        *_SAMBA[:4],
        (
            "a sequence grows when going out",
            position_of("JH 5C", "QH KH", "4H 5H 6H 7H 8H 9H TH / 9999999", "8S"),
        ),
        ("a canasta opens", position_of("KC KC KD KD KH KH KS 5H", "KS 9C", "", "8S", total=7000)),
        (
            "but with 200 points",
            position_of("AC AC AD AD AH AH AS W W", "W 9C", "", "8S", total=8000),
        ),
    ),
    "italian": (
        ("natural cards open", position_of("9 9 9 K K K 2 W", "4 9", "", "5 8")),
        ("deuces are a rank", position_of("2 2 2 W 9 9", "9 5", "KKK / QQQQ", "5 8")),
        ("deuces are kept", position_of("2 W 9 9 5", "2 6", "KKKK / 2222", "5 8")),
        ("a second set", position_of("K K K 5 6", "9 8", "KKKK / QQQ", "5 8")),
        (
            "two canastas not of deuces",
            position_of("2 2 Q 5", "2 Q", "KKKKKKK / QQQQQ / 2222", "5 8"),
        ),
    ),
    "cuban": (
        *_CLOSED,
        ("black threes of the pile", position_of("9 9 4", "5", "KKK", "3B 3B 5 9")),
        ("a first turn", position_of("3B 9 9 9 4", "5", "", "5", first=True)),
    ),
    "uruguay": _CLOSED,
    "joker": (
        *_CLOSED[:3],
        ("two canastas, and out", position_of("9 5 5", "5", "999999 / KKKKKKK", "5 K")),
        ("a black three drawn", position_of("9 5 5", "5 3B", "999 / KKKK", "5 K")),
    ),
    "sevens": (
        ("sevens and a wild card", position_of("7 7 2 9 9", "7", "KKKK", "5 9")),
        ("the top card alone", position_of("9 8 2 5", "5", "777777 / KKKK", "5 8 7")),
        ("black threes, and out", position_of("3B 3B 3B 7", "9", "7777777 / KKKKK", "5 K")),
    ),
    "mexicana": (
        ("a seven on top", position_of("7 7 9 9 2", "9", "KKKK / 777", "5 7")),
        ("a nine on top", position_of("7 7 9 9 2", "9", "KKKK / 777", "5 9")),
        ("thirteen more cards", position_of("9 9 9 K K K", "9", "", "5 8")),
        ("too few red threes", position_of("8 8", "8", "9999999 / KKKKKKK", "5", reds=1)),
        ("enough of them", position_of("8 8", "8", "9999999 / KKKKKKK", "5", reds=2)),
    ),
}


HEADING = """\
# How many different moves a player has in the games beyond the classic ones: draw from the stock or
# take the pile, meld, pick up a foot, discard.
#
# Each [[count]] is a position in one game, as in classic.toml: "hand", the cards "drawn" from the stock, the
# "table" of the side, the "pile" with its top card last. Defaults: the total of
# the side is 0 and the deal the first; the other side has no canastas ("theirs" are their ranks); the
# player has no "foot" to take up (its cards stand there, and there are no others), nor has the partner;
# the stock has 40 cards, the side no red threes ("reds"), and it is not the "first" turn. The partner
# was not asked; where asking is required, the player asks before going out, and the answer is yes.
#
# "moves" is in how many ways the turn can end by the rules. Two turns are the same move if both
# draw or both take the pile, leave the same melds on the table, both take up the foot or not, and
# discard the same card; a special hand that is shown is a move too. In games without sequences suits do not
# matter. In games with them they distinguish sequences, the cards kept and the card discarded, but not cards
# within a set. Cards that are still unknown, as the thirteen of Mexicana, are not discarded. The numbers
# are found by trying every turn: PYTHONPATH=tests python -m oracles.family.fixed_positions

"""


def _quoted(value: object) -> str:
    """Format a value as TOML, with cards as people write them."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return f"[{', '.join(map(_quoted, value))}]"
        return f'"{" ".join(value)}"'
    return str(value).lower()


def print_counts() -> None:
    """Print the numbers of moves as TOML."""
    sys.stdout.write(HEADING)
    defaults = {each.name: each.default for each in fields(Position)}
    for ruleset, positions in FIXED.items():
        for name, position in positions:
            lines = ["[[count]]", f'name = "{name}"', f'ruleset = "{ruleset}"']
            for key, default in defaults.items():
                value = getattr(position, key)
                if default is MISSING or value != default or key in {"table", "pile"}:
                    text = "[]" if key == "table" and not value else _quoted(value)
                    lines.append(f"{key} = {text}")
            lines.append(f"moves = {len(moves(position, RULES[ruleset]))}")
            sys.stdout.write("\n".join((*lines, "", "")))


if __name__ == "__main__":
    print_counts()
