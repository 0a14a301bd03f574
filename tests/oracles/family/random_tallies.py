"""Generate random tallies of hands in Samba and its relatives."""

from collections.abc import Callable
from itertools import chain
from random import Random

from oracles.family.scoring import ORDER, Game, is_legal_meld
from oracles.scoring import NATURALS, WILD, Card


def _deck(rng: Random, game: Game) -> list[Card]:
    deck = [Card(rank, suit) for rank in f"{NATURALS}2" for suit in "CDHS"] * game.packs
    deck += [Card("3R", suit) for suit in "DH"] * game.packs
    deck += [Card("3B", suit) for suit in "CS"] * game.packs + [Card("W")] * game.jokers
    rng.shuffle(deck)
    return deck


def _pick(deck: list[Card], wanted: Callable[[Card], bool], count: int) -> list[Card]:
    """Take up to ``count`` matching cards from the deck."""
    taken = [card for card in deck if wanted(card)][:count]
    for card in taken:
        deck.remove(card)
    return taken


def _of(rank: str) -> Callable[[Card], bool]:
    return lambda card: card.rank == rank


def _random_meld(rng: Random, deck: list[Card], game: Game) -> list[Card]:
    what = rng.choice(("set", "set", "set", "run" if game.runs else "set", "wild"))
    if what == "wild" and game.wild and rng.random() < 0.6:
        only = rng.choice(("2", "2W"))
        return _pick(deck, lambda card: card.rank in only, rng.choice((3, 4, 7, 7, 7, 8)))
    if what == "run":
        suit, first, size = rng.choice("CDHS"), rng.randint(0, 8), rng.choice((3, 4, 5, 7, 7, 7, 8))
        ranks = ORDER[first : first + size]
        return list(chain(*(_pick(deck, Card(rank, suit).__eq__, 1) for rank in ranks)))
    rank = rng.choice([*NATURALS, "7", "3B"])
    meld = _pick(deck, lambda card: card.rank == rank, rng.choice((3, 3, 4, 5, 6, 7, 7, 8)))
    wilds = 0 if rank == "3B" else rng.choice((0, 0, 0, 1, 2, 2, 3))
    return meld + _pick(deck, lambda card: card.rank in WILD, wilds)


def _written(cards: list[Card]) -> str:
    return "".join((card.rank[0] if card.suit else card.rank) + card.suit for card in cards)


def random_tallies(rng: Random, game: Game) -> list[str]:
    """Return random tallies of two sides from one deck. Most are possible."""
    deck = _deck(rng, game)
    texts = []
    goes_out = rng.choice((0, 1, 2))
    for side in (0, 1):
        melds: list[list[Card]] = []
        for _ in range(rng.choice((0, 1, 2, 3, 4, 5, 6))):
            meld = _random_meld(rng, deck, game)
            if is_legal_meld(meld, game, out=side == goes_out) or rng.random() < 0.04:
                melds.append(meld)
        parts = [_written(meld) for meld in melds if meld]
        reds = _pick(deck, lambda card: card.rank == "3R", rng.choice((0, 0, 1, 2, 3, 6)))
        parts += [f"laid:{_written(reds)}"] if reds else []
        blacks = _pick(deck, lambda card: card.rank == "3B", rng.choice((0, 0, 1, 2, 4)))
        if blacks and (game.black or rng.random() < 0.1):
            parts.append(f"laid:{_written(blacks)}")
        for _ in range(rng.choice((0, 1, 2)) if side != goes_out else rng.choice((0, 1))):
            liked = rng.choice(("7", "3B", ""))
            hand = _pick(deck, _of(liked), rng.randint(0, 5))
            hand += _pick(deck, lambda card: card.rank != "3R", rng.randint(1, 6))
            parts.append(f"left:{_written(hand)}")
        if side == goes_out:
            parts.append(rng.choice(("out", "out", "concealed")))
        texts.append(" ".join(parts))
    return texts
