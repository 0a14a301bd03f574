"""Find everything that a hand can meld in the classic games, by brute force.

Cards are ranks; ``W`` is a joker, ``3B`` a black three.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

Cards = Sequence[str]
Table = Mapping[str, Cards]
Melds = dict[str, list[str]]
# The cards laid from the hand, by rank, deuces before jokers.
Way = frozenset[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Rules:
    """The numbers of one game. ``exempt``: no minimum for a player who goes out at once from the stock.

    With ``one_card_alone``, one card in the hand, or a pile of one card, each forbids taking the pile.
    """

    packs: int = 2
    jokers: int = 4
    min_naturals: int = 2
    max_wilds: int = 3
    ratio: str = "free"
    smallest: int = 3
    largest: int = 999
    canasta: int = 7
    needs: int = 1
    steps: tuple[tuple[int, int], ...] = ((0, 50), (1500, 90), (3000, 120))
    opening_wilds: bool = True
    threes_open: bool = True
    exempt: str = "stock"
    unopened: str = "frozen"
    natural_wild: bool = True
    lay_off: bool = True
    onto_canasta: bool = True
    one_card_alone: bool = False


CLASSIC = Rules()
SIX = Rules(packs=3, jokers=6, needs=2, steps=(*CLASSIC.steps, (7500, 150)))
RULES = {
    "classic": CLASSIC,
    "cardgames-io": Rules(ratio="fewer", largest=11, exempt="never"),
    "leaflet": Rules(threes_open=False, exempt="never"),
    "gamerules": Rules(
        ratio="half", opening_wilds=False, unopened="never", exempt="never", one_card_alone=True
    ),
    "bicycle": Rules(),
    **dict.fromkeys(("three-player-solo", "five-player"), CLASSIC),
    **dict.fromkeys(("two-player", "three-player"), Rules(needs=2)),
    "six-player": SIX,
    "six-player-three-teams": replace(SIX, steps=CLASSIC.steps),
}
RATIOS: dict[str, Callable[[int, int], bool]] = {
    "free": lambda _naturals, _wilds: True,
    "not-more": lambda naturals, wilds: wilds <= naturals,
    "fewer": lambda naturals, wilds: wilds < naturals,
    "half": lambda naturals, wilds: 2 * wilds <= naturals,
    "half-to-four": lambda naturals, wilds: naturals >= min(2 * wilds, 4 if wilds == 3 else 99),
    "by-size": lambda naturals, wilds: wilds <= (naturals + wilds - 1) // 2,
}
WILD = ("2", "W")
NATURALS = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
MELDED = (*NATURALS, "3B")
ORDER = (*MELDED, "3R", *WILD)
VALUES = dict.fromkeys(("4", "5", "6", "7", "3B"), 5) | dict.fromkeys("89TJQK", 10)
VALUES |= {"A": 20, "2": 20, "W": 50, "3R": 0}


def points(cards: Cards) -> int:
    """Return the points of cards."""
    return sum(VALUES[card] for card in cards)


def points_to_open(cards: Cards, rules: Rules) -> int:
    """Return the points of cards in an initial meld; in some games threes have none there."""
    return points([card for card in cards if rules.threes_open or card != "3B"])


def wilds(cards: Cards) -> int:
    """Return the number of wild cards."""
    return sum(card in WILD for card in cards)


def is_legal_meld(cards: Cards, rules: Rules, going_out: bool = False) -> bool:
    """True if a meld with all its cards is legal."""
    naturals = [card for card in cards if card not in WILD]
    wild = len(cards) - len(naturals)
    if len(set(naturals)) != 1 or not rules.smallest <= len(cards) <= rules.largest:
        return False
    enough = len(naturals) >= rules.min_naturals and wild <= rules.max_wilds
    fits = naturals[0] in NATURALS or (naturals[0] == "3B" and going_out and not wild)
    return enough and fits and RATIOS[rules.ratio](len(naturals), wild)


def cards_laid(way: Way) -> list[str]:
    """Return all the cards that leave the hand."""
    return list(chain.from_iterable(cards for _, cards in way))


def way_of(melds: Mapping[str, Cards]) -> Way:
    """Return the melds as a way, with their cards in canonical order."""
    sets = [(rank, tuple(sorted(cards, key=ORDER.index))) for rank, cards in melds.items()]
    return frozenset((rank, cards) for rank, cards in sets if cards)


def table_after(table: Table, way: Way) -> Melds:
    """Return the melds of a side after a way is laid, with each rank in one meld."""
    more = dict(way)
    return {rank: [*table.get(rank, ()), *more.get(rank, ())] for rank in {**table, **more}}


def ways_to_meld(hand: Cards, table: Table, rules: Rules, going_out: bool = False) -> set[Way]:
    """Return every set of melds and lay-offs that a hand can lay, including none.

    The number of cards that stay in the hand is not checked here.
    """
    held = Counter(hand)
    found: list[tuple[Way, int, int]] = [(frozenset(), held["2"], held["W"])]
    for rank in MELDED:
        if not held[rank] and not table.get(rank):
            continue
        on_table = tuple(table.get(rank, ()))
        counts = product(range(held[rank] + 1), range(held["2"] + 1), range(held["W"] + 1))
        every = [(rank,) * n + ("2",) * twos + ("W",) * jokers for n, twos, jokers in counts]
        shares = [share for share in every if is_legal_meld(on_table + share, rules, going_out)]
        found = [
            (way | {(rank, share)} if share else way, twos, jokers)
            for way, deuces, wild in found
            for share in {(), *shares}
            if (twos := deuces - share.count("2")) >= 0
            if (jokers := wild - share.count("W")) >= 0
        ]
    return {way for way, _, _ in found}


def opens(way: Way, rules: Rules, minimum: int) -> bool:
    """True if these cards are legal as an initial meld."""
    cards = cards_laid(way)
    return points_to_open(cards, rules) >= minimum and (rules.opening_wilds or not wilds(cards))


def left_in_hand(cards: Cards, way: Way) -> list[str]:
    """Return the cards that stay in the hand after a way is laid."""
    return list((Counter(cards) - Counter(cards_laid(way))).elements())


def melds_are_legal(way: Way, table: Table, rules: Rules, going_out: bool) -> bool:
    """True if the melds that a way changes are legal afterwards."""
    after = table_after(table, way)
    return all(is_legal_meld(after[rank], rules, going_out) for rank, _ in way)


def deck(rules: Rules) -> list[str]:
    """Return all cards that a player can hold; red threes are laid out."""
    return ([*NATURALS, "2"] * 4 + ["3B"] * 2) * rules.packs + ["W"] * rules.jokers
