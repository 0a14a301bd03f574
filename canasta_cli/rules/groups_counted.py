"""Parameters of scoring: one ``param()`` each, with description, kind and unit.

See ``groups``. Threes laid out, going out, bonuses for canastas, penalties, the end of the game.
"""

from canasta_cli.rules.grades import Grade
from canasta_cli.rules.group import ThreeValues
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
from canasta_cli.rules.parameter import Declared, param, used_if
from canasta_cli.rules.reward_kinds import COLLECTIONS
from canasta_cli.rules.rewards import Collection
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    ConcealedLayOff,
    Earned,
    Earning,
    LaidBlack,
    Need,
    Scale,
    ThreeMelds,
    ThreesHeld,
    Tie,
)


class Threes(Declared, ThreeValues):
    """Threes laid out on the table."""

    red: Scale = param(
        SCALE,
        "points for red threes laid out, by how many there are",
        default=(100, 200, 300, 800),
        unit="points",
    )
    red_earned: Earned = param(
        EARNED,
        "what a side needs so that its red threes score plus instead of minus",
        default=Earned(Earning.MELD),
    )
    spared: int | None = param(
        whole_or_none(1, 20),
        "with this many canastas or more, a side's threes score 0 instead of counting against it",
        default=None,
        unit="canastas",
    )
    black: Scale | None = param(
        SCALE_OR_NONE,
        'points for black threes laid out, by how many there are ("none": they score and '
        "count like red threes)",
        default=None,
        unit="points",
        when=used_if("threes.lay_black", unless=LaidBlack.NEVER),
    )
    black_earned: Earned = param(
        EARNED,
        "what a side needs so that black threes with their own scale score plus instead of minus",
        default=Earned(Earning.NOTHING),
        when=used_if("threes.black"),
    )
    lay_black: LaidBlack = param(
        choice(LaidBlack),
        "when black threes are laid out and scored like red threes: never, always, from-pile (only "
        "those of a pile that was taken)",
        default=LaidBlack.NEVER,
    )
    held: ThreesHeld = param(
        choice(ThreesHeld),
        "whether threes may be held back instead of laid out: never, one (while the side has "
        "not opened), any",
        default=ThreesHeld.NEVER,
    )


class Out(Declared):
    """Going out."""

    needs: tuple[Need, ...] = param(
        NEEDS, "canastas that a side needs to go out", default=(Need(1),), unit="canastas"
    )
    red_threes: bool = param(
        FLAG,
        "whether a side that goes out must have at least as many red threes as canastas",
        default=False,
    )
    bonus: int = param(whole(), "bonus for going out", default=100, unit="points")
    concealed: int = param(
        whole(),
        "additional bonus for going out concealed",
        default=100,
        unit="points",
    )
    concealed_pile: bool = param(
        FLAG,
        "whether going out can still be concealed in a turn that takes the pile",
        default=True,
        when=used_if("out.concealed"),
    )
    concealed_lay_off: ConcealedLayOff = param(
        choice(ConcealedLayOff),
        "laying off on the partner's melds when going out: spoils (not concealed), forgiven "
        "(concealed if the melds could stand without the partner's cards), allowed",
        default=ConcealedLayOff.SPOILS,
        when=used_if("out.concealed"),
    )
    asking: Asking = param(
        choice(Asking),
        "whether a player asks their partner before going out: optional, once (optional, once "
        "in a hand), required, none (never)",
        default=Asking.OPTIONAL,
    )
    ask_when: AskWhen = param(
        choice(AskWhen),
        "when a player may ask: after (after drawing or taking the pile, before melding), "
        "either (before that as well)",
        default=AskWhen.AFTER,
        when=used_if("out.asking", unless=Asking.NONE),
    )
    finished: tuple[Grade, ...] = param(
        GRADES,
        "kinds of canasta that must be finished before a side goes out",
        default=(),
        when=used_if("out.finished"),
    )
    partner_foot: bool = param(
        FLAG,
        "whether the partner must have picked up the foot and played from it",
        default=False,
        when=used_if("deal.foot"),
    )


class Bonus(Declared):
    """Bonuses for canastas, besides the card values."""

    natural: int = param(whole(), "a natural canasta", default=500, unit="points")
    mixed: int = param(whole(), "a mixed canasta", default=300, unit="points")
    run: int | None = param(
        whole_or_none(),
        "a sequence of seven cards",
        default=None,
        unit="points",
        when=used_if("melds.runs"),
    )
    wild: int | None = param(
        whole_or_none(),
        "a wild canasta",
        default=None,
        unit="points",
        when=used_if("melds.wild_only"),
    )
    threes: int | None = param(
        whole_or_none(),
        "a canasta of threes, if threes are melded like any rank",
        default=None,
        unit="points",
        when=used_if("melds.threes", unless=ThreeMelds.NONE),
    )
    wild_out_only: bool = param(
        FLAG,
        "whether wild canastas score only for the side that goes out",
        default=False,
        when=used_if("melds.wild_only"),
    )
    collections: tuple[Collection, ...] = param(
        COLLECTIONS,
        "points for several canastas of a side together; if several collections have the same "
        "number of canastas, only the best one counts",
        default=(),
        unit="points",
        when=used_if("bonus.collections"),
    )


class Penalty(Declared):
    """Penalties for irregularities."""

    cannot_go_out: int | None = param(
        whole_or_none(),
        "being unable to go out after the partner said yes",
        default=100,
        unit="points",
        when=used_if("out.asking", unless=Asking.NONE),
    )
    out_against_no: int | None = param(
        whole_or_none(),
        "trying to go out although the partner said no",
        default=100,
        unit="points",
        when=used_if("out.asking", unless=Asking.NONE),
    )
    illegal_take: int | None = param(
        whole_or_none(),
        "taking the pile without being able to use its top card",
        default=50,
        unit="points",
    )


class End(Declared):
    """The end of the game."""

    target: int | None = param(
        whole_or_none(1),
        "total that ends the game",
        default=5000,
        unit="points",
        when=used_if("end.target"),
    )
    deals: int | None = param(
        whole_or_none(1, 100),
        "number of hands after which the game ends",
        default=None,
        unit="hands",
        when=used_if("end.deals"),
    )
    tie: Tie = param(
        choice(Tie),
        "equal totals at the end: draw (a drawn game), play-on (play goes on)",
        default=Tie.DRAW,
    )
