"""What can differ in the play: one ``param()`` for each parameter, with words, kind and unit.

What can differ in the count stands in ``groups_counted``.

The TOML reader, ``--house``, ``rules show``, ``rules diff``, completion and the manual all read
this page. A parameter of the classic game has here the value that most sources give it.
"""

from canasta_cli.model.cards import Rank
from canasta_cli.rules.kinds import (
    FLAG,
    RANKS,
    SIZES,
    TIERS,
    choice,
    whole,
    whole_or_none,
)
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.vocabulary import (
    Basis,
    BlackThreePile,
    BlackThrees,
    Exempt,
    FinalDiscard,
    ForcedTake,
    LastRedThree,
    LongRuns,
    OneCard,
    OntoRun,
    Portion,
    SameRank,
    StockEnd,
    ThreeMelds,
    Tier,
    UnderUpcard,
    Unopened,
    WildMelds,
    WildRatio,
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
    under_upcard: UnderUpcard = param(
        choice(UnderUpcard),
        "what lies face down under the upcard of the pile: nothing, three cards, "
        "or as many as the upcard's rank",
        default=UnderUpcard.NONE,
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
        "by-size (one in three or four cards, two in five or six, three in a canasta)",
        default=WildRatio.FREE,
    )
    wild_only: bool = param(FLAG, "whether wild cards alone make a meld", default=False)
    wild_as: WildMelds = param(
        choice(WildMelds),
        "what such a meld is: any wild cards, or deuces as a rank, with jokers as their wild cards",
        default=WildMelds.ANY,
    )
    deuce_lock: bool = param(
        FLAG,
        "whether deuces go nowhere else while the side has a meld of wild cards short of a canasta",
        default=False,
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
        "whether a second set of a rank is merged with the first or may stand apart",
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


class Pile(Group):
    """The discard pile: who may take it, and when it is frozen."""

    natural_wild: bool = param(
        FLAG,
        "whether one natural and one wild card take a pile that is not frozen",
        default=True,
    )
    lay_off: bool = param(
        FLAG,
        "whether the top card alone, laid off on an own meld, takes a pile that is not frozen",
        default=True,
    )
    onto_canasta: bool = param(FLAG, "whether that meld may be a finished canasta", default=True)
    onto_run: OntoRun = param(
        choice(OntoRun),
        "what the top card takes that is laid off on an own run: nothing, the pile, "
        "or itself alone instead of a draw, even from a frozen pile",
        default=OntoRun.PILE,
    )
    always_frozen: bool = param(FLAG, "whether the pile is frozen at all times", default=False)
    wild_freezes: bool = param(FLAG, "whether a wild card in the pile freezes it", default=True)
    red_three_freezes: bool = param(
        FLAG, "whether a red three turned up at the start freezes it", default=True
    )
    black_three: BlackThreePile = param(
        choice(BlackThreePile),
        "what a black three does: blocks the pile while on top, or freezes it as well",
        default=BlackThreePile.BLOCKS,
    )
    unopened: Unopened = param(
        choice(Unopened),
        "what the pile is to a side that has not opened: frozen, never to be taken, or open",
        default=Unopened.FROZEN,
    )
    one_card: OneCard = param(
        choice(OneCard),
        "when a pile of one card may not be taken: with one card in both pile and hand, "
        "in either, or always allowed",
        default=OneCard.BOTH,
    )
    blocked_by: tuple[Rank, ...] = param(
        RANKS, "ranks that block the pile while on top, besides wild cards and threes", default=()
    )
    portion: Portion = param(
        choice(Portion),
        "what is taken: the whole pile, or its upper part down to the card that is melded",
        default=Portion.WHOLE,
    )
    taken: int | None = param(
        whole_or_none(1, 99),
        "cards of the pile that are taken, the top card among them; none: all of it",
        default=None,
        unit="cards",
    )


class Stock(Group):
    """The end of the stock."""

    end: StockEnd = param(
        choice(StockEnd),
        "whether play goes on without a stock, or the hand ends with the turn that empties it",
        default=StockEnd.PLAY_ON,
    )
    forced_take: ForcedTake = param(
        choice(ForcedTake),
        "when the pile must be taken without a stock: never; if it is not frozen and its top card "
        "can be laid off; whenever it may be taken",
        default=ForcedTake.LAY_OFF,
    )
    last_red_three: LastRedThree = param(
        choice(LastRedThree),
        "what a player may still do after a red three as last card: nothing, or meld",
        default=LastRedThree.NOTHING,
    )


class Discard(Group):
    """The discard that ends a turn."""

    wild_on_wild: bool = param(
        FLAG, "whether a wild card may be discarded on a wild card", default=True
    )
    jokers: bool = param(FLAG, "whether a joker may be discarded", default=True)
    black_three_first: bool = param(
        FLAG, "whether a black three may be discarded in the first round of turns", default=True
    )
    final: FinalDiscard = param(
        choice(FinalDiscard),
        "whether going out takes a discard: optional; required; never, all cards are melded",
        default=FinalDiscard.OPTIONAL,
    )
