"""Properties of ranks: a table in a ruleset file, one ``of_ranks()`` for each property."""

from collections.abc import Mapping
from typing import Any, ClassVar

from canasta_cli.model.cards import FOUR_TO_ACE, Rank
from canasta_cli.rules.parameter import (
    FLAG,
    HELD,
    Declared,
    Param,
    Property,
    choice,
    of_ranks,
    used_if,
    whole,
    whole_or_none,
)
from canasta_cli.rules.vocabulary import (
    BlackThrees,
    ByRank,
    HeldPenalty,
    RankDiscard,
    RankOnPile,
    WildsIn,
)

_THREES = (Rank.BLACK_THREE, Rank.RED_THREE)
_WILDS = (Rank.DEUCE, Rank.JOKER)
_BUT_RED_THREES = tuple(rank for rank in Rank if rank is not Rank.RED_THREE)
_SETS = (*FOUR_TO_ACE, Rank.DEUCE)
_CANASTAS = (*FOUR_TO_ACE, *_WILDS)
_IF_WILD_MELDS = dict.fromkeys(_WILDS, used_if("melds.wild_only"))
_IF_NATURAL = {rank: used_if(f"ranks.{rank.value}.wild", unless=True) for rank in _SETS}
OF_NATURAL_RANKS = ("wilds", "canasta_mixed", "unfinished_mixed", "empty_pile", "pile")
"""The properties that a wild rank can't have."""


class Ranks(Declared):
    """The ranks: card values, and rules of one rank."""

    points: ByRank[int] = of_ranks(
        whole(),
        ranks=_BUT_RED_THREES,
        off=0,
        unit="points",
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
        when=_IF_NATURAL
        | {Rank.BLACK_THREE: used_if("melds.black_threes", unless=BlackThrees.NEVER)},
    )
    canasta: ByRank[int | None] = of_ranks(
        whole_or_none(),
        ranks=_CANASTAS,
        off=None,
        optional=True,
        unit="points",
        when=_IF_WILD_MELDS,
    )
    canasta_mixed: ByRank[int | None] = of_ranks(
        whole_or_none(), ranks=_SETS, off=None, optional=True, unit="points"
    )
    canasta_from: ByRank[int | None] = of_ranks(
        whole_or_none(1, 20),
        ranks=_WILDS,
        off=None,
        unit="cards",
        defaults={Rank.JOKER: 4},
        when={
            rank: used_if(
                f"ranks.{rank.value}.canasta", f"ranks.{rank.value}.unfinished", unless=None
            )
            for rank in _WILDS
        },
    )
    unfinished: ByRank[int | None] = of_ranks(
        whole_or_none(),
        ranks=_CANASTAS,
        off=None,
        optional=True,
        unit="points",
        when=_IF_WILD_MELDS,
    )
    unfinished_mixed: ByRank[int | None] = of_ranks(
        whole_or_none(), ranks=_SETS, off=None, optional=True, unit="points"
    )
    held: ByRank[HeldPenalty | None] = of_ranks(
        HELD, ranks=_BUT_RED_THREES, off=None, optional=True, unit="points"
    )
    left: ByRank[int | None] = of_ranks(
        whole_or_none(), ranks=tuple(Rank), off=None, unit="points", defaults={Rank.RED_THREE: 500}
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
        when=_IF_NATURAL | {Rank.RED_THREE: used_if("pile.always_frozen", unless=True)},
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

    def __init__(self, **values: Any) -> None:
        """Take values by rank and property: ``7.canasta``. Values that are not given are the defaults."""
        for name in values:
            if name not in self.params:
                raise TypeError(f"{type(self).__name__} has no parameter {name}")
        self.__dict__["usual"] = {
            name: dict.fromkeys(Rank, each.off) | dict(each.unlike)
            for name, each in self.properties.items()
        }
        for name, each in self.properties.items():
            by_rank: dict[Rank, object] = dict.fromkeys(Rank, each.off)
            for rank in each.ranks:
                key = f"{rank.value}.{name}"
                by_rank[rank] = values.get(key, self.params[key].default)
            self.__dict__[name] = by_rank
