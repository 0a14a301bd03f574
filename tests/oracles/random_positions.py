"""Generate random positions with few cards in the classic games."""

from collections import Counter
from random import Random

from oracles.melds import NATURALS, WILD, Cards, Rules, deck, is_legal_meld
from oracles.turns import Position, without

TOTALS = (-200, -5, 0, 0, 0, 900, 1495, 1500, 2800, 3000, 6000, 7500)


def _deal(pack: list[str], wanted: Cards) -> list[str]:
    """Take as many of these cards as the pack has."""
    given = list((Counter(wanted) & Counter(pack)).elements())
    pack[:] = without(pack, given)
    return given


def _random_table(rng: Random, rules: Rules, pack: list[str]) -> dict[str, list[str]]:
    """Return none to three melds, sometimes a canasta or one card short of one."""
    table = {}
    for rank in rng.sample(NATURALS, rng.choice((0, 0, 1, 1, 2, 3))):
        wild = [rng.choice("22W") for _ in range(rng.choice((0, 0, 1, 2, 3)))]
        naturals = rng.choice((3, 3, 4, 5, 6, 6, 7, 7, 8)) - len(wild)
        meld = [rank] * max(2, naturals) + wild
        if is_legal_meld(meld, rules) and not Counter(meld) - Counter(pack):
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


def random_position(rng: Random, rules: Rules) -> Position:
    """Return a random position with few cards."""
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
    return Position(tuple(hand), drawn, table, tuple(pile), rng.choice(TOTALS), fresh)
