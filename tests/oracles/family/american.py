"""Count the scores of the American games and recognize their special hands independently.

Written from the printed rules, without code of the program: it has its own numbers, reads no ruleset,
and recognizes special hands from the cards, not from a pattern. Cards are ranks; ``W`` is a joker,
``3R`` and ``3B`` are threes.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from random import Random

Cards = Sequence[str]
NATURALS = "456789TJQKA"
WILD = ("2", "W")
VALUES = dict.fromkeys(("4", "5", "6", "7", "3B"), 5) | dict.fromkeys("89TJQK", 10)
VALUES |= {"A": 20, "2": 20, "W": 50, "3R": 0}


@dataclass(frozen=True)
class Side:
    """The cards of one side at the end of a hand."""

    melds: tuple[tuple[str, ...], ...] = ()
    red: int = 0
    black: int = 0
    left: tuple[tuple[str, ...], ...] = ()
    feet: tuple[tuple[str, ...], ...] = ()
    out: bool = False


def value(cards: Cards) -> int:
    """Return the points of cards."""
    return sum(VALUES[card] for card in cards)


def naturals(meld: Cards) -> list[str]:
    """Return the natural cards of a meld."""
    return [card for card in meld if card not in WILD]


def kind(meld: Cards) -> str:
    """Return the kind of canasta that a meld would be: its rank if natural, or wild, or mixed."""
    own = naturals(meld)
    if not own:
        return "wild"
    return own[0] if len(own) == len(meld) else f"{own[0]}+"


# --- Modern American

THREES = (0, 100, 300, 500, 1000)
OLDER, TODAY, LEAGUE = "modern-american", "modern-american-pagat", "modern-american-league"


def _modern_canasta(meld: Cards) -> int:
    what = kind(meld)
    if what == "wild":
        return {0: 3000, 4: 2500}.get(list(meld).count("W"), 2000)
    return 2500 if what in {"7", "A"} else 300 if what.endswith("+") else 500


def _modern_fault(meld: Cards, game: str) -> int:
    what = kind(meld)
    if what == "wild":
        return 2500 if game == TODAY and list(meld).count("W") == 4 else 2000
    return 2500 if what in {"7", "A"} else 0


def modern(side: Side, game: str) -> int:
    """Return the score by the combination table: bonuses, penalties, threes, melds, cards left."""
    whole = [meld for meld in side.melds if len(meld) == 7]
    plus = 1 if whole else -1
    total = sum(map(_modern_canasta, whole)) + 100 * side.out
    total -= sum(_modern_fault(meld, game) for meld in side.melds if len(meld) < 7)
    if game != OLDER:
        total -= 1500 * sum(hand.count(rank) >= 3 for hand in side.left for rank in "7A")
    sign = {0: -1, 1: 0}.get(len(whole), 1)
    total += sign * (THREES[side.red] + THREES[side.black])
    total += plus * value(list(chain(*side.melds)))
    caught = list(chain(*side.left))
    return total - value(caught) - 5 * caught.count("3R")


# --- Hand and Foot, Pennies from Heaven


def foot(side: Side) -> int:
    """Return the score in Hand and Foot: natural 500, mixed 300, wild 1,500; red threes by place."""
    pay = {"wild": 1500}
    caught = list(chain(*side.left, *side.feet))
    return (
        sum(
            pay.get(kind(m), 300 if kind(m).endswith("+") else 500)
            for m in side.melds
            if len(m) == 7
        )
        + value(list(chain(*side.melds)))
        + 100 * side.red
        + 100 * side.out
        - value(caught)
        - 100 * caught.count("3R")
    )


def pennies(side: Side) -> int:
    """Return the score in Pennies from Heaven: a canasta of sevens pays 1,500 and earns the red threes.

    It may contain wild cards. A red three in a hand, or in a foot that was not picked up, costs its
    value.
    """
    whole = [kind(meld) for meld in side.melds if len(meld) == 7]
    pay = {"wild": 1000, "7": 1500, "7+": 1500}
    red = 1000 if side.red == 8 else 100 * side.red
    caught = list(chain(*side.left, *side.feet))
    return (
        sum(pay.get(what, 300 if what.endswith("+") else 500) for what in whole)
        + value(list(chain(*side.melds)))
        + (red if {"7", "7+"} & set(whole) else -red)
        + 100 * side.out
        - value(caught)
        - 100 * caught.count("3R")
    )


FOOT_PACKS = {
    "hand-and-foot": 5,
    "hand-and-foot-two": 3,
    "hand-and-foot-three": 4,
    "hand-and-foot-five": 6,
    "hand-and-foot-six": 7,
    "hand-and-foot-3-teams": 7,
}
FOOT_ALONE = ("hand-and-foot-two", "hand-and-foot-three", "hand-and-foot-five")
SCORES: dict[str, Callable[[Side], int]] = {
    **{game: partial(modern, game=game) for game in (OLDER, TODAY, LEAGUE)},
    **dict.fromkeys(FOOT_PACKS, foot),
    "pennies-from-heaven": pennies,
}


@dataclass(frozen=True)
class Table:
    """The cards and melds of one game, for random sides."""

    packs: int = 2
    jokers: int = 4
    reds: int = 4
    black_laid: bool = True
    feet: bool = False
    mixed: Callable[[str, int, int], bool] = field(
        default=lambda _rank, own, wild: own >= 2 >= wild
    )
    several: bool = False
    hands: int = 2


TABLES: Mapping[str, Table] = {
    **dict.fromkeys(
        (OLDER, TODAY, LEAGUE),
        Table(mixed=lambda rank, own, wild: rank != "7" and own >= 2 >= wild),
    ),
    **{
        name: Table(
            packs,
            2 * packs,
            2 * packs,
            False,
            True,
            lambda _rank, own, wild: own >= 2 * wild,
            several=True,
            hands=1 if name in FOOT_ALONE else 2,
        )
        for name, packs in FOOT_PACKS.items()
    },
    "pennies-from-heaven": Table(
        4, 8, 8, False, True, lambda _rank, own, wild: own >= 2 and wild < 4
    ),
}


def _deck(table: Table) -> list[str]:
    pack = [*NATURALS * 4, *"2222", "3B", "3B"]
    return [*pack * table.packs, *["W"] * table.jokers]


def random_side(rng: Random, game: str) -> Side:
    """Return a possible side with cards from the deck. No player goes out, which would need more."""
    table = TABLES[game]
    deck = _deck(table)
    rng.shuffle(deck)

    def take(rank: str, most: int) -> list[str]:
        found = [rank] * min(most, deck.count(rank))
        for card in found:
            deck.remove(card)
        return found

    melds: list[tuple[str, ...]] = []
    for rank in rng.sample(NATURALS, rng.randint(0, 5)):
        own = take(rank, rng.choice((2, 3, 4, 5, 6, 7, 7)))
        wild = list(chain(*(take(rng.choice(WILD), 1) for _ in range(rng.choice((0, 0, 1, 2, 3))))))
        size = len(own) + len(wild)
        if 3 <= size <= 7 and (not wild or table.mixed(rank, len(own), len(wild))) and len(own) > 1:
            melds.append((*own, *wild))
    if rng.random() < 0.4:
        wild = [*take("2", rng.choice((0, 2, 3, 5, 7))), *take("W", rng.choice((0, 1, 2, 4)))]
        if 3 <= len(wild) <= 7:
            melds.append(tuple(wild))
    caught = deck[: rng.choice((0, 5, 12))]
    more = (
        [*caught[:6], *take("A", rng.choice((0, 0, 3)))],
        [*caught[6:], *take("7", rng.choice((0, 3)))],
    )
    hands = [(*hand, *["3R"] * (rng.random() < 0.1)) for hand in more]
    hands = [tuple(chain(*hands))] if table.hands == 1 else hands
    left = tuple(hand for hand in hands if hand)
    feet = tuple(take("5", 2) for _ in range(table.feet and rng.random() < 0.3))
    spare = 4 if game in (OLDER, TODAY, LEAGUE) else table.reds
    reds = sum(hand.count("3R") for hand in left)
    return Side(
        tuple(melds),
        rng.randint(0, min(spare, table.reds - reds)),
        rng.randint(0, min(2, 4 - sum(hand.count("3B") for hand in left)))
        if table.black_laid
        else 0,
        left,
        tuple(tuple(each) for each in feet if each),
    )


def written(side: Side) -> str:
    """Return the tally of the side."""
    words = ["+".join(meld) for meld in side.melds]
    words += [f"{side.red}x3R"] * bool(side.red) + [f"laid:{side.black}x3B"] * bool(side.black)
    words += [f"left:{'+'.join(hand)}" for hand in side.left]
    words += [f"foot:{'+'.join(hand)}" for hand in side.feet]
    return " ".join(words)


# --- Special hands


def _sets(cards: Cards) -> Counter[str]:
    return Counter("3" if card.startswith("3") else card for card in cards)


def _sizes(cards: Cards) -> list[int]:
    return sorted(_sets(cards).values(), reverse=True)


def _wilds(cards: Cards) -> dict[str, int]:
    return {card: count for card, count in _sets(cards).items() if card in WILD}


def _threes(cards: Cards) -> bool:
    return any(card.startswith("3") for card in cards)


def _straight(cards: Cards) -> bool:
    return set(_sets(cards)) == {*NATURALS, *WILD, "3"} and len(cards) == 14


def _all_of(sizes: list[int], wild: Sequence[int], *need: str) -> Callable[[Cards], bool]:
    """Return a test for sets of these sizes and sets of wild cards, with certain ranks; no threes."""

    def found(cards: Cards) -> bool:
        sets = _sets(cards)
        return (
            _sizes(cards) == sorted(sizes, reverse=True)
            and sorted(_wilds(cards).values()) == sorted(wild)
            and not _threes(cards)
            and all(rank in sets for rank in need)
        )

    return found


def _any(*checks: Callable[[Cards], bool]) -> Callable[[Cards], bool]:
    return lambda cards: any(check(cards) for check in checks)


def _dream_five(cards: Cards) -> bool:
    own = Counter(naturals(cards))
    return sorted(own.values()) == [4, 5] and len(cards) == 14 and not _threes(cards)


_PAIRS = _all_of([2] * 7, [])
_FIRST = {"straight": (_straight, 3000), "pairs": (_PAIRS, 2500)}
_PAGAT = _FIRST | {
    "pairs-wild": (_all_of([2] * 7, [2], "7", "A", "2"), 2000),
    "garbage": (_all_of([4, 4, 3, 3], []), 2000),
}
HANDS: dict[str, dict[str, tuple[Callable[[Cards], bool], int]]] = {
    OLDER: _PAGAT,
    TODAY: _PAGAT,
    LEAGUE: _FIRST
    | {
        "pairs-wild": (_all_of([2] * 7, [2], "7", "A"), 2000),
        "miami": (_all_of([2] * 7, [2, 2], "7", "A"), 2500),
        "garbage": (_all_of([4, 4, 3, 3], []), 3000),
        "zip-code": (
            _any(*(_all_of([4, 3, 3, 2, 2], wild) for wild in ([], [2], [3], [4]))),
            2500,
        ),
        "blast-off": (
            _any(*(_all_of([5, 4, 3, 2], wild) for wild in ([], [2], [3], [4], [5]))),
            3000,
        ),
        "triples": (_all_of([3, 3, 3, 3, 2], [2]), 3500),
        "quads": (_all_of([4, 4, 4, 2], [2]), 3500),
        "dream-four": (_all_of([5, 5, 4], [4]), 8500),
        "dream-five": (_dream_five, 8500),
    },
}


def special(cards: Cards, game: str) -> dict[str, int]:
    """Return the special hands that the cards match, each with its points."""
    return {name: points for name, (fits, points) in HANDS[game].items() if fits(cards)}


_SHAPES = ([2] * 7, [4, 4, 3, 3], [4, 3, 3, 2, 2], [5, 4, 3, 2], [3, 3, 3, 3, 2], [4, 4, 4, 2])


def random_hand(rng: Random) -> list[str]:
    """Return fourteen cards close to a special hand, sometimes with a wrong card."""
    shape = rng.choice((*_SHAPES, [5, 5, 4], [5, 4, 3, 2], [5, 4, 5], [1] * 14))
    ranks = [*rng.sample(NATURALS, 11), "3B", "3R"]
    liked = rng.sample(("7", "A", "2", "W"), rng.randint(0, 4))
    kinds = list(dict.fromkeys([*liked, *(ranks if shape[0] > 1 else [*NATURALS, *WILD, "3R"])]))
    rng.shuffle(shape := list(shape))
    cards = [kinds[at] for at, size in enumerate(shape) for _ in range(size)]
    if rng.random() < 0.2:
        cards[rng.randrange(len(cards))] = rng.choice([*NATURALS, *WILD, "3B"])
    return cards
