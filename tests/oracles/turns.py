"""Find every move of a turn in the classic games by brute force, and define spots to search.

Written from the printed rules only, without code of the program, like ``oracles.plays``, whose cards,
numbers and melds it uses. As a script, it prints the numbers of moves in fixed spots.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from random import Random
from typing import NamedTuple

from oracles.plays import (
    NATURALS,
    ORDER,
    WILD,
    Cards,
    Rules,
    Table,
    Way,
    deck,
    laid,
    meld_can_be,
    points,
    table_after,
    ways_to_meld,
    wilds,
)
from oracles.plays import RULES as RULES_OF_PLAY

BELOW_ZERO = 15
TOTALS = (-200, -5, 0, 0, 0, 900, 1495, 1500, 2800, 3000, 6000, 7500)


@dataclass(frozen=True)
class TurnRules(Rules):
    """Rules of a whole turn, besides the rules of melds."""

    black_three_freezes: bool = False
    red_three_freezes: bool = True
    one_card_rule: bool = True
    last_discard: bool = False
    wild_on_wild: bool = True


# In these games two cards are drawn, so turns are different.
_TWO_DRAWN = ("two-player", "three-player")
# Two sources don't mention a player with one card and a pile of one card.
_ONE_CARD_ALLOWED = ("cardgames-io", "leaflet")
_BLACK_FREEZES = ("gamerules", "bicycle")
RULES = {
    name: TurnRules(
        **asdict(rules),
        black_three_freezes=name in _BLACK_FREEZES,
        red_three_freezes=name != "leaflet",
        one_card_rule=name not in _ONE_CARD_ALLOWED,
    )
    for name, rules in RULES_OF_PLAY.items()
    if name not in _TWO_DRAWN
}


@dataclass(frozen=True)
class Spot:
    """A player to move: the hand before the draw, the card to draw, the side's melds.

    The top card of the pile is the last one. A side has opened if it has melds; a ``fresh`` player
    has not melded in this hand.
    """

    hand: tuple[str, ...]
    drawn: str
    table: Table = field(default_factory=dict)
    pile: tuple[str, ...] = ()
    total: int = 0
    fresh: bool = True


class Move(NamedTuple):
    """The result of a turn: pile or stock, the side's melds, the discarded card."""

    taken: bool
    table: Way
    last: str | None


def melds_of(table: Table) -> Way:
    """Return a table in a form that can be compared: natural cards, deuces, jokers."""
    return frozenset((rank, tuple(sorted(cards, key=ORDER.index))) for rank, cards in table.items())


def moves(spot: Spot, rules: TurnRules) -> set[Move]:
    """Return every distinct move that some legal turn leads to."""
    return {*_by_drawing(spot, rules), *_by_taking(spot, rules)}


def minimum(total: int, rules: Rules) -> int:
    """Return the points that a side with this total needs to open."""
    return max((points for least, points in rules.steps if total >= least), default=BELOW_ZERO)


def frozen(spot: Spot, rules: TurnRules) -> bool:
    """Return whether the pile is frozen, for all or for a side that has not opened."""
    freezing = {*WILD}
    freezing |= {"3B"} if rules.black_three_freezes else set()
    freezing |= {"3R"} if rules.red_three_freezes else set()
    return not spot.table or not freezing.isdisjoint(spot.pile)


def _without(cards: Cards, fewer: Cards) -> list[str]:
    return list((Counter(cards) - Counter(fewer)).elements())


def _exempt(spot: Spot, rules: TurnRules, *, taken: bool, out: bool) -> bool:
    """Return whether a player who goes out at once, with the required canasta, needs no minimum."""
    when = rules.exempt == "always" or (rules.exempt == "stock" and not taken)
    return when and out and spot.fresh


def _ends(
    rest: Cards, after: Table, spot: Spot, rules: TurnRules, *, taken: bool
) -> Iterator[tuple[str | None, bool]]:
    """Yield each way to end a turn with these cards in hand: the discard or none, and whether it goes out.

    Melded black threes require going out; the last card may be used only if the side may go out.
    """
    may_go_out = sum(len(meld) >= rules.canasta for meld in after.values()) >= rules.needs
    if not rest and may_go_out and not rules.last_discard:
        yield None, True
    out = len(rest) == 1
    onto_wild = not taken and spot.pile[-1:] in {("2",), ("W",)}
    for card in set(rest):
        fits = rules.wild_on_wild or not onto_wild or card not in WILD
        if fits and (may_go_out if out else "3B" not in after):
            yield card, out


def _by_drawing(spot: Spot, rules: TurnRules) -> Iterator[Move]:
    """Yield the moves that draw, lay anything, and discard."""
    held = [*spot.hand, spot.drawn]
    for way in ways_to_meld(held, spot.table, rules, going_out=True):
        after, cards = table_after(spot.table, way), laid(way)
        first = way and not spot.table
        short = first and points(cards) < minimum(spot.total, rules)
        if first and wilds(cards) and not rules.opening_wilds:
            continue
        for last, out in _ends(_without(held, cards), after, spot, rules, taken=False):
            if not short or _exempt(spot, rules, taken=False, out=out):
                yield Move(taken=False, table=melds_of(after), last=last)


def _claims(spot: Spot, rules: TurnRules) -> list[tuple[str, ...]]:
    """Return the cards of the hand that can take the top card; none if it is laid off."""
    if not spot.pile or spot.pile[-1] not in NATURALS:
        return []
    if not spot.table and rules.unopened == "never":
        return []
    alone = (len(spot.hand) == 1, len(spot.pile) == 1)
    if rules.one_card_rule and (any(alone) if rules.one_card_alone else all(alone)):
        return []
    top = spot.pile[-1]
    claims: list[tuple[str, ...]] = [(top, top)]
    if not frozen(spot, rules):
        claims += [(top, wild) for wild in WILD if rules.natural_wild]
        lying = len(spot.table.get(top, ()))
        if rules.lay_off and lying and (rules.onto_canasta or lying < rules.canasta):
            claims += [()]
    return [claim for claim in claims if not Counter(claim) - Counter(spot.hand)]


def _taken(spot: Spot, rules: TurnRules) -> Iterator[tuple[Table, list[str], int]]:
    """Yield each way to take the pile: the table, the hand with the pile, the points that count.

    The top card is melded with its claim, and a side that has not opened makes its initial meld,
    before the rest of the pile joins the hand. Anything else can be laid afterwards; a meld must be
    legal at the end of the turn.
    """
    under = [card for card in spot.pile[:-1] if card != "3R"]
    for claim in _claims(spot, rules):
        top = spot.pile[-1]
        shown = table_after(spot.table, frozenset({(top, (top, *claim))}))
        left = _without(spot.hand, claim)
        firsts: list[Way] = [frozenset()]
        if not spot.table:
            firsts = list(ways_to_meld(left, shown, rules, going_out=True))
        for first in firsts:
            held = [*_without(left, laid(first)), *under]
            yield table_after(shown, first), held, points([top, *claim, *laid(first)])


def _by_taking(spot: Spot, rules: TurnRules) -> Iterator[Move]:
    """Yield the moves that take the pile, lay anything more, and discard."""
    for table, held, counted in _taken(spot, rules):
        short = not spot.table and counted < minimum(spot.total, rules)
        if short and rules.exempt != "always":
            continue
        for way in ways_to_meld(held, table, rules, going_out=True):
            after = table_after(table, way)
            if not meld_can_be(after[spot.pile[-1]], rules):
                continue
            wild = any(wilds(cards) for cards in after.values())
            if not spot.table and wild and not rules.opening_wilds:
                continue
            for last, out in _ends(_without(held, laid(way)), after, spot, rules, taken=True):
                if not short or _exempt(spot, rules, taken=True, out=out):
                    yield Move(taken=True, table=melds_of(after), last=last)


def _deal(pack: list[str], wanted: Cards) -> list[str]:
    """Take as many of these cards as the pack has."""
    given = list((Counter(wanted) & Counter(pack)).elements())
    pack[:] = _without(pack, given)
    return given


def _random_table(rng: Random, rules: Rules, pack: list[str]) -> dict[str, list[str]]:
    """Return none to three melds, sometimes a canasta or one card short of one."""
    table = {}
    for rank in rng.sample(NATURALS, rng.choice((0, 0, 1, 1, 2, 3))):
        wild = [rng.choice("22W") for _ in range(rng.choice((0, 0, 1, 2, 3)))]
        naturals = rng.choice((3, 3, 4, 5, 6, 6, 7, 7, 8)) - len(wild)
        meld = [rank] * max(2, naturals) + wild
        if meld_can_be(meld, rules) and not Counter(meld) - Counter(pack):
            table[rank] = _deal(pack, meld)
    return table


def _random_pile(rng: Random, near: Cards, pack: list[str]) -> list[str]:
    """Return none to five cards, the top one often of a preferred rank."""
    rng.shuffle(pack)
    size = rng.choice((0, 1, 1, 2, 2, 3, 4, 5))
    quiet = [card for card in pack if card not in WILD]
    pile = _deal(pack, (quiet if rng.random() < 0.6 else pack)[: max(0, size - 1)])
    rng.shuffle(pile)
    pile += _deal(pack, [rng.choice(near if rng.random() < 0.8 else pack)]) if size else []
    if pile and pile[0] not in WILD and rng.random() < 0.1:
        pile.insert(0, "3R")
    return pile


def random_spot(rng: Random, rules: Rules) -> Spot:
    """Return a random spot with few cards."""
    pack = deck(rules)
    table = _random_table(rng, rules, pack)
    liked = rng.sample("456789TJQKAA", rng.randint(1, 3))
    near = [*liked, *table]
    pile = _random_pile(rng, near, pack)
    size = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7) if table else (3, 5, 6, 7, 7, 7))
    often = [*near * 3, *pile[-1:] * 4, *rng.choice(("", "2W", "222WW", ["3B"] * 20))]
    hand = _deal(pack, [rng.choice(often) for _ in range(size)] if rng.random() < 0.9 else [])
    hand = hand or _deal(pack, [rng.choice(pack)])
    rng.shuffle(hand)
    drawn = rng.choice([card for card in pack if card in {*hand, *near, "2"}] + pack[:9])
    fresh = not table or rng.random() < 0.5
    return Spot(tuple(hand), drawn, table, tuple(pile), rng.choice(TOTALS), fresh)


def spot_of(
    hand: str, drawn: str, table: str = "", pile: str = "", total: int = 0, *, fresh: bool = True
) -> Spot:
    """Parse a spot as people write it: ``K K 2``, and on the table ``Q Q Q 2 / 7 7 7``."""
    melds = {meld.split()[0]: meld.split() for meld in table.split("/") if meld.split()}
    return Spot(tuple(hand.split()), drawn, melds, tuple(pile.split()), total, fresh)


_CANASTA = "Q Q Q Q Q Q Q"
FIXED = (
    ("a few cards and a meld", spot_of("K K 2 4", "K", "7 7 7", "5 9")),
    ("nothing fits", spot_of("4 6 9 J A", "Q", "", "8")),
    ("two pairs and a deuce at 50", spot_of("K K Q Q 2", "5", "", "4 K")),
    ("two pairs and a deuce at 90", spot_of("K K Q Q 2", "5", "", "4 K", 1500)),
    ("sixes and aces at 90", spot_of("6 6 A A A 2 4", "9", "", "7 7 6", 1500)),
    ("sixes and aces at 120", spot_of("6 6 A A A 2 4", "9", "", "7 7 6", 3000)),
    ("the pile holds the points", spot_of("5 5 T T 4 4", "Q", "", "T T T 5")),
    ("anything opens", spot_of("5 5 6 6 2", "4", "", "6 5 4 5", -200)),
    ("free pile, with a meld", spot_of("8 9 J J W", "J", "Q Q Q", "4 4 Q")),
    ("frozen pile, with a meld", spot_of("8 9 J J W", "J", "Q Q Q", "4 2 4 Q")),
    ("frozen pile, a pair", spot_of("8 9 Q Q 2 W", "9", "Q Q Q / 8 8 8", "4 W 9 Q")),
    ("a natural card and a wild one", spot_of("9 2 W 5 5", "7", "A A A", "6 5 9", fresh=False)),
    ("no room for wild cards", spot_of("9 2 K K", "W", "9 9 9 9 2 2 W", "5 9")),
    ("black three on top", spot_of("3B K K 7 7", "7", "K K K K 2", "7 3B")),
    ("black three in the pile", spot_of("K 2 8 8", "5", "J J J", "3B 8 K")),
    ("red three in the pile", spot_of("K 2 8 8", "5", "K K K", "3R 6 8 K")),
    ("wild card on top", spot_of("2 W 8 8", "W", "J J J 2", "5 J 2")),
    ("one card and a pile of one", spot_of("4", "5", f"{_CANASTA} / K K K", "K", fresh=False)),
    ("one card and a pile of two", spot_of("4", "5", f"{_CANASTA} / K K K", "4 K", fresh=False)),
    ("six on the table and few cards", spot_of("J 8", "2", "J J J J J 2 / 8 8 8", "8 8 J")),
    ("black threes to go out with", spot_of("3B 3B 8 8 2", "3B", f"{_CANASTA} / 8 8 8", "3B 8")),
    ("two black threes", spot_of("3B 3B 5", "5", f"{_CANASTA} / 5 5 5", "9 5")),
    ("out at once at 120", spot_of("4 4 4 4 4 4 5 5 5 5 9", "4", "", "9", 3000)),
    ("out at once with the pile", spot_of("4 4 4 4 4 4 5 5 5 6", "4", "", "4", 3000)),
    ("out at once at 50", spot_of("4 4 4 4 4 4 2 5 5 5 9", "4", "", "9 4 5")),
    ("out at once with the pile at 50", spot_of("4 4 4 4 4 4 5 5 5 6", "4", "", "4")),
    ("black threes that count", spot_of("4 4 4 4 4 4 3B 3B 3B 9", "4", "", "4")),
    ("many wild cards", spot_of("2 2 2 W W 9 9 T T A A", "A", "", "5 A", 1500)),
    (
        "many wild cards and melds",
        spot_of("2 2 2 W W 9 K 8", "9", "9 9 9 / 8 8 8 2 / K K K", "9 8"),
    ),
    ("eleven natural cards", spot_of("5 5 5 8 8 8 J J J Q Q", "Q", "", "9 J Q", 900)),
    (
        "a heavy pile",
        spot_of("K K 7 7 A A 2 J J 5", "7", "K K K K K 2 / 7 7 7", "7 A K 5 J", fresh=False),
    ),
    ("an opening and a heavy pile", spot_of("K K 7 7 A A 2 W 5", "7", "", "A 7 5 K A", 1500)),
    ("two canastas in reach", spot_of("J J 8 8 2", "8", "J J J J J J / 8 8 8 8 8", "J 8 8")),
)


HEADING = """\
# How many different moves a player has: draw from the stock or take the pile, meld, discard.
#
# Each [[count]] is a spot in one game. A player holds the cards of "hand" and may draw the card
# "drawn" or take "pile" (its top card is the last one; a red three in it was turned up at the
# start). "table" are the melds of the side, "total" its score before this hand, and "fresh" says
# that this player has melded nothing yet. The side has opened if it has melds; there is stock left.
# 2 is a deuce, W a joker, T a ten, 3B a black three, 3R a red one; suits do not matter.
#
# "moves" is in how many ways the turn can end by the rules. Two turns are the same move if both
# draw or both take the pile, leave the same melds on the table, with deuces and jokers distinguished, and
# discard the same rank; going out without a discard is a move too. Red threes are laid out and not
# counted. The numbers are found by trying every turn: PYTHONPATH=tests python -m oracles.turns

"""


def print_counts() -> None:
    """Print the numbers of moves as TOML."""
    sys.stdout.write(HEADING)
    counted: dict[tuple[str, TurnRules], int] = {}
    for ruleset, rules in RULES.items():
        for name, spot in FIXED:
            if (name, rules) not in counted:
                counted[name, rules] = len(moves(spot, rules))
            melds = ", ".join(f'"{" ".join(meld)}"' for meld in spot.table.values())
            lines = (
                "[[count]]",
                f'name = "{name}"',
                f'ruleset = "{ruleset}"',
                f'hand = "{" ".join(spot.hand)}"',
                f'drawn = "{spot.drawn}"',
                f"table = [{melds}]",
                f'pile = "{" ".join(spot.pile)}"',
                f"total = {spot.total}",
                f"fresh = {str(spot.fresh).lower()}",
                f"moves = {counted[name, rules]}",
                "",
            )
            sys.stdout.write("\n".join((*lines, "")))


if __name__ == "__main__":
    print_counts()
