"""The parameters of all games: one ``param()`` each, or ``switch()``, with its kind; and their list.

``parameters.toml`` describes them. Loading this takes longer than a short answer: a compiled ruleset has its
values without it.

A new parameter is one ``param()`` here, or ``switch()`` for a flag or a choice, with ``when`` if only
some games use it; its description in ``parameters.toml``; its value and source in ``classic.toml`` and in
each ruleset that differs. What only some ranks have is one ``of_ranks()``, read as
``ruleset.ranks.wilds[rank]`` and named ``ranks.*.wilds``. ``tests/rules/test_ranks.py`` counts the
parameters that a single ruleset changes: look for a more general one first. To let a black three stay on
the pile without blocking it, first admit ``NONE`` in the kinds of ``pile`` in ``Ranks``.
"""

from collections.abc import Mapping
from typing import ClassVar

from canasta_cli.errors import SEVERAL_STOCKS
from canasta_cli.model.cards import FOUR_TO_ACE, Rank
from canasta_cli.rules.parameter import (
    COLLECTIONS,
    EARNED,
    EMPTY_PILE,
    FLAG,
    GRADES,
    HELD,
    NEEDS,
    NONE,
    SCALE,
    SCALE_OR_NONE,
    SIZES,
    SPECIALS,
    TAKE,
    TIERS,
    TWO_OR_NONE,
    Declared,
    Param,
    Property,
    UsedIf,
    choice,
    of_ranks,
    param,
    switch,
    used_if,
    whole,
    whole_or_none,
)
from canasta_cli.rules.vocabulary import (
    MOST_PACKS,
    Asking,
    AskWhen,
    Basis,
    BlackThrees,
    ByRank,
    Collection,
    ConcealedLayOff,
    Contains,
    DeadRank,
    Earned,
    Earning,
    EmptyPile,
    Exempt,
    FinalDiscard,
    FootWhen,
    ForcedTake,
    Grade,
    HeldPenalty,
    LaidBlack,
    LastRedThree,
    LongRuns,
    Need,
    OneCard,
    OntoRun,
    Partners,
    Portion,
    RankDiscard,
    RankOnPile,
    SameRank,
    Scale,
    SpecialHand,
    StockEnd,
    ThreeMelds,
    ThreesDealt,
    ThreesHeld,
    Tie,
    Tier,
    UnderUpcard,
    Unopened,
    Upcard,
    WildDiscard,
    WildLock,
    WildMelds,
    WildRatio,
    WildsIn,
    WildTop,
)

# Parameters of the table.
#
# The TOML reader, `--house`, `rules show`, `rules diff`, completion and the manual all read these
# declarations. The default of a parameter of the classic game is the value that most sources give.


class Seats(Declared, group="seats"):
    """Players and sides."""

    players: int = param(whole(2, 12), default=4)
    sides: tuple[int, ...] = param(SIZES, default=(2, 2))
    partners: Partners = switch(default=Partners.FIXED)


class Deck(Declared, group="deck"):
    """The deck."""

    packs: int = param(whole(1, MOST_PACKS), default=2)
    jokers: int = param(whole(0, 48), default=4)


# Properties of ranks: a table in a ruleset file.

_THREES = (Rank.BLACK_THREE, Rank.RED_THREE)
_WILDS = (Rank.DEUCE, Rank.JOKER)
_BUT_RED_THREES = tuple(rank for rank in Rank if rank is not Rank.RED_THREE)
_SETS = (*FOUR_TO_ACE, Rank.DEUCE)
_CANASTAS = (*FOUR_TO_ACE, *_WILDS)
_IF_WILD_MELDS, _IF_RUNS = used_if("melds.wild_only"), used_if("melds.runs")
_IF_BONUS_CARDS = used_if("talon.cards")
_IF_NOT_FROZEN = used_if("pile.always_frozen", unless=True)
_IF_NATURAL = {rank: used_if(f"ranks.{rank.value}.wild", unless=True) for rank in _SETS}


def _points(ranks: tuple[Rank, ...], when: Mapping[Rank, UsedIf] = {}) -> ByRank[int | None]:
    """Declare what something of a rank is worth, which a ruleset need not say."""
    return of_ranks(whole_or_none(), ranks=ranks, off=None, optional=True, when=when)


OF_NATURAL_RANKS = ("wilds", "canasta_mixed", "unfinished_mixed", "empty_pile", "pile")
"""The properties that a wild rank can't have."""


class Ranks(Declared, group="ranks"):
    """The ranks: card values, and rules of one rank."""

    points: ByRank[int] = of_ranks(
        whole(),
        ranks=_BUT_RED_THREES,
        off=0,
        defaults=dict.fromkeys(FOUR_TO_ACE[:4], 5)
        | dict.fromkeys(FOUR_TO_ACE[4:-1], 10)
        | {Rank.ACE: 20, Rank.DEUCE: 20, Rank.JOKER: 50, Rank.BLACK_THREE: 5},
    )
    wild: ByRank[bool] = of_ranks(
        FLAG, ranks=_SETS, off=False, defaults={Rank.DEUCE: True}, unlike={Rank.DEUCE: True}
    )
    wilds: ByRank[WildsIn] = of_ranks(
        choice(WildsIn),
        ranks=(*_SETS, Rank.BLACK_THREE),
        off=WildsIn.ANY,
        defaults={Rank.BLACK_THREE: WildsIn.NEVER},
        kinds={Rank.BLACK_THREE: choice(WildsIn, WildsIn.ANY, WildsIn.NEVER)},
        when=_IF_NATURAL | {Rank.BLACK_THREE: used_if("melds.black_threes")},
    )
    canasta: ByRank[int | None] = _points(_CANASTAS, dict.fromkeys(_WILDS, _IF_WILD_MELDS))
    canasta_mixed: ByRank[int | None] = _points(_SETS)
    canasta_from: ByRank[int | None] = of_ranks(
        whole_or_none(1, 20),
        ranks=_WILDS,
        off=None,
        defaults={Rank.JOKER: 4},
        when={
            rank: used_if(
                f"ranks.{rank.value}.canasta", f"ranks.{rank.value}.unfinished", unless=None
            )
            for rank in _WILDS
        },
    )
    unfinished: ByRank[int | None] = _points(_CANASTAS, dict.fromkeys(_WILDS, _IF_WILD_MELDS))
    unfinished_mixed: ByRank[int | None] = _points(_SETS)
    held: ByRank[HeldPenalty | None] = of_ranks(
        HELD, ranks=_BUT_RED_THREES, off=None, optional=True
    )
    left: ByRank[int | None] = of_ranks(
        whole_or_none(), ranks=tuple(Rank), off=None, defaults={Rank.RED_THREE: 500}
    )
    discard: ByRank[RankDiscard] = of_ranks(
        choice(RankDiscard),
        ranks=_BUT_RED_THREES,
        off=RankDiscard.FREE,
        kinds=dict.fromkeys(
            (Rank.BLACK_THREE, Rank.JOKER),
            choice(RankDiscard, RankDiscard.FREE, RankDiscard.LATER, RankDiscard.NEVER),
        ),
    )
    last_discard: ByRank[bool] = of_ranks(FLAG, ranks=_BUT_RED_THREES, off=True)
    empty_pile: ByRank[bool] = of_ranks(FLAG, ranks=_SETS, off=True, when=_IF_NATURAL)
    pile: ByRank[RankOnPile] = of_ranks(
        choice(RankOnPile),
        ranks=(*_SETS, *_THREES),
        off=RankOnPile.NONE,
        defaults={Rank.BLACK_THREE: RankOnPile.BLOCKS, Rank.RED_THREE: RankOnPile.FREEZES},
        kinds=dict.fromkeys(_THREES, choice(RankOnPile, RankOnPile.BLOCKS, RankOnPile.FREEZES)),
        when=_IF_NATURAL | {Rank.RED_THREE: _IF_NOT_FROZEN},
    )
    usual: Mapping[str, Mapping[Rank, object]]
    """The value of each property that each rank has in most games."""
    properties: ClassVar[dict[str, Property]] = {
        name: each for name, each in list(vars().items()) if isinstance(each, Property)
    }
    params: ClassVar[dict[str, Param]] = {
        f"{rank.value}.{name}": each.of(rank, name)
        for name, each in properties.items()
        for rank in each.ranks
    }

    def __init__(self) -> None:
        """Begin with the defaults, by property and rank."""
        alike = {name: dict.fromkeys(Rank, each.off) for name, each in self.properties.items()}
        super(Declared, self).__init__(
            usual={name: {**alike[name], **each.unlike} for name, each in self.properties.items()},
            **{name: {**alike[name], **each.defaults} for name, each in self.properties.items()},
        )


# Parameters of the deal and of melding.


class DealParameters(Declared, group="deal"):
    """The deal."""

    cards: int = param(whole(1, 30), default=11)
    draw: int = param(whole(1, 5), default=1)
    foot: int | None = param(whole_or_none(1, 30), default=None, when=used_if("deal.foot"))
    upcard: Upcard = switch(default=Upcard.COVERED)
    black_upcard: bool = switch(default=True, when=used_if("deal.upcard"))
    under_upcard: UnderUpcard = switch(default=UnderUpcard.NONE, when=used_if("deal.upcard"))
    foot_when: FootWhen = switch(default=FootWhen.HAND, when=used_if("deal.foot"))


class Melds(Declared, group="melds"):
    """Melds."""

    smallest: int = param(whole(1, 10), default=3)
    largest: int | None = param(whole_or_none(3, 99), default=None)
    largest_wild: int | None = param(whole_or_none(3, 99), default=7, when=_IF_WILD_MELDS)
    canasta: int = param(whole(3, 20), default=7)
    min_naturals: int = param(whole(1, 10), default=2)
    max_wilds: int = param(whole(0, 20), default=3)
    wild_ratio: WildRatio = switch(default=WildRatio.FREE)
    wild_only: bool = switch(default=False)
    wild_as: WildMelds = switch(default=WildMelds.ANY, when=_IF_WILD_MELDS)
    wild_lock: WildLock = switch(default=WildLock.NONE, when=_IF_WILD_MELDS)
    wilds_on_canasta: bool = switch(default=True)
    runs: bool = switch(default=False)
    long_runs: LongRuns = switch(default=LongRuns.NEVER, when=_IF_RUNS)
    same_rank: SameRank = switch(default=SameRank.MERGED)
    black_threes: BlackThrees = switch(default=BlackThrees.GOING_OUT)
    threes: ThreeMelds = switch(default=ThreeMelds.NONE)
    naturals_before_wild: int | None = param(whole_or_none(1, 10), default=None)
    dead_rank: DeadRank = switch(default=DeadRank.NEVER)
    earned: Earned = param(EARNED, default=Earned(Earning.NOTHING))


class Opening(Declared, group="opening"):
    """The initial meld."""

    basis: Basis = switch(default=Basis.TOTAL)
    tiers: tuple[Tier, ...] = param(
        TIERS, default=(Tier(None, 15), Tier(0, 50), Tier(1500, 90), Tier(3000, 120))
    )
    wilds: bool = switch(default=True)
    top_counts: bool = switch(default=True)
    pair_counts: bool = switch(default=True)
    threes: bool = switch(
        default=True,
        when=used_if("melds.black_threes", "melds.threes"),
    )
    exempt: Exempt = switch(default=Exempt.STOCK)
    extra_cards: int = param(whole(0, 30), default=0)
    contains: Contains = switch(default=Contains.ANYTHING)
    splash: bool = switch(default=False)
    mixed_canasta: bool = switch(default=True)


# Parameters of the discard pile, the stock and the discard.


class PileParameters(Declared, group="pile"):
    """The discard pile."""

    natural_wild: bool = switch(default=True, when=_IF_NOT_FROZEN)
    lay_off: bool = switch(default=True, when=_IF_NOT_FROZEN)
    onto_canasta: bool = switch(default=True)
    onto_run: OntoRun = switch(default=OntoRun.PILE, when=_IF_RUNS)
    always_frozen: bool = switch(default=False)
    wild_freezes: bool = switch(default=True, when=_IF_NOT_FROZEN)
    unopened: Unopened = switch(default=Unopened.FROZEN)
    one_card: OneCard = switch(default=OneCard.BOTH)
    take: Portion | int = param(TAKE, default=Portion.WHOLE)
    wild_top: WildTop = switch(default=WildTop.BLOCKS)


class Stock(Declared, group="stock"):
    """The end of the stock."""

    end: StockEnd = switch(default=StockEnd.PLAY_ON)
    forced_take: ForcedTake = switch(
        default=ForcedTake.LAY_OFF, when=used_if("stock.end", unless=StockEnd.TURN)
    )
    last_red_three: LastRedThree = switch(default=LastRedThree.NOTHING)


_LIMITED = ("discard.empty_pile", *(f"ranks.{rank.value}.empty_pile" for rank in FOUR_TO_ACE))


class DiscardParameters(Declared, group="discard"):
    """The discard that ends a turn."""

    wild_on_wild: bool = switch(default=True)
    final: FinalDiscard = switch(default=FinalDiscard.OPTIONAL)
    wild: WildDiscard = switch(default=WildDiscard.FREE)
    empty_pile: EmptyPile | int = param(EMPTY_PILE, default=EmptyPile.FREE)
    empty_pile_relief: bool = switch(default=True, when=UsedIf(_LIMITED, (EmptyPile.FREE, True)))


# Parameters of scoring: threes laid out, going out, bonuses for canastas, penalties, the end of the game.


class Threes(Declared, group="threes"):
    """Threes laid out on the table."""

    red: Scale = param(SCALE, default=(100, 200, 300, 800))
    red_earned: Earned = param(EARNED, default=Earned(Earning.MELD))
    spared: int | None = param(whole_or_none(1, 20), default=None)
    black: Scale | None = param(
        SCALE_OR_NONE,
        default=None,
        when=used_if("threes.lay_black"),
    )
    black_earned: Earned = param(
        EARNED, default=Earned(Earning.NOTHING), when=used_if("threes.black")
    )
    lay_black: LaidBlack = switch(default=LaidBlack.NEVER)
    dealt: ThreesDealt = switch(
        default=ThreesDealt.AT_ONCE,
        when=UsedIf(("melds.threes",), (ThreeMelds.BY_COLOUR, ThreeMelds.TOGETHER)),
    )
    held: ThreesHeld = switch(default=ThreesHeld.NEVER)


class OutParameters(Declared, group="out"):
    """Going out."""

    needs: tuple[Need, ...] = param(NEEDS, default=(Need(1),))
    red_threes: bool = switch(default=False)
    bonus: int = param(whole(), default=100)
    concealed: int = param(whole(), default=100)
    concealed_pile: bool = switch(default=True, when=used_if("out.concealed"))
    concealed_lay_off: ConcealedLayOff = switch(
        default=ConcealedLayOff.SPOILS, when=used_if("out.concealed")
    )
    asking: Asking = switch(default=Asking.OPTIONAL)
    ask_when: AskWhen = switch(default=AskWhen.AFTER, when=used_if("out.asking"))
    finished: tuple[Grade, ...] = param(GRADES, default=(), when=used_if("out.finished"))
    partner_foot: bool = switch(default=False, when=used_if("deal.foot"))


class Bonus(Declared, group="bonus"):
    """Bonuses for canastas, besides the card values."""

    natural: int = param(whole(), default=500)
    mixed: int = param(whole(), default=300)
    run: int | None = param(whole_or_none(), default=None, when=_IF_RUNS)
    wild: int | None = param(whole_or_none(), default=None, when=_IF_WILD_MELDS)
    threes: int | None = param(
        whole_or_none(),
        default=None,
        when=used_if("melds.threes"),
    )
    wild_out_only: bool = switch(default=False, when=_IF_WILD_MELDS)
    collections: tuple[Collection, ...] = param(
        COLLECTIONS, default=(), when=used_if("bonus.collections")
    )


class Penalty(Declared, group="penalty"):
    """Penalties for irregularities."""

    cannot_go_out: int | None = param(whole_or_none(), default=100, when=used_if("out.asking"))
    out_against_no: int | None = param(whole_or_none(), default=100, when=used_if("out.asking"))
    illegal_take: int | None = param(whole_or_none(), default=50)


class End(Declared, group="end"):
    """The end of the game."""

    target: int | None = param(whole_or_none(1), default=5000, when=used_if("end.target"))
    deals: int | None = param(whole_or_none(1, 100), default=None, when=used_if("end.deals"))
    tie: Tie = switch(default=Tie.DRAW)


# Parameters that the classic game does not use: bonus cards, special hands, unfinished melds.


class Talon(Declared, group="talon"):
    """Bonus cards for opening, picked up at the start of the player's next turn."""

    cards: tuple[int, int] | None = param(TWO_OR_NONE, default=None, when=_IF_BONUS_CARDS)
    stock: int = param(whole(0, 99), default=0, when=_IF_BONUS_CARDS)
    aside: bool = switch(default=False, when=_IF_BONUS_CARDS)
    with_pile: bool = switch(default=True, when=_IF_BONUS_CARDS)
    spares_card: bool = switch(default=False, when=_IF_BONUS_CARDS)


class Special(Declared, group="special"):
    """Special hands: whole hands shown at once, which end the hand."""

    hands: tuple[SpecialHand, ...] = param(SPECIALS, default=(), when=used_if("special.hands"))


class UnfinishedParameters(Declared, group="unfinished"):
    """Penalties for unfinished melds of wild cards, and for short sequences."""

    wild: int | None = param(whole_or_none(), default=None, when=_IF_WILD_MELDS)
    short_run: int | None = param(whole_or_none(), default=None, when=_IF_RUNS)
    short_run_below: int = param(whole(4, 11), default=5, when=used_if("unfinished.short_run"))


# All of them, and those that have gone or have another name.

GROUPS: dict[str, type[Declared]] = Declared.groups
PARAMETERS: dict[str, Param] = {
    f"{group}.{name}": statement._replace(name=f"{group}.{name}")
    for group, kind in GROUPS.items()
    for name, statement in kind.params.items()
}

CUT: dict[str, tuple[object, str]] = {
    "deal.stocks": (NONE, SEVERAL_STOCKS),
    "deal.draw_from": ("each", SEVERAL_STOCKS),
    "stock.first_ends": (False, SEVERAL_STOCKS),
}
"""Parameters that no longer exist: the value that changed nothing, and why any other one is refused.

Games recorded with them have all of them, nearly always with these values.
"""

RENAMED: dict[str, str] = {}
"""The names of today of renamed parameters, by their former names; kept for ever.

Databases, game files and rules files keep the names under which they were written. A property of ranks
is named for all of them: ``ranks.*.points``.
"""
