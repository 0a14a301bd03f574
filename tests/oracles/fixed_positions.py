"""Define fixed positions in the classic games. As a script, print their numbers of turns."""

import sys

from oracles.turns import RULES, Position, moves


def position_of(
    hand: str, drawn: str, table: str = "", pile: str = "", total: int = 0, *, fresh: bool = True
) -> Position:
    """Parse a position as people write it: ``K K 2``, and on the table ``Q Q Q 2 / 7 7 7``."""
    melds = {meld.split()[0]: meld.split() for meld in table.split("/") if meld.split()}
    return Position(tuple(hand.split()), drawn, melds, tuple(pile.split()), total, fresh)


_CANASTA = "Q Q Q Q Q Q Q"
FIXED = (
    ("a few cards and a meld", position_of("K K 2 4", "K", "7 7 7", "5 9")),
    ("nothing fits", position_of("4 6 9 J A", "Q", "", "8")),
    ("two pairs and a deuce at 50", position_of("K K Q Q 2", "5", "", "4 K")),
    ("two pairs and a deuce at 90", position_of("K K Q Q 2", "5", "", "4 K", 1500)),
    ("sixes and aces at 90", position_of("6 6 A A A 2 4", "9", "", "7 7 6", 1500)),
    ("sixes and aces at 120", position_of("6 6 A A A 2 4", "9", "", "7 7 6", 3000)),
    ("the pile holds the points", position_of("5 5 T T 4 4", "Q", "", "T T T 5")),
    ("anything opens", position_of("5 5 6 6 2", "4", "", "6 5 4 5", -200)),
    ("free pile, with a meld", position_of("8 9 J J W", "J", "Q Q Q", "4 4 Q")),
    ("frozen pile, with a meld", position_of("8 9 J J W", "J", "Q Q Q", "4 2 4 Q")),
    ("frozen pile, a pair", position_of("8 9 Q Q 2 W", "9", "Q Q Q / 8 8 8", "4 W 9 Q")),
    ("a natural card and a wild one", position_of("9 2 W 5 5", "7", "A A A", "6 5 9", fresh=False)),
    ("a meld full of wild cards", position_of("9 2 K K", "W", "9 9 9 9 2 2 W", "5 9")),
    ("black three on top", position_of("3B K K 7 7", "7", "K K K K 2", "7 3B")),
    ("black three in the pile", position_of("K 2 8 8", "5", "J J J", "3B 8 K")),
    ("red three in the pile", position_of("K 2 8 8", "5", "K K K", "3R 6 8 K")),
    ("wild card on top", position_of("2 W 8 8", "W", "J J J 2", "5 J 2")),
    ("one card and a pile of one", position_of("4", "5", f"{_CANASTA} / K K K", "K", fresh=False)),
    (
        "one card and a pile of two",
        position_of("4", "5", f"{_CANASTA} / K K K", "4 K", fresh=False),
    ),
    ("six on the table and few cards", position_of("J 8", "2", "J J J J J 2 / 8 8 8", "8 8 J")),
    (
        "black threes to go out with",
        position_of("3B 3B 8 8 2", "3B", f"{_CANASTA} / 8 8 8", "3B 8"),
    ),
    ("two black threes", position_of("3B 3B 5", "5", f"{_CANASTA} / 5 5 5", "9 5")),
    ("out at once at 120", position_of("4 4 4 4 4 4 5 5 5 5 9", "4", "", "9", 3000)),
    ("out at once with the pile", position_of("4 4 4 4 4 4 5 5 5 6", "4", "", "4", 3000)),
    ("out at once at 50", position_of("4 4 4 4 4 4 2 5 5 5 9", "4", "", "9 4 5")),
    ("out at once with the pile at 50", position_of("4 4 4 4 4 4 5 5 5 6", "4", "", "4")),
    ("black threes that count", position_of("4 4 4 4 4 4 3B 3B 3B 9", "4", "", "4")),
    ("many wild cards", position_of("2 2 2 W W 9 9 T T A A", "A", "", "5 A", 1500)),
    (
        "many wild cards and melds",
        position_of("2 2 2 W W 9 K 8", "9", "9 9 9 / 8 8 8 2 / K K K", "9 8"),
    ),
    ("eleven natural cards", position_of("5 5 5 8 8 8 J J J Q Q", "Q", "", "9 J Q", 900)),
    (
        "a heavy pile",
        position_of("K K 7 7 A A 2 J J 5", "7", "K K K K K 2 / 7 7 7", "7 A K 5 J", fresh=False),
    ),
    ("an opening and a heavy pile", position_of("K K 7 7 A A 2 W 5", "7", "", "A 7 5 K A", 1500)),
    ("two canastas in reach", position_of("J J 8 8 2", "8", "J J J J J J / 8 8 8 8 8", "J 8 8")),
)
HEADING = """\
# How many different moves a player has: draw from the stock or take the pile, meld, discard.
#
# Each [[count]] is a position in several games. A player holds the cards of "hand" and may draw the card
# "drawn" or take "pile" (its top card is the last one; a red three in it was turned up at the
# start). "table" are the melds of the side, "total" its score before this hand, and "fresh" says
# that this player has melded nothing yet. The side has opened if it has melds; there is stock left.
# 2 is a deuce, W a joker, T a ten, 3B a black three, 3R a red one; suits do not matter.
#
# "moves" is in how many ways the turn can end by the rules of each game. Two turns are the same move if both
# draw or both take the pile, leave the same melds on the table, with deuces and jokers distinguished, and
# discard the same rank; going out without a discard is a move too. Red threes are laid out and not
# counted. The numbers are found by trying every turn: PYTHONPATH=tests python -m oracles.fixed_positions

"""


def print_counts() -> None:
    """Print the numbers of moves as TOML."""
    sys.stdout.write(HEADING)
    for name, position in FIXED:
        melds = ", ".join(f'"{" ".join(meld)}"' for meld in position.table.values())
        counted = {rules: len(moves(position, rules)) for rules in dict.fromkeys(RULES.values())}
        lines = (
            "[[count]]",
            f'name = "{name}"',
            f'hand = "{" ".join(position.hand)}"',
            f'drawn = "{position.drawn}"',
            f"table = [{melds}]",
            f'pile = "{" ".join(position.pile)}"',
            f"total = {position.total}",
            f"fresh = {str(position.fresh).lower()}",
            "[count.moves]",
            *(f"{ruleset} = {counted[rules]}" for ruleset, rules in RULES.items()),
            "",
        )
        sys.stdout.write("\n".join((*lines, "")))


if __name__ == "__main__":
    print_counts()
