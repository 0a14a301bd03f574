"""Generate random questions of play in the classic games."""

from collections import Counter
from itertools import chain
from random import Random

from oracles.melds import (
    CLASSIC,
    NATURALS,
    WILD,
    Cards,
    Melds,
    Rules,
    Table,
    cards_laid,
    deck,
    is_legal_meld,
    points,
    table_after,
    way_of,
    ways_to_meld,
)
from oracles.plays import MeldOrLayOff, Pickup

Pack = list[str] | None
MINIMUMS = (15, 50, 90, 120, 150)


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
        if is_legal_meld(meld, rules) and not Counter(meld) - Counter(pack):
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
    way = (
        max(ways, key=lambda way: points(cards_laid(way)))
        if rng.random() < 0.4
        else rng.choice(ways)
    )
    melds = {rank: list(cards) for rank, cards in sorted(way)}
    if melds and rng.random() < 0.15:
        melds[rng.choice(sorted(melds))].append(rng.choice([*hand, "2", "W"]))
    return melds


def random_lay(rng: Random, rules: Rules) -> MeldOrLayOff:
    """Return a question for ``may_meld``, without melds if the hand can lay nothing."""
    pack = deck(rules)
    table = random_table(rng, rules, pack) if rng.random() < 0.6 else {}
    hand = random_hand(rng, rng.choice((2, 3, 4, 6, 8, 11) if table else (8, 11)), pack)
    melds = _melds(rng, hand, table, rules)
    return MeldOrLayOff(melds, hand, table, bool(table), rng.choice(MINIMUMS), rng.random() < 0.5)


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
