"""What a meld of threes may be; the rows of these checks stand with the rules ``meld.*``."""

from typing import TYPE_CHECKING

from canasta_cli.engine.rule import Answer, Fact, Reason, Unknown
from canasta_cli.model.cards import Rank
from canasta_cli.model.melds import Meld, Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import BlackThrees, ThreeMelds

if TYPE_CHECKING:
    from canasta_cli.engine.melds.melding import Lying


def red_threes(case: "Lying", ruleset: Ruleset) -> Answer:
    """A red three is laid out and not melded, but where threes make melds."""
    meld = case.meld
    if not meld.cards.of(Rank.RED_THREE) or as_a_rank(ruleset):
        return None
    return Reason(
        False,
        "{meld} holds a red three, which is laid out and never melded",
        {"meld": meld},
        remedy="write red threes as a word of their own: 2x3R",
    )


def as_a_rank(ruleset: Ruleset) -> bool:
    """Whether threes are melded like any rank."""
    return ruleset.melds.threes is not ThreeMelds.NONE


def threes_melded(meld: Meld, ruleset: Ruleset) -> bool:
    """Whether threes are melded like any rank, and these cards are threes."""
    return meld.shape is Shape.THREES and as_a_rank(ruleset)


def threes(case: "Lying", ruleset: Ruleset) -> Answer:
    """Threes of both colours are melded like any rank only in some games."""
    meld = case.meld
    apart = ruleset.melds.threes is ThreeMelds.BY_COLOUR and meld.rank is None
    return Reason(
        not apart,
        "{meld}: threes of both colours do not lie together" if apart else "{meld} are threes",
        {"meld": meld},
        remedy="meld the threes of each colour apart",
    )


def black_threes(case: "Lying", ruleset: Ruleset) -> Answer:
    """Black threes are melded at the moments that the game allows."""
    meld, going_out = case
    if not meld.cards.of(Rank.BLACK_THREE) or threes_melded(meld, ruleset):
        return None
    when = ruleset.melds.black_threes
    if when is BlackThrees.GOING_OUT and going_out is None:
        return Unknown(Fact.OUT)
    allowed = when is BlackThrees.ALWAYS or (when is BlackThrees.GOING_OUT and bool(going_out))
    says = {
        BlackThrees.NEVER: "black threes are never melded",
        BlackThrees.GOING_OUT: "black threes are melded only in going out",
        BlackThrees.ALWAYS: "black threes may be melded",
    }[when]
    return Reason(
        allowed,
        "{meld}: " + says,
        {"meld": meld},
        remedy=(
            "lay them out face up, one by one"
            if ruleset.threes.black_laid
            else "meld them in the turn in which you go out, or discard them one by one"
            if when is BlackThrees.GOING_OUT
            else "discard them one by one"
        ),
    )


def black_threes_wild(case: "Lying", ruleset: Ruleset) -> Answer:
    """Wild cards go with black threes only where the game says so."""
    meld = case.meld
    if meld.rank is not Rank.BLACK_THREE or not meld.wilds:
        return None
    return Reason(
        ruleset.melds.black_threes_wild,
        "{meld} puts wild cards to black threes",
        {"meld": meld},
        remedy="leave the wild cards out",
    )
