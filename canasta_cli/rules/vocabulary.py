"""The values of parameters that are more than a number: choices, canastas needed, tiers."""

from enum import Enum
from typing import NamedTuple

from canasta_cli.words import count_of, either, listed


class Grade(Enum):
    """A grade of canasta that a ruleset may score separately."""

    NATURAL = "natural"
    MIXED = "mixed"
    RUN = "run"
    WILD = "wild"
    WILD_DEUCES = "wild-deuces"
    WILD_JOKERS = "wild-jokers"
    SEVENS = "sevens"
    SEVENS_MIXED = "sevens-mixed"
    ACES = "aces"
    THREES = "threes"


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


class WildsIn(Enum):
    """When a meld of a rank may contain wild cards: always, only if it had one when opened, or never."""

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


class BlackThreePile(Enum):
    """The effect of a black three on the pile: blocks it while on top, or freezes it as well."""

    BLOCKS = "blocks"
    FREEZES = "freezes"


class OntoRun(Enum):
    """The cards taken by laying off the top card on one of the side's runs: none, the pile, itself."""

    NEVER = "never"
    PILE = "pile"
    ALONE = "alone"


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


class BlackThreeDiscard(Enum):
    """When a black three may be discarded: always, after the first round of turns, or never."""

    FREE = "free"
    LATER = "later"
    NEVER = "never"


class WildDiscard(Enum):
    """When a wild card may be discarded: always, from a hand of them or going out, or going out."""

    FREE = "free"
    ONLY_WILD = "only-wild"
    GOING_OUT = "going-out"


class EmptyPile(Enum):
    """Cards barred as a discard when there is no pile.

    ``DEAD`` and ``SAFE`` each add to the one before: dead ranks, then ranks in which the other side
    has five cards or more.
    """

    FREE = "free"
    SEVENS_ACES = "sevens-aces"
    DEAD = "dead"
    SAFE = "safe"


class SevensDiscard(Enum):
    """When sevens may be discarded: always, or once this side or both have a canasta of them."""

    FREE = "free"
    OWN = "own"
    BOTH = "both"


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


def grade_name(grade: Grade) -> str:
    """Return the printed name of a grade of canasta; a run is a ``sequence``."""
    names = {Grade.RUN: "sequence", Grade.SEVENS_MIXED: "mixed sevens"}
    return names.get(grade, grade.value.replace("-", " "))


_ADJECTIVES = (Grade.NATURAL, Grade.MIXED, Grade.RUN, Grade.WILD)


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
    phrases += [f"wild {noun} with four jokers"] if Grade.WILD_JOKERS in of else []
    return either(phrases) if phrases else noun


def canasta_name(grade: Grade) -> str:
    """Return the printed name of one canasta: ``natural canasta``, ``sequence``."""
    return canastas(1, (grade,)).partition(" ")[2]


def needed(needs: tuple[Need, ...]) -> str:
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
