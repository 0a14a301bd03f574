"""What can differ in the count: one ``param()`` for each parameter, with words, kind and unit.

A sister of ``groups``: threes laid out, going out, what canastas earn, penalties, the end.
"""

from canasta_cli.rules.kinds import (
    EARNED,
    FLAG,
    GRADES,
    NEEDS,
    SCALE,
    SCALE_OR_NONE,
    choice,
    whole,
    whole_or_none,
)
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.rewards import COLLECTIONS, Collection
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    ConcealedLayOff,
    Earned,
    Earning,
    Grade,
    Need,
    Scale,
    ThreesHeld,
    Tie,
)


class Threes(Group):
    """Threes laid out."""

    red: Scale = param(
        SCALE,
        "what red threes laid out are worth together",
        default=(100, 200, 300, 800),
        unit="points",
    )
    red_earned: Earned = param(
        EARNED,
        "what the side needs for its red threes to count for it; without it they count against it",
        default=Earned(Earning.MELD),
    )
    spared: int | None = param(
        whole_or_none(1, 20),
        "canastas with which threes that are not earned do not count against the side either",
        default=None,
        unit="canastas",
    )
    black: Scale | None = param(
        SCALE_OR_NONE,
        "what black threes laid out are worth together, where they are laid out; "
        "none: by the scale of red ones, and earned like them",
        default=None,
        unit="points",
    )
    black_earned: Earned = param(
        EARNED,
        "what the side needs for black threes on a scale of their own to count for it",
        default=Earned(Earning.NOTHING),
    )
    black_laid: bool = param(
        FLAG, "whether black threes are laid out and paid like red ones", default=False
    )
    black_from_pile: bool = param(
        FLAG, "whether only black threes of a pile taken are laid out so", default=False
    )
    held: ThreesHeld = param(
        choice(ThreesHeld),
        "whether threes that are laid out may be held back: never; one, while the side has not "
        "opened; any",
        default=ThreesHeld.NEVER,
    )


class Out(Group):
    """Going out."""

    needs: tuple[Need, ...] = param(
        NEEDS, "canastas that a side needs to go out", default=(Need(1),), unit="canastas"
    )
    red_threes: bool = param(
        FLAG,
        "whether it needs as many red threes laid out as it has canastas, besides",
        default=False,
    )
    bonus: int = param(whole(), "for going out", default=100, unit="points")
    concealed: int = param(
        whole(),
        "for going out concealed, besides the bonus for going out",
        default=100,
        unit="points",
    )
    concealed_pile: bool = param(
        FLAG, "whether going out is still concealed if that turn took the pile", default=True
    )
    concealed_lay_off: ConcealedLayOff = param(
        choice(ConcealedLayOff),
        "whether laying off on the partner's melds spoils it; forgiven: not if the melds could "
        "stand without the partner's cards",
        default=ConcealedLayOff.SPOILS,
    )
    asking: Asking = param(
        choice(Asking),
        "whether a player asks the partner before going out: never; if wanted; if wanted, once in a "
        "hand; always",
        default=Asking.OPTIONAL,
    )
    ask_when: AskWhen = param(
        choice(AskWhen),
        "when a player may ask: after drawing or taking and before melding, or before that as well",
        default=AskWhen.AFTER,
    )
    finished: tuple[Grade, ...] = param(
        GRADES,
        "canastas of which the side may have no unfinished meld when it goes out",
        default=(),
    )
    partner_foot: bool = param(
        FLAG,
        "whether the partner must have taken up the foot and played from it",
        default=False,
    )


class Bonus(Group):
    """What canastas earn, card values apart."""

    natural: int = param(whole(), "a natural canasta", default=500, unit="points")
    mixed: int = param(whole(), "a mixed canasta", default=300, unit="points")
    run: int | None = param(whole_or_none(), "a run of seven", default=None, unit="points")
    wild: int | None = param(
        whole_or_none(), "a canasta of wild cards", default=None, unit="points"
    )
    wild_deuces: int | None = param(
        whole_or_none(), "a canasta of deuces only, where paid apart", default=None, unit="points"
    )
    wild_jokers: int | None = param(
        whole_or_none(),
        "a wild canasta with four jokers, where paid apart",
        default=None,
        unit="points",
    )
    sevens: int | None = param(
        whole_or_none(),
        "a natural canasta of sevens, where paid apart",
        default=None,
        unit="points",
    )
    sevens_mixed: int | None = param(
        whole_or_none(),
        "a mixed canasta of sevens, where paid apart",
        default=None,
        unit="points",
    )
    aces: int | None = param(
        whole_or_none(),
        "a natural canasta of aces, where paid apart",
        default=None,
        unit="points",
    )
    threes: int | None = param(
        whole_or_none(),
        "a canasta of threes, where they are melded so",
        default=None,
        unit="points",
    )
    wild_out_only: bool = param(
        FLAG,
        "whether canastas of wild cards are paid only to the side that goes out",
        default=False,
    )
    collections: tuple[Collection, ...] = param(
        COLLECTIONS,
        "several canastas of a side together; of collections of equally many canastas the best",
        default=(),
        unit="points",
    )


class Penalty(Group):
    """What irregularities cost."""

    undeclared_red_three: int | None = param(
        whole_or_none(),
        "a red three kept in the hand to the end, each",
        default=500,
        unit="points",
    )
    cannot_go_out: int | None = param(
        whole_or_none(),
        "being given permission to go out and not being able to",
        default=100,
        unit="points",
    )
    out_against_no: int | None = param(
        whole_or_none(),
        "trying to go out although the partner said no",
        default=100,
        unit="points",
    )
    illegal_take: int | None = param(
        whole_or_none(),
        "taking the pile without being able to use its top card",
        default=50,
        unit="points",
    )
    black_three_left: int | None = param(
        whole_or_none(),
        "each black three left in a hand, instead of its value",
        default=None,
        unit="points",
    )


class End(Group):
    """The end of the game."""

    target: int | None = param(
        whole_or_none(1), "the total that ends the game", default=5000, unit="points"
    )
    deals: int | None = param(
        whole_or_none(1, 100),
        "the number of hands after which the game ends",
        default=None,
        unit="hands",
    )
    tie: Tie = param(
        choice(Tie),
        "what equal totals at the end mean: a drawn game, or that play goes on",
        default=Tie.DRAW,
    )
