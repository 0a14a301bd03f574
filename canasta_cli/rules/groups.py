"""What can differ at the table and in melding: one ``param()`` a parameter, with words, kind, unit.

The piles are in ``groups_piles``, the count in ``groups_counted``, and what the classic game does
without altogether in ``groups_beyond``. The TOML reader, ``--house``, ``rules show``, ``rules diff``,
completion and the manual all read these pages. A parameter of the classic game has here the value
that most sources give it.
"""

from canasta_cli.rules.kinds import (
    EARNED,
    FLAG,
    SIZES,
    TIERS,
    choice,
    whole,
    whole_or_none,
)
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.vocabulary import (
    Basis,
    BlackThrees,
    Contains,
    DeadRank,
    Earned,
    Earning,
    Exempt,
    FootWhen,
    LongRuns,
    SameRank,
    ThreeMelds,
    Tier,
    UnderUpcard,
    Upcard,
    WildLock,
    WildMelds,
    WildRatio,
    WildsIn,
)


class Seats(Group):
    """Who plays, and with whom."""

    players: int = param(whole(2, 12), "how many play", default=4, unit="players")
    sides: tuple[int, ...] = param(SIZES, "how many players each side has", default=(2, 2))
    alone: bool = param(
        FLAG,
        "whether each hand one player is alone against the others, who are partners for that hand",
        default=False,
    )
    sitting_out: bool = param(
        FLAG, "whether one player of the larger side sits out each hand, in turn", default=False
    )


class Deck(Group):
    """The cards, and what each is worth."""

    packs: int = param(whole(1, 12), "packs of 52 cards", default=2, unit="packs")
    jokers: int = param(whole(0, 48), "jokers in all", default=4, unit="cards")
    joker: int = param(whole(), "a joker's value", default=50, unit="points")
    deuce: int = param(whole(), "a deuce's value", default=20, unit="points")
    ace: int = param(whole(), "an ace's value", default=20, unit="points")
    high: int = param(whole(), "the value of an eight up to a king", default=10, unit="points")
    low: int = param(whole(), "the value of a four up to a seven", default=5, unit="points")
    black_three: int = param(whole(), "a black three's value", default=5, unit="points")


class Deal(Group):
    """The deal."""

    cards: int = param(whole(1, 30), "cards dealt to each player", default=11, unit="cards")
    draw: int = param(whole(1, 5), "cards drawn from the stock each turn", default=1, unit="cards")
    foot: int | None = param(
        whole_or_none(1, 30), "cards in a second packet, the foot", default=None, unit="cards"
    )
    upcard: Upcard = param(
        choice(Upcard),
        "the card turned up: a wild card or red three is covered by the next one, or buried in the "
        "stock; or none is turned up",
        default=Upcard.COVERED,
    )
    black_upcard: bool = param(
        FLAG, "whether a black three that is turned up begins the pile", default=True
    )
    under_upcard: UnderUpcard = param(
        choice(UnderUpcard),
        "what lies face down under the upcard of the pile: nothing, three cards, "
        "or as many as the upcard's rank",
        default=UnderUpcard.NONE,
    )
    foot_when: FootWhen = param(
        choice(FootWhen),
        "when a player takes up the foot: with the hand used up, or with a first canasta",
        default=FootWhen.HAND,
    )


class Melds(Group):
    """What a meld may be."""

    smallest: int = param(whole(1, 10), "cards in the smallest meld", default=3, unit="cards")
    largest: int | None = param(
        whole_or_none(3, 99), "cards in the largest meld", default=None, unit="cards"
    )
    largest_wild: int | None = param(
        whole_or_none(3, 99),
        "cards in the largest meld of wild cards, where they make one",
        default=7,
        unit="cards",
    )
    canasta: int = param(whole(3, 20), "cards that make a canasta", default=7, unit="cards")
    min_naturals: int = param(
        whole(1, 10), "natural cards that a set holds at least", default=2, unit="cards"
    )
    max_wilds: int = param(
        whole(0, 20), "wild cards that a set holds at most", default=3, unit="cards"
    )
    wild_ratio: WildRatio = param(
        choice(WildRatio),
        "how wild cards go with naturals: free; not-more than naturals; fewer than naturals; "
        "half (two naturals for each); half-to-four (the same, but four naturals carry three); "
        "four (none with fewer than four naturals); "
        "by-size (one in three or four cards, two in five or six, three in a canasta)",
        default=WildRatio.FREE,
    )
    wild_only: bool = param(FLAG, "whether wild cards alone make a meld", default=False)
    wild_as: WildMelds = param(
        choice(WildMelds),
        "what such a meld is: any wild cards, or deuces as a rank, with jokers as their wild cards",
        default=WildMelds.ANY,
    )
    wild_lock: WildLock = param(
        choice(WildLock),
        "which wild cards go nowhere else while the side has such a meld short of a canasta: none; "
        "deuces, from the turn on that begins it; any, once it lies on the table",
        default=WildLock.NONE,
    )
    wilds_on_canasta: bool = param(
        FLAG, "whether wild cards may be added to a finished canasta", default=True
    )
    runs: bool = param(FLAG, "whether runs of one suit are melds", default=False)
    long_runs: LongRuns = param(
        choice(LongRuns), "when a run may be longer than a canasta", default=LongRuns.NEVER
    )
    same_rank: SameRank = param(
        choice(SameRank),
        "whether a second set of a rank is merged with the first, may stand apart, or may do so "
        "once the first is a canasta",
        default=SameRank.MERGED,
    )
    black_threes: BlackThrees = param(
        choice(BlackThrees), "when black threes may be melded", default=BlackThrees.GOING_OUT
    )
    black_threes_wild: bool = param(
        FLAG, "whether wild cards may go with black threes", default=False
    )
    threes: ThreeMelds = param(
        choice(ThreeMelds),
        "whether threes of both colours are melded like any rank: no, each colour apart, together",
        default=ThreeMelds.NONE,
    )
    sevens_wild: WildsIn = param(
        choice(WildsIn),
        "when sevens may hold wild cards: any time; only in a meld that had one when it opened; never",
        default=WildsIn.ANY,
    )
    aces_wild: WildsIn = param(
        choice(WildsIn),
        "when aces may hold wild cards: any time; only in a meld that had one when it opened; never",
        default=WildsIn.ANY,
    )
    naturals_before_wild: int | None = param(
        whole_or_none(1, 10),
        "natural cards that a set holds before a wild card is added, once the side has opened",
        default=None,
        unit="cards",
    )
    dead_rank: DeadRank = param(
        choice(DeadRank),
        "what the other side's canasta does to its rank: nothing (never); no new meld of it (start); "
        "not a card more of it (closed)",
        default=DeadRank.NEVER,
    )
    earned: Earned = param(
        EARNED,
        "what the side needs for its melded cards to count for it; without it they count against it",
        default=Earned(Earning.NOTHING),
    )


class Opening(Group):
    """The initial meld."""

    basis: Basis = param(choice(Basis), "what the initial meld goes by", default=Basis.TOTAL)
    tiers: tuple[Tier, ...] = param(
        TIERS,
        "card points that the initial meld asks for",
        default=(Tier(None, 15), Tier(0, 50), Tier(1500, 90), Tier(3000, 120)),
        unit="points",
    )
    wilds: bool = param(FLAG, "whether wild cards may be in the initial meld", default=True)
    top_counts: bool = param(
        FLAG, "whether the top card of the pile counts, when it is taken to open", default=True
    )
    exempt: Exempt = param(
        choice(Exempt),
        "when a player who melds the whole hand in one turn and goes out needs no minimum: "
        "never; if the turn began from the stock; always",
        default=Exempt.STOCK,
    )
    extra_cards: int = param(
        whole(0, 30),
        "cards that the player who makes a side's initial meld takes from the stock after it",
        default=0,
        unit="cards",
    )
    contains: Contains = param(
        choice(Contains),
        "what it must contain: anything; a meld of three naturals without wild cards; such a meld or "
        "one of wild cards alone; a meld with three naturals",
        default=Contains.ANYTHING,
    )
    splash: bool = param(
        FLAG,
        "whether a whole canasta from the hand, natural or of wild cards alone, needs no minimum",
        default=False,
    )
    mixed_canasta: bool = param(
        FLAG, "whether a mixed canasta may be completed in the initial meld", default=True
    )
