"""The parameters of all games: one ``param()`` each, or ``switch()``, with description, kind and unit.

``declared`` lists them; properties of ranks are in ``groups_ranks``.
"""

from canasta_cli.model.cards import FOUR_TO_ACE, StockName
from canasta_cli.rules.parameter import (
    COLLECTIONS,
    EARNED,
    EMPTY_PILE,
    GRADES,
    NEEDS,
    SCALE,
    SCALE_OR_NONE,
    SIZES,
    SPECIALS,
    STOCKS,
    TAKE,
    TIERS,
    TWO_OR_NONE,
    Declared,
    UsedIf,
    param,
    switch,
    used_if,
    whole,
    whole_or_none,
)
from canasta_cli.rules.vocabulary import (
    Asking,
    AskWhen,
    Basis,
    BlackThrees,
    Collection,
    ConcealedLayOff,
    Contains,
    DeadRank,
    DrawFrom,
    Earned,
    Earning,
    EmptyPile,
    Exempt,
    FinalDiscard,
    FootWhen,
    ForcedTake,
    Grade,
    LaidBlack,
    LastRedThree,
    LongRuns,
    Need,
    OneCard,
    OntoRun,
    Partners,
    PileValues,
    Portion,
    SameRank,
    Scale,
    SeatValues,
    SpecialHand,
    StockEnd,
    TalonValues,
    ThreeMelds,
    ThreesHeld,
    ThreeValues,
    Tie,
    Tier,
    UnderUpcard,
    Unopened,
    Upcard,
    WildDiscard,
    WildLock,
    WildMelds,
    WildRatio,
    WildTop,
)

# Parameters of the table and of melding.
#
# The TOML reader, `--house`, `rules show`, `rules diff`, completion and the manual all read these
# declarations. The default of a parameter of the classic game is the value that most sources give.


class Seats(Declared, SeatValues):
    """Players and sides."""

    players: int = param(whole(2, 12), "number of players", default=4, unit="players")
    sides: tuple[int, ...] = param(SIZES, "players on each side", default=(2, 2))
    partners: Partners = switch(
        "who plays together in a hand: fixed (the sides as they are), alone (one player alone, "
        "against the others as partners), sitting-out (one player of the larger side sits out, in "
        "turn)",
        default=Partners.FIXED,
    )


class Deck(Declared):
    """The deck."""

    packs: int = param(whole(1, 12), "packs of 52 cards", default=2, unit="packs")
    jokers: int = param(whole(0, 48), "jokers in the whole deck", default=4, unit="cards")


class DealParameters(Declared):
    """The deal."""

    cards: int = param(whole(1, 30), "cards dealt to each player", default=11, unit="cards")
    draw: int = param(whole(1, 5), "cards drawn from the stock each turn", default=1, unit="cards")
    stocks: tuple[StockName, ...] = param(
        STOCKS,
        "names of the stocks, if there are several: what is left after the deal is divided among them "
        "as evenly as possible",
        default=(),
        when=used_if("deal.stocks"),
    )
    draw_from: DrawFrom = switch(
        "from which of several stocks a player draws: each (one card from each, in turn), one (all "
        "cards from the same one), any (each card from any of them)",
        default=DrawFrom.EACH,
        when=used_if("deal.stocks"),
    )
    foot: int | None = param(
        whole_or_none(1, 30),
        "cards in the foot of each player",
        default=None,
        unit="cards",
        when=used_if("deal.foot"),
    )
    upcard: Upcard = switch(
        "a wild card or red three turned up at the start: covered (by the next card), buried "
        "(in the stock), none (no card is turned up at all)",
        default=Upcard.COVERED,
    )
    black_upcard: bool = switch(
        "whether a black three turned up at the start begins the pile",
        default=True,
        when=used_if("deal.upcard", unless=Upcard.NONE),
    )
    under_upcard: UnderUpcard = switch(
        "cards placed face down under the first upcard: none, three, rank (as many as the "
        "upcard's rank)",
        default=UnderUpcard.NONE,
        when=used_if("deal.upcard", unless=Upcard.NONE),
    )
    foot_when: FootWhen = switch(
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
    wild_ratio: WildRatio = switch(
        "wild cards allowed in a set: free (any ratio), not-more (at most as many as natural "
        "cards), fewer (than natural cards), half (two natural cards for each), half-to-four "
        "(like half, but three wild cards are allowed with four natural cards), four (only with "
        "four or more natural cards), by-size (one in three or four cards, two in five or six, "
        "three in a canasta)",
        default=WildRatio.FREE,
    )
    wild_only: bool = switch("whether wild cards alone can form a meld", default=False)
    wild_as: WildMelds = switch(
        "makeup of a meld of wild cards: any (in any mix), deuces (deuces as a rank, with "
        "jokers as wild cards)",
        default=WildMelds.ANY,
        when=used_if("melds.wild_only"),
    )
    wild_lock: WildLock = switch(
        "which wild cards may go only on the side's unfinished meld of wild cards: "
        "none, deuces (from the start of the turn in which it is begun), any (once it is begun)",
        default=WildLock.NONE,
        when=used_if("melds.wild_only"),
    )
    wilds_on_canasta: bool = switch(
        "whether wild cards may be added to a finished canasta", default=True
    )
    runs: bool = switch("whether sequences of one suit are melds", default=False)
    long_runs: LongRuns = switch(
        "when a sequence may be longer than a canasta: never, going-out (only when going out), "
        "always",
        default=LongRuns.NEVER,
        when=used_if("melds.runs"),
    )
    same_rank: SameRank = switch(
        "a second set of a rank: merged (with the first), apart (may be a separate meld), "
        "after-canasta (may be separate once the first is a canasta)",
        default=SameRank.MERGED,
    )
    black_threes: BlackThrees = switch(
        "when black threes may be melded: never, going-out (only when going out), always",
        default=BlackThrees.GOING_OUT,
    )
    threes: ThreeMelds = switch(
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
    dead_rank: DeadRank = switch(
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

    basis: Basis = switch(
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
    wilds: bool = switch("whether the initial meld may contain wild cards", default=True)
    top_counts: bool = switch(
        "whether the top card of the pile counts towards the minimum when it is taken to open",
        default=True,
    )
    pair_counts: bool = switch(
        "whether the cards from the hand that take the pile count towards opening: for the minimum, "
        "and for what the initial meld must contain",
        default=True,
    )
    exempt: Exempt = switch(
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
    contains: Contains = switch(
        "required in the initial meld: anything, natural (a meld of three natural cards and no "
        "wild cards), natural-or-wild (that, or a meld of wild cards alone), three-naturals (a "
        "meld with three natural cards)",
        default=Contains.ANYTHING,
    )
    splash: bool = switch(
        "whether a whole canasta from the hand, natural or of wild cards alone, needs no minimum",
        default=False,
    )
    mixed_canasta: bool = switch(
        "whether a mixed canasta may be completed in the initial meld", default=True
    )


# Parameters of the discard pile, the stock and the discard.


class PileParameters(Declared, PileValues):
    """The discard pile."""

    natural_wild: bool = switch(
        "whether one natural card and one wild card from the hand take a pile that is not frozen",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    lay_off: bool = switch(
        "whether laying off the top card on one of the side's melds takes a pile that is not "
        "frozen",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    onto_canasta: bool = switch(
        "whether the top card may be laid off on a finished canasta", default=True
    )
    onto_run: OntoRun = switch(
        "what is taken by laying off the top card on one of the side's sequences: never (nothing), "
        "pile (the whole pile), alone (only that card, instead of a draw, even from a frozen pile)",
        default=OntoRun.PILE,
        when=used_if("melds.runs"),
    )
    always_frozen: bool = switch("whether the pile is always frozen", default=False)
    wild_freezes: bool = switch(
        "whether a wild card in the pile freezes it",
        default=True,
        when=used_if("pile.always_frozen", unless=True),
    )
    unopened: Unopened = switch(
        "the pile for a side that has not opened: frozen, never (can't be taken), open",
        default=Unopened.FROZEN,
    )
    one_card: OneCard = switch(
        "when a single card prevents taking the pile: both (if pile and hand have one card each), "
        "either (if one of them has only one card), allowed (it never does)",
        default=OneCard.BOTH,
    )
    take: Portion | int = param(
        TAKE,
        "cards taken: whole (the whole pile), part (its top part, down to the card that is melded), or "
        "a number of cards, including the top card",
        default=Portion.WHOLE,
    )
    wild_top: WildTop = switch(
        "what takes a pile with a wild card on top: blocks (nothing), same (two deuces for a "
        "deuce, two jokers for a joker), wild (any two wild cards)",
        default=WildTop.BLOCKS,
    )


class Stock(Declared):
    """The end of the stock."""

    first_ends: bool = switch(
        "whether the hand ends after the turn in which the first of several stocks is used up",
        default=False,
        when=used_if("deal.stocks"),
    )

    end: StockEnd = switch(
        "when the stock is used up: play-on (play goes on without it), turn (the hand ends "
        "after the turn and discard of the player who drew the last card)",
        default=StockEnd.PLAY_ON,
    )
    forced_take: ForcedTake = switch(
        "when the pile must be taken once the stock is empty: never, lay-off (if it is not "
        "frozen and its top card can be laid off), any (whenever it can be taken)",
        default=ForcedTake.LAY_OFF,
        when=used_if("stock.end", unless=StockEnd.TURN),
    )
    last_red_three: LastRedThree = switch(
        "a red three drawn as the last card: nothing (laid out, then the player does nothing "
        "more), meld (laid out, then the player may meld), kept (in the hand)",
        default=LastRedThree.NOTHING,
    )


_LIMITED = ("discard.empty_pile", *(f"ranks.{rank.value}.empty_pile" for rank in FOUR_TO_ACE))


class DiscardParameters(Declared):
    """The discard that ends a turn."""

    wild_on_wild: bool = switch("whether a wild card may be discarded on a wild card", default=True)
    final: FinalDiscard = switch(
        "the discard when going out: optional, required, never (all cards are melded), face-down",
        default=FinalDiscard.OPTIONAL,
    )
    wild: WildDiscard = switch(
        "when a wild card may be discarded: free (any time), only-wild (from a hand of wild "
        "cards, or when going out), going-out (only when going out, or by a player who has no "
        "other cards and melds none)",
        default=WildDiscard.FREE,
    )
    empty_pile: EmptyPile | int = param(
        EMPTY_PILE,
        "cards that can't be discarded when there is no pile, besides ranks with their own empty_pile: "
        "free (none), dead (dead ranks), or a number (also ranks of which the other side has melded "
        "that many cards)",
        default=EmptyPile.FREE,
    )
    empty_pile_relief: bool = switch(
        "whether a player who has no other cards may discard one that empty_pile forbids",
        default=True,
        when=UsedIf(_LIMITED, (EmptyPile.FREE, True)),
    )


# Parameters of scoring: threes laid out, going out, bonuses for canastas, penalties, the end of the game.


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
    lay_black: LaidBlack = switch(
        "when black threes are laid out and scored like red threes: never, always, from-pile (only "
        "those of a pile that was taken)",
        default=LaidBlack.NEVER,
    )
    held: ThreesHeld = switch(
        "whether threes may be held back instead of laid out: never, one (while the side has "
        "not opened), any",
        default=ThreesHeld.NEVER,
    )


class OutParameters(Declared):
    """Going out."""

    needs: tuple[Need, ...] = param(
        NEEDS, "canastas that a side needs to go out", default=(Need(1),), unit="canastas"
    )
    red_threes: bool = switch(
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
    concealed_pile: bool = switch(
        "whether going out can still be concealed in a turn that takes the pile",
        default=True,
        when=used_if("out.concealed"),
    )
    concealed_lay_off: ConcealedLayOff = switch(
        "laying off on the partner's melds when going out: spoils (not concealed), forgiven "
        "(concealed if the melds could stand without the partner's cards), allowed",
        default=ConcealedLayOff.SPOILS,
        when=used_if("out.concealed"),
    )
    asking: Asking = switch(
        "whether a player asks their partner before going out: optional, once (optional, once "
        "in a hand), required, none (never)",
        default=Asking.OPTIONAL,
    )
    ask_when: AskWhen = switch(
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
    partner_foot: bool = switch(
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
    wild_out_only: bool = switch(
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
    tie: Tie = switch(
        "equal totals at the end: draw (a drawn game), play-on (play goes on)",
        default=Tie.DRAW,
    )


# Parameters that the classic game does not use: bonus cards, special hands, unfinished melds.


class Talon(Declared, TalonValues):
    """Bonus cards for opening, picked up at the start of the player's next turn."""

    cards: tuple[int, int] | None = param(
        TWO_OR_NONE,
        "bonus cards for the side that opens first, and for one that opens later",
        default=None,
        unit="cards",
        when=used_if("talon.cards"),
    )
    stock: int = param(
        whole(0, 99),
        "cards that the stock must still have for bonus cards to be given",
        default=0,
        unit="cards",
        when=used_if("talon.cards"),
    )
    aside: bool = switch(
        "whether bonus cards are set aside at the deal instead of drawn from the stock",
        default=False,
        when=used_if("talon.cards"),
    )
    with_pile: bool = switch(
        "whether a side that takes the pile in its opening turn also gets bonus cards",
        default=True,
        when=used_if("talon.cards"),
    )
    spares_card: bool = switch(
        "whether a player who is due bonus cards may discard their last card",
        default=False,
        when=used_if("talon.cards"),
    )


class Special(Declared):
    """Special hands: whole hands shown at once, which end the hand."""

    hands: tuple[SpecialHand, ...] = param(
        SPECIALS,
        "name, cards and points of each special hand, and whether it wins the game",
        default=(),
        when=used_if("special.hands"),
    )


class UnfinishedParameters(Declared):
    """Penalties for unfinished melds of wild cards, and for short sequences."""

    wild: int | None = param(
        whole_or_none(),
        "penalty for an unfinished meld of wild cards",
        default=None,
        unit="points",
        when=used_if("melds.wild_only"),
    )
    short_run: int | None = param(
        whole_or_none(),
        "penalty for each short sequence melded",
        default=None,
        unit="points",
        when=used_if("melds.runs"),
    )
    short_run_below: int = param(
        whole(4, 11),
        "a sequence with fewer cards than this is short",
        default=5,
        unit="cards",
        when=used_if("unfinished.short_run"),
    )
