"""Parameters of the table and of melding: one ``param()`` each, with description, kind and unit.

Those of the piles are in ``groups_piles``, of scoring in ``groups_counted``, and those that the
classic game does not use in ``groups_beyond``. The TOML reader, ``--house``, ``rules show``,
``rules diff``, completion and the manual all read these modules. The default of a parameter of the
classic game is the value that most sources give.
"""

from canasta_cli.rules.group import SeatValues
from canasta_cli.rules.kinds import (
    EARNED,
    FLAG,
    SIZES,
    TIERS,
    choice,
    whole,
    whole_or_none,
)
from canasta_cli.rules.parameter import Declared, param, used_if
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
    Partners,
    SameRank,
    ThreeMelds,
    Tier,
    UnderUpcard,
    Upcard,
    WildLock,
    WildMelds,
    WildRatio,
)


class Seats(Declared, SeatValues):
    """Players and sides."""

    players: int = param(whole(2, 12), "number of players", default=4, unit="players")
    sides: tuple[int, ...] = param(SIZES, "players on each side", default=(2, 2))
    partners: Partners = param(
        choice(Partners),
        "who plays together in a hand: fixed (the sides as they are), alone (one player alone, "
        "against the others as partners), sitting-out (one player of the larger side sits out, in "
        "turn)",
        default=Partners.FIXED,
    )


class Deck(Declared):
    """The deck."""

    packs: int = param(whole(1, 12), "packs of 52 cards", default=2, unit="packs")
    jokers: int = param(whole(0, 48), "jokers in the whole deck", default=4, unit="cards")


class Deal(Declared):
    """The deal."""

    cards: int = param(whole(1, 30), "cards dealt to each player", default=11, unit="cards")
    draw: int = param(whole(1, 5), "cards drawn from the stock each turn", default=1, unit="cards")
    foot: int | None = param(
        whole_or_none(1, 30),
        "cards in the foot of each player",
        default=None,
        unit="cards",
        when=used_if("deal.foot"),
    )
    upcard: Upcard = param(
        choice(Upcard),
        "a wild card or red three turned up at the start: covered (by the next card), buried "
        "(in the stock), none (no card is turned up at all)",
        default=Upcard.COVERED,
    )
    black_upcard: bool = param(
        FLAG,
        "whether a black three turned up at the start begins the pile",
        default=True,
        when=used_if("deal.upcard", unless=Upcard.NONE),
    )
    under_upcard: UnderUpcard = param(
        choice(UnderUpcard),
        "cards placed face down under the first upcard: none, three, rank (as many as the "
        "upcard's rank)",
        default=UnderUpcard.NONE,
        when=used_if("deal.upcard", unless=Upcard.NONE),
    )
    foot_when: FootWhen = param(
        choice(FootWhen),
        "when a player picks up the foot: hand (once the hand is used up), canasta (with their "
        "first canasta)",
        default=FootWhen.HAND,
        when=used_if("deal.foot"),
    )


class Melds(Declared):
    """Melds."""

    smallest: int = param(whole(1, 10), "minimum cards in a meld", default=3, unit="cards")
    largest: int | None = param(
        whole_or_none(3, 99), "maximum cards in a meld", default=None, unit="cards"
    )
    largest_wild: int | None = param(
        whole_or_none(3, 99),
        "maximum cards in a meld of wild cards",
        default=7,
        unit="cards",
        when=used_if("melds.wild_only"),
    )
    canasta: int = param(whole(3, 20), "cards that make a canasta", default=7, unit="cards")
    min_naturals: int = param(
        whole(1, 10), "minimum natural cards in a set (a meld of one rank)", default=2, unit="cards"
    )
    max_wilds: int = param(
        whole(0, 20), "maximum wild cards in a set (a meld of one rank)", default=3, unit="cards"
    )
    wild_ratio: WildRatio = param(
        choice(WildRatio),
        "wild cards allowed in a set: free (any ratio), not-more (at most as many as natural "
        "cards), fewer (than natural cards), half (two natural cards for each), half-to-four "
        "(like half, but three wild cards are allowed with four natural cards), four (only with "
        "four or more natural cards), by-size (one in three or four cards, two in five or six, "
        "three in a canasta)",
        default=WildRatio.FREE,
    )
    wild_only: bool = param(FLAG, "whether wild cards alone can form a meld", default=False)
    wild_as: WildMelds = param(
        choice(WildMelds),
        "makeup of a meld of wild cards: any (in any mix), deuces (deuces as a rank, with "
        "jokers as wild cards)",
        default=WildMelds.ANY,
        when=used_if("melds.wild_only"),
    )
    wild_lock: WildLock = param(
        choice(WildLock),
        "which wild cards may go only on the side's unfinished meld of wild cards: "
        "none, deuces (from the start of the turn in which it is begun), any (once it is begun)",
        default=WildLock.NONE,
        when=used_if("melds.wild_only"),
    )
    wilds_on_canasta: bool = param(
        FLAG, "whether wild cards may be added to a finished canasta", default=True
    )
    runs: bool = param(FLAG, "whether sequences of one suit are melds", default=False)
    long_runs: LongRuns = param(
        choice(LongRuns),
        "when a sequence may be longer than a canasta: never, going-out (only when going out), "
        "always",
        default=LongRuns.NEVER,
        when=used_if("melds.runs"),
    )
    same_rank: SameRank = param(
        choice(SameRank),
        "a second set of a rank: merged (with the first), apart (may be a separate meld), "
        "after-canasta (may be separate once the first is a canasta)",
        default=SameRank.MERGED,
    )
    black_threes: BlackThrees = param(
        choice(BlackThrees),
        "when black threes may be melded: never, going-out (only when going out), always",
        default=BlackThrees.GOING_OUT,
    )
    threes: ThreeMelds = param(
        choice(ThreeMelds),
        "whether threes of both colours are melded like any rank: none (no), by-colour (each "
        "colour apart), together",
        default=ThreeMelds.NONE,
    )
    naturals_before_wild: int | None = param(
        whole_or_none(1, 10),
        "natural cards a set needs before a wild card is added, once the side has opened",
        default=None,
        unit="cards",
    )
    dead_rank: DeadRank = param(
        choice(DeadRank),
        "what a canasta of one side forbids the other side: never (nothing), start (a new meld of "
        "its rank), closed (any card of its rank)",
        default=DeadRank.NEVER,
    )
    earned: Earned = param(
        EARNED,
        "what a side needs so that its melded cards score plus instead of minus",
        default=Earned(Earning.NOTHING),
    )


class Opening(Declared):
    """The initial meld."""

    basis: Basis = param(
        choice(Basis),
        "what the minimum depends on: total (the side's total), deal (the number of the hand)",
        default=Basis.TOTAL,
    )
    tiers: tuple[Tier, ...] = param(
        TIERS,
        "points needed to open: a list of ranges, lowest first; “from” is the total where a range "
        "starts",
        default=(Tier(None, 15), Tier(0, 50), Tier(1500, 90), Tier(3000, 120)),
        unit="points",
    )
    wilds: bool = param(FLAG, "whether the initial meld may contain wild cards", default=True)
    top_counts: bool = param(
        FLAG,
        "whether the top card of the pile counts towards the minimum when it is taken to open",
        default=True,
    )
    pair_counts: bool = param(
        FLAG,
        "whether the cards from the hand that take the pile count towards opening: for the minimum, "
        "and for what the initial meld must contain",
        default=True,
    )
    exempt: Exempt = param(
        choice(Exempt),
        "when a player who melds the whole hand and goes out in one turn needs no minimum: "
        "never, stock (if the turn began with a draw from the stock), always",
        default=Exempt.STOCK,
    )
    extra_cards: int = param(
        whole(0, 30),
        "cards that the player who opens takes from the stock",
        default=0,
        unit="cards",
    )
    contains: Contains = param(
        choice(Contains),
        "required in the initial meld: anything, natural (a meld of three natural cards and no "
        "wild cards), natural-or-wild (that, or a meld of wild cards alone), three-naturals (a "
        "meld with three natural cards)",
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
