"""What can differ between rulesets: one ``param()`` for each parameter, with words, kind and unit.

The TOML reader, ``--house``, ``rules show``, ``rules diff``, completion and the manual all read
this page. A parameter of the classic game has here the value that most sources give it.
"""

from canasta_cli.rules.kinds import (
    EARNED,
    FLAG,
    GRADES,
    NEEDS,
    SCALE,
    SIZES,
    TIERS,
    choice,
    whole,
    whole_or_none,
)
from canasta_cli.rules.parameter import Group, param
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    Basis,
    BlackThreePile,
    BlackThrees,
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
    LastRedThree,
    Need,
    OneCard,
    SameRank,
    Scale,
    SevensDiscard,
    StockEnd,
    Tie,
    Tier,
    Unopened,
    WildDiscard,
    WildRatio,
    WildsIn,
    WildTop,
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
    runs: bool = param(FLAG, "whether runs of one suit are melds", default=False)
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
    wild_lock: bool = param(
        FLAG,
        "whether wild cards go to no other meld while the side's meld of them is unfinished",
        default=False,
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
    wild_top: WildTop = param(
        choice(WildTop),
        "what takes a pile with a wild card on top: nothing; two of the same (deuces for a deuce, "
        "jokers for a joker); any two wild cards",
        default=WildTop.BLOCKS,
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
    final: FinalDiscard = param(
        choice(FinalDiscard),
        "whether going out takes a discard, and whether that is laid face down",
        default=FinalDiscard.OPTIONAL,
    )
    wild: WildDiscard = param(
        choice(WildDiscard),
        "when a wild card may be discarded: any time; from a hand of wild cards, or going out; only "
        "in going out",
        default=WildDiscard.FREE,
    )
    black_three: bool = param(FLAG, "whether a black three may be discarded", default=True)
    empty_pile: EmptyPile = param(
        choice(EmptyPile),
        "what may not be discarded where no pile lies: nothing; sevens and aces; dead ranks as well; "
        "also ranks in which the other side has five cards or more",
        default=EmptyPile.FREE,
    )
    empty_pile_relief: bool = param(
        FLAG, "whether it may be discarded all the same by who holds nothing else", default=True
    )
    sevens: SevensDiscard = param(
        choice(SevensDiscard),
        "when sevens may be discarded: any time; once the own side has a canasta of them; once each "
        "side has",
        default=SevensDiscard.FREE,
    )
    sevens_last: bool = param(FLAG, "whether a seven may be the discard of going out", default=True)


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
    black_laid: bool = param(
        FLAG, "whether black threes are laid out and paid like red ones", default=False
    )


class Out(Group):
    """Going out."""

    needs: tuple[Need, ...] = param(
        NEEDS, "canastas that a side needs to go out", default=(Need(1),), unit="canastas"
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
        "whether a player asks the partner before going out",
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
