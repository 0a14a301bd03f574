"""Generate random questions about ways to open and to go out; about half have an answer."""

from collections import Counter
from collections.abc import Callable
from random import Random

from oracles.family.games import Game
from oracles.family.melds import (
    RANKS,
    WILD,
    Meld,
    Question,
    is_legal_meld,
    is_run,
    kind_of,
    rank,
    sorted_cards,
)


def deck(game: Game) -> list[str]:
    """Return all cards that a player can hold; red threes are laid out."""
    suits = "CDHS" if game.suits else ("", "", "", "")
    pack = [f"{each}{suit}" for each in RANKS for suit in suits] + ["2"] * 4
    blacks = ["3B", "3B"] if game.black_out else []
    return (pack + blacks) * game.packs + ["W"] * game.jokers


def draw(rng: Random, pack: list[str], wanted: Callable[[str], bool], number: int) -> list[str]:
    """Take up to ``number`` matching cards from the pack."""
    rng.shuffle(pack)
    taken = [card for card in pack if wanted(card)][:number]
    for card in taken:
        pack.remove(card)
    return taken


def _rich(rng: Random, pack: list[str], size: int, game: Game) -> list[str]:
    """Take a random hand in which a few ranks, or a few cards of a suit, are frequent."""
    liked = rng.sample(RANKS, rng.choice((1, 1, 2, 2, 3)))
    hand = draw(rng, pack, lambda card: rank(card) in WILD, rng.choice((0, 0, 1, 2, 3)))
    if game.suits and rng.random() < 0.6:
        suit, first = rng.choice("CDHS"), rng.randint(0, 6)
        wanted = {f"{each}{suit}" for each in RANKS[first : first + rng.choice((4, 5, 8))]}
        hand += draw(rng, pack, wanted.__contains__, rng.choice((3, 4, 5, 7)))
    if game.wild_melds and rng.random() < 0.3:
        hand += draw(rng, pack, lambda card: card in WILD, rng.choice((2, 3, 5)))
    hand += draw(rng, pack, lambda card: rank(card) in liked, max(size - len(hand) - 1, 1))
    return (hand + draw(rng, pack, lambda card: card != "3R", 9))[:size]


def _theirs(rng: Random, known: Meld, game: Game, often: float) -> tuple[str, ...]:
    """Return at most one rank in which the other side can have five cards, enough for a canasta."""
    chosen = rng.choice([card for card in known if card])
    few = known.count(chosen) <= 4 * game.packs - 5
    return (chosen,) if game.dead and few and chosen in RANKS and rng.random() < often else ()


def random_opening(rng: Random, game: Game) -> Question:
    """Return a hand of a side that has not opened, sometimes with the top card of the pile."""
    pack = deck(game)
    hand = _rich(rng, pack, rng.choice((5, 6, 7, 8, 9)), game)
    wild = [card for card in hand if card in WILD]
    tops = [None, rng.choice(pack), rng.choice(hand), rng.choice(wild or hand)]
    top = rng.choice(tops)
    theirs = _theirs(rng, (*hand, top or ""), game, 0.4)
    steps = (("natural", "mixed", "run", "wild"), ("natural", "run", "wild"))
    asks = rng.choice(steps) if game.long_run_out and rng.random() < 0.3 else ()
    minimum = rng.choice((15, 30, 50, 90)) if not asks else 0
    return Question(
        tuple(hand), (), minimum, asks, rank(top) if top else None, theirs=theirs,
        drew_stock=top is not None or rng.random() < 0.5, reds=rng.choice((0, 1, 9)),
    )  # fmt: skip


def random_meld(rng: Random, game: Game) -> Meld:
    what = rng.choice((*RANKS, *["run"] * 8, "wild", "wild"))
    if what == "run" and game.suits:
        suit, size = rng.choice("CDHS"), rng.choice((3, 4, 5, 6, 7, 7, 7, 7))
        first = rng.randint(0, len(RANKS) - size)
        return sorted_cards(f"{each}{suit}" for each in RANKS[first : first + size])
    size = rng.choice((3, 4, 5, 6, 6, 7, 7, 7))
    if what == "wild":
        jokers = rng.choice((0, 1, 2, 4))
        return ("2",) * max(size - jokers, 0) + ("W",) * min(jokers, size)
    wild = tuple(rng.choice("22W") for _ in range(rng.choice((0, 0, 0, 1, 2))))
    return sorted_cards((rng.choice(RANKS),) * (size - len(wild)) + wild)


def random_out(rng: Random, game: Game) -> Question:
    """Return a hand that is close to going out, and the melds of its side."""
    pack = deck(game)
    table: list[Meld] = []
    ready = list(game.ready) if rng.random() < 0.8 else []
    for _ in range(rng.choice((0, 3, 4, 5, 6)) + len(ready)):
        meld = random_meld(rng, game)
        if ready:
            whole = ready.pop()
            meld = tuple(whole[rng.random() < 0.2 :])
        held = Counter(map(rank, pack) if not is_run(meld) else pack)
        alone = game.same == "apart" or all(kind_of(meld) != kind_of(other) for other in table)
        if is_legal_meld(meld, game, out=False) and not Counter(meld) - held and alone:
            table.append(meld)
            for card in meld:
                pack.remove(next(c for c in pack if card in (c, rank(c))))
    near = {rank(card) for meld in table for card in meld}
    hand: list[str] = []
    if table:
        some = lambda card: rank(card) in near or card in WILD  # noqa: E731
        hand = draw(rng, pack, some, rng.choice((0, 1, 2, 3, 4)))
    else:
        liked = rng.choice(RANKS)
        hand = draw(rng, pack, lambda card: rank(card) == liked, rng.choice((5, 7, 7)))
    if rng.random() < 0.7:
        liked, number = rng.choice(RANKS), rng.choice((2, 3, 3, 4))
        hand += draw(rng, pack, lambda card: rank(card) == liked, number)
    if game.suits and rng.random() < 0.4:
        suit, first = rng.choice("CDHS"), rng.randint(0, 7)
        wanted = {f"{each}{suit}" for each in RANKS[first : first + 4]}
        hand += draw(rng, pack, wanted.__contains__, rng.choice((3, 4)))
    hand += draw(rng, pack, lambda _: True, rng.choice((0, 0, 1)) if hand else 1)
    theirs = _theirs(rng, (*hand, *(card for meld in table for card in meld)), game, 0.2)
    return Question(
        tuple(hand[:9]), tuple(table), rng.choice((15, 50, 90)), theirs=theirs,
        drew_stock=rng.random() < 0.5, reds=rng.choice((0, 2, 9)),
    )  # fmt: skip
