"""The values of parameters that are more than a number: choices, canastas needed, tiers."""

from canasta_cli.rules.grades import Grade, canastas
from canasta_cli.values import Enum, NamedTuple
from canasta_cli.words import count_of, listed

LARGEST = 1_000_000
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


class Held(NamedTuple):
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
