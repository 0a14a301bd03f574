"""Check melds of threes, for some of the rules ``meld.*``."""

from canasta_cli.engine.rule import Answer, Fact, Finding, Reason, Unknown, refusal
from canasta_cli.model.cards import Meld, MeldOnTable, Rank, Shape
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import BlackThrees, ThreeMelds, WildsIn


def red_threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse a red three in a meld, except in games with melds of threes."""
    meld = case.meld
    if not meld.cards.of(Rank.RED_THREE) or as_a_rank(ruleset):
        return None
    return refusal(
        "{meld} has a red three; red threes are laid out, never melded",
        {"meld": meld},
        fix="write red threes as a separate word: 2x3R",
    )


def as_a_rank(ruleset: Ruleset) -> bool:
    """True if threes are melded like any rank."""
    return ruleset.melds.threes is not ThreeMelds.NONE


def threes_melded(meld: Meld, ruleset: Ruleset) -> bool:
    """True if threes are melded like any rank and the meld is of threes."""
    return meld.shape is Shape.THREES and as_a_rank(ruleset)


def sometimes_melded(ruleset: Ruleset) -> bool:
    """True if black threes may be melded, although threes are not melded like any rank."""
    return not as_a_rank(ruleset) and ruleset.melds.black_threes is not BlackThrees.NEVER


def threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse a meld of both colours if each colour is melded separately."""
    meld = case.meld
    apart = ruleset.melds.threes is ThreeMelds.BY_COLOUR and meld.rank is None
    return Finding(
        not apart,
        lambda: Reason(
            "{meld} has red and black threes; each colour is melded separately"
            if apart
            else "{meld} are threes",
            {"meld": meld},
            fix="meld the threes of each colour separately",
        ),
    )


def black_threes(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse melded black threes at a moment that the game doesn't allow."""
    meld, going_out = case
    if not meld.cards.of(Rank.BLACK_THREE) or threes_melded(meld, ruleset):
        return None
    when = ruleset.melds.black_threes
    if when is BlackThrees.GOING_OUT and going_out is None:
        return Unknown(Fact.OUT)
    allowed = when is BlackThrees.ALWAYS or (when is BlackThrees.GOING_OUT and bool(going_out))
    says = {
        BlackThrees.NEVER: "black threes may not be melded",
        BlackThrees.GOING_OUT: "black threes may be melded only in the turn in which you go out",
        BlackThrees.ALWAYS: "black threes may be melded",
    }[when]
    return Finding(
        allowed,
        lambda: Reason(
            "{meld}: " + says,
            {"meld": meld},
            fix=(
                "lay them out face up, one by one"
                if ruleset.threes.black_laid
                else "meld them in the turn in which you go out, or discard them one by one"
                if when is BlackThrees.GOING_OUT
                else "discard them one by one"
            ),
        ),
    )


def black_threes_wild(case: MeldOnTable, ruleset: Ruleset) -> Answer:
    """Refuse wild cards with black threes unless the game allows them."""
    meld = case.meld
    if meld.rank is not Rank.BLACK_THREE or not meld.wilds:
        return None
    allowed = ruleset.ranks.wilds[meld.rank] is WildsIn.ANY
    return Finding(
        allowed,
        lambda: Reason(
            "{meld}: black threes may be melded with wild cards"
            if allowed
            else "{meld}: black threes may not be melded with wild cards",
            {"meld": meld},
            fix="leave out the wild cards",
        ),
    )
