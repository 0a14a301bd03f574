"""Answer questions of play in the classic games by brute force, and generate random questions.

Written from the printed rules only, without code of the program: it has its own table of numbers, and
uses the simplest correct algorithms. Cards are ranks; ``W`` is a joker, ``3B`` a black three.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from random import Random
from typing import NamedTuple

Cards = Sequence[str]
Table = Mapping[str, Cards]
Melds = dict[str, list[str]]
Pack = list[str] | None
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
    "leaflet": Rules(exempt="never"),
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
MINIMUMS = (15, 50, 90, 120, 150)
WILD = ("2", "W")
NATURALS = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
MELDED = (*NATURALS, "3B")
ORDER = (*MELDED, "3R", *WILD)
VALUES = dict.fromkeys(("4", "5", "6", "7", "3B"), 5) | dict.fromkeys("89TJQK", 10)
VALUES |= {"A": 20, "2": 20, "W": 50, "3R": 0}


def points(cards: Cards) -> int:
    """Return the points of cards."""
    return sum(VALUES[card] for card in cards)


def wilds(cards: Cards) -> int:
    """Return the number of wild cards."""
    return sum(card in WILD for card in cards)


def meld_can_be(cards: Cards, rules: Rules, going_out: bool = False) -> bool:
    """Return whether a meld with all its cards is legal."""
    naturals = [card for card in cards if card not in WILD]
    wild = len(cards) - len(naturals)
    if len(set(naturals)) != 1 or not rules.smallest <= len(cards) <= rules.largest:
        return False
    enough = len(naturals) >= rules.min_naturals and wild <= rules.max_wilds
    fits = naturals[0] in NATURALS or (naturals[0] == "3B" and going_out and not wild)
    return enough and fits and RATIOS[rules.ratio](len(naturals), wild)


def laid(way: Way) -> list[str]:
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


def goes_out(rest: Cards, others: int, after: Table, rules: Rules) -> bool:
    """Return whether the player goes out: at most one card left, and enough canastas."""
    canastas = sum(len(cards) >= rules.canasta for cards in after.values())
    return len(rest) + others <= 1 and "3R" not in rest and canastas >= rules.needs


def ways_to_meld(hand: Cards, table: Table, rules: Rules, going_out: bool = False) -> set[Way]:
    """Return every set of melds and lay-offs that a hand can lay, including none.

    The number of cards that stay in the hand is not checked here.
    """
    held = Counter(hand)
    found: list[tuple[Way, int, int]] = [(frozenset(), held["2"], held["W"])]
    for rank in MELDED:
        if not held[rank] and not table.get(rank):
            continue
        lying = tuple(table.get(rank, ()))
        counts = product(range(held[rank] + 1), range(held["2"] + 1), range(held["W"] + 1))
        every = [(rank,) * n + ("2",) * twos + ("W",) * jokers for n, twos, jokers in counts]
        shares = [share for share in every if meld_can_be(lying + share, rules, going_out)]
        found = [
            (way | {(rank, share)} if share else way, twos, jokers)
            for way, deuces, wild in found
            for share in {(), *shares}
            if (twos := deuces - share.count("2")) >= 0
            if (jokers := wild - share.count("W")) >= 0
        ]
    return {way for way, _, _ in found}


def opens(way: Way, rules: Rules, minimum: int) -> bool:
    """Return whether these cards are legal as an initial meld."""
    cards = laid(way)
    return points(cards) >= minimum and (rules.opening_wilds or not wilds(cards))


def _rest(cards: Cards, way: Way) -> list[str]:
    return list((Counter(cards) - Counter(laid(way))).elements())


def _lies(way: Way, table: Table, rules: Rules, going_out: bool) -> bool:
    """Return whether the melds that a way changes are legal afterwards."""
    after = table_after(table, way)
    return all(meld_can_be(after[rank], rules, going_out) for rank, _ in way)


def openings(
    hand: Cards, rules: Rules, minimum: int, top: str | None = None, drew_stock: bool = False
) -> set[Way]:
    """Return every way in which a side without melds can open.

    ``top`` is taken from a pile of one card with two natural cards, and is one of the cards laid. Two
    cards must stay, one to discard and one to keep, unless the player goes out; a player who goes out
    from the stock may need no minimum.
    """
    held = [*hand, top] if top else hand
    exempt = drew_stock and not top and rules.exempt == "stock"
    if top and (rules.unopened == "never" or top not in NATURALS):
        return set()

    def may_stand(way: Way) -> bool:
        rest, cards = _rest(held, way), laid(way)
        stays = len(rest) >= 2 and "3B" not in cards
        takes = not top or cards.count(top) >= 3
        out = goes_out(rest, 0, dict(way), rules)
        enough = opens(way, rules, 0 if exempt and out else minimum)
        return takes and enough and (stays or out)

    ways = ways_to_meld(held, {}, rules, going_out=True)
    return {way for way in ways if way and may_stand(way)}


def shortfall(hand: Cards, rules: Rules, minimum: int, top: str | None = None) -> int:
    """Return the points that the best possible melds lack for an opening."""
    best = max((points(laid(way)) for way in openings(hand, rules, 0, top)), default=0)
    return max(0, minimum - best)


def ways_to_go_out(
    hand: Cards, table: Table, rules: Rules, opened: bool, drew_stock: bool, minimum: int
) -> set[tuple[Way, str | None]]:
    """Return every way to go out: the cards laid, and the last discard or ``None``."""
    found = set()
    needed = 0 if drew_stock and rules.exempt == "stock" else minimum
    for way in ways_to_meld(hand, table, rules, going_out=True):
        rest = _rest(hand, way)
        may = goes_out(rest, 0, table_after(table, way), rules)
        if may and (opened or opens(way, rules, needed)):
            found.add((way, rest[0] if rest else None))
    return found


class Lay(NamedTuple):
    """A question about melds and lay-offs before the discard."""

    melds: Table
    hand: Cards
    table: Table
    opened: bool
    minimum: int
    drew_stock: bool


def may_meld(asked: Lay, rules: Rules) -> bool:
    """Return whether exactly these cards may be laid from a hand."""
    way = way_of(asked.melds)
    rest = _rest(asked.hand, way)
    out = goes_out(rest, 0, table_after(asked.table, way), rules)
    needed = 0 if out and asked.drew_stock and rules.exempt == "stock" else asked.minimum
    holds = len(rest) + len(laid(way)) == len(asked.hand)
    enough = asked.opened or opens(way, rules, needed)
    return holds and _lies(way, asked.table, rules, out) and enough and (out or len(rest) >= 2)


class Pickup(NamedTuple):
    """A question about the pile: its top card is melded with cards, or laid off onto a meld.

    ``then`` are further melds, laid before the rest of the pile joins the hand.
    """

    top: str
    with_cards: Cards
    onto: str | None
    hand: Cards
    table: Table
    frozen: bool
    opened: bool
    minimum: int
    then: Table
    pile_size: int


def _may_claim(asked: Pickup, rules: Rules) -> bool:
    """Return whether the top card is taken in a legal way."""
    naturals, wild = asked.with_cards.count(asked.top), wilds(asked.with_cards)
    lying = asked.table.get(asked.top, ())
    fits = asked.top in NATURALS and naturals + wild == len(asked.with_cards)
    if not fits or (asked.onto and (asked.onto != asked.top or not lying)):
        return False
    mixed = rules.natural_wild and naturals and wild
    lay_off = rules.lay_off and asked.onto and (rules.onto_canasta or len(lying) < rules.canasta)
    return naturals >= 2 or bool(asked.opened and not asked.frozen and (mixed or lay_off))


def may_take(asked: Pickup, rules: Rules) -> bool:
    """Return whether the pile may be taken. Its other cards count only as cards to discard or keep."""
    top, table, others = asked.top, asked.table, asked.pile_size - 1
    way = way_of({**asked.then, top: [top, *asked.with_cards, *asked.then.get(top, ())]})
    rest = _rest([*asked.hand, top], way)
    holds = len(rest) + len(laid(way)) == len(asked.hand) + 1
    alone = (not others, len(asked.hand) == 1)
    barred = any(alone) if rules.one_card_alone else all(alone)
    if not holds or not _may_claim(asked, rules) or barred:
        return False
    out = goes_out(rest, others, table_after(table, way), rules)
    first = rules.unopened == "frozen" and opens(way, rules, asked.minimum)
    keeps = out or len(rest) + others >= 2
    return (asked.opened or first) and keeps and _lies(way, table, rules, out)


def may_discard(card: str, hand: Cards, rules: Rules, may_go_out: bool) -> bool:
    """Return whether a player with this hand may discard a card, with all melds made."""
    keeps = len(hand) > 1 or may_go_out or not rules.needs
    return keeps and card in hand and card != "3R"


def deck(rules: Rules) -> list[str]:
    """Return all cards that a player can hold; red threes are laid out."""
    return ([*NATURALS, "2"] * 4 + ["3B"] * 2) * rules.packs + ["W"] * rules.jokers


def random_hand(rng: Random, n: int, pack: Pack = None) -> list[str]:
    """Take a random hand from the pack, in which a few ranks are more frequent."""
    pack = deck(CLASSIC) if pack is None else pack
    liked = {*rng.sample(NATURALS, rng.randint(1, 5)), *rng.choice(("", "2", "2W", ("3B",)))}
    pack.sort(key=lambda card: rng.random() * (0.15 if card in liked else 1))
    hand, pack[:] = pack[:n], pack[n:]
    return hand


def random_table(rng: Random, rules: Rules, pack: Pack = None) -> Melds:
    """Take the melds of a side from the pack."""
    pack = deck(rules) if pack is None else pack
    table = {}
    for rank in rng.sample(NATURALS, rng.choice((0, 1, 1, 2, 3, 4))):
        wilds = [rng.choice("222W") for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
        meld = [rank] * rng.choice((2, 3, 3, 4, 5, 6, 7, 7, 8)) + wilds
        if meld_can_be(meld, rules) and not Counter(meld) - Counter(pack):
            table[rank] = meld
            pack[:] = (Counter(pack) - Counter(meld)).elements()
    return table


def random_meld(rng: Random, rules: Rules) -> tuple[list[str], bool]:
    """Return the cards of one meld, and whether its player goes out. Many are legal, many are not."""
    rank = rng.choice((*NATURALS, *NATURALS, "3B", "3R", "2"))
    odd = [rng.choice(deck(rules))] if rng.random() < 0.1 else []
    wilds = [rng.choice("22W") for _ in range(rng.choice((0, 0, 1, 2, 3, 3, 4)))]
    meld = [rank] * rng.randint(1, 2 if rank == "3R" else 4 if rank in ("2", "3B") else 8)
    return meld + wilds + odd, rng.random() < 0.5


def random_opening(rng: Random, rules: Rules) -> tuple[list[str], int, str | None]:
    """Return a hand, the minimum, and sometimes the top card of the pile."""
    pack = deck(rules)
    hand = random_hand(rng, rng.choice((7, 9, 10, 11, 11, 12)), pack)
    top = rng.choice((None, rng.choice(pack), rng.choice([c for c in pack if c in hand])))
    return hand, rng.choice(MINIMUMS), top


def _melds(rng: Random, hand: Cards, table: Table, rules: Rules) -> Melds:
    """Return some melds of a hand, often the most valuable ones, sometimes with a wrong card."""
    ways = sorted(ways_to_meld(hand, table, rules, rng.random() < 0.1), key=sorted)
    ways = ways[1:] or ways
    way = max(ways, key=lambda way: points(laid(way))) if rng.random() < 0.4 else rng.choice(ways)
    melds = {rank: list(cards) for rank, cards in sorted(way)}
    if melds and rng.random() < 0.15:
        melds[rng.choice(sorted(melds))].append(rng.choice([*hand, "2", "W"]))
    return melds


def random_lay(rng: Random, rules: Rules) -> Lay:
    """Return a question for ``may_meld``, without melds if the hand can lay nothing."""
    pack = deck(rules)
    table = random_table(rng, rules, pack) if rng.random() < 0.6 else {}
    hand = random_hand(rng, rng.choice((2, 3, 4, 6, 8, 11) if table else (8, 11)), pack)
    melds = _melds(rng, hand, table, rules)
    return Lay(melds, hand, table, bool(table), rng.choice(MINIMUMS), rng.random() < 0.5)


def random_pickup(rng: Random, rules: Rules) -> Pickup:
    """Return a question for ``may_take``; about half the piles may be taken."""
    pack = deck(rules)
    table = random_table(rng, rules, pack) if rng.random() < 0.6 else {}
    hand = random_hand(rng, rng.choice((1, 2, 3, 4, 6, 8, 11)), pack)
    near = [card for card in pack if hand.count(card) > 1 or card in table]
    top = rng.choice(near if near and rng.random() < 0.8 else pack)
    wild = [card for card in hand if card in WILD]
    same = [top] * hand.count(top)
    ways = [[top, rng.choice([top, *WILD])], rng.choices([*hand, *WILD], k=2), same + wild[:1]]
    ways += [same[:2]] * 4 + [same[:1] + wild[:1], []] * 2
    with_cards = rng.choice([cards for cards in ways if len(cards) > 1 or (table and not cards)])
    onto = None if with_cards else rng.choice((top, top, top, rng.choice(NATURALS)))
    left = list((Counter(hand) - Counter(with_cards)).elements())
    after = table_after(table, way_of({top: [top, *with_cards]}))
    then = _melds(rng, left, after, rules) if rng.random() < (0.5 if table else 0.9) else {}
    minimum, frozen, size = rng.choice(MINIMUMS), rng.random() < 0.3, rng.choice((1, 1, 2, 3, 9))
    return Pickup(top, with_cards, onto, hand, table, frozen, bool(table), minimum, then, size)


def random_out(rng: Random, rules: Rules) -> tuple[list[str], Melds, bool, bool, int]:
    """Return arguments for ``ways_to_go_out``: hand, melds, opened, drawn from the stock, minimum."""
    pack = deck(rules)
    table = random_table(rng, rules, pack) if rng.random() < 0.7 else {}
    hand = list(chain.from_iterable(random_table(rng, rules, pack).values()))
    hand += random_hand(rng, rng.choice((0, 1, 1, 2, 3)) or not hand, pack)
    rng.shuffle(hand)
    return hand[:12], table, bool(table), rng.random() < 0.5, rng.choice(MINIMUMS)


def random_discard(rng: Random, rules: Rules) -> tuple[str, list[str], bool]:
    """Return arguments for ``may_discard``: card, hand, whether the side may go out."""
    pack = deck(rules)
    hand = random_hand(rng, rng.choice((1, 1, 2, 5)), pack)
    hand += ["3R"] if len(hand) > 2 and rng.random() < 0.3 else []
    return rng.choice([*hand, *hand, rng.choice(pack)]), hand, rng.random() < 0.5
