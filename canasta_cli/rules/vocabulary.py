"""The values of parameters that are more than a number, and the groups that hold them, without declarations.

Parameters are declared with these values; the engine reads them in a ruleset.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import groupby
from typing import Any, Self, TypeVar

from canasta_cli.model.cards import FOUR_TO_ACE, Rank
from canasta_cli.model.game import ALSO
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, either, listed

# Grades of canastas, a hierarchy: a canasta of natural aces is an aces canasta and a natural one.

_RANKS = {rank.many: rank for rank in Rank}
_MIXED, _WILD = "-mixed", "wild-"
MOST_PACKS = 12
"""The most packs that a deck can have."""


class Grade(Enum):
    """A grade of canasta that a ruleset may score separately.

    ``general`` is the grade that includes it, if there is one, ``rank`` the rank of a grade of one
    rank: natural (``sevens``), mixed (``sevens-mixed``), or wild (``wild-deuces``). Which of these a
    rank can have depends on the wild ranks.
    """

    NATURAL = "natural"
    MIXED = "mixed"
    RUN = "run"
    WILD = "wild"
    WILD_DEUCES = "wild-deuces"
    WILD_JOKERS = "wild-jokers"
    WILD_FOURS = "wild-fours"
    WILD_FIVES = "wild-fives"
    WILD_SIXES = "wild-sixes"
    WILD_SEVENS = "wild-sevens"
    WILD_EIGHTS = "wild-eights"
    WILD_NINES = "wild-nines"
    WILD_TENS = "wild-tens"
    WILD_JACKS = "wild-jacks"
    WILD_QUEENS = "wild-queens"
    WILD_KINGS = "wild-kings"
    WILD_ACES = "wild-aces"
    FOURS = "fours"
    FOURS_MIXED = "fours-mixed"
    FIVES = "fives"
    FIVES_MIXED = "fives-mixed"
    SIXES = "sixes"
    SIXES_MIXED = "sixes-mixed"
    SEVENS = "sevens"
    SEVENS_MIXED = "sevens-mixed"
    EIGHTS = "eights"
    EIGHTS_MIXED = "eights-mixed"
    NINES = "nines"
    NINES_MIXED = "nines-mixed"
    TENS = "tens"
    TENS_MIXED = "tens-mixed"
    JACKS = "jacks"
    JACKS_MIXED = "jacks-mixed"
    QUEENS = "queens"
    QUEENS_MIXED = "queens-mixed"
    KINGS = "kings"
    KINGS_MIXED = "kings-mixed"
    ACES = "aces"
    ACES_MIXED = "aces-mixed"
    DEUCES = "deuces"
    DEUCES_MIXED = "deuces-mixed"
    THREES = "threes"

    _value_: str
    rank: Rank | None
    general: "Grade | None"

    def __init__(self, word: str) -> None:
        """Find the rank and the general grade by the word."""
        grades = type(self).__members__
        self.rank = _RANKS.get(word.removesuffix(_MIXED).removeprefix(_WILD))
        name = "WILD" if word.startswith(_WILD) else "MIXED" if word.endswith(_MIXED) else "NATURAL"
        self.general = grades[name] if self.rank else None


GENERAL = tuple(grade for grade in Grade if grade.general is None)
OF_RANKS: dict[tuple[Rank, Grade], Grade] = {
    (grade.rank, grade.general): grade for grade in Grade if grade.rank and grade.general
}
_ADJECTIVES = (Grade.NATURAL, Grade.MIXED, Grade.RUN, Grade.WILD)


def grade_name(grade: Grade) -> str:
    """Return the printed name of a grade of canasta; a run is a ``sequence``."""
    if grade is Grade.RUN:
        return ALSO[grade.value][0]
    if grade.rank and grade.general is Grade.MIXED:
        return f"mixed {grade.rank.many}"
    return str(grade.value).replace("-", " ")


def canastas(count: int, of: tuple[Grade, ...] = ()) -> str:
    """Format a number of canastas: ``2 natural or mixed canastas``, ``1 sequence``."""
    if of == (Grade.RUN,):
        return count_of(count, "sequence")
    return count_of(count, _of_grades("canasta", of), _of_grades("canastas", of))


def _of_grades(noun: str, of: tuple[Grade, ...]) -> str:
    kinds = [grade_name(grade) for grade in of if grade in _ADJECTIVES]
    cards = [
        grade_name(grade)
        for grade in of
        if grade not in _ADJECTIVES and grade is not Grade.WILD_JOKERS
    ]
    phrases = [f"{either(kinds)} {noun}"] if kinds else []
    phrases += [f"{noun} of {either(cards)}"] if cards else []
    # Most of its cards are deuces, so it is not simply one of jokers.
    phrases += [f"wild {noun} of jokers"] if Grade.WILD_JOKERS in of else []
    return either(phrases) if phrases else noun


def canasta_name(grade: Grade) -> str:
    """Return the printed name of one canasta: ``natural canasta``, ``sequence``."""
    return canastas(1, (grade,)).partition(" ")[2]


# The values of parameters that are more than a number: choices, canastas needed, tiers.

LARGEST_VALUE = 1_000_000
"""The largest number that any parameter may have."""


class WildRatio(Enum):
    """The ratio of wild to natural cards in a set, besides any fixed limits."""

    FREE = "free"
    NOT_MORE = "not-more"
    FEWER = "fewer"
    HALF = "half"
    HALF_TO_FOUR = "half-to-four"
    FOUR = "four"
    BY_SIZE = "by-size"


class SameRank(Enum):
    """The treatment of a second meld of a rank that the side has already melded."""

    MERGED = "merged"
    APART = "apart"
    AFTER_CANASTA = "after-canasta"


class RankDiscard(Enum):
    """When a card of a rank may be discarded.

    Always, after the first round of turns, once the side or each side has a canasta of it, or never.
    """

    FREE = "free"
    LATER = "later"
    OWN = "own"
    BOTH = "both"
    NEVER = "never"


class RankOnPile(Enum):
    """The effect of a rank on the pile: none, blocks it while on top, or freezes it as well."""

    NONE = "none"
    BLOCKS = "blocks"
    FREEZES = "freezes"


class WildsIn(Enum):
    """When a meld of a rank may contain wild cards: always, only from the opening of its side on, or never."""

    ANY = "any"
    OPENING = "opening"
    NEVER = "never"


class DeadRank(Enum):
    """The effect of the other side's canasta on its rank: none, no new meld, or no more cards."""

    NEVER = "never"
    START = "start"
    CLOSED = "closed"


class Contains(Enum):
    """The cards that an initial meld must contain, besides its points."""

    ANYTHING = "anything"
    NATURAL = "natural"
    NATURAL_OR_WILD = "natural-or-wild"
    THREE_NATURALS = "three-naturals"


class BlackThrees(Enum):
    """When black threes may be melded."""

    NEVER = "never"
    GOING_OUT = "going-out"
    ALWAYS = "always"


class ThreeMelds(Enum):
    """Melds of threes like any other rank: none, each colour apart, or both together."""

    NONE = "none"
    BY_COLOUR = "by-colour"
    TOGETHER = "together"


class WildMelds(Enum):
    """The makeup of a wild meld: any wild cards, or deuces as a rank with jokers as wild cards."""

    ANY = "any"
    DEUCES = "deuces"


class WildLock(Enum):
    """The wild cards that may go only to an unfinished wild meld while the side has one."""

    NONE = "none"
    DEUCES = "deuces"
    ANY = "any"


class LongRuns(Enum):
    """When a sequence (run) may be longer than a canasta."""

    NEVER = "never"
    GOING_OUT = "going-out"
    ALWAYS = "always"


class Upcard(Enum):
    """The treatment of a wild card or red three turned up to begin the pile."""

    COVERED = "covered"
    BURIED = "buried"
    NONE = "none"


class UnderUpcard(Enum):
    """The cards placed face down under the first upcard of the pile."""

    NONE = "none"
    THREE = "three"
    RANK = "rank"


class Basis(Enum):
    """The basis of the initial minimum: the side's total before the hand, or the number of the deal."""

    TOTAL = "total"
    DEAL = "deal"


class Exempt(Enum):
    """When a player who goes out with the whole hand in one turn needs no minimum."""

    NEVER = "never"
    STOCK = "stock"
    ALWAYS = "always"


class Unopened(Enum):
    """The state of the pile for a side that has not opened."""

    FROZEN = "frozen"
    NEVER = "never"
    OPEN = "open"


class OntoRun(Enum):
    """The cards taken by laying off the top card on one of the side's runs: none, the pile, itself."""

    NEVER = "never"
    PILE = "pile"
    ALONE = "alone"


class Partners(Enum):
    """Who plays together in a hand: the sides, two against one of three, or a side less one player."""

    FIXED = "fixed"
    ALONE = "alone"
    SITTING_OUT = "sitting-out"


class LaidBlack(Enum):
    """When black threes are laid out: never, always, or those of a pile that was taken."""

    NEVER = "never"
    ALWAYS = "always"
    FROM_PILE = "from-pile"


class Portion(Enum):
    """The part of the pile that is taken: all of it, or the top part down to the card melded."""

    WHOLE = "whole"
    PART = "part"


class WildTop(Enum):
    """The cards that take a pile with a wild card on top: none, two of the same, any two wild cards."""

    BLOCKS = "blocks"
    SAME = "same"
    WILD = "wild"


class OneCard(Enum):
    """When one card is too few to take the pile: in hand and pile both, in either, or never."""

    BOTH = "both"
    EITHER = "either"
    ALLOWED = "allowed"


class FinalDiscard(Enum):
    """The discard when going out: optional, required, forbidden, or face down."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NEVER = "never"
    FACE_DOWN = "face-down"


class WildDiscard(Enum):
    """When a wild card may be discarded: always, from a hand of them or going out, or going out."""

    FREE = "free"
    ONLY_WILD = "only-wild"
    GOING_OUT = "going-out"


class EmptyPile(Enum):
    """Cards barred as a discard when there is no pile, besides those of certain ranks."""

    FREE = "free"
    DEAD = "dead"


class FootWhen(Enum):
    """When a player picks up the foot: with the hand used up, or with a first canasta."""

    HAND = "hand"
    CANASTA = "canasta"


class Asking(Enum):
    """Asking the partner before going out: optional, optional once a hand, required, or none."""

    OPTIONAL = "optional"
    ONCE = "once"
    REQUIRED = "required"
    NONE = "none"


class AskWhen(Enum):
    """When a player may ask: after drawing or taking the pile, or before that as well."""

    AFTER = "after"
    EITHER = "either"


class ConcealedLayOff(Enum):
    """The effect on a concealed going out of laying off on the partner's melds."""

    SPOILS = "spoils"
    FORGIVEN = "forgiven"
    ALLOWED = "allowed"


class StockEnd(Enum):
    """The consequence of an empty stock."""

    PLAY_ON = "play-on"
    TURN = "turn"


class ForcedTake(Enum):
    """When a player must take the pile because the stock is empty."""

    NEVER = "never"
    LAY_OFF = "lay-off"
    ANY = "any"


class LastRedThree(Enum):
    """The treatment of a three drawn as the last card of the stock.

    ``NOTHING``: it is laid out, and the player may do nothing more. ``MELD``: it is laid out, and the
    player may meld. ``KEPT``: it stays in the hand, and the player may do nothing more.
    """

    NOTHING = "nothing"
    MELD = "meld"
    KEPT = "kept"


class ThreesDealt(Enum):
    """When dealt threes are laid out and replaced: before anyone plays, or in the player's first turn."""

    AT_ONCE = "at-once"
    FIRST_TURN = "first-turn"


class ThreesHeld(Enum):
    """Holding back threes that should be laid out: never, one before the side opens, or any."""

    NEVER = "never"
    ONE = "one"
    ANY = "any"


class Tie(Enum):
    """The result of equal totals at the end of the game."""

    DRAW = "draw"
    PLAY_ON = "play-on"


class Earning(Enum):
    """The condition for threes, or melded cards, to count for a side and not against it."""

    NOTHING = "nothing"
    MELD = "meld"
    CANASTAS = "canastas"
    OUT_NEEDS = "out-needs"
    NEVER = "never"


class HeldPenalty(NamedTuple):
    """A penalty for each hand left with more than ``over`` cards of a rank."""

    over: int
    points: int


class Earned(NamedTuple):
    """A condition; ``number`` and ``of`` are used with ``CANASTAS`` only."""

    what: Earning
    number: int = 0
    of: tuple[Grade, ...] = ()


class Need(NamedTuple):
    """A number of canastas of certain grades; an empty ``of`` means any grade."""

    number: int
    of: tuple[Grade, ...] = ()


class Tier(NamedTuple):
    """The minimum from a total (or deal) on; ``start`` is ``None`` for the lowest tier.

    ``points`` are card points. A tier may require canastas as well as, or instead of, points.
    """

    start: int | None
    points: int
    canastas: int = 0
    of: tuple[Grade, ...] = ()


Scale = tuple[int, ...]


def needs_in_words(needs: tuple[Need, ...]) -> str:
    """Format needs: ``2 canastas, including 1 sequence``."""
    anyone = next((need for need in needs if not need.of), None)
    graded = [canastas(need.number, need.of) for need in needs if need.of]
    words = listed(graded) if graded else ""
    if anyone is None:
        return words
    return f"{canastas(anyone.number)}, including {words}" if words else canastas(anyone.number)


def least(needs: tuple[Need, ...]) -> int:
    """Return the smallest number of canastas that meets the needs; graded ones count among any."""
    anyone = max((need.number for need in needs if not need.of), default=0)
    return max(anyone, sum(need.number for need in needs if need.of))


def asked(tier: Tier) -> str:
    """Format the minimum of a tier: ``90``, or ``1 canasta and 200 points``."""
    if not tier.canastas:
        return f"{tier.points:,}"
    points = f" and {count_of(tier.points, 'point')}" if tier.points else ""
    return f"{canastas(tier.canastas, tier.of)}{points}"


# Points for many cards at once: several canastas together, and special hands.


class Collection(NamedTuple):
    """Several canastas of a side that score points together."""

    points: int
    needs: tuple[Need, ...]

    @property
    def size(self) -> int:
        """The number of canastas it takes."""
        return least(self.needs)


class SpecialHand(NamedTuple):
    """A whole hand shown at once: its name, its cards, its points.

    ``made`` has one word for each set, one letter repeated for each card: a rank (``AA``), ``3`` for
    a three of either colour, ``N`` for natural cards of one rank, ``D`` for deuces or jokers alike,
    ``M`` for wild cards in any mix, ``S`` for natural cards of one rank or, in one word at most,
    wild cards alike. No two words have the same rank. A hand that ``wins`` wins the game as well.
    """

    name: str
    made: str
    points: int
    wins: bool = False


def named(name: str | None, hands: tuple[SpecialHand, ...]) -> SpecialHand | None:
    """Return the special hand with a name, or ``None``."""
    return next((hand for hand in hands if hand.name == name), None)


# Ranks in the names of parameters: `ranks.7.wilds`, `ranks.4-7.points`, `ranks.*.left`.
#
# A name may stand for several ranks: a range from four up to ace, several ranks or ranges with
# commas between them, or `*` for every rank that can have the property.

GROUP = "ranks"
EVERY = "*"
_ALSO = {
    Rank.TEN: ("10",),
    Rank.ACE: ("1",),
    Rank.BLACK_THREE: ("3",),
    Rank.DEUCE: ("two", "twos"),
}
_OF = {rank.value: rank for rank in Rank}
_SYMBOLS = " ".join(rank.value for rank in FOUR_TO_ACE)
_OTHERS = ", ".join(rank.value for rank in Rank if rank not in FOUR_TO_ACE)
_ALL = f"Ranks: {_SYMBOLS}, {_OTHERS}, ranges such as 4-7, and {EVERY} for all"


def name_of(ranks: str, name: str) -> str:
    """Return the name of a property of some ranks: ``ranks.4-7.points``."""
    return f"{GROUP}.{ranks}.{name}"


def split(path: str) -> tuple[str, str] | None:
    """Split a name into its ranks and its property; ``None`` if it is not a property of ranks."""
    group, _, rest = path.partition(".")
    ranks, dot, name = rest.rpartition(".")
    return (ranks, name) if group == GROUP and dot else None


def read_ranks(text: str) -> tuple[Rank, ...]:
    """Parse ranks, in the order of their names. Raises ``ValueError`` for an unknown rank or range."""
    if text == EVERY:
        return tuple(Rank)
    found: dict[Rank, None] = {}
    for part in text.split(","):
        found.update(dict.fromkeys(_range(part.strip())))
    return tuple(found)


def _range(text: str) -> tuple[Rank, ...]:
    first, dash, last = text.partition("-")
    ends = _rank(first), _rank(last if dash else first)
    if not dash:
        return ends[:1]
    if not all(rank.four_to_ace for rank in ends) or ends[0].order >= ends[1].order:
        raise ValueError(f"“{text}” is not a range; a range goes up, such as 4-7 or 8-A")
    return FOUR_TO_ACE[ends[0].order : ends[1].order + 1]


def _rank(text: str) -> Rank:
    if text in _OF:
        return _OF[text]
    meant = rank_meant(text)
    hint = f" Did you mean “{meant}”?" if meant else ""
    raise ValueError(f"“{text}” is not a rank.{hint} {_ALL}")


def rank_meant(text: str) -> str:
    """Return the symbol of the rank that a word names (``kings``, ``10``, ``k``), or an empty string."""
    word = text.lower()
    for rank in Rank:
        if word in (rank.value.lower(), rank.noun, rank.many, *_ALSO.get(rank, ())):
            return str(rank.value)
    return ""


def write_ranks(ranks: Iterable[Rank], every: Iterable[Rank]) -> str:
    """Format ranks: with ranges, or as ``*`` if they are all the ranks that have the property."""
    ordered = sorted(ranks, key=lambda rank: rank.order)
    if len(ordered) > 1 and set(ordered) == set(every):
        return EVERY
    # In a range, the order of a rank rises with its place.
    ranges = groupby(
        enumerate(ordered), lambda at: at[1].order - at[0] if at[1].four_to_ace else at[1]
    )
    ends = [[rank.value for _, rank in each] for _, each in ranges]
    return ",".join(each[0] if len(each) == 1 else f"{each[0]}-{each[-1]}" for each in ends)


def together(
    paths: Iterable[str], every: Iterable[str], alike: Callable[[str], Hashable]
) -> list[tuple[str, str]]:
    """Join the ranks with the same value of a property: each name, and one of its parameters.

    ``alike`` is equal for parameters that may share a name; ``every`` are all parameters.
    """
    having: dict[str, list[Rank]] = {}
    for path in every:
        if part := split(path):
            having.setdefault(part[1], []).append(_OF[part[0]])
    joined: dict[Hashable, list[str]] = {}
    for path in paths:
        part = split(path)
        joined.setdefault((part[1], alike(path)) if part else path, []).append(path)
    return [(_joined(same, having), same[0]) for same in joined.values()]


def _joined(same: list[str], having: dict[str, list[Rank]]) -> str:
    parts = [part for path in same if (part := split(path))]
    if not parts:
        return same[0]
    name = parts[0][1]
    return name_of(write_ranks((_OF[ranks] for ranks, _ in parts), having[name]), name)


# Groups of values: what a ruleset consists of, without the declarations of its parameters.
#
# The declarations are in `groups`. They take longer to load than most answers take, and only
# wording, TOML and house rules need them: a compiled ruleset has its values in groups as they are
# here.

T = TypeVar("T")
ByRank = Mapping[Rank, T]
"""The values of a property by rank; a rank that can't have the property has the value that means off."""


class Group:
    """An immutable group of related values, by the names of their parameters.

    Like a frozen dataclass, but written by hand: generating these classes would take a tenth of the
    running time of a short command. Groups with equal values are equal, compiled or not.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def get(self, name: str) -> object:
        """Return the value of a parameter by its name in the group; of a rank, such as ``7.canasta``."""
        rank, dot, key = name.partition(".")
        if not dot:
            return getattr(self, name)
        by_rank: ByRank[object] = getattr(self, key)
        return by_rank[Rank(rank)]

    def replace(self, name: str, value: object) -> Self:
        """Return the group with another value of one parameter."""
        rank, dot, key = name.partition(".")
        if dot:
            name, value = key, {**getattr(self, key), Rank(rank): value}
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__ | {name: value})
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"
