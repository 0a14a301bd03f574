"""The numbers of a game that a complete table must respect, read from its ruleset as data."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from canasta_cli import Ruleset, ruleset

RANKS = "456789TJQKA"
SUITS = "CDHS"
Cards = list[str]
"""Cards are ranks, followed by a suit in games with sequences; 2, W, 3B and 3R have no suit."""


def rank(card: str) -> str:
    """Return the rank of a card, without its suit."""
    return card if card in ("3B", "3R") else card[0]


@dataclass(frozen=True)
class Game:
    """A ruleset in which nothing is undefined, and what its parameters say about melds and cards.

    ``raw`` is the ruleset itself; ``house`` has what it leaves undefined.
    ``wild`` and ``natural`` are ranks; ``pure`` those that never take wild cards. ``freezing`` are the
    cards that freeze the pile.
    """

    name: str
    raw: Ruleset
    rules: Ruleset
    house: dict[str, object]
    wild: str
    natural: str
    pure: str
    freezing: frozenset[str]
    alone: bool

    def __getitem__(self, path: str) -> Any:
        return self.rules[path]

    @property
    def canasta(self) -> int:
        """The cards of a canasta."""
        return int(self["melds.canasta"])

    @property
    def largest(self) -> int:
        """The most cards of a set."""
        return _number(self["melds.largest"], 99)

    @property
    def suits(self) -> bool:
        """True if sequences are melds, so that suits matter."""
        return bool(self["melds.runs"])

    @property
    def foot(self) -> int:
        """The cards of a foot; 0 without one."""
        return _number(self["deal.foot"], 0)

    @property
    def stock_at_first(self) -> int:
        """The most cards that the stock can have."""
        dealt = (self["deal.cards"] + self.foot) * self["seats.players"]
        return int(sum(deck(self).values()) - dealt)

    def fits(self, naturals: int, wilds: int, of: str) -> bool:
        """True if a set of a rank with these cards may be on the table, whenever they were laid."""
        if wilds and of in self.pure:
            return False
        if not self["melds.smallest"] <= naturals + wilds <= self.largest:
            return False
        few = wilds <= self["melds.max_wilds"] and naturals >= self["melds.min_naturals"]
        return few and _ratio(str(self["melds.wild_ratio"]), naturals, wilds)

    def wild_fits(self, deuces: int, jokers: int) -> bool:
        """True if a meld of wild cards alone may be on the table."""
        size = deuces + jokers
        if not self["melds.wild_only"] or not 3 <= size <= _number(self["melds.largest_wild"], 99):
            return False
        as_rank = self["melds.wild_as"] == "deuces"
        return not as_rank or (deuces >= 2 and jokers <= self["melds.max_wilds"])

    def is_canasta(self, of: str, size: int) -> bool:
        """True if a meld of a rank or suit, or of wild cards (W), with this many cards is a canasta."""
        kind = "run" if of in SUITS else "wild" if of == "W" else ""
        return size >= self.canasta and not (kind and self[f"bonus.{kind}"] == "none")

    def may_lie_in_the_pile(self, card: str) -> bool:
        """True if a card may have been discarded by a careful player."""
        if card[0] in self.wild or card == "W":
            return bool(self["discard.wild"] == "free")
        if card == "3B" and self["threes.lay_black"] == "always":
            return False
        return bool(self.rules.get(f"ranks.{rank(card)}.discard", "free") == "free")


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _ratio(ratio: str, naturals: int, wilds: int) -> bool:
    """True if the wild cards are not too many for the natural ones."""
    size = naturals + wilds
    return {
        "free": True,
        "not-more": wilds <= naturals,
        "fewer": wilds < naturals,
        "half": naturals >= 2 * wilds,
        "half-to-four": naturals >= 2 * wilds or (wilds == 3 and naturals >= 4),
        "four": not wilds or naturals >= 4,
        "by-size": wilds <= (1 if size < 5 else 2 if size < 7 else 3),
    }[ratio]


@cache
def game(name: str) -> Game:
    """Return the numbers of a ruleset; what it leaves undefined has the value that it shows."""
    raw = ruleset(name)
    house: dict[str, object] = {path: raw[path] for path in raw.undefined}
    rules = raw.with_house(house)
    wild = "".join(each for each in f"{RANKS}2" if rules.get(f"ranks.{each}.wild")) + "W"
    natural = "".join(each for each in RANKS if each not in wild)
    sides: Any = rules["seats.sides"]
    freezing = {*wild} if rules["pile.wild_freezes"] else set[str]()
    effects = {card: rules.get(f"ranks.{card}.pile") for card in (*natural, "3B", "3R")}
    return Game(
        name,
        raw,
        rules,
        house,
        wild,
        natural,
        "".join(r for r in natural if rules.get(f"ranks.{r}.wilds", "any") == "never"),
        frozenset(freezing | {card for card, effect in effects.items() if effect == "freezes"}),
        max(sides) == 1 and rules["seats.partners"] != "alone",
    )


def deck(of: Game) -> Counter[str]:
    """Return all cards of a game."""
    packs, jokers = int(of["deck.packs"]), int(of["deck.jokers"])
    cards = Counter({"W": jokers, "2": packs * 4, "3B": packs * 2, "3R": packs * 2})
    if of.suits:
        cards.update({f"{each}{suit}": packs for each in RANKS for suit in SUITS})
    else:
        cards.update(dict.fromkeys(RANKS, packs * 4))
    return cards


class Deck:
    """The cards of a game that are not on the table yet."""

    def __init__(self, of: Game, rng: Random) -> None:
        self.left = deck(of)
        self.rng = rng
        self.suits = of.suits

    def __len__(self) -> int:
        return self.left.total()

    def of(self, what: str) -> Cards:
        """Return the cards left of a rank."""
        cards = (f"{what}{suit}" for suit in SUITS) if self.suits and what in RANKS else (what,)
        return [card for card in cards for _ in range(self.left[card])]

    def take(self, *wanted: str) -> Cards | None:
        """Take cards, each named by its rank or with its suit; ``None`` if one of them is missing."""
        found: Cards = []
        for each in wanted:
            cards = [each] if self.left[each] else self.of(each) if each in RANKS else []
            if not cards:
                self.left.update(found)
                return None
            found.append(self.rng.choice(cards))
            self.left[found[-1]] -= 1
        return found
