"""The closed little languages in which a ruleset says what a number alone cannot say."""

from enum import Enum
from typing import NamedTuple

from canasta_cli.words import count_of, either


class Grade(Enum):
    """A kind of canasta that a ruleset may pay for apart from the others."""

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
    """How many wild cards a set may hold beside its naturals, limits by number apart."""

    FREE = "free"
    NOT_MORE = "not-more"
    FEWER = "fewer"
    HALF = "half"
    HALF_TO_FOUR = "half-to-four"
    FOUR = "four"
    BY_SIZE = "by-size"


class SameRank(Enum):
    """What becomes of a second meld of a rank that the side has melded already."""

    MERGED = "merged"
    APART = "apart"
    AFTER_CANASTA = "after-canasta"


class WildsIn(Enum):
    """When a meld of some rank may hold wild cards: any time, from an opening on, never."""

    ANY = "any"
    OPENING = "opening"
    NEVER = "never"


class DeadRank(Enum):
    """What the other side's finished canasta does to its rank: nothing, no new meld, no card more."""

    NEVER = "never"
    START = "start"
    CLOSED = "closed"


class Contains(Enum):
    """What an initial meld must contain, points apart."""

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
    """Whether threes are melded like any rank, and then each colour apart or together."""

    NONE = "none"
    BY_COLOUR = "by-colour"
    TOGETHER = "together"


class WildMelds(Enum):
    """What a meld of wild cards is: any of them, or deuces as a rank with jokers as wild cards."""

    ANY = "any"
    DEUCES = "deuces"


class WildLock(Enum):
    """Which wild cards go nowhere else while the side has an unfinished meld of them."""

    NONE = "none"
    DEUCES = "deuces"
    ANY = "any"


class LongRuns(Enum):
    """When a run may be longer than a canasta."""

    NEVER = "never"
    GOING_OUT = "going-out"
    ALWAYS = "always"


class Upcard(Enum):
    """What becomes of a wild card or a red three that is turned up to begin the pile."""

    COVERED = "covered"
    BURIED = "buried"
    NONE = "none"


class UnderUpcard(Enum):
    """What lies face down under the first upcard of the pile."""

    NONE = "none"
    THREE = "three"
    RANK = "rank"


class Basis(Enum):
    """What the initial meld goes by: the side's total before the hand, or the number of the deal."""

    TOTAL = "total"
    DEAL = "deal"


class Exempt(Enum):
    """When a player who goes out with the whole hand in one turn needs no minimum."""

    NEVER = "never"
    STOCK = "stock"
    ALWAYS = "always"


class Unopened(Enum):
    """What the pile is to a side that has not opened."""

    FROZEN = "frozen"
    NEVER = "never"
    OPEN = "open"


class BlackThreePile(Enum):
    """What a black three does to the pile: blocks it while on top, or freezes it as well."""

    BLOCKS = "blocks"
    FREEZES = "freezes"


class OntoRun(Enum):
    """What the top card takes that is laid off on an own run: nothing, the pile, itself alone."""

    NEVER = "never"
    PILE = "pile"
    ALONE = "alone"


class Portion(Enum):
    """What is taken of the pile: all of it, or its upper part down to the card that is melded."""

    WHOLE = "whole"
    PART = "part"


class WildTop(Enum):
    """What takes a pile with a wild card on top: nothing, two of the same, any two wild cards."""

    BLOCKS = "blocks"
    SAME = "same"
    WILD = "wild"


class OneCard(Enum):
    """When a pile may not be taken for want of cards: with one card in both, in either, never."""

    BOTH = "both"
    EITHER = "either"
    ALLOWED = "allowed"


class FinalDiscard(Enum):
    """Whether going out takes a discard."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NEVER = "never"
    FACE_DOWN = "face-down"


class BlackThreeDiscard(Enum):
    """When a black three may be discarded: any time, after the first round of turns, never."""

    FREE = "free"
    LATER = "later"
    NEVER = "never"


class WildDiscard(Enum):
    """When a wild card may be discarded: any time; from a hand of them or going out; going out."""

    FREE = "free"
    ONLY_WILD = "only-wild"
    GOING_OUT = "going-out"


class EmptyPile(Enum):
    """What may not be discarded where no pile lies: nothing; aces and sevens; dead ranks too; safe."""

    FREE = "free"
    SEVENS_ACES = "sevens-aces"
    DEAD = "dead"
    SAFE = "safe"


class SevensDiscard(Enum):
    """When sevens may be discarded: any time, or once the own or each side has a canasta of them."""

    FREE = "free"
    OWN = "own"
    BOTH = "both"


class FootWhen(Enum):
    """When a player takes up the second packet: the hand is used up, or a first canasta made."""

    HAND = "hand"
    CANASTA = "canasta"


class Asking(Enum):
    """Whether a player asks the partner before going out: as often as wanted, once in a hand, always."""

    OPTIONAL = "optional"
    ONCE = "once"
    REQUIRED = "required"
    NONE = "none"


class AskWhen(Enum):
    """When a player may ask: after drawing or taking, or before that as well."""

    AFTER = "after"
    EITHER = "either"


class ConcealedLayOff(Enum):
    """Whether laying off on a partner's meld spoils a concealed going out."""

    SPOILS = "spoils"
    FORGIVEN = "forgiven"
    ALLOWED = "allowed"


class StockEnd(Enum):
    """What happens when the stock is used up."""

    PLAY_ON = "play-on"
    TURN = "turn"


class ForcedTake(Enum):
    """When a player must take the pile because there is no stock."""

    NEVER = "never"
    LAY_OFF = "lay-off"
    ANY = "any"


class LastRedThree(Enum):
    """What becomes of a three drawn as the last card of the stock, and what its player may still do.

    It is laid out, and the player may do nothing, or meld; or it is kept, and the player may do nothing.
    """

    NOTHING = "nothing"
    MELD = "meld"
    KEPT = "kept"


class ThreesHeld(Enum):
    """Whether threes that are laid out may be held back: never, one before the opening, or any."""

    NEVER = "never"
    ONE = "one"
    ANY = "any"


class Tie(Enum):
    """What equal totals at the end of the game mean."""

    DRAW = "draw"
    PLAY_ON = "play-on"


class Earning(Enum):
    """What a side must have achieved for its threes to count for it and not against it."""

    NOTHING = "nothing"
    MELD = "meld"
    CANASTAS = "canastas"
    OUT_NEEDS = "out-needs"
    NEVER = "never"


class Earned(NamedTuple):
    """An achievement: ``canastas`` with how many, and of which grades; the others without."""

    what: Earning
    number: int = 0
    of: tuple[Grade, ...] = ()


class Need(NamedTuple):
    """So many (``number``) canastas, of certain grades; of any where ``of`` is empty."""

    number: int
    of: tuple[Grade, ...] = ()


class Tier(NamedTuple):
    """What an initial meld asks for from a total (or deal) on; ``start`` is none for the lowest.

    ``points`` are card points. A tier may ask for canastas as well as, or instead of, points.
    """

    start: int | None
    points: int
    canastas: int = 0
    of: tuple[Grade, ...] = ()


Scale = tuple[int, ...]


def canastas(count: int, of: tuple[Grade, ...] = ()) -> str:
    """So many canastas in words: ``2 natural or mixed canastas``."""
    grades = f"{either(grade.value for grade in of)} " if of else ""
    return count_of(count, f"{grades}canasta")


def needed(needs: tuple[Need, ...]) -> str:
    """Needs in words: ``2 canastas, of them 1 run canasta``."""
    anyone = next((need for need in needs if not need.of), None)
    words = " and ".join(canastas(need.number, need.of) for need in needs if need.of)
    if anyone is None:
        return words
    return f"{canastas(anyone.number)}, of them {words}" if words else canastas(anyone.number)


def least(needs: tuple[Need, ...]) -> int:
    """How many canastas meet the needs at least; those of certain grades are among any."""
    anyone = max((need.number for need in needs if not need.of), default=0)
    return max(anyone, sum(need.number for need in needs if need.of))


def asked(tier: Tier) -> str:
    """What a tier asks for, in words: ``90``, or ``1 canasta and 200 points``."""
    if not tier.canastas:
        return f"{tier.points:,}"
    points = f" and {tier.points:,} points" if tier.points else ""
    return f"{canastas(tier.canastas, tier.of)}{points}"
