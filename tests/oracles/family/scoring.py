"""Count the scores of Samba and its relatives from tallies.

The oracles of the classic games know only sets of one rank and two grades of canasta. This one also
knows sequences, melds of wild cards, and scales for red and black threes. It parses tallies with the
parser of ``oracles.scoring``.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from oracles.scoring import WILD, Card, Side, read, value

Kinds = Counter[str]
ORDER = "456789TJQKA"
CANASTA = 7


def any_canastas(number: int) -> Callable[[Kinds], bool]:
    """Return a test for ``number`` canastas of any kind."""
    return lambda kinds: kinds.total() >= number


def two_with_a_run(kinds: Kinds) -> bool:
    """True if there are two canastas, including a sequence."""
    return kinds.total() > 1 and kinds["run"] > 0


def two_not_wild(kinds: Kinds) -> bool:
    """True if there are two canastas that are not wild."""
    return kinds["natural"] + kinds["mixed"] > 1


def wild_alike(points: int) -> Callable[[list[Card]], int]:
    """Return a bonus that is the same for every wild canasta."""
    return lambda _meld: points


def wild_by_jokers(meld: list[Card]) -> int:
    """Return the bonus: 4,000 for deuces only, 3,000 with four jokers, otherwise 2,000."""
    jokers = sum(card.rank == "W" for card in meld)
    return 4000 if not jokers else 3000 if jokers > 3 else 2000


@dataclass(frozen=True)
class Game:
    """The numbers of one game. ``earned`` are the canastas that red threes need; ``None``: any meld."""

    packs: int = 3
    jokers: int = 6
    max_wilds: int = 2
    largest: int = 999
    runs: bool = True
    apart: bool = True
    wild: Callable[[list[Card]], int] | None = None
    deuces_are_a_rank: bool = False
    wild_only_out: bool = False
    long_run_out: bool = False
    needs: Callable[[Kinds], bool] = field(default=any_canastas(2))
    earned: Callable[[Kinds], bool] | None = field(default=any_canastas(2))
    red: tuple[int, ...] = (100, 200, 300, 400, 500, 1000)
    black: tuple[int, ...] | None = None
    black_against: bool = False
    black_melded: bool = True
    out: int = 200
    concealed: int = 0
    sevens: int = 0
    black_left: int = 5
    short_run: int = 0
    few_sevens: int = 0
    many_sevens: int = 0
    together: bool = False
    steps: tuple[tuple[int, int], ...] = ((0, 50), (1500, 90), (3000, 120), (7000, 150))


TWO_PACKS = Game(packs=2, jokers=4, max_wilds=3, runs=False, apart=False, out=100)
CLASSIC_STEPS = ((0, 50), (1500, 90), (3000, 120))
PAID_BY_JOKERS = (100, 300, 500, 1000)
GAMES = {
    "samba": Game(),
    "bolivia": Game(wild=wild_alike(2500), needs=two_with_a_run, black_left=100),
    "brazilian": Game(
        wild=wild_alike(2000), earned=any_canastas(1), red=(100, 200, 300, 400, 1000, 1200),
        black_left=100, short_run=1000, long_run_out=True,
        steps=(*CLASSIC_STEPS, (7000, 0), (8000, 200), (9000, 0)),
    ),
    "cuban": replace(
        TWO_PACKS, wild=wild_by_jokers, largest=7, needs=any_canastas(1),
        earned=any_canastas(1), red=PAID_BY_JOKERS, black=(5, 10, 15, 100),
        steps=(*CLASSIC_STEPS, (5000, 150)),
    ),
    "uruguay": replace(
        TWO_PACKS, wild=wild_alike(2000), needs=any_canastas(1), earned=None, concealed=100,
        red=(100, 200, 300, 800), steps=CLASSIC_STEPS,
    ),
    "joker": replace(
        TWO_PACKS, wild=wild_by_jokers, largest=7, earned=any_canastas(1), concealed=100,
        red=PAID_BY_JOKERS, black=PAID_BY_JOKERS, black_against=True, black_melded=False,
        steps=((-99_999, 100), (3000, 130), (5000, 150)),
    ),
    "sevens": replace(
        TWO_PACKS, needs=any_canastas(1), earned=None, concealed=100,
        red=(100, 200, 300, 800), sevens=2000, few_sevens=1500, many_sevens=500,
        steps=CLASSIC_STEPS,
    ),
    "italian": Game(
        runs=False, wild=lambda meld: 3000 if all(c.rank == "2" for c in meld) else 2000,
        deuces_are_a_rank=True, wild_only_out=True, needs=two_not_wild, together=True, out=300,
        red=(100, 200, 300, 800, 1000, 1200),
        steps=(*CLASSIC_STEPS, (5000, 160), (7500, 180), (10_000, 200)),
    ),
}  # fmt: skip


def is_run(meld: list[Card]) -> bool:
    """True if the cards are consecutive cards of one suit."""
    places = sorted(ORDER.find(card.rank) for card in meld)
    one_suit = len({card.suit for card in meld}) == 1 and meld[0].suit
    return bool(one_suit and places[0] >= 0 and all(b - a == 1 for a, b in pairwise(places)))


def kind(meld: list[Card]) -> str:
    """Return the kind of a meld."""
    naturals = [card for card in meld if card.rank not in WILD]
    if not naturals:
        return "wild"
    ranks = {card.rank for card in naturals}
    if len(meld) > 1 and len(ranks) > 1 and is_run(meld):
        return "run"
    if len(ranks) > 1:
        return "nothing"
    return {"3B": "black", "3R": "nothing"}.get(naturals[0].rank, "set")


def joined_melds(side: Side, game: Game) -> list[list[Card]]:
    """Return the melds of a side; sets of one rank are joined unless the game keeps them apart."""
    together: dict[str, list[Card]] = {}
    others = []
    for meld in side.melds:
        rank = next((card.rank for card in meld if card.rank not in WILD), "")
        if game.apart or kind(meld) not in ("set", "black"):
            others.append(list(meld))
        else:
            together.setdefault(rank, []).extend(meld)
    return [*together.values(), *others]


def is_legal_meld(meld: list[Card], game: Game, *, out: bool) -> bool:
    """True if a meld with all its cards is legal."""
    wild = sum(card.rank in WILD for card in meld)
    if len(meld) < 3:
        return False
    match kind(meld):
        case "run":
            longest = 11 if game.long_run_out and out else CANASTA
            return game.runs and len(meld) <= longest
        case "wild":
            jokers = sum(card.rank == "W" for card in meld)
            as_rank = jokers <= game.max_wilds and wild - jokers >= 2
            fits = as_rank or not game.deuces_are_a_rank
            return game.wild is not None and len(meld) <= CANASTA and fits
        case "black":
            return game.black_melded and out and not wild and len(meld) <= game.largest
        case "set":
            enough = len(meld) - wild >= 2 and wild <= game.max_wilds
            return enough and len(meld) <= game.largest
        case _:
            return False


def kinds(melds: list[list[Card]]) -> Kinds:
    """Count the canastas of a side by kind."""
    found = Kinds()
    for meld in melds:
        what = kind(meld)
        if len(meld) < CANASTA or what in ("black", "nothing"):
            continue
        mixed = what == "set" and any(card.rank in WILD for card in meld)
        found[what if what != "set" else "mixed" if mixed else "natural"] += 1
    return found


def _canasta_points(meld: list[Card], game: Game, *, out: bool) -> int:
    what = kind(meld)
    if len(meld) < CANASTA or what in ("black", "nothing"):
        return 0
    if what == "run":
        return 1500
    if what == "wild":
        pays = game.wild is not None and (out or not game.wild_only_out)
        return game.wild(meld) if pays and game.wild else 0
    if game.sevens and any(card.rank == "7" for card in meld):
        return game.sevens
    return 300 if any(card.rank in WILD for card in meld) else 500


def _laid(count: int, scale: tuple[int, ...]) -> int:
    return scale[count - 1] if count else 0


def score(text: str, game: Game) -> int:
    """Return the score of one side for a possible hand."""
    side = read(text)
    out = bool(side.words)
    melds = joined_melds(side, game)
    have = kinds(melds)
    total = value(list(chain(*side.melds))) - value(list(chain(*side.left)))
    total += sum(_canasta_points(meld, game, out=out) for meld in melds)
    total += game.out * out + game.concealed * ("concealed" in side.words)
    plus = bool(side.melds) if game.earned is None else game.earned(have)
    reds = sum(card.rank == "3R" for card in side.laid)
    blacks = len(side.laid) - reds
    total += _laid(reds, game.red) * (1 if plus else -1)
    if game.black:
        total += _laid(blacks, game.black) * (1 if plus or not game.black_against else -1)
    left = [card.rank for card in chain(*side.left)]
    total -= left.count("3B") * (game.black_left - 5)
    total -= game.short_run * sum(kind(m) == "run" and len(m) < 5 for m in melds)
    sevens = (m for m in melds if kind(m) == "set" and any(c.rank == "7" for c in m))
    total -= game.few_sevens * sum(len(meld) < CANASTA for meld in sevens)
    total -= game.many_sevens * sum([c.rank for c in h].count("7") > 3 for h in side.left)
    if game.together:
        total += 2000 * (have.total() >= 10)
        total += 2000 if have["natural"] > 4 else 1000 * (have["natural"] > 3 < 3 + have["mixed"])
    return total


def side_is_possible(text: str, game: Game) -> bool:
    """True if one side can have this tally at the end of a hand."""
    side = read(text)
    out = bool(side.words)
    melds = joined_melds(side, game)
    return (
        all(is_legal_meld(meld, game, out=out) for meld in melds)
        and (not out or game.needs(kinds(melds)))
        and len(side.left) <= 2 - out
        and (game.black is not None or all(card.rank == "3R" for card in side.laid))
    )


def possible(texts: list[str], game: Game) -> bool:
    """True if both sides can have these tallies. Their cards come from one deck."""
    one_out = sum(bool(read(text).words) for text in texts) <= 1
    return one_out and all(side_is_possible(text, game) for text in texts)


def minimum(total: int, game: Game) -> int:
    """Return the card points that a side needs to open."""
    return next((question for start, question in reversed(game.steps) if total >= start), 15)
