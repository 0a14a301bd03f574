"""Generate random tallies of hands in the classic games."""

from collections import Counter
from random import Random

from oracles.scoring import NATURALS, PLAYERS, WILD, Card, Rules, is_legal_meld, value

FAULTS = (
    *("KK", "K2", "K22", "QQ22", "QQQ222W", "JJ2222", "222", "KKQ", "4H5H6H", "3R3R2", "9xT"),
    *("3B3B3B", "4x3B", "3B3B3B2", "3B3B", "7xQ+222", "AAA222", "AA22", "KHKHKH", "8x8+22W"),
    *("foot:55K", "laid:3B3B", "special:pairs", "penalty:sneezing", "alone:Ann", "wild:1"),
    *(
        "points:343",
        "minus:7",
        "natural:1",
        "mixed:1 points:35",
        "mixed:1 points:50",
        "points:1180",
        "red:3",
        "3H3H3H",
    ),
    *("left:4 left:5 left:6", "left:3R", "penalty:cannot-go-out", "penalty:illegal-take"),
)


def _deck(rng: Random, rules: Rules) -> dict[str, list[Card]]:
    deck = {rank: [Card(rank, suit) for suit in "CDHS"] * rules.packs for rank in f"{NATURALS}2"}
    deck["3R"] = [Card("3R", suit) for suit in "DH"] * rules.packs
    deck["3B"] = [Card("3B", suit) for suit in "CS"] * rules.packs
    deck["W"] = [Card("W")] * rules.jokers
    for cards in deck.values():
        rng.shuffle(cards)
    return deck


def _take(deck: dict[str, list[Card]], rank: str, count: int) -> list[Card]:
    taken, deck[rank] = deck[rank][:count], deck[rank][count:]
    return taken


def _written(rng: Random, cards: list[Card]) -> str:
    if rng.random() < 0.2:
        return "".join(card.rank[0] + (card.suit or "") for card in cards)
    counts = Counter(card.rank for card in cards)
    if rng.random() < 0.5:
        return "+".join(f"{count}x{rank}" for rank, count in counts.items())
    return "".join(rank * count for rank, count in counts.items())


def _melds(rng: Random, rules: Rules, deck: dict[str, list[Card]]) -> list[list[Card]]:
    melds = []
    for rank in rng.sample(NATURALS, rng.choice((0, 1, 2, 3, 3, 4, 5))):
        meld = _take(deck, rank, rng.choice((2, 3, 3, 4, 4, 5, 6, 7, 7, 7, 8)))
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
            meld += _take(deck, rng.choice("222W"), 1)
        if is_legal_meld(meld, rules, out=False):
            melds.append(meld)
    return melds


def _tokens(rng: Random, melds: list[list[Card]]) -> list[str]:
    """Write melds as cards, as figures, or some of each; sometimes one meld in two words."""
    style = rng.choice((0.0, 0.0, 0.5, 1.0))
    tokens: list[str] = []
    figures = Counter[str]()
    for meld in melds:
        if rng.random() < style:
            figures["points"] += value(meld)
            wild = any(card.rank in WILD for card in meld)
            figures["mixed" if wild else "natural"] += len(meld) >= 7
        elif len(meld) > 5 and meld[3].rank not in WILD and rng.random() < 0.2:
            tokens += [_written(rng, meld[:3]), _written(rng, meld[3:])]
        else:
            tokens.append(_written(rng, meld))
    return tokens + [f"{name}:{count}" for name, count in figures.items() if count]


def _left(rng: Random, rules: Rules, deck: dict[str, list[Card]], hands: int) -> list[str]:
    tokens = []
    for _ in range(rng.randint(0, hands)):
        hand = [card for rank in rng.choices([*NATURALS, "2", "W", "3B"], k=rng.randint(1, 8))
                for card in _take(deck, rank, 1)]  # fmt: skip
        if "undeclared-red-three" in rules.fines and rng.random() < 0.1:
            hand += _take(deck, "3R", 1)
        if hand:
            in_figures = all(card.rank != "3R" for card in hand) and rng.random() < 0.3
            tokens.append(f"minus:{value(hand)}" if in_figures else f"left:{_written(rng, hand)}")
    return tokens


def _extras(rng: Random, rules: Rules, deck: dict[str, list[Card]]) -> list[str]:
    """Return red threes, awards, irregularities, and sometimes something impossible."""
    red = _take(deck, "3R", rng.choice((0, 0, 1, 1, 2, 3, 4, 5)))
    forms = (_written(rng, red), f"red:{len(red)}", f"laid:{_written(rng, red)}")
    given = f"{rng.choice(('bonus', 'penalty'))}:{rng.choice((5, 30, 100))}"
    fine = f"penalty:{rng.choice(sorted(rules.fines) or ['5'])}"
    fault = rng.choice(FAULTS)
    chances = ((rng.choice(forms), bool(red)), (given, 0.15), (fine, 0.1), (fault, 0.12))
    return [token for token, chance in chances if rng.random() < chance]


def random_tallies(rng: Random, rules: Rules) -> list[str]:
    """Return the tallies of one hand. Most are possible, some are not."""
    deck = _deck(rng, rules)
    melds = [_melds(rng, rules, deck) for _ in rules.seats]
    enough = [sum(len(meld) >= 7 for meld in each) >= rules.needs for each in melds]
    able = [place for place, each in enumerate(enough) if each or rng.random() < 0.05]
    out = rng.choice(able) if able and rng.random() < 0.8 else None
    alone = rng.choice((0, 1, 2, out, out)) if rules.alone else None
    texts = []
    for place, hands in enumerate(rules.seats):
        tokens = _tokens(rng, melds[place])
        if place == out:
            tokens.append(rng.choice(("out", "out", "concealed")))
            tokens += [_written(rng, _take(deck, "3B", 3))] if rng.random() < 0.3 else []
        if place == alone:
            tokens.append(f"alone:{PLAYERS[place]}")
        tokens += _left(rng, rules, deck, hands - (place == out))
        extras = _extras(rng, rules, deck)
        if place in (out, alone):
            extras = [token for token in extras if token not in ("special:pairs", "alone:Ann")]
        tokens += extras
        rng.shuffle(tokens)
        texts.append(" ".join(tokens))
    return texts
