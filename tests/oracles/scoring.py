"""Count the scores of the classic games from tallies, with a parser of their own."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import NamedTuple


class Card(NamedTuple):
    """A card; the suit is empty if unknown. Threes have the ranks 3R and 3B."""

    rank: str
    suit: str = ""


@dataclass(frozen=True)
class Rules:
    """The numbers of one game. ``seats`` is the number of hands of each side."""

    seats: tuple[int, ...] = (2, 2)
    alone: bool = False
    packs: int = 2
    jokers: int = 4
    ratio: str = "free"
    largest: int = 999
    needs: int = 1
    natural: int = 500
    mixed: int = 300
    red: tuple[int, ...] = (100, 200, 300, 800)
    fines: Mapping[str, int] = field(default_factory=dict)
    steps: tuple[tuple[int, int], ...] = ((0, 50), (1500, 90), (3000, 120))


WITHOUT_PARTNER = {"undeclared-red-three": 500, "illegal-take": 50}
FINES = WITHOUT_PARTNER | {"cannot-go-out": 100, "out-against-no": 100}
SIX_RED = (100, 200, 300, 400, 1000, 1200)
SIX_STEPS = (*Rules.steps, (7500, 150))
SIX = Rules((3, 3), packs=3, jokers=6, needs=2, red=SIX_RED, fines=FINES, steps=SIX_STEPS)
RULES = {
    "classic": Rules(fines=FINES),
    "cardgames-io": Rules(ratio="fewer", largest=11),
    "leaflet": Rules(),
    "gamerules": Rules(ratio="half"),
    "bicycle": Rules(),
    "two-player": Rules(seats=(1, 1), needs=2, fines=WITHOUT_PARTNER),
    "three-player": Rules(seats=(1, 1, 1), alone=True, needs=2, fines=FINES),
    "three-player-solo": Rules(seats=(1, 1, 1), fines=WITHOUT_PARTNER),
    "five-player": Rules(fines=FINES),
    "six-player": SIX,
    "six-player-three-teams": replace(SIX, seats=(2, 2, 2), steps=Rules.steps),
}
RATIOS: dict[str, Callable[[int, int], bool]] = {
    "free": lambda _naturals, _wilds: True,
    "not-more": lambda naturals, wilds: wilds <= naturals,
    "fewer": lambda naturals, wilds: wilds < naturals,
    "half": lambda naturals, wilds: 2 * wilds <= naturals,
    "half-to-four": lambda naturals, wilds: naturals >= min(2 * wilds, 4 if wilds == 3 else 99),
    "by-size": lambda naturals, wilds: wilds <= (naturals + wilds - 1) // 2,
}
PLAYERS = ("Ann", "Bob", "Cat")
WILD = ("2", "W")
VALUES = dict.fromkeys(("4", "5", "6", "7", "3B"), 5) | dict.fromkeys("89TJQK", 10)
VALUES |= {"A": 20, "2": 20, "W": 50, "3R": 0}
NATURALS = "456789TJQKA"
COUNT = r"(?:(\d+)[x×])?"
RANK_FIRST = re.compile(COUNT + r"(3[RBCDHS]|10|[24-9TJQKAW*])([CDHS]?)", re.IGNORECASE)
SUIT_FIRST = re.compile(COUNT + r"([CDHS])(1[0-3]|[1-9TJQKA])", re.IGNORECASE)
NUMBERED = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K", "*": "W"}


@dataclass
class Side:
    """One parsed tally, or the tallies of two partners combined."""

    melds: list[list[Card]] = field(default_factory=list)
    laid: list[Card] = field(default_factory=list)
    left: list[list[Card]] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)
    awards: list[tuple[str, str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    alone: str = ""


def cards_of(text: str) -> list[Card]:
    """Parse the cards of one word."""
    suit_first = re.match(COUNT + "[CDHS]", text, re.IGNORECASE)
    cards = []
    for match in (SUIT_FIRST if suit_first else RANK_FIRST).finditer(text):
        one, other = match[2].upper(), match[3].upper()
        rank, suit = (other, one) if suit_first else (one, other)
        rank = NUMBERED.get(rank, rank)
        if rank in {"3", "3C", "3D", "3H", "3S"}:
            suit = suit or rank[1]
            rank = "3R" if suit in "DH" else "3B"
        cards += [Card(rank, suit)] * int(match[1] or 1)
    return cards


def read(text: str) -> Side:
    """Parse one well-formed tally."""
    side = Side()
    for token in text.split():
        key, colon, rest = token.partition(":")
        if key in ("out", "concealed", "special", "foot"):
            side.words.append(key)
        elif not colon:
            cards = cards_of(token)
            if {card.rank for card in cards} == {"3R"}:
                side.laid.extend(cards)
            else:
                side.melds.append(cards)
        elif key == "laid":
            side.laid.extend(cards_of(rest))
        elif key == "left":
            side.left.append(cards_of(rest))
        elif key in ("penalty", "bonus"):
            side.awards.append((key, rest))
        elif key == "alone":
            side.alone = rest
        else:
            side.figures[key] += int(rest)
    return side


def merged(melds: list[list[Card]], rules: Rules) -> list[list[Card]]:
    """Return the melds with those of one rank joined.

    Players who became partners during a hand keep melds apart that would be illegal when joined.
    """
    by_rank: dict[str, list[list[Card]]] = {}
    on_table = []
    for meld in melds:
        ranks = {card.rank for card in meld} - set(WILD)
        if len(ranks) == 1:
            by_rank.setdefault(ranks.pop(), []).append(meld)
        else:
            on_table.append(meld)
    for alike in by_rank.values():
        one = list(chain(*alike))
        apart = rules.alone and not is_legal_meld(one, rules, out=True)
        on_table += alike if apart else [one]
    return on_table


def value(cards: Sequence[Card]) -> int:
    """Return the points of cards."""
    return sum(VALUES[card.rank] for card in cards)


def canastas(side: Side, rules: Rules) -> tuple[int, int]:
    """Return the numbers of natural and of mixed canastas of a side."""
    long = [meld for meld in merged(side.melds, rules) if len(meld) >= 7]
    mixed = sum(any(card.rank in WILD for card in meld) for meld in long)
    return len(long) - mixed + side.figures["natural"], mixed + side.figures["mixed"]


def red_points(side: Side, rules: Rules, *, plus: bool) -> int:
    """Return the points for red threes laid out, negative without ``plus``."""
    count = len(side.laid) + side.figures["red"]
    points = rules.red[count - 1] if count else 0
    return points if plus else -points


def points_but_red(side: Side, rules: Rules) -> int:
    """Return the score of a side without its red threes."""
    natural, mixed = canastas(side, rules)
    total = natural * rules.natural + mixed * rules.mixed
    total += value(list(chain(*side.melds))) + side.figures["points"]
    total -= value(list(chain(*side.left))) + side.figures["minus"]
    for card in chain(*side.left):
        if card.rank == "3R":
            total -= rules.fines["undeclared-red-three"]
    if side.words:
        total += 200 if "concealed" in side.words else 100
    for sign, what in side.awards:
        points = int(what) if what.isdigit() else rules.fines[what]
        total += points if sign == "bonus" else -points
    return total


def pools(tally_texts: list[str], rules: Rules) -> list[tuple[list[int], Side]]:
    """Return who scores together, and their tallies: each alone, or two partners against one player."""
    places = range(len(tally_texts))
    groups = [[place] for place in places]
    given = [place for place in places if "alone:" in tally_texts[place]]
    if rules.alone and given:
        groups = [given[:1], [place for place in places if place != given[0]]]
    return [(group, read(" ".join(tally_texts[place] for place in group))) for group in groups]


def scores(tally_texts: list[str], rules: Rules) -> list[int]:
    """Return the score of each side, or of each player in games where one plays alone."""
    points = [0] * len(tally_texts)
    for places, pool in pools(tally_texts, rules):
        melded = bool(pool.melds or pool.figures["points"])
        for place in places:
            own = red_points(read(tally_texts[place]), rules, plus=melded)
            points[place] = points_but_red(pool, rules) + own
    return points


def score(tally_text: str, rules: Rules) -> int:
    """Return the score of one side for a hand."""
    return scores([tally_text], rules)[0]


def minimum(total: int, rules: Rules) -> int:
    """Return the points that a side needs to open."""
    asked = 15
    for start, points in rules.steps:
        if total >= start:
            asked = points
    return asked


def is_legal_meld(meld: list[Card], rules: Rules, *, out: bool) -> bool:
    """True if a meld with all its cards is legal."""
    naturals = [card for card in meld if card.rank not in WILD]
    wilds = len(meld) - len(naturals)
    if len({card.rank for card in naturals}) != 1 or not 3 <= len(meld) <= rules.largest:
        return False
    if naturals[0].rank == "3B":
        return out and not wilds
    if naturals[0].rank == "3R" or len(naturals) < 2 or wilds > 3:
        return False
    return RATIOS[rules.ratio](len(naturals), wilds)


def side_is_possible(side: Side, rules: Rules) -> bool:
    """True if a combined tally is possible; the number of hands is checked for each player."""
    out, counts = bool(side.words), side.figures
    undeclared = any(card.rank == "3R" for card in chain(*side.left))
    awarded = {what for _, what in side.awards if not what.isdigit()}
    return (
        all(is_legal_meld(meld, rules, out=out) for meld in merged(side.melds, rules))
        and set(counts) <= {"natural", "mixed", "points", "minus", "red"}
        and not counts["points"] % 5
        and not counts["minus"] % 5
        and counts["points"] >= 35 * counts["natural"] + 50 * counts["mixed"]
        and least_points(side, 1, rules) is not None
        and (not out or sum(canastas(side, rules)) >= rules.needs)
        and not {"special", "foot"} & set(side.words)
        and all(card.rank == "3R" for card in side.laid)
        and awarded <= set(rules.fines)
        and (not undeclared or "undeclared-red-three" in rules.fines)
    )


def lone_player_is_possible(sides: Sequence[Side], rules: Rules) -> bool:
    """True if the lone player is given once if required, and never where not allowed."""
    given = [(place, side.alone) for place, side in enumerate(sides) if side.alone]
    if not rules.alone:
        return not given
    if not given:
        return not any(side.words for side in sides)
    return len(given) == 1 and PLAYERS[given[0][0]] == given[0][1]


def deck_has(whole: Side, rules: Rules) -> bool:
    """True if the deck has all these cards and points."""
    cards = [*chain(*whole.melds), *whole.laid, *chain(*whole.left)]
    ranks = Counter(card.rank for card in cards) + Counter({"3R": whole.figures["red"]})
    most = dict.fromkeys(VALUES, 4 * rules.packs) | {"W": rules.jokers}
    most |= {"3R": 2 * rules.packs, "3B": 2 * rules.packs}
    suited = Counter(card for card in cards if card.suit)
    points = sum(VALUES[rank] * count for rank, count in most.items())
    return (
        all(count <= most[rank] for rank, count in ranks.items())
        and all(count <= rules.packs for count in suited.values())
        and value(cards) + whole.figures["points"] + whole.figures["minus"] <= points
    )


def least_points(whole: Side, sides: int, rules: Rules) -> int | None:
    """Count the card points of the canastas that some sides give as numbers, at least.

    ``None`` if the cards that are nowhere else don't make them.
    """
    wanted = whole.figures["natural"], whole.figures["mixed"]
    seen = Counter(card.rank for card in [*chain(*whole.melds), *whole.laid, *chain(*whole.left)])
    kinds = [
        wilds
        for wilds in range(7)
        if is_legal_meld([Card("K")] * (7 - wilds) + [Card("2")] * wilds, rules, out=True)
    ]
    left = 4 * rules.packs + rules.jokers - seen["2"] - seen["W"]
    worth = {(0, 0, 0): 0}
    for rank in NATURALS:
        further: dict[tuple[int, int, int], int] = {}
        for chosen in product((None, *kinds), repeat=sides):
            made = [wilds for wilds in chosen if wilds is not None]
            naturals = sum(7 - wilds for wilds in made)
            if naturals > 4 * rules.packs - seen[rank]:
                continue
            for (natural, mixed, wilds), points in worth.items():
                n, m = natural + made.count(0), mixed + len(made) - made.count(0)
                if n <= wanted[0] and m <= wanted[1] and wilds + sum(made) <= left:
                    key = n, m, wilds + sum(made)
                    more = points + naturals * VALUES[rank] + sum(made) * VALUES["2"]
                    further[key] = min(further.get(key, more), more)
        worth = further
    return min((points for key, points in worth.items() if key[:2] == wanted), default=None)


def possible(tally_texts: list[str], rules: Rules) -> bool | None:
    """True if the tallies of a hand are possible.

    ``None`` if the points of canastas are nearly too low: the rules may be satisfied with a few less.
    """
    for _, side in pools(tally_texts, rules):
        least = least_points(side, 1, rules)
        if (
            least is not None
            and side.figures["points"] < least
            and _is_possible(tally_texts, rules)
        ):
            return None
    return _is_possible(tally_texts, rules)


def _is_possible(tally_texts: list[str], rules: Rules) -> bool:
    sides = [read(text) for text in tally_texts]
    return (
        lone_player_is_possible(sides, rules)
        and sum(bool(side.words) for side in sides) <= 1
        and all(
            len(side.left) <= hands - bool(side.words)
            for side, hands in zip(sides, rules.seats, strict=True)
        )
        and all(side_is_possible(side, rules) for _, side in pools(tally_texts, rules))
        and deck_has(read(" ".join(tally_texts)), rules)
        and least_points(read(" ".join(tally_texts)), len(sides), rules) is not None
    )
