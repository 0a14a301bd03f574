"""Find everything that a hand can meld in games beyond the classic ones, by brute force.

Cards are ranks, followed by a suit in games with sequences (``KH``); ``W`` is a joker, ``3B`` a black
three. Sets are compared by rank only.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from oracles.family.games import Game, Kinds

Meld = tuple[str, ...]
Melds = tuple[Meld, ...]
RANKS = "456789TJQKA"
WILD = ("2", "W")
ORDER = (*RANKS, "3B", "3R", *WILD)
VALUES = dict.fromkeys(("4", "5", "6", "7", "3B"), 5) | dict.fromkeys("89TJQK", 10)
VALUES |= {"A": 20, "2": 20, "W": 50}
CANASTA = 7
SMALLEST = 3


def rank(card: str) -> str:
    """Return the rank of a card, without its suit."""
    return card if card in ORDER else card[0]


def points(cards: Iterable[str]) -> int:
    """Return the points of cards."""
    return sum(VALUES[rank(card)] for card in cards)


def wilds(cards: Iterable[str]) -> int:
    """Return the number of wild cards."""
    return sum(card in WILD for card in cards)


def is_run(meld: Meld) -> bool:
    """True if the cards are consecutive cards of one suit."""
    places = sorted(RANKS.find(card[0]) for card in meld)
    one = len({card[1:] for card in meld}) == 1 and len(meld[0]) > 1 and meld[0] not in ORDER
    return one and len(meld) > 1 and places == list(range(places[0], places[0] + len(places)))


def kind_of(meld: Meld) -> str:
    """Return the kind of meld that cards form: the rank of a set, ``run`` or ``wild``."""
    naturals = {rank(card) for card in meld} - {*WILD}
    return "run" if is_run(meld) else "wild" if not naturals else "".join(naturals)


def is_legal_meld(meld: Meld, game: Game, *, out: bool) -> bool:
    """True if a meld with all its cards is legal."""
    what, wild = kind_of(meld), wilds(meld)
    naturals = len(meld) - wild
    if len(meld) < SMALLEST:
        return False
    if what == "run":
        return game.suits and (len(meld) <= CANASTA or (game.long_run_out and out))
    if what == "wild":
        deuces = meld.count("2") >= 2 and meld.count("W") <= game.max_wilds
        return game.wild_melds and len(meld) <= CANASTA and (deuces or not game.deuces_are_a_rank)
    if what == "3B":
        return game.black_out and out and not wild and len(meld) <= game.largest
    fits = what in RANKS and naturals >= 2 and wild <= game.max_wilds and game.ratio(naturals, wild)
    return bool(fits and len(meld) <= game.largest and not (wild and what in game.pure))


def kinds(melds: Melds, game: Game) -> Kinds:
    """Count the canastas of some melds by kind; one game counts canastas of sevens separately."""
    found = Kinds()
    for meld in melds:
        what = kind_of(meld)
        if len(meld) < CANASTA or what == "3B":
            continue
        mixed = "mixed" if wilds(meld) else "natural"
        if what in ("run", "wild"):
            found[what] += 1
        else:
            found["sevens" if what == "7" and game.sevens_apart else mixed] += 1
    return found


class Placement(NamedTuple):
    """The cards that a player lays: onto each meld on the table, and as new melds."""

    onto: Melds
    new: Melds

    @property
    def cards(self) -> list[str]:
        """All the cards laid."""
        return [card for meld in (*self.onto, *self.new) for card in meld]


@dataclass(frozen=True)
class Question:
    """A question: a hand, and the facts of the table that matter.

    The initial meld must include a canasta of one of the ``kinds``. ``theirs`` are the ranks of the
    other side's canastas.
    """

    hand: tuple[str, ...]
    table: Melds = ()
    minimum: int = 0
    kinds: tuple[str, ...] = ()
    top: str | None = None
    drew_stock: bool = True
    theirs: tuple[str, ...] = ()
    reds: int = 9


def sorted_cards(cards: Iterable[str]) -> Meld:
    """Return the cards in the order in which they are written."""
    return tuple(sorted(cards, key=lambda card: (ORDER.index(rank(card)), card)))


def comparable(meld: Meld) -> Meld:
    """Return a meld in a form that can be compared: a set by its ranks only."""
    return sorted_cards(meld if is_run(meld) else map(rank, meld))


def after(laid: Placement, table: Melds) -> Melds:
    """Return the melds of the side after cards are laid."""
    grown = (sorted_cards((*meld, *more)) for meld, more in zip(table, laid.onto, strict=True))
    return (*grown, *laid.new)


def _runs(hand: Counter[str]) -> Iterator[Melds]:
    """Yield every choice of sequences that a hand can form."""
    every = [
        tuple(f"{each}{suit}" for each in RANKS[first : first + size])
        for suit in "CDHS"
        for size in range(SMALLEST, len(RANKS) + 1)
        for first in range(len(RANKS) - size + 1)
    ]
    yield from _families([run for run in every if not Counter(run) - hand], hand)


def _families(every: list[Meld], hand: Counter[str]) -> Iterator[Melds]:
    """Yield every choice of melds, with repetitions, for which the hand has the cards."""
    yield ()
    for at, meld in enumerate(every):
        if not Counter(meld) - hand:
            for more in _families(every[at:], hand - Counter(meld)):
                yield (meld, *more)


def _shares(what: str, held: Counter[str]) -> Iterator[Meld]:
    """Yield every number of cards of a rank and of wild cards, including none."""
    own = held[what] if what in ORDER else 0
    for n, twos, jokers in product(range(own + 1), range(held["2"] + 1), range(held["W"] + 1)):
        yield (what,) * n + ("2",) * twos + ("W",) * jokers


def _onto(table: Melds, hand: Counter[str], game: Game) -> Iterator[tuple[Melds, Counter[str]]]:
    """Yield every choice of lay-offs onto the melds on the table, and the cards left."""
    if not table:
        yield (), hand
        return
    meld, *others = table
    ranks = Counter(dict.fromkeys(ORDER, 0))
    for card, number in hand.items():
        ranks[rank(card)] += number
    shares = _shares(kind_of(meld), ranks)
    if is_run(meld):
        suited = [card for card in hand if card not in ORDER and card[1:] == meld[0][1:]]
        subsets = product(*(((), (card,)) for card in suited))
        shares = (sorted_cards(card for each in subset for card in each) for subset in subsets)
    for share in shares:
        whole = sorted_cards((*meld, *share))
        if share and not (is_legal_meld(whole, game, out=True) and is_run(whole) is is_run(meld)):
            continue
        for more, left in _onto(tuple(others), _taken(hand, share), game):
            yield (share, *more), left


def _taken(hand: Counter[str], share: Meld) -> Counter[str]:
    """Return a hand without some cards; a card without a suit removes any card of its rank."""
    left = hand.copy()
    for card in share:
        fit = card if left[card] else next(c for c in left if left[c] and rank(c) == rank(card))
        left[fit] -= 1
    return +left


def placements(
    hand: Iterable[str], table: Melds, game: Game
) -> Iterator[tuple[Placement, Counter[str]]]:
    """Yield everything that a hand can lay on a table, and the ranks left in the hand.

    Sequences take cards by suit, sets take any remaining cards of a rank.
    """
    held = Counter(hand)
    for runs in _runs(held) if game.suits else [()]:
        rest = held - Counter(card for run in runs for card in run)
        run_table = tuple(meld for meld in table if is_run(meld))
        for onto_runs, left in _onto(run_table, rest, game):
            ranks = Counter(map(rank, left.elements()))
            set_table = tuple(meld for meld in table if not is_run(meld))
            for onto_sets, own in _onto(set_table, ranks, game):
                given = iter(onto_sets), iter(onto_runs)
                onto = tuple(next(given[is_run(meld)]) for meld in table)
                for sets in _families(_sets(own, game), own):
                    yield Placement(onto, (*runs, *sets)), own - Counter(c for m in sets for c in m)


def _sets(own: Counter[str], game: Game) -> list[Meld]:
    """Return every set, and every meld of wild cards, that the cards can form."""
    every = (
        meld
        for what in (*RANKS, "3B", "wild")
        for meld in _shares(what, own)
        if kind_of(meld) == what
    )
    return sorted({meld for meld in every if is_legal_meld(meld, game, out=True)})


def _number_is_legal(melds: Melds, new: Melds, game: Game) -> bool:
    """True if the number of melds of each rank is allowed; ``new`` are those just laid."""
    for what in {kind_of(meld) for meld in new} - {"run"}:
        same = [meld for meld in melds if kind_of(meld) == what]
        started = sum(kind_of(meld) == what for meld in new)
        short = sum(len(meld) < CANASTA for meld in same)
        if game.same == "apart" or (started == len(same) == 1):
            continue
        # Wild cards have no rank: a meld of seven is complete, and another may be started.
        waits = game.same == "after" or what == "wild"
        if (
            not waits
            or short > 1
            or (short and all(len(m) >= CANASTA for m in new if kind_of(m) == what))
        ):
            return False
    return True


def may_be_placed(laid: Placement, question: Question, game: Game, *, out: bool) -> bool:
    """True if everything laid is legal where it is laid."""
    melds = after(laid, question.table)
    opened = bool(question.table)
    touched = (*zip(question.table, laid.onto, strict=True), *(((), meld) for meld in laid.new))
    for before, more in touched:
        whole = sorted_cards((*before, *more))
        what, wild = kind_of(whole), wilds(more)
        if not more:
            continue
        if not is_legal_meld(whole, game, out=out) or (game.dead and what in question.theirs):
            return False
        if len(before) >= CANASTA and wild and not game.wild_on_canasta:
            return False
        if opened and wild and what in RANKS:
            late = game.aces_from_opening and what == "A" and not wilds(before)
            if late or len(whole) - wilds(whole) < game.five:
                return False
    return _number_is_legal(melds, laid.new, game) and not _uses_required_wild_cards(
        laid, melds, question.table, game
    )


def _uses_required_wild_cards(laid: Placement, melds: Melds, table: Melds, game: Game) -> bool:
    """True if wild cards were laid elsewhere while an unfinished meld of wild cards requires them."""
    is_unfinished = any(kind_of(meld) == "wild" and len(meld) < CANASTA for meld in melds)
    was_unfinished = any(kind_of(meld) == "wild" and len(meld) < CANASTA for meld in table)
    elsewhere = [
        card
        for before, more in (*zip(table, laid.onto, strict=True), *(((), m) for m in laid.new))
        if kind_of((*before, *more)) != "wild"
        for card in more
    ]
    if game.keeps_wilds == "2":
        return is_unfinished and "2" in elsewhere
    return game.keeps_wilds == "any" and was_unfinished and is_unfinished and wilds(elsewhere) > 0
