"""Families of scoring items that are alike, one for each rank: how they are listed."""

from canasta_cli.engine.points import WILD
from canasta_cli.namedtuples import NamedTuple


class Family(NamedTuple):
    """Items that differ only in their rank: an id, words, and the parameters that they read."""

    id: str
    says: str
    reads: tuple[str, ...]


_MELDS = (WILD, "melds.canasta", "melds.same_rank")
FAMILIES: tuple[Family, ...] = (
    Family(
        "canasta.RANK",
        "Natural canastas of one rank, in games that score them separately: canasta.sevens.",
        ("ranks.4-A,2.canasta", WILD, "melds.canasta"),
    ),
    Family(
        "canasta.wild-RANK",
        "Wild canastas of one rank, in games where it is wild and that score them separately: "
        "canasta.wild-fours.",
        ("ranks.4-A.canasta", "bonus.wild_out_only", WILD, "melds.canasta"),
    ),
    Family(
        "canasta.RANK-mixed",
        "Mixed canastas of one rank, in games that score them separately: canasta.sevens-mixed.",
        ("ranks.4-A,2.canasta_mixed", WILD, "melds.canasta"),
    ),
    Family(
        "unfinished.RANK",
        "Unfinished melds of one rank, in games where they cost points: unfinished.sevens.",
        ("ranks.4-A,2.unfinished", "ranks.4-A,2.unfinished_mixed", *_MELDS),
    ),
    Family(
        "unfinished.wild-RANK",
        "Unfinished wild melds of one rank, in games where it is wild and where they cost points: "
        "unfinished.wild-fours.",
        ("ranks.4-A.unfinished", "ranks.2,W.unfinished", "ranks.2,W.canasta_from", *_MELDS),
    ),
    Family(
        "unfinished.RANK-held",
        "Each hand with too many cards of one rank, in games where it costs points: "
        "unfinished.sevens-held.",
        ("ranks.*.held",),
    ),
    Family(
        "penalty.RANK-left",
        "Cards of one rank left in a hand or foot, in games where they cost other points than their "
        "values: penalty.black-three-left.",
        ("ranks.4-A,3B,2,W.left",),
    ),
)
